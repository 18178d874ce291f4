"""The evaluator of the base game: the last turn is exact, estimates and policy are sensible."""

import random
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest

from splendor.base.legal import legal_list
from splendor.base.moves import ACTIONS, CHOOSE_GOLD, GOLD_FOR, RETURN_TOKEN
from splendor.base.rules import apply_in
from splendor.base.state import GOLD, MARKET, OVER, PLAY, RETURN, ROW
from splendor.bots.evaluators.estimate_base import (
    FEATURE_NAMES,
    FEATURES,
    POLICY_FEATURES,
    POLICY_NAMES,
    count_features_in,
    estimate_in,
    policy_logits_in,
    prove_outcome_in,
)
from splendor.bots.evaluators.weights import estimate_weights_of, policy_weights_of
from splendor.core.kernel import COMPILED
from splendor.ruleset import is_winner_in
from tests.positions import States
from tests.random_games import positions_of_games

POSITIONS = 3000 if COMPILED else 40
Numbers = npt.NDArray[np.float64]


def proven_outcome(states: States) -> tuple[bool, list[float]]:
    values, copies = np.zeros(4), np.repeat(states, 2)
    proven = bool(prove_outcome_in(copies, values))
    return proven, values[: states[0].seats].tolist()


def payoffs(states: States) -> list[float]:
    seats = int(states[0].seats)
    won = [bool(is_winner_in(states, 0, seat)) for seat in range(seats)]
    return [winner / sum(won) for winner in won]


def best_of_turn(states: States, seat: int) -> float:
    """The best payoff of this turn, by trying everything; -1 if the game does not end."""
    best = -1.0
    for action in legal_list(states, 0):
        after = states.copy()
        apply_in(after, 0, action)
        if after[0].phase == OVER:
            best = max(best, payoffs(after)[seat])
        elif after[0].active == seat and after[0].phase != PLAY:
            best = max(best, best_of_turn(after, seat))
    return best


def near_the_end() -> Iterator[States]:
    """Turns of random games in which somebody may reach the target."""
    chance = random.Random(1)
    for states in positions_of_games(POSITIONS, every=5):
        state = states[0]
        if state.phase != PLAY:
            continue
        for seat in range(state.seats):
            state.players[seat].points = chance.randint(0, int(state.target) + 1)
        yield states


def test_the_outcome_is_proven_in_the_last_turn_and_its_best_purchase_is_found() -> None:
    certain = 0
    for states in near_the_end():
        proven, values = proven_outcome(states)
        seat, seats = int(states[0].active), int(states[0].seats)
        last = (seat + 1) % seats == states[0].start
        points = max(int(states[0].players[other].points) for other in range(seats))
        limited = states[0].round_number >= states[0].rounds
        expected = last and (points >= states[0].target or limited)
        assert proven == (expected and states[0].noble_rule == 0)
        if proven:
            certain += 1
            assert values[seat] == pytest.approx(best_of_turn(states, seat))
            assert sum(values) == pytest.approx(1.0)
    assert certain >= POSITIONS // 60


def estimated(states: States) -> list[float]:
    values, seats = np.zeros(4), int(states[0].seats)
    weights = estimate_weights_of("base", seats).ravel()
    estimate_in(states, weights, np.zeros(128), values)
    return [float(value) for value in values[:seats]]


def test_names_and_numbers_agree() -> None:
    assert len(FEATURE_NAMES) == FEATURES == len(set(FEATURE_NAMES))
    assert len(POLICY_NAMES) == POLICY_FEATURES == len(set(POLICY_NAMES))
    for players in (2, 3, 4):
        assert estimate_weights_of("base", players).shape == (2, FEATURES)
        assert policy_weights_of("base", players).shape == (POLICY_FEATURES,)


def test_the_chances_add_up_to_one() -> None:
    for states in positions_of_games(POSITIONS // 10, every=3):
        values = estimated(states)
        assert sum(values) == pytest.approx(1.0)
        assert min(values) > 0.0


def test_the_order_of_a_row_and_of_a_hand_does_not_matter() -> None:
    for states in positions_of_games(POSITIONS // 10, every=3):
        other = states.copy()
        for level in range(MARKET // ROW):
            row = slice(level * ROW, (level + 1) * ROW)
            other[0].market[row] = states[0].market[row][::-1]
        assert estimated(other) == pytest.approx(estimated(states))


def more_points(states: States) -> None:
    states[0].players[0].points += 3


def more_gold(states: States) -> None:
    states[0].players[0].tokens[GOLD] += 1


@pytest.mark.parametrize("change, least", [(more_points, 0.05), (more_gold, 0.005)])
def test_more_points_and_tokens_are_better(change: Callable[[States], None], least: float) -> None:
    gains = []
    for states in positions_of_games(POSITIONS // 3, every=11):
        if states[0].seats == 2 and states[0].players[0].points <= 10:
            better = states.copy()
            change(better)
            gains.append(estimated(better)[0] - estimated(states)[0])
    assert np.mean(gains) > least


def test_the_progress_is_between_zero_and_one() -> None:
    for states in positions_of_games(POSITIONS // 10, every=11):
        rows = np.zeros((1, FEATURES))
        assert 0.0 <= count_features_in(states, 0, 0, rows, 0) <= 1.0


def weights_in(states: States) -> tuple[list[int], Numbers]:
    legal = [action for action in legal_list(states, 0) if not is_choice_of_gold(action)]
    mask, weights = np.zeros(ACTIONS, np.int8), np.full(ACTIONS, np.nan)
    mask[legal] = 1
    policy = policy_weights_of("base", int(states[0].seats))
    policy_logits_in(states, mask, policy, np.zeros(128), weights)
    return legal, weights


def is_choice_of_gold(action: int) -> bool:
    return CHOOSE_GOLD <= action < GOLD_FOR


def test_every_legal_action_has_a_finite_weight_and_no_other_one_is_touched() -> None:
    for states in positions_of_games(POSITIONS // 10, every=3):
        if states[0].phase == OVER:
            continue
        legal, weights = weights_in(states)
        assert np.flatnonzero(~np.isnan(weights)).tolist() == legal


def test_gold_is_the_last_token_to_be_returned() -> None:
    compared = 0
    for states in positions_of_games(POSITIONS, every=3):
        legal, weights = weights_in(states) if states[0].phase == RETURN else ([], np.zeros(0))
        gold = RETURN_TOKEN + GOLD
        if gold in legal and len(legal) > 1:
            compared += 1
            assert weights[gold] == min(weights[legal])
    assert compared or not COMPILED
