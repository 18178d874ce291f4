"""Misbehaving bots, for matches in tests."""

import ctypes
import os
import time
from typing import ClassVar

from splendor.bots import Clock
from splendor.bots.simple import Greedy
from splendor.ruleset import Move
from splendor.view import View

__version__ = "7.1"

# The faults in games of the seed "odd", by deal and rotation.
TROUBLE = {
    "odd/0/0": "hang",
    "odd/0/1": "exit",
    "odd/1/0": "crash",
    "odd/1/1": "raise",
    "odd/2/0": "illegal",
    "odd/2/1": "leave",
}


class Odd(Greedy):
    """Plays well, except at its third decision: in the games above, or in all with `how`."""

    version = "beta"

    def __init__(self, seed: str, how: str = "") -> None:
        super().__init__(seed)
        self.how = how or TROUBLE.get(str(seed).rpartition("/")[0], "")
        self.decisions = 0

    def choose(self, view: View, clock: Clock | None = None) -> Move:
        self.decisions += 1
        if self.decisions == 3:
            self.misbehave()
            if self.how in WRONG_ANSWERS:
                return WRONG_ANSWERS[self.how]  # type: ignore[return-value]
        return super().choose(view, clock)

    def misbehave(self) -> None:
        match self.how:
            case "hang":
                time.sleep(600)
            case "exit":
                os._exit(0)
            case "crash":
                ctypes.string_at(0)
            case "raise":
                raise KeyError("what\nnow")
            case "leave":
                raise SystemExit(3)


WRONG_ANSWERS: dict[str, object] = {"illegal": 3.5, "text": "WUG", "nothing": None}


class Silent:
    """Has no `choose`."""

    def __init__(self, seed: object) -> None:
        pass


class Broken:
    def __init__(self, seed: object) -> None:
        raise OSError("no weights")


class Settings(Greedy):
    """Records its settings."""

    def __init__(self, seed: object, depth: int = 1, style: str = "", temper: float = 0.5) -> None:
        super().__init__(1)
        self.seed, self.settings = seed, (depth, style, temper)


class Seeded(Greedy):
    """Records the seeds of all its instances."""

    seeds: ClassVar[list[str]] = []

    def __init__(self, seed: str) -> None:
        super().__init__(seed)
        self.seeds.append(seed)


class Timed(Greedy):
    """Uses up time in the second round."""

    now = 0.0

    def choose(self, view: View, clock: object = None) -> Move:
        assert isinstance(clock, Clock)
        assert (clock.seconds, clock.simulations) == (0.001, None)
        if view.round == 2:
            Timed.now += 0.03
        return super().choose(view, clock)


class Seedless:
    """Has no parameter `seed`."""

    def choose(self, view: View, clock: Clock) -> Move:
        return view.legal_moves[0]
