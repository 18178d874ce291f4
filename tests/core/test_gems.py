"""Gems and counts of them."""

import json
import pickle

import pytest

import splendor
from splendor import Counts, Discard, Gem, GoldFor, ReturnToken, Take, TakePair
from splendor.core.gems import ColourCounts, CostCounts, TokenCounts
from tests.games import base_table, duel_table


def test_a_gem_is_a_number_with_a_name_a_letter_and_a_stone() -> None:
    assert [int(gem) for gem in Gem] == list(range(7))
    assert [str(gem) for gem in Gem] == ["white", "blue", "green", "red", "black", "pearl", "gold"]
    assert "".join(gem.letter for gem in Gem) == "WUGRKPJ"
    assert Gem.GREEN.stone == "emerald"
    assert f"{Gem.RED:>5}" == "  red"
    assert json.dumps([Gem.GOLD]) == "[6]"


def test_the_old_constants_are_the_gems() -> None:
    for gem in Gem:
        assert getattr(splendor, gem.name) is gem


@pytest.mark.parametrize("kind", [Counts, ColourCounts, CostCounts, TokenCounts])
def test_counts_are_indexed_by_gem_or_position(kind: type[Counts]) -> None:
    counts = kind(range(1, len(kind.order) + 1))
    for position, gem in enumerate(kind.order):
        assert counts[gem] == counts[position] == position + 1
    assert all(counts[gem] == 0 for gem in Gem if gem not in kind.order)
    assert counts[-1] == len(counts)
    assert counts[1:3] == (2, 3)
    assert list(counts.items()) == list(zip(kind.order, counts, strict=True))


def test_counts_are_equal_to_plain_tuples_and_can_be_pickled() -> None:
    counts = TokenCounts((4, 4, 4, 4, 4, 5))
    assert counts == (4, 4, 4, 4, 4, 5)
    again = pickle.loads(pickle.dumps(counts))
    assert (again, again[Gem.GOLD]) == (counts, 5)


def test_gold_is_found_in_both_games() -> None:
    base, duel = base_table(splendor.Game(seed=1)), duel_table(splendor.Game("duel", seed=1))
    assert base.supply[Gem.GOLD] == base.supply[5] == 5
    assert base.supply[Gem.PEARL] == 0
    assert len(duel.places[0].tokens) == 7
    assert {token for row in duel.board for token in row} == set(Gem)


def test_moves_carry_gems_and_take_numbers() -> None:
    for move, number in ((TakePair, 3), (GoldFor, 3), (ReturnToken, 6), (Discard, 5)):
        made = move(number)  # type: ignore[arg-type]
        assert made == move(Gem(number))
        assert f"{Gem(number)!r})" in repr(made)
    assert Take((2, 0, 1)).gems == (Gem.WHITE, Gem.BLUE, Gem.GREEN)  # type: ignore[arg-type]


def test_a_move_with_an_invalid_gem_is_refused() -> None:
    with pytest.raises(ValueError, match="7 is not a valid Gem"):
        Discard(7)  # type: ignore[arg-type]
