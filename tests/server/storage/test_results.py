"""Results of finished games in SQL: lists, statistics, hiding and deleting."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from functools import partial
from typing import Any

from splendor.server.storage.results import (
    Filter,
    Game,
    game_at,
    games_of,
    last_games,
    lines_of,
    others_at,
    periods,
    rating_history,
    ratings_of,
    streaks,
    tallies,
    unrecorded,
)
from splendor.server.storage.reviews import review_at, reviewed_games
from splendor.server.storage.store import AddEvent, AddTable, SetMembers, Store
from splendor.server.storage.types import (
    AddSeatLink,
    DeleteTable,
    EraseGuest,
    HideGame,
    RecordResults,
    SaveReview,
    SaveSnapshot,
    SayHowItWas,
)
from tests.server.storage.stored import (
    A_REVIEW,
    A_SEAT,
    a_rating,
    a_result,
    a_table,
    an_event,
    fails,
    opened,
)

DAY = 86_400_000  # milliseconds
GAMES: Sequence[dict[str, Any]] = (  # Ann's games, the first one first
    {"result": "lost", "points": 9, "rounds": 30},
    {"result": "won", "points": 15, "rounds": 30},
    {"result": "won", "points": 16, "rounds": 28},
    {"result": "none", "help": "undecided", "rating": None},  # between wins in a row
    {"result": "won", "points": 17, "rounds": 26},
    {"result": "shared", "players": 3, "level": "", "points": 15, "rounds": 24},
    {"result": "lost", "game": "duel", "rules": "duel", "against": "people", "level": ""},
    {"result": "lost", "level": "skilled", "help": "hint", "rating": None},
)


async def fill(store: Store) -> None:
    for number, facts in enumerate(GAMES):
        name = f"t{number}"
        row = a_result(ended=number * DAY, **facts)
        await store.write(AddTable(a_table(name, "over")), SetMembers(name, ("ann",)))
        await store.write(RecordResults(name, (row,), (a_rating(games=number + 1),)))


def test_a_persons_games_are_listed_counted_and_rated(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await fill(store)
        await check_lists(store)
        await check_numbers(store)

    with opened(database_url) as store:
        asyncio.run(scenario(store))


async def check_lists(store: Store) -> None:
    async def ids(wanted: Filter, before: tuple[int, int] | None = None, most: int = 9) -> str:
        page: list[Game] = await store.read(
            lambda connection: games_of(connection, wanted, before, most)
        )
        return " ".join(game.id for game in page)

    assert await ids(Filter("ann")) == "t7 t6 t5 t4 t3 t2 t1 t0"
    assert await ids(Filter("ben")) == ""
    assert await ids(Filter("ann", game="duel")) == "t6"
    assert await ids(Filter("ann", players=3)) == "t5"
    assert await ids(Filter("ann", level="regular", result="won")) == "t4 t2 t1"
    assert await ids(Filter("ann"), most=2) == "t7 t6"
    last = await store.read(lambda connection: games_of(connection, Filter("ann"), None, 2)[1])
    assert await ids(Filter("ann"), (last.row.ended, last.number), 2) == "t5 t4"


async def check_numbers(store: Store) -> None:
    lines = await store.read(lines_of, Filter("ann"))
    kinds = {(each.game, each.players, each.against, each.level): each for each in tallies(lines)}
    mine = kinds["base", 2, "bots", "regular"]
    assert (mine.games, mine.won, mine.shared, mine.lost) == (5, 3, 0, 1)
    assert kinds["base", 3, "bots", ""].shared == 1
    assert streaks(lines) == ("lost", 2, 3)
    assert streaks(await store.read(lines_of, Filter("ben"))) == ("", 0, 0)
    groups = periods(await store.read(lines_of, Filter("ann", level="regular")), most=2)
    assert [(each.games, each.won, each.points, each.rounds) for each in groups] == [
        (2, 1, 12.0, 30.0),
        (2, 2, 16.5, 27.0),
    ]
    history = rating_history(lines, most=2)
    places = [(each.game, each.players, each.place) for each in history]
    assert places == [("base", 2, 3), ("base", 2, 4), ("base", 3, 1), ("duel", 2, 1)]
    assert await store.read(partial(ratings_of, people=["ann"])) == [a_rating(games=8)]
    await store.write(SayHowItWas("t7", "ann", "hard"))
    last = await store.read(last_games, "ann", [("base", 2), ("duel", 2)], 2)
    assert [(row.ended // DAY, felt) for row, felt in last] == [(7, "hard"), (4, "")]


def test_finished_tables_are_recorded_once(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        for name, status in (("a", "over"), ("b", "playing"), ("c", "over")):
            await store.write(AddTable(a_table(name, status)))
        assert await store.read(partial(unrecorded, most=9)) == ["a", "c"]
        record = RecordResults("a", (a_result(),), (a_rating(),))
        await store.write(record)
        assert await store.read(partial(unrecorded, most=9)) == ["c"]
        assert await fails(store, record)
        assert await store.read(partial(ratings_of, people=["ann"])) == [a_rating()]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_hidden_game_counts_but_is_not_listed(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await fill(store)
        await store.write(HideGame("t1", "ann", True))
        shown = await store.read(lambda at: games_of(at, Filter("ann"), None, 9))
        assert "t1" not in [game.id for game in shown]
        hidden = await store.read(lambda at: games_of(at, Filter("ann"), None, 9, True))
        assert [game.id for game in hidden] == ["t1"]
        assert "t1" not in [row.id for row in await store.tables_of("ann")]
        counted = tallies(await store.read(lines_of, Filter("ann")))
        assert sum(each.games for each in counted) == len(GAMES)
        assert await fails(store, HideGame("t1", "ben", True))
        await store.write(HideGame("t1", "ann", False))
        assert "t1" in [row.id for row in await store.tables_of("ann")]

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_review_is_stored_with_its_game(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await fill(store)
        other = replace(A_SEAT, seat=1, accuracy=None)
        await store.write(SaveReview(replace(A_REVIEW, status="running", packed=b"part"), ()))
        assert await store.read(partial(reviewed_games, wanted=Filter("ann"), most=9)) == []
        await store.write(SaveReview(A_REVIEW, (A_SEAT, other)))
        assert await store.read(review_at, "t1") == A_REVIEW
        assert await store.read(review_at, "t2") is None
        (found,) = await store.read(partial(reviewed_games, wanted=Filter("ann"), most=9))
        assert (found.table, found.result, found.turning_points) == ("t1", "won", 2)
        assert found.seat == A_SEAT
        none = partial(reviewed_games, wanted=Filter("ann", result="lost"), most=9)
        assert await store.read(none) == []
        assert await fails(store, SaveReview(replace(A_REVIEW, table="none"), ()))
        await store.write(DeleteTable("t1"))
        assert await store.read(review_at, "t1") is None

    with opened(database_url) as store:
        asyncio.run(scenario(store))


def test_a_deleted_table_leaves_nothing_but_the_rating(database_url: str) -> None:
    async def scenario(store: Store) -> None:
        await fill(store)
        await store.write(*(AddEvent(an_event(number, "t1")) for number in (1, 2)))
        await store.archive("t1")
        await store.write(AddEvent(an_event(3, "t1")), SaveSnapshot("t1", 2, b"packed"))
        await store.write(AddSeatLink("hash", "t1", 0, "ann", 10**15))
        assert not await store.read(partial(others_at, table="t1", player="ann"))
        assert await store.read(partial(others_at, table="t1", player="ben"))
        await store.write(DeleteTable("t1"))
        assert await store.table("t1") is None
        assert await store.events("t1") == []
        assert await store.snapshot("t1") is None
        assert await store.seat_link("hash") is None
        assert await store.read(partial(game_at, player="ann", table="t1")) is None
        assert await store.read(partial(ratings_of, people=["ann"])) == [a_rating(games=8)]
        assert await fails(store, DeleteTable("t1"))
        await store.write(EraseGuest("ann"))
        assert await store.read(partial(ratings_of, people=["ann"])) == []
        assert await store.read(lambda at: games_of(at, Filter("ann"), None, 9)) == []

    with opened(database_url) as store:
        asyncio.run(scenario(store))
