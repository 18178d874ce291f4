"""The first start on a machine: how long it takes, and what is compiled.

    python -m tools.first_start            measures and writes its table in docs/first-start.md
    python -m tools.first_start times      measures and writes data/compile_times.csv

Every measurement begins with an empty cache, an empty data directory and without bytecode of the
package. Chromium is running already: how long a browser takes to start is not ours to say.
"""

import argparse
import contextlib
import csv
import os
import platform
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass, fields
from pathlib import Path

from playwright.sync_api import Browser, Page, expect

from splendor.core.compiling import TIMES
from tests.browser.support.chromium import DESKTOP, a_chromium
from tests.browser.support.people import confirming, pick_three, skip_guide, turn

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "first-start.md"
BLOCK = re.compile(r"(<!-- measured -->\n).*?(<!-- end -->\n)", re.DOTALL)
PATIENCE = 1200.0  # seconds
SPINS = (sys.executable, "-c", "while True: pass")
RULES = ("official", "duel")


@dataclass
class FirstStart:
    """Seconds since the command was typed."""

    listening: float = 0.0
    table: float = 0.0
    move: float = 0.0
    answer: float = 0.0


# Measuring


def without_bytecode() -> None:
    for folder in (ROOT / "src").rglob("__pycache__"):
        shutil.rmtree(folder, ignore_errors=True)


@contextlib.contextmanager
def empty() -> Iterator[dict[str, str]]:
    """An environment with an empty cache and an empty data directory."""
    without_bytecode()
    with tempfile.TemporaryDirectory() as folder:
        cache, data = f"{folder}/cache", f"{folder}/data"
        yield {**os.environ, "SPLENDOR_CACHE_DIR": cache, "SPLENDOR_DATA_DIR": data}


@contextlib.contextmanager
def busy(processes: int) -> Iterator[None]:
    """Processes that compute all the time."""
    spinning = [subprocess.Popen(SPINS) for _ in range(processes)]
    try:
        yield
    finally:
        for process in spinning:
            process.kill()
            process.wait()


@contextlib.contextmanager
def command(environment: dict[str, str]) -> Iterator[subprocess.Popen[str]]:
    words = [sys.executable, "-m", "splendor", "play", "--no-browser", "--port", "0"]
    with subprocess.Popen(
        [*words, "--option", "start=0"], env=environment, stdout=subprocess.PIPE, text=True
    ) as process:
        try:
            yield process
        finally:
            process.send_signal(signal.SIGINT)
            process.wait(PATIENCE)


def measure(browser: Browser) -> FirstStart:
    """Start, open the table, take three gems at once, and wait for the bot's answer."""
    found = FirstStart()
    page = browser.new_context(viewport=DESKTOP).new_page()
    page.set_default_timeout(1000 * PATIENCE)
    with empty() as environment:
        begin = time.perf_counter()
        with command(environment) as process:
            assert process.stdout is not None
            url = process.stdout.readline().partition(": ")[2].strip()
            found.listening = time.perf_counter() - begin
            page.goto(url)
            play(page, found, begin)
            page.context.close()
    return found


def play(page: Page, found: FirstStart, begin: float) -> None:
    patience = 1000 * PATIENCE
    expect(turn(page)).to_contain_text("your move", timeout=patience)
    found.table = time.perf_counter() - begin
    skip_guide(page)
    pick_three(page)
    confirming(page).click()
    expect(turn(page)).not_to_contain_text("your move", timeout=patience)
    found.move = time.perf_counter() - begin
    expect(turn(page)).to_contain_text("your move", timeout=patience)
    found.answer = time.perf_counter() - begin


# The page


def table_of(results: dict[str, FirstStart]) -> str:
    lines = ["| | " + " | ".join(results) + " |", "|---|" + "---|" * len(results)]
    names = {
        "listening": "the address is printed",
        "table": "the table is shown",
        "move": "the first move is confirmed",
        "answer": "the bot has answered",
    }
    for field in fields(FirstStart):
        cells = [f"{getattr(result, field.name):.1f} s" for result in results.values()]
        lines.append(f"| {names[field.name]} | " + " | ".join(cells) + " |")
    return "\n".join(lines)


def measured(results: dict[str, FirstStart], note: str) -> str:
    machine = f"{platform.machine()}, {os.cpu_count()} cores, Python {platform.python_version()}"
    about = f"Seconds after `splendor play`, on this machine: {machine}."
    return f"\n{about}{f' {note}' if note else ''}\n\n{table_of(results)}\n\n"


def write_page(note: str) -> None:
    cores = os.cpu_count() or 1
    results = {}
    with a_chromium() as browser:
        results["alone"] = measure(browser)
        with busy(cores):
            results[f"beside {cores} processes that compute"] = measure(browser)
    text = BLOCK.sub(
        lambda found: found[1] + measured(results, note) + found[2], PAGE.read_text("utf-8")
    )
    PAGE.write_text(text, "utf-8")
    print(table_of(results))


# The times of compiling


MEASURES = """
import sys, time
from splendor.bots.precompile import USES
from splendor.core.compiling import told_to
from splendor.ruleset import ruleset_of

def note(step):
    global begin
    if step.ended:
        spent = int(1000 * (time.process_time() - begin))
        print(game, part, step.entry, step.kernels, spent, sep=",", flush=True)
    elif not step.kernels:
        begin = time.process_time()

rules, begin = sys.argv[1], 0.0
game = ruleset_of(rules).name
for part, use in USES.items():
    with told_to(note):
        use(rules)
"""


def write_times() -> None:
    """Processor time, because other processes must not change it."""
    rows: list[list[str]] = []
    for rules in RULES:
        with empty() as environment:
            words = [sys.executable, "-c", MEASURES, rules]
            done = subprocess.run(words, env=environment, stdout=-1, text=True, check=True)
            rows += csv.reader(done.stdout.splitlines())
    with TIMES.open("w", encoding="utf-8", newline="") as target:
        writer = csv.writer(target, lineterminator="\n")
        writer.writerow(["game", "part", "entry", "kernels", "milliseconds"])
        writer.writerows(rows)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, prog="python -m tools.first_start")
    parser.add_argument("what", nargs="?", choices=["page", "times"], default="page")
    parser.add_argument("--note", default="", help="what else the machine did meanwhile")
    args = parser.parse_args()
    if args.what == "times":
        write_times()
    else:
        write_page(args.note)
    return 0


if __name__ == "__main__":
    sys.exit(main())
