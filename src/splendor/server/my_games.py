"""The endpoints about one's own games: lists, statistics, ratings, what to play next, export."""

from collections.abc import Iterable, Sequence
from dataclasses import asdict
from functools import partial
from typing import Any

from msgspec import json, structs
from sqlalchemy import Connection

from splendor.arena.glicko import NINETY_FIVE_PER_CENT
from splendor.bots.levels import ladders
from splendor.ruleset import MOST_SEATS, RULESETS, ruleset_of
from splendor.server.http import Call, Endpoint, Reply
from splendor.server.identity import is_token
from splendor.server.messages import Result, Seat
from splendor.server.my_games_bodies import (
    Deleted,
    GameChange,
    GamePeriod,
    GameReview,
    GameTally,
    Habits,
    MyGame,
    MyGames,
    MyRating,
    MySlip,
    NextLevel,
    RatingStep,
    ReviewedGame,
    SlipTheme,
    Statistics,
    Streaks,
)
from splendor.server.refusals import RequestRefused, require
from splendor.server.reviews.running import OTHER, THEMES
from splendor.server.reviews.slips import slips_of
from splendor.server.storage import results, reviews
from splendor.server.storage.results import Filter, Game, RatingPoint
from splendor.server.storage.reviews import Reviewed
from splendor.server.storage.types import (
    Change,
    Conflict,
    DeleteTable,
    HideGame,
    RatingRow,
    SayHowItWas,
)
from splendor.server.tables.changing import change_stored
from splendor.server.tables.files import game_file_of, transcript_of
from splendor.server.tables.results import FIRST_RATED, nearest_level
from splendor.server.tables.state import OVER
from splendor.server.tables.suggestions import LOOKED_AT, suggestions
from splendor.server.workers.pool import OFFERED_BOTS

PAGE_SIZE = 20  # games in one page of the list
EXPORT_SIZE = 25  # games in one part of the export, each replayed
PERIODS = 24
HISTORY = 80  # points of a rating's chart
REVIEWED = 200  # reviewed games that habits are computed from
COST_OF_STATISTICS, COST_OF_SLIPS, COST_OF_EXPORT = 2, 3, 5
LINES = "application/x-ndjson"
MORE = "splendor-more"  # the header with the value of `before` for the next part
ALL_THEMES = (*dict.fromkeys(THEMES.values()), OTHER)  # of slips
CHOICES = {
    "game": tuple(dict.fromkeys(ruleset_of(rules).name for rules in RULESETS)),
    "level": OFFERED_BOTS,
    "players": tuple(str(count) for count in range(2, MOST_SEATS + 1)),
    "against": (results.BOTS, results.PEOPLE, results.HERE),
    "result": (results.WON, results.SHARED, results.LOST, results.NONE),
}


# Lists


async def list_games(call: Call) -> MyGames:
    await call.context.recorder.catch_up()
    hidden = call.query("hidden") == "yes"
    games, more = await page(call, PAGE_SIZE, hidden)
    found = await reviews_of(call, games)
    return MyGames([game_line(each, found.get(each.id)) for each in games], more)


async def reviews_of(call: Call, games: list[Game]) -> dict[str, Reviewed]:
    """What the reviews of these games say of me."""
    numbers = [each.number for each in games]
    query = partial(reviews.reviewed_games, wanted=Filter(call.player), most=len(games))
    found = await call.context.store.read(partial(query, only=numbers)) if games else []
    return {each.table: each for each in found}


async def page(call: Call, size: int, hidden: bool | None) -> tuple[list[Game], str]:
    """A page of my games, and where the next one begins."""
    wanted, before = filter_of(call), read_cursor(call.query("before"))
    select = partial(results.games_of, wanted=wanted, before=before, limit=size + 1, hidden=hidden)
    found = await call.context.store.read(select)
    last = found[size - 1] if len(found) > size else None
    return found[:size], f"{last.row.ended}.{last.number}" if last else ""


def filter_of(call: Call) -> Filter:
    asked = {name: call.query(name) for name in CHOICES}
    for name, values in CHOICES.items():
        require(asked[name] in ("", *values), "query_choice", name=name, values=values)
    players = int(asked.pop("players") or 0)
    return Filter(call.player, players=players, **asked)


def read_cursor(text: str) -> tuple[int, int] | None:
    if not text:
        return None
    ended, _, number = text.partition(".")
    right = all(part.isascii() and part.isdigit() and len(part) < 16 for part in (ended, number))
    require(right, "query_before")
    return int(ended), int(number)


def game_line(game: Game, found: Reviewed | None = None) -> MyGame:
    row, kept = game.row, json.decode(game.summary)
    return MyGame(
        table=game.id,
        rules=row.rules,
        game=row.game,
        ended=row.ended,
        seat=row.seat,
        seats=[Seat(**seat) for seat in kept["seats"]],
        against=row.against,
        outcome=row.result,
        rounds=row.rounds,
        result=Result(**kept["result"]) if kept.get("result") else None,
        level=row.level,
        help=row.help.split(),
        rating=None if row.rating is None else round(row.rating),
        interval=None if row.deviation is None else interval_of(row.deviation),
        felt=game.felt,
        hidden=game.hidden,
        review=game_review(found) if found else None,
    )


def game_review(found: Reviewed) -> GameReview:
    seat = found.seat
    return GameReview(
        accuracy=None if seat.accuracy is None else round(seat.accuracy, 1),
        luck=round(100 * seat.luck),
        given=round(100 * seat.given),
        slips=[seat.inaccuracies, seat.mistakes, seat.blunders],
        turning_points=found.turning_points,
    )


def interval_of(deviation: float) -> int:
    return round(NINETY_FIVE_PER_CENT * deviation)


# Statistics


async def show_statistics(call: Call) -> Statistics:
    recorded = await call.context.recorder.catch_up()
    return await call.context.store.read(
        partial(statistics, wanted=filter_of(call), recorded=recorded)
    )


def statistics(connection: Connection, wanted: Filter, recorded: bool) -> Statistics:
    """All numbers of the page, made in one thread; ratings do not depend on the filter."""
    everything = Filter(wanted.player)
    lines = results.lines_of(connection, everything)
    history = results.rating_history(lines, HISTORY)
    ratings = results.ratings_of(connection, [wanted.player])
    shown = lines if wanted == everything else results.lines_of(connection, wanted)
    return Statistics(
        recorded=recorded,
        games=[GameTally(**asdict(each)) for each in results.tallies(shown)],
        streaks=Streaks(*results.streaks(shown)),
        periods=[GamePeriod(**asdict(each)) for each in results.periods(shown, PERIODS)],
        ratings=[my_rating(row, history) for row in ratings],
        habits=habits_of(reviews.reviewed_games(connection, wanted, REVIEWED)),
    )


def habits_of(found: Sequence[Reviewed]) -> Habits:
    """Accuracy and luck of each game in order, and themes by what they cost."""
    costs: dict[str, tuple[int, float, str]] = {}
    for each in found:  # the last game first
        for theme, (count, cost) in json.decode(each.seat.costs).items():
            counts, total, last = costs.get(theme, (0, 0.0, each.table))
            costs[theme] = (counts + count, total + cost, last)
    themes = [
        SlipTheme(theme, count, round(100 * cost), table)
        for theme, (count, cost, table) in costs.items()
    ]
    return Habits(
        games=[reviewed_game(each) for each in reversed(found)],
        themes=sorted(themes, key=lambda theme: -theme.cost),
    )


async def list_slips(call: Call) -> list[MySlip]:
    """What I can practise: my slips of a theme."""
    theme = call.query("theme")
    require(theme in ("", *ALL_THEMES), "query_choice", name="theme", values=ALL_THEMES)
    await call.context.recorder.catch_up()
    return await call.context.store.read(partial(slips_of, wanted=filter_of(call), theme=theme))


def reviewed_game(found: Reviewed) -> ReviewedGame:
    line = game_review(found)
    return ReviewedGame(found.table, found.ended, found.result, line.accuracy, line.luck)


def my_rating(row: RatingRow, history: Iterable[RatingPoint]) -> MyRating:
    found = MyRating(row.game, row.players, row.games)
    if row.games < FIRST_RATED:
        return structs.replace(found, missing=FIRST_RATED - row.games)
    kind = (row.game, row.players)
    nearest = nearest_level(*kind, row.rating)
    return structs.replace(
        found,
        rating=round(row.rating),
        interval=interval_of(row.deviation),
        like=nearest.name if nearest else "",
        history=[rating_step(each) for each in history if (each.game, each.players) == kind],
    )


def rating_step(point: RatingPoint) -> RatingStep:
    place = point.place + FIRST_RATED - 1  # the first ones are not shown
    return RatingStep(place, point.at, round(point.rating), interval_of(point.deviation))


async def show_next(call: Call) -> list[NextLevel]:
    await call.context.recorder.catch_up()
    last = await call.context.store.read(
        results.last_games, call.player, list(ladders()), LOOKED_AT
    )
    return [NextLevel(**asdict(each)) for each in suggestions(last)]


# Changes


async def change_game(call: Call) -> MyGame:
    game = await my_game(call)
    asked: GameChange = call.body
    changes: list[Change] = []
    if asked.hidden is not None:
        changes.append(HideGame(game.id, call.player, asked.hidden))
    if asked.felt is not None:
        changes.append(SayHowItWas(game.id, call.player, asked.felt))
    await write(call, *changes)
    return game_line(await my_game(call))


async def delete_game(call: Call) -> Deleted:
    """Delete a table at which no other people were; the rating keeps what it has learned."""
    game = await my_game(call)
    others = partial(results.others_at, table=game.id, player=call.player)
    require(not await call.context.store.read(others), "not_alone")
    await change_stored(call.context.tables, game.id, DeleteTable(game.id))
    return Deleted(game.id)


async def my_game(call: Call) -> Game:
    await call.context.recorder.catch_up()
    table = call.path("table")
    query = partial(results.game_at, player=call.player, table=table)
    # Not every text is valid in a query.
    game = await call.context.store.read(query) if is_token(table) else None
    if game is None:
        raise RequestRefused("not_found", what="game")
    return game


async def write(call: Call, *changes: Change) -> None:
    try:
        await call.context.store.write(*changes)
    except Conflict:  # it was deleted in another tab
        raise RequestRefused("not_found", what="game") from None


# Export


async def export_games(call: Call) -> Reply:
    """A part of all my games as JSON lines, each with the transcript of its game."""
    await call.context.recorder.catch_up()
    games, more = await page(call, EXPORT_SIZE, None)
    found = await reviews_of(call, games)
    lines = [json.encode(await exported(call, each, found.get(each.id))) + b"\n" for each in games]
    name = {"content-disposition": 'attachment; filename="splendor-games.jsonl"'}
    return Reply(b"".join(lines), LINES, {**name, MORE: more})


async def exported(call: Call, game: Game, review: Reviewed | None) -> dict[str, Any]:
    known = json.decode(json.encode(game_line(game, review)))
    table = await call.context.tables.loader.load(game.id)
    if table is None or table.problem or table.state.status != OVER:
        return {**known, "transcript": None}
    state, created, run = table.state, table.row.created, call.context.files.run
    if state.setup.position:  # a transcript begins with a deal
        record = await run(lambda: game_file_of(state, created))
        return {**known, "transcript": None, "record": record}
    return {**known, "transcript": await run(lambda: transcript_of(state))}


GAME = "/api/me/games/{table}"
FILTERS = {name: f"one of {', '.join(values)}" for name, values in CHOICES.items()}
BEFORE = {"before": "`more` of the last page"}
BEFORE_PART = {"before": f"`{MORE}` of the last part"}
ENDPOINTS = (
    Endpoint(
        "GET", "/api/me/games", list_games, "My finished games, the last first", MyGames,
        query={**FILTERS, "hidden": "`yes` for those that I have hidden", **BEFORE},
        needs_guest=True, refuses=(400,),
    ),
    Endpoint(
        "GET", "/api/me/statistics", show_statistics, "My games in numbers, and my ratings",
        Statistics, query=FILTERS, needs_guest=True, cost=COST_OF_STATISTICS, refuses=(400,),
    ),
    Endpoint(
        "GET", "/api/me/slips", list_slips, "My slips in reviewed games, to be practised",
        list[MySlip], query={**FILTERS, "theme": f"one of {', '.join(ALL_THEMES)}"},
        needs_guest=True, cost=COST_OF_SLIPS, refuses=(400,),
    ),
    Endpoint(
        "GET", "/api/me/next", show_next, "The levels that suit me", list[NextLevel],
        needs_guest=True,
    ),
    Endpoint(
        "GET", "/api/me/export", export_games,
        f"My games as JSON lines, {EXPORT_SIZE} at a time; `{MORE}` is a header of the answer",
        query=BEFORE_PART, needs_guest=True, cost=COST_OF_EXPORT, kind=LINES, refuses=(400,),
    ),
    Endpoint(
        "POST", GAME, change_game, "Hide a game, or say how it was", MyGame, GameChange,
        needs_guest=True, rate="command", refuses=(404,),
    ),
    Endpoint(
        "DELETE", GAME, delete_game, "Delete a game that nobody else has played", Deleted,
        needs_guest=True, rate="command", refuses=(404, 409),
    ),
)  # fmt: skip
