"""Proofs: whether a move wins by force, in this turn or the next one.

A proof plays out every answer and every card that may come.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from splendor.base.moves import ReturnToken, Take, TakePair
from splendor.bots.search import Search
from splendor.core.chances import Chances, Draw
from splendor.core.moves import ChooseGold, Move, Purchase, PurchaseHand, Reserve
from splendor.duel.moves import Discard, TakeGold, TakeLine, TakeMatching
from splendor.game import Game
from splendor.review.puzzles import is_rival
from splendor.review.trial import by_default
from splendor.view import Position, View

MOST_NODES = 30_000  # of a proof
MOST_DRAWS = 2_000  # of one move in a proof
ANSWERED = 300  # simulations of an answer that is shown
LONGEST_LINE = 24  # moves
Place = tuple[int, int]  # level and slot of an open card
# Moves by which tokens are chosen: which ones makes no difference to a purchase of the next player.
TOKENS = (Take, TakePair, ReturnToken, TakeLine, TakeGold, TakeMatching, Discard)


class TooLarge(Exception):
    """The proof would take too long."""


class Won(NamedTuple):
    """A proof that the seat wins: the places of the market that it buys from; whether others have a
    last turn after its own one; and whether a card may have met more than one of them before.
    """

    places: frozenset[Place] = frozenset()
    is_late: bool = False
    is_wild: bool = False

    def together(self, other: "Won") -> "Won":
        is_late, is_wild = self.is_late or other.is_late, self.is_wild or other.is_wild
        return Won(self.places | other.places, is_late, is_wild)


class Only(NamedTuple):
    """Answers count only if they take the card of this place: until the seat's next turn, or if
    others have a last turn, until then.
    """

    place: Place
    is_late: bool


@dataclass(slots=True)
class Proof:
    """Plays out every move of the others and every draw; counts the positions it has seen.

    Of the seat's own moves it leaves out chosen payments, and in its last turn all but purchases:
    a win that needs them is not proven. What makes no difference to these purchases is tried once.
    Which card comes to a place that the seat does not buy from matters only if another takes it:
    the first card is tried with all answers, every other one with those that take it (`Only`).
    Unless others have a turn after the seat's last one, it does not matter either which tokens
    they take, how they pay, and in which order tokens fill the board. All cards and answers are
    tried with more than two players and if somebody has two turns in a row.
    """

    seat: int
    left: int = MOST_NODES
    last: Move | None = None  # what won in the position before: it is likely to win again
    refutation: Move | None = None  # the same for the others
    path: list[Move] = field(default_factory=list)  # from the first position on
    replies: dict[tuple[Move, ...], Move] = field(default_factory=dict)  # by path

    def wins(self, game: Game, move: Move, turns: int) -> bool | None:
        """Whether a move wins within so many turns of the seat; `None` if that is too much."""
        before = game.ply
        self.path.clear()
        self.replies.clear()
        try:
            return self.after(game, move, turns) is not None
        except TooLarge:
            while game.ply > before:
                game.pop()
            return None

    def after(self, game: Game, move: Move, turns: int, only: Only | None = None) -> Won | None:
        """How the seat wins after a move, whatever is drawn; `None` if it does not."""
        place, is_own, chances = place_of(move), game.active == self.seat, game.chances(move)
        if only and only.place == place and not is_own:
            only = None  # this answer takes the card
        found, rest = Won(), only
        for draw in self.draws(chances, is_own):
            won, is_over = self.after_draw(game, move, draw, turns, rest)
            if won is None:
                return None
            found = found.together(won)
            if is_over or (not is_own and self.is_settled(found, only, place)):
                break
            if place and place not in found.places and not found.is_wild:
                rest = only or Only(place, found.is_late)
        if chances.bag and (found.is_late or found.is_wild):
            raise TooLarge
        return found.together(Won(frozenset([place]))) if place and is_own else found

    @staticmethod
    def is_settled(found: Won, only: Only | None, place: Place | None) -> bool:
        """Whether it does not matter what another one draws: nobody takes that card later."""
        if found.is_wild or place in found.places:
            return False
        return only is not None or (place is None and not found.is_late)

    def draws(self, chances: Chances, is_own: bool) -> Iterator[Draw]:
        """Every draw; of the bag one, which stands for all if others fill the board."""
        if chances.bag and not is_own and not chances.decks:
            yield next(iter(chances))
        elif chances.count > MOST_DRAWS:
            raise TooLarge
        else:
            yield from chances

    def after_draw(
        self, game: Game, move: Move, draw: Draw, turns: int, only: Only | None
    ) -> tuple[Won | None, bool]:
        """How the seat wins after a move and a draw, and whether the game is over then."""
        self.left -= 1
        if self.left < 0:
            raise TooLarge
        mover, turn = game.active, game.turn
        game.push(move, draw if draw.cards or draw.tokens else "")
        self.path.append(move)
        is_over = game.is_over
        has_passed = game.turn != turn and not is_over
        is_next = has_passed and game.active == self.seat
        is_last = has_passed and mover == self.seat and turns == 1 and not is_next
        is_wild = has_passed and (game.players > 2 or mover == game.active != self.seat)
        if only and is_next and not only.is_late:
            won: Won | None = Won()  # as with the first card at that place
        else:
            won = self.won(game, turns - (is_next or is_last), only)
        game.pop()
        self.path.pop()
        return won and won.together(Won(is_late=is_last, is_wild=is_wild)), is_over

    def won(self, game: Game, turns: int, only: Only | None) -> Won | None:
        """How the seat wins in a position; `None` if it does not. With no turn left, others have
        their last one.
        """
        if game.is_over:
            is_won = game.outcome is not None and game.outcome.winners == (self.seat,)
            return Won() if is_won else None
        if game.active != self.seat:
            return self.against_all(game, turns, only)
        return self.by_own(game, turns, only) if turns > 0 else None

    def by_own(self, game: Game, turns: int, only: Only | None) -> Won | None:
        """How the seat wins with its own move. Another card at a place is met with the same move as
        the first one was, or else with a move that stands against everything.
        """
        path = tuple(self.path)
        same = self.replies.get(path)
        may_repeat = only and same and game.is_legal(same) and not self.is_new(same)
        if same and may_repeat and (won := self.after(game, same, turns, only)):
            return won
        for move in self.own(game, turns):
            if won := self.after(game, move, turns):
                self.last = move
                self.replies.setdefault(path, move)
                return won
        return None

    def is_new(self, move: Move) -> bool:
        """Whether a move buys a card that has come since the first position."""
        place = place_of(move)
        return place is not None and place in map(place_of, self.path)

    def against_all(self, game: Game, turns: int, only: Only | None) -> Won | None:
        """How the seat wins against every answer; of those that are the same to it, one is tried,
        if nobody else has a turn later.
        """
        found, tried = Won(), set()
        for move in sorted(game.legal_moves, key=lambda move: move != self.refutation):
            same = "tokens" if isinstance(move, TOKENS) else str(by_default(move))
            if same in tried or (only and turns == 0 and place_of(move) != only.place):
                continue
            won = self.after(game, move, turns, only)
            if won is None:
                self.refutation = move
                return None
            if not won.is_late and not won.is_wild:
                tried.add(same)
            found = found.together(won)
        return found

    def own(self, game: Game, turns: int) -> list[Move]:
        """The seat's moves that are tried, the likely ones first."""
        moves = choices(game)
        buying: list[Move] = [m for m in moves if isinstance(m, (Purchase, PurchaseHand))]
        if game.phase == "play" and turns == 1:
            moves = buying
        return sorted(moves, key=lambda move: (move != self.last, move not in buying))


def place_of(move: Move) -> Place | None:
    """The place of the market whose card a move takes."""
    return (move.level, move.slot) if isinstance(move, (Purchase, ChooseGold, Reserve)) else None


def only_win(view: View, likely: Move) -> int:
    """In how many turns (1 or 2) a move wins by force, if it is the only one that does; otherwise
    0, or if that is too much to try.

    Hands with cards that nobody has seen are not proven, because too much would have to be tried;
    nor are two turns with more than two players.
    """
    assert view.seat is not None
    hands = [place.hand for seat, place in enumerate(view.table.places) if seat != view.seat]
    if any(held.card is None for hand in hands for held in hand):
        return 0
    proof, game = Proof(view.seat), view.imagine(0)
    for turns in (1, 2) if view.players == 2 else (1,):
        if proof.wins(game, likely, turns):
            others = (move for move in choices(view) if is_rival(view, move, likely))
            return turns if all(proof.wins(game, each, turns) is False for each in others) else 0
    return 0


def winning_line(view: View, win: Move, turns: int) -> list[Move]:
    """A proven win move by move, to the end of the game: the others do what a search finds best."""
    assert view.seat is not None
    game, line, turn = view.imagine(0), [win], view.turn
    game.push(win)
    while not game.is_over and len(line) < LONGEST_LINE:
        turns -= game.turn != turn and game.active == view.seat
        turn = game.turn
        line.append(next_move(game, view.seat, turns))
        game.push(line[-1])
    return line


def next_move(game: Game, seat: int, turns: int) -> Move:
    """The seat's move that keeps a win proven; of the others, the best one."""
    if game.active == seat:
        proof, tried = Proof(seat), game.copy()  # a proof leaves decks in another order
        for move in proof.own(tried, turns):
            if proof.wins(tried, move, turns):
                return move
    return Search(game.view(game.active), seed=0).run(ANSWERED).best.move


def choices(position: Position) -> list[Move]:
    """The moves without those that only differ in how a card is paid."""
    return list(dict.fromkeys(map(by_default, position.legal_moves)))
