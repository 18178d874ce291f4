"""Positions that are laid out like a table, and played on in notation.

`a_game()` has its decks in the order of the card numbers, so that 0 to 3, 40 to 43 and 70 to 73
are in the market, 4, 44 and 74 come next, and seat 0 starts. A test then adds what it needs.
Tokens come from the supply, if it has any, and cards from wherever they were; a test may use more
tokens than there are if that shows a rule best.
"""

from collections.abc import Iterable, Iterator
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from splendor.base.legal import legal_list
from splendor.base.moves import MOVES, TOKEN_LETTERS, action_of, parse_move
from splendor.base.options import OPTIONS
from splendor.base.rules import apply_in
from splendor.base.state import (
    BONUS,
    CARDS,
    DECK_START,
    LEVEL,
    MARKET,
    MOST_NOBLES,
    OVER,
    PHASES,
    PRESTIGE,
    REASONS,
    ROW,
    STATE,
    TOKENS,
    deal_in,
    lay_out_in,
    reveal_market_in,
)
from splendor.core.chance import seeded
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE
from splendor.core.gems import LETTERS
from splendor.core.kernel import COMPILED
from splendor.ruleset import is_winner_in

States = npt.NDArray[np.record]


def a_game(rules: str = "official", players: int = 2, **options: Any) -> "Position":
    """A game without randomness: see above."""
    states = np.zeros(1, STATE)
    OPTIONS.write(states[0], rules, OPTIONS.make(rules, {"players": players, **options}))
    lay_out_in(states, 0)
    for level in range(LEVELS):
        cards = slice(DECK_START[level], DECK_START[level + 1])
        states[0].deck[cards] = states[0].deck[cards][::-1].copy()
    reveal_market_in(states, 0)
    states[0].nobles[: players + 1] = range(players + 1)
    return Position(states)


def a_deal(seed: int | str, rules: str = "official", players: int = 2, **options: Any) -> States:
    """A game as dealt from a seed, as an array of one record."""
    states = np.zeros(1, STATE)
    OPTIONS.write(states[0], rules, OPTIONS.make(rules, {"players": players, **options}))
    states[0].chance[:] = seeded(seed)
    deal_in(states, 0)
    return states


def cards_of(bonuses: str, *, besides: Iterable[int] = ()) -> list[int]:
    """The first cards with these bonuses and without points."""
    found = list(besides)
    for letter in bonuses:
        plain = (card for card in CARDS if card.points == 0 and card.id not in found)
        found.append(next(card.id for card in plain if BONUS[card.id] == LETTERS.index(letter)))
    return found[len(list(besides)) :]


def counted(tokens: str) -> list[int]:
    return [tokens.count(letter) for letter in TOKEN_LETTERS]


def fewer_when_interpreted(count: int, fewer: int) -> int:
    """The number of cases: `fewer` without the compiler, which is a hundred times slower."""
    return count if COMPILED else fewer


class Position:
    """A game: the methods of the first half lay it out, those of the second half play it."""

    def __init__(self, states: States) -> None:
        self.states = states

    @property
    def state(self) -> Any:
        return self.states[0]

    def copy(self) -> "Position":
        return Position(self.states.copy())

    # Laying out

    def supply(self, **counts: int) -> Self:
        """Set piles of the supply: `supply(R=3, J=0)`."""
        for letter, count in counts.items():
            self.state.supply[TOKEN_LETTERS.index(letter)] = count
        return self

    def place(
        self,
        seat: int,
        tokens: str = "",
        bought: Iterable[int] = (),
        hand: Iterable[int] = (),
        unseen: Iterable[int] = (),
    ) -> Self:
        """Give a player tokens and cards. Only the owner knows the `unseen` cards of the hand."""
        player = self.state.players[seat]
        for token, count in enumerate(counted(tokens)):
            self.state.supply[token] = max(0, self.state.supply[token] - count)
            player.tokens[token] = count
        for card in bought:
            self.clear_away(card)
            player.bought[card >> 5] |= np.uint32(1 << (card & 31))
            player.bonuses[BONUS[card]] += 1
            player.points += PRESTIGE[card]
            player.cards += 1
        secrets = list(unseen)
        for slot, card in enumerate([*hand, *secrets]):
            self.clear_away(card)
            player.hand[slot] = card
            player.unseen[slot] = card in secrets
        return self

    def points(self, *points: int) -> Self:
        """Set the points of each seat."""
        for seat, count in enumerate(points):
            self.state.players[seat].points = count
        return self

    def row(self, level: int, *cards: int | None) -> Self:
        """Set the market cards of a level, from the left; None is an empty slot."""
        for slot, card in enumerate(cards):
            if card is not None:
                self.clear_away(card)
            self.state.market[ROW * (level - 1) + slot] = NONE if card is None else card
        return self

    def deck(self, level: int, *cards: int) -> Self:
        """Set the cards of a deck, next card first."""
        start, end = DECK_START[level - 1], DECK_START[level]
        self.state.deck[start:end] = [*reversed(cards), *[NONE] * (end - start - len(cards))]
        self.state.deck_sizes[level - 1] = len(cards)
        return self

    def invite(self, *nobles: int) -> Self:
        """Set the nobles in their slots, from the left."""
        self.state.nobles[:] = [*nobles, *[NONE] * (MOST_NOBLES - len(nobles))]
        return self

    def give_noble(self, slot: int, seat: int) -> Self:
        """Give a player the noble of slot 1 to 5."""
        self.state.noble_owner[slot - 1] = seat
        self.state.players[seat].nobles += 1
        self.state.players[seat].points += 3
        return self

    def turn_of(self, seat: int, *, start: int = 0, round_number: int = 1) -> Self:
        self.state.active = seat
        self.state.start = start
        self.state.round_number = round_number
        return self

    def empty_market(self) -> Self:
        """Remove all cards except those in hands."""
        for level in (1, 2, 3):
            self.deck(level).row(level, None, None, None, None)
        return self

    def clear_away(self, card: int) -> None:
        """Remove a card from its deck, or replace it in the market by the next one."""
        level = int(LEVEL[card])
        left = list(self.cards_in_deck(level + 1))
        if card in left:
            left.remove(card)
        for slot in range(MARKET):
            if self.state.market[slot] == card:
                self.state.market[slot] = left.pop(0) if left else NONE
        self.deck(level + 1, *left)

    # Reading

    def cards_in_deck(self, level: int) -> list[int]:
        """The cards of a deck, next card first."""
        start = int(DECK_START[level - 1])
        size = int(self.state.deck_sizes[level - 1])
        cards: list[int] = self.state.deck[start : start + size][::-1].tolist()
        return cards

    def cards_in_row(self, level: int) -> list[int]:
        cards: list[int] = self.state.market[ROW * (level - 1) : ROW * level].tolist()
        return cards

    def tokens(self, seat: int) -> str:
        return spelled(self.state.players[seat].tokens)

    @property
    def supply_left(self) -> str:
        return spelled(self.state.supply)

    def hand(self, seat: int) -> list[int]:
        hand = self.state.players[seat].hand
        return [int(hand[slot]) for slot in range(HAND_LIMIT) if hand[slot] != NONE]

    def bought(self, seat: int) -> list[int]:
        words = self.state.players[seat].bought
        return [card.id for card in CARDS if int(words[card.id >> 5]) >> (card.id & 31) & 1]

    def nobles(self, seat: int) -> list[int]:
        owners = self.state.noble_owner
        return [int(self.state.nobles[slot]) for slot in range(MOST_NOBLES) if owners[slot] == seat]

    def points_of(self, seat: int) -> int:
        return int(self.state.players[seat].points)

    @property
    def seat(self) -> int:
        return int(self.state.active)

    @property
    def round_number(self) -> int:
        return int(self.state.round_number)

    @property
    def phase(self) -> str:
        return PHASES[self.state.phase]

    @property
    def over(self) -> bool:
        return bool(self.state.phase == OVER)

    @property
    def reason(self) -> str:
        return REASONS[self.state.reason]

    @property
    def winners(self) -> list[int]:
        seats = range(self.state.seats)
        return [seat for seat in seats if is_winner_in(self.states, 0, seat)]

    # Playing

    def legal(self) -> list[str]:
        return [str(MOVES[action]) for action in legal_list(self.states, 0)]

    def legal_takes(self) -> list[str]:
        return [text for text in self.legal() if set(text) <= set(LETTERS)]

    def play(self, *texts: str) -> Self:
        for text in texts:
            assert text in self.legal(), f"{text} is not among {self.legal()}"
            apply_in(self.states, 0, action_of(parse_move(text)))
        return self


def spelled(counts: Any) -> str:
    """Tokens as a text: `WWRJ`."""
    return "".join(TOKEN_LETTERS[token] * int(counts[token]) for token in range(TOKENS))


def ways_through(position: Position, *first: str) -> Iterator[tuple[list[str], Position]]:
    """Every sequence of decisions to the end of the turn that begins with these moves."""
    yield from ways_on(position.copy().play(*first), position.seat, list(first))


def ways_on(reached: Position, seat: int, path: list[str]) -> Iterator[tuple[list[str], Position]]:
    if reached.over or reached.seat != seat:
        yield path, reached
        return
    for action in legal_list(reached.states, 0):
        after = reached.copy()
        apply_in(after.states, 0, action)
        yield from ways_on(after, seat, [*path, str(MOVES[action])])
