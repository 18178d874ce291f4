"""What the greedy players of all games share: the distance to a card, and its worth from there."""

from splendor.core.kernel import int64, kernel
from splendor.core.payment import Payer, gold_needed, packed_holdings


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
