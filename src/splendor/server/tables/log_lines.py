"""The lines of a table's log, as its readers see them.

A projection of the events, beside the fold of `state.py`: each event adds at most one line. Lines
are encoded once, when the event happens or the log is loaded, and sent to every reader.
"""

from bisect import bisect_right
from dataclasses import dataclass
from typing import Any

from msgspec import json

from splendor.core.records import Records
from splendor.game import Game
from splendor.server.messages import LogLine
from splendor.server.tables.events import (
    UNDO,
    Admitted,
    Answered,
    AnyEvent,
    Asked,
    Began,
    Chatted,
    Concluded,
    Created,
    Filled,
    ForkSource,
    Hinted,
    Left,
    Moved,
    Muted,
    Readied,
    Rematched,
    Removed,
    Replaced,
    Returned,
    Sat,
    StampedEvent,
    Started,
    Undone,
    kind_of,
)
from splendor.server.tables.move_facts import MoveFacts, facts_of

encode = json.Encoder().encode
PAGE_LINES, PAGE_BYTES = 500, 65_536  # of one message; a usual game has fewer


@dataclass(frozen=True, slots=True)
class EncodedLine:
    """A line of the log as JSON. `author` is set where a reader may have muted the author."""

    seq: int
    line: bytes
    author: str = ""


class LogLines:
    """All lines of one table. `add` is called once for each event, in order."""

    def __init__(self) -> None:
        self.lines: list[EncodedLine] = []
        self._seq = 0
        self._players: list[str] = []  # the person at each seat, or empty
        self._fork: ForkSource | None = None
        self._record: Records | None = None  # the game after the last event

    @classmethod
    def restored(
        cls,
        lines: list[EncodedLine],
        seq: int,
        players: list[str],
        fork: ForkSource | None,
        game: Game | None,
    ) -> "LogLines":
        """The lines as they were after event `seq`."""
        log = cls()
        log.lines, log._seq, log._players, log._fork = lines, seq, players, fork
        log._record = game.record if game else None
        return log

    @property
    def players(self) -> list[str]:
        """The person at each seat, or empty."""
        return list(self._players)

    def add(self, stamped: StampedEvent, game: Game | None) -> None:
        """Add the line of an event; `game` is the table's game after the event."""
        event = stamped.event
        self._seq += 1
        line = self._line_of(event, stamped.at, game)
        if line is not None:
            author = event.player if isinstance(event, Chatted) else ""
            self.lines.append(EncodedLine(self._seq, encode(line), author))
        self._follow(event, game)

    def since(self, seq: int) -> list[EncodedLine]:
        """The lines of the events after number `seq`."""
        return self.lines[self._index_after(seq) :]

    def page(self, seq: int) -> tuple[list[EncodedLine], int]:
        """The first lines after event `seq`, as many as fit into one message, and the number of
        the last event that they cover.
        """
        first = self._index_after(seq)
        lines = self.lines[first : first + PAGE_LINES]
        size = 0
        for number, each in enumerate(lines):
            size += len(each.line)
            if size > PAGE_BYTES and number:
                lines = lines[:number]
                break
        is_last = first + len(lines) == len(self.lines)
        return lines, self._seq if is_last else lines[-1].seq

    def _index_after(self, seq: int) -> int:
        return bisect_right(self.lines, seq, key=lambda each: each.seq)

    def _follow(self, event: AnyEvent, game: Game | None) -> None:
        """Keep what later lines need: who sits where, and the record before the next move."""
        match event:
            case Created():
                self._players = [each.player for each in event.seats]
                self._fork = event.fork
            case Sat(seat, player):
                self._players[seat] = player
            case Left(seat) | Removed(seat):
                self._players[seat] = ""
            case Started(kept):
                self._players = [self._players[seat] for seat in kept]
            case Began() | Moved() | Undone():
                assert game is not None
                self._record = game.record

    def _line_of(self, event: AnyEvent, at: int, game: Game | None) -> LogLine | None:
        if isinstance(event, Muted):
            return None  # visible to nobody but the person who muted
        fields = self._fields_of_seat(event) or self._other_fields(event)
        if isinstance(event, Moved):
            assert game is not None
            fields.update(self._move_fields(event, game))
        return LogLine(self._seq, at, kind_of(event), **fields)

    def _fields_of_seat(self, event: AnyEvent) -> dict[str, Any]:
        match event:
            case Sat(seat, player, name):
                why = "renamed" if self._players[seat] == player else ""
                return {"seat": seat, "name": name, "why": why}
            case Filled(seat, level):
                return {"seat": seat, "text": level}
            case Replaced(seat, level, why):
                return {"seat": seat, "text": level, "why": why}
            case Concluded(reason, _, seat, limit, failed):
                return {"seat": seat, "why": reason, "kept": limit or None, "text": failed}
            case Hinted(seat, ply, what, moves):
                return {"seat": seat, "kept": ply, "why": what, "text": " ".join(moves)}
            case Left(seat) | Removed(seat) | Returned(seat) | Moved(seat):
                return {"seat": seat}
            case _:
                return {}

    def _other_fields(self, event: AnyEvent) -> dict[str, Any]:
        match event:
            case Readied(player):
                return {"seat": self._seat_of(player)}
            case Asked(player, what, kept):
                kept_moves = kept if what == UNDO else None
                return {"seat": self._seat_of(player), "text": what, "kept": kept_moves}
            case Answered(player, yes):
                return {"seat": self._seat_of(player), "yes": yes}
            case Chatted(player, name, text):
                return {"seat": self._seat_of(player), "name": name, "text": text}
            case Undone(kept):
                return {"kept": kept}
            case Started(seats):
                return {"seats": seats}
            case Admitted(watch, chat):
                return {"yes": watch, "text": "chat" if chat else ""}
            case Rematched(table):
                return {"table": table}
            case Began() if self._fork:
                return {"kept": self._fork.ply, "table": self._fork.table}
            case Began(deal) if "position" in deal:
                return {"why": "position"}
            case _:
                return {}

    def _seat_of(self, player: str) -> int | None:
        """The first seat of a person; None if they left."""
        return self._players.index(player) if player in self._players else None

    def _move_fields(self, event: Moved, game: Game) -> dict[str, Any]:
        facts = self._facts_of(event, game)
        columns: list[tuple[str, list[Any], Any]] = [
            ("drawn", event.drawn, ""),
            ("cards", [each.card for each in facts], None),
            ("taken", [each.taken for each in facts], ""),
            ("nobles", [each.noble for each in facts], None),
            ("privileges", [each.privileges for each in facts], []),
        ]
        filled = {name: each for name, each, empty in columns if each.count(empty) < len(each)}
        return {"moves": event.moves, "weakened": event.weakened, **filled}

    def _facts_of(self, event: Moved, game: Game) -> list[MoveFacts]:
        """What came with each move. Only the records between the moves have to be found again."""
        assert self._record is not None
        records, moves = [game.record], [game.parse(text) for text in event.moves]
        if len(moves) > 1:
            trial = game.copy()
            while len(records) < len(moves):
                trial.pop()
                records.insert(0, trial.record)
        before = [self._record, *records]
        steps = zip(moves, before, records, strict=False)
        return [facts_of(game.ruleset.name, move, old, new) for move, old, new in steps]
