"""The engine and the plain rules play the same game and must agree at every decision."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any, TypeAlias

from splendor.game import Game

Start: TypeAlias = Callable[[Random], tuple[Game, Any]]
Choose: TypeAlias = Callable[[list[str], Random], str]


@dataclass(frozen=True)
class Pairing:
    """How a game is dealt and played twice, and how the two states are compared."""

    rules: tuple[str, ...]  # all cases that the plain rules count
    result: Path  # the file for the counts of the long run
    kinds: dict[str, tuple[Start, Choose]]  # of games: how they begin, how moves are chosen
    play: Callable[[Game, Any, str], None]
    snapshot: Callable[[Game], dict[str, Any]]  # the whole state
    plain_snapshot: Callable[[Any], dict[str, Any]]
    known: Callable[[Any, Game], dict[str, Any]]  # the table of a view
    known_to: Callable[[Any, int | None], dict[str, Any]]  # by the plain rules
    views: float  # the share of decisions at which views are compared, in the long run


def play_both(pairing: Pairing, kind: str, number: int, views: float) -> Counter[str]:
    """Play one game twice; return the rules that it exercised."""
    start, choose = pairing.kinds[kind]
    random = Random(f"{kind}/{number}")
    game, plain = start(random)
    history: list[str] = []
    while True:
        where = f"{kind} game {number} after {' '.join(history)}"
        legal = [str(move) for move in game.legal_moves]
        assert set(legal) == plain.legal(), where
        assert pairing.snapshot(game) == pairing.plain_snapshot(plain), where
        if random.random() < views:
            compare_views(pairing, game, plain, where)
        if game.is_over:
            exercised: Counter[str] = plain.exercised
            return exercised
        move = choose(sorted(legal), random)
        pairing.play(game, plain, move)
        history.append(move)


def compare_views(pairing: Pairing, game: Game, plain: Any, where: str) -> None:
    for seat in (None, *range(game.players)):
        seen = pairing.known(game.view(seat).table, game)
        assert seen == pairing.known_to(plain, seat), f"view of {seat}: {where}"
