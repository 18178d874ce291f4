"""The interface of bots: what a bot is asked, and its budget for one decision."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from splendor.ruleset import Move
from splendor.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """The budget for one decision; `None` leaves it to the bot.

    A bot that does not run simulations ignores their number.

    >>> Clock(seconds=0.1)
    Clock(seconds=0.1, simulations=None)
    """

    seconds: float | None = None
    simulations: int | None = None


class Bot(Protocol):
    """Any class that chooses moves. `make_bot` makes one with a seed and the settings of its spec.

    >>> class First:
    ...     def __init__(self, seed=None):
    ...         pass
    ...
    ...     def choose(self, view, clock):
    ...         return view.legal_moves[0]
    >>> bot: Bot = First()
    """

    def choose(self, view: View, clock: Clock) -> Move:
        """One of `view.legal_moves`; the view is that of the seat to move.

        >>> view = splendor.Game(seed=1, start=0).view(0)
        >>> splendor.bots.make_bot("random", seed=1).choose(view, Clock()) in view.legal_moves
        True
        """
        ...


Maker: TypeAlias = Callable[..., Bot]  # called as maker(seed=seed, **settings)
