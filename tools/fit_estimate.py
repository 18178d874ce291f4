"""Fit the hand-written evaluators and policies to games that the search plays against itself.

    python -m tools.fit_estimate --rules official --players 2 --games 2000 --sims 600

Every turn of these games is a sample: the features of each seat, and the result mixed with the
value that the search expected. A logistic fit gives the weights of `data/GAME_estimate.csv`; a
second one, to the visit counts of the searches, those of `data/GAME_policy.csv`. `--write` stores
them; without it they are only printed, with the loss. Test by a match whether they play better:
`docs/strength.md`.
"""

import argparse
import csv
from collections.abc import Iterable
from dataclasses import dataclass, field
from multiprocessing import get_context
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators import ESTIMATES
from splendor.bots.evaluators.weights import estimate_weights_of, policy_weights_of
from splendor.bots.search import Analysis, Search
from splendor.core.content import DATA
from splendor.game import Game
from splendor.ruleset import ruleset_of

Array: TypeAlias = npt.NDArray[np.float64]

OPEN_ROUNDS = 4  # in which moves are sampled, so that games differ
EXPECTED = 0.4  # the weight of the search's value in a target, for two players
POLICY_EVERY = 4  # decisions
MOST_ACTIONS = 300
WEIGHT_DECAY = 1e-4
POLICY_DECAY = 1e-3
STEPS = 15  # of Newton's method


@dataclass
class Samples:
    """Features of all seats, progress of the game, targets; and the visit counts of searches."""

    features: list[Array] = field(default_factory=list)
    progress: list[float] = field(default_factory=list)
    expected: list[Array] = field(default_factory=list)
    payoffs: list[Array] = field(default_factory=list)
    policy: list[Array] = field(default_factory=list)
    visits: list[Array] = field(default_factory=list)

    def extend(self, other: "Samples") -> None:
        for name in self.__dataclass_fields__:
            getattr(self, name).extend(getattr(other, name))


# Games


@dataclass(frozen=True)
class Task:
    rules: str
    players: int
    sims: int
    seed: int


def play_game(task: Task) -> Samples:
    chance = np.random.default_rng(task.seed)
    limits = ruleset_of(task.rules).limits
    game = Game(task.rules, seed=f"fit/{task.seed}", players=task.players, **limits)
    samples = Samples()
    while not game.is_over:
        search = Search(
            game.view(game.active), seed=int(chance.integers(1 << 60)), evaluator="estimate"
        )
        found = search.run(task.sims)
        if game.phase == "play":
            add_position(samples, game, found)
        if len(found.candidates) > 1 and chance.integers(POLICY_EVERY) == 0:
            add_visits(samples, game, found)
        game.push(chosen(game, found, chance))
    assert game.outcome is not None
    winners = game.outcome.winners or tuple(range(task.players))
    payoff = np.array([(seat in winners) / len(winners) for seat in range(task.players)])
    samples.payoffs = [payoff] * len(samples.features)
    return samples


def chosen(game: Game, found: Analysis, chance: np.random.Generator) -> Any:
    if game.round > OPEN_ROUNDS or game.phase != "play":
        return found.best.move
    visits = np.array([candidate.visits for candidate in found.candidates], float)
    return found.candidates[chance.choice(len(visits), p=visits / visits.sum())].move


def add_position(samples: Samples, game: Game, found: Analysis) -> None:
    evaluator = ESTIMATES[game.ruleset.name]
    rows = np.zeros((game.players, evaluator.FEATURES))
    progress = 0.0
    for seat in range(game.players):
        progress = evaluator.count_features_in(game.record, 0, seat, rows, seat)
    expected = np.full(game.players, np.nan)
    if game.players == 2:
        expected[game.active], expected[1 - game.active] = found.value, 1 - found.value
    samples.features.append(rows)
    samples.progress.append(progress)
    samples.expected.append(expected)


def add_visits(samples: Samples, game: Game, found: Analysis) -> None:
    """Add the policy's features of each move, read one by one with a single weight of 1."""
    evaluator = ESTIMATES[game.ruleset.name]
    actions = [game.ruleset.action_of(candidate.move) for candidate in found.candidates]
    mask, numbers = np.zeros(MOST_ACTIONS, np.int8), np.zeros(256)
    mask[actions] = 1
    rows, weights = np.zeros((len(actions), evaluator.POLICY_FEATURES)), np.zeros(MOST_ACTIONS)
    for feature, alone in enumerate(np.eye(evaluator.POLICY_FEATURES)):
        evaluator.policy_logits_in(game.view(game.active).record, mask, alone, numbers, weights)
        rows[:, feature] = weights[actions]
    # The first visit says nothing: with a low fpu_reduction every move gets one.
    visits = np.array([max(0, candidate.visits - 1) for candidate in found.candidates], float)
    samples.policy.append(rows)
    samples.visits.append(visits / visits.sum())


# Fits


def softmax(logits: Array) -> Array:
    powers = np.exp(logits - logits.max(axis=1, keepdims=True))
    return np.asarray(powers / powers.sum(axis=1, keepdims=True), float)


def fit(rows: Array, targets: Array, bars: Array, decay: float) -> tuple[Array, float]:
    """The weights w that fit the softmax of rows @ w + bars to the targets, and the loss.

    `rows` are samples × choices × features. Newton's method with decay.
    """
    spread = rows.reshape(-1, rows.shape[2]).std(axis=0) + 1e-9
    scaled = rows / spread
    weights = np.zeros(rows.shape[2])
    for _ in range(STEPS):
        found = softmax(scaled @ weights + bars)
        slope = np.einsum("nk,nkf->f", found - targets, scaled) / len(rows) + decay * weights
        mean = np.einsum("nk,nkf->nf", found, scaled)
        curve = np.einsum("nk,nkf,nkg->fg", found, scaled, scaled, optimize=True) - mean.T @ mean
        step = np.linalg.solve(curve / len(rows) + decay * np.eye(len(weights)), slope)
        weights -= step
        if np.abs(step).max() < 1e-6:
            break
    found = softmax(scaled @ weights + bars)
    return weights / spread, float(-(targets * np.log(found + 1e-12)).sum(axis=1).mean())


def fit_weights(samples: Samples) -> tuple[Array, float]:
    features = np.array(samples.features)
    late = features * np.array(samples.progress)[:, None, None]
    payoffs, expected = np.array(samples.payoffs), np.array(samples.expected)
    targets = np.where(np.isnan(expected), payoffs, payoffs * (1 - EXPECTED) + expected * EXPECTED)
    rows = np.concatenate([features, late], axis=2)
    weights, loss = fit(rows, targets, np.zeros(targets.shape), WEIGHT_DECAY)
    return weights.reshape(2, -1), loss


def fit_policy(samples: Samples) -> tuple[Array, float]:
    longest = max(len(visits) for visits in samples.visits)
    rows = np.zeros((len(samples.visits), longest, samples.policy[0].shape[1]))
    targets, bars = np.zeros(rows.shape[:2]), np.full(rows.shape[:2], -1e9)
    for sample, (policy, visits) in enumerate(zip(samples.policy, samples.visits, strict=True)):
        rows[sample, : len(visits)] = policy
        targets[sample, : len(visits)] = visits
        bars[sample, : len(visits)] = 0.0
    return fit(rows, targets, bars, POLICY_DECAY)


# The tables


def write_columns(file: str, names: Iterable[str], columns: dict[str, Array]) -> None:
    """Replace these columns of a table, and leave the others as they are."""
    path = DATA / file
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    table = {row["name"]: row for row in rows}
    for index, name in enumerate(names):
        row = table.setdefault(name, {"name": name})
        row.update({key: f"{column[index]:.4f}" for key, column in columns.items()})
    keys = list(dict.fromkeys([*rows[0], *columns]))
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, keys, restval="0", lineterminator="\n")
        writer.writeheader()
        writer.writerows(table[name] for name in names)


def show(names: Iterable[str], before: Array, after: Array) -> None:
    for index, name in enumerate(names):
        old, new = np.atleast_2d(before)[:, index], np.atleast_2d(after)[:, index]
        was, now = (" ".join(f"{number:8.4f}" for number in row) for row in (old, new))
        print(f"  {name:<20} {was}  ->  {now}")


def main() -> None:
    parser = argparse.ArgumentParser(description="Fit the evaluators and policies to self-play.")
    parser.add_argument("--rules", default="official", choices=["official", "duel"])
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--sims", type=int, default=600)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--write", action="store_true", help="write the result to data/")
    args = parser.parse_args()
    first = args.seed * 1_000_000
    tasks = [Task(args.rules, args.players, args.sims, first + n) for n in range(args.games)]
    samples = Samples()
    with get_context("spawn").Pool(args.workers) as pool:
        for game in pool.imap_unordered(play_game, tasks, chunksize=4):
            samples.extend(game)
    report(args, samples)


def report(args: argparse.Namespace, samples: Samples) -> None:
    game = ruleset_of(args.rules).name
    evaluator = ESTIMATES[game]
    weights, loss = fit_weights(samples)
    print(f"{len(samples.features)} positions, loss {loss:.4f}")
    show(evaluator.FEATURE_NAMES, estimate_weights_of(game, args.players), weights)
    policy, loss = fit_policy(samples)
    print(f"{len(samples.visits)} searches, loss {loss:.4f}")
    show(evaluator.POLICY_NAMES, policy_weights_of(game, args.players), policy)
    if args.write:
        columns = {f"early{args.players}": weights[0], f"late{args.players}": weights[1]}
        write_columns(f"{game}_estimate.csv", evaluator.FEATURE_NAMES, columns)
        write_columns(
            f"{game}_policy.csv", evaluator.POLICY_NAMES, {f"players{args.players}": policy}
        )


if __name__ == "__main__":
    main()
