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
from splendor.outcome import Outcome
from splendor.review.model import Reason

HOARD = 9  # tokens that leave little room for more
NEAR = 2  # gems that are still missing for a card one reserves with a plan
SOON, VALUABLE = 3, 12.0  # gems that somebody lacks for a card, and its least worth


class Fact(NamedTuple):
    """A reason, and how much it matters: about the points that are at stake."""

    reason: Reason
    effect: float


@dataclass(frozen=True, slots=True)
class SeenTurn:
    """A turn as its player knew it: the tables before and after it, with `None` for cards that
    were revealed in between. `outcome` is that of the game, if the turn ends it.
    """

    seat: int
    before: Any  # the table of the game, such as `BaseTable`
    after: Any
    moves: tuple[Move, ...]
    outcome: Outcome | None
    options: Any  # of the game, such as `BaseOptions`

    @property
    def won(self) -> bool:
        """Whether the turn wins the game, alone or together with others."""
        return self.outcome is not None and self.seat in self.outcome.winners

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
Values = dict[str, Any]


class GameEnd(NamedTuple):
    """How a game ends, for facts that all games have.

    `ending(table, options, seat, card)` are the values that say how a player would end it by
    buying a card: `how`, the `number` reached, the `target`; `None` if that does not end it.
    `plays_on(turn, seat)` is whether a player has another turn after this one.
    """

    ending: Callable[[Any, Any, int, Any], Values | None]
    plays_on: Callable[[SeenTurn, int], bool]

    def threats(self, turn: SeenTurn, table: Table, seat: int) -> dict[Card, Values]:
        """The cards with which a player could end the game if it were their turn, and how."""
        place = table.places[seat]
        found = {
            card: self.ending(table, turn.options, seat, card)
            for card in for_sale(table, seat)
            if can_buy(place, card)
        }
        return {card: values for card, values in found.items() if values}


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
    return SeenTurn(seat, before, after, tuple(moves), later.outcome, game.options)


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


def scores(turn: SeenTurn) -> Iterator[Fact]:
    """Points of this turn."""
    before, after = turn.mine
    if (gained := after.points - before.points) > 0:
        yield fact("scores", 4.0 * gained, points=gained, all=after.points)


def threatens(end: GameEnd) -> Facts:
    """Cards with which the player could end the game next, and could not before this turn."""

    def found(turn: SeenTurn) -> Iterator[Fact]:
        if not end.plays_on(turn, turn.seat):
            return
        now, earlier = (end.threats(turn, table, turn.seat) for table in (turn.after, turn.before))
        new = [card for card in now if card not in earlier]
        for card in new:
            paid = {"card": card.code, "gold": gold_for(turn.mine[1], card)}
            yield fact("threatens", 40.0 + worth(card) / 4, **paid, **now[card])
        if len(now) > max(1, len(earlier)):
            one, two = sorted(now, key=lambda card: (card in earlier, card.code))[:2]
            yield fact("double_threat", 48.0, count=len(now), card=one.code, other=two.code)

    return found


def then_buys(end: GameEnd) -> Facts:
    """Other cards that the player can buy next, and could not buy before."""

    def found(turn: SeenTurn) -> Iterator[Fact]:
        if not end.plays_on(turn, turn.seat):
            return
        before, after = turn.mine
        ending = end.threats(turn, turn.after, turn.seat)
        for card in for_sale(turn.after, turn.seat):
            if card not in ending and can_buy(after, card) and not can_buy(before, card):
                in_hand = any(held.card == card for held in after.hand)
                effect = 2.0 + worth(card) + 2.0 * in_hand
                yield fact("then_buys", effect, card=card.code, gold=gold_for(after, card))

    return found


def denies(turn: SeenTurn) -> Iterator[Fact]:
    """A card that somebody else could have bought next, and that this turn takes away."""
    for card in taken_away(turn):
        if buyers := [seat for seat in turn.others if can_buy(turn.before.places[seat], card)]:
            yield fact("denies", 1.0 + worth(card), seat=buyers[0], card=card.code)


def keeps(turn: SeenTurn) -> Iterator[Fact]:
    """A valuable card that this turn takes away, and that somebody else could soon have paid."""
    for card in taken_away(turn):
        short = {seat: short_of(turn.before.places[seat], card) for seat in turn.others}
        seat = min(short, key=lambda seat: short[seat])
        if 0 < short[seat] <= SOON and worth(card) >= VALUABLE:
            effect = worth(card) / 2 - short[seat]
            yield fact("keeps", effect, seat=seat, card=card.code, missing=short[seat])


def taken_away(turn: SeenTurn) -> list[Card]:
    """The open cards that the player bought or reserved in this turn."""
    left = {card for row in turn.after.market for card in row}
    moves = [m for m in turn.moves if isinstance(m, (Purchase, ChooseGold, Reserve))]
    cards = [turn.before.card_of(move) for move in moves]
    return [card for card in cards if card is not None and card not in left]


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


def opponents_buy(end: GameEnd) -> Facts:
    """What the others can buy next; whoever ends the game with it matters most."""

    def found(turn: SeenTurn) -> Iterator[Fact]:
        for seat in turn.others:
            if not end.plays_on(turn, seat):
                continue
            ending = end.threats(turn, turn.after, seat)
            for card, values in ending.items():
                yield fact("could_end", 60.0 + worth(card), seat=seat, card=card.code, **values)
            for card in for_sale(turn.after, seat):
                if card not in ending and worth(card) and can_buy(turn.after.places[seat], card):
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


IN_FAVOUR: tuple[Facts, ...] = (scores, denies, keeps, first_bonus, plans)
AGAINST: tuple[Facts, ...] = (hoards, far_from, no_points)
