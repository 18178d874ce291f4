"""The weights of the hand-written evaluators and policies, read from the package's data."""

import csv
from functools import cache

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators import ESTIMATES
from splendor.core.content import DATA, DataError

Numbers = npt.NDArray[np.float64]

NONE = np.zeros(0)  # for a game without an estimate


def read_numbers(file: str, names: tuple[str, ...]) -> dict[str, Numbers]:
    """The columns of a CSV table, after checking that its rows are named `names` in that order."""
    with (DATA / file).open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    if [row.get("name") for row in rows] != list(names):
        raise DataError(f"{file}: expected the rows {', '.join(names)}")
    columns = [key for key in rows[0] if key != "name"]
    return {key: np.array([float(row[key]) for row in rows]) for key in columns}


@cache
def estimate_weights_of(game: str, players: int) -> Numbers:
    """Two rows: the weights at the start of a game, and their change by its end."""
    if game not in ESTIMATES:
        return NONE
    columns = read_numbers(f"{game}_estimate.csv", ESTIMATES[game].FEATURE_NAMES)
    return np.stack([columns[f"early{players}"], columns[f"late{players}"]])


@cache
def policy_weights_of(game: str, players: int) -> Numbers:
    """The weights of the policy's features."""
    if game not in ESTIMATES:
        return NONE
    return read_numbers(f"{game}_policy.csv", ESTIMATES[game].POLICY_NAMES)[f"players{players}"]
