"""Standard streams and signals: robust against missing streams, encodings and closed pipes."""

import codecs
import contextlib
import os
import signal
import sys
from typing import TextIO

WRONG_INPUT, INTERRUPTED, BROKEN_PIPE, TERMINATED = 2, 130, 141, 143
# Replacements for an output whose encoding lacks these characters.
ASCII_FOR = {**dict.fromkeys("╭╮╰╯", "+"), **dict.fromkeys("─−–", "-")}
ASCII_FOR |= {"│": "|", "★": "*", "✓": "=", "▶": ">", "·": ".", "░": "#", "…": "..."}


def prepare_stdio() -> None:
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
    codecs.register_error("splendor", ascii_letters)
    streams = {sys.stdin: "replace", sys.stdout: "splendor", sys.stderr: "splendor"}
    for stream, errors in streams.items():
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors=errors)


def ascii_letters(error: UnicodeError) -> tuple[str, int]:
    assert isinstance(error, UnicodeEncodeError)
    text = error.object[error.start : error.end]
    return "".join(ASCII_FOR.get(letter, "?") for letter in text), error.end


def exit_on_sigterm() -> None:
    """Let SIGTERM end the program like `sys.exit`, so that temporary files are removed."""
    with contextlib.suppress(ValueError):  # only the main thread may set a handler
        signal.signal(signal.SIGTERM, lambda *_: sys.exit(TERMINATED))


def refuse(message: str) -> int:
    """Print an error in one line, and return the exit status of wrong input."""
    with contextlib.suppress(OSError):
        print(f"splendor: {' '.join(message.split())}", file=sys.stderr, flush=True)
    return WRONG_INPUT


def abandon_output() -> None:
    """Discard further output after a broken pipe, so that Python reports no error at exit."""
    with contextlib.suppress(OSError, ValueError, AttributeError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def wants_colour(choice: str, target: TextIO) -> bool:
    """`auto`: on a terminal, unless NO_COLOR is set (https://no-color.org)."""
    if choice != "auto":
        return choice == "always"
    dumb = os.environ.get("TERM") == "dumb" or bool(os.environ.get("NO_COLOR"))
    return target.isatty() and not dumb
