"""A bot worker: a process that receives requests through a pipe and answers with moves.

It receives a view, the name of a bot, a seed and a budget, and nothing else. Requests come from the
server, so they may be pickled; replies go to the server, so they are JSON. The engine is imported
after the priority was lowered: a server that starts needs the cores itself.
"""

import contextlib
import json
import os
import pickle
import signal
import struct
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

from splendor.server.workers.engine_games import Course, Ended, EngineGames

if TYPE_CHECKING:
    from splendor.bots import Bot
    from splendor.bots.candidates import Candidate
    from splendor.server.workers.review_worker import ReviewRequest
    from splendor.view import View

NICENESS = 10
LENGTH_HEADER = struct.Struct("!I")  # the length before each message
READY = "ready"
WorkerReply: TypeAlias = dict[str, Any]  # with one key: ready, move, candidates, …, or failed


@dataclass(frozen=True, slots=True)
class OfView:
    """A request about the position of a view."""

    view: "View"

    @property
    def position(self) -> "View":
        return self.view


@dataclass(frozen=True, slots=True)
class Choose(OfView):
    """Let a bot choose a move."""

    bot: str
    seed: str
    simulations: int | None
    seconds: float
    course: Course | None = None  # of an engine's game


@dataclass(frozen=True, slots=True)
class Analyse(OfView):
    """Let a search find the best moves."""

    seed: str
    simulations: int
    seconds: float
    most: int


@dataclass(frozen=True, slots=True)
class Coach(OfView):
    """Let a search find the best moves, and the coach its three steps."""

    seed: str
    simulations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Judge(OfView):
    """Let a search judge a turn that was not played yet."""

    moves: tuple[str, ...]
    seed: str
    simulations: int
    seconds: float


@dataclass(frozen=True, slots=True)
class Explore(OfView):
    """Let a search tell everything that it knows of a position: all moves, the best with lines."""

    seed: str
    simulations: int
    seconds: float
    lines: int = 3


Request: TypeAlias = "Choose | Analyse | Coach | Judge | Explore | ReviewRequest"
ENGINE_GAMES = EngineGames()
GIVE_UP = b""  # the message that nobody waits for answers to what was sent before it


class Inbox:
    """The messages of the server, in order. One thread puts them in, another takes them out."""

    def __init__(self) -> None:
        self._messages: SimpleQueue[bytes] = SimpleQueue()
        self._came = self._taken = self._given_up = 0

    def put(self, message: bytes) -> None:
        if message == GIVE_UP:
            self._given_up = self._came
        else:
            self._came += 1
            self._messages.put(message)

    def take(self) -> bytes:
        message = self._messages.get()
        self._taken += 1
        return message

    def is_given_up(self) -> bool:
        """Whether nobody waits for the answer to the message that was taken last."""
        return self._given_up >= self._taken


INBOX = Inbox()


def frame(message: bytes) -> bytes:
    return LENGTH_HEADER.pack(len(message)) + message


def main(rules: Sequence[str] = ()) -> None:
    """Load the games of these rule sets, or all; then answer requests until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    if sys.platform != "win32":
        os.nice(NICENESS)
    target = private_output()
    threading.Thread(target=listen, args=(sys.stdin.buffer, INBOX), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        warm(rules)
        tell(target, {READY: True})
        while True:
            request = pickle.loads(INBOX.take())
            if isinstance(request, Ended):  # news, without a reply
                ENGINE_GAMES.end(request)
            else:
                tell(target, answer(request))


def private_output() -> BinaryIO:
    """The pipe to the server; what bots print goes to standard error instead."""
    ours = os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(sys.stderr.fileno(), 1)
    return ours


def listen(source: BinaryIO, inbox: Inbox) -> None:
    """Read messages in a thread, so that the worker exits at once when its server is gone, and a
    search ends when nobody waits for it.
    """
    while len(head := source.read(LENGTH_HEADER.size)) == LENGTH_HEADER.size:
        inbox.put(source.read(*LENGTH_HEADER.unpack(head)))
    os._exit(0)


def tell(target: BinaryIO, message: WorkerReply) -> None:
    target.write(frame(json.dumps(message).encode()))
    target.flush()


def warm(rules: Sequence[str]) -> None:
    """Load or compile every kernel that bots need, so that no game waits for it."""
    from splendor.bots.precompile import last_turn, warm_all
    from splendor.core.kernel import COMPILED
    from splendor.ruleset import first_rules
    from splendor.server.workers.review_worker import sample

    for each in (rules or first_rules()) if COMPILED else ():
        warm_all(each, lambda _: None)
        view = last_turn(each)  # which the search solves with kernels of its own
        answer(Choose(view, "greedy", "0", None, 1.0))
        answer(Analyse(view, "0", 10, 1.0, 1))
        answer(sample(each))


def answer(request: Request) -> WorkerReply:
    try:
        match request:
            case Choose():
                return {"move": choose(request)}
            case Analyse():
                return {"candidates": list(analyse(request))}
            case Coach():
                return {"coaching": coached(request)}
            case Judge():
                return {"trial": judged(request)}
            case Explore():
                from splendor.server.workers.board_worker import explored

                return {"analysis": explored(request, INBOX.is_given_up)}
            case _:
                from splendor.server.workers.review_worker import answer_review

                return answer_review(request)
    except (Exception, SystemExit) as error:  # whatever a bot raises
        return {"failed": where(error)}


def choose(request: Choose) -> str:
    from splendor.bots import Clock

    try:
        move = bot_for(request).choose(request.view, Clock(request.seconds, request.simulations))
    except BaseException:
        if request.course is not None:
            ENGINE_GAMES.forget(request.course)
        raise
    if move not in request.view.legal_moves:
        raise RuntimeError("not a legal move")
    return str(move)


def bot_for(request: Choose) -> "Bot":
    from splendor.bots import make_bot

    course, seat = request.course, request.view.seat
    if course is None or seat is None:
        return make_bot(request.bot, request.seed)
    return ENGINE_GAMES.bot(course, seat, request.bot, request.seed)


def where(error: BaseException) -> str:
    """The type and place of an error, without its message, which may reveal a hand."""
    from splendor.bots.engines import EngineError

    if isinstance(error, EngineError):  # without what it answered
        return str(error).partition(":")[0]
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"


def analyse(request: Analyse) -> Iterator[dict[str, Any]]:
    """The best moves, the best first, with their statistics."""
    from splendor.review.shown import ShownSearch

    found = ShownSearch(request.view, seed=request.seed).run(request.simulations, request.seconds)
    return (candidate(request.view, each) for each in found.candidates[: request.most])


def candidate(view: "View", found: "Candidate") -> dict[str, Any]:
    """A move with its statistics, and its line as far as it depends only on visible cards."""
    from splendor.review.coach import expected_line

    return {
        "move": str(found.move),
        "value": found.value,
        "error": found.error,
        "visits": found.visits,
        "proven": found.proven,
        "line": [str(move) for _, move in expected_line(view, found.line)],
        "describe": view.describe(found.move),
    }


def coached(request: Coach) -> dict[str, Any]:
    """The three steps of the coach."""
    from splendor.review.coach import coach
    from splendor.review.shown import ShownSearch

    view = request.view
    search = ShownSearch(view, seed=request.seed)
    found = coach(view, search.run(request.simulations, request.seconds))
    return {
        "look": asdict(found.look),
        "kind": asdict(found.kind),
        "candidates": [candidate(view, each) for each in found.moves],
        "even": found.even,
        "reasons": [asdict(reason) for reason in found.reasons],
    }


def judged(request: Judge) -> dict[str, Any] | None:
    """What a turn gives away; `None` if it leaves nothing to judge."""
    from splendor.review.trial import Effort, try_turn

    effort = Effort(request.simulations, request.seconds)
    found = try_turn(request.view, request.moves, effort, request.seed)
    return None if found is None else asdict(found)
