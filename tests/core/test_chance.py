"""The generator, compared with plain Python integers; and the fairness of its draws."""

from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.core.chance import (
    Chance,
    branch,
    next_word,
    random_below,
    seed_by_number,
    seeded,
    shuffle,
)
from splendor.core.errors import SeedError
from splendor.core.kernel import Row, entry
from tests.fairness import is_fair
from tests.plain.chance import PlainChance
from tests.positions import fewer_when_interpreted

DRAWS = fewer_when_interpreted(20_000, 4_000)


@entry
def next_word_in(chance: Chance) -> int:
    return next_word(chance)


@entry
def random_below_in(chance: Chance, limit: int) -> int:
    return random_below(chance, limit)


@entry
def shuffle_in(cards: Row[int], first: int, size: int, chance: Chance) -> None:
    shuffle(cards, first, size, chance)


@entry
def branch_in(chance: Chance, child: Chance) -> None:
    branch(chance, child)


@entry
def seed_by_number_in(child: Chance, salt: Row[int], number: int) -> None:
    seed_by_number(child, salt[0], number)


def stream(salt: int, number: int) -> list[int]:
    """The words with which the stream of this number begins."""
    child = np.zeros(4, np.uint64)
    seed_by_number_in(child, np.array([salt], np.uint64), number)
    return [int(word) for word in child]


def mixed(word: int) -> int:
    """The finaliser of SplitMix64, in Python integers."""
    word = (word ^ word >> 30) * 0xBF58476D1CE4E5B9 % 2**64
    word = (word ^ word >> 27) * 0x94D049BB133111EB % 2**64
    return word ^ word >> 31


# Seeds


def test_the_words_of_a_seed_are_the_sha_256_of_its_text() -> None:
    """That of the empty text is e3b0c44298fc1c14 9afbf4c8996fb924 27ae41e4649b934c ..."""
    assert [f"{word:016x}" for word in seeded("").tolist()] == [
        "141cfc9842c4b0e3",
        "24b96f99c8f4fb9a",
        "4c939b64e441ae27",
        "55b852781b9995a4",
    ]


@given(st.one_of(st.integers(), st.text()))
def test_a_number_or_a_text_is_a_seed(seed: int | str) -> None:
    assert seeded(seed).tolist() == PlainChance(seed).words
    assert seeded(seed).dtype == np.uint64


def test_a_number_and_its_text_are_the_same_seed() -> None:
    assert seeded(7).tolist() == seeded("7").tolist() == seeded(np.int64(7)).tolist()  # type: ignore[arg-type]
    assert seeded(7).tolist() != seeded("07").tolist()


def test_a_seed_may_be_of_any_length() -> None:
    assert seeded("x" * 1_000_000).tolist() != seeded("x" * 999_999).tolist()
    assert seeded(2**4000).tolist() != seeded(2**4000 + 1).tolist()


@given(st.integers(0, 2**64 - 1), st.integers(0, 2**40))
def test_numbered_streams_are_those_of_splitmix64(salt: int, number: int) -> None:
    steps = [(4 * number + index + 1) * 0x9E3779B97F4A7C15 for index in range(4)]
    assert stream(salt, number) == [mixed((salt + step) % 2**64) for step in steps]


def test_draws_of_numbered_streams_are_fair() -> None:
    """The first draw of each, not many draws of one."""
    drawn = [
        random_below_in(np.array(stream(7, number), np.uint64), 7) for number in range(DRAWS // 4)
    ]
    assert is_fair(drawn, range(7))


def test_without_a_seed_every_generator_is_different() -> None:
    assert len({tuple(seeded(None).tolist()) for _ in range(100)}) == 100


@pytest.mark.parametrize("wrong", [1.0, float("nan"), True, False, b"7", [7], (1, 2), {}, object()])
def test_other_values_are_not_seeds(wrong: object) -> None:
    with pytest.raises(SeedError, match="a seed is a whole number or a text"):
        seeded(wrong)  # type: ignore[arg-type]


# The generator


def test_the_first_words_agree_with_the_reference_implementation() -> None:
    """1, 2, 3, 4 is the state of the published test vectors of xoshiro256++."""
    chance = np.array([1, 2, 3, 4], np.uint64)
    words = [int(next_word_in(chance)) for _ in range(5)]
    assert words == [
        41943041,
        58720359,
        3588806011781223,
        3591011842654386,
        9228616714210784205,
    ]


@pytest.mark.parametrize("seed", [0, 1, "friday", "all bits"])
def test_the_words_agree_with_plain_arithmetic(seed: int | str) -> None:
    chance, plain = seeded(seed), PlainChance(seed)
    if seed == "all bits":
        chance[:] = 2**64 - 1
        plain.words = [2**64 - 1] * 4
    for _ in range(300):
        assert int(next_word_in(chance)) == plain.next_word()
    assert chance.tolist() == plain.words


@given(st.integers(1, 2**31), st.integers())
def test_a_number_below_a_limit_agrees_with_plain_arithmetic(limit: int, seed: int) -> None:
    chance, plain = seeded(seed), PlainChance(seed)
    for _ in range(3):
        number = int(random_below_in(chance, limit))
        assert 0 <= number < limit
        assert number == plain.below(limit)
    assert chance.tolist() == plain.words


def test_a_biased_word_is_rejected() -> None:
    """Below 3 * 2**29 every fourth word is rejected; both must reject the same ones."""
    chance, plain = seeded("unfair"), PlainChance("unfair")
    limit = 3 * 2**29
    assert [int(random_below_in(chance, limit)) for _ in range(200)] == [
        plain.below(limit) for _ in range(200)
    ]
    assert chance.tolist() == plain.words


@pytest.mark.parametrize("limit", [2, 3, 5, 7, 10, 40, 90])
def test_every_number_below_a_limit_is_equally_likely(limit: int) -> None:
    chance = seeded(f"below {limit}")
    assert is_fair((int(random_below_in(chance, limit)) for _ in range(DRAWS)), range(limit))


def test_below_one_there_is_only_zero() -> None:
    chance = seeded("one")
    assert {int(random_below_in(chance, 1)) for _ in range(20)} == {0}


# Shuffling and branching


@pytest.mark.parametrize("size", [0, 1, 2, 3, 40])
def test_a_shuffle_agrees_with_plain_arithmetic(size: int) -> None:
    chance, plain = seeded(size), PlainChance(size)
    cards = np.arange(60, dtype=np.int8)
    shuffle_in(cards, 5, size, chance)
    expected = list(range(5, 5 + size))
    plain.shuffle(expected)
    assert cards.tolist() == [*range(5), *expected, *range(5 + size, 60)]
    assert chance.tolist() == plain.words


def test_every_order_is_equally_likely() -> None:
    chance = seeded("orders")
    orders = []
    for _ in range(DRAWS // 5):
        cards = np.arange(4, dtype=np.int8)
        shuffle_in(cards, 0, 4, chance)
        orders.append(tuple(cards.tolist()))
    assert is_fair(orders, permutations(range(4)))


def test_a_branch_agrees_with_plain_arithmetic() -> None:
    for seed in range(20):
        chance, plain, child = seeded(seed), PlainChance(seed), np.zeros(4, np.uint64)
        branch_in(chance, child)
        assert child.tolist() == [mixed(plain.next_word()) for _ in range(4)]
        assert chance.tolist() == plain.words
