"""The base game in words that reveal no secret: moves, turns, result."""

from collections.abc import Iterator, Sequence
from typing import Any

from splendor.base.moves import SLOT_LETTERS, TOKEN_LETTERS, BaseMove, ReceiveNoble, Reserve
from splendor.base.state import CARDS, NOBLES
from splendor.base.table import TOKEN_NAMES, BaseTable
from splendor.core.content import points_text
from splendor.core.gems import GOLD_NAME
from splendor.game import Game
from splendor.outcome import Outcome
from splendor.terminal.base.drawing import bonus_of, options_of, points_of, table_of
from splendor.terminal.drawing import LEGEND, how_many

REASONS = {
    "points": "the goal was reached and the round is complete",
    "stalemate": "nobody can move any more",
    "limit": "that was the last round",
}


def sentence_of(game: Game, move: BaseMove) -> str:
    if isinstance(move, Reserve) and options_of(game).hands == "hidden":
        return f"Reserve the card at {str(move)[1:]}."  # B7.2: only its level stays known
    return game.describe(move)


def aftermath(before: BaseTable, after: BaseTable, move: BaseMove) -> str:
    """The noble that came without being chosen."""
    if isinstance(move, ReceiveNoble):
        return ""
    seat = before.active
    came = [noble for noble in after.places[seat].nobles if noble not in before.places[seat].nobles]
    return "".join(f" {noble.name} comes: {points_text(noble.points)}." for noble in came)


# A turn in a few words


def last_turns(game: Game) -> tuple[str, ...]:
    """The latest turn of each seat, in a few words."""
    last = [""] * game.players
    for turn in game.turns():
        last[turn["seat"]] = ", ".join(step_words(step) for step in turn["steps"])
    return tuple(last)


def step_words(step: dict[str, Any]) -> str:
    match step["do"]:
        case "take":
            return f"took {letters(step['tokens'])}"
        case "return":
            return f"returned {letters(step['tokens'])}"
        case "reserve":
            unseen = step["slot"] is None
            where = f"level {step['level']} unseen" if unseen else market_place(step)
            return f"reserved {where}{' + gold' if step['gold'] else ''}"
        case "buy":
            return bought_words(step)
        case "pass":
            return "passed"
        case _:
            return f"noble {NOBLES[step['noble']].name}"


def market_place(step: dict[str, Any]) -> str:
    return f"{step['level']}{SLOT_LETTERS[step['slot']]}"


def letters(tokens: Sequence[str]) -> str:
    return " ".join(TOKEN_LETTERS[TOKEN_NAMES.index(token)] for token in tokens)


def bought_words(step: dict[str, Any]) -> str:
    card = CARDS[step["card"]]
    what = " ".join(word for word in (bonus_of(card), points_of(card)) if word)
    where = "(hand)" if step.get("hand") else f"({market_place(step)})"
    paid = " ".join(f"{letters([token])}{count}" for token, count in step["pay"].items())
    return f"bought {what} {where} for {paid or 'nothing'}"


# The end


def verdict(outcome: Outcome) -> str:
    """The winners' score, and why the game ended."""
    if not outcome.winners:
        return f": {REASONS[outcome.reason]}"
    best = outcome.winners[0]
    score = f"{points_text(outcome.points[best])} and {how_many(outcome.cards[best], 'card')}"
    tied = outcome.points.count(outcome.points[best]) > len(outcome.winners)
    why = f"{', the fewest among the best' if tied else ''}: {REASONS[outcome.reason]}"
    return f" with {score}{why}"


TURNS = ("points", "cards", "nobles", "turns", "takes", "reserves")
PURCHASES = ("  I", " II", "III")  # of each level
COLUMNS = (*TURNS, *PURCHASES, "gold paid")


def remarks(game: Game, names: Sequence[str]) -> Iterator[str]:
    """The legend of the statistics."""
    yield LEGEND


def figures(game: Game, seat: int) -> list[int]:
    """The numbers of one player, in the order of the columns."""
    turns = [turn for turn in game.turns() if turn["seat"] == seat]
    steps = [step for turn in turns for step in turn["steps"]]
    kinds = [step["do"] for step in steps]
    bought = [step for step in steps if step["do"] == "buy"]
    levels = [CARDS[step["card"]].level for step in bought]
    place = table_of(game).places[seat]
    return [
        place.points,
        len(place.bought),
        len(place.nobles),
        len(turns),
        kinds.count("take"),
        kinds.count("reserve"),
        *(levels.count(level) for level in (1, 2, 3)),
        sum(step["pay"].get(GOLD_NAME, 0) for step in bought),
    ]
