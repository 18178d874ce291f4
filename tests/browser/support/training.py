"""Positions to train with: decisions of finished games at which some moves give much away."""

import json
from dataclasses import dataclass

from splendor.bots.search import Search
from splendor.client import Table
from splendor.formats import read_transcripts
from splendor.game import Game
from tests.browser.support.sample_tables import TRIES, SampleTables, is_over

SIMULATIONS = 600  # for each decision and each bad move
MUCH = 0.17  # of the chances
WORST = ("r1", "r2")  # unseen cards: at the end of a game nobody has time for them


@dataclass(frozen=True)
class Slip:
    """A decision of Anna's in a finished game, at which both moves of `WORST` give much away."""

    table: str
    ply: int


def game_at(tables: SampleTables, table: Table) -> Game:
    told = tables.anna.ask("GET", f"/api/tables/{table.id}/transcript")
    return next(iter(read_transcripts(json.dumps(told)))).game


def a_slip(tables: SampleTables) -> Slip:
    """The last such decision of a game between equals."""
    equals = SampleTables(tables.url, bot="greedy")
    equals.anna = tables.anna
    for _ in range(TRIES):
        table = equals._against_bots("official", 2, is_over)
        game = game_at(tables, table)
        for ply in reversed(range(len(game.moves))):
            if game.at(ply).active == 0 and gives_much_away(game.at(ply)):
                return Slip(table.id, ply)
    raise AssertionError("no game had a slip")


def gives_much_away(game: Game) -> bool:
    legal = {str(move): move for move in game.legal_moves}
    if not set(WORST) <= set(legal):
        return False
    search = Search(game.view(0), seed=1)
    best = search.run(SIMULATIONS).best.value
    for text in WORST:
        found = search.run(SIMULATIONS, move=legal[text]).candidates
        value = next(each.value for each in found if each.move == legal[text])
        if best - value < MUCH:
            return False
    return True
