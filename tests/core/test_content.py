"""The cards of both games: counts and sums, and refusals of damaged data."""

from collections import Counter
from dataclasses import replace

import numpy as np
import pytest

from splendor.base.state import BONUS, CARDS, COST, DECK_SIZES, LEVEL, NOBLES, PACKED_COST, PRESTIGE
from splendor.core.content import (
    Card,
    DataError,
    JewelCard,
    Noble,
    Royal,
    check_deck,
    check_jewel_deck,
    check_nobles,
    check_royals,
)
from splendor.core.decks import NONE
from splendor.core.gems import COLOURS, LETTERS, ColourCounts
from splendor.duel import state as duel
from tests.plain import duel_table
from tests.plain.base_table import CARDS as PLAIN_CARDS


def of_level(level: int) -> list[Card]:
    return [card for card in CARDS if card.level == level]


def test_there_are_ninety_cards_on_three_levels() -> None:
    assert [card.id for card in CARDS] == list(range(90))
    assert [len(of_level(level)) for level in (1, 2, 3)] == [40, 30, 20] == list(DECK_SIZES)


@pytest.mark.parametrize("level, each", [(1, 8), (2, 6), (3, 4)])
def test_every_colour_has_the_same_number_of_cards_of_a_level(level: int, each: int) -> None:
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
def test_every_colour_is_required_equally_often(level: int) -> None:
    """The total cost of the cards of a level is the same in each colour."""
    totals = {sum(card.cost[gem] for card in of_level(level)) for gem in range(5)}
    assert len(totals) == 1


@pytest.mark.parametrize("level", [1, 2, 3])
def test_the_costs_of_each_colour_are_the_same_up_to_a_permutation(level: int) -> None:
    """The cards of a colour and level are those of another colour with the colours permuted."""
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
def test_cards_that_are_often_listed_wrongly(
    level: int, bonus: str, points: int, cost: tuple[int, ...]
) -> None:
    """Trap: wrong card lists."""
    printed = [(card.level, card.bonus, card.points, card.cost) for card in CARDS]
    assert (level, bonus, points, cost) in printed
    assert (1, "white", 0, (0, 2, 2, 0, 0)) not in printed


def test_the_cards_are_those_of_the_plain_rules() -> None:
    """Those are read from another file by other code."""
    for card in CARDS:
        plain = PLAIN_CARDS[card.id]
        assert (card.level - 1, card.points) == (plain.level, plain.points)
        assert LETTERS[COLOURS.index(card.bonus)] == plain.bonus
        assert list(card.cost) == [plain.cost.get(letter, 0) for letter in LETTERS]


def test_there_are_ten_nobles_worth_three_points_each() -> None:
    assert [noble.id for noble in NOBLES] == list(range(10))
    assert {noble.points for noble in NOBLES} == {3}
    assert len({noble.name for noble in NOBLES}) == 10


def test_the_nobles_require_two_fours_or_three_threes_of_adjacent_colours() -> None:
    kinds = Counter(tuple(sorted(noble.requires, reverse=True)) for noble in NOBLES)
    assert kinds == {(4, 4, 0, 0, 0): 5, (3, 3, 3, 0, 0): 5}
    assert len({noble.requires for noble in NOBLES}) == 10
    assert [sum(noble.requires[gem] for noble in NOBLES) for gem in range(5)] == [17] * 5


def test_the_arrays_for_kernels_agree_with_the_cards() -> None:
    for card in CARDS:
        assert COST[card.id].tolist() == list(card.cost)
        assert int(PACKED_COST[card.id]).to_bytes(5, "little") == bytes(card.cost)
        assert COLOURS[BONUS[card.id]] == card.bonus
        assert (PRESTIGE[card.id], LEVEL[card.id]) == (card.points, card.level - 1)
    assert COST.dtype == np.int8


def test_cards_and_nobles_have_a_text() -> None:
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


def with_requires(*bonuses: int) -> tuple[Noble, ...]:
    """The nobles; the first one requires these bonuses."""
    return (replace(NOBLES[0], requires=ColourCounts(bonuses)), *NOBLES[1:])


@pytest.mark.parametrize(
    "nobles, reason",
    [
        (NOBLES[:9], "not numbered from 0 to 9"),
        (NOBLES[:9] + NOBLES[:1], "not numbered from 0 to 9"),
        (with_requires(0, 0, 0, 0, 0), "noble 0 asks for wrong bonuses"),
        (with_requires(5, 0, 0, 0, 0), "noble 0 asks for wrong"),
        (with_requires(-1, 4, 0, 0, 0), "noble 0 asks for wrong"),
    ],
)
def test_damaged_nobles_are_refused(nobles: tuple[Noble, ...], reason: str) -> None:
    check_nobles(NOBLES, 10)
    with pytest.raises(DataError, match=reason):
        check_nobles(nobles, 10)


# Splendor Duel


def jewels(level: int | None = None, bonus: str | None = None) -> list[JewelCard]:
    """The jewel cards of a level, of a bonus, or all."""
    return [
        card for card in duel.CARDS if level in (None, card.level) and bonus in (None, card.bonus)
    ]


@pytest.mark.parametrize(
    "level, cards, points, crowns", [(1, 30, 11, 6), (2, 24, 37, 9), (3, 13, 44, 13)]
)
def test_the_jewel_cards_of_a_level_add_up(
    level: int, cards: int, points: int, crowns: int
) -> None:
    found = jewels(level)
    assert len(found) == cards == duel.DECK_SIZES[level - 1]
    assert sum(card.points for card in found) == points
    assert sum(card.crowns for card in found) == crowns


def test_there_are_67_jewel_cards_named_by_level_and_number() -> None:
    names = [f"L{level}-{n:02}" for level in (1, 2, 3) for n in range(1, len(jewels(level)) + 1)]
    assert [card.name for card in duel.CARDS] == names
    assert [card.id for card in duel.CARDS] == list(range(67))


@pytest.mark.parametrize("level, each, wild, without", [(1, 5, 4, 1), (2, 4, 3, 1), (3, 2, 2, 1)])
def test_every_colour_has_the_same_number_of_jewel_cards_of_a_level(
    level: int, each: int, wild: int, without: int
) -> None:
    counts = Counter(card.bonus for card in jewels(level))
    assert counts == {**dict.fromkeys(COLOURS, each), "wild": wild, "none": without}


def test_a_double_bonus_is_on_a_card_of_each_colour_of_level_2_with_a_point() -> None:
    doubles = [card for card in duel.CARDS if card.bonus_count == 2]
    assert sorted(card.bonus for card in doubles) == sorted(COLOURS)
    assert {(card.level, card.points) for card in doubles} == {(2, 1)}
    assert Counter(card.bonus_count for card in duel.CARDS) == {0: 3, 1: 59, 2: 5}


def test_cards_without_bonus_have_the_most_points() -> None:
    assert [card.points for card in jewels(bonus="none")] == [3, 5, 6]
    assert not any(card.bonus_count for card in jewels(bonus="none"))


def test_crowns_are_on_19_cards() -> None:
    assert Counter(card.crowns for card in duel.CARDS) == {0: 48, 1: 11, 2: 7, 3: 1}


def test_each_colour_has_each_ability_once_and_one_wild_card_plays_again() -> None:
    for ability, level in (("again", 1), ("take", 1), ("privilege", 2), ("steal", 2)):
        able = [card for card in jewels(level) if card.ability == ability]
        assert sorted(card.bonus for card in able) == sorted(COLOURS)
    counts = Counter(card.ability for card in duel.CARDS)
    assert counts == {"none": 46, "again": 6, "take": 5, "privilege": 5, "steal": 5}
    assert [card.name for card in jewels(3) if card.ability != "none"] == ["L3-11"]


def test_every_colour_is_required_81_times_and_pearls_29_times() -> None:
    assert [sum(card.cost[gem] for card in duel.CARDS) for gem in range(6)] == [81] * 5 + [29]
    assert {card.cost[5] for card in duel.CARDS} == {0, 1}


def rotated(card: JewelCard) -> tuple[object, ...]:
    """The card with each colour replaced by the next one, without its name."""
    bonus = COLOURS[(COLOURS.index(card.bonus) + 1) % 5]
    cost = (card.cost[4], *card.cost[:4], card.cost[5])
    return card.level, bonus, card.bonus_count, card.points, card.crowns, card.ability, cost


def printed(card: JewelCard) -> tuple[object, ...]:
    same = (card.level, card.bonus, card.bonus_count, card.points, card.crowns, card.ability)
    return *same, card.cost


def test_rotating_the_colours_gives_the_same_cards() -> None:
    coloured = [card for colour in COLOURS for card in jewels(bonus=colour)]
    assert len(coloured) == 55
    assert Counter(map(rotated, coloured)) == Counter(map(printed, coloured))


# The cost in the card's own colour, the following colours, and pearls.
WHITE_FAMILIES = {
    (1, 1, 0, 0, "none", (0, 1, 1, 1, 1, 0)),
    (1, 1, 0, 1, "none", (0, 3, 0, 0, 0, 0)),
    (1, 1, 0, 0, "again", (0, 2, 2, 0, 0, 1)),
    (1, 1, 0, 0, "take", (0, 0, 0, 2, 2, 0)),
    (1, 1, 1, 0, "none", (0, 0, 2, 3, 0, 0)),
    (2, 1, 2, 1, "none", (0, 0, 2, 2, 2, 1)),
    (2, 1, 1, 0, "steal", (0, 4, 0, 3, 0, 0)),
    (2, 1, 2, 0, "privilege", (4, 0, 0, 0, 2, 1)),
    (2, 2, 1, 0, "none", (0, 5, 2, 0, 0, 0)),
    (3, 1, 3, 2, "none", (0, 3, 0, 5, 3, 1)),
    (3, 1, 4, 0, "none", (6, 2, 0, 0, 2, 0)),
}


def test_the_white_jewel_cards_are_as_printed() -> None:
    white = {
        (card.level, card.bonus_count, card.points, card.crowns, card.ability, card.cost)
        for card in jewels(bonus="white")
    }
    assert white == WHITE_FAMILIES


@pytest.mark.parametrize(
    "name, text",
    [
        ("L1-26", "level 1 wild, 1 point, costs K4 P1"),
        ("L1-27", "level 1 wild, 0 points, 1 crown, costs W4 P1"),  # trap: often wrong
        ("L1-28", "level 1 without bonus, 3 points, costs R4 P1"),
        ("L1-29", "level 1 wild, 1 point, costs U2 R2 K1 P1"),
        ("L1-30", "level 1 wild, 1 point, costs W2 G2 K1 P1"),
        ("L2-21", "level 2 wild, 2 points, costs G6 P1"),
        ("L2-22", "level 2 wild, 0 points, 2 crowns, costs G6 P1"),
        ("L2-23", "level 2 wild, 0 points, 2 crowns, costs U6 P1"),
        ("L2-24", "level 2 without bonus, 5 points, costs U6 P1"),
        ("L3-11", "level 3 wild, 3 points, again, costs R8"),
        ("L3-12", "level 3 wild, 0 points, 3 crowns, costs K8"),
        ("L3-13", "level 3 without bonus, 6 points, costs W8"),
        ("L2-04", "level 2 double white, 1 point, costs U5 G2"),
        ("L1-04", "level 1 white, 0 points, take, costs R2 K2"),
    ],
)
def test_the_other_jewel_cards_are_as_printed(name: str, text: str) -> None:
    card = next(card for card in duel.CARDS if card.name == name)
    assert (str(card), card.code) == (text, name)


def test_the_jewel_cards_are_those_of_the_plain_rules() -> None:
    """Those are read from another file by other code."""
    assert list(duel_table.CARDS) == [card.name for card in duel.CARDS]
    for card in duel.CARDS:
        plain = duel_table.CARDS[card.name]
        assert (card.level, card.points, card.crowns) == (plain.level, plain.points, plain.crowns)
        assert card.ability == (plain.ability or "none")
        assert duel_table.NAMES[card.bonus] == plain.bonus
        assert card.bonus_count == plain.bonuses
        assert card.cost == tuple(plain.cost[letter] for letter in "WUGRKP")


def test_the_arrays_for_kernels_agree_with_the_jewel_cards() -> None:
    abilities = {"again": duel.AGAIN, "take": duel.TAKE, "steal": duel.THEFT}
    abilities |= {"privilege": duel.PRIVILEGE, "none": duel.NO_ABILITY}
    for card in duel.CARDS:
        number = card.id
        bonus = {"wild": duel.ANY, "none": NONE}.get(card.bonus)
        assert duel.COST[number].tolist() == list(card.cost)
        assert int(duel.PACKED_COST[number]).to_bytes(6, "little") == bytes(card.cost)
        assert duel.BONUS[number] == (COLOURS.index(card.bonus) if bonus is None else bonus)
        assert duel.BONUS_COUNT[number] == card.bonus_count
        assert (duel.PRESTIGE[number], duel.CROWNS[number]) == (card.points, card.crowns)
        assert (duel.LEVEL[number], duel.ABILITY[number]) == (
            card.level - 1,
            abilities[card.ability],
        )
    assert [duel.ROYAL_ABILITY[royal.id] for royal in duel.ROYALS] == [
        abilities[royal.ability] for royal in duel.ROYALS
    ]


def test_assumptions_of_the_rules_about_the_jewel_cards() -> None:
    """D5.3: extra turns never accumulate, and no purchase passes both thresholds."""
    assert not [card for card in duel.CARDS if card.crowns and card.ability != "none"]
    assert max(card.crowns for card in duel.CARDS) == 3


def test_there_are_four_royal_cards() -> None:
    assert [str(royal) for royal in duel.ROYALS] == [
        "royal R1, 2 points, steal",
        "royal R2, 2 points, again",
        "royal R3, 2 points, privilege",
        "royal R4, 3 points",
    ]


def test_there_are_25_tokens() -> None:
    assert duel.BAG.tolist() == [4, 4, 4, 4, 4, 2, 3]


def jewel(card: int, **change: object) -> tuple[JewelCard, ...]:
    cards = list(duel.CARDS)
    cards[card] = replace(cards[card], **change)  # type: ignore[arg-type]
    return tuple(cards)


@pytest.mark.parametrize(
    "cards, reason",
    [
        (duel.CARDS[:-1], "not numbered from 0 to 66"),
        (duel.CARDS + duel.CARDS[-1:], "not numbered from 0 to 66"),
        (jewel(5, id=6), "not numbered from 0 to 66"),
        (jewel(29, level=2), "of levels 1, 2, 3"),
        (jewel(30, level=1), "of levels 1, 2, 3"),
        (jewel(3, bonus="pink"), "card L1-04 has a wrong bonus"),
        (jewel(3, bonus="pearl"), "card L1-04 has a wrong bonus"),
        (jewel(3, bonus_count=0), "card L1-04 has a wrong bonus"),
        (jewel(3, bonus_count=3), "card L1-04 has a wrong bonus"),
        (jewel(25, bonus_count=2), "card L1-26 has a wrong bonus"),
        (jewel(25, bonus_count=0), "card L1-26 has a wrong bonus"),
        (jewel(27, bonus_count=1), "card L1-28 has a wrong bonus"),
        (jewel(0, points=-1), "card L1-01 has wrong points or crowns"),
        (jewel(0, points=7), "card L1-01 has wrong points or crowns"),
        (jewel(0, crowns=-1), "card L1-01 has wrong points or crowns"),
        (jewel(0, crowns=4), "card L1-01 has wrong points or crowns"),
        (jewel(0, cost=(0, 0, 0, 0, 9, 0)), "card L1-01 has a wrong cost"),
        (jewel(0, cost=(0, 0, 0, 0, 1, -1)), "card L1-01 has a wrong cost"),
        (jewel(0, cost=(0,) * 6), "card L1-01 has a wrong cost"),
        (jewel(0, ability="fly"), "card L1-01 has a wrong ability, or one beside crowns"),
        (jewel(2, crowns=1), "card L1-03 has a wrong ability, or one beside crowns"),
        (jewel(25, ability="take"), "card L1-26 takes a token of no colour"),
        (jewel(27, ability="take"), "card L1-28 takes a token of no colour"),
    ],
)
def test_a_damaged_jewel_deck_is_refused(cards: tuple[JewelCard, ...], reason: str) -> None:
    check_jewel_deck(duel.CARDS, duel.DECK_SIZES)
    with pytest.raises(DataError, match=reason):
        check_jewel_deck(cards, duel.DECK_SIZES)


@pytest.mark.parametrize(
    "royals, reason",
    [
        (duel.ROYALS[:3], "not numbered from 0 to 3"),
        (duel.ROYALS[:3] + duel.ROYALS[:1], "not numbered from 0 to 3"),
        ((replace(duel.ROYALS[0], ability="fly"), *duel.ROYALS[1:]), "royal card R1 has a wrong"),
        ((replace(duel.ROYALS[0], ability="take"), *duel.ROYALS[1:]), "royal card R1 has a wrong"),
    ],
)
def test_damaged_royal_cards_are_refused(royals: tuple[Royal, ...], reason: str) -> None:
    check_royals(duel.ROYALS, 4)
    with pytest.raises(DataError, match=reason):
        check_royals(royals, 4)
