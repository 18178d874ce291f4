"""The policy of Splendor Duel: the moves that a search tries first.

The policy gives every legal action a logit: the weighted sum of its features. The weights were
fitted to the visit counts of searches: `data/duel_policy.csv`.
"""

import numpy as np

from splendor.bots.evaluators.victory_duel import best_royal, brings_royal, may_win, wins
from splendor.core.chance import count_bits
from splendor.core.decks import NONE
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gold_needed, packed_holdings
from splendor.duel.board import LINES, LONGEST_LINE
from splendor.duel.legal import PLACES, card_at, gems_on_board, tokens_held
from splendor.duel.moves import (
    ACTIONS,
    AS_COLOUR,
    CHOOSE_GOLD,
    DISCARD_TOKEN,
    PURCHASE,
    REPLENISH,
    RESERVE,
    RESERVE_TOP,
    STEAL_TOKEN,
    TAKE_MATCHING,
    TAKE_ROYAL,
    USE_PRIVILEGE,
)
from splendor.duel.state import (
    ABILITY,
    AGAIN,
    BONUS,
    BONUS_COUNT,
    COST,
    COSTS,
    CROWNS,
    GOLD,
    NO_ABILITY,
    PACKED_COST,
    PEARL,
    PRESTIGE,
    PRIVILEGES,
    ROYAL_ABILITY,
    ROYAL_PRESTIGE,
    THEFT,
    TOKEN_LIMIT,
    Player,
    State,
)

# The share of a card's worth that counts, by the number of missing tokens.
NEARNESS = np.array([1.0 / (1.0 + distance) ** 2 for distance in range(32)])
CARD_WORTH = 0.5 + PRESTIGE + CROWNS + (ABILITY != NO_ABILITY) + (ABILITY == AGAIN)
SPACES_OF = np.array([(*line, *[NONE] * (LONGEST_LINE - len(line))) for line in LINES])
LENGTH = np.array([len(line) for line in LINES])

(TAKE_THREE, TAKE_TWO, TAKE_NEEDED, TAKE_PEARL, TAKE_OVER, TAKE_GENEROUS, BUY, BUY_POINTS,
 BUY_CROWNS, BUY_WANTED, BUY_AGAIN, BUY_ABLE, BUY_ROYAL, BUY_COLOUR, BUY_SPENT, BUY_GOLD, BUY_WINS,
 RESERVE_ANY, RESERVE_POINTS, RESERVE_CROWNS, RESERVE_NEAR, RESERVE_DENY, RESERVE_DEFEND,
 RESERVE_UNSEEN, RESERVE_HAND, USE, USE_NEEDED, USE_PEARL, USE_LAST, FILL, FILL_EMPTY, FILL_GIVEN,
 COLOUR_WANTED, COLOUR_POINTS, STEAL_NEEDED, STEAL_PEARL, ROYAL_POINTS, ROYAL_AGAIN, ROYAL_STEAL,
 DISCARD_NEEDED, DISCARD_PEARL, DISCARD_GOLD) = range(42)  # fmt: skip
POLICY_FEATURES = DISCARD_GOLD + 1
POLICY_NAMES = (
    "take three", "take two", "take needed", "take pearl", "take over", "take generous", "buy",
    "buy points", "buy crowns", "buy wanted", "buy again", "buy able", "buy royal", "buy colour",
    "buy spent", "buy gold", "buy wins", "reserve any", "reserve points", "reserve crowns",
    "reserve near", "reserve deny", "reserve defend", "reserve unseen", "reserve hand", "use",
    "use needed", "use pearl", "use last", "fill", "fill empty", "fill given", "colour wanted",
    "colour points", "steal needed", "steal pearl", "royal points", "royal again", "royal steal",
    "discard needed", "discard pearl", "discard gold",
)  # fmt: skip

# The layout of the scratch space: how much a first, second and third token of each kind is needed,
# how much the last token of each kind is used, and the token on each space.
NEEDED = 0
USED = NEEDED + COSTS * LONGEST_LINE
TOKEN_AT = USED + COSTS


@kernel
def policy_logits(
    state: State, mask: Row[int], weights: Row[float], numbers: Row[float], logits: Row[float]
) -> None:
    """Write the logit of each legal action into `logits`; `numbers` is scratch space."""
    count_needs(state, numbers)
    note_tokens(state, numbers)
    over = tokens_held(state.players[state.active]) - TOKEN_LIMIT
    for action in range(RESERVE):
        if mask[action] != 0:
            logits[action] = line_logit(state, int64(action), over, weights, numbers)
    for action in range(RESERVE, ACTIONS):
        if mask[action] != 0:
            logits[action] = action_logit(state, int64(action), weights, numbers)


@kernel
def count_needs(state: State, numbers: Row[float]) -> None:
    """Write how much each token is needed for the visible cards, weighted by nearness."""
    for number in range(TOKEN_AT):
        numbers[number] = 0.0
    player = state.players[state.active]
    tokens, bonuses = packed_holdings(player)
    whole = 0.01
    for place in range(PLACES):
        card = card_at(state, place)
        if card < 0:
            continue
        missing = gold_needed(int64(PACKED_COST[card]), tokens + bonuses)
        weight = float(CARD_WORTH[card]) * NEARNESS[max(0, missing - int64(player.tokens[GOLD]))]
        whole += weight
        for token in range(COSTS):
            due = int64(COST[card, token]) - int64(player.bonuses[token])
            lacking = due - int64(player.tokens[token])
            for number in range(min(LONGEST_LINE, lacking)):
                numbers[NEEDED + COSTS * number + token] += weight
            if due > 0 and lacking >= 0:
                numbers[USED + token] += weight
    for number in range(TOKEN_AT):
        numbers[number] /= whole


@kernel
def note_tokens(state: State, numbers: Row[float]) -> None:
    for token in range(COSTS):
        left = int64(state.board[token])
        while left != 0:
            numbers[TOKEN_AT + count_bits((left & -left) - 1)] = float(token)
            left &= left - 1


@kernel
def line_logit(
    state: State, line: int, over: int, weights: Row[float], numbers: Row[float]
) -> float:
    length = int64(LENGTH[line])
    weight = weights[TAKE_OVER] * max(0, over + length)
    if length == LONGEST_LINE:
        weight += weights[TAKE_THREE]
    elif length > 1:
        weight += weights[TAKE_TWO]
    packed = 0
    pearls = 0
    needed = 0.0
    for place in range(length):
        token = int(numbers[TOKEN_AT + SPACES_OF[line, place]])
        before = packed >> 2 * token & 3
        packed += int64(1) << 2 * token
        needed += numbers[NEEDED + COSTS * before + token]
        pearls += int64(token == PEARL)
        if before == LONGEST_LINE - 1 or pearls == 2:
            weight += weights[TAKE_GENEROUS]
    return weight + weights[TAKE_NEEDED] * needed + weights[TAKE_PEARL] * pearls


@kernel
def action_logit(state: State, action: int, weights: Row[float], numbers: Row[float]) -> float:
    if action < RESERVE_TOP:
        return reserve_logit(state, action - RESERVE, weights)
    if action < PURCHASE:
        return weights[RESERVE_ANY] + weights[RESERVE_UNSEEN]
    if action < CHOOSE_GOLD:
        return purchase_logit(state, action - PURCHASE, weights)
    if USE_PRIVILEGE <= action < REPLENISH:
        return privilege_logit(state, action - USE_PRIVILEGE, weights, numbers)
    if action == REPLENISH:
        full = 0.1 * count_bits(gems_on_board(state))
        given = 1.0 if state.privileges == 0 else 0.0
        return weights[FILL] + weights[FILL_EMPTY] * full + weights[FILL_GIVEN] * given
    return small_decision_logit(state, action, weights, numbers)


@kernel
def small_decision_logit(
    state: State, action: int, weights: Row[float], numbers: Row[float]
) -> float:
    player = state.players[state.active]
    if AS_COLOUR <= action < TAKE_MATCHING:
        colour = action - AS_COLOUR
        points = float(player.colour_points[colour])
        wanted = wanted_bonus(state, colour)
        return weights[COLOUR_WANTED] * wanted + weights[COLOUR_POINTS] * points
    if STEAL_TOKEN <= action < TAKE_ROYAL:
        token = action - STEAL_TOKEN
        pearl = weights[STEAL_PEARL] if token == PEARL else 0.0
        return pearl + weights[STEAL_NEEDED] * numbers[NEEDED + token]
    if TAKE_ROYAL <= action < DISCARD_TOKEN:
        royal = action - TAKE_ROYAL
        again = weights[ROYAL_AGAIN] if ROYAL_ABILITY[royal] == AGAIN else 0.0
        steal = weights[ROYAL_STEAL] if ROYAL_ABILITY[royal] == THEFT else 0.0
        return weights[ROYAL_POINTS] * float(ROYAL_PRESTIGE[royal]) + again + steal
    if DISCARD_TOKEN <= action < DISCARD_TOKEN + COSTS:
        token = action - DISCARD_TOKEN
        pearl = weights[DISCARD_PEARL] if token == PEARL else 0.0
        return pearl + weights[DISCARD_NEEDED] * numbers[USED + token]
    return weights[DISCARD_GOLD] if action == DISCARD_TOKEN + GOLD else 0.0


@kernel
def privilege_logit(state: State, space: int, weights: Row[float], numbers: Row[float]) -> float:
    token = int(numbers[TOKEN_AT + space])
    full = state.players[state.active].privileges == PRIVILEGES
    return (
        weights[USE]
        + weights[USE_NEEDED] * numbers[NEEDED + token]
        + (weights[USE_PEARL] if token == PEARL else 0.0)
        + (weights[USE_LAST] if full else 0.0)
    )


@kernel
def purchase_logit(state: State, place: int, weights: Row[float]) -> float:
    card = card_at(state, place)
    player = state.players[state.active]
    tokens, bonuses = packed_holdings(player)
    cost = int64(PACKED_COST[card])
    gold = gold_needed(cost, tokens + bonuses)
    bonus = int64(BONUS[card])
    weight = weights[BUY]
    if 0 <= bonus < GEMS:
        weight += weights[BUY_WANTED] * wanted_bonus(state, bonus) * float(BONUS_COUNT[card])
        colour = float(player.colour_points[bonus]) * float(PRESTIGE[card])
        weight += weights[BUY_COLOUR] * 0.1 * colour
    if ABILITY[card] == AGAIN:
        weight += weights[BUY_AGAIN]
    elif ABILITY[card] != NO_ABILITY:
        weight += weights[BUY_ABLE]
    if brings_royal(player, card):
        weight += weights[BUY_ROYAL]
    if may_win(player) and wins(player, card, best_royal(state)):
        weight += weights[BUY_WINS]
    return (
        weight
        + weights[BUY_POINTS] * float(PRESTIGE[card])
        + weights[BUY_CROWNS] * float(CROWNS[card])
        + weights[BUY_SPENT] * (gold_needed(cost, bonuses) - gold)
        + weights[BUY_GOLD] * gold
    )


@kernel
def wanted_bonus(state: State, bonus: int) -> float:
    """The share of visible cards that the bonus makes cheaper."""
    held = state.players[state.active].bonuses[bonus]
    wanted = 0.0
    for place in range(PLACES):
        card = card_at(state, place)
        if card >= 0 and COST[card, bonus] > held:
            wanted += 1.0
    return wanted / PLACES


@kernel
def reserve_logit(state: State, place: int, weights: Row[float]) -> float:
    card = card_at(state, place)
    player, other = state.players[state.active], state.players[1 - state.active]
    near = float(NEARNESS[tokens_missing(player, card)])
    weight = weights[RESERVE_ANY] + weights[RESERVE_NEAR] * near
    if player.hand[0] != NONE:
        weight += weights[RESERVE_HAND]
    if tokens_missing(other, card) <= int64(other.privileges):
        weight += weights[RESERVE_DENY] * float(CARD_WORTH[card])
        if may_win(other) and wins(other, card, best_royal(state)):
            weight += weights[RESERVE_DEFEND]
    return (
        weight
        + weights[RESERVE_POINTS] * float(PRESTIGE[card])
        + weights[RESERVE_CROWNS] * float(CROWNS[card])
    )


@kernel
def tokens_missing(player: Player, card: int) -> int:
    tokens, bonuses = packed_holdings(player)
    needed = gold_needed(int64(PACKED_COST[card]), tokens + bonuses)
    return max(0, needed - int64(player.tokens[GOLD]))


@entry
def policy_logits_in(
    states: Row[State], mask: Row[int], weights: Row[float], numbers: Row[float], logits: Row[float]
) -> None:
    policy_logits(states[0], mask, weights, numbers, logits)
