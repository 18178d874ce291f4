"""Live tables: joining and leaving, devices, chat, spectators, rematches."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest
from msgspec import json

from splendor.core.errors import RulesError
from splendor.server.identity import hash_token
from splendor.server.messages import (
    Advice,
    Answer,
    AskFor,
    Chat,
    Hint,
    Mute,
    Play,
    Ready,
    Rematch,
    Resign,
    Sit,
)
from splendor.server.refusals import RequestRefused
from splendor.server.tables.commands import Person
from splendor.server.tables.events import OPEN, PERSON
from splendor.server.tables.registry import SEAT_LINK_LIFETIME, NoTable
from splendor.server.tables.state import PLAYING, WAITING
from splendor.server.workers.queue import Busy
from tests.server.fakes import (
    FakeServer,
    async_test,
    clock,
    eventually,
    new_table,
    person,
    refused,
)

# Joining, leaving, returning


@async_test
async def test_guests_join_by_link_and_the_game_begins_when_all_are_ready() -> None:
    server = FakeServer()
    table = await server.tables.create(person("Anna"), new_table("me", "open", "greedy"))
    await server.do(table, "Anna", Ready)
    await server.do(table, "Ben", Sit, seat=1)
    assert table.state.status == WAITING
    assert [seat["name"] for seat in server.frame(table)["room"]["seats"][:2]] == ["Anna", "Ben"]
    await server.do(table, "Ben", Ready)
    await eventually(lambda: table.state.status == PLAYING)
    assert server.store.tables[table.id].status == PLAYING
    assert server.store.members[table.id] == ("Anna", "Ben")


@async_test
async def test_the_nonce_of_a_player_who_leaves_before_the_game_is_dropped() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "Ben")
    await server.do(table, "Ben", Ready, nonce="mine")
    await server.leave(table, "Ben")
    assert table.state.nonces == ["", ""]
    assert server.frame(table)["room"]["seats"][1]["kind"] == OPEN
    await server.do(table, "Cleo", Sit, seat=1)
    assert not table.state.seats[1].ready


@async_test
async def test_a_seat_that_somebody_left_is_passed_on_by_a_private_link_with_its_cards() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=1)
    await server.play(table, "r1")  # a card that only its owner sees
    hand = server.frame(table, "Ben")["you"][0]["hand"]
    assert hand[0]["unseen"]
    await server.leave(table, "Ben")
    assert "you" not in server.frame(table, "Ben")
    assert await refused(server.do(table, "Cleo", Sit, seat=1)) == "kept"
    assert await refused(server.pass_on(table, "Anna", "Cleo", 1)) == "not_yours"
    await server.pass_on(table, "Ben", "Cleo", 1)
    assert server.frame(table, "Cleo")["you"][0]["hand"] == hand
    await server.play(table)
    await server.play(table)
    assert json.decode(server.store.logs[table.id][-1].body)["seat"] == 1
    assert server.store.logs[table.id][-1].player == "Cleo"


@async_test
async def test_a_player_who_left_can_return_only_to_their_own_seat() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo")
    await server.leave(table, "Anna")
    await server.leave(table, "Ben")
    assert server.frame(table, "Anna")["kept"] == [0]
    assert "kept" not in server.frame(table, "Cleo")
    assert await refused(server.do(table, "Anna", Sit, seat=1)) == "kept"
    assert await refused(server.do(table, "Cleo", Sit, seat=0)) == "kept"
    await server.do(table, "Anna", Sit, seat=0)
    assert table.state.seats_of("Anna") == [0]
    await server.pass_on(table, "Ben", "Dan", 1)
    assert await refused(server.do(table, "Ben", Sit, seat=1)) == "taken"


@async_test
async def test_hot_seats_are_left_and_taken_again_together() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Anna")
    await server.leave(table, "Anna")
    assert not table.state.people
    await server.do(table, "Anna", Sit, seat=1)
    await server.do(table, "Anna", Sit, seat=0)
    assert table.state.seats_of("Anna") == [0, 1]


@async_test
async def test_leaving_after_resigning_neither_frees_the_seat_nor_stops_the_bot() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo")
    await server.do(table, "Ben", Resign)
    await server.leave(table, "Ben")
    seat_state = table.state.seats[1]
    assert (seat_state.kind, seat_state.why) == (OPEN, "resigned")
    assert seat_state.bot
    assert await refused(server.do(table, "Ben", Sit, seat=1)) == "taken"
    assert await refused(server.do(table, "Dan", Sit, seat=1)) == "taken"
    await server.play_on(table, 6)
    assert table.state.dealt_game.active != 1


@async_test
async def test_a_new_name_is_announced_by_sitting_down_again() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    anna = Person("Anna", "Annabel")
    assert await refused(server.do(table, "Anna", Sit, seat=0)) == "taken"  # nothing changes
    assert await refused(server.tables.execute(table, anna, Sit("r1", 1))) == "taken"
    await server.tables.execute(table, anna, Sit("r2", 0))
    assert [seat["name"] for seat in server.frame(table)["room"]["seats"]] == ["Annabel", "Ben"]
    assert table.state.seats_of("Anna") == [0]
    assert table.state.nonces[0] == "nonce-of-Anna"


# Moving a seat to another device


@async_test
async def test_a_private_link_moves_the_seat_once_and_the_old_device_loses_it() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    await server.play(table, "r1")
    await server.play(table)
    old, _ = await server.listen(table, "Anna"), await server.listen(table, "Ben")
    hand = (await old.all())[-1]["you"][0]["hand"]
    token = await server.tables.seat_link(table, person("Anna"), 0)
    assert token not in str(server.store.links)
    assert await server.tables.claim(person("Phone"), token) == (table.id, 0)
    assert server.frame(table, "Phone")["you"][0]["hand"] == hand
    assert "you" not in (await old.all())[-1]
    assert await refused(
        server.do(table, "Anna", Play, state=table.state.revision, moves=["WUG"])
    ) == ("not_seated")
    await server.play(table)  # on the new device
    assert await refused(server.tables.claim(person("Thief"), token)) == "no_link"
    assert server.store.members[table.id] == ("Ben", "Phone")


@async_test
async def test_a_private_link_expires_after_a_day_and_only_the_player_can_create_it() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    token = await server.tables.seat_link(table, person("Anna"), 0)
    row = server.store.links[hash_token(token)]
    made = row.expires - SEAT_LINK_LIFETIME
    assert made <= server.tables.now
    server.store.links[hash_token(token)] = replace(row, expires=made)
    assert await refused(server.tables.claim(person("Phone"), token)) == "no_link"
    assert await refused(server.tables.seat_link(table, person("Anna"), 1)) == "not_yours"
    assert await refused(server.tables.seat_link(table, person("Eve"), 0)) == "not_yours"
    assert await refused(server.tables.claim(person("Eve"), "guessed")) == "no_link"


@async_test
async def test_only_the_first_opened_link_of_a_seat_works() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    links = [await server.tables.seat_link(table, person("Anna"), 0) for _ in range(2)]
    done = await asyncio.gather(
        *(server.tables.claim(person(f"Phone{i}"), link) for i, link in enumerate(links)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, RequestRefused) for each in done) == 1
    assert len(table.state.seats_of("Phone0") + table.state.seats_of("Phone1")) == 1


@async_test
async def test_a_link_opened_on_two_devices_at_once_works_on_one() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    token = await server.tables.seat_link(table, person("Anna"), 0)
    done = await asyncio.gather(
        *(server.tables.claim(person(name), token) for name in ("One", "Two")),
        return_exceptions=True,
    )
    assert sum(isinstance(each, RulesError) for each in done) == 1


@async_test
async def test_before_the_game_a_moved_seat_keeps_its_readiness_and_nonce() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "Ben")
    await server.do(table, "Anna", Ready, nonce="from-the-old-device")
    token = await server.tables.seat_link(table, person("Anna"), 0)
    await server.tables.claim(person("Phone"), token)
    await server.do(table, "Ben", Ready)
    await eventually(lambda: table.state.status == PLAYING)
    assert table.state.nonces == ["from-the-old-device", ""]


# Chat and mute


@async_test
async def test_messages_of_a_muted_person_reach_everyone_else() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo")
    readers = {name: await server.listen(table, name) for name in ("Anna", "Ben", "Cleo", "")}
    await server.do(table, "Ben", Chat, text="before")
    await server.do(table, "Anna", Mute, seat=1)
    await server.do(table, "Ben", Chat, text="after")
    await server.do(table, "Cleo", Chat, text="cleo")
    heard = {name: texts(await reader.all()) for name, reader in readers.items()}
    assert heard["Anna"] == ["before", "cleo"]
    assert heard["Ben"] == heard["Cleo"] == heard[""] == ["before", "after", "cleo"]
    assert texts([server.frame(table, "Anna")]) == ["cleo"]  # also when everything is read again
    server = await server.restarted()
    table = await server.tables.get(table.id, "Anna")
    assert texts([server.frame(table, "Anna")]) == ["cleo"]
    await server.do(table, "Anna", Mute, seat=1, on=False)
    assert texts([server.frame(table, "Anna")]) == ["before", "after", "cleo"]


def texts(frames: list[dict[str, Any]]) -> list[str]:
    events = [event for frame in frames for event in frame.get("events", [])]
    return [event["text"] for event in events if event["kind"] == "chatted"]


@async_test
async def test_muting_survives_a_change_of_device_on_both_sides() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo")
    await server.do(table, "Ben", Chat, text="one")
    await server.do(table, "Anna", Mute, seat=1)
    bens = await server.tables.seat_link(table, person("Ben"), 1)
    await server.tables.claim(person("Benphone"), bens)
    await server.do(table, "Benphone", Chat, text="two")
    annas = await server.tables.seat_link(table, person("Anna"), 0)
    await server.tables.claim(person("Annaphone"), annas)
    assert texts([server.frame(table, "Annaphone")]) == []
    assert texts([server.frame(table, "Cleo")]) == ["one", "two"]


@async_test
async def test_a_new_player_at_the_seat_of_a_muted_person_is_not_muted() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    await server.do(table, "Anna", Mute, seat=1)
    await server.leave(table, "Ben")
    await server.pass_on(table, "Ben", "Cleo", 1)
    await server.do(table, "Cleo", Chat, text="I am new here")
    assert texts([server.frame(table, "Anna")]) == ["I am new here"]


@pytest.mark.parametrize("status", ["open", "over"])
@async_test
async def test_players_can_chat_before_and_after_the_game_and_spectators_cannot(
    status: str,
) -> None:
    server = FakeServer()
    table = await (server.seated if status == "open" else server.over)("Anna", "Ben")
    await server.do(table, "Anna", Chat, text="hello")
    assert await refused(server.do(table, "Eve", Chat, text="buy my things")) == "not_seated"
    assert await refused(server.do(table, "Eve", Mute, seat=0)) == "not_seated"


# Hints


@async_test
async def test_a_hint_is_recorded_and_answered_once() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "greedy", start=0)
    reader = await server.listen(table, "Anna")
    await reader.all()
    command = Hint("h", table.state.revision)
    advice = await server.tables.execute(table, person("Anna"), command, reader.listener)
    assert isinstance(advice, Advice)
    assert advice.candidates[0].move == str(table.state.dealt_game.legal_moves[0])
    assert [frame["type"] for frame in await reader.all()] == ["news", "advice"]
    assert server.store.logs[table.id][-1].kind == "hinted"


@async_test
async def test_a_used_id_gives_no_unrecorded_hint() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    await server.tables.execute(table, person("Anna"), Chat("x", "hello"))
    command = Hint("x", table.state.revision)
    assert await refused(server.tables.execute(table, person("Anna"), command)) == "used_id"


@async_test
async def test_a_hint_is_for_the_decision_for_which_it_was_recorded() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "greedy", start=0)
    command = Hint("h", table.state.revision)
    for _ in range(2):  # sent twice, as after a lost connection
        assert await server.tables.execute(table, person("Anna"), command)
    assert len(table.state.hints) == 1
    await server.play_on(table, 1)
    await eventually(lambda: table.state.dealt_game.active == 0)
    assert await refused(server.tables.execute(table, person("Anna"), command)) == "stale"
    again = Hint("h", table.state.revision)
    assert await refused(server.tables.execute(table, person("Anna"), again)) == "used_id"


@async_test
async def test_a_hint_refused_as_busy_is_not_recorded() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "greedy", start=0)
    before = len(server.store.logs[table.id])
    server.bots.busy = True
    with pytest.raises(Busy):
        await server.tables.execute(table, person("Anna"), Hint("h", table.state.revision))
    assert len(server.store.logs[table.id]) == before


@async_test
async def test_there_are_no_hints_against_people_even_if_they_are_away() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    state = table.state.revision
    assert await refused(server.do(table, "Anna", Hint, state=state)) == "no_hints"
    await server.leave(table, "Ben")
    assert await refused(server.do(table, "Anna", Hint, state=state)) == "no_hints"
    assert await refused(server.do(table, "Eve", Hint, state=state)) == "not_seated"


# Rematch


@async_test
async def test_a_rematch_has_the_same_people_moved_by_one_seat() -> None:
    server = FakeServer()
    options = {"rules": "landolt", "target": 5, "clock": clock(600, 5), "spectators": False}
    table = await server.playing("Anna", "Ben", "greedy", **options)
    assert await refused(server.do(table, "Anna", Rematch)) == "not_over"
    await server.do(table, "Anna", AskFor, what="abandon")
    await server.do(table, "Ben", Answer, yes=True)
    assert await refused(server.do(table, "Eve", Rematch)) == "not_seated"
    await server.do(table, "Ben", Rematch, id="r")
    id = server.frame(table, "Anna")["room"]["rematch"]
    new = await server.tables.get(id, "Anna")
    old_rule, rule = table.state.setup, new.state.setup
    assert [each.name for each in new.state.seats] == ["Lin", "Anna", "Ben"], "the bot of seat 2"
    assert new.state.seats[0].bot == "greedy"
    assert (rule.rules, rule.options, rule.clock, rule.spectators) == (
        (old_rule.rules, old_rule.options, old_rule.clock, False)
    )
    assert rule.former == table.id
    assert rule.commitment != old_rule.commitment
    assert new.row.secret != table.row.secret
    assert await refused(server.do(table, "Anna", Rematch)) == "rematched"
    assert (await server.do(table, "Ben", Rematch, id="r")).again
    for name in ("Anna", "Ben"):
        await server.do(new, name, Ready)
    await eventually(lambda: new.state.status == PLAYING)


@async_test
async def test_a_rematch_and_its_event_are_stored_together_or_not_at_all() -> None:
    server = FakeServer()
    table = await server.over("Anna", "Ben")
    server.store.failing = True
    known = dict(server.tables.live)
    assert await refused(server.do(table, "Anna", Rematch)) == "store"
    assert server.tables.live == known
    server.store.failing = False
    writes = len(server.store.writes)
    await server.do(table, "Anna", Rematch)
    assert len(server.store.writes) == writes + 1
    id = table.state.rematch
    server = await server.restarted()
    new = await server.tables.get(id, "Ben")
    assert [each.name for each in new.state.seats] == ["Ben", "Anna"]
    assert id in [line.table for line in (await server.tables.tables_of("Ben", None, "")).tables]


@async_test
async def test_players_who_resigned_or_left_have_a_seat_in_the_rematch() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo")
    await server.do(table, "Ben", Resign)
    await server.leave(table, "Cleo")
    await server.do(table, "Anna", AskFor, what="abandon")
    await server.do(table, "Anna", Rematch)
    new = await server.tables.get(table.state.rematch, "Anna")
    assert [(each.kind, each.player) for each in new.state.seats] == [
        (OPEN, ""), (PERSON, "Anna"), (PERSON, "Ben"),
    ]  # fmt: skip
    assert not any(each.bot or each.ready for each in new.state.seats)


# Spectators and private tables


@async_test
async def test_spectators_see_the_table_and_no_hand() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    await server.play(table, "r2")
    seen = server.frame(table, "Eve")
    assert "you" not in seen
    assert seen["table"]["places"][0]["hand"] == [{"level": 2, "unseen": True}]
    assert server.frame(table, "Anna")["you"][0]["hand"][0]["card"] is not None


@async_test
async def test_a_private_table_is_hidden_from_others_once_the_game_has_begun() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "Ben", spectators=False)
    eve, stranger = await server.listen(table, "Eve"), await server.listen(table, "")
    assert await server.tables.get(table.id, "Eve") is table
    for name in ("Anna", "Ben"):
        await server.do(table, name, Ready)
    await eventually(lambda: table.state.status == PLAYING)
    for name in ("Eve", ""):
        with pytest.raises(NoTable):
            await server.tables.get(table.id, name)
    for reader in (eve, stranger):
        assert reader.listener.dropped
        assert await reader.listener.next() is None
    assert await server.tables.get(table.id, "Ben") is table


@async_test
async def test_a_player_who_left_can_return_to_a_private_table_but_an_old_device_cannot() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo", spectators=False)
    await server.leave(table, "Ben")
    await server.tables.get(table.id, "Ben")
    await server.do(table, "Ben", Sit, seat=1)
    old = await server.listen(table, "Anna")
    token = await server.tables.seat_link(table, person("Anna"), 0)
    await server.tables.claim(person("Phone"), token)
    assert old.listener.dropped
    with pytest.raises(NoTable):
        await server.tables.get(table.id, "Anna")
    await server.tables.get(table.id, "Phone")


@async_test
async def test_missing_and_forbidden_tables_are_refused_with_the_same_message() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", spectators=False)
    actual = []
    for id in (table.id, "A" * 22):
        with pytest.raises(NoTable) as error:
            await server.tables.get(id, "Eve")
        actual.append((error.value.code, str(error.value)))
    assert actual[0] == actual[1]


@async_test
async def test_a_hint_is_short_while_others_wait() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    for waiting, wanted, given in ((0, 5.0, 5.0), (1, 5.0, 1.0), (1, 0.5, 0.5)):
        server.bots.waiting = waiting
        at.coached = None  # otherwise nothing is searched again
        await server.do(at, "Anna", Hint, state=at.state.revision, seconds=wanted)
        assert server.bots.budgets[-1] == given
