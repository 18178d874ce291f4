"""The command `splendor verify`: check the proof that the deal of a finished game was fair.

The game is imported when the command runs.
"""

import argparse
import json
from typing import TYPE_CHECKING, Any, NoReturn

from splendor.cli.arguments import add_command
from splendor.cli.common import warm_up
from splendor.core.errors import FormatError, RulesError

if TYPE_CHECKING:
    from splendor.formats.fair import Check

FAIR, NOT_FAIR = 0, 1


def add_verify(commands: Any) -> None:
    examples = ("proof.json", "- < proof.json")
    parser = add_command(commands, run_verify, "Check that a deal was fair", examples)
    parser.description = (
        "Check a server's proof of a finished game: the secret matches its commitment; decks, "
        "nobles, board,\nstart and every draw from the bag follow from the secret and the players' "
        "nonces; and the moves are\nlegal. The exit status is 0 if all this holds, 1 if not, and 2 "
        "if the file is not a proof."
    )
    parser.add_argument("file", metavar="FILE", help="a proof; - reads standard input")


def run_verify(args: argparse.Namespace) -> int:
    from splendor.formats.fair import verify
    from splendor.terminal.files import read_text

    proof = read_proof(read_text(args.file), args.file)
    try:
        verdict = verify(proof)
    except FormatError as error:
        raise FormatError(f"{args.file}: {error}") from None
    warm_up(proof["transcript"]["rules"]["name"])
    checks = [*verdict.checks, check_moves(proof["transcript"])]
    width = max(len(check.name) for check in checks)
    for check in checks:
        print(f"{'yes' if check.passed else 'NO ':<3} {check.name:<{width}}  {check.text}")
    print(verdict.note)
    fair = all(check.passed for check in checks)
    print("fair" if fair else "not fair")
    return FAIR if fair else NOT_FAIR


def check_moves(transcript: dict[str, Any]) -> "Check":
    """Whether all moves of the transcript are legal; the browser's check does not test this."""
    from splendor.formats.fair import failed, passed
    from splendor.game import Game

    try:
        game = Game.from_transcript(transcript)
    except RulesError as error:
        return failed("moves", "moves_illegal", why=str(error))
    except RecursionError:
        return failed("moves", "moves_illegal", why="it is nested too deeply")
    return passed("moves", "moves_legal", count=game.ply)


def read_proof(text: str, name: str) -> Any:
    """The JSON of a file; raises `FormatError` with a one-line message."""
    try:
        return json.loads(text.removeprefix("\ufeff"), parse_constant=refuse_constant)
    except json.JSONDecodeError as error:
        wrong = f"{error.msg}, line {error.lineno}, column {error.colno}"
    except RecursionError:
        wrong = "it is nested too deeply"
    except ValueError:
        wrong = "a number in it cannot be read"
    raise FormatError(f"{name}: not JSON: {wrong}")


def refuse_constant(word: str) -> NoReturn:
    """Refuse NaN and Infinity, which Python accepts although they are not JSON."""
    raise ValueError(word)
