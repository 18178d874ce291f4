"""Comparing game files, and damaging them at random."""

import random
import re

from splendor import FormatError
from splendor.formats import GameFile, read_any, read_game, write_game


def same(one: GameFile, other: GameFile) -> bool:
    return one == other and one.game.moves == other.game.moves


def damaged(text: str, chance: random.Random) -> str:
    """The text with a character or line removed, repeated, moved or replaced."""
    text = text or "x"
    kind = chance.randrange(6)
    if kind < 3:
        place = chance.randrange(len(text))
        junk = chance.choice(text) if kind else chance.choice("{}|;.\\\n\t:=,*+-?é\x00☃0129azWJ")
        return text[:place] + (junk if kind < 2 else "") + text[place + (kind != 1) :]
    lines = text.split("\n")
    place, other = chance.randrange(len(lines)), chance.randrange(len(lines))
    if kind == 3:
        del lines[place]
    elif kind == 4:
        lines.insert(place, lines[other])
    else:
        lines[place], lines[other] = lines[other], lines[place]
    return "\n".join(lines)


def is_refused(text: str) -> bool:
    """Whether a text is refused; otherwise it must be a game that can be written."""
    try:
        files = list(read_any(text))
    except FormatError as error:
        return re.match(r"line \d+: .", str(error)) is not None
    for file in files:
        again = write_game(file.game, file.headers, file.comments)
        assert same(read_game(again), file)
    return False
