"""Live tables: stores that fail, logs that do not replay, restarts, and sockets that are lost."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from msgspec import json

from splendor.server.messages import Ack, AskFor, Chat, Leave, Mute, Play, Ready, Resign
from splendor.server.tables.listeners import MAX_FRAMES
from splendor.server.tables.state import PLAYING, WAITING
from tests.server.fakes import (
    House,
    MemoryStore,
    eventually,
    in_a_loop,
    person,
    refused,
    wish,
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


# A store that fails


COMMANDS = [
    ("Anna", Play, {"moves": ["UGR"]}),
    ("Ben", Chat, {"text": "hello"}),
    ("Ben", Resign, {}),
    ("Ben", Leave, {}),
    ("Ben", AskFor, {"what": "abandon"}),
    ("Ben", Mute, {"seat": 0}),
]


@pytest.mark.parametrize("name, kind, fields", COMMANDS)
@in_a_loop
async def test_a_failing_store_refuses_and_changes_nothing_and_works_again(
    name: str, kind: Any, fields: dict[str, Any]
) -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    reader = await house.listen(table, "Ben")
    await reader.all()
    before, fold = house.frames(table, "Anna", "Ben"), table.state
    if kind is Play:
        fields = {**fields, "state": table.state.revision}
    house.store.failing = True
    assert await refused(house.do(table, name, kind, id="again", **fields)) == "store"
    assert house.frames(table, "Anna", "Ben") == before
    assert table.state is fold
    assert not await reader.all()
    house.store.failing = False
    done = await house.do(table, name, kind, id="again", **fields)
    assert not done.again
    assert table.state.seq == fold.seq + 1


@in_a_loop
async def test_tables_and_links_are_not_made_while_the_store_fails() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    house.store.failing = True
    known = dict(house.tables.live)
    assert await refused(house.tables.create(person("Anna"), wish("me", "open"))) == "store"
    assert await refused(house.tables.seat_link(table, person("Anna"), 0)) == "store"
    assert house.tables.live == known
    assert not house.store.links


@pytest.mark.parametrize("kept", [True, False])
@in_a_loop
async def test_after_a_write_of_unknown_fate_the_table_is_read_again(kept: bool) -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    reader = await house.listen(table, "Anna")
    await reader.all()
    seq = table.state.seq
    house.store.lost = kept
    waiting = asyncio.ensure_future(refused(house.do(table, "Ben", Chat, text="next in line")))
    assert await refused(house.play(table, "UGR", id="unsure")) == "store"
    assert await waiting == "store"
    assert house.tables.live.get(table.id) is not table
    assert await reader.listener.next() is None
    again = await house.tables.get(table.id, "Anna")
    assert again.state.seq == seq + kept
    done = await house.do(again, "Anna", Play, state=seq, moves=["UGR"], id="unsure")
    assert done == Ack("unsure", seq + 1, again=kept)
    assert len(house.store.logs[table.id]) == seq + 1


# A log that does not replay


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
@in_a_loop
async def test_a_log_that_does_not_replay_freezes_that_table_only(damage: Any, why: str) -> None:
    house = House()
    broken = await house.playing("Anna", "Ben", start=0)
    sound = await house.playing("Anna", "Ben", start=0)
    for table in (broken, sound):
        await house.play(table, "UGR")
        await house.play(table, "WUG")
    secret = house.store.tables[broken.id].secret
    damage(house.store, broken.id)
    house = await house.restarted()
    table = await house.tables.get(broken.id, "Anna")
    told = house.frame(table, "Anna")["room"]
    assert told["status"] == "frozen"
    assert why in told["problem"]
    assert secret not in told["problem"]
    assert await refused(house.do(table, "Anna", Chat, text="hello?")) == "frozen"
    assert await refused(house.do(table, "Anna", Resign)) == "frozen"
    other = await house.tables.get(sound.id, "Anna")
    await house.play(other)


@in_a_loop
async def test_a_frozen_table_shows_the_last_position_that_could_be_followed() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    await house.play(table, "UGR")
    shown = house.frame(table)["table"]
    await house.play(table, "WUG")
    body = json.decode(house.store.logs[table.id][-1].body)
    row = replace(
        house.store.logs[table.id][-1], body=json.encode({**body, "moves": ["WUG", "RR"]})
    )
    house.store.logs[table.id][-1] = row
    house = await house.restarted()
    table = await house.tables.get(table.id, "")
    assert house.frame(table)["room"]["status"] == "frozen"
    assert house.frame(table)["table"] == shown


@in_a_loop
async def test_a_table_whose_log_is_lost_is_refused_clearly() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    house.store.logs[table.id] = []
    house = await house.restarted()
    assert await refused(house.tables.get(table.id, "Anna")) == "frozen"


@in_a_loop
async def test_a_seat_of_a_frozen_table_cannot_be_moved() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    token = await house.tables.seat_link(table, person("Anna"), 0)
    damage_engine(house.store, table.id)
    house = await house.restarted()
    assert await refused(house.tables.claim(person("Phone"), token)) == "frozen"


# After a restart


@pytest.mark.parametrize("rules, seats", SEATINGS)
@in_a_loop
async def test_after_a_restart_everybody_is_sent_the_same_to_the_byte(
    rules: str, seats: tuple[str, ...]
) -> None:
    house = House()
    table = await house.playing(*seats, rules=rules)
    names = people(seats)
    await house.do(table, names[0], Chat, text="good luck")
    await house.play_on(table, 12, seed=5)
    if len(names) > 1:
        await house.do(table, names[0], Mute, seat=seats.index(names[1]))
        await house.do(table, names[1], Chat, text="not for everybody")
        await house.do(table, names[0], AskFor, what="abandon")
    before = house.frames(table, *names)
    house = await house.restarted()
    again = await house.tables.get(table.id, names[0])
    await house.quiet(again)
    assert house.frames(again, *names) == before
    await house.play_on(again, 3)
    assert len(house.store.logs[table.id]) == again.state.seq


@in_a_loop
async def test_a_finished_table_and_one_that_waits_are_the_same_after_a_restart() -> None:
    house = House()
    waiting = await house.seated("Anna", "Ben", spectators=False)
    await house.do(waiting, "Ben", Ready, nonce="n")
    over = await house.over("Anna", "Ben")
    before = [house.frames(table, "Anna", "Ben") for table in (waiting, over)]
    house = await house.restarted()
    after = [await house.tables.get(table.id, "Anna") for table in (waiting, over)]
    assert [house.frames(table, "Anna", "Ben") for table in after] == before


@in_a_loop
async def test_everybody_may_be_ready_when_the_server_ends_and_the_game_begins_afterwards() -> None:
    house = House()
    table = await house.seated("Anna", "Ben")
    await house.do(table, "Anna", Ready)
    house.tables.closed = True  # nothing begins any more
    await house.do(table, "Ben", Ready)
    assert table.state.status == WAITING
    house = await house.restarted()
    table = await house.tables.get(table.id, "Anna")
    await eventually(lambda: table.state.status == PLAYING)


# Listeners


@in_a_loop
async def test_a_listener_resumes_from_the_last_event_it_has_seen() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    reader = await house.listen(table, "Anna")
    seen = (await reader.all())[-1]["events"]
    house.tables.detach(table, reader.listener)
    await house.play_on(table, 5)
    resumed = await house.listen(table, "Anna", since=seen[-1]["seq"])
    seen += (await resumed.all())[-1]["events"]
    assert [event["seq"] for event in seen] == list(range(1, table.state.seq + 1))


@in_a_loop
async def test_who_does_not_read_is_dropped_others_are_not_and_it_resumes() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    lazy, eager = await house.listen(table, "Anna"), await house.listen(table, "Ben")
    events = (await eager.all())[-1]["events"]
    for number in range(MAX_FRAMES + 5):
        await house.do(table, "Ben", Chat, text=f"message {number}")
        events += [event for frame in await eager.all() for event in frame["events"]]
    assert lazy.listener.dropped
    assert await lazy.listener.next() is None
    assert not eager.listener.dropped
    assert [event["seq"] for event in events] == list(range(1, table.state.seq + 1))
    house.tables.detach(table, lazy.listener)
    back = await house.listen(table, "Anna")
    assert len((await back.all())[-1]["events"]) == table.state.seq


@in_a_loop
async def test_presence_is_told_and_bots_and_open_seats_are_never_present() -> None:
    house = House()
    table = await house.tables.create(person("Anna"), wish("me", "open", "greedy"))
    reader = await house.listen(table, "Anna")
    spectator = await house.listen(table, "")
    room = (await reader.all())[-1]["room"]
    assert [seat.get("present", False) for seat in room["seats"]] == [True, False, False]
    assert room["watching"] == 1
    house.tables.detach(table, reader.listener)
    room = (await spectator.all())[-1]["room"]
    assert not any(seat.get("present") for seat in room["seats"])


@in_a_loop
async def test_who_joins_a_table_that_was_just_forgotten_has_to_come_back() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    house.tables.unload(table)
    stale = await house.listen(table, "Anna")
    assert await stale.listener.next() is None
    reader = await house.listen(await house.tables.get(table.id, "Anna"), "Anna")
    assert (await reader.all())[-1]["seq"] == table.state.seq
