"""A recorded game shown in a terminal: move by move, or the table at one point."""

from collections.abc import Iterator

from splendor.errors import RulesError
from splendor.game import Game
from splendor.terminal.drawing import Scene, draw
from splendor.terminal.story import last_turns, log_line, result_text, retold, statistics


def names_of(game: Game) -> tuple[str, ...]:
    return tuple(f"Seat {seat}" for seat in range(game.players))


def table_text(game: Game, seat: int | None) -> str:
    """The table as a seat sees it; with every hand open for `None`."""
    table = game.table if seat is None else game.view(seat).table
    return draw(Scene(table, game.rules, names_of(game), last_turns(game), seat))


def check_seat(game: Game, seat: int | None) -> None:
    if seat is not None:
        game.view(seat)  # raises what is wrong


def replay(game: Game, seat: int | None, tables: bool) -> Iterator[str]:
    """Every move in a sentence, with the table after each if `tables`; then how it ended."""
    check_seat(game, seat)
    for now, told in retold(game):
        yield log_line(told, names_of(game))
        if tables:
            yield table_text(now, seat)
    if not tables or not game.moves:
        yield f"\n{table_text(game, seat)}"
    yield f"\n {ending(game)}"
    yield statistics(game, names_of(game))


def replay_at(game: Game, moves: int, seat: int | None) -> Iterator[str]:
    """The table after so many moves."""
    check_seat(game, seat)
    if moves > len(game.moves):
        raise RulesError(f"the game has {len(game.moves)} moves, not {moves}")
    again = game.copy()
    while len(again.moves) > moves:
        again.pop()
    yield table_text(again, seat)


def ending(game: Game) -> str:
    outcome = game.outcome
    if outcome is None:
        return f"The game is unfinished: round {game.round}, {len(game.moves)} moves."
    return result_text(outcome, names_of(game))


def one_line(game: Game, number: int) -> str:
    head = f"game {number}: {game.rules}, {game.players} players, {len(game.moves)} moves"
    return f"{head}. {ending(game)}"
