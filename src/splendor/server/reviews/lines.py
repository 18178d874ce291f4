"""A line of a review on the table: what is certain of it, as the player who decides sees it."""

from collections.abc import Sequence
from typing import Any

from msgspec import Raw

from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.server.reviews.bodies import LineStep, ShownLine
from splendor.server.tables.news import encode
from splendor.server.tables.wire_views import wire_table

MOST_MOVES = 24
DEALS = 4  # of unseen cards: what is the same in all of them is certain
MAY_DIFFER = ("market", "pyramid", "hand")  # where an unseen card is shown as no card


class Uncertain(Exception):
    """The table depends on what nobody has seen."""


def shown_line(game: Game, ply: int, moves: Sequence[str]) -> ShownLine:
    """Each move with the table after it. From the first one on that depends on an unseen card,
    moves are only listed, as long as one of some deals allows them.
    """
    before = game.at(ply)
    view = before.view(before.active)
    games = [view.imagine(f"line/{number}") for number in range(DEALS)]
    steps, certain = list[LineStep](), True
    for move in moves:
        seat, able = games[0].active, [each for each in games if can_play(each, move)]
        if not able:
            break
        certain = certain and len(able) == DEALS and is_one_move(able, move)
        for each in able:
            each.push(move)
        table = table_after(able, before.active) if certain else None
        certain = table is not None
        steps.append(LineStep(seat, move, table))
        games = able
    return ShownLine(steps)


def can_play(game: Game, move: str) -> bool:
    try:
        return not game.is_over and game.is_legal(game.parse(move))
    except RulesError:
        return False


def is_one_move(games: Sequence[Game], move: str) -> bool:
    """Whether the move means the same in all deals."""
    return len({game.describe(game.parse(move)) for game in games}) == 1


def table_after(games: Sequence[Game], seat: int) -> Raw | None:
    try:
        return Raw(encode(same([wire_table(game.view(seat)) for game in games])))
    except Uncertain:
        return None


def same(values: Sequence[Any], may_differ: bool = False) -> Any:
    """What all deals have in common; None for cards that differ."""
    first = values[0]
    if isinstance(first, dict) and all(isinstance(each, dict) for each in values):
        return {
            key: same([each.get(key) for each in values], may_differ or key in MAY_DIFFER)
            for key in first
        }
    if isinstance(first, list) and len({len(each) for each in values}) == 1:
        return [same(list(each), may_differ) for each in zip(*values, strict=True)]
    if all(each == first for each in values):
        return first
    if not may_differ:
        raise Uncertain
    return None
