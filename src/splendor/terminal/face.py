"""The interface of a game in the terminal, and the parts of its help page that games share."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from splendor.game import Game
from splendor.outcome import Outcome
from splendor.terminal.prices import CardOffer


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown and typed."""

    example: str  # moves as they are typed, for the first line
    longest: int  # characters of the longest move
    letters: str  # of the tokens, gold last
    limit: int  # tokens that a player may hold at the end of a turn
    # The phases in which a single legal move is played without asking.
    automatic: frozenset[str]
    draw: Callable[[Any], str]  # draws a Scene
    card_word: Callable[[Any], str]
    giving: tuple[str, ...]  # words that start a list of tokens to give away, such as return
    # Expands a short answer to the question into a move.
    prepare: Callable[[Game, str], str]
    mistake: Callable[[Game, Sequence[str]], str]  # why these words are not a move
    clash: Callable[[Sequence[Any]], str]  # why these moves of one kind cannot follow each other
    rank: Callable[[Any], int]  # the sort key of consecutive moves of one kind
    given: Callable[[Any], int | None]  # the token that a move gives away
    question: Callable[[Game], str]
    choices: Callable[[Game], Iterator[str]]
    chosen: Callable[[Game], str]  # the place of the card being bought or reserved
    card_offers: Callable[[Any, Any], Iterable[CardOffer]]  # the cards that a player could buy
    sentence_of: Callable[[Game, Any], str]  # called before the move; reveals no secret
    # Other effects of a move, from the tables before and after it.
    aftermath: Callable[[Any, Any, Any], str]
    last_turns: Callable[[Game], tuple[str, ...]]  # of each seat, in a few words
    verdict: Callable[[Outcome], str]
    columns: tuple[str, ...]  # of the statistics
    figures: Callable[[Game, int], list[int]]
    remarks: Callable[[Game, Sequence[str]], Iterator[str]]  # further lines below the statistics
    help: Callable[[Any], str]


# The help page

COMMANDS = """\
 Commands  moves       every legal move in a sentence
           what        what you can buy and what is nearest; what 1: the same for seat 1
           hint        where to look; again: what kind of move; once more: the best moves
                       hint 5s: all at once, after five seconds; hint 20000: so many simulations,
                       hint all: every move
           undo        take back the last decision of a person; undo 2: the last two
           log         the moves so far                 table     draw the table again
           position    the position as text             resign    give up
           save FILE   keep the game in a file          load FILE continue a saved one
           save! FILE  the same, over what it held      quit      leave (nothing is saved)
           help        this page"""


def table_of_moves(moves: Sequence[tuple[str, str]], words: str, turn: str) -> Iterator[str]:
    """Each move and its meaning; then examples of moves in words and of a whole turn."""
    for number, (move, meaning) in enumerate(moves):
        yield f" {'' if number else 'Moves':<10}{move:<12}{meaning}"
    yield f"{'':11}Words work too ({words}), and a whole turn fits on a line: {turn}"
