"""Paying for a card, in all games: bonuses reduce the price, tokens pay, gold replaces any gem.

Every move asks for fifteen cards whether they can be paid, so all colours are computed at once:
counts are *packed* into one integer, eight bits per colour. No count exceeds 127, so the top bit
of each colour is free to catch the borrow (decision 0005).
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Protocol

import numpy as np
import numpy.typing as npt

from splendor.core.gems import GEMS
from splendor.core.kernel import Row, int64, kernel

LANE = 8  # bits per colour
LANES = GEMS + 1  # the colours and pearls; the base game has no pearls
ONES = sum(1 << LANE * gem for gem in range(LANES))
TOPS = 0x80 * ONES
UNPAYABLE = 0x7F * ONES  # more than anybody can have


def packed(counts: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """The cost of each card in one integer; the index -1, no card, finds one nobody can pay."""
    costs = [sum(n << LANE * gem for gem, n in enumerate(cost)) for cost in counts]
    return np.array([*costs, UNPAYABLE])


class Payer(Protocol):
    """A player who pays. `bonuses` has an entry for each kind of token that cards cost."""

    @property
    def tokens(self) -> Row[int]: ...
    @property
    def bonuses(self) -> Row[int]: ...


@kernel
def tokens_held(payer: Payer) -> int:
    held = 0
    for token in range(len(payer.tokens)):
        held += int64(payer.tokens[token])
    return held


@kernel
def packed_holdings(payer: Payer) -> tuple[int, int]:
    """The payer's gem tokens, and the bonuses, each in one integer."""
    tokens = 0
    bonuses = 0
    for gem in range(len(payer.bonuses)):
        tokens |= int64(payer.tokens[gem]) << LANE * gem
        bonuses |= int64(payer.bonuses[gem]) << LANE * gem
    return tokens, bonuses


@kernel
def gold_needed(cost: int, means: int) -> int:
    """How much gold is missing; `means` are tokens and bonuses together. Arguments are packed."""
    short = (cost | TOPS) - means
    lacking = short & TOPS  # the top bit stays in each colour in which means do not exceed the cost
    short &= lacking - (lacking >> 7)
    short += short >> 3 * LANE  # the sum over the colours: six, then three, then one
    return (short & 0xFF) + (short >> LANE & 0xFF) + (short >> 2 * LANE & 0xFF)


@kernel
def saves_a_gem(cost: int, tokens: int, bonuses: int) -> bool:
    """Whether the default payment spends a gem, which gold could save. Arguments are packed."""
    due = (cost | TOPS) - bonuses - ONES  # the top bit stays where cost exceeds bonuses
    held = tokens + (TOPS - ONES)  # the top bit is set where there is a token
    return due & held & TOPS != 0


@kernel
def payable(
    cards: Row[int], costs: Row[int], tokens: int, bonuses: int, gold: int
) -> tuple[int, int]:
    """Which cards of a row can be paid for, and for which gold could replace a gem, as bits.

    `costs` are those of all cards, from `packed`; tokens and bonuses are packed. The compiler
    computes several cards at once, so the loop has no branches.
    """
    means = tokens + bonuses
    by_default = int64(0)
    by_choice = int64(0)
    for place in range(len(cards)):
        cost = costs[cards[place]]
        needed = gold_needed(cost, means)
        saves = (needed < gold) & saves_a_gem(cost, tokens, bonuses)
        by_default |= int64(needed <= gold) << place
        by_choice |= int64(saves) << place
    return by_default, by_choice


@kernel
def price(payer: Payer, cost: Row[int], gem: int) -> int:
    """What is left to pay in one colour: the cost less the bonuses, never below zero."""
    due = int64(cost[gem]) - int64(payer.bonuses[gem])
    return due if due > 0 else 0


@kernel
def gems_spent(payer: Payer, cost: Row[int], gem: int) -> int:
    """What the default payment spends in one colour: what is due, or all tokens if too few."""
    due = price(payer, cost, gem)
    held = int64(payer.tokens[gem])
    return due if due < held else held


# The same in plain Python, for showing to people. `bonuses` may be shorter than `cost`, because
# nothing reduces the price of a pearl (D3.3). In `tokens`, gold is last.


def due(cost: Sequence[int], bonuses: Sequence[int]) -> tuple[int, ...]:
    """What is to be paid, kind by kind: the cost less the bonuses."""
    return tuple(max(0, n - bonus) for n, bonus in zip_longest(cost, bonuses, fillvalue=0))


def missing(cost: Sequence[int], bonuses: Sequence[int], tokens: Sequence[int]) -> tuple[int, ...]:
    """What bonuses and tokens do not cover, kind by kind."""
    return tuple(max(0, n - tokens[kind]) for kind, n in enumerate(due(cost, bonuses)))


def default_payment(
    cost: Sequence[int], bonuses: Sequence[int], tokens: Sequence[int]
) -> tuple[int, ...]:
    """The tokens spent when gold pays only for what is missing."""
    spent = (min(n, tokens[kind]) for kind, n in enumerate(due(cost, bonuses)))
    return (*spent, sum(missing(cost, bonuses, tokens)))


def with_more_gold(payment: Sequence[int], chosen: Sequence[int]) -> tuple[int, ...]:
    """The payment with `chosen` gold in place of gems that it spends."""
    *gems, gold = payment
    return (*(n - more for n, more in zip(gems, chosen, strict=True)), gold + sum(chosen))
