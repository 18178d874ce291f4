"""Live tables: creation, moves, lists, memory."""

import asyncio
import itertools
from dataclasses import replace
from typing import Any

import pytest
from msgspec import json

from splendor.bots import BOTS
from splendor.core.errors import RulesError
from splendor.formats.fair import commitment_of
from splendor.server.messages import Ack, Chat, Play, Rematch, Resign, Tried, Try
from splendor.server.refusals import RequestRefused
from splendor.server.storage.types import AddEvent, SetStatus
from splendor.server.tables.events import BOT, PERSON
from splendor.server.tables.memory import UNLOAD_AFTER
from splendor.server.tables.state import OVER, PLAYING
from splendor.server.tables.table import Table
from tests.server.fakes import (
    FakeServer,
    async_test,
    clock,
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


# Creating tables


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
@async_test
async def test_a_table_can_have_every_option(rules: str, options: dict[str, Any]) -> None:
    server = FakeServer()
    seats = ("Anna", "Ben") if rules == "duel" else ("Anna", "Ben", "greedy")
    table = await server.playing(*seats, rules=rules, **options)
    game = table.state.dealt_game
    assert game.rules == rules
    assert game.players == len(seats)
    for name, value in options.items():
        assert getattr(game.options, name) == value
    actual = server.frame(table)["room"]
    assert actual["rules"] == rules
    assert set(actual["options"]) <= set(options)


@pytest.mark.parametrize(
    "wrong, why",
    [
        (new_table("me", "open", rules="chess"), "chess"),
        (new_table("me", "open", target=99), "target"),
        (new_table("me", "open", colour="red"), "colour"),
        (new_table("me", "open", "open", rules="duel"), "players"),
        (new_table("me", "nobody-knows-this-bot"), "no bot"),
        (new_table("me", "search"), "no bot"),
        (new_table("me", "open", start=2), "start"),
    ],
)
@async_test
async def test_an_impossible_table_is_refused(wrong: Any, why: str) -> None:
    server = FakeServer()
    with pytest.raises(RulesError, match=why):
        await server.tables.create(person("Anna"), wrong)
    assert not server.store.writes
    assert not server.tables.live


@pytest.mark.parametrize("level", sorted(set(BOTS) - {"search"}))
@async_test
async def test_bots_of_every_level_can_be_seated(level: str) -> None:
    server = FakeServer()
    table = await server.playing("Anna", level, start=1)
    assert server.frame(table)["room"]["seats"][1]["bot"] == level
    assert {bot for bot, _ in server.bots.asked} == {level}


@async_test
async def test_the_commitment_is_published_before_anybody_can_send_a_nonce() -> None:
    server = FakeServer()
    table = await server.tables.create(person("Anna"), new_table("me", "open"))
    row = server.store.tables[table.id]
    assert server.frame(table)["room"]["fairness"] == {"commitment": commitment_of(row.secret)}
    assert row.secret.encode() not in server.frames(table, "Anna")[0]


@pytest.mark.parametrize("rules, seats", SEATINGS)
@async_test
async def test_a_whole_game_is_played_with_every_seating(
    rules: str, seats: tuple[str, ...]
) -> None:
    server = FakeServer()
    table = await server.playing(*seats, rules=rules, **({} if rules == "duel" else {"target": 5}))
    kinds = [each.kind for each in table.state.seats]
    assert kinds == [PERSON if seat[0].isupper() else BOT for seat in seats]
    watcher = await server.listen(table, "")
    for _ in range(3000):
        if table.state.status == OVER:
            break
        await server.play_on(table, 1, seed=table.state.seq)
        await watcher.all()
    assert table.state.status == OVER
    actual = server.frame(table)["room"]
    assert actual["result"]["winners"]
    assert actual["fairness"]["secret"] == server.store.tables[table.id].secret
    assert server.store.tables[table.id].status == OVER


# A move


@async_test
async def test_all_decisions_of_a_confirm_are_one_event() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", rules="duel", start=0)
    both = await confirm_of_two(server, table)
    (change,) = server.store.writes[-1]
    assert isinstance(change, AddEvent)
    assert json.decode(change.row.body)["moves"] == both
    assert change.row.seq == table.state.seq


async def confirm_of_two(server: FakeServer, table: Table) -> list[str]:
    """Play until a turn has two decisions, and confirm both at once."""
    for turn in range(500):
        game = table.state.dealt_game
        for first in map(str, game.legal_moves):
            trial = game.copy()
            trial.push(first)
            if trial.active == game.active and not trial.is_over and trial.turn == game.turn:
                both = [first, str(trial.legal_moves[0])]
                await server.play(table, *both)
                return both
        await server.play_on(table, 1, seed=turn)
    raise AssertionError("no turn had two decisions")


@pytest.mark.parametrize("second", ["WUG", "nonsense", "p9z", "b1a"])
@async_test
async def test_an_illegal_second_decision_refuses_the_whole_confirm(second: str) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    before = server.frames(table, "Anna", "Ben")
    assert await refused(server.play(table, "UGR", second)) == "turn_over"
    assert server.frames(table, "Anna", "Ben") == before
    assert not table.state.dealt_game.moves
    await server.play(table, "UGR")


@async_test
async def test_a_repeated_id_gets_its_old_ack_and_changes_nothing() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    name = table.state.seats[table.state.dealt_game.active].player
    state = table.state.revision
    moves = [str(table.state.dealt_game.legal_moves[0])]
    first = await server.play(table, *moves, id="one")
    before = server.frames(table, "Anna", "Ben")
    again = await server.do(table, name, Play, state=state, moves=moves, id="one")
    assert again == Ack("one", first.seq, again=True)
    assert server.frames(table, "Anna", "Ben") == before
    server = await server.restarted()
    table = await server.tables.get(table.id, "")
    again = await server.do(table, name, Play, state=state, moves=moves, id="one")
    assert again == Ack("one", first.seq, again=True)
    assert server.frames(table, "Anna", "Ben") == before


@async_test
async def test_the_same_id_with_another_command_is_refused_also_after_a_restart() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    said = await server.do(table, "Anna", Chat, text="hello", id="one")
    for _ in range(2):
        assert await refused(server.do(table, "Anna", Chat, text="other", id="one")) == "used_id"
        assert await refused(server.do(table, "Anna", Resign, id="one")) == "used_id"
        again = await server.do(table, "Anna", Chat, text="hello", id="one")
        assert again == Ack("one", said.seq, again=True)
        server = await server.restarted()
        table = await server.tables.get(table.id, "")


@async_test
async def test_ids_that_version_0_1_0_stored_without_a_digest_are_still_acknowledged() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    said = await server.do(table, "Anna", Chat, text="hello", id="one")
    server = await server.restarted()
    log = server.store.logs[table.id]
    log[-1] = replace(log[-1], id="one")
    table = await server.tables.get(table.id, "")
    again = await server.do(table, "Anna", Chat, text="hello", id="one")
    assert again == Ack("one", said.seq, again=True)


@async_test
async def test_the_same_id_of_another_player_is_another_message() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    first = await server.do(table, "Anna", Chat, text="hello", id="same")
    second = await server.do(table, "Ben", Chat, text="hi", id="same")
    assert second.seq == first.seq + 1
    assert not second.again


@async_test
async def test_a_move_for_an_older_state_is_refused() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Anna")
    state = table.state.revision
    await server.play(table)
    assert await refused(server.play(table, state=state)) == "stale"
    assert await refused(server.play(table, state=table.state.revision + 1)) == "stale"
    await server.do(table, "Anna", Chat, text="chat does not change the game")
    await server.play(table)


@async_test
async def test_a_move_out_of_turn_is_refused() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    before = server.frames(table, "Anna", "Ben")
    move = {"state": table.state.revision, "moves": ["UGR"]}
    assert await refused(server.do(table, "Ben", Play, **move)) == "not_your_turn"
    assert await refused(server.do(table, "Eve", Play, **move)) == "not_seated"
    assert server.frames(table, "Anna", "Ben") == before


@async_test
async def test_moves_of_the_next_turn_are_not_part_of_a_confirm() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Anna")
    assert await refused(server.play(table, "UGR", "WUG")) == "turn_over"
    assert not table.state.dealt_game.moves


@async_test
async def test_if_two_tabs_play_at_once_exactly_one_succeeds() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    tabs = [await server.listen(table, "Anna") for _ in range(2)]
    state = table.state.revision
    plays = [
        server.do(table, "Anna", Play, state=state, moves=[move], listener=tab.listener)
        for tab, move in zip(tabs, ["UGR", "WUK"], strict=True)
    ]
    done = await asyncio.gather(*plays, return_exceptions=True)
    assert [isinstance(each, Ack) for each in done] == [True, False]
    assert isinstance(done[1], RequestRefused)
    assert done[1].code == "stale"
    for tab in tabs:
        assert (await tab.all())[-1]["events"][-1]["moves"] == ["UGR"]
    assert [str(move) for move in table.state.dealt_game.moves] == ["UGR"]


@async_test
async def test_the_same_message_from_two_tabs_takes_effect_once() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    plays = [server.play(table, "UGR", id="same") for _ in range(5)]
    done = await asyncio.gather(*plays)
    assert sorted(each.again for each in done) == [False, True, True, True, True]
    assert len({each.seq for each in done}) == 1


@async_test
async def test_the_ack_is_sent_before_the_news() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    reader = await server.listen(table, "Anna", table.state.seq)
    await reader.all()
    await server.play(table, "UGR", listener=reader.listener)
    assert [frame["type"] for frame in await reader.all()] == ["ack", "news"]


@async_test
async def test_a_command_takes_effect_even_if_its_sender_disconnects() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    doing = asyncio.ensure_future(server.play(table, "UGR"))
    await asyncio.sleep(0)
    doing.cancel()
    await eventually(lambda: table.state.dealt_game.moves)
    assert len(server.store.logs[table.id]) == table.state.seq


@async_test
async def test_trying_moves_lists_the_next_legal_moves_and_changes_nothing() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    before, writes = server.frames(table, "Anna"), len(server.store.writes)
    attempt = Try("t", table.state.revision, ["UGR"])
    assert await server.tables.execute(table, person("Anna"), attempt) == Tried("t", [], True)
    assert await refused(server.tables.execute(table, person("Ben"), attempt)) == "not_your_turn"
    empty = await server.tables.execute(table, person("Anna"), Try("u", table.state.revision, []))
    assert isinstance(empty, Tried)
    assert empty.legal == server.frame(table, "Anna")["you"][0]["legal"]
    assert server.frames(table, "Anna") == before
    assert len(server.store.writes) == writes


# Lists and memory


@async_test
async def test_my_tables_are_listed_in_pages_last_changed_first() -> None:
    server = FakeServer()
    made = [await server.tables.create(person("Anna"), new_table("me", "open")) for _ in range(45)]
    await server.tables.create(person("Ben"), new_table("me", "open"))
    found: list[str] = []
    before = ""
    for size in (20, 20, 5):
        page = await server.tables.tables_of("Anna", None, before)
        assert len(page.tables) == size
        found += [line.table for line in page.tables]
        before = page.more
    assert not before
    assert found == [table.id for table in reversed(made)]
    assert page.tables[0].seats[0].name == "Anna"
    assert (await server.tables.tables_of("Anna", "over", "")).tables == []
    for wrong in ("x.y", "12", "-1.a", ".", "9" * 30 + ".a"):
        assert await refused(server.tables.tables_of("Anna", None, wrong)) == "query_before"


@async_test
async def test_the_list_has_seats_and_results() -> None:
    server = FakeServer()
    table = await server.over("Anna", "Ben")
    (line,) = (await server.tables.tables_of("Ben", "over", "")).tables
    assert (line.table, line.status, line.rules) == (table.id, OVER, "official")
    assert [seat.name for seat in line.seats] == ["Anna", "Ben"]
    assert line.result is not None
    assert (line.result.winners, line.result.reason) == ([1], "resignation")


@async_test
async def test_only_changes_shown_in_the_list_update_it() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    writes = len(server.store.writes)
    await server.play_on(table, 3)
    await server.do(table, "Anna", Chat, text="hello")
    later = itertools.chain.from_iterable(server.store.writes[writes:])
    assert not any(isinstance(change, SetStatus) for change in later)


@async_test
async def test_an_idle_table_is_unloaded_and_loaded_again() -> None:
    server = FakeServer()
    playing, over = await server.playing("Anna", "Ben"), await server.over("Anna", "Ben")
    watched = await server.playing("Anna", "Ben")
    await server.listen(watched, "Anna")
    before = server.frames(playing, "Anna", "Ben")
    await server.tables.memory.unload_idle()
    assert len(server.tables.live) == 3
    for table in (playing, over, watched):
        table.used -= UNLOAD_AFTER + 1
    await server.tables.memory.unload_idle()
    assert list(server.tables.live) == [watched.id]
    await eventually(lambda: server.store.archived)
    assert server.store.archived == [over.id]
    again = await server.tables.get(playing.id, "Anna")
    assert again is not playing
    assert server.frames(again, "Anna", "Ben") == before
    await server.play(again)


@async_test
async def test_a_running_clock_keeps_no_table_in_memory_and_goes_on_running() -> None:
    now = [1000.0]
    server = FakeServer(clock=lambda: now[0])
    table = await server.playing("Anna", "Ben", start=1, clock=clock(86_400))
    await server.play(table)
    table.since -= 100  # seconds
    table.used -= UNLOAD_AFTER + 1
    await server.tables.memory.unload_idle()
    assert not server.tables.live
    now[0] += 2 * 3600
    again = await server.tables.get(table.id, "Anna")
    left = server.frame(again)["room"]["clock"]["left"]
    used = 86_400_000 - left[0]
    assert 7_300_000 <= used < 7_400_000
    assert left[1] == 86_400_000
    await server.play(again)
    assert server.store.deadlines[table.id] == 0
    assert again.state.clocks[0] <= left[0]


@async_test
async def test_a_table_that_is_not_in_memory_is_lost_on_time_when_its_clock_is_over() -> None:
    now = [1000.0]
    server = FakeServer(clock=lambda: now[0])
    table = await server.playing("Anna", "Ben", start=1, clock=clock(86_400))
    await server.play(table)
    table.used -= UNLOAD_AFTER + 1
    await server.tables.memory.unload_idle()
    now[0] += 86_000
    await server.tables.memory.flag_overdue()
    assert not server.tables.live
    now[0] += 401
    await server.tables.memory.flag_overdue()
    await eventually(lambda: server.store.tables[table.id].status == OVER)
    assert server.store.deadlines[table.id] == 0
    found = await server.tables.get(table.id, "Anna")
    assert server.frame(found)["room"]["result"]["winners"] == [1]


@async_test
async def test_the_least_recently_used_table_is_unloaded_first() -> None:
    server = FakeServer(most=2)
    first = await server.playing("Anna", "Ben")
    second = await server.playing("Anna", "Ben")
    first.used = second.used - 1
    third = await server.seated("Anna", "Ben")
    assert set(server.tables.live) == {second.id, third.id}
    for table in (second, third):
        await server.listen(table, "Anna")
    assert await refused(server.tables.create(person("Anna"), new_table("me", "open"))) == "full"
    assert (await server.tables.get(first.id, "Anna")).state.status == PLAYING


@async_test
async def test_finished_tables_do_not_count_and_are_unloaded_first() -> None:
    server = FakeServer(most=2)
    over, playing = await server.over("Anna", "Ben"), await server.playing("Anna", "Ben")
    playing.used = over.used - 1
    third = await server.seated("Anna", "Ben")
    assert set(server.tables.live) == {playing.id, third.id}
    await server.listen(playing, "Anna")
    await server.do(playing, "Anna", Resign)
    assert await server.tables.create(person("Anna"), new_table("me", "open"))


@async_test
async def test_tables_that_are_loaded_make_room_too() -> None:
    server = FakeServer(most=2)
    made = [await server.playing("Anna", "Ben") for _ in range(4)]
    for table in made:
        await server.tables.get(table.id, "Anna")
    assert len(server.tables.live) == 2


@async_test
async def test_a_rematch_counts_as_a_table() -> None:
    server = FakeServer(most=2)
    over = await server.over("Anna", "Ben")
    others = [await server.playing("Cleo", "Dan") for _ in range(2)]
    for table in others:
        await server.listen(table, "Cleo")
    over = await server.tables.get(over.id, "Anna")
    assert await refused(server.do(over, "Anna", Rematch)) == "full"
    assert not over.state.rematch


@async_test
async def test_concurrent_requests_for_a_table_load_it_once() -> None:
    server = FakeServer()
    id = (await server.playing("Anna", "Ben")).id
    server = await server.restarted()
    reads = server.store.reads
    found = await asyncio.gather(*(server.tables.get(id, "Anna") for _ in range(20)))
    assert all(table is found[0] for table in found)
    assert server.store.reads == reads + 1


@async_test
async def test_a_cancelled_load_leaves_no_stale_table() -> None:
    server = FakeServer()
    id = (await server.playing("Anna", "Ben")).id
    server = await server.restarted()
    asking = asyncio.ensure_future(server.tables.get(id, "Anna"))
    await asyncio.sleep(0)
    asking.cancel()
    await eventually(lambda: id in server.tables.live)
    server.tables.unload(server.tables.live[id])
    table = await server.tables.get(id, "Anna")
    assert server.tables.live[id] is table
    await server.play(table)


@async_test
async def test_a_command_waiting_for_an_unloaded_table_is_refused() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    server.tables.unload(table)
    assert await refused(server.do(table, "Anna", Chat, text="to nobody")) == "store"
    again = await server.tables.get(table.id, "Anna")
    await server.do(again, "Anna", Chat, text="hello")


@async_test
async def test_closing_drops_all_listeners() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    reader = await server.listen(table, "Anna")
    await server.tables.close()
    assert reader.listener.dropped
