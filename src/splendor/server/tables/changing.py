"""Changing what is stored of a table: it is unloaded, and nobody loads it meanwhile."""

import asyncio

from splendor.server.storage.types import Change
from splendor.server.tables.registry import Tables


async def change_stored(tables: Tables, id: str, *changes: Change) -> None:
    """Unload a table and write these changes. Its pages connect again and load what is left."""
    await tables.loader.settled(id)
    loading = tables.loading.get(id)
    if loading is not None:
        await asyncio.wait([loading])
    table = tables.live.get(id)
    with tables.loader.closed(id):
        if table is None:
            await tables.store.write(*changes)
            return
        async with table.lock:
            tables.unload(table)
            await tables.store.write(*changes)
