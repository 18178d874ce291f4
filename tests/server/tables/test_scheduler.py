"""The scheduler: deals, clock flags, bot moves, absent people."""

import asyncio
import time

import pytest

from splendor.core.errors import RulesError
from splendor.server.messages import (
    AskFor,
    CallBot,
    Chat,
    ComeBack,
    Pause,
    Play,
    Ready,
    Resign,
    Sit,
)
from splendor.server.tables import registry as tables
from splendor.server.tables import scheduler, table
from splendor.server.tables.commands import Person
from splendor.server.tables.events import PERSON
from splendor.server.tables.files import game_file_of, transcript_of
from splendor.server.tables.scheduler import no_sooner_than
from splendor.server.tables.state import OVER, PLAYING, WAITING
from splendor.server.tables.table import Table
from splendor.server.workers.engine_games import Course, Ended
from splendor.server.workers.pool import BotFailed
from splendor.server.workers.queue import Asker, Busy
from splendor.view import View
from tests.server.fakes import FakeServer, FakeTime, async_test, clock, eventually, refused


@pytest.fixture
def stopped_time(monkeypatch: pytest.MonkeyPatch) -> FakeTime:
    """Time that moves only when a test moves it."""
    time = FakeTime()
    for module in (table, tables):
        monkeypatch.setattr(module, "time", time)
    return time


@pytest.fixture(autouse=True)
def immediate_retries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Failed operations are retried at once."""
    monkeypatch.setattr(scheduler, "RETRY_PAUSE", 0.001)


async def flag(server: FakeServer, at: Table) -> None:
    """Let the active clock run out."""
    seat = at.deciding_person
    assert seat is not None
    await server.tables.scheduler.flag(at, seat, at.state.revision)


def left(server: FakeServer, at: Table) -> list[int]:
    actual: list[int] = server.frame(at)["room"]["clock"]["left"]
    return actual


# Deals


@async_test
async def test_a_deal_that_could_not_be_stored_is_retried() -> None:
    server = FakeServer()
    at = await server.seated("Anna", "Ben")
    await server.do(at, "Anna", Ready)
    writes = server.store.write
    failures = [0]

    async def fail_a_while(*changes: object) -> None:
        if at.state.is_ready_to_begin and failures[0] < 5:
            failures[0] += 1
            server.store.failing = True
        try:
            await writes(*changes)  # type: ignore[arg-type]
        finally:
            server.store.failing = False

    server.store.write = fail_a_while  # type: ignore[method-assign]
    await server.do(at, "Ben", Ready)
    await eventually(lambda: at.state.status == PLAYING)
    assert failures[0] == 5


@async_test
async def test_a_game_does_not_begin_when_somebody_left_at_the_last_moment() -> None:
    server = FakeServer()
    at = await server.seated("Anna", "Ben")
    await server.do(at, "Anna", Ready)
    async with at.lock:  # the deal has to wait until Ben has left
        leaving = asyncio.ensure_future(server.leave(at, "Anna"))
        await asyncio.sleep(0.01)
    await leaving
    await server.do(at, "Ben", Ready)
    await asyncio.sleep(0.01)
    assert at.state.status == WAITING


# Clocks


@async_test
async def test_there_are_no_clocks_by_default() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    assert "clock" not in server.frame(at)["room"]
    assert at.flag is None


@async_test
async def test_the_active_clock_runs_and_gets_its_increment_after_each_turn(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", start=1, clock=clock(600, 5))
    await server.play(at, "WUG")  # from now on clocks run
    assert server.frame(at)["room"]["clock"] == {
        "seconds": 600, "increment": 5, "left": [600_000, 605_000], "running": 0, "days": 0,
    }  # fmt: skip
    stopped_time.seconds += 20
    assert left(server, at) == [580_000, 605_000]
    await server.do(at, "Ben", Chat, text="hurry up")  # does not affect the clock
    assert left(server, at) == [580_000, 605_000]
    await server.play(at, "UGR")
    assert left(server, at) == [585_000, 605_000]
    assert server.frame(at)["room"]["clock"]["running"] == 1
    stopped_time.seconds += 700
    assert left(server, at) == [585_000, 0]


@async_test
async def test_there_is_no_increment_within_a_turn(stopped_time: FakeTime) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", rules="duel", start=1, clock=clock(600, 5))
    while at.state.dealt_game.active == 1:
        await server.play(at)
    stopped_time.seconds += 10
    await server.play(at, "r1a")  # the gold is chosen next
    assert at.state.dealt_game.active == 0
    assert left(server, at)[0] == 590_000
    stopped_time.seconds += 10
    await server.play(at)
    assert left(server, at) == [585_000, 605_000]


@async_test
async def test_a_move_that_comes_too_late_is_refused(stopped_time: FakeTime) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", start=1, clock=clock(60))
    await server.play(at, "WUG")
    stopped_time.seconds += 60
    assert await refused(server.play(at, "UGR")) == "time"
    assert len(at.state.dealt_game.moves) == 1


@async_test
async def test_of_two_players_the_one_whose_time_is_up_loses(stopped_time: FakeTime) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", start=0, clock=clock(60))
    await server.play(at)
    stopped_time.seconds += 59
    await flag(server, at)
    assert at.state.status == PLAYING  # not yet
    stopped_time.seconds += 2
    await flag(server, at)
    result = server.frame(at)["room"]["result"]
    assert (result["winners"], result["reason"]) == ([0], "time")
    assert left(server, at) == [60_000, 0]


@async_test
async def test_with_more_players_a_bot_replaces_a_player_without_time(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", "Cleo", start=0, clock=clock(60))
    await server.play(at)
    stopped_time.seconds += 61
    await flag(server, at)
    assert at.state.status == PLAYING
    assert at.state.seats[1].why == "time"
    assert left(server, at) == [60_000, 0, 60_000]
    await server.wait_for_bots(at)
    assert at.state.dealt_game.active == 2
    assert await refused(server.do(at, "Ben", ComeBack)) == "not_away"
    await server.leave(at, "Ben")
    assert await refused(server.do(at, "Ben", Sit, seat=1)) == "taken"


@async_test
async def test_clocks_stop_while_the_server_is_down(stopped_time: FakeTime) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", start=1, clock=clock(60, 2))
    await server.play(at)
    stopped_time.seconds += 10
    await server.play(at)
    before = left(server, at)
    assert before == [52_000, 62_000]
    server = await server.restarted()
    stopped_time.seconds += 100_000
    at = await server.tables.get(at.id, "Anna")
    assert left(server, at) == before
    stopped_time.seconds += 5
    assert left(server, at) == [52_000, 57_000]


@async_test
async def test_the_clock_of_a_player_who_left_keeps_running(stopped_time: FakeTime) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", start=0, clock=clock(60))
    await server.play(at)
    await server.leave(at, "Ben")
    stopped_time.seconds += 61
    await flag(server, at)
    assert server.frame(at)["room"]["result"]["winners"] == [0]


@async_test
async def test_a_flag_that_falls_while_the_store_fails_is_stored_later(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", start=0, clock=clock(60))
    await server.play(at)
    stopped_time.seconds += 61
    server.store.failing = True
    falling = asyncio.ensure_future(flag(server, at))
    await asyncio.sleep(0.02)
    assert at.state.status == PLAYING
    server.store.failing = False
    await falling
    assert server.frame(at)["room"]["result"]["reason"] == "time"


@async_test
async def test_the_flag_falls_without_a_request() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben", clock=clock(10))
    await server.play(at)
    at.since -= 9  # seconds
    server.tables.scheduler.schedule(at)
    begin = time.monotonic()
    await eventually(lambda: at.state.status == OVER)
    assert time.monotonic() - begin < 50
    assert server.frame(at)["room"]["result"]["reason"] == "time"
    assert server.store.logs[at.id][-1].player is None


@async_test
async def test_a_bot_has_no_clock() -> None:
    server = FakeServer()
    server.bots.held = asyncio.Event()
    at = await server.seated("Anna", "greedy", start=1, clock=clock(60))
    await server.do(at, "Anna", Ready)
    await eventually(lambda: server.bots.asked)
    assert at.flag is None
    assert "running" not in server.frame(at)["room"]["clock"] or (
        server.frame(at)["room"]["clock"]["running"] is None
    )
    server.bots.held.set()
    await server.wait_for_bots(at)
    assert left(server, at)[1] == 60_000


# Absent players


@async_test
async def test_an_absent_player_can_be_replaced_and_come_back(stopped_time: FakeTime) -> None:
    server = FakeServer(absent_after=60.0)
    at = await server.playing("Anna", "Ben", start=1)
    anna, ben = await server.listen(at, "Anna"), await server.listen(at, "Ben")
    stopped_time.seconds += 1000
    assert await refused(server.do(at, "Anna", CallBot, seat=1)) == "present"
    server.tables.detach(at, ben.listener)
    stopped_time.seconds += 59
    assert await refused(server.do(at, "Anna", CallBot, seat=1)) == "present"
    assert not server.frame(at)["room"]["seats"][1].get("absent")
    stopped_time.seconds += 1
    assert server.frame(at)["room"]["seats"][1]["absent"]
    server.bots.held = asyncio.Event()
    await server.do(at, "Anna", CallBot, seat=1, level="greedy")
    assert server.frame(at)["room"]["seats"][1] | {"absent": True} == {
        "kind": PERSON, "name": "Ben", "bot": "greedy", "why": "absent", "ready": True,
        "absent": True,
    }  # fmt: skip
    await server.do(at, "Ben", ComeBack)
    server.bots.held.set()
    await server.wait_for_bots(at)
    assert not at.state.dealt_game.moves  # the bot's late move was discarded
    await server.play(at)
    await anna.all()


@async_test
async def test_a_player_who_acts_through_http_is_not_absent(stopped_time: FakeTime) -> None:
    server = FakeServer(absent_after=60.0)
    at = await server.playing("Anna", "Ben", start=1)
    ben = await server.listen(at, "Ben")
    server.tables.detach(at, ben.listener)
    stopped_time.seconds += 100
    await server.do(at, "Ben", Chat, text="I am here")
    stopped_time.seconds += 10
    assert await refused(server.do(at, "Anna", CallBot, seat=1)) == "present"


@async_test
async def test_the_others_are_notified_of_a_long_absence() -> None:
    server = FakeServer(absent_after=0.05)
    at = await server.playing("Anna", "Ben")
    anna, ben = await server.listen(at, "Anna"), await server.listen(at, "Ben")
    await anna.all()
    server.tables.detach(at, ben.listener)
    frames = [await anna.next(), await anna.next()]
    assert [frame["room"]["seats"][1].get("absent", False) for frame in frames] == [False, True]


@async_test
async def test_present_players_can_abandon_a_game_without_the_absent(
    stopped_time: FakeTime,
) -> None:
    server = FakeServer(absent_after=60.0)
    at = await server.playing("Anna", "Ben")
    await server.listen(at, "Anna")
    stopped_time.seconds += 61
    await server.do(at, "Anna", AskFor, what="abandon")
    assert server.frame(at)["room"]["result"]["reason"] == "abandoned"


# Bots


@async_test
async def test_a_bot_paces_its_turn() -> None:
    began = time.monotonic()

    async def at_once() -> str:
        return "UGR"

    assert await no_sooner_than(0.2, at_once()) == "UGR"
    assert time.monotonic() - began >= 0.19


@async_test
async def test_the_pace_of_bots_is_a_setting() -> None:
    server = FakeServer(pace=0.1)
    began = time.monotonic()
    await server.playing("Anna", "greedy", "greedy", start=1)
    assert time.monotonic() - began >= 0.19
    assert len(server.bots.asked) >= 2


def test_bots_that_a_closing_loop_cancels_are_not_started_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A task started while the loop cancels all of them would be destroyed unfinished."""
    started: list[str] = []

    async def leave_while_a_bot_thinks() -> None:
        server = FakeServer(pace=60.0)
        at = await server.seated("Anna", "greedy", start=1)
        await server.do(at, "Anna", Ready, nonce="nonce-of-Anna")
        await eventually(lambda: at.thinking)
        monkeypatch.setattr(server.tables.scheduler, "schedule", lambda at: started.append(at.id))

    asyncio.run(leave_while_a_bot_thinks())
    assert started == []


@async_test
async def test_a_bot_gets_only_the_view_of_its_seat() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    await server.play(at, "r3")
    await server.wait_for_bots(at)
    for _, position in server.bots.asked:
        view = View.from_position(position)
        assert view.seat == 1
        assert view.table.places[0].hand[0].card is None


@pytest.mark.parametrize("failure", [RulesError("busy"), RuntimeError("a bug"), OSError("a pipe")])
@async_test
async def test_a_failing_bot_is_asked_again(failure: Exception) -> None:
    server = FakeServer()
    server.bots.failures = [failure, failure]
    at = await server.playing("Anna", "greedy", start=1)
    assert len(server.bots.asked) >= 3
    assert at.state.dealt_game.active == 0


@async_test
async def test_greedy_replaces_a_bot_that_keeps_failing() -> None:
    server = FakeServer()
    server.bots.failures = [RulesError("gone for good")] * 3
    at = await server.playing("Anna", "random", start=1)
    assert len(server.bots.asked) == 3
    assert at.state.dealt_game.active == 0


@pytest.mark.parametrize("others", [("random",), ("random", "greedy")])
@async_test
async def test_an_engine_that_fails_loses_the_game(
    others: tuple[str, ...], monkeypatch: pytest.MonkeyPatch
) -> None:
    """At once, with a line that says why, also after a restart."""
    monkeypatch.setattr(scheduler, "configured", lambda: {"random": "a command"})
    server = FakeServer()
    server.bots.failures = [BotFailed("engine random ended with status 3")]
    at = await server.playing("Anna", *others, start=1)
    assert len(server.bots.asked) == 1
    assert at.state.status == OVER
    [line] = [each for each in server.frame(at)["events"] if each["kind"] == "concluded"]
    assert (line["seat"], line["text"]) == (1, "engine random ended with status 3")
    again = await (await server.restarted()).tables.get(at.id, "Anna")
    outcome = again.state.dealt_game.outcome
    assert outcome is not None
    assert (outcome.winners, outcome.reason) == ((0, 2)[: len(others)], "abandoned")


@async_test
async def test_an_engine_is_told_the_course_and_the_end_of_its_game(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(scheduler, "configured", lambda: {"random": "a command"})
    server = FakeServer()
    at = await server.playing("Anna", "random", start=1)
    assert server.bots.courses[0] == Course(at.id, ())
    await server.play(at, "r3")
    await server.wait_for_bots(at)
    course = server.bots.courses[-1]
    assert course is not None
    assert course.decisions[-1] == (0, "r3")
    assert server.bots.ended == []
    await server.do(at, "Anna", Resign)
    assert at.state.dealt_game.outcome is not None
    assert server.bots.ended == [Ended(at.id, at.state.dealt_game.outcome)]


@async_test
async def test_other_bots_are_told_neither() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "random", start=1)
    await server.do(at, "Anna", Resign)
    assert set(server.bots.courses) == {None}
    assert server.bots.ended == []


@async_test
async def test_a_weakened_move_is_recorded_and_told() -> None:
    """Also after a restart, in the log, in the files and as a metric."""
    server = FakeServer()
    server.bots.failures = [Busy()]
    at = await server.playing("Anna", "random", start=1)
    assert len(server.bots.asked) == 1  # a busy pool is not asked again: it has waited already
    [line] = [each for each in server.frame(at)["events"] if each["kind"] == "moved"]
    assert (line["seat"], line["weakened"]) == (1, "greedy")
    assert b"splendor_weakened_moves_total 1.0" in server.tables.metrics.text()
    await server.play(at)
    await server.wait_for_bots(at)
    lines = [each for each in server.frame(at)["events"] if each["kind"] == "moved"]
    assert [each.get("weakened", "") for each in lines] == ["greedy", "", ""]
    await server.do(at, "Anna", Resign)
    again = await (await server.restarted()).tables.get(at.id, "Anna")
    assert transcript_of(again.state)["weakened"] == [{"seat": 1, "bot": "greedy", "ply": 0}]
    assert "the bot greedy chose for seat 1: the bots were busy" in game_file_of(again.state, 0)


@async_test
async def test_bots_think_for_the_person_who_opened_the_table() -> None:
    """Not for the table: somebody with many tables has one share of the bots."""
    server = FakeServer()
    at = await server.seated("Anna", "greedy", start=1)
    who = Person("Anna", "Anna", "192.0.2.1")
    await server.tables.execute(at, who, Ready(id="r"))
    await eventually(lambda: server.bots.askers)
    assert server.bots.askers[0] == Asker("Anna", "192.0.2.1")
    await server.wait_for_bots(at)


@async_test
async def test_an_illegal_choice_counts_as_a_failure() -> None:
    server = FakeServer()
    asked = []

    async def cheat(view: View, *_: object, **__: object) -> str:
        asked.append(view.position)
        return "b3a"

    server.bots.choose = cheat  # type: ignore[method-assign]
    at = await server.playing("Anna", "greedy", start=1)
    assert len(asked) == 3
    assert at.state.dealt_game.active == 0  # greedy has moved instead


@async_test
async def test_a_bot_move_that_could_not_be_stored_is_retried() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    server.bots.held = asyncio.Event()
    await server.play(at)
    server.store.failing = True
    server.bots.held.set()
    asked = len(server.bots.asked)
    await eventually(lambda: len(server.bots.asked) > asked + 3)
    assert len(at.state.dealt_game.moves) == 1
    server.store.failing = False
    await eventually(lambda: at.state.dealt_game.active == 0)


@async_test
async def test_bots_continue_after_a_write_with_unknown_outcome() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    server.bots.held = asyncio.Event()
    await server.play(at)
    server.store.lost = True
    server.bots.held.set()
    await eventually(lambda: at.id not in server.tables.live)
    await server.wait_for_bots(at)
    again = await server.tables.get(at.id, "Anna")
    await server.wait_for_bots(again)
    assert again.state.dealt_game.active == 0
    assert len(server.store.logs[at.id]) == again.state.seq


@async_test
async def test_a_bot_does_not_answer_a_move_that_was_undone() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    server.bots.held = asyncio.Event()
    await server.play(at)
    await eventually(lambda: server.bots.asked)
    await server.do(at, "Anna", AskFor, what="undo")
    server.bots.held.set()
    await server.wait_for_bots(at)
    assert not at.state.dealt_game.moves
    await server.play(at)
    await server.wait_for_bots(at)
    assert len(at.state.dealt_game.moves) == 2


@async_test
async def test_after_a_restart_the_active_bot_moves() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    server.bots.held = asyncio.Event()
    await server.play(at)
    server = await server.restarted()
    again = await server.tables.get(at.id, "Anna")
    await eventually(lambda: again.state.dealt_game.active == 0)


@async_test
async def test_closing_cancels_the_bots() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", start=0)
    server.bots.held = asyncio.Event()
    await server.play(at)
    await eventually(lambda: at.thinking)
    await server.tables.close()
    assert at.thinking is None
    server.bots.held.set()
    await asyncio.sleep(0.01)
    assert len(at.state.dealt_game.moves) == 1


@async_test
async def test_when_all_people_have_resigned_the_bots_play_to_the_end() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "greedy", "greedy", target=5)
    await server.do(at, "Anna", Resign)
    await eventually(lambda: at.state.status == OVER)
    assert (
        await refused(server.do(at, "Anna", Play, state=at.state.revision, moves=["UGR"])) == "over"
    )


# Pauses


@async_test
async def test_bots_wait_while_a_game_is_paused_and_then_go_on() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "random", start=0)
    await server.do(at, "Anna", Pause)
    assert server.frame(at)["room"]["paused"]
    await server.play(at, str(at.state.dealt_game.legal_moves[0]))
    await asyncio.sleep(0.02)
    assert at.thinking is None
    assert at.state.dealt_game.active == 1
    await server.do(at, "Anna", Pause, on=False)
    assert "paused" not in server.frame(at)["room"]
    await eventually(lambda: at.state.dealt_game.active == 0)


@async_test
async def test_a_game_is_paused_by_a_player_without_other_people_and_clock_only() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    assert await refused(server.do(at, "Anna", Pause)) == "pause_alone"
    alone = await server.playing("Anna", "random", start=0)
    assert await refused(server.do(alone, "Eve", Pause)) == "pause_alone"
    timed = await server.playing("Anna", "random", start=0, clock=clock(600, 5))
    assert await refused(server.do(timed, "Anna", Pause)) == "pause_clock"
