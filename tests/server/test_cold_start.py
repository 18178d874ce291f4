"""A server that starts before anything is compiled: tables at once, bots later, nothing lost."""

import signal
import sys
import threading
from pathlib import Path

import pytest

from splendor.client import Client, Table
from splendor.server.app import Server, uvicorn_config
from splendor.server.settings import Settings
from splendor.server.traffic import Traffic
from tests.server.cold import TIMEOUT, ColdServer, a_cold_server, is_alive

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals and exec")
QUICK = ("--pace", "0", "--no-rates", "--bots", "1")


def begun(client: Client, rules: str = "official") -> Table:
    table = client.create(rules, seats=["me", "regular"], options={"start": 0})
    table.ready()
    table.wait_for_turn()
    return table


def play_any(table: Table) -> str:
    """Play a legal move, which must be acknowledged."""
    assert table.view is not None
    played = str(table.view.legal_moves[0])
    table.play(played)
    return played


def moves_of(table: Table) -> list[tuple[int, list[str]]]:
    return [(event["seat"], event["moves"]) for event in table.events if event["kind"] == "moved"]


def is_answered(table: Table) -> bool:
    return [seat for seat, _ in moves_of(table)] == [0, 1]


def wait_for_percent(table: Table, percent: int) -> None:
    table.wait_until(lambda table: (table.preparing or {}).get("percent") == percent, TIMEOUT)


class Talker(threading.Thread):
    """Says one thing after the other at a table, each when the former is acknowledged."""

    def __init__(self, table: Table) -> None:
        super().__init__()
        self.table, self.said, self.is_to_stop = table, 0, threading.Event()

    def run(self) -> None:
        while not self.is_to_stop.is_set():
            self.table.chat(str(self.said))
            self.said += 1

    def heard(self) -> list[str]:
        return [event["text"] for event in self.table.events if event["kind"] == "chatted"]


def test_people_play_before_anything_is_compiled_and_nothing_is_lost_at_the_change_over(
    tmp_path: Path,
) -> None:
    with a_cold_server(tmp_path, "serve", *QUICK) as server:
        pid, anna, ben = server.pid, Client(server.url, "Anna"), Client(server.url, "Ben")
        with begun(anna) as table, begun(ben) as other:
            played = play_any(table)
            assert server.health() == "compiling"
            server.order("rules")
            wait_for_percent(table, 40)
            assert moves_of(table) == [(0, [played])]  # no other bot has stood in
            talker = Talker(other)
            talker.start()
            server.order("all")
            server.wait_for("ready")
            talker.is_to_stop.set()
            talker.join(TIMEOUT)
            table.wait_until(is_answered, TIMEOUT)

            assert server.pid == pid
            assert server.log.count("ready") == 2  # interpreted, then compiled
            assert table.preparing is None
            assert [event["seq"] for event in table.events] == [1, 2, 3, 4, 5]
            assert talker.said
            assert talker.heard() == [*map(str, range(talker.said))]
            assert [event["seq"] for event in other.events] == [*range(1, 4 + talker.said)]


def test_a_server_for_one_person_serves_on_and_its_bots_wait_for_their_own_game_only(
    tmp_path: Path,
) -> None:
    with a_cold_server(tmp_path, "play", "--no-browser") as server:
        anna = Client(server.url, "Anna")
        with begun(anna) as base, begun(anna, "duel") as duel:
            play_any(base)
            play_any(duel)
            server.order("rules")
            server.order("all-base")
            base.wait_until(is_answered, TIMEOUT)
            assert server.health() == "compiling"
            wait_for_percent(duel, 40)
            assert [seat for seat, _ in moves_of(duel)] == [0]
            server.order("all")
            duel.wait_until(is_answered, TIMEOUT)
            server.wait_for("ready")
            assert duel.preparing is None


def test_a_second_ctrl_c_does_not_skip_closing_the_database() -> None:
    server = Server(uvicorn_config(lambda *_: None, Traffic(Settings())))  # type: ignore[arg-type]
    for _ in range(2):
        server.handle_exit(signal.SIGINT, None)
    assert server.should_exit
    assert not server.force_exit


def test_ctrl_c_while_compiling_ends_everything_in_one_line(tmp_path: Path) -> None:
    server = ColdServer(tmp_path, "play", "--no-browser").start()
    compilers = server.wait_for_compilers(2)
    before = len(server.log)
    assert server.press_ctrl_c() == 0
    assert server.log[before:] == "\nStopped: unfinished games are kept for the next start\n"
    assert not any(map(is_alive, compilers))
