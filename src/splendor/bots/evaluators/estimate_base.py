"""The hand-written evaluator of Splendor: each seat's chance of winning, and a policy.

A seat's score is the weighted sum of its features; the weights change with the progress of the
game. The softmax of all seats' scores gives their chances of winning. The weights were fitted to
self-play games of the search: `data/base_estimate.csv`.
"""

from typing import Any

from splendor.base.legal import (
    PLACES,
    SPLIT,
    card_at,
    legal_sets,
    legal_small_decisions,
    tokens_held,
)
from splendor.base.moves import (
    ACTIONS,
    CHOOSE_GOLD,
    PURCHASE,
    RESERVE,
    RESERVE_TOP,
    RETURN_TOKEN,
    TAKEN,
)
from splendor.base.rules import apply_in, is_winner, someone_has_enough
from splendor.base.state import (
    BONUS,
    COME,
    COST,
    GOLD,
    MARKET,
    MOST_NOBLES,
    NO_LIMIT,
    OVER,
    PACKED_COST,
    PLAY,
    PRESTIGE,
    REQUIRES,
    TOKEN_LIMIT,
    Player,
    State,
    noble_points,
)
from splendor.bots.evaluators.general import pay_off, softmax
from splendor.core.chance import nth_bit
from splendor.core.decks import HAND_LIMIT, NONE
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gold_needed, packed_holdings

# The features of a seat. A card's distance is the number of tokens missing for it.
FARTHEST = 6
(POINTS, POINTS_SQUARED, CARDS, TOKENS, GOLDS, CROWDED, BEST, CHEAP_POINTS, CHEAP, TO_MOVE,
 VARIETY) = range(11)  # fmt: skip
MARKET_POINTS = VARIETY + 1  # by distance
MARKET_CARDS = MARKET_POINTS + FARTHEST + 1
HAND_POINTS = MARKET_CARDS + FARTHEST + 1
HAND_CARDS = HAND_POINTS + FARTHEST + 1
NOBLES_NEAR = HAND_CARDS + FARTHEST + 1  # by missing bonuses, from one on
FARTHEST_NOBLE = 5
FEATURES = NOBLES_NEAR + FARTHEST_NOBLE


def by_distance(name: str, first: int, last: int) -> tuple[str, ...]:
    return tuple(f"{name} {distance}" for distance in range(first, last + 1))


FEATURE_NAMES = (
    "points", "points squared", "cards", "tokens", "gold", "crowded", "best card",
    "discount on points", "discount", "to move", "variety",
    *by_distance("market points", 0, FARTHEST), *by_distance("market cards", 0, FARTHEST),
    *by_distance("hand points", 0, FARTHEST), *by_distance("hand cards", 0, FARTHEST),
    *by_distance("noble", 1, FARTHEST_NOBLE),
)  # fmt: skip

PURCHASES = (1 << CHOOSE_GOLD) - (1 << PURCHASE)  # as a set of actions
FITTED_NOBLE = 3.0  # points of a noble in the games that the weights were fitted to
ROOMY = 7  # with more tokens, taking tokens wastes part of a turn


@kernel
def count_features(state: State, seat: int, features: Row[float]) -> None:
    """Write the features of this seat into `features`."""
    for feature in range(FEATURES):
        features[feature] = 0.0
    player = state.players[seat]
    points = float(player.points)
    held = tokens_held(player)
    features[POINTS] = points
    features[POINTS_SQUARED] = points * points / 15.0
    features[CARDS] = float(player.cards)
    features[TOKENS] = float(held) - float(player.tokens[GOLD])
    features[GOLDS] = float(player.tokens[GOLD])
    features[CROWDED] = float(max(0, held - ROOMY))
    features[TO_MOVE] = 1.0 if state.active == seat else 0.0
    for gem in range(GEMS):
        features[VARIETY] += 1.0 if player.bonuses[gem] > 0 else 0.0
    count_cards(state, player, features)
    count_nobles(state, player, features)


@kernel
def count_cards(state: State, player: Player, features: Row[float]) -> None:
    """Features of the visible cards and the hand: distance, and discount by bonuses."""
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    for place in range(MARKET + HAND_LIMIT):
        if place < MARKET:
            card = int64(state.market[place])
        else:
            card = int64(player.hand[place - MARKET])
        if card < 0:
            continue
        cost = int64(PACKED_COST[card])
        missing = max(0, gold_needed(cost, tokens + bonuses) - gold)
        distance = min(FARTHEST, missing)
        points = float(PRESTIGE[card])
        if place < MARKET:
            features[MARKET_POINTS + distance] += points
            features[MARKET_CARDS + distance] += 1.0
        else:
            features[HAND_POINTS + distance] += points
            features[HAND_CARDS + distance] += 1.0
        discount = float(gold_needed(cost, 0) - gold_needed(cost, bonuses))
        features[CHEAP] += 0.1 * discount
        features[CHEAP_POINTS] += 0.1 * points * discount
        features[BEST] = max(features[BEST], points / (1.0 + 0.5 * missing))


@kernel
def count_nobles(state: State, player: Player, features: Row[float]) -> None:
    for slot in range(MOST_NOBLES):
        noble = int64(state.nobles[slot])
        if noble == NONE or state.noble_owner[slot] != NONE:
            continue
        missing = 0
        for gem in range(GEMS):
            missing += max(0, int64(REQUIRES[noble, gem]) - int64(player.bonuses[gem]))
        if missing > 0:
            near = min(missing, FARTHEST_NOBLE) - 1
            features[NOBLES_NEAR + near] += noble_points(state, noble) / FITTED_NOBLE


@kernel
def progress(state: State) -> float:
    """From 0 at the start of a game to 1 when a player reaches the target."""
    most = 0
    for seat in range(state.seats):
        most = max(most, int64(state.players[seat].points))
    return min(1.0, float(most) / float(state.target))


@kernel
def estimate(state: State, weights: Row[float], features: Row[float], values: Row[float]) -> None:
    """Write each seat's chance of winning into `values`."""
    late = progress(state)
    for seat in range(state.seats):
        count_features(state, seat, features)
        values[seat] = 0.0
        for feature in range(FEATURES):
            weight = weights[feature] + late * weights[FEATURES + feature]
            values[seat] += features[feature] * weight
    softmax(values, int64(state.seats))


# The last turn of a game


@kernel
def is_last_turn(state: State) -> bool:
    """Whether the game ends with this turn, whatever the player does."""
    following = int64(state.active) + 1
    if following == state.seats:
        following = 0
    if following != state.start or state.phase != PLAY or state.noble_rule != COME:
        return False
    limited = state.rounds != NO_LIMIT and state.round_number >= state.rounds
    return limited or someone_has_enough(state)


@kernel
def prove_outcome(states: Row[State], values: Row[float]) -> bool:
    """Whether the outcome of states[0] is certain; if so, write it into `values`.

    In the last turn only purchases matter, and the cards they reveal do not, so the best purchase
    is found by trying all of them. states[1] is scratch space.
    """
    if states[0].phase == OVER:
        pay_off(states[0], values)
        return True
    if not is_last_turn(states[0]):
        return False
    first, second = legal_sets(states[0], False)
    purchases = first & PURCHASES
    seat = int64(states[0].active)
    end_the_game(states, idle_action(first, second))
    pay_off(states[1], values)
    while purchases != 0 and values[seat] < 1.0:
        end_the_game(states, nth_bit(purchases, int64(0)))
        purchases &= purchases - 1
        keep_the_better(states[1], seat, values)
    return True


@kernel
def idle_action(first: int, second: int) -> int:
    """A legal action that is not a purchase; a purchase if there is no other."""
    others = first & ~PURCHASES
    if others != 0:
        return nth_bit(others, int64(0))
    if second != 0:
        return SPLIT + nth_bit(second, int64(0))
    return nth_bit(first, int64(0))


@kernel
def end_the_game(states: Row[State], action: int) -> None:
    """Copy states[0] into states[1] and play the last turn there with this action.

    The tokens returned and the noble received no longer matter.
    """
    states[1] = states[0]
    apply_in(states, int64(1), action)
    while states[1].phase != OVER:
        apply_in(states, int64(1), SPLIT + nth_bit(legal_small_decisions(states[1]), int64(0)))


@kernel
def keep_the_better(state: State, seat: int, values: Row[float]) -> None:
    """Write the payoffs of this finished game into `values` if they are better for the seat."""
    winners = 0
    for other in range(state.seats):
        winners += 1 if is_winner(state, other) else 0
    if is_winner(state, seat) and 1.0 / winners > values[seat]:
        pay_off(state, values)


# The policy: the moves that a search tries first

(TAKE_NEEDED, TAKE_COUNT, TAKE_OVER, BUY, BUY_POINTS, BUY_WANTED, BUY_NOBLE, BUY_SPENT,
 RESERVE_ANY, RESERVE_POINTS, RESERVE_NEAR, RESERVE_GOLD, RESERVE_DENY, RESERVE_UNSEEN,
 RETURN_NEEDED, RETURN_GOLD) = range(16)  # fmt: skip
POLICY_FEATURES = RETURN_GOLD + 1
POLICY_NAMES = (
    "take needed", "take count", "take over", "buy", "buy points", "buy wanted", "buy noble",
    "buy spent", "reserve", "reserve points", "reserve near", "reserve gold", "reserve deny",
    "reserve unseen", "return needed", "return gold",
)  # fmt: skip


@kernel
def policy_logits(
    state: State, mask: Row[int], weights: Row[float], needs: Row[float], logits: Row[float]
) -> None:
    """Write the logit of each legal action into `logits`; `needs` is scratch space."""
    count_needs(state, needs)
    for action in range(ACTIONS):
        if mask[action] != 0:
            logits[action] = action_logit(state, int64(action), weights, needs)


@kernel
def count_needs(state: State, needs: Row[float]) -> None:
    """How much each gem is needed for the visible cards, weighted by nearness; the sum is 1."""
    for gem in range(GEMS):
        needs[gem] = 0.01
    player = state.players[state.active]
    tokens, bonuses = packed_holdings(player)
    for place in range(PLACES):
        card = card_at(state, place)
        if card < 0:
            continue
        missing = gold_needed(int64(PACKED_COST[card]), tokens + bonuses)
        weight = (1.0 + float(PRESTIGE[card])) / (1.0 + missing) ** 2
        for gem in range(GEMS):
            have = int64(player.bonuses[gem]) + int64(player.tokens[gem])
            needs[gem] += weight * max(0, int64(COST[card, gem]) - have)
    whole = 0.0
    for gem in range(GEMS):
        whole += needs[gem]
    for gem in range(GEMS):
        needs[gem] /= whole


@kernel
def action_logit(state: State, action: int, weights: Row[float], needs: Row[float]) -> float:
    if action < RESERVE:
        return take_logit(state, action, weights, needs)
    if action < RESERVE_TOP:
        return reserve_logit(state, action - RESERVE, weights)
    if action < PURCHASE:
        return weights[RESERVE_ANY] + weights[RESERVE_UNSEEN]
    if action < CHOOSE_GOLD:
        return purchase_logit(state, action - PURCHASE, weights)
    if RETURN_TOKEN <= action < RETURN_TOKEN + GEMS:
        return weights[RETURN_NEEDED] * needs[action - RETURN_TOKEN]
    if action == RETURN_TOKEN + GOLD:
        return weights[RETURN_GOLD]
    return 0.0


@kernel
def take_logit(state: State, action: int, weights: Row[float], needs: Row[float]) -> float:
    count = 0
    needed = 0.0
    for gem in range(GEMS):
        count += int64(TAKEN[action, gem])
        needed += needs[gem] * float(TAKEN[action, gem])
    over = max(0, tokens_held(state.players[state.active]) + count - TOKEN_LIMIT)
    return weights[TAKE_NEEDED] * needed + weights[TAKE_COUNT] * count + weights[TAKE_OVER] * over


@kernel
def purchase_logit(state: State, place: int, weights: Row[float]) -> float:
    card = card_at(state, place)
    player = state.players[state.active]
    _, bonuses = packed_holdings(player)
    wanted, nobles = wanted_bonus(state, int64(BONUS[card]))
    return (
        weights[BUY]
        + weights[BUY_POINTS] * float(PRESTIGE[card])
        + weights[BUY_WANTED] * wanted
        + weights[BUY_NOBLE] * nobles
        + weights[BUY_SPENT] * gold_needed(int64(PACKED_COST[card]), bonuses)
    )


@kernel
def wanted_bonus(state: State, bonus: int) -> tuple[float, float]:
    """The share of visible cards that the bonus makes cheaper, and the nobles that require it."""
    held = state.players[state.active].bonuses[bonus]
    wanted = 0.0
    for place in range(PLACES):
        card = card_at(state, place)
        if card >= 0 and COST[card, bonus] > held:
            wanted += 1.0
    nobles = 0.0
    for slot in range(MOST_NOBLES):
        noble = int64(state.nobles[slot])
        if noble != NONE and state.noble_owner[slot] == NONE and REQUIRES[noble, bonus] > held:
            nobles += noble_points(state, noble) / FITTED_NOBLE
    return wanted / PLACES, nobles


@kernel
def reserve_logit(state: State, place: int, weights: Row[float]) -> float:
    card = card_at(state, place)
    cost, points = int64(PACKED_COST[card]), float(PRESTIGE[card])
    following = int64(state.active) + 1
    if following == state.seats:
        following = 0
    near = 1.0 / (1.0 + tokens_missing(state.players[state.active], cost))
    denied = points if tokens_missing(state.players[following], cost) == 0 else 0.0
    gold = 1.0 if state.supply[GOLD] > 0 else 0.0
    return (
        weights[RESERVE_ANY]
        + weights[RESERVE_POINTS] * points
        + weights[RESERVE_NEAR] * near
        + weights[RESERVE_GOLD] * gold
        + weights[RESERVE_DENY] * denied
    )


@kernel
def tokens_missing(player: Player, cost: int) -> int:
    tokens, bonuses = packed_holdings(player)
    return max(0, gold_needed(cost, tokens + bonuses) - int64(player.tokens[GOLD]))


# For tools/fit_estimate.py and for tests


@entry
def prove_outcome_in(states: Row[State], values: Row[float]) -> bool:
    return prove_outcome(states, values)


@entry
def estimate_in(
    states: Row[State], weights: Row[float], features: Row[float], values: Row[float]
) -> None:
    estimate(states[0], weights, features, values)


@entry
def count_features_in(states: Row[State], game: int, seat: int, rows: Row[Any], to: int) -> float:
    """Write the features of this seat into rows[to], and return the progress of the game."""
    count_features(states[game], seat, rows[to])
    return progress(states[game])


@entry
def policy_logits_in(
    states: Row[State], mask: Row[int], weights: Row[float], needs: Row[float], logits: Row[float]
) -> None:
    policy_logits(states[0], mask, weights, needs, logits)
