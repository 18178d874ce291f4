"""All reviews: those that are being made, and those that are stored with their games."""

import asyncio
import time
from collections.abc import Callable, Sequence

from msgspec import json

from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.review.judge import Judge
from splendor.review.model import Budget
from splendor.server.logs import log
from splendor.server.refusals import require
from splendor.server.reviews.running import (
    FAILED,
    FINISHED,
    RUNNING,
    STOPPED,
    Running,
    seat_rows,
    unpacked,
)
from splendor.server.storage import reviews as queries
from splendor.server.storage.store import Store
from splendor.server.storage.types import ReviewRow, SaveReview, StoreFailure
from splendor.server.tables.files import finished
from splendor.server.tables.state import TableState
from splendor.server.workers.pool import WorkerPool
from splendor.server.workers.queue import Asker
from splendor.server.workers.review_worker import How

MOST_DECISIONS = 800  # of a game that can be reviewed
MOST_PACKED = 2**20  # bytes of a stored review
SAVE_EVERY = 5.0  # seconds, while one is being made
MOST_OF_GUEST, MOST_AT_ADDRESS, MOST_RUNNING = 2, 8, 32
SEED = "0"


class Reviews:
    """Starts, stops and stores reviews. `simulations` are those for each decision."""

    def __init__(
        self,
        store: Store,
        pool: WorkerPool,
        simulations: int,
        clock: Callable[[], float] = time.time,
    ) -> None:
        self.store, self.pool, self.clock = store, pool, clock
        self.how = How(SEED, Budget.of(simulations))
        self.running: dict[str, Running] = {}
        self._closing = False

    async def stored(self, table: str) -> ReviewRow | None:
        return await self.store.read(queries.review_at, table)

    async def slips(self, table: str, seats: Sequence[int]) -> int:
        return await self.store.read(queries.slips_at, table, seats) if seats else 0

    # Starting and stopping

    async def start(self, state: TableState, who: Asker, again: bool = False) -> None:
        """Make a review, or go on with one; one that is finished is made anew if `again`."""
        game = finished(state)
        require(game.ply <= MOST_DECISIONS, "review_long", most=MOST_DECISIONS)
        row = await self.stored(state.id)
        if state.id in self.running or (row and row.status == FINISHED and not again):
            return
        require(not again or (row and self.is_outdated(row, game)), "review_same")
        self.require_room(who)
        hinted = frozenset(hint.ply for hint in state.hints)
        made = Running(state.id, game, self.how, self.evaluator_for(game), who, hinted)
        if row and row.status != FINISHED and not self.is_made_otherwise(row, game):
            made.resume(json.decode(unpacked(row.packed)))
        made.again = again
        self.running[state.id] = made
        made.task = asyncio.ensure_future(self._make(made))

    def require_room(self, who: Asker) -> None:
        same = [each.who for each in self.running.values()]
        at_address = sum(each.address == who.address for each in same if who.address)
        of_guest = sum(each.guest == who.guest for each in same)
        full = len(same) >= MOST_RUNNING or at_address >= MOST_AT_ADDRESS
        require(not full and not self._closing, "busy")
        require(of_guest < MOST_OF_GUEST, "reviews_running", most=MOST_OF_GUEST)

    def is_outdated(self, row: ReviewRow, game: Game) -> bool:
        """Whether a finished review was made in another way than a new one would be."""
        return row.status == FINISHED and self.is_made_otherwise(row, game)

    def is_made_otherwise(self, row: ReviewRow, game: Game) -> bool:
        """With another evaluator, other weights or another budget than today's."""
        today = (*self.evaluator_for(game), self.how.budget.decision)
        return (row.evaluator, row.weights, row.simulations) != today

    def evaluator_for(self, game: Game) -> tuple[str, str]:
        """The evaluator of new reviews, and the hash of its weights."""
        judge = Judge(self.how.budget, self.how.seed)
        return judge.evaluator_for(game.ruleset.name, game.players)

    async def stop(self, table: str, player: str, seated: bool) -> None:
        """Stop a review: whoever started it may, and the people at the table."""
        made = self.running.get(table)
        if made is None:
            return
        require(seated or made.who.guest == player, "not_seated")
        assert made.task is not None
        made.status = STOPPED
        made.task.cancel()
        await asyncio.gather(made.task, return_exceptions=True)

    async def close(self) -> None:
        """Keep what is judged for the next start."""
        self._closing = True
        tasks = [each.task for each in self.running.values() if each.task]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    # Making one

    async def _make(self, made: Running) -> None:
        try:
            await made.run(self.pool, Saving(self, made))
            made.status = FINISHED
        except asyncio.CancelledError:
            if made.status == RUNNING and not self._closing:
                made.status = STOPPED
        except Exception as error:
            made.status = FAILED
            code = error.code if isinstance(error, RulesError) else type(error).__name__
            log.warning("a review failed", error=code)
        finally:
            await asyncio.shield(self._end(made))

    async def _end(self, made: Running) -> None:
        if made.judged and not (made.again and made.status != FINISHED):
            await self.save(made)
        self.running.pop(made.table, None)
        made.tell()

    async def save(self, made: Running) -> None:
        """Store what is known; one that is too large, or whose game is gone, is not stored."""
        row = made.row(int(1000 * self.clock()))
        if len(row.packed) > MOST_PACKED:
            log.warning("a review is too large", size=len(row.packed))
            return
        try:
            await self.store.write(SaveReview(row, seat_rows(made.review) if made.review else ()))
        except StoreFailure as failure:
            log.warning("a review is not stored", reason=failure.reason)


class Saving:
    """Stores a review from time to time while it is being made."""

    def __init__(self, reviews: Reviews, made: Running) -> None:
        self.reviews, self.made, self.last = reviews, made, time.monotonic()

    async def __call__(self) -> None:
        now = time.monotonic()
        if now - self.last >= SAVE_EVERY and not self.made.again:
            self.last = now
            await self.reviews.save(self.made)


def shown_status(row: ReviewRow | None) -> str:
    """The status of a stored review; `paused` if the server ended while it was being made."""
    if row is None:
        return "none"
    return "paused" if row.status == RUNNING else row.status
