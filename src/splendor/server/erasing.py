"""Erasing guests: they leave their tables, then their traces in the logs are removed."""

from contextlib import suppress

from splendor.core.errors import RulesError
from splendor.core.refusals import Refusal
from splendor.server.context import Context
from splendor.server.identity import new_token
from splendor.server.messages import Leave, Resign
from splendor.server.storage import people
from splendor.server.storage.types import Change, DeleteTable, EraseGuest, EraseTraces, StoreFailure
from splendor.server.tables.changing import change_stored
from splendor.server.tables.commands import Person
from splendor.server.tables.state import PLAYING, WAITING


async def erase(context: Context, player: str) -> int:
    """Erase a guest. Returns at how many tables. Whatever fails can be repeated: nothing is half
    done at a table, and the guest is deleted last.
    """
    context.guests.forget(player)
    tables = await context.store.read(people.traces_of, player)
    for table in tables:
        if await context.store.read(people.others_at, table, player):
            await leave(context, table, player)
            await change_stored(context.tables, table, erasure_at(table, player))
        else:
            await change_stored(context.tables, table, DeleteTable(table))
    await context.store.write(EraseGuest(player))
    context.guests.forget(player)
    context.close_sockets_of(player, Refusal("revoked"))
    return len(tables)


async def leave(context: Context, table_id: str, player: str) -> None:
    """Leave a table that waits, give up a running game, so that the others are not kept waiting."""
    row = await context.store.table(table_id)
    if row is None or row.status not in (WAITING, PLAYING):
        return
    with suppress(RulesError):  # the table is frozen, or the game has just ended
        table = await context.tables.get(table_id, player)
        for seat in table.state.seats_of(player):
            command = Leave(new_token()) if row.status == WAITING else Resign(new_token(), seat)
            await context.tables.execute(table, Person(player, ""), command)


def erasure_at(table: str, player: str) -> Change:
    return EraseTraces(table, player, people.stand_in_of(player, table))


async def delete_table(context: Context, table: str) -> None:
    with suppress(StoreFailure):
        await change_stored(context.tables, table, DeleteTable(table))
