"""Positions with the number of decision sequences of length 1, 2, 3, …

`python -m tests.perft` counts anew. `tests/test_perft.py` lets the plain rules count as well.
"""

from pathlib import Path
from random import Random

from splendor.batch import perft
from splendor.game import Game

FILE = Path(__file__).parent / "base.txt"
DEPTH = 4


def positions() -> list[str]:
    """New deals, and positions out of random games in every phase."""
    found = []
    for rules in ("official", "landolt"):
        for players in (2, 3, 4):
            game = Game(rules, players=players, seed=f"perft/{rules}/{players}", rounds=100)
            found.append(game.position)
    random = Random("perft")
    for number, phase in enumerate(["play", "pay", "return", "noble"] * 3):
        options = {"nobles": "sought_free"} if number >= 8 else {}
        found.append(some_position(random, number, phase, options))
    return found


def some_position(random: Random, number: int, phase: str, options: dict[str, str]) -> str:
    """A position in this phase, after at least forty decisions."""
    for attempt in range(10_000):
        game = Game(seed=f"perft/{number}/{attempt}", players=2 + number % 3, rounds=100, **options)
        while not game.is_over:
            if len(game.moves) > 40 and game.phase == phase:
                return game.position
            moves = game.legal_moves
            purchases = [move for move in moves if str(move)[0] == "b"]
            game.push(random.choice(purchases or moves))
    raise AssertionError(f"no position in phase {phase}")


def write() -> None:
    lines = []
    for position in positions():
        counts = perft(Game.from_position(position).record, DEPTH)
        lines.append(f"{' '.join(map(str, counts))} : {position}")
    FILE.write_text("\n".join(lines) + "\n", "utf-8")


def read() -> list[tuple[list[int], str]]:
    rows = (line.split(" : ") for line in FILE.read_text("utf-8").splitlines())
    return [([int(count) for count in counts.split()], position) for counts, position in rows]
