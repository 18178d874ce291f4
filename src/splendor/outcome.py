"""How a game ended: by its rules, or by what people decided outside them."""

from dataclasses import dataclass
from typing import Any

from splendor.errors import RecordError
from splendor.ruleset import Records, ruleset_of_record

# A game can end outside the rules: then somebody says who is left.
CONCLUSIONS = ("resignation", "time", "abandoned")


@dataclass(frozen=True, slots=True)
class Outcome:
    """How a game ended. Several winners share the victory; after a stop there may be none."""

    winners: tuple[int, ...]
    points: tuple[int, ...]
    cards: tuple[int, ...]
    reason: str


def outcome_of(states: Records, game: int) -> Outcome | None:
    """How the game in this place ended by the rules, or `None`."""
    ruleset, state = ruleset_of_record(states), states[game]
    if int(state.phase) != ruleset.over:
        return None
    seats = range(ruleset.read_options(state).players)
    winners = tuple(seat for seat in seats if ruleset.is_winner(states, game, seat))
    return score(state, winners, ruleset.reasons[int(state.reason)])


def score(state: Any, winners: tuple[int, ...], reason: str) -> Outcome:
    players = [state.players[seat] for seat in range(int(state.seats))]
    points = tuple(int(player.points) for player in players)
    return Outcome(winners, points, tuple(int(player.cards) for player in players), reason)


def drawn(table: str, outcome: Outcome | None) -> str:
    if outcome is None:
        return table
    winners = " and ".join(f"seat {seat}" for seat in outcome.winners) or "nobody"
    return f"{table}\nthe game is over: {winners} won ({outcome.reason})"


def read_result(result: Any) -> Outcome:
    """The result of a transcript. Winners may be named in any order."""
    told = result if isinstance(result, dict) else {}
    lists = [told.get("winners"), told.get("points"), told.get("cards")]
    right = isinstance(told.get("reason"), str) and all(
        isinstance(numbers, list) and all(type(number) is int for number in numbers)
        for numbers in lists
    )
    if not right:
        raise RecordError('"result" needs winners, points and cards, lists of numbers; and reason')
    return Outcome(
        tuple(sorted(told["winners"])), tuple(told["points"]), tuple(told["cards"]), told["reason"]
    )
