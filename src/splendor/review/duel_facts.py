"""Facts about a turn of Splendor Duel: crowns, royal cards, colours, pearls, privileges."""

from collections.abc import Iterator

from splendor.core.content import JewelCard
from splendor.core.gems import PEARL
from splendor.duel.moves import Discard, Replenish, Steal
from splendor.duel.state import COLOUR_TO_WIN, CROWNS_TO_WIN, POINTS_TO_WIN, TOKEN_LIMIT
from splendor.review.facts import AGAINST, IN_FAVOUR, Fact, Facts, SeenTurn, fact, opponents_buy

NEARLY = 3  # crowns or points of a colour that are left to a victory


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


def ends_with(turn: SeenTurn, seat: int, card: JewelCard) -> bool:
    """Whether a card alone is enough to win: a royal card that may come with it is not counted."""
    place = turn.after.places[seat]
    if place.points + card.points >= POINTS_TO_WIN or place.crowns + card.crowns >= CROWNS_TO_WIN:
        return True
    return card.gem is not None and bool(
        place.colour_points[card.gem] + card.points >= COLOUR_TO_WIN
    )


IN_FAVOUR_DUEL: tuple[Facts, ...] = (
    *IN_FAVOUR, royal_comes, crowns, colour, gets_privilege, steals, again, pearls,
)  # fmt: skip
AGAINST_DUEL: tuple[Facts, ...] = (*AGAINST, opponents_buy(ends_with), gives_privilege, discards)
