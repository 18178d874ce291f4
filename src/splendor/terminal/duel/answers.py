"""Typed answers in Splendor Duel: short answers, lines of spaces, and explaining mistakes."""

import re
from collections.abc import Sequence

from splendor.core.gems import GOLD_LETTER, LETTERS
from splendor.core.tables import listed
from splendor.duel.board import LINES, LONGEST_LINE, SPACE_OF, space_name
from splendor.duel.moves import SLOT_LETTERS, TOKEN_LETTERS, Discard, DuelMove, GoldFor, TakeLine
from splendor.duel.state import COSTS, ROWS
from splendor.game import Game
from splendor.terminal.answers import named_tokens, no_such_place, signed, wrong_word

SPACE = r"[a-e][1-5]"
ENDS = re.compile(rf"\b({SPACE})\s*(?:-|–|\bto\b)\s*({SPACE})\b", re.IGNORECASE)
AT = re.compile(rf"(?:take\s+|gold\s+|at\s+)*({SPACE})", re.IGNORECASE)
ROYAL = re.compile(r"r?\s*([1-4])", re.IGNORECASE)
ANY_SPACE = re.compile(r"[pj+]?([a-z]\d+)", re.IGNORECASE)

# For each phase: the prefix of the move, the letters allowed, and how an answer may begin.
TOKEN_ANSWERS = {
    "pay": ("J=", TOKEN_LETTERS[:COSTS], ()),
    "colour": ("=", LETTERS, ("=", "as ")),
    "steal": ("x", TOKEN_LETTERS[:COSTS], ("steal ", "x")),
    "discard": ("-", TOKEN_LETTERS, ("discard ", "return ")),
}
SPACE_ANSWERS = {"gold": GOLD_LETTER, "match": "+"}


def prepare(game: Game, line: str) -> str:
    """Expand a short answer into a move, and a line given by its ends, `c3-e3`, into its spaces."""
    return answer(game, line) or ENDS.sub(between, line)


def between(ends: re.Match[str]) -> str:
    return line_between(*ends.groups()) or ends.group()


def line_between(first: str, last: str) -> str:
    """The spaces of the line with these ends; empty if there is none."""
    ends = {SPACE_OF[first.lower()], SPACE_OF[last.lower()]}
    lines = (line for line in LINES if {line[0], line[-1]} == ends)
    return "".join(map(space_name, next(lines, ())))


def answer(game: Game, line: str) -> str:
    """The move that a short answer means: `R` or `red` steals red where stealing is asked."""
    phase, text = game.phase, line.strip()
    if phase in TOKEN_ANSWERS:
        sign, letters, beginnings = TOKEN_ANSWERS[phase]
        return signed(sign, named_tokens(text, letters, *beginnings))
    if phase in SPACE_ANSWERS and (space := AT.fullmatch(text)):
        return SPACE_ANSWERS[phase] + space[1]
    if phase == "gold" and text.lower() in ("j", "gold") and len(game.legal_moves) == 1:
        return str(game.legal_moves[0])
    royal = ROYAL.fullmatch(text) if phase == "royal" else None
    return f"royal{royal[1]}" if royal else ""


def rank(move: object) -> int:
    """The order of discarded tokens and of gold choices: W U G R K P J."""
    match move:
        case Discard(token):
            return token
        case GoldFor(gem):
            return gem
        case _:
            return 0


def given(move: DuelMove) -> int | None:
    return move.token if isinstance(move, Discard) else None


# Mistakes


def mistake(game: Game, words: Sequence[str]) -> str:
    """Why these words are not a move; empty if they are not recognised."""
    word = wrong_word(words)
    if re.fullmatch(rf"({SPACE}[-–]?)+", word, re.IGNORECASE):
        return no_line(re.findall(SPACE, word.lower()))
    if game.phase == "gold" and word.upper() == GOLD_LETTER:
        return f"which gold? {' '.join(map(str, game.legal_moves))}"
    if game.phase == "play" and set(word.upper()) <= set(TOKEN_LETTERS[:COSTS]):
        return "in Duel a line is typed by its spaces, such as c3d3e3"
    if wrong := no_such_place(word, [SLOT_LETTERS[:size] for size in ROWS]):
        return wrong
    space = ANY_SPACE.fullmatch(word)
    return f"there is no space {space[1].lower()}: the board has a1 to e5" if space else ""


def clash(moves: Sequence[DuelMove]) -> str:
    """Why several lines in a row are not one line of spaces."""
    lines = [move.spaces for move in moves if isinstance(move, TakeLine)]
    spaces = [space_name(space) for line in lines for space in line]
    return no_line(spaces) if len(lines) > 1 else ""


def no_line(spaces: Sequence[str]) -> str:
    """Why these spaces are not a line."""
    twice = [space for space in spaces if spaces.count(space) > 1]
    if twice:
        return f"{twice[0]} is named twice"
    if len(spaces) > LONGEST_LINE:
        return f"a line has at most {LONGEST_LINE} spaces, not {len(spaces)}"
    if len(spaces) == LONGEST_LINE:
        return f"{listed(spaces)} do not lie in a line"
    line = line_between(*spaces)
    other = f"not neighbours: the line between them is {line}"
    return f"{listed(spaces)} are {other if line else 'neither neighbours nor the ends of three'}"
