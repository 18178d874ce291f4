"""The board: its spiral and its 145 lines, compared with the rulebook."""

from itertools import combinations, pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.core.kernel import entry
from splendor.duel.board import (
    LINE,
    LINE_AT,
    LINES,
    SPACE_OF,
    SPACES,
    SPIRAL,
    lines_on,
    space_name,
)

# D1.2: rows and columns from 0, starting at the centre.
SPIRAL_OF_THE_RULES = [
    [2, 2], [3, 2], [3, 1], [2, 1], [1, 1], [1, 2], [1, 3], [2, 3], [3, 3], [4, 3], [4, 2],
    [4, 1], [4, 0], [3, 0], [2, 0], [1, 0], [0, 0], [0, 1], [0, 2], [0, 3], [0, 4], [1, 4],
    [2, 4], [3, 4], [4, 4],
]  # fmt: skip
DOWN, LEFT, UP, RIGHT = (1, 0), (0, -1), (-1, 0), (0, 1)

some_spaces = st.sets(st.integers(0, SPACES - 1))


@entry
def lines_on_in(present: int) -> tuple[int, int, int, int, int]:
    return lines_on(present)


def as_set(spaces: set[int]) -> int:
    return sum(1 << space for space in spaces)


def row_and_column(space: int) -> tuple[int, int]:
    return divmod(space, 5)


def step(here: int, there: int) -> tuple[int, int]:
    (row, column), (next_row, next_column) = row_and_column(here), row_and_column(there)
    return next_row - row, next_column - column


def is_line(spaces: tuple[int, ...]) -> bool:
    """Whether spaces are adjacent in a row, column or diagonal, tested in the simplest way."""
    steps = {step(here, there) for here, there in pairwise(spaces)}
    return len(steps) <= 1 and all(max(abs(down), abs(right)) == 1 for down, right in steps)


# Spaces


def test_a_space_has_a_letter_for_its_column_and_a_number_for_its_row() -> None:
    assert space_name(0) == "a1"
    assert space_name(4) == "e1"
    assert space_name(12) == "c3"
    assert space_name(20) == "a5"
    assert SPACE_OF["e5"] == 24
    assert SPACE_OF["b4"] == 16
    assert [SPACE_OF[space_name(space)] for space in range(25)] == list(range(25))
    assert len(SPACE_OF) == SPACES == 25


# The spiral


def test_the_spiral_is_the_printed_one() -> None:
    assert [list(row_and_column(space)) for space in SPIRAL.tolist()] == SPIRAL_OF_THE_RULES


def test_the_spiral_goes_from_the_centre_to_the_lower_right_corner() -> None:
    names = [space_name(space) for space in SPIRAL.tolist()]
    assert (names[0], names[-1]) == ("c3", "e5")
    assert sorted(SPIRAL.tolist()) == list(range(25))


def test_each_step_of_the_spiral_leads_to_a_neighbour() -> None:
    steps = {step(here, there) for here, there in pairwise(SPIRAL.tolist())}
    assert steps == {DOWN, LEFT, UP, RIGHT}


def test_the_spiral_turns_clockwise_and_goes_down_first() -> None:
    """A step down, one to the left, two up, two to the right, three down and so on."""
    ways = [(DOWN, LEFT, UP, RIGHT)[turn % 4] for turn in range(9)]
    lengths = [1, 1, 2, 2, 3, 3, 4, 4, 4]
    expected = [way for way, length in zip(ways, lengths, strict=True) for _ in range(length)]
    assert [step(here, there) for here, there in pairwise(SPIRAL.tolist())] == expected


# Lines


@pytest.mark.parametrize("length, count", [(1, 25), (2, 72), (3, 48)])
def test_the_number_of_lines_of_each_length(length: int, count: int) -> None:
    """D3.1: 145 in all, each straight, none twice, none missing."""
    lines = [line for line in LINES if len(line) == length]
    straight = {spaces for spaces in combinations(range(25), length) if is_line(spaces)}
    assert len(lines) == count
    assert set(lines) == straight
    assert len(LINES) == 145


def test_lines_are_ordered_by_length_direction_and_first_space() -> None:
    ways = [RIGHT, DOWN, (1, 1), (1, -1)]

    def place(line: tuple[int, ...]) -> tuple[int, int, int]:
        way = ways.index(step(line[0], line[1])) if len(line) > 1 else 0
        return len(line), way, line[0]

    assert [place(line) for line in LINES] == sorted(place(line) for line in LINES)
    assert len({place(line) for line in LINES}) == 145


def test_kernels_have_a_line_as_the_set_of_its_spaces() -> None:
    assert LINE.tolist() == [as_set(set(line)) for line in LINES]


def lines_found(present: set[int]) -> list[int]:
    """The numbers of the lines in the sets that `lines_on` returns."""
    return [
        int(LINE_AT[place, bit])
        for place, starts in enumerate(lines_on_in(as_set(present)))
        for bit in range(64)
        if starts >> bit & 1
    ]


@given(present=some_spaces)
def test_the_lines_on_a_set_of_spaces_are_those_within_it(present: set[int]) -> None:
    expected = [number for number, line in enumerate(LINES) if present.issuperset(line)]
    assert sorted(lines_found(present)) == expected


def test_a_full_board_has_all_lines_and_an_empty_one_none() -> None:
    assert sorted(lines_found(set(range(25)))) == list(range(145))
    assert lines_found(set()) == []


@pytest.mark.parametrize("number", range(145))
def test_each_line_is_found_where_only_its_spaces_have_tokens(number: int) -> None:
    line = set(LINES[number])
    assert number in lines_found(line)
    others = lines_found(set(range(25)) - {LINES[number][0]})
    assert number not in others
