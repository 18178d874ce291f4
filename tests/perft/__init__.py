"""Positions with the number of decision sequences of length 1, 2, 3, …

`python -m tests.perft` counts again. `tests/test_perft.py` compares with the plain rules.
"""

from pathlib import Path
from random import Random
from typing import Any

from splendor.batch import perft
from splendor.game import Game
from splendor.ruleset import ruleset_of

FOLDER = Path(__file__).parent
DEPTHS = {"base": 4, "duel": 3}  # a Duel board has up to 145 lines
PHASES = {
    "base": ("play", "pay", "return", "noble"),
    "duel": ("play", "gold", "pay", "colour", "match", "steal", "royal", "discard"),
}


def positions(name: str) -> list[str]:
    """New deals, and positions of random games in every phase."""
    return [*deals(name), *later_positions(name)]


def deals(name: str) -> list[str]:
    if name == "duel":
        return [Game("duel", seed=f"perft/duel/{number}", idle=60).position for number in range(6)]
    return [
        Game(rules, players=players, seed=f"perft/{rules}/{players}", rounds=100).position
        for rules in ("official", "landolt")
        for players in (2, 3, 4)
    ]


def later_positions(name: str) -> list[str]:
    random = Random("perft")
    found = []
    for number, phase in enumerate(PHASES[name] * 3):
        rules, options = options_of(name, number)
        found.append(some_position(random, number, phase, rules, options))
    return found


def options_of(name: str, number: int) -> tuple[str, dict[str, Any]]:
    if name == "duel":
        return "duel", {"refill": "end_of_turn"} if number >= 16 else {}
    options: dict[str, Any] = {"nobles": "sought_free"} if number >= 8 else {}
    return "official", {"players": 2 + number % 3, **options}


def some_position(
    random: Random, number: int, phase: str, rules: str, options: dict[str, Any]
) -> str:
    """A position in this phase, after at least forty decisions."""
    options = {**ruleset_of(rules).limits, **options}
    for attempt in range(10_000):
        game = Game(rules, seed=f"perft/{number}/{attempt}", **options)
        while not game.is_over:
            if len(game.moves) > 40 and game.phase == phase:
                return game.position
            moves = game.legal_moves
            purchases = [move for move in moves if str(move)[0] == "b" and len(str(move)) < 5]
            game.push(random.choice(purchases or moves))
    raise AssertionError(f"no position in phase {phase}")


def write(name: str) -> None:
    lines = []
    for position in positions(name):
        counts = perft(Game.from_position(position).record, DEPTHS[name])
        lines.append(f"{' '.join(map(str, counts))} : {position}")
    (FOLDER / f"{name}.txt").write_text("\n".join(lines) + "\n", "utf-8")


def read(name: str) -> list[tuple[list[int], str]]:
    lines = (FOLDER / f"{name}.txt").read_text("utf-8").splitlines()
    rows = (line.split(" : ") for line in lines)
    return [([int(count) for count in counts.split()], position) for counts, position in rows]
