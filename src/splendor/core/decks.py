"""What all games share about cards: draw decks, and hands of reserved cards.

A deck is a slice of the record's field `deck` that begins at `first`; the last card left in it is
drawn next. Levels are 0 to 2 in this file.
"""

from collections.abc import Sequence
from typing import Protocol

import numpy as np
import numpy.typing as npt

from splendor.core.chance import WORDS, Chance, branch, random_below, shuffle
from splendor.core.errors import RulesError
from splendor.core.kernel import Row, int64, kernel, uint32

LEVELS = 3
HAND_LIMIT = 3  # B3.3, D3.2

# NONE: there is no card. A card that cannot be seen is -2, -3 or -4, by its level.
NONE = -1
UNSEEN = -2
FRESH = 4  # next cards of each deck that `redeal_unseen_cards` draws

# Random odd numbers, one for each word that `cards_seen` reads.
SALT = np.random.default_rng(1).integers(1 << 29, 1 << 30, 48) * 2 + 1
WORDS_OF_CARDS = 3  # of a set of purchased cards
LOW_BITS = (1 << 31) - 1


class Decks(Protocol):
    @property
    def chance(self) -> Chance: ...
    @property
    def deck(self) -> Row[int]: ...
    @property
    def deck_sizes(self) -> Row[int]: ...


class Holder(Protocol):
    """A player with a hand: cards, then NONE. `unseen` is 1 for a card only its owner knows."""

    @property
    def hand(self) -> Row[int]: ...
    @property
    def unseen(self) -> Row[int]: ...


class Buyer(Holder, Protocol):
    """A player with purchased cards: one bit for each."""

    @property
    def bought(self) -> Row[int]: ...


class Buyers(Protocol):
    def __getitem__(self, seat: int, /) -> Buyer: ...


class DealtState(Decks, Protocol):
    @property
    def market(self) -> Row[int]: ...
    @property
    def seats(self) -> int: ...
    @property
    def active(self) -> int: ...
    @property
    def players(self) -> Buyers: ...


@kernel
def draw_from(state: Decks, level: int, first: int) -> int:
    """The next card of a deck, or NONE if it is empty."""
    size = int64(state.deck_sizes[level])
    if size == 0:
        return int64(NONE)
    top = first + size - 1
    card = int64(state.deck[top])
    state.deck[top] = NONE
    state.deck_sizes[level] = size - 1
    return card


def put_on_top_since_the_deal(
    states: npt.NDArray[np.record], last: int, level: int, card: int, starts: Sequence[int]
) -> None:
    """Make `card` the next one drawn in the last state of a game; `level` is 1 to 3.

    It changes places with the top card, in that state and in all states before it: a card keeps
    its place in the deck until it is drawn.
    """
    if type(level) is not int or not 1 <= level < len(starts):
        raise RulesError(f"there is no level {level!r}")
    first = starts[level - 1]
    top = first + int(states[last].deck_sizes[level - 1]) - 1
    left = states[last].deck[first : top + 1].tolist()
    if type(card) is not int or card not in left:
        raise RulesError(f"card {card!r} is not in the deck of level {level}")
    decks = states["deck"][: last + 1]
    decks[:, [first + left.index(card), top]] = decks[:, [top, first + left.index(card)]]


@kernel
def add_to_hand(player: Holder, card: int, unseen: int) -> None:
    slot = 0
    while player.hand[slot] != NONE:
        slot += 1
    player.hand[slot] = card
    player.unseen[slot] = unseen


@kernel
def take_from_hand(player: Holder, slot: int) -> None:
    for place in range(slot, HAND_LIMIT - 1):
        player.hand[place] = player.hand[place + 1]
        player.unseen[place] = player.unseen[place + 1]
    player.hand[HAND_LIMIT - 1] = NONE
    player.unseen[HAND_LIMIT - 1] = 0


@kernel
def hide_decks(view: Decks, levels: Row[int]) -> None:
    """B7.3, D7.2: hide the cards of the decks, whose sizes are known, and the random state.

    `levels` gives the level of each place in `deck`: place n belongs to the level of card n.
    """
    for place in range(len(view.deck)):
        covered = UNSEEN - levels[place]
        view.deck[place] = covered if view.deck[place] != NONE else NONE
    for word in range(WORDS):
        view.chance[word] = 0


@kernel
def close_up(pool: Row[int], start: int, end: int) -> int:
    """Move the cards in pool[start:end] to the front of the slice; return how many there are."""
    count = 0
    for place in range(start, end):
        if pool[place] != NONE:
            pool[start + count] = pool[place]
            count += 1
    return count


@kernel
def cover_hand(player: Holder, shown: int, levels: Row[int]) -> None:
    """B7.2, D7: replace the cards that only their owner knows by their levels.

    The card in slot `shown` is being bought and lies open while it is paid for.
    """
    for slot in range(HAND_LIMIT):
        player.hand[slot] = card_as_others_see(player, slot, shown, levels)


@kernel
def card_as_others_see(player: Holder, slot: int, shown: int, levels: Row[int]) -> int:
    """The card in a slot of a hand, or only its level; the slot `shown` lies open."""
    card = int64(player.hand[slot])
    covered = (player.unseen[slot] == 1) & (card >= 0) & (slot != shown)
    return UNSEEN - int64(levels[card]) if covered else card


@kernel
def add_to_bought(player: Buyer, card: int) -> None:
    player.bought[card >> 5] |= uint32(1 << (card & 31))


@kernel
def has_bought(player: Buyer, card: int) -> bool:
    return player.bought[card >> 5] >> uint32(card & 31) & uint32(1) != 0


@kernel
def card_at(state: DealtState, place: int) -> int:
    """The card at a place where the active player can buy: the market, then the own hand."""
    if place < len(state.market):
        return int64(state.market[place])
    return int64(state.players[state.active].hand[place - len(state.market)])


# What a seat does not see


@kernel
def gather_unseen(state: DealtState, pool: Row[int]) -> None:
    """Set pool[card] to the card if the view does not show it, otherwise to NONE."""
    for card in range(len(state.deck)):
        pool[card] = card
    for place in range(len(state.market)):
        if state.market[place] >= 0:
            pool[state.market[place]] = NONE
    leave_out_seen(state, pool)


@kernel
def leave_out_seen(state: DealtState, pool: Row[int]) -> None:
    """Set pool[card] to NONE for every card that was bought or is visible in a hand."""
    for seat in range(state.seats):
        player = state.players[seat]
        for card in range(len(pool)):
            if has_bought(player, card):
                pool[card] = NONE
        for slot in range(HAND_LIMIT):
            if player.hand[slot] >= 0:
                pool[player.hand[slot]] = NONE


@kernel
def deal_unseen_cards(state: DealtState, chance: Chance, pool: Row[int], starts: Row[int]) -> None:
    """Turn a copy of a view into a whole deal that agrees with it, each one equally likely.

    Every card that the view does not show is dealt to a hidden place of its level. `pool` is
    working space for all cards. The deal gets a generator of its own, seeded from `chance`.
    """
    gather_unseen(state, pool)
    for level in range(len(starts) - 1):
        first, end = int64(starts[level]), int64(starts[level + 1])
        deal_level(state, chance, pool, level, first, end)
    branch(chance, state.chance)


@kernel
def deal_level(
    state: DealtState, chance: Chance, pool: Row[int], level: int, first: int, end: int
) -> None:
    """Deal the unseen cards of a level, pool[first:end], to the hands and the deck of a view."""
    left = close_up(pool, first, end)
    shuffle(pool, first, left, chance)
    for seat in range(state.seats):
        hand = state.players[seat].hand
        for slot in range(HAND_LIMIT):
            if hand[slot] == UNSEEN - level:
                left -= 1
                hand[slot] = pool[first + left]
    for place in range(first, first + left):
        state.deck[place] = pool[place]


@kernel
def redeal_unseen_cards(
    state: DealtState, view: DealtState, chance: Chance, starts: Row[int]
) -> None:
    """Let a deal made out of a view be another one, with little work.

    Every card that the view hides in a hand and the next cards of every deck change places with
    random ones. All deals stay equally likely; two in a row differ in what is likely to be drawn.
    """
    for level in range(len(starts) - 1):
        first, size = int64(starts[level]), int64(state.deck_sizes[level])
        for seat in range(state.seats):
            hand = state.players[seat].hand
            for slot in range(HAND_LIMIT):
                if view.players[seat].hand[slot] == UNSEEN - level:
                    place = first + random_below(chance, size + 1) - 1
                    if place >= first:
                        card = hand[slot]
                        hand[slot] = state.deck[place]
                        state.deck[place] = card
        for drawn in range(min(size, FRESH)):
            top = first + size - 1 - drawn
            place = first + random_below(chance, size - drawn)
            card = state.deck[top]
            state.deck[top] = state.deck[place]
            state.deck[place] = card
    branch(chance, state.chance)


@kernel
def cards_seen(state: DealtState, seat: int) -> int:
    """A hash of the cards that a seat sees.

    A search uses it to tell apart what an action reveals: a card in the market, a card that the
    seat drew, or a card that another player bought from an unseen hand.
    """
    market = state.market
    seen = int64(0)
    for place in range(len(market)):
        seen += (int64(market[place]) + 2) * int64(SALT[place])
    for slot in range(HAND_LIMIT):
        seen += (int64(state.players[seat].hand[slot]) + 2) * int64(SALT[len(market) + slot])
    for other in range(state.seats):
        for word in range(WORDS_OF_CARDS):
            bought = int64(state.players[other].bought[word])
            number = len(market) + HAND_LIMIT + 2 * (WORDS_OF_CARDS * other + word)
            seen += (bought & 0xFFFF) * int64(SALT[number])
            seen += (bought >> 16) * int64(SALT[number + 1])
    return (seen ^ seen >> 31) & LOW_BITS
