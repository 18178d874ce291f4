"""A game in words: its moves one by one, each seat's last turn, the result and the statistics."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Any

from splendor.base.moves import SLOT_LETTERS, TOKEN_LETTERS, ReceiveNoble, Reserve
from splendor.base.table import TOKEN_NAMES, Table
from splendor.content import points_text
from splendor.game import Game
from splendor.gems import COLOURS, GOLD_NAME, LETTERS
from splendor.outcome import Outcome
from splendor.ruleset import Move
from splendor.terminal.drawing import Scene, how_many, pad, points_of, width_of

REASONS = {
    "points": "the goal was reached and the round is complete",
    "stalemate": "nobody can move any more",
    "limit": "that was the last round",
    "resignation": "by resignation",
    "time": "on time",
    "abandoned": "the game was abandoned",
}
MANNERS = ("resignation", "time")  # how it was won, rather than why it ended


@dataclass(frozen=True, slots=True)
class Told:
    """One decision of a game, in words."""

    number: int
    round: int
    seat: int
    move: Move
    sentence: str


def play(game: Game, move: Move) -> Told:
    """Push a move, and tell what happened by it: everybody may hear this."""
    number, round_, seat = len(game.moves) + 1, game.round, game.seat
    sentence = sentence_of(game, move)
    before = game.table.places[seat].nobles
    game.push(move)
    if not isinstance(move, ReceiveNoble):
        for noble in game.table.places[seat].nobles:
            if noble not in before:
                sentence += f" {noble.name} comes: {points_text(noble.points)}."
    return Told(number, round_, seat, move, sentence)


def sentence_of(game: Game, move: Move) -> str:
    if isinstance(move, Reserve) and game.options.hands == "hidden":
        return f"Reserve the card at {str(move)[1:]}."  # B7.2: only its level stays known
    return game.describe(move)


def retold(game: Game) -> Iterator[tuple[Game, Told]]:
    """Every decision of a game again, with the game as it stood after it (it moves on)."""
    again = game.copy()
    while again.moves:
        again.pop()
    for move in game.moves:
        told = play(again, move)
        yield again, told


def log_line(told: Told, names: Sequence[str]) -> str:
    name = pad(names[told.seat], max(map(width_of, names)))
    return f"{told.number:>4}  {name}  {told.move!s:<5} {told.sentence}"


# The table, and each turn in a few words


def scene_of(
    game: Game,
    table: Table,
    names: Sequence[str],
    eyes: int | None,
    fresh: frozenset[int] = frozenset(),
) -> Scene:
    """What is drawn of a game, given what of its table may be seen. It may be concluded."""
    table = replace(table, phase="over") if game.is_over else table
    nobles_each = game.options.nobles_each
    return Scene(table, game.rules, tuple(names), last_turns(game), eyes, fresh, nobles_each)


def last_turns(game: Game) -> tuple[str, ...]:
    """What each seat did in its latest turn."""
    last = [""] * game.players
    for turn in game.turns():
        last[turn["seat"]] = ", ".join(step_words(game, step) for step in turn["steps"])
    return tuple(last)


def step_words(game: Game, step: dict[str, Any]) -> str:
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
            return bought_words(game, step)
        case "pass":
            return "passed"
        case _:
            return f"noble {game.ruleset.nobles[step['noble']].name}"


def market_place(step: dict[str, Any]) -> str:
    return f"{step['level']}{SLOT_LETTERS[step['slot']]}"


def letters(tokens: Sequence[str]) -> str:
    return " ".join(TOKEN_LETTERS[TOKEN_NAMES.index(token)] for token in tokens)


def bought_words(game: Game, step: dict[str, Any]) -> str:
    card = game.ruleset.cards[step["card"]]
    bonus = LETTERS[COLOURS.index(card.bonus)]
    what = " ".join(word for word in (bonus, points_of(card)) if word)
    where = "(hand)" if step.get("hand") else f"({market_place(step)})"
    paid = " ".join(f"{letters([token])}{count}" for token, count in step["pay"].items())
    return f"bought {what} {where} for {paid or 'nothing'}"


# The end


def result_text(outcome: Outcome, names: Sequence[str]) -> str:
    """Who won, with how many points and cards, and why the game ended."""
    why = f"{'' if outcome.reason in MANNERS else ':'} {REASONS[outcome.reason]}"
    if not outcome.winners:
        return f"Nobody wins{why}."
    winners = " and ".join(names[seat] for seat in outcome.winners)
    best = outcome.winners[0]
    score = f"{points_text(outcome.points[best])} and {how_many(outcome.cards[best], 'card')}"
    verb = "wins" if len(outcome.winners) == 1 else "share the victory"
    if outcome.reason not in ("points", "limit", "stalemate"):
        return f"{winners} {verb}{why}."
    tied = outcome.points.count(outcome.points[best]) > len(outcome.winners)
    return f"{winners} {verb} with {score}{', the fewest among the best' if tied else ''}{why}."


TURNS = ("points", "cards", "nobles", "turns", "takes", "reserves")
PURCHASES = ("  I", " II", "III")  # of each level
COLUMNS = (*TURNS, *PURCHASES, "gold paid")
NAMES = 28  # columns for a name


def statistics(game: Game, names: Sequence[str]) -> str:
    """One line for each player: what they have, and how they came by it."""
    lines = [" " * NAMES + "  ".join(COLUMNS)]
    for seat, name in enumerate(names):
        numbers = zip(COLUMNS, counted(game, seat), strict=True)
        row = "  ".join(f"{number:>{len(head)}}" for head, number in numbers)
        lines.append(pad(f" {name}", NAMES) + row)
    return "\n".join(lines)


def counted(game: Game, seat: int) -> list[int]:
    """The numbers of one player, in the order of the columns."""
    turns = [turn for turn in game.turns() if turn["seat"] == seat]
    steps = [step for turn in turns for step in turn["steps"]]
    kinds = [step["do"] for step in steps]
    bought = [step for step in steps if step["do"] == "buy"]
    levels = [game.ruleset.cards[step["card"]].level for step in bought]
    place = game.table.places[seat]
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
