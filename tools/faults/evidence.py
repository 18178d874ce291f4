"""Acknowledgements, recorded by the clients and compared with what the server has stored.

An acknowledgement is recorded under its table and message id. Whatever the server later says about
the same id, or the same position in the log, is added and overwrites nothing.
"""

import json
import sqlite3
from collections import Counter
from collections.abc import Iterable, Iterator
from contextlib import closing
from dataclasses import dataclass, field
from itertools import groupby
from pathlib import Path
from typing import Any, NamedTuple

import psycopg
from sqlalchemy import make_url

from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.server.tables import events as log
from splendor.server.tables.events import StampedEvent
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.state import TableState

MOST_EXAMPLES = 20  # faults that are reported in full
ROWS = (
    "SELECT t.id, t.secret, e.seq, e.at, e.player, e.id, e.kind, e.body "
    'FROM events e JOIN tables t ON t.number = e."table" '
)
ORDER = "ORDER BY t.number, e.seq"
# The kinds of events that a command may cause; they have its id.
KINDS = {
    "play": ("moved",),
    "chat": ("chatted",),
    "sit": ("sat",),
    "ready": ("readied",),
    "ask": ("asked", "undone"),
    "answer": ("answered", "undone"),
}
FIELDS = {"play": "moves", "chat": "text", "sit": "seat", "ready": "nonce"}

Key = tuple[str, str]  # table and id of the message


class EventRow(NamedTuple):
    """One event as stored in the database."""

    table: str
    secret: str
    seq: int
    at: int
    player: str | None
    id: str | None
    kind: str
    body: bytes

    @property
    def fields(self) -> dict[str, Any]:
        found: dict[str, Any] = json.loads(self.body)
        return found


@dataclass
class Evidence:
    """Everything that was sent and answered. `faults` counts what must never happen."""

    sent: dict[Key, dict[str, Any]] = field(default_factory=dict)
    acked: dict[str, dict[str, list[int]]] = field(default_factory=dict)  # by table, by id
    refused: dict[Key, str] = field(default_factory=dict)
    received: dict[str, dict[int, bytes]] = field(default_factory=dict)
    acks: int = 0  # acknowledged commands, each counted once
    moves: int = 0  # the moves among them
    tables: set[str] = field(default_factory=set)  # created, as acknowledged by the server
    faults: Counter[str] = field(default_factory=Counter)
    examples: list[str] = field(default_factory=list)
    codes: Counter[str] = field(default_factory=Counter)  # refusals by code
    _known: set[tuple[str, str]] = field(default_factory=set)
    _news: list[str] = field(default_factory=list)  # lines not yet written to the file

    # Reports of clients

    def send(self, table: str, command: dict[str, Any]) -> None:
        self.sent.setdefault((table, command["id"]), command)

    def ack(self, table: str, id: str, seq: int) -> None:
        self._news.append(json.dumps([table, id, seq, self.sent.get((table, id))]))
        self._file(table, id, seq)

    def _file(self, table: str, id: str, seq: int) -> None:
        seqs = self.acked.setdefault(table, {}).setdefault(id, [])
        seqs.append(seq)
        if len(seqs) == 1:
            self.acks += 1
            self.moves += self.sent.get((table, id), {}).get("type") == "play"

    def refuse(self, table: str, id: str, code: str) -> None:
        self.refused[table, id] = code
        self.codes[code] += 1

    def receive(self, table: str, seq: int, event: bytes) -> None:
        """Record an event as a client received it. All clients must receive the same."""
        before = self.received.setdefault(table, {}).setdefault(seq, event)
        if before != event:
            self.fault("sent_differently", table, f"event {seq}")

    def fault(self, kind: str, table: str, what: str) -> None:
        """Count a fault once, however often it is found again."""
        if (kind, text := f"{table}: {what}") in self._known:
            return
        self._known.add((kind, text))
        self.faults[kind] += 1
        if len(self.examples) < MOST_EXAMPLES:
            self.examples.append(f"{kind}: {text}")

    # On disk, for a run that is resumed

    def write(self, path: Path) -> None:
        lines, self._news = self._news, []
        with path.open("a", encoding="utf-8") as file:
            file.writelines(f"{line}\n" for line in lines)

    def read(self, path: Path) -> None:
        for line in path.read_text(encoding="utf-8").splitlines():
            table, id, seq, command = json.loads(line)
            self.tables.add(table)
            if command:
                self.sent[table, id] = command
            self._file(table, id, seq)

    # Checks

    def has_acked(self, table: str, id: str) -> bool:
        return id in self.acked.get(table, {})

    def check(self, rows: Iterable[EventRow], before: "Snapshot | None" = None) -> None:
        """Compare with the logs of some tables; with `before`, only what was known then."""
        logs = {table: list(found) for table, found in groupby(rows, lambda row: row.table)}
        known = before or self.snapshot()
        for table in known.tables:
            self.check_table(table, logs.get(table, []), known)

    def snapshot(self, tables: Iterable[str] | None = None) -> "Snapshot":
        """A snapshot of what is known now, about all tables or some."""
        chosen = self.tables if tables is None else set(tables) & self.tables
        acked = {
            table: {id: tuple(seqs) for id, seqs in self.acked.get(table, {}).items()}
            for table in chosen
        }
        received = {table: dict(self.received.get(table, {})) for table in chosen}
        return Snapshot(chosen, acked, received)

    def check_table(self, table: str, rows: list[EventRow], known: "Snapshot") -> None:
        if not rows:
            self.fault("lost_table", table, "is missing")
        if [row.seq for row in rows] != list(range(1, len(rows) + 1)):
            self.fault("gap", table, "its events are not numbered 1, 2, 3, ...")
        found: dict[str, list[EventRow]] = {}
        for row in rows:
            if row.id:
                found.setdefault(row.id, []).append(row)
        for id, seqs in known.acked[table].items():
            self.check_ack(table, id, seqs, found.get(id, []))
        for id in found:
            self.check_origin(table, id)
        by_seq = {row.seq: row for row in rows}
        for seq, event in known.received[table].items():
            if seq not in by_seq or json.loads(event)["kind"] != by_seq[seq].kind:
                self.fault("sent_and_lost", table, f"event {seq}")

    def check_ack(self, table: str, id: str, seqs: tuple[int, ...], rows: list[EventRow]) -> None:
        if not rows:
            self.fault("lost", table, f"{id}, acknowledged as event {seqs[0]}")
        elif len(rows) > 1:
            self.fault("duplicated", table, f"{id} is {len(rows)} events")
        elif any(seq != rows[0].seq for seq in seqs):
            self.fault("reordered", table, f"{id}: acknowledged {seqs}, stored as {rows[0].seq}")
        elif not is_same(self.sent.get((table, id)), rows[0]):
            self.fault("altered", table, f"{id} is a different event")

    def check_origin(self, table: str, id: str) -> None:
        """Check that nothing is stored that was never sent, or that was refused."""
        if (table, id) not in self.sent:
            if table in self.received:  # otherwise from before the run was resumed
                self.fault("strange", table, f"{id} was never sent")
        elif (table, id) in self.refused and not self.has_acked(table, id):
            self.fault("refused_and_stored", table, f"{id}: {self.refused[table, id]}")

    def replay(self, rows: Iterable[EventRow]) -> tuple[int, int]:
        """Replay logs, with the server's code and by the rules alone.

        Returns the number of moves and of finished games.
        """
        moves = over = 0
        for table, found in groupby(rows, lambda row: row.table):
            try:
                game = self.replay_table(table, list(found))
            except (RulesError, ValueError, AssertionError) as error:
                self.fault("not_replayed", table, str(error))
                continue
            moves += len(game.moves) if game else 0
            over += bool(game and game.is_over)
        return moves, over

    def replay_table(self, table: str, rows: list[EventRow]) -> Game | None:
        state, lines = TableState(table, rows[0].secret), LogLines()
        for row in rows:
            event = log.decode(row.body)
            stamped = StampedEvent(event, row.at, row.player or "", row.id or "")
            state.fold(stamped)
            lines.add(stamped, state.game)
        game = replay_by_the_rules(rows)
        if state.game != game:
            self.fault("not_replayed", table, "replaying by the rules gives a different game")
        sent = {entry.seq: entry.line for entry in lines.lines}
        for seq, event in self.received.get(table, {}).items():
            if seq in sent and sent[seq] != event:
                self.fault("sent_differently", table, f"event {seq}")
        return game


@dataclass(frozen=True)
class Snapshot:
    """A snapshot: tables, their acknowledgements, and the events that clients received."""

    tables: set[str]
    acked: dict[str, dict[str, tuple[int, ...]]]
    received: dict[str, dict[int, bytes]]


def is_same(command: dict[str, Any] | None, row: EventRow) -> bool:
    """Whether an event is the effect of a command."""
    if command is None or row.kind not in KINDS[command["type"]]:
        return False
    name = FIELDS.get(command["type"])
    return name is None or bool(row.fields.get(name) == command[name])


def replay_by_the_rules(rows: Iterable[EventRow]) -> Game | None:
    """The game that follows from the stored deal and moves, without the server's code."""
    created: dict[str, Any] = {}
    game: Game | None = None
    for row in rows:
        event = row.fields
        if row.kind == "created":
            created = event
        elif row.kind == "began":
            game = dealt(created, event["deal"])
        elif row.kind == "moved":
            assert game is not None
            push_all(game, event)
        elif row.kind == "undone":
            assert game is not None
            while len(game.moves) > event["kept"]:
                game.pop()
        elif row.kind == "concluded":
            assert game is not None
            game.conclude(event["reason"], tuple(event["winners"]))
    return game


def dealt(created: dict[str, Any], deal: dict[str, Any]) -> Game:
    rules = {"name": created["rules"], **created["options"]}
    if created["rules"] != "duel":
        rules["players"] = len(created["chairs"])
    transcript: dict[str, Any] = {"rules": rules, "deal": deal, "turns": [], "result": None}
    return Game.from_transcript({"format": "splendor-transcript/1", **transcript})


def push_all(game: Game, event: dict[str, Any]) -> None:
    drawn = event.get("drawn") or [""] * len(event["moves"])
    for move, drew in zip(event["moves"], drawn, strict=True):
        assert game.active == event["seat"], f"{move} was played by the wrong seat"
        game.push(move, drew)


# The database itself


def read_rows(database: str, tables: Iterable[str] | None = None) -> list[EventRow]:
    """The logs in the database, read without the server's code.

    With SQLite, only call this while a server runs: the last connection to close checkpoints the
    write-ahead log, and the next server would find less to recover.
    """
    return list(find_rows(database, None if tables is None else list(tables)))


def row_of(values: Iterable[Any]) -> EventRow:
    """A row with the id that the client chose: a digest of the command is stored behind it."""
    row = EventRow._make(values)
    return row._replace(id=row.id.partition("#")[0]) if row.id else row


def find_rows(database: str, tables: list[str] | None) -> Iterator[EventRow]:
    address = make_url(database)
    if address.drivername == "sqlite":
        with closing(sqlite3.connect(f"file:{address.database}?mode=ro", uri=True)) as connection:
            marks = "" if tables is None else f"WHERE t.id IN ({','.join('?' * len(tables))}) "
            yield from map(row_of, connection.execute(ROWS + marks + ORDER, tables or []))
    else:
        plain = address.set(drivername="postgresql").render_as_string(hide_password=False)
        with psycopg.connect(plain) as server:
            chosen = "" if tables is None else "WHERE t.id = ANY(%s) "
            query = (ROWS + chosen + ORDER).encode()
            yield from map(row_of, server.execute(query, None if tables is None else [tables]))
