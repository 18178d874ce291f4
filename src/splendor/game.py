"""One game as an object that people hold: `Game`."""

from typing import TYPE_CHECKING, Any

import numpy as np
import numpy.typing as npt

from splendor.core.chance import Seed, seeded
from splendor.core.chances import Draw
from splendor.core.errors import FormatError, IllegalMove, PositionError, RulesError
from splendor.core.moves import Move
from splendor.core.options import Value
from splendor.core.records import Records, copied, is_same_position
from splendor.core.refusals import Refusal, plain, shown
from splendor.deprecated import old_names, renamed
from splendor.history import Event, History, deal_again, history_of
from splendor.outcome import CONCLUSIONS, Outcome, read_result, score
from splendor.ruleset import (
    FORMAT,
    read_deal,
    read_position,
    ruleset_of,
    ruleset_of_record,
    split_view,
)
from splendor.view import SPECTATOR, Position, View

ROOM = 3  # decisions that fit into a copy before it grows


class Game(Position):
    """A game of Splendor, with everything that is hidden from the players.

    Its arguments are the name of a rule set, the number of players, a seed and options. Give
    players and bots `game.view(seat)`, which hides what they may not see.

    >>> game = splendor.Game("landolt", players=3, seed="friday", target=21)
    >>> game.push("WUG")
    >>> game.active, game.moves
    (1, (Take(gems=(Gem.WHITE, Gem.BLUE, Gem.GREEN)),))
    >>> game
    <Game landolt, 3 players, round 1, play>
    """

    def __init__(
        self, rules: str = "official", players: int = 2, seed: Seed = None, **options: Value
    ) -> None:
        ruleset = ruleset_of(rules)
        chosen = ruleset.make_options(rules, {"players": players, **options})
        states = np.zeros(1, ruleset.state)
        ruleset.write_options(states[0], rules, chosen)
        states[0].chance[:] = seeded(seed)
        ruleset.deal(states, 0)
        self._start(states)

    @classmethod
    def _from_states(cls, states: Records) -> "Game":
        game = cls.__new__(cls)
        game._start(states)
        return game

    def _start(self, states: Records) -> None:
        self.ruleset = ruleset_of_record(states)
        self._states = states  # the state before each decision, and the present one last
        self._actions: list[int] = []
        self._conclusion: Outcome | None = None
        self._events: dict[int, tuple[Event, ...]] = {}  # of each seat's history, as far as known

    @classmethod
    def from_position(cls, text: str) -> "Game":
        """The game that a position's text describes, which must show every card.

        >>> game = splendor.Game("duel")
        >>> splendor.Game.from_position(game.position) == game
        True
        """
        if split_view(text)[0] is not None:
            raise PositionError("this is a view, which hides cards: use View.from_position")
        states = read_position(text)
        if not ruleset_of_record(states).is_whole(states[0]):
            raise PositionError(Refusal("position_unknown"))
        return cls._from_states(states)

    @classmethod
    def from_transcript(cls, transcript: dict[str, Any]) -> "Game":
        """The game in a JSON transcript; `FormatError` says what is wrong with it.

        >>> game = splendor.Game()
        >>> splendor.Game.from_transcript(splendor.formats.transcript(game)) == game
        True
        """
        if not isinstance(transcript, dict) or transcript.get("format") != FORMAT:
            raise FormatError(f'not a transcript: "format" must be "{FORMAT}"')
        game = cls._from_states(read_deal(transcript))
        turns = transcript.get("turns")
        if not isinstance(turns, list):
            raise FormatError('a transcript needs "turns", a list')
        for action, drawn in game.ruleset.read_turns(game._states, turns):
            game._play(action, drawn)
        if "result" not in transcript:
            raise FormatError('a transcript needs "result": null while the game is unfinished')
        game._conclude_as(transcript["result"])
        return game

    # What happened

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far.

        >>> game = splendor.Game()
        >>> game.push("r3")
        >>> game.moves
        (ReserveTop(level=3),)
        """
        return tuple(self.ruleset.moves[action] for action in self._actions)

    @property
    def ply(self) -> int:
        """How many decisions were played so far: `len(game.moves)`, at once for long games, too.

        >>> game = splendor.Game()
        >>> game.push("r3")
        >>> game.ply
        1
        """
        return len(self._actions)

    def peek(self) -> Move | None:
        """The last move, or `None` before the first.

        >>> game = splendor.Game()
        >>> game.push("RR")
        >>> game.peek()
        TakePair(gem=Gem.RED)
        """
        return self.ruleset.moves[self._actions[-1]] if self._actions else None

    @property
    def drawn(self) -> str:
        """The tokens that the last move drew from the bag, as letters; empty if it drew none.

        >>> duel = splendor.Game("duel", seed="readme", start=0)
        >>> duel.push("b1c1")
        >>> duel.drawn
        ''
        """
        return self.ruleset.drawn(self._states, self._last)

    @property
    def all_drawn(self) -> tuple[str, ...]:
        """The tokens that each move drew, so that `push(move, drawn)` repeats the game.

        >>> game = splendor.Game()
        >>> game.push("WUG")
        >>> game.all_drawn
        ('',)
        """
        return tuple(self.ruleset.drawn(self._states, index + 1) for index in range(self._last))

    @property
    def position(self) -> str:
        """The whole position in one line of text, hidden cards included.

        >>> splendor.Game("duel").position.split()[0]
        'rules=duel'
        """
        return self.ruleset.write_position(self._state)

    def deal(self) -> dict[str, Any]:
        """The deal in the form of a JSON transcript; `FormatError` if the game began otherwise.

        >>> sorted(splendor.Game().deal())
        ['decks', 'nobles', 'start']
        """
        deal = self.ruleset.write_deal(self._states[0])
        try:
            dealt = self.ruleset.read_deal(self.rules, self.options, deal)
        except FormatError:
            dealt = np.zeros(1, self.ruleset.state)
        if not is_same_position(dealt, self._states[:1]):
            raise FormatError("this game began with a position, not with a deal")
        return deal

    def turns(self) -> list[dict[str, Any]]:
        """The turns played so far, in the form of a JSON transcript.

        >>> game = splendor.Game(start=0)
        >>> game.push("RR")
        >>> game.turns()
        [{'seat': 0, 'steps': [{'do': 'take', 'tokens': ['red', 'red']}]}]
        """
        return self.ruleset.write_turns(self._states, self._actions)

    # What may be known and done

    def view(self, seat: int | None) -> View:
        """What a seat may know; `None` is a spectator.

        >>> game = splendor.Game()
        >>> game.view(game.active).legal_moves == game.legal_moves
        True
        """
        if seat is not None:
            seat = self._seat(seat)
        views = np.zeros(1, self.ruleset.state)
        self.ruleset.view(self._states, self._last, SPECTATOR if seat is None else seat, views, 0)
        return View(views, seat, self._conclusion)

    def observation(
        self, seat: int | None = None, *, layout: int | None = None
    ) -> npt.NDArray[np.int8]:
        """What a seat sees as numbers for a network, in a new array; by default who decides.

        `layout` is the number of an observation layout; the default is the newest.

        >>> game = splendor.Game(seed=1)
        >>> game.observation().tobytes() == game.view(game.active).observation().tobytes()
        True
        """
        return self._observed(self.active if seat is None else self._seat(seat), layout)

    def history(self, seat: int) -> History:
        """Everything that a seat has seen so far: an information state with perfect recall.

        What the seat has not seen changes nothing in it.

        >>> game = splendor.Game(seed=1, start=0)
        >>> game.push("r3")
        >>> game.history(0).events, game.history(1).events
        ((Event(seat=0, move='r3', cards=(77,), tokens=''),), ...
        """
        seat = self._seat(seat)
        known = self._events.get(seat, ())
        history = history_of(self._states[: self._last + 1], self._actions, seat, known)
        self._events[seat] = history.events
        return history

    def resample(self, seat: int, seed: Seed = None) -> "Game":
        """Another game with the same history for a seat; every such game is equally likely.

        The cards that the seat has never seen change their places, in the past as well.

        >>> game = splendor.Game(seed=1, start=0)
        >>> game.push("r3")
        >>> game.resample(1, seed=2).history(1) == game.history(1)
        True
        """
        rows = copied(self._states[: self._last + 1], ROOM)
        deal_again(rows[: self._last + 1], self.history(seat), seeded(seed))
        other = Game._from_states(rows)
        other._actions, other._conclusion = list(self._actions), self._conclusion
        return other

    def refusal(self, move: Move | str) -> Refusal | None:
        """Why a move is not legal now, as a code with values; `None` if it is legal.

        >>> splendor.Game().refusal("pass").code
        'must_act'
        """
        move = self.parse(move) if isinstance(move, str) else move
        if self.is_legal(move):
            return None
        if self.is_over:
            return Refusal("game_over")
        return self.ruleset.why_not(self._states, self._last, move)

    def why_not(self, move: Move | str) -> str:
        """Why a move is not legal now, in English; empty if it is legal.

        >>> splendor.Game().why_not("bh1")
        'there is no card at h1'
        """
        return str(self.refusal(move) or "")

    # Playing

    def push(self, move: Move | str, drawn: str | Draw = "") -> None:
        """Play a move or its text, or raise `RulesError` and change nothing.

        `drawn` is what chance decides: one of `chances(move)`, or only the tokens that the move
        draws from the bag, as letters in the order in which they are placed. Without it, cards
        come as they lie in the decks and tokens are drawn at random.

        >>> game = splendor.Game()
        >>> game.push("WUG")
        >>> game.push(splendor.ReserveTop(level=1))
        >>> game.push("pass")
        Traceback (most recent call last):
            ...
        splendor.core.errors.IllegalMove: pass is not legal now: ...
        """
        if not isinstance(drawn, (str, Draw)):
            raise RulesError(f"`drawn` must be a string of letters or a Draw, not {shown(drawn)}")
        move = self._checked(move)
        if isinstance(drawn, Draw):
            drawn = self._put_on_top(move, drawn)
        self._play(self.ruleset.action_of(move), drawn)

    def push_action(self, action: int | np.integer[Any], drawn: str | Draw = "") -> None:
        """Play the move with this action number, or raise `RulesError` and change nothing.

        >>> game = splendor.Game()
        >>> game.push_action(0)
        >>> game.moves
        (Take(gems=(Gem.WHITE, Gem.BLUE, Gem.GREEN)),)
        """
        whole = isinstance(action, (int, np.integer)) and not isinstance(action, bool)
        if not whole or not 0 <= action < self.ruleset.actions:
            raise IllegalMove(f"actions are from 0 to {self.ruleset.actions - 1}: {shown(action)}")
        self.push(self.ruleset.moves[int(action)], drawn)

    def _put_on_top(self, move: Move, draw: Draw) -> str:
        """Let the decks bring these cards; return the tokens of the draw."""
        if draw not in self.chances(move):
            raise RulesError(f"{move} cannot bring {draw}: see chances()")
        for card in draw.cards:
            self.set_next_card(self.ruleset.cards[card].level, card)
        return draw.tokens

    def pop(self) -> Move | None:
        """Take back the last move and return it, or take back `conclude` and return `None`.

        >>> game = splendor.Game()
        >>> game.push("r2c")
        >>> game.pop()
        Reserve(level=2, slot=2)
        """
        if self._conclusion is not None:
            self._conclusion = None
            return None
        if not self._actions:
            raise RulesError(Refusal("nothing_to_undo"))
        for seat, events in self._events.items():
            self._events[seat] = events[: self._last - 1]
        return self.ruleset.moves[self._actions.pop()]

    def at(self, ply: int) -> "Game":
        """The game as it was after `ply` decisions: a copy, without what followed.

        >>> game = splendor.Game(start=0)
        >>> game.push("WUG")
        >>> game.push("RR")
        >>> game.at(1).active, game.at(1).moves == game.moves[:1], len(game.moves)
        (1, True, 2)
        """
        if type(ply) is not int or not 0 <= ply <= self._last:
            raise RulesError(Refusal.of("no_such_ply", ply=plain(ply), plies=self._last))
        other = Game._from_states(copied(self._states[: ply + 1], ROOM))
        other._actions = self._actions[:ply]
        return other

    def copy(self) -> "Game":
        """Another game at the same point, with its own history.

        >>> game = splendor.Game()
        >>> trial = game.copy()
        >>> trial.push("WUG")
        >>> len(game.moves), len(trial.moves)
        (0, 1)
        """
        other = self.at(self._last)
        other._conclusion = self._conclusion
        other._events = dict(self._events)
        return other

    def conclude(self, reason: str, winners: tuple[int, ...] = ()) -> None:
        """End the game outside the rules: by `resignation`, on `time`, or `abandoned`.

        >>> game = splendor.Game()
        >>> game.conclude("time", winners=(0,))
        >>> game.outcome.winners
        (0,)
        """
        if reason not in CONCLUSIONS:
            raise RulesError(
                Refusal.of("conclusion_reason", reasons=list(CONCLUSIONS), reason=plain(reason))
            )
        if self.is_over:
            raise RulesError(Refusal("already_over"))
        if not isinstance(winners, (tuple, list)):
            raise RulesError(f"winners are a tuple of seats, not {shown(winners)}")
        seats = {self._seat(seat) for seat in winners}
        self._conclusion = score(self.ruleset, self._state, tuple(sorted(seats)), reason)

    def set_next_card(self, level: int, card: int) -> None:
        """Make `card` the next of its deck (level 1 to 3), for searches and chance nodes.

        It is swapped with the top card, in the deal as well, so that the game can be replayed.

        >>> game = splendor.Game(seed=1, start=0)
        >>> game.set_next_card(level=3, card=89)
        >>> game.push("r3")
        >>> game.table.places[0].hand[0].card.id
        89
        """
        self.ruleset.set_next_card(self._states, self._last, level, card)

    # As Python sees it

    def __eq__(self, other: object) -> bool:
        """Whether both stand at the same position, with the same hidden cards."""
        if not isinstance(other, Game):
            return NotImplemented
        mine, theirs = self._states[self._last :][:1], other._states[other._last :][:1]
        return is_same_position(mine, theirs) and self.outcome == other.outcome

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return str(self.view(None))

    def __repr__(self) -> str:
        return f"<Game {self.rules}, {self.players} players, round {self.round}, {self.phase}>"

    def _repr_svg_(self) -> str:
        """The picture in a notebook: what a spectator sees, with the last move marked."""
        from splendor.svg import table  # a layer above, for those who look

        return table(self, lastmove=self.peek())

    def __deepcopy__(self, memo: object) -> "Game":
        return self.copy()

    def __reduce__(self) -> Any:
        rows = self._states[: self._last + 1].tobytes()
        return rebuild_game, (rows, self.rules, self._actions, self._conclusion)

    if not TYPE_CHECKING:
        seat = renamed("Game", "seat", "active")

    # Inside

    def _seat(self, seat: object) -> int:
        whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not whole or not 0 <= int(seat) < self.players:  # type: ignore[call-overload]
            raise RulesError(Refusal.of("no_such_seat", seat=shown(seat), players=self.players))
        return int(seat)  # type: ignore[call-overload,no-any-return]

    @property
    def _last(self) -> int:
        return len(self._actions)

    def _checked(self, move: Move | str) -> Move:
        if isinstance(move, str):
            move = self.parse(move)
        if refusal := self.refusal(move):
            raise IllegalMove(refusal, str(move))
        return move

    def _play(self, action: int, drawn: str = "") -> None:
        if self._last + 1 == len(self._states):
            self._states = copied(self._states, len(self._states) + 2 * ROOM)
        bytes_ = self._states.view(np.uint8).reshape(len(self._states), -1)
        bytes_[self._last + 1] = bytes_[self._last]
        self.ruleset.apply(self._states, self._last + 1, action)
        if drawn:
            self.ruleset.set_drawn(self._states, self._last + 1, drawn)
        self._actions.append(action)

    def _conclude_as(self, result: Any) -> None:
        """End the game as a transcript's result says; refuse a result that cannot be right."""
        if result is None:
            if self.is_over:
                raise FormatError('the game is over, but its "result" is null')
            return
        stated = read_result(result, self.ruleset)
        if stated.reason in CONCLUSIONS:
            try:
                self.conclude(stated.reason, stated.winners)
            except RulesError as error:
                raise FormatError(f'"result": {error}') from None
        if self.outcome is None:
            raise FormatError(f'"result" names {stated.reason!r}, but the game is not over')
        if stated != self.outcome:
            raise FormatError(f'"result" is not what the turns lead to: {self.outcome}')


def rebuild_game(rows: bytes, rules: str, actions: list[int], conclusion: Outcome | None) -> Game:
    game = Game._from_states(np.frombuffer(rows, ruleset_of(rules).state).copy())
    game._actions = list(actions)
    game._conclusion = conclusion
    return game


if not TYPE_CHECKING:
    __getattr__ = old_names("splendor.game")
