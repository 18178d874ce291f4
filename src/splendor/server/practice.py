"""Practice in a finished game: what would be legal at a decision, what another turn was worth, and
where to look for a better one.

Everything is computed from the view of the seat that decided.
"""

import asyncio
from typing import Annotated, Any

from msgspec import Meta, Struct, convert

from splendor.game import Game
from splendor.review.coach import look_at
from splendor.review.reasons import reasons_here
from splendor.server.http import Call, Endpoint
from splendor.server.messages import MAX_MOVES, Clue, Notation, Reason
from splendor.server.refusals import RequestRefused, require
from splendor.server.tables.commands import legal_after
from splendor.server.tables.files import finished
from splendor.server.workers.queue import Asker, Kind
from splendor.view import View

EFFORT = (300_000, 1.4)  # simulations and seconds for one try
PATIENCE = 2.0  # seconds
SEED = "practice"  # the same try has the same answer, as far as the time allows


class PastMoves(Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    """Moves at the decision after so many others."""

    ply: Annotated[int, Meta(ge=0, le=10_000)]
    moves: Annotated[list[Notation], Meta(max_length=MAX_MOVES)] = []


class LegalMoves(Struct, frozen=True, omit_defaults=True):
    """What is legal after the moves. `ends`: the turn would be over. `shows`: the moves would
    reveal a card or a token first.
    """

    seat: int
    legal: list[str] = []
    ends: bool = False
    shows: bool = False


class NextTurn(Struct, frozen=True, omit_defaults=True):
    """What the next player is likely to do, and what that changes."""

    seat: int
    moves: list[str]
    facts: list[Reason] = []


class TriedTurn(Struct, frozen=True, omit_defaults=True):
    """A turn, judged: the chance with the best one and after this one, the standard error of their
    difference, the best line, and reasons. `answer` is what may follow.
    """

    best: str
    chance: float
    after: float
    error: float
    proven: bool = False
    line: list[str] = []
    in_favour: list[Reason] = []
    against: list[Reason] = []
    answer: NextTurn | None = None


async def past_game(call: Call) -> Game:
    """The game at the decision, if the reader may see the finished table."""
    table = await call.context.tables.get(call.path("table"), call.player)
    game = finished(table.state)
    require(call.body.ply < game.ply, "no_decision", ply=call.body.ply)
    return game.at(call.body.ply)


async def list_legal(call: Call) -> LegalMoves:
    game = await past_game(call)
    seat = game.active
    legal, ends, shows = legal_after(game, seat, call.body.moves)
    return LegalMoves(seat, legal, ends, shows)


async def judge_turn(call: Call) -> TriedTurn:
    game = await past_game(call)
    legal_after(game, game.active, call.body.moves)  # or a refusal
    return await judge(call, game.view(game.active), call.body.moves)


async def judge(call: Call, view: View, moves: list[str]) -> TriedTurn:
    """A turn, judged in the bots' processes, or a refusal if that takes too long."""
    who = Asker(call.player, call.who.address)
    work = call.context.pool.judge(view, moves, EFFORT, SEED, who, Kind.ANALYSIS)
    try:
        found = await asyncio.wait_for(work, PATIENCE)
    except TimeoutError:
        raise RequestRefused("busy") from None
    require(found is not None, "nothing_to_decide")
    return convert(found, TriedTurn)


async def nudge(call: Call) -> Clue:
    """Where to look for the turn that begins with these moves: the first step of the coach."""
    game = await past_game(call)
    require(call.body.moves, "nothing_to_decide")
    view = game.view(game.active)
    best = view.parse(call.body.moves[0])
    require(view.is_legal(best), "nothing_to_decide")
    told = reasons_here(view.imagine(0), call.body.moves, [])[0]
    return convert(clue_fields(look_at(view, best, told)), Clue)


def clue_fields(clue: Any) -> dict[str, Any]:
    why = {"code": clue.why.code, "values": clue.why.values} if clue.why else None
    return {"code": clue.code, "things": list(clue.things), "why": why, "values": clue.values}


TABLE = "/api/tables/{table}"
ENDPOINTS = (
    Endpoint(
        "POST", f"{TABLE}/past-moves", list_legal, "What was legal at a decision", LegalMoves,
        PastMoves, needs_guest=True, rate="command", refuses=(400, 404, 409),
    ),
    Endpoint(
        "POST", f"{TABLE}/trials", judge_turn, "Judge another turn at a decision", TriedTurn,
        PastMoves, needs_guest=True, rate="judge", refuses=(400, 404, 409, 503),
    ),
    Endpoint(
        "POST", f"{TABLE}/nudges", nudge, "Where to look for a better turn", Clue,
        PastMoves, needs_guest=True, rate="command", refuses=(400, 404, 409),
    ),
)  # fmt: skip
