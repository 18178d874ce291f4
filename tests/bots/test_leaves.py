"""Evaluators written in Python: what they are given, what they may return, and what comes of it."""

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest

from splendor import Game, RulesError, Search, analyse
from splendor.bots.leaves import LEAVES, Leaves
from splendor.core.kernel import COMPILED
from splendor.ruleset import RULESETS
from tests.bots.midgames import midgames

SIMS = 150 if COMPILED else 20
GAMES = [("official", 2), ("official", 3), ("landolt", 4), ("duel", 2)]


def even(leaves: Leaves) -> tuple[Any, Any]:
    """Every seat is as likely to win, every move as good."""
    players = int(leaves.records["seats"][0])
    return np.full((len(leaves), players), 1 / players), None


@pytest.mark.parametrize("rules, players", GAMES)
def test_every_simulation_is_counted_once(rules: str, players: int) -> None:
    for game in midgames(rules, 4, players):
        found = analyse(game.view(game.active), SIMS, seed=1, evaluator=even)
        assert found.simulations == SIMS
        assert sum(candidate.visits for candidate in found.candidates) == SIMS
        assert {candidate.move for candidate in found.candidates} <= set(game.legal_moves)
        assert all(0 <= candidate.value <= 1 for candidate in found.candidates)


@pytest.mark.parametrize("rules, players", GAMES)
def test_an_evaluator_is_given_what_the_deciding_seat_may_know(rules: str, players: int) -> None:
    """The same bytes, whatever lies in the decks and in unseen hands."""
    for number, game in enumerate(midgames(rules, 3, players)):
        view = game.view(game.active)
        elsewhere = view.imagine(number).view(game.active)
        given: list[list[bytes]] = []
        for each in (view, elsewhere):
            seen: list[bytes] = []

            def record(leaves: Leaves, seen: list[bytes] = seen) -> tuple[Any, Any]:
                assert (leaves.records["active"] == leaves.seats).all()
                assert not leaves.records["chance"].any()
                seen.append(leaves.records.tobytes() + leaves.observations().tobytes())
                return even(leaves)

            Search(each, seed=1, evaluator=record).run(SIMS)
            given.append(seen)
        assert given[0] == given[1]


def test_an_evaluator_gets_many_positions_at_once_with_their_legal_actions() -> None:
    game = Game(seed=1, start=0)
    sizes = []

    def measure(leaves: Leaves) -> tuple[Any, Any]:
        sizes.append(len(leaves))
        assert leaves.masks.shape == (len(leaves), RULESETS["official"].actions)
        assert leaves.masks.any(axis=1).all()
        return even(leaves)

    Search(game.view(0), seed=1, evaluator=measure).run(3 * LEAVES)
    assert sizes[0] == 1  # the root's priors
    assert max(sizes) > LEAVES // 2
    assert max(sizes) <= LEAVES


def test_values_and_policy_lead_the_search() -> None:
    """An evaluator that likes one move above all makes the search play it."""
    game = Game(seed=1, start=0)
    liked = [candidate.move for candidate in analyse(game.view(0), 1, evaluator=even).candidates][7]
    action = game.ruleset.moves.index(liked)

    def prefers(leaves: Leaves) -> tuple[Any, Any]:
        logits = np.zeros(leaves.masks.shape)
        logits[leaves.seats == 0, action] = 9.0
        return even(leaves)[0], logits

    assert analyse(game.view(0), SIMS, seed=1, evaluator=prefers).best.move == liked


def test_the_same_seed_gives_the_same_analysis() -> None:
    view = Game("duel", seed=3, start=0).view(0)
    first, again = (analyse(view, SIMS, seed=5, evaluator=even) for _ in range(2))
    assert first.candidates == again.candidates


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_full_tree_stays_within_its_bounds(rules: str) -> None:
    for game in midgames(rules, 3):
        search = Search(game.view(game.active), seed=1, evaluator=even, most_nodes=20)
        found = search.run(SIMS)
        assert found.nodes <= 20
        assert found.simulations == SIMS


@pytest.mark.parametrize(
    "wrong, why",
    [
        (lambda n: (np.zeros((n, 5)), None), "values have the shape"),
        (lambda n: (np.full((n, 2), np.nan), None), "values are not finite"),
        (lambda n: (np.zeros((n, 2)), np.zeros((n, 3))), "logits have the shape"),
        (lambda n: ("many", None), "values are not an array of numbers"),
    ],
)
def test_what_an_evaluator_must_not_return_is_refused_in_one_line(
    wrong: Callable[[int], tuple[Any, Any]], why: str
) -> None:
    view = Game(seed=1, start=0).view(0)
    with pytest.raises(RulesError, match=why):
        analyse(view, 20, seed=1, evaluator=lambda leaves: wrong(len(leaves)))
