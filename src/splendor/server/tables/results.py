"""The results of a finished game: what it meant for each person, and their ratings after it."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from splendor.arena.glicko import Strength, anchor, pairwise, score_between, updated
from splendor.bots.levels import Level, ladders, level_names, level_of
from splendor.outcome import CONCLUSIONS, Outcome
from splendor.ruleset import ruleset_of
from splendor.server.storage.results import (
    BOTS,
    HERE,
    LOST,
    NONE,
    PEOPLE,
    SHARED,
    UNREADABLE,
    WON,
)
from splendor.server.storage.types import EventRow, RatingRow, RecordResults, ResultRow
from splendor.server.tables.events import BOT, GIVEN_UP, PERSON
from splendor.server.tables.state import SeatState, TableState

# Why a game does not count for the rating.
HINT, UNDO, FORK = "hint", "undo", "fork"
POSITION = "position"  # the game began with one
OPTIONS = "options"  # the levels were measured without them
WEAKENED = "weakened"  # the bots were busy, and weaker ones chose some moves
REPLACED = "replaced"  # a bot played on for somebody
UNRATED = "unrated"  # nobody with a rating was there
UNDECIDED = "undecided"
HARMLESS_OPTIONS = {"start"}
ENDINGS = ("began", "moved", "undone", "concluded")  # events that change the game

FIRST_RATED = 5  # the game after which a rating is shown for the first time
GAMES_PER_PERIOD = 12  # Glickman advises 10 to 15; a rating is updated after each game

Key = tuple[str, str, int]  # player, game, number of players


@dataclass(frozen=True, slots=True)
class Finished:
    """A finished table with what its log adds: undone moves and the time of its end."""

    state: TableState
    undone: bool
    ended: int
    problem: str = ""

    @property
    def game(self) -> str:
        return ruleset_of(self.state.setup.rules).name

    @property
    def outcome(self) -> Outcome | None:
        return self.state.game.outcome if self.state.game and not self.problem else None


def finished_of(state: TableState, log: Sequence[EventRow], problem: str = "") -> Finished:
    changing = [row.at for row in log if row.kind in ENDINGS]
    undone = any(row.kind == "undone" for row in log)
    return Finished(state, undone, changing[-1] if changing else 0, problem)


def recorded(finished: Finished, known: Iterable[RatingRow]) -> RecordResults:
    """The results of everybody at the table, and the ratings that change."""
    people = sorted(finished.state.people)
    before = {key_of(row): row for row in known}
    rows = [result_row(finished, player) for player in people]
    rated = {
        row.player: rating_after(finished, row, before) for row in rows if not row.help.split()
    }
    results = [with_rating(row, rated.get(row.player)) for row in rows]
    ratings = tuple(rating for rating in rated.values() if rating is not None)
    return RecordResults(finished.state.id, tuple(results), ratings)


def with_rating(row: ResultRow, rating: RatingRow | None) -> ResultRow:
    if rating is None:
        return row if row.help else replace(row, help=UNRATED)
    if rating.games < FIRST_RATED:
        return row
    return replace(row, rating=rating.rating, deviation=rating.deviation)


# What it meant


def result_row(finished: Finished, player: str) -> ResultRow:
    state, outcome = finished.state, finished.outcome
    seats = state.seats_of(player)
    others = [each for seat, each in enumerate(state.seats) if seat not in seats]
    against = HERE if len(seats) > 1 else BOTS if all_bots(others) else PEOPLE
    return ResultRow(
        player=player,
        ended=finished.ended,
        seat=seats[0],
        players=len(state.seats),
        rules=state.setup.rules,
        game=finished.game,
        against=against,
        level=common_level(others) if against == BOTS else "",
        result=result_of(finished, seats),
        help=" ".join(reasons(finished, seats)),
        points=outcome.points[seats[0]] if outcome else 0,
        rounds=state.dealt_game.round if outcome else 0,
    )


def all_bots(seats: Sequence[SeatState]) -> bool:
    return all(each.kind == BOT for each in seats)


def common_level(seats: Sequence[SeatState]) -> str:
    levels = {each.level for each in seats}
    return levels.pop() if len(levels) == 1 else ""


def result_of(finished: Finished, seats: Sequence[int]) -> str:
    outcome = finished.outcome
    if outcome is None:
        return UNREADABLE
    if len(seats) > 1:
        return NONE
    if finished.state.seats[seats[0]].why in GIVEN_UP:
        return LOST
    if not outcome.winners:
        return NONE if outcome.reason in CONCLUSIONS else SHARED
    if seats[0] in outcome.winners:
        return WON if len(outcome.winners) == 1 else SHARED
    return LOST


def reasons(finished: Finished, seats: Sequence[int]) -> list[str]:
    """Why the game does not count for this person; empty if it may."""
    state = finished.state
    mine = state.seats[seats[0]]
    stood_in = [event for _, event in state.replaced if event.seat != seats[0]]
    found = {
        HINT: state.hints,
        UNDO: finished.undone,
        FORK: state.setup.fork,
        POSITION: state.setup.position,
        OPTIONS: state.setup.options.keys() - HARMLESS_OPTIONS,
        WEAKENED: state.weakened,
        REPLACED: (stood_in and len(state.seats) > 2 and mine.why not in GIVEN_UP)
        or (mine.stand_in and mine.why not in GIVEN_UP),
        UNDECIDED: result_of(finished, seats) in (NONE, UNREADABLE),
    }
    return [name for name, is_so in found.items() if is_so]


# Ratings


def key_of(row: RatingRow) -> Key:
    return row.player, row.game, row.players


def rating_after(
    finished: Finished, row: ResultRow, before: dict[Key, RatingRow]
) -> RatingRow | None:
    """The rating of a person after the game; None if nobody else there has one."""
    key = (row.player, row.game, row.players)
    start = starting_strength(row.game, row.players)
    if start is None:
        return None
    places = order_of(finished)
    met = [seat for seat in range(row.players) if seat != row.seat]
    seats = [finished.state.seats[seat] for seat in met]
    opponents = [strength_of(each, row, before) for each in seats]
    scores = [score_between(places[row.seat], places[seat]) for seat in met]
    meetings = pairwise(opponents, scores)
    if not meetings:
        return None
    known = before.get(key)
    now = updated(strength_in(known) if known else start, meetings, 1 / GAMES_PER_PERIOD)
    games = known.games + 1 if known else 1
    return RatingRow(*key, now.rating, now.deviation, now.volatility, games)


def strength_in(row: RatingRow) -> Strength:
    return Strength(row.rating, row.deviation, row.volatility)


def starting_strength(game: str, players: int) -> Strength | None:
    """Of somebody who has not played yet: the middle of the levels, with much doubt."""
    ladder = ladders().get((game, players))
    return Strength(float(ladder[len(ladder) // 2].elo)) if ladder else None


def strength_of(seat: SeatState, row: ResultRow, before: dict[Key, RatingRow]) -> Strength | None:
    """An opponent's strength: a level is an anchor, a person has a rating, others have none."""
    if seat.kind == PERSON:
        known = before.get((seat.player, row.game, row.players))
        return strength_in(known) if known else starting_strength(row.game, row.players)
    if seat.level not in level_names():
        return None
    return anchor(float(level_of(row.game, row.players, seat.level).elo))


def order_of(finished: Finished) -> list[tuple[int, ...]]:
    """What decides the final order, by seat: whoever gave up is last, then winners, points, fewer
    cards. More is better.
    """
    outcome = finished.outcome
    assert outcome is not None
    return [
        (seat.why not in GIVEN_UP, number in outcome.winners, points, -cards)
        for number, (seat, points, cards) in enumerate(
            zip(finished.state.seats, outcome.points, outcome.cards, strict=True)
        )
    ]


def nearest_level(game: str, players: int, rating: float) -> Level | None:
    """The level whose Elo is nearest to a rating."""
    ladder = ladders().get((game, players), ())
    return min(ladder, key=lambda level: abs(level.elo - rating), default=None)
