"""One game as an object that people hold: `Game`, and what a seat may know of it: `View`."""

from typing import TYPE_CHECKING, Any

import numpy as np

from splendor.core.chance import Seed, seeded
from splendor.core.content import Noble, Royal
from splendor.core.decks import NONE
from splendor.core.errors import IllegalMove, PositionError, RecordError, RulesError
from splendor.core.records import copied, is_same_position
from splendor.core.refusals import Refusal, plain
from splendor.deprecated import renamed
from splendor.outcome import CONCLUSIONS, Outcome, outcome_of, read_result, score, with_ending
from splendor.reading import FORMAT, read_deal, read_position, split_view
from splendor.ruleset import (
    AnyCard,
    Move,
    Options,
    Records,
    Table,
    ruleset_of,
    ruleset_of_record,
)

SPECTATOR = -1
ROOM = 3  # decisions for which a copy has room at once


class View:
    """What one seat may know of a game, and nothing else.

    `seat` is whose view it is, `None` a spectator's; `active` is the seat that decides.
    """

    def __init__(
        self, records: Records, seat: int | None, conclusion: Outcome | None = None
    ) -> None:
        self._records = records
        self._conclusion = conclusion
        self.ruleset = ruleset_of_record(records)
        self.seat = seat

    @classmethod
    def from_position(cls, text: str) -> "View":
        """The view that a text describes: its field `view` says whose it is."""
        whose, rest = split_view(text)
        if whose is None:
            raise PositionError("this is a whole position, not a view: use Game.from_position")
        records = read_position(rest)
        ruleset, seat = ruleset_of_record(records), None if whose == "-" else int(whose)
        if seat is not None and seat >= ruleset.read_options(records[0]).players:
            raise PositionError(f"not a view: there is no seat {seat}")
        if seat is not None and min(records[0].players[seat].hand) < NONE:
            raise PositionError(f"not a view: seat {seat} knows every card in its own hand")
        views = np.zeros(1, ruleset.state)
        ruleset.view(records, 0, SPECTATOR if seat is None else seat, views, 0)
        return cls(views, seat)

    @property
    def record(self) -> Records:
        """The view as an array of one record, for kernels. A copy."""
        return copied(self._records)

    @property
    def rules(self) -> str:
        return self.ruleset.read_rules(self._records[0])

    @property
    def options(self) -> Options:
        return self.ruleset.read_options(self._records[0])

    @property
    def players(self) -> int:
        return int(self._records["seats"][0])

    @property
    def round(self) -> int:
        return int(self._records["round_number"][0])

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; when the game is over, of the last one."""
        return self.ruleset.turn_of(self._records[0])

    @property
    def active(self) -> int:
        """The seat that decides; when the game is over, the seat that moved last."""
        return int(self._records["active"][0])

    @property
    def phase(self) -> str:
        return "over" if self._conclusion else self.ruleset.phases[self._records["phase"][0]]

    @property
    def is_over(self) -> bool:
        return self.phase == "over"

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or `None` while the game goes on."""
        return self._conclusion or outcome_of(self._records, 0)

    @property
    def table(self) -> Table:
        """What lies on the table, as plain values."""
        return self.ruleset.table_of(self._records[0])

    @property
    def position(self) -> str:
        """The text of this view, with unknown cards marked."""
        whose = "-" if self.seat is None else self.seat
        return f"view={whose} {self.ruleset.write_position(self._records[0])}"

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """The moves of this seat; none while another seat decides."""
        if self.seat != self.active or self.is_over:
            return ()
        return tuple(self.ruleset.moves[action] for action in self.ruleset.legal(self._records, 0))

    def parse(self, text: str) -> Move:
        """The move that a text means, legal or not."""
        return self.ruleset.parse_move(text)

    def describe(self, move: Move | str) -> str:
        """What a legal move of this seat does, in a sentence."""
        move = self.parse(move) if isinstance(move, str) else move
        self.ruleset.action_of(move)  # which refuses what is no move at all
        if move not in self.legal_moves:
            raise IllegalMove(Refusal.of("not_legal_for_seat", move=str(move), seat=self.seat))
        return self.ruleset.describe(self._records[0], move)

    def imagine(self, seed: Seed = None) -> "Game":
        """A whole game that agrees with this view, dealt uniformly over what it leaves open."""
        states = np.zeros(1, self.ruleset.state)
        pool = np.zeros(len(self.ruleset.cards), np.int16)
        self.ruleset.imagine(self._records, 0, states, 0, seeded(seed), pool)
        return Game._from_states(states)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, View):
            return NotImplemented
        same = self._records.tobytes() == other._records.tobytes()
        return same and (self.seat, self._conclusion) == (other.seat, other._conclusion)

    __hash__ = None  # type: ignore[assignment]

    def __str__(self) -> str:
        return with_ending(self.ruleset.draw_table(self._records[0]), self.outcome)

    def __repr__(self) -> str:
        return f"<View of seat {self.seat}: {self.position}>"

    def __reduce__(self) -> Any:
        return rebuild_view, (self._records.tobytes(), self.rules, self.seat, self._conclusion)


class Game:
    """A game of Splendor: whoever holds it is the referee and knows everything.

    `Game("landolt", players=3, seed="friday", target=21)` deals a new one. Players and bots
    are given `game.view(seat)`.
    """

    def __init__(
        self, rules: str = "official", players: int = 2, seed: Seed = None, **options: Any
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

    @classmethod
    def from_position(cls, text: str) -> "Game":
        """The game that a position's text describes, which must show every card."""
        if split_view(text)[0] is not None:
            raise PositionError("this is a view, which hides cards: use View.from_position")
        states = read_position(text)
        if not ruleset_of_record(states).is_whole(states[0]):
            raise PositionError("some cards are unknown: a game needs the whole position")
        return cls._from_states(states)

    @classmethod
    def from_transcript(cls, transcript: dict[str, Any]) -> "Game":
        """The game that a JSON transcript tells; `RecordError` says what is wrong with it."""
        if not isinstance(transcript, dict) or transcript.get("format") != FORMAT:
            raise RecordError(f'not a transcript: "format" must be "{FORMAT}"')
        game = cls._from_states(read_deal(transcript))
        turns = transcript.get("turns")
        if not isinstance(turns, list):
            raise RecordError('a transcript needs "turns", a list')
        for action, drawn in game.ruleset.read_turns(game._states, turns):
            game._play(action, drawn)
        if "result" not in transcript:
            raise RecordError('a transcript needs "result": null while the game is unfinished')
        game._conclude_as(transcript["result"])
        return game

    # What is so

    @property
    def rules(self) -> str:
        """The name of the rule set."""
        return self.ruleset.read_rules(self._state)

    @property
    def options(self) -> Options:
        return self.ruleset.read_options(self._state)

    @property
    def players(self) -> int:
        return self._now("seats")

    @property
    def active(self) -> int:
        """The seat that decides; when the game is over, the seat that moved last."""
        return self._now("active")

    if not TYPE_CHECKING:
        seat = renamed("Game", "seat", "active")

    @property
    def round(self) -> int:
        return self._now("round_number")

    @property
    def turn(self) -> int:
        """The number of the turn, from 1; when the game is over, of the last one."""
        return self.ruleset.turn_of(self._state)

    @property
    def phase(self) -> str:
        """What is to be decided, such as `play`, `pay` or `return`; `over` when nothing is."""
        return "over" if self._conclusion else self.ruleset.phases[self._now("phase")]

    @property
    def legal_moves(self) -> tuple[Move, ...]:
        """Every legal move, in the order of the action numbers. Empty when the game is over."""
        return tuple(self.ruleset.moves[action] for action in self._legal())

    @property
    def moves(self) -> tuple[Move, ...]:
        """The moves played so far."""
        return tuple(self.ruleset.moves[action] for action in self._actions)

    @property
    def drawn(self) -> str:
        """What the last move drew from a bag, in letters; empty if it drew nothing."""
        return self.ruleset.drawn(self._states, self._last)

    @property
    def all_drawn(self) -> tuple[str, ...]:
        """What each of the moves drew, so that `push(move, drawn)` plays them all again."""
        return tuple(self.ruleset.drawn(self._states, index + 1) for index in range(self._last))

    @property
    def is_over(self) -> bool:
        return self._conclusion is not None or self._now("phase") == self.ruleset.over

    @property
    def outcome(self) -> Outcome | None:
        """Who won and why, or `None` while the game goes on."""
        return self._conclusion or outcome_of(self._states, self._last)

    @property
    def table(self) -> Table:
        """What lies on the table, as plain values, with every hand open."""
        return self.ruleset.table_of(self._state)

    @property
    def record(self) -> Records:
        """The state as an array of one record, for kernels. A copy; it holds every secret."""
        return copied(self._states[self._last : self._last + 1])

    @property
    def position(self) -> str:
        """The whole state in one line of text. It tells every secret."""
        return self.ruleset.write_position(self._state)

    def deal(self) -> dict[str, Any]:
        """The whole deal, as a transcript tells it; `RecordError` if the game began without one."""
        deal = self.ruleset.write_deal(self._states[0])
        try:
            dealt = self.ruleset.read_deal(self.rules, self.options, deal)
        except RecordError:
            dealt = np.zeros(1, self.ruleset.state)
        if not is_same_position(dealt, self._states[:1]):
            raise RecordError("this game began with a position, not with a deal")
        return deal

    def turns(self) -> list[dict[str, Any]]:
        """What has happened since the beginning, turn by turn, as a transcript tells it."""
        return self.ruleset.write_turns(self._states, self._actions)

    def view(self, seat: int | None) -> View:
        """What a seat may know; `None` is a spectator."""
        if seat is not None:
            seat = self._seat(seat)
        views = np.zeros(1, self.ruleset.state)
        self.ruleset.view(self._states, self._last, SPECTATOR if seat is None else seat, views, 0)
        return View(views, seat, self._conclusion)

    def is_legal(self, move: Move | str) -> bool:
        move = self.parse(move) if isinstance(move, str) else move
        return self.ruleset.action_of(move) in self._legal()

    def refusal(self, move: Move | str) -> Refusal | None:
        """Why a move is not legal now, as a code with values; `None` if it is legal.

        >>> Game("official", seed=1).refusal("pass").code
        'must_act'
        """
        move = self.parse(move) if isinstance(move, str) else move
        if self.is_legal(move):
            return None
        if self.is_over:
            return Refusal("game_over")
        return self.ruleset.why_not(self._states, self._last, move)

    def why_not(self, move: Move | str) -> str:
        """Why a move is not legal now, in English; empty if it is legal."""
        return str(self.refusal(move) or "")

    def parse(self, text: str) -> Move:
        """The move that a text means, legal or not."""
        return self.ruleset.parse_move(text)

    def describe(self, move: Move | str) -> str:
        """What the move does here, in a sentence. It must be legal."""
        return self.ruleset.describe(self._state, self._checked(move))

    # What happens

    def push(self, move: Move | str, drawn: str = "") -> None:
        """Play a move or its text, or raise `RulesError` and change nothing.

        `drawn` are the tokens that the move draws from a bag, in letters and in the order in
        which they are placed, as a record tells them. Without it chance draws.
        """
        if not isinstance(drawn, str):
            raise RulesError(f"what is drawn is told in letters, not as {drawn!r}")
        self._play(self.ruleset.action_of(self._checked(move)), drawn)

    def pop(self) -> Move | None:
        """Take back the last move and return it, or the conclusion if there was one (`None`)."""
        if self._conclusion is not None:
            self._conclusion = None
            return None
        if not self._actions:
            raise RulesError(Refusal("nothing_to_undo"))
        return self.ruleset.moves[self._actions.pop()]

    def conclude(self, reason: str, winners: tuple[int, ...] = ()) -> None:
        """End the game outside the rules: by resignation, on time, or abandoned."""
        if reason not in CONCLUSIONS:
            raise RulesError(
                Refusal.of("conclusion_reason", reasons=list(CONCLUSIONS), reason=plain(reason))
            )
        if self.is_over:
            raise RulesError(Refusal("already_over"))
        if not isinstance(winners, (tuple, list)):
            raise RulesError(f"winners are a tuple of seats, not {winners!r}")
        seats = {self._seat(seat) for seat in winners}
        self._conclusion = score(self.ruleset, self._state, tuple(sorted(seats)), reason)

    def set_next_card(self, level: int, card: int) -> None:
        """Let `card` be the next of its deck (level 1 to 3), for searches and chance nodes.

        It changes places with the card on top, in the deal as well, so records stay true.
        """
        self.ruleset.set_next_card(self._states, self._last, level, card)

    def copy(self) -> "Game":
        """Another game at the same point, with its own history."""
        other = Game._from_states(copied(self._states[: self._last + 1], ROOM))
        other._actions = self._actions.copy()
        other._conclusion = self._conclusion
        return other

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

    def __reduce__(self) -> Any:
        rows = self._states[: self._last + 1].tobytes()
        return rebuild_game, (rows, self.rules, self._actions, self._conclusion)

    # Inside

    def _seat(self, seat: object) -> int:
        whole = isinstance(seat, (int, np.integer)) and not isinstance(seat, bool)
        if not whole or not 0 <= int(seat) < self.players:  # type: ignore[call-overload]
            raise RulesError(Refusal.of("no_such_seat", seat=repr(seat), players=self.players))
        return int(seat)  # type: ignore[call-overload,no-any-return]

    @property
    def _last(self) -> int:
        return len(self._actions)

    @property
    def _state(self) -> Any:
        return self._states[self._last]

    def _now(self, field: str) -> int:
        """A number of the present state: far quicker than as an attribute of the record."""
        return int(self._states[field][self._last])

    def _legal(self) -> list[int]:
        if self._conclusion is not None:
            return []
        return self.ruleset.legal(self._states, self._last)

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
        """End as a transcript's result says, or refuse a result that is not this game's."""
        if result is None:
            if self.is_over:
                raise RecordError('the game is over, but its "result" is null')
            return
        told = read_result(result, self.ruleset)
        if told.reason in CONCLUSIONS:
            try:
                self.conclude(told.reason, told.winners)
            except RulesError as error:
                raise RecordError(f'"result": {error}') from None
        if self.outcome is None:
            raise RecordError(f'"result" names {told.reason!r}, but the game is not over')
        if told != self.outcome:
            raise RecordError(f'"result" is not what the turns lead to: {self.outcome}')


def cards(rules: str = "official") -> tuple[AnyCard, ...]:
    """Every card of a rule set's decks, at the index that is its id."""
    return ruleset_of(rules).cards


def card(name: int | str, rules: str = "official") -> AnyCard:
    """The card with this id or code, such as `49` or `"2k2-u1g4r2"`."""
    for found in cards(rules):
        if name in (found.id, found.code):
            return found
    raise RulesError(Refusal.of("no_such_card", card=repr(name), rules=rules))


def nobles(rules: str = "official") -> tuple[Noble, ...]:
    """Every noble of a rule set, at the index that is its id."""
    return ruleset_of(rules).nobles


def royals(rules: str = "duel") -> tuple[Royal, ...]:
    """Every royal card of a rule set, at the index that is its id."""
    return ruleset_of(rules).royals


def rebuild_game(rows: bytes, rules: str, actions: list[int], conclusion: Outcome | None) -> Game:
    game = Game._from_states(np.frombuffer(rows, ruleset_of(rules).state).copy())
    game._actions = list(actions)
    game._conclusion = conclusion
    return game


def rebuild_view(rows: bytes, rules: str, seat: int | None, conclusion: Outcome | None) -> View:
    return View(np.frombuffer(rows, ruleset_of(rules).state).copy(), seat, conclusion)
