"""The waiting room: bots at open seats, starting with fewer players, clocks."""

from typing import Any

import pytest

from splendor.server.bodies import NewClock
from splendor.server.messages import CallBot, Fill, Ready, Remove, Resign, Sit, Start
from splendor.server.tables import memory, registry
from splendor.server.tables import table as table_module
from splendor.server.tables.events import BOT, OPEN, PERSON, Filled, Readied, Sat, Started
from splendor.server.tables.memory import UNLOAD_AFTER
from splendor.server.tables.snapshots import pack_snapshot, unpack_snapshot
from splendor.server.tables.state import PLAYING, TableState
from tests.server.fakes import FakeServer, FakeTime, async_test, clock, eventually, person, refused
from tests.server.tables.table_states import SECRET, do, fold, waiting_state, why_not


def hosted(*seats: str, **more: Any) -> TableState:
    """A table that waits, with Anna as its host."""
    state = waiting_state(*seats, **more)
    assert state.host == "Anna"
    return state


# Bots at open seats


def test_the_host_gives_an_open_seat_to_a_bot_and_opens_it_again() -> None:
    state = hosted("Anna", "", "")
    assert do(state, "Anna", Fill("1", 1, "greedy")) == (Filled(1, "greedy"),)
    assert (state.seats[1].kind, state.seats[1].bot, state.seats[1].ready) == (BOT, "greedy", True)
    assert do(state, "Anna", Fill("2", 1)) == (Filled(1),)
    assert (state.seats[1].kind, state.seats[1].bot, state.seats[1].ready) == (OPEN, "", False)
    do(state, "Ben", Sit("3", 1))
    assert state.seats[1].kind == PERSON


def test_only_the_host_fills_seats_and_only_open_ones_before_the_game() -> None:
    state = hosted("Anna", "Ben", "", "greedy")
    assert why_not(state, "Ben", Fill("1", 2, "greedy")) == "not_host"
    assert why_not(state, "Anna", Fill("1", 1, "greedy")) == "taken"
    assert why_not(state, "Anna", Fill("1", 3, "greedy")) == "taken"
    assert why_not(state, "Anna", Fill("1", 2)) == "unchanged"
    assert why_not(state, "Anna", Fill("1", 2, "nobody")) == "no_bot"
    assert why_not(hosted("Anna", ""), "Anna", Fill("1", 3, "greedy")) == "no_seat"


@async_test
async def test_the_game_begins_when_the_last_open_seat_is_given_to_a_bot() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "open", start=0)
    await server.do(table, "Anna", Ready, nonce="n")
    await server.do(table, "Anna", Fill, seat=1, level="greedy")
    await eventually(lambda: table.state.status == PLAYING)
    assert await refused(server.do(table, "Anna", Fill, seat=1)) == "begun"


# Starting with fewer players


def test_the_host_starts_without_the_open_seats_which_are_removed() -> None:
    state = hosted("Anna", "", "greedy", "")
    fold(state, Sat(3, "Ben", "Ben"), Readied("Anna", "a"), Readied("Ben", "b"))
    assert do(state, "Anna", Start("1")) == (Started([0, 2, 3], {}),)
    assert [each.name or each.bot for each in state.seats] == ["Anna", "greedy", "Ben"]
    assert state.is_ready_to_begin
    assert state.nonces == ["a", "", "b"]
    assert state.deal().players == 3


def test_an_option_that_names_a_seat_still_names_the_same_person() -> None:
    for start, after in ((3, {"start": 1}), (0, {"start": 0}), (1, {})):
        state = hosted("Anna", "", "", "greedy", start=start, target=8)
        do(state, "Anna", Start("1"))
        assert state.setup.options == {**after, "target": 8}


def test_starting_needs_the_host_an_open_seat_and_enough_players() -> None:
    state = hosted("Anna", "Ben", "")
    assert why_not(state, "Ben", Start("1")) == "not_host"
    assert why_not(hosted("Anna", "Ben"), "Anna", Start("1")) == "unchanged"
    assert why_not(hosted("Anna", "", ""), "Anna", Start("1")) == "option_choice"
    assert why_not(hosted("Anna", "", rules="duel"), "Anna", Start("1")) == "option_choice"


@async_test
async def test_a_table_with_fewer_seats_plays_and_is_the_same_after_a_restart() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "open", "greedy", "Ben", clock=clock(60))
    for name in ("Anna", "Ben"):
        await server.do(table, name, Ready, nonce=f"nonce-of-{name}")
    await server.do(table, "Anna", Start)
    await eventually(lambda: table.state.status == PLAYING)
    await server.wait_for_bots(table)
    assert table.state.dealt_game.players == 3
    assert table.state.clocks == [60_000] * 3
    line = next(row for row in server.store.tables.values())
    assert line.summary.count(b'"kind"') == 3
    again = await server.restarted()
    loaded = await again.tables.get(table.id, "Anna")
    assert not loaded.problem
    assert loaded.state.dealt_game.position == table.state.dealt_game.position
    assert again.frame(loaded, "Ben")["you"][0]["seat"] == 2


@async_test
async def test_a_snapshot_of_a_table_with_fewer_seats_is_the_same_table() -> None:
    server = FakeServer()
    table = await server.seated("Anna", "open", "greedy")
    await server.do(table, "Anna", Ready, nonce="n")
    await server.do(table, "Anna", Start)
    await eventually(lambda: table.state.status == PLAYING)
    packed = pack_snapshot(table.state, table.log)
    state, log = unpack_snapshot(table.id, table.state.secret, packed)
    assert (state.seats, state.setup) == (table.state.seats, table.state.setup)
    assert log.players == ["Anna", ""]
    assert SECRET not in str(state.seats)


# Moving a seat


@async_test
async def test_a_seat_that_moves_to_another_device_keeps_its_name() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    token = await server.tables.seat_link(table, person("Anna"), 0)
    await server.tables.claim(person("Phone"), token)
    assert table.state.seats[0].name == "Anna"
    assert table.state.seats_of("Phone") == [0]


@async_test
async def test_the_old_device_watches_even_a_private_table_and_takes_the_seat_back() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0, spectators=False)
    token = await server.tables.seat_link(table, person("Anna"), 0, own=True)
    old = await server.listen(table, "Anna")
    await server.tables.claim(person("Phone"), token)
    assert not old.listener.dropped
    seen = server.frame(table, "Anna")
    assert (seen["moved"], "you" in seen) == ([0], False)
    assert (table.may_see("Anna"), table.may_see("Eve")) == (True, False)
    assert await refused(server.do(table, "Eve", Sit, seat=0)) == "taken"
    await server.do(table, "Anna", Sit, seat=0)
    assert table.state.seats_of("Anna") == [0]
    assert table.state.seats[0].name == "Anna"
    assert "moved" not in server.frame(table, "Anna")
    assert server.frame(table, "Phone")["moved"] == [0]  # it is the old device now
    state, _ = unpack_snapshot(table.id, table.state.secret, pack_snapshot(table.state, table.log))
    assert state.seats == table.state.seats


@async_test
async def test_a_seat_that_was_passed_on_to_somebody_else_is_not_taken_back() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0, spectators=False)
    own = await server.tables.seat_link(table, person("Anna"), 0, own=True)
    await server.tables.claim(person("Phone"), own)
    await server.pass_on(table, "Phone", "Dora", 0)
    for former in ("Anna", "Phone"):
        assert not table.may_see(former)
        assert await refused(server.do(table, former, Sit, seat=0)) == "taken"


@async_test
async def test_a_seat_that_was_given_up_or_removed_is_not_taken_back() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Cleo", start=0)
    await server.tables.claim(
        person("Phone"), await server.tables.seat_link(table, person("Ben"), 1, own=True)
    )
    await server.do(table, "Phone", Resign)
    assert "moved" not in server.frame(table, "Ben")
    assert await refused(server.do(table, "Ben", Sit, seat=1)) == "taken"
    await server.tables.claim(
        person("Tablet"), await server.tables.seat_link(table, person("Cleo"), 2, own=True)
    )
    await server.do(table, "Anna", Remove, seat=2)
    assert "moved" not in server.frame(table, "Cleo")


@async_test
async def test_a_link_is_valid_for_as_long_as_was_asked() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    before = server.tables.now
    await server.tables.seat_link(table, person("Anna"), 0, 120_000)
    (row,) = server.store.links.values()
    assert before <= row.expires - 120_000 <= server.tables.now


# Clocks run from the first move


@pytest.fixture
def stopped_time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    stopped = FakeTime()
    for module in (table_module, registry, memory):
        monkeypatch.setattr(module, "time", stopped)
    return stopped


@async_test
async def test_no_clock_runs_before_the_first_move(stopped_time: FakeTime) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0, clock=clock(60, 5))
    stopped_time.seconds += 600
    shown = server.frame(table)["room"]["clock"]
    assert (shown["left"], shown["running"]) == ([60_000, 60_000], None)
    assert table.flag is None
    await server.play(table, "UGR")
    shown = server.frame(table)["room"]["clock"]
    assert (shown["left"], shown["running"]) == ([65_000, 60_000], 1)
    assert table.flag is not None
    stopped_time.seconds += 20
    await server.play(table)
    assert server.frame(table)["room"]["clock"]["left"] == [65_000, 45_000]


@async_test
async def test_before_the_first_move_a_bot_may_play_for_somebody_who_is_away(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0, clock=clock(60))
    await server.listen(table, "Ben")
    stopped_time.seconds += 400
    assert server.frame(table, "Ben")["room"]["seats"][0]["absent"]
    assert server.frame(table, "Ben")["room"]["seats"][0]["idle"]
    await server.do(table, "Ben", CallBot, seat=0)
    await server.wait_for_bots(table)
    assert table.state.dealt_game.active == 1
    stopped_time.seconds += 400
    assert not server.frame(table, "Ben")["room"]["seats"][0].get("idle")  # now the clock decides


@async_test
async def test_a_table_that_waits_for_its_first_move_is_put_away_without_a_deadline(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0, clock=clock(60))
    table.used -= UNLOAD_AFTER + 1
    await server.tables.memory.unload_idle()
    assert not server.tables.live
    assert not any(server.store.deadlines.values())


@async_test
async def test_days_for_each_turn_count_from_the_deal() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0, clock=NewClock(days=1))
    assert table.state.due
    assert server.frame(table)["room"]["clock"]["running"] == 0
