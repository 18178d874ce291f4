"""The coach: help with a decision in three steps, computed from what its seat knows.

The first step says where to look and the second what kind of move is best: neither names a card,
and both light at least two things. The third is the move. Everything is a code with values; the
browser and the terminal put it into words.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import hypot
from typing import Any

from splendor.base.moves import DeclineNoble, ReceiveNoble, ReturnToken, Take, TakePair
from splendor.bots.candidates import Analysis, Candidate
from splendor.core.gems import GOLD, Gem
from splendor.core.moves import (
    SLOT_LETTERS,
    ChooseGold,
    ChooseGoldHand,
    GoldFor,
    Move,
    PayNow,
    Purchase,
    PurchaseHand,
    Reserve,
    ReserveTop,
)
from splendor.duel.board import space_name
from splendor.duel.moves import (
    AsColour,
    Discard,
    Replenish,
    Steal,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
)
from splendor.review.facts import can_buy, for_sale
from splendor.review.model import SURE, Reason
from splendor.review.reasons import reasons_here
from splendor.view import View

SHOWN = 3  # moves that are compared
FEWEST = 2  # things that the first two steps light
MANY = 8  # tokens: hardly any room for more
NEAR = 0.005  # a smaller lead is below the accuracy of the evaluator
EVEN = 0.01  # moves that are no further apart look the same in whole per cents
DEALS = 4  # a line is expected as far as it is the same in so many deals

# The kind of each move, and the area of the table that it belongs to. Moves of other games are
# `other`, anywhere.
KINDS: dict[type[Move], tuple[str, str]] = {
    Take: ("take", "supply"),
    TakePair: ("take", "supply"),
    TakeLine: ("take", "board"),
    Purchase: ("buy", "level"),
    ChooseGold: ("buy", "level"),
    PurchaseHand: ("buy", "hand"),
    ChooseGoldHand: ("buy", "hand"),
    Reserve: ("reserve", "level"),
    ReserveTop: ("reserve", "decks"),
    UsePrivilege: ("privilege", "board"),
    Replenish: ("fill", "board"),
    TakeGold: ("gold", "board"),
    TakeMatching: ("match", "board"),
    ReturnToken: ("return", "tokens"),
    Discard: ("return", "tokens"),
    ReceiveNoble: ("noble", "nobles"),
    DeclineNoble: ("noble", "nobles"),
    TakeRoyal: ("royal", "royals"),
    Steal: ("steal", "opponent"),
    AsColour: ("colour", "choices"),
    GoldFor: ("payment", "choices"),
    PayNow: ("payment", "choices"),
}
AREAS = ("level", "hand", "cards", "decks", "supply", "board", "tokens", "nobles", "royals",
         "opponent", "choices", "anywhere", "only")  # fmt: skip
# The second step where a kind has one thing only: a wider kind, and what belongs to it.
WIDER = {
    "buy": ("card", ("buy", "reserve")),
    "reserve": ("card", ("buy", "reserve")),
    "take": ("board", ("take", "fill", "privilege")),
    "fill": ("board", ("take", "fill", "privilege")),
    "privilege": ("board", ("take", "fill", "privilege")),
}
# The kinds of the second step: those of moves, wider ones, and `any` where none has two things.
CLUE_KINDS = (
    *dict.fromkeys(kind for kind, _ in KINDS.values()),
    *("other", "card", "board", "any", "only"),
)
# Reasons that the first step may give: facts about the turn that need no card to be told.
TOLD = ("wins", "reaches", "threatens", "double_threat", "noble", "near_noble", "royal", "crowns",
        "colour", "again", "steals", "steals_last", "pearls", "then_buys", "denies", "keeps",
        "scores", "first_bonus", "nearly_buys", "takes_last", "gets_privilege")  # fmt: skip
# Reasons that the second step may give: facts about the position.
POSITION = ("full", "payable", "none_payable", "room", "gold_left")


@dataclass(frozen=True, slots=True)
class Clue:
    """A step that names no card: an area or a kind of move, a reason if one is known, and the
    things to light, as the notation names them.

    `2c` and `h1` are cards, `2` a deck, `W` a pile of the supply, `c3` a space; other things are
    named by the move that chooses them.

    >>> Clue("level", ("1a", "1b"), values={"level": 1}).things
    ('1a', '1b')
    """

    code: str
    things: tuple[str, ...]
    why: Reason | None = None
    values: dict[str, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Coaching:
    """All three steps. `moves` are the best, the best first; `even` says that they cannot be told
    apart, and `reasons` speak for the first of them, compared with the second.
    """

    look: Clue
    kind: Clue
    moves: tuple[Candidate, ...]
    even: bool
    reasons: tuple[Reason, ...]


def coach(view: View, found: Analysis) -> Coaching:
    """The three steps from the search of a view. They do not depend on anything it hides.

    >>> view = splendor.Game(seed=1, start=0).view(0)
    >>> coaching = coach(view, splendor.analyse(view, simulations=50, seed=1))
    >>> coaching.look.code, coaching.kind.code, len(coaching.moves)
    ('supply', 'take', 3)
    """
    shown = found.candidates[:SHOWN]
    told = reasons_between(view, *shown[:2]) if len(shown) > 1 else ()
    return Coaching(
        look=look_at(view, found.best.move, told),
        kind=kind_of_move(view, found.best.move, told),
        moves=shown,
        even=len(shown) > 1 and all(is_even(found.best, other) for other in shown[1:]),
        reasons=told,
    )


def reasons_between(view: View, best: Candidate, other: Candidate) -> tuple[Reason, ...]:
    """What speaks for a move and not for another one."""
    lines = [[str(move) for move in each.line] for each in (best, other)]
    return reasons_here(view.imagine(0), *lines)[0]


def is_near(best: Candidate, other: Candidate) -> bool:
    """Whether two moves cannot be told apart."""
    if other.proven or not other.visits:
        return False
    return best.value - other.value <= max(NEAR, SURE * hypot(best.error, other.error))


def is_even(best: Candidate, other: Candidate) -> bool:
    """Whether a player may choose either, for all that the search can tell."""
    return is_near(best, other) or abs(best.value - other.value) <= EVEN


# The first step: where to look


def look_at(view: View, move: Move, told: Sequence[Reason]) -> Clue:
    if len(view.legal_moves) == 1:
        return Clue("only", things_of(move))
    why = next((Reason(each.code, {}) for each in told if each.code in TOLD), None)
    for area, values in areas_around(move):
        things = things_in(view, area, values)
        if len(things) >= FEWEST:
            return Clue(area, things, why, values)
    return Clue("anywhere", things_of_all(view.legal_moves), why)


def areas_around(move: Move) -> Iterator[tuple[str, dict[str, Any]]]:
    """The area of a move, then wider ones."""
    kind, area = KINDS.get(type(move), ("other", "anywhere"))
    yield area, {"level": getattr(move, "level", 0)} if area == "level" else {}
    if kind in ("buy", "reserve"):
        yield "cards", {}


def things_in(view: View, area: str, values: Mapping[str, Any]) -> tuple[str, ...]:
    """Everything that lies in an area."""
    table: Any = view.table
    match area:
        case "level":
            return (*cards_of_level(table, values["level"]), *decks_of(table, [values["level"]]))
        case "hand":
            return hand_of(table, view.active)
        case "cards":
            levels = range(1, len(table.market) + 1)
            lying = [place for level in levels for place in cards_of_level(table, level)]
            return (*lying, *hand_of(table, view.active))
        case "decks":
            return decks_of(table, range(1, len(table.deck_sizes) + 1))
        case "supply":
            return tuple(gem.letter for gem, count in table.supply.items() if count)
        case "board":
            return spaces_of(table.board)
        case _:
            moves = [
                move for move in view.legal_moves if KINDS.get(type(move), ("", ""))[1] == area
            ]
            return things_of_all(moves)


def cards_of_level(table: Any, level: int) -> tuple[str, ...]:
    row = enumerate(table.row(level))
    return tuple(f"{level}{SLOT_LETTERS[slot]}" for slot, card in row if card is not None)


def decks_of(table: Any, levels: Sequence[int]) -> tuple[str, ...]:
    return tuple(str(level) for level in levels if table.deck_sizes[level - 1])


def hand_of(table: Any, seat: int) -> tuple[str, ...]:
    return tuple(f"h{slot}" for slot, _ in enumerate(table.places[seat].hand, 1))


def spaces_of(board: Sequence[Sequence[Gem | None]]) -> tuple[str, ...]:
    tokens = [token for row in board for token in row]
    return tuple(space_name(space) for space, token in enumerate(tokens) if token is not None)


# The second step: what kind of move


def kind_of_move(view: View, move: Move, told: Sequence[Reason]) -> Clue:
    legal = view.legal_moves
    if len(legal) == 1:
        return Clue("only", things_of(move))
    kind = kind_name(move)
    things = things_of_all([each for each in legal if kind_name(each) == kind])
    if len(things) >= FEWEST:
        return Clue(kind, things, why_this_kind(view, kind, told))
    wider, kinds = WIDER.get(kind, ("any", ()))
    around = things_of_all([each for each in legal if kind_name(each) in kinds])
    if len(around) >= FEWEST:
        return Clue(wider, around)
    return Clue("any", things_of_all(legal))


def kind_name(move: Move) -> str:
    return KINDS.get(type(move), ("other", ""))[0]


def why_this_kind(view: View, kind: str, told: Sequence[Reason]) -> Reason | None:
    """A fact about the position that goes with a kind of move."""
    table: Any = view.table
    place = table.places[view.active]
    held = sum(place.tokens)
    payable = sum(can_buy(place, card) for card in for_sale(table, view.active))
    if kind == "buy":
        return (
            Reason("full", {"tokens": held})
            if held >= MANY
            else Reason("payable", {"count": payable})
        )
    if kind == "reserve":
        denied = next((each for each in told if each.code == "denies"), None)
        if denied:
            return Reason("denies", {"seat": denied.values["seat"]})
        return Reason("gold_left", {}) if gold_left(table) else None
    if kind == "take":
        return Reason("room", {"tokens": held}) if payable else Reason("none_payable", {})
    return None


def gold_left(table: Any) -> bool:
    board = getattr(table, "board", None)
    if board is not None:
        return any(token == GOLD for row in board for token in row)
    supply = getattr(table, "supply", None)  # other games may have none
    return supply is not None and bool(supply[GOLD] > 0)


# Things, as the notation names them


def things_of(move: Move) -> tuple[str, ...]:
    """What a move takes or chooses."""
    match move:
        case Take(gems):
            return tuple(gem.letter for gem in gems)
        case TakePair(gem):
            return (gem.letter,)
        case TakeLine(spaces):
            return tuple(map(space_name, spaces))
        case UsePrivilege(space) | TakeGold(space) | TakeMatching(space):
            return (space_name(space),)
        case Purchase(level, slot) | ChooseGold(level, slot) | Reserve(level, slot):
            return (f"{level}{SLOT_LETTERS[slot]}",)
        case PurchaseHand(slot) | ChooseGoldHand(slot):
            return (f"h{slot + 1}",)
        case ReserveTop(level):
            return (str(level),)
        case _:
            return (str(move),)


def things_of_all(moves: Sequence[Move]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(thing for move in moves for thing in things_of(move)))


# The third step: the line


def expected_line(view: View, line: Sequence[Move]) -> tuple[tuple[int, Move], ...]:
    """A line with the seat of each move, as far as it depends only on visible cards: as far as its
    moves mean the same in several deals that agree with the view. Its first move is always there.
    """
    games = [view.imagine(seed) for seed in range(DEALS)]
    known: list[tuple[int, Move]] = []
    for move in line:
        if any(game.is_over or not game.is_legal(move) for game in games):
            break
        if known and len({(game.active, game.describe(move)) for game in games}) > 1:
            break
        known.append((games[0].active, move))
        for game in games:
            game.push(move)
    return tuple(known)
