"""A position of Splendor Duel judged by hand-written features, and the moves worth a look first.

Like `judge_base.py`: every seat's prospects are its features, each times a weight that changes
from the beginning of the game to its end. The weights were fitted to games that searches played
against themselves: `data/judge_duel.csv` and `data/habits_duel.csv`.
"""

from typing import Any

import numpy as np

from splendor.bots.values import pay_off, weigh_up
from splendor.chance import count_bits
from splendor.decks import HAND_LIMIT, NONE
from splendor.duel.board import LINE, LINES, LONGEST_LINE, SPACES
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
    ANY,
    BONUS,
    BONUS_COUNT,
    COLOUR_TO_WIN,
    COST,
    COSTS,
    CROWNS,
    CROWNS_TO_WIN,
    GOLD,
    NO_ABILITY,
    OVER,
    PACKED_COST,
    PEARL,
    PLAY,
    POINTS_TO_WIN,
    PRESTIGE,
    PRIVILEGES,
    PYRAMID,
    ROYAL_ABILITY,
    ROYAL_CROWNS,
    ROYAL_PRESTIGE,
    ROYALS_IN_BOX,
    SEATS,
    THEFT,
    TOKEN_LIMIT,
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
# Room behind the features: how much each token is needed, and what lies on each space.
ROOM_FOR_NEEDS = 64
ROOM_FOR_SPACES = ROOM_FOR_NEEDS + COSTS
NO_TOKEN = -1000.0

ROOMY = 7  # tokens from which on a turn of taking is half lost
# The most that one card can bring, with a royal card
MOST_CROWNS = int(CROWNS.max())
MOST_IN_COLOUR = int(PRESTIGE[BONUS != NONE].max())
MOST_POINTS = int((PRESTIGE + ROYAL_PRESTIGE.max() * (CROWNS > 0)).max())
NEARNESS = np.array([1.0 / (1.0 + distance) ** 2 for distance in range(32)])
SPACES_OF = np.array([(*line, *[NONE] * (LONGEST_LINE - len(line))) for line in LINES])
LENGTH = np.array([len(line) for line in LINES])
FIRST_TRIPLE = int(np.argmax(LENGTH == LONGEST_LINE))
CARD_WORTH = 0.5 + PRESTIGE + CROWNS + (ABILITY != NO_ABILITY) + (ABILITY == AGAIN)


@kernel
def count_features(state: State, seat: int, features: Row[float]) -> None:
    """Let `features` be what is counted of this seat."""
    for feature in range(ROOM_FOR_NEEDS + COSTS):
        features[feature] = 0.0
    player = state.players[seat]
    count_holdings(player, features)
    features[TO_MOVE] = 1.0 if state.active == seat else 0.0
    count_cards(state, player, features)
    present = gems_on_board(state)
    line = best_line(state, features)
    if state.active == seat:
        features[ON_BOARD] = 0.1 * float(count_bits(present))
        features[LINE_NOW] = line
    else:
        features[LINE_NEXT] = line


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


# Victory in this turn


@kernel
def settled(room: Row[State], values: Row[float]) -> bool:
    """Whether the result of room[0] is certain; then `values` are it.

    It is when the game is over, or the active player can buy a card that wins it, at once or
    with tokens that privileges bring.
    """
    state = room[0]
    if state.phase == OVER:
        pay_off(state, values)
        return True
    if state.phase != PLAY or not can_win(state):
        return False
    for seat in range(SEATS):
        values[seat] = 1.0 if state.active == seat else 0.0
    return True


@kernel
def can_win(state: State) -> bool:
    player = state.players[state.active]
    if not may_win(player):
        return False
    royal = best_royal(state)
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    privileges = int64(player.privileges) if state.replenished == 0 else int64(0)
    for place in range(PLACES):
        card = card_at(state, place)
        if card < 0 or (BONUS[card] == ANY and bonuses == 0) or not wins(player, card, royal):
            continue
        missing = gold_needed(int64(PACKED_COST[card]), tokens + bonuses) - gold
        if missing <= 0 or (missing <= privileges and lies_there(state, card, missing)):
            return True
    return False


@kernel
def may_win(player: Player) -> bool:
    """Whether there is any card with which the player could win. Quick, and never wrongly no."""
    colour = 0
    for gem in range(GEMS):
        colour = max(colour, int64(player.colour_points[gem]))
    return (
        int64(player.points) + MOST_POINTS >= POINTS_TO_WIN
        or int64(player.crowns) + MOST_CROWNS >= CROWNS_TO_WIN
        or colour + MOST_IN_COLOUR >= COLOUR_TO_WIN
    )


@kernel
def best_royal(state: State) -> int:
    """The points of the best royal card left."""
    best = 0
    for royal in range(ROYALS_IN_BOX):
        if state.royal_owner[royal] == NONE:
            best = max(best, int64(ROYAL_PRESTIGE[royal]))
    return best


@kernel
def wins(player: Player, card: int, royal: int) -> bool:
    """Whether buying the card wins the game, if there is a royal card with so many points."""
    points = int64(player.points) + int64(PRESTIGE[card])
    crowns = int64(player.crowns) + int64(CROWNS[card])
    if player.royals < len(ROYAL_CROWNS) and crowns >= ROYAL_CROWNS[player.royals]:
        points += royal
    if crowns >= CROWNS_TO_WIN or points >= POINTS_TO_WIN:
        return True
    bonus = int64(BONUS[card])
    colour = 0
    for gem in range(GEMS):
        if bonus == gem or (bonus == ANY and player.bonuses[gem] > 0):
            colour = max(colour, int64(player.colour_points[gem]))
    return bonus != NONE and colour + int64(PRESTIGE[card]) >= COLOUR_TO_WIN


@kernel
def lies_there(state: State, card: int, missing: int) -> bool:
    """Whether so many of the tokens that the active player lacks for the card are on the board."""
    player = state.players[state.active]
    found = 0
    for token in range(COSTS):
        have = int64(player.bonuses[token]) + int64(player.tokens[token])
        lacking = max(0, int64(COST[card, token]) - have)
        found += min(lacking, count_bits(int64(state.board[token])))
    return found >= missing


# Which moves are worth a look first

(TAKE_THREE, TAKE_TWO, TAKE_NEEDED, TAKE_PEARL, TAKE_OVER, TAKE_GENEROUS, BUY, BUY_POINTS,
 BUY_CROWNS, BUY_WANTED, BUY_AGAIN, BUY_ABLE, BUY_ROYAL, BUY_COLOUR, BUY_SPENT, BUY_GOLD, BUY_WINS,
 RESERVE_ANY, RESERVE_POINTS, RESERVE_CROWNS, RESERVE_NEAR, RESERVE_DENY, RESERVE_DEFEND,
 RESERVE_UNSEEN, RESERVE_HAND, USE, USE_NEEDED, USE_PEARL, USE_LAST, FILL, FILL_EMPTY, FILL_GIVEN,
 COLOUR_WANTED, COLOUR_POINTS, STEAL_NEEDED, STEAL_PEARL, ROYAL_POINTS, ROYAL_AGAIN, ROYAL_STEAL,
 DISCARD_NEEDED, DISCARD_PEARL, DISCARD_GOLD) = range(42)  # fmt: skip
HABITS = DISCARD_GOLD + 1

# The room for numbers: how much a first, second and third token of each kind is needed, how much
# the last one of each is used, and which token lies on each space.
NEEDED = 0
USED = NEEDED + COSTS * LONGEST_LINE
TOKEN_AT = USED + COSTS


@kernel
def weigh_actions(
    state: State, mask: Row[int], habits: Row[float], numbers: Row[float], weights: Row[float]
) -> None:
    """For each legal action, how much worth a look it is: the logarithm of its share.

    `numbers` is room to work in.
    """
    count_needs(state, numbers)
    note_tokens(state, numbers)
    over = tokens_held(state.players[state.active]) - TOKEN_LIMIT
    for action in range(RESERVE):
        if mask[action] != 0:
            weights[action] = weigh_line(state, int64(action), over, habits, numbers)
    for action in range(RESERVE, ACTIONS):
        if mask[action] != 0:
            weights[action] = weigh_action(state, int64(action), habits, numbers)


@kernel
def count_needs(state: State, numbers: Row[float]) -> None:
    """How much each token is needed for the cards in sight, the near ones most."""
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
def weigh_line(
    state: State, line: int, over: int, habits: Row[float], numbers: Row[float]
) -> float:
    length = int64(LENGTH[line])
    weight = habits[TAKE_OVER] * max(0, over + length)
    if length == LONGEST_LINE:
        weight += habits[TAKE_THREE]
    elif length > 1:
        weight += habits[TAKE_TWO]
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
            weight += habits[TAKE_GENEROUS]
    return weight + habits[TAKE_NEEDED] * needed + habits[TAKE_PEARL] * pearls


@kernel
def weigh_action(state: State, action: int, habits: Row[float], numbers: Row[float]) -> float:
    if action < RESERVE_TOP:
        return weigh_reserve(state, action - RESERVE, habits)
    if action < PURCHASE:
        return habits[RESERVE_ANY] + habits[RESERVE_UNSEEN]
    if action < CHOOSE_GOLD:
        return weigh_purchase(state, action - PURCHASE, habits)
    if USE_PRIVILEGE <= action < REPLENISH:
        return weigh_privilege(state, action - USE_PRIVILEGE, habits, numbers)
    if action == REPLENISH:
        full = 0.1 * count_bits(gems_on_board(state))
        given = 1.0 if state.privileges == 0 else 0.0
        return habits[FILL] + habits[FILL_EMPTY] * full + habits[FILL_GIVEN] * given
    return weigh_small_decision(state, action, habits, numbers)


@kernel
def weigh_small_decision(
    state: State, action: int, habits: Row[float], numbers: Row[float]
) -> float:
    player = state.players[state.active]
    if AS_COLOUR <= action < TAKE_MATCHING:
        colour = action - AS_COLOUR
        points = float(player.colour_points[colour])
        return habits[COLOUR_WANTED] * wanted_bonus(state, colour) + habits[COLOUR_POINTS] * points
    if STEAL_TOKEN <= action < TAKE_ROYAL:
        token = action - STEAL_TOKEN
        pearl = habits[STEAL_PEARL] if token == PEARL else 0.0
        return pearl + habits[STEAL_NEEDED] * numbers[NEEDED + token]
    if TAKE_ROYAL <= action < DISCARD_TOKEN:
        royal = action - TAKE_ROYAL
        again = habits[ROYAL_AGAIN] if ROYAL_ABILITY[royal] == AGAIN else 0.0
        steal = habits[ROYAL_STEAL] if ROYAL_ABILITY[royal] == THEFT else 0.0
        return habits[ROYAL_POINTS] * float(ROYAL_PRESTIGE[royal]) + again + steal
    if DISCARD_TOKEN <= action < DISCARD_TOKEN + COSTS:
        token = action - DISCARD_TOKEN
        pearl = habits[DISCARD_PEARL] if token == PEARL else 0.0
        return pearl + habits[DISCARD_NEEDED] * numbers[USED + token]
    return habits[DISCARD_GOLD] if action == DISCARD_TOKEN + GOLD else 0.0


@kernel
def weigh_privilege(state: State, space: int, habits: Row[float], numbers: Row[float]) -> float:
    token = int(numbers[TOKEN_AT + space])
    full = state.players[state.active].privileges == PRIVILEGES
    return (
        habits[USE]
        + habits[USE_NEEDED] * numbers[NEEDED + token]
        + (habits[USE_PEARL] if token == PEARL else 0.0)
        + (habits[USE_LAST] if full else 0.0)
    )


@kernel
def weigh_purchase(state: State, place: int, habits: Row[float]) -> float:
    card = card_at(state, place)
    player = state.players[state.active]
    tokens, bonuses = packed_holdings(player)
    cost = int64(PACKED_COST[card])
    gold = gold_needed(cost, tokens + bonuses)
    bonus = int64(BONUS[card])
    weight = habits[BUY]
    if 0 <= bonus < GEMS:
        weight += habits[BUY_WANTED] * wanted_bonus(state, bonus) * float(BONUS_COUNT[card])
        colour = float(player.colour_points[bonus]) * float(PRESTIGE[card])
        weight += habits[BUY_COLOUR] * 0.1 * colour
    if ABILITY[card] == AGAIN:
        weight += habits[BUY_AGAIN]
    elif ABILITY[card] != NO_ABILITY:
        weight += habits[BUY_ABLE]
    if brings_royal(player, card):
        weight += habits[BUY_ROYAL]
    if may_win(player) and wins(player, card, best_royal(state)):
        weight += habits[BUY_WINS]
    return (
        weight
        + habits[BUY_POINTS] * float(PRESTIGE[card])
        + habits[BUY_CROWNS] * float(CROWNS[card])
        + habits[BUY_SPENT] * (gold_needed(cost, bonuses) - gold)
        + habits[BUY_GOLD] * gold
    )


@kernel
def brings_royal(player: Player, card: int) -> bool:
    crowns = int64(player.crowns) + int64(CROWNS[card])
    return player.royals < len(ROYAL_CROWNS) and crowns >= ROYAL_CROWNS[player.royals]


@kernel
def wanted_bonus(state: State, bonus: int) -> float:
    """The share of cards in sight that the bonus makes cheaper."""
    held = state.players[state.active].bonuses[bonus]
    wanted = 0.0
    for place in range(PLACES):
        card = card_at(state, place)
        if card >= 0 and COST[card, bonus] > held:
            wanted += 1.0
    return wanted / PLACES


@kernel
def weigh_reserve(state: State, place: int, habits: Row[float]) -> float:
    card = card_at(state, place)
    player, other = state.players[state.active], state.players[1 - state.active]
    near = float(NEARNESS[tokens_missing(player, card)])
    weight = habits[RESERVE_ANY] + habits[RESERVE_NEAR] * near
    if player.hand[0] != NONE:
        weight += habits[RESERVE_HAND]
    if tokens_missing(other, card) <= int64(other.privileges):
        weight += habits[RESERVE_DENY] * float(CARD_WORTH[card])
        if may_win(other) and wins(other, card, best_royal(state)):
            weight += habits[RESERVE_DEFEND]
    return (
        weight
        + habits[RESERVE_POINTS] * float(PRESTIGE[card])
        + habits[RESERVE_CROWNS] * float(CROWNS[card])
    )


@kernel
def tokens_missing(player: Player, card: int) -> int:
    tokens, bonuses = packed_holdings(player)
    needed = gold_needed(int64(PACKED_COST[card]), tokens + bonuses)
    return max(0, needed - int64(player.tokens[GOLD]))


# For whoever fits the weights


@entry
def count_features_in(states: Row[State], game: int, seat: int, rows: Row[Any], to: int) -> float:
    """Let rows[to] be what is counted of this seat, and return how far the game has come."""
    count_features(states[game], seat, rows[to])
    return progress(states[game])


@entry
def weigh_actions_in(
    states: Row[State], mask: Row[int], habits: Row[float], numbers: Row[float], weights: Row[float]
) -> None:
    weigh_actions(states[0], mask, habits, numbers, weights)


@entry
def settled_in(states: Row[State], values: Row[float]) -> bool:
    return settled(states, values)
