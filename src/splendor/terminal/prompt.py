"""What can be typed at a table: the legal moves in short, reading a line, and saying why not."""

from collections.abc import Iterator, Sequence
from itertools import groupby

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
    parse_move,
)
from splendor.base.reasons import card_of, missing
from splendor.base.state import MARKET, TOKEN_LIMIT
from splendor.base.table import Place, Table
from splendor.content import Card
from splendor.errors import NotationError
from splendor.game import Game
from splendor.gems import GEMS
from splendor.ruleset import Move
from splendor.terminal.drawing import (
    BOLD,
    card_word,
    chips,
    pad,
    paint,
    payment,
    shortage,
    wrapped,
)

RETURN = "return"
NEAREST = 4  # cards out of reach that are worth a line


# Reading


def read_moves(line: str) -> list[Move]:
    """The moves that a line means: several with spaces between, also in words."""
    words, moves = split_words(line) or [line], []
    while words:
        move, used = first_move(words)
        moves.append(move)
        words = words[used:]
    return in_order(moves)


def split_words(line: str) -> list[str]:
    """Words, with `-WK` and `return W K` as one word for each token."""
    words: list[str] = []
    returning = False
    for word in line.replace(",", " ").replace(";", " ").split():
        tokens = word.removeprefix("-").upper()
        returning = returning or word[0] == "-"
        if returning and tokens and set(tokens) <= set(TOKEN_LETTERS):
            if words and words[-1] == RETURN:
                words.pop()
            words += [f"-{token}" for token in tokens]
        else:
            returning = word.lower() == RETURN
            words.append(RETURN if returning else word)
    return words


def first_move(words: Sequence[str]) -> tuple[Move, int]:
    """The longest move at the beginning, and how many words it takes."""
    for used in range(len(words), 0, -1):
        try:
            return parse_move(" ".join(words[:used])), used
        except NotationError:
            continue
    raise NotationError(
        f"{words[0]!r} is neither a move nor a command: moves lists what is legal, help explains"
    )


def in_order(moves: list[Move]) -> list[Move]:
    """Tokens are returned, and gold stands for gems, in the order W U G R K J."""
    ordered: list[Move] = []
    for kind, run in groupby(moves, type):
        same = list(run)
        if kind is ReturnToken or kind is GoldFor:
            same.sort(
                key=lambda move: move.token if isinstance(move, ReturnToken) else gem_of(move)
            )
        ordered += same
    return ordered


def gem_of(move: Move) -> int:
    assert isinstance(move, GoldFor)
    return move.gem


# Asking


def question(game: Game, names: Sequence[str], several: bool) -> str:
    """What is to be decided now; with several humans, by whom."""
    if game.is_over:
        return "undo, save FILE, log or quit"
    match game.phase:
        case "return":
            over = sum(game.table.places[game.seat].tokens) - TOKEN_LIMIT
            what = f"Return {over} token{'s' if over > 1 else ''}"
        case "noble":
            what = "Choose a noble"
        case "pay":
            what = "What does gold stand for?"
        case _:
            what = "Your move"
    return f"{names[game.seat]}: {what}" if several else what


def choices(game: Game) -> Iterator[str]:
    """Every legal move, in groups."""
    moves, place = game.legal_moves, game.table.places[game.seat]
    for label, kinds in (("take", Take), ("take two", TakePair)):
        if texts := [str(move) for move in moves if isinstance(move, kinds)]:
            yield from wrapped(label, texts)
    if texts := [purchase_words(game.table, place, move, moves) for move in purchases(moves)]:
        yield from wrapped("buy", texts)
    if texts := list(reserves(moves)):
        yield from wrapped("reserve", texts)
    rest = (GoldFor, PayNow, ReturnToken, ReceiveNoble, DeclineNoble, Pass)
    if others := [move for move in moves if isinstance(move, rest)]:
        yield from wrapped(label_of(others[0]), [small_words(game, move) for move in others])


def purchases(moves: Sequence[Move]) -> list[Purchase | PurchaseHand]:
    return [move for move in moves if isinstance(move, (Purchase, PurchaseHand))]


def purchase_words(
    table: Table, place: Place, move: Purchase | PurchaseHand, moves: Sequence[Move]
) -> str:
    """A purchase and its payment; `+` where gold can be chosen."""
    card = card_of(table, place, move)
    assert card is not None
    texts = {str(other) for other in moves}
    more = f" or {move}+" if f"{move}+" in texts else ""
    return f"{paint(str(move), BOLD)} for {chips(payment(place, card))}{more}"


def reserves(moves: Sequence[Move]) -> Iterator[str]:
    market = [str(move) for move in moves if isinstance(move, Reserve)]
    decks = [str(move) for move in moves if isinstance(move, ReserveTop)]
    if len(market) == MARKET:
        yield f"{market[0]} … {market[-1]}"
    else:
        yield from market
    if decks:
        yield f"unseen: {' '.join(decks)}"


def label_of(move: Move) -> str:
    match move:
        case GoldFor() | PayNow():
            return "pay"
        case ReturnToken():
            return "return"
        case Pass():
            return "pass"
        case _:
            return "noble"


def small_words(game: Game, move: Move) -> str:
    match move:
        case ReceiveNoble(slot):
            noble = game.table.nobles[slot]
            return f"{move} {noble.name if noble else ''}"
        case DeclineNoble():
            return f"{move} (none)"
        case PayNow():
            return f"{move} ({game.describe(move).removeprefix('Pay ').removesuffix('.')})"
        case Pass():
            return f"{move} (no action is possible)"
        case _:
            return str(move)


# What can I buy?


def shopping(table: Table, seat: int, name: str) -> Iterator[str]:
    """What a seat can buy now and for what; then the nearest cards and what they lack."""
    place = table.places[seat]
    wares = [(f"b{where}", card) for where, card in cards_in_reach(table, place)]
    affordable = [ware for ware in wares if not shortage(place, ware[1])]
    yield f" {name} can buy:" if affordable else f" {name} can buy nothing now."
    for move, card in affordable:
        yield f"  {move:<4}{pad(card_word(card), 25)} for {chips(payment(place, card))}"
    others = sorted(
        (ware for ware in wares if shortage(place, ware[1])),
        key=lambda ware: (shortage(place, ware[1]), -ware[1].points),
    )
    if others:
        yield " Nearest:"
    for move, card in others[:NEAREST]:
        lacks = f"{shortage(place, card)} short: {chips(missing(place, card))}"
        gold = f", less {place.tokens[GEMS]} gold" if place.tokens[GEMS] else ""
        yield f"  {move[1:]:<4}{pad(card_word(card), 25)} {lacks}{gold}"


def cards_in_reach(table: Table, place: Place) -> Iterator[tuple[str, Card]]:
    """The cards that a player could buy, if they had the means, and where they lie."""
    for slot, held in enumerate(place.hand, 1):
        if held.card:
            yield f"h{slot}", held.card
    for level in reversed(range(len(table.market))):
        for slot, card in enumerate(table.market[level]):
            if card:
                yield f"{level + 1}{SLOT_LETTERS[slot]}", card


def why_not(game: Game, move: Move) -> str:
    """Why a move is not legal, in a line."""
    return f"{move} is not possible: {game.why_not(move)}"
