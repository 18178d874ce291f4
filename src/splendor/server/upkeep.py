"""Upkeep of a running server: what `splendor admin` changed, and what is kept for how long."""

import asyncio
import time
from collections.abc import Callable, Coroutine
from typing import Any

from splendor.core.errors import RulesError
from splendor.core.refusals import Refusal
from splendor.server.context import Context
from splendor.server.erasing import delete_table, erase
from splendor.server.keys import signing_keys
from splendor.server.logs import log
from splendor.server.storage import admin, people
from splendor.server.storage.types import EraseGuest, StoreFailure

NOTICE_INTERVAL = 2.0  # seconds between two looks at the notices
RETENTION_INTERVAL = 3600.0  # seconds between two looks for what is kept too long
AT_ONCE = 100  # guests or games that are deleted in one pass
UNUSED_DAYS = 30  # that guests who never joined a table are kept
DAY = 24 * 3600 * 1000  # milliseconds


class Upkeep:
    def __init__(self, context: Context) -> None:
        self.context = context
        self._read = -1  # the number of the last notice
        self._retained = -RETENTION_INTERVAL

    async def run(self) -> None:
        while True:
            try:
                await self.look()
                if time.monotonic() - self._retained >= RETENTION_INTERVAL:
                    self._retained = time.monotonic()
                    await self.retain()
            except RulesError as error:  # the database does not answer: try again
                log.warning("upkeep failed", error=error.code)
            await asyncio.sleep(NOTICE_INTERVAL)

    # Notices

    async def look(self) -> None:
        """Heed the notices since the last look; those from before the start are history."""
        store = self.context.store
        if self._read < 0:
            self._read = await store.read(people.last_notice)
            return
        for number, kind, subject in await store.read(people.notices_after, self._read):
            await self.heed(kind, subject)
            self._read = number

    async def heed(self, kind: str, subject: str) -> None:
        heeds: dict[str, Callable[[str], Coroutine[Any, Any, None]]] = {
            admin.TABLE: self.reload_table,
            admin.GUEST: self.reload_guest,
            admin.KEYS: self.reload_keys,
            admin.DELETE: self.delete,
            admin.ERASE: self.erase,
        }
        if kind in heeds:
            log.info("an administrator changed something", what=kind)
            await heeds[kind](subject)

    async def reload_table(self, id: str) -> None:
        table = self.context.tables.live.get(id)
        if table:
            async with table.lock:
                self.context.tables.unload(table)

    async def reload_guest(self, player: str) -> None:
        self.context.guests.forget(player)
        guest = await self.context.guests.get(player)
        if guest is None or self.context.guests.is_banned(guest):
            values = {"until": guest.banned} if guest else {}
            refusal = Refusal("banned", values) if guest else Refusal("revoked")
            self.context.close_sockets_of(player, refusal)

    async def reload_keys(self, _: str) -> None:
        self.context.identity.use_keys(signing_keys(self.context.settings.data))

    async def delete(self, table: str) -> None:
        await delete_table(self.context, table)

    async def erase(self, player: str) -> None:
        await erase(self.context, player)

    # Retention

    async def retain(self) -> None:
        """Delete what has been kept for longer than the settings say."""
        context, settings = self.context, self.context.settings
        unused = context.tables.now - UNUSED_DAYS * DAY
        for player in await context.store.read(people.guests_not_seen_since, unused, AT_ONCE, True):
            await context.store.write(EraseGuest(player))
            context.guests.forget(player)
        if settings.keep_guests:
            before = context.tables.now - settings.keep_guests * DAY
            for player in await context.store.read(people.guests_not_seen_since, before, AT_ONCE):
                await erase(context, player)
        if settings.keep_games:
            before = context.tables.now - settings.keep_games * DAY
            for table in await context.store.read(people.tables_over_since, before, AT_ONCE):
                await delete_table(context, table)


async def keep_up(context: Context) -> None:
    try:
        await Upkeep(context).run()
    except StoreFailure as error:
        log.error("upkeep has ended", error=error.code)
