"""Puzzles on the server: what is sent, what counts, what is kept, and nothing of the answer."""

import asyncio
import json
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from splendor.review.puzzles import KINDS, Puzzle, by_id, daily, puzzles_of
from splendor.server import practice, puzzle_progress
from splendor.server.puzzle_progress import COMES_BACK, DAY, day_of
from splendor.server.storage import people
from splendor.server.upkeep import UNUSED_DAYS, Upkeep
from tests.server.fakes import async_test
from tests.server.in_process import Answer, Site, Visitor, a_site
from tests.server.test_practice import JudgingPool
from tests.server.test_profile import anna_device, lines_of

SECONDS = DAY / 1000
GAMES = [game for game in KINDS if puzzles_of(game)]


# One of each game, kind and number of players.
SAMPLE = {
    (game, puzzle.kind, puzzle.position.players): puzzle
    for game in GAMES
    for puzzle in puzzles_of(game)
}.values()


@asynccontextmanager
async def solving(folder: Path) -> AsyncIterator[tuple[Site, Visitor, JudgingPool]]:
    async with a_site(folder) as site:
        anna, pool = await site.guest("Anna"), JudgingPool()
        real, site.context.pool = site.context.pool, pool  # type: ignore[assignment]
        try:
            yield site, anna, pool
        finally:
            site.context.pool = real


def a_puzzle(game: str = "base") -> Puzzle:
    return puzzles_of(game)[0]


def wrong_move(puzzle: Puzzle) -> str:
    """A legal move that reveals nothing and is not the answer."""
    return next(
        str(move)
        for move in puzzle.position.legal_moves
        if not puzzle.is_answer(str(move)) and not str(move).startswith(("b", "r"))
    )


async def turn_with(anna: Visitor, puzzle: Puzzle, moves: Sequence[str]) -> list[str]:
    """The moves, and whatever the rules still ask for in this turn."""
    turn = list(moves)
    while True:
        after = (await anna.ask("POST", f"{at(puzzle)}/moves", {"moves": turn})).json
        if after.get("ends") or after.get("shows"):
            return turn
        planned = puzzle.line[len(turn)] if len(puzzle.line) > len(turn) else ""
        turn.append(planned if planned in after["legal"] else after["legal"][0])


def at(puzzle: Puzzle) -> str:
    return f"/api/puzzles/{puzzle.id}"


async def solve(anna: Visitor, puzzle: Puzzle) -> dict[str, Any]:
    moves = await turn_with(anna, puzzle, [puzzle.answer])
    return dict((await anna.ask("POST", f"{at(puzzle)}/tries", {"moves": moves})).json)


async def fail(anna: Visitor, puzzle: Puzzle) -> dict[str, Any]:
    moves = await turn_with(anna, puzzle, [wrong_move(puzzle)])
    return dict((await anna.ask("POST", f"{at(puzzle)}/tries", {"moves": moves})).json)


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_puzzle_is_solved_at_the_first_try(tmp_path: Path, game: str) -> None:
    puzzle = a_puzzle(game)
    async with solving(tmp_path) as (_, anna, _):
        shown = (await anna.ask("GET", at(puzzle))).json
        assert (shown["game"], shown["kind"]) == (game, puzzle.kind)
        assert puzzle.answer in shown["you"]["legal"]
        assert shown["table"]["active"] == shown["you"]["seat"]
        tried = await solve(anna, puzzle)
        assert (tried["right"], tried["counted"]) == (True, True)
        assert tried["change"] > 0
        assert tried["progress"]["solved"] == 1
        assert tried["solution"]["answer"] == puzzle.answer
        assert tried["solution"]["line"][0]["move"] == puzzle.answer
        assert tried["solution"]["rating"] == puzzle.rating
        again = (await anna.ask("GET", at(puzzle))).json
        assert (again["counted"], again["solved"]) == (True, True)


@pytest.mark.parametrize("game", GAMES)
@async_test
async def test_a_wrong_try_is_refuted_without_the_answer(tmp_path: Path, game: str) -> None:
    puzzle = a_puzzle(game)
    async with solving(tmp_path) as (_, anna, pool):
        tried = await fail(anna, puzzle)
        assert len(pool.kinds) == 1
        assert (tried.get("right"), tried["counted"], tried["change"] < 0) == (False, True, True)
        assert 0 <= tried["after"] <= tried["chance"] <= 1
        assert not {"solution", "best", "line", "in_favour"} & set(tried)
        second = await solve(anna, puzzle)
        assert second["right"]
        assert not second.get("counted", False)  # only the first try counts
        assert second["progress"]["rating"] == tried["progress"]["rating"]


@async_test
async def test_nothing_of_the_answer_is_sent_before_it_is_solved(tmp_path: Path) -> None:
    async with solving(tmp_path) as (_, anna, _):
        for puzzle in SAMPLE:
            answer = await anna.ask("GET", at(puzzle))
            unsaid = set(answer.json) & {"answer", "line", "other", "chance", "rating", "found"}
            assert not unsaid
            legal = (await anna.ask("POST", f"{at(puzzle)}/moves", {"moves": []})).json["legal"]
            assert legal == answer.json["you"]["legal"]
            nudged = (await anna.ask("POST", f"{at(puzzle)}/nudge")).json
            assert len(nudged["things"]) >= 2
            assert puzzle.view not in json.dumps(nudged)


@async_test
async def test_a_nudge_halves_what_the_first_try_counts(tmp_path: Path) -> None:
    async with solving(tmp_path) as (site, anna, _):
        bert, puzzle = await site.guest("Bert"), a_puzzle()
        alone = await solve(anna, puzzle)
        assert (await bert.ask("POST", f"{at(puzzle)}/nudge")).status == 200
        helped = await solve(bert, puzzle)
        assert 0 < helped["change"] < alone["change"]
        mark = helped["progress"]["week"][-1].get("mark")
        assert mark in (None, "near")


@async_test
async def test_the_solution_counts_as_a_wrong_try_and_only_before_the_first(tmp_path: Path) -> None:
    async with solving(tmp_path) as (_, anna, _):
        puzzle = a_puzzle()
        shown = (await anna.ask("POST", f"{at(puzzle)}/solution")).json
        assert (shown["counted"], shown["change"] < 0) == (True, True)
        solution = shown["solution"]
        assert solution["answer"] == puzzle.answer
        assert {each["level"] for each in solution["found"]} == set(puzzle.found or {})
        again = (await anna.ask("POST", f"{at(puzzle)}/solution")).json
        assert not again.get("counted", False)


@async_test
async def test_the_daily_is_the_same_for_all_and_makes_days_run(tmp_path: Path) -> None:
    async with solving(tmp_path) as (site, anna, _):
        bert = site.visitor()  # without a name
        first = (await anna.ask("GET", "/api/puzzles/daily")).json
        assert first["id"] == (await bert.ask("GET", "/api/puzzles/daily")).json["id"]
        assert first["day"] == day_of(site.context.tables.now).isoformat()
        for days in (1, 2):
            puzzle = daily(day_of(site.context.tables.now))
            tried = await solve(anna, puzzle)
            assert tried["progress"]["days"] == days
            assert tried["progress"]["week"][-1]["mark"] == "found"
            site.later(SECONDS)
        waiting = (await anna.ask("GET", "/api/puzzles/progress")).json
        assert waiting["days"] == 2  # today may still come
        site.later(SECONDS)  # a day is missed
        missed = (await anna.ask("GET", "/api/puzzles/progress")).json
        assert "days" not in missed
        assert ["mark" in each for each in missed["week"][-4:]] == [True, True, False, False]


@async_test
async def test_the_stream_goes_on_by_kind_and_rating_until_none_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kind = puzzles_of("base")[0].kind
    some = [each for each in puzzles_of("base") if each.kind == kind][:3]
    rest = [each for each in puzzles_of("base") if each.kind != kind]
    monkeypatch.setattr(puzzle_progress, "puzzles_of", lambda game: [*some, *rest])
    async with solving(tmp_path) as (_, anna, _):
        ask = f"/api/puzzles/next?game=base&kind={kind}"
        seen: set[str] = set()
        for _ in some:
            puzzle = (await anna.ask("GET", ask)).json["puzzle"]
            assert puzzle["kind"] == kind
            assert puzzle["id"] not in seen
            seen.add(puzzle["id"])
            await solve(anna, by_id()[puzzle["id"]])
        assert seen == {each.id for each in some}
        last = (await anna.ask("GET", ask)).json
        assert "puzzle" not in last
        counted = [each for each in last["progress"]["kinds"] if each["kind"] == kind]
        assert counted[0]["solved"] == counted[0]["count"]


@async_test
async def test_what_was_not_found_comes_back_after_three_days(tmp_path: Path) -> None:
    async with solving(tmp_path) as (site, anna, _):
        puzzle = a_puzzle()
        failed = await fail(anna, puzzle)
        await solve(anna, puzzle)  # at the second try: it comes back nevertheless
        assert "due" not in failed["progress"]
        site.later(COMES_BACK / 1000)
        back = (await anna.ask("GET", "/api/puzzles/next?game=base")).json
        assert (back["puzzle"]["id"], back["puzzle"]["back"]) == (puzzle.id, True)
        assert back["progress"]["due"] == 1
        found = await solve(anna, puzzle)
        assert not found.get("counted", False)
        assert "due" not in found["progress"]
        other = (await anna.ask("GET", "/api/puzzles/next?game=base")).json
        assert other["puzzle"]["id"] != puzzle.id


@async_test
async def test_a_busy_server_still_says_whether_a_try_is_right(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(practice, "PATIENCE", 0.01)
    async with solving(tmp_path) as (_, anna, pool):
        pool.held = True
        tried = await fail(anna, a_puzzle())
        assert (tried.get("right"), tried["counted"]) == (False, True)
        assert "after" not in tried


@async_test
async def test_what_is_no_try_is_refused_and_counts_nothing(tmp_path: Path) -> None:
    async with solving(tmp_path) as (site, anna, pool):
        puzzle, stranger = a_puzzle(), site.visitor()
        for path, body, status in (
            (f"{at(puzzle)}/tries", {"moves": []}, 409),
            (f"{at(puzzle)}/tries", {"moves": ["nonsense"]}, 400),
            (f"{at(puzzle)}/tries", {"moves": ["WUG"] * 99}, 400),
            (f"{at(puzzle)}/tries", {"seat": 1}, 400),
            ("/api/puzzles/00000000/tries", {"moves": ["WUG"]}, 404),
        ):
            assert (await anna.ask("POST", path, body)).status == status, (path, body)
        refusals: list[Answer] = [
            await anna.ask("GET", "/api/puzzles/00000000"),
            await anna.ask("GET", "/api/puzzles/next?game=chess"),
            await anna.ask("GET", "/api/puzzles/next?kind=chess"),
            await stranger.ask("POST", f"{at(puzzle)}/tries", {"moves": [puzzle.answer]}),
            await stranger.ask("POST", f"{at(puzzle)}/solution"),
        ]
        assert [each.status for each in refusals] == [404, 400, 400, 401, 401]
        assert not pool.kinds
        progress = (await anna.ask("GET", "/api/puzzles/progress")).json
        assert not {"rating", "solved"} & set(progress)


@async_test
async def test_two_tries_at_once_count_once(tmp_path: Path) -> None:
    async with solving(tmp_path) as (_, anna, _):
        puzzle = a_puzzle()
        both = await asyncio.gather(solve(anna, puzzle), solve(anna, puzzle))
        assert sorted(each.get("counted", False) for each in both) == [False, True]


@async_test
async def test_results_at_puzzles_are_exported_and_erased(tmp_path: Path) -> None:
    async with solving(tmp_path) as (site, anna, _):
        await solve(anna, daily(day_of(site.context.tables.now)))
        known = await site.context.guests.of_device(anna_device(site, anna))
        assert known is not None
        kept = {each["kind"] for each in lines_of(await anna.ask("GET", "/api/profile/export"))}
        assert {"puzzle_results", "puzzle_ratings", "puzzle_days"} <= kept
        await anna.ask("POST", "/api/profile/erasure", {"name": "Anna"})
        assert await site.context.store.read(people.kept_of, known.player) == []


@async_test
async def test_somebody_who_only_solves_puzzles_is_no_unused_guest(tmp_path: Path) -> None:
    async with solving(tmp_path) as (site, anna, _):
        await site.guest("Bert")
        await solve(anna, a_puzzle())
        site.later((UNUSED_DAYS + 1) * SECONDS)
        await Upkeep(site.context).retain()
        assert (await anna.ask("GET", "/api/puzzles/progress")).json["solved"] == 1
