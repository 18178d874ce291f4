"""Which guest uses a device: cookies hold the id of a device, and a device belongs to a guest."""

import asyncio
import re
import time
from collections import OrderedDict
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, replace
from typing import TypeVar

from splendor.server.storage import people
from splendor.server.storage.store import Store
from splendor.server.storage.types import DeviceRow, SeeDevice, StoreFailure

MAX_CACHED = 20_000  # devices, and guests, in memory
SEEN_INTERVAL = 24 * 3600 * 1000  # milliseconds after which the use of a device is stored again

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class KnownGuest:
    """A guest. `banned` is the time until which nothing can be done with the profile."""

    player: str
    name: str
    banned: int = 0


class Guests:
    """Finds the guests of devices. What it has read is kept in memory until it is forgotten."""

    def __init__(self, store: Store, clock: Callable[[], float] = time.time) -> None:
        self.store, self._clock = store, clock
        self._devices: OrderedDict[str, DeviceRow] = OrderedDict()
        self._guests: OrderedDict[str, KnownGuest] = OrderedDict()
        self._changes = 0  # how often something was forgotten
        self._writes: set[asyncio.Task[None]] = set()

    @property
    def now(self) -> int:
        return int(1000 * self._clock())

    def counted_as(self, device: str | None) -> str | None:
        """Whose rate limits a request counts towards: the guest, if that is known already."""
        row = self._devices.get(device or "")
        return row.player if row else device

    async def of_device(self, device: str | None) -> KnownGuest | None:
        """The guest of a device; None if it is unknown or was revoked."""
        if device is None:
            return None
        row = self._devices.get(device)
        if row is None:
            before = self._changes
            row = await self.store.read(people.device, device)
            if row is None:
                return None
            if before == self._changes:  # otherwise it may have been revoked meanwhile
                keep(self._devices, device, row)
        self._see(row)
        return await self.get(row.player)

    async def get(self, player: str) -> KnownGuest | None:
        guest = self._guests.get(player)
        if guest is None:
            before = self._changes
            row = await self.store.player(player)
            if row is None:
                return None
            guest = KnownGuest(row.id, row.name, row.banned)
            if before == self._changes:
                keep(self._guests, player, guest)
        return guest

    def is_banned(self, guest: KnownGuest) -> bool:
        return guest.banned > self.now

    def remember(self, player: str, name: str) -> None:
        """A guest has this name now."""
        known = self._guests.get(player, KnownGuest(player, name))
        keep(self._guests, player, replace(known, name=name))

    def forget(self, player: str) -> None:
        """Read the guest and their devices again: something has changed."""
        self._changes += 1
        self._guests.pop(player, None)
        for device in [id for id, row in self._devices.items() if row.player == player]:
            del self._devices[device]

    def _see(self, row: DeviceRow) -> None:
        """Store that a device is in use, once a day."""
        if self.now - row.seen < SEEN_INTERVAL or row.id not in self._devices:
            return
        self._devices[row.id] = replace(row, seen=self.now)
        task = asyncio.get_running_loop().create_task(self._store_seen(row.id))
        self._writes.add(task)
        task.add_done_callback(self._writes.discard)

    async def _store_seen(self, device: str) -> None:
        with suppress(StoreFailure):
            await self.store.write(SeeDevice(device, self.now))


def keep(cache: OrderedDict[str, T], key: str, value: T) -> None:
    cache[key] = value
    cache.move_to_end(key)
    if len(cache) > MAX_CACHED:
        cache.popitem(last=False)


# The names of devices

BROWSERS = (  # the first that is found: others name themselves after them
    ("Edg", "Edge"),
    ("OPR/", "Opera"),
    ("SamsungBrowser", "Samsung Internet"),
    ("Firefox", "Firefox"),
    ("FxiOS", "Firefox"),
    ("CriOS", "Chrome"),
    ("Chrome", "Chrome"),
    ("Safari", "Safari"),
)
SYSTEMS = (
    ("iPhone", "iPhone"),
    ("iPad", "iPad"),
    ("Android", "Android"),
    ("CrOS", "ChromeOS"),
    ("Windows", "Windows"),
    ("Macintosh", "macOS"),
    ("Linux", "Linux"),
)
PROGRAM = re.compile(r"[A-Za-z][A-Za-z0-9._-]{0,30}")


def device_name(user_agent: str) -> str:
    """Browser and system of a User-Agent header, for the list of devices; may be empty."""
    text = user_agent[:500]
    found = [
        next((name for sign, name in names if sign in text), "") for names in (BROWSERS, SYSTEMS)
    ]
    program = PROGRAM.match(text)
    if not found[0] and program and program[0] != "Mozilla":
        found[0] = program[0]
    return ", ".join(filter(None, found))
