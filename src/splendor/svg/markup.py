"""The elements of an SVG as text: shapes, labels, groups, and the document around them.

Colours are written as `var(--brass)`, ids as plain words. `document` puts in the colours of a
theme, adds the definitions that are used, and makes the ids unique. So drawings know no theme, and
read like the shapes in `data/gems.svg`.
"""

import base64
import hashlib
import re
from collections.abc import Iterable, Mapping

from splendor.svg.shapes import definition
from splendor.svg.themes import ON_BAND, Theme

SANS = "Inter,system-ui,'Segoe UI',Roboto,'Noto Sans','DejaVu Sans',sans-serif"
SERIF = "Cinzel,Palatino,Georgia,serif"
MONO = "ui-monospace,Menlo,Consolas,'DejaVu Sans Mono',monospace"
FONTS = {"serif": SERIF, "mono": MONO}
CAPITALS = 0.36  # half the height of a capital or digit, as a part of the font size
WIDEST = 960  # pixels, unless a size is given: notebooks cut off what is wider than their column
GLYPH = 0.62  # the width of a bold letter in a wide font, as a part of the font size

# Text contains no quotation marks, so these match nothing that somebody wrote.
COLOUR = re.compile(r'"var\(--([\w-]+)(?:,[^)"]*)?\)"')
REFERENCE = re.compile(r'(?:href="#|"url\(#)([\w.-]+)')
NAMED = re.compile(r'( id="|href="#|"url\(#|labelledby="|describedby=")([\w.-]+)')
ON_PANEL = re.compile(r'href="#panel-(\w)"')
CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\ud800-\udfff\ufffe\uffff]")  # not XML


def escape(text: str) -> str:
    """Text as XML; characters that XML cannot contain are replaced."""
    text = CONTROL.sub("\ufffd", text)
    for character, entity in (("&", "&amp;"), ("<", "&lt;"), (">", "&gt;"), ('"', "&quot;")):
        text = text.replace(character, entity)
    return text


def number(value: float) -> str:
    text = f"{value:.1f}".removesuffix(".0")
    return text.removeprefix("0") if text.startswith("0.") else text


def attribute(name: str, value: object) -> str:
    text = number(value) if isinstance(value, (int, float)) else str(value)
    return f' {name.rstrip("_").replace("_", "-")}="{text}"'


def element(name: str, *children: str, **attributes: object) -> str:
    """An element; an underscore in an attribute's name stands for a hyphen, `None` leaves it out.

    >>> element("rect", width=4, stroke_width=1.5)
    '<rect width="4" stroke-width="1.5"/>'
    """
    given = "".join(attribute(*pair) for pair in attributes.items() if pair[1] is not None)
    inside = "".join(children)
    return f"<{name}{given}>{inside}</{name}>" if inside else f"<{name}{given}/>"


def box(x: float, y: float, width: float, height: float, **attributes: object) -> str:
    return element("rect", x=x, y=y, width=width, height=height, **attributes)


def circle(x: float, y: float, radius: float, **attributes: object) -> str:
    return element("circle", cx=x, cy=y, r=radius, **attributes)


def use(shape: str, x: float, y: float, size: float | tuple[float, float], **more: object) -> str:
    """A shape of `shapes.py` in a square, or in a box of this width and height."""
    width, height = size if isinstance(size, tuple) else (size, size)
    return element("use", href=f"#{shape}", x=x, y=y, width=width, height=height, **more)


def stamp(drawing: str, x: float = 0, y: float = 0) -> str:
    """A drawing that is defined once, at its own size."""
    return element("use", href=f"#{drawing}", x=x or None, y=y or None)


def label(x: float, y: float, text: object, size: float, **more: object) -> str:
    """One line of text whose capitals are centred at `y`; `font` and `fits` (a width) may be given.

    A text that would be too wide in a wide font is squeezed.
    """
    written, room = str(text), more.pop("fits", None)
    if isinstance(room, (int, float)) and len(written) * GLYPH * size > room:
        more |= {"textLength": room, "lengthAdjust": "spacingAndGlyphs"}
    if font := more.pop("font", None):
        more["font_family"] = FONTS[str(font)]
    middle = {"x": x, "y": y + CAPITALS * size, "font_size": size}
    return element("text", escape(written), **middle, **more)


def group(x: float, y: float, *children: str, scale: float = 1, **more: object) -> str:
    place = f"translate({number(x)} {number(y)})"
    if scale != 1:
        place += f" scale({scale:.3g})"
    return element("g", *children, transform=place, **more)


def titled(words: str, *children: str) -> str:
    """The content of a group that shows these words under the pointer."""
    return joined([element("title", escape(words)), *children])


def joined(parts: Iterable[str]) -> str:
    return "".join(parts)


# The document


def document(
    size: tuple[float, float], width: int | None, words: tuple[str, str], theme: Theme, body: str
) -> str:
    """A picture of this size, shown `width` pixels wide; `words` are its title and description."""
    title, description = words
    across = width or min(round(size[0]), WIDEST)
    head = {
        "xmlns": "http://www.w3.org/2000/svg",
        "viewBox": f"0 0 {number(size[0])} {number(size[1])}",
        "width": across,
        "height": round(across * size[1] / size[0]),
        "style": "max-width:100%;height:auto",
        "role": "img",
        "aria_labelledby": "title",
        "aria_describedby": "desc",
        "font_family": SANS,
        "font_weight": 800,
        "fill": "var(--ink)",
        "stroke_linejoin": "round",
    }
    told = element("title", escape(title), id="title") + element(
        "desc", escape(description), id="desc"
    )
    drawn = element("svg", told, definitions(body, theme), on_panel(body, theme), **head)
    return with_own_ids(with_colours(drawn, theme.colours)) + "\n"


def definitions(body: str, theme: Theme) -> str:
    """Every shape and gradient that a drawing uses, each once, in the order of their names."""
    found: dict[str, str] = {}
    waiting = references(on_panel(body, theme))
    while waiting:
        name = waiting.pop()
        if name not in found:
            found[name] = on_panel(definition(name), theme)
            waiting += references(found[name])
    return element("defs", *(found[name] for name in sorted(found)))


def on_panel(drawn: str, theme: Theme) -> str:
    """Gems on a panel: as on a band where panels are dark, otherwise as on ivory."""

    def shape(found: re.Match[str]) -> str:
        changes = theme.is_dark and f"gem-{found[1]}-line" in ON_BAND
        return f'href="#{"band-" if changes else ""}{found[1]}"'

    return ON_PANEL.sub(shape, drawn)


def references(text: str) -> list[str]:
    return list(dict.fromkeys(REFERENCE.findall(text)))


def with_colours(drawn: str, colours: Mapping[str, str]) -> str:
    return COLOUR.sub(lambda found: f'"{colours[found[1]]}"', drawn)


def with_own_ids(drawn: str) -> str:
    """Short ids that begin with a fingerprint: several pictures can be on one page."""
    own = base64.b32encode(hashlib.sha256(drawn.encode()).digest())[:4].decode().lower()
    numbers: dict[str, int] = {}

    def renamed(found: re.Match[str]) -> str:
        return f"{found[1]}s{own}{numbers.setdefault(found[2], len(numbers))}"

    return NAMED.sub(renamed, drawn)
