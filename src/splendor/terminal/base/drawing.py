"""The table of the base game as a hundred columns of text."""

from collections.abc import Iterator
from typing import TypeAlias

from splendor.base.moves import SLOT_LETTERS, TOKEN_LETTERS
from splendor.base.options import BaseOptions
from splendor.base.state import TOKEN_LIMIT
from splendor.base.table import BasePlace, BaseTable
from splendor.core.content import Card, Noble
from splendor.core.gems import COLOURS, GEMS, LETTERS
from splendor.core.tables import Place
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
from splendor.terminal.prices import price_marks, tag

CARD = 21
LEFT = 50  # of a player's place; the hand is on the right

BaseScene: TypeAlias = Scene[BaseTable, BaseOptions]


def options_of(game: Game) -> BaseOptions:
    return of_type(game.options, BaseOptions)


def table_of(game: Game) -> BaseTable:
    return of_type(game.table, BaseTable)


# Cards and nobles


def points_of(card: Card) -> str:
    return short_points(card.points) if card.points else ""


def short_points(points: int) -> str:
    return f"{points} pt" if points == 1 else f"{points} pts"


def bonus_of(card: Card) -> str:
    return LETTERS[COLOURS.index(card.bonus)]


def bonus_chip(card: Card) -> str:
    return paint(f" {bonus_of(card)} ", CHIPS[bonus_of(card)])


def card_word(card: Card) -> str:
    """A card on one line: bonus, points, price."""
    return f"{bonus_chip(card)} {points_of(card):>5}  {chips(card.cost, LETTERS)}"


def card_box(scene: BaseScene, level: int, slot: int) -> list[str]:
    card = scene.table.market[level][slot]
    if card is None:
        return [
            " " * CARD,
            pad(f"  {level + 1}{SLOT_LETTERS[slot]} is empty", CARD),
            *[" " * CARD] * 2,
        ]
    edge = EDGES[bonus_of(card)]
    place = scene.buyer
    where = f"{level + 1}{SLOT_LETTERS[slot]}"
    points = f"{paint(points_of(card), BOLD)} " if card.points else ""
    note = scene.note(where, card.id)
    end = f" {note} ──╯" if note else "──╯"
    top = filled(f"╭─ {paint(where, BOLD)} ", "─", f" {points}{bonus_chip(card)}─╮", CARD)
    price = chips(card.cost, LETTERS, "  ")
    side = paint("│", edge)
    middle = [price, "  ".join(price_marks(place, card)) if place else ""]
    bottom = filled(f"╰─ {tag(place, card)} " if place else "╰─", "─", end, CARD)
    inner = [f"{side} {pad(line, CARD - 3)}{side}" for line in middle]
    return [tinted(top, edge), *inner, tinted(bottom, edge)]


def noble_cell(scene: BaseScene, slot: int, width: int) -> list[str]:
    noble = scene.table.nobles[slot]
    if noble is None:
        return [f"n{slot + 1} is gone", "", ""]
    to_go = " ".join(
        f"{seat}:{bonuses_to_go(scene, place, noble)}"
        for seat, place in enumerate(scene.table.places)
    )
    name = cut(noble.name, width - 2)
    return [
        f"{paint(f'n{slot + 1}', BOLD)} {chips(noble.requires, LETTERS)}",
        paint(name, DIM),
        to_go,
    ]


def bonuses_to_go(scene: BaseScene, place: BasePlace, noble: Noble) -> str:
    """The number of missing bonuses: ✓ for none, · if the player may have no more nobles."""
    if len(place.nobles) >= scene.options.nobles_each:
        return "·"
    lacking = sum(max(0, noble.requires[gem] - place.bonuses[gem]) for gem in range(GEMS))
    return str(lacking or "✓")


# The whole screen


def draw(scene: BaseScene) -> str:
    return "\n".join(line.rstrip() for line in screen(scene))


def screen(scene: BaseScene) -> Iterator[str]:
    table = scene.table
    yield headline(scene, f"round {table.round} · goal {table.target} points")
    yield from noble_lines(scene)
    for level in reversed(range(len(scene.table.market))):
        yield from market_row(scene, level)
    yield f" {pad('supply', MARGIN)}{columns(scene.table.supply, TOKEN_LETTERS)}"
    for seat in scene.in_order:
        yield from place_lines(scene, seat)


def noble_lines(scene: BaseScene) -> Iterator[str]:
    nobles = scene.table.nobles
    width = (WIDTH - MARGIN - 1) // len(nobles)
    left = next((noble for noble in nobles if noble), None)
    labels = ["nobles", short_points(left.points) if left else "", "to go" if left else ""]
    cells = [noble_cell(scene, slot, width) for slot in range(len(nobles))]
    for row, label in enumerate(labels[:2] if scene.is_over else labels):
        yield f" {pad(label, MARGIN)}" + "".join(pad(cell[row], width) for cell in cells)


def market_row(scene: BaseScene, level: int) -> Iterator[str]:
    size = scene.table.deck_sizes[level]
    deck = ["", f"level {level + 1}", f"{size} left" if size else "no deck", ""]
    boxes = [card_box(scene, level, slot) for slot in range(len(scene.table.market[level]))]
    for row, label in enumerate(deck):
        yield f" {pad(label, MARGIN)}" + " ".join(box[row] for box in boxes)


def place_lines(scene: BaseScene, seat: int) -> Iterator[str]:
    place = scene.table.places[seat]
    hand, held = hand_lines(scene, seat, held_word), sum(place.tokens)
    room = (LEFT - 2 if hand[-1] else WIDTH - 2) - MARGIN
    left = [
        f"{pad('bonuses', MARGIN)}{columns(place.bonuses, LETTERS)}",
        f"{pad('tokens', MARGIN)}{columns(place.tokens, TOKEN_LETTERS)}  {held:>2}/{TOKEN_LIMIT}",
        f"{pad('last', MARGIN)}{paint(cut(scene.last[seat], room), LAST)}",
    ]
    facts = [
        f"{place.points}/{scene.table.target} points",
        how_many(len(place.bought), "card"),
        how_many(len(place.nobles), "noble"),
    ]
    yield place_headline(scene, seat, facts)
    for line, card in zip(left, hand, strict=True):
        yield f" {pad(line, LEFT)}{card}"


def held_word(card: Card, buyer: Place | None) -> str:
    note = tag(buyer, card) if buyer else ""
    return f"{pad(card_word(card), 24)} {pad(note, 6)}"
