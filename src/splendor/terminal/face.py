"""What the terminal must know of a game to show it and to read what is typed."""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from splendor.game import Game
from splendor.outcome import Outcome
from splendor.terminal.prices import Ware


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown and typed."""

    example: str  # moves as they are typed, for the first line
    longest: int  # characters of a move
    letters: str  # of the tokens, gold last
    limit: int  # tokens that a player may hold at the end of a turn
    # The phases in which the only legal decision is made without asking.
    automatic: frozenset[str]
    draw: Callable[[Any], str]  # draws a Scene
    on_sale: Callable[[Any], frozenset[int]]  # the numbers of the cards that lie open
    card_word: Callable[[Any], str]
    giving: tuple[str, ...]  # the words before tokens that are given away, such as return
    # Completes a line that was typed as a short answer to the question.
    prepare: Callable[[Game, str], str]
    mistake: Callable[[Game, Sequence[str]], str]  # why these words are not a move
    clash: Callable[[Sequence[Any]], str]  # why these moves of one kind cannot follow each other
    rank: Callable[[Any], int]  # sorts moves of one kind in a row
    given: Callable[[Any], int | None]  # the token that a move gives away
    question: Callable[[Game], str]
    choices: Callable[[Game], Iterator[str]]
    chosen: Callable[[Game], str]  # where the card lies that is being bought or reserved
    wares: Callable[[Any, Any], Iterable[Ware]]  # the cards that a place at the table could buy
    sentence_of: Callable[[Game, Any], str]  # asked before the move; tells no secret
    aftermath: Callable[
        [Any, Any, Any], str
    ]  # what else happened, from the tables before and after
    last_turns: Callable[[Game], tuple[str, ...]]  # of each seat, in a few words
    verdict: Callable[[Outcome], str]
    columns: tuple[str, ...]  # of the statistics
    figures: Callable[[Game, int], list[int]]
    remarks: Callable[[Game, Sequence[str]], Iterator[str]]  # further lines below the statistics
    help: Callable[[Any], str]
