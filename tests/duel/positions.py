"""Positions of Duel that are laid out like a table, and played on in notation.

`a_duel()` has an empty board, all tokens in the bag, its decks in the order of the card numbers
(so `L1-01` to `L1-05`, `L2-01` to `L2-04` and `L3-01` to `L3-03` are in the pyramid and the next
numbers follow), players without tokens and cards, and seat 0 starts. A test then adds what it
needs: tokens come from the bag, cards from wherever they were.
"""

from collections.abc import Iterable
from typing import Any, Self

import numpy as np
import numpy.typing as npt

from splendor.core.chance import seeded
from splendor.core.decks import LEVELS, NONE
from splendor.core.gems import LETTERS
from splendor.duel.board import SIDE
from splendor.duel.legal import legal_list
from splendor.duel.moves import MOVES, TOKEN_LETTERS, action_of, parse_move
from splendor.duel.options import OPTIONS
from splendor.duel.rules import apply_in
from splendor.duel.state import (
    BONUS,
    BONUS_COUNT,
    CARDS,
    CROWNS,
    DECK_START,
    OVER,
    PHASES,
    PRESTIGE,
    REASONS,
    ROW_START,
    ROYAL_PRESTIGE,
    SEATS,
    STATE,
    WILD_NUMBER,
    deal_in,
    lay_out_in,
    reveal_market_in,
)
from splendor.ruleset import is_winner_in

States = npt.NDArray[np.record]
NUMBER = {card.name: card.id for card in CARDS}
NOTHING = "....."


def a_duel(**options: Any) -> "Duel":
    """A duel in which only draws from the bag are random."""
    states = np.zeros(1, STATE)
    OPTIONS.write(states[0], "duel", OPTIONS.make("duel", options))
    states[0].chance[:] = seeded("a duel")
    lay_out_in(states, 0)
    for level in range(LEVELS):
        cards = slice(DECK_START[level], DECK_START[level + 1])
        states[0].deck[cards] = states[0].deck[cards][::-1].copy()
    reveal_market_in(states, 0)
    return Duel(states)


def a_deal(seed: int | str, **options: Any) -> States:
    """A duel as dealt from a seed, as an array of one record."""
    states = np.zeros(1, STATE)
    OPTIONS.write(states[0], "duel", OPTIONS.make("duel", options))
    states[0].chance[:] = seeded(seed)
    deal_in(states, 0)
    return states


class Duel:
    """A duel: the methods of the first half lay it out, those of the second half play it."""

    def __init__(self, states: States) -> None:
        self.states = states

    @property
    def state(self) -> Any:
        return self.states[0]

    def copy(self) -> "Duel":
        return Duel(self.states.copy())

    # Laying out

    def board(self, *rows: str) -> Self:
        """Put tokens on the board, row by row: a letter, or a dot for an empty space."""
        for row, letters in enumerate(rows):
            for column, letter in enumerate(letters):
                if letter != ".":
                    token = self.take_from_bag(letter)
                    self.state.board[token] |= np.uint32(1 << (SIDE * row + column))
        return self

    def empty_bag(self, seat: int | None = None) -> Self:
        """Give all tokens of the bag to a seat, or remove them from the game."""
        if seat is not None:
            self.state.players[seat].tokens += self.state.bag
        self.state.bag[:] = 0
        return self

    def place(
        self,
        seat: int,
        tokens: str = "",
        bought: str = "",
        hand: str = "",
        unseen: str = "",
        royals: str = "",
    ) -> Self:
        """Give a player tokens and cards. A wild card is written `L1-27=R`."""
        player = self.state.players[seat]
        for letter in tokens:
            player.tokens[self.take_from_bag(letter)] += 1
        for name in bought.split():
            self.buy(seat, name)
        secrets = unseen.split()
        for slot, name in enumerate([*hand.split(), *secrets]):
            self.clear_away(NUMBER[name])
            player.hand[slot] = NUMBER[name]
            player.unseen[slot] = name in secrets
        for name in royals.split():
            self.state.royal_owner[int(name[1]) - 1] = seat
            player.royals += 1
            player.points += ROYAL_PRESTIGE[int(name[1]) - 1]
        return self

    def buy(self, seat: int, name: str) -> None:
        player, (name, _, colour) = self.state.players[seat], name.partition("=")
        card = NUMBER[name]
        self.clear_away(card)
        player.bought[card >> 5] |= np.uint32(1 << (card & 31))
        player.cards += 1
        player.points += PRESTIGE[card]
        player.crowns += CROWNS[card]
        bonus = LETTERS.index(colour) if colour else BONUS[card]
        if colour:
            self.state.wild_as[WILD_NUMBER[card]] = bonus
        if bonus != NONE:
            player.bonuses[bonus] += BONUS_COUNT[card]
            player.colour_points[bonus] += PRESTIGE[card]

    def privileges(self, zero: int, one: int) -> Self:
        """Give privileges to each seat; the others are above the board."""
        self.state.players[0].privileges, self.state.players[1].privileges = zero, one
        self.state.privileges = 3 - zero - one
        return self

    def row(self, level: int, names: str) -> Self:
        """Set a row of the pyramid, from the left; `-` is an empty place."""
        start = int(ROW_START[level - 1])
        for slot, name in enumerate(names.split()):
            if name != "-":
                self.clear_away(NUMBER[name])
            self.state.market[start + slot] = NONE if name == "-" else NUMBER[name]
        return self

    def deck(self, level: int, names: str = "") -> Self:
        """Set the deck of a level, in drawing order; its other cards leave the game."""
        start, end = int(DECK_START[level - 1]), int(DECK_START[level])
        cards = [NUMBER[name] for name in names.split()][::-1]
        self.state.deck[start:end] = [*cards, *[NONE] * (end - start - len(cards))]
        self.state.deck_sizes[level - 1] = len(cards)
        return self

    def no_cards(self) -> Self:
        """Remove all cards from the pyramid and the decks."""
        self.state.market[:] = NONE
        for level in (1, 2, 3):
            self.deck(level)
        return self

    def turn_of(self, seat: int, *, start: int = 0) -> Self:
        self.state.active, self.state.start = seat, start
        return self

    def take_from_bag(self, letter: str) -> int:
        token = TOKEN_LETTERS.index(letter)
        assert self.state.bag[token] > 0, f"there is no {letter} left"
        self.state.bag[token] -= 1
        return token

    def clear_away(self, card: int) -> None:
        """Remove a card from its deck or from the pyramid, which then has an empty place."""
        state = self.state
        state.market[state.market == card] = NONE
        for level in range(LEVELS):
            start, size = int(DECK_START[level]), int(state.deck_sizes[level])
            cards = state.deck[start : start + size].tolist()
            if card in cards:
                cards.remove(card)
                state.deck[start : start + size] = [*cards, NONE]
                state.deck_sizes[level] -= 1

    # Reading

    def tokens(self, seat: int) -> str:
        return spelled(self.state.players[seat].tokens)

    @property
    def bag(self) -> str:
        return spelled(self.state.bag)

    def rows(self) -> list[str]:
        """The board, row by row, in the form of `board`."""
        letters = ["."] * SIDE * SIDE
        for token, spaces in enumerate(self.state.board.tolist()):
            for space in range(SIDE * SIDE):
                if spaces >> space & 1:
                    letters[space] = TOKEN_LETTERS[token]
        return ["".join(letters[SIDE * row : SIDE * row + SIDE]) for row in range(SIDE)]

    def pyramid(self, level: int) -> list[str]:
        cards = self.state.market[ROW_START[level - 1] : ROW_START[level]].tolist()
        return ["-" if card == NONE else CARDS[card].name for card in cards]

    def next_cards(self, level: int) -> list[str]:
        """The deck of a level, next card first."""
        start, size = int(DECK_START[level - 1]), int(self.state.deck_sizes[level - 1])
        return [CARDS[card].name for card in self.state.deck[start : start + size][::-1]]

    def hand(self, seat: int) -> list[str]:
        return [CARDS[card].name for card in self.state.players[seat].hand if card != NONE]

    def held(self) -> tuple[int, int, int]:
        """The privileges of both seats, and those above the board."""
        seats = (int(self.state.players[seat].privileges) for seat in range(SEATS))
        return (*seats, int(self.state.privileges))  # type: ignore[return-value]

    @property
    def seat(self) -> int:
        return int(self.state.active)

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
        return [seat for seat in range(SEATS) if is_winner_in(self.states, 0, seat)]

    # Playing

    def legal(self) -> list[str]:
        return [str(MOVES[action]) for action in legal_list(self.states, 0)]

    def lines(self) -> list[str]:
        """The legal lines."""
        return [str(MOVES[action]) for action in legal_list(self.states, 0) if action < 145]

    def play(self, *texts: str) -> Self:
        for text in texts:
            assert text in self.legal(), f"{text} is not legal: {self.legal()}"
            apply_in(self.states, 0, action_of(parse_move(text)))
        return self


def spelled(counts: Iterable[int]) -> str:
    """Counts as letters: `WWP`."""
    return "".join(letter * int(count) for letter, count in zip(TOKEN_LETTERS, counts, strict=True))
