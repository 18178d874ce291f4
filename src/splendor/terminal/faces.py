"""The registry of faces: how each game is shown and typed in the terminal.

Only this file of the terminal knows all games. A game without a face is shown as text.
"""

from splendor.base.moves import TOKEN_LETTERS as BASE_LETTERS
from splendor.base.state import TOKEN_LIMIT as BASE_LIMIT
from splendor.duel.moves import TOKEN_LETTERS as DUEL_LETTERS
from splendor.duel.state import OVER, PHASES, PLAY
from splendor.duel.state import TOKEN_LIMIT as DUEL_LIMIT
from splendor.game import Game
from splendor.terminal.base import drawing as base_drawing
from splendor.terminal.base import help as base_help
from splendor.terminal.base import log_lines as base_log
from splendor.terminal.base import prompt as base_prompt
from splendor.terminal.duel import answers as duel_answers
from splendor.terminal.duel import drawing as duel_drawing
from splendor.terminal.duel import help as duel_help
from splendor.terminal.duel import log_lines as duel_log
from splendor.terminal.duel import prompt as duel_prompt
from splendor.terminal.face import Face as Face
from splendor.terminal.general import general_face

BASE_FACE = Face(
    example="WUG, r3 or b2c",
    longest=5,
    letters=BASE_LETTERS,
    limit=BASE_LIMIT,
    automatic=frozenset(),
    draw=base_drawing.draw,
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
    card_offers=base_prompt.card_offers,
    sentence_of=base_log.sentence_of,
    aftermath=base_log.aftermath,
    last_turns=base_log.last_turns,
    verdict=base_log.verdict,
    columns=base_log.COLUMNS,
    figures=base_log.figures,
    remarks=base_log.remarks,
    help=base_help.help_text,
)

DUEL_FACE = Face(
    example="c3d3e3, r3 or b2c",
    longest=6,
    letters=DUEL_LETTERS,
    limit=DUEL_LIMIT,
    automatic=frozenset(PHASES) - {PHASES[PLAY], PHASES[OVER]},
    draw=duel_drawing.draw,
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
    card_offers=duel_prompt.card_offers,
    sentence_of=duel_log.sentence_of,
    aftermath=duel_log.aftermath,
    last_turns=duel_log.last_turns,
    verdict=duel_log.verdict,
    columns=duel_log.COLUMNS,
    figures=duel_log.figures,
    remarks=duel_log.remarks,
    help=duel_help.help_text,
)

FACES = {"base": BASE_FACE, "duel": DUEL_FACE}  # by the name of the game


def face_of(game: Game) -> Face:
    name = game.ruleset.name
    return FACES.get(name) or general_face(name)
