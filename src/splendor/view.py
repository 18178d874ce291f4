"""What a seat may know of a game: `View`; and what it has in common with `Game`: `Position`."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from splendor.core.chance import Seed, seeded
from splendor.core.chances import Chances
from splendor.core.decks import HAND_LIMIT, NONE, UNSEEN
from splendor.core.errors import IllegalMove, PositionError, RulesError
from splendor.core.moves import Move
from splendor.core.options import Options
from splendor.core.records import Records, copied
from splendor.core.refusals import Refusal
from splendor.core.tables import Table
from splendor.outcome import Outcome, outcome_of, with_ending
from splendor.ruleset import (
    Ruleset,
    imagine_in,
    look_in,
    read_position,
    ruleset_of,
    ruleset_of_record,
    split_view,
)

if TYPE_CHECKING:
    from splendor.game import Game

SPECTATOR = -1


class Position:
    """What `Game` and `View` have in common: a position, and the moves that are legal in it.

    >>> game = splendor.Game(seed=1)
    >>> isinstance(game, splendor.Position), isinstance(game.view(0), splendor.Position)
    (True, True)
    """

    ruleset: Ruleset
    _states: Records
    _conclusion: Outcome | None

    # The position

    @property
    def rules(self) -> str:
        """The name of the rule set.

        >>> splendor.Game("landolt").rules
        'landolt'
        """
        return self.ruleset.read_rules(self._state)

    @property
    def options(self) -> Options:
        """The options of the game: a `BaseOptions` or a `DuelOptions`.

        >>> splendor.Game(players=3, target=21).options.target
        21
        """
        return self.ruleset.read_options(self._state)

    @property
    def players(self) -> int:
        """How many people play.

        >>> splendor.Game(players=4).players
        4
        """
        return self._now("seats")

    @property
    def active(self) -> int:
        """The seat that decides; when the game is over, the seat that moved last.

        >>> splendor.Game(players=4, start=2).active
        2
        """
        return self._now("active")

    @property
    def round(self) -> int:
        """The number of the round, from 1.

        >>> splendor.Game().round
        1
        """
        return self._now("round_number")

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; when the game is over, of the last one.

        >>> game = splendor.Game()
        >>> game.push("WUG")
        >>> game.turn
        2
        """
        return self.ruleset.turn_of(self._state)

    @property
    def phase(self) -> str:
        """What is to be decided, such as `play`, `pay` or `return`; `over` when nothing is.

        >>> splendor.Game().phase
        'play'
        """
        return "over" if self._conclusion else self.ruleset.phases[self._now("phase")]

    @property
    def is_over(self) -> bool:
        """Whether the game has ended.

        >>> splendor.Game().is_over
        False
        """
        return self._conclusion is not None or self._now("phase") == self.ruleset.over

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or `None` while the game goes on.

        >>> game = splendor.Game()
        >>> game.conclude("resignation", winners=(1,))
        >>> game.outcome.winners, game.outcome.reason
        ((1,), 'resignation')
        """
        return self._conclusion or outcome_of(self._states, self._last)

    @property
    def table(self) -> Table:
        """What lies on the table, as plain values: a `BaseTable` or a `DuelTable`.

        A view's table shows only what its seat may see.

        >>> splendor.Game(players=3).table.supply
        Counts(white=5, blue=5, green=5, red=5, black=5, gold=5)
        """
        return self.ruleset.table_of(self._state)

    @property
    def record(self) -> Records:
        """The position as an array of one record, for kernels. A copy.

        >>> int(splendor.Game(players=3).record[0].seats)
        3
        """
        return copied(self._states[self._last : self._last + 1])

    # Moves

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the action numbers.

        None when the game is over, and none in a view while another seat decides.

        >>> splendor.Game().legal_moves[0]
        Take(gems=(Gem.WHITE, Gem.BLUE, Gem.GREEN))
        """
        return tuple(self.ruleset.moves[action] for action in self._legal())

    @property
    def legal_actions(self) -> tuple[int, ...]:
        """The numbers of the legal moves, in rising order.

        >>> len(splendor.Game().legal_actions)
        30
        """
        return tuple(self._legal())

    @property
    def mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal action and 0 for all others, in a new array.

        >>> splendor.Game().mask.shape, int(splendor.Game().mask.sum())
        ((94,), 30)
        """
        mask = np.zeros(self.ruleset.actions, np.int8)
        mask[self._legal()] = 1
        return mask

    def is_legal(self, move: Move | str) -> bool:
        """Whether a move or its text is legal now.

        >>> game = splendor.Game()
        >>> game.is_legal("WUG"), game.is_legal(splendor.Pass())
        (True, False)
        """
        move = self.parse(move) if isinstance(move, str) else move
        return self.ruleset.action_of(move) in self._legal()

    def parse(self, text: str) -> Move:
        """The move that a text stands for, legal or not.

        >>> splendor.Game().parse("reserve 2c")
        Reserve(level=2, slot=2)
        """
        return self.ruleset.parse_move(text)

    def describe(self, move: Move | str) -> str:
        """What a legal move does, in a sentence.

        >>> splendor.Game().describe("r2")
        'Reserve the unseen top card of level 2 and take a gold.'
        """
        return self.ruleset.describe(self._state, self._checked(move))

    def chances(self, move: Move | str) -> Chances:
        """What chance would decide after a legal move: every draw, all equally likely.

        These are the cards that the move turns up or takes unseen, and the tokens that it draws
        from the bag. Each card of the deck may come; in a view, each that its seat has not seen.

        >>> game = splendor.Game(seed=1, start=0)
        >>> game.chances("WUG").count, game.chances("r3").count
        (1, 16)
        """
        action = self.ruleset.action_of(self._checked(move))
        pair = copied(self._whole_record(), room=1)
        rows = pair.view(np.uint8).reshape(2, -1)
        rows[1] = rows[0]
        self.ruleset.apply(pair, 1, action)
        before, after = pair["deck_sizes"].tolist() if self.ruleset.deck_starts else ((), ())
        drawn = [level for level, size in enumerate(before) if after[level] < size]
        decks = tuple(tuple(sorted(self._unknown_cards(pair[0], level))) for level in drawn)
        return Chances(decks, "".join(sorted(self.ruleset.drawn(pair, 1))))

    # Inside

    def _observed(self, seat: int, layout: int | None) -> npt.NDArray[np.int8]:
        seen = np.zeros(1, self.ruleset.layout(layout).record)
        look_in(self._states, self._last, seat, np.zeros(1, self.ruleset.state), seen, 0)
        return seen.view(np.int8)

    def _whole_record(self) -> Records:
        """A record in which every card has a face."""
        return self.record

    def _unknown_cards(self, state: Any, level: int) -> list[int]:
        """The cards that may be drawn next from a deck (0 to 2)."""
        first, size = self.ruleset.deck_starts[level], int(state.deck_sizes[level])
        cards: list[int] = state.deck[first : first + size].tolist()
        return cards

    @property
    def _last(self) -> int:
        """The index of the present state."""
        return 0

    @property
    def _state(self) -> Any:
        return self._states[self._last]

    def _now(self, field: str) -> int:
        """A number in the present state; much faster than an attribute of the record."""
        return int(self._states[field][self._last])

    def _legal(self) -> list[int]:
        if self._conclusion is not None:
            return []
        return self.ruleset.legal(self._states, self._last)

    def _checked(self, move: Move | str) -> Move:
        """The move, which must be legal."""
        raise NotImplementedError


class View(Position):
    """What one seat may know of a game, and nothing else. Players and bots are given views.

    `seat` is the seat whose view it is, `None` for a spectator; `active` is the seat that decides.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("r3")
    >>> own, other = game.view(0), game.view(1)
    >>> own.table.places[0].hand[0].card.level, other.table.places[0].hand[0].card
    (3, None)
    >>> own.active, own.legal_moves, other.is_legal("WUG")
    (1, (), True)
    """

    def __init__(
        self, records: Records, seat: int | None, conclusion: Outcome | None = None
    ) -> None:
        self._states = records
        self._conclusion = conclusion
        self.ruleset = ruleset_of_record(records)
        self.seat = seat

    @classmethod
    def from_position(cls, text: str) -> "View":
        """The view that a text describes; its field `view` names the seat.

        >>> view = splendor.Game().view(1)
        >>> splendor.View.from_position(view.position) == view
        True
        """
        whose, rest = split_view(text)
        if whose is None:
            raise PositionError("this is a whole position, not a view: use Game.from_position")
        records = read_position(rest)
        ruleset, seat = ruleset_of_record(records), None if whose == "-" else int(whose)
        if seat is not None and seat >= ruleset.read_options(records[0]).players:
            raise PositionError(Refusal.of("position_no_seat", seat=seat))
        if seat is not None and min(records[0].players[seat].hand) < NONE:
            raise PositionError(Refusal.of("position_own_hand", seat=seat))
        views = np.zeros(1, ruleset.state)
        ruleset.view(records, 0, SPECTATOR if seat is None else seat, views, 0)
        return cls(views, seat)

    @property
    def position(self) -> str:
        """The text of this view, with unknown cards marked.

        >>> splendor.Game("duel").view(None).position.split()[:2]
        ['view=-', 'rules=duel']
        """
        whose = "-" if self.seat is None else self.seat
        return f"view={whose} {self.ruleset.write_position(self._state)}"

    def observation(self, *, layout: int | None = None) -> npt.NDArray[np.int8]:
        """What this seat sees as numbers for a network, in a new array.

        >>> game = splendor.Game(seed=1)
        >>> game.view(0).observation().tobytes() == game.observation(0).tobytes()
        True
        """
        if self.seat is None:
            raise RulesError("an observation belongs to a seat: a spectator has none")
        return self._observed(self.seat, layout)

    def imagine(self, seed: Seed = None) -> "Game":
        """A whole game that agrees with this view; every such deal is equally likely.

        >>> view = splendor.Game().view(0)
        >>> view.imagine(seed=7).view(0) == view
        True
        """
        from splendor.game import Game  # which imports this module

        states = np.zeros(1, self.ruleset.state)
        pool = np.zeros(len(self.ruleset.cards), np.int16)
        imagine_in(self._states, 0, states, 0, seeded(seed), pool)
        return Game._from_states(states)

    def _whole_record(self) -> Records:
        return self.imagine(seed=0).record

    def _unknown_cards(self, state: Any, level: int) -> list[int]:
        """Those in the deck and in other hands: where `state` has a card and this view a back."""
        cards = super()._unknown_cards(state, level)
        for seat in range(self.players):
            backs = self._state.players[seat].hand
            for slot in range(HAND_LIMIT):
                if backs[slot] == UNSEEN - level:
                    cards.append(int(state.players[seat].hand[slot]))
        return cards

    def _legal(self) -> list[int]:
        return super()._legal() if self.seat == self.active else []

    def _checked(self, move: Move | str) -> Move:
        move = self.parse(move) if isinstance(move, str) else move
        if not self.is_legal(move):
            raise IllegalMove(Refusal.of("not_legal_for_seat", move=str(move), seat=self.seat))
        return move

    def __eq__(self, other: object) -> bool:
        """Whether both show the same to the same seat."""
        if not isinstance(other, View):
            return NotImplemented
        same = self._states.tobytes() == other._states.tobytes()
        return same and (self.seat, self._conclusion) == (other.seat, other._conclusion)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return with_ending(self.ruleset.draw_table(self._state), self.outcome)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self.position}>"

    def _repr_svg_(self) -> str:
        """The picture in a notebook."""
        from splendor.svg import table  # a layer above, for those who look

        return table(self)

    def __reduce__(self) -> Any:
        return rebuild_view, (self._states.tobytes(), self.rules, self.seat, self._conclusion)


def rebuild_view(rows: bytes, rules: str, seat: int | None, conclusion: Outcome | None) -> View:
    return View(np.frombuffer(rows, ruleset_of(rules).state).copy(), seat, conclusion)
