"""The commands `splendor serve` and `splendor backup`: parsing and printing.

Nothing of the server is imported before a command needs it: the extra may be missing.
"""

import argparse
import contextlib
import dataclasses
import gc
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_command, at_least, number, seconds
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.server.settings import Settings

DATABASE_HELP = "sqlite:///FILE or postgresql+psycopg://USER:PASSWORD@HOST/NAME; without it $SPLENDOR_DATABASE, or a file in the data directory"  # noqa: E501
DATA_HELP = "where database and key are kept; without it $SPLENDOR_DATA_DIR, or this user's data"
CAPACITY = ("most_tables", "most_sockets", "most_sockets_per_table", "most_sockets_per_address")


# What can be typed


def add_serve(commands: Any) -> None:
    examples = (
        "",
        "--host 0.0.0.0",
        "--public-url https://splendor.example.org --forwarded",
        "--database postgresql+psycopg://splendor@localhost/splendor",
    )
    parser = add_command(commands, run_serve, "Serve tables to browsers", examples)
    add_places(parser)
    add_reach(parser)
    add_manners(parser)
    for name in CAPACITY:
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=at_least(1), metavar="N", help=argparse.SUPPRESS)


def add_places(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIRECTORY", help=DATA_HELP)
    parser.add_argument("--database", metavar="URL", help=DATABASE_HELP)


def add_reach(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen at (127.0.0.1: only this machine; 0.0.0.0: everybody who can reach it)")  # fmt: skip # noqa: E501
    add_port(parser)
    parser.add_argument("--public-url", metavar="URL", help="what friends type, behind a proxy: https://host[:port]")  # fmt: skip # noqa: E501
    parser.add_argument("--allow-origin", dest="origins", action="append", metavar="URL", help="a further address under which browsers reach this server; may be repeated")  # fmt: skip # noqa: E501
    parser.add_argument("--forwarded", action="store_true", help="believe the X-Forwarded-For of a proxy on this machine")  # fmt: skip # noqa: E501


def add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=at_least(0, 65_535), help="the port (8000); 0: a free one")


def add_manners(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", type=at_least(1), metavar="N", help="processes in which bots think (one for each core but one)")  # fmt: skip # noqa: E501
    parser.add_argument("--pace", type=number, metavar="SECONDS", help="that a bot takes for a move, at least (1)")  # fmt: skip # noqa: E501
    parser.add_argument("--absent-after", type=seconds, metavar="SECONDS", help="until the others may ask for a bot in place of an absent player (60)")  # fmt: skip # noqa: E501
    parser.add_argument("--no-rates", dest="rates", action="store_false", help="do not limit how often a player or an address may ask")  # fmt: skip # noqa: E501
    parser.add_argument("--log-format", choices=("text", "json"), help="of the log (text)")
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="the least that is logged (info)")  # fmt: skip # noqa: E501


def add_backup(commands: Any) -> None:
    examples = ("splendor-backup.db", "--database postgresql+psycopg://splendor@localhost/splendor games.db")  # fmt: skip # noqa: E501
    parser = add_command(commands, run_backup, "Copy a server's database, while it runs", examples)
    parser.add_argument("target", metavar="TARGET", help="a new file, or the URL of an empty database")  # fmt: skip # noqa: E501
    add_places(parser)


# The commands


def run_serve(args: argparse.Namespace) -> int:
    return serve_as(args, greet)


def greet(settings: "Settings") -> None:
    from splendor.server.addresses import welcome

    for line in welcome(settings.host, settings.port, settings.public_url):
        print(line, flush=True)


def serve_as(args: argparse.Namespace, opened: Callable[["Settings"], None]) -> int:
    """Serve until told to end. `opened` is called as soon as browsers can knock."""
    gc.disable()  # nothing of what is loaded first is garbage: the server enables it when ready
    try:
        return serve_with(settings_of(args), opened)
    finally:
        gc.enable()


def serve_with(settings: "Settings", opened: Callable[["Settings"], None]) -> int:
    with the_extra_for("serve"):
        from splendor.server.addresses import listen
        from splendor.server.app import serve
        from splendor.server.settings import make_directory
    make_directory(settings.data)
    with listen(settings.host, settings.port) as listener:
        settings = dataclasses.replace(settings, port=listener.getsockname()[1])
        opened(settings)
        return serve(settings, listener)


def run_backup(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    with the_extra_for("backup"):
        from splendor.server.storage.backup import backup
    rows = sum(backup(settings.database, args.target).values())
    print(f"{rows:,} rows are copied to {shown(args.target)}", file=sys.stderr)
    return 0


def settings_of(args: argparse.Namespace) -> "Settings":
    """What was typed, over what is usual."""
    from splendor.server.settings import Settings

    known = {field.name for field in dataclasses.fields(Settings)}
    typed = {name: vars(args)[name] for name in known & vars(args).keys()}
    return Settings(**{name: value for name, value in typed.items() if value is not None})


def shown(target: str) -> str:
    from splendor.server.settings import shown_database

    return shown_database(target) if "://" in target else target


@contextlib.contextmanager
def the_extra_for(command: str) -> Iterator[None]:
    """A library that is missing is told in one line."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "splendor":
            raise
        raise RulesError(
            f"splendor {command} needs the extra: pip install 'splendor[server]'"
        ) from None
