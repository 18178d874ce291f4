"""The engine and the plain rules play the same games and must agree at every decision.

`python -m tests.plain.against_plain --games 2000` plays 2,000 games of each kind and writes how
often each rule was exercised to `tests/plain/long_run/`. `make test` plays fewer.
"""

import argparse
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor

from tests.plain.against_plain_base import BASE
from tests.plain.against_plain_duel import DUEL
from tests.plain.side_by_side import Pairing, play_both

PAIRINGS: dict[str, Pairing] = {"base": BASE, "duel": DUEL}
LEAST = 20  # how often each rule must be exercised in the long run


def play_some(rules: str, kind: str, games: range, views: float) -> Counter[str]:
    """Play these games, and compare the views at the share `views` of decisions."""
    exercised: Counter[str] = Counter()
    for number in games:
        exercised += play_both(PAIRINGS[rules], kind, number, views)
    return exercised


def play_many(rules: str, games: int, workers: int) -> Counter[str]:
    pairing = PAIRINGS[rules]
    share = -(-games // 10)
    exercised: Counter[str] = Counter()
    with ProcessPoolExecutor(workers) as pool:
        jobs = [
            pool.submit(play_some, rules, kind, range(games)[first:][:share], pairing.views)
            for kind in pairing.kinds
            for first in range(0, games, share)
        ]
        for done, job in enumerate(jobs, start=1):
            exercised += job.result()
            print(f"{rules}: {done} of {len(jobs)} parts agree", file=sys.stderr)
    return exercised


def report(pairing: Pairing, games: int, exercised: Counter[str]) -> str:
    kinds = ", ".join(pairing.kinds)
    lines = [f"{games} games each of {kinds}: the engine and the plain rules agree everywhere."]
    lines += ["", "rule → times exercised", ""]
    lines += [f"{exercised[rule]:>10,}  {rule}" for rule in pairing.rules]
    return "\n".join(lines) + "\n"


def compare(rules: str, games: int, workers: int) -> bool:
    """Play the long run and write its counts; return whether every rule was exercised enough."""
    begin = time.perf_counter()
    pairing = PAIRINGS[rules]
    exercised = play_many(rules, games, workers)
    text = report(pairing, games, exercised)
    print(text)
    print(f"{time.perf_counter() - begin:.0f} s", file=sys.stderr)
    rare = [rule for rule in pairing.rules if exercised[rule] < LEAST]
    if rare:
        print(f"exercised fewer than {LEAST} times: {', '.join(rare)}", file=sys.stderr)
        return False
    pairing.result.write_text(text, "utf-8")
    return True


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--rules", choices=PAIRINGS, help="this game alone")
    parser.add_argument("--games", type=int, default=2000, help="games of each kind")
    parser.add_argument("--workers", type=int, default=2, help="processes")
    arguments = parser.parse_args()
    games = [arguments.rules] if arguments.rules else list(PAIRINGS)
    enough = [compare(rules, arguments.games, arguments.workers) for rules in games]
    return 0 if all(enough) else 1


if __name__ == "__main__":
    sys.exit(main())
