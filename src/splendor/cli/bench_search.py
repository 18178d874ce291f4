"""The speed of searches and of training, and how searches keep time budgets."""

import time
from typing import TypeAlias

from splendor.bots.bot import Clock
from splendor.bots.evaluators import best_evaluator
from splendor.bots.evaluators.network import released_weights, releases
from splendor.bots.search import MEMORY, TUNINGS, Search, Tuning
from splendor.bots.searcher import Searcher
from splendor.game import Game
from splendor.ruleset import first_rules, ruleset_of

Figures: TypeAlias = dict[str, float | int | None]

SIMULATIONS = 20_000  # of each measurement
EVALUATORS = ("rollout", "estimate", "network")  # the last only where there is one
FEW = 64  # simulations of a quick decision
DECISIONS = 200  # of this kind that are measured
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
    names = EVALUATORS if releases(ruleset_of(rules).name, 2) else EVALUATORS[:2]
    for evaluator in names:
        speed = max(simulations_per_s(rules, evaluator) for _ in range(repeats + 1))
        figures[f"{prefix}search_{evaluator}_per_s"] = speed
    rollout, estimate = (figures[f"{prefix}search_{name}_per_s"] or 0.0 for name in names[:2])
    figures[f"{prefix}search_rollout_share"] = rollout / games_per_s
    figures[f"{prefix}search_estimate_ratio"] = estimate / rollout
    figures[f"{prefix}search_few_share"] = max(share_of_simulations(rules) for _ in range(repeats))
    figures[f"{prefix}search_late_ms"] = worst_overshoot(rules)
    return figures


def share_of_simulations(rules: str) -> float:
    """The share of the time of quick decisions that is spent on simulations."""
    game = Game(rules, seed=1, **ruleset_of(rules).limits)
    view = game.view(game.active)
    search = Search(view, seed=1, most_nodes=FEW + 1)
    bot = Searcher(1, sims=FEW, evaluator=best_evaluator(ruleset_of(rules).name, 2))
    bot.choose(view, Clock())
    alone = whole = 0.0
    for seed in range(DECISIONS):
        search.restart(view, seed)
        begin = time.process_time()
        search._simulate(FEW)
        middle = time.process_time()
        bot.choose(view, Clock())
        alone += middle - begin
        whole += time.process_time() - middle
    return alone / whole


def measure_learning(rules: str, repeats: int) -> Figures:
    """An evaluation by the network, self-play games per hour, and positions trained per second."""
    from splendor.learn.bench import evaluation_us, games_per_hour, positions_per_s

    game, prefix = ruleset_of(rules).name, PREFIX[rules]
    if not (names := releases(game, 2)):
        return {}
    weights = released_weights(names[-1])
    return {
        f"{prefix}evaluation_us": min(evaluation_us(weights) for _ in range(repeats)),
        f"{prefix}selfplay_games_per_h": max(games_per_hour(weights) for _ in range(repeats)),
        f"{prefix}training_positions_per_s": max(positions_per_s(weights) for _ in range(repeats)),
    }


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


def most_nodes(rules: str) -> int:
    """The nodes of a full tree."""
    return TUNINGS.get(ruleset_of(rules).name, Tuning()).nodes(MEMORY, True)


def search_lines(figures: Figures) -> list[str]:
    lines = ["", "searches from the start position"]
    for rules, prefix in PREFIX.items():
        lines.append(
            f"  {rules:<9} {figures[f'{prefix}search_rollout_per_s']:>9,.0f} simulations/s by"
            f" rollouts ({figures[f'{prefix}search_rollout_share']:.2f} of random games/s),"
            f" {figures[f'{prefix}search_estimate_per_s']:,.0f} by the estimate"
            f" ({figures[f'{prefix}search_estimate_ratio']:.1f} times as many),"
            f" {figures.get(f'{prefix}search_network_per_s') or 0:,.0f} by the network;"
            f" {figures[f'{prefix}search_few_share']:.0%} of the time of a decision by {FEW};"
            f" late by at most {figures[f'{prefix}search_late_ms']:.1f} ms;"
            f" a full tree has {most_nodes(rules):,} nodes in {MEMORY} MB"
        )
    lines += ["", "the network and its training, on one core"]
    for rules, prefix in PREFIX.items():
        if f"{prefix}evaluation_us" not in figures:
            continue
        lines.append(
            f"  {rules:<9} {figures[f'{prefix}evaluation_us']:>5.2f} us an evaluation,"
            f" {figures[f'{prefix}selfplay_games_per_h']:,.0f} games/h of self-play by {FEW}"
            f" simulations, {figures[f'{prefix}training_positions_per_s']:,.0f} positions/s trained"
        )
    return lines
