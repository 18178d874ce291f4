"""The prompt: reading a line as moves, the question, and why a move is not legal."""

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
    """The moves of a line, separated by spaces, in notation or in words."""
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
    """The words of a line; `-WK` and `return W K` become one word for each token."""
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
    """The longest move at the beginning of `words`, and its number of words."""
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
    """Sort consecutive moves of one kind as the rules require: they may be typed in any order."""
    ordered: list[Move] = []
    for _, group in groupby(moves, type):
        same = list(group)
        if wrong := face.clash(same):
            raise NotationError(wrong)
        ordered += sorted(same, key=face.rank)
    return ordered


def question(game: Game, names: Sequence[str], several: bool) -> str:
    """The question to the active player, with the name if there are several humans."""
    if game.is_over:
        return "undo, save FILE, log or quit"
    what = face_of(game).question(game)
    return f"{names[game.active]}: {what}" if several else what


def what_to_buy(game: Game, viewer: int | None, seat: int, name: str) -> Iterator[str]:
    """The purchases of a seat, as far as the seat `viewer` can see."""
    face, table = face_of(game), game.view(viewer).table
    place = table.places[seat]
    card_offers = list(face.card_offers(table, place))
    if not card_offers:
        return iter([" There is nothing to list: moves shows what is legal."])
    return shopping(name, place, card_offers, face.letters)


def why_not(game: Game, move: Move, typed: Sequence[Move] = ()) -> str:
    """Why a move is not legal after those `typed` before it."""
    return f"{move} is not possible: {why_not_given(game, move, typed) or game.why_not(move)}"


def why_not_given(game: Game, move: Move, typed: Sequence[Move]) -> str:
    """Why a token cannot be given away; empty if no tokens are to be given away now."""
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
