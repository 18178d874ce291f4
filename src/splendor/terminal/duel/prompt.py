"""The prompt of Splendor Duel: questions, and the legal moves in groups."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from splendor.core.gems import Counts
from splendor.duel.moves import (
    MOVES,
    PURCHASE,
    RESERVE,
    TOKEN_LETTERS,
    AsColour,
    DuelMove,
    GoldFor,
    Pass,
    PayNow,
    Replenish,
    Steal,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
)
from splendor.duel.state import GENEROUS, PEARL, PRIVILEGES, TOKEN_LIMIT, TOKENS
from splendor.duel.table import DuelPlace, DuelTable
from splendor.game import Game
from splendor.terminal.answers import how_to_give
from splendor.terminal.drawing import BOLD, chips, how_many, paint, wrapped
from splendor.terminal.duel.answers import rank
from splendor.terminal.duel.drawing import (
    ability_of,
    bar_of,
    card_word,
    points_of,
    table_of,
    token_at,
)
from splendor.terminal.prices import CardOffer, cards_in_reach, purchases, reserves, shortage

FEW = 4  # lines that are shown where there are many


# Questions

QUESTIONS = {
    "play": "Your move",
    "gold": "Which gold comes with {card}?",
    "pay": "What does gold stand for, paying {card}?",
    "colour": "Which colour does {card} take?",
    "match": "Which token do you take?",
    "steal": "What do you take from your opponent?",
    "royal": "Choose a royal card",
}
WITH_A_CARD = ("gold", "pay", "colour")  # phases between choosing a card and getting it


def question(game: Game) -> str:
    if game.phase == "discard":
        held, over = table_of(game).places[game.active].tokens, over_the_limit(game)
        how = how_to_give(held, lowest_discard(game), over, TOKEN_LETTERS)
        return f"Discard {how_many(over, 'token')}{how}"
    card = chosen_card(game) if game.phase in WITH_A_CARD else ""
    return QUESTIONS[game.phase].format(card=card)


def over_the_limit(game: Game) -> int:
    return sum(table_of(game).places[game.active].tokens) - TOKEN_LIMIT


def lowest_discard(game: Game) -> int:
    """The first kind of token that may still be discarded."""
    return min(map(rank, game.legal_moves))


def choice(game: Game) -> DuelMove:
    """The purchase or reservation that is not yet carried out."""
    first = RESERVE if game.phase == "gold" else PURCHASE
    return MOVES[first + int(game.record[0].chosen)]


def chosen(game: Game) -> str:
    """The place of the card being bought or reserved: `1e`, `h1`, or `3` for a deck."""
    return str(choice(game))[1:] if game.phase in WITH_A_CARD else ""


def chosen_card(game: Game) -> str:
    table, move = table_of(game), choice(game)
    card = table.card_of(move)
    if card is None:
        return f"the unseen card of level {chosen(game)}"
    return f"{card.code} ({chosen(game)})"


def choices(game: Game) -> Iterator[str]:
    """The legal moves in groups; of lines and privileges only the number and a few examples."""
    moves, table = game.legal_moves, table_of(game)
    place = table.places[table.active]
    groups = {
        "privilege": privileges([move for move in moves if isinstance(move, UsePrivilege)]),
        "fill": fills(table, moves),
        "take": lines(table, place, [move for move in moves if isinstance(move, TakeLine)]),
        "buy": purchases(table, moves, TOKEN_LETTERS),
        "reserve": reserves(table, moves),
        "discard": discards(game, place),
        LABELS.get(table.phase, "pass"): smaller(game, table, moves),
    }
    for label, words in groups.items():
        if shown := list(words):
            yield from wrapped(label, shown)
    if table.phase in WITH_A_CARD and PayNow() not in moves:
        yield from wrapped("undo", ["takes the choice back"])


LABELS = {
    "gold": "gold",
    "pay": "pay",
    "colour": "colour",
    "match": "take",
    "steal": "steal",
    "royal": "royal",
}


def privileges(moves: Sequence[UsePrivilege]) -> Iterator[str]:
    if moves:
        first = paint(str(moves[0]), BOLD)
        yield f"p and a space, such as {first}: {how_many(len(moves), 'token')} can be taken"


def fills(table: DuelTable, moves: Sequence[object]) -> Iterator[str]:
    if Replenish() in moves:
        gives = f"; your opponent takes a privilege{source(table)}" if can_be_given(table) else ""
        yield f"{paint('fill', BOLD)}: {how_many(sum(table.bag), 'token')} from the bag{gives}"


def can_be_given(table: DuelTable) -> bool:
    """D4.1: the opponent gets no privilege if they have all."""
    return table.places[1 - table.active].privileges < PRIVILEGES


def source(table: DuelTable) -> str:
    """D4.1: without a privilege beside the board, it comes from the active player."""
    return "" if table.privileges else " from you"


def discards(game: Game, place: DuelPlace) -> Iterator[str]:
    """The number of tokens to discard, and the tokens that may be discarded."""
    if game.phase == "discard":
        first = lowest_discard(game)
        offered = [0 if token < first else count for token, count in enumerate(place.tokens)]
        yield f"{over_the_limit(game)} of {chips(offered, TOKEN_LETTERS)}"


def smaller(game: Game, table: DuelTable, moves: Sequence[object]) -> Iterator[str]:
    """The moves of the phases other than play and discard."""
    for move in moves:
        match move:
            case TakeGold() | GoldFor() | AsColour() | TakeMatching():
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
class LineOffer:
    """A line of tokens, and the cards that become affordable with it."""

    move: TakeLine
    tokens: tuple[int, ...]
    affordable: tuple[str, ...]
    is_generous: bool  # D3.1: the opponent takes a privilege for it
    is_costly: bool  # D4.1: and it comes from the player who takes the line

    @property
    def promise(self) -> tuple[int, ...]:
        """The sort key: affordable cards, number of tokens, no privilege given, pearls."""
        count, pearls = sum(self.tokens), self.tokens[PEARL]
        return len(self.affordable), count, not self.is_generous, pearls

    def __str__(self) -> str:
        then = f" then b{self.affordable[0]}" if self.affordable else ""
        how = "costs you" if self.is_costly else "gives"
        gives = f" ({how} a privilege)" if self.is_generous else ""
        return f"{paint(str(self.move), BOLD)} {chips(self.tokens, TOKEN_LETTERS)}{then}{gives}"


def lines(table: DuelTable, place: DuelPlace, moves: Sequence[TakeLine]) -> Iterator[str]:
    """The number of lines that can be taken, and the best ones."""
    if len(moves) > FEW:
        yield f"{how_many(len(moves), 'line')}, such as"
    wanted = [
        each for each in card_offers(table, place) if shortage(place, each.card) and not each.bar
    ]
    offers = [line_offer(table, place, wanted, move) for move in moves]
    offers.sort(key=lambda offer: offer.promise, reverse=True)
    yield from map(str, offers[:FEW])


def line_offer(
    table: DuelTable, place: DuelPlace, wanted: Sequence[CardOffer], move: TakeLine
) -> LineOffer:
    taken = [token_at(table, space) for space in move.spaces]
    tokens = tuple(taken.count(token) for token in range(TOKENS))
    held = Counts(own + more for own, more in zip(place.tokens, tokens, strict=True))
    richer = replace(place, tokens=held)
    affordable = (each.where for each in wanted if not shortage(richer, each.card))
    generous = any(tokens[token] >= count for token, count in enumerate(GENEROUS))
    generous = generous and can_be_given(table)
    return LineOffer(move, tokens, tuple(affordable), generous, generous and not table.privileges)


# The list of purchases


def card_offers(table: DuelTable, place: DuelPlace) -> Iterator[CardOffer]:
    """The cards that a player could buy, affordable or not."""
    for where, card in cards_in_reach(place.hand, table.market):
        bar = "it needs a bonus to copy" if bar_of(place, card) else ""
        yield CardOffer(where, card, card_word(card), bar)
