"""What all games share in the text of a position: its fields and their parts.

A position is one line of `key=value` fields; `docs/notation.md` describes it. Each game passes its
own functions for writing and reading cards, because the games name cards differently.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from typing import Any, TypeAlias, TypeVar

from splendor.core.chance import WORDS, Chance, seeded
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE, UNSEEN, DealtState, Decks, Holder
from splendor.core.errors import OptionError, PositionError
from splendor.core.options import Options, OptionSet
from splendor.core.records import numbers
from splendor.core.refusals import Refusal

OptionsT = TypeVar("OptionsT", bound=Options)
Name: TypeAlias = Callable[[int], str]  # how a card is written
ReadCard: TypeAlias = Callable[[str, str, int | None], int]  # (field, text, level or None)

EMPTY = "-"
UNKNOWN = "?"
OWNER_ALONE = "*"


def require(condition: object, reason: str | Refusal) -> None:
    """Refuse a position, with a code and values or with a detail in English."""
    if not condition:
        if isinstance(reason, str):
            reason = Refusal.of("position_text", detail=reason)
        raise PositionError(reason)


def split_fields(text: str, required: tuple[str, ...], optional: tuple[str, ...]) -> dict[str, str]:
    fields: dict[str, str] = {}
    for word in text.split():
        key, equals, value = word.partition("=")
        known = key in required or key in optional or key.startswith("seat")
        require(bool(equals) and known, f"{word!r} is no field of a position")
        require(key not in fields, f"field {key!r} is given twice")
        fields[key] = value
    for key in required:
        require(key in fields, f"field {key!r} is missing")
    return fields


def require_seats(fields: dict[str, str], seats: int) -> None:
    expected = {f"seat{seat}" for seat in range(seats)}
    given = {key for key in fields if key.startswith("seat")}
    require(given == expected, f"{seats} players need the fields {', '.join(sorted(expected))}")


def number(key: str, text: str, low: int, high: int) -> int:
    valid = text.isascii() and text.isdigit() and len(text) < 10 and low <= int(text) <= high
    require(valid, f"{key} must be a number from {low} to {high}, not {text!r}")
    return int(text)


def one_of(key: str, text: str, values: tuple[str, ...]) -> int:
    require(text in values, f"{key} must be one of {', '.join(values)}, not {text!r}")
    return values.index(text)


def parts_of(key: str, text: str, names: str) -> list[str]:
    """Split a player's field at its colons."""
    parts = text.split(":")
    require(len(parts) == names.count(":") + 1, f"{key} must be {names}")
    return parts


# The rules


def rules_text(rules: str, changed: Mapping[str, object]) -> str:
    words = (f"{name}={'none' if v is None else v}" for name, v in changed.items())
    return ",".join([rules, *words])


def split_rules(text: str) -> tuple[str, dict[str, str], str | None]:
    """The rule set, its options, and the first word that is no option or repeats one, if any."""
    rules, *words = text.split(",")
    options: dict[str, str] = {}
    for word in words:
        name, equals, value = word.partition("=")
        if not equals or name in options:
            return rules, options, word
        options[name] = value
    return rules, options, None


def read_rules_text(text: str, options: OptionSet[OptionsT]) -> tuple[str, OptionsT]:
    """The name of the rule set, and its options."""
    rules, given, wrong = split_rules(text)
    one_of("rules", rules, options.rules)
    if wrong is not None:
        name, equals, _ = wrong.partition("=")
        require(equals, f"{wrong!r} is no option")
        require(name not in given, f"option {name!r} is given twice")
    try:
        parsed = {name: options.parse(name, value) for name, value in given.items()}
        return rules, options.make(rules, parsed)
    except OptionError as error:
        raise PositionError(f"not a position: {error}") from None


# Tokens


def tokens_text(counts: Sequence[int], letters: str) -> str:
    return "".join(f"{letters[token]}{n}" for token, n in enumerate(counts) if n)


def read_tokens(key: str, text: str, letters: str) -> list[int]:
    """Counts from `W2G1J1`."""
    counts = [0] * len(letters)
    for letter, digit in zip(text[::2], [*text[1::2], ""], strict=False):
        token = one_of(key, letter, tuple(letters))
        require(counts[token] == 0, f"{key} names {letter} twice")
        counts[token] = number(key, digit, 1, 9)
    return counts


# Cards


def card_text(card: int, name: Name) -> str:
    if card == NONE:
        return EMPTY
    return name(card) if card >= 0 else f"{UNKNOWN}{UNSEEN - card + 1}"


def cards_text(cards: Sequence[int], name: Name) -> str:
    return ",".join(card_text(card, name) for card in cards)


def read_rows(key: str, text: str, sizes: Sequence[int], read_card: ReadCard) -> list[int]:
    """The open cards, level by level; NONE where there is none."""
    rows = text.split("/")
    require(len(rows) == len(sizes), f"{key} must have {len(sizes)} rows, with / between")
    found = []
    for level, row in enumerate(rows):
        cards = row.split(",")
        wanted = sizes[level]
        require(len(cards) == wanted, f"row {level + 1} of the {key} must have {wanted} places")
        found += [NONE if card == EMPTY else read_card(key, card, level) for card in cards]
    return found


def decks_text(state: Decks, starts: Sequence[int], name: Name) -> str:
    return "/".join(
        deck_text(state, level, starts[level], name) for level in range(len(starts) - 1)
    )


def deck_text(state: Decks, level: int, first: int, name: Name) -> str:
    """The cards in drawing order, or how many there are if they are unknown."""
    size = int(state.deck_sizes[level])
    cards = numbers(state.deck)[first : first + size][::-1]
    if cards and cards[0] < 0:
        return f"{UNKNOWN}{size}"
    return cards_text(cards, name)


def read_decks(state: Decks, text: str, starts: Sequence[int], read_card: ReadCard) -> None:
    decks = text.split("/")
    levels = len(starts) - 1
    require(len(decks) == levels, f"there must be {levels} decks, with / between")
    for level, deck in enumerate(decks):
        start, end = starts[level], starts[level + 1]
        if deck.startswith(UNKNOWN):
            cards = [UNSEEN - level] * number("decks", deck[1:], 1, end - start)
        else:
            cards = [read_card("decks", card, level) for card in deck.split(",") if deck]
        require(len(cards) <= end - start, f"deck {level + 1} has too many cards")
        state.deck_sizes[level] = len(cards)
        for place in range(start, end):
            state.deck[place] = NONE
        for place, card in enumerate(reversed(cards)):
            state.deck[start + place] = card


def hand_text(player: Holder, name: Name) -> str:
    return ",".join(
        card_text(int(player.hand[slot]), name)
        + (OWNER_ALONE if player.unseen[slot] and player.hand[slot] >= 0 else "")
        for slot in range(HAND_LIMIT)
        if player.hand[slot] != NONE
    )


def read_hand(player: Holder, key: str, text: str, read_card: ReadCard, hidden: bool) -> None:
    """A hand; where hands are `hidden`, every card in it is known to its owner alone."""
    hand = text.split(",") if text else []
    require(len(hand) <= HAND_LIMIT, f"{key} has more than {HAND_LIMIT} cards in hand")
    for slot, reserved in enumerate(hand):
        player.hand[slot], player.unseen[slot] = read_reserved(key, reserved, read_card)
        known = hidden and player.unseen[slot] == 0
        require(not known, f"{key} must have {reserved}{OWNER_ALONE}, as hands are hidden")


def read_reserved(key: str, text: str, read_card: ReadCard) -> tuple[int, int]:
    """A card in hand, and whether its owner alone knows it."""
    if text.startswith(UNKNOWN):
        return UNSEEN + 1 - number(key, text[1:], 1, LEVELS), 1
    return read_card(key, text.removesuffix(OWNER_ALONE), None), int(text.endswith(OWNER_ALONE))


def check_cards(cards: Sequence[int], starts: Sequence[int], name: Name) -> None:
    """Require every card to be there once, either known or unknown with its level."""
    for card, following in pairwise(sorted(card for card in cards if card >= 0)):
        require(card != following, Refusal.of("position_card_twice", card=name(card)))
    for level in range(len(starts) - 1):
        start, end = starts[level], starts[level + 1]
        found = sum(start <= card < end for card in cards) + cards.count(UNSEEN - level)
        right = found == end - start
        require(right, Refusal.of("position_level", level=level + 1, found=found))


# Chance


def chance_text(chance: Chance) -> str:
    return "".join(f"{word:016x}" for word in numbers(chance))


def read_chance(state: Any, text: str | None, position: str) -> None:
    """Read the generator; without one in the text, seed it with the text itself."""
    if text is None:
        words = numbers(seeded(position)) if is_whole(state) else (0,) * WORDS
    else:
        valid = len(text) == 16 * WORDS and all(digit in "0123456789abcdef" for digit in text)
        valid = valid and any(digit != "0" for digit in text)  # it would generate only zeros
        require(valid, f"chance must be {16 * WORDS} hexadecimal digits, not all of them 0")
        words = tuple(int(text[16 * word : 16 * word + 16], 16) for word in range(WORDS))
    for index, word in enumerate(words):
        state.chance[index] = word


def is_whole(state: DealtState) -> bool:
    """Whether every card is known: a state, not a view."""
    hands = [card for seat in range(state.seats) for card in numbers(state.players[seat].hand)]
    return min(*numbers(state.deck), *hands) >= NONE
