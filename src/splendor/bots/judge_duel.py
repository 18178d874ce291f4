"""A position of Splendor Duel judged by hand-written features.

Like `judge_base.py`: every seat's prospects are its features, each times a weight that changes
from the beginning of the game to its end. The weights were fitted to games that searches played
against themselves: `data/duel_judge.csv`.
"""

from typing import Any

import numpy as np

from splendor.bots.habits_duel import CARD_WORTH, LENGTH, NEARNESS, SPACES_OF
from splendor.bots.habits_duel import HABIT_NAMES as HABIT_NAMES
from splendor.bots.habits_duel import HABITS as HABITS
from splendor.bots.habits_duel import weigh_actions as weigh_actions
from splendor.bots.habits_duel import weigh_actions_in as weigh_actions_in
from splendor.bots.values import weigh_up
from splendor.bots.victory_duel import best_royal, may_win, wins
from splendor.bots.victory_duel import settled as settled
from splendor.bots.victory_duel import settled_in as settled_in
from splendor.chance import count_bits
from splendor.decks import HAND_LIMIT
from splendor.duel.board import LINE, LONGEST_LINE, SPACES
from splendor.duel.legal import gems_on_board, tokens_held
from splendor.duel.state import (
    ABILITY,
    AGAIN,
    COLOUR_TO_WIN,
    COST,
    COSTS,
    CROWNS,
    CROWNS_TO_WIN,
    DISCARD,
    GOLD,
    MATCH,
    NO_ABILITY,
    PACKED_COST,
    PEARL,
    POINTS_TO_WIN,
    PRESTIGE,
    PYRAMID,
    ROYAL_CROWNS,
    SEATS,
    Player,
    State,
)
from splendor.gems import GEMS
from splendor.kernel import Row, entry, int64, kernel
from splendor.payment import gold_needed, packed_holdings

# What is counted of each seat. A card's distance is how many tokens are missing for it.
(POINTS, POINTS_SQUARED, CROWNED, CROWNS_SQUARED, COLOUR, COLOUR_SQUARED, BONUSES, VARIETY, GEM,
 PEARLS, GOLDS, CROWDED, PRIVILEGED, TO_MOVE, ROYAL_IN_ONE, ROYAL_IN_TWO, CHEAP, CHEAP_POINTS,
 CHEAP_CROWNS, BEST, ON_BOARD, LINE_NOW, LINE_NEXT) = range(23)  # fmt: skip
FARTHEST = 5
FARTHEST_IN_HAND = 2  # none missing, one or two, more
FARTHEST_VICTORY = 3
MARKET_POINTS = LINE_NEXT + 1  # by distance, like all that follow
MARKET_CROWNS = MARKET_POINTS + FARTHEST + 1
MARKET_CARDS = MARKET_CROWNS + FARTHEST + 1
TURNS = MARKET_CARDS + FARTHEST + 1
ABILITIES = TURNS + FARTHEST_IN_HAND + 1
HAND_POINTS = ABILITIES + FARTHEST_IN_HAND + 1
HAND_CROWNS = HAND_POINTS + FARTHEST_IN_HAND + 1
HAND_CARDS = HAND_CROWNS + FARTHEST_IN_HAND + 1
VICTORIES = HAND_CARDS + FARTHEST_IN_HAND + 1  # cards that win the game
FEATURES = VICTORIES + FARTHEST_VICTORY + 1


def by_distance(name: str, last: int) -> tuple[str, ...]:
    return tuple(f"{name} {distance}" for distance in range(last + 1))


FEATURE_NAMES = (
    "points", "points squared", "crowns", "crowns squared", "colour", "colour squared", "bonuses",
    "variety", "gems", "pearls", "gold", "crowded", "privileges", "to move", "royal in one",
    "royal in two", "discount", "discount on points", "discount on crowns", "best card",
    "on board", "line now", "line next",
    *by_distance("market points", FARTHEST), *by_distance("market crowns", FARTHEST),
    *by_distance("market cards", FARTHEST), *by_distance("again", FARTHEST_IN_HAND),
    *by_distance("ability", FARTHEST_IN_HAND), *by_distance("hand points", FARTHEST_IN_HAND),
    *by_distance("hand crowns", FARTHEST_IN_HAND), *by_distance("hand cards", FARTHEST_IN_HAND),
    *by_distance("victory", FARTHEST_VICTORY),
)  # fmt: skip

# Room behind the features: how much each token is needed, and what lies on each space.
ROOM_FOR_NEEDS = 64
ROOM_FOR_SPACES = ROOM_FOR_NEEDS + COSTS
NO_TOKEN = -1000.0

ROOMY = 7  # tokens from which on a turn of taking is half lost
FIRST_TRIPLE = int(np.argmax(LENGTH == LONGEST_LINE))


@kernel
def count_features(state: State, seat: int, features: Row[float]) -> None:
    """Let `features` be what is counted of this seat."""
    for feature in range(ROOM_FOR_NEEDS + COSTS):
        features[feature] = 0.0
    player = state.players[seat]
    count_holdings(player, features)
    to_move = next_to_act(state) == seat
    features[TO_MOVE] = 1.0 if to_move else 0.0
    count_cards(state, player, features)
    present = gems_on_board(state)
    line = best_line(state, features)
    if to_move:
        features[ON_BOARD] = 0.1 * float(count_bits(present))
        features[LINE_NOW] = line
    else:
        features[LINE_NEXT] = line


@kernel
def next_to_act(state: State) -> int:
    """The seat that acts next: the other one, if only what follows an action is to be decided."""
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
    if player.royals < len(ROYAL_CROWNS):
        lacking = int64(ROYAL_CROWNS[player.royals]) - int64(player.crowns)
        features[ROYAL_IN_ONE] = 1.0 if lacking == 1 else 0.0
        features[ROYAL_IN_TWO] = 1.0 if lacking == 2 else 0.0


@kernel
def count_cards(state: State, player: Player, features: Row[float]) -> None:
    """The cards in sight and in hand: how near, and how much of each is paid by bonuses."""
    tokens, bonuses = packed_holdings(player)
    means = tokens + bonuses
    gold = int64(player.tokens[GOLD])
    royal = best_royal(state)
    close = may_win(player)
    for place in range(PYRAMID + HAND_LIMIT):
        if place < PYRAMID:
            card = int64(state.pyramid[place])
        else:
            card = int64(player.hand[place - PYRAMID])
        if card < 0:
            continue
        cost = int64(PACKED_COST[card])
        missing = max(0, gold_needed(cost, means) - gold)
        count_card(card, missing, place >= PYRAMID, features)
        discount = 0.1 * float(gold_needed(cost, int64(0)) - gold_needed(cost, bonuses))
        features[CHEAP] += discount
        features[CHEAP_POINTS] += discount * float(PRESTIGE[card])
        features[CHEAP_CROWNS] += discount * float(CROWNS[card])
        if close and missing <= FARTHEST_VICTORY and wins(player, card, royal):
            features[VICTORIES + missing] += 1.0
        if missing > 0:
            count_needs_of(player, card, float(CARD_WORTH[card]) * NEARNESS[missing], features)


@kernel
def count_card(card: int, missing: int, in_hand: bool, features: Row[float]) -> None:
    points, crowns = float(PRESTIGE[card]), float(CROWNS[card])
    near = min(FARTHEST_IN_HAND, (missing + 1) >> 1)
    if in_hand:
        features[HAND_POINTS + near] += points
        features[HAND_CROWNS + near] += crowns
        features[HAND_CARDS + near] += 1.0
    else:
        distance = min(FARTHEST, missing)
        features[MARKET_POINTS + distance] += points
        features[MARKET_CROWNS + distance] += crowns
        features[MARKET_CARDS + distance] += 1.0
    if ABILITY[card] == AGAIN:
        features[TURNS + near] += 1.0
    elif ABILITY[card] != NO_ABILITY:
        features[ABILITIES + near] += 1.0
    features[BEST] = max(features[BEST], float(CARD_WORTH[card]) / (1.0 + 0.5 * missing))


@kernel
def count_needs_of(player: Player, card: int, weight: float, features: Row[float]) -> None:
    for token in range(COSTS):
        have = int64(player.bonuses[token]) + int64(player.tokens[token])
        if COST[card, token] > have:
            features[ROOM_FOR_NEEDS + token] += weight


@kernel
def best_line(state: State, features: Row[float]) -> float:
    """How much that is needed lies in the best line of three."""
    for space in range(SPACES):
        features[ROOM_FOR_SPACES + space] = NO_TOKEN
    for token in range(COSTS):
        left = int64(state.board[token])
        while left != 0:
            space = count_bits((left & -left) - 1)
            features[ROOM_FOR_SPACES + space] = features[ROOM_FOR_NEEDS + token]
            left &= left - 1
    best = 0.0
    for line in range(FIRST_TRIPLE, len(LINE)):
        value = 0.0
        for place in range(LONGEST_LINE):
            value += features[ROOM_FOR_SPACES + SPACES_OF[line, place]]
        best = max(best, value)
    return best


@kernel
def progress(state: State) -> float:
    """From 0 at the beginning of a game to 1 when somebody wins."""
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
    """Let `values` be each seat's chance of winning."""
    late = progress(state)
    for seat in range(SEATS):
        count_features(state, int64(seat), features)
        values[seat] = 0.0
        for feature in range(FEATURES):
            weight = weights[feature] + late * weights[FEATURES + feature]
            values[seat] += features[feature] * weight
    weigh_up(values, int64(SEATS))


# For whoever fits the weights


@entry
def count_features_in(states: Row[State], game: int, seat: int, rows: Row[Any], to: int) -> float:
    """Let rows[to] be what is counted of this seat, and return how far the game has come."""
    count_features(states[game], seat, rows[to])
    return progress(states[game])
