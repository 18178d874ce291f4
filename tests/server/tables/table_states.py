"""Table states for tests, folded from events without a server."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from msgspec import structs

from splendor.core.errors import RulesError
from splendor.formats.fair import commitment_of
from splendor.game import Game
from splendor.server.messages import Answer, LoggedCommand
from splendor.server.tables.commands import Person, Presence, moved
from splendor.server.tables.deciding import decide
from splendor.server.tables.events import (
    BOT,
    PERSON,
    AnyEvent,
    Began,
    ClockRule,
    Created,
    Readied,
    SeatSetup,
    StampedEvent,
)
from splendor.server.tables.log_lines import EncodedLine, LogLines
from splendor.server.tables.state import ENGINE, TableState

SECRET = "5e" * 32


def seat_setup(seat: str) -> SeatSetup:
    """`Anna` is a person, `greedy` a bot, and "" an open seat."""
    if not seat:
        return SeatSetup()
    return SeatSetup(PERSON, seat, seat) if seat[0].isupper() else SeatSetup(BOT, level=seat)


@dataclass(slots=True)
class LoggedState(TableState):
    """A table state that keeps the lines of its log."""

    log: LogLines = field(default_factory=LogLines)

    def fold(self, stamped: StampedEvent, game: Game | None = None) -> None:
        TableState.fold(self, stamped, game)
        self.log.add(stamped, self.game)

    @property
    def lines(self) -> list[EncodedLine]:
        return self.log.lines


def waiting_state(*seats: str, rules: str = "official", **more: Any) -> LoggedState:
    """A table with these people and bots, before the game."""
    clock: ClockRule | None = more.pop("clock", None)
    setups = [seat_setup(seat) for seat in seats]
    state = LoggedState("table", SECRET)
    created = Created(rules, more, setups, commitment_of(SECRET), clock=clock)
    state.fold(StampedEvent(created, 1))
    return state


def begun(*seats: str, **more: Any) -> LoggedState:
    """The same, after the deal."""
    state = waiting_state(*seats, **more)
    for name in sorted(state.people):
        fold(state, Readied(name, f"nonce-{name}"))
    fold(state, Began(state.deal().deal(), ENGINE))
    return state


def fold(state: TableState, *events: AnyEvent) -> TableState:
    for event in events:
        state.fold(StampedEvent(event, 1))
    return state


def do(
    state: TableState,
    name: str,
    command: LoggedCommand,
    absent: frozenset[str] = frozenset(),
    idle: int | None = None,
) -> tuple[AnyEvent, ...]:
    """Decide a command and fold its events."""
    decided = decide(state, Person(name, name), named(state, command), Presence(absent, idle))
    fold(state, *decided.events)
    return decided.events


def named(state: TableState, command: LoggedCommand) -> LoggedCommand:
    """An answer to question 1, which there cannot be, is one to the open question."""
    if isinstance(command, Answer) and command.question == 1 and state.asked_at:
        return structs.replace(command, question=state.asked_at)
    return command


def play(state: TableState, *moves: str) -> None:
    """The active player confirms these moves."""
    seat = state.dealt_game.active
    fold(state, moved(state.dealt_game, seat, list(moves))[0])


def play_until(state: TableState, found: Callable[[Game], bool], seed: int = 0) -> None:
    """Play random moves until `found` is true."""
    chance = random.Random(seed)
    for _ in range(2000):
        if found(state.dealt_game):
            return
        play(state, str(chance.choice(state.dealt_game.legal_moves)))
    raise AssertionError("it never came to that")


def after(game: Game, move: str) -> Game:
    """A copy of the game after a move."""
    trial = game.copy()
    trial.push(move)
    return trial


def why_not(
    state: TableState,
    name: str,
    command: LoggedCommand,
    absent: frozenset[str] = frozenset(),
    idle: int | None = None,
) -> str:
    """The code of the refusal; the state must not change."""
    before = (state.seq, state.dealt_game.position if state.game else "")
    with pytest.raises(RulesError) as refusal:
        decide(state, Person(name, name), named(state, command), Presence(absent, idle))
    assert before == (state.seq, state.dealt_game.position if state.game else "")
    return refusal.value.code


def only(events: tuple[AnyEvent, ...]) -> AnyEvent:
    (event,) = events
    return event


def kinds(game: Game) -> list[str]:
    return [name_of(move) for move in game.legal_moves]


def name_of(move: object) -> str:
    return type(move).__name__
