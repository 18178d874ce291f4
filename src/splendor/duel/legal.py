"""Which actions are legal: `docs/rules-duel.md`, D2, D3, D5 and D6.

What they do is in `rules.py`.
"""

import numpy as np
import numpy.typing as npt

from splendor.core.chance import Chance, count_bits, count_ones, nth_bit, random_below
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE
from splendor.core.decks import card_at as card_at
from splendor.core.gems import GEMS
from splendor.core.kernel import Row, entry, int64, kernel
from splendor.core.payment import gems_spent, gold_needed, packed_holdings, payable
from splendor.core.payment import tokens_held as tokens_held
from splendor.duel.board import LINE, LINE_AT, SPACES, Lines, lines_on
from splendor.duel.moves import (
    ACTIONS,
    AS_COLOUR,
    CHOOSE_GOLD,
    DISCARD_TOKEN,
    GOLD_FOR,
    PASS,
    PAY_NOW,
    PURCHASE,
    REPLENISH,
    RESERVE,
    RESERVE_TOP,
    STEAL_TOKEN,
    TAKE_GOLD,
    TAKE_MATCHING,
    TAKE_ROYAL,
    USE_PRIVILEGE,
)
from splendor.duel.state import (
    ANY,
    BONUS,
    CHOOSE_SPACE,
    COLOUR,
    COST,
    COSTS,
    DISCARD,
    GENEROUS,
    GOLD,
    MARKET,
    MATCH,
    PACKED_COST,
    PAY,
    PLAY,
    ROYAL,
    ROYALS_IN_BOX,
    STEAL,
    TOKEN_LIMIT,
    TOKENS,
    Player,
    State,
    tokens_in_bag,
)

PLACES = MARKET + HAND_LIMIT  # where a card can be bought: the pyramid, then the player's hand
CARD_ACTIONS = GOLD_FOR - RESERVE  # reserving and buying
LARGEST_KIND = SPACES + 1  # privileges and replenishing
SPACES_OF_LINES = LINE.tolist()


@kernel
def gems_on_board(state: State) -> int:
    """The spaces with a gem or pearl, as a set."""
    present = 0
    for token in range(COSTS):
        present |= int64(state.board[token])
    return present


@kernel
def is_generous(state: State, spaces: int) -> bool:
    """D3.1: whether these spaces hold three of a colour or both pearls."""
    generous = False
    for token in range(COSTS):
        generous |= count_bits(int64(state.board[token]) & spaces) == GENEROUS[token]
    return generous


# D2: before the mandatory action


@kernel
def legal_before_the_action(state: State, present: int) -> int:
    """D2: a bit for each space that a privilege can take from, then a bit for replenishing.

    After replenishing no privilege may be used, and the bag is empty, so neither is repeated.
    """
    may = (state.players[state.active].privileges > 0) & (state.replenished == 0)
    found = present if may else int64(0)
    return found | int64(tokens_in_bag(state) > 0) << (REPLENISH - USE_PRIVILEGE)


# D3: the mandatory action


@kernel
def legal_reserves(state: State) -> int:
    """D3.2: a bit for each action from RESERVE on."""
    found = 0
    for place in range(MARKET):
        found |= int64(state.market[place] != NONE) << place
    for level in range(LEVELS):
        found |= int64(state.deck_sizes[level] > 0) << (RESERVE_TOP - RESERVE + level)
    room = state.players[state.active].hand[HAND_LIMIT - 1] == NONE
    return found if room & (state.board[GOLD] != 0) else 0


@kernel
def legal_purchases(state: State, choosing: bool) -> int:
    """D3.3, D5.1: purchases with the default payment, and with gold in place of a token.

    A bit for each action from RESERVE on.
    """
    player = state.players[state.active]
    tokens, bonuses = packed_holdings(player)
    gold = int64(player.tokens[GOLD])
    market, saving = payable(state.market, PACKED_COST, tokens, bonuses, gold)
    hand, saving_hand = payable(player.hand, PACKED_COST, tokens, bonuses, gold)
    buys = market | hand << MARKET
    if bonuses == 0:
        buys &= ~wild_cards(state)  # D5.1
    saves = buys & (saving | saving_hand << MARKET) if choosing else int64(0)
    return buys << (PURCHASE - RESERVE) | saves << (CHOOSE_GOLD - RESERVE)


@kernel
def wild_cards(state: State) -> int:
    """A bit for each place where the active player can buy that has a wild card."""
    found = int64(0)
    for place in range(PLACES):
        card = card_at(state, place)
        found |= int64(card >= 0 and BONUS[card] == ANY) << place
    return found


# Decisions after the action has been chosen


@kernel
def legal_small_decisions(state: State) -> tuple[int, int]:
    """The first action of the kind to be decided, and a bit for each legal one from there on."""
    if state.phase == CHOOSE_SPACE:
        return int64(TAKE_GOLD), int64(state.board[GOLD])  # D3.2
    if state.phase == PAY:
        return int64(GOLD_FOR), legal_payments(state)
    if state.phase == COLOUR:
        return int64(AS_COLOUR), owned_colours(state.players[state.active])
    if state.phase == MATCH:
        return int64(TAKE_MATCHING), int64(state.board[state.matching])  # D5.2
    if state.phase == STEAL:
        return int64(STEAL_TOKEN), stealable(state.players[1 - state.active])
    if state.phase == ROYAL:
        return int64(TAKE_ROYAL), royals_left(state)
    if state.phase == DISCARD:
        return int64(DISCARD_TOKEN), legal_discards(state)
    return int64(0), int64(0)


@kernel
def legal_payments(state: State) -> int:
    """D3.3: one more gold for the last kind or a later one, or pay as chosen.

    `PAY_NOW` needs at least one chosen gold: otherwise this equals the default payment.
    """
    player = state.players[state.active]
    card = card_at(state, int64(state.chosen))
    tokens, bonuses = packed_holdings(player)
    chosen = 0
    for gem in range(COSTS):
        chosen += int64(state.gold_for[gem])
    spare = player.tokens[GOLD] > gold_needed(PACKED_COST[card], tokens + bonuses) + chosen
    found = int64(chosen > 0) << (PAY_NOW - GOLD_FOR)
    for gem in range(COSTS):
        saves = gems_spent(player, COST[card], gem) > state.gold_for[gem]
        found |= int64(spare & saves & (gem >= state.lowest)) << gem
    return found


@kernel
def owned_colours(player: Player) -> int:
    """D5.1: the colours that a wild card can take."""
    found = 0
    for gem in range(GEMS):
        found |= int64(player.bonuses[gem] > 0) << gem
    return found


@kernel
def stealable(victim: Player) -> int:
    """D5.2: gems and pearls, never gold."""
    found = 0
    for token in range(COSTS):
        found |= int64(victim.tokens[token] > 0) << token
    return found


@kernel
def royals_left(state: State) -> int:
    """D5.3."""
    found = 0
    for royal in range(ROYALS_IN_BOX):
        found |= int64(state.royal_owner[royal] == NONE) << royal
    return found


@kernel
def legal_discards(state: State) -> int:
    """D6.1: the last kind or a later one, if enough tokens follow to get down to ten."""
    player = state.players[state.active]
    too_many = tokens_held(player) - TOKEN_LIMIT
    found = 0
    following = 0
    for token in range(TOKENS - 1, -1, -1):
        following += int64(player.tokens[token])
        enough = (player.tokens[token] > 0) & (following >= too_many)
        found |= int64(enough & (token >= state.lowest)) << token
    return found


# All together


@kernel
def legal_sets(state: State, choosing: bool) -> tuple[int, int, int, int]:
    """The legal actions as sets of bits.

    Returns the spaces of which every line is legal; a bit for each action from RESERVE on; the
    first action of one further kind; and a bit for each action from there on. Without `choosing`,
    purchases are paid by default only.
    """
    if state.phase != PLAY:
        first, found = legal_small_decisions(state)
        return int64(0), int64(0), first, found
    present = gems_on_board(state)
    cards = legal_reserves(state) | legal_purchases(state, choosing)
    found = legal_before_the_action(state, present)
    first = int64(USE_PRIVILEGE)
    if present | cards | found == 0:
        first, found = int64(PASS), int64(1)  # D3.5
    return present, cards, first, found


@kernel
def legal_mask(state: State, mask: Row[int]) -> None:
    """Set `mask` to 1 for each legal action and to 0 for all others."""
    write_mask(legal_sets(state, True), mask)


@kernel
def default_mask(state: State, mask: Row[int]) -> int:
    """`legal_mask` with purchases paid by default only; returns the count. For bots."""
    write_mask(legal_sets(state, False), mask)
    return count_ones(mask, ACTIONS)


@kernel
def write_mask(legal: tuple[int, int, int, int], mask: Row[int]) -> None:
    present, cards, first, found = legal
    for line in range(len(LINE)):  # D3.1
        mask[line] = present & LINE[line] == LINE[line]
    for action in range(CARD_ACTIONS):
        mask[RESERVE + action] = cards >> action & 1
    for action in range(GOLD_FOR, ACTIONS):
        mask[action] = 0
    for action in range(min(LARGEST_KIND, ACTIONS - first)):
        mask[first + action] = found >> action & 1


@kernel
def random_action(state: State, chance: Chance) -> int:
    """A legal action, each equally likely; purchases are paid by default."""
    present, cards, first, found = legal_sets(state, False)
    lines = lines_on(present)
    in_lines = count_lines(lines)
    in_cards = count_bits(cards)
    number = random_below(chance, in_lines + in_cards + count_bits(found))
    if number < in_lines:
        return nth_line(lines, number)
    number -= in_lines
    if number < in_cards:
        return RESERVE + nth_bit(cards, number)
    return first + nth_bit(found, number - in_cards)


@kernel
def count_lines(lines: Lines) -> int:
    count = 0
    for place in range(len(lines)):
        count += count_bits(lines[place])
    return count


@kernel
def nth_line(lines: Lines, number: int) -> int:
    """The line that is preceded by `number` lines in the set."""
    for place in range(len(lines)):
        count = count_bits(lines[place])
        if number < count:
            return int64(LINE_AT[place, nth_bit(lines[place], number)])
        number -= count
    return int64(NONE)


@entry
def legal_sets_in(states: Row[State], game: int) -> tuple[int, int, int, int]:
    return legal_sets(states[game], True)


def legal_list(states: npt.NDArray[np.record], game: int) -> list[int]:
    """The legal actions in rising order."""
    present, cards, first, found = legal_sets_in(states, game)
    chosen = [line for line, spaces in enumerate(SPACES_OF_LINES) if present & spaces == spaces]
    chosen += [RESERVE + bit for bit in bits(cards)]
    return chosen + [int(first) + bit for bit in bits(found)]


def bits(members: int) -> list[int]:
    """The places of the bits that are set."""
    members = int(members)
    return [place for place in range(members.bit_length()) if members >> place & 1]
