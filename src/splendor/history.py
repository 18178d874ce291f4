"""What one seat has seen of a game: its information state, with perfect recall."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from splendor.core.chance import WORDS
from splendor.core.decks import LEVELS
from splendor.core.records import Records, members
from splendor.loops import observe_some, view_all
from splendor.ruleset import Ruleset, ruleset_of_record


@dataclass(frozen=True, slots=True)
class Event:
    """One decision as a seat saw it.

    `move` is its notation, `cards` are the ids of those that the seat can see since, and `tokens`
    the letters of those that were drawn from the bag.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("r1a")
    >>> str(game.history(1).events[0])
    '0:r1a+6'
    """

    seat: int
    move: str
    cards: tuple[int, ...] = ()
    tokens: str = ""

    def __str__(self) -> str:
        cards = "".join(f"+{card}" for card in self.cards)
        return f"{self.seat}:{self.move}{cards}{self.tokens and '=' + self.tokens}"


@dataclass(frozen=True, eq=False, slots=True)
class History:
    """Everything that a seat has seen: the position at the beginning, and every decision since.

    `views` are its views before each decision and now, as records. Two histories are equal if the
    seat cannot tell the games apart.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("WUG")
    >>> history = game.history(1)
    >>> history.actions, history.observations().shape
    ((0,), (2, 530))
    """

    seat: int
    start: str
    events: tuple[Event, ...]
    actions: tuple[int, ...]
    views: Records

    @property
    def text(self) -> str:
        """The history in one line: the view at the beginning, then the events.

        >>> game = splendor.Game(seed=1, start=0)
        >>> game.push("WUG")
        >>> game.history(0).text.split()[-1]
        '0:WUG'
        """
        return " ".join([self.start, *map(str, self.events)])

    def observations(self, layout: int | None = None) -> npt.NDArray[np.int8]:
        """What the seat saw before each decision and sees now, one row for each.

        >>> splendor.Game(seed=1).history(0).observations().shape
        (1, 530)
        """
        ruleset = ruleset_of_record(self.views)
        seen = np.zeros(len(self.views), ruleset.layout(layout).record)
        places = np.arange(len(seen))
        seats = np.full(len(seen), self.seat)
        observe_some(self.views, places, seats, seen, np.zeros(1, ruleset.state))
        return seen.view(np.int8).reshape(len(seen), -1)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, History):
            return NotImplemented
        return (self.seat, self.text) == (other.seat, other.text)

    def __hash__(self) -> int:
        return hash((self.seat, self.text))


def history_of(
    states: Records, actions: Sequence[int], seat: int, known: Sequence[Event] = ()
) -> History:
    """The history of a seat; `states` are those before each decision and the present one.

    `known` are the events that an earlier call has found.
    """
    ruleset = ruleset_of_record(states)
    views = np.zeros(len(states), ruleset.state)
    view_all(states, seat, views)
    events = [*known[: len(actions)]]
    seen = cards_in_sight(views, len(events))
    for ply in range(len(events), len(actions)):
        before, seen = seen, cards_in_sight(views, ply + 1)
        cards = tuple(card for card in seen if card not in before)
        events.append(event_of(ruleset, states, actions[ply], ply, cards))
    start = f"view={seat} {ruleset.write_position(views[0])}"
    return History(seat, start, tuple(events), tuple(actions), views)


def event_of(
    ruleset: Ruleset, states: Records, action: int, ply: int, cards: tuple[int, ...]
) -> Event:
    mover = int(states["active"][ply])
    return Event(mover, str(ruleset.moves[action]), cards, ruleset.drawn(states, ply + 1))


def deal_again(states: Records, history: History, chance: npt.NDArray[np.uint64]) -> None:
    """Let the cards that the seat has never seen change places, each way equally likely."""
    views = history.views
    seen = {card for place in range(len(views)) for card in cards_in_sight(views, place)}
    cards = ruleset_of_record(states).cards
    draw = np.random.default_rng(chance.tolist())
    swap = np.arange(-LEVELS - 2, len(cards), dtype=np.int64)  # what a hidden place may hold
    for level in sorted({card.level for card in cards}):
        unseen = [card.id for card in cards if card.level == level and card.id not in seen]
        swap[np.array(unseen, np.int64) + LEVELS + 2] = draw.permutation(unseen)
    for field in (states["deck"], states["players"]["hand"]):
        field[...] = swap[field.astype(np.int64) + LEVELS + 2]
    states["chance"] = draw.integers(1 << 63, size=WORDS, dtype=np.uint64)


def cards_in_sight(views: Records, place: int) -> list[int]:
    """The cards that a view shows: in the market, in hands, and purchased ones."""
    players = views["players"][place]
    lying = [*views["market"][place].tolist(), *players["hand"].ravel().tolist()]
    bought = [card for row in players["bought"] for card in members(row)]
    return [card for card in (*lying, *bought) if card >= 0]
