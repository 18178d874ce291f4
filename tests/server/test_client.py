"""The Python client at a real server: whole games, lost connections, valid files."""

import socket
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from splendor import client
from splendor.bots import Clock, make_bot
from splendor.client import Client, ServerRefused, Table
from splendor.core.errors import RulesError
from splendor.formats import read_any
from splendor.formats.fair import verify
from splendor.view import View
from tests.server.serving import Server, a_server

TIMEOUT = 180.0  # seconds, generous for a busy machine


@pytest.fixture(autouse=True)
def patience(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client, "PATIENCE", TIMEOUT)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("client")) as server:
        yield server


def play(table: Table, lose_at: int = -1) -> int:
    """Let greedy play to the end; lose the connection before move `lose_at`."""
    bot, moves = make_bot("greedy", 0), 0
    while view := table.wait_for_turn(TIMEOUT):
        if moves == lose_at:
            lose_connection(table)
        table.play(bot.choose(view, Clock()))
        moves += 1
    return moves


def lose_connection(table: Table) -> None:
    """Close the client's socket without its knowledge."""
    assert table._socket is not None
    table._socket.socket.shutdown(socket.SHUT_RDWR)


def check_files(guest: Client, table: Table) -> None:
    """Check the files of the finished game."""
    base = f"/api/tables/{table.id}"
    (record,) = read_any(guest.fetch("GET", f"{base}/record"))
    (actual,) = read_any(guest.fetch("GET", f"{base}/transcript"))
    assert record.game == actual.game
    assert record.game.is_over
    assert list(record.game.outcome.winners) == table.room["result"]["winners"]  # type: ignore[union-attr]
    proof = guest.ask("GET", f"{base}/proof")
    assert verify(proof).fair
    assert proof["commitment"] == table.room["fairness"]["commitment"]
    steps = guest.ask("GET", f"{base}/replay")["steps"]
    assert len(steps) == len(record.game.moves) + 1


def seqs(table: Table) -> list[int]:
    return [event["seq"] for event in table.events]


def test_a_whole_official_game_with_a_lost_connection(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("official", seats=["me", "greedy"]) as table:
        table.ready("my-nonce")
        moves = play(table, lose_at=10)
        assert moves > 10
        assert seqs(table) == list(range(1, table.news["seq"] + 1))
        check_files(anna, table)
        proof = anna.ask("GET", f"/api/tables/{table.id}/proof")
        assert proof["nonces"] == ["my-nonce", ""]


def test_a_whole_official_game_for_four_with_two_people(server: Server) -> None:
    anna, ben = Client(server.url, "Anna"), Client(server.url, "Ben")
    with anna.create("official", seats=["me", "greedy", "open", "random"]) as hers:
        with ben.table(f"{server.url}/t/{hers.id}") as his:
            his.sit(2)
            his.ready()
            hers.ready()
            with ThreadPoolExecutor() as people:
                moves = list(people.map(play, (hers, his), (7, 9)))
            assert min(moves) > 9
            for table in (hers, his):
                assert seqs(table) == list(range(1, table.news["seq"] + 1))
            assert hers.room["result"] == his.room["result"]
        check_files(ben, hers)


def test_a_whole_landolt_game_at_hot_seats(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("landolt", seats=["me", "me", "greedy"], options={"target": 8}) as table:
        assert table.seats == [0, 1]
        table.ready()
        play(table, lose_at=5)
        check_files(anna, table)


def test_a_whole_duel(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("duel", seats=["greedy", "me"], options={"idle": 60}) as table:
        table.ready()
        play(table, lose_at=8)
        check_files(anna, table)


def test_two_people_take_a_move_back_over_their_sockets(server: Server) -> None:
    anna, ben = Client(server.url, "Anna"), Client(server.url, "Ben")
    with (
        anna.create("official", seats=["me", "open"], options={"start": 0}) as hers,
        ben.table(f"{server.url}/t/{hers.id}") as his,
    ):
        his.sit(1)
        his.ready()
        hers.ready()
        before = hers.wait_for_turn(TIMEOUT)
        assert before is not None
        hers.play("UGR")
        seen = his.wait_for_turn(TIMEOUT)
        assert seen is not None
        hers.do("ask", what="undo")
        his.wait_until(lambda table: "asked" in table.room, TIMEOUT)
        asked = his.room["asked"]
        assert asked == {"id": asked["id"], "seat": 0, "what": "undo"}  # kept 0, agreed nobody
        his.answer(False)  # Ben says no: nothing changes
        hers.wait_until(lambda table: not table.room.get("asked"), TIMEOUT)
        assert his.view == seen
        hers.do("ask", what="undo")
        his.wait_until(lambda table: bool(table.room.get("asked")), TIMEOUT)
        lose_connection(hers)  # and learns after reconnecting that Ben agreed
        his.answer(True)
        assert his.view is None
        assert hers.wait_for_turn(TIMEOUT) == before
        with pytest.raises(ServerRefused) as refused:
            his.do("ask", what="undo")
        assert refused.value.code == "nothing"
        hers.play("WUK")
        assert his.wait_for_turn(TIMEOUT) is not None
        for table in (hers, his):
            assert seqs(table) == list(range(1, table.news["seq"] + 1))
            kinds = [event["kind"] for event in table.events]
            assert (kinds.count("asked"), kinds.count("undone")) == (2, 1)


def test_the_example_of_the_module_works(server: Server) -> None:
    anna = Client(server.url, "Anna")
    options = {"rounds": 3}
    with anna.create("official", seats=["me", "greedy"], options=options) as table:
        table.ready()
        while not table.is_over:
            view = table.wait_for_turn(TIMEOUT)
            if view:
                table.play(view.legal_moves[0])
        assert table.is_over


def test_a_command_sent_while_disconnected_takes_effect_once(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("official", seats=["me", "open"]) as table:
        lose_connection(table)
        table.chat("only once")
        assert [e["text"] for e in table.events if e["kind"] == "chatted"] == ["only once"]
        assert seqs(table) == [1, 2]


def test_a_game_goes_on_after_the_server_was_killed(tmp_path: Path) -> None:
    with a_server(tmp_path) as server:
        anna = Client(server.url, "Anna")
        with anna.create("official", seats=["me", "greedy"], options={"rounds": 6}) as table:
            table.ready()
            view = table.wait_for_turn(TIMEOUT)
            assert isinstance(view, View)
            table.play(view.legal_moves[0])
            server.kill()
            server.start()
            play(table)
            assert seqs(table) == list(range(1, table.news["seq"] + 1))
            check_files(anna, table)


def test_a_refusal_is_raised_with_its_code(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("official", seats=["me", "open"]) as table:
        with pytest.raises(ServerRefused, match="has not begun") as refusal:
            table.play("UGR")
        assert refusal.value.code == "not_begun"
        table.chat("and the socket is still there")
    with pytest.raises(ServerRefused) as refusal:
        anna.ask("GET", "/api/tables/nowhere")
    assert (refusal.value.code, refusal.value.status) == ("not_found", 404)
    with pytest.raises(ServerRefused, match="no such table"):
        anna.table("nowhere")
    with pytest.raises(ServerRefused, match="no bot"):
        anna.create(seats=["me", "nobody"])


def test_a_known_cookie_is_the_same_guest(server: Server) -> None:
    anna = Client(server.url, "Anna")
    again = Client(server.url, cookie=anna.cookie)
    assert again.ask("GET", "/api/guest") == {"name": "Anna"}


def test_a_spectator_sees_no_hand_and_cannot_play(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("official", seats=["me", "greedy"]) as table:
        table.ready()
        table.wait_for_turn(TIMEOUT)
        with Client(server.url, "Eve").table(table.id) as watching:
            assert watching.seats == []
            assert watching.view is None
            with pytest.raises(ServerRefused) as refusal:
                watching.play("UGR")
            assert refusal.value.code == "not_seated"
        with Client(server.url).table(table.id) as unnamed:
            with pytest.raises(ServerRefused) as refusal:
                unnamed.chat("hello")
            assert refusal.value.code == "no_guest"


def test_a_missing_server_is_reported_in_one_line() -> None:
    with socket.socket() as unused:  # bound, but not listening
        unused.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{unused.getsockname()[1]}"
        with pytest.raises(RulesError, match=f"no server answers at {url}"):
            Client(url, "Anna")
        with pytest.raises(RulesError, match=f"no server answers at {url}"):
            Client(url).table("somewhere")


def test_a_server_that_closes_the_connection_is_reported() -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:
        url = f"http://127.0.0.1:{listener.getsockname()[1]}"
        listener.settimeout(TIMEOUT)

        def hang_up() -> None:
            connection, _ = listener.accept()
            connection.close()

        thread = threading.Thread(target=hang_up)
        thread.start()
        with pytest.raises(RulesError, match="no server answers"):
            Client(url, "Anna")
        thread.join()


def test_hints_are_answered(server: Server) -> None:
    anna = Client(server.url, "Anna")
    with anna.create("official", seats=["me", "greedy"]) as table:
        table.ready()
        view = table.wait_for_turn(TIMEOUT)
        assert view is not None
        advice = table.answer_to("hint", state=table.news["state"], seconds=0.2)
        assert advice["type"] == "advice"
        assert advice["candidates"][0]["move"] in map(str, view.legal_moves)
