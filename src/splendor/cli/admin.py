"""The commands `splendor admin` and `splendor restore`: looking after a server's database.

Both work on the database itself: there is no web surface. `admin` may be used while a server runs.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable
from typing import Any

from splendor.cli.arguments import add_command, at_least
from splendor.cli.serve import STORAGE, add_settings, require_extra, settings_of, shown
from splendor.core.errors import RulesError

PATIENCE = 30.0  # seconds to wait for the server
MOST = 50  # lines of a list
LAST_EVENTS = 20  # that `table` shows
FOR_EVER = 253_402_300_799_000


# Arguments


def add_admin(commands: Any) -> None:
    examples = ("tables --status playing", "table TABLE", "freeze TABLE --reason spam",
                "ban GUEST --days 7", "erase GUEST", "rotate-key")  # fmt: skip
    help = "Look after a server's tables and guests, also while it runs"
    parser = add_command(commands, run_admin, help, examples)
    actions = parser.add_subparsers(title="actions", metavar="ACTION", required=True)
    for add in (add_looks, add_table_actions, add_guest_actions):
        add(actions)


def add_looks(actions: Any) -> None:
    tables = add_action(actions, list_tables, "tables", "list tables, the last changed first")
    tables.add_argument("--status", choices=("open", "playing", "over", "frozen"))
    tables.add_argument("--guest", default="", help="only those of this guest")
    guests = add_action(actions, list_guests, "guests", "list guests, the last seen first")
    guests.add_argument("--name", default="", help="only those whose name has this in it")
    for parser in (tables, guests):
        parser.add_argument("--most", type=at_least(1, 10_000), default=MOST, metavar="N")
    add_action(actions, show_table, "table", "look at a table", "TABLE")
    add_action(actions, show_guest, "guest", "look at a guest", "GUEST")


def add_table_actions(actions: Any) -> None:
    freeze = add_action(actions, freeze_table, "freeze", "stop a game for good or for now", "TABLE")
    freeze.add_argument("--reason", default="stopped by the operator", help="shown to the players")
    add_action(actions, unfreeze_table, "unfreeze", "let a frozen game go on", "TABLE")
    add_action(actions, delete_table, "delete", "delete a table with everything in it", "TABLE")


def add_guest_actions(actions: Any) -> None:
    ban = add_action(actions, ban_guest, "ban", "let a guest do nothing any more", "GUEST")
    ban.add_argument("--days", type=at_least(1, 36_500), metavar="N", help="default: for ever")
    add_action(actions, unban_guest, "unban", "end a ban", "GUEST")
    add_action(actions, erase_guest, "erase", "delete a guest; games with others stay", "GUEST")
    key = add_action(actions, rotate, "rotate-key", "sign cookies with a new key")
    key.add_argument(
        "--forget", action="store_true", help="the key was stolen: no older cookie is valid"
    )


def add_action(
    actions: Any, act: Callable[..., None], name: str, help: str, subject: str = ""
) -> argparse.ArgumentParser:
    parser: argparse.ArgumentParser = actions.add_parser(name, help=help, description=f"{help}.")
    if subject:
        parser.add_argument("subject", metavar=subject, help="its id")
    add_settings(parser, *STORAGE)
    parser.set_defaults(act=act)
    return parser


def add_restore(commands: Any) -> None:
    help = "Put a backup in the place of a server's database; the server must not run"
    parser = add_command(commands, run_restore, help, ("splendor-backup.db",))
    parser.add_argument("source", metavar="BACKUP", help="a file that splendor backup made")
    add_settings(parser, *STORAGE)


# Commands


def run_admin(args: argparse.Namespace) -> int:
    with require_extra("admin"):
        import splendor.server.storage.admin  # noqa: F401 - the extra may be missing
    args.settings = settings_of(args)
    args.act(args)
    return 0


def run_restore(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    with require_extra("restore"):
        from splendor.server.storage.restore import restore
    rows, kept = restore(args.source, settings.database)
    print(f"{rows:,} rows restored from {shown(args.source)}", file=sys.stderr)
    if kept:
        print(f"The database that was there is now {kept}", file=sys.stderr)
    return 0


# Looking


def list_tables(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    with admin.administration(args.settings.database, writes=False) as connection:
        found = admin.list_tables(connection, args.status or "", args.guest, args.most)
    show(
        ("TABLE", "STATUS", "RULES", "CHANGED", "SEATS"),
        (
            (row.id, "frozen" if row.frozen else row.status, row.rules, day(row.changed),
             ", ".join(row.names))
            for row in found
        ),
    )  # fmt: skip


def list_guests(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    with admin.administration(args.settings.database, writes=False) as connection:
        found = admin.list_guests(connection, args.name, "", args.most)
    show(
        ("GUEST", "SEEN", "SINCE", "BANNED", "NAME"),
        ((row.id, day(row.seen), day(row.created), until(row.banned), row.name) for row in found),
    )


def show_table(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    with admin.administration(args.settings.database, writes=False) as connection:
        admin.require_table(connection, args.subject)
        events = admin.events_at(connection, args.subject)
        guests = admin.people_at(connection, args.subject)
        known = {row.id: row.name for id in guests for row in admin.list_guests(connection, id=id)}
    print(f"{len(events)} events; the last of them:")
    lines = ((str(row.seq), day(row.at), row.kind, gist(row.body)) for row in events[-LAST_EVENTS:])
    show(("NUMBER", "TIME", "EVENT", "WHAT"), lines)
    print()
    show(("GUEST", "NAME"), ((id, known.get(id, "(deleted)")) for id in guests))


def gist(body: bytes) -> str:
    """What an event is about, without the hidden cards and random numbers of a running game."""
    event = json.loads(body)
    shown = {key: event[key] for key in ("seat", "name", "text", "moves", "reason") if key in event}
    return ", ".join(f"{key}: {value}" for key, value in shown.items())[:100]


def show_guest(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin, people

    with admin.administration(args.settings.database, writes=False) as connection:
        admin.require_guest(connection, args.subject)
        [guest] = admin.list_guests(connection, id=args.subject)
        devices = people.devices_of(connection, args.subject)
        tables = admin.list_tables(connection, guest=args.subject, most=MOST)
    print(f"{guest.name}, since {day(guest.created)}", end="")
    print(f", banned {until(guest.banned)}" if until(guest.banned) else "", end="\n\n")
    show(("DEVICE", "SEEN"), ((row.name or "(unknown)", day(row.seen)) for row in devices))
    print()
    show(("TABLE", "STATUS", "CHANGED"), ((row.id, row.status, day(row.changed)) for row in tables))


# Changing


def freeze_table(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    with admin.administration(args.settings.database) as connection:
        admin.freeze(connection, args.subject, args.reason.strip()[:200] or "stopped")
    say("The table is frozen: nothing more can happen there")


def unfreeze_table(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    with admin.administration(args.settings.database) as connection:
        admin.freeze(connection, args.subject, "")
    say("The table can go on")


def ban_guest(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    end = FOR_EVER if args.days is None else admin.now() + args.days * 24 * 3600 * 1000
    with admin.administration(args.settings.database) as connection:
        admin.ban(connection, args.subject, end)
    say(f"The guest is banned {until(end)}; a running server knows it within seconds")


def unban_guest(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    with admin.administration(args.settings.database) as connection:
        admin.ban(connection, args.subject, 0)
    say("The guest is not banned any more")


def delete_table(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    change(args, admin.require_table, admin.delete_alone, admin.DELETE)
    say("The table is deleted")


def erase_guest(args: argparse.Namespace) -> None:
    from splendor.server.storage import admin

    change(args, admin.require_guest, admin.erase_alone, admin.ERASE)
    say("The guest is erased; backups made before still have them")


def change(
    args: argparse.Namespace, require: Callable[..., None], alone: Callable[..., None], kind: str
) -> None:
    """Make the change, or let the running server make it, which has tables in its memory."""
    from splendor.server.storage import admin
    from splendor.server.storage.setup import is_in_use

    url = args.settings.database
    with is_in_use(url) as by_server, admin.administration(url) as connection:
        require(connection, args.subject)
        if not by_server:
            alone(connection, args.subject)
            return
        admin.notify(connection, kind, args.subject)
    wait_until_gone(url, args.subject, require)


def wait_until_gone(url: str, subject: str, require: Callable[..., None]) -> None:
    from splendor.server.storage import admin

    end = time.monotonic() + PATIENCE
    while time.monotonic() < end:
        with admin.administration(url, writes=False) as connection:
            try:
                require(connection, subject)
            except RulesError:
                return
        time.sleep(0.2)
    raise RulesError("The server has not done it yet: see its log, or stop it and try again")


def rotate(args: argparse.Namespace) -> None:
    from splendor.server.keys import rotate_key
    from splendor.server.storage import admin

    older = rotate_key(args.settings.data, forget=args.forget)
    say(f"There is a new key; {older} older ones still verify cookies")
    try:
        with admin.administration(args.settings.database) as connection:
            admin.notify(connection, admin.KEYS)
    except RulesError:
        say("Start the server again: it could not be told")


# Output


def show(heads: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> None:
    """A table for the terminal; control characters cannot do anything there."""
    lines = [heads, *(tuple(map(printable, row)) for row in rows)]
    widths = [max(len(line[place]) for line in lines) for place in range(len(heads))]
    for line in lines:
        cells = (cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        print("  ".join(cells).rstrip())


def printable(text: str) -> str:
    return "".join(letter if letter.isprintable() else "?" for letter in text)


def say(text: str) -> None:
    print(text, file=sys.stderr)


def day(moment: int) -> str:
    return time.strftime("%Y-%m-%d %H:%M", time.gmtime(moment / 1000)) if moment else "-"


def until(moment: int) -> str:
    if moment <= 1000 * time.time():
        return ""
    return "for ever" if moment >= FOR_EVER else f"until {day(moment)}"
