"""The command `splendor play`: a server on this machine, and a browser at a table against bots.

What is typed is checked here and handed to the page behind the `#` of its address: the table is
made by whoever opens it, so it belongs to their browser.
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
from typing import TYPE_CHECKING, Any
from urllib.parse import urlencode

from splendor.cli.arguments import add_command, add_game_options, chosen_options
from splendor.cli.serve import add_places, add_port, serve_as, the_extra_for

if TYPE_CHECKING:
    from splendor.server.settings import Settings

PORT = 8000
PATIENCE = 5.0  # seconds for a server that is there already
OPTION = "option."


def add_play(commands: Any) -> None:
    examples = ("", "--rules duel", "--players 4 --level expert", "--option target=8", "--lobby")
    parser = add_command(commands, run_play, "Play in a browser, against bots", examples)
    add_game_options(parser)
    parser.add_argument("--level", metavar="NAME", help="how strong your opponents are (see splendor bots); without it one in the middle")  # fmt: skip # noqa: E501
    parser.add_argument("--lobby", action="store_true", help="open the lobby, not a table")
    parser.add_argument("--no-browser", dest="browser", action="store_false", help="only print the address to open")  # fmt: skip # noqa: E501
    add_port(parser)
    add_places(parser)
    parser.set_defaults(log_level="warning")


def run_play(args: argparse.Namespace) -> int:
    page = "" if args.lobby else page_of(args)
    with the_extra_for("play"):
        from splendor.server.addresses import is_taken, url_of
    port = PORT if args.port is None else args.port
    if not is_taken("127.0.0.1", port):
        args.port = port
    elif is_ours(there := url_of("127.0.0.1", port)):
        print(f"Splendor is served at {there} already", flush=True)
        show(there + page, args.browser, wait=True)
        return 0
    elif args.port is None:
        args.port = 0  # somebody else's program has the usual one

    def opened(settings: "Settings") -> None:
        show(url_of(settings.host, settings.port) + page, args.browser)
        print("Ctrl-C ends the server; unfinished games are there again next time", flush=True)

    return serve_as(args, opened)


def page_of(args: argparse.Namespace) -> str:
    """The page that makes the table that was typed, behind the server's address."""
    from splendor.bots.levels import level_of
    from splendor.ruleset import ruleset_of

    options = chosen_options(args)
    wish: dict[str, Any] = {"rules": args.rules, "players": options.pop("players")}
    if args.level is not None:
        level = level_of(ruleset_of(args.rules).name, wish["players"], args.level)
        wish["level"] = level.name
    wish |= {f"{OPTION}{name}": json.dumps(value) for name, value in options.items()}
    return f"play#{urlencode(wish)}"


def is_ours(url: str) -> bool:
    """Whether a server of this game answers there; any other program may say what it likes."""
    try:
        told = health_of(url)
    except (OSError, ValueError, HTTPException):
        return False
    return isinstance(told, dict) and "version" in told


def health_of(url: str) -> Any:
    """What is told there, without a proxy: it is this very machine."""
    straight = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    try:
        with straight.open(f"{url}api/health", timeout=PATIENCE) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as busy:
        if busy.code != HTTPStatus.SERVICE_UNAVAILABLE:  # it may be compiling
            raise
        with busy:
            return json.load(busy)


def show(url: str, wanted: bool, wait: bool = False) -> None:
    """Open a browser, or tell what to open. It may take its time: a server does not wait for it,
    but who has nothing else to do must not end before it is there.
    """
    print(f"Your table: {url}", flush=True)
    if wanted and has_screen():
        opening = threading.Thread(target=webbrowser.open, args=(url,), daemon=True)
        opening.start()
        if wait:
            opening.join()


def has_screen(environment: Mapping[str, str] = os.environ) -> bool:
    """Without one, a browser would be one of text in this very terminal."""
    if sys.platform in ("win32", "darwin"):
        return True
    return any(environment.get(name) for name in ("DISPLAY", "WAYLAND_DISPLAY", "BROWSER"))
