"""Arrays of records: fast copies, comparing positions, plain values of fields, observations."""

import hashlib
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

Records: TypeAlias = npt.NDArray[np.record]  # an array of states or of views


def copied(records: Records, room: int = 0) -> Records:
    """Copy the records, with room for more. Copying bytes is much faster than copying fields."""
    copy = np.zeros(len(records) + room, records.dtype)
    copy.view(np.uint8)[: records.nbytes] = records.view(np.uint8)
    return copy


def is_same_position(one: Records, other: Records) -> bool:
    """Whether both arrays are equal in everything but the random generator.

    The generator decides the next deal and the draws from a bag, which are not on the table yet.
    """
    one, other = one.copy(), other.copy()
    one["chance"] = other["chance"] = 0
    return one.dtype == other.dtype and one.tobytes() == other.tobytes()


def numbers(row: object) -> tuple[int, ...]:
    """An array field of a record as plain numbers."""
    return tuple(row.tolist())  # type: ignore[attr-defined]


def members(row: object) -> list[int]:
    """The numbers in a set that is stored as bits in 32-bit words."""
    bits = sum(word << 32 * index for index, word in enumerate(numbers(row)))
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


@dataclass(frozen=True, slots=True)
class Layout:
    """A form of observation: its record, the scales of its numbers, and the kernel that fills it.

    `observe(seen, view, seat)` writes what `seat` can see in its view into the record `seen`. All
    fields are small integers. A published layout never changes: add a new one instead. With
    `hides`, the kernel may be given the state instead of the view, because it hides by itself what
    the seat may not know: batches then need no views.
    """

    record: np.dtype[np.record]
    scales: npt.NDArray[np.float32]
    observe: Callable[..., None]
    hides: bool = False

    @property
    def fingerprint(self) -> str:
        """Eight letters and digits that differ whenever a field or a scale does."""
        names = repr((self.record.descr, self.scales.tolist()))
        return hashlib.sha256(names.encode()).hexdigest()[:8]
