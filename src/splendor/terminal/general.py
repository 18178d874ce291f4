"""The fallback face for games without one of their own: a plain-text table, moves in notation."""

from dataclasses import replace
from functools import cache
from typing import Any

from splendor.game import Game
from splendor.outcome import Outcome
from splendor.ruleset import RULESETS
from splendor.terminal.drawing import BOLD, WIDTH, Scene, filled, headline, paint, wrapped
from splendor.terminal.face import COMMANDS, Face


@cache
def general_face(game: str) -> Face:
    """A face for the game of this name."""
    ruleset = next(known for known in RULESETS.values() if known.name == game)
    moves = [str(move) for move in ruleset.moves]
    return replace(GENERAL_FACE, example=moves[0], longest=max(map(len, moves)))


def draw(scene: Scene[Any, Any]) -> str:
    line = paint(filled("", "─", "", WIDTH), BOLD)
    return "\n".join([headline(scene, ", ".join(scene.names)), scene.text(), line])


def verdict(outcome: Outcome) -> str:
    return f": {outcome.reason}"


def points_of(game: Game, seat: int) -> list[int]:
    return [game.table.places[seat].points]


# `general_face` adds the moves of the game to it.
GENERAL_FACE = Face(
    example="",
    longest=0,
    letters="",
    limit=0,
    automatic=frozenset(),
    draw=draw,
    card_word=str,
    giving=(),
    prepare=lambda game, line: line,
    mistake=lambda game, words: "",
    clash=lambda moves: "",
    rank=lambda move: 0,
    given=lambda move: None,
    question=lambda game: "Your move",
    choices=lambda game: wrapped("moves", [str(move) for move in game.legal_moves]),
    chosen=lambda game: "",
    card_offers=lambda table, place: (),
    sentence_of=lambda game, move: game.describe(move),
    aftermath=lambda before, after, move: "",
    last_turns=lambda game: ("",) * game.players,
    verdict=verdict,
    columns=("points",),
    figures=points_of,
    remarks=lambda game, names: iter(()),
    help=lambda options: COMMANDS,
)
