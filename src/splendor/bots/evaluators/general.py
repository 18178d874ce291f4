"""Kernels that are independent of the game: values of seats, and an evaluator for any game."""

from math import exp
from typing import Any

from splendor.core.kernel import Row, kernel
from splendor.ruleset import is_over, is_winner

# Values of seats


@kernel
def pay_off(state: Any, values: Row[float]) -> None:
    """Write the payoffs of a finished game: 1 shared by the winners, or by all if nobody won."""
    winners = 0
    for seat in range(state.seats):
        values[seat] = 1.0 if is_winner(state, seat) else 0.0
        winners += 1 if values[seat] > 0.0 else 0
    for seat in range(state.seats):
        values[seat] = values[seat] / winners if winners > 0 else 1.0 / state.seats


@kernel
def softmax(values: Row[float], seats: int) -> None:
    """Turn the seats' scores into their chances of winning."""
    largest = values[0]
    for seat in range(seats):
        largest = max(largest, values[seat])
    whole = 0.0
    for seat in range(seats):
        values[seat] = exp(values[seat] - largest)
        whole += values[seat]
    for seat in range(seats):
        values[seat] /= whole


# The evaluator of a game without a hand-written one: rollouts, and no preference among moves


@kernel
def prove_outcome(states: Row[Any], values: Row[float]) -> bool:
    """Whether the game in states[0] is over; if so, write its payoffs into `values`."""
    if not is_over(states[0]):
        return False
    pay_off(states[0], values)
    return True


@kernel
def estimate(state: Any, weights: Row[float], features: Row[float], values: Row[float]) -> None:
    """Equal chances, for a rollout that does not reach the end of the game."""
    for seat in range(state.seats):
        values[seat] = 1.0 / state.seats


@kernel
def policy_logits(
    state: Any, mask: Row[int], weights: Row[float], needs: Row[float], logits: Row[float]
) -> None:
    """All legal actions are equally likely."""
    for action in range(len(mask)):
        logits[action] = 0.0
