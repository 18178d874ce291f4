"""The command `splendor simulate`: bots play many games, each printed as one JSON object.

The game is imported when the command runs.
"""

import argparse
import contextlib
import json
import secrets
import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import (
    add_command,
    add_game_options,
    add_ray,
    add_seed,
    at_least,
    chosen_options,
)
from splendor.cli.common import warm_up
from splendor.cli.engine import add_engine_option, configure_engines
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.arena.simulation import GameSummary, Simulation

MOST_WORKERS = 1024
EVERY = 0.1  # seconds between two writes: printing each line alone is slow
NORMAL = 1.96  # standard deviations on either side of the mean that hold 95 % of a normal


DESCRIPTION = (
    "Let bots play many games. Standard output gets one JSON object a game, with the keys "
    "game, seed,\nwinners, points, crowns (in duel), cards, reason, rounds and decisions; the "
    "summary goes to standard\nerror. Game K of seed S, counted from 0, is dealt from the seed "
    "S/K. A game ends after round 100\nunless --option rounds=N says otherwise; in duel it is "
    "drawn after 60 turns running without a\npurchase unless --option idle=N says otherwise."
)


def add_simulate(commands: Any) -> None:
    examples = (
        "--games 1000 --seed 7 --bots random,greedy > games.jsonl",
        "--players 3 --bots greedy,greedy,random --transcripts games.jsonl",
        "--rules duel --games 1000 --option idle=40",
    )
    parser = add_command(commands, run_simulate, "Let bots play many games", examples)
    add_game_options(parser)
    add_seed(parser)
    parser.add_argument("--games", type=at_least(1), default=100, help="number of games (100)")
    parser.add_argument(
        "--bots",
        metavar="NAME,…",
        help="one for each seat: random, greedy or an engine (random at seat 0, greedy elsewhere)",
    )
    add_engine_option(parser)
    parser.add_argument("--workers", type=at_least(1, MOST_WORKERS), metavar="W", help="processes (1); with --ray, on each machine (one for each core)")  # fmt: skip # noqa: E501
    add_ray(parser)
    parser.add_argument(
        "--transcripts",
        metavar="FILE",
        help="write all games to this file as JSON lines; an existing file is replaced "
        "when all games are played",
    )
    parser.add_argument("--json", action="store_true", help="print the summary as JSON")
    parser.description = DESCRIPTION


def run_simulate(args: argparse.Namespace) -> int:
    configure_engines(args)
    from splendor.arena.simulation import Simulation
    from splendor.bots.simple import KINDS
    from splendor.terminal.files import whole_file

    options = chosen_options(args, limited=True)
    known = (*KINDS, *(name for name, _ in args.engine))
    bots = bots_of(args.bots, options["players"], known)
    seed = args.seed if args.seed is not None else secrets.token_hex(8)
    wanted = args.transcripts is not None
    simulation = Simulation(args.rules, options, tuple(bots), seed, with_transcripts=wanted)
    target = whole_file(args.transcripts) if wanted else contextlib.nullcontext()
    with target as transcripts:
        warm_up(args.rules)
        tally, progress = Tally(bots), Progress(args.games)
        for row, line, failure in reports(simulation, args.games, args.ray, args.workers):
            if failure is not None:
                print(failure, file=sys.stderr)
            tally.add(row)
            if transcripts:
                transcripts.write(line + "\n")
            progress.show(json.dumps(row))
        progress.close()
    if args.json:
        print(json.dumps({"seed": seed, "rules": args.rules, **tally.summary()}), file=sys.stderr)
    else:
        print(f"{args.rules}, seed {seed}: {tally.text()}", file=sys.stderr)
    return 0


def reports(
    simulation: "Simulation", games: int, ray: str | None, workers: int | None
) -> Iterator[Any]:
    """The report of each game, in order: played here, in several processes or on a cluster."""
    if ray is None and workers is None:
        yield from (simulation.report(number, *simulation.play(number)) for number in range(games))
        return
    from splendor.arena.cluster import in_order, pool_for

    with pool_for(simulation, workers, ray) as pool:
        pool.open()
        tasks = list(simulation.tasks(0, games))
        for result in in_order(tasks, pool.play(tasks)):
            yield from result


def bots_of(given: str | None, players: int, known: Sequence[str]) -> list[str]:
    """The bots of `--bots`, one for each seat, or the usual ones."""
    bots = ["random", *["greedy"] * (players - 1)] if given is None else given.split(",")
    for name in bots:
        if name not in known:
            raise RulesError(f"there is no bot {name!r}: {', '.join(known)}")
    if len(bots) != players:
        raise RulesError(f"{players} players need {players} bots, not {len(bots)}")
    return bots


@dataclass
class Tally:
    """Totals over many games. A shared victory counts in equal parts, a draw for nobody."""

    bots: Sequence[str]
    games: int = 0
    rounds: int = 0
    wins: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, game: "GameSummary") -> None:
        self.games += 1
        self.rounds += game["rounds"]
        self.reasons[game["reason"]] += 1
        for seat in game["winners"]:
            self.wins[seat] += 1 / len(game["winners"])

    def summary(self) -> dict[str, Any]:
        """The figures by their documented keys."""
        seats = [
            {"seat": seat, "bot": bot, **share(self.wins[seat], self.games)}
            for seat, bot in enumerate(self.bots)
        ]
        names = dict.fromkeys(self.bots)
        return {
            "games": self.games,
            "mean_rounds": round(self.rounds / self.games, 2),
            "reasons": dict(self.reasons),
            "seats": seats,
            "bots": [{"bot": name, **share(sum(self.wins_of(name)), self.games)} for name in names],
        }

    def wins_of(self, name: str) -> Iterator[float]:
        return (self.wins[seat] for seat, bot in enumerate(self.bots) if bot == name)

    def text(self) -> str:
        figures = self.summary()
        ends = ", ".join(f"{count} by {reason}" for reason, count in self.reasons.items())
        games = f"{self.games} game{'' if self.games == 1 else 's'}"
        lines = [f"{games}, {figures['mean_rounds']} rounds on average; {ends}"]
        for row in figures["seats"]:
            lines.append(f"  seat {row['seat']}  {row['bot']:<8} {share_text(row)}")
        for row in figures["bots"]:
            lines.append(f"  bot     {row['bot']:<8} {share_text(row)}")
        return "\n".join(lines)


def share(wins: float, games: int) -> dict[str, float]:
    """The share of games won with its 95 % Wilson interval."""
    low, high = wilson(wins, games)
    return {"wins": round(wins, 4), "share": round(wins / games, 4), "low": low, "high": high}


def wilson(wins: float, games: int) -> tuple[float, float]:
    ratio, spread = wins / games, NORMAL**2 / games
    middle = ratio + spread / 2
    reach = NORMAL * sqrt(ratio * (1 - ratio) / games + spread / (4 * games))
    low, high = ((middle + sign * reach) / (1 + spread) for sign in (-1, 1))
    return round(max(0.0, low), 4), round(min(1.0, high), 4)


def share_text(row: dict[str, Any]) -> str:
    wins, low, high = (100 * row[key] for key in ("share", "low", "high"))
    return f"{wins:5.1f} % of the games (95 %: {low:.1f} to {high:.1f})"


class Progress:
    """Lines on standard output and, if standard error is a terminal, a progress bar there."""

    def __init__(self, total: int) -> None:
        from splendor.arena.progress import Bar

        self.bar = Bar(total, " games", sys.stderr)
        self.lines: list[str] = []
        self.written = time.monotonic()

    def show(self, line: str) -> None:
        self.lines.append(line)
        if time.monotonic() - self.written > EVERY:
            self.write()

    def write(self) -> None:
        """Print the lines since the last call, above the bar."""
        if self.lines:
            self.bar.write("\n".join(self.lines), file=sys.stdout)
            sys.stdout.flush()
        self.bar.update(len(self.lines))
        self.lines.clear()
        self.written = time.monotonic()

    def close(self) -> None:
        self.write()
        self.bar.close()
