"""The command `splendor dataset`: make, describe, repeat and check games as Parquet."""

import argparse
import json
import sys
import time
from collections import Counter
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import (
    Parser,
    add_command,
    add_game_options,
    add_ray,
    at_least,
    chosen_options,
    seconds,
)
from splendor.cli.common import warm_up
from splendor.cli.engine import add_engine_option, configure_engines
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.dataset import Dataset

MOST_GAMES = 1_000_000_000
MOST_SIMULATIONS = 1_000_000_000
MOST_WORKERS = 1024
MOST_LINES = 20  # of problems that are shown
FAILED = 1


def add_dataset(commands: Any) -> None:
    examples = (
        "make games greedy greedy --games 100000",
        "make games search greedy --sims 100 --rules duel",
        "info games",
        "replay games --game 3 > game.jsonl",
        "check games",
    )
    parser = add_command(commands, run_dataset, "Games as data, in Parquet files", examples)
    parser.description = "Make, describe, repeat and check data sets of games (docs/data.md)."
    parts = parser.add_subparsers(title="what to do", metavar="WHAT", parser_class=Parser)
    add_make(parts)
    for name, run, help in (
        ("info", run_info, "Tell what is in a data set"),
        ("replay", run_replay, "Repeat the games with the engine, or print one of them"),
        ("check", run_check, "Compare every game with the engine"),
    ):
        part = parts.add_parser(name, help=help, description=f"{help}.")
        part.add_argument("path", metavar="PATH", help="a folder of Parquet files, or one file")
        part.set_defaults(run=run)
        if name == "info":
            part.add_argument("--json", action="store_true", help="print it as JSON")
        if name == "replay":
            part.add_argument("--game", type=at_least(0), metavar="K", help="print game K, counted from 0, as a transcript")  # fmt: skip # noqa: E501


def add_make(parts: Any) -> None:
    help = "Let bots play, and store their games"
    parser = parts.add_parser("make", help=help, description=f"{help}. A folder is continued.")
    parser.set_defaults(run=run_make)
    parser.add_argument("folder", metavar="FOLDER", help="for the files; if there are games, more are added up to --games")  # fmt: skip # noqa: E501
    parser.add_argument("bots", nargs="+", metavar="BOT", help="one for each player, 2 to 4: NAME, module:Class for your own; from game to game they move on by a seat")  # fmt: skip # noqa: E501
    parser.add_argument("--games", type=at_least(1, MOST_GAMES), default=1000, help="number of games (1000)")  # fmt: skip # noqa: E501
    parser.add_argument("--seed", default="1", help="a number or text (1): game K is dealt from the seed SEED/K")  # fmt: skip # noqa: E501
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--sims", type=at_least(1, MOST_SIMULATIONS), metavar="N", help="simulations for each decision")  # fmt: skip # noqa: E501
    budget.add_argument("--time", type=seconds, metavar="SECONDS", help="for each decision")
    parser.add_argument("--no-deals", action="store_true", help="store only the seeds of the deals")
    parser.add_argument("--draws", action="store_true", help="store draws from the bag, too, although the seed gives them")  # fmt: skip # noqa: E501
    parser.add_argument("--licence", metavar="ID", help="for the card of the data set, such as cc0-1.0")  # fmt: skip # noqa: E501
    parser.add_argument("--workers", type=at_least(1, MOST_WORKERS), metavar="W", help="processes (one for each core)")  # fmt: skip # noqa: E501
    add_ray(parser)
    add_engine_option(parser)
    add_game_options(parser)


def run_dataset(args: argparse.Namespace) -> int:
    raise RulesError("choose make, info, replay or check (see splendor dataset --help)")


def run_make(args: argparse.Namespace) -> int:
    configure_engines(args)
    from splendor.core.extras import need

    need("data")
    from splendor.arena.progress import Bar
    from splendor.bots import Clock, current_spec
    from splendor.dataset.making import GamesToStore, make_dataset

    if args.players not in (None, len(args.bots)):
        raise RulesError(f"{args.players} players need {args.players} bots, not {len(args.bots)}")
    args.players = len(args.bots)
    options = chosen_options(args, limited=True)
    games = GamesToStore(
        args.rules, options, tuple(map(current_spec, args.bots)), args.seed,
        Clock(args.time, args.sims), rotates=True, with_deals=not args.no_deals,
        with_draws=args.draws,
    )  # fmt: skip
    warm_up(args.rules)
    bar = Bar(args.games, " games", sys.stderr)

    def show(there: int) -> None:
        bar.update(there - bar.n)

    try:
        callbacks = (show, lambda text: bar.write(text, file=sys.stderr))
        make_dataset(
            args.folder, games, args.games, args.workers, args.ray, args.licence, callbacks
        )
    except KeyboardInterrupt:
        bar.close()
        print("the games so far are stored: the same command continues", file=sys.stderr)
        raise
    finally:
        bar.close()
    print("\n".join(described(opened(args.folder))))
    return 0


def opened(path: str) -> "Dataset":
    from splendor.core.extras import need

    need("data")
    from splendor.dataset import Dataset

    return Dataset(path)


# What is in it


def facts_of(data: "Dataset") -> dict[str, Any]:
    """What a data set holds, as plain values."""
    counts = {name: Counter[str]() for name in ("rules", "reason", "version")}
    bots, players, decisions, with_seed = Counter[str](), Counter[int](), 0, 0
    for table in data.tables(
        ["rules", "players", "seed", "reason", "decisions", "bots", "version"]
    ):
        columns = table.to_pydict()
        for name, counter in counts.items():
            counter.update(columns[name])
        players.update(columns["players"])
        bots.update(bot for seats in columns["bots"] for bot in seats or ())
        decisions += sum(count or 0 for count in columns["decisions"])
        with_seed += sum(seed is not None for seed in columns["seed"])
    return {
        "path": str(data.path),
        "game": data.ruleset.name,
        "games": data.games,
        "decisions": decisions,
        "bytes": sum(part.stat().st_size for part in data.parts),
        "files": len(data.parts),
        "players": dict(players),
        "games_with_seed": with_seed,
        "bots": dict(bots),
        "rules": dict(counts["rules"]),
        "reasons": dict(counts["reason"]),
        "versions": dict(counts["version"]),
        "made_with": data.facts,
    }


def described(data: "Dataset") -> list[str]:
    facts = facts_of(data)
    size = facts["bytes"] / max(1, facts["games"])

    def listed(counts: dict[Any, int]) -> str:
        return ", ".join(f"{name} {count:,}" for name, count in counts.items())

    files = f"{facts['files']} file{'' if facts['files'] == 1 else 's'}"
    return [
        f"{facts['path']}: {facts['games']:,} games, {facts['decisions']:,} decisions, {files}",
        f"  size      {facts['bytes'] / 1e6:.1f} MB, {size:.0f} bytes a game",
        f"  rules     {listed(facts['rules'])}; players {listed(facts['players'])}",
        f"  bots      {listed(facts['bots'])} (seats)",
        f"  ends      {listed(facts['reasons'])}",
        f"  seeds     {facts['games_with_seed']:,} games",
        f"  version   {listed(facts['versions'])}",
    ]


def run_info(args: argparse.Namespace) -> int:
    data = opened(args.path)
    if args.json:
        print(json.dumps(facts_of(data)))
    else:
        print("\n".join(described(data)))
    return 0


# Its games again


def run_replay(args: argparse.Namespace) -> int:
    data = opened(args.path)
    warm_up(data.ruleset.rules[0])
    if args.game is not None:
        from splendor.formats import transcript_line

        print(transcript_line(data.game(args.game)))
        return 0
    next(data.decisions(observations=False), None)  # loads what is compiled
    began, decisions = time.perf_counter(), 0
    for part in data.decisions(observations=False):
        decisions += len(part.actions)
    taken = max(1e-9, time.perf_counter() - began)
    speed = f"{decisions / taken:,.0f} decisions/s"
    print(f"{data.games:,} games, {decisions:,} decisions repeated in {taken:.2f} s: {speed}")
    return 0


def run_check(args: argparse.Namespace) -> int:
    data = opened(args.path)
    warm_up(data.ruleset.rules[0])
    found = 0
    for found, problem in enumerate(data.problems(), 1):
        if found <= MOST_LINES:
            print(problem)
    if found:
        print(f"{found:,} problems in {data.games:,} games")
        return FAILED
    print(f"{data.games:,} games: the engine agrees with all of them")
    return 0
