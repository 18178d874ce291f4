"""The text of a position of Splendor Duel, both ways: the whole state, or a view.

One line of `key=value` fields. `docs/notation.md` describes them.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from splendor.core.content import WILD
from splendor.core.decks import LEVELS, NONE
from splendor.core.errors import RulesError
from splendor.core.gems import LETTERS
from splendor.core.kernel import uint32
from splendor.core.position_parts import (
    cards_text,
    chance_text,
    decks_text,
    hand_text,
    number,
    one_of,
    parts_of,
    read_chance,
    read_decks,
    read_hand,
    read_rows,
    read_rules_text,
    read_tokens,
    require,
    require_seats,
    rules_text,
    split_fields,
    tokens_text,
)
from splendor.core.position_parts import is_whole as is_whole
from splendor.core.records import members, numbers
from splendor.duel.board import SIDE
from splendor.duel.checks import (
    AFTER_A_PURCHASE,
    CHECKS,
    OWNER_TO_COME,
    UNTOUCHED,
    name_of,
    way_to_place,
)
from splendor.duel.legal import PLACES
from splendor.duel.moves import (
    GOLD_FOR,
    MOVES,
    PURCHASE,
    RESERVE,
    TOKEN_LETTERS,
    action_of,
    parse_move,
)
from splendor.duel.options import OPTIONS
from splendor.duel.state import (
    BONUS,
    BONUS_COUNT,
    CARDS,
    CHOOSE_SPACE,
    COLOUR,
    COSTS,
    CROWNS,
    DISCARD,
    HIDDEN,
    MATCH,
    OVER,
    PAY,
    PHASES,
    PRESTIGE,
    PRIVILEGES,
    RANDOM_START,
    REASONS,
    ROWS,
    ROYAL_PRESTIGE,
    ROYALS,
    SEATS,
    STATE,
    WILD_NUMBER,
    WILDS,
    State,
    lay_out_in,
)
from splendor.duel.table import CARD_NAMES, ROYAL_NAMES, STARTS, board_of, pyramid_row
from splendor.duel.table import EMPTY as EMPTY_SPACE

REQUIRED = (
    "rules", "round", "turns", "start", "turn", "phase", "board", "bag", "privileges", "pyramid",
    "royals", "decks",
)  # fmt: skip
OPTIONAL = (
    "place", "matching", "lowest", "replenished", "purchased", "again", "quiet", "reason", "chance"
)  # fmt: skip
MOST_QUIET = int(np.iinfo(np.int16).max)

# The phases in which a field is required, and those in which it is allowed.
NEEDED_IN = {"place": (CHOOSE_SPACE, PAY, COLOUR), "matching": (MATCH,), "reason": (OVER,)}
ALLOWED_IN = {
    "lowest": (PAY, DISCARD),
    "replenished": (*UNTOUCHED, *AFTER_A_PURCHASE, DISCARD),
    "purchased": (*AFTER_A_PURCHASE, DISCARD),
    "again": (DISCARD,),
}


# Writing


def write_position(state: State) -> str:
    """One line that says everything in the record."""
    return " ".join(f"{key}={value}" for key, value in position_fields(state))


def position_fields(state: State) -> Iterator[tuple[str, str]]:
    rules = OPTIONS.read_rules(state)
    yield "rules", rules_text(rules, OPTIONS.changed(rules, OPTIONS.read(state)))
    yield "round", str(state.round_number)
    yield "turns", str(state.turn_number)
    yield "start", str(state.start)
    yield "turn", str(state.active)
    yield "phase", PHASES[state.phase]
    yield from turn_fields(state)
    yield "board", board_text(state)
    yield "bag", tokens_text(numbers(state.bag), TOKEN_LETTERS)
    yield "privileges", str(state.privileges)
    rows = (pyramid_row(state, level) for level in range(LEVELS))
    yield "pyramid", "/".join(cards_text(row, name_of) for row in rows)
    yield "royals", royals_text(state, NONE)
    yield "decks", decks_text(state, STARTS, name_of)
    for seat in range(SEATS):
        yield f"seat{seat}", player_text(state, seat)
    if any(numbers(state.chance)):
        yield "chance", chance_text(state.chance)


def turn_fields(state: State) -> Iterator[tuple[str, str]]:
    """The fields for what was decided earlier in this turn."""
    if state.chosen != NONE:
        yield "place", place_text(state)
    if state.matching != NONE:
        yield "matching", TOKEN_LETTERS[state.matching]
    if state.lowest:
        yield "lowest", TOKEN_LETTERS[state.lowest]
    for key in ("replenished", "purchased", "again", "quiet"):
        if getattr(state, key):
            yield key, str(getattr(state, key))
    if state.phase == OVER:
        yield "reason", REASONS[state.reason]


def place_text(state: State) -> str:
    """The card that is being reserved or bought, with the gold chosen for it: `b2c+W1`."""
    gold = tokens_text(numbers(state.gold_for), TOKEN_LETTERS)
    return f"{MOVES[way_to_place(state)[0]]}{gold}"


def board_text(state: State) -> str:
    letters = [EMPTY_SPACE if token is None else TOKEN_LETTERS[token] for token in board_of(state)]
    return "/".join("".join(letters[SIDE * row :][:SIDE]) for row in range(SIDE))


def royals_text(state: State, owner: int) -> str:
    owners = enumerate(numbers(state.royal_owner))
    return ",".join(ROYAL_NAMES[royal] for royal, seat in owners if seat == owner)


def player_text(state: State, seat: int) -> str:
    """Tokens, purchased cards, hand, royal cards and privileges, with colons between."""
    player = state.players[seat]
    tokens = tokens_text(numbers(player.tokens), TOKEN_LETTERS)
    bought = ",".join(bought_text(state, card) for card in members(player.bought))
    hand, royals = hand_text(player, name_of), royals_text(state, seat)
    return f"{tokens}:{bought}:{hand}:{royals}:{player.privileges}"


def bought_text(state: State, card: int) -> str:
    """A wild card with its colour: `L1-27=R`."""
    if CARDS[card].bonus != WILD:
        return name_of(card)
    return f"{name_of(card)}={LETTERS[state.wild_as[WILDS.index(card)]]}"


# Reading


def read_position(text: str) -> npt.NDArray[np.record]:
    """The state, or the view, that a text describes, as an array of one record."""
    states = parse_position(text)
    for check in CHECKS.values():
        check(states)
    return states


def parse_position(text: str) -> npt.NDArray[np.record]:
    """The record that a text describes, which may be no possible position."""
    fields = split_fields(text, REQUIRED, OPTIONAL)
    states = np.zeros(1, STATE)
    state = states[0]
    rules, options = read_rules_text(fields["rules"], OPTIONS)
    OPTIONS.write(state, rules, options)
    lay_out_in(states, 0)
    require_seats(fields, SEATS)
    read_turn(state, fields)
    read_table(state, fields)
    for seat in range(SEATS):
        read_player(state, seat, fields[f"seat{seat}"])
    read_decks(state, fields["decks"], STARTS, card_of)
    read_chance(state, fields.get("chance"), text)
    return states


def read_turn(state: State, fields: dict[str, str]) -> None:
    state.round_number = number("round", fields["round"], 1, 999_999_999)
    state.turn_number = number("turns", fields["turns"], 1, 999_999_999)
    state.start = number("start", fields["start"], 0, SEATS - 1)
    state.active = number("turn", fields["turn"], 0, SEATS - 1)
    state.phase = one_of("phase", fields["phase"], PHASES)
    fixed = int(state.start_rule)
    require(fixed in (RANDOM_START, state.start), f"start must be {fixed}, as the option says")
    state.lowest = one_of("lowest", fields.get("lowest", "W"), tuple(TOKEN_LETTERS))
    for key in ("replenished", "purchased", "again"):
        setattr(state, key, number(key, fields.get(key, "0"), 0, 1))
    state.quiet = number("quiet", fields.get("quiet", "0"), 0, MOST_QUIET)
    read_phase(state, fields)


def read_phase(state: State, fields: dict[str, str]) -> None:
    """The fields that belong to some phases only."""
    for key, phases in NEEDED_IN.items():
        right = (key in fields) == (state.phase in phases)
        require(
            right, f"{key} stands in phase {' or '.join(PHASES[p] for p in phases)}, only there"
        )
    for key, phases in ALLOWED_IN.items():
        right = getattr(state, key) == 0 or state.phase in phases
        require(right, f"{key} cannot stand in phase {PHASES[state.phase]}")
    if "place" in fields:
        read_place(state, fields["place"])
    if "matching" in fields:
        state.matching = one_of("matching", fields["matching"], tuple(LETTERS))
    if "reason" in fields:
        state.reason = one_of("reason", fields["reason"], REASONS)


def read_place(state: State, text: str) -> None:
    place, plus, chosen = text.partition("+")
    try:
        action = action_of(parse_move(place + plus))
    except RulesError:
        action = NONE
    if state.phase == CHOOSE_SPACE:
        require(RESERVE <= action < PURCHASE, f"place must be like r2c or r3, not {text!r}")
        state.chosen = action - RESERVE
        return
    right = PURCHASE <= action < GOLD_FOR and (plus or state.phase == COLOUR)
    right = right and bool(chosen or not plus or state.phase == PAY)
    require(right, f"place must be like b2c+W1 in phase {PHASES[state.phase]}, not {text!r}")
    state.chosen = (action - PURCHASE) % PLACES
    for token, count in enumerate(read_tokens("place", chosen, TOKEN_LETTERS[:COSTS])):
        state.gold_for[token] = count


def read_table(state: State, fields: dict[str, str]) -> None:
    read_board(state, fields["board"])
    for token, count in enumerate(read_tokens("bag", fields["bag"], TOKEN_LETTERS)):
        state.bag[token] = count
    state.privileges = number("privileges", fields["privileges"], 0, PRIVILEGES)
    for place, card in enumerate(read_rows("pyramid", fields["pyramid"], ROWS, card_of)):
        state.market[place] = card
    for royal in range(len(ROYALS)):
        state.royal_owner[royal] = OWNER_TO_COME
    read_royals(state, "royals", fields["royals"], NONE)


def read_board(state: State, text: str) -> None:
    rows = text.split("/")
    right = len(rows) == SIDE and all(len(row) == SIDE for row in rows)
    require(right, f"board must have {SIDE} rows of {SIDE} spaces, with / between")
    for space, letter in enumerate("".join(rows)):
        if letter != EMPTY_SPACE:
            token = one_of("board", letter, tuple(TOKEN_LETTERS))
            state.board[token] |= uint32(1 << space)


def read_royals(state: State, key: str, text: str, owner: int) -> list[int]:
    royals = [one_of(key, name, ROYAL_NAMES) for name in text.split(",") if text]
    for royal in royals:
        free = state.royal_owner[royal] == OWNER_TO_COME
        require(free, f"royal card {ROYAL_NAMES[royal]} stands in two places")
        state.royal_owner[royal] = owner
    return royals


def card_of(key: str, text: str, level: int | None = None) -> int:
    require(text in CARD_NAMES, f"{key} must name cards, such as {CARD_NAMES[0]}, not {text!r}")
    card = CARD_NAMES.index(text)
    if level is not None:
        require(CARDS[card].level == level + 1, f"card {text} is not of level {level + 1}")
    return card


def read_player(state: State, seat: int, text: str) -> None:
    key, player = f"seat{seat}", state.players[seat]
    parts = parts_of(key, text, "tokens:bought:hand:royals:privileges")
    for token, count in enumerate(read_tokens(key, parts[0], TOKEN_LETTERS)):
        player.tokens[token] = count
    for bought in parts[1].split(",") if parts[1] else ():
        read_bought(state, seat, bought)
    read_hand(player, key, parts[2], card_of, state.hand_rule == HIDDEN)
    for royal in read_royals(state, key, parts[3], seat):
        player.royals += 1
        player.points += ROYAL_PRESTIGE[royal]
    player.privileges = number(key, parts[4], 0, PRIVILEGES)


def read_bought(state: State, seat: int, text: str) -> None:
    key, player, (name, equals, letter) = f"seat{seat}", state.players[seat], text.partition("=")
    card = card_of(key, name)
    require(card not in members(player.bought), f"{key} has bought a card twice")
    is_wild = CARDS[card].bonus == WILD
    require(is_wild == bool(equals), f"{key}: {name} is {'a' if is_wild else 'no'} wild card")
    colour = one_of(key, letter, tuple(LETTERS)) if is_wild else int(BONUS[card])
    if is_wild:
        state.wild_as[WILD_NUMBER[card]] = colour
    player.bought[card >> 5] |= uint32(1 << (card & 31))
    player.cards += 1
    player.crowns += CROWNS[card]
    player.points += PRESTIGE[card]
    if colour != NONE:
        player.bonuses[colour] += BONUS_COUNT[card]
        player.colour_points[colour] += PRESTIGE[card]
