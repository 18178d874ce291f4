"""Games as text, both ways: game files for people and JSON transcripts for programs.

`docs/notation.md` describes the game file, `docs/transcript.md` the transcript. Both
contain the whole deal: they are for the referee, or for a finished game.
"""

import json
import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from splendor.core.errors import RulesError
from splendor.core.transcript_parts import require
from splendor.deprecated import old_names
from splendor.formats.gamefile import FIRST_LINE, GameFile, at, read_game, write_game
from splendor.game import Game
from splendor.outcome import scores_of
from splendor.ruleset import FORMAT, rules_named

__all__ = [
    "GameFile",
    "read_any",
    "read_game",
    "read_transcripts",
    "rules_named",
    "transcript",
    "transcript_line",
    "write_game",
]

BLANK = re.compile(r"[ \t\r\n]*")
# The beginning of another game: a truncated one must not be reported in the line of the next.
NEXT_TRANSCRIPT = re.compile(r'\n[ \t]*\{[ \t]*"format"')


def read_any(text: str) -> Iterator[GameFile]:
    """The games in a game file, a JSON transcript or a file of JSON lines, one after the other.

    >>> game = splendor.Game(seed=1)
    >>> [each.game == game for each in read_any(transcript_line(game))]
    [True]
    """
    require(isinstance(text, str), "a game file must be given as text (str)")
    text = text.removeprefix("\ufeff")
    begin = text.lstrip()
    if not begin:
        raise at(1, "the file is empty")
    if begin.startswith("splendor-game"):
        yield read_game(text)
    elif begin[0] in "{[":
        yield from read_transcripts(text)
    else:
        raise at(1, f"neither a game file, which begins with {FIRST_LINE!r}, nor JSON")


# Transcripts


def transcript(game: Game) -> dict[str, Any]:
    """The game as a JSON transcript; `FormatError` if it did not begin with a deal.

    >>> transcript(splendor.Game(seed=1))["rules"]
    {'name': 'official', 'players': 2}
    """
    changed = game.ruleset.changed_options(game.rules, game.options)
    return {
        "format": FORMAT,
        "rules": {"name": game.rules, **changed},
        "deal": game.deal(),
        "turns": game.turns(),
        "result": result_of(game),
    }


def result_of(game: Game) -> dict[str, Any] | None:
    outcome = game.outcome
    if outcome is None:
        return None
    scores = scores_of(outcome, game.ruleset)
    return {"winners": list(outcome.winners), **scores, "reason": outcome.reason}


def transcript_line(game: Game) -> str:
    """The transcript as one line of a JSON lines file, without the line feed.

    >>> transcript_line(splendor.Game(seed=1))[:34]
    '{"format":"splendor-transcript/1",'
    """
    return json.dumps(transcript(game), separators=(",", ":"))


def read_transcripts(text: str) -> Iterator[GameFile]:
    """The games in a sequence of JSON objects, usually one per line.

    >>> line = transcript_line(splendor.Game(seed=1))
    >>> len(list(read_transcripts(line + line)))
    2
    """
    line, end = 1, 0
    while (begin := skip_blank(text, end)) < len(text):
        line += text.count("\n", end, begin)
        given, end = decode(text, begin, line)
        try:
            game = Game.from_transcript(given)
        except RulesError as error:
            raise at(line, error) from None
        except RecursionError:
            raise at(line, "the JSON is nested too deeply") from None
        yield GameFile(game)
        line += text.count("\n", begin, end)


def skip_blank(text: str, begin: int) -> int:
    blank = BLANK.match(text, begin)
    return blank.end() if blank else begin


def decode(text: str, begin: int, line: int) -> tuple[Any, int]:
    """The JSON value that begins at this position and line, and where it ends."""
    following = NEXT_TRANSCRIPT.search(text, begin)
    own = text[begin : following.start() if following else len(text)]
    try:
        given, size = json.JSONDecoder().raw_decode(own)
        return given, begin + size
    except json.JSONDecodeError as error:
        wrong = f"not JSON: {error.msg}, column {error.colno}"
        raise at(line + error.lineno - 1, wrong) from None
    except RecursionError:
        raise at(line, "the JSON is nested too deeply") from None
    except ValueError:
        raise at(line, "not JSON that can be read: a number has too many digits") from None


if not TYPE_CHECKING:
    __getattr__ = old_names("splendor.formats")
