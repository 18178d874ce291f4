"""A process that compiles one game for the server, and tells it how far it is.

It prints a line of JSON for every change. The engine is imported after signals are set up.
"""

import json
import os
import signal
import sys
import threading
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from splendor.bots.precompile import Compiling

LATER = 10  # niceness of the games that nobody has asked for


def main(rules: str, later: str = "") -> None:
    """Compile the game of this rule set; with `later`, at a low priority."""
    ignore_interrupts()
    end_with_server()
    if later and sys.platform != "win32":
        os.nice(LATER)
    from splendor.bots.precompile import warm_all

    warm_all(rules, tell)


def ignore_interrupts() -> None:
    """Ctrl-C is for the server, which ends this process."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def end_with_server() -> None:
    """End when the pipe from the server is closed, however the server ends."""
    threading.Thread(target=wait_for_the_end, daemon=True).start()


def wait_for_the_end() -> None:
    os.read(sys.stdin.fileno(), 1)  # not buffered: a lock held at the end would abort the process
    os._exit(1)


def tell(news: "Compiling") -> None:
    message = {"type": "preparing", "part": news.part, "percent": news.percent}
    print(json.dumps(message), flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
