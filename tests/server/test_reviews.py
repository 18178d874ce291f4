"""Reviews on the server: made in small parts, stored, gone on with, stopped, bounded."""

import asyncio
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from splendor import RulesError
from splendor.core.kernel import COMPILED
from splendor.game import Game
from splendor.review import Budget, review, reviewing
from splendor.review.judge import Judge
from splendor.review.words import TEXTS
from splendor.server.reviews import reviews as service
from splendor.server.reviews.lines import shown_line
from splendor.server.reviews.reviews import Reviews
from splendor.server.reviews.running import THEMES
from splendor.server.workers.pool import BotFailed
from splendor.server.workers.queue import Asker
from splendor.server.workers.review_worker import (
    How,
    JudgeDecision,
    ReviewRequest,
    answer_review,
)
from tests.review.test_review import finished as finished_game
from tests.server.fakes import async_test, eventually
from tests.server.in_process import Site, Visitor, a_site

SIMULATIONS = 24 if COMPILED else 10
SMALL = How("0", Budget(SIMULATIONS, 12, draw=2, draws=2, close=6))
MOVES = 6


class FakePool:
    """Judges in this process. `left` parts are answered before it waits; `fails` makes it fail."""

    def __init__(self) -> None:
        self.left = 10_000
        self.fails = False
        self.asked: list[ReviewRequest] = []

    async def review(self, request: ReviewRequest, who: Asker) -> dict[str, Any]:
        self.asked.append(request)
        while self.left <= 0:
            await asyncio.sleep(0.001)
        if self.fails:
            raise BotFailed("on purpose")
        self.left -= 1
        answer: dict[str, Any] = json.loads(json.dumps(answer_review(request)))
        return answer

    @property
    def judged(self) -> list[int]:
        return [each.ply for each in self.asked if isinstance(each, JudgeDecision)]


def legal_in(news: Any) -> list[str]:
    return [move for each in news["you"] for move in each.get("legal", ())]


async def play(anna: Visitor, moves: int = MOVES, rules: str = "official") -> str:
    """A game of one person at both seats, who resigns after some moves."""
    setup = {"rules": rules, "seats": [{"who": "me"}] * 2, "options": {"start": 0}}
    table: str = (await anna.ask("POST", "/api/tables", setup)).json["table"]
    path = f"/api/tables/{table}"
    await anna.ask("POST", f"{path}/commands", {"type": "ready", "id": "r", "nonce": "a" * 32})
    for number in range(moves):
        while not (legal := legal_in(news := (await anna.ask("GET", path)).json)):
            await asyncio.sleep(0.002)  # it is being dealt
        command = {"type": "play", "id": f"p{number}", "state": news["state"], "moves": legal[:1]}
        assert (await anna.ask("POST", f"{path}/commands", command)).status == 200
    await anna.ask("POST", f"{path}/commands", {"type": "resign", "id": "end", "seat": 0})
    return table


def made_by(site: Site, pool: FakePool, how: How = SMALL) -> Reviews:
    """As after a start of the server."""
    reviews = Reviews(site.context.store, pool, SIMULATIONS)  # type: ignore[arg-type]
    reviews.how = how
    return reviews


@asynccontextmanager
async def a_reviewing_site(folder: Path) -> AsyncIterator[tuple[Site, FakePool]]:
    async with a_site(folder) as site:
        pool = FakePool()
        site.context.reviews = made_by(site, pool)
        try:
            yield site, pool
        finally:
            await site.context.reviews.close()


async def until(anna: Visitor, table: str, status: str) -> Any:
    for _ in range(20_000):
        news = (await anna.ask("GET", f"/api/tables/{table}/review")).json
        if news["status"] == status:
            return news
        await asyncio.sleep(0.002)
    raise AssertionError(f"it never was {status}")


@async_test
async def test_a_review_is_made_told_and_stored_as_the_library_makes_it(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna = await site.guest("Anna")
        table = await play(anna)
        path = f"/api/tables/{table}/review"
        assert (await anna.ask("GET", path)).json == {"status": "none", "decisions": MOVES}
        pool.left = 3
        assert (await anna.ask("POST", path, {"again": False})).json["status"] == "running"
        await eventually(lambda: len(pool.judged) >= 3)
        half = (await anna.ask("GET", path)).json
        assert 0 < half["judged"] < MOVES
        assert half["turns"]
        pool.left = 10_000
        more = (await anna.ask("GET", f"{path}?since={half['told']}")).json
        assert more.get("told", 0) != half["told"] or more["status"] == "finished"
        found = await until(anna, table, "finished")
        state = (await site.context.tables.get(table, "")).state
        expected = review(state.dealt_game, seed="0", budget=SMALL.budget)
        losses = [turn.loss for turn in expected.turns]
        assert [turn["loss"] for turn in found["review"]["turns"]] == losses
        assert found["review"]["seats"] == json.loads(json.dumps(expected.to_json()))["seats"]
        labels = [turn["label"] for turn in found["review"]["turns"] if turn["label"]]
        assert (await anna.ask("GET", f"{path}?brief=yes")).json.get("slips", 0) == len(labels)
        mark = await site.guest("Mark")
        assert "slips" not in (await mark.ask("GET", f"{path}?brief=yes")).json
        again = made_by(site, pool)  # after a restart
        assert (await again.stored(table)) == (await site.context.reviews.stored(table))


@async_test
async def test_a_stopped_review_goes_on_from_what_is_stored(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna, guest = await site.guest("Anna"), await site.guest("Gast")
        table = await play(anna)
        path = f"/api/tables/{table}/review"
        pool.left = 4
        await anna.ask("POST", path, {"again": False})
        await eventually(lambda: pool.left == 0 and len(pool.judged) > 3)
        assert (await guest.ask("DELETE", path)).code == "not_seated"
        stopped = (await anna.ask("DELETE", path)).json
        assert (stopped["status"], stopped["judged"]) == ("stopped", 3)
        pool.left, before = 10_000, len(pool.judged)
        assert (await guest.ask("POST", path, {"again": False})).status == 200
        await until(anna, table, "finished")
        assert len(pool.judged) - before == MOVES - 3


@async_test
async def test_what_the_end_of_the_server_interrupts_is_paused(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna = await site.guest("Anna")
        table = await play(anna)
        pool.left = 4
        await anna.ask("POST", f"/api/tables/{table}/review", {"again": False})
        await eventually(lambda: pool.left == 0)
        await site.context.reviews.close()
        site.context.reviews = made_by(site, pool)
        paused = (await anna.ask("GET", f"/api/tables/{table}/review")).json
        assert (paused["status"], paused["judged"]) == ("paused", 3)
        assert len(paused["turns"]) == 3


@async_test
async def test_a_failure_keeps_what_is_judged_and_can_be_repeated(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna = await site.guest("Anna")
        table = await play(anna)
        pool.left = 4
        await anna.ask("POST", f"/api/tables/{table}/review", {"again": False})
        await eventually(lambda: pool.left == 0)
        pool.fails, pool.left = True, 10_000
        assert (await until(anna, table, "failed"))["judged"] == 3
        pool.fails = False
        await anna.ask("POST", f"/api/tables/{table}/review", {"again": False})
        await until(anna, table, "finished")


@async_test
async def test_how_many_reviews_run_at_once_is_limited(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna, ben = await site.guest("Anna"), await site.guest("Ben", "127.0.0.2")
        tables = [await play(anna, 2) for _ in range(service.MOST_OF_GUEST + 1)]
        pool.left = 0
        for table in tables[:-1]:
            answer = await anna.ask("POST", f"/api/tables/{table}/review", {"again": False})
            assert answer.json["status"] == "running"
        path = f"/api/tables/{tables[-1]}/review"
        assert (await anna.ask("POST", path, {"again": False})).code == "reviews_running"
        reviews = site.context.reviews
        fill(reviews, tables[0], "127.0.0.2", service.MOST_AT_ADDRESS)
        assert (await ben.ask("POST", path, {"again": False})).code == "busy"
        pool.left = 10_000


def fill(reviews: Reviews, like: str, address: str, count: int) -> None:
    """As many reviews of others at this address."""
    for number in range(count):
        who = Asker(f"other {number}", address)
        reviews.running[f"other {number}"] = replace(reviews.running[like], who=who, task=None)


@async_test
async def test_what_cannot_be_reviewed_is_refused(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, _):
        anna = await site.guest("Anna")
        setup = {"seats": [{"who": "me"}] * 2}
        playing = (await anna.ask("POST", "/api/tables", setup)).json["table"]
        path = f"/api/tables/{playing}/review"
        assert (await anna.ask("POST", path, {"again": False})).code == "not_over"
        assert (await anna.ask("GET", path)).code == "not_over"
        table = await play(anna, 2)
        path = f"/api/tables/{table}/review"
        assert (await anna.ask("GET", f"{path}?since=x")).code == "query_number"
        assert (await anna.ask("POST", path, {"again": True})).code == "review_same"
        await anna.ask("POST", path, {"again": False})
        await until(anna, table, "finished")
        assert (await anna.ask("POST", path, {"again": True})).code == "review_same"
        state = (await site.context.tables.get(table, "")).state
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service, "MOST_DECISIONS", 1)
            with pytest.raises(RulesError, match="at most 1 decisions"):
                await site.context.reviews.start(state, Asker("anna"))


@async_test
async def test_an_old_review_is_shown_until_a_new_one_is_finished(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna = await site.guest("Anna")
        table = await play(anna)
        path = f"/api/tables/{table}/review"
        await anna.ask("POST", path, {"again": False})
        await until(anna, table, "finished")
        await site.context.reviews.close()
        larger = How("0", Budget(2 * SIMULATIONS, 12, draw=2, draws=2, close=6))
        site.context.reviews = made_by(site, pool, larger)
        old = (await anna.ask("GET", path)).json
        assert old["outdated"]
        assert old["simulations"] == SIMULATIONS
        pool.left = 3
        await anna.ask("POST", path, {"again": True})
        await eventually(lambda: pool.left == 0)
        await anna.ask("DELETE", path)
        assert (await anna.ask("GET", path)).json == old
        pool.left = 10_000
        await anna.ask("POST", path, {"again": True})
        await eventually(lambda: not site.context.reviews.running)
        assert (await until(anna, table, "finished"))["simulations"] == 2 * SIMULATIONS


@async_test
async def test_a_review_made_with_other_weights_is_shown_as_it_was_and_can_be_made_anew(
    tmp_path: Path,
) -> None:
    async with a_reviewing_site(tmp_path) as (site, pool):
        anna = await site.guest("Anna")
        table, other = await play(anna), await play(anna)
        path = f"/api/tables/{table}/review"
        await anna.ask("POST", path, {"again": False})
        old = await until(anna, table, "finished")
        assert "outdated" not in old
        pool.left = 4
        await anna.ask("POST", f"/api/tables/{other}/review", {"again": False})
        await eventually(lambda: pool.left == 0)
        await anna.ask("DELETE", f"/api/tables/{other}/review")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(Judge, "evaluator_for", lambda *_: ("network", "0123456789ab"))
            shown = (await anna.ask("GET", path)).json
            assert shown["outdated"]
            assert shown["review"] == old["review"]
            pool.left = 10_000
            await anna.ask("POST", path, {"again": True})
            await eventually(lambda: not site.context.reviews.running)
            anew = await until(anna, table, "finished")
            assert "outdated" not in anew
            assert anew["review"]["weights"] == "0123456789ab"
            # One that was stopped does not mix judges: it begins again.
            judged = len(pool.judged)
            await anna.ask("POST", f"/api/tables/{other}/review", {"again": False})
            await until(anna, other, "finished")
            assert len(pool.judged) - judged == MOVES


@async_test
async def test_slips_of_one_theme_can_be_listed(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, _):
        anna, ben = await site.guest("Anna"), await site.guest("Ben", "127.0.0.2")
        with pytest.MonkeyPatch.context() as patch:  # so few simulations prove no slip
            patch.setattr(reviewing, "label_of", lambda loss, _: "mistake" if loss else "")
            for _ in range(2):
                table = await play(anna, 12)
                await anna.ask("POST", f"/api/tables/{table}/review", {"again": False})
                found = await until(anna, table, "finished")
        everything = (await anna.ask("GET", "/api/me/slips")).json
        turns = found["review"]["turns"]
        mine = [turn["decisions"][0]["ply"] for turn in turns if turn["label"] and not turn["seat"]]
        assert {each["ply"] for each in everything if each["table"] == table} == set(mine)
        themes = (await anna.ask("GET", "/api/me/statistics")).json["habits"]["themes"]
        assert sum(each["count"] for each in themes) == len(everything) > 0
        for each in themes:
            listed = (await anna.ask("GET", f"/api/me/slips?theme={each['theme']}")).json
            assert len(listed) == each["count"]
            assert {slip["theme"] for slip in listed} == {each["theme"]}
        assert (await anna.ask("GET", "/api/me/slips?theme=luck")).code == "query_choice"
        assert (await ben.ask("GET", "/api/me/slips")).json == []


@async_test
async def test_a_review_that_is_too_large_is_not_stored(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, _):
        anna = await site.guest("Anna")
        table = await play(anna, 3)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(service, "MOST_PACKED", 100)
            await anna.ask("POST", f"/api/tables/{table}/review", {"again": False})
            await eventually(lambda: not site.context.reviews.running)
        assert (await anna.ask("GET", f"/api/tables/{table}/review")).json["status"] == "none"


@async_test
async def test_a_line_on_the_table_shows_no_card_that_nobody_had_seen(tmp_path: Path) -> None:
    async with a_reviewing_site(tmp_path) as (site, _):
        anna = await site.guest("Anna")
        table = await play(anna)
        path = f"/api/tables/{table}/review/line"
        steps = (await anna.ask("GET", f"{path}?ply=0&moves=r1a%20r1a")).json["steps"]
        assert steps[0]["table"]["market"][0][0] is None
        assert steps[0]["table"]["places"][0]["tokens"][5] == 1
        assert "table" not in steps[1]  # it depends on the card that comes
        for query, code in (
            ("ply=99&moves=r1", "query_number"),
            ("ply=0&moves=", "query_moves"),
            (f"ply=0&moves={'%20'.join(['r1'] * 25)}", "query_moves"),
        ):
            assert (await anna.ask("GET", f"{path}?{query}")).code == code
        assert (await anna.ask("GET", f"{path}?ply=0&moves=nonsense")).json["steps"] == []


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_line_is_cut_where_it_is_not_possible(rules: str) -> None:
    game: Game = finished_game(rules, 2)
    legal = [str(move) for move in game.at(3).legal_moves]
    assert shown_line(game, 3, [legal[0], "b9z"]).steps[0].table is not None
    assert len(shown_line(game, 3, [legal[0], "b9z"]).steps) == 1


def test_every_reason_has_a_theme() -> None:
    assert set(THEMES) == set(TEXTS)
