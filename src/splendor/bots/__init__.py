"""What a bot is, and how to find one by name.

A bot is given what its seat may know and nothing else.
"""

from dataclasses import dataclass
from typing import Protocol

from splendor.bots.simple import Greedy, Random
from splendor.chance import Seed
from splendor.errors import RulesError
from splendor.game import View
from splendor.ruleset import Move


@dataclass(frozen=True, slots=True)
class Clock:
    """How long a bot may think, in seconds; `None` leaves it to the bot."""

    seconds: float | None = None


class Bot(Protocol):
    def choose(self, view: View, clock: Clock) -> Move:
        """One of `view.legal_moves`. The view is of the seat that decides."""
        ...


BOT_NAMES = ("random", "greedy")


def make_bot(name: str, seed: Seed = None) -> Bot:
    """The bot of this name; the same seed lets it choose alike in the same positions."""
    if name == "random":
        return Random(seed)
    if name == "greedy":
        return Greedy(seed)
    raise RulesError(f"there is no bot {name!r}: {', '.join(BOT_NAMES)}")
