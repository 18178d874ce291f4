"""Availability: one visitor does its worst for a minute while other people play.

Each attack runs in a process of its own, from an address of its own, within 10 Mbit/s, against a
server with its usual limits. Meanwhile two honest players play; their acknowledgements are timed
and the server's memory is measured. `make hostile ARGS=availability` writes the results.
"""

import json
import multiprocessing
import os
import socket
import subprocess
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from splendor.client import Client, Table
from splendor.core.errors import RulesError
from splendor.server.identity import new_token
from tests.server.serving import Server
from tools.hostile.boards import analyse_without_end
from tools.hostile.intruders import Intruder, flood
from tools.hostile.prepared import prepare
from tools.hostile.victim import PING, TEXT, Victim, victim_memory, ws_frame

SECONDS = 60.0
PAUSE = 0.1  # seconds between two honest moves
THINKING = 2.0  # seconds before a move against a bot
MOST_P99 = 250  # milliseconds until an acknowledgement
MOST_GROWTH = 150_000  # KB of memory
PONG = 10
NICENESS = 10
CHUNK = 65_536  # bytes of a flood that are sent at once
CHATTY, LONG = 3, 12  # prepared tables
GUESTS = 24  # who ask for hints
MANY = 12  # guests who do the same
COOKIES: dict[int, list[str]] = {}  # of the guests at each server, by its port
# Tables without listeners are unloaded, and archived, after a second instead of ten minutes.
QUICK_UNLOADING = (
    "import sys; from splendor.server import app; from splendor.server.tables import memory; "
    "app.UNLOAD_INTERVAL = memory.UNLOAD_AFTER = 1.0; sys.argv[0] = 'splendor'; "
    "from splendor.cli import main; sys.exit(main())"
)


@dataclass
class Target:
    """What an attacker knows of the server."""

    port: int
    until: float  # by the monotonic clock, which processes share
    chatty: list[str] = field(default_factory=list)  # finished tables with much chat
    long: list[str] = field(default_factory=list)  # finished games with many decisions

    @property
    def is_on(self) -> bool:
        return time.monotonic() < self.until


# Attacks. Each returns the number of frames, requests or connections that it sent.


def empty_continuation_frames(target: Target) -> int:
    """One message in endless empty fragments."""
    frame = ws_frame(0, b"", last=False)
    return frames(target, ws_frame(TEXT, b"", last=False), frame)


def pings(target: Target) -> int:
    return frames(target, b"", ws_frame(PING, b""))


def pongs(target: Target) -> int:
    return frames(target, b"", ws_frame(PONG, b""))


def messages(target: Target) -> int:
    """Small messages that no rate limit counts."""
    return frames(target, b"", ws_frame(TEXT, b'{"type":"ping"}'))


def frames(target: Target, first: bytes, frame: bytes) -> int:
    nobody = Intruder(target.port)
    table = target.chatty[0]

    @contextmanager
    def begun() -> Iterator[socket.socket]:
        with nobody.websocket(table) as connection:
            connection.sendall(first)
            yield connection

    data = frame * (CHUNK // len(frame))
    return flood(begun, data, target.until)[1] * (CHUNK // len(frame))


def guests_of(target: Target, most: int) -> list[Intruder]:
    """Guests; first those of an earlier attack on the same server."""
    known = COOKIES.setdefault(target.port, [])
    with suppress(AssertionError):  # no more guests from here for a minute
        while len(known) < most:
            known.append(Intruder(target.port).become(f"Guest {len(known)}").cookie)
    return [Intruder(target.port, cookie) for cookie in known[:most]]


def sent_by(threads: Sequence[threading.Thread], guests: Sequence[Intruder]) -> int:
    """Run all threads to their end, and count what the guests have sent."""
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return sum(guest.sent for guest in guests)


def requests_for_hints(target: Target) -> int:
    """Many guests play against bots and ask for hints without end."""
    guests = guests_of(target, GUESTS)
    tables = [guest.table("me", "greedy", options={"start": 0}) for guest in guests]
    threads = [
        threading.Thread(target=ask_for_hints, args=(target, guest, table), daemon=True)
        for guest, table in zip(guests, tables, strict=True)
        for _ in range(4)
    ]
    return sent_by(threads, guests)


def ask_for_hints(target: Target, guest: Intruder, table: str) -> None:
    while target.is_on:
        status, text = guest.ask("GET", f"/api/tables/{table}?since=999999")
        state = json.loads(text)["state"] if status == 200 else 0
        id = f"h{time.monotonic_ns()}"
        status, _ = guest.command(table, "hint", id=id, state=state, seconds=5)
        time.sleep(0.05 if status == 200 else 15.0)  # do not spend the rate on refusals


def many_tables_with_bots(target: Target) -> int:
    """One guest plays at many tables against the strongest bot."""
    guest = Intruder(target.port).become("Player")
    tables = [guest.table("me", "champion", options={"start": 0}) for _ in range(20)]
    while target.is_on:
        for table in tables:
            status, text = guest.ask("GET", f"/api/tables/{table}?since=999999")
            news = json.loads(text) if status == 200 else {}
            if legal := [move for you in news.get("you", []) for move in you.get("legal", [])]:
                id = f"m{time.monotonic_ns()}"
                guest.command(table, "play", id=id, state=news["state"], moves=legal[:1])
    return guest.sent


def unread_answers(target: Target) -> int:
    """Long answers, requested and never read."""
    guest, sent = Intruder(target.port), 0
    with ExitStack() as stack:
        while target.is_on:
            request = guest.request(
                "GET", f"/api/tables/{target.chatty[sent % len(target.chatty)]}"
            )
            with suppress(OSError):
                stack.enter_context(guest.connection(window=4096)).sendall(request * 4)
            sent += 1
            time.sleep(0.1)
    return sent


def unread_news(target: Target) -> int:
    """Sockets at tables with long logs that read nothing."""
    guest, sent = Intruder(target.port), 0
    with ExitStack() as stack:
        while target.is_on:
            with suppress(OSError):
                table = target.chatty[sent % len(target.chatty)]
                stack.enter_context(guest.websocket(table, window=4096))
            sent += 1
            time.sleep(0.15)
    return sent


def idle_connections(target: Target) -> int:
    """As many connections as possible, on which nothing is sent."""
    guest, sent = Intruder(target.port), 0
    while target.is_on:
        with ExitStack() as stack:
            for _ in range(500):
                with suppress(OSError):
                    stack.enter_context(guest.connection())
                sent += 1
            time.sleep(1)
    return sent


def archiving(target: Target) -> int:
    """Open finished tables with long logs and leave them, so that they are archived."""
    guest = Intruder(target.port)
    while target.is_on:
        for table in target.chatty:
            guest.ask("GET", f"/api/tables/{table}?since=999999")
        time.sleep(3)
    return guest.sent


def replays(target: Target) -> int:
    """Replays of the longest games."""
    guest = Intruder(target.port)
    while target.is_on:
        for table in target.long:
            for seen_by in ("everybody", "spectator", "0", "1"):
                guest.ask("GET", f"/api/tables/{table}/replay?as={seen_by}")
                guest.ask("GET", f"/api/tables/{table}/transcript")
                if not target.is_on:
                    break
    return guest.sent


def opening_long_tables(target: Target) -> int:
    """Open tables with long logs again and again after they were unloaded."""
    guest = Intruder(target.port)
    while target.is_on:
        for table in [*target.long, *target.chatty]:
            guest.ask("GET", f"/api/tables/{table}?since=999999")
    return guest.sent


def guests_links_and_exports(target: Target) -> int:
    """New guests without end, who make links and codes, export everything and list their games."""
    sent = 0
    while target.is_on:
        guest = Intruder(target.port)
        with suppress(AssertionError):
            guest.become("Newcomer")
        for path in ("/api/profile/links", "/api/profile/recovery"):
            guest.ask("POST", path)
        guest.ask("POST", "/api/profile/claims", {"token": new_token()})
        for path in ("/api/profile", "/api/profile/export", "/api/me/games", "/api/me/export"):
            guest.ask("GET", path)
        sent += guest.sent
    return sent


def reviews(target: Target) -> int:
    """Many guests let finished games be reviewed, stop and begin again, look at lines, and let
    other turns be judged.
    """
    return by_many(target, review_without_end)


def by_many(target: Target, work: Callable[[Target, Intruder, int], None]) -> int:
    """Many guests do something at the same time."""
    guests = guests_of(target, MANY)
    threads = [
        threading.Thread(target=work, args=(target, guest, number), daemon=True)
        for number, guest in enumerate(guests)
    ]
    return sent_by(threads, guests)


def review_without_end(target: Target, guest: Intruder, number: int) -> None:
    while target.is_on:
        table = f"/api/tables/{target.long[number % len(target.long)]}"
        status, _ = guest.ask("POST", f"{table}/review", {})
        guest.ask("GET", f"{table}/review?since=0")
        guest.ask("GET", f"{table}/review/line?ply=0&moves=WUG")
        guest.ask("POST", f"{table}/trials", {"ply": number, "moves": ["WUG"]})
        guest.ask("DELETE", f"{table}/review")
        guest.ask("GET", "/api/me/slips")
        number += 1
        time.sleep(0.05 if status == 200 else 2.0)  # do not spend the rate on refusals


def analysis_boards(target: Target) -> int:
    """Many guests open boards and leave while the computer thinks about them, send long texts that
    are no positions, and play without end.
    """
    return by_many(target, analyse_without_end)


Attack = Callable[[Target], int]
ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        empty_continuation_frames,
        pings,
        pongs,
        messages,
        requests_for_hints,
        many_tables_with_bots,
        reviews,
        analysis_boards,
        unread_answers,
        unread_news,
        idle_connections,
        archiving,
        replays,
        opening_long_tables,
        guests_links_and_exports,
    )
}
NOBODY = "no attack"  # what the machine itself does
WITH_BOT = (requests_for_hints, many_tables_with_bots, reviews, analysis_boards)
UNLOADING = (archiving, opening_long_tables)


# Honest players


@dataclass
class Honest:
    """Two people who play moves and time the acknowledgements, until they are stopped."""

    victim: Victim
    acks: list[float] = field(default_factory=list)  # seconds
    failures: list[str] = field(default_factory=list)

    def play(self, stop: threading.Event) -> None:
        while not stop.is_set():
            try:
                self.acks.append(self.one_move())
            except (RulesError, OSError) as error:
                self.failures.append(str(error)[:100])
            stop.wait(PAUSE)

    def one_move(self) -> float:
        """Play the next move. Returns the seconds until it was acknowledged."""
        mover = self.mover()
        view = mover.view
        assert view is not None
        move = view.legal_moves[-1]  # reading the view is the work of the client
        begin = time.monotonic()
        mover.play(move)
        return time.monotonic() - begin

    def mover(self) -> Table:
        """The player whose turn it is; after the end of a game, in a new one."""
        while True:
            if any(table.is_over for table in self.victim.seats):
                self.victim.sit_down()
            for table in self.victim.seats:
                if table.view is not None:
                    return table
            for table in self.victim.seats:
                with suppress(RulesError):
                    table.wait_until(lambda table: bool(table.view or table.is_over), 0.02)


def play_a_bot(url: str, stop: threading.Event, found: "Measured") -> None:
    """Play against the strongest bot, time its moves, and count those of a weaker one."""
    with Client(url, "Carla").create(seats=["me", "champion"], options={"start": 0}) as table:
        table.ready()
        while not stop.is_set() and not table.is_over:
            view = table.wait_for_turn(120)
            if view is None:
                return
            stop.wait(THINKING)
            turn = view.turn
            begin = time.monotonic()
            while view is not None and view.turn == turn:
                table.play(view.legal_moves[0])
                view = table.wait_for_turn(120)
            found.thought.append(time.monotonic() - begin)
            found.weakened = sum(bool(event.get("weakened")) for event in table.events)


# Measuring


@dataclass
class Measured:
    """What an attack of some seconds did to other people."""

    sent: int = 0
    acks: list[float] = field(default_factory=list)
    failures: list[str] = field(default_factory=list)
    before: int = 0  # KB of memory
    peak: int = 0
    weakened: int = 0  # moves that a weaker bot chose
    thought: list[float] = field(default_factory=list)

    @property
    def p99(self) -> int:
        """Milliseconds; 99 % of the acknowledgements took no longer."""
        ordered = sorted(self.acks) or [-0.001]
        return round(1000 * ordered[min(len(ordered) - 1, int(0.99 * len(ordered)))])

    @property
    def growth(self) -> int:
        return max(0, self.peak - self.before)

    @property
    def wrong(self) -> list[str]:
        found = [f"an honest player was refused: {failure}" for failure in self.failures[:2]]
        if not 0 <= self.p99 <= MOST_P99:
            found.append(f"acknowledgements took {self.p99} ms (p99)")
        if self.growth > MOST_GROWTH:
            found.append(f"memory grew by {self.growth:,} KB")
        if self.weakened:
            found.append(f"{self.weakened} moves of an honest player's bot were weakened")
        return found

    def figures(self) -> dict[str, Any]:
        figures = {
            "sent": self.sent,
            "acks": len(self.acks),
            "p99": self.p99,
            "slowest": round(1000 * max(self.acks, default=-0.001)),
            "growth": self.growth,
        }
        if self.thought:
            figures["slowest bot"] = round(1000 * max(self.thought))
        return figures


def attack_process(name: str, target: Target, results: Any) -> None:
    os.nice(NICENESS)  # an attacker does not use the processor of the server
    results.put(ATTACKS[name](target))


def measure(name: str, seconds: float = SECONDS) -> Measured:
    """Attack a fresh server for this long."""
    with tempfile.TemporaryDirectory() as folder:
        made = prepare(Path(folder) / "server", CHATTY, LONG)
        with running(Path(folder), ATTACKS.get(name) in UNLOADING) as server:
            victim = Victim(server)
            target = Target(server.port, time.monotonic() + seconds, **made)
            try:
                return observed(name, victim, target)
            finally:
                victim.leave()


def observed(name: str, victim: Victim, target: Target) -> Measured:
    found, stop = Measured(before=victim_memory(victim)), threading.Event()
    honest = Honest(victim, found.acks, found.failures)
    threads = [threading.Thread(target=honest.play, args=(stop,))]
    if ATTACKS.get(name) in WITH_BOT:
        arguments = (victim.server.url, stop, found)
        threads.append(threading.Thread(target=play_a_bot, args=arguments))
    for thread in threads:
        thread.start()
    try:
        found.sent = attacked(name, victim, target, found)
    finally:
        stop.set()
        for thread in threads:
            thread.join()
    return found


def attacked(name: str, victim: Victim, target: Target, found: Measured) -> int:
    """Attack in another process, and watch the server's memory. Returns what was sent."""
    if name not in ATTACKS:
        watch(victim, target, found)
        return 0
    context = multiprocessing.get_context("spawn")
    results = context.Queue()
    process = context.Process(target=attack_process, args=(name, target, results))
    process.start()
    watch(victim, target, found)
    sent = int(results.get(timeout=120))
    process.join()
    return sent


def watch(victim: Victim, target: Target, found: Measured) -> None:
    while target.is_on:
        found.peak = max(found.peak, victim_memory(victim))
        time.sleep(0.2)


@contextmanager
def running(folder: Path, unloading: bool) -> Iterator[Server]:
    """A server with its usual limits."""
    server = QuickUnloadingServer if unloading else Server
    started = server(folder / "server", "--bots", "1", "--pace", "0").start()
    try:
        yield started
    finally:
        with suppress(AssertionError, subprocess.TimeoutExpired):
            started.stop()


class QuickUnloadingServer(Server):
    program = ("-c", QUICK_UNLOADING)


def all_figures(seconds: float = SECONDS) -> dict[str, Any]:
    """The figures of all attacks, after those of a server that nobody attacks."""
    figures: dict[str, Any] = {"seconds": round(seconds), "attacks": {}, "wrong": []}
    for name in (NOBODY, *ATTACKS):
        found = measure(name, seconds)
        figures["attacks"][name] = found.figures()
        figures["wrong"] += [f"{name}: {problem}" for problem in found.wrong]
        print(f"  {name}: {found.figures()}", flush=True)
    return figures
