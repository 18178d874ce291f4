"""Stories for tests: tables as logs tell them, without a server around them."""

import random
from collections.abc import Callable
from typing import Any

import pytest

from splendor.core.errors import RulesError
from splendor.formats.fair import commitment_of
from splendor.game import Game
from splendor.server.messages import Change
from splendor.server.tables.commands import Person, code_of, decide, moved
from splendor.server.tables.events import (
    BOT,
    PERSON,
    AnyEvent,
    Began,
    Chair,
    ClockRule,
    Created,
    Readied,
)
from splendor.server.tables.state import ENGINE, Stamped, Story

SECRET = "5e" * 32


def chair(seat: str) -> Chair:
    """`Anna` is a person, `greedy` a bot, and nothing an open seat."""
    if not seat:
        return Chair()
    return Chair(PERSON, seat, seat) if seat[0].isupper() else Chair(BOT, level=seat)


def a_story(*seats: str, rules: str = "official", **more: Any) -> Story:
    """A table that was opened for these people and bots."""
    clock: ClockRule | None = more.pop("clock", None)
    chairs = [chair(seat) for seat in seats]
    story = Story("table", SECRET)
    created = Created(rules, more, chairs, commitment_of(SECRET), clock=clock)
    story.fold(Stamped(created, 1))
    return story


def begun(*seats: str, **more: Any) -> Story:
    """The same, with the cards dealt."""
    story = a_story(*seats, **more)
    for name in sorted(story.people):
        tell(story, Readied(name, f"nonce-{name}"))
    tell(story, Began(story.deal().deal(), ENGINE))
    return story


def tell(story: Story, *events: AnyEvent) -> Story:
    for event in events:
        story.fold(Stamped(event, 1))
    return story


def do(
    story: Story, name: str, command: Change, absent: frozenset[str] = frozenset()
) -> tuple[AnyEvent, ...]:
    """Let somebody do something, and it happen."""
    decided = decide(story, Person(name, name), command, absent)
    tell(story, *decided.events)
    return decided.events


def play(story: Story, *moves: str) -> None:
    """Let whoever's turn it is confirm these moves."""
    seat = story.playing.active
    tell(story, moved(story.playing, seat, list(moves))[0])


def play_until(story: Story, found: Callable[[Game], bool], seed: int = 0) -> None:
    """Random moves, until something is so."""
    chance = random.Random(seed)
    for _ in range(2000):
        if found(story.playing):
            return
        play(story, str(chance.choice(story.playing.legal_moves)))
    raise AssertionError("it never came to that")


def after(game: Game, move: str) -> Game:
    """The game as it would be after a move."""
    trial = game.copy()
    trial.push(move)
    return trial


def why_not(story: Story, name: str, command: Change, absent: frozenset[str] = frozenset()) -> str:
    """The code of the refusal. Nothing has happened."""
    before = (story.seq, story.playing.position if story.game else "")
    with pytest.raises(RulesError) as refusal:
        decide(story, Person(name, name), command, absent)
    assert before == (story.seq, story.playing.position if story.game else "")
    return code_of(refusal.value)


def only(events: tuple[AnyEvent, ...]) -> AnyEvent:
    (event,) = events
    return event


def kinds(game: Game) -> list[str]:
    return [name_of(move) for move in game.legal_moves]


def name_of(move: object) -> str:
    return type(move).__name__
