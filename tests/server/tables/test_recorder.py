"""Finished games are recorded when they end, after a crash, and from earlier versions."""

import asyncio
from functools import partial
from pathlib import Path
from typing import Any, cast

import pytest
from sqlalchemy import text

from splendor.server.storage.database import address_of, engine_of
from splendor.server.storage.results import Filter, Game, games_of, ratings_of, unrecorded
from splendor.server.storage.store import Store
from splendor.server.tables import recorder as recorder_module
from splendor.server.tables.recorder import Recorder
from tests.server.fakes import FakeServer, MemoryStore
from tests.server.storage.stored import opened


async def games(store: Store, player: str = "Anna") -> list[Game]:
    return await store.read(lambda at: games_of(at, Filter(player), None, 99))


@pytest.fixture
def url(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    monkeypatch.setattr(recorder_module, "PAUSE", 0.0)
    return f"sqlite:///{tmp_path / 'games.sqlite3'}"


def server_on(store: Store) -> FakeServer:
    return FakeServer(cast(MemoryStore, cast(Any, store)))


def test_finished_games_are_recorded_in_order_whether_archived_or_not(url: str) -> None:
    async def scenario(store: Store) -> None:
        server = server_on(store)
        tables = [await server.over("Anna", "regular") for _ in range(3)]
        await server.playing("Anna", "regular")
        await store.archive(tables[1].id)
        recorder = Recorder(store, server.tables.loader)
        both = await asyncio.gather(recorder.record_all(), recorder.record_all())
        assert list(both) == [3, 0]  # the second one waits, and looks again
        found = await games(store)
        assert [game.id for game in found] == [table.id for table in reversed(tables)]
        assert await recorder.record_all() == 0
        (rating,) = await store.read(partial(ratings_of, people=["Anna"]))
        assert rating.games == 3
        await server.tables.close()

    with opened(url) as store:
        asyncio.run(scenario(store))


def test_a_table_that_cannot_be_read_does_not_stop_the_others(url: str) -> None:
    async def scenario(store: Store) -> None:
        server = server_on(store)
        broken, whole = [await server.over("Anna", "regular") for _ in range(2)]
        engine = engine_of(address_of(url), writes=True)
        with engine.begin() as connection:
            damage = 'UPDATE events SET body = :body WHERE seq = 3 AND "table" = 1'
            connection.execute(text(damage), {"body": b"{"})
        engine.dispose()
        recorder = Recorder(store, server.tables.loader)
        assert await recorder.record_all() == 2
        results = {game.id: game.row.result for game in await games(store)}
        assert results == {broken.id: "unreadable", whole.id: "lost"}
        assert await store.read(partial(unrecorded, most=9)) == []
        await server.tables.close()

    with opened(url) as store:
        asyncio.run(scenario(store))
