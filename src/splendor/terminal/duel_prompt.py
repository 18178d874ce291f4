"""What can be typed in Splendor Duel: lines on the board, what is to be decided, legal moves."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from splendor.content import JewelCard
from splendor.duel.board import LINES, SPACE_OF, space_name
from splendor.duel.moves import (
    SLOT_LETTERS,
    TOKEN_LETTERS,
    AsColour,
    Discard,
    GoldFor,
    Move,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    Replenish,
    Reserve,
    ReserveTop,
    Steal,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
)
from splendor.duel.reasons import card_of
from splendor.duel.state import GENEROUS, PEARL, PYRAMID, TOKEN_LIMIT, TOKENS
from splendor.duel.table import Place, Table
from splendor.game import Game
from splendor.terminal.drawing import BOLD, chips, how_many, paint, wrapped
from splendor.terminal.duel_drawing import (
    ability_of,
    bar_of,
    card_word,
    points_of,
    table_of,
    token_at,
)
from splendor.terminal.prices import Ware, purchase_words, shortage

ENDS = re.compile(r"\b([a-e][1-5])\s*(?:-|–|\bto\b)\s*([a-e][1-5])\b", re.IGNORECASE)
FEW = 4  # lines that are shown where there are many


# Reading


def prepare(line: str) -> str:
    """A line given by its ends, `c3-e3`, becomes its spaces, `c3d3e3`."""
    return ENDS.sub(between, line)


def between(ends: re.Match[str]) -> str:
    spaces = {SPACE_OF[end.lower()] for end in ends.groups()}
    for line in LINES:
        if {line[0], line[-1]} == spaces:
            return "".join(map(space_name, line))
    return ends.group()


def rank(move: Move) -> int:
    """Tokens are discarded, and gold stands for gems, in the order W U G R K P J."""
    match move:
        case Discard(token):
            return token
        case GoldFor(gem):
            return gem
        case _:
            return 0


# Asking

QUESTIONS = {
    "play": "Your move",
    "gold": "Which gold?",
    "pay": "What does gold stand for?",
    "colour": "Which colour does the wild card take?",
    "match": "Which token do you take?",
    "steal": "What do you take from your opponent?",
    "royal": "Choose a royal card",
}


def question(game: Game) -> str:
    if game.phase == "discard":
        over = sum(game.table.places[game.seat].tokens) - TOKEN_LIMIT
        return f"Discard {how_many(over, 'token')}"
    return QUESTIONS[game.phase]


def choices(game: Game) -> Iterator[str]:
    """The legal moves in groups; of lines and privileges, which are many, how many and a few."""
    moves, table = game.legal_moves, table_of(game)
    place = table.places[table.active]
    groups = {
        "privilege": privileges([move for move in moves if isinstance(move, UsePrivilege)]),
        "fill": fills(table, moves),
        "take": lines(table, place, [move for move in moves if isinstance(move, TakeLine)]),
        "buy": purchases(table, place, moves),
        "reserve": reserves(table, moves),
        LABELS.get(table.phase, "pass"): smaller(game, table, moves),
    }
    for label, words in groups.items():
        if shown := list(words):
            yield from wrapped(label, shown)


LABELS = {
    "gold": "gold",
    "pay": "pay",
    "colour": "colour",
    "match": "take",
    "steal": "steal",
    "royal": "royal",
    "discard": "discard",
}


def privileges(moves: Sequence[UsePrivilege]) -> Iterator[str]:
    if moves:
        first = paint(str(moves[0]), BOLD)
        yield f"p and a space, such as {first}: {how_many(len(moves), 'token')} can be taken"


def fills(table: Table, moves: Sequence[object]) -> Iterator[str]:
    if Replenish() in moves:
        what = f"{how_many(sum(table.bag), 'token')} from the bag; your opponent takes a privilege"
        yield f"{paint('fill', BOLD)}: {what}"


def reserves(table: Table, moves: Sequence[object]) -> Iterator[str]:
    pyramid = [str(move) for move in moves if isinstance(move, Reserve)]
    decks = [str(move) for move in moves if isinstance(move, ReserveTop)]
    if len(pyramid) == PYRAMID:
        yield f"{pyramid[0]} … {pyramid[-1]}"
    else:
        yield from pyramid
    if decks:
        yield f"unseen: {' '.join(decks)}"


def purchases(table: Table, place: Place, moves: Sequence[object]) -> Iterator[str]:
    texts = [str(move) for move in moves]
    for move in moves:
        if isinstance(move, (Purchase, PurchaseHand)):
            card = card_of(table, place, move)
            assert card is not None
            yield purchase_words(str(move), place, card, TOKEN_LETTERS, texts)


def smaller(game: Game, table: Table, moves: Sequence[object]) -> Iterator[str]:
    """The decisions of the other phases, all of them."""
    for move in moves:
        match move:
            case TakeGold() | GoldFor() | AsColour() | TakeMatching() | Discard():
                yield str(move)
            case PayNow():
                yield f"{move} ({game.describe(move).removeprefix('Pay ').removesuffix('.')})"
            case Steal(token):
                yield f"{move} ({table.places[1 - table.active].tokens[token]} there)"
            case TakeRoyal(number):
                royal = table.royals[number]
                yield f"{move} {points_of(royal)} {ability_of(royal)}".rstrip() if royal else ""
            case Pass():
                yield f"{move} (no action is possible)"


# Lines


@dataclass(frozen=True, slots=True)
class Offer:
    """A line, what it brings, and which cards could be bought then that cannot be bought now."""

    move: TakeLine
    tokens: tuple[int, ...]
    bargains: tuple[str, ...]

    @property
    def is_generous(self) -> bool:
        """D3.1: whether the opponent takes a privilege for it."""
        return any(self.tokens[token] >= count for token, count in enumerate(GENEROUS))

    @property
    def promise(self) -> tuple[int, ...]:
        """What is good about it: cards to buy, many tokens, no privilege given, pearls."""
        count, pearls = sum(self.tokens), self.tokens[PEARL]
        return len(self.bargains), count, not self.is_generous, pearls

    def __str__(self) -> str:
        then = f" then b{self.bargains[0]}" if self.bargains else ""
        gives = " (gives a privilege)" if self.is_generous else ""
        return f"{paint(str(self.move), BOLD)} {chips(self.tokens, TOKEN_LETTERS)}{then}{gives}"


def lines(table: Table, place: Place, moves: Sequence[TakeLine]) -> Iterator[str]:
    """How many lines can be taken, and those that bring most."""
    if len(moves) > FEW:
        yield f"{how_many(len(moves), 'line')}, such as"
    wanted = [ware for ware in wares(table, place) if shortage(place, ware.card) and not ware.bar]
    offers = [offer(table, place, wanted, move) for move in moves]
    offers.sort(key=lambda offer: offer.promise, reverse=True)
    yield from map(str, offers[:FEW])


def offer(table: Table, place: Place, wanted: Sequence[Ware], move: TakeLine) -> Offer:
    taken = [token_at(table, space) for space in move.spaces]
    tokens = tuple(taken.count(token) for token in range(TOKENS))
    held = tuple(own + more for own, more in zip(place.tokens, tokens, strict=True))
    richer = replace(place, tokens=held)
    bargains = (ware.where for ware in wanted if not shortage(richer, ware.card))
    return Offer(move, tokens, tuple(bargains))


# What can I buy?


def wares(table: Table, place: Place) -> Iterator[Ware]:
    """The cards that a player could buy, if they had the means."""
    for slot, held in enumerate(place.hand, 1):
        if held.card:
            yield ware(f"h{slot}", place, held.card)
    for level in reversed(range(len(table.pyramid))):
        for slot, card in enumerate(table.pyramid[level]):
            if card:
                yield ware(f"{level + 1}{SLOT_LETTERS[slot]}", place, card)


def ware(where: str, place: Place, card: JewelCard) -> Ware:
    bar = "it needs a bonus to copy" if bar_of(place, card) else ""
    return Ware(where, card, card_word(card), bar)
