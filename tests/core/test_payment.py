"""The packed arithmetic of payments, compared with arithmetic colour by colour.

A sixth count is that of the pearls of Splendor Duel.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.base.state import CARDS, COST, PACKED_COST, PLAYER
from splendor.core.content import Card, JewelCard
from splendor.core.decks import NONE
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry
from splendor.core.payment import (
    Payer,
    default_payment,
    due,
    gems_spent,
    gold_needed,
    missing,
    packed_holdings,
    price,
    saves_a_gem,
    with_more_gold,
)
from splendor.duel import state as duel
from tests.duel.positions import a_duel
from tests.positions import States, a_game

Counts = list[int]
Array = np.ndarray[tuple[int, ...], np.dtype[np.int8]]

costs = st.lists(st.integers(0, 7), min_size=GEMS, max_size=GEMS)
tokens_held = st.lists(st.integers(0, 7), min_size=GEMS, max_size=GEMS)
bonuses_held = st.lists(st.integers(0, 18), min_size=GEMS, max_size=GEMS)
# The largest numbers that the arithmetic supports: no sum above 127.
any_counts = st.lists(st.integers(0, 63), min_size=GEMS, max_size=GEMS)
with_pearls = st.lists(st.integers(0, 8), min_size=GEMS + 1, max_size=GEMS + 1)
no_pearl = st.lists(st.integers(0, 9), min_size=GEMS, max_size=GEMS).map(lambda n: [*n, 0])


@entry
def packed_holdings_in(players: Row[Payer], player: int) -> tuple[int, int]:
    return packed_holdings(players[player])


@entry
def gold_needed_in(cost: int, means: int) -> int:
    return gold_needed(cost, means)


@entry
def saves_a_gem_in(cost: int, tokens: int, bonuses: int) -> bool:
    return saves_a_gem(cost, tokens, bonuses)


@entry
def price_in(players: Row[Payer], cost: Row[int], gem: int) -> int:
    return price(players[0], cost, gem)


@entry
def gems_spent_in(players: Row[Payer], cost: Row[int], gem: int) -> int:
    return gems_spent(players[0], cost, gem)


def pack(counts: Counts) -> int:
    """Eight bits per colour, white in the lowest, pearls after black."""
    return int.from_bytes(bytes(counts), "little")


def plain_prices(cost: Counts, bonuses: Counts) -> Counts:
    return [max(0, due - off) for due, off in zip(cost, bonuses, strict=True)]


def plain_gold_needed(cost: Counts, tokens: Counts, bonuses: Counts) -> int:
    prices = plain_prices(cost, bonuses)
    return sum(max(0, price - held) for price, held in zip(prices, tokens, strict=True))


@given(tokens=any_counts, bonuses=any_counts)
def test_holdings_are_packed_with_eight_bits_per_colour(tokens: Counts, bonuses: Counts) -> None:
    players = np.zeros(1, PLAYER)
    players["tokens"][0, :GEMS] = tokens
    players["tokens"][0, GEMS] = 5  # gold is not packed
    players["bonuses"][0] = bonuses
    assert packed_holdings_in(players, 0) == (pack(tokens), pack(bonuses))


@given(cost=costs, tokens=tokens_held, bonuses=bonuses_held)
def test_gold_needed_is_the_plain_sum(cost: Counts, tokens: Counts, bonuses: Counts) -> None:
    means = pack(tokens) + pack(bonuses)
    assert gold_needed_in(pack(cost), means) == plain_gold_needed(cost, tokens, bonuses)


@given(cost=any_counts, tokens=any_counts, bonuses=any_counts)
def test_gold_needed_is_the_plain_sum_for_all_that_can_be_packed(
    cost: Counts, tokens: Counts, bonuses: Counts
) -> None:
    """(Total prices of up to 254: the sum is a remainder by 255.)"""
    needed = plain_gold_needed(cost, tokens, bonuses)
    assert gold_needed_in(pack(cost), pack(tokens) + pack(bonuses)) == needed


@pytest.mark.parametrize("gem", range(GEMS))
@pytest.mark.parametrize(
    "cost, means, gold", [(7, 6, 1), (7, 7, 0), (7, 8, 0), (0, 0, 0), (0, 9, 0)]
)
def test_colours_do_not_affect_each_other(gem: int, cost: int, means: int, gold: int) -> None:
    """A surplus in one colour does not carry over to its neighbours."""
    alone = [0] * GEMS
    alone[gem] = cost
    have = [0] * GEMS
    have[gem] = means
    assert gold_needed_in(pack(alone), pack(have)) == gold
    others = [3] * GEMS
    others[gem] = cost
    assert gold_needed_in(pack(others), pack(have)) == gold + 3 * (GEMS - 1)


@given(cost=costs, tokens=tokens_held, bonuses=bonuses_held)
def test_gold_can_save_a_gem_that_is_due_and_held(
    cost: Counts, tokens: Counts, bonuses: Counts
) -> None:
    prices = plain_prices(cost, bonuses)
    plain = any(prices[gem] > 0 and tokens[gem] > 0 for gem in range(GEMS))
    assert saves_a_gem_in(pack(cost), pack(tokens), pack(bonuses)) == plain


@given(tokens=tokens_held, bonuses=bonuses_held, card=st.sampled_from(CARDS))
def test_price_and_default_payment_of_each_colour(
    tokens: Counts, bonuses: Counts, card: Card
) -> None:
    number = card.id
    players: States = a_game().states["players"][0][:1].copy()
    players[0].tokens[:GEMS] = tokens
    players[0].bonuses[:] = bonuses
    prices = plain_prices(list(card.cost), bonuses)
    spent = [min(prices[gem], tokens[gem]) for gem in range(GEMS)]
    assert [price_in(players, COST[number], gem) for gem in range(GEMS)] == prices
    assert [gems_spent_in(players, COST[number], gem) for gem in range(GEMS)] == spent
    short = sum(prices) - sum(spent)
    assert gold_needed_in(int(PACKED_COST[number]), pack(tokens) + pack(bonuses)) == short


@given(
    tokens=tokens_held,
    gold=st.integers(0, 5),
    bonuses=bonuses_held,
    card=st.sampled_from(range(90)),
)
def test_what_can_be_bought_is_what_can_be_paid(
    tokens: Counts, gold: int, bonuses: Counts, card: int
) -> None:
    """The same through the rules: B3.4, with and without a choice of gold."""
    level = CARDS[card].level
    game = a_game(players=4).row(level, card)
    game.state.players[0].tokens[:] = [*tokens, gold]
    game.state.players[0].bonuses[:] = bonuses
    needed = plain_gold_needed(list(CARDS[card].cost), tokens, bonuses)
    prices = plain_prices(list(CARDS[card].cost), bonuses)
    savable = any(prices[gem] and tokens[gem] for gem in range(GEMS))
    legal = game.legal()
    assert (f"b{level}a" in legal) == (needed <= gold)
    assert (f"b{level}a+" in legal) == (needed < gold and savable)


# Functions for display, without kernels


@given(cost=with_pearls, tokens=with_pearls, gold=st.integers(0, 3), bonuses=no_pearl)
def test_the_displayed_price_is_the_plain_sum(
    cost: Counts, tokens: Counts, gold: int, bonuses: Counts
) -> None:
    prices, needed = plain_prices(cost, bonuses), plain_gold_needed(cost, tokens, bonuses)
    spent = [min(price, held) for price, held in zip(prices, tokens, strict=True)]
    for off in (bonuses, bonuses[:GEMS]):  # the missing bonus for pearls may be left out
        assert list(due(cost, off)) == prices
        short = missing(cost, off, [*tokens, gold])
        assert [paid + less for paid, less in zip(spent, short, strict=True)] == prices
        assert list(default_payment(cost, off, [*tokens, gold])) == [*spent, needed]


def test_a_bonus_beyond_the_cost_pays_for_nothing_else() -> None:
    assert due((1, 2, 0), (3, 1, 1)) == (0, 1, 0)
    assert missing((4, 2, 0), (1, 0, 0), (1, 5, 9)) == (2, 0, 0)
    assert default_payment((4, 2, 0), (1, 0, 0), (1, 5, 9)) == (1, 2, 0, 2)


def test_chosen_gold_saves_gems() -> None:
    assert with_more_gold((1, 2, 0, 2), (0, 2, 0)) == (1, 0, 0, 4)
    assert with_more_gold((1, 2, 0, 2), (0, 0, 0)) == (1, 2, 0, 2)


# Splendor Duel: pearls are paid like gems, but have no bonuses (D3.3)


def a_payer(tokens: Counts, gold: int, bonuses: Counts) -> States:
    players = np.zeros(1, duel.PLAYER)
    players[0].tokens[:] = [*tokens, gold]
    players[0].bonuses[:] = bonuses
    players[0].hand[:] = NONE
    return players


@given(tokens=with_pearls, bonuses=no_pearl)
def test_pearls_are_packed_after_the_colours_and_gold_is_not(
    tokens: Counts, bonuses: Counts
) -> None:
    players = a_payer(tokens, 3, bonuses)
    assert packed_holdings_in(players, 0) == (pack(tokens), pack(bonuses))


@given(cost=with_pearls, tokens=with_pearls, bonuses=no_pearl)
def test_gold_can_replace_pearls(cost: Counts, tokens: Counts, bonuses: Counts) -> None:
    needed = plain_gold_needed(cost, tokens, bonuses)
    assert gold_needed_in(pack(cost), pack(tokens) + pack(bonuses)) == needed
    assert needed >= cost[-1] - tokens[-1]


@given(cost=with_pearls, tokens=with_pearls, bonuses=no_pearl)
def test_gold_can_save_a_pearl_like_a_gem(cost: Counts, tokens: Counts, bonuses: Counts) -> None:
    due_and_held = zip(plain_prices(cost, bonuses), tokens, strict=True)
    plain = any(due and held for due, held in due_and_held)
    assert saves_a_gem_in(pack(cost), pack(tokens), pack(bonuses)) == plain


@pytest.mark.parametrize("pearls, gold", [(0, 1), (1, 0), (2, 0)])
def test_a_surplus_of_other_colours_does_not_pay_for_a_pearl(pearls: int, gold: int) -> None:
    assert gold_needed_in(pack([0, 0, 0, 0, 0, 1]), pack([8, 8, 8, 8, 8, pearls])) == gold


@given(tokens=with_pearls, bonuses=no_pearl, card=st.sampled_from(duel.CARDS))
def test_price_and_default_payment_of_a_jewel_card(
    tokens: Counts, bonuses: Counts, card: JewelCard
) -> None:
    players, cost = a_payer(tokens, 0, bonuses), duel.COST[card.id]
    prices = plain_prices(list(card.cost), bonuses)
    spent = [min(due, held) for due, held in zip(prices, tokens, strict=True)]
    assert [price_in(players, cost, gem) for gem in range(duel.COSTS)] == prices
    assert [gems_spent_in(players, cost, gem) for gem in range(duel.COSTS)] == spent
    packed = int(duel.PACKED_COST[card.id])
    assert gold_needed_in(packed, pack(tokens) + pack(bonuses)) == sum(prices) - sum(spent)


@given(
    tokens=with_pearls,
    gold=st.integers(0, 3),
    bonuses=no_pearl,
    card=st.sampled_from(duel.CARDS),
)
def test_what_can_be_bought_in_a_duel_is_what_can_be_paid(
    tokens: Counts, gold: int, bonuses: Counts, card: JewelCard
) -> None:
    """The same through the rules: D3.3, and D5.1 for a wild card."""
    game = a_duel().row(card.level, card.name)
    game.state.players[:1] = a_payer(tokens, gold, bonuses)
    needed = plain_gold_needed(list(card.cost), tokens, bonuses)
    prices = plain_prices(list(card.cost), bonuses)
    savable = any(due and held for due, held in zip(prices, tokens, strict=True))
    placeable = card.bonus != "wild" or any(bonuses)
    legal = game.legal()
    assert (f"b{card.level}a" in legal) == (needed <= gold and placeable)
    assert (f"b{card.level}a+" in legal) == (needed < gold and savable and placeable)
