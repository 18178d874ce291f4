"""The endpoints of reviews: starting, following, stopping, and a line on the table."""

from dataclasses import asdict

from msgspec import Raw, json

from splendor.server.http import Call, Endpoint
from splendor.server.refusals import RequestRefused, require
from splendor.server.reviews.bodies import ReviewNews, ShownLine, StartReview
from splendor.server.reviews.lines import MOST_MOVES, shown_line
from splendor.server.reviews.reviews import shown_status
from splendor.server.reviews.running import FINISHED, RUNNING, Running, unpacked
from splendor.server.storage.types import ReviewRow
from splendor.server.tables.files import finished
from splendor.server.tables.table import Table
from splendor.server.workers.queue import Asker

WAIT = 5.0  # seconds that a reader waits for news
COST_OF_REVIEW, COST_OF_LINE = 3, 2
MOST_QUERY = 300  # letters of a line


async def table_of(call: Call) -> Table:
    """A finished table that the reader may see."""
    table = await call.context.tables.get(call.path("table"), call.player)
    finished(table.state)
    return table


async def show_review(call: Call) -> ReviewNews:
    """What is known of a review; with `since`, wait for more."""
    table, since = await table_of(call), number_of(call.query("since") or "0", "since")
    running = call.context.reviews.running.get(table.id)
    if running and call.query("since") and len(running.told) <= since:
        await running.wait(WAIT)
    running = call.context.reviews.running.get(table.id)
    row = None if running else await call.context.reviews.stored(table.id)
    hints = sorted({hint.ply for hint in table.state.hints})
    game = table.state.dealt_game
    if running:
        return running_news(running, since, hints)
    if row and call.query("brief"):
        seats = table.state.seats_of(call.player)
        return brief_news(row, await call.context.reviews.slips(table.id, seats))
    outdated = row is not None and call.context.reviews.is_outdated(row, game)
    return stored_news(row, game.ply, hints, outdated)


def running_news(running: Running, since: int, hints: list[int]) -> ReviewNews:
    """Until the end of it is stored, it is running."""
    return ReviewNews(
        status=RUNNING,
        decisions=running.decisions,
        judged=len(running.judged),
        told=len(running.told),
        seconds=running.seconds_left,
        simulations=running.how.budget.decision,
        turns=[Raw(json.encode(asdict(turn))) for turn in running.turns_since(since)],
        hints=hints,
    )


def brief_news(row: ReviewRow, slips: int) -> ReviewNews:
    """Whether there is one, and how much happened in the game."""
    return ReviewNews(
        status=shown_status(row),
        decisions=row.decisions,
        judged=row.judged,
        turning_points=row.turning_points,
        slips=slips,
    )


def stored_news(
    row: ReviewRow | None, decisions: int, hints: list[int], outdated: bool
) -> ReviewNews:
    if row is None:
        return ReviewNews("none", decisions, hints=hints)
    content = unpacked(row.packed)
    whole = row.status == FINISHED
    turns: list[Raw] = [] if whole else json.decode(content, type=dict[str, list[Raw]])["turns"]
    return ReviewNews(
        status=shown_status(row),
        decisions=decisions,
        judged=row.judged,
        told=len(turns),
        simulations=row.simulations,
        turns=turns,
        review=Raw(content) if whole else None,
        made=row.made,
        turning_points=row.turning_points,
        outdated=outdated,
        hints=hints,
    )


def number_of(text: str, name: str) -> int:
    right = text.isascii() and text.isdigit() and len(text) < 6
    require(right, "query_number", name=name)
    return int(text)


async def start_review(call: Call) -> ReviewNews:
    table = await table_of(call)
    who = Asker(call.player, call.who.address)
    await call.context.reviews.start(table.state, who, call.body.again)
    return await show_review(call)


async def stop_review(call: Call) -> ReviewNews:
    table = await table_of(call)
    seated = bool(table.state.seats_of(call.player))
    await call.context.reviews.stop(table.id, call.player, seated)
    return await show_review(call)


async def show_line(call: Call) -> ShownLine:
    """The table after each move of a line, as the player who decides would see it."""
    table = await table_of(call)
    ply = number_of(call.query("ply"), "ply")
    moves = call.query("moves", MOST_QUERY).split()
    game = finished(table.state)
    if ply >= game.ply:
        raise RequestRefused("query_number", name="ply")
    require(0 < len(moves) <= MOST_MOVES, "query_moves", most=MOST_MOVES)
    return await call.context.files.run(lambda: shown_line(game, ply, moves))


REVIEW = "/api/tables/{table}/review"
REVIEW_ENDPOINTS = (
    Endpoint(
        "GET", REVIEW, show_review, "The review of a finished game, or how far it is", ReviewNews,
        query={
            "since": "the number of turns that are known: wait for more, for some seconds",
            "brief": "without what it says, once it is stored",
        },
        cost=COST_OF_REVIEW, refuses=(400, 404, 409),
    ),
    Endpoint(
        "POST", REVIEW, start_review, "Review a finished game, or go on with it", ReviewNews,
        StartReview, needs_guest=True, rate="review", refuses=(404, 409, 503),
    ),
    Endpoint(
        "DELETE", REVIEW, stop_review, "Stop a review; what is judged is kept", ReviewNews,
        needs_guest=True, rate="command", refuses=(403, 404, 409),
    ),
    Endpoint(
        "GET", f"{REVIEW}/line", show_line, "The table after each move of a line", ShownLine,
        query={"ply": "the decision at which it begins", "moves": "its moves, with spaces"},
        cost=COST_OF_LINE, refuses=(400, 404, 409),
    ),
)  # fmt: skip
