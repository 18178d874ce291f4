"""The standard streams and signals: no letter and no closed stream stops the program."""

import codecs
import contextlib
import os
import signal
import sys
from typing import TextIO

WRONG_INPUT, INTERRUPTED, BROKEN_PIPE, TERMINATED = 2, 130, 141, 143
# For an output that has no such letters.
PLAIN_LETTERS = {**dict.fromkeys("╭╮╰╯", "+"), **dict.fromkeys("─−–", "-")}
PLAIN_LETTERS |= {"│": "|", "★": "*", "✓": "=", "▶": ">", "·": ".", "░": "#", "…": "..."}


def prepare_streams() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    codecs.register_error("splendor", plain_letters)
    streams = {sys.stdin: "replace", sys.stdout: "splendor", sys.stderr: "splendor"}
    for stream, errors in streams.items():
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def plain_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(PLAIN_LETTERS.get(letter, "?") for letter in text), error.end


def end_cleanly_when_told() -> None:
    """Let SIGTERM end the program as an exit does, so that no half-written file is left."""
    with contextlib.suppress(ValueError):  # only the main thread may say so
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))


def refuse(message: str) -> int:
    """Say in one line what is wrong, and return the status for it."""
    with contextlib.suppress(OSError):
        print(f"splendor: {' '.join(message.split())}", file=sys.stderr, flush=True)
    return WRONG_INPUT


def abandon_output() -> None:
    """Nobody reads any more: keep Python from complaining about it at the end."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def wants_colour(choice: str, target: TextIO) -> bool:
    """`auto`: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    if choice != "auto":
        return choice == "always"
    dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    return target.isatty() and not dumb
