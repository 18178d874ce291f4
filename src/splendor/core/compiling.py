"""How far compiling is, who is told, and how Ctrl-C ends it.

The compiler reports every kernel here. Whoever waits for it listens with `told_to`; a program that
does not, and whose standard error is a terminal, shows a line there. How much there is to do comes
from `data/compile_times.csv`, which `python -m tools.first_start times` measures: the entries of
each part of a game, how many kernels each compiles, and how long that typically takes.
"""

import csv
import signal
import sys
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any, TypeAlias

TIMES = Path(__file__).parents[1] / "data" / "compile_times.csv"
RULES, SEARCH = PARTS = ("rules", "search")
UNFINISHED = 99  # per cent that are shown at most before the end


@dataclass(frozen=True, slots=True)
class Step:
    """An entry is being compiled, or loaded; `kernels` of those it calls are compiled so far."""

    entry: str
    kernels: int
    ended: bool = False


Listener: TypeAlias = Callable[[Step], None]


@dataclass(frozen=True, slots=True)
class EntryTime:
    """A row of `compile_times.csv`."""

    game: str
    part: str
    entry: str
    kernels: int
    milliseconds: int


@cache
def entry_times() -> tuple[EntryTime, ...]:
    with TIMES.open(encoding="utf-8", newline="") as lines:
        return tuple(
            EntryTime(game, part, entry, int(kernels), int(milliseconds))
            for game, part, entry, kernels, milliseconds in list(csv.reader(lines))[1:]
        )


def times_of(game: str, parts: Sequence[str] = PARTS) -> list[EntryTime]:
    """The entries of these parts; those of the first game for a game that was not measured."""
    known = entry_times()
    measured = game if any(row.game == game for row in known) else known[0].game
    return [row for row in known if row.game == measured and row.part in parts]


class Progress:
    """How much of these entries is compiled, in per cent of their typical time.

    Entries that the list lacks count nothing, and an entry that compiles more kernels than it used
    to stays where it is until it ends: the number never falls and never exceeds 99.
    """

    def __init__(self, rows: Sequence[EntryTime]) -> None:
        self._rows = {row.entry: row for row in rows}
        self._done = dict.fromkeys(self._rows, 0.0)

    def note(self, step: Step) -> None:
        if row := self._rows.get(step.entry):
            share = 1.0 if step.ended else min(1.0, step.kernels / (row.kernels + 1))
            self._done[step.entry] = max(self._done[step.entry], share)

    @property
    def percent(self) -> int:
        total = sum(row.milliseconds for row in self._rows.values())
        done = sum(row.milliseconds * self._done[row.entry] for row in self._rows.values())
        return min(UNFINISHED, int(100 * done / total)) if total else 0


# Listening


class Present(threading.local):
    """The entry that this thread compiles."""

    entry = ""
    kernels = 0
    is_interrupted = False


_present = Present()
_listeners: list[Listener] = []


@contextmanager
def told_to(listener: Listener) -> Iterator[None]:
    """Call `listener` with every step during the block, and nobody else."""
    _listeners.append(listener)
    try:
        yield
    finally:
        _listeners.remove(listener)


@contextmanager
def compiling(entry: str) -> Iterator[None]:
    """Report an entry; other entries that it calls are a part of it."""
    if _present.entry:
        yield
        return
    _present.entry, _present.kernels = entry, 0
    tell(Step(entry, 0))
    try:
        with interrupted_between_kernels():
            yield
    finally:
        kernels, _present.entry = _present.kernels, ""
        tell(Step(entry, kernels, ended=True))


def kernel_compiled() -> None:
    if _present.entry:
        _present.kernels += 1
        tell(Step(_present.entry, _present.kernels))
        if _present.is_interrupted:
            raise KeyboardInterrupt


@contextmanager
def interrupted_between_kernels() -> Iterator[None]:
    """Let Ctrl-C wait until the present kernel is compiled.

    Raised inside the compiler, it could be lost in a callback, or become another error that prints
    hundreds of lines. A program's own handler of Ctrl-C is left alone.
    """
    is_usual = signal.getsignal(signal.SIGINT) is signal.default_int_handler
    if not is_usual or threading.current_thread() is not threading.main_thread():
        yield
        return
    signal.signal(signal.SIGINT, lambda *_: setattr(_present, "is_interrupted", True))
    try:
        yield
        if _present.is_interrupted:
            raise KeyboardInterrupt
    except KeyboardInterrupt:
        stopped = KeyboardInterrupt("interrupted while compiling")
        end_in_one_line(stopped)
        raise stopped from None  # without the compiler's own stack
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
        _present.is_interrupted = False


def end_in_one_line(stopped: KeyboardInterrupt) -> None:
    """Let a program that does not catch this interruption end with one line, without a traceback.

    The traceback would show where the compiler was called, which is nothing to mend. All other
    errors are printed as before.
    """
    before = sys.excepthook

    def print_line(kind: type[BaseException], error: BaseException, *trace: Any) -> None:
        if error is not stopped:
            before(kind, error, *trace)
        elif sys.stderr is not None:
            print("\nsplendor: interrupted while compiling; what is compiled is kept", file=sys.stderr)  # fmt: skip # noqa: E501

    sys.excepthook = print_line


def tell(step: Step) -> None:
    listener = _listeners[-1] if _listeners else show_on_terminal
    listener(step)


def show_on_terminal(step: Step) -> None:
    """A line on standard error, removed at the end. What is loaded shows nothing."""
    if sys.stderr is None or not step.kernels or not sys.stderr.isatty():
        return
    text = f"splendor: compiling for this machine, once: {step.entry}, {share_of(step)} %"
    sys.stderr.write(f"\r{' ' * len(text)}\r" if step.ended else f"\r{text}")
    sys.stderr.flush()


def share_of(step: Step) -> int:
    """How much of a single entry is compiled, in per cent."""
    usual = max((row.kernels for row in entry_times() if row.entry == step.entry), default=0)
    return min(UNFINISHED, int(100 * step.kernels / (usual + 1))) if usual else 0
