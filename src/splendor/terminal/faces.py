"""The faces: what the terminal must know of one game, gathered under the same names.

The only file of the terminal that knows every game. It is a table, with no logic.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from splendor.base.moves import TOKEN_LETTERS as BASE_LETTERS
from splendor.base.state import TOKEN_LIMIT as BASE_LIMIT
from splendor.duel.moves import TOKEN_LETTERS as DUEL_LETTERS
from splendor.duel.state import OVER, PHASES, PLAY
from splendor.duel.state import TOKEN_LIMIT as DUEL_LIMIT
from splendor.game import Game
from splendor.outcome import Outcome
from splendor.terminal.base import drawing as base_drawing
from splendor.terminal.base import help as base_help
from splendor.terminal.base import prompt as base_prompt
from splendor.terminal.base import story as base_story
from splendor.terminal.duel import answers as duel_answers
from splendor.terminal.duel import drawing as duel_drawing
from splendor.terminal.duel import help as duel_help
from splendor.terminal.duel import prompt as duel_prompt
from splendor.terminal.duel import story as duel_story
from splendor.terminal.prices import Ware


@dataclass(frozen=True, slots=True)
class Face:
    """How one game is shown and typed."""

    hint: str  # moves such as can be typed, for the first line
    longest: int  # text of a move
    letters: str  # of the tokens, gold last
    limit: int  # tokens that a player may hold at the end of a turn
    # The phases in which nothing is asked where only one decision is possible.
    automatic: frozenset[str]
    draw: Callable[[Any], str]  # a Scene
    on_sale: Callable[[Any], frozenset[int]]  # the numbers of the cards that lie open
    card_word: Callable[[Any], str]
    giving: tuple[str, ...]  # the words after which tokens stand that are given away
    # A line that was typed, as an answer to what is asked, made ready to be split into words.
    prepare: Callable[[Game, str], str]
    mistake: Callable[[Game, Sequence[str]], str]  # what is wrong with words that are no move
    clash: Callable[[Sequence[Any]], str]  # what is wrong with moves of one kind in a row
    rank: Callable[[Any], int]  # moves of one kind in a row are sorted by it
    given: Callable[[Any], int | None]  # the token that a move gives away
    question: Callable[[Game], str]
    choices: Callable[[Game], Iterator[str]]
    chosen: Callable[[Game], str]  # where the card lies that is being bought or reserved
    wares: Callable[[Any, Any], Iterable[Ware]]  # of a table, for a place at it
    sentence_of: Callable[[Game, Any], str]  # before the move; everybody may hear it
    aftermath: Callable[[Any, Any, Any], str]  # what else happened, from the table before to after
    last_turns: Callable[[Game], tuple[str, ...]]  # of each seat, in a few words
    verdict: Callable[[Outcome], str]
    columns: tuple[str, ...]  # of the statistics
    figures: Callable[[Game, int], list[int]]
    remarks: Callable[[Game, Sequence[str]], Iterator[str]]  # what else is worth a line at the end
    help: Callable[[Any], str]


BASE_FACE = Face(
    hint="WUG, r3 or b2c",
    longest=5,
    letters=BASE_LETTERS,
    limit=BASE_LIMIT,
    automatic=frozenset(),
    draw=base_drawing.draw,
    on_sale=base_drawing.on_sale,
    card_word=base_drawing.card_word,
    giving=("return",),
    prepare=base_prompt.prepare,
    mistake=base_prompt.mistake,
    clash=base_prompt.clash,
    rank=base_prompt.rank,
    given=base_prompt.given,
    question=base_prompt.question,
    choices=base_prompt.choices,
    chosen=base_prompt.chosen,
    wares=base_prompt.wares,
    sentence_of=base_story.sentence_of,
    aftermath=base_story.aftermath,
    last_turns=base_story.last_turns,
    verdict=base_story.verdict,
    columns=base_story.COLUMNS,
    figures=base_story.figures,
    remarks=base_story.remarks,
    help=base_help.help_text,
)

DUEL_FACE = Face(
    hint="c3d3e3, r3 or b2c",
    longest=6,
    letters=DUEL_LETTERS,
    limit=DUEL_LIMIT,
    automatic=frozenset(PHASES) - {PHASES[PLAY], PHASES[OVER]},
    draw=duel_drawing.draw,
    on_sale=duel_drawing.on_sale,
    card_word=duel_drawing.card_word,
    giving=("discard", "return"),
    prepare=duel_answers.prepare,
    mistake=duel_answers.mistake,
    clash=duel_answers.clash,
    rank=duel_answers.rank,
    given=duel_answers.given,
    question=duel_prompt.question,
    choices=duel_prompt.choices,
    chosen=duel_prompt.chosen,
    wares=duel_prompt.wares,
    sentence_of=duel_story.sentence_of,
    aftermath=duel_story.aftermath,
    last_turns=duel_story.last_turns,
    verdict=duel_story.verdict,
    columns=duel_story.COLUMNS,
    figures=duel_story.figures,
    remarks=duel_story.remarks,
    help=duel_help.help_text,
)

FACES = {"base": BASE_FACE, "duel": DUEL_FACE}  # by the name of the game


def face_of(game: Game) -> Face:
    return FACES[game.ruleset.name]
