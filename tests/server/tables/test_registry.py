"""Live tables: making them, moves, lists, and what stays in memory."""

import asyncio
import itertools
from typing import Any

import pytest
from msgspec import json

from splendor.bots import BOTS
from splendor.core.errors import RulesError
from splendor.formats.fair import commitment_of
from splendor.server.messages import Ack, Chat, Play, Tried, Try
from splendor.server.refusals import RequestRefused
from splendor.server.storage.types import AddEvent, SetStatus
from splendor.server.tables.events import BOT, PERSON
from splendor.server.tables.registry import UNLOAD_AFTER
from splendor.server.tables.state import OVER, PLAYING
from splendor.server.tables.table import Table
from tests.server.fakes import (
    House,
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
    game = table.state.dealt_game
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
    kinds = [chair.kind for chair in table.state.seats]
    assert kinds == [PERSON if seat[0].isupper() else BOT for seat in seats]
    watcher = await house.listen(table, "")
    for _ in range(3000):
        if table.state.status == OVER:
            break
        await house.play_on(table, 1, seed=table.state.seq)
        await watcher.all()
    assert table.state.status == OVER
    told = house.frame(table)["room"]
    assert told["result"]["winners"]
    assert told["fairness"]["secret"] == house.store.tables[table.id].secret
    assert house.store.tables[table.id].status == OVER


# A move


@in_a_loop
async def test_all_decisions_of_a_confirm_are_one_event() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", rules="duel", start=0)
    both = await confirm_of_two(house, table)
    (change,) = house.store.writes[-1]
    assert isinstance(change, AddEvent)
    assert json.decode(change.row.body)["moves"] == both
    assert change.row.seq == table.state.seq


async def confirm_of_two(house: House, table: Table) -> list[str]:
    """Play on until somebody can decide twice in one turn, and let them confirm both at once."""
    for turn in range(500):
        game = table.state.dealt_game
        for first in map(str, game.legal_moves):
            trial = game.copy()
            trial.push(first)
            if trial.active == game.active and not trial.is_over and trial.turn == game.turn:
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
    assert await refused(house.play(table, "UGR", second)) == "turn_over"
    assert house.frames(table, "Anna", "Ben") == before
    assert not table.state.dealt_game.moves
    await house.play(table, "UGR")


@in_a_loop
async def test_a_repeated_id_gets_its_old_ack_and_changes_nothing() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    name = table.state.seats[table.state.dealt_game.active].player
    state = table.state.revision
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
    state = table.state.revision
    await house.play(table)
    assert await refused(house.play(table, state=state)) == "stale"
    assert await refused(house.play(table, state=table.state.revision + 1)) == "stale"
    await house.do(table, "Anna", Chat, text="chat does not change the game")
    await house.play(table)


@in_a_loop
async def test_a_move_out_of_turn_is_refused() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    before = house.frames(table, "Anna", "Ben")
    move = {"state": table.state.revision, "moves": ["UGR"]}
    assert await refused(house.do(table, "Ben", Play, **move)) == "not_your_turn"
    assert await refused(house.do(table, "Eve", Play, **move)) == "not_seated"
    assert house.frames(table, "Anna", "Ben") == before


@in_a_loop
async def test_moves_of_the_next_turn_are_not_part_of_a_confirm() -> None:
    house = House()
    table = await house.playing("Anna", "Anna")
    assert await refused(house.play(table, "UGR", "WUG")) == "turn_over"
    assert not table.state.dealt_game.moves


@in_a_loop
async def test_of_two_tabs_that_play_at_once_exactly_one_wins() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    tabs = [await house.listen(table, "Anna") for _ in range(2)]
    state = table.state.revision
    plays = [
        house.do(table, "Anna", Play, state=state, moves=[move], listener=tab.listener)
        for tab, move in zip(tabs, ["UGR", "WUK"], strict=True)
    ]
    done = await asyncio.gather(*plays, return_exceptions=True)
    assert [isinstance(each, Ack) for each in done] == [True, False]
    assert isinstance(done[1], RequestRefused)
    assert done[1].code == "stale"
    for tab in tabs:
        assert (await tab.all())[-1]["events"][-1]["moves"] == ["UGR"]
    assert [str(move) for move in table.state.dealt_game.moves] == ["UGR"]


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
    reader = await house.listen(table, "Anna", table.state.seq)
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
    await eventually(lambda: table.state.dealt_game.moves)
    assert len(house.store.logs[table.id]) == table.state.seq


@in_a_loop
async def test_trying_moves_tells_what_would_be_legal_and_does_nothing() -> None:
    house = House()
    table = await house.playing("Anna", "Ben", start=0)
    before, writes = house.frames(table, "Anna"), len(house.store.writes)
    attempt = Try("t", table.state.revision, ["UGR"])
    assert await house.tables.execute(table, person("Anna"), attempt) == Tried("t", [], True)
    assert await refused(house.tables.execute(table, person("Ben"), attempt)) == "not_your_turn"
    empty = await house.tables.execute(table, person("Anna"), Try("u", table.state.revision, []))
    assert isinstance(empty, Tried)
    assert empty.legal == house.frame(table, "Anna")["you"][0]["legal"]
    assert house.frames(table, "Anna") == before
    assert len(house.store.writes) == writes


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
        assert await refused(house.tables.tables_of("Anna", None, wrong)) == "query_before"


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
    house.tables.unload_idle()
    assert len(house.tables.live) == 3
    for table in (playing, over, watched):
        table.used -= UNLOAD_AFTER + 1
    house.tables.unload_idle()
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
    table.used -= UNLOAD_AFTER + 1
    house.tables.unload_idle()
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
    assert (await house.tables.get(first.id, "Anna")).state.status == PLAYING


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
    house.tables.unload(house.tables.live[id])
    table = await house.tables.get(id, "Anna")
    assert house.tables.live[id] is table
    await house.play(table)


@in_a_loop
async def test_what_waits_for_a_table_that_was_forgotten_is_refused() -> None:
    house = House()
    table = await house.playing("Anna", "Ben")
    house.tables.unload(table)
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
