"""Compiled matches at equal simulations, for following the progress of training.

The same deal is played once from every seat by the first side, with copies of the second side in
the other seats. A match for the record is played by the arena, with clocks.
"""

from typing import Any

import numpy as np

from splendor.arena.scores import Score, score_of
from splendor.bots.evaluators.general import pay_off
from splendor.bots.tree import (
    ROOT,
    Tree,
    most_visited_move,
    simulate_many,
    start_tree,
)
from splendor.core.chance import Seed, seeded
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.learn.selfplay import GAME, LONGEST_GAME, Player, new_table
from splendor.ruleset import apply, is_over, view_of
from splendor.ruleset import deal as deal_in


@kernel
def decide(states: Row[Any], simulations: int, tree: Tree) -> int:
    """The action that a search tries most in the game states[GAME]."""
    works, nodes, edges, _ = tree
    seat = int64(states[GAME].active)
    view_of(states, int64(GAME), seat, states, int64(2))
    works[0].seat = seat
    start_tree(works, nodes)
    simulate_many(states, simulations, tree)
    return int64(edges[most_visited_move(edges, nodes[ROOT])].action)


@entry
def play_game(states: Row[Any], seat: int, simulations: int, first: Tree, second: Tree) -> float:
    """Play the dealt game states[GAME] with the first side at `seat`; return its payoff."""
    for _ in range(LONGEST_GAME):
        if is_over(states[GAME]):
            break
        if states[GAME].active == seat:
            action = decide(states, simulations, first)
        else:
            action = decide(states, simulations, second)
        apply(states, int64(GAME), action)
    values = first[0][0].values
    pay_off(states[GAME], values)
    return float(values[seat])


@entry
def deal_game(states: Row[Any]) -> None:
    deal_in(states, int64(GAME))


def play_match(first: Player, second: Player, deals: int, simulations: int, seed: Seed) -> Score:
    """The first side's score per deal; an even share is 1 / players."""
    scores = []
    first.seed(f"{seed}/first")
    second.seed(f"{seed}/second")
    for deal in range(deals):
        payoffs = []
        for seat in range(first.players):
            states = new_table(first.game, first.players)
            states[GAME].chance[:] = seeded(f"{seed}/{deal}")
            deal_game(states)
            payoffs.append(play_game(states, seat, simulations, first.tree, second.tree))
        scores.append(float(np.mean(payoffs)))
    return score_of(scores)
