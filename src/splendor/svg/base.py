"""The table of the base game: nobles, market, supply, and the players at the right."""

from dataclasses import dataclass
from typing import Final

from splendor.base.moves import ReceiveNoble, ReturnToken, Take, TakePair
from splendor.base.table import BasePlace
from splendor.core.gems import Gem
from splendor.core.moves import Move
from splendor.svg import cards
from splendor.svg.markup import element, group, joined, label, use
from splendor.svg.panels import (
    GAP,
    HAND,
    INK,
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
    owned,
    panel,
    quiet,
    token_count,
    tokens_as_disc,
    tokens_in_short,
)
from splendor.svg.scene import Scene
from splendor.svg.sheet import Sheet, Spot, places_of

ROW = 4
LEVELS = 3
MARKET_WIDTH = 2 * PAD + cards.DECK_WIDTH + 14 + ROW * cards.WIDTH + (ROW - 1) * 8
MARKET_HEIGHT = 2 * PAD + LEVELS * cards.HEIGHT + (LEVELS - 1) * 8
SUPPLY_WIDTH = 112
PANEL_WIDTH = 464
NOBLES_Y = TITLE + 4
MARKET_Y = NOBLES_Y + cards.NOBLE_HEIGHT + GAP
LEFT_WIDTH = MARKET_WIDTH + GAP + SUPPLY_WIDTH
PANEL_X = MARGIN + LEFT_WIDTH + GAP
WIDTH = PANEL_X + PANEL_WIDTH + MARGIN
HEIGHT = MARKET_Y + MARKET_HEIGHT + MARGIN
PANELS_HEIGHT = HEIGHT - MARGIN - NOBLES_Y
COLUMNS = 6  # of tokens: five colours and gold


@dataclass(frozen=True)
class Room:
    """The sizes in a panel, which depend on the number of players."""

    header: float  # the height of the line with the name
    score: float
    tile: tuple[float, float]
    step: float  # from column to column
    token: float  # the size of a disc; 0: a gem with its number
    hand: tuple[float, float]


ROOMS: Final = {
    2: Room(52, 38, (66, 44), 74, 50, (98.56, 112)),
    3: Room(46, 32, (36, 42), 40, 0, (62, 131)),
    4: Room(41, 28, (36, 30), 40, 0, (62, 90)),
}


def draw(scene: Scene) -> Sheet:
    sheet = Sheet(WIDTH, HEIGHT)
    frame(sheet, scene, f"{scene.position.rules}, to {scene.table.target} points")
    lay_nobles(sheet, scene)
    lay_market(sheet, scene)
    lay_supply(sheet, scene)
    for seat in range(scene.position.players):
        lay_panel(sheet, scene, seat)
    return sheet


def lay_nobles(sheet: Sheet, scene: Scene) -> None:
    nobles = scene.table.nobles
    others = max(len(nobles) - 1, 1)
    step = min(cards.NOBLE_WIDTH + 18, (LEFT_WIDTH - cards.NOBLE_WIDTH) / others)
    first = MARGIN + (LEFT_WIDTH - cards.NOBLE_WIDTH - others * step) / 2
    for slot, noble in enumerate(nobles):
        name = f"n{slot + 1}"
        spot = Spot(first + slot * step, NOBLES_Y, cards.NOBLE_WIDTH, cards.NOBLE_HEIGHT)
        empty = element("g", cards.hollow(spot.width, spot.height), opacity=0.6)
        sheet.lay(spot, cards.noble_tile(noble, name) if noble else empty, name)


def lay_market(sheet: Sheet, scene: Scene) -> None:
    sheet.add(mat(MARGIN, MARKET_Y, MARKET_WIDTH, MARKET_HEIGHT))
    x = MARGIN + PAD
    for level in range(1, LEVELS + 1):
        y = MARKET_Y + PAD + (LEVELS - level) * (cards.HEIGHT + 8)
        lay_deck(sheet, scene, level, x, y)
        lay_row(sheet, scene, level, x + cards.DECK_WIDTH + 14, y)


def lay_supply(sheet: Sheet, scene: Scene) -> None:
    x = MARGIN + MARKET_WIDTH + GAP
    sheet.add(mat(x, MARKET_Y, SUPPLY_WIDTH, MARKET_HEIGHT))
    step = (MARKET_HEIGHT - 2 * PAD) / COLUMNS
    for row, (gem, count) in enumerate(scene.table.supply.items()):
        y = MARKET_Y + PAD + step * (row + 0.5)
        pile = cards.disc(gem, 44, 0, 60) + group(80, 0, *pile_words(gem, count))
        sheet.add(group(x, y, pile if count else element("g", pile, opacity=0.5)))
        sheet.place(Spot(x + 15, y - 29, 58, 58, 29), gem.letter)


def pile_words(gem: Gem, count: int) -> tuple[str, str]:
    return (
        label(8, -4, count, 24, text_anchor="middle", fill=INK),
        quiet(8, 18, gem.letter, 12, text_anchor="middle"),
    )


# Panels


def lay_panel(sheet: Sheet, scene: Scene, seat: int) -> None:
    players, place = scene.position.players, scene.table.places[seat]
    room = ROOMS[players]
    height = (PANELS_HEIGHT - (players - 1) * 8) / players
    spot = Spot(PANEL_X, NOBLES_Y + seat * (height + 8), PANEL_WIDTH, height, 11)
    panel(sheet, scene, seat, spot)
    inner = [heading(scene, seat, room.header / 2 + 1), score(scene, place, room)]
    inner.append(columns(place, room))
    inner.append(footer(place, room, height))
    sheet.add(group(spot.x, spot.y, *inner))
    lay_hand(sheet, scene, seat, hand_spots(spot, room))


def score(scene: Scene, place: BasePlace, room: Room) -> str:
    """The points, of those that end the game."""
    target, y = scene.table.target, room.header / 2 + 1
    colour = "var(--go-ring)" if place.points >= target else INK
    right = PANEL_WIDTH - PAD
    small = len(f"/{target}") * 9.5
    return label(
        right - small, y, place.points, room.score, text_anchor="end", fill=colour
    ) + quiet(right, y + room.score * 0.16, f"/{target}", 15, text_anchor="end")


def columns(place: BasePlace, room: Room) -> str:
    """One column for each colour: the bonus above, the token below."""
    width, height = room.tile
    y = room.header + height + (room.token / 2 + 6 if room.token else height / 2 + 3)
    parts = []
    for at, (gem, count) in enumerate(place.tokens.items()):
        x = PAD + at * room.step
        if gem != Gem.GOLD:
            parts.append(bonus(gem, place.bonuses[gem], Spot(x, room.header, width, height)))
        if room.token:
            parts.append(tokens_as_disc(gem, count, (x + width / 2, y), room.token))
        else:
            parts.append(tokens_in_short(gem, count, x + width / 2, y))
    return joined(parts)


def footer(place: BasePlace, room: Room, height: float) -> str:
    """Tokens of ten, cards, and the nobles that were received."""
    tokens, words = token_count(place.tokens), owned(place)
    if room.hand[0] > cards.HELD_WIDTH:  # the hand is below, so there is room at its right
        x = PAD + HAND * (room.hand[0] + 8) + 4
        won = nobles_won(place, 0, 36, 24)
        return group(x, height - 112, tokens, quiet(0, 20, words, 12.5), won)
    won = nobles_won(place, 124 + 8.2 * len(words), -9, 18)
    return group(PAD, height - 18, tokens, quiet(118, 0, words, 12.5), won)


def nobles_won(place: BasePlace, x: float, y: float, size: float) -> str:
    """The coats of arms of the nobles that were received."""
    crests = [f"crest-{noble.id % cards.CRESTS}" for noble in place.nobles]
    width = size * 5 / 6
    return joined(
        use(crest, x + (width + 4) * at, y, (width, size)) for at, crest in enumerate(crests)
    )


def hand_spots(spot: Spot, room: Room) -> list[Spot]:
    width, height = room.hand
    gap = 8 if width > cards.HELD_WIDTH else 6
    if width > cards.HELD_WIDTH:
        x, y = spot.x + PAD, spot.y + spot.height - height - PAD
    else:
        x = spot.x + spot.width - PAD - HAND * width - (HAND - 1) * gap
        y = spot.y + room.header
    return [Spot(x + at * (width + gap), y, width, height, 5) for at in range(HAND)]


def touched(move: Move) -> tuple[str, ...]:
    """The places that a move touches."""
    match move:
        case Take(gems):
            return tuple(gem.letter for gem in gems)
        case TakePair(gem):
            return (gem.letter,)
        case ReturnToken(token):
            return (token.letter,)
        case ReceiveNoble(slot):
            return (f"n{slot + 1}",)
        case _:
            return places_of(move)
