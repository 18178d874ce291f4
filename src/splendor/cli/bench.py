"""The command `splendor bench`: the speed of the engine and of searches on this machine."""

import argparse
import json
import sys
from typing import Any

from splendor.cli.arguments import add_command, at_least


def add_bench(commands: Any) -> None:
    parser = add_command(commands, run_bench, "Measure the speed", ("", "--json --repeats 5"))
    parser.add_argument("--json", action="store_true", help="the figures as JSON")
    parser.add_argument("--repeats", type=at_least(1), default=3, help="the best of so many (3)")
    parser.add_argument("--no-native", action="store_true", help="without the native yardstick")


def run_bench(args: argparse.Namespace) -> int:
    from splendor.cli.bench_engine import measure, report

    def say(what: str) -> None:
        print(f"measuring: {what}", file=sys.stderr, flush=True)

    figures = measure(args.repeats, not args.no_native, say)
    print(json.dumps(figures, indent=2) if args.json else report(figures))
    return 0
