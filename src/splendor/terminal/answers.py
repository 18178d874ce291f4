"""Typed answers: reading them, explaining mistakes, and returning or discarding tokens."""

import re
from collections.abc import Sequence

from splendor.core.decks import HAND_LIMIT, LEVELS
from splendor.core.gems import COLOURS, GOLD_LETTER, GOLD_NAME, LETTERS, PEARL_LETTER, PEARL_NAME

NAME_OF = dict(
    zip(LETTERS + PEARL_LETTER + GOLD_LETTER, (*COLOURS, PEARL_NAME, GOLD_NAME), strict=True)
)
LETTER_OF = {name: letter for letter, name in NAME_OF.items()}
VERBS = {"take": "", "buy": "b", "reserve": "r", "privilege": "p", "gold": "j", "match": "+"}
PLACE = re.compile(r"([rb])(h|\d)(\w?)\+?", re.IGNORECASE)


# Reading


def named_tokens(line: str, letters: str, *signs: str) -> str:
    """The letters of the tokens in a line such as `W W J`, `-K-G` or `white and gold`.

    The line may begin with one of the `signs`. Empty if it names anything else.
    """
    text, found = line.strip().lower(), ""
    for sign in signs:
        text = text.removeprefix(sign)
    for word in re.split(r"[\s,;-]+", text):
        tokens = "" if word == "and" else LETTER_OF.get(word, word.upper())
        if not set(tokens) <= set(letters):
            return ""
        found += tokens
    return found


def signed(sign: str, tokens: str) -> str:
    """`-W -W -J`: the tokens as moves."""
    return " ".join(f"{sign}{token}" for token in tokens)


# Mistakes


def wrong_word(words: Sequence[str]) -> str:
    """The first word, which starts no move, in its short form: `buy 4a` is `b4a`."""
    verb = VERBS.get(words[0].lower())
    return words[0] if verb is None or len(words) == 1 else verb + words[1]


def no_such_place(word: str, rows: Sequence[str]) -> str:
    """Why `r4`, `b3d` or `bh4` is wrong, or nothing; `rows` has the slot letters of each level."""
    found = PLACE.fullmatch(word)
    if found is None:
        return ""
    verb, level, slot = (part.lower() for part in found.groups())
    if level == "h":
        hand = f"there is no place h{slot}: a hand has h1 to h{HAND_LIMIT}"
        return hand if verb == "b" else "a card in hand is reserved already"
    if not 1 <= int(level) <= LEVELS:
        return f"there is no level {level}: levels are 1 to {LEVELS}"
    letters = rows[int(level) - 1]
    if not slot:
        return f"{word} names no card: say which, such as {verb}{level}{letters[0]}"
    places = f"{level}{letters[0]} to {level}{letters[-1]}"
    return f"there is no place {level}{slot}: level {level} has {places}"


# Returning and discarding tokens


def some_tokens(held: Sequence[int], lowest: int, count: int) -> list[int]:
    """The first `count` of the tokens held, starting with the kind `lowest`."""
    every = [token for token in range(lowest, len(held)) for _ in range(held[token])]
    return every[:count]


def in_one_line(tokens: Sequence[int], letters: str) -> str:
    return signed("-", "".join(letters[token] for token in sorted(tokens)))


def how_to_give(held: Sequence[int], lowest: int, count: int, letters: str) -> str:
    """The end of the question, with an example."""
    example = in_one_line(some_tokens(held, lowest, count), letters)
    return f"{', all on one line' if count > 1 else ''}, such as {example}"
