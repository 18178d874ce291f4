"""What can be typed in the base game: what is to be decided, and the legal moves in short."""

from collections.abc import Iterator, Sequence

from splendor.base.moves import (
    SLOT_LETTERS,
    TOKEN_LETTERS,
    DeclineNoble,
    GoldFor,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    ReceiveNoble,
    Reserve,
    ReserveTop,
    ReturnToken,
    Take,
    TakePair,
)
from splendor.base.reasons import card_of
from splendor.base.state import MARKET, TOKEN_LIMIT
from splendor.base.table import Place, Table
from splendor.game import Game
from splendor.terminal.base_drawing import card_word, table_of
from splendor.terminal.drawing import how_many, wrapped
from splendor.terminal.prices import Ware, purchase_words


def rank(move: object) -> int:
    """Tokens are returned, and gold stands for gems, in the order W U G R K J."""
    match move:
        case ReturnToken(token):
            return token
        case GoldFor(gem):
            return gem
        case _:
            return 0


# Asking


def question(game: Game) -> str:
    match game.phase:
        case "return":
            over = sum(game.table.places[game.seat].tokens) - TOKEN_LIMIT
            return f"Return {how_many(over, 'token')}"
        case "noble":
            return "Choose a noble"
        case "pay":
            return "What does gold stand for?"
        case _:
            return "Your move"


def choices(game: Game) -> Iterator[str]:
    """Every legal move, in groups."""
    moves = game.legal_moves
    for label, kinds in (("take", Take), ("take two", TakePair)):
        if texts := [str(move) for move in moves if isinstance(move, kinds)]:
            yield from wrapped(label, texts)
    if texts := list(purchases(game, moves)):
        yield from wrapped("buy", texts)
    if texts := list(reserves(moves)):
        yield from wrapped("reserve", texts)
    rest = (GoldFor, PayNow, ReturnToken, ReceiveNoble, DeclineNoble, Pass)
    if others := [move for move in moves if isinstance(move, rest)]:
        yield from wrapped(label_of(others[0]), [small_words(game, move) for move in others])


def purchases(game: Game, moves: Sequence[object]) -> Iterator[str]:
    table = table_of(game)
    place, texts = table.places[game.seat], [str(move) for move in moves]
    for move in moves:
        if isinstance(move, (Purchase, PurchaseHand)):
            card = card_of(table, place, move)
            assert card is not None
            yield purchase_words(str(move), place, card, TOKEN_LETTERS, texts)


def reserves(moves: Sequence[object]) -> Iterator[str]:
    market = [str(move) for move in moves if isinstance(move, Reserve)]
    decks = [str(move) for move in moves if isinstance(move, ReserveTop)]
    if len(market) == MARKET:
        yield f"{market[0]} … {market[-1]}"
    else:
        yield from market
    if decks:
        yield f"unseen: {' '.join(decks)}"


def label_of(move: object) -> str:
    match move:
        case GoldFor() | PayNow():
            return "pay"
        case ReturnToken():
            return "return"
        case Pass():
            return "pass"
        case _:
            return "noble"


def small_words(game: Game, move: object) -> str:
    match move:
        case ReceiveNoble(slot):
            noble = table_of(game).nobles[slot]
            return f"{move} {noble.name if noble else ''}"
        case DeclineNoble():
            return f"{move} (none)"
        case PayNow():
            return f"{move} ({game.describe(move).removeprefix('Pay ').removesuffix('.')})"
        case Pass():
            return f"{move} (no action is possible)"
        case _:
            return str(move)


def wares(table: Table, place: Place) -> Iterator[Ware]:
    """The cards that a player could buy, if they had the means."""
    for slot, held in enumerate(place.hand, 1):
        if held.card:
            yield Ware(f"h{slot}", held.card, card_word(held.card))
    for level in reversed(range(len(table.market))):
        for slot, card in enumerate(table.market[level]):
            if card:
                yield Ware(f"{level + 1}{SLOT_LETTERS[slot]}", card, card_word(card))
