"""The interface of bots: what a bot is asked, and its budget for one decision."""

import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol, TypeAlias

from splendor.ruleset import Move
from splendor.view import View


@dataclass(frozen=True, slots=True)
class Clock:
    """The budget for one decision; `None` leaves it to the bot.

    A bot that does not run simulations ignores their number. With `is_cpu`, the seconds are CPU
    time of the bot's thread, which other programs on the machine do not use up.

    >>> Clock(seconds=0.1)
    Clock(seconds=0.1, simulations=None, is_cpu=False)
    """

    seconds: float | None = None
    simulations: int | None = None
    is_cpu: bool = False

    @property
    def timer(self) -> Callable[[], float]:
        """The clock that measures the seconds.

        >>> Clock().timer() <= Clock().timer()
        True
        """
        return time.thread_time if self.is_cpu else time.perf_counter


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
