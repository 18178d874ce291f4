"""The packed arithmetic of payments, against arithmetic colour by colour."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from splendor.base.state import CARDS, COST, PACKED_COST, PLAYER
from splendor.content import Card
from splendor.gems import GEMS
from splendor.kernel import Row, entry
from splendor.payment import Payer, gems_spent, gold_needed, packed_holdings, price, saves_a_gem
from tests.positions import States, a_game

Counts = list[int]
Array = np.ndarray[tuple[int, ...], np.dtype[np.int8]]

costs = st.lists(st.integers(0, 7), min_size=GEMS, max_size=GEMS)
tokens_held = st.lists(st.integers(0, 7), min_size=GEMS, max_size=GEMS)
bonuses_held = st.lists(st.integers(0, 18), min_size=GEMS, max_size=GEMS)
# The most that the arithmetic promises to handle: no sum above 127.
any_counts = st.lists(st.integers(0, 63), min_size=GEMS, max_size=GEMS)


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
    """Eight bits to a colour, white lowest."""
    return int.from_bytes(bytes(counts), "little")


def plain_prices(cost: Counts, bonuses: Counts) -> Counts:
    return [max(0, cost[gem] - bonuses[gem]) for gem in range(GEMS)]


def plain_gold_needed(cost: Counts, tokens: Counts, bonuses: Counts) -> int:
    prices = plain_prices(cost, bonuses)
    return sum(max(0, prices[gem] - tokens[gem]) for gem in range(GEMS))


@given(tokens=any_counts, bonuses=any_counts)
def test_holdings_are_packed_eight_bits_to_a_colour(tokens: Counts, bonuses: Counts) -> None:
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
    """(A price of up to 254 in all: the remainder by 255 tells no more.)"""
    needed = plain_gold_needed(cost, tokens, bonuses)
    assert gold_needed_in(pack(cost), pack(tokens) + pack(bonuses)) == needed % 255


@pytest.mark.parametrize("gem", range(GEMS))
@pytest.mark.parametrize(
    "cost, means, gold", [(7, 6, 1), (7, 7, 0), (7, 8, 0), (0, 0, 0), (0, 9, 0)]
)
def test_each_colour_is_reckoned_for_itself(gem: int, cost: int, means: int, gold: int) -> None:
    """What one colour has too much of is not lent to its neighbours."""
    alone = [0] * GEMS
    alone[gem] = cost
    have = [0] * GEMS
    have[gem] = means
    assert gold_needed_in(pack(alone), pack(have)) == gold
    others = [3] * GEMS
    others[gem] = cost
    assert gold_needed_in(pack(others), pack(have)) == gold + 3 * (GEMS - 1)


@given(cost=costs, tokens=tokens_held, bonuses=bonuses_held)
def test_a_gem_is_saved_where_one_is_due_and_held(
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
