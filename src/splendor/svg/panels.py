"""What the tables of all games share: the frame, the title, mats, and the parts of a panel."""

from collections.abc import Sequence
from typing import Final

from splendor.core.content import Card
from splendor.core.gems import Counts, Gem
from splendor.core.tables import HandCard, Place
from splendor.svg import cards
from splendor.svg.cards import held, hollow, letter_of, on_band
from splendor.svg.markup import box, circle, element, group, joined, label, number, stamp, use
from splendor.svg.scene import Scene
from splendor.svg.shapes import MADE
from splendor.svg.sheet import Sheet, Spot, slot_name

MARGIN, GAP, PAD = 14, 10, 12
TITLE = 40  # the height of the line above the table
TOKEN_LIMIT = 10
TICKS: Final = {  # by the distance of two ticks
    5: {"stroke_width": 7, "stroke_dasharray": "3 2"},
    7: {"stroke_width": 9, "stroke_dasharray": "4 3"},
}
HAND = 3
LEAST_FOR_A_FACE = 80  # the width of a hand's place from which a whole card is drawn
INK, INK_2, BRASS = None, "var(--ink-2)", "var(--brass)"  # None: that of the whole picture
# The colours of the seats, and of the digits on them.
SHADES: Final = (
    ("#f0c95c", "#2a1a08"),
    ("#7b3fa0", "#fff"),
    ("#0f766e", "#fff"),
    ("#b4530a", "#fff"),
)


def frame(sheet: Sheet, scene: Scene, remark: str) -> None:
    """The wooden table, and the line above it."""
    sheet.add(box(0, 0, sheet.width, sheet.height, rx=14, fill="url(#fill-wood)"))
    edge = {"rx": 13, "fill": "none", "stroke": "var(--brass-dim)", "stroke_opacity": 0.6}
    sheet.add(box(1, 1, sheet.width - 2, sheet.height - 2, **edge))
    middle = MARGIN + 14
    open_ = {"fill": "none", "stroke": INK_2, "stroke_width": 2}
    dot = open_ if scene.position.is_over else {"fill": "var(--go-ring)"}
    sheet.add(circle(MARGIN + 6, middle, 5, **dot))
    room = sheet.width * 0.6
    sheet.add(label(MARGIN + 19, middle, scene.headline, 16, fits=room, fill=INK))
    sheet.add(quiet(sheet.width - MARGIN - 2, middle, remark, 13, text_anchor="end"))


def quiet(x: float, y: float, words: object, size: float, **more: object) -> str:
    """Words that are less important."""
    return label(x, y, words, size, font_weight=600, fill=INK_2, **more)


def mat(x: float, y: float, width: float, height: float) -> str:
    """A velvet mat with a double hairline of brass."""
    lines = {"fill": "none", "stroke": "var(--brass-dim)"}
    return joined(
        [
            box(x, y, width, height, rx=11, fill="url(#fill-mat)", stroke="var(--brass-dim)"),
            box(x + 4, y + 4, width - 8, height - 8, rx=8, stroke_opacity=0.45, **lines),
        ]
    )


def lay_row(sheet: Sheet, scene: Scene, level: int, x: float, y: float) -> None:
    """The open cards of a level, from left to right."""
    for slot, card in enumerate(scene.table.row(level)):
        name = slot_name(level, slot)
        spot = Spot(x + slot * (cards.WIDTH + 8), y, cards.WIDTH, cards.HEIGHT)
        empty = hollow(cards.WIDTH, cards.HEIGHT)
        sheet.lay(spot, cards.face(card, name) if card else empty, name, card)


def lay_deck(sheet: Sheet, scene: Scene, level: int, x: float, y: float) -> None:
    spot = Spot(x, y, cards.DECK_WIDTH, cards.HEIGHT)
    drawn = cards.deck(level, scene.table.deck_sizes[level - 1])
    sheet.lay(spot, drawn, f"deck{level}")


# Panels


def panel(sheet: Sheet, scene: Scene, seat: int, spot: Spot) -> None:
    """The ground of a panel; that of the active player has a frame of gold."""
    stroke, width = ("var(--go-ring)", 2.5) if scene.is_active(seat) else ("var(--line)", None)
    look = {"fill": "url(#fill-panel)", "stroke": stroke, "stroke_width": width}
    ground = box(0, 0, spot.width, spot.height, rx=11, **look)
    sheet.lay(spot, ground, f"seat{seat}")


def heading(scene: Scene, seat: int, y: float) -> str:
    """The seat's shield and the name; below it whether the player is to move, or looks."""
    ground, ink = SHADES[seat % len(SHADES)]
    shield = "M0 0h24v14c0 6-5 11-12 11S0 20 0 14z"
    notes = ["to move"] * scene.is_active(seat) + ["this view"] * (seat == scene.seat)
    up = 7 if notes else 0
    return group(
        0,
        y,
        group(PAD, -12, element("path", d=shield, fill=ground)),
        label(PAD + 12, 0, seat, 14, text_anchor="middle", fill=ink),
        label(45, -up, scene.names[seat], 16, fill=INK),
        label(45, 10, " · ".join(notes), 12, fill=BRASS) if notes else "",
    )


def bonus(gem: Gem, count: int, spot: Spot) -> str:
    """A tile with the number of bonuses of a colour."""
    width, height = spot.width, spot.height
    letter, size = letter_of(gem), tile_gem(width, height)
    ink = f"var(--band-{letter}-ink)" if count else INK_2
    kind = "tile" if count else "space"
    faint = None if count else 0.6
    x, y = spot.x + (width - size * 1.95) / 2 + size * 1.2, spot.y + height / 2
    ground = stamp(f"{kind}-{letter}{number(width)}x{number(height)}", spot.x, spot.y)
    return ground + label(x, y, count, size * 1.12, fill=ink, opacity=faint)


def tile_gem(width: float, height: float) -> float:
    """The size of the gem on a tile."""
    return min(height * 0.52, width * 0.44)


def tile(name: str) -> str:
    """The definition of a tile: the letter of its gem, and its size."""
    width, height = map(float, name[1:].split("x"))
    size = tile_gem(width, height)
    gem = use(on_band(name[0]), (width - size * 1.95) / 2, (height - size) / 2, size)
    ground = box(0, 0, width, height, rx=5, fill=f"url(#fill-band{name[0]})")
    return element("g", ground, gem, id=f"tile-{name}")


def space(name: str) -> str:
    """The definition of the place of a tile."""
    width, height = map(float, name[1:].split("x"))
    size = tile_gem(width, height)
    place = (width - size * 1.95) / 2, (height - size) / 2
    gem = use(f"panel-{name[0]}", *place, size, opacity=0.5)
    return element("g", hollow(width, height), gem, id=f"space-{name}")


MADE.update({"tile": tile, "space": space})


def tokens_in_short(gem: Gem, count: int, x: float, y: float) -> str:
    """A token as a gem with its number, centred at a point, where there is little room."""
    gem_alone = use(f"panel-{letter_of(gem)}", x - 15.5, y - 8, 16)
    drawn = gem_alone + label(x + 4.5, y, count, 16, fill=INK)
    return drawn if count else element("g", drawn, opacity=0.5)


def tokens_as_disc(gem: Gem, count: int, centre: tuple[float, float], size: float) -> str:
    """A token with its number in a badge."""
    radius = size * 0.23
    at = centre[0] + size * 0.34, centre[1] + size * 0.32
    drawn = cards.disc(gem, *centre, size)
    if not count:
        drawn = element("g", drawn, opacity=0.4)
    badge = circle(*at, radius, fill="#1a110b", stroke="#d9b25f", stroke_width=1.3)
    ink = "#fff" if count else "#d3c2a4"
    return drawn + badge + label(*at, count, radius * 1.45, text_anchor="middle", fill=ink)


def ticks(count: int, x: float, y: float, wide: int = 7) -> str:
    """A row of ten ticks, of which so many are filled."""
    line = f"M{number(x)} {number(y)}h{wide * min(count, 10) - 3}"
    full = element("path", d=line, stroke=BRASS, **TICKS[wide])
    return stamp(f"ticks-{wide}", x, y) + (full if count else "")


def empty_ticks(wide: str) -> str:
    """The definition of a row of ticks that are not filled, from its distance of two."""
    look = {"stroke": "var(--brass-dim)", "stroke_opacity": 0.4, "id": f"ticks-{wide}"}
    return element("path", d=f"M0 0h{10 * int(wide) - 3}", **look, **TICKS[int(wide)])


MADE["ticks"] = empty_ticks


def token_count(tokens: Counts) -> str:
    """All tokens of a player, of the ten that are allowed."""
    held_now = sum(tokens)
    colour = "var(--warn)" if held_now > TOKEN_LIMIT else INK_2
    return ticks(held_now, 0, 0) + label(76, 0, f"{held_now}/{TOKEN_LIMIT}", 12.5, fill=colour)


def lay_hand(sheet: Sheet, scene: Scene, seat: int, spots: Sequence[Spot]) -> None:
    """The reserved cards of a seat: full cards where there is room, otherwise small ones."""
    hand = scene.table.places[seat].hand
    for index, spot in enumerate(spots):
        slot = f"h{index + 1}"
        name = slot if seat == scene.holder else f"seat{seat}{slot}"
        if index < len(hand):
            sheet.lay(spot, hand_card(hand[index], spot, slot), name, hand[index].card)
        else:
            sheet.lay(spot, element("g", hollow(spot.width, spot.height), opacity=0.6))


def hand_card(reserved: HandCard[Card], spot: Spot, slot: str) -> str:
    if reserved.card is None or spot.width < LEAST_FOR_A_FACE:
        return held(reserved, spot.width, spot.height)
    face = cards.face(reserved.card, slot)
    eye = cards.own_eyes(reserved.card, 27, 58) if reserved.unseen else ""
    return group(0, 0, face, eye, scale=spot.height / cards.HEIGHT)


def owned(place: Place, *others: str) -> str:
    """How much a player owns, in words."""
    bought = len(getattr(place, "bought", ()))
    return " · ".join([f"{bought} card{'' if bought == 1 else 's'}", *filter(None, others)])
