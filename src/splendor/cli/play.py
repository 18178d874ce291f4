"""The command `splendor play`: a local server, and a browser at a table against bots.

The arguments are validated here and passed to the page in the fragment of its address (after `#`).
The page creates the table, so that it belongs to the guest of that browser.
"""

import argparse
import json
import os
import sys
import threading
import urllib.error
import urllib.request
import webbrowser
from collections.abc import Mapping
from http import HTTPStatus
from http.client import HTTPException
from typing import Any
from urllib.parse import urlencode

from splendor.cli.arguments import add_command, add_game_options, chosen_options
from splendor.cli.engine import add_engine_option, configure_engines
from splendor.cli.serve import STORAGE, add_settings, require_extra, serve_as, settings_of
from splendor.core.cold_start import interpret_while_cold
from splendor.core.engines import configured
from splendor.core.errors import RulesError
from splendor.server.settings import SETTINGS, Settings

HEALTH_TIMEOUT = 5.0  # seconds for the answer of a server that is already running
OPTION = "option."  # prefix of the rules' options in the address


def add_play(commands: Any) -> None:
    examples = ("", "--rules duel", "--players 4 --level expert", "--option target=8", "--lobby")
    parser = add_command(commands, run_play, "Play in a browser, against bots", examples)
    add_game_options(parser)
    parser.add_argument("--level", metavar="NAME", help="the level of your opponents (see splendor bots) or an engine; by default one in the middle")  # fmt: skip # noqa: E501
    parser.add_argument("--lobby", action="store_true", help="open the lobby, not a table")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address to open")  # fmt: skip # noqa: E501
    add_engine_option(parser)
    add_settings(parser, "port", *STORAGE)
    parser.set_defaults(log_level="warning")


def run_play(args: argparse.Namespace) -> int:
    configure_engines(args)
    interpret_while_cold()
    page = "" if args.lobby else page_of(args)
    with require_extra("play"):
        from splendor.server.addresses import is_taken, url_of
    port = SETTINGS["port"].default if args.port is None else args.port
    if there := running_server(args, url_of("127.0.0.1", port)):
        if args.engine:
            raise RulesError(f"a server without this engine is running at {there}: stop it first")
        print(f"A Splendor server is already running at {there}", flush=True)
        show(there + page, args.browser, wait=True)
        return 0
    if args.port is None:
        args.port = 0 if is_taken("127.0.0.1", port) else port  # another program may use it

    def opened(settings: Settings) -> None:
        show(url_of(settings.host, settings.port) + page, args.browser)
        print("Ctrl-C stops the server; unfinished games are kept for the next start", flush=True)

    return serve_as(args, opened, first=args.rules)


def running_server(args: argparse.Namespace, usual: str) -> str | None:
    """The address of a server that is to be used: at the port, or at any with the same data."""
    from splendor.server.addresses import address_kept

    kept = address_kept(settings_of(args).data) if args.port is None else None
    return next((url for url in (kept, usual) if url and is_ours(url)), None)


def page_of(args: argparse.Namespace) -> str:
    """The path of the page that creates the requested table."""
    from splendor.bots.levels import level_of
    from splendor.ruleset import ruleset_of

    options = chosen_options(args)
    request: dict[str, Any] = {"rules": args.rules, "players": options.pop("players")}
    if args.level in configured():
        request["level"] = args.level
    elif args.level is not None:
        level = level_of(ruleset_of(args.rules).name, request["players"], args.level)
        request["level"] = level.name
    request |= {f"{OPTION}{name}": json.dumps(value) for name, value in options.items()}
    return f"play#{urlencode(request)}"


def is_ours(url: str) -> bool:
    """Whether a Splendor server answers there, not another program."""
    return version_at(url) is not None


def version_at(url: str) -> str | None:
    """The version of the Splendor server that answers there; None if none does."""
    try:
        health = health_of(url)
    except (OSError, ValueError, HTTPException):
        return None
    return str(health["version"]) if isinstance(health, dict) and "version" in health else None


def health_of(url: str) -> Any:
    """The answer of `/api/health`, without a proxy because the server is local."""
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with opener.open(f"{url}api/health", timeout=HEALTH_TIMEOUT) as response:
            return json.load(response)
    except urllib.error.HTTPError as busy:
        if busy.code != HTTPStatus.SERVICE_UNAVAILABLE:  # it may be compiling
            raise
        with busy:
            return json.load(busy)


def show(url: str, wanted: bool, wait: bool = False) -> None:
    """Print the address and open it in a browser; `wait` until the browser has been started.

    A server does not wait, but a command that ends after this must.
    """
    print(f"Your table: {url}", flush=True)
    if wanted and has_screen():
        opening = threading.Thread(target=webbrowser.open, args=(url,), daemon=True)
        opening.start()
        if wait:
            opening.join()


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Whether there is a graphical display; without one, a text browser would take the terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
