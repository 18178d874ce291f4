"""The table of Splendor Duel: the pyramid, the board with its bag, royal cards, both players."""

from math import pi
from typing import Final

from splendor.core.gems import GEMS, Gem
from splendor.core.moves import Move
from splendor.duel.board import COLUMN_LETTERS, SIDE, SPIRAL, space_name
from splendor.duel.moves import (
    Replenish,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
)
from splendor.duel.state import COLOUR_TO_WIN, CROWNS_TO_WIN, POINTS_TO_WIN, PRIVILEGES
from splendor.duel.table import DuelPlace
from splendor.svg import cards
from splendor.svg.markup import (
    CAPITALS,
    box,
    circle,
    element,
    group,
    joined,
    label,
    number,
    stamp,
    use,
)
from splendor.svg.panels import (
    BRASS,
    GAP,
    HAND,
    INK,
    INK_2,
    MARGIN,
    PAD,
    TITLE,
    bonus,
    frame,
    heading,
    lay_deck,
    lay_hand,
    lay_row,
    mat,
    panel,
    quiet,
    ticks,
    token_count,
)
from splendor.svg.scene import Scene
from splendor.svg.shapes import MADE
from splendor.svg.sheet import Sheet, Spot, places_of

LEVELS = 3
LONGEST_ROW = 5
PYRAMID_WIDTH = 2 * PAD + cards.DECK_WIDTH + 14 + LONGEST_ROW * cards.WIDTH + 4 * 8
PYRAMID_HEIGHT = 2 * PAD + LEVELS * cards.HEIGHT + (LEVELS - 1) * 8
CELL = 60
EDGE = 20  # of the tray, where the coordinates are
TRAY = SIDE * CELL + EDGE + 8
BOX_WIDTH = TRAY + 2 * PAD + 8
TOP = TITLE + 4
BOX_X = MARGIN + PYRAMID_WIDTH + GAP
TRAY_X, TRAY_Y = BOX_X + PAD + 4, TOP + 54
WIDTH = BOX_X + BOX_WIDTH + MARGIN
PANEL_Y = TOP + PYRAMID_HEIGHT + GAP
PANEL_WIDTH = (WIDTH - 2 * MARGIN - GAP) / 2
PANEL_HEIGHT = 268
HEIGHT = PANEL_Y + PANEL_HEIGHT + MARGIN
COLUMNS_Y = 166  # of the columns in a panel
TILE_WIDTH = 72
HAND_HEIGHT = 112
HAND_WIDTH = HAND_HEIGHT * cards.WIDTH / cards.HEIGHT
RING = 30  # the radius
SMALL: Final = {"font_size": 12.5, "text_anchor": "middle"}
ORDER: Final = {int(space): at + 1 for at, space in enumerate(SPIRAL)}


def draw(scene: Scene) -> Sheet:
    sheet = Sheet(WIDTH, HEIGHT)
    aims = f"{POINTS_TO_WIN} points, {CROWNS_TO_WIN} crowns or {COLOUR_TO_WIN} in a colour win"
    frame(sheet, scene, f"{scene.position.rules}, {aims}")
    lay_pyramid(sheet, scene)
    sheet.add(mat(BOX_X, TOP, BOX_WIDTH, PYRAMID_HEIGHT))
    lay_privileges(sheet, scene)
    lay_bag(sheet, scene)
    lay_board(sheet, scene)
    lay_royals(sheet, scene)
    for seat in range(scene.position.players):
        lay_panel(sheet, scene, seat)
    return sheet


def lay_pyramid(sheet: Sheet, scene: Scene) -> None:
    sheet.add(mat(MARGIN, TOP, PYRAMID_WIDTH, PYRAMID_HEIGHT))
    x = MARGIN + PAD
    for level in range(1, LEVELS + 1):
        y = TOP + PAD + (LEVELS - level) * (cards.HEIGHT + 8)
        missing = LONGEST_ROW - len(scene.table.row(level))
        lay_deck(sheet, scene, level, x, y)
        lay_row(sheet, scene, level, x + cards.DECK_WIDTH + 14 + missing * (cards.WIDTH + 8) / 2, y)


# Around the board


def lay_privileges(sheet: Sheet, scene: Scene) -> None:
    """The privileges above the board; those that a player has are faint."""
    for at in range(PRIVILEGES):
        look = {} if at < scene.table.privileges else {"opacity": 0.25}
        sheet.add(use("scroll", TRAY_X + 29 * at, TOP + 16, 28, color="#5c3d0c", **look))
    sheet.place(Spot(TRAY_X - 2, TOP + 13, 29 * PRIVILEGES, 34), "privileges")


def lay_bag(sheet: Sheet, scene: Scene) -> None:
    """The bag with the tokens in it, which everybody may know."""
    width = TRAY - 29 * PRIVILEGES - 6
    spot = Spot(TRAY_X + TRAY - width, TOP + 14, width, 32)
    look = {"fill": "var(--mat-deep)", "stroke": "var(--brass-dim)"}
    inside = [(gem, count) for gem, count in scene.table.bag.items() if count]
    step = min(30, (width - 57) / max(len(inside), 1))
    parts = [
        box(0, 0, width, 32, rx=7, **look),
        use("bag", 6, 6, 20, color=BRASS),
        label(30, 16, sum(scene.table.bag), 16, fill=INK),
        *(group(56 + step * at, 16, *in_bag(*pair)) for at, pair in enumerate(inside)),
    ]
    sheet.lay(spot, joined(parts), "bag")


def in_bag(gem: Gem, count: int) -> tuple[str, str]:
    return (
        use(f"panel-{cards.letter_of(gem)}", 0, -7, 13),
        label(14.5, 0, count, 12.5, fill=INK),
    )


def lay_royals(sheet: Sheet, scene: Scene) -> None:
    step = (TRAY - cards.ROYAL_WIDTH) / 3
    for at, royal in enumerate(scene.table.royals):
        y = TRAY_Y + TRAY + 10
        spot = Spot(TRAY_X + step * at, y, cards.ROYAL_WIDTH, cards.ROYAL_HEIGHT)
        empty = element("g", cards.hollow(spot.width, spot.height), opacity=0.6)
        sheet.lay(spot, cards.royal_card(royal) if royal else empty, f"R{at + 1}")


# The board


def lay_board(sheet: Sheet, scene: Scene) -> None:
    tray = box(0, 0, TRAY, TRAY, rx=11, fill="url(#fill-tray)", stroke="#8a6d38", stroke_width=2)
    sheet.add(group(TRAY_X, TRAY_Y, tray, coordinates(), spiral()))
    tokens = [gem for row in scene.table.board for gem in row]
    for space, gem in enumerate(tokens):
        x, y = TRAY_X + centre(space)[0], TRAY_Y + centre(space)[1]
        sheet.place(Spot(x - 25, y - 25, 50, 50, 25, True), space_name(space))
        if gem is not None:
            sheet.add(cards.disc(gem, x, y, 54))
    empty = [space for space in SPIRAL.tolist() if tokens[space] is None]
    filled = sum(scene.table.bag)
    sheet.add(group(TRAY_X, TRAY_Y, holes(empty[:filled], "next"), holes(empty[filled:], "empty")))


def centre(space: int) -> tuple[float, float]:
    """The middle of a space, from the corner of the tray."""
    row, column = divmod(space, SIDE)
    return EDGE + CELL * (column + 0.5), EDGE + CELL * (row + 0.5)


def coordinates() -> str:
    middles = [EDGE + CELL * (at + 0.5) for at in range(SIDE)]
    across = [numbered(x, 12, COLUMN_LETTERS[at]) for at, x in enumerate(middles)]
    down = [numbered(12, y, str(at + 1)) for at, y in enumerate(middles)]
    return element("g", *across, *down, font_weight=600, fill="#e3c795", **SMALL)


def spiral() -> str:
    """The way in which the board is filled."""
    points = " ".join(f"{number(x)},{number(y)}" for x, y in map(centre, map(int, SPIRAL)))
    look = {"stroke": "#c79b5a", "stroke_width": 1.5, "stroke_dasharray": "4 5"}
    return element("polyline", points=points, fill="none", stroke_opacity=0.8, **look)


def holes(spaces: list[int], kind: str) -> str:
    """Empty spaces with their numbers on the spiral; `next` are those that the bag would fill."""
    stamps = [stamp(f"hole-{kind}", *centre(space)) for space in spaces]
    words = [numbered(*centre(space), str(ORDER[space])) for space in spaces]
    ink = "#1a110b" if kind == "next" else "#e3c795"
    return element("g", *stamps, *words, fill=ink, **SMALL)


def numbered(x: float, y: float, words: str) -> str:
    """A small label in a group with the look `SMALL`."""
    return element("text", words, x=x, y=y + CAPITALS * 12.5)


def hole_ground(name: str) -> str:
    """The definition of an empty space."""
    inner = circle(0, 0, 12, fill="#f0c95c") if name == "next" else ""
    ground = circle(0, 0, 22, fill="#2c1a0d", stroke="#1a0e06")
    return element("g", ground, inner, id=f"hole-{name}")


MADE["hole"] = hole_ground


# Panels


def lay_panel(sheet: Sheet, scene: Scene, seat: int) -> None:
    place = scene.table.places[seat]
    x = MARGIN + seat * (PANEL_WIDTH + GAP)
    panel(sheet, scene, seat, Spot(x, PANEL_Y, PANEL_WIDTH, PANEL_HEIGHT, 11))
    parts = (heading(scene, seat, 22), possessions(place), rings(place), columns(place))
    sheet.add(group(x, PANEL_Y, *parts))
    first = x + PANEL_WIDTH - PAD - HAND * HAND_WIDTH - (HAND - 1) * 8
    steps = [first + at * (HAND_WIDTH + 8) for at in range(HAND)]
    spots = [Spot(left, PANEL_Y + 42, HAND_WIDTH, HAND_HEIGHT, 6) for left in steps]
    lay_hand(sheet, scene, seat, spots)


def possessions(place: DuelPlace) -> str:
    """In the title line, from the right: tokens, royal cards, privileges."""
    right = PANEL_WIDTH - PAD - 114
    parts = [group(right, 22, token_count(place.tokens))]
    x = right - 8.0
    for royal in place.royals:
        x -= 26
        parts.append(use(f"crest-{cards.royal_crest(royal)}", x, 9, (21, 25)))
    for _ in range(place.privileges):
        x -= 26
        parts.append(use("scroll", x, 10, 24, color="#5c3d0c"))
    return joined(parts)


def rings(place: DuelPlace) -> str:
    """The three ways to win."""
    best = max(place.colour_points)
    gem = Gem(place.colour_points.index(best))
    colour = use(f"panel-{cards.letter_of(gem)}", -8, -25, 16) if best else ""
    crown = use("crown", -8, -26, 16, color=BRASS)
    shown = (
        (place.points, POINTS_TO_WIN, "points", ""),
        (place.crowns, CROWNS_TO_WIN, "crowns", crown),
        (best, COLOUR_TO_WIN, "one colour", colour),
    )
    return joined(
        group(PAD + 36 + 77 * at, 79, *ring(*each), text_anchor="middle")
        for at, each in enumerate(shown)
    )


def ring(value: int, aim: int, words: str, sign: str) -> list[str]:
    """A ring that is full when the aim is reached."""
    whole = 2 * pi * RING
    part = whole * min(value / aim, 1)
    look = {"fill": "none", "stroke_width": 8}
    down = 3 if sign else -4
    parts = [circle(0, 0, RING, stroke="var(--well)", **look)]
    if value:
        dash = f"{number(part)} {number(whole)}"
        arc = {"stroke_dasharray": dash, "transform": "rotate(-90)", "stroke_linecap": "round"}
        parts.append(circle(0, 0, RING, stroke=BRASS, **look, **arc))
    parts.append(label(0, down, value, 22, fill=INK))
    parts.append(quiet(0, down + 16, f"/{aim}", 12))
    parts.append(quiet(0, RING + 19, words, 12.5))
    return [*parts, sign]


def columns(place: DuelPlace) -> str:
    """One column for each kind of token: bonus, points of the colour, token."""
    step = (PANEL_WIDTH - 2 * PAD) / len(Gem)
    return joined(
        column(place, gem, PAD + (at + 0.5) * step) for at, gem in enumerate(place.tokens.order)
    )


def column(place: DuelPlace, gem: Gem, x: float) -> str:
    count = place.tokens[gem]
    held = cards.disc(gem, x - 12, COLUMNS_Y + 72, 40)
    held += label(x + 16, COLUMNS_Y + 72, count, 19, fill=INK)
    token = held if count else element("g", held, opacity=0.5)
    if gem >= GEMS:
        return token + quiet(x, COLUMNS_Y + 40, str(gem), 12.5, text_anchor="middle")
    points = place.colour_points[gem]
    meter = ticks(points, x - 32, COLUMNS_Y + 40, 5)
    counted = label(x + 20, COLUMNS_Y + 40, points, 12, fill=INK if points else INK_2)
    spot = Spot(x - TILE_WIDTH / 2, COLUMNS_Y, TILE_WIDTH, 30)
    return joined([token, bonus(gem, place.bonuses[gem], spot), meter, counted])


def touched(move: Move) -> tuple[str, ...]:
    """The places that a move touches."""
    match move:
        case TakeLine(spaces):
            return tuple(map(space_name, spaces))
        case UsePrivilege(space) | TakeGold(space) | TakeMatching(space):
            return (space_name(space),)
        case Replenish():
            return ("bag",)
        case TakeRoyal(royal):
            return (f"R{royal + 1}",)
        case _:
            return places_of(move)
