"""Live tables: every promise about commands, stores that fail, restarts, links and listeners."""

import asyncio
import itertools
from dataclasses import replace
from typing import Any

import pytest
from msgspec import json

from splendor.bots import BOTS
from splendor.errors import RulesError
from splendor.fair import commitment_of
from splendor.server.commands import Refusal
from splendor.server.events import BOT, OPEN, PERSON
from splendor.server.identity import hash_token
from splendor.server.listeners import MOST_FRAMES
from splendor.server.messages import (
    Ack,
    Advice,
    Answer,
    AskFor,
    Chat,
    Hint,
    Leave,
    Mute,
    Play,
    Ready,
    Rematch,
    Resign,
    Sit,
    Tried,
    Try,
)
from splendor.server.rows import AddEvent, SetStatus
from splendor.server.story import OVER, PLAYING, WAITING
from splendor.server.table import Table
from splendor.server.tables import LINK_LASTS, SLEEPY, NoTable
from tests.server.fakes import (
    House,
    MemoryStore,
    clock,
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


# Making tables


@pytest.mark.parametrize(
    "rules, options",
    [
        ("official", {"target": 21, "tokens": "cap", "nobles": "sought", "nobles_each": 2}),
        ("official", {"hands": "hidden", "start": 2, "rounds": 40}),
        ("landolt", {"target": 5, "nobles": "sought_free", "start": "random"}),
        ("landolt", {"tokens": "return", "rounds": None}),
        ("duel", {"hands": "hidden", "start": 1, "refill": "end_of_turn", "idle": 20}),
    ],
)
@in_a_loop
async def test_a_table_can_have_every_option(rules: str, options: dict[str, Any]) -> None:
    house = House()
    seats = ("Anna", "Ben") if rules == "duel" else ("Anna", "Ben", "greedy")
    table = await house.playing(*seats, rules=rules, **options)
    game = table.story.playing
    assert game.rules == rules
    assert game.players == len(seats)
    for name, value in options.items():
        assert getattr(game.options, name) == value
    told = house.frame(table)["room"]
    assert told["rules"] == rules
    assert set(told["options"]) <= set(options)


@pytest.mark.parametrize(
    "wrong, why",
    [
        (wish("me", "open", rules="chess"), "chess"),
        (wish("me", "open", target=99), "target"),
        (wish("me", "open", colour="red"), "colour"),
        (wish("me", "open", "open", rules="duel"), "players"),
        (wish("greedy", "greedy"), "person"),
        (wish("me", "nobody-knows-this-bot"), "no bot"),
        (wish("me", "search"), "no bot"),
        (wish("me", "open", start=2), "start"),
    ],
)
@in_a_loop
async def test_a_table_that_cannot_be_is_refused(wrong: Any, why: str) -> None:
    house = House()
    with pytest.raises(RulesError, match=why):
        await house.tables.create(person("Anna"), wrong)
    assert not house.store.writes
    assert not house.tables.live


@pytest.mark.parametrize("level", sorted(set(BOTS) - {"search"}))
@in_a_loop
async def test_bots_of_every_level_can_sit(level: str) -> None:
    house = House()
    table = await house.playing("Anna", level, start=1)
    assert house.frame(table)["room"]["seats"][1]["bot"] == level
    assert {bot for bot, _ in house.bots.asked} == {level}


@in_a_loop
async def test_the_commitment_is_published_before_anybody_can_send_a_nonce() -> None:
    house = House()
    table = await house.tables.create(person("Anna"), wish("me", "open"))
    row = house.store.tables[table.id]
    assert house.frame(table)["room"]["fairness"] == {"commitment": commitment_of(row.secret)}
    assert row.secret.encode() not in house.frames(table, "Anna")[0]


@pytest.mark.parametrize("rules, seats", SEATINGS)
@in_a_loop
async def test_a_whole_game_is_played_at_every_seating(rules: str, seats: tuple[str, ...]) -> None:
    house = House()
    table = await house.playing(*seats, rules=rules, **({} if rules == "duel" else {"target": 5}))
    kinds = [chair.kind for chair in table.story.seats]
    assert kinds == [PERSON if seat[0].isupper() else BOT for seat in seats]
    watcher = await house.listen(table, "")
    for _ in range(3000):
        if table.story.status == OVER:
            break
        await house.play_on(table, 1, seed=table.story.seq)
        await watcher.all()
    assert table.story.status == OVER
    told = house.frame(table)["room"]
    assert told["result"]["winners"]
    assert told["fairness"]["secret"] == house.store.tables[table.id].secret
    assert house.store.tables[table.id].status == OVER


# Joining, leaving, coming back


@in_a_loop
async def test_guests_join_by_link_and_the_game_begins_when_all_are_ready() -> None:
    house = House()
    table = await house.tables.create(person("Anna"), wish("me", "open", "greedy"))
    await house.do(table, "Anna", Ready)
    await house.do(table, "Ben", Sit, seat=1)
    assert table.story.status == WAITING
    assert [seat["name"] for seat in house.frame(table)["room"]["seats"][:2]] == ["Anna", "Ben"]
    await house.do(table, "Ben", Ready)
    await eventually(lambda: table.story.status == PLAYING)
    assert house.store.tables[table.id].status == PLAYING
    assert house.store.members[table.id] == ("Anna", "Ben")


@in_a_loop
async def test_who_leaves_before_the_game_takes_their_nonce_along() -> None:
    house = House()
    table = await house.seated("Anna", "Ben")
    await house.do(table, "Ben", Ready, nonce="mine")
    await house.leave(table, "Ben")
    assert table.story.nonces == ["", ""]
    assert house.frame(table)["room"]["seats"][1]["kind"] == OPEN
    await house.do(table, "Cleo", Sit, seat=1)
    assert not table.story.seats[1].ready


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
    assert table.story.seats_of("Anna") == [0]
    await house.do(table, "Dan", Sit, seat=1)
    assert await refused(house.do(table, "Ben", Sit, seat=1)) == "taken"


@in_a_loop
async def test_hot_seats_are_all_left_and_all_taken_again() -> None:
    house = House()
    table = await house.playing("Anna", "Anna")
    await house.leave(table, "Anna")
    assert not table.story.people
    await house.do(table, "Anna", Sit, seat=1)
    await house.do(table, "Anna", Sit, seat=0)
    assert table.story.seats_of("Anna") == [0, 1]


@in_a_loop
async def test_whoever_leaves_a_seat_given_up_neither_frees_it_nor_stops_the_bot() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    await house.do(table, "Ben", Resign)
    await house.leave(table, "Ben")
    chair = table.story.seats[1]
    assert (chair.kind, chair.why) == (OPEN, "resigned")
    assert chair.bot
    assert await refused(house.do(table, "Ben", Sit, seat=1)) == "taken"
    assert await refused(house.do(table, "Dan", Sit, seat=1)) == "taken"
    await house.play_on(table, 6)
    assert table.story.playing.seat != 1


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
    assert await refused(house.do(table, "Anna", Play, state=table.story.state, moves=["WUG"])) == (
        "not_seated"
    )
    await house.play(table)  # as Phone
    assert await refused(house.tables.claim(person("Thief"), token)) == "not_found"
    assert house.store.members[table.id] == ("Ben", "Phone")


@in_a_loop
async def test_a_private_link_is_refused_after_a_day_and_to_who_does_not_sit_there() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    token = await house.tables.seat_link(table, person("Anna"), 0)
    row = house.store.links[hash_token(token)]
    made = row.expires - LINK_LASTS
    assert made <= house.tables.now
    house.store.links[hash_token(token)] = replace(row, expires=made)
    assert await refused(house.tables.claim(person("Phone"), token)) == "not_found"
    assert await refused(house.tables.seat_link(table, person("Anna"), 1)) == "not_yours"
    assert await refused(house.tables.seat_link(table, person("Eve"), 0)) == "not_yours"
    assert await refused(house.tables.claim(person("Eve"), "guessed")) == "not_found"


@in_a_loop
async def test_of_two_links_to_a_seat_only_the_first_opened_works() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    links = [await house.tables.seat_link(table, person("Anna"), 0) for _ in range(2)]
    done = await asyncio.gather(
        *(house.tables.claim(person(f"Phone{i}"), link) for i, link in enumerate(links)),
        return_exceptions=True,
    )
    assert sum(isinstance(each, Refusal) for each in done) == 1
    assert len(table.story.seats_of("Phone0") + table.story.seats_of("Phone1")) == 1


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
    await eventually(lambda: table.story.status == PLAYING)
    assert table.story.nonces == ["from-the-old-device", ""]


# A move


@in_a_loop
async def test_all_decisions_of_a_confirm_are_one_event() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", rules="duel", start=0)
    both = await confirm_of_two(house, table)
    (change,) = house.store.writes[-1]
    assert isinstance(change, AddEvent)
    assert json.decode(change.row.body)["moves"] == both
    assert change.row.seq == table.story.seq


async def confirm_of_two(house: House, table: Table) -> list[str]:
    """Play on until somebody can decide twice in one turn, and let them confirm both at once."""
    for turn in range(500):
        game = table.story.playing
        for first in map(str, game.legal_moves):
            trial = game.copy()
            trial.push(first)
            if trial.seat == game.seat and not trial.is_over and trial.turn == game.turn:
                both = [first, str(trial.legal_moves[0])]
                await house.play(table, *both)
                return both
        await house.play_on(table, 1, seed=turn)
    raise AssertionError("no turn had two decisions")


@pytest.mark.parametrize("second", ["WUG", "nonsense", "p9z", "b1a"])
@in_a_loop
async def test_an_illegal_second_decision_lets_nothing_happen(second: str) -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    before = house.frames(table, "Anna", "Ben")
    assert await refused(house.play(table, "UGR", second)) in ("illegal", "notation")
    assert house.frames(table, "Anna", "Ben") == before
    assert not table.story.playing.moves
    await house.play(table, "UGR")


@in_a_loop
async def test_a_repeated_id_gets_its_old_ack_and_changes_nothing() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    name = table.story.seats[table.story.playing.seat].player
    state = table.story.state
    first = await house.play(table, id="one")
    before = house.frames(table, "Anna", "Ben")
    again = await house.do(table, name, Play, state=state, moves=["RR"], id="one")
    assert again == Ack("one", first.seq, again=True)
    assert house.frames(table, "Anna", "Ben") == before
    house = await house.restarted()
    table = await house.tables.get(table.id, "")
    again = await house.do(table, name, Play, state=state, moves=["RR"], id="one")
    assert again == Ack("one", first.seq, again=True)
    assert house.frames(table, "Anna", "Ben") == before


@in_a_loop
async def test_the_same_id_of_another_player_is_another_message() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    first = await house.do(table, "Anna", Chat, text="hello", id="same")
    second = await house.do(table, "Ben", Chat, text="hi", id="same")
    assert second.seq == first.seq + 1
    assert not second.again


@in_a_loop
async def test_a_move_for_an_older_state_is_refused() -> None:
    house = House()
    table = await house.playing("Anna", "Anna")
    state = table.story.state
    await house.play(table)
    assert await refused(house.play(table, state=state)) == "stale"
    assert await refused(house.play(table, state=table.story.state + 1)) == "stale"
    await house.do(table, "Anna", Chat, text="chat does not change the game")
    await house.play(table)


@in_a_loop
async def test_a_move_out_of_turn_is_refused() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    before = house.frames(table, "Anna", "Ben")
    move = {"state": table.story.state, "moves": ["UGR"]}
    assert await refused(house.do(table, "Ben", Play, **move)) == "not_your_turn"
    assert await refused(house.do(table, "Eve", Play, **move)) == "not_seated"
    assert house.frames(table, "Anna", "Ben") == before


@in_a_loop
async def test_moves_of_the_next_turn_are_not_part_of_a_confirm() -> None:
    house = House()
    table = await house.playing("Anna", "Anna")
    assert await refused(house.play(table, "UGR", "WUG")) == "illegal"
    assert not table.story.playing.moves


@in_a_loop
async def test_of_two_tabs_that_play_at_once_exactly_one_wins() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    tabs = [await house.listen(table, "Anna") for _ in range(2)]
    state = table.story.state
    plays = [
        house.do(table, "Anna", Play, state=state, moves=[move], listener=tab.listener)
        for tab, move in zip(tabs, ["UGR", "WUK"], strict=True)
    ]
    done = await asyncio.gather(*plays, return_exceptions=True)
    assert [isinstance(each, Ack) for each in done] == [True, False]
    assert isinstance(done[1], Refusal)
    assert done[1].code == "stale"
    for tab in tabs:
        assert (await tab.all())[-1]["events"][-1]["moves"] == ["UGR"]
    assert [str(move) for move in table.story.playing.moves] == ["UGR"]


@in_a_loop
async def test_the_same_message_sent_in_two_tabs_at_once_happens_once() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    plays = [house.play(table, "UGR", id="same") for _ in range(5)]
    done = await asyncio.gather(*plays)
    assert sorted(each.again for each in done) == [False, True, True, True, True]
    assert len({each.seq for each in done}) == 1


@in_a_loop
async def test_the_answer_comes_before_the_news_of_it() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    reader = await house.listen(table, "Anna", table.story.seq)
    await reader.all()
    await house.play(table, "UGR", listener=reader.listener)
    assert [frame["type"] for frame in await reader.all()] == ["ack", "news"]


@in_a_loop
async def test_what_somebody_asked_for_happens_even_if_they_are_gone() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    doing = asyncio.ensure_future(house.play(table, "UGR"))
    await asyncio.sleep(0)
    doing.cancel()
    await eventually(lambda: table.story.playing.moves)
    assert len(house.store.logs[table.id]) == table.story.seq


@in_a_loop
async def test_trying_moves_tells_what_would_be_legal_and_does_nothing() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    before, writes = house.frames(table, "Anna"), len(house.store.writes)
    attempt = Try("t", table.story.state, ["UGR"])
    assert await house.tables.do(table, person("Anna"), attempt) == Tried("t", [], True)
    assert await refused(house.tables.do(table, person("Ben"), attempt)) == "not_your_turn"
    empty = await house.tables.do(table, person("Anna"), Try("u", table.story.state, []))
    assert isinstance(empty, Tried)
    assert empty.legal == house.frame(table, "Anna")["you"][0]["legal"]
    assert house.frames(table, "Anna") == before
    assert len(house.store.writes) == writes


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
    before, fold = house.frames(table, "Anna", "Ben"), table.story
    if kind is Play:
        fields = {**fields, "state": table.story.state}
    house.store.failing = True
    assert await refused(house.do(table, name, kind, id="again", **fields)) == "store"
    assert house.frames(table, "Anna", "Ben") == before
    assert table.story is fold
    assert not await reader.all()
    house.store.failing = False
    done = await house.do(table, name, kind, id="again", **fields)
    assert not done.again
    assert table.story.seq == fold.seq + 1


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
    seq = table.story.seq
    house.store.lost = kept
    waiting = asyncio.ensure_future(refused(house.do(table, "Ben", Chat, text="next in line")))
    assert await refused(house.play(table, "UGR", id="unsure")) == "store"
    assert await waiting == "store"
    assert house.tables.live.get(table.id) is not table
    assert await reader.listener.next() is None
    again = await house.tables.get(table.id, "Anna")
    assert again.story.seq == seq + kept
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
    assert len(house.store.logs[table.id]) == again.story.seq


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
    assert table.story.status == WAITING
    house = await house.restarted()
    table = await house.tables.get(table.id, "Anna")
    await eventually(lambda: table.story.status == PLAYING)


# Listeners


@in_a_loop
async def test_a_listener_resumes_from_the_last_event_it_has_seen() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    reader = await house.listen(table, "Anna")
    seen = (await reader.all())[-1]["events"]
    house.tables.part(table, reader.listener)
    await house.play_on(table, 5)
    resumed = await house.listen(table, "Anna", since=seen[-1]["seq"])
    seen += (await resumed.all())[-1]["events"]
    assert [event["seq"] for event in seen] == list(range(1, table.story.seq + 1))


@in_a_loop
async def test_who_does_not_read_is_dropped_others_are_not_and_it_resumes() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    lazy, eager = await house.listen(table, "Anna"), await house.listen(table, "Ben")
    events = (await eager.all())[-1]["events"]
    for number in range(MOST_FRAMES + 5):
        await house.do(table, "Ben", Chat, text=f"message {number}")
        events += [event for frame in await eager.all() for event in frame["events"]]
    assert lazy.listener.dropped
    assert await lazy.listener.next() is None
    assert not eager.listener.dropped
    assert [event["seq"] for event in events] == list(range(1, table.story.seq + 1))
    house.tables.part(table, lazy.listener)
    back = await house.listen(table, "Anna")
    assert len((await back.all())[-1]["events"]) == table.story.seq


@in_a_loop
async def test_presence_is_told_and_bots_and_open_seats_are_never_present() -> None:
    house = House()
    table = await house.tables.create(person("Anna"), wish("me", "open", "greedy"))
    reader = await house.listen(table, "Anna")
    spectator = await house.listen(table, "")
    room = (await reader.all())[-1]["room"]
    assert [seat.get("present", False) for seat in room["seats"]] == [True, False, False]
    assert room["watching"] == 1
    house.tables.part(table, reader.listener)
    room = (await spectator.all())[-1]["room"]
    assert not any(seat.get("present") for seat in room["seats"])


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
async def test_a_hint_is_acknowledged_recorded_and_answered() -> None:
    house = House()
    table = await house.playing("Anna", "greedy", start=0)
    reader = await house.listen(table, "Anna")
    await reader.all()
    command = Hint("h", table.story.state)
    advice = await house.tables.do(table, person("Anna"), command, reader.listener)
    assert isinstance(advice, Advice)
    assert advice.candidates[0].move == str(table.story.playing.legal_moves[0])
    assert [frame["type"] for frame in await reader.all()] == ["ack", "news", "advice"]
    assert house.store.logs[table.id][-1].kind == "hinted"


@in_a_loop
async def test_there_are_no_hints_where_other_people_play_or_may_come_back() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    state = table.story.state
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
    old_rule, rule = table.story.rule, new.story.rule
    assert [chair.name or chair.bot for chair in new.story.seats] == ["greedy", "Anna", "Ben"]
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
    await eventually(lambda: new.story.status == PLAYING)


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
    id = table.story.rematch
    house = await house.restarted()
    new = await house.tables.get(id, "Ben")
    assert [chair.name for chair in new.story.seats] == ["Ben", "Anna"]
    assert id in [line.table for line in (await house.tables.tables_of("Ben", None, "")).tables]


@in_a_loop
async def test_who_resigned_or_left_has_their_place_in_the_rematch() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", "Cleo")
    await house.do(table, "Ben", Resign)
    await house.leave(table, "Cleo")
    await house.do(table, "Anna", AskFor, what="abandon")
    await house.do(table, "Anna", Rematch)
    new = await house.tables.get(table.story.rematch, "Anna")
    assert [(chair.kind, chair.player) for chair in new.story.seats] == [
        (OPEN, ""), (PERSON, "Anna"), (PERSON, "Ben"),
    ]  # fmt: skip
    assert not any(chair.bot or chair.ready for chair in new.story.seats)


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
    await eventually(lambda: table.story.status == PLAYING)
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


# Lists and memory


@in_a_loop
async def test_my_tables_come_in_pages_the_last_changed_first() -> None:
    house = House()
    made = [await house.tables.create(person("Anna"), wish("me", "open")) for _ in range(45)]
    await house.tables.create(person("Ben"), wish("me", "open"))
    found: list[str] = []
    before = ""
    for size in (20, 20, 5):
        page = await house.tables.tables_of("Anna", None, before)
        assert len(page.tables) == size
        found += [line.table for line in page.tables]
        before = page.more
    assert not before
    assert found == [table.id for table in reversed(made)]
    assert page.tables[0].seats[0].name == "Anna"
    assert (await house.tables.tables_of("Anna", "over", "")).tables == []
    for wrong in ("x.y", "12", "-1.a", ".", "9" * 30 + ".a"):
        assert await refused(house.tables.tables_of("Anna", None, wrong)) == "refused"


@in_a_loop
async def test_the_list_tells_who_sits_there_and_how_it_ended() -> None:
    house = House()
    table = await house.over("Anna", "Ben")
    (line,) = (await house.tables.tables_of("Ben", "over", "")).tables
    assert (line.table, line.status, line.rules) == (table.id, OVER, "official")
    assert [seat.name for seat in line.seats] == ["Anna", "Ben"]
    assert line.result is not None
    assert (line.result.winners, line.result.reason) == ([1], "resignation")


@in_a_loop
async def test_only_changes_that_a_list_shows_are_written_to_the_list() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    writes = len(house.store.writes)
    await house.play_on(table, 3)
    await house.do(table, "Anna", Chat, text="hello")
    later = itertools.chain.from_iterable(house.store.writes[writes:])
    assert not any(isinstance(change, SetStatus) for change in later)


@in_a_loop
async def test_a_table_nobody_looks_at_leaves_the_memory_and_comes_back() -> None:
    house = House()
    playing, over = await house.playing("Anna", "Ben"), await house.over("Anna", "Ben")
    watched = await house.playing("Anna", "Ben")
    await house.listen(watched, "Anna")
    before = house.frames(playing, "Anna", "Ben")
    house.tables.forget_sleepy_ones()
    assert len(house.tables.live) == 3
    for table in (playing, over, watched):
        table.used -= SLEEPY + 1
    house.tables.forget_sleepy_ones()
    assert list(house.tables.live) == [watched.id]
    await eventually(lambda: house.store.archived)
    assert house.store.archived == [over.id]
    again = await house.tables.get(playing.id, "Anna")
    assert again is not playing
    assert house.frames(again, "Anna", "Ben") == before
    await house.play(again)


@in_a_loop
async def test_a_clock_does_not_stop_because_nobody_looks() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", clock=clock(600))
    table.used -= SLEEPY + 1
    house.tables.forget_sleepy_ones()
    assert house.tables.live[table.id] is table


@in_a_loop
async def test_where_there_are_too_many_tables_the_sleepiest_makes_room() -> None:
    house = House(most=2)
    first = await house.playing("Anna", "Ben")
    second = await house.playing("Anna", "Ben")
    first.used = second.used - 1
    third = await house.seated("Anna", "Ben")
    assert set(house.tables.live) == {second.id, third.id}
    for table in (second, third):
        await house.listen(table, "Anna")
    assert await refused(house.tables.create(person("Anna"), wish("me", "open"))) == "full"
    assert (await house.tables.get(first.id, "Anna")).story.status == PLAYING


@in_a_loop
async def test_many_who_ask_for_a_table_at_once_get_the_same_one_read_once() -> None:
    house = House()
    id = (await house.playing("Anna", "Ben")).id
    house = await house.restarted()
    reads = house.store.reads
    found = await asyncio.gather(*(house.tables.get(id, "Anna") for _ in range(20)))
    assert all(table is found[0] for table in found)
    assert house.store.reads == reads + 1


@in_a_loop
async def test_who_goes_away_while_a_table_is_read_leaves_no_stale_one_behind() -> None:
    house = House()
    id = (await house.playing("Anna", "Ben")).id
    house = await house.restarted()
    asking = asyncio.ensure_future(house.tables.get(id, "Anna"))
    await asyncio.sleep(0)
    asking.cancel()
    await eventually(lambda: id in house.tables.live)
    house.tables.forget(house.tables.live[id])
    table = await house.tables.get(id, "Anna")
    assert house.tables.live[id] is table
    await house.play(table)


@in_a_loop
async def test_what_waits_for_a_table_that_was_forgotten_is_refused() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    house.tables.forget(table)
    assert await refused(house.do(table, "Anna", Chat, text="to nobody")) == "store"
    again = await house.tables.get(table.id, "Anna")
    await house.do(again, "Anna", Chat, text="hello")


@in_a_loop
async def test_closing_drops_everybody() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    reader = await house.listen(table, "Anna")
    await house.tables.close()
    assert reader.listener.dropped
