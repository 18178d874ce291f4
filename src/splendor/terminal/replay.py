"""Show a recorded game: move by move, or the table after a given move."""

from collections.abc import Iterator, Sequence

from splendor.core.errors import RulesError
from splendor.formats import GameFile
from splendor.game import Game
from splendor.terminal.drawing import how_many
from splendor.terminal.history import stage
from splendor.terminal.log_lines import log_entries, log_line, result_text, statistics, table_text
from splendor.terminal.seats import recorded_names


def seen_by(game: Game, names: Sequence[str], seat: int | None) -> str:
    """The table as a seat sees it; with every hand open for `None`."""
    table = game.table if seat is None else game.view(seat).table
    return table_text(game, table, names, seat)


def check_seat(game: Game, seat: int | None) -> None:
    if seat is not None:
        game.view(seat)  # raises if there is no such seat


def replay(file: GameFile, seat: int | None, tables: bool) -> Iterator[str]:
    """A sentence for every move, with the table after it if `tables`; then the result."""
    game, names = file.game, recorded_names(file)
    check_seat(game, seat)
    for now, entry in log_entries(game):
        yield log_line(game, entry, names)
        if tables:
            yield seen_by(now, names, seat)
    if not tables or not game.moves:
        yield f"\n{seen_by(game, names, seat)}"
    yield f"\n {ending(game, names)}"
    yield statistics(game, names)


def replay_at(file: GameFile, moves: int, seat: int | None) -> Iterator[str]:
    """The table after `moves` moves."""
    game = file.game
    check_seat(game, seat)
    if moves > game.ply:
        raise RulesError(f"the game has {how_many(game.ply, 'move')}, not {moves}")
    yield seen_by(stage(game, moves), recorded_names(file), seat)


def ending(game: Game, names: Sequence[str]) -> str:
    outcome = game.outcome
    if outcome is None:
        moves = how_many(game.ply, "move")
        return f"The game is unfinished: round {game.round}, {moves}."
    return result_text(game, outcome, names)


def one_line(file: GameFile, number: int) -> str:
    game = file.game
    head = f"game {number}: {game.rules}, {game.players} players"
    end = ending(game, recorded_names(file))
    return f"{head}, {how_many(game.ply, 'move')}. {end}"
