"""A store in memory and bots that answer at once, for tests of tables."""

from typing import Any

from splendor.bots import Clock, make_bot
from splendor.game import View
from splendor.server.rows import (
    AddEvent,
    AddSeatLink,
    Archive,
    Change,
    EventRow,
    NewTable,
    PlayerRow,
    SavePlayer,
    SeatLinkRow,
    SetMembers,
    SetStatus,
    StoreFailure,
    TableRow,
    UseSeatLink,
)


class MemoryStore:
    """What `Store` promises, without a disk. `failing` lets every write fail."""

    def __init__(self) -> None:
        self.tables: dict[str, TableRow] = {}
        self.logs: dict[str, list[EventRow]] = {}
        self.members: dict[str, tuple[str, ...]] = {}
        self.players: dict[str, PlayerRow] = {}
        self.links: dict[str, SeatLinkRow] = {}
        self.failing = False
        self.writes = 0

    async def write(self, *changes: Change) -> None:
        if self.failing:
            raise StoreFailure
        self.writes += 1
        for change in changes:
            self.keep(change)

    def keep(self, change: Change) -> None:
        match change:
            case NewTable(row):
                self.tables[row.id] = row
                self.logs[row.id] = []
            case AddEvent(event):
                assert event.seq == len(self.logs[event.table]) + 1
                self.logs[event.table].append(event)
            case SetStatus(table, status, changed, summary):
                old = self.tables[table]
                self.tables[table] = TableRow(
                    old.id, old.created, changed, status, old.rules, old.players, old.secret,
                    summary,
                )  # fmt: skip
            case SetMembers(table, players):
                self.members[table] = players
            case SavePlayer(player):
                self.players[player.id] = player
            case AddSeatLink(token_hash, table, seat, player_id, expires):
                self.links[token_hash] = SeatLinkRow(token_hash, table, seat, player_id, expires)
            case UseSeatLink(token_hash):
                if token_hash not in self.links:
                    raise StoreFailure
                del self.links[token_hash]
            case Archive():
                pass

    async def table(self, id: str) -> TableRow | None:
        return self.tables.get(id)

    async def events(self, id: str, after: int = 0) -> list[EventRow]:
        return [row for row in self.logs[id] if row.seq > after]

    async def tables_of(
        self,
        player: str,
        status: str | None = None,
        before: tuple[int, str] | None = None,
        limit: int = 20,
    ) -> list[TableRow]:
        rows = [row for row in self.tables.values() if player in self.members[row.id]]
        rows = [row for row in rows if status in (None, row.status)]
        rows.sort(key=lambda row: (row.changed, row.id), reverse=True)
        return [row for row in rows if before is None or (row.changed, row.id) < before][:limit]

    async def player(self, id: str) -> PlayerRow | None:
        return self.players.get(id)

    async def seat_link(self, token_hash: str) -> SeatLinkRow | None:
        return self.links.get(token_hash)

    async def ping(self) -> None:
        if self.failing:
            raise StoreFailure


class QuickBots:
    """Greedy in place of every bot, in this process; it remembers what it was given."""

    def __init__(self) -> None:
        self.asked: list[tuple[str, str]] = []
        self.failing = False

    async def choose(self, view: View, bot: str, seed: str, user: str, **_: Any) -> str:
        self.asked.append((bot, view.position))
        if self.failing:
            raise StoreFailure("the bots are away")
        return str(make_bot("greedy", 0).choose(view, Clock()))

    async def analyse(self, view: View, *_: Any) -> list[dict[str, Any]]:
        move = str(view.legal_moves[0])
        return [
            {
                "move": move,
                "describe": view.describe(move),
                "value": 0.5,
                "error": 0.1,
                "visits": 10,
                "proven": False,
                "line": [move],
            }
        ]
