"""Reading and writing files named by the user: one-line errors, atomic writes."""

import os
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, contextmanager, nullcontext
from pathlib import Path
from typing import BinaryIO, TextIO

from splendor.core.errors import FormatError, RulesError
from splendor.formats import GameFile, read_any
from splendor.terminal.drawing import how_many

STANDARD_INPUT = "-"


def read_text(name: str, most: int | None = None) -> str:
    """The text of a file, or of the standard input for `-`; at most `most` bytes, if given."""
    try:
        with binary_input(name) as file:
            text = file.read() if most is None else file.read(most + 1)
        if most is not None and len(text) > most:
            raise FormatError(f"cannot read {name}: it has more than {most:,} bytes")
        return text.decode().replace("\r\n", "\n").replace("\r", "\n")
    except FormatError:
        raise
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = "it is not text" if isinstance(error, UnicodeError) else reason(error)
        raise FormatError(f"cannot read {name}: {why}") from None


def binary_input(name: str) -> AbstractContextManager[BinaryIO]:
    return nullcontext(sys.stdin.buffer) if name == STANDARD_INPUT else Path(name).open("rb")


def is_there(name: str) -> bool:
    try:
        return Path(name).exists()
    except (OSError, ValueError):  # a name that no file can have
        return False


def reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error)


def games_in(text: str, name: str) -> list[GameFile]:
    """The games that the text of a file holds."""
    try:
        return list(read_any(text))
    except FormatError as error:
        raise FormatError(f"{name}: {error}") from None


def choose_game(games: list[GameFile], number: int | None, name: str) -> GameFile:
    """The game of this number, counted from 0, or the only one."""
    held = how_many(len(games), "game")
    if number is None and len(games) > 1:
        choice = "splendor terminal --load FILE --game K"
        raise RulesError(f"{name} holds {held}: choose one with {choice}, counted from 0")
    if (number or 0) >= len(games):
        raise RulesError(f"there is no game {number} in {name}: it holds {held}, counted from 0")
    return games[number or 0]


@contextmanager
def whole_file(name: str) -> Iterator[TextIO]:
    """A temporary file to write, renamed to `name` when it is complete.

    A name that cannot be written is refused before anything is done.
    """
    path = Path(name)
    part = path.with_name(f".{path.name}.{os.getpid()}.part") if path.name else path
    file = open_part(path, part, name)
    try:
        with file:
            yield file
        part.replace(path)
    except BrokenPipeError:
        raise  # from standard output, not from the file
    except OSError as error:
        raise RulesError(f"cannot write {name}: {reason(error)}") from None
    finally:
        part.unlink(missing_ok=True)


def open_part(path: Path, part: Path, name: str) -> TextIO:
    try:
        if path.exists() and not path.is_file():
            raise RulesError(f"cannot write {name}: it is not a file")
        if path.exists() and not os.access(path, os.W_OK):
            raise RulesError(f"cannot write {name}: it is write-protected")
        return part.open("x", encoding="utf-8", newline="\n")
    except (OSError, ValueError) as error:
        if isinstance(error, RulesError):
            raise
        raise RulesError(f"cannot write {name}: {reason(error)}") from None
