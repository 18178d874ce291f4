"""Practice in a finished game: tries are judged by what the seat knew, within bounds."""

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from splendor.server import practice
from splendor.server.workers.bot_worker import Judge, judged
from splendor.server.workers.queue import Asker, Kind
from splendor.view import View
from tests.server.fakes import async_test
from tests.server.in_process import Site, Visitor, a_site
from tests.server.test_reviews import play


class JudgingPool:
    """Judges turns in this process, with few simulations."""

    def __init__(self) -> None:
        self.kinds: list[Kind] = []
        self.held = False

    async def judge(
        self, view: View, moves: Sequence[str], effort: Any, seed: str, who: Asker, kind: Kind
    ) -> dict[str, Any] | None:
        self.kinds.append(kind)
        if self.held:
            await asyncio.sleep(3600)
        return judged(Judge(view, tuple(moves), seed, 60, 60.0))


@asynccontextmanager
async def a_finished_game(folder: Path) -> AsyncIterator[tuple[Site, Visitor, str, JudgingPool]]:
    async with a_site(folder) as site:
        anna = await site.guest("Anna")
        pool = JudgingPool()
        table = await play(anna)
        real, site.context.pool = site.context.pool, pool  # type: ignore[assignment]
        try:
            yield site, anna, f"/api/tables/{table}", pool
        finally:
            site.context.pool = real


@async_test
async def test_a_decision_of_a_finished_game_is_tried_and_judged(tmp_path: Path) -> None:
    async with a_finished_game(tmp_path) as (_, anna, path, pool):
        legal = (await anna.ask("POST", f"{path}/past-moves", {"ply": 0})).json
        assert (legal["seat"], "WUG" in legal["legal"]) == (0, True)
        after = await anna.ask("POST", f"{path}/past-moves", {"ply": 0, "moves": ["WUG"]})
        assert after.json == {"seat": 0, "ends": True}
        trial = (await anna.ask("POST", f"{path}/trials", {"ply": 0, "moves": ["r3"]})).json
        assert 0 <= trial["after"] <= trial["chance"] <= 1
        assert pool.kinds == [Kind.ANALYSIS]  # behind moves and hints
        clue = (await anna.ask("POST", f"{path}/nudges", {"ply": 0, "moves": ["WUG"]})).json
        assert clue["code"] == "supply"
        assert len(clue["things"]) >= 2


@async_test
async def test_what_cannot_be_tried_is_refused(tmp_path: Path) -> None:
    async with a_finished_game(tmp_path) as (_, anna, path, pool):
        for where, body in (
            ("past-moves", {"ply": 9999}),
            ("past-moves", {"ply": 0, "moves": ["b3a"]}),
            ("trials", {"ply": 0, "moves": ["WUG", "WUG"]}),
            ("nudges", {"ply": 0, "moves": []}),
            ("nudges", {"ply": 0, "moves": ["b3a"]}),
        ):
            assert (await anna.ask("POST", f"{path}/{where}", body)).status in (400, 409), body
        assert not pool.kinds


@async_test
async def test_a_try_that_takes_too_long_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "PATIENCE", 0.01)
    async with a_finished_game(tmp_path) as (_, anna, path, pool):
        pool.held = True
        answer = await anna.ask("POST", f"{path}/trials", {"ply": 0, "moves": ["WUG"]})
        assert (answer.status, answer.json["code"]) == (503, "busy")
