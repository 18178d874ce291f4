"""The table of Splendor Duel as a hundred columns of text: pyramid, royals, board, both places."""

from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import TypeAlias

from splendor.core.content import NO_ABILITY, JewelCard, Royal
from splendor.core.gems import COLOURS, LETTERS
from splendor.core.tables import Place
from splendor.duel.board import COLUMN_LETTERS, SIDE, SPIRAL
from splendor.duel.moves import SLOT_LETTERS, TOKEN_LETTERS
from splendor.duel.options import DuelOptions
from splendor.duel.state import (
    COLOUR_TO_WIN,
    CROWNS_TO_WIN,
    POINTS_TO_WIN,
    ROYAL_CROWNS,
    TOKEN_LIMIT,
)
from splendor.duel.table import DuelPlace, DuelTable
from splendor.game import Game
from splendor.terminal.drawing import (
    BOLD,
    CHIPS,
    DIM,
    EDGES,
    LAST,
    MARGIN,
    WIDTH,
    Scene,
    chips,
    columns,
    cut,
    filled,
    hand_lines,
    headline,
    how_many,
    of_type,
    pad,
    paint,
    place_headline,
    tinted,
)
from splendor.terminal.prices import price_marks, shortage, tag

CARD = 13  # wide
HEIGHT = 5
DECK = 8  # the words on the left of the pyramid
PYRAMID = 70
LEFT = 46  # of a player's place; the hand is on the right
WILD_STYLE = "7"
NO_COLOUR = "37"  # the edge of a card that has none
NO_BONUS_YET = "no bonus"

DuelScene: TypeAlias = Scene[DuelTable, DuelOptions]


def options_of(game: Game) -> DuelOptions:
    return of_type(game.options, DuelOptions)


def table_of(game: Game) -> DuelTable:
    return of_type(game.table, DuelTable)


# Cards


def points_of(thing: JewelCard | Royal) -> str:
    return f"{thing.points} pt{'s' if thing.points > 1 else ''}" if thing.points else ""


def colour_of(card: JewelCard) -> str:
    """The letter of the bonus, or nothing for a wild card and one without bonus."""
    return LETTERS[COLOURS.index(card.bonus)] if card.bonus in COLOURS else ""


def bonus_chip(card: JewelCard) -> str:
    """` W `, ` WW` for two, ` ? ` for a wild card."""
    if letter := colour_of(card):
        return paint(f" {letter * card.bonus_count:<2}", CHIPS[letter])
    return paint(" ? ", WILD_STYLE) if card.bonus_count else paint(" - ", DIM)


def gift_of(card: JewelCard) -> str:
    """The crowns or the ability of a card; no card has both (D5.3)."""
    if card.crowns:
        return how_many(card.crowns, "crown")
    return ability_of(card)


def ability_of(thing: JewelCard | Royal) -> str:
    return "" if thing.ability == NO_ABILITY else thing.ability


def card_word(card: JewelCard) -> str:
    """A card on one line: bonus, points, crowns or ability, price."""
    price = chips(card.cost, TOKEN_LETTERS)
    return f"{bonus_chip(card)} {points_of(card):>5} {gift_of(card):<9} {price}"


def bar_of(place: Place, card: JewelCard) -> str:
    """D5.1: why a player cannot buy a wild card at any price, or nothing."""
    wild = card.bonus_count and not colour_of(card)
    return NO_BONUS_YET if wild and not any(place.bonuses) else ""


def mark(place: Place, card: JewelCard) -> str:
    """The mark of a card for a player: BUY, what is missing, or that there is no bonus to copy."""
    bar = "" if shortage(place, card) else bar_of(place, card)
    return bar or tag(place, card)


def card_box(scene: DuelScene, level: int, slot: int) -> list[str]:
    card = scene.table.market[level][slot]
    name = f"{level + 1}{SLOT_LETTERS[slot]}"
    if card is None:
        return [pad(line, CARD) for line in ("", f" {name}", " is empty", "", "")]
    edge, place = EDGES.get(colour_of(card), NO_COLOUR), scene.buyer
    points = paint(points_of(card), BOLD)
    note = scene.note(name, card.id)
    top = filled(f"╭{paint(name, BOLD)}", "─", f"{points}{bonus_chip(card)}╮", CARD)
    bottom = filled(f"╰{mark(place, card) if place else ''}", "─", f"{note}╯", CARD)
    price = chips(card.cost, TOKEN_LETTERS)
    middle = [gift_of(card), price, " ".join(price_marks(place, card)) if place else ""]
    side = paint("│", edge)
    inner = [f"{side}{pad(line, CARD - 2)}{side}" for line in middle]
    return [tinted(top, edge), *inner, tinted(bottom, edge)]


# The board


def filling_order(table: DuelTable) -> dict[int, int]:
    """D2.2: the empty spaces that the bag fills, with their order from 1."""
    empty = [int(space) for space in SPIRAL if token_at(table, int(space)) is None]
    return {space: number for number, space in enumerate(empty[: sum(table.bag)], 1)}


def token_at(table: DuelTable, space: int) -> int | None:
    return table.board[space // SIDE][space % SIDE]


def is_joined(space: int, other: int) -> bool:
    """Whether two spaces are neighbours on the spiral."""
    steps = [int(step) for step in SPIRAL]
    return abs(steps.index(space) - steps.index(other)) == 1


def space_word(table: DuelTable, space: int, order: dict[int, int]) -> str:
    """Three columns: a token, or the number of an empty space in the order of filling."""
    token = token_at(table, space)
    if token is not None:
        return paint(f" {TOKEN_LETTERS[token]} ", CHIPS[TOKEN_LETTERS[token]])
    if space in order:
        return paint(f"{order[space]:^3}", LAST)
    return paint(" · ", DIM)


def board_lines(table: DuelTable) -> Iterator[str]:
    """The board with its coordinates, and the spiral as strokes between the spaces."""
    order = filling_order(table)
    yield "  " + " ".join(f" {letter} " for letter in COLUMN_LETTERS)
    for row in range(SIDE):
        spaces = range(SIDE * row, SIDE * row + SIDE)
        line = f"{row + 1} {space_word(table, spaces[0], order)}"
        for space in spaces[1:]:
            stroke = "─" if is_joined(space - 1, space) else " "
            line += paint(stroke, DIM) + space_word(table, space, order)
        yield line
        if row < SIDE - 1:
            below = ("│" if is_joined(space, space + SIDE) else " " for space in spaces)
            yield "  " + paint(" ".join(f" {stroke} " for stroke in below), DIM)


def beside_the_pyramid(table: DuelTable) -> Iterator[str]:
    """The right side of the drawing: the board, the bag, the privileges."""
    yield from board_lines(table)
    yield ""
    yield f"bag: {how_many(sum(table.bag), 'token')}"
    yield chips(table.bag, TOKEN_LETTERS) if any(table.bag) else ""
    yield ""
    yield f"{how_many(table.privileges, 'privilege')} left"


# Royal cards


def royal_lines(table: DuelTable) -> Iterator[str]:
    """The royal cards, drawn next to the top of the pyramid."""
    yield f"royals at {' and '.join(map(str, ROYAL_CROWNS))} crowns"
    for number, royal in enumerate(table.royals):
        name = paint(f"royal{number + 1}", BOLD)
        if royal:
            yield f"{name}  {points_of(royal)}  {ability_of(royal)}"
        else:
            yield paint(taken_royal(table, number), DIM)


def taken_royal(table: DuelTable, number: int) -> str:
    """The owner of a royal card, and its points and ability."""
    owners = [(seat, royal) for seat, place in enumerate(table.places) for royal in place.royals]
    seat, royal = next(owner for owner in owners if owner[1].id == number)
    return f"seat {seat}: {points_of(royal)}  {ability_of(royal)}"


def own_royals(place: DuelPlace) -> str:
    words = (
        f"royal{royal.id + 1} {points_of(royal)} {ability_of(royal)}" for royal in place.royals
    )
    return ", ".join(word.rstrip() for word in words)


# The whole screen


def draw(scene: DuelScene) -> str:
    return "\n".join(line.rstrip() for line in screen(scene))


def screen(scene: DuelScene) -> Iterator[str]:
    table = scene.table
    yield headline(scene, f"round {table.round} · turn {table.turn}{extra_turns(scene)}")
    pyramid = [line for level in (2, 1, 0) for line in pyramid_row(scene, level)]
    for left, right in zip_longest(pyramid, beside_the_pyramid(table), fillvalue=""):
        yield f" {pad(left, DECK + PYRAMID)}{right}"
    for seat in scene.in_order:
        yield from place_lines(scene, seat)


def extra_turns(scene: DuelScene) -> str:
    """D5.2: whether this turn is an extra one, and whether another is due."""
    if scene.is_over:
        return ""
    if scene.is_extra:
        return f" · extra turn{', another follows' if scene.table.again else ''}"
    return " · one more turn follows" if scene.table.again else ""


def pyramid_row(scene: DuelScene, level: int) -> Iterator[str]:
    size = scene.table.deck_sizes[level]
    left, note = f"{size} left" if size else "no deck", scene.note(str(level + 1), None)
    deck = ["", f"level {level + 1}", left, note, ""]
    boxes = [card_box(scene, level, slot) for slot in range(len(scene.table.market[level]))]
    beside = list(royal_lines(scene.table)) if level == 2 else [""] * HEIGHT
    for row in range(HEIGHT):
        cards = " ".join(box[row] for box in boxes)
        yield f"{pad(deck[row], DECK)}{cards}  {beside[row]}"


def place_lines(scene: DuelScene, seat: int) -> Iterator[str]:
    place = scene.table.places[seat]
    cards, best = how_many(len(place.bought), "card"), f"of {COLOUR_TO_WIN} each"
    held = f"{sum(place.tokens):>2}/{TOKEN_LIMIT}"
    left = [
        f"{pad('bonuses', MARGIN)}{columns(place.bonuses, LETTERS)}  {cards}",
        f"{pad('points', MARGIN)}{columns(place.colour_points, LETTERS)}  {best}",
        f"{pad('tokens', MARGIN)}{columns(place.tokens, TOKEN_LETTERS)}  {held}",
    ]
    yield place_headline(scene, seat, facts(place))
    for line, card in zip(left, hand_lines(scene, seat, held_word), strict=True):
        yield f" {pad(line, LEFT)}{card}"
    if place.royals:
        yield f" {pad('royals', MARGIN)}{own_royals(place)}"
    yield f" {pad('last', MARGIN)}{paint(cut(scene.last[seat], WIDTH - MARGIN - 2), LAST)}"


def facts(place: DuelPlace) -> Sequence[str]:
    best = max(place.colour_points)
    colour = COLOURS[place.colour_points.index(best)] if best else "one colour"
    return [
        f"{place.points}/{POINTS_TO_WIN} points",
        f"{place.crowns}/{CROWNS_TO_WIN} crowns",
        f"{best}/{COLOUR_TO_WIN} in {colour}",
        how_many(place.privileges, "privilege"),
    ]


def held_word(card: JewelCard, buyer: Place | None) -> str:
    note = mark(buyer, card) if buyer else ""
    return f"{pad(card_word(card), 31)} {pad(note, 8)}"
