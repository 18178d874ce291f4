"""A database with tables that an attacker has prepared: endless chat, and games that never end."""

import asyncio
import random
from pathlib import Path

from splendor.formats.fair import commitment_of, new_secret
from splendor.game import Game
from splendor.server.identity import new_token
from splendor.server.storage.store import AddEvent, AddTable, SetMembers, SetStatus, Store
from splendor.server.tables.commands import moved
from splendor.server.tables.events import (
    PERSON,
    AnyEvent,
    Began,
    Chatted,
    Concluded,
    Created,
    Readied,
    SeatSetup,
    StampedEvent,
)
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.rows import event_row, first_row
from splendor.server.tables.state import ENGINE, TableState
from splendor.server.tables.table import Table

OWNER = "a" * 22  # the id of a guest who never comes
CHAT_LENGTH = 300
NOW = 1_700_000_000_000


def prepare(data: Path, chatty: int = 0, long: int = 0, chats: int = 12_742, moves: int = 2_906
) -> dict[str, list[str]]:  # fmt: skip
    """Write these numbers of tables, all finished, into the database of a data directory."""
    data.mkdir(parents=True, exist_ok=True)
    store = Store(f"sqlite:///{(data / 'splendor.db').as_posix()}")
    store.open()
    try:
        talk: list[AnyEvent] = [Chatted(OWNER, "Mallory", "x" * CHAT_LENGTH)] * chats
        made = {
            "chatty": [asyncio.run(write_table(store, 0, talk)) for _ in range(chatty)],
            "long": [asyncio.run(write_table(store, moves, [])) for _ in range(long)],
        }
    finally:
        store.close()
    return made


async def write_table(store: Store, moves: int, more: list[AnyEvent]) -> str:
    """A finished game with this many decisions, and further events."""
    table = a_table()
    await store.write(
        AddTable(table.row),
        AddEvent(event_row(table.id, 1, StampedEvent(table.state.setup, NOW, OWNER))),
        SetMembers(table.id, (OWNER,)),
    )
    state = table.state
    events: list[AnyEvent] = [Readied(OWNER)]
    state.fold(StampedEvent(events[0], NOW, OWNER))
    events.append(Began(state.deal().deal(), ENGINE))
    state.fold(StampedEvent(events[1], NOW))
    events += [*decisions(state.dealt_game, moves), *more, Concluded("abandoned", [])]
    stamped = [StampedEvent(event, NOW, OWNER, f"m{n}") for n, event in enumerate(events)]
    rows = [event_row(table.id, 2 + n, each) for n, each in enumerate(stamped)]
    await store.write(*map(AddEvent, rows), SetStatus(table.id, "over", NOW, table.row.summary))
    return table.id


def a_table() -> Table:
    secret = new_secret()
    seats = [SeatSetup(PERSON, OWNER, "Mallory"), SeatSetup(PERSON, OWNER, "Mallory 2")]
    plan = Created("official", {}, seats, commitment_of(secret), OWNER)
    state = TableState(new_token(), secret)
    state.fold(StampedEvent(plan, NOW, OWNER))
    return Table(state, LogLines(), first_row(state, NOW))


def decisions(game: Game, count: int) -> list[AnyEvent]:
    """Decisions of a game that does not end: everybody reserves three cards, keeps the gold, and
    takes and returns tokens from then on.
    """
    chance, events = random.Random(1), list[AnyEvent]()
    while len(events) < count:
        texts = [str(move) for move in game.legal_moves]  # returns have a fixed order
        reserving = [text for text in texts if text.startswith("r")]
        others = [text for text in texts if text[0] != "b" and text != "-J"]
        event, game = moved(game, game.active, [chance.choice(reserving or others or texts)])
        events.append(event)
    return events
