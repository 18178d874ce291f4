"""A value for each seat: the payoff of a finished game, or chances of winning from scores."""

from math import exp
from typing import Any

from splendor.core.kernel import Row, kernel
from splendor.ruleset import is_winner


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
