"""Sampling one deal after the other from a view: cheap, fair, and true to what the seat sees."""

from typing import Any

import numpy as np
import pytest

from splendor import Game
from splendor.core.chance import Chance, seeded
from splendor.core.kernel import Row, entry, int64
from splendor.ruleset import MOST_CARDS, deal_unseen, redeal, view_of
from tests.fairness import is_fair

DRAWS = 1500


@entry
def sample_deals(
    states: Row[Any], chance: Chance, pool: Row[int], level_ends: Row[int], drawn: Any
) -> None:
    """Sample deals from states[0] into states[1]; write the next card of each level of each."""
    states[1] = states[0]
    deal_unseen(states[1], chance, pool)
    for number in range(len(drawn)):
        redeal(states, int64(1), int64(0), chance, pool)
        for level in range(len(level_ends)):
            drawn[number, level] = states[1].deck[level_ends[level] - 1]
        drawn[number, len(level_ends)] = states[1].players[1].hand[0]


def a_view(rules: str) -> tuple[Game, Any]:
    """Seat 0's view after seat 1 has reserved the next card of level 3 unseen."""
    game = Game(rules, seed=4, start=1)
    game.push("r3")
    while game.active == 1:
        game.push(game.legal_moves[0])
    states = np.zeros(2, game.ruleset.state)
    states[0] = game.view(0).record[0]
    return game, states


def sampled(states: Any, seed: str) -> Any:
    starts = np.array([np.flatnonzero(states[0].deck == -2 - level)[0] for level in range(3)])
    ends = (starts + states[0].deck_sizes).astype(np.int64)
    drawn = np.zeros((DRAWS, 4), np.int64)
    sample_deals(states, seeded(seed), np.zeros(MOST_CARDS, np.int8), ends, drawn)
    return drawn


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_every_unseen_card_is_equally_likely_to_come_next(rules: str) -> None:
    game, states = a_view(rules)
    drawn = sampled(states, "fair")
    level = 2
    seen = {int(card) for card in states[0].market if card >= 0}
    unseen = [
        card.id for card in game.ruleset.cards if card.level == level + 1 and card.id not in seen
    ]
    for column in (level, 3):  # the next card of level 3, and the one in the hand of the other seat
        assert is_fair(drawn[:, column].tolist(), unseen)


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_deal_keeps_every_card_once_and_what_the_seat_sees(rules: str) -> None:
    _, states = a_view(rules)
    sampled(states, "whole")
    deal, view = states[1], states[0]
    cards = [*deal.deck[deal.deck >= 0], *deal.market[deal.market >= 0]]
    for seat in range(2):
        hand = deal.players[seat].hand
        cards += hand[hand >= 0].tolist()
    assert sorted(map(int, cards)) == list(range(len(cards)))
    views = np.zeros(1, states.dtype)
    view_of(states, 1, 0, views, 0)
    views[0].chance[:] = view.chance
    assert views[0].tobytes() == view.tobytes()
