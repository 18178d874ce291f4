"""The coach at a table: every use is recorded, its question is asked once, and it never waits."""

from typing import Any

import pytest

from splendor.server.messages import Advice, Hint, Judge, Judged
from splendor.server.tables import coaching
from splendor.server.tables.events import ASKED, JUDGED, Hinted
from splendor.server.tables.table import Table
from splendor.server.workers.queue import Busy
from tests.server.fakes import FakeServer, async_test, person, refused

SLIP = {
    "chance": 0.71,
    "after": 0.56,
    "error": 0.02,
    "against": [{"code": "no_points", "values": {}}],
}


async def alone(server: FakeServer) -> Table:
    return await server.playing("Anna", "greedy", start=0)


async def hint(server: FakeServer, table: Table, step: int) -> Advice:
    command = Hint(f"h{step}", table.state.revision, step=step)
    answer = await server.tables.execute(table, person("Anna"), command)
    assert isinstance(answer, Advice)
    return answer


async def judge(server: FakeServer, table: Table, id: str = "j", **fields: Any) -> Judged:
    command = Judge(id, table.state.revision, ["WUG"], **fields)
    answer = await server.tables.execute(table, person("Anna"), command)
    assert isinstance(answer, Judged)
    return answer


# Hints in three steps


@async_test
async def test_every_step_is_recorded_and_only_the_last_one_names_a_move() -> None:
    server = FakeServer()
    table = await alone(server)
    for step in (1, 2, 3):
        advice = await hint(server, table, step)
        assert (advice.clue is None, bool(advice.candidates)) == (step == 3, step == 3)
    assert [event.what for event in table.state.hints] == ["look", "kind", ""]


@async_test
async def test_all_steps_of_a_decision_come_from_one_search() -> None:
    server = FakeServer()
    table = await alone(server)
    await hint(server, table, 1)
    server.bots.busy = True  # the others need no process
    await hint(server, table, 2)
    assert len(server.bots.budgets) == 1


@async_test
async def test_where_people_play_hints_need_the_consent_of_the_table() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    command = Hint("h", table.state.revision)
    assert await refused(server.tables.execute(table, person("Anna"), command)) == "no_hints"
    asked = await server.playing("Anna", "Ben", start=0, hints=True)
    assert isinstance(
        await server.tables.execute(asked, person("Anna"), Hint("h", asked.state.revision)), Advice
    )
    assert asked.state.hints


# The question before a move


@async_test
async def test_the_coach_asks_before_a_slip_and_only_once_about_the_same_move() -> None:
    server = FakeServer()
    table = await alone(server)
    server.bots.trial = SLIP
    asked = await judge(server, table)
    assert (asked.asks, asked.chance, asked.after) == (True, 0.71, 0.56)
    assert [reason.code for reason in asked.against] == ["no_points"]
    assert table.state.hints == [Hinted(0, 0, ASKED, ("WUG",))]
    assert not (await judge(server, table, "again")).asks
    assert len(server.bots.judged) == 1


@pytest.mark.parametrize("threshold, asks", [(10, True), (20, False)])
def test_the_coach_speaks_up_from_the_chosen_loss_on(threshold: int, asks: bool) -> None:
    @async_test
    async def played() -> None:
        server = FakeServer()
        table = await alone(server)
        server.bots.trial = SLIP
        assert (await judge(server, table, threshold=threshold)).asks == asks

    played()


@async_test
async def test_a_loss_within_two_standard_errors_is_no_slip() -> None:
    server = FakeServer()
    table = await alone(server)
    server.bots.trial = {**SLIP, "error": 0.08}
    assert not (await judge(server, table)).asks


@async_test
async def test_a_game_with_a_silent_coach_does_not_count_either() -> None:
    server = FakeServer()
    table = await alone(server)
    for id in ("one", "two"):
        assert not (await judge(server, table, id)).asks
    assert table.state.hints == [Hinted(0, 0, JUDGED)]  # once is enough


@async_test
async def test_a_coach_without_time_or_room_is_silent(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(coaching, "PATIENCE", 0.0)
    server = FakeServer()
    table = await alone(server)
    server.bots.trial = SLIP
    assert not (await judge(server, table)).asks
    monkeypatch.setattr(coaching, "PATIENCE", 60.0)
    server.bots.trial_failure = Busy()
    assert not (await judge(server, table, "again")).asks


@async_test
async def test_moves_are_judged_only_against_bots_and_only_legal_ones() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", start=0)
    command = Judge("j", table.state.revision, ["WUG"])
    do = server.tables.execute
    assert await refused(do(table, person("Anna"), command)) == "no_training"
    assert await refused(do(table, person("Eve"), command)) == "not_seated"
    mine = await alone(server)
    stale = Judge("j", mine.state.revision + 1, ["WUG"])
    assert await refused(do(mine, person("Anna"), stale)) == "stale"
    illegal = Judge("j", mine.state.revision, ["b3a"])
    assert await refused(do(mine, person("Anna"), illegal))
    assert not server.bots.judged
