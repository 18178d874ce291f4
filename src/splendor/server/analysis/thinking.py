"""Thinking for the analysis board: in the bots' processes, behind everything else that they do, and
only while somebody waits for the answer.
"""

import asyncio
import contextlib
from collections.abc import Coroutine
from typing import Any, TypeVar

from msgspec import convert

from splendor.game import Game
from splendor.server.analysis.bodies import Thought
from splendor.server.http import Call
from splendor.server.refusals import RequestRefused, require
from splendor.server.workers.bot_worker import Explore
from splendor.server.workers.queue import Asker

T = TypeVar("T")

SECONDS = 3.0  # of one search; the browser asks again for more
PATIENCE = 15.0  # seconds, with the waiting for a process
LOOK = 0.2  # seconds between two looks whether the client is still there
SEED = "board"  # the same position has the same numbers, as far as the time allows


def asker(call: Call) -> Asker:
    return Asker(call.player, call.who.address)


async def think(call: Call, game: Game, simulations: int) -> Thought:
    """What a search finds for the seat that decides."""
    require(not game.is_over, "nothing_to_decide")
    request = Explore(game.view(game.active), SEED, simulations, SECONDS)
    found = await while_there(call, call.context.pool.explore(request, asker(call)))
    return convert(found, Thought)


async def while_there(call: Call, work: Coroutine[Any, Any, T]) -> T:
    """The result of the work. It is given up when the client has gone, or waits for too long."""
    task = asyncio.ensure_future(work)
    try:
        async with asyncio.timeout(PATIENCE):
            while not (await asyncio.wait([task], timeout=LOOK))[0]:
                if await call.request.is_disconnected():
                    raise RequestRefused("busy")
        return task.result()
    except TimeoutError:
        raise RequestRefused("busy") from None
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, Exception):
            await task
