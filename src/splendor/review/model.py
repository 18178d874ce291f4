"""What a review says, as plain values: decisions, turns, the account of each seat; and as JSON.

Chances are from 0 to 1. `error` is always one standard error.
"""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, fields, replace
from typing import Any

from splendor.core.errors import FormatError

FORMAT = "splendor-review/1"
# The loss of a turn, as a chance of winning, from which on it has this label.
LABELS = (("blunder", 0.20), ("mistake", 0.10), ("inaccuracy", 0.05))
SURE = 2.0  # standard errors that a loss must exceed to be called a slip
TURNING_LABELS, TURNING_LUCK = ("blunder", "mistake"), 0.10  # what makes a turning point
SIDES = ("in_favour", "against")  # of reasons
PHASES = (("opening", 1), ("middle", 9), ("end", 18))  # and their first rounds


@dataclass(frozen=True, slots=True)
class Budget:
    """Simulations: for each decision, more for a move that was played but is not the best, and for
    each card or draw that might have come. `draws` are sampled where there are more. `close` are
    added to both moves where the loss is near the limit of a label.

    >>> splendor.Budget(decision=20_000).played
    3000
    """

    decision: int = 6000
    played: int = 3000
    draw: int = 300
    draws: int = 40
    close: int = 3000

    @classmethod
    def of(cls, simulations: int) -> "Budget":
        """So many simulations for a decision, and the usual shares of it for everything else.

        >>> splendor.Budget.of(600)
        Budget(decision=600, played=300, draw=30, draws=40, close=300)
        """
        usual = cls()
        part = {
            name: max(1, round(getattr(usual, name) * simulations / usual.decision))
            for name in ("decision", "played", "draw", "close")
        }
        return cls(draws=usual.draws, **part)

    def times(self, count: int) -> "Budget":
        """So many times the simulations; at most eight times for each of the draws.

        >>> splendor.Budget(600, 300, 30, 40, 300).times(5).draw
        150
        """
        more = {name: count * getattr(self, name) for name in ("decision", "played", "close")}
        return replace(self, **more, draw=min(count, 8) * self.draw)


@dataclass(frozen=True, slots=True)
class Option:
    """A legal move: the mover's chance of winning after it, and a likely continuation."""

    move: str
    chance: float
    error: float
    visits: int
    proven: bool
    line: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """A fact about a turn: a code with values, such as `then_buys` with a card and an amount of
    gold. docs/review.md lists them.

    >>> splendor.Reason("takes_last", {"gem": "white"}).code
    'takes_last'
    """

    code: str
    values: dict[str, Any]


@dataclass(frozen=True, slots=True)
class DecisionReview:
    """One decision, judged by what its seat knew.

    `seats` are the chances of all seats before it, `options` all legal moves, the best first.
    `loss` is what the move gave away. `luck` is what chance changed after it, for every seat, or
    `None` if chance decided nothing. `eyes` is what changes when the next player looks, who knows
    other cards in hands; `None` if both know the same. `times` is more than 1 where the first
    judgement did not go with the next decision: so many times the budget. `hindsight`: that was not
    enough, and the search of the next decision tells what the move was worth.
    """

    ply: int
    seat: int
    move: str
    seats: tuple[float, ...]
    error: float
    options: tuple[Option, ...]
    loss: float
    loss_error: float
    luck: tuple[float, ...] | None
    luck_error: float
    eyes: tuple[float, ...] | None = None
    times: int = 1
    hindsight: bool = False


@dataclass(frozen=True, slots=True)
class TurnReview:
    """A turn, judged as one: `before` and `after` are the chances of all seats.

    `loss` is what the turn gave away, adjusted to the chances around it within its error. `label`
    is `inaccuracy`, `mistake`, `blunder` or empty. The change from `before` to `after` is
    `luck`, less `loss` for the mover, plus `remainder`: where the search changed its mind, plus
    `eyes`: `after` is seen by the next player, who knows other cards in hands. If the
    turn has a label, `in_favour` are reasons for the better turn, and `against` against this one.
    A turn with a hint (`hinted`) has no accuracy.
    """

    number: int
    round: int
    seat: int
    moves: tuple[str, ...]
    before: tuple[float, ...]
    after: tuple[float, ...]
    error: float
    loss: float
    loss_error: float
    label: str
    accuracy: float | None
    luck: tuple[float, ...]
    remainder: tuple[float, ...]
    decisions: tuple[DecisionReview, ...]
    in_favour: tuple[Reason, ...] = ()
    against: tuple[Reason, ...] = ()
    hinted: bool = False
    eyes: tuple[float, ...] = ()


@dataclass(frozen=True, slots=True)
class Account:
    """Where a seat's result comes from: the first six add up to `result`. While decisions are
    missing, the remainder is what they will explain.
    """

    even: float
    deal: float
    luck: float
    slips: float
    others: float
    remainder: float
    result: float


@dataclass(frozen=True, slots=True)
class SeatReview:
    """A seat's account, accuracy in per cent (also by phase), and how many slips of each label."""

    account: Account
    accuracy: float | None
    phases: dict[str, float]
    slips: dict[str, int]


@dataclass(frozen=True, slots=True)
class Review:
    """A reviewed game. `budget`, `evaluator`, `weights` and `seed` say how it was made. `missing`
    decisions are not judged yet; `turns` are those of which all are. `exponent` is that of the
    search's chances (see docs/review.md); all chances of the review are after it.

    >>> game = splendor.Game(seed=1, rounds=1)
    >>> game.push("WUG")
    >>> game.push("WUG")
    >>> found = splendor.review(game, budget=splendor.Budget(20, 10, 2, 2))
    >>> [turn.moves for turn in found.turns], found.result
    ([('WUG',), ('WUG',)], (0.5, 0.5))
    """

    rules: str
    players: int
    evaluator: str
    weights: str
    budget: Budget
    seed: str
    result: tuple[float, ...]
    turns: tuple[TurnReview, ...]
    seats: tuple[SeatReview, ...]
    missing: int = 0
    exponent: float = 1.0

    @property
    def turning_points(self) -> int:
        """How many turns changed much: mistakes, blunders, and luck of ten points or more.

        >>> game = splendor.Game(seed=1)
        >>> game.conclude("abandoned")
        >>> splendor.review(game).turning_points
        0
        """
        return sum(map(is_turning_point, self.turns))

    def to_json(self) -> dict[str, Any]:
        """As a JSON object; `from_json` reads it.

        >>> game = splendor.Game(seed=1)
        >>> game.conclude("abandoned")
        >>> splendor.review(game).to_json()["format"]
        'splendor-review/1'
        """
        return {"format": FORMAT, **asdict(self)}

    @classmethod
    def from_json(cls, found: Mapping[str, Any]) -> "Review":
        """The review in a JSON object, or `FormatError`.

        >>> game = splendor.Game(seed=1)
        >>> game.conclude("abandoned")
        >>> found = splendor.review(game)
        >>> splendor.Review.from_json(found.to_json()) == found
        True
        """
        if not isinstance(found, Mapping) or found.get("format") != FORMAT:
            raise FormatError(f'not a review: "format" must be "{FORMAT}"')
        try:
            return read_review(found)
        except (KeyError, TypeError, ValueError) as error:
            raise FormatError(f"not a review: {error!r}") from None


def read_review(found: Mapping[str, Any]) -> Review:
    values = {field.name: found[field.name] for field in fields(Review) if field.name in found}
    values["budget"] = Budget(**found["budget"])
    values["result"] = tuple(found["result"])
    values["turns"] = tuple(map(read_turn, found["turns"]))
    values["seats"] = tuple(
        SeatReview(**{**seat, "account": Account(**seat["account"])}) for seat in found["seats"]
    )
    return Review(**values)


def read_turn(found: Mapping[str, Any]) -> TurnReview:
    decisions = tuple(map(read_decision, found["decisions"]))
    sides = {name: tuple(Reason(**each) for each in found.get(name, ())) for name in SIDES}
    return TurnReview(**{**with_tuples(found), **sides, "decisions": decisions})


def read_decision(found: Mapping[str, Any]) -> DecisionReview:
    options = tuple(Option(**with_tuples(option)) for option in found["options"])
    return DecisionReview(**{**with_tuples(found), "options": options})


def with_tuples(found: Mapping[str, Any]) -> dict[str, Any]:
    return {
        name: tuple(value) if isinstance(value, list) else value for name, value in found.items()
    }


def label_of(loss: float, error: float) -> str:
    """The label of a loss; none if the two moves cannot be told apart."""
    if loss <= SURE * error:
        return ""
    return next((label for label, least in LABELS if round(loss, 9) >= least), "")


def is_turning_point(turn: TurnReview) -> bool:
    return turn.label in TURNING_LABELS or max(map(abs, turn.luck)) >= TURNING_LUCK


def phase_of(round_number: int) -> str:
    return [name for name, first in PHASES if round_number >= first][-1]
