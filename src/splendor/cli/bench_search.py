"""The speed of searches compared with random play, their memory, and how they keep time budgets."""

import time
from typing import TypeAlias

from splendor.bots.search import MOST_NODES, TUNINGS, Search, Tuning
from splendor.bots.tree import EDGE, NODE
from splendor.game import Game
from splendor.ruleset import first_rules, ruleset_of

Figures: TypeAlias = dict[str, float | int | None]

SIMULATIONS = 20_000  # of each measurement
EVALUATORS = ("rollout", "estimate")
BUDGETS = (0.01, 0.1, 1.0)  # seconds
TRIES = 20  # of each budget, fewer of the longest
# The prefix of the keys of each game's figures, by its first rule set; the first game has none.
PREFIX = {
    rules: f"{ruleset_of(rules).name}_" if number else ""
    for number, rules in enumerate(first_rules())
}


def measure_search(rules: str, repeats: int, games_per_s: float) -> Figures:
    """Simulations per second from the start position, and as a share of random games."""
    prefix = PREFIX[rules]
    figures: Figures = {}
    for evaluator in EVALUATORS:
        speed = max(simulations_per_s(rules, evaluator) for _ in range(repeats + 1))
        figures[f"{prefix}search_{evaluator}_per_s"] = speed
    rollout, estimate = (
        figures[f"{prefix}search_{evaluator}_per_s"] or 0.0 for evaluator in EVALUATORS
    )
    figures[f"{prefix}search_rollout_share"] = rollout / games_per_s
    figures[f"{prefix}search_estimate_ratio"] = estimate / rollout
    figures[f"{prefix}search_late_ms"] = worst_overshoot(rules)
    return figures


def simulations_per_s(rules: str, evaluator: str) -> float:
    game = Game(rules, seed=1, **ruleset_of(rules).limits)
    search = Search(game.view(game.active), seed=1, evaluator=evaluator)
    begin = time.process_time()
    search.run(SIMULATIONS)
    return SIMULATIONS / (time.process_time() - begin)


def worst_overshoot(rules: str) -> float:
    """The most milliseconds by which a search exceeded its time budget."""
    game = Game(rules, seed=1)
    view = game.view(game.active)
    worst = 0.0
    for budget in BUDGETS:
        for seed in range(max(1, int(TRIES * min(1.0, 0.1 / budget)))):
            search = Search(view, seed=seed)
            begin = time.perf_counter()
            search.run(seconds=budget)
            worst = max(worst, time.perf_counter() - begin - budget)
    return worst * 1e3


def most_megabytes(rules: str) -> float:
    """The size of a full tree."""
    edges = TUNINGS.get(ruleset_of(rules).name, Tuning()).edges
    return MOST_NODES * (NODE.itemsize + edges * EDGE.itemsize) / 1e6


def search_lines(figures: Figures) -> list[str]:
    lines = ["", "searches from the start position"]
    for rules, prefix in PREFIX.items():
        lines.append(
            f"  {rules:<9} {figures[f'{prefix}search_rollout_per_s']:>9,.0f} simulations/s by"
            f" rollouts ({figures[f'{prefix}search_rollout_share']:.2f} of random games/s),"
            f" {figures[f'{prefix}search_estimate_per_s']:,.0f} by the estimate"
            f" ({figures[f'{prefix}search_estimate_ratio']:.1f} times as many);"
            f" late by at most {figures[f'{prefix}search_late_ms']:.1f} ms;"
            f" a full tree takes {most_megabytes(rules):.0f} MB"
        )
    return lines
