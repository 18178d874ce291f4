"""Waiting for who thinks: a notice meanwhile, Ctrl-C, bots that fail, compiling the search."""

import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from typing import TextIO

from splendor.bots import Bot, Clock, error_text
from splendor.bots import precompile as warming
from splendor.core.errors import RulesError
from splendor.ruleset import Move
from splendor.terminal.drawing import cut, width_of
from splendor.view import View

LONGEST_WHY = 200  # letters of what a bot says when it fails
ECHO = 4  # columns that a terminal may add to a notice: ^C


class BotFailure(RulesError):
    """A bot raised an exception, or chose what is no legal move."""


def bots_choice(bot: Bot, view: View) -> Move:
    """What the bot chooses; whatever goes wrong is error_text in one line."""
    try:
        move = bot.choose(view, Clock())
        legal = move in view.legal_moves
    except Exception as error:  # whatever a bot raises
        raise BotFailure(cut(f"failed: {error_text(error)}", LONGEST_WHY)) from error
    if not legal:
        raise BotFailure(cut(f"chose {move}, which is not legal", LONGEST_WHY))
    return move


@contextmanager
def notice(target: TextIO, text: str, after: float = 0.0) -> Iterator[None]:
    """Show a text when something lasts longer than so many seconds, and remove it at the end."""
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
    """Let Ctrl-C end what is done meanwhile and not the program: it is asked for."""
    pressed = Event()
    try:
        before = signal.signal(signal.SIGINT, lambda *_: pressed.set())
    except ValueError:  # only the main thread may say so
        yield pressed.is_set
        return
    try:
        yield pressed.is_set
    finally:
        signal.signal(signal.SIGINT, before)


def warm_search(rules: str) -> None:
    """The first search compiles: say so, and do it before anybody waits for a move."""
    warming.warm_search(rules, lambda text: print(text, file=sys.stderr, flush=True))
