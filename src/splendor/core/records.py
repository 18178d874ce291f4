"""Arrays of records: quick copies, whether two stand at the same position, observations."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Records: TypeAlias = npt.NDArray[np.record]  # an array of states or of views


def copied(records: Records, room: int = 0) -> Records:
    """The same records, and room for more: as plain bytes, far quicker than field by field."""
    copy = np.zeros(len(records) + room, records.dtype)
    copy.view(np.uint8)[: records.nbytes] = records.view(np.uint8)
    return copy


def is_same_position(one: Records, other: Records) -> bool:
    """Whether both agree in all but the chance.

    Chance decides the next deal and what a bag will bring: that is not on the table yet.
    """
    one, other = one.copy(), other.copy()
    one["chance"] = other["chance"] = 0
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


@dataclass(frozen=True, slots=True)
class Layout:
    """The `record` of an observation, what to multiply its numbers by, and the kernel for it.

    `observe(seen, view, seat)` writes into the record `seen` what `seat` knows by its view. All
    fields are small integers. A layout that was published never changes: add another one.
    """

    record: np.dtype[np.record]
    scales: npt.NDArray[np.float32]
    observe: Callable[..., None]
