"""What a finished game means for the people at the table, and for their ratings."""

from collections.abc import Iterable
from typing import Any

import pytest
from msgspec import structs

from splendor.bots.levels import ladder_of, level_of
from splendor.server.messages import Answer, AskFor, Fork, Hint, Ready, Resign
from splendor.server.storage.types import RatingRow, RecordResults, ResultRow
from splendor.server.tables.results import finished_of, nearest_level, recorded
from splendor.server.tables.table import Table
from tests.server.fakes import FakeServer, async_test, new_table, person


def record(server: FakeServer, table: Table, known: Iterable[RatingRow] = ()) -> RecordResults:
    return recorded(finished_of(table.state, server.store.logs[table.id]), known)


def row_of(found: RecordResults, player: str) -> ResultRow:
    return next(row for row in found.results if row.player == player)


@async_test
async def test_a_lost_game_against_a_level_lowers_the_rating() -> None:
    server = FakeServer()
    found = record(server, table := await server.over("Anna", "regular"))
    row, rating = row_of(found, "Anna"), found.ratings[0]
    facts = (row.result, row.against, row.level, row.help, row.game, row.players)
    assert facts == ("lost", "bots", "regular", "", "base", 2)
    assert row.ended == server.store.logs[table.id][-1].at
    assert rating.games == 1
    assert rating.rating < ladder_of("base", 2)[len(ladder_of("base", 2)) // 2].elo
    again = record(server, await server.over("Anna", "regular"), found.ratings)
    assert again.ratings[0].games == 2
    assert again.ratings[0].deviation < rating.deviation


@async_test
async def test_a_game_has_a_rating_from_the_fifth_on() -> None:
    server, known = FakeServer(), tuple[RatingRow, ...]()
    shown = []
    for _ in range(6):
        found = record(server, await server.over("Anna", "regular"), known)
        row, known = row_of(found, "Anna"), found.ratings
        assert row.help == ""
        shown.append(row.rating)
    assert shown[:4] == [None] * 4
    assert shown[5] == known[0].rating < (shown[4] or 0)


@async_test
async def test_people_are_rated_against_each_other() -> None:
    server = FakeServer()
    found = record(server, await server.over("Anna", "Ben"))
    assert (row_of(found, "Anna").result, row_of(found, "Ben").result) == ("lost", "won")
    anna, ben = sorted(found.ratings, key=lambda rating: rating.player)
    assert anna.rating < ben.rating
    assert row_of(found, "Ben").against == "people"


@async_test
async def test_a_game_to_its_end_is_won_by_its_winner() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Carl")
    await server.play_on(table, 400)
    found = record(server, table)
    outcome = table.state.dealt_game.outcome
    assert outcome is not None
    for seat, name in enumerate(("Anna", "Ben", "Carl")):
        row = row_of(found, name)
        won = "won" if len(outcome.winners) == 1 else "shared"
        assert row.result == (won if seat in outcome.winners else "lost")
        assert (row.points, row.seat) == (outcome.points[seat], seat)
        assert row.rounds == table.state.dealt_game.round > 10
    assert {rating.players for rating in found.ratings} == {3}


@async_test
async def test_whoever_gives_up_among_three_has_lost_and_the_others_are_not_rated() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben", "Carl")
    await server.do(table, "Anna", Resign)
    await server.play_on(table, 400)
    found = record(server, table)
    assert row_of(found, "Anna").result == "lost"
    assert [rating.player for rating in found.ratings] == ["Anna"]
    assert row_of(found, "Ben").help == "replaced"


async def with_hint(server: FakeServer) -> Table:
    table = await server.playing("Anna", "regular", start=0)
    await server.do(table, "Anna", Hint, state=table.state.revision, seconds=0.1)
    return table


async def with_undo(server: FakeServer) -> Table:
    table = await server.playing("Anna", "regular", start=0)
    await server.play(table)
    await server.wait_for_bots(table)
    await server.do(table, "Anna", AskFor, what="undo")
    return table


async def with_options(server: FakeServer) -> Table:
    return await server.playing("Anna", "regular", target=21)


async def with_a_style(server: FakeServer) -> Table:
    return await server.playing("Anna", "greedy")


@pytest.mark.parametrize(
    "play, why",
    [
        (with_hint, "hint"),
        (with_undo, "undo"),
        (with_options, "options"),
        (with_a_style, "unrated"),
    ],
)
@async_test
async def test_games_with_help_do_not_count(play: Any, why: str) -> None:
    server = FakeServer()
    table = await play(server)
    await server.do(table, "Anna", Resign)
    found = record(server, table)
    row = row_of(found, "Anna")
    assert (row.result, row.help, row.rating) == ("lost", why, None)
    assert found.ratings == ()


@async_test
async def test_a_fork_does_not_count() -> None:
    server = FakeServer()
    table = await server.over("Anna", "regular")
    request = new_table("me", "regular")
    again = structs.replace(request, fork=Fork(table.id, 0))
    forked = await server.tables.create(person("Anna"), again)
    await server.do(forked, "Anna", Ready, nonce="")
    await server.wait_for_bots(forked)
    await server.do(forked, "Anna", Resign)
    assert row_of(record(server, forked), "Anna").help == "fork"


@async_test
async def test_an_abandoned_game_and_one_at_one_screen_have_no_result() -> None:
    server = FakeServer()
    table = await server.playing("Anna", "Ben")
    await server.do(table, "Anna", AskFor, what="abandon")
    await server.do(table, "Ben", Answer, yes=True)
    assert row_of(record(server, table), "Anna").result == "none"
    here = await server.tables.create(person("Anna"), new_table("me", "me"))
    await server.do(here, "Anna", Ready, nonce="")
    await server.wait_for_bots(here)
    await server.play_on(here, 400)
    found = record(server, here)
    assert [(row.result, row.against, row.help) for row in found.results] == [
        ("none", "here", "undecided")
    ]


@async_test
async def test_a_log_that_no_longer_replays_is_listed_as_unreadable() -> None:
    server = FakeServer()
    table = await server.over("Anna", "regular")
    log = server.store.logs[table.id]
    found = recorded(finished_of(table.state, log, "broken"), ())
    assert row_of(found, "Anna").result == "unreadable"
    assert found.ratings == ()


def test_the_nearest_level_describes_a_rating() -> None:
    skilled = level_of("base", 2, "skilled")
    found = nearest_level("base", 2, skilled.elo + 5.0)
    assert found is skilled
    assert nearest_level("tiny", 2, 100.0) is None
