"""Files of finished games: made once, off the event loop, and bounded."""

import asyncio
import threading

import pytest

from splendor.server.refusals import RequestRefused
from splendor.server.tables import file_cache
from splendor.server.tables.file_cache import FileCache
from tests.server.fakes import async_test


@async_test
async def test_a_file_is_made_once_and_in_another_thread() -> None:
    cache, threads = FileCache(), list[threading.Thread]()

    def make() -> bytes:
        threads.append(threading.current_thread())
        return b"file"

    found = await asyncio.gather(*(cache.get(("a",), make) for _ in range(20)))
    assert found == [b"file"] * 20
    assert await cache.get(("a",), make) == b"file"
    assert len(threads) == 1
    assert threads[0] is not threading.current_thread()
    cache.close()


@async_test
async def test_the_least_recently_used_files_are_dropped() -> None:
    cache, made = FileCache(most_bytes=300), list[str]()

    async def get(name: str, size: int = 100) -> None:
        await cache.get((name,), lambda: made.append(name) or b"x" * size)  # type: ignore[func-returns-value]

    for name in ("a", "b", "c", "a", "d", "a", "b"):
        await get(name)
        assert len(cache) <= 300
    assert made == ["a", "b", "c", "d", "b"]
    await get("large", 301)  # it does not fit: nothing is kept for it
    await get("large", 301)
    assert made[-2:] == ["large", "large"]
    assert len(cache) == 0
    cache.close()


@async_test
async def test_a_file_that_fails_is_made_again() -> None:
    cache = FileCache()

    def fail() -> bytes:
        raise RequestRefused("not_over", what="files")

    for _ in range(2):
        with pytest.raises(RequestRefused):
            await cache.get(("a",), fail)
    assert await cache.get(("a",), lambda: b"file") == b"file"
    cache.close()


@async_test
async def test_too_many_files_at_once_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file_cache, "MAX_WAITING", 2)
    cache, go_on = FileCache(), threading.Event()

    def make() -> bytes:
        assert go_on.wait(60)
        return b"file"

    first = [asyncio.ensure_future(cache.get((number,), make)) for number in range(2)]
    await asyncio.sleep(0)
    with pytest.raises(RequestRefused) as refused:
        await cache.get((2,), make)
    assert refused.value.code == "busy"
    same = asyncio.ensure_future(cache.get((1,), make))  # is being made already
    go_on.set()
    assert await asyncio.gather(*first, same) == [b"file"] * 3
    assert await cache.get((2,), make) == b"file"
    cache.close()
