"""The commands `splendor serve` and `splendor backup`: parsing and printing.

The server is imported when a command runs, because the extra may not be installed.
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
DATA_HELP = (
    "the directory of database and key; without it $SPLENDOR_DATA_DIR, or the user's data directory"
)
CAPACITY = ("most_tables", "most_sockets", "most_sockets_per_table", "most_sockets_per_address")


# Arguments


def add_serve(commands: Any) -> None:
    examples = (
        "",
        "--host 0.0.0.0",
        "--public-url https://splendor.example.org --forwarded",
        "--database postgresql+psycopg://splendor@localhost/splendor",
    )
    parser = add_command(commands, run_serve, "Serve tables to browsers", examples)
    add_storage(parser)
    add_network(parser)
    add_behaviour(parser)
    for name in CAPACITY:
        option = f"--{name.replace('_', '-')}"
        parser.add_argument(option, type=at_least(1), metavar="N", help=argparse.SUPPRESS)


def add_storage(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, metavar="DIRECTORY", help=DATA_HELP)
    parser.add_argument("--database", metavar="URL", help=DATABASE_HELP)


def add_network(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--host", help="the address to listen at (127.0.0.1: only this machine; 0.0.0.0: all networks)")  # fmt: skip # noqa: E501
    add_port(parser)
    parser.add_argument("--public-url", metavar="URL", help="the address that players open, behind a proxy: https://host[:port]")  # fmt: skip # noqa: E501
    parser.add_argument("--allow-origin", dest="origins", action="append", metavar="URL", help="a further address under which browsers reach this server; may be repeated")  # fmt: skip # noqa: E501
    parser.add_argument("--forwarded", action="store_true", help="trust the X-Forwarded-For header of a proxy on this machine")  # fmt: skip # noqa: E501


def add_port(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=at_least(0, 65_535), help="the port (8000); 0: a free one")


def add_behaviour(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--bots", type=at_least(1), metavar="N", help="number of bot processes (one for each core but one)")  # fmt: skip # noqa: E501
    parser.add_argument("--pace", type=number, metavar="SECONDS", help="the shortest time that a bot takes for a move (1)")  # fmt: skip # noqa: E501
    parser.add_argument("--absent-after", type=seconds, metavar="SECONDS", help="time until the others may replace an absent player with a bot (60)")  # fmt: skip # noqa: E501
    parser.add_argument("--no-rates", dest="rates", action="store_false", help="do not limit the rate of requests")  # fmt: skip # noqa: E501
    parser.add_argument(
        "--log-format", choices=("text", "json"), help="the format of the log (text)"
    )
    parser.add_argument("--log-level", choices=("debug", "info", "warning", "error"), help="the lowest level that is logged (info)")  # fmt: skip # noqa: E501


def add_backup(commands: Any) -> None:
    examples = ("splendor-backup.db", "--database postgresql+psycopg://splendor@localhost/splendor games.db")  # fmt: skip # noqa: E501
    parser = add_command(commands, run_backup, "Copy a server's database while it runs", examples)
    parser.add_argument("target", metavar="TARGET", help="a new file, or the URL of an empty database")  # fmt: skip # noqa: E501
    add_storage(parser)


# Commands


def run_serve(args: argparse.Namespace) -> int:
    return serve_as(args, greet)


def greet(settings: "Settings") -> None:
    from splendor.server.addresses import welcome

    for line in welcome(settings.host, settings.port, settings.public_url):
        print(line, flush=True)


def serve_as(args: argparse.Namespace, opened: Callable[["Settings"], None]) -> int:
    """Serve until stopped. `opened` is called as soon as the server listens."""
    gc.disable()  # imports create no garbage; the server enables it when ready
    try:
        return serve_with(settings_of(args), opened)
    finally:
        gc.enable()


def serve_with(settings: "Settings", opened: Callable[["Settings"], None]) -> int:
    with require_extra("serve"):
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
    with require_extra("backup"):
        from splendor.server.storage.backup import backup
    rows = sum(backup(settings.database, args.target).values())
    print(f"{rows:,} rows copied to {shown(args.target)}", file=sys.stderr)
    return 0


def settings_of(args: argparse.Namespace) -> "Settings":
    """The settings: the arguments given, and defaults for the others."""
    from splendor.server.settings import Settings

    known = {field.name for field in dataclasses.fields(Settings)}
    typed = {name: vars(args)[name] for name in known & vars(args).keys()}
    return Settings(**{name: value for name, value in typed.items() if value is not None})


def shown(target: str) -> str:
    from splendor.server.settings import shown_database

    return shown_database(target) if "://" in target else target


@contextlib.contextmanager
def require_extra(command: str) -> Iterator[None]:
    """Report a missing library of the extra in one line."""
    try:
        yield
    except ModuleNotFoundError as missing:
        if (missing.name or "").partition(".")[0] == "splendor":
            raise
        raise RulesError(
            f"splendor {command} needs the server extra: pip install 'splendor[server]'"
        ) from None
