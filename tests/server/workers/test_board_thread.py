"""The thread of the analysis board: one thing after the other, within limits."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from splendor.server.refusals import RequestRefused
from splendor.server.workers.board_thread import MOST_AT_ADDRESS, MOST_WAITING, BoardThread
from tests.server.fakes import async_test


@contextmanager
def a_thread() -> Iterator[BoardThread]:
    boards = BoardThread()
    try:
        yield boards
    finally:
        boards.close()


@async_test
async def test_results_and_refusals_come_back() -> None:
    def fail() -> None:
        raise RequestRefused("no_draw")

    with a_thread() as boards:
        assert await boards.run("1.2.3.4", lambda: 7) == 7
        with pytest.raises(RequestRefused):
            await boards.run("1.2.3.4", fail)


@pytest.mark.parametrize("addresses, most", [(1, MOST_AT_ADDRESS), (100, MOST_WAITING)])
@async_test
async def test_few_wait_of_one_address_and_of_all(addresses: int, most: int) -> None:
    go_on = threading.Event()
    with a_thread() as boards:
        waiting = [
            asyncio.create_task(boards.run(f"10.0.0.{number % addresses}", go_on.wait))
            for number in range(most)
        ]
        await asyncio.sleep(0)
        with pytest.raises(RequestRefused) as refusal:
            await boards.run("10.0.0.0" if addresses == 1 else "10.9.9.9", go_on.wait)
        assert refusal.value.code == "busy"
        if addresses == 1:  # others are not concerned
            other = asyncio.create_task(boards.run("10.9.9.9", go_on.wait))
            waiting.append(other)
        go_on.set()
        assert all(await asyncio.gather(*waiting))
        assert await boards.run("10.0.0.0", lambda: True)  # there is room again
