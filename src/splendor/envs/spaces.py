"""The spaces of actions and observations, and the arguments that all environments share."""

from collections.abc import Sequence
from typing import Any

import numpy as np
import numpy.typing as npt
from gymnasium import spaces

from splendor.core.errors import OptionError
from splendor.core.refusals import shown
from splendor.ruleset import Ruleset

FORMS = ("int8", "float32")


def observation_space(ruleset: Ruleset, layout: int | None, form: str) -> spaces.Space[Any]:
    """A row of an observation: plain counts, or scaled to lie between 0 and about 1."""
    if form not in FORMS:
        raise OptionError(f"observations are {' or '.join(FORMS)}, not {shown(form)}")
    chosen = ruleset.layout(layout)
    if form == "int8":
        return spaces.Box(0, 127, (chosen.record.itemsize,), np.int8)
    high = np.float32(127) * chosen.scales
    return spaces.Box(np.zeros_like(high), high, dtype=np.float32)


def mask_space(ruleset: Ruleset) -> spaces.Box:
    return spaces.Box(0, 1, (ruleset.actions,), np.int8)


def in_form(
    seen: npt.NDArray[np.int8], ruleset: Ruleset, layout: int | None, form: str
) -> npt.NDArray[np.int8] | npt.NDArray[np.float32]:
    """The observation in the form that the environment was made with, in a new array."""
    if form == "int8":
        return seen.copy()
    return np.asarray(seen * ruleset.layout(layout).scales, np.float32)


def opponents_of(opponents: str | Sequence[str], players: int | None) -> tuple[str, ...]:
    """The bots in the other seats: one name for all of them, or one for each."""
    if isinstance(opponents, str):
        return (opponents,) * ((2 if players is None else players) - 1)
    if players is not None and len(opponents) != players - 1:
        raise OptionError(f"{players} players have {players - 1} opponents, not {len(opponents)}")
    return tuple(opponents)


def seat_of(seat: int | None, players: int) -> int | None:
    if seat is not None and (type(seat) is not int or not 0 <= seat < players):
        raise OptionError(f"the learner's seat is from 0 to {players - 1}, not {shown(seat)}")
    return seat
