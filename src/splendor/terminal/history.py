"""The decisions of a game, each with the game before and after it."""

from collections.abc import Iterator
from dataclasses import dataclass

from splendor.game import Game
from splendor.outcome import CONCLUSIONS
from splendor.ruleset import Move


@dataclass(frozen=True, slots=True)
class Decision:
    """A move, and the game before and after it."""

    before: Game
    move: Move
    after: Game

    @property
    def seat(self) -> int:
        return self.before.active


def stage(game: Game, moves: int) -> Game:
    """The game after `moves` moves; a conclusion outside the rules counts as after the last."""
    again, played = game.copy(), game.ply
    if is_concluded(game) and moves < played:
        again.pop()
    for _ in range(played - moves):
        again.pop()
    return again


def is_concluded(game: Game) -> bool:
    return game.outcome is not None and game.outcome.reason in CONCLUSIONS


def is_extra_turn(game: Game) -> bool:
    """Whether the active seat also had the previous turn."""
    before = game.copy()
    while before.moves and (before.is_over or before.turn == game.turn):
        before.pop()
    return before.turn < game.turn and before.active == game.active


def decisions(game: Game) -> Iterator[Decision]:
    """Every decision, from the first to the last."""
    before = stage(game, 0)
    for number, move in enumerate(game.moves, 1):
        after = stage(game, number)
        yield Decision(before, move, after)
        before = after


def backwards(game: Game) -> Iterator[Decision]:
    """Every decision, from the last to the first."""
    after = game
    for number in reversed(range(game.ply)):
        before = stage(game, number)
        yield Decision(before, game.moves[number], after)
        after = before
