"""Listeners: the queue of frames for one socket."""

import asyncio

from splendor.server.tables.listeners import MAX_BYTES, MAX_FRAMES, Listener
from tests.server.fakes import async_test


@async_test
async def test_frames_come_out_in_the_order_in_which_they_were_sent() -> None:
    listener = Listener("Anna")
    frames = [b"%d" % number for number in range(MAX_FRAMES)]
    for frame in frames:
        listener.send(frame)
    assert [await listener.next() for _ in frames] == frames


@async_test
async def test_a_new_frame_wakes_the_waiting_reader() -> None:
    listener = Listener("Anna")
    waiting = asyncio.ensure_future(listener.next())
    await asyncio.sleep(0)
    assert not waiting.done()
    listener.send(b"news")
    assert await waiting == b"news"


@async_test
async def test_too_many_frames_drop_the_listener() -> None:
    listener = Listener("Anna")
    for _ in range(MAX_FRAMES):
        listener.send(b"x")
    assert not listener.dropped
    listener.send(b"x")
    assert listener.dropped
    assert await listener.next() is None


@async_test
async def test_too_many_bytes_drop_the_listener() -> None:
    listener = Listener("Anna")
    half = b"x" * (MAX_BYTES // 2)
    for _ in range(10):  # no limit while the frames are read in time
        listener.send(half)
        listener.send(half)
        assert await listener.next() == await listener.next() == half
    listener.send(half)
    listener.send(half)
    listener.send(b"x")
    assert listener.dropped


@async_test
async def test_one_frame_always_fits() -> None:
    listener = Listener("Anna")
    large = b"x" * (2 * MAX_BYTES)
    listener.send(large)
    assert await listener.next() == large


@async_test
async def test_a_dropped_listener_keeps_no_frames() -> None:
    listener = Listener("Anna")
    waiting = asyncio.ensure_future(listener.next())
    await asyncio.sleep(0)
    listener.drop()
    assert await waiting is None
    listener.send(b"news")
    assert await listener.next() is None
