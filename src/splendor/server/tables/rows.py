"""What the store keeps of a table: the rows of its events, and what lists show of it."""

from splendor.server.identity import is_token
from splendor.server.refusals import require
from splendor.server.storage.types import (
    AddTraces,
    Change,
    EventRow,
    SetMembers,
    SetStatus,
    TableRow,
)
from splendor.server.tables import events as event_types
from splendor.server.tables.events import StampedEvent, kind_of
from splendor.server.tables.news import summary_of
from splendor.server.tables.state import TableState


def event_row(table: str, seq: int, stamped: StampedEvent) -> EventRow:
    return EventRow(
        table=table,
        seq=seq,
        at=stamped.at,
        player=stamped.player or None,
        id=stamped.id or None,
        kind=kind_of(stamped.event),
        body=event_types.encode(stamped.event),
    )


def first_lists(state: TableState, owner: str) -> list[Change]:
    """In whose lists a new table appears, and who appears in its log."""
    people = tuple(sorted(state.people))
    return [SetMembers(state.id, people), AddTraces(state.id, tuple({*people, owner}))]


def list_changes(before: TableState, after: TableState, now: int, author: str = "") -> list[Change]:
    """Changes to what lists show of the table, if anything changed, and to who is in its log."""
    changes: list[Change] = []
    if (before.status, before.seats) != (after.status, after.seats):
        changes.append(SetStatus(after.id, after.status, now, summary_of(after)))
    if before.people != after.people:
        changes.append(SetMembers(after.id, tuple(sorted(after.people))))
    if new := ({*after.people, author} - before.people - {""}):
        changes.append(AddTraces(after.id, tuple(sorted(new))))
    return changes


def first_row(state: TableState, now: int) -> TableRow:
    """The stored row of a table that has just been created."""
    return TableRow(
        id=state.id,
        created=now,
        changed=now,
        status=state.status,
        rules=state.setup.rules,
        players=len(state.seats),
        secret=state.secret,
        summary=summary_of(state),
    )


def read_cursor(text: str) -> tuple[int, str] | None:
    """Where the next page of a list begins."""
    if not text:
        return None
    changed, _, id = text.partition(".")
    right = changed.isascii() and changed.isdigit() and len(changed) < 16
    require(right and is_token(id), "query_before")
    return int(changed), id
