"""Snapshots: equal to what the fold gives, and never more than a cache."""

import hashlib
import zlib
from dataclasses import fields
from typing import Any

import pytest
from msgspec import msgpack

from splendor.server.messages import AskFor, CallBot, Chat, Hint, Mute, Resign
from splendor.server.tables import loading, snapshots
from splendor.server.tables.events import Chatted, Concluded, Undone
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.snapshots import Unusable, pack_snapshot, unpack_snapshot
from splendor.server.tables.state import TableState
from splendor.server.tables.table import Table, replayed
from splendor.server.workers.queue import Busy
from tests.server.fakes import FakeServer, async_test, eventually
from tests.server.tables.table_states import begun, fold, play


async def an_eventful_table(server: FakeServer, rules: str, over: bool) -> Table:
    """A table at which almost everything has happened that can be folded."""
    server.bots.failures = [Busy()]
    table = await server.playing("Anna", "greedy", rules=rules)
    await server.play_on(table, 3)
    await server.do(table, "Anna", AskFor, what="undo")
    await server.play_on(table, 8, seed=1)
    await server.do(table, "Anna", Chat, text="Hello")
    state = table.state
    if not over and state.status == "playing" and state.dealt_game.active in state.seats_of("Anna"):
        await server.do(table, "Anna", Hint, state=state.revision)
    if over and state.status == "playing":
        await server.do(table, "Anna", Resign)
    return table


def assert_same(first: tuple[TableState, LogLines], second: tuple[TableState, LogLines]) -> None:
    """Field by field, so that a new one is compared as well."""
    for each in fields(TableState):
        assert getattr(first[0], each.name) == getattr(second[0], each.name), each.name
    games = first[0].game, second[0].game
    if games[0] is not None and games[1] is not None:
        assert games[0].moves == games[1].moves
        assert games[0].all_drawn == games[1].all_drawn
        while games[0].moves:  # the whole history
            assert (games[0].pop(), games[0].position) == (games[1].pop(), games[1].position)
    assert {**vars(first[1]), "_record": 0} == {**vars(second[1]), "_record": 0}
    assert (first[1]._record is None) == (second[1]._record is None)
    if first[1]._record is not None and second[1]._record is not None:
        assert first[1]._record.tobytes() == second[1]._record.tobytes()


def folded(table: Table, server: FakeServer) -> tuple[TableState, LogLines]:
    first = TableState(table.id, table.row.secret)
    state, log, wrong = replayed(first, LogLines(), server.store.logs[table.id])
    assert not wrong
    return state, log


@pytest.mark.parametrize("over", [False, True])
@pytest.mark.parametrize("rules", ["official", "duel"])
@async_test
async def test_a_snapshot_equals_the_fold(rules: str, over: bool) -> None:
    server = FakeServer()
    table = await an_eventful_table(server, rules, over)
    packed = pack_snapshot(table.state, table.log)
    assert_same(unpack_snapshot(table.id, table.row.secret, packed), folded(table, server))


@async_test
async def test_a_snapshot_equals_the_fold_with_people() -> None:
    server = FakeServer(absent_after=0.0)
    table = await server.seated("Anna", "Ben", "Carla")
    packed = pack_snapshot(table.state, table.log)  # before the deal
    assert_same(unpack_snapshot(table.id, table.row.secret, packed), folded(table, server))
    table = await server.playing("Anna", "Ben", "Carla")
    await server.do(table, "Anna", Mute, seat=1)
    await server.do(table, "Ben", Chat, text="Hello")
    await server.do(table, "Anna", CallBot, seat=1)
    await server.wait_for_bots(table)
    await server.leave(table, "Carla")
    packed = pack_snapshot(table.state, table.log)
    assert_same(unpack_snapshot(table.id, table.row.secret, packed), folded(table, server))


def test_a_snapshot_has_every_field_of_the_state() -> None:
    packed = {*snapshots.StateFields.__struct_fields__, *snapshots.PACKED_OTHERWISE}
    assert packed == {each.name for each in fields(TableState)}


@async_test
async def test_the_secret_is_not_in_a_snapshot() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "greedy")
    packed = zlib.decompress(pack_snapshot(table.state, table.log))
    assert table.row.secret.encode() not in packed


LINES_OF_VERSION = dict.fromkeys((1, 2, 3, 4), "0684c58462e1bf98")


def test_other_lines_need_another_version() -> None:
    """If this fails, the log's lines have changed: snapshots with the old ones must not be used.
    Raise `VERSION` and add the new digest.
    """
    digest = hashlib.sha256()
    for rules in ("official", "duel"):
        state = begun("Anna", "greedy", rules=rules, start=0)
        for _ in range(40):
            play(state, str(state.dealt_game.legal_moves[0]))
        fold(state, Chatted("Anna", "Anna", "Hello"), Undone(3), Concluded("abandoned", []))
        for line in state.lines:
            digest.update(line.line)
    assert digest.hexdigest()[:16] == LINES_OF_VERSION[snapshots.VERSION]


# Loading


async def snapshotted(server: FakeServer, monkeypatch: pytest.MonkeyPatch) -> Table:
    """A table with a snapshot and some events after it."""
    monkeypatch.setattr(loading, "SNAPSHOT_EVERY", 10)
    table = await server.playing("Anna", "Ben")
    await server.play_on(table, 12)
    await eventually(lambda: table.id in server.store.snapshots)
    await eventually(lambda: table.snapshot_at == server.store.snapshots[table.id][0])
    monkeypatch.setattr(loading, "SNAPSHOT_EVERY", 10**6)
    await server.play_on(table, 3)
    return table


@async_test
async def test_a_long_table_is_loaded_from_its_snapshot(monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer()
    table = await snapshotted(server, monkeypatch)
    frames = server.frames(table, "Anna", "Ben")
    seq = server.store.snapshots[table.id][0]
    assert 0 < seq < table.state.seq
    del server.store.logs[table.id][: seq - 1]  # they are not needed
    again = await server.restarted()
    loaded = await again.tables.get(table.id, "Anna")
    assert again.frames(loaded, "Anna", "Ben") == frames
    assert loaded.snapshot_at == seq


def damaged(packed: bytes, what: str) -> bytes:
    if what == "bytes":
        return packed[:-20]
    if what == "nothing":
        return b""
    content: dict[str, Any] = msgpack.decode(zlib.decompress(packed))
    match what:
        case "version":
            content["version"] += 1
        case "engine":
            content["engine"] = "0"
        case "layout":
            content["game"]["layout"] = "00000000"
        case "actions":
            content["game"]["actions"].pop()
        case "number":
            content["state"]["seq"] -= 1
        case "field":
            del content["state"]["seats"]
    return zlib.compress(msgpack.encode(content))


@pytest.mark.parametrize(
    "what", ["bytes", "nothing", "version", "engine", "layout", "actions", "number", "field"]
)
@async_test
async def test_an_unusable_snapshot_is_ignored(what: str, monkeypatch: pytest.MonkeyPatch) -> None:
    server = FakeServer()
    table = await snapshotted(server, monkeypatch)
    frames = server.frames(table, "Anna", "Ben")
    seq, packed = server.store.snapshots[table.id]
    server.store.snapshots[table.id] = (seq, damaged(packed, what))
    again = await server.restarted()
    loaded = await again.tables.get(table.id, "Anna")
    assert again.frames(loaded, "Anna", "Ben") == frames
    assert loaded.snapshot_at == 0  # the next one replaces it


@async_test
async def test_a_snapshot_after_which_the_log_does_not_replay_is_ignored(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The log is the truth: the table is frozen where it would be without a snapshot."""
    server = FakeServer()
    table = await snapshotted(server, monkeypatch)
    log = server.store.logs[table.id]
    del log[-2]
    again = await server.restarted()
    loaded = await again.tables.get(table.id, "Anna")
    assert loaded.problem
    assert loaded.state.seq == table.state.seq - 2


@async_test
async def test_a_snapshot_that_cannot_be_stored_is_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    server.store.failing = True
    await server.tables.loader.save(table)
    assert table.snapshot_at == 0
    server.store.failing = False
    await server.tables.loader.save(table)
    assert table.snapshot_at == table.state.seq


def test_what_is_no_snapshot_is_unusable() -> None:
    with pytest.raises(Unusable):
        unpack_snapshot("id", "secret", zlib.compress(b"\x93\x01\x02\x03"))
