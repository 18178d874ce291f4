"""How a game ended: by its rules, or by what people decided outside them."""

from dataclasses import dataclass
from typing import Any

from splendor.core.errors import FormatError
from splendor.ruleset import Records, Ruleset, is_winner_in, ruleset_of_record

# Reasons for which a game ends outside the rules; the caller names the winners.
CONCLUSIONS = ("resignation", "time", "abandoned")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Several winners share the victory; a drawn game has none.

    `crowns` is empty in games without crowns.

    >>> game = splendor.Game(seed=1)
    >>> game.conclude("resignation", winners=(1,))
    >>> game.outcome
    Outcome(winners=(1,), points=(0, 0), cards=(0, 0), reason='resignation', crowns=())
    """

    winners: tuple[int, ...]
    points: tuple[int, ...]
    cards: tuple[int, ...]
    reason: str
    crowns: tuple[int, ...] = ()


def outcome_of(states: Records, game: int) -> Outcome | None:
    """How the game in this place ended by the rules, or `None`."""
    ruleset, state = ruleset_of_record(states), states[game]
    if int(state.phase) != ruleset.over:
        return None
    seats = range(ruleset.read_options(state).players)
    winners = tuple(seat for seat in seats if is_winner_in(states, game, seat))
    return score(ruleset, state, winners, ruleset.reasons[int(state.reason)])


def score(ruleset: Ruleset, state: Any, winners: tuple[int, ...], reason: str) -> Outcome:
    players = state.players[: int(state.seats)]
    counts = {name: tuple(players[name].tolist()) for name in ruleset.scores}
    return Outcome(winners=winners, reason=reason, **counts)


def scores_of(outcome: Outcome, ruleset: Ruleset) -> dict[str, list[int]]:
    """The scores of each seat, by the names that the game gives them."""
    return {name: list(getattr(outcome, name)) for name in ruleset.scores}


def with_ending(table: str, outcome: Outcome | None) -> str:
    if outcome is None:
        return table
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners) or "nobody"
    return f"{table}\nthe game is over: {winners} won ({outcome.reason})"


def read_result(result: Any, ruleset: Ruleset) -> Outcome:
    """The result of a transcript. Winners may be named in any order."""
    given = result if isinstance(result, dict) else {}
    *names, last = "winners", *ruleset.scores
    right = isinstance(given.get("reason"), str) and all(
        isinstance(numbers, list) and all(type(number) is int for number in numbers)
        for numbers in map(given.get, (*names, last))
    )
    if not right:
        needed = f"{', '.join(names)} and {last}"
        raise FormatError(f'"result" needs a reason, and lists of numbers: {needed}')
    counts = {name: tuple(given[name]) for name in ruleset.scores}
    return Outcome(winners=tuple(sorted(given["winners"])), reason=given["reason"], **counts)
