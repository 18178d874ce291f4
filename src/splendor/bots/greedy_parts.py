"""What the greedy players of all games share: how far away a card is, and what a bonus is worth."""

from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.core.decks import HAND_LIMIT, card_at
from splendor.core.kernel import Row, int64, kernel
from splendor.core.payment import Payer, gold_needed, packed_holdings

Costs: TypeAlias = npt.NDArray[np.int8]  # of each card, colour by colour


@kernel
def tokens_missing(player: Payer, cost: int) -> int:
    """The number of tokens that are missing to pay this packed cost; gold is the last token."""
    tokens, bonuses = packed_holdings(player)
    needed = gold_needed(cost, tokens + bonuses)
    return max(0, needed - int64(player.tokens[len(player.tokens) - 1]))


@kernel
def prospect(value: float, missing: int) -> float:
    """The worth of a card divided by the distance to it.

    Squares and fourth powers make the best and nearest card dominate, so that tokens are not
    spread over many cards.
    """
    far = (1.0 + missing) ** 2
    return value * value / (far * far)


@kernel
def wanted_by_cards(view: Any, colour: int, costs: Costs, prestige: Row[int]) -> float:
    """The value of a bonus for the visible cards; `costs` and `prestige` are those of all cards."""
    player = view.players[view.active]
    wanted = 0.0
    for place in range(len(view.market) + HAND_LIMIT):
        card = card_at(view, place)
        if card >= 0 and costs[card, colour] > player.bonuses[colour]:
            wanted += 1.0 + 0.5 * prestige[card]
    return wanted
