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
from dataclasses import dataclass
from pathlib import Path
from queue import SimpleQueue
from typing import TYPE_CHECKING, Any, BinaryIO, TypeAlias

if TYPE_CHECKING:
    from splendor.bots.candidates import Candidate
    from splendor.ruleset import Move
    from splendor.server.workers.review_worker import ReviewRequest
    from splendor.view import View

NICENESS = 10
LENGTH_HEADER = struct.Struct("!I")  # the length before each message
SAMPLED_DEALS = 4  # an expected line is shown as far as it is the same in all of them
READY = "ready"
WorkerReply: TypeAlias = dict[str, Any]  # with one key: ready, move, candidates, …, or failed


@dataclass(frozen=True, slots=True)
class Choose:
    """Let a bot choose a move."""

    view: "View"
    bot: str
    seed: str
    simulations: int | None
    seconds: float

    @property
    def position(self) -> "View":
        return self.view


@dataclass(frozen=True, slots=True)
class Analyse:
    """Let a search find the best moves."""

    view: "View"
    seed: str
    simulations: int
    seconds: float
    most: int

    @property
    def position(self) -> "View":
        return self.view


Request: TypeAlias = "Choose | Analyse | ReviewRequest"


def frame(message: bytes) -> bytes:
    return LENGTH_HEADER.pack(len(message)) + message


def main(rules: Sequence[str] = ()) -> None:
    """Load the games of these rule sets, or all; then answer requests until the server is gone."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the server, which ends its workers
    if sys.platform != "win32":
        os.nice(NICENESS)
    target = private_output()
    requests: SimpleQueue[bytes] = SimpleQueue()
    threading.Thread(target=listen, args=(sys.stdin.buffer, requests), daemon=True).start()
    with contextlib.suppress(BrokenPipeError):
        warm(rules)
        tell(target, {READY: True})
        while True:
            tell(target, answer(pickle.loads(requests.get())))


def private_output() -> BinaryIO:
    """The pipe to the server; what bots print goes to standard error instead."""
    ours = os.fdopen(os.dup(1), "wb")
    with contextlib.suppress(OSError, AttributeError):
        os.dup2(sys.stderr.fileno(), 1)
    return ours


def listen(source: BinaryIO, requests: "SimpleQueue[bytes]") -> None:
    """Read requests in a thread, so that the worker exits at once when its server is gone."""
    while len(head := source.read(LENGTH_HEADER.size)) == LENGTH_HEADER.size:
        requests.put(source.read(*LENGTH_HEADER.unpack(head)))
    os._exit(0)


def tell(target: BinaryIO, message: WorkerReply) -> None:
    target.write(frame(json.dumps(message).encode()))
    target.flush()


def warm(rules: Sequence[str]) -> None:
    """Load or compile every kernel that bots need, so that no game waits for it."""
    from splendor.bots.precompile import last_turn, warm_all
    from splendor.core.kernel import COMPILED
    from splendor.ruleset import first_rules

    for each in (rules or first_rules()) if COMPILED else ():
        warm_all(each, lambda _: None)
        view = last_turn(each)  # which the search solves with kernels of its own
        answer(Choose(view, "greedy", "0", None, 1.0))
        answer(Analyse(view, "0", 10, 1.0, 1))


def answer(request: Request) -> WorkerReply:
    try:
        match request:
            case Choose():
                return {"move": choose(request)}
            case Analyse():
                return {"candidates": list(analyse(request))}
            case _:
                from splendor.server.workers.review_worker import answer_review

                return answer_review(request)
    except (Exception, SystemExit) as error:  # whatever a bot raises
        return {"failed": where(error)}


def choose(request: Choose) -> str:
    from splendor.bots import Clock, make_bot

    bot = make_bot(request.bot, request.seed)
    move = bot.choose(request.view, Clock(request.seconds, request.simulations))
    if move not in request.view.legal_moves:
        raise RuntimeError("not a legal move")
    return str(move)


def where(error: BaseException) -> str:
    """The type and place of an error, without its message, which may reveal a hand."""
    last = traceback.extract_tb(error.__traceback__)[-1]
    return f"{type(error).__name__} in {Path(last.filename).name}:{last.lineno}"


def analyse(request: Analyse) -> Iterator[dict[str, Any]]:
    """The best moves, the best first, with their statistics."""
    from splendor.bots.search import Search

    view = request.view
    found = Search(view, seed=request.seed).run(request.simulations, request.seconds)
    for candidate in found.candidates[: request.most]:
        yield {
            "move": str(candidate.move),
            "value": candidate.value,
            "error": candidate.error,
            "visits": candidate.visits,
            "proven": candidate.proven,
            "line": [str(move) for move in expected(view, candidate)],
            "describe": view.describe(candidate.move),
        }


def expected(view: "View", candidate: "Candidate") -> Sequence["Move"]:
    """The candidate's line as far as it depends only on visible cards.

    That is as far as its moves mean the same in several deals that agree with the view.
    """
    games = [view.imagine(seed) for seed in range(SAMPLED_DEALS)]
    for length, move in enumerate(candidate.line):
        if any(game.is_over or not game.is_legal(move) for game in games):
            return candidate.line[:length]
        if len({(game.active, game.describe(move)) for game in games}) > 1:
            return candidate.line[: max(1, length)]
        for game in games:
            game.push(move)
    return candidate.line
