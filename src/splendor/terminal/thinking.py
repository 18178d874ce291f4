"""Waiting for bots and searches: a notice, Ctrl-C, failures of bots, compiling the search."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO

from splendor.bots import Bot, Clock, error_text, precompile
from splendor.core.errors import RulesError
from splendor.ruleset import Move
from splendor.terminal.drawing import cut, width_of
from splendor.view import View

LONGEST_WHY = 200  # characters of a bot's error that are shown
ECHO = 4  # columns that the terminal may add to a notice: it echoes ^C


class BotFailure(RulesError):
    """A bot raised an exception or chose an illegal move."""


def bots_choice(bot: Bot, view: View) -> Move:
    """The bot's move; raises `BotFailure` with a one-line message."""
    try:
        move = bot.choose(view, Clock())
        legal = move in view.legal_moves
    except Exception as error:  # third-party code may raise anything
        raise BotFailure(cut(f"failed: {error_text(error)}", LONGEST_WHY)) from error
    if not legal:
        raise BotFailure(cut(f"chose {move}, which is not legal", LONGEST_WHY))
    return move


@contextmanager
def notice(target: TextIO, text: str, after: float = 0.0) -> Iterator[None]:
    """Show a text if the block takes longer than `after` seconds, and remove it at the end."""
    done = Event()

    def show() -> None:
        if not done.wait(after):
            target.write(text)
            target.flush()
            done.wait()
            target.write(f"\r{' ' * (width_of(text) + ECHO)}\r")
            target.flush()

    thread = Thread(target=show, daemon=True)
    thread.start()
    try:
        yield
    finally:
        done.set()
        thread.join()


@contextmanager
def stoppable() -> Iterator[Callable[[], bool]]:
    """Catch Ctrl-C during the block; the function yielded returns whether it was pressed."""
    pressed = Event()
    try:
        before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    except ValueError:  # only the main thread may set a handler
        yield pressed.is_set
        return
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


# Compiling


def warm_rules(rules: str) -> None:
    """Compile the rules if necessary, and show how far that is."""
    with compiling_line(sys.stderr) as tell:
        precompile.warm_rules(rules, tell)


def warm_search(rules: str) -> None:
    """Compile the search if necessary, and show how far that is."""
    with compiling_line(sys.stderr) as tell:
        precompile.warm_search(rules, tell)


@contextmanager
def compiling_line(target: TextIO) -> Iterator[precompile.Tell]:
    """A function that shows how far compiling is.

    On a terminal that is a line which changes, and is removed at the end; elsewhere a line for each
    part, without numbers.
    """
    shown: list[str] = []
    is_terminal = target.isatty()

    def show(news: precompile.Compiling) -> None:
        text = f"Compiling the {news.part} for this machine, once"
        if is_terminal:
            target.write(f"\r{text}: {news.percent} %")
        elif text not in shown:
            target.write(f"{text} …\n")
        target.flush()
        shown.append(text)

    try:
        yield show
    finally:
        if shown and is_terminal:
            target.write(f"\r{' ' * (max(map(len, shown)) + len(': 100 %'))}\r")
            target.flush()
