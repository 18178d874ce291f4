"""How fast the page of one's own games is, with 5,000 of them.

    python -m tools.pages.my_games                   measures and prints
    python -m tools.pages.my_games --pictures DIR    also takes pictures in four windows

It starts a server and Chromium on this machine and writes made-up results into its database.
"""

import argparse
import asyncio
import json
import os
import random
import sqlite3
import statistics
import sys
import tempfile
import time
from contextlib import closing
from pathlib import Path

from playwright.sync_api import Browser, expect

from splendor.arena.glicko import Strength, anchor, pairwise, updated
from splendor.bots.levels import ladder_of
from splendor.client import Client
from splendor.server.storage.store import AddTable, SetMembers, Store, TableRow
from splendor.server.storage.types import RatingRow, RecordResults, ResultRow
from splendor.server.tables.results import GAMES_PER_PERIOD
from tests.browser.support.chromium import Visitor, a_chromium
from tests.server.serving import Server, a_server

GAMES = 5_000
MEASURED = ("empty cache", "again", "CPU of the page", "CPU of the server")
AT_ONCE = 500  # in one write
TIMES = 9
DAY = 86_400_000  # milliseconds
KINDS = (
    ("official", "base", 2),
    ("official", "base", 2),
    ("duel", "duel", 2),
    ("official", "base", 4),
)
WINDOWS = ((1440, 900), (1366, 625), (390, 844), (844, 390))
TRUE_STRENGTH = 650  # of the made-up person
SHOWN = """
  window.shown = new Promise((resolve) => {
    const isShown = () => document.querySelectorAll('.my-game').length >= 20
      && document.querySelector('main').innerText.includes('GAMES games');
    new MutationObserver((_, observer) => {
      if (!isShown()) return;
      observer.disconnect();
      requestAnimationFrame(() => setTimeout(() => resolve(performance.now())));
    }).observe(document, { childList: true, subtree: true, characterData: true });
  });
"""  # the moment after the first frame with everything in it, since the request of the page


class Person:
    """Makes up the games of one person, who plays like a level in the middle."""

    def __init__(self, id: str, seed: int = 1) -> None:
        self.id, self.chance = id, random.Random(seed)
        self.now: dict[tuple[str, int], Strength] = {}
        self.games: dict[tuple[str, int], int] = {}

    def game(self, number: int, ended: int) -> tuple[TableRow, RecordResults]:
        rules, game, players = self.chance.choice(KINDS)
        level = self.chance.choice(ladder_of(game, players)[2:6])
        won = self.chance.random() < 1 / (1 + 10 ** ((level.elo - TRUE_STRENGTH) / 400))
        kind = (game, players)
        before = self.now.get(kind, Strength(600.0))
        others = players - 1
        met = pairwise([anchor(level.elo)] * others, [float(won)] * others)
        self.now[kind] = updated(before, met, 1 / GAMES_PER_PERIOD)
        self.games[kind] = self.games.get(kind, 0) + 1
        after, points = self.now[kind], [15 if won else self.chance.randint(6, 14), 15 - 4 * won]
        row = ResultRow(
            self.id, ended, 0, players, rules, game, "bots", level.name,
            "won" if won else "lost", "", points[0], self.chance.randint(22, 34),
            after.rating, after.deviation,
        )  # fmt: skip
        rating = RatingRow(
            self.id, *kind, after.rating, after.deviation, after.volatility, self.games[kind]
        )
        id = f"{number:022d}"
        summary = summary_of(level.name, players, points, won)
        table = TableRow(id, ended, ended, "over", rules, players, "0" * 64, summary)
        return table, RecordResults(id, (row,), (rating,))


def summary_of(level: str, players: int, points: list[int], won: bool) -> bytes:
    bots = [{"kind": "bot", "bot": level}] * (players - 1)
    scored = [points[0], *[points[1]] * (players - 1)]
    result = {"winners": [0 if won else 1], "reason": "points", "points": scored, "cards": scored}
    seats = [{"kind": "person", "name": "Anna"}, *bots]
    return json.dumps({"seats": seats, "result": result}).encode()


def fill(server: Server, games: int) -> Client:
    """A guest with so many games."""
    client = Client(server.url, "Anna")
    file = server.data / "splendor.db"
    with closing(sqlite3.connect(file)) as database:
        (id,) = database.execute("SELECT id FROM players WHERE name = 'Anna'").fetchone()
    person, first = Person(id), int(time.time() * 1000) - 300 * DAY
    made = [person.game(number, first + number * 300 * DAY // games) for number in range(games)]
    asyncio.run(write(f"sqlite:///{file}", id, made))
    return client


async def write(url: str, player: str, made: list[tuple[TableRow, RecordResults]]) -> None:
    store = Store(url)
    store.open()
    try:
        for first in range(0, len(made), AT_ONCE):
            some = made[first : first + AT_ONCE]
            tables = [AddTable(table) for table, _ in some]
            members = [SetMembers(table.id, (player,)) for table, _ in some]
            await store.write(*tables, *members, *(results for _, results in some))
    finally:
        store.close()


def cpu(server: Server) -> float:
    """The milliseconds of CPU time that the server has used."""
    assert server.process is not None
    fields = Path(f"/proc/{server.process.pid}/stat").read_text().rpartition(") ")[2].split()
    return 1000 * (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def milliseconds(
    browser: Browser, server: Server, client: Client
) -> tuple[float, float, float, float]:
    """From the request to the whole page, by the page's own clock: with an empty cache, and again.
    Then the CPU time of the second time, which a busy machine changes little: of the page's main
    thread, and of the server.
    """
    name, _, value = client.cookie.partition("=")
    cookie = {"name": name, "value": value, "url": server.url}
    visitor = Visitor(browser, server.url)
    visitor.context.add_cookies([cookie])  # type: ignore[list-item]
    visitor.context.add_init_script(SHOWN.replace("GAMES", str(GAMES)))
    times = []
    for _ in range(2):
        page = visitor.context.new_page()
        session = visitor.context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        served = cpu(server)
        page.goto(f"{server.url}/me")
        times.append(page.evaluate("window.shown"))
        found = session.send("Performance.getMetrics")["metrics"]
        shown = next(1000 * each["value"] for each in found if each["name"] == "TaskDuration")
        spent = cpu(server) - served
        page.close()
    visitor.close()
    return times[0], times[1], shown, spent


def answers(client: Client, path: str) -> float:
    begin = time.perf_counter()
    client.ask("GET", path)
    return 1000 * (time.perf_counter() - begin)


def take_pictures(browser: Browser, server: Server, client: Client, folder: Path) -> None:
    name, _, value = client.cookie.partition("=")
    folder.mkdir(parents=True, exist_ok=True)
    for width, height in WINDOWS:
        visitor = Visitor(browser, server.url, viewport={"width": width, "height": height})
        visitor.context.add_cookies([{"name": name, "value": value, "url": server.url}])
        page = visitor.open("/me")
        expect(page.locator(".my-game").nth(19)).to_be_visible()
        page.screenshot(path=folder / f"me-{width}.png")
        page.screenshot(path=folder / f"me-{width}-whole.png", full_page=True)
        visitor.close()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pictures", type=Path)
    args = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder, a_server(Path(folder)) as server:
        client = fill(server, GAMES)
        with a_chromium() as browser:
            times = [milliseconds(browser, server, client) for _ in range(TIMES)]
            if args.pictures:
                take_pictures(browser, server, client, args.pictures)
        for what, found in zip(MEASURED, zip(*times, strict=True), strict=True):
            print(f"the page of {GAMES:,} games, {what}: median {statistics.median(found):.0f} ms")
        for path in ("/api/me/statistics", "/api/me/games", "/api/me/next"):
            spent = [answers(client, path) for _ in range(TIMES)]
            print(f"{path}: median {statistics.median(spent):.1f} ms")
    return 0


if __name__ == "__main__":
    sys.exit(main())
