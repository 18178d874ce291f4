"""Facts about a turn that all games have, as its player knew it.

A card or token that chance reveals during the turn counts as unknown. What a player "can buy" is
meant as if it were that player's turn, with the tokens held after the turn.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from splendor.core.content import WILD, Card
from splendor.core.gems import GOLD
from splendor.core.moves import ChooseGold, Move, Purchase, Reserve
from splendor.core.tables import HandCard, Place, Table
from splendor.game import Game
from splendor.review.model import Reason

HOARD = 9  # tokens that leave little room for more
NEAR = 2  # gems that are still missing for a card one reserves with a plan


class Fact(NamedTuple):
    """A reason, and how much it matters: about the points that are at stake."""

    reason: Reason
    effect: float


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn as its player knew it: the tables before and after it, with `None` for cards that
    were revealed in between. `won` is whether the turn wins the game.
    """

    seat: int
    before: Any  # the table of the game, such as `BaseTable`
    after: Any
    moves: tuple[Move, ...]
    won: bool
    options: Any  # of the game, such as `BaseOptions`

    @property
    def mine(self) -> tuple[Any, Any]:
        """The player's own place before and after."""
        return self.before.places[self.seat], self.after.places[self.seat]

    @property
    def others(self) -> list[int]:
        """The other seats in the order of their turns."""
        count = len(self.after.places)
        return [(self.seat + distance) % count for distance in range(1, count)]


Facts = Callable[[SeenTurn], Iterator[Fact]]
# Whether a player in a seat would end the game by buying a card after a turn.
EndsWith = Callable[[SeenTurn, int, Any], bool]


# The turn as its player knew it


def seen_turn(game: Game, ply: int, texts: Sequence[str]) -> SeenTurn:
    """The turn that begins with these moves after `ply` decisions, as far as they belong to it."""
    later = game.at(ply)
    seat, turn, moves = later.active, later.turn, []
    before = later.view(seat).table
    for text in texts:
        if later.outcome is not None or later.turn != turn:
            break
        move = later.parse(text)
        if move not in later.legal_moves:  # of a line that was computed for another deal
            break
        later.push(move)
        moves.append(move)
    after = known_part(before, later.view(seat).table, seat)
    won = later.outcome is not None and seat in later.outcome.winners
    return SeenTurn(seat, before, after, tuple(moves), won, game.options)


def known_part(before: Table, after: Table, seat: int) -> Table:
    """The table after a turn without what was revealed meanwhile: cards that were not there."""
    lying = {card for row in before.market for card in row}
    held = {card.card for card in before.places[seat].hand}
    market = tuple(
        tuple(card if card == was else None for card, was in zip(row, old, strict=True))
        for row, old in zip(after.market, before.market, strict=True)
    )
    hand = tuple(
        card if card.card in lying | held else replace(card, card=None)
        for card in after.places[seat].hand
    )
    places = list(after.places)
    places[seat] = replace(places[seat], hand=hand)
    return replace(after, market=market, places=tuple(places))


# Paying


def gold_for(place: Place, card: Card) -> int:
    """The gold that a player needs for a card."""
    return sum(
        max(0, count - place.bonuses[gem] - place.tokens[gem]) for gem, count in card.cost.items()
    )


def short_of(place: Place, card: Card) -> int:
    """How many tokens a player lacks for a card."""
    return max(0, gold_for(place, card) - place.tokens[GOLD])


def can_buy(place: Place, card: Card) -> bool:
    """Whether a player can pay a card. A wild one needs another card that gives a bonus."""
    return short_of(place, card) == 0 and (card.bonus != WILD or any(place.bonuses))


def for_sale(table: Table, seat: int) -> list[Card]:
    """The cards that a player can buy as far as they are known: the market and the hand."""
    hand: tuple[HandCard[Card], ...] = table.places[seat].hand
    lying = [card for row in table.market for card in row]
    return [card for card in [*lying, *(held.card for held in hand)] if card is not None]


# What both games have: reasons for a turn


def wins(turn: SeenTurn) -> Iterator[Fact]:
    if turn.won:
        yield fact("wins", 100.0)


def scores(turn: SeenTurn) -> Iterator[Fact]:
    """Points of this turn."""
    before, after = turn.mine
    if (gained := after.points - before.points) > 0:
        yield fact("scores", 4.0 * gained, points=gained, all=after.points)


def then_buys(turn: SeenTurn) -> Iterator[Fact]:
    """A card that the player could not buy before, and could buy now."""
    before, after = turn.mine
    for card in for_sale(turn.after, turn.seat):
        if can_buy(after, card) and not can_buy(before, card):
            in_hand = any(held.card == card for held in after.hand)
            effect = 2.0 + worth(card) + 2.0 * in_hand
            yield fact("then_buys", effect, card=card.code, gold=gold_for(after, card))


def denies(turn: SeenTurn) -> Iterator[Fact]:
    """A card that somebody else could have bought next, and that this turn takes away."""
    left = {card for row in turn.after.market for card in row}
    for move in turn.moves:
        card = (
            turn.before.card_of(move) if isinstance(move, (Purchase, ChooseGold, Reserve)) else None
        )
        if card is None or card in left:
            continue
        for seat in turn.others:
            if can_buy(turn.before.places[seat], card):
                yield fact("denies", 1.0 + worth(card), seat=seat, card=card.code)
                break


def first_bonus(turn: SeenTurn) -> Iterator[Fact]:
    before, after = turn.mine
    for gem, count in after.bonuses.items():
        if count > 0 and not before.bonuses[gem]:
            yield fact("first_bonus", 3.0, gem=str(gem))


def plans(turn: SeenTurn) -> Iterator[Fact]:
    """A reserved card that the player can soon pay."""
    for card in reserved(turn):
        missing = short_of(turn.mine[1], card)
        if 0 < missing <= NEAR:
            yield fact("nearly_buys", 2.0 + worth(card) / 2, card=card.code, missing=missing)


# What both games have: reasons against a turn


def opponents_buy(ends_with: EndsWith) -> Facts:
    """What the others can buy next; whoever ends the game with it matters most."""

    def found(turn: SeenTurn) -> Iterator[Fact]:
        for seat in turn.others:
            for card in for_sale(turn.after, seat):
                if not can_buy(turn.after.places[seat], card):
                    continue
                if ends_with(turn, seat, card):
                    yield fact("could_end", 60.0 + worth(card), seat=seat, card=card.code)
                elif worth(card):
                    yield fact("opponent_buys", worth(card), seat=seat, card=card.code)

    return found


def hoards(turn: SeenTurn) -> Iterator[Fact]:
    held = sum(turn.mine[1].tokens)
    if held >= HOARD and held >= sum(turn.mine[0].tokens):
        yield fact("many_tokens", 1.5 + (held - HOARD), tokens=held)


def far_from(turn: SeenTurn) -> Iterator[Fact]:
    """A reserved card that the player cannot pay for long."""
    for card in reserved(turn):
        if (missing := short_of(turn.mine[1], card)) > NEAR:
            yield fact("still_short", 1.0 + missing, card=card.code, missing=missing)


def no_points(turn: SeenTurn) -> Iterator[Fact]:
    before, after = turn.mine
    if after.points == before.points:
        yield fact("no_points", 5.0)


def reserved(turn: SeenTurn) -> list[Card]:
    """The open cards that the player reserved in this turn."""
    cards = [turn.before.card_of(move) for move in turn.moves if isinstance(move, Reserve)]
    return [card for card in cards if card is not None]


def worth(card: Card) -> float:
    """How much a card matters by itself: its points, and its crowns if the game has any."""
    return 4.0 * card.points + 2.0 * getattr(card, "crowns", 0)


def fact(code: str, effect: float, **values: Any) -> Fact:
    return Fact(Reason(code, values), effect)


IN_FAVOUR: tuple[Facts, ...] = (wins, scores, then_buys, denies, first_bonus, plans)
AGAINST: tuple[Facts, ...] = (hoards, far_from, no_points)
