"""The cards and nobles as printed: counts and sums, and damaged data is refused."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from splendor.base.state import BONUS, CARDS, COST, DECK_SIZES, LEVEL, NOBLES, PACKED_COST, PRESTIGE
from splendor.content import Card, DataError, Noble, check_deck, check_nobles
from splendor.gems import COLOURS, LETTERS
from tests.plain.base_table import CARDS as PLAIN_CARDS


def of_level(level: int) -> list[Card]:
    return [card for card in CARDS if card.level == level]


def test_there_are_ninety_cards_on_three_levels() -> None:
    assert [card.id for card in CARDS] == list(range(90))
    assert [len(of_level(level)) for level in (1, 2, 3)] == [40, 30, 20] == list(DECK_SIZES)


@pytest.mark.parametrize("level, each", [(1, 8), (2, 6), (3, 4)])
def test_every_colour_has_as_many_cards_of_a_level(level: int, each: int) -> None:
    assert Counter(card.bonus for card in of_level(level)) == dict.fromkeys(COLOURS, each)


@pytest.mark.parametrize(
    "level, points",
    [(1, [0] * 7 + [1]), (2, [1, 1, 2, 2, 2, 3]), (3, [3, 4, 4, 5])],
)
def test_every_colour_has_the_same_points(level: int, points: list[int]) -> None:
    for colour in COLOURS:
        family = [card.points for card in of_level(level) if card.bonus == colour]
        assert sorted(family) == points


@pytest.mark.parametrize("level, points", [(1, 5), (2, 55), (3, 80)])
def test_the_points_of_a_level_add_up(level: int, points: int) -> None:
    assert sum(card.points for card in of_level(level)) == points


@pytest.mark.parametrize("level", [1, 2, 3])
def test_every_colour_is_asked_for_equally_often(level: int) -> None:
    """What the cards of a level cost in all is the same for each colour."""
    totals = {sum(card.cost[gem] for card in of_level(level)) for gem in range(5)}
    assert len(totals) == 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_families_cost_the_same_but_for_the_colours(level: int) -> None:
    """Each colour's cards of a level are those of any other, with the colours exchanged."""
    families = {
        tuple(
            sorted(
                (card.points, *sorted(card.cost))
                for card in of_level(level)
                if card.bonus == colour
            )
        )
        for colour in COLOURS
    }
    assert len(families) == 1


def test_no_two_cards_are_the_same() -> None:
    assert len({(card.level, card.bonus, card.cost) for card in CARDS}) == 90


@pytest.mark.parametrize(
    "level, bonus, points, cost",
    [
        (1, "white", 0, (0, 2, 0, 0, 2)),  # not U2 G2
        (2, "red", 2, (0, 0, 0, 0, 5)),  # often missing
        (2, "green", 1, (3, 0, 2, 3, 0)),
    ],
)
def test_the_cards_that_other_lists_have_wrong(
    level: int, bonus: str, points: int, cost: tuple[int, ...]
) -> None:
    """Trap: wrong card lists."""
    printed = [(card.level, card.bonus, card.points, card.cost) for card in CARDS]
    assert (level, bonus, points, cost) in printed
    assert (1, "white", 0, (0, 2, 2, 0, 0)) not in printed


def test_the_cards_are_those_of_the_plain_rules() -> None:
    """They were read from another file by other code."""
    for card in CARDS:
        plain = PLAIN_CARDS[card.id]
        assert (card.level - 1, card.points) == (plain.level, plain.points)
        assert LETTERS[COLOURS.index(card.bonus)] == plain.bonus
        assert list(card.cost) == [plain.cost.get(letter, 0) for letter in LETTERS]


def test_there_are_ten_nobles_worth_three_points_each() -> None:
    assert [noble.id for noble in NOBLES] == list(range(10))
    assert {noble.points for noble in NOBLES} == {3}
    assert len({noble.name for noble in NOBLES}) == 10


def test_the_nobles_ask_for_two_fours_or_three_threes_of_neighbours() -> None:
    kinds = Counter(tuple(sorted(noble.requires, reverse=True)) for noble in NOBLES)
    assert kinds == {(4, 4, 0, 0, 0): 5, (3, 3, 3, 0, 0): 5}
    assert len({noble.requires for noble in NOBLES}) == 10
    assert [sum(noble.requires[gem] for noble in NOBLES) for gem in range(5)] == [17] * 5


def test_the_arrays_for_kernels_say_the_same_as_the_cards() -> None:
    for card in CARDS:
        assert COST[card.id].tolist() == list(card.cost)
        assert int(PACKED_COST[card.id]).to_bytes(5, "little") == bytes(card.cost)
        assert COLOURS[BONUS[card.id]] == card.bonus
        assert (PRESTIGE[card.id], LEVEL[card.id]) == (card.points, card.level - 1)
    assert COST.dtype == np.int8


def test_a_card_and_a_noble_in_words() -> None:
    assert CARDS[67].code == "2k2-u1g4r2"
    assert str(CARDS[67]) == "level 2 black, 2 points, costs U1 G4 R2"
    assert str(CARDS[7]) == "level 1 white, 1 point, costs G4"
    assert str(NOBLES[4]) == "Henry VIII, 3 points, for bonuses R4 K4"


def swapped(card: int, **change: object) -> tuple[Card, ...]:
    cards = list(CARDS)
    cards[card] = replace(cards[card], **change)  # type: ignore[arg-type]
    return tuple(cards)


@pytest.mark.parametrize(
    "cards, reason",
    [
        (CARDS[:-1], "not numbered from 0 to 89"),
        (CARDS + CARDS[-1:], "not numbered from 0 to 89"),
        (swapped(5, id=6), "not numbered from 0 to 89"),
        (swapped(39, level=2), "of levels 1, 2, 3"),
        (swapped(40, level=1), "of levels 1, 2, 3"),
        (swapped(3, bonus="pink"), "card 3 has a wrong bonus or wrong points"),
        (swapped(3, points=-1), "card 3 has a wrong bonus or wrong points"),
        (swapped(3, points=6), "card 3 has a wrong bonus or wrong points"),
        (swapped(3, cost=(0, 0, 0, 0, 8)), "card 3 has a wrong cost"),
        (swapped(3, cost=(0, 0, 0, 0, -1)), "card 3 has a wrong cost"),
        (swapped(3, cost=(0, 0, 0, 0, 0)), "card 3 has a wrong cost"),
    ],
)
def test_a_damaged_deck_is_refused(cards: tuple[Card, ...], reason: str) -> None:
    check_deck(CARDS, DECK_SIZES)
    with pytest.raises(DataError, match=reason):
        check_deck(cards, DECK_SIZES)


@pytest.mark.parametrize(
    "nobles, reason",
    [
        (NOBLES[:9], "not numbered from 0 to 9"),
        (NOBLES[:9] + NOBLES[:1], "not numbered from 0 to 9"),
        ((replace(NOBLES[0], requires=(0,) * 5), *NOBLES[1:]), "noble 0 asks for wrong bonuses"),
        ((replace(NOBLES[0], requires=(5, 0, 0, 0, 0)), *NOBLES[1:]), "noble 0 asks for wrong"),
        ((replace(NOBLES[0], requires=(-1, 4, 0, 0, 0)), *NOBLES[1:]), "noble 0 asks for wrong"),
    ],
)
def test_damaged_nobles_are_refused(nobles: tuple[Noble, ...], reason: str) -> None:
    check_nobles(NOBLES, 10)
    with pytest.raises(DataError, match=reason):
        check_nobles(nobles, 10)
