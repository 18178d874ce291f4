"""Clocks: an undo gives no time back, and days for each turn survive everything."""

import pytest

from splendor.server.bodies import NewClock
from splendor.server.messages import Answer, AskFor, CallBot
from splendor.server.tables import memory, registry
from splendor.server.tables import table as table_module
from splendor.server.tables.clocks import DOWNTIME_GRACE
from splendor.server.tables.events import TIME, ClockRule, Left, Moved, Undone
from splendor.server.tables.memory import UNLOAD_AFTER
from splendor.server.tables.state import DAY, OVER, PLAYING
from splendor.server.tables.table import Table
from tests.server.fakes import FakeServer, FakeTime, async_test, clock, eventually, refused
from tests.server.tables.table_states import begun, fold

HOUR = DAY // 24
DAYS = NewClock(days=3)


@pytest.fixture
def stopped_time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    stopped = FakeTime()
    for module in (table_module, registry, memory):
        monkeypatch.setattr(module, "time", stopped)
    return stopped


def left(server: FakeServer, table: Table) -> list[int]:
    found: list[int] = server.frame(table)["room"]["clock"]["left"]
    return found


# Undo


@async_test
async def test_an_undo_gives_no_clock_time_back_and_takes_the_increment(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=1, clock=clock(600, 5))
    await server.play(table, "WUG")  # from now on clocks run
    stopped_time.seconds += 20
    await server.play(table, "UGR")
    assert left(server, table) == [585_000, 605_000]
    stopped_time.seconds += 30
    await server.do(table, "Anna", AskFor, what="undo")
    stopped_time.seconds += 10
    await server.do(table, "Ben", Answer, yes=True)
    assert table.state.dealt_game.active == 0
    assert left(server, table) == [580_000, 565_000]


@async_test
async def test_moving_and_undoing_again_and_again_gains_no_time(stopped_time: FakeTime) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Anna", start=1, clock=clock(60, 5))
    await server.play(table, "WUG")
    for _ in range(5):
        stopped_time.seconds += 1
        await server.play(table, "UGR")
        await server.do(table, "Anna", AskFor, what="undo")
    assert left(server, table) == [55_000, 65_000]


@async_test
async def test_an_undo_that_would_cost_more_time_than_is_left_is_refused(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    table = await server.playing("Anna", "greedy", start=1, clock=clock(60, 30))
    stopped_time.seconds += 59
    await server.play(table, "UGR")
    await server.wait_for_bots(table)
    stopped_time.seconds += 5
    assert await refused(server.do(table, "Anna", AskFor, what="undo")) == "undo_time"


def test_an_undo_of_version_0_1_0_leaves_the_clocks_as_they_are() -> None:
    state = begun("Anna", "Ben", start=0, clock=ClockRule(600, 5))
    fold(state, Moved(0, ["UGR"], [], [585_000, 600_000]), Undone(0))
    assert state.clocks == [585_000, 600_000]


# Days for each turn


class Days:
    """A server with a clock of its own, and a table with days for each turn."""

    def __init__(self) -> None:
        self.now = 10 * DAY
        self.server = FakeServer(clock=lambda: self.now / 1000)

    async def table(self, *seats: str, **more: object) -> Table:
        self.at = await self.server.playing(*seats, clock=DAYS, **more)
        self.now += DOWNTIME_GRACE
        return self.at

    async def restart(self) -> Table:
        await self.server.tables.close()
        self.server = FakeServer(self.server.store, clock=lambda: self.now / 1000)
        return await self.server.tables.get(self.at.id, "Anna")

    async def look_through(self) -> None:
        await self.server.tables.memory.flag_overdue()


@async_test
async def test_each_turn_has_its_days_and_a_turn_of_several_decisions_has_them_once() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", rules="duel", start=0)
    due = table.state.due
    assert left(days.server, table) == [3 * DAY - DOWNTIME_GRACE, 3 * DAY]
    days.now += HOUR
    await days.server.play(table, "r1a")  # the gold is chosen next
    assert table.state.due == due
    await days.server.play(table)
    assert table.state.due == days.now + 3 * DAY
    assert left(days.server, table) == [3 * DAY, 3 * DAY]
    shown = days.server.frame(table)["room"]["clock"]
    assert (shown["days"], shown["seconds"], shown["running"]) == (3, 0, 1)


@async_test
async def test_a_table_with_days_need_not_stay_in_memory_and_is_lost_when_it_is_due() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", start=0)
    table.used -= UNLOAD_AFTER + 1
    await days.server.tables.memory.unload_idle()
    assert not days.server.tables.live
    days.now += 3 * DAY - DOWNTIME_GRACE - 1
    await days.look_through()
    assert not days.server.tables.live
    days.now += 1
    await days.look_through()
    await eventually(lambda: days.server.store.tables[table.id].status == OVER)
    over = await days.server.tables.get(table.id, "Ben")
    result = days.server.frame(over)["room"]["result"]
    assert (result["winners"], result["reason"]) == ([1], "time")
    await days.look_through()
    assert days.server.store.deadlines[table.id] == 0


@async_test
async def test_with_more_players_a_bot_plays_on_when_the_days_are_over() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", "Cleo", start=0)
    days.now += 3 * DAY
    await days.look_through()
    await eventually(lambda: table.state.seats[0].why == TIME)
    await eventually(lambda: table.state.dealt_game.active == 1)
    assert table.state.due == days.now + 3 * DAY


@async_test
async def test_deadlines_survive_a_restart() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", start=0)
    days.now += DAY
    before = left(days.server, table)
    table = await days.restart()
    assert left(days.server, table) == before
    await days.server.play(table)
    assert left(days.server, table) == [3 * DAY, 3 * DAY]


@async_test
async def test_nobody_loses_at_once_because_the_server_was_down() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", start=0)
    days.now += 9 * DAY
    table = await days.restart()
    await days.look_through()
    assert left(days.server, table)[0] == DOWNTIME_GRACE
    await days.server.play(table)
    assert table.state.status == PLAYING


@async_test
async def test_a_move_after_the_days_is_refused() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", start=0)
    days.now += 3 * DAY
    assert await refused(days.server.play(table)) == "time"


@async_test
async def test_with_days_nobody_is_replaced_for_being_absent() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", start=0)
    table.since -= DAY / 1000
    assert await refused(days.server.do(table, "Ben", CallBot, seat=0)) == "present"
    assert await refused(days.server.do(table, "Ben", AskFor, what="replace", seat=0)) == "not_idle"


@async_test
async def test_an_undone_turn_keeps_its_deadline_but_has_a_day() -> None:
    days = Days()
    table = await days.table("Anna", "Ben", start=0)
    first = table.state.due
    for used, due in ((HOUR, first), (2 * DAY, None)):
        days.now += used
        await days.server.play(table, "UGR")
        await days.server.do(table, "Anna", AskFor, what="undo")
        await days.server.do(table, "Ben", Answer, yes=True)
        assert table.state.due == (due or days.now + DAY)


def test_a_turn_of_a_bot_is_never_due_and_one_of_an_empty_seat_is() -> None:
    state = begun("Anna", "greedy", start=1, clock=ClockRule(0, days=3))
    assert state.due == 0
    state = begun("Anna", "Ben", start=1, clock=ClockRule(0, days=3))
    assert state.due == 1 + 3 * DAY
    fold(state, Left(1))
    assert state.due == 1 + 3 * DAY


@pytest.mark.parametrize(
    "wrong", [NewClock(), NewClock(9), NewClock(60, days=1), NewClock(0, 5, days=1), NewClock(0, 5)]
)
@async_test
async def test_a_clock_has_seconds_or_days(wrong: NewClock) -> None:
    assert await refused(FakeServer().seated("Anna", "Ben", clock=wrong)) == "bad_clock"
