"""How fast the pages are: bytes and seconds to a table, click to paint, frames of animations.

    python -m tools.pages.speed            measures and writes docs/pages.md (three minutes)

It starts a server and Chromium on this machine; every table is opened with empty caches. The
scripts that measure inside a page are in `tools/pages/probes.py`.
"""

import platform
import statistics
import sys
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, Request, expect

from splendor.client import Table
from tests.browser.support.chromium import Visitor, a_chromium
from tests.browser.support.sample_tables import SampleTables, legal_moves, takes, wait_for
from tests.browser.support.scenes import Scene, card_at, cell, confirm_button, named, pile
from tests.server.serving import a_server
from tools.pages import probes as probes

PAGE = Path(__file__).parents[2] / "docs" / "pages.md"
OPENINGS = 9
GAMES = 10
TURNS = 3  # of takes in one game: then the hand is full
FRAME = 1000 / 60  # milliseconds
SCREENS = ("lobby", "base-2", "base-4", "duel")


@dataclass
class Opening:
    """A page opened with empty caches: bytes on the wire, milliseconds until something is seen."""

    bytes: int = 0
    requests: int = 0
    first_paint: float = 0.0
    whole: float = 0.0


@dataclass
class Clicks:
    """Milliseconds from a click to the screen that shows what it did."""

    staged: list[float] = field(default_factory=list)
    confirmed: list[float] = field(default_factory=list)


# Opening


def open_page(browser: Browser, tables: SampleTables, scene: Scene) -> Opening:
    """Open it in a browser that has never been here, and wait until everything has come."""
    path = scene.path(tables)
    visitor = Visitor(browser, tables.url, storage_state=tables.storage())
    page = visitor.context.new_page()
    found = Opening()
    with counted(page, found):
        page.goto(tables.url + path)
        scene.act(page, tables)
        page.wait_for_load_state("networkidle")
    found.first_paint, found.whole = page.evaluate(probes.PAINTS)
    visitor.close()
    visitor.check()
    return found


@contextmanager
def counted(page: Page, found: Opening) -> Iterator[None]:
    """Count what comes over the wire meanwhile, with all headers: files, answers, the socket."""
    spy = page.context.new_cdp_session(page)

    def count(size: float) -> None:
        found.bytes += int(size)

    def ask(request: Request) -> None:
        found.requests += 1

    spy.on("Network.loadingFinished", lambda event: count(event["encodedDataLength"]))
    heard = "Network.webSocketFrameReceived"
    spy.on(heard, lambda event: count(len(event["response"]["payloadData"].encode())))
    page.on("request", ask)
    spy.send("Network.enable")
    yield


# Clicking


def measure_clicks(browser: Browser, tables: SampleTables, rules: str, games: int) -> Clicks:
    """Anna takes and reserves in a few games; Ben's moves come through the API."""
    found = Clicks()
    visitor = Visitor(browser, tables.url, storage_state=tables.storage())
    for _ in range(games):
        anna, ben = tables.with_ben(rules)
        page = visitor.open(f"/t/{anna.id}")
        for _ in range(TURNS):
            take_by_clicks(page, anna, found)
            answer(anna, ben)
        page.close()
    visitor.close()
    visitor.check()
    return found


def take_by_clicks(page: Page, anna: Table, found: Clicks) -> None:
    """Pick the tokens of a move, one by one, and confirm it."""
    anna.wait_until(lambda seen: bool(legal_moves(seen)))
    wait_for_turn(page)
    for each in takes(longest_take(anna)):
        thing = cell(page, each) if each[0].islower() else pile(page, each)
        page.evaluate(probes.WATCH_STAGING)
        thing.click()
        found.staged.append(page.evaluate(probes.RESULT))
    button = confirm_button(page)
    expect(button).to_be_enabled()
    page.evaluate(probes.WATCH_TURN)
    button.click()
    found.confirmed.append(page.evaluate(probes.RESULT))


def longest_take(table: Table) -> str:
    return max(sorted(legal_moves(table)), key=lambda move: len(takes(move)) if plain(move) else 0)


def plain(move: str) -> bool:
    """Whether a move takes tokens and nothing else."""
    return "".join(takes(move)) == move


def answer(anna: Table, ben: Table) -> None:
    """Ben moves, so that it is Anna's turn again."""
    ben.wait_until(lambda seen: bool(legal_moves(seen)))
    wait_for(anna, ben.play(longest_take(ben)))


def wait_for_turn(page: Page) -> None:
    expect(page.get_by_role("status").filter(has_text="your move").first).to_be_visible()


# Flying


def measure_frames(browser: Browser, tables: SampleTables, games: int) -> dict[str, list[float]]:
    """Milliseconds from frame to frame while tokens and cards fly."""
    found: dict[str, list[float]] = {"three tokens": [], "a card": []}
    storage = tables.storage(motion=True)
    visitor = Visitor(browser, tables.url, storage_state=storage, reduced_motion="no-preference")
    for _ in range(games):
        anna, ben = tables.with_ben("official")
        page = visitor.open(f"/t/{anna.id}")
        wait_for_turn(page)
        for letter in takes(longest_take(anna)):
            pile(page, letter).click()
        found["three tokens"] += frames_of_confirm(page)
        answer(anna, ben)
        wait_for_turn(page)
        card_at(page, "2b").click(button="right")
        found["a card"] += frames_of_confirm(page)
        page.close()
    visitor.close()
    visitor.check()
    return found


def frames_of_confirm(page: Page) -> list[float]:
    expect(confirm_button(page)).to_be_enabled()
    page.evaluate(probes.WATCH_FLIGHT)
    confirm_button(page).click()
    frames: list[float] = page.evaluate(probes.RESULT)
    return frames


def dropped(frames: Iterable[float]) -> int:
    """Frames of 60 a second that were not shown."""
    return sum(max(0, round(frame / FRAME) - 1) for frame in frames)


# The page


def main() -> int:
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server(Path(folder)) as server,
        a_chromium() as browser,
    ):
        PAGE.write_text(measure(browser, SampleTables(server.url)), encoding="utf-8")
    print(f"{PAGE.name} is written")
    return 0


def measure(browser: Browser, tables: SampleTables) -> str:
    opened = {
        name: [open_page(browser, tables, named(name)) for _ in range(OPENINGS)] for name in SCREENS
    }
    clicks = {
        rules: measure_clicks(browser, tables, rules, GAMES) for rules in ("official", "duel")
    }
    frames = measure_frames(browser, tables, GAMES)
    return report(opened, clicks, frames, browser.version)


def report(
    opened: dict[str, list[Opening]],
    clicks: dict[str, Clicks],
    frames: dict[str, list[float]],
    version: str,
) -> str:
    machine = f"Chromium {version} without a graphics card, {platform.machine()}, two cores"
    parts = [
        probes.HEAD.format(openings=OPENINGS, games=GAMES, machine=machine),
        table(probes.OPENING_COLUMNS, [opening_row(*pair) for pair in opened.items()]),
        probes.CLICKS_HEAD,
        table(probes.CLICKS_COLUMNS, [row for pair in clicks.items() for row in click_rows(*pair)]),
        probes.FRAMES_HEAD,
        table(probes.FRAMES_COLUMNS, [frame_row(*pair) for pair in frames.items()]),
    ]
    return "\n".join(parts)


def opening_row(name: str, runs: list[Opening]) -> list[str]:
    paints = [run.first_paint for run in runs]
    wholes = [run.whole for run in runs]
    return [
        name,
        f"{max(run.bytes for run in runs) / 1000:.0f} kB",
        str(max(run.requests for run in runs)),
        f"{statistics.median(paints):.0f} ms",
        f"{max(paints):.0f} ms",
        f"{statistics.median(wholes):.0f} ms",
    ]


def click_rows(rules: str, clicks: Clicks) -> list[list[str]]:
    kinds = {"a token picked": clicks.staged, "a move confirmed": clicks.confirmed}
    return [
        [
            f"{rules}: {kind}",
            str(len(times)),
            *(f"{time:.0f} ms" for time in middle_and_worst(times)),
        ]
        for kind, times in kinds.items()
    ]


def middle_and_worst(times: list[float]) -> tuple[float, float, float]:
    """Median, 95 % and the longest."""
    return statistics.median(times), statistics.quantiles(times, n=20)[-1], max(times)


def frame_row(kind: str, frames: list[float]) -> list[str]:
    lost = dropped(frames)
    share = 100 * lost / (len(frames) + lost)
    middle = f"{statistics.median(frames):.1f} ms"
    return [kind, str(len(frames)), middle, f"{max(frames):.0f} ms", f"{lost} ({share:.1f} %)"]


def table(columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> str:
    lines = [columns, ["---"] * len(columns), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


if __name__ == "__main__":
    sys.exit(main())
