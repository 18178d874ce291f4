"""The commands `splendor serve` and `splendor backup`: parsing and printing.

The options come from the declarations in `splendor.server.settings`. The rest of the server is
imported when a command runs, because the extra may not be installed.
"""

import argparse
import contextlib
import dataclasses
import gc
import sys
from collections.abc import Callable, Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

from splendor.cli.arguments import add_command, number, whole_number
from splendor.core.cold_start import interpret_while_cold
from splendor.core.errors import RulesError
from splendor.server.settings import (
    SETTINGS,
    Setting,
    Settings,
    make_directory,
    require_writable,
    shown_database,
)

# How the text of an option becomes a value of its type.
READERS: dict[Any, Callable[[str], Any]] = {
    int: whole_number,
    float: number,
    Path: Path,
    Path | None: Path,
}
STORAGE = ("data", "database")
EXTRA = ("itsdangerous", "limits", "msgspec", "sqlalchemy", "starlette", "uvicorn")


# Arguments


def add_serve(commands: Any) -> None:
    examples = (
        "",
        "--host 0.0.0.0",
        "--public-url https://splendor.example.org --forwarded",
        "--database postgresql+psycopg://splendor@localhost/splendor",
    )
    parser = add_command(commands, run_serve, "Serve tables to browsers", examples)
    add_settings(parser, *SETTINGS)


def add_backup(commands: Any) -> None:
    examples = ("splendor-backup.db", "--database postgresql+psycopg://splendor@localhost/splendor games.db")  # fmt: skip # noqa: E501
    parser = add_command(commands, run_backup, "Copy a server's database while it runs", examples)
    parser.add_argument("target", metavar="TARGET", help="a new file, or the URL of an empty database")  # fmt: skip # noqa: E501
    add_settings(parser, *STORAGE)


def add_settings(parser: argparse.ArgumentParser, *names: str) -> None:
    """Add the options of these settings, with their checks and help."""
    for name in names:
        setting = SETTINGS[name]
        help = help_of(setting)
        if setting.kind is bool:
            action = "store_false" if setting.default else "store_true"
            parser.add_argument(setting.option, dest=name, action=action, help=help)
        else:
            parser.add_argument(
                setting.option,
                dest=name,
                action="append" if isinstance(setting.default, tuple) else "store",
                type=reader_of(setting),
                metavar=setting.metavar or name.upper(),
                help=help,
            )


def help_of(setting: Setting) -> str:
    variable = setting.variable and f"${setting.variable}"
    defaults = ", or ".join(filter(None, (variable, setting.shown_default)))
    words = f": {', '.join(setting.words)}" if setting.words else ""
    return f"{setting.help}{words}" + (f" (default: {defaults})" if defaults else "")


def reader_of(setting: Setting) -> Callable[[str], Any]:
    read = READERS.get(setting.kind, str)

    def parse(text: str) -> Any:
        value = read(text)
        if problem := setting.problem(value):
            raise argparse.ArgumentTypeError(problem)
        return value

    return parse


# Commands


def run_serve(args: argparse.Namespace) -> int:
    return serve_as(args, greet)


def greet(settings: Settings) -> None:
    from splendor.server.addresses import welcome

    for line in welcome(settings.host, settings.port, settings.public_url):
        print(line, flush=True)


def serve_as(args: argparse.Namespace, opened: Callable[[Settings], None], first: str = "") -> int:
    """Serve until stopped. `opened` is called as soon as the server listens.

    `first` is the rule set that one person plays first, or empty for a server of many.
    """
    gc.disable()  # imports create no garbage; the server enables it when ready
    interpret_while_cold()
    try:
        return serve_with(settings_of(args), opened, first)
    finally:
        gc.enable()


def serve_with(settings: Settings, opened: Callable[[Settings], None], first: str) -> int:
    with require_extra("serve"):
        from splendor.server.addresses import listen
        from splendor.server.change_over import inherited
    make_directory(settings.data)
    require_writable(settings.database)  # before an address is printed
    took_over = inherited()
    with took_over or listen(settings.host, settings.port) as listener:
        settings = dataclasses.replace(settings, port=listener.getsockname()[1])
        if not took_over:
            opened(settings)  # a browser starts while the server is imported
        with require_extra("serve"):
            from splendor.server.app import serve
        warn_of_a_temporary_cache()
        return serve(settings, listener, first)


def warn_of_a_temporary_cache() -> None:
    from splendor.core.cold_start import EVERYTHING
    from splendor.core.kernel import CACHE, is_temporary, is_warm

    if is_temporary(CACHE) and not is_warm(EVERYTHING):
        print(
            "What is compiled cannot be kept: set SPLENDOR_CACHE_DIR to a directory that can be "
            "written (splendor doctor says more)",
            file=sys.stderr,
            flush=True,
        )


def run_backup(args: argparse.Namespace) -> int:
    settings = settings_of(args)
    with require_extra("backup"):
        from splendor.server.storage.backup import backup
    rows = sum(backup(settings.database, args.target).values())
    print(f"{rows:,} rows copied to {shown(args.target)}", file=sys.stderr)
    return 0


def settings_of(args: argparse.Namespace) -> Settings:
    """The settings: the arguments given, and defaults for the others."""
    typed = {name: vars(args)[name] for name in SETTINGS.keys() & vars(args).keys()}
    return Settings(**{name: value for name, value in typed.items() if value is not None})


def shown(target: str) -> str:
    return shown_database(target) if "://" in target else target


@contextlib.contextmanager
def require_extra(command: str) -> Iterator[None]:
    """Report a missing library of the extra in one line."""
    missing = RulesError(
        f"splendor {command} needs the server extra: pip install 'splendor[server]'"
    )
    if any(find_spec(library) is None for library in EXTRA):
        raise missing  # before anything is printed: the libraries are imported later
    try:
        yield
    except ModuleNotFoundError as error:
        if (error.name or "").partition(".")[0] == "splendor":
            raise
        raise missing from None
