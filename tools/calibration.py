"""Measure how well evaluators and reviews know the chances of winning, on held-out games.

    python -m tools.calibration play [KIND …]      play the held-out games that are missing
    python -m tools.calibration measure [KIND …]   measure, and write docs/strength/calibration.json
    python -m tools.calibration players [KIND …]   print slopes of equal games, by who plays them

The games are in `training/held_out/`, as moves and results: later versions replay them. No network
was trained with them. From each game four random positions count, as the deciding seat sees them.
Both commands can be stopped, and go on where they were.

The players are of different strength. In *mixed* games each seat is given one of them: who is ahead
is then often the better player, and wins more often than the position alone would say. In *equal*
games all seats are given the same one, from game to game another.

A chance is said to be calibrated if positions that are given p are won with probability p: the
expected calibration error (ECE) is the mean distance over ten bins. Even perfect chances have one,
as results are random: `noise`. The `slope` is the exponent of all seats' chances that fits the
results best: above 1 the chances are too cautious, below 1 too sure; `fitted` is the ECE with the
exponent fitted on the other half of the games. Brier scores are means of the squared distance from
the result.
"""

import argparse
import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from splendor.bots import Clock, make_bot
from splendor.game import Game
from splendor.review.judge import Judge
from splendor.review.model import PHASES, Budget, phase_of
from splendor.review.shown import exponent_of, to_the_power
from splendor.ruleset import ruleset_of
from tools.docs.markdown import table

ROOT = Path(__file__).resolve().parent.parent
GAMES = ROOT / "training" / "held_out"
RESULTS = ROOT / "docs" / "strength" / "calibration.json"


class Kind(NamedTuple):
    """What kind of games: `is_equal` if all seats have the same player."""

    game: str
    rules: str
    players: int
    is_equal: bool

    @property
    def path(self) -> Path:
        equal = "-equal" if self.is_equal else ""
        return GAMES / f"{self.rules}-{self.players}{equal}.jsonl.gz"


COUNTS = (
    ("base", "official", 2),
    ("duel", "duel", 2),
    ("base", "official", 3),
    ("base", "official", 4),
)
SETS = {"mixed": False, "equal": True}
KINDS = {
    f"{game}-{players}-{name}": Kind(game, rules, players, is_equal)
    for game, rules, players in COUNTS
    for name, is_equal in SETS.items()
}
NUMBER = 1200  # games of each kind; the files of equal players for two also have 700 earlier ones
SAVED_EVERY = 50  # games
POSITIONS = 4  # of each game
BINS = 10
TRIALS = 200  # for the noise
PLAYERS_BUDGET = 400  # simulations
FITTED = {"ece": 3, "slope": 2, "fitted": 3}  # figures of a search, and their digits
SLOPES = np.linspace(0.5, 2.0, 151)
ROUNDS = ((1, 6), (7, 12), (13, 18), (19, 100))
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
# What is measured: an evaluator and its simulations. One simulation asks the evaluator itself. The
# last is what a review shows before a decision, except for the exponent.
SEARCHES = (
    ("estimate", 1),
    ("best", 1),
    ("estimate", 400),
    ("best", 400),
    ("best", Budget().decision),
)

Numbers = npt.NDArray[np.float64]


# Games


def play(kind: Kind, number: int) -> None:
    GAMES.mkdir(parents=True, exist_ok=True)
    rows = read(kind.path)
    while len(rows) < number:
        rows.append(play_game(kind, len(rows)))
        if len(rows) % SAVED_EVERY == 0 or len(rows) == number:
            save(kind.path, rows)
            print(f"{kind.path.name}: {len(rows)} games", flush=True)


def play_game(kind: Kind, number: int) -> dict[str, Any]:
    seed = f"held out/equal/{number}" if kind.is_equal else f"held out/{number}"
    chance = np.random.default_rng([number, kind.players, len(kind.rules)])
    options = ruleset_of(kind.rules).limits
    game = Game(kind.rules, kind.players, seed=seed, start=0, **options)
    names = [PLAYERS[int(chance.integers(len(PLAYERS)))] for _ in range(kind.players)]
    if kind.is_equal:
        names = [PLAYERS[number % len(PLAYERS)]] * kind.players
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
    part = path.with_suffix(".part")
    part.write_bytes(gzip.compress(text.encode(), mtime=0))
    part.replace(path)


def read(path: Path) -> list[dict[str, Any]]:
    if not path.exists():
        return []
    return [json.loads(line) for line in gzip.decompress(path.read_bytes()).splitlines()]


def positions_of(kind: Kind, row: dict[str, Any]) -> Iterator[tuple[Game, float]]:
    """The chosen positions of a game, each with the result of the seat that decides there."""
    game = Game(kind.rules, kind.players, seed=row["seed"], start=0, **row["options"])
    winners = row["winners"] or list(range(kind.players))
    for ply, move in enumerate(row["moves"].split()):
        if ply in row["positions"]:
            yield game, (game.active in winners) / len(winners)
        game.push(move)


# Measurements


@dataclass(frozen=True, slots=True)
class Samples:
    """Positions of held-out games: what the deciding seat was given, and what it got."""

    chances: Numbers
    results: Numbers
    rounds: npt.NDArray[np.int64]
    games: npt.NDArray[np.int64]  # their numbers

    def __len__(self) -> int:
        return len(self.chances)

    def where(self, chosen: npt.NDArray[np.bool_]) -> "Samples":
        chances, results = self.chances[chosen], self.results[chosen]
        return Samples(chances, results, self.rounds[chosen], self.games[chosen])


def samples(kind: Kind, judge: Judge) -> Samples:
    found = []
    for number, row in enumerate(read(kind.path)):
        for game, result in positions_of(kind, row):
            seed, simulations = f"{number}/{game.ply}", judge.budget.decision
            seats, _ = judge.value(game, game.active, seed, simulations)
            found.append((float(seats[game.active]), result, game.round, number))
    chances, results, rounds, games = zip(*found, strict=True)
    return Samples(np.array(chances), np.array(results), np.array(rounds), np.array(games))


def calibration_error(chances: Numbers, results: Numbers) -> float:
    """The mean distance of chances and results over bins, weighted by their positions."""
    bins = np.minimum((chances * BINS).astype(int), BINS - 1)
    return float(np.abs(np.bincount(bins, chances - results, BINS)).sum() / len(chances))


def noise(chances: Numbers) -> float:
    """The calibration error that chances have on average if they are perfect."""
    random = np.random.default_rng(0)
    trials = (random.random(len(chances)) < chances for _ in range(TRIALS))
    return float(np.mean([calibration_error(chances, won.astype(float)) for won in trials]))


def fit_slope(found: Samples, players: int) -> float:
    """The exponent with which the results are the most likely."""

    def surprise(slope: float) -> float:
        chances = to_the_power(np.clip(found.chances, 1e-4, 1 - 1e-4), slope, players)
        won, lost = np.log(chances), np.log(1 - chances)
        return float(-(found.results * won + (1 - found.results) * lost).mean())

    return float(min(SLOPES, key=surprise))


def fitted(found: Samples, players: int) -> Samples:
    """With the exponent of the other half of the games."""
    chances = found.chances.copy()
    for half in (0, 1):
        slope = fit_slope(found.where(found.games % 2 != half), players)
        mine = found.games % 2 == half
        chances[mine] = to_the_power(chances[mine], slope, players)
    return replace(found, chances=chances)


def brier(chances: Numbers | float, results: Numbers) -> float:
    return float(((chances - results) ** 2).mean())


def figures(found: Samples, players: int) -> dict[str, Any]:
    return {
        "positions": len(found),
        "ece": round(calibration_error(found.chances, found.results), 4),
        "noise": round(noise(found.chances), 4),
        "brier": round(brier(found.chances, found.results), 4),
        "constant": round(brier(1 / players, found.results), 4),
    }


def parts(found: Samples) -> Iterator[tuple[str, Samples]]:
    """By groups of rounds, and by the phases of reviews."""
    for first, last in ROUNDS:
        chosen = (found.rounds >= first) & (found.rounds <= last)
        yield rounds_name(first, last), found.where(chosen)
    phases = np.array([phase_of(number) for number in found.rounds])
    for phase, _ in PHASES:
        yield phase, found.where(phases == phase)


def rounds_name(first: int, last: int) -> str:
    return f"rounds {first}-{last}" if last < ROUNDS[-1][1] else f"rounds from {first}"


def measure(name: str) -> None:
    """Measure what is missing, or was measured with other weights or fewer games."""
    kind = KINDS[name]
    positions = POSITIONS * len(read(kind.path))
    for evaluator, simulations in SEARCHES:
        judge = Judge(Budget.of(simulations), "", evaluator, exponent=1.0)
        used = " ".join(judge.evaluator_for(kind.game, kind.players)).strip()
        exponent = exponent_of(kind.game, kind.players, used.split()[0])
        results, key = measured(), f"{name}/{evaluator}@{simulations}"
        known = results.get(key, {})
        if (known.get("judge"), known.get("positions"), known.get("exponent", 1.0)) == (
            *(used, positions),
            exponent if is_review(evaluator, simulations) else 1.0,
        ):
            continue
        found = samples(kind, judge)
        results[key] = {"judge": used, **whole_figures(found, kind.players)}
        if exponent != 1.0 and is_review(evaluator, simulations):
            results[key] |= {"exponent": exponent, "shown": shown_figures(found, kind, exponent)}
        RESULTS.write_text(json.dumps(results, indent=1) + "\n", encoding="utf-8")
        print(key, json.dumps(results[key]), flush=True)


def is_review(evaluator: str, simulations: int) -> bool:
    return (evaluator, simulations) == SEARCHES[-1]


def shown_figures(found: Samples, kind: Kind, exponent: float) -> dict[str, Any]:
    """Of the chances that people are shown, in all and by parts."""
    some = replace(found, chances=to_the_power(found.chances, exponent, kind.players))
    by_part = {part: figures(each, kind.players) for part, each in parts(some) if len(each)}
    return {**figures(some, kind.players), "parts": by_part}


def whole_figures(found: Samples, players: int) -> dict[str, Any]:
    """In all, by parts, and with a fitted exponent."""
    by_part = {part: figures(some, players) for part, some in parts(found) if len(some)}
    steep = fitted(found, players)
    for part, some in parts(steep):
        if len(some):
            by_part[part]["fitted"] = round(calibration_error(some.chances, some.results), 4)
    return {
        **figures(found, players),
        "slope": round(fit_slope(found, players), 2),
        "fitted": round(calibration_error(steep.chances, steep.results), 4),
        "parts": by_part,
    }


def measured() -> dict[str, Any]:
    found: dict[str, Any] = {}
    if RESULTS.exists():
        found = json.loads(RESULTS.read_text(encoding="utf-8"))
    return found


def by_players(name: str) -> None:
    """Print how well chances fit the games of each player against itself, at a small budget."""
    kind, rows = KINDS[name], read(KINDS[name].path)
    found = samples(kind, Judge(Budget.of(PLAYERS_BUDGET), "", "best", exponent=1.0))
    names = np.array([rows[game]["players"][0] for game in found.games])
    for player in PLAYERS if kind.is_equal else ():
        some = found.where(names == player)
        error, least = calibration_error(some.chances, some.results), noise(some.chances)
        slope = fit_slope(some, kind.players)
        print(f"{name} {player}: ECE {error:.3f}, noise {least:.3f}, slope {slope:.2f}", flush=True)


# Tables


def review_table() -> str:
    """How well what reviews show is calibrated."""
    phases = [name for name, _ in PHASES]
    head = ["", "players", "positions", "exponent", "ECE", "noise", *phases]
    head += ["search: ECE", "slope", "fitted"]
    evaluator, simulations = SEARCHES[-1]
    lines = []
    for name, kind in KINDS.items():
        if found := measured().get(f"{name}/{evaluator}@{simulations}"):
            seen = found.get("shown", found)
            exponent = f"{found['exponent']:g}" if "exponent" in found else ""
            by_phase = [f"{seen['parts'][phase]['ece']:.3f}" for phase in phases]
            numbers = [f"{found[key]:.{digits}f}" for key, digits in FITTED.items()]
            own = [f"{seen['positions']:,}", exponent, f"{seen['ece']:.3f}", f"{seen['noise']:.3f}"]
            lines.append([*titles(name, kind), *own, *by_phase, *numbers])
    return table(head, lines)


def titles(name: str, kind: Kind) -> list[str]:
    return [f"{kind.game}, {kind.players}", name.split("-")[-1]]


def evaluators_table() -> str:
    """Calibration and Brier scores of evaluators, beside those of a constant chance."""
    rounds = [rounds_name(*each) for each in ROUNDS]
    head = ["", "players", "positions", "evaluator", "simulations", "ECE", "Brier", *rounds]
    lines = []
    for name, kind in KINDS.items():
        some = [(search, found) for search in SEARCHES if (found := found_for(name, search))]
        for (_, simulations), found in some:
            own = [f"{found['positions']:,}", found["judge"], f"{simulations:,}"]
            error = f"{found['ece']:.3f}"
            lines.append([*titles(name, kind), *own, error, *scores(found, "brier")])
        if some:
            constant = ["", "constant", "", "", *scores(some[0][1], "constant")]
            lines.append([*titles(name, kind), *constant])
    return table(head, lines)


def found_for(name: str, search: tuple[str, int]) -> dict[str, Any]:
    """What was measured; nothing for the best evaluator where there is only one."""
    evaluator, simulations = search
    found: dict[str, Any] = measured().get(f"{name}/{evaluator}@{simulations}", {})
    is_known = evaluator == "best" and ("estimate", simulations) in SEARCHES
    return {} if is_known and found.get("judge") == "estimate" else found


def scores(found: dict[str, Any], key: str) -> list[str]:
    """In all, and by rounds."""
    rounds = [found["parts"].get(rounds_name(*each)) for each in ROUNDS]
    return [f"{each[key]:.3f}" if each else "–" for each in (found, *rounds)]


def main() -> int:
    parser = argparse.ArgumentParser(description="Measure the calibration of evaluators.")
    parser.add_argument("what", choices=["play", "measure", "players"])
    parser.add_argument("kinds", nargs="*", metavar="KIND", help=", ".join(KINDS))
    parser.add_argument("--games", type=int, default=NUMBER, help="of each kind, in all")
    args = parser.parse_args()
    for kind in args.kinds or KINDS:
        if args.what == "play":
            play(KINDS[kind], args.games)
        elif KINDS[kind].path.exists():
            {"measure": measure, "players": by_players}[args.what](kind)
    return 0


if __name__ == "__main__":
    sys.exit(main())
