"""The endpoints of the analysis board. Nothing is kept: each request names its position.

A running game cannot be opened here, only a finished one, or a position as text.
"""

from collections.abc import Callable
from functools import partial
from typing import TypeVar

from splendor.game import Game
from splendor.server.analysis.bodies import (
    Board,
    Checked,
    NewDeal,
    OpenDecision,
    OpenPosition,
    PlayedTurn,
    PlayTurn,
    Think,
    Thought,
)
from splendor.server.analysis.positions import board_of, check_text, play_turn
from splendor.server.analysis.thinking import think
from splendor.server.http import Call, Endpoint
from splendor.server.position_texts import read_game
from splendor.server.refusals import require
from splendor.server.tables.files import finished

T = TypeVar("T")


async def aside(call: Call, work: Callable[[], T]) -> T:
    """Do this beside the event loop."""
    return await call.context.boards.run(call.who.address, work)


async def open_text(call: Call) -> Board:
    return await aside(call, lambda: board_of(read_game(call.body.text, call.body.seed)))


async def open_decision(call: Call) -> Board:
    """A position of a finished game that the reader may see."""
    table = await call.context.tables.get(call.body.table, call.player)
    game, ply = finished(table.state), call.body.ply
    require(ply <= game.ply, "no_decision", ply=ply)
    return await aside(call, lambda: board_of(game.at(ply)))


async def deal(call: Call) -> Board:
    body = call.body
    return await aside(
        call, lambda: board_of(Game(body.rules, body.players, seed=body.seed or None))
    )


async def check(call: Call) -> Checked:
    return await aside(call, partial(check_text, call.body.text, call.body.seed))


async def play(call: Call) -> PlayedTurn:
    return await aside(call, partial(played, call.body))


def played(turn: PlayTurn) -> PlayedTurn:
    game = read_game(turn.position)
    if turn.anew:
        game = game.view(game.active).imagine(turn.seed)
    return play_turn(game, turn.moves, turn.draws, turn.seed)


async def think_about(call: Call) -> Thought:
    game = await aside(call, partial(read_game, call.body.position))
    return await think(call, game, call.body.simulations)


ANALYSIS = "/api/analysis"
ANALYSIS_ENDPOINTS = (
    Endpoint(
        "POST", f"{ANALYSIS}/position", open_text, "A position from its text", Board,
        OpenPosition, needs_guest=True, rate="board", refuses=(400, 503),
    ),
    Endpoint(
        "POST", f"{ANALYSIS}/decision", open_decision, "A position of a finished game", Board,
        OpenDecision, needs_guest=True, rate="board", refuses=(400, 404, 409, 503),
    ),
    Endpoint(
        "POST", f"{ANALYSIS}/deal", deal, "The beginning of a game", Board, NewDeal,
        needs_guest=True, rate="board", refuses=(400, 503),
    ),
    Endpoint(
        "POST", f"{ANALYSIS}/check", check, "Check a position that was set up", Checked,
        OpenPosition, needs_guest=True, rate="board", refuses=(503,),
    ),
    Endpoint(
        "POST", f"{ANALYSIS}/turns", play, "Play a turn on the board", PlayedTurn, PlayTurn,
        needs_guest=True, rate="board", refuses=(400, 409, 503),
    ),
    Endpoint(
        "POST", f"{ANALYSIS}/thoughts", think_about, "Think about a position", Thought, Think,
        needs_guest=True, rate="think", refuses=(400, 409, 503),
    ),
)  # fmt: skip
