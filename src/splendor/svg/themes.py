"""The colours of the pictures: those of the browser's table, dark and light.

A test compares them with `style/tokens.css`, in which the pages declare theirs.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from splendor.core.errors import RulesError
from splendor.core.refusals import shown

DARK: Final[Mapping[str, str]] = {
    "wood": "#2a1b13",
    "wood-deep": "#190f0a",
    "mat": "#17352d",
    "mat-deep": "#0d221d",
    "brass": "#d9b25f",
    "brass-dim": "#8a6d38",
    "panel": "#2c1e17",
    "panel-2": "#3a2920",
    "line": "#604834",
    "well": "#1c120d",
    "ink": "#f8eedb",
    "ink-2": "#d3c2a4",
    "parchment": "#f8efdc",
    "parchment-2": "#ecdfc4",
    "card-ink": "#241811",
    "card-ink-2": "#65523f",
    "card-line": "#c9b48e",
    "wax": "#a3222a",
    "go": "#f0c95c",
    "go-ring": "#f0c95c",
    "go-ink": "#2a1a08",
    "last": "#8fd6ff",
    "last-ink": "#06293c",
    "warn": "#ffb37a",
    "gem-w": "#f4f6f8",
    "gem-w2": "#b9c6d2",
    "gem-w3": "#8fa1b2",
    "gem-w-line": "#566878",
    "band-w": "#d5dbe0",
    "band-w-ink": "#222a31",
    "gem-u": "#2f6fe0",
    "gem-u2": "#8bb6ff",
    "gem-u3": "#123a8c",
    "gem-u-line": "#0d2a66",
    "band-u": "#23509f",
    "band-u-ink": "#fff",
    "gem-g": "#1f9d57",
    "gem-g2": "#86e5ac",
    "gem-g3": "#0b5a30",
    "gem-g-line": "#06391e",
    "band-g": "#1c6b41",
    "band-g-ink": "#fff",
    "gem-r": "#d8302f",
    "gem-r2": "#ff9f92",
    "gem-r3": "#84131a",
    "gem-r-line": "#5a0a10",
    "band-r": "#a0272b",
    "band-r-ink": "#fff",
    "gem-k": "#3a3840",
    "gem-k2": "#8d8996",
    "gem-k3": "#17161b",
    "gem-k-line": "#b8b2c2",
    "band-k": "#35323a",
    "band-k-ink": "#fff",
    "gem-p": "#f9e1e8",
    "gem-p3": "#d19ab0",
    "gem-p-line": "#7d3f5a",
    "gem-j": "#f2b92c",
    "gem-j2": "#ffedb0",
    "gem-j3": "#b57a08",
    "gem-j-line": "#6b4402",
    "band-x": "#6a4a86",
    "band-x-ink": "#fff",
    "band-n": "#7b6238",
    "band-n-ink": "#fff",
}
LIGHT: Final[Mapping[str, str]] = {
    **DARK,
    "wood": "#dcc7a3",
    "wood-deep": "#c9b088",
    "mat": "#cdd8c6",
    "mat-deep": "#b7c7b2",
    "brass": "#64450a",
    "brass-dim": "#a58a52",
    "panel": "#fbf4e5",
    "panel-2": "#f1e4ca",
    "line": "#c2a878",
    "well": "#e8d9ba",
    "ink": "#261910",
    "ink-2": "#5b4530",
    "go-ring": "#a06c00",
    "last": "#075985",
    "last-ink": "#fff",
    "warn": "#8f3500",
    "gem-k-line": "#17161b",
}
# On bands and on dark panels a gem is brighter and its outline light: it would sink into the dark.
ON_BAND: Final[Mapping[str, str]] = {
    "gem-u": "#4b8bff",
    "gem-g": "#25b565",
    "gem-r": "#f04a45",
    "gem-k": "#55525e",
    "gem-u-line": "#dbe8ff",
    "gem-g-line": "#d5f7e2",
    "gem-r-line": "#ffdfd9",
    "gem-j-line": "#fff3cd",
    "gem-k-line": "#d9d4e2",
}


@dataclass(frozen=True)
class Theme:
    """The colours of a picture, by the names that the pages use."""

    name: str
    colours: Mapping[str, str]

    @property
    def is_dark(self) -> bool:
        return self.name == "dark"


THEMES: Final = {"dark": Theme("dark", DARK), "light": Theme("light", LIGHT)}


def theme_of(name: object) -> Theme:
    found = THEMES.get(name) if isinstance(name, str) else None
    if found is None:
        raise RulesError(f"the theme is {' or '.join(map(repr, THEMES))}, not {shown(name)}")
    return found


def mixed(colour: str, other: str, part: float) -> str:
    """A colour with a part of another, both written as `#rrggbb`."""
    pairs = zip(bytes.fromhex(colour[1:]), bytes.fromhex(other[1:]), strict=True)
    return "#" + bytes(round(a + (b - a) * part) for a, b in pairs).hex()
