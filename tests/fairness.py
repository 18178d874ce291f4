"""The chi-square test for fair draws, at a significance of 1/10,000."""

from collections import Counter
from collections.abc import Hashable, Iterable

# The value that chi-square exceeds with probability 0.0001, by degrees of freedom.
CRITICAL = {
    1: 15.14,
    2: 18.42,
    3: 21.11,
    4: 23.51,
    6: 27.86,
    9: 33.72,
    12: 39.13,
    15: 44.26,
    16: 45.92,
    18: 49.19,
    19: 50.80,
    23: 57.07,
    24: 58.61,
    25: 60.14,
    29: 66.15,
    34: 73.48,
    35: 74.93,
    36: 76.36,
    39: 80.65,
    89: 147.35,
}
FEWEST_EXPECTED = 5  # with fewer, the test is not valid


def chi_square(counts: Counter[Hashable], outcomes: Iterable[Hashable]) -> float:
    """The chi-square statistic of counts that should be equal."""
    possible = list(outcomes)
    assert set(counts) <= set(possible), "something impossible happened"
    expected = counts.total() / len(possible)
    assert expected >= FEWEST_EXPECTED, "too few draws to say anything"
    return sum((counts[outcome] - expected) ** 2 / expected for outcome in possible)


def is_fair(drawn: Iterable[Hashable], outcomes: Iterable[Hashable]) -> bool:
    possible = list(outcomes)
    return chi_square(Counter(drawn), possible) < CRITICAL[len(possible) - 1]
