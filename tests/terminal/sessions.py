"""Terminal sessions without a terminal: type lines, and read what is shown."""

import io

from splendor import Game
from splendor.terminal.play import Screen, Terminal, is_forced
from splendor.terminal.seats import parse_seats


class Table:
    """A session with text streams, and what was shown since the last call."""

    def __init__(self, game: Game, seats: str, typed: str = "", colour: bool = False) -> None:
        self.output = io.StringIO()
        screen = Screen(io.StringIO(typed), self.output, colour)
        self.terminal = Terminal(game, parse_seats(seats), screen, seed=1)

    @property
    def game(self) -> Game:
        return self.terminal.game

    def shown(self) -> str:
        text = self.output.getvalue()
        self.output.seek(0)
        self.output.truncate()
        return text

    def type(self, line: str) -> str:
        """Type a line, let the bots move, and return what is shown."""
        self.shown()
        self.terminal.run_line(line)
        self.continue_to_human()
        return self.shown()

    def continue_to_human(self) -> None:
        """Continue until a human has to decide."""
        while not self.game.is_over and self.decides_itself():
            self.terminal.step()
        if not self.game.is_over:
            self.terminal.hand_over()
        if self.terminal.stale:
            self.terminal.table()

    def decides_itself(self) -> bool:
        return self.game.active in self.terminal.bots or is_forced(self.game)


def play(typed: str, seats: str = "human,greedy", game: Game | None = None) -> str:
    """The output of a whole session."""
    table = Table(game or Game(seed=5, start=0), seats, typed)
    assert table.terminal.run() == 0
    return table.shown()


def a_game(moves: str, **options: int) -> Game:
    """A game after these moves."""
    game = Game(seed=5, start=0, **options)  # type: ignore[arg-type]
    for move in moves.split():
        game.push(move)
    return game
