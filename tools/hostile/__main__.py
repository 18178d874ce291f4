"""Security tests: `python -m tools.hostile` attacks a server and records the results.

Naming parts runs only these and keeps the figures of the others. The results are in
docs/hostile.json, from which the tables of docs/hostile.md are written. The exit status is 1 if
any attack succeeds.
"""

import argparse
import json
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ProcessPoolExecutor
from contextlib import contextmanager
from multiprocessing import get_context
from pathlib import Path
from typing import Any

from splendor.client import Client
from tests.server.serving import a_server
from tools import docs
from tools.hostile.api import try_api
from tools.hostile.attacks import ATTACKS
from tools.hostile.availability import all_figures
from tools.hostile.pages import FIGURES
from tools.hostile.readers import never_read
from tools.hostile.secrecy import Comparison, compare_in_new_server
from tools.hostile.victim import Victim

STATES = 10_000
EXAMPLES = 150  # valid and invalid requests of each kind for each operation
AT_ONCE = 1000  # states between two lines of progress
JOBS = 2

Figures = dict[str, Any]


def secrecy(states: int) -> Figures:
    """Compare the answers in pairs of games that differ only in secrets, in two processes."""
    shares = [min(AT_ONCE, states - first) for first in range(0, states, AT_ONCE)]
    total, begin = Comparison(), time.monotonic()
    with ProcessPoolExecutor(JOBS, mp_context=get_context("spawn")) as processes:
        for found in processes.map(compare_in_new_server, range(1, len(shares) + 1), shares):
            total.add(found)
            rate = total.states / (time.monotonic() - begin)
            print(f"  {total.states:,} states, {rate:.1f} per second", flush=True)
    return figures_of(total)


def figures_of(found: Comparison) -> Figures:
    return {
        "states": found.states,
        "with cards that only their owner has seen": found.with_unseen_cards,
        "within a turn": found.mid_turn,
        "phases": sorted(found.phases),
        "different games that look the same": found.different_games,
        "moves played in both games": found.moves,
        "answers compared": found.answers,
        "bytes compared": found.compared_bytes,
        "requests to bots compared": found.views,
        "answers that differ": found.differing,
        "wrong": found.failures,
    }


def attacks() -> Figures:
    """Attack a real server, and check after each attack that it still works."""
    failures: list[str] = []
    sent: dict[str, int] = {}
    with a_victim() as victim:
        for name, attack in ATTACKS.items():
            try:
                sent[name] = attack(victim)
                victim.check()
            except AssertionError as error:
                failures.append(f"{name}: {error}"[:300])
            print(f"  {name}", flush=True)
        slowest = round(1000 * victim.slowest)
    return {
        "sent": sent,
        "slowest move of an honest player meanwhile, ms": slowest,
        "wrong": failures,
    }


def readers() -> Figures:
    """Connect clients that never read."""
    with a_victim() as victim:
        try:
            return {**never_read(victim), "wrong": []}
        except AssertionError as error:
            return {"wrong": [str(error)[:300]]}


def api() -> Figures:
    """Send requests generated from the OpenAPI document, with and without a guest cookie."""
    figures: Figures = {"wrong": []}
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder)) as server:
        anna = Client(server.url, "Anna")
        for who, client in (("a guest", anna), ("nobody", Client(server.url))):
            with anna.create(seats=["me", "greedy"]) as table:
                table.ready()
                tried = try_api(client, table.id, EXAMPLES)
            figures["wrong"] += tried.wrong
            figures["operations"] = tried.operations
            figures[who] = {
                str(status): tried.statuses[status] for status in sorted(tried.statuses)
            }
    return figures


@contextmanager
def a_victim() -> Iterator[Victim]:
    verbose = ("--log-level", "debug")
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder), *verbose) as server:
        victim = Victim(server)
        yield victim
        victim.leave()


PARTS: dict[str, Callable[..., Figures]] = {
    "secrecy": secrecy,
    "attacks": attacks,
    "readers": readers,
    "availability": all_figures,
    "api": api,
}


def stored_figures() -> dict[str, Figures]:
    return dict(json.loads(FIGURES.read_text())) if FIGURES.exists() else {}


def store_figures(part: str, figures: Figures) -> None:
    known = {**stored_figures(), part: figures}
    FIGURES.write_text(json.dumps(known, indent=1, ensure_ascii=False) + "\n")


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.hostile", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=f"some of {', '.join(PARTS)}")
    parser.add_argument("--states", type=int, default=STATES, help=f"to compare ({STATES:,})")
    args = parser.parse_args()
    if unknown := [part for part in args.parts if part not in PARTS]:
        parser.error(f"there is no part {unknown[0]!r}: {', '.join(PARTS)}")
    for part in args.parts or PARTS:
        print(f"{part} …", flush=True)
        store_figures(part, PARTS[part](args.states) if part == "secrecy" else PARTS[part]())
    docs.main([])
    known = stored_figures()
    wrong = [
        f"{part}: {failure}" for part, figures in known.items() for failure in figures["wrong"]
    ]
    print("\n".join(wrong) or "all tests passed")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
