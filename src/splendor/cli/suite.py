"""The command `splendor suite`: an agent against fixed opponents on fixed deals."""

import argparse
import json
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_command, at_least, rules_help, seconds
from splendor.cli.common import warm_up
from splendor.cli.engine import add_engine_option, configure_engines

if TYPE_CHECKING:
    from splendor.arena.suite import Row, Suite

MOST_SIMULATIONS = 1_000_000_000
MOST_DEALS = 10_000
MOST_WORKERS = 1024


def add_suite(commands: Any) -> None:
    examples = (
        "greedy --out suite",
        "my_bot:MyBot --rules duel --out suite",
        "mine --engine 'mine=./my_engine' --time 0.1 --out suite",
    )
    parser = add_command(commands, run_suite, "Measure a bot against fixed opponents", examples)
    parser.add_argument("agent", metavar="AGENT", help="a bot: NAME, module:Class for your own, with ,key=value settings")  # fmt: skip # noqa: E501
    parser.add_argument("--out", required=True, metavar="FOLDER", help="for the match files and suite.json; what is there is continued")  # fmt: skip # noqa: E501
    parser.add_argument("--rules", default="official", help=rules_help())
    parser.add_argument("--players", type=at_least(2, 4), default=2, help="the number of players (2)")  # fmt: skip # noqa: E501
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--sims", type=at_least(1, MOST_SIMULATIONS), metavar="N", help="simulations for each decision")  # fmt: skip # noqa: E501
    budget.add_argument("--time", type=seconds, metavar="SECONDS", help="for each decision")
    parser.add_argument("--deals", type=at_least(1, MOST_DEALS), default=100, help="deals against each opponent (100); with fewer the suite is not complete")  # fmt: skip # noqa: E501
    parser.add_argument("--against", metavar="NAME,…", help="only these opponents")
    parser.add_argument("--workers", type=at_least(1, MOST_WORKERS), metavar="W", help="processes (one for each core)")  # fmt: skip # noqa: E501
    parser.add_argument("--json", action="store_true", help="print suite.json instead of the table")
    add_engine_option(parser)


def run_suite(args: argparse.Namespace) -> int:
    configure_engines(args)
    from splendor.arena.pool import default_size
    from splendor.arena.suite import OPPONENTS, Suite, document

    against = OPPONENTS if args.against is None else tuple(args.against.split(","))
    suite = Suite(args.agent, args.rules, args.players, args.sims, args.time, args.deals, against)
    suite.chosen()  # refuses what cannot be played
    warm_up(args.rules)
    folder, rows = Path(args.out), []
    for row in suite.play(folder, args.workers or default_size(), (lambda _: None, warn)):
        rows.append(row)
        warn(f"{row.opponent}: {100 * row.score.mean:.1f} %")
    found = document(suite, rows)
    text = json.dumps(found, indent=2)
    (folder / "suite.json").write_text(text + "\n", encoding="utf-8")
    print(text if args.json else "\n".join(table(suite, rows, found)))
    return 0


def warn(text: str) -> None:
    print(text, file=sys.stderr, flush=True)


def table(suite: "Suite", rows: "list[Row]", found: dict[str, Any]) -> list[str]:
    """One comparable table."""
    title = f"{found['suite']}, {suite.rules}, {suite.players} players, {suite.deals} deals"
    lines = [title if found["complete"] else f"{title} (not complete)"]
    lines.append(f"  {'against':<10} {'score':>7}   95 %              lost by failing")
    for row in rows:
        score = row.score
        interval = f"{100 * score.low:.1f} to {100 * score.high:.1f} %"
        lines.append(
            f"  {row.opponent:<10} {100 * score.mean:5.1f} %   {interval:<17} {row.failures:>4}"
        )
    lines.append(f"  {'mean':<10} {100 * found['mean_score']:5.1f} %   of {suite.agent}")
    return lines
