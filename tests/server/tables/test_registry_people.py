"""Live tables: people who come, go, change their device, talk, watch, and want a rematch."""

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
from splendor.server.workers.pool import Busy
from tests.server.fakes import (
    House,
    clock,
    eventually,
    in_a_loop,
    person,
    refused,
    wish,
)

# Joining, leaving, coming back


@in_a_loop
async def test_guests_join_by_link_and_the_game_begins_when_all_are_ready() -> None:
    house = House()
    table = await house.tables.create(person("Anna"), wish("me", "open", "greedy"))
    await house.do(table, "Anna", Ready)
    await house.do(table, "Ben", Sit, seat=1)
    assert table.state.status == WAITING
    assert [seat["name"] for seat in house.frame(table)["room"]["seats"][:2]] == ["Anna", "Ben"]
    await house.do(table, "Ben", Ready)
    await eventually(lambda: table.state.status == PLAYING)
    assert house.store.tables[table.id].status == PLAYING
    assert house.store.members[table.id] == ("Anna", "Ben")


@in_a_loop
async def test_who_leaves_before_the_game_takes_their_nonce_along() -> None:
    house = House()
    table = await house.seated("Anna", "Ben")
    await house.do(table, "Ben", Ready, nonce="mine")
    await house.leave(table, "Ben")
    assert table.state.nonces == ["", ""]
    assert house.frame(table)["room"]["seats"][1]["kind"] == OPEN
    await house.do(table, "Cleo", Sit, seat=1)
    assert not table.state.seats[1].ready


@in_a_loop
async def test_a_seat_that_was_left_is_taken_over_with_its_cards() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=1)
    await house.play(table, "r1")  # a card that only its owner knows
    hand = house.frame(table, "Ben")["you"][0]["hand"]
    assert hand[0]["unseen"]
    await house.leave(table, "Ben")
    assert "you" not in house.frame(table, "Ben")
    await house.do(table, "Cleo", Sit, seat=1)
    assert house.frame(table, "Cleo")["you"][0]["hand"] == hand
    await house.play(table)
    await house.play(table)
    assert json.decode(house.store.logs[table.id][-1].body)["seat"] == 1
    assert house.store.logs[table.id][-1].player == "Cleo"


@in_a_loop
async def test_who_left_comes_back_to_the_same_seat_and_to_no_other() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    await house.leave(table, "Anna")
    await house.leave(table, "Ben")
    assert await refused(house.do(table, "Anna", Sit, seat=1)) == "seated"
    assert await refused(house.do(table, "Cleo", Sit, seat=0)) == "seated"
    await house.do(table, "Anna", Sit, seat=0)
    assert table.state.seats_of("Anna") == [0]
    await house.do(table, "Dan", Sit, seat=1)
    assert await refused(house.do(table, "Ben", Sit, seat=1)) == "taken"


@in_a_loop
async def test_hot_seats_are_all_left_and_all_taken_again() -> None:
    house = House()
    table = await house.playing("Anna", "Anna")
    await house.leave(table, "Anna")
    assert not table.state.people
    await house.do(table, "Anna", Sit, seat=1)
    await house.do(table, "Anna", Sit, seat=0)
    assert table.state.seats_of("Anna") == [0, 1]


@in_a_loop
async def test_whoever_leaves_a_seat_given_up_neither_frees_it_nor_stops_the_bot() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    await house.do(table, "Ben", Resign)
    await house.leave(table, "Ben")
    chair = table.state.seats[1]
    assert (chair.kind, chair.why) == (OPEN, "resigned")
    assert chair.bot
    assert await refused(house.do(table, "Ben", Sit, seat=1)) == "taken"
    assert await refused(house.do(table, "Dan", Sit, seat=1)) == "taken"
    await house.play_on(table, 6)
    assert table.state.dealt_game.active != 1


@in_a_loop
async def test_who_has_another_name_now_tells_it_by_sitting_down_again() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    anna = Person("Anna", "Annabel")
    assert await refused(house.do(table, "Anna", Sit, seat=0)) == "taken"  # there is no news in it
    assert await refused(house.tables.execute(table, anna, Sit("r1", 1))) == "taken"
    await house.tables.execute(table, anna, Sit("r2", 0))
    assert [seat["name"] for seat in house.frame(table)["room"]["seats"]] == ["Annabel", "Ben"]
    assert table.state.seats_of("Anna") == [0]
    assert table.state.nonces[0] == "nonce-of-Anna"


# Moving one's seat to another device


@in_a_loop
async def test_a_private_link_moves_the_seat_once_and_the_old_device_loses_it() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    await house.play(table, "r1")
    await house.play(table)
    old, _ = await house.listen(table, "Anna"), await house.listen(table, "Ben")
    hand = (await old.all())[-1]["you"][0]["hand"]
    token = await house.tables.seat_link(table, person("Anna"), 0)
    assert token not in str(house.store.links)
    assert await house.tables.claim(person("Phone"), token) == (table.id, 0)
    assert house.frame(table, "Phone")["you"][0]["hand"] == hand
    assert "you" not in (await old.all())[-1]
    assert await refused(
        house.do(table, "Anna", Play, state=table.state.revision, moves=["WUG"])
    ) == ("not_seated")
    await house.play(table)  # as Phone
    assert await refused(house.tables.claim(person("Thief"), token)) == "no_link"
    assert house.store.members[table.id] == ("Ben", "Phone")


@in_a_loop
async def test_a_private_link_is_refused_after_a_day_and_to_who_does_not_sit_there() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    token = await house.tables.seat_link(table, person("Anna"), 0)
    row = house.store.links[hash_token(token)]
    made = row.expires - SEAT_LINK_LIFETIME
    assert made <= house.tables.now
    house.store.links[hash_token(token)] = replace(row, expires=made)
    assert await refused(house.tables.claim(person("Phone"), token)) == "no_link"
    assert await refused(house.tables.seat_link(table, person("Anna"), 1)) == "not_yours"
    assert await refused(house.tables.seat_link(table, person("Eve"), 0)) == "not_yours"
    assert await refused(house.tables.claim(person("Eve"), "guessed")) == "no_link"


@in_a_loop
async def test_of_two_links_to_a_seat_only_the_first_opened_works() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    links = [await house.tables.seat_link(table, person("Anna"), 0) for _ in range(2)]
    done = await asyncio.gather(
        *(house.tables.claim(person(f"Phone{i}"), link) for i, link in enumerate(links)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, RequestRefused) for each in done) == 1
    assert len(table.state.seats_of("Phone0") + table.state.seats_of("Phone1")) == 1


@in_a_loop
async def test_one_link_opened_on_two_devices_at_once_seats_one() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    token = await house.tables.seat_link(table, person("Anna"), 0)
    done = await asyncio.gather(
        *(house.tables.claim(person(name), token) for name in ("One", "Two")),
        return_exceptions=True,
    )
    assert sum(isinstance(each, RulesError) for each in done) == 1


@in_a_loop
async def test_before_the_game_a_moved_seat_keeps_its_readiness_and_nonce() -> None:
    house = House()
    table = await house.seated("Anna", "Ben")
    await house.do(table, "Anna", Ready, nonce="from-the-old-device")
    token = await house.tables.seat_link(table, person("Anna"), 0)
    await house.tables.claim(person("Phone"), token)
    await house.do(table, "Ben", Ready)
    await eventually(lambda: table.state.status == PLAYING)
    assert table.state.nonces == ["from-the-old-device", ""]


# Chat and mute


@in_a_loop
async def test_who_is_muted_is_not_heard_by_one_and_heard_by_all_others() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    readers = {name: await house.listen(table, name) for name in ("Anna", "Ben", "Cleo", "")}
    await house.do(table, "Ben", Chat, text="before")
    await house.do(table, "Anna", Mute, seat=1)
    await house.do(table, "Ben", Chat, text="after")
    await house.do(table, "Cleo", Chat, text="cleo")
    heard = {name: texts(await reader.all()) for name, reader in readers.items()}
    assert heard["Anna"] == ["before", "cleo"]
    assert heard["Ben"] == heard["Cleo"] == heard[""] == ["before", "after", "cleo"]
    assert texts([house.frame(table, "Anna")]) == ["cleo"]  # nor when all is read anew
    house = await house.restarted()
    table = await house.tables.get(table.id, "Anna")
    assert texts([house.frame(table, "Anna")]) == ["cleo"]
    await house.do(table, "Anna", Mute, seat=1, on=False)
    assert texts([house.frame(table, "Anna")]) == ["before", "after", "cleo"]


def texts(frames: list[dict[str, Any]]) -> list[str]:
    events = [event for frame in frames for event in frame.get("events", [])]
    return [event["text"] for event in events if event["kind"] == "chatted"]


@in_a_loop
async def test_another_device_neither_escapes_from_being_muted_nor_unmutes() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    await house.do(table, "Ben", Chat, text="one")
    await house.do(table, "Anna", Mute, seat=1)
    bens = await house.tables.seat_link(table, person("Ben"), 1)
    await house.tables.claim(person("Benphone"), bens)
    await house.do(table, "Benphone", Chat, text="two")
    annas = await house.tables.seat_link(table, person("Anna"), 0)
    await house.tables.claim(person("Annaphone"), annas)
    assert texts([house.frame(table, "Annaphone")]) == []
    assert texts([house.frame(table, "Cleo")]) == ["one", "two"]


@in_a_loop
async def test_who_takes_over_the_seat_of_a_muted_person_is_heard() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    await house.do(table, "Anna", Mute, seat=1)
    await house.leave(table, "Ben")
    await house.do(table, "Cleo", Sit, seat=1)
    await house.do(table, "Cleo", Chat, text="I am new here")
    assert texts([house.frame(table, "Anna")]) == ["I am new here"]


@pytest.mark.parametrize("status", ["open", "over"])
@in_a_loop
async def test_people_chat_before_and_after_the_game_and_spectators_never(status: str) -> None:
    house = House()
    table = await (house.seated if status == "open" else house.over)("Anna", "Ben")
    await house.do(table, "Anna", Chat, text="hello")
    assert await refused(house.do(table, "Eve", Chat, text="buy my things")) == "not_seated"
    assert await refused(house.do(table, "Eve", Mute, seat=0)) == "not_seated"


# Hints


@in_a_loop
async def test_a_hint_is_recorded_and_answered_once() -> None:
    house = House()
    table = await house.playing("Anna", "greedy", start=0)
    reader = await house.listen(table, "Anna")
    await reader.all()
    command = Hint("h", table.state.revision)
    advice = await house.tables.execute(table, person("Anna"), command, reader.listener)
    assert isinstance(advice, Advice)
    assert advice.candidates[0].move == str(table.state.dealt_game.legal_moves[0])
    assert [frame["type"] for frame in await reader.all()] == ["news", "advice"]
    assert house.store.logs[table.id][-1].kind == "hinted"


@in_a_loop
async def test_an_id_that_was_used_before_gives_no_hint_that_is_not_recorded() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    await house.tables.execute(table, person("Anna"), Chat("x", "hello"))
    command = Hint("x", table.state.revision)
    assert await refused(house.tables.execute(table, person("Anna"), command)) == "stale"


@in_a_loop
async def test_a_hint_is_for_the_decision_for_which_it_was_recorded() -> None:
    house = House()
    table = await house.playing("Anna", "greedy", start=0)
    command = Hint("h", table.state.revision)
    for _ in range(2):  # it may be sent again, as after a lost connection
        assert await house.tables.execute(table, person("Anna"), command)
    assert len(table.state.hints) == 1
    await house.play_on(table, 1)
    await eventually(lambda: table.state.dealt_game.active == 0)
    again = Hint("h", table.state.revision)
    assert await refused(house.tables.execute(table, person("Anna"), again)) == "stale"


@in_a_loop
async def test_a_hint_that_nobody_has_time_to_give_is_not_recorded() -> None:
    house = House()
    table = await house.playing("Anna", "greedy", start=0)
    before = len(house.store.logs[table.id])
    house.bots.busy = True
    with pytest.raises(Busy):
        await house.tables.execute(table, person("Anna"), Hint("h", table.state.revision))
    assert len(house.store.logs[table.id]) == before


@in_a_loop
async def test_there_are_no_hints_where_other_people_play_or_may_come_back() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    state = table.state.revision
    assert await refused(house.do(table, "Anna", Hint, state=state)) == "no_hints"
    await house.leave(table, "Ben")
    assert await refused(house.do(table, "Anna", Hint, state=state)) == "no_hints"
    assert await refused(house.do(table, "Eve", Hint, state=state)) == "not_seated"


# Rematch


@in_a_loop
async def test_a_rematch_has_the_same_people_one_seat_further() -> None:
    house = House()
    options = {"rules": "landolt", "target": 5, "clock": clock(600, 5), "spectators": False}
    table = await house.playing("Anna", "Ben", "greedy", **options)
    assert await refused(house.do(table, "Anna", Rematch)) == "not_over"
    await house.do(table, "Anna", AskFor, what="abandon")
    await house.do(table, "Ben", Answer, yes=True)
    assert await refused(house.do(table, "Eve", Rematch)) == "not_seated"
    await house.do(table, "Ben", Rematch, id="r")
    id = house.frame(table, "Anna")["room"]["rematch"]
    new = await house.tables.get(id, "Anna")
    old_rule, rule = table.state.setup, new.state.setup
    assert [chair.name or chair.bot for chair in new.state.seats] == ["greedy", "Anna", "Ben"]
    assert (rule.rules, rule.options, rule.clock, rule.spectators) == (
        (old_rule.rules, old_rule.options, old_rule.clock, False)
    )
    assert rule.former == table.id
    assert rule.commitment != old_rule.commitment
    assert new.row.secret != table.row.secret
    assert await refused(house.do(table, "Anna", Rematch)) == "rematched"
    assert (await house.do(table, "Ben", Rematch, id="r")).again
    for name in ("Anna", "Ben"):
        await house.do(new, name, Ready)
    await eventually(lambda: new.state.status == PLAYING)


@in_a_loop
async def test_the_rematch_and_its_event_are_kept_together_or_not_at_all() -> None:
    house = House()
    table = await house.over("Anna", "Ben")
    house.store.failing = True
    known = dict(house.tables.live)
    assert await refused(house.do(table, "Anna", Rematch)) == "store"
    assert house.tables.live == known
    house.store.failing = False
    writes = len(house.store.writes)
    await house.do(table, "Anna", Rematch)
    assert len(house.store.writes) == writes + 1
    id = table.state.rematch
    house = await house.restarted()
    new = await house.tables.get(id, "Ben")
    assert [chair.name for chair in new.state.seats] == ["Ben", "Anna"]
    assert id in [line.table for line in (await house.tables.tables_of("Ben", None, "")).tables]


@in_a_loop
async def test_who_resigned_or_left_has_their_place_in_the_rematch() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    await house.do(table, "Ben", Resign)
    await house.leave(table, "Cleo")
    await house.do(table, "Anna", AskFor, what="abandon")
    await house.do(table, "Anna", Rematch)
    new = await house.tables.get(table.state.rematch, "Anna")
    assert [(chair.kind, chair.player) for chair in new.state.seats] == [
        (OPEN, ""), (PERSON, "Anna"), (PERSON, "Ben"),
    ]  # fmt: skip
    assert not any(chair.bot or chair.ready for chair in new.state.seats)


# Who may look


@in_a_loop
async def test_spectators_see_the_table_and_no_hand() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    await house.play(table, "r2")
    seen = house.frame(table, "Eve")
    assert "you" not in seen
    assert seen["table"]["places"][0]["hand"] == [{"level": 2, "unseen": True}]
    assert house.frame(table, "Anna")["you"][0]["hand"][0]["card"] is not None


@in_a_loop
async def test_a_private_table_is_not_there_for_others_once_the_game_has_begun() -> None:
    house = House()
    table = await house.seated("Anna", "Ben", spectators=False)
    eve, stranger = await house.listen(table, "Eve"), await house.listen(table, "")
    assert await house.tables.get(table.id, "Eve") is table
    for name in ("Anna", "Ben"):
        await house.do(table, name, Ready)
    await eventually(lambda: table.state.status == PLAYING)
    for name in ("Eve", ""):
        with pytest.raises(NoTable):
            await house.tables.get(table.id, name)
    for reader in (eve, stranger):
        assert reader.listener.dropped
        assert await reader.listener.next() is None
    assert await house.tables.get(table.id, "Ben") is table


@in_a_loop
async def test_to_a_private_table_comes_back_who_left_and_not_the_old_device() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo", spectators=False)
    await house.leave(table, "Ben")
    await house.tables.get(table.id, "Ben")
    await house.do(table, "Ben", Sit, seat=1)
    old = await house.listen(table, "Anna")
    token = await house.tables.seat_link(table, person("Anna"), 0)
    await house.tables.claim(person("Phone"), token)
    assert old.listener.dropped
    with pytest.raises(NoTable):
        await house.tables.get(table.id, "Anna")
    await house.tables.get(table.id, "Phone")


@in_a_loop
async def test_a_missing_table_and_a_forbidden_one_are_refused_in_the_same_words() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", spectators=False)
    told = []
    for id in (table.id, "A" * 22):
        with pytest.raises(NoTable) as error:
            await house.tables.get(id, "Eve")
        told.append((error.value.code, str(error.value)))
    assert told[0] == told[1]
