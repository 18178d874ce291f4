"""Live tables: failing stores, damaged logs, restarts, lost sockets."""

import asyncio
import gc
from dataclasses import replace
from typing import Any

import pytest
from msgspec import json

from splendor.server.messages import Ack, AskFor, Chat, Leave, Mute, Play, Ready, Resign
from splendor.server.refusals import RequestRefused
from splendor.server.tables.listeners import MAX_FRAMES
from splendor.server.tables.state import PLAYING, WAITING
from tests.server.fakes import (
    FakeServer,
    MemoryStore,
    async_test,
    eventually,
    new_table,
    person,
    refused,
)

SEATINGS = [
    ("official", ("Anna", "Ben")),
    ("official", ("Anna", "greedy", "random")),
    ("official", ("greedy", "Anna", "Ben", "greedy")),
    ("landolt", ("Anna", "Ben", "Cleo", "Dan")),
    ("landolt", ("Anna", "Anna", "Ben")),
    ("duel", ("Anna", "Ben")),
    ("duel", ("greedy", "Anna")),
    ("duel", ("Anna", "Anna")),
]


def people(seats: tuple[str, ...]) -> list[str]:
    return [name for name in dict.fromkeys(seats) if name[0].isupper()]


@pytest.mark.parametrize("error, reported", [("refused", 0), ("failed", 1)])
@async_test
async def test_a_refusal_after_the_client_has_gone_is_no_error(error: str, reported: int) -> None:
    """Whatever else goes wrong then is reported."""
    server = FakeServer()
    loop, seen = asyncio.get_running_loop(), []
    loop.set_exception_handler(lambda _, context: seen.append(context))

    async def work() -> None:
        await asyncio.sleep(0)
        raise RequestRefused("not_seated") if error == "refused" else OSError(error)

    asked = asyncio.ensure_future(server.tables.finish(work()))
    await asyncio.sleep(0)
    asked.cancel()
    await asyncio.gather(asked, return_exceptions=True)
    del asked
    await eventually(lambda: not server.tables._tasks)
    gc.collect()
    assert len(seen) == reported


# A failing store


COMMANDS = [
    ("Anna", Play, {"moves": ["UGR"]}),
    ("Ben", Chat, {"text": "hello"}),
    ("Ben", Resign, {}),
    ("Ben", Leave, {}),
    ("Ben", AskFor, {"what": "abandon"}),
    ("Ben", Mute, {"seat": 0}),
]


@pytest.mark.parametrize("name, kind, fields", COMMANDS)
@async_test
async def test_while_the_store_fails_commands_are_refused_and_change_nothing(
    name: str, kind: Any, fields: dict[str, Any]
) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    reader = await server.listen(table, "Ben")
    await reader.all()
    before, fold = server.frames(table, "Anna", "Ben"), table.state
    if kind is Play:
        fields = {**fields, "state": table.state.revision}
    server.store.failing = True
    assert await refused(server.do(table, name, kind, id="again", **fields)) == "store"
    assert server.frames(table, "Anna", "Ben") == before
    assert table.state is fold
    assert not await reader.all()
    server.store.failing = False
    done = await server.do(table, name, kind, id="again", **fields)
    assert not done.again
    assert table.state.seq == fold.seq + 1


@async_test
async def test_tables_and_links_are_not_created_while_the_store_fails() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    server.store.failing = True
    known = dict(server.tables.live)
    assert await refused(server.tables.create(person("Anna"), new_table("me", "open"))) == "store"
    assert await refused(server.tables.seat_link(table, person("Anna"), 0)) == "store"
    assert server.tables.live == known
    assert not server.store.links


@pytest.mark.parametrize("kept", [True, False])
@async_test
async def test_a_table_is_read_again_after_a_write_with_unknown_outcome(kept: bool) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    reader = await server.listen(table, "Anna")
    await reader.all()
    seq = table.state.seq
    server.store.lost = kept
    waiting = asyncio.ensure_future(refused(server.do(table, "Ben", Chat, text="next in line")))
    assert await refused(server.play(table, "UGR", id="unsure")) == "store"
    assert await waiting == "store"
    assert server.tables.live.get(table.id) is not table
    assert await reader.listener.next() is None
    again = await server.tables.get(table.id, "Anna")
    assert again.state.seq == seq + kept
    done = await server.do(again, "Anna", Play, state=seq, moves=["UGR"], id="unsure")
    assert done == Ack("unsure", seq + 1, again=kept)
    assert len(server.store.logs[table.id]) == seq + 1


# Logs that do not replay


def damage_engine(store: MemoryStore, id: str) -> None:
    change_event(store, id, "began", {"engine": "0"})


def damage_deal(store: MemoryStore, id: str) -> None:
    store.tables[id] = replace(store.tables[id], secret="ab" * 32)


def damage_move(store: MemoryStore, id: str) -> None:
    change_event(store, id, "moved", {"moves": ["b3d"]})


def damage_body(store: MemoryStore, id: str) -> None:
    store.logs[id][-1] = replace(store.logs[id][-1], body=b'{"kind":"moved","seat":"x"')


def damage_kind(store: MemoryStore, id: str) -> None:
    change_event(store, id, "moved", {"kind": "teleported"})


def damage_seat(store: MemoryStore, id: str) -> None:
    change_event(store, id, "moved", {"kind": "left", "seat": 7})


def damage_order(store: MemoryStore, id: str) -> None:
    del store.logs[id][-2]


DAMAGES = [
    (damage_engine, "engine 0"),
    (damage_deal, "no longer leads to the deal"),
    (damage_move, "b3d"),
    (damage_body, "not understood"),
    (damage_kind, "not understood"),
    (damage_seat, "not understood"),
    (damage_order, "missing"),
]


def change_event(store: MemoryStore, id: str, kind: str, changes: dict[str, Any]) -> None:
    log = store.logs[id]
    index = next(i for i, row in enumerate(log) if row.kind == kind)
    body = {**json.decode(log[index].body), **changes}
    log[index] = replace(log[index], body=json.encode(body))


@pytest.mark.parametrize("damage, why", DAMAGES)
@async_test
async def test_a_log_that_does_not_replay_freezes_that_table_only(damage: Any, why: str) -> None:
    server = FakeServer()
    broken = await server.playing("Anna", "Ben", start=0)
    sound = await server.playing("Anna", "Ben", start=0)
    for table in (broken, sound):
        await server.play(table, "UGR")
        await server.play(table, "WUG")
    secret = server.store.tables[broken.id].secret
    damage(server.store, broken.id)
    server = await server.restarted()
    table = await server.tables.get(broken.id, "Anna")
    actual = server.frame(table, "Anna")["room"]
    assert actual["status"] == "frozen"
    assert why in actual["problem"]
    assert secret not in actual["problem"]
    assert await refused(server.do(table, "Anna", Chat, text="hello?")) == "frozen"
    assert await refused(server.do(table, "Anna", Resign)) == "frozen"
    other = await server.tables.get(sound.id, "Anna")
    await server.play(other)


@async_test
async def test_a_frozen_table_shows_the_last_valid_position() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    await server.play(table, "UGR")
    shown = server.frame(table)["table"]
    await server.play(table, "WUG")
    body = json.decode(server.store.logs[table.id][-1].body)
    row = replace(
        server.store.logs[table.id][-1], body=json.encode({**body, "moves": ["WUG", "RR"]})
    )
    server.store.logs[table.id][-1] = row
    server = await server.restarted()
    table = await server.tables.get(table.id, "")
    assert server.frame(table)["room"]["status"] == "frozen"
    assert server.frame(table)["table"] == shown


@async_test
async def test_a_table_without_its_log_is_refused_with_a_clear_message() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    server.store.logs[table.id] = []
    server = await server.restarted()
    assert await refused(server.tables.get(table.id, "Anna")) == "frozen"


@async_test
async def test_a_seat_of_a_frozen_table_cannot_be_moved() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    token = await server.tables.seat_link(table, person("Anna"), 0)
    damage_engine(server.store, table.id)
    server = await server.restarted()
    assert await refused(server.tables.claim(person("Phone"), token)) == "frozen"


# After a restart


@pytest.mark.parametrize("rules, seats", SEATINGS)
@async_test
async def test_the_news_after_a_restart_are_identical_to_the_byte(
    rules: str, seats: tuple[str, ...]
) -> None:
    server = FakeServer()
    table = await server.playing(*seats, rules=rules)
    names = people(seats)
    await server.do(table, names[0], Chat, text="good luck")
    await server.play_on(table, 12, seed=5)
    if len(names) > 1:
        await server.do(table, names[0], Mute, seat=seats.index(names[1]))
        await server.do(table, names[1], Chat, text="not for everybody")
        await server.do(table, names[0], AskFor, what="abandon")
    before = server.frames(table, *names)
    server = await server.restarted()
    again = await server.tables.get(table.id, names[0])
    await server.wait_for_bots(again)
    assert server.frames(again, *names) == before
    await server.play_on(again, 3)
    assert len(server.store.logs[table.id]) == again.state.seq


@async_test
async def test_finished_and_waiting_tables_are_unchanged_by_a_restart() -> None:
    server = FakeServer()
    waiting = await server.seated("Anna", "Ben", spectators=False)
    await server.do(waiting, "Ben", Ready, nonce="n")
    over = await server.over("Anna", "Ben")
    before = [server.frames(table, "Anna", "Ben") for table in (waiting, over)]
    server = await server.restarted()
    after = [await server.tables.get(table.id, "Anna") for table in (waiting, over)]
    assert [server.frames(table, "Anna", "Ben") for table in after] == before


@async_test
async def test_a_game_with_all_players_ready_begins_after_a_restart() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "Ben")
    await server.do(table, "Anna", Ready)
    server.tables.closed = True  # no game is started now
    await server.do(table, "Ben", Ready)
    assert table.state.status == WAITING
    server = await server.restarted()
    table = await server.tables.get(table.id, "Anna")
    await eventually(lambda: table.state.status == PLAYING)


# Listeners


@async_test
async def test_a_listener_resumes_from_the_last_event_it_has_seen() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    reader = await server.listen(table, "Anna")
    seen = (await reader.all())[-1]["events"]
    server.tables.detach(table, reader.listener)
    await server.play_on(table, 5)
    resumed = await server.listen(table, "Anna", since=seen[-1]["seq"])
    seen += (await resumed.all())[-1]["events"]
    assert [event["seq"] for event in seen] == list(range(1, table.state.seq + 1))


@async_test
async def test_only_a_listener_that_does_not_read_is_dropped_and_it_can_resume() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    lazy, eager = await server.listen(table, "Anna"), await server.listen(table, "Ben")
    events = (await eager.all())[-1]["events"]
    for number in range(MAX_FRAMES + 5):
        await server.do(table, "Ben", Chat, text=f"message {number}")
        events += [event for frame in await eager.all() for event in frame["events"]]
    assert lazy.listener.dropped
    assert await lazy.listener.next() is None
    assert not eager.listener.dropped
    assert [event["seq"] for event in events] == list(range(1, table.state.seq + 1))
    server.tables.detach(table, lazy.listener)
    back = await server.listen(table, "Anna")
    assert len((await back.all())[-1]["events"]) == table.state.seq


@async_test
async def test_only_connected_people_are_shown_as_present() -> None:
    server = FakeServer()
    table = await server.tables.create(person("Anna"), new_table("me", "open", "greedy"))
    reader = await server.listen(table, "Anna")
    spectator = await server.listen(table, "")
    room = (await reader.all())[-1]["room"]
    assert [seat.get("present", False) for seat in room["seats"]] == [True, False, False]
    assert room["watching"] == 1
    server.tables.detach(table, reader.listener)
    room = (await spectator.all())[-1]["room"]
    assert not any(seat.get("present") for seat in room["seats"])


@async_test
async def test_a_listener_of_a_table_that_was_just_unloaded_is_dropped() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    server.tables.unload(table)
    stale = await server.listen(table, "Anna")
    assert await stale.listener.next() is None
    reader = await server.listen(await server.tables.get(table.id, "Anna"), "Anna")
    assert (await reader.all())[-1]["seq"] == table.state.seq
