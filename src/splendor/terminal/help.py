"""What the help pages of both games share: the commands, and how moves are listed."""

from collections.abc import Iterator, Sequence

COMMANDS = """\
 Commands  moves       every legal move in a sentence
           what        what you can buy and what is nearest; what 1: the same for seat 1
           hint        the best moves and your chances, after a second's thought;
                       hint 5s: five seconds, hint 20000: so many simulations, hint all: every move
           undo        take back the last decision of a person; undo 2: the last two
           log         the moves so far                 table     draw the table again
           position    the position as text             resign    give up
           save FILE   keep the game in a file          load FILE go on with a saved one
           save! FILE  the same, over what it held      quit      leave (nothing is saved)
           help        this page"""


def table_of_moves(moves: Sequence[tuple[str, str]], words: str, turn: str) -> Iterator[str]:
    """Each move and its meaning; then examples of moves in words and of a whole turn."""
    for number, (move, meaning) in enumerate(moves):
        yield f" {'' if number else 'Moves':<10}{move:<12}{meaning}"
    yield f"{'':11}Words work too ({words}), and a whole turn fits on a line: {turn}"
