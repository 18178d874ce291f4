"""Facts about a turn of the base game: nobles, the supply, the target."""

from collections.abc import Iterator, Sequence

from splendor.base.moves import ReturnToken
from splendor.base.options import BaseOptions
from splendor.base.state import TOKEN_LIMIT
from splendor.base.table import BasePlace, BaseTable
from splendor.core.content import Card, Noble
from splendor.core.gems import Gem
from splendor.review.facts import (
    AGAINST,
    IN_FAVOUR,
    Fact,
    Facts,
    GameEnd,
    SeenTurn,
    Values,
    fact,
    opponents_buy,
    then_buys,
    threatens,
)


def wins(turn: SeenTurn) -> Iterator[Fact]:
    """B6.2: with most points, with fewer cards if others have as many, or together with them."""
    if turn.outcome is None or not turn.won:
        return
    points, cards = turn.outcome.points, turn.outcome.cards
    own = cards[turn.seat]
    tied = [cards[other] for other in turn.others if points[other] == points[turn.seat]]
    reached = {"number": points[turn.seat], "target": turn.after.target}
    if not tied:
        yield fact("wins", 100.0, how="points", **reached)
    elif min(tied) > own:
        yield fact("wins", 100.0, how="cards", **reached, cards=own, others=min(tied))
    else:
        yield fact("wins", 100.0, how="shared", **reached, cards=own)


def reaches(turn: SeenTurn) -> Iterator[Fact]:
    """The target is reached, and the others have the rest of the round."""
    before, after = turn.mine
    if before.points < turn.after.target <= after.points and not turn.won:
        yield fact("reaches", 50.0, points=after.points)


def noble_comes(turn: SeenTurn) -> Iterator[Fact]:
    before, after = turn.mine
    for noble in set(after.nobles) - set(before.nobles):
        yield fact("noble", 14.0, noble=noble.name, points=after.points)


def near_noble(turn: SeenTurn) -> Iterator[Fact]:
    """One bonus is left to a noble; before, it was more."""
    before, after = turn.mine
    for noble in turn.after.nobles:
        if noble and len(left := missing(after, noble)) == 1 and len(missing(before, noble)) > 1:
            yield fact("near_noble", 7.0, noble=noble.name, gem=str(left[0]))


def takes_last(turn: SeenTurn) -> Iterator[Fact]:
    """No token of a colour is left in the supply."""
    for gem, left in turn.after.supply.items():
        if left == 0 and turn.before.supply[gem] > 0:
            yield fact("takes_last", 2.0, gem=str(gem))


def returns(turn: SeenTurn) -> Iterator[Fact]:
    if count := sum(isinstance(move, ReturnToken) for move in turn.moves):
        yield fact("returns", 2.0 + 2.0 * count, tokens=TOKEN_LIMIT + count, count=count)


def one_short(turn: SeenTurn) -> Iterator[Fact]:
    _, after = turn.mine
    if after.points == turn.after.target - 1:
        yield fact("one_short", 6.0, target=turn.after.target)


def missing(place: BasePlace, noble: Noble) -> Sequence[Gem]:
    """The bonuses that a player lacks for a noble, one by one."""
    lacking = [(gem, count - place.bonuses[gem]) for gem, count in noble.requires.items()]
    return [gem for gem, count in lacking for _ in range(count)]


def ending(table: BaseTable, options: BaseOptions, seat: int, card: Card) -> Values | None:
    """How a player reaches the target by buying a card, with the noble that may then come."""
    place = table.places[seat]
    noble = next(iter(willing_nobles(table, options, place, card)), None)
    points = place.points + card.points + (noble.points if noble else 0)
    if points < table.target:
        return None
    reached = {"how": "points", "number": points, "target": table.target}
    return {**reached, "noble": noble.name} if noble else reached


def willing_nobles(
    table: BaseTable, options: BaseOptions, place: BasePlace, card: Card
) -> list[Noble]:
    """The nobles of which one comes to a player who buys a card, or may be sought in the same turn
    (B5.1, B8.2), those with most points first.
    """
    if options.nobles == "sought" or len(place.nobles) >= options.nobles_each:
        return []
    left = [noble for noble in table.nobles if noble]
    come = [noble for noble in left if missing(place, noble) in ([], [card.gem])]
    return sorted(come, key=lambda noble: -noble.points)


def plays_on(turn: SeenTurn, seat: int) -> bool:
    """B6.1: in the last round, only those have another turn who come later in it."""
    if turn.outcome is not None:
        return False
    reached = any(place.points >= turn.after.target for place in turn.after.places)
    if not reached and turn.before.round != turn.options.rounds:
        return True
    own, other = ((each - turn.before.start) % len(turn.after.places) for each in (turn.seat, seat))
    return bool(other > own)


END = GameEnd(ending, plays_on)
IN_FAVOUR_BASE: tuple[Facts, ...] = (
    wins, *IN_FAVOUR, threatens(END), then_buys(END), reaches, noble_comes, near_noble,
    takes_last,
)  # fmt: skip
AGAINST_BASE: tuple[Facts, ...] = (*AGAINST, opponents_buy(END), returns, one_short)
