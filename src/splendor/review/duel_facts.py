"""Facts about a turn of Splendor Duel: crowns, royal cards, colours, pearls, privileges."""

from collections.abc import Iterator, Mapping

from splendor.core.content import WILD, JewelCard, Royal
from splendor.core.gems import PEARL, Gem
from splendor.duel.moves import Discard, Replenish, Steal
from splendor.duel.options import DuelOptions
from splendor.duel.state import (
    COLOUR_TO_WIN,
    CROWNS_TO_WIN,
    POINTS_TO_WIN,
    ROYAL_CROWNS,
    TOKEN_LIMIT,
)
from splendor.duel.table import DuelPlace, DuelTable
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

NEARLY = 3  # crowns or points of a colour that are left to a victory


def wins(turn: SeenTurn) -> Iterator[Fact]:
    _, after = turn.mine
    values = victory(after.points, after.crowns, dict(after.colour_points.items()))
    if turn.won and values:
        yield fact("wins", 100.0, **values)


def royal_comes(turn: SeenTurn) -> Iterator[Fact]:
    before, after = turn.mine
    for royal in set(after.royals) - set(before.royals):
        yield fact("royal", 10.0, royal=royal.name, crowns=after.crowns)


def crowns(turn: SeenTurn) -> Iterator[Fact]:
    before, after = turn.mine
    if after.crowns > before.crowns and after.crowns >= CROWNS_TO_WIN - NEARLY:
        yield fact("crowns", 6.0, crowns=after.crowns, target=CROWNS_TO_WIN)


def colour(turn: SeenTurn) -> Iterator[Fact]:
    """Many points in one colour."""
    before, after = turn.mine
    for gem, points in after.colour_points.items():
        if points > before.colour_points[gem] and points >= COLOUR_TO_WIN - NEARLY:
            yield fact("colour", 6.0, gem=str(gem), points=points, target=COLOUR_TO_WIN)


def gets_privilege(turn: SeenTurn) -> Iterator[Fact]:
    before, after = turn.mine
    if after.privileges > before.privileges:
        yield fact("gets_privilege", 3.0)


def steals(turn: SeenTurn) -> Iterator[Fact]:
    """A token of the opponent; a last pearl matters most."""
    opponent = turn.others[0]
    for move in turn.moves:
        if isinstance(move, Steal):
            only = turn.after.places[opponent].tokens[move.token] == 0
            code = "steals_last" if only else "steals"
            yield fact(code, 4.0 + 4.0 * only, seat=opponent, gem=str(move.token))


def again(turn: SeenTurn) -> Iterator[Fact]:
    if turn.after.active == turn.seat and turn.after.turn > turn.before.turn and not turn.won:
        yield fact("again", 9.0)


def pearls(turn: SeenTurn) -> Iterator[Fact]:
    """Pearls are scarce: there are two."""
    before, after = turn.mine
    if (gained := after.tokens[PEARL] - before.tokens[PEARL]) > 0:
        yield fact("pearls", 3.0 * gained, count=gained)


def gives_privilege(turn: SeenTurn) -> Iterator[Fact]:
    opponent = turn.others[0]
    if turn.after.places[opponent].privileges > turn.before.places[opponent].privileges:
        refilled = any(isinstance(move, Replenish) for move in turn.moves)
        code = "refill_gives_privilege" if refilled else "gives_privilege"
        yield fact(code, 4.0, seat=opponent)


def discards(turn: SeenTurn) -> Iterator[Fact]:
    if count := sum(isinstance(move, Discard) for move in turn.moves):
        yield fact("returns", 2.0 + 2.0 * count, tokens=TOKEN_LIMIT + count, count=count)


def victory(points: int, crowns: int, colours: Mapping[Gem, int]) -> Values | None:
    """D6.2: the first that is enough of points, crowns and the points of one colour."""
    if points >= POINTS_TO_WIN:
        return {"how": "points", "number": points, "target": POINTS_TO_WIN}
    if crowns >= CROWNS_TO_WIN:
        return {"how": "crowns", "number": crowns, "target": CROWNS_TO_WIN}
    gem = max(colours, key=lambda gem: colours[gem], default=None)
    if gem is None or colours[gem] < COLOUR_TO_WIN:
        return None
    return {"how": "colour", "gem": str(gem), "number": colours[gem], "target": COLOUR_TO_WIN}


def ending(table: DuelTable, options: DuelOptions, seat: int, card: JewelCard) -> Values | None:
    """How a player wins by buying a card, with the royal card that its crowns may bring."""
    place = table.places[seat]
    royal = best_royal(table, place, card)
    points = place.points + card.points + (royal.points if royal else 0)
    colours = {gem: place.colour_points[gem] + card.points for gem in colours_of(place, card)}
    values = victory(points, place.crowns + card.crowns, colours)
    if royal and values and values["how"] == "points":
        return {**values, "royal": royal.name}
    return values


def best_royal(table: DuelTable, place: DuelPlace, card: JewelCard) -> Royal | None:
    """D5.3: the third crown and the sixth bring a royal card; the one with most points."""
    earned = sum(place.crowns + card.crowns >= crowns for crowns in ROYAL_CROWNS)
    left = [royal for royal in table.royals if royal]
    if len(place.royals) >= earned or not left:
        return None
    return max(left, key=lambda royal: royal.points)


def colours_of(place: DuelPlace, card: JewelCard) -> list[Gem]:
    """The colours for which a card may count: of a wild one, those that its buyer has (D5.1)."""
    if card.bonus == WILD:
        return [gem for gem, count in place.bonuses.items() if count]
    return [] if card.gem is None else [card.gem]


def plays_on(turn: SeenTurn, seat: int) -> bool:
    return turn.outcome is None


END = GameEnd(ending, plays_on)
IN_FAVOUR_DUEL: tuple[Facts, ...] = (
    wins, *IN_FAVOUR, threatens(END), then_buys(END), royal_comes, crowns, colour,
    gets_privilege, steals, again, pearls,
)  # fmt: skip
AGAINST_DUEL: tuple[Facts, ...] = (*AGAINST, opponents_buy(END), gives_privilege, discards)
