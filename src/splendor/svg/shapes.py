"""The definitions of a picture: gems, icons, coats of arms, engravings, tokens, gradients.

Shapes are read from `data/gems.svg`, which the pages show, too, and `data/art.svg`.
"""

import re
from collections.abc import Callable
from functools import cache
from math import pi
from typing import Final

from splendor.core.content import DATA
from splendor.svg.themes import DARK, ON_BAND, mixed

SYMBOL = re.compile(r'<symbol id="([\w-]+)".*?</symbol>', re.DOTALL)
INSIDE = re.compile(r"<symbol [^>]*>(.*)</symbol>", re.DOTALL)
GEM_COLOUR = re.compile(r"var\(--(gem-[\w-]+)(?:,[^)]*)?\)")

# What the pictures need not repeat: an engraving is cut to the width of a band, and the whole
# picture has round joins.
SHORTER: Final = (
    ('viewBox="0 0 156 76" preserveAspectRatio="xMidYMax slice"', 'viewBox="10.7 0 134.6 76"'),
    ('viewBox="0 0 156 76"', 'viewBox="10.7 0 134.6 76"'),
    (' stroke-linejoin="round"', ""),
    (".500", ".5"),
)

DECKS: Final = {1: "#43573a", 2: "#6d4a1e", 3: "#2c4568"}
RIMS: Final = {
    "w": "#c3ced8",
    "u": "#2a63c8",
    "g": "#1d8449",
    "r": "#bf2b2c",
    "k": "#3b3942",
    "p": "#dca9bd",
    "j": "#d99f1d",
}
# The two tinctures of each coat of arms.
TINCTURES: Final = (
    ("#23509f", "#e9edf1"),
    ("#35323a", "#e9edf1"),
    ("#1c6b41", "#d9b25f"),
    ("#a0272b", "#e6c067"),
    ("#a0272b", "#35323a"),
    ("#23509f", "#d9b25f"),
    ("#23509f", "#e9edf1"),
    ("#7a2331", "#e6c067"),
    ("#4b2d63", "#e6c067"),
    ("#1c6b41", "#ecdfc4"),
)
CREST_RIM: Final = "#a98032"
RIDGES = 20
BLANK_TOKEN: Final = (
    '<circle cx="32" cy="33.5" r="30" opacity=".45" fill="#000"/>'
    '<circle cx="32" cy="32" r="30" fill="currentColor" stroke="#000" stroke-opacity=".5"/>'
    '<circle cx="32" cy="32" r="27" fill="none" stroke="#000" stroke-opacity=".26"'
    f' stroke-width="5" stroke-dasharray="{pi * 27 / RIDGES:.3f}"/>'
    '<circle cx="32" cy="32" r="23.5" fill="url(#fill-ivory)" stroke="#000" stroke-opacity=".35"/>'
)


@cache
def symbols() -> dict[str, str]:
    """The symbols of both files, by their ids."""
    text = "".join((DATA / name).read_text(encoding="utf-8") for name in ("gems.svg", "art.svg"))
    for written, shorter in SHORTER:
        text = text.replace(written, shorter)
    return {found[1]: found[0] for found in SYMBOL.finditer(text)}


@cache
def definition(name: str) -> str:
    """The element with this id; what it refers to is defined separately."""
    kind, _, rest = name.partition("-")
    if kind in MADE:
        return MADE[kind](rest)
    return symbols()[name]


def inside(symbol: str) -> str:
    found = INSIDE.search(symbols()[symbol])
    assert found is not None, symbol
    return found[1]


def symbol(name: str, view: str, content: str) -> str:
    return f'<symbol id="{name}" viewBox="{view}">{content}</symbol>'


def gem_on_band(letter: str) -> str:
    bright = GEM_COLOUR.sub(lambda found: ON_BAND.get(found[1], found[0]), inside(letter))
    return symbol(f"band-{letter}", "0 0 32 32", bright)


def token(letter: str) -> str:
    """A token: a ridged rim in its colour, and the gem in an ivory well."""
    if letter == "blank":
        return symbol("token-blank", "0 0 64 64", BLANK_TOKEN)
    rim = f'<use href="#token-blank" width="64" height="64" color="{RIMS[letter]}"/>'
    gem = f'<use href="#{letter}" x="16" y="16" width="32" height="32"/>'
    return symbol(f"token-{letter}", "0 0 64 64", rim + gem)


def crest(number: str) -> str:
    """A coat of arms; the pages set its tinctures by custom properties."""
    first, second = TINCTURES[int(number)]
    content = inside(f"c{number}")
    for part in ("shield", "rim"):
        content = content.replace(f'<use href="#{part}"/>', inside(part))
    for name, colour in (("ca", first), ("cb", second), ("brass", CREST_RIM)):
        content = re.sub(rf"var\(--{name},[^)]*\)", colour, content)
    return symbol(f"crest-{number}", "0 0 40 48", content)


# Gradients


def gradient(name: str, way: str, *stops: str) -> str:
    """A gradient along `way` with colours at equal distances."""
    last = len(stops) - 1
    inner = "".join(
        f'<stop offset="{at / last:g}" stop-color="{colour}"/>' for at, colour in enumerate(stops)
    )
    return f'<linearGradient id="{name}" {way}>{inner}</linearGradient>'


DOWN = 'x2="0" y2="1"'
ACROSS = 'y2="1"'


def shaded(name: str, colour: str) -> str:
    light, dark = mixed(colour, "#ffffff", 0.13), mixed(colour, "#000000", 0.18)
    return gradient(name, ACROSS, light, colour, dark)


def fill(name: str) -> str:
    """The fill of a surface: the parchment, a band, a deck, the table, a mat, a panel."""
    whole = f"fill-{name}"
    if name.startswith("deck"):
        return shaded(whole, DECKS[int(name[4:])])
    if name.startswith("band"):
        return shaded(whole, DARK[f"band-{name[4:]}"])
    first, second = SURFACES[name]
    return gradient(whole, DOWN, first, second)


SURFACES: Final = {
    "parchment": ("var(--parchment)", "var(--parchment-2)"),
    "ivory": ("#fffdf6", "#ead9b4"),
    "wood": ("var(--wood)", "var(--wood-deep)"),
    "mat": ("var(--mat)", "var(--mat-deep)"),
    "panel": ("var(--panel-2)", "var(--panel)"),
    "tray": ("#5b3c22", "#3c2513"),
    "go": ("#f7d878", "#e2b544"),
}
MADE: Final[dict[str, Callable[[str], str]]] = {
    "band": gem_on_band,
    "token": token,
    "crest": crest,
    "fill": fill,
}
