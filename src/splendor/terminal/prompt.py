"""What is typed at a table: reading a line as moves, asking for one, and saying why not."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from splendor.core.errors import NotationError
from splendor.game import Game
from splendor.ruleset import Move
from splendor.terminal.answers import NAME_OF, in_one_line, some_tokens
from splendor.terminal.faces import Face, face_of
from splendor.terminal.prices import shopping

MOST_WORDS = 40  # of one turn
LONGEST_SHOWN = 60  # letters of a wrong word that an error repeats


def read_moves(game: Game, line: str) -> list[Move]:
    """The moves that a line means: several with spaces between, also in words."""
    face = face_of(game)
    if len(line.split()) > MOST_WORDS:
        raise NotationError(f"a turn has at most {MOST_WORDS} words")
    words, moves = split_words(face, face.prepare(game, line)) or [line], []
    while words:
        move, used = first_move(game, words)
        moves.append(move)
        words = words[used:]
    return in_order(face, moves)


def split_words(face: Face, line: str) -> list[str]:
    """Words, with `-WK` and `return W K` as one word for each token."""
    words: list[str] = []
    giving = False
    for word in line.replace(",", " ").replace(";", " ").split():
        tokens = word.replace("-", "").upper() if word[0] == "-" else word.upper()
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
    if mistake := face_of(game).mistake(game, words):
        raise NotationError(mistake)
    word = words[0][:LONGEST_SHOWN]
    raise NotationError(
        f"{word!r} is neither a move nor a command: moves lists what is legal, help explains"
    )


def in_order(face: Face, moves: list[Move]) -> list[Move]:
    """Moves of a kind that the rules put in order are typed in any."""
    ordered: list[Move] = []
    for _, group in groupby(moves, type):
        same = list(group)
        if wrong := face.clash(same):
            raise NotationError(wrong)
        ordered += sorted(same, key=face.rank)
    return ordered


def question(game: Game, names: Sequence[str], several: bool) -> str:
    """What is to be decided now; with several humans, by whom."""
    if game.is_over:
        return "undo, save FILE, log or quit"
    what = face_of(game).question(game)
    return f"{names[game.active]}: {what}" if several else what


def what_to_buy(game: Game, eyes: int | None, seat: int, name: str) -> Iterator[str]:
    """What a seat can buy, as far as the seat `eyes` may know."""
    face, table = face_of(game), game.view(eyes).table
    place = table.places[seat]
    wares = list(face.wares(table, place))
    if not wares:
        return iter([" There is nothing to list: moves shows what is legal."])
    return shopping(name, place, wares, face.letters)


def why_not(game: Game, move: Move, typed: Sequence[Move] = ()) -> str:
    """Why a move is not legal after those `typed` before it, in a line."""
    return f"{move} is not possible: {why_not_given(game, move, typed) or game.why_not(move)}"


def why_not_given(game: Game, move: Move, typed: Sequence[Move]) -> str:
    """Why a token cannot be given away now; nothing if that is not what is to be decided."""
    given = face_of(game).given
    token, legal = given(move), [given(legal) for legal in game.legal_moves]
    kinds = [kind for kind in legal if kind is not None]
    if token is None or len(kinds) < len(legal):
        return ""
    held, letters = list(game.table.places[game.active].tokens), face_of(game).letters
    if not held[token]:
        return f"you hold no {'more ' if move in typed else ''}{NAME_OF[letters[token]]}"
    if token < min(kinds):
        return "it comes before what was given away last: undo takes that back"
    before = [kind for kind in map(given, typed) if kind is not None]
    due = sum(held) - face_of(game).limit
    held[token] -= 1
    example = [*before, token, *some_tokens(held, min(kinds), due - 1)]
    return f"type all {len(example)} on one line, such as {in_one_line(example, letters)}"
