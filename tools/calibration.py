"""Measure how well evaluators know the chances of winning, on held-out games of mixed players.

    python -m tools.calibration play           play the held-out games that are missing
    python -m tools.calibration measure        measure, and write docs/strength/calibration.json

The games are in `training/held_out/`, as moves and results: later versions replay them. From each
game four random positions count, as the deciding seat sees them. A chance is said to be calibrated
if positions that are given p are won with probability p: the expected calibration error (ECE) is
the mean distance over ten bins. Brier scores are means of the squared distance from the result.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.bots import Clock, make_bot
from splendor.bots.search import analyse
from splendor.game import Game
from splendor.ruleset import ruleset_of

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "training" / "held_out"
RESULTS = ROOT / "docs" / "strength" / "calibration.json"
KINDS = (("official", 2), ("official", 3), ("official", 4), ("duel", 2))
NUMBER = 600  # games of each kind
POSITIONS = 4  # of each game
BINS = 10
PHASES = ((1, 6), (7, 12), (13, 18), (19, 100))  # rounds
# Players of different strength; each seat is given one of them.
PLAYERS = (
    "greedy",
    "search,sims=40",
    "search,sims=150",
    "search,sims=900",
    "search,evaluator=best,sims=30",
    "search,evaluator=best,sims=200",
    "search,evaluator=best,sims=1000",
)
# What is measured: an evaluator and its simulations. One simulation asks the evaluator itself.
EVALUATORS = (("estimate", 1), ("best", 1), ("estimate", 400), ("best", 400))


@dataclass(frozen=True, slots=True)
class Sample:
    """A position of a held-out game: what an evaluator gave the deciding seat, and the result."""

    round: int
    chance: float
    result: float


def file_of(rules: str, players: int) -> Path:
    return GAMES / f"{rules}-{players}.jsonl.gz"


def play(number: int) -> int:
    GAMES.mkdir(parents=True, exist_ok=True)
    for rules, players in KINDS:
        path = file_of(rules, players)
        rows = read(path) if path.exists() else []
        while len(rows) < number:
            rows.append(play_game(rules, players, len(rows)))
            if len(rows) % 50 == 0 or len(rows) == number:
                save(path, rows)
                print(f"{path.name}: {len(rows)} games", flush=True)
    return 0


def play_game(rules: str, players: int, number: int) -> dict[str, Any]:
    seed = f"held out/{number}"
    chance = np.random.default_rng([number, players, len(rules)])
    options = ruleset_of(rules).limits
    game = Game(rules, players, seed=seed, start=0, **options)
    names = [PLAYERS[int(chance.integers(len(PLAYERS)))] for _ in range(players)]
    bots = [make_bot(name, f"{seed}/{seat}") for seat, name in enumerate(names)]
    while not game.is_over:
        game.push(bots[game.active].choose(game.view(game.active), Clock()))
    assert game.outcome is not None
    plies = sorted(chance.choice(len(game.moves), POSITIONS, replace=False).tolist())
    return {
        "seed": seed,
        "options": dict(options),
        "players": names,
        "moves": " ".join(map(str, game.moves)),
        "winners": list(game.outcome.winners),
        "positions": plies,
    }


def save(path: Path, rows: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(row) + "\n" for row in rows)
    path.write_bytes(gzip.compress(text.encode(), mtime=0))


def read(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def views_of(rules: str, players: int, row: dict[str, Any]) -> Iterator[tuple[Game, float]]:
    """The chosen positions of a game, each with the result of the seat that decides there."""
    game = Game(rules, players, seed=row["seed"], start=0, **row["options"])
    winners = row["winners"] or list(range(players))
    for ply, move in enumerate(row["moves"].split()):
        if ply in row["positions"]:
            yield game, (game.active in winners) / len(winners)
        game.push(move)


def samples(rules: str, players: int, evaluator: str, simulations: int) -> Iterator[Sample]:
    for number, row in enumerate(read(file_of(rules, players))):
        for game, result in views_of(rules, players, row):
            view = game.view(game.active)
            found = analyse(view, simulations, seed=number, evaluator=evaluator)
            value = found.value if simulations > 1 else found.best.value
            yield Sample(game.round, value, result)


def calibration_error(chances: npt.NDArray[Any], results: npt.NDArray[Any]) -> float:
    """The mean distance of chances and results over bins, weighted by their positions."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    distances = [abs((chances - results)[bins == number].sum()) for number in range(BINS)]
    return float(sum(distances) / len(chances))


def figures_of(found: list[Sample], players: int) -> dict[str, Any]:
    chances = np.array([sample.chance for sample in found])
    results = np.array([sample.result for sample in found])
    rounds = np.array([sample.round for sample in found])
    figures: dict[str, Any] = {
        "positions": len(found),
        "ece": round(calibration_error(chances, results), 4),
        "brier": round(float(((chances - results) ** 2).mean()), 4),
    }
    for first, last in PHASES:
        chosen = (rounds >= first) & (rounds <= last)
        if chosen.any():
            figures[f"rounds {first}-{last}"] = {
                "positions": int(chosen.sum()),
                "brier": round(float(((chances - results) ** 2)[chosen].mean()), 4),
                "constant": round(float(((1 / players - results) ** 2)[chosen].mean()), 4),
            }
    return figures


def measure() -> int:
    found: dict[str, Any] = {}
    for rules, players in KINDS:
        if not file_of(rules, players).exists():
            continue
        for evaluator, simulations in EVALUATORS:
            key = f"{rules}-{players}/{evaluator}@{simulations}"
            figures = figures_of(list(samples(rules, players, evaluator, simulations)), players)
            found[key] = figures
            print(key, json.dumps(figures), flush=True)
    RESULTS.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the calibration of evaluators.")
    parser.add_argument("what", choices=["play", "measure"])
    parser.add_argument("--games", type=int, default=NUMBER)
    args = parser.parse_args()
    return play(args.games) if args.what == "play" else measure()


if __name__ == "__main__":
    sys.exit(main())
