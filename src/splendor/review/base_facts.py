"""Facts about a turn of the base game: nobles, the supply, the target."""

from collections.abc import Iterator, Sequence

from splendor.base.moves import ReturnToken
from splendor.base.state import TOKEN_LIMIT
from splendor.base.table import BasePlace
from splendor.core.content import Card, Noble
from splendor.core.gems import Gem
from splendor.review.facts import AGAINST, IN_FAVOUR, Fact, Facts, SeenTurn, fact, opponents_buy


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


def ends_with(turn: SeenTurn, seat: int, card: Card) -> bool:
    """Whether a player reaches the target by buying a card, with the noble that then comes."""
    place = turn.after.places[seat]
    come = [noble.points for noble in willing_nobles(turn, place, card)]
    return bool(place.points + card.points + max(come, default=0) >= turn.after.target)


def willing_nobles(turn: SeenTurn, place: BasePlace, card: Card) -> list[Noble]:
    """The nobles that come by themselves to a player who buys a card (B5.1, B8.2)."""
    if turn.options.nobles != "come" or len(place.nobles) >= turn.options.nobles_each:
        return []
    left = [noble for noble in turn.after.nobles if noble]
    return [noble for noble in left if missing(place, noble) in ([], [card.gem])]


IN_FAVOUR_BASE: tuple[Facts, ...] = (*IN_FAVOUR, reaches, noble_comes, near_noble, takes_last)
AGAINST_BASE: tuple[Facts, ...] = (*AGAINST, opponents_buy(ends_with), returns, one_short)
