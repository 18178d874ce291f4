"""Splendor Duel in words that reveal no secret: moves, turns, result."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence

from splendor.core.content import JewelCard, points_text
from splendor.core.gems import COLOURS, LETTERS
from splendor.duel import moves
from splendor.duel.board import SPIRAL, space_name
from splendor.duel.moves import TOKEN_LETTERS, DuelMove
from splendor.duel.state import COLOUR_TO_WIN, CROWNS_TO_WIN, GOLD, POINTS_TO_WIN, PRIVILEGES
from splendor.duel.table import DuelPlace, DuelTable
from splendor.game import Game
from splendor.outcome import Outcome
from splendor.terminal.drawing import LEGEND, how_many
from splendor.terminal.duel.drawing import (
    colour_of,
    gift_of,
    options_of,
    points_of,
    table_of,
    token_at,
)
from splendor.terminal.history import Decision, backwards, decisions

REASONS = {
    "points": f"{POINTS_TO_WIN} points were the goal",
    "crowns": f"{CROWNS_TO_WIN} crowns were the goal",
    "colour": f"{COLOUR_TO_WIN} points in one colour were the goal",
    "limit": "too many turns without a purchase",
}


def sentence_of(game: Game, move: DuelMove) -> str:
    if isinstance(move, moves.Reserve) and options_of(game).hands == "hidden":
        return f"Reserve the card at {str(move)[1:]}."  # D7.1: only its level stays known
    sentence = game.describe(move)
    if isinstance(move, moves.Replenish) and sentence.endswith("privilege."):
        return f"{sentence.removesuffix('.')}{source(table_of(game), game.active)}."
    return sentence


def source(before: DuelTable, seat: int) -> str:
    """D4.1: the source of a privilege when none is beside the board."""
    return "" if before.privileges else f" from seat {seat}"


def aftermath(before: DuelTable, after: DuelTable, move: DuelMove) -> str:
    """The effects of a move that nobody chose: tokens from the bag, privileges, another turn."""
    words = ""
    seat = before.active
    if isinstance(move, moves.Replenish):
        words += f" The bag brings {' '.join(placed(before, after))}."
    elif gained(before, after, 1 - seat) and not isinstance(move, moves.UsePrivilege):
        words += f" The opponent takes a privilege{source(before, seat)}."
    if gained(before, after, seat):
        words += f" A privilege comes with it{source(before, 1 - seat)}."
    words += in_vain(before, after)
    return words + (" Another turn follows." if earns_a_turn(before, after) else "")


def in_vain(before: DuelTable, after: DuelTable) -> str:
    """D5.2: an ability that had no effect."""
    seat = before.active
    old, new = before.places[seat], after.places[seat]
    for own in new.bought:
        if own.card.ability == "take" and own not in old.bought and after.phase != "match":
            return f" There is no {own.colour} token to take."
    gifts = [own.card.ability for own in new.bought if own not in old.bought]
    gifts += [royal.ability for royal in new.royals if royal not in old.royals]
    if "steal" in gifts and after.phase != "steal":
        return " There is nothing to steal."
    full = "privilege" in gifts and old.privileges == PRIVILEGES
    return " There is no privilege left to take." if full else ""


def earns_a_turn(before: DuelTable, after: DuelTable) -> bool:
    """D5.2: whether this decision earned another turn, pending or already begun."""
    begun = after.turn > before.turn and after.active == before.active
    return not before.again and (after.again or begun)


def gained(before: DuelTable, after: DuelTable, seat: int) -> bool:
    return after.places[seat].privileges > before.places[seat].privileges


def placed(before: DuelTable, after: DuelTable) -> Iterator[str]:
    """The tokens placed on the board, in the order of the spiral."""
    for space in map(int, SPIRAL):
        token = token_at(after, space)
        if token is not None and token_at(before, space) is None:
            yield TOKEN_LETTERS[token]


# A turn in a few words

DISCARDED = "discarded"


def last_turns(game: Game) -> tuple[str, ...]:
    """The latest turn of each seat, in a few words, together with its extra turns."""
    runs: dict[int, list[str]] = {}
    seat = None
    for decision in backwards(game):
        if decision.seat != seat and decision.seat in runs:
            break
        seat = decision.seat
        runs.setdefault(seat, []).insert(0, move_words(decision))
    words = [runs.get(seat, []) for seat in range(game.players)]
    return tuple(", ".join(merged(word for word in turn if word)) for turn in words)


def merged(words: Iterable[str]) -> list[str]:
    """Join consecutive discards."""
    joined: list[str] = []
    for word in words:
        if joined and all(text.startswith(DISCARDED) for text in (joined[-1], word)):
            joined[-1] += word.removeprefix(DISCARDED)
        else:
            joined.append(word)
    return joined


def move_words(decision: Decision) -> str:
    """A decision in a few words; empty if it only prepares another one."""
    before, move = table_of(decision.before), decision.move
    match move:
        case moves.TakeLine(spaces):
            return f"took {tokens_on(before, spaces)} at {move}"
        case moves.UsePrivilege(space):
            return f"took {tokens_on(before, (space,))} at {space_name(space)} by privilege"
        case moves.TakeMatching(space):
            return f"took {tokens_on(before, (space,))} at {space_name(space)} with it"
        case moves.Replenish():
            return "filled the board"
        case moves.TakeGold(space):
            return f"reserved {reserved_where(decision)} with the gold at {space_name(space)}"
        case moves.Purchase() | moves.PurchaseHand() | moves.PayNow() | moves.AsColour():
            return bought_words(decision)
        case _:
            return small_words(before, move)


def small_words(before: DuelTable, move: object) -> str:
    match move:
        case moves.Steal(token):
            return f"stole {TOKEN_LETTERS[token]}"
        case moves.TakeRoyal(number):
            royal = before.royals[number]
            return f"took {move} for {points_of(royal)}" if royal else ""
        case moves.Discard(token):
            return f"{DISCARDED} {TOKEN_LETTERS[token]}"
        case _:
            return "passed" if isinstance(move, moves.Pass) else ""


def tokens_on(table: DuelTable, spaces: Sequence[int]) -> str:
    tokens = (token_at(table, space) for space in spaces)
    return " ".join(TOKEN_LETTERS[token] for token in tokens if token is not None)


def reserved_where(decision: Decision) -> str:
    """The place of the reserved card, from the previous decision if that is known."""
    chosen = decision.before.moves[-1] if decision.before.moves else None
    if isinstance(chosen, moves.ReserveTop):
        return f"level {chosen.level} unseen"
    return str(chosen)[1:] if isinstance(chosen, moves.Reserve) else "a card"


def places(decision: Decision) -> tuple[DuelPlace, DuelPlace]:
    """The place of the player who decided, before and after the decision."""
    before, after = table_of(decision.before), table_of(decision.after)
    return before.places[decision.seat], after.places[decision.seat]


def new_card(decision: Decision) -> tuple[JewelCard, str | None] | None:
    """The card that a decision bought, and the colour it counts for."""
    before, after = (place.bought for place in places(decision))
    return next(((own.card, own.colour) for own in after if own not in before), None)


def paid(decision: Decision) -> list[int]:
    before, after = (place.tokens for place in places(decision))
    return [held - left for held, left in zip(before, after, strict=True)]


def bought_words(decision: Decision) -> str:
    bought = new_card(decision)
    if bought is None:
        return ""
    card, colour = bought
    letter = LETTERS[COLOURS.index(colour)] * card.bonus_count if colour else ""
    wild = f"wild={letter}" if not colour_of(card) and colour else letter
    what = " ".join(word for word in (wild, points_of(card), gift_of(card)) if word)
    spent = enumerate(paid(decision))
    price = " ".join(f"{TOKEN_LETTERS[token]}{count}" for token, count in spent if count)
    return f"bought {what} for {price or 'nothing'}"


# The end


def verdict(outcome: Outcome) -> str:
    """The winner's score, and the goal that was reached."""
    if not outcome.winners:
        return f": {REASONS[outcome.reason]}"
    best = outcome.winners[0]
    crowns, cards = how_many(outcome.crowns[best], "crown"), how_many(outcome.cards[best], "card")
    score = f"{points_text(outcome.points[best])}, {crowns} and {cards}"
    return f" with {score}: {REASONS[outcome.reason]}"


HAVE = ("points", "crowns", "royals", "turns", "takes", "reserves")
PURCHASES = ("  I", " II", "III")  # of each level
COLUMNS = (*HAVE, *PURCHASES, "gold paid")


def figures(game: Game, seat: int) -> list[int]:
    """The numbers of one player, in the order of the columns."""
    own = [decision for decision in decisions(game) if decision.seat == seat]
    kinds: Counter[type] = Counter(type(decision.move) for decision in own)
    bought = [(decision, card[0]) for decision in own if (card := new_card(decision))]
    levels = [card.level for _, card in bought]
    place = table_of(game).places[seat]
    return [
        place.points,
        place.crowns,
        len(place.royals),
        len({decision.before.turn for decision in own}),
        kinds[moves.TakeLine],
        kinds[moves.TakeGold],
        *(levels.count(level) for level in (1, 2, 3)),
        sum(paid(decision)[GOLD] for decision, _ in bought),
    ]


def remarks(game: Game, names: Sequence[str]) -> Iterator[str]:
    """The legend; then the privileges that each player used and gave, and the reasons."""
    yield LEGEND
    made = list(decisions(game))
    for seat, name in enumerate(names):
        own = [decision for decision in made if decision.seat == seat]
        used = sum(isinstance(decision.move, moves.UsePrivilege) for decision in own)
        gave = [decision.move for decision in own if gives(decision)]
        filled = sum(isinstance(move, moves.Replenish) for move in gave)
        given = f"gave {filled} by filling the board and {len(gave) - filled} by what was taken"
        yield f" {name} used {how_many(used, 'privilege')}, {given}."


def gives(decision: Decision) -> bool:
    """Whether the opponent takes a privilege for this decision."""
    before, after = table_of(decision.before), table_of(decision.after)
    by_action = isinstance(decision.move, (moves.TakeLine, moves.Replenish))
    return by_action and gained(before, after, 1 - decision.seat)
