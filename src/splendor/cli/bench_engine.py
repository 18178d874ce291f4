"""The speed of the engine on this machine, compared with the native benchmark (`docs/bench.md`).

Everything is measured in CPU time, best of several repeats, in one run: the machine may be
shared and noisy, so ratios mean more than figures.
"""

import os
import re
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np

from splendor.batch import Batch
from splendor.cli.bench_envs import env_lines, measure_envs
from splendor.cli.bench_search import (
    PREFIX,
    Figures,
    measure_learning,
    measure_search,
    search_lines,
)
from splendor.core.chance import Chance, random_below, seeded
from splendor.core.kernel import Row, entry, int64
from splendor.game import Game
from splendor.ruleset import apply, deal, is_over, random_action, ruleset_of, turns_played

Progress: TypeAlias = Callable[[str], None]

NATIVE = Path(__file__).parents[3] / "bench" / "native" / "bench.sh"
NATIVE_TURNS = 400  # the length at which the native benchmark stops a game
GAMES = 20_000
STEPS = 1_000_000
COLD_STARTS = 2  # few, because each compiles everything
BATCH_SIZES = (1, 64, 1024, 16384)
COMPARED_SIZES = BATCH_SIZES[1:]  # for one game the native benchmark would measure its timer
PLAYERS = (2, 3, 4)
FIRST, *OTHERS = PREFIX
STARTS: dict[str, tuple[str, ...]] = {
    f"_{prefix}".rstrip("_"): (rules,) for rules, prefix in PREFIX.items()
}
STARTS["_both"] = tuple(PREFIX)
START = """
import resource
import splendor
for rules in {rules!r}:
    game = splendor.Game(rules, seed=1)
    game.push(game.legal_moves[0])
    game.view(0)
used = resource.getrusage(resource.RUSAGE_SELF)
print(used.ru_utime + used.ru_stime)
"""


def measure(repeats: int = 3, native: bool = True, progress: Progress | None = None) -> Figures:
    """All figures by their documented keys; ratios are `None` without a native benchmark."""
    say = progress or (lambda _: None)
    figures = measure_games(repeats, say)
    for rules, prefix in PREFIX.items():
        say(f"searches, {rules}")
        games_per_s = figures["games_per_s_2" if rules == FIRST else f"{prefix}games_per_s"]
        figures |= measure_search(rules, repeats, games_per_s or 1.0)
        say(f"training, {rules}")
        figures |= measure_learning(rules, repeats)
    say("cold and warm start")
    for key, started in STARTS.items():
        cold, warm = measure_start(started, repeats)
        figures[f"cold_start{key}_s"], figures[f"warm_start{key}_s"] = cold, warm
    say("environments")
    figures |= measure_envs()
    if native:
        say("the native benchmark")
        figures |= measure_native()
    return figures | ratios(figures)


def measure_games(repeats: int, say: Progress) -> Figures:
    """Random play of every game, and the figures of `measure_game`."""
    figures: Figures = {}
    for players in PLAYERS:
        say(f"random play, {players} players")
        options = {"players": players, "rounds": NATIVE_TURNS // players}
        figures |= measure_random_play(FIRST, options, repeats, f"_{players}")
    figures |= measure_game(FIRST, repeats, say)
    for rules in OTHERS:
        say(f"random play, {rules}")
        found = measure_random_play(rules, dict(ruleset_of(rules).limits), repeats, "")
        figures |= {f"{PREFIX[rules]}{key}": figure for key, figure in found.items()}
        figures |= measure_game(rules, repeats, say)
    return figures


def measure_game(rules: str, repeats: int, say: Progress) -> Figures:
    """The size of the record, batched steps, and games through `Game`."""
    prefix = PREFIX[rules]
    figures: Figures = {f"{prefix}state_bytes": Game(rules, seed=1).record.dtype.itemsize}
    for games in BATCH_SIZES:
        say(f"batched steps, {rules}, {games} games")
        figures[f"{prefix}step_ns_{games}"] = measure_steps(rules, games, repeats)
    say(f"{rules} games through Game")
    seconds = best_of(repeats, lambda: play_through_game(rules))
    figures[f"{prefix}game_ms"] = seconds / 10 * 1e3
    return figures


def best_of(repeats: int, work: Callable[[], object]) -> float:
    """The CPU seconds of the fastest repeat, after one run that may compile."""
    work()
    seconds = []
    for _ in range(repeats):
        begin = time.process_time()
        work()
        seconds.append(time.process_time() - begin)
    return min(seconds)


@entry
def play_random_games(states: Row[Any], chance: Chance, games: int, counts: Row[int]) -> None:
    """Deal and play games with uniformly random actions and default payments."""
    state = states[0]
    counts[0] = 0
    counts[1] = 0
    for _ in range(games):
        deal(states, int64(0))
        while not is_over(state):
            apply(states, int64(0), random_action(state, chance))
            counts[0] += 1
        counts[1] += turns_played(state)


def measure_random_play(rules: str, options: dict[str, int], repeats: int, suffix: str) -> Figures:
    states = Game(rules, seed=1, **options).record
    counts = np.zeros(2, np.int64)
    chance = seeded(2)
    seconds = best_of(repeats, lambda: play_random_games(states, chance, GAMES, counts))
    return {
        f"games_per_s{suffix}": GAMES / seconds,
        f"decisions_per_s{suffix}": int(counts[0]) / seconds,
        f"turns_per_game{suffix}": int(counts[1]) / GAMES,
    }


def measure_steps(rules: str, games: int, repeats: int) -> float:
    """Nanoseconds per game of one step with mask, observation and automatic new deals."""
    batch = Batch(games, rules, seed=1)
    chance = seeded(2)

    def step_many() -> float:
        spent = 0.0
        for _ in range(max(1, STEPS // max(games, 8))):
            actions = batch.random_actions(chance)
            begin = time.process_time()
            batch.step(actions)
            spent += time.process_time() - begin
        return spent / max(1, STEPS // max(games, 8)) / games

    step_many()
    return min(step_many() for _ in range(repeats)) * 1e9


def play_through_game(rules: str) -> None:
    chance = seeded(3)
    for seed in range(10):
        game = Game(rules, seed=seed, **ruleset_of(rules).limits)
        while not game.is_over:
            moves = game.legal_moves
            game.push(moves[random_choice(chance, len(moves))])


@entry
def random_choice(chance: Chance, count: int) -> int:
    return random_below(chance, count)


def measure_start(rules: tuple[str, ...], repeats: int) -> tuple[float, float]:
    """CPU seconds from the start of Python to a first move and view: cold and warm cache."""
    cold, warm = [], []
    for _ in range(COLD_STARTS):
        with tempfile.TemporaryDirectory() as cache:
            cold.append(start_once(rules, cache))
            warm += [start_once(rules, cache) for _ in range(repeats)]
    return min(cold), min(warm)


def start_once(rules: tuple[str, ...], cache: str) -> float:
    environment = {**os.environ, "SPLENDOR_CACHE_DIR": cache}
    done = subprocess.run(
        [sys.executable, "-c", START.format(rules=rules)],
        env=environment,
        capture_output=True,
        text=True,
        check=True,
    )
    return float(done.stdout)


def measure_native() -> Figures:
    """The same work in Rust, if a compiler is installed."""
    if shutil.which("rustc") is None or not NATIVE.exists():
        return {}
    environment = {**os.environ, "PYTHON": sys.executable}
    done = subprocess.run(
        ["bash", str(NATIVE)], env=environment, capture_output=True, text=True, check=True
    )
    figures: Figures = {}
    for players in PLAYERS:
        rows = re.findall(
            rf"^{players} players games/s (\d+).*turns/game ([\d.]+)", done.stdout, re.M
        )
        figures[f"native_games_per_s_{players}"] = max(float(speed) for speed, _ in rows)
        figures[f"native_turns_per_game_{players}"] = float(rows[0][1])
    for games in COMPARED_SIZES:
        times = re.findall(rf"^batch N={games} .*\((\d+) ns\)", done.stdout, re.M)
        figures[f"native_step_ns_{games}"] = min(map(float, times))
    return figures


def ratios(figures: Figures) -> Figures:
    """Our time divided by the native one (below 1 is faster); other games' share of decisions."""
    result: Figures = {}
    for prefix in map(PREFIX.__getitem__, OTHERS):
        decisions = figures[f"{prefix}decisions_per_s"] or 0
        result[f"{prefix}share"] = decisions / (figures["decisions_per_s_2"] or 1)
    for players in PLAYERS:
        native, own = (
            figures.get(f"native_games_per_s_{players}"),
            figures[f"games_per_s_{players}"],
        )
        result[f"ratio_games_{players}"] = native / own if native and own else None
    for games in COMPARED_SIZES:
        native, own = figures.get(f"native_step_ns_{games}"), figures[f"step_ns_{games}"]
        result[f"ratio_step_{games}"] = own / native if native and own else None
    return result


def report(figures: Figures) -> str:
    lines = [f"state: {by_game(figures, 'state_bytes', '', ' bytes', ', ')}"]
    lines += ["", "random play on one thread"]
    for players in PLAYERS:
        line = play_line(figures, f"{players} players", "", f"_{players}")
        lines.append(line + ratio_text(figures, f"ratio_games_{players}"))
    for rules in OTHERS:
        share = f"  {figures[f'{PREFIX[rules]}share']:.2f} of the decisions/s of 2 players"
        lines.append(play_line(figures, rules, PREFIX[rules], "") + share)
    lines += ["", "one step with mask, int8 observation and automatic new deals, per game"]
    for games in BATCH_SIZES:
        times = by_game(figures, f"step_ns_{games}", ">6,.0f", " ns", "  ")
        lines.append(f"  {games:>6} games  {times}" + ratio_text(figures, f"ratio_step_{games}"))
    lines += search_lines(figures)
    lines += env_lines(figures)
    lines += ["", f"a random game through Game: {by_game(figures, 'game_ms', '.2f', ' ms', ', ')}"]
    for key, started in STARTS.items():
        lines.append(
            f"start to first move, {' and '.join(started)}: "
            f"{figures[f'warm_start{key}_s']:.2f} s CPU warm, "
            f"{figures[f'cold_start{key}_s']:.2f} s CPU with an empty cache"
        )
    if figures["ratio_games_2"] is None:
        lines += ["", "no native benchmark: it needs rustc and a checkout of the sources"]
    return "\n".join(lines)


def by_game(figures: Figures, key: str, form: str, unit: str, between: str) -> str:
    """A figure of every game: that of the first alone, the others after their rules' name."""
    values = {rules: format(figures[f"{prefix}{key}"], form) for rules, prefix in PREFIX.items()}
    named = (f"{rules} {value}" for rules, value in values.items() if rules != FIRST)
    return between.join(f"{value}{unit}" for value in (values[FIRST], *named))


def play_line(figures: Figures, name: str, prefix: str, suffix: str) -> str:
    return (
        f"  {name:<9}  {figures[f'{prefix}games_per_s{suffix}']:>9,.0f} games/s"
        f"  {figures[f'{prefix}decisions_per_s{suffix}']:>11,.0f} decisions/s"
        f"  {figures[f'{prefix}turns_per_game{suffix}']:6.1f} turns a game"
    )


def ratio_text(figures: Figures, key: str) -> str:
    ratio = figures.get(key)
    return "" if ratio is None else f"  {ratio:5.2f}x the native time"
