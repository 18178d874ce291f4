"""The five-by-five board: its spaces, the spiral in which it is filled, and its straight lines.

A space is a number: five times its row, counted from the top, and its column. In texts it is a
letter for the column and a number for the row: `a1` is the upper left, `c3` the centre. A set of
spaces is an integer with a bit for each.
"""

from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.core.kernel import int64, kernel

SIDE = 5
SPACES = SIDE * SIDE
ALL_SPACES = (1 << SPACES) - 1
COLUMN_LETTERS = "abcde"
LONGEST_LINE = 3  # D3.1

# D1.2: from the centre, down first, then clockwise.
SPIRAL = np.array(
    [12, 17, 16, 11, 6, 7, 8, 13, 18, 23, 22, 21, 20, 15, 10, 5, 0, 1, 2, 3, 4, 9, 14, 19, 24],
    dtype=np.int8,
)

# The directions of a line as (rows, columns) per step: right, down, lower right, lower left.
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
STEPS = tuple(SIDE * down + right for down, right in DIRECTIONS)


def space_name(space: int) -> str:
    return f"{COLUMN_LETTERS[space % SIDE]}{space // SIDE + 1}"


SPACE_OF = {space_name(space): space for space in range(SPACES)}


def line_from(space: int, direction: int, length: int) -> tuple[int, ...] | None:
    """The spaces of a line, or `None` if it leaves the board."""
    down, right = DIRECTIONS[direction]
    row, column = space // SIDE, space % SIDE
    last_row, last_column = row + (length - 1) * down, column + (length - 1) * right
    if not (0 <= last_row < SIDE and 0 <= last_column < SIDE):
        return None
    return tuple(space + step * STEPS[direction] for step in range(length))


def lines_of(length: int) -> tuple[tuple[int, ...], ...]:
    """All lines of two or three spaces, by direction and then by their first space."""
    lines = (
        line_from(space, direction, length)
        for direction in range(len(DIRECTIONS))
        for space in range(SPACES)
    )
    return tuple(line for line in lines if line)


# D3.1: the 145 lines. Single spaces first, then pairs, then triples.
LINES = (*((space,) for space in range(SPACES)), *lines_of(2), *lines_of(3))


def set_of(spaces: tuple[int, ...]) -> int:
    return sum(1 << space for space in spaces)


def beginnings(direction: int, length: int) -> int:
    """The set of the spaces where a line of this length can begin."""
    return set_of(tuple(space for space in range(SPACES) if line_from(space, direction, length)))


# The same for kernels.
LINE = np.array([set_of(line) for line in LINES], dtype=np.int64)
STEP = np.array(STEPS, dtype=np.int64)
BEGIN_PAIR = np.array([beginnings(way, 2) for way in range(len(STEPS))], dtype=np.int64)
BEGIN_TRIPLE = np.array([beginnings(way, 3) for way in range(len(STEPS))], dtype=np.int64)


# Sets of lines: for each of the nine kinds (single spaces, four directions of pairs, four of
# triples) the set of spaces where its lines begin; two kinds share an integer.
KINDS = 1 + 2 * len(DIRECTIONS)
Lines: TypeAlias = tuple[int, int, int, int, int]


def kind_of(line: tuple[int, ...]) -> int:
    if len(line) == 1:
        return 0
    return 1 + STEPS.index(line[1] - line[0]) + len(DIRECTIONS) * (len(line) - 2)


def line_table() -> npt.NDArray[np.int16]:
    """Which line a bit of such an integer stands for."""
    table = np.full(((KINDS + 1) // 2, 2 * SPACES), -1, dtype=np.int16)
    for number, line in enumerate(LINES):
        kind = kind_of(line)
        table[kind // 2, line[0] + SPACES * (kind % 2)] = number
    return table


LINE_AT = line_table()


@kernel
def pairs(present: int, direction: int) -> int:
    """The first spaces of the lines of two whose spaces are all in `present`."""
    return present & (present >> int64(STEP[direction])) & int64(BEGIN_PAIR[direction])


@kernel
def triples(present: int, direction: int) -> int:
    """The first spaces of the lines of three whose spaces are all in `present`."""
    step = int64(STEP[direction])
    return present & (present >> step) & (present >> 2 * step) & int64(BEGIN_TRIPLE[direction])


@kernel
def lines_on(present: int) -> Lines:
    """The lines whose spaces are all `present`, as the sets that LINE_AT explains."""
    return (
        present | pairs(present, 0) << SPACES,
        pairs(present, 1) | pairs(present, 2) << SPACES,
        pairs(present, 3) | triples(present, 0) << SPACES,
        triples(present, 1) | triples(present, 2) << SPACES,
        triples(present, 3),
    )
