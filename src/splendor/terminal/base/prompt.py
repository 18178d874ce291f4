"""The prompt of the base game: questions, short answers, and the legal moves in groups."""

import re
from collections.abc import Iterator, Sequence

from splendor.base.moves import (
    MOVES,
    PURCHASE,
    SLOT_LETTERS,
    TOKEN_LETTERS,
    BaseMove,
    DeclineNoble,
    GoldFor,
    Pass,
    PayNow,
    ReceiveNoble,
    ReturnToken,
    Take,
    TakePair,
)
from splendor.base.state import ROW, TOKEN_LIMIT
from splendor.base.table import BasePlace, BaseTable
from splendor.core.decks import LEVELS
from splendor.core.gems import LETTERS, TokenCounts
from splendor.game import Game
from splendor.terminal.answers import (
    how_to_give,
    named_tokens,
    no_such_place,
    signed,
    wrong_word,
)
from splendor.terminal.base.drawing import card_word, table_of
from splendor.terminal.drawing import chips, how_many, wrapped
from splendor.terminal.prices import CardOffer, cards_in_reach, purchases, reserves


def rank(move: object) -> int:
    """The order of returned tokens and of gold choices: W U G R K J."""
    match move:
        case ReturnToken(token):
            return TokenCounts.order.index(token)
        case GoldFor(gem):
            return gem
        case _:
            return 0


def given(move: object) -> int | None:
    """The token that a move returns, as an index into W U G R K J."""
    return TokenCounts.order.index(move.token) if isinstance(move, ReturnToken) else None


def prepare(game: Game, line: str) -> str:
    """Expand a short answer into a move: `K W` when tokens are to be returned."""
    match game.phase:
        case "return":
            return signed("-", named_tokens(line, TOKEN_LETTERS, "return ")) or line
        case "pay":
            return signed("J=", named_tokens(line, LETTERS)) or line
        case "noble" if line.strip().isdecimal():
            return f"n{line.strip()}"
        case _:
            return line


def mistake(game: Game, words: Sequence[str]) -> str:
    """Why these words are not a move; empty if they are not recognised."""
    word = wrong_word(words)
    if re.fullmatch(r"([a-e][1-5])+", word) and not word.startswith("b"):
        return "gems are taken by their letters, such as WUG"
    return no_such_place(word, [SLOT_LETTERS[:ROW]] * LEVELS)


def clash(moves: Sequence[object]) -> str:
    """Consecutive moves of one kind never conflict in the base game."""
    return ""


# Questions


def over_the_limit(game: Game) -> int:
    return sum(table_of(game).places[game.active].tokens) - TOKEN_LIMIT


def lowest_return(game: Game) -> int:
    """The first kind of token that may still be returned."""
    return min(map(rank, game.legal_moves))


def purchase(game: Game) -> BaseMove:
    """The purchase that is being paid for."""
    return MOVES[PURCHASE + int(game.record[0].chosen)]


def chosen(game: Game) -> str:
    """The place of the card that is being bought."""
    return str(purchase(game))[1:] if game.phase == "pay" else ""


def chosen_card(game: Game) -> str:
    table = table_of(game)
    card = table.card_of(purchase(game))
    return f"{card.code if card else 'the card'} ({chosen(game)})"


def question(game: Game) -> str:
    match game.phase:
        case "return":
            held, over = table_of(game).places[game.active].tokens, over_the_limit(game)
            how = how_to_give(held, lowest_return(game), over, TOKEN_LETTERS)
            return f"Return {how_many(over, 'token')}{how}"
        case "noble":
            return "Choose a noble"
        case "pay":
            return f"What does gold stand for, paying {chosen_card(game)}?"
        case _:
            return "Your move"


def choices(game: Game) -> Iterator[str]:
    """Every legal move, in groups."""
    moves, table = game.legal_moves, game.table
    for label, kinds in (("take", Take), ("take two", TakePair)):
        if texts := [str(move) for move in moves if isinstance(move, kinds)]:
            yield from wrapped(label, texts)
    if texts := list(purchases(table, moves, TOKEN_LETTERS)):
        yield from wrapped("buy", texts)
    if texts := list(reserves(table, moves)):
        yield from wrapped("reserve", texts)
    if game.phase == "return":
        yield from wrapped("return", [returns(game)])
    rest = (GoldFor, PayNow, ReceiveNoble, DeclineNoble, Pass)
    if others := [move for move in moves if isinstance(move, rest)]:
        yield from wrapped(label_of(others[0]), [small_words(game, move) for move in others])
    if game.phase == "pay" and PayNow() not in moves:
        yield from wrapped("undo", ["takes the choice back"])


def returns(game: Game) -> str:
    """The number of tokens to return, and the tokens that may be returned."""
    held, first = table_of(game).places[game.active].tokens, lowest_return(game)
    offered = [0 if token < first else count for token, count in enumerate(held)]
    return f"{over_the_limit(game)} of {chips(offered, TOKEN_LETTERS)}"


def label_of(move: object) -> str:
    match move:
        case GoldFor() | PayNow():
            return "pay"
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


def card_offers(table: BaseTable, place: BasePlace) -> Iterator[CardOffer]:
    """The cards that a player could buy, affordable or not."""
    for where, card in cards_in_reach(place.hand, table.market):
        yield CardOffer(where, card, card_word(card))
