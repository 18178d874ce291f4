"""What happens at a table by itself: the deal_events, clocks that run out, bots that move."""

import asyncio
import time

import pytest

from splendor.core.errors import RulesError
from splendor.server.messages import AskFor, CallBot, Chat, ComeBack, Play, Ready, Resign, Sit
from splendor.server.tables import registry as tables
from splendor.server.tables import scheduler, table
from splendor.server.tables.events import PERSON
from splendor.server.tables.scheduler import no_sooner_than
from splendor.server.tables.state import OVER, PLAYING, WAITING
from splendor.server.tables.table import Table
from splendor.view import View
from tests.server.fakes import House, StoppedTime, clock, eventually, in_a_loop, refused


@pytest.fixture
def stopped(monkeypatch: pytest.MonkeyPatch) -> StoppedTime:
    """The time of tables goes on only when a test says so."""
    time = StoppedTime()
    for module in (table, tables):
        monkeypatch.setattr(module, "time", time)
    return time


@pytest.fixture(autouse=True)
def soon_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """What failed is tried again at once."""
    monkeypatch.setattr(scheduler, "RETRY_PAUSE", 0.001)


async def flag(house: House, at: Table) -> None:
    """The moment in which the flag falls."""
    seat = at.deciding_person
    assert seat is not None
    await house.tables.scheduler.flag(at, seat, at.state.revision)


def left(house: House, at: Table) -> list[int]:
    told: list[int] = house.frame(at)["room"]["clock"]["left"]
    return told


# The deal_events


@in_a_loop
async def test_a_beginning_that_could_not_be_stored_is_tried_again() -> None:
    house = House()
    at = await house.seated("Anna", "Ben")
    await house.do(at, "Anna", Ready)
    writes = house.store.write
    failures = [0]

    async def fail_a_while(*changes: object) -> None:
        if at.state.is_ready_to_begin and failures[0] < 5:
            failures[0] += 1
            house.store.failing = True
        try:
            await writes(*changes)  # type: ignore[arg-type]
        finally:
            house.store.failing = False

    house.store.write = fail_a_while  # type: ignore[method-assign]
    await house.do(at, "Ben", Ready)
    await eventually(lambda: at.state.status == PLAYING)
    assert failures[0] == 5


@in_a_loop
async def test_a_game_does_not_begin_when_somebody_left_at_the_last_moment() -> None:
    house = House()
    at = await house.seated("Anna", "Ben")
    await house.do(at, "Anna", Ready)
    async with at.lock:  # the deal_events has to wait, and leaving comes first
        leaving = asyncio.ensure_future(house.leave(at, "Anna"))
        await asyncio.sleep(0.01)
    await leaving
    await house.do(at, "Ben", Ready)
    await asyncio.sleep(0.01)
    assert at.state.status == WAITING


# Clocks


@in_a_loop
async def test_without_a_wish_there_are_no_clocks() -> None:
    house = House()
    at = await house.playing("Anna", "Ben")
    assert "clock" not in house.frame(at)["room"]
    assert at.flag is None


@in_a_loop
async def test_a_clock_runs_for_who_decides_and_gains_after_each_turn(stopped: StoppedTime) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", start=0, clock=clock(600, 5))
    assert house.frame(at)["room"]["clock"] == {
        "seconds": 600, "increment": 5, "left": [600_000, 600_000], "running": 0,
    }  # fmt: skip
    stopped.seconds += 20
    assert left(house, at) == [580_000, 600_000]
    await house.do(at, "Ben", Chat, text="hurry up")  # which changes nothing
    assert left(house, at) == [580_000, 600_000]
    await house.play(at, "UGR")
    assert left(house, at) == [585_000, 600_000]
    assert house.frame(at)["room"]["clock"]["running"] == 1
    stopped.seconds += 700
    assert left(house, at) == [585_000, 0]


@in_a_loop
async def test_within_a_turn_the_clock_runs_on_and_gains_nothing(stopped: StoppedTime) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", rules="duel", start=0, clock=clock(600, 5))
    stopped.seconds += 10
    await house.play(at, "r1a")  # and now the gold
    assert at.state.dealt_game.active == 0
    assert left(house, at)[0] == 590_000
    stopped.seconds += 10
    await house.play(at)
    assert left(house, at) == [585_000, 600_000]


@in_a_loop
async def test_a_move_that_comes_too_late_is_refused(stopped: StoppedTime) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", start=0, clock=clock(60))
    stopped.seconds += 60
    assert await refused(house.play(at, "UGR")) == "time"
    assert not at.state.dealt_game.moves


@in_a_loop
async def test_of_two_players_the_one_whose_time_is_up_loses(stopped: StoppedTime) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", start=1, clock=clock(60))
    stopped.seconds += 59
    await flag(house, at)
    assert at.state.status == PLAYING  # not yet
    stopped.seconds += 2
    await flag(house, at)
    result = house.frame(at)["room"]["result"]
    assert (result["winners"], result["reason"]) == ([0], "time")
    assert left(house, at) == [60_000, 0]


@in_a_loop
async def test_with_more_players_a_bot_plays_on_for_who_has_no_time_left(
    stopped: StoppedTime,
) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", "Cleo", start=1, clock=clock(60))
    stopped.seconds += 61
    await flag(house, at)
    assert at.state.status == PLAYING
    assert at.state.seats[1].why == "time"
    assert left(house, at) == [60_000, 0, 60_000]
    await house.quiet(at)
    assert at.state.dealt_game.active == 2
    assert await refused(house.do(at, "Ben", ComeBack)) == "not_away"
    await house.leave(at, "Ben")
    assert await refused(house.do(at, "Ben", Sit, seat=1)) == "taken"


@in_a_loop
async def test_clocks_stand_still_while_the_server_is_down(stopped: StoppedTime) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", start=0, clock=clock(60, 2))
    stopped.seconds += 10
    await house.play(at)
    before = left(house, at)
    assert before == [52_000, 60_000]
    house = await house.restarted()
    stopped.seconds += 100_000
    at = await house.tables.get(at.id, "Anna")
    assert left(house, at) == before
    stopped.seconds += 5
    assert left(house, at) == [52_000, 55_000]


@in_a_loop
async def test_the_clock_of_a_seat_that_was_left_runs_on(stopped: StoppedTime) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", start=1, clock=clock(60))
    await house.leave(at, "Ben")
    stopped.seconds += 61
    await flag(house, at)
    assert house.frame(at)["room"]["result"]["winners"] == [0]


@in_a_loop
async def test_a_clock_that_ran_out_while_the_store_failed_is_not_forgotten(
    stopped: StoppedTime,
) -> None:
    house = House()
    at = await house.playing("Anna", "Ben", start=1, clock=clock(60))
    stopped.seconds += 61
    house.store.failing = True
    falling = asyncio.ensure_future(flag(house, at))
    await asyncio.sleep(0.02)
    assert at.state.status == PLAYING
    house.store.failing = False
    await falling
    assert house.frame(at)["room"]["result"]["reason"] == "time"


@in_a_loop
async def test_the_flag_falls_by_itself() -> None:
    house = House()
    at = await house.playing("Anna", "Ben", clock=clock(1))
    begin = time.monotonic()
    await eventually(lambda: at.state.status == OVER)
    assert time.monotonic() - begin < 50
    assert house.frame(at)["room"]["result"]["reason"] == "time"
    assert house.store.logs[at.id][-1].player is None


@in_a_loop
async def test_a_bot_has_no_clock() -> None:
    house = House()
    house.bots.held = asyncio.Event()
    at = await house.seated("Anna", "greedy", start=1, clock=clock(60))
    await house.do(at, "Anna", Ready)
    await eventually(lambda: house.bots.asked)
    assert at.flag is None
    assert "running" not in house.frame(at)["room"]["clock"] or (
        house.frame(at)["room"]["clock"]["running"] is None
    )
    house.bots.held.set()
    await house.quiet(at)
    assert left(house, at)[1] == 60_000


# Absent people


@in_a_loop
async def test_a_bot_is_called_after_a_while_and_the_absent_come_back(stopped: StoppedTime) -> None:
    house = House(absent_after=60.0)
    at = await house.playing("Anna", "Ben", start=1)
    anna, ben = await house.listen(at, "Anna"), await house.listen(at, "Ben")
    stopped.seconds += 1000
    assert await refused(house.do(at, "Anna", CallBot, seat=1)) == "present"
    house.tables.detach(at, ben.listener)
    stopped.seconds += 59
    assert await refused(house.do(at, "Anna", CallBot, seat=1)) == "present"
    assert not house.frame(at)["room"]["seats"][1].get("absent")
    stopped.seconds += 1
    assert house.frame(at)["room"]["seats"][1]["absent"]
    house.bots.held = asyncio.Event()
    await house.do(at, "Anna", CallBot, seat=1, level="greedy")
    assert house.frame(at)["room"]["seats"][1] | {"absent": True} == {
        "kind": PERSON, "name": "Ben", "bot": "greedy", "why": "absent", "ready": True,
        "absent": True,
    }  # fmt: skip
    await house.do(at, "Ben", ComeBack)
    house.bots.held.set()
    await house.quiet(at)
    assert not at.state.dealt_game.moves  # the bot's move came too late
    await house.play(at)
    await anna.all()


@in_a_loop
async def test_who_acts_without_a_socket_is_not_absent(stopped: StoppedTime) -> None:
    house = House(absent_after=60.0)
    at = await house.playing("Anna", "Ben", start=1)
    ben = await house.listen(at, "Ben")
    house.tables.detach(at, ben.listener)
    stopped.seconds += 100
    await house.do(at, "Ben", Chat, text="I am here")
    stopped.seconds += 10
    assert await refused(house.do(at, "Anna", CallBot, seat=1)) == "present"


@in_a_loop
async def test_the_others_are_told_when_somebody_has_been_away_for_long() -> None:
    house = House(absent_after=0.05)
    at = await house.playing("Anna", "Ben")
    anna, ben = await house.listen(at, "Anna"), await house.listen(at, "Ben")
    await anna.all()
    house.tables.detach(at, ben.listener)
    frames = [await anna.next(), await anna.next()]
    assert [frame["room"]["seats"][1].get("absent", False) for frame in frames] == [False, True]


@in_a_loop
async def test_a_game_without_the_absent_is_abandoned_by_who_is_there(stopped: StoppedTime) -> None:
    house = House(absent_after=60.0)
    at = await house.playing("Anna", "Ben")
    await house.listen(at, "Anna")
    stopped.seconds += 61
    await house.do(at, "Anna", AskFor, what="abandon")
    assert house.frame(at)["room"]["result"]["reason"] == "abandoned"


# Bots


@in_a_loop
async def test_a_bot_takes_its_time_for_a_turn() -> None:
    began = time.monotonic()

    async def at_once() -> str:
        return "UGR"

    assert await no_sooner_than(0.2, at_once()) == "UGR"
    assert time.monotonic() - began >= 0.19


@in_a_loop
async def test_bots_move_at_the_pace_that_is_set() -> None:
    house = House(pace=0.1)
    began = time.monotonic()
    await house.playing("Anna", "greedy", "greedy", start=1)
    assert time.monotonic() - began >= 0.19
    assert len(house.bots.asked) >= 2


def test_bots_that_a_closing_loop_cancels_are_not_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A task started while the loop cancels all of them would be destroyed unfinished."""
    started: list[str] = []

    async def leave_while_a_bot_thinks() -> None:
        house = House(pace=60.0)
        at = await house.seated("Anna", "greedy", start=1)
        await house.do(at, "Anna", Ready, nonce="nonce-of-Anna")
        await eventually(lambda: at.thinking)
        monkeypatch.setattr(house.tables.scheduler, "schedule", lambda at: started.append(at.id))

    asyncio.run(leave_while_a_bot_thinks())
    assert started == []


@in_a_loop
async def test_a_bot_is_given_the_view_of_its_seat_and_no_more() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", start=0)
    await house.play(at, "r3")
    await house.quiet(at)
    for _, position in house.bots.asked:
        view = View.from_position(position)
        assert view.seat == 1
        assert view.table.places[0].hand[0].card is None


@pytest.mark.parametrize("failure", [RulesError("busy"), RuntimeError("a bug"), OSError("a pipe")])
@in_a_loop
async def test_a_bot_that_fails_is_asked_again(failure: Exception) -> None:
    house = House()
    house.bots.failures = [failure, failure]
    at = await house.playing("Anna", "greedy", start=1)
    assert len(house.bots.asked) >= 3
    assert at.state.dealt_game.active == 0


@in_a_loop
async def test_in_place_of_a_bot_that_keeps_failing_greedy_chooses() -> None:
    house = House()
    house.bots.failures = [RulesError("gone for good")] * 3
    at = await house.playing("Anna", "random", start=1)
    assert len(house.bots.asked) == 3
    assert at.state.dealt_game.active == 0


@in_a_loop
async def test_a_bot_that_chooses_what_is_illegal_has_failed() -> None:
    house = House()
    asked = []

    async def cheat(view: View, *_: object) -> str:
        asked.append(view.position)
        return "b3a"

    house.bots.choose = cheat  # type: ignore[assignment,method-assign]
    at = await house.playing("Anna", "greedy", start=1)
    assert len(asked) == 3
    assert at.state.dealt_game.active == 0  # somebody else has chosen


@in_a_loop
async def test_a_bots_move_that_could_not_be_stored_is_tried_again() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", start=0)
    house.bots.held = asyncio.Event()
    await house.play(at)
    house.store.failing = True
    house.bots.held.set()
    asked = len(house.bots.asked)
    await eventually(lambda: len(house.bots.asked) > asked + 3)
    assert len(at.state.dealt_game.moves) == 1
    house.store.failing = False
    await eventually(lambda: at.state.dealt_game.active == 0)


@in_a_loop
async def test_bots_go_on_after_a_write_of_unknown_fate() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", start=0)
    house.bots.held = asyncio.Event()
    await house.play(at)
    house.store.lost = True
    house.bots.held.set()
    await eventually(lambda: at.id not in house.tables.live)
    await house.quiet(at)
    again = await house.tables.get(at.id, "Anna")
    await house.quiet(again)
    assert again.state.dealt_game.active == 0
    assert len(house.store.logs[at.id]) == again.state.seq


@in_a_loop
async def test_a_move_that_was_taken_back_meanwhile_is_answered_by_no_bot() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", start=0)
    house.bots.held = asyncio.Event()
    await house.play(at)
    await eventually(lambda: house.bots.asked)
    await house.do(at, "Anna", AskFor, what="undo")
    house.bots.held.set()
    await house.quiet(at)
    assert not at.state.dealt_game.moves
    await house.play(at)
    await house.quiet(at)
    assert len(at.state.dealt_game.moves) == 2


@in_a_loop
async def test_after_a_restart_the_bot_whose_turn_it_is_moves() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", start=0)
    house.bots.held = asyncio.Event()
    await house.play(at)
    house = await house.restarted()
    again = await house.tables.get(at.id, "Anna")
    await eventually(lambda: again.state.dealt_game.active == 0)


@in_a_loop
async def test_closing_ends_the_bots() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", start=0)
    house.bots.held = asyncio.Event()
    await house.play(at)
    await eventually(lambda: at.thinking)
    await house.tables.close()
    assert at.thinking is None
    house.bots.held.set()
    await asyncio.sleep(0.01)
    assert len(at.state.dealt_game.moves) == 1


@in_a_loop
async def test_when_all_people_have_given_up_the_bots_play_to_the_end() -> None:
    house = House()
    at = await house.playing("Anna", "greedy", "greedy", target=5)
    await house.do(at, "Anna", Resign)
    await eventually(lambda: at.state.status == OVER)
    assert (
        await refused(house.do(at, "Anna", Play, state=at.state.revision, moves=["UGR"])) == "over"
    )
