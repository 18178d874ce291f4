"""What is typed at a table: reading a line as moves, asking for one, and saying why not."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from splendor.errors import NotationError
from splendor.game import Game
from splendor.ruleset import Move
from splendor.terminal.faces import Face, face_of
from splendor.terminal.prices import shopping


def read_moves(game: Game, line: str) -> list[Move]:
    """The moves that a line means: several with spaces between, also in words."""
    face = face_of(game)
    words, moves = split_words(face, line) or [line], []
    while words:
        move, used = first_move(game, words)
        moves.append(move)
        words = words[used:]
    return in_order(face, moves)


def split_words(face: Face, line: str) -> list[str]:
    """Words, with `-WK` and `return W K` as one word for each token."""
    words: list[str] = []
    giving = False
    for word in face.prepare(line).replace(",", " ").replace(";", " ").split():
        tokens = word.removeprefix("-").upper()
        giving = giving or word[0] == "-"
        if giving and tokens and set(tokens) <= set(face.letters):
            if words and words[-1].lower() in face.giving:
                words.pop()
            words += [f"-{token}" for token in tokens]
        else:
            giving = word.lower() in face.giving
            words.append(word)
    return words


def first_move(game: Game, words: Sequence[str]) -> tuple[Move, int]:
    """The longest move at the beginning, and how many words it takes."""
    for used in range(len(words), 0, -1):
        try:
            return game.parse(" ".join(words[:used])), used
        except NotationError:
            continue
    raise NotationError(
        f"{words[0]!r} is neither a move nor a command: moves lists what is legal, help explains"
    )


def in_order(face: Face, moves: list[Move]) -> list[Move]:
    """Moves of a kind that the rules put in order are typed in any."""
    ordered: list[Move] = []
    for _, same in groupby(moves, type):
        ordered += sorted(same, key=face.rank)
    return ordered


def question(game: Game, names: Sequence[str], several: bool) -> str:
    """What is to be decided now; with several humans, by whom."""
    if game.is_over:
        return "undo, save FILE, log or quit"
    what = face_of(game).question(game)
    return f"{names[game.seat]}: {what}" if several else what


def what_to_buy(game: Game, eyes: int | None, seat: int, name: str) -> Iterator[str]:
    """What a seat can buy, as far as the eyes of another may know."""
    face, table = face_of(game), game.view(eyes).table
    place = table.places[seat]
    return shopping(name, place, face.wares(table, place), face.letters)


def why_not(game: Game, move: Move) -> str:
    """Why a move is not legal, in a line."""
    return f"{move} is not possible: {game.why_not(move)}"
