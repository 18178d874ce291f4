"""A game in words: the log of its moves, the table, the result and the statistics."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from splendor.core.moves import Move
from splendor.core.tables import Table
from splendor.game import Game
from splendor.outcome import CONCLUSIONS, Outcome
from splendor.terminal.drawing import Scene, pad, width_of
from splendor.terminal.faces import face_of
from splendor.terminal.history import Decision, decisions, is_extra_turn
from splendor.terminal.seats import YOU, is_you

ENDINGS = {
    "resignation": " by resignation",
    "time": " on time",
    "abandoned": ": the game was abandoned",
}
NAMES = 28  # columns for a name


@dataclass(frozen=True, slots=True)
class LogEntry:
    """One decision of a game, in words that reveal no secret."""

    number: int
    round: int
    seat: int
    move: Move
    sentence: str


def play(game: Game, move: Move) -> LogEntry:
    """Push a move and return its log entry."""
    before = game.copy()
    game.push(move)
    return tell(Decision(before, move, game))


def tell(decision: Decision) -> LogEntry:
    before, after, move = decision.before, decision.after, decision.move
    face = face_of(before)
    sentence = face.sentence_of(before, move) + face.aftermath(before.table, after.table, move)
    return LogEntry(before.ply + 1, before.round, before.active, move, sentence)


def log_entries(game: Game) -> Iterator[tuple[Game, LogEntry]]:
    """The log entry of every decision, with the game after it."""
    for decision in decisions(game):
        yield decision.after, tell(decision)


def log_line(game: Game, entry: LogEntry, names: Sequence[str]) -> str:
    return log_head(game, entry, names) + entry.sentence


def log_head(game: Game, entry: LogEntry, names: Sequence[str]) -> str:
    """The text before the sentence: number, name and move."""
    name = pad(names[entry.seat], max(map(width_of, names)))
    move = f"{entry.move!s:<{face_of(game).longest}}"
    return f"{entry.number:>4}  {name}  {move} "


# The table


def table_text(
    game: Game,
    table: Table,
    names: Sequence[str],
    viewer: int | None,
    fresh: frozenset[int] = frozenset(),
) -> str:
    """The drawing of a game; `table` is the part of it that the seat `viewer` sees."""
    table = replace(table, phase="over") if game.is_over else table
    face = face_of(game)
    last, chosen, extra = face.last_turns(game), face.chosen(game), is_extra_turn(game)
    scene = Scene(table, game.rules, game.options, tuple(names), last, viewer, fresh, chosen, extra)
    return face.draw(replace(scene, text=lambda: str(game.view(viewer))))


# The end


def result_text(game: Game, outcome: Outcome, names: Sequence[str]) -> str:
    """The winners, their score, and why the game ended."""
    if [names[seat] for seat in outcome.winners if is_you(names[seat])] and not outcome.winners[1:]:
        return f"{YOU} win{ending(game, outcome)}."
    winners = " and ".join(names[seat] for seat in outcome.winners) or "Nobody"
    verb = "share the victory" if len(outcome.winners) > 1 else "wins"
    return f"{winners} {verb}{ending(game, outcome)}."


def ending(game: Game, outcome: Outcome) -> str:
    concluded = outcome.reason in CONCLUSIONS
    return ENDINGS[outcome.reason] if concluded else face_of(game).verdict(outcome)


def statistics(game: Game, names: Sequence[str]) -> str:
    """A table with the figures of each player."""
    face = face_of(game)
    lines = [" " * NAMES + "  ".join(face.columns)]
    for seat, name in enumerate(names):
        numbers = zip(face.columns, face.figures(game, seat), strict=True)
        row = "  ".join(f"{number:>{len(head)}}" for head, number in numbers)
        lines.append(pad(f" {name}", NAMES) + row)
    return "\n".join([*lines, *face.remarks(game, names)])
