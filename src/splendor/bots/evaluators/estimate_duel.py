"""The hand-written evaluator of Splendor Duel: each seat's chance of winning.

Like `estimate_base.py`: a seat's score is the weighted sum of its features; the weights change
with the progress of the game. They were fitted to self-play games of the search:
`data/duel_estimate.csv`.
"""

from typing import Any

from splendor.bots.evaluators.general import softmax
from splendor.bots.evaluators.policy_duel import CARD_WORTH, NEARNESS
from splendor.bots.evaluators.policy_duel import POLICY_FEATURES as POLICY_FEATURES
from splendor.bots.evaluators.policy_duel import POLICY_NAMES as POLICY_NAMES
from splendor.bots.evaluators.policy_duel import policy_logits as policy_logits
from splendor.bots.evaluators.policy_duel import policy_logits_in as policy_logits_in
from splendor.bots.evaluators.victory_duel import best_royal, may_win, wins
from splendor.bots.evaluators.victory_duel import prove_outcome as prove_outcome
from splendor.bots.evaluators.victory_duel import prove_outcome_in as prove_outcome_in
from splendor.core.chance import count_bits
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gold_needed, packed_holdings
from splendor.duel.board import LONGEST_LINE, STEP, triples
from splendor.duel.legal import PLACES, gems_on_board, tokens_held
from splendor.duel.state import (
    ABILITY,
    AGAIN,
    BONUS,
    COLOUR_TO_WIN,
    COST,
    COSTS,
    CROWNS,
    CROWNS_TO_WIN,
    DISCARD,
    GOLD,
    MARKET,
    MATCH,
    NO_ABILITY,
    PACKED_COST,
    PEARL,
    POINTS_TO_WIN,
    PRESTIGE,
    ROYAL_CROWNS,
    SEATS,
    Player,
    State,
)

# The features of a seat. A card's distance is the number of tokens missing for it.
(POINTS, POINTS_SQUARED, CROWNED, CROWNS_SQUARED, COLOUR, COLOUR_SQUARED, BONUSES, VARIETY, GEM,
 PEARLS, GOLDS, CROWDED, PRIVILEGED, TO_MOVE, ROYAL_IN_ONE, ROYAL_IN_TWO, BEST, ON_BOARD, IN_REACH,
 NEAR_CROWNS, NEAR_COLOUR, TURNS, ABILITIES, PEARL_SHORT) = range(24)  # fmt: skip
# Three numbers each: of points, of crowns, of the cards themselves.
SAVED, PAID, IN_MARKET, IN_HAND = range(PEARL_SHORT + 1, PEARL_SHORT + 13, 3)
FARTHEST_VICTORY = 4
VICTORIES = IN_HAND + 3  # cards that win the game, by distance
FEATURES = VICTORIES + FARTHEST_VICTORY + 1


def of_three(name: str) -> tuple[str, ...]:
    return (f"{name} points", f"{name} crowns", f"{name} cards")


FEATURE_NAMES = (
    "points", "points squared", "crowns", "crowns squared", "colour", "colour squared", "bonuses",
    "variety", "gems", "pearls", "gold", "crowded", "privileges", "to move", "royal in one",
    "royal in two", "best card", "on board", "in reach", "near crowns", "near colour", "again",
    "ability", "pearl short",
    *of_three("saved"), *of_three("paid"), *of_three("market"), *of_three("hand"),
    *(f"victory {distance}" for distance in range(FARTHEST_VICTORY + 1)),
)  # fmt: skip

ROOMY = 7  # with more tokens, taking tokens wastes part of a turn


@kernel
def count_features(state: State, seat: int, features: Row[float]) -> None:
    """Write the features of this seat into `features`."""
    for feature in range(FEATURES):
        features[feature] = 0.0
    player = state.players[seat]
    count_holdings(player, features)
    to_move = next_to_act(state) == seat
    features[TO_MOVE] = 1.0 if to_move else 0.0
    count_cards(state, player, features)
    if to_move:
        present = gems_on_board(state)
        features[ON_BOARD] = 0.1 * float(count_bits(present))
        features[IN_REACH] = best_in_reach(state, player, present)


@kernel
def next_to_act(state: State) -> int:
    """The seat of the next action: the opponent's if only small decisions are left this turn."""
    is_done = MATCH <= state.phase <= DISCARD and state.again == 0
    return 1 - int64(state.active) if is_done else int64(state.active)


@kernel
def count_holdings(player: Player, features: Row[float]) -> None:
    points, crowns = float(player.points), float(player.crowns)
    features[POINTS] = points
    features[POINTS_SQUARED] = points * points / POINTS_TO_WIN
    features[CROWNED] = crowns
    features[CROWNS_SQUARED] = crowns * crowns / CROWNS_TO_WIN
    colour = 0.0
    for gem in range(GEMS):
        bonuses = float(player.bonuses[gem])
        colour = max(colour, float(player.colour_points[gem]))
        features[BONUSES] += bonuses
        features[VARIETY] += 1.0 if bonuses > 0.0 else 0.0
        features[GEM] += float(player.tokens[gem])
    features[COLOUR] = colour
    features[COLOUR_SQUARED] = colour * colour / COLOUR_TO_WIN
    features[PEARLS] = float(player.tokens[PEARL])
    features[GOLDS] = float(player.tokens[GOLD])
    features[CROWDED] = float(max(0, tokens_held(player) - ROOMY))
    features[PRIVILEGED] = float(player.privileges)
    count_royals(player, features)


@kernel
def count_royals(player: Player, features: Row[float]) -> None:
    """Whether the next royal card needs one more crown, or two."""
    if player.royals < len(ROYAL_CROWNS):
        lacking = int64(ROYAL_CROWNS[player.royals]) - int64(player.crowns)
        features[ROYAL_IN_ONE] = 1.0 if lacking == 1 else 0.0
        features[ROYAL_IN_TWO] = 1.0 if lacking == 2 else 0.0


@kernel
def count_cards(state: State, player: Player, features: Row[float]) -> None:
    """Features of the visible cards and the hand: distance, and the part already paid."""
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    royal = best_royal(state)
    close = may_win(player)
    for place in range(PLACES):
        card = card_of(state, player, place)
        if card < 0:
            continue
        cost = int64(PACKED_COST[card])
        due = gold_needed(cost, bonuses)
        missing = max(0, gold_needed(cost, tokens + bonuses) - gold)
        count_three(card, 0.1 * (gold_needed(cost, int64(0)) - due), int64(SAVED), features)
        count_three(card, 0.1 * (due - missing), int64(PAID), features)
        count_nearness(player, card, missing, features)
        if place < MARKET:
            count_three(card, 1.0 / (1.0 + missing), int64(IN_MARKET), features)
        else:
            count_three(card, 1.0, int64(IN_HAND), features)
        if close and missing <= FARTHEST_VICTORY and wins(player, card, royal):
            features[VICTORIES + missing] += 1.0


@kernel
def count_three(card: int, weight: float, first: int, features: Row[float]) -> None:
    """Add `weight` times the card's points, its crowns, and 1 for the card itself."""
    features[first] += weight * float(PRESTIGE[card])
    features[first + 1] += weight * float(CROWNS[card])
    features[first + 2] += weight


@kernel
def card_of(state: State, player: Player, place: int) -> int:
    """The card at this place, of the pyramid or of the player's hand."""
    if place < MARKET:
        return int64(state.market[place])
    return int64(player.hand[place - MARKET])


@kernel
def count_nearness(player: Player, card: int, missing: int, features: Row[float]) -> None:
    near = float(NEARNESS[missing])
    features[NEAR_CROWNS] += near * float(CROWNS[card])
    bonus = int64(BONUS[card])
    if 0 <= bonus < GEMS:
        features[NEAR_COLOUR] += near * float(PRESTIGE[card]) * float(player.colour_points[bonus])
    if ABILITY[card] == AGAIN:
        features[TURNS] += near
    elif ABILITY[card] != NO_ABILITY:
        features[ABILITIES] += near
    if COST[card, PEARL] > player.tokens[PEARL]:
        features[PEARL_SHORT] += near
    features[BEST] = max(features[BEST], float(CARD_WORTH[card]) / (1.0 + 0.5 * missing))


@kernel
def best_in_reach(state: State, player: Player, present: int) -> float:
    """The worth of the best card that one line of tokens could make affordable.

    An approximation: the line must hold as many needed tokens as are missing in all; whether
    each colour is covered is not checked.
    """
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    best = 0.0
    for place in range(PLACES):
        card = card_of(state, player, place)
        if card < 0 or float(CARD_WORTH[card]) <= best:
            continue
        missing = gold_needed(int64(PACKED_COST[card]), tokens + bonuses) - gold
        if 0 < missing <= LONGEST_LINE:
            wanted = spaces_wanted(state, player, card)
            if most_in_a_line(present, wanted) >= missing:
                best = float(CARD_WORTH[card])
    return best


@kernel
def spaces_wanted(state: State, player: Player, card: int) -> int:
    """The spaces with tokens that the player lacks for the card."""
    wanted = int64(0)
    for token in range(COSTS):
        have = int64(player.bonuses[token]) + int64(player.tokens[token])
        if COST[card, token] > have:
            wanted |= int64(state.board[token])
    return wanted


@kernel
def most_in_a_line(present: int, wanted: int) -> int:
    """The largest number of wanted spaces in one line of three."""
    best = 0
    for direction in range(len(STEP)):
        step = int64(STEP[direction])
        lines = triples(present, direction)
        second, third = wanted >> step, wanted >> 2 * step
        if lines & wanted & second & third != 0:
            return LONGEST_LINE
        if lines & (wanted & second | wanted & third | second & third) != 0:
            best = 2
        elif lines & (wanted | second | third) != 0:
            best = max(best, 1)
    return best


@kernel
def progress(state: State) -> float:
    """From 0 at the start of a game to 1 when a player wins."""
    most = 0.0
    for seat in range(SEATS):
        player = state.players[seat]
        most = max(most, float(player.points) / POINTS_TO_WIN)
        most = max(most, float(player.crowns) / CROWNS_TO_WIN)
        for gem in range(GEMS):
            most = max(most, float(player.colour_points[gem]) / COLOUR_TO_WIN)
    return min(1.0, most)


@kernel
def estimate(state: State, weights: Row[float], features: Row[float], values: Row[float]) -> None:
    """Write each seat's chance of winning into `values`."""
    late = progress(state)
    for seat in range(SEATS):
        count_features(state, int64(seat), features)
        values[seat] = 0.0
        for feature in range(FEATURES):
            weight = weights[feature] + late * weights[FEATURES + feature]
            values[seat] += features[feature] * weight
    softmax(values, int64(SEATS))


# For tools/fit_estimate.py and for tests


@entry
def count_features_in(states: Row[State], game: int, seat: int, rows: Row[Any], to: int) -> float:
    """Write the features of this seat into rows[to], and return the progress of the game."""
    count_features(states[game], seat, rows[to])
    return progress(states[game])


@entry
def estimate_in(
    states: Row[State], weights: Row[float], features: Row[float], values: Row[float]
) -> None:
    estimate(states[0], weights, features, values)
