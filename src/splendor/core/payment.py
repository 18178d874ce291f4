"""What both games share in rules: bonuses come off the price, tokens pay, gold stands in.

Whether a card can be paid is asked for fifteen cards at every move, so it is asked of all
colours at once: counts are *packed* into one integer, eight bits to a colour. No count that
meets here exceeds 127, so the top bit of each colour's eight is free to catch the borrow.
"""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Protocol

import numpy as np
import numpy.typing as npt

from splendor.core.gems import GEMS
from splendor.core.kernel import Row, int64, kernel

LANE = 8  # bits of a colour
LANES = GEMS + 1  # and pearls, of which there are none in the base game
ONES = sum(1 << LANE * gem for gem in range(LANES))
TOPS = 0x80 * ONES


def packed(counts: Sequence[Sequence[int]]) -> npt.NDArray[np.int64]:
    """The cost of each card in one integer."""
    return np.array([sum(n << LANE * gem for gem, n in enumerate(cost)) for cost in counts])


class Payer(Protocol):
    """Whoever pays. There is a bonus for each kind of token that can be asked for."""

    @property
    def tokens(self) -> Row[int]: ...
    @property
    def bonuses(self) -> Row[int]: ...


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
    """How much gold must stand in, where tokens and bonuses together are `means`. All packed."""
    short = (cost | TOPS) - means
    enough = ((short & TOPS) >> 7) ^ ONES  # a one for each colour that is more than covered
    short &= (ONES - enough) * 0x7F
    return short % 255  # the sum over the colours, as 256 leaves the remainder one


@kernel
def saves_a_gem(cost: int, tokens: int, bonuses: int) -> bool:
    """Whether the payer has a gem that the default payment spends. All packed."""
    due = (cost | TOPS) - bonuses - ONES  # the top bit stays where cost exceeds bonuses
    held = tokens + (TOPS - ONES)  # the top bit is set where there is a token
    return due & held & TOPS != 0


@kernel
def price(payer: Payer, cost: Row[int], gem: int) -> int:
    """What is left to pay in one colour: the cost less the bonuses, never below zero."""
    due = int64(cost[gem]) - int64(payer.bonuses[gem])
    return due if due > 0 else 0


@kernel
def gems_spent(payer: Payer, cost: Row[int], gem: int) -> int:
    """What the default payment spends in one colour: all that is due, or all there is."""
    due = price(payer, cost, gem)
    held = int64(payer.tokens[gem])
    return due if due < held else held


# The same for people: not packed, and not compiled. Bonuses may be fewer than costs, as nothing
# lowers the price of a pearl (D3.3). Of tokens, gold stands last.


def due(cost: Sequence[int], bonuses: Sequence[int]) -> tuple[int, ...]:
    """What is to be paid, kind by kind: the cost less the bonuses."""
    return tuple(max(0, n - bonus) for n, bonus in zip_longest(cost, bonuses, fillvalue=0))


def missing(cost: Sequence[int], bonuses: Sequence[int], tokens: Sequence[int]) -> tuple[int, ...]:
    """What bonuses and tokens do not cover, kind by kind."""
    return tuple(max(0, n - tokens[kind]) for kind, n in enumerate(due(cost, bonuses)))


def default_payment(
    cost: Sequence[int], bonuses: Sequence[int], tokens: Sequence[int]
) -> tuple[int, ...]:
    """What is spent, where gold stands only for what is missing."""
    spent = (min(n, tokens[kind]) for kind, n in enumerate(due(cost, bonuses)))
    return (*spent, sum(missing(cost, bonuses, tokens)))


def with_more_gold(payment: Sequence[int], chosen: Sequence[int]) -> tuple[int, ...]:
    """The payment, where `chosen` gold stands for gems that it spends."""
    *gems, gold = payment
    return (*(n - more for n, more in zip(gems, chosen, strict=True)), gold + sum(chosen))
