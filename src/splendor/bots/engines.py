"""Engines: players in other programs, in any language, with the protocol of `docs/engines.md`.

`core/engines.py` knows which engines there are.
"""

import atexit
import contextlib
import json
import os
import selectors
import shlex
import subprocess
import sys
import time
import weakref
from collections.abc import Iterable, Mapping
from functools import partial
from pathlib import Path

from splendor.bots.bot import Clock, Maker
from splendor.core.chance import Seed
from splendor.core.engines import configured
from splendor.core.errors import RulesError
from splendor.outcome import Outcome
from splendor.ruleset import Move
from splendor.view import View

PROTOCOL = 1
GUARD = Path(__file__).with_name("engine_guard.py")

# Seconds that an engine has to answer.
HELLO = 10.0
READY = 60.0  # it may have to compile something
THINK = 50.0  # for a decision without a time limit
GRACE = 5.0  # beyond a time limit
QUIT = 0.5

LONGEST_LINE = 1 << 20  # bytes
MOST_BYTES = 1 << 24  # in one answer
SHOWN = 80  # characters of a wrong answer that are shown


class EngineError(RulesError):
    """An engine did not start, did not answer in time, or answered wrongly."""


def makers(taken: Iterable[str]) -> dict[str, Maker]:
    """A maker for each configured engine; `taken` are the names of other bots."""
    engines = configured()
    if double := [name for name in engines if name in taken]:
        raise RulesError(f"there is already a bot {double[0]!r}: give the engine another name")
    return {name: partial(EngineBot, name, command) for name, command in engines.items()}


# One process

RUNNING: "weakref.WeakSet[Engine]" = weakref.WeakSet()


def end_all() -> None:
    """End every engine of this process."""
    for engine in list(RUNNING):
        engine.kill()


atexit.register(end_all)


class Engine:
    """The process of an engine: lines to it and from it, each with a deadline."""

    def __init__(self, name: str, command: str, show_errors: bool = False) -> None:
        self.name, self.command = name, command
        RUNNING.add(self)
        self._rest = b""
        self._watch: int | None = None
        errors = None if show_errors else subprocess.DEVNULL
        self._process = self._start(shlex.split(command), errors)
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._input, self._output = self._process.stdin.fileno(), self._process.stdout.fileno()
        os.set_blocking(self._input, False)
        self._reading = selectors.DefaultSelector()
        self._reading.register(self._output, selectors.EVENT_READ)
        self._writing = selectors.DefaultSelector()
        self._writing.register(self._input, selectors.EVENT_WRITE)

    def _start(self, words: list[str], errors: int | None) -> "subprocess.Popen[bytes]":
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "stderr": errors}
        try:
            if sys.platform == "win32":
                return subprocess.Popen(words, bufsize=0, **pipes)  # type: ignore[call-overload,no-any-return]
            watched, self._watch = os.pipe()
            guard = [sys.executable, "-I", "-S", str(GUARD), str(watched)]
            try:
                return subprocess.Popen([*guard, *words], bufsize=0, pass_fds=(watched,), **pipes)  # type: ignore[call-overload,no-any-return]
            finally:
                os.close(watched)
        except OSError as error:
            raise EngineError(f"engine {self.name} cannot be started: {error.strerror}") from None

    def send(self, *lines: str, seconds: float = GRACE) -> None:
        data, deadline = "".join(f"{line}\n" for line in lines).encode(), time.monotonic() + seconds
        while data:
            if not self._writing.select(max(0.0, deadline - time.monotonic())):
                self.fail(f"has not read what it was told for {seconds:g} s")
            try:
                data = data[os.write(self._input, data) :]
            except (BrokenPipeError, ConnectionResetError):
                self.fail(self._ended())

    def tell(self, line: str) -> None:
        """Send news, which is lost if the engine does not read: no game depends on it."""
        with contextlib.suppress(OSError):
            if self.is_running and self._writing.select(0):
                os.write(self._input, f"{line}\n".encode())  # at once: it is short

    def lines_until(self, word: str, seconds: float) -> list[str]:
        """The lines up to and including one that begins with this word."""
        deadline, lines, size = time.monotonic() + seconds, [""], 0
        while lines[-1].split(" ", 1)[0] != word:
            lines.append(self._line(deadline, seconds, word))
            size += len(lines[-1])
            if size > MOST_BYTES:
                self.fail(f"sent more than {MOST_BYTES >> 20} MB instead of {word!r}")
            if lines[-1].startswith("error cannot start"):
                self.fail(lines[-1].removeprefix("error "))
        return lines[1:]

    def _line(self, deadline: float, seconds: float, word: str) -> str:
        while b"\n" not in self._rest:
            if len(self._rest) > LONGEST_LINE:
                self.fail(f"sent a line of more than {LONGEST_LINE >> 20} MB")
            left = deadline - time.monotonic()
            if left <= 0 or not self._reading.select(left):
                self.fail(f"gave no {word!r} within {seconds:g} s")
            data = os.read(self._output, 1 << 16)
            if not data:
                self.fail(self._ended())
            self._rest += data
        line, _, self._rest = self._rest.partition(b"\n")
        return " ".join(line.decode("utf-8", "replace").split())

    def is_silent(self, seconds: float) -> bool:
        """Whether it says nothing for so long."""
        return not self._rest and not self._reading.select(seconds)

    def _ended(self) -> str:
        with contextlib.suppress(subprocess.TimeoutExpired):
            return f"ended with status {self._process.wait(1)}"
        return "closed its output"

    def fail(self, why: str) -> None:
        """End the process and raise `EngineError`."""
        self.kill()
        raise EngineError(f"engine {self.name} {why}")

    @property
    def is_running(self) -> bool:
        return self._process.poll() is None

    def close(self) -> bool:
        """Ask it to quit, and end it if it does not; whether it did."""
        quitted = False
        with contextlib.suppress(OSError, EngineError, subprocess.TimeoutExpired):
            self.send("quit")
            self._process.wait(QUIT)
            quitted = True
        self.kill()
        return quitted

    def close_input(self) -> None:
        """End its input, as when the host is gone."""
        self._writing.close()
        assert self._process.stdin is not None
        self._process.stdin.close()

    def wait(self, seconds: float) -> bool:
        """Whether it ends by itself in this time."""
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(seconds)
            return True
        return False

    def kill(self) -> None:
        RUNNING.discard(self)
        if self._watch is not None:
            os.close(self._watch)  # the guard ends the engine and everything it has started
            self._watch = None
        else:
            self._process.kill()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self._process.wait(GRACE)
        self._reading.close()
        self._writing.close()
        for stream in (self._process.stdin, self._process.stdout):
            with contextlib.suppress(OSError):
                stream.close()  # type: ignore[union-attr]


class Greeting:
    """What an engine says about itself."""

    def __init__(self, lines: Iterable[str]) -> None:
        words = [line.split() for line in lines]
        named = (word[2:] for word in words if word[:2] == ["id", "name"])
        self.name = " ".join(next(named, ["?"]))[:SHOWN]
        listed: list[str] = next((word[1:] for word in words if word[:1] == ["games"]), [])
        split = listed.index("players") if "players" in listed else len(listed)
        self.rules = listed[:split]
        self.players = [int(word) for word in listed[split + 1 :] if word.isdecimal()]
        self.options = [word[2] for word in words if word[:2] == ["option", "name"] and word[2:]]


def greet(engine: Engine) -> Greeting:
    engine.send(f"sei {PROTOCOL}")
    return Greeting(engine.lines_until("seiok", HELLO))


# A bot

IDLE: dict[str, list[tuple[Engine, Greeting]]] = {}  # processes without a game, by their key


class EngineBot:
    """A bot whose moves an engine chooses. Its settings are options of the engine.

    A process plays one game at a time, and the next one when the bot is no longer used.
    """

    def __init__(
        self, name: str, command: str, /, seed: Seed = None, **settings: int | float | str
    ) -> None:
        self._seed = seed
        key = json.dumps([command, settings])
        idle = IDLE.setdefault(key, [])
        while idle and not idle[-1][0].is_running:
            idle.pop()[0].kill()
        self._engine, self._greeting = idle.pop() if idle else started(name, command, settings)
        self._began, self._seat = False, 0
        weakref.finalize(self, give_back, idle, self._engine, self._greeting)

    @property
    def version(self) -> str:
        return self._greeting.name

    def choose(self, view: View, clock: Clock) -> Move:
        engine = self._engine
        if not self._began:
            self._begin(view)
        legal = {str(move): move for move in view.legal_moves}
        question = (f"position {view.position}", f"legal {' '.join(legal)}", go_line(clock))
        engine.send(*question)
        words = engine.lines_until("bestmove", patience(clock))[-1].split()
        if len(words) < 2 or words[1] not in legal:
            engine.fail(f"chose no legal move: {' '.join(words)[:SHOWN]!r}")
        return legal[words[1]]

    def played(self, seat: int, move: Move | str) -> None:
        """Tell the engine of a decision of another seat."""
        if self._began and seat != self._seat:
            self._engine.tell(f"played {seat} {move}")

    def ended(self, outcome: Outcome) -> None:
        """Tell the engine how the game ended."""
        if self._began:
            winners, scores = (" ".join(map(str, row)) for row in (outcome.winners, outcome.points))
            self._engine.tell(f"gameover {outcome.reason} winners {winners} scores {scores}")

    def _begin(self, view: View) -> None:
        rules = next(word for word in view.position.split() if word.startswith("rules="))
        seed = "" if self._seed is None else f" seed {self._seed}"
        self._engine.send(f"newgame {rules} seat {view.seat}{seed}", "isready")
        self._engine.lines_until("readyok", READY)
        self._began, self._seat = True, view.seat or 0


def tell_played(bots: Iterable[object], seat: int, move: Move | str) -> None:
    """Tell the engines among these bots of a decision."""
    for bot in bots:
        if isinstance(bot, EngineBot):
            bot.played(seat, move)


def tell_ended(bots: Iterable[object], outcome: Outcome | None) -> None:
    """Tell the engines among these bots how their game ended."""
    for bot in bots:
        if isinstance(bot, EngineBot) and outcome is not None:
            bot.ended(outcome)


def started(name: str, command: str, settings: Mapping[str, object]) -> tuple[Engine, Greeting]:
    engine = Engine(name, command)
    greeting = greet(engine)
    if wrong := [key for key in settings if key not in greeting.options]:
        engine.fail(f"has no option {wrong[0]!r}")
    engine.send(*(f"setoption name {key} value {value}" for key, value in settings.items()))
    return engine, greeting


def give_back(idle: list[tuple[Engine, Greeting]], engine: Engine, greeting: Greeting) -> None:
    if engine.is_running:
        idle.append((engine, greeting))


def go_line(clock: Clock) -> str:
    line = "go"
    if clock.simulations is not None:
        line += f" nodes {clock.simulations}"
    if clock.seconds is not None:
        line += f" movetime {max(1, round(1000 * clock.seconds))}"
    return line


def patience(clock: Clock) -> float:
    """Seconds to wait for a move; CPU time may take longer on a busy machine."""
    if clock.seconds is None:
        return THINK
    return (10 * clock.seconds if clock.is_cpu else clock.seconds) + GRACE
