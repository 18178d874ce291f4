"""A value for each seat: what a finished game pays, and chances out of prospects."""

from math import exp
from typing import Any

from splendor.core.kernel import Row, kernel
from splendor.ruleset import is_winner


@kernel
def pay_off(state: Any, values: Row[float]) -> None:
    """A finished game: winners share one, and all do if nobody has won."""
    winners = 0
    for seat in range(state.seats):
        values[seat] = 1.0 if is_winner(state, seat) else 0.0
        winners += 1 if values[seat] > 0.0 else 0
    for seat in range(state.seats):
        values[seat] = values[seat] / winners if winners > 0 else 1.0 / state.seats


@kernel
def weigh_up(values: Row[float], seats: int) -> None:
    """Turn each seat's prospects into its chance of winning."""
    largest = values[0]
    for seat in range(seats):
        largest = max(largest, values[seat])
    whole = 0.0
    for seat in range(seats):
        values[seat] = exp(values[seat] - largest)
        whole += values[seat]
    for seat in range(seats):
        values[seat] /= whole
