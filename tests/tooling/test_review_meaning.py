"""Playing on from slips: which ones, on which deals, and what the figures say."""

from dataclasses import replace

import pytest

from splendor.core.kernel import COMPILED
from splendor.game import Game
from splendor.review import Budget, Review, TurnReview, review
from tools.review import chosen_slips, meaning_line, play_on


def reviewed() -> Review:
    game = Game(seed=1, rounds=1)
    for move in ("WUG", "WUG"):
        game.push(move)
    return review(game, budget=Budget(2, 1, 1, 1, 1))


def a_turn(label: str, *losses: float) -> TurnReview:
    turn = reviewed().turns[0]
    [decision] = turn.decisions
    return replace(
        turn, label=label, decisions=tuple(replace(decision, loss=loss) for loss in losses)
    )


def test_at_most_two_slips_of_a_game_are_chosen_by_its_seed() -> None:
    turns = (a_turn("", 0.0), a_turn("inaccuracy", 0.06), *[a_turn("blunder", 0.3)] * 5)
    found = replace(reviewed(), turns=turns)
    assert len(chosen_slips(found, 1)) == 2
    assert chosen_slips(found, 1) == chosen_slips(found, 1)
    assert all(turn.label == "blunder" for turn, _ in chosen_slips(found, 1))


def test_one_decision_of_a_chosen_turn_gave_everything_away() -> None:
    both, one = a_turn("mistake", 0.1, 0.1), a_turn("mistake", 0.0, 0.15)
    found = replace(reviewed(), turns=(both, one))
    assert chosen_slips(found, 1) == [(one, one.decisions[1])]


@pytest.mark.skipif(not COMPILED, reason="whole games")
def test_the_same_deal_and_move_give_the_same_game() -> None:
    game = Game(seed=1, start=0, rounds=4)
    view = game.view(0)
    assert play_on(view, "WUG", "deal") == play_on(view, "WUG", "deal")


def test_the_gain_is_compared_with_what_the_review_said() -> None:
    rows = [
        {"loss": 0.2, "best": 0.7, "played": 0.4},
        {"loss": 0.1, "best": 0.5, "played": 0.48},
    ]
    assert meaning_line(rows) == ["2", "160", "15.0", "16.0 ± 27.4", "1.0 ± 17.6"]
