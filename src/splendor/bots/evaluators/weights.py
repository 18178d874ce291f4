"""The weights of the hand-written judgement, as they stand in the package's data."""

import csv
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators import estimate_base as judge_base
from splendor.bots.evaluators import estimate_duel as judge_duel
from splendor.core.content import DATA, DataError

Numbers = npt.NDArray[np.float64]

JUDGES: dict[str, Any] = {"base": judge_base, "duel": judge_duel}


def read_numbers(file: str, names: tuple[str, ...]) -> dict[str, Numbers]:
    """The columns of a table whose rows have these names, in this order."""
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if [row.get("name") for row in rows] != list(names):
        raise DataError(f"{file}: its rows are not {', '.join(names)}")
    columns = [key for key in rows[0] if key != "name"]
    return {key: np.array([float(row[key]) for row in rows]) for key in columns}


@cache
def weights_of(game: str, players: int) -> Numbers:
    """Two rows: what counts at the beginning of a game, and how that changes to its end."""
    columns = read_numbers(f"{game}_estimate.csv", JUDGES[game].FEATURE_NAMES)
    return np.stack([columns[f"early{players}"], columns[f"late{players}"]])


@cache
def habits_of(game: str, players: int) -> Numbers:
    """What makes an action worth a look."""
    return read_numbers(f"{game}_policy.csv", JUDGES[game].HABIT_NAMES)[f"players{players}"]
