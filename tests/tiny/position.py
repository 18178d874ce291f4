"""Writing and reading the text of a tiny position."""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from splendor.core.decks import NONE
from splendor.core.kernel import uint32
from splendor.core.position_parts import (
    cards_text,
    chance_text,
    check_cards,
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
from splendor.core.records import members, numbers
from tests.tiny.options import OPTIONS
from tests.tiny.state import (
    BONUS,
    CARDS,
    DECK_START,
    LEVELS,
    OVER,
    PHASES,
    PRESTIGE,
    REASONS,
    ROW,
    STATE,
    SUPPLY,
    Player,
    State,
    lay_out_in,
)
from tests.tiny.table import LETTERS

REQUIRED = ("rules", "round", "start", "turn", "phase", "market", "decks")
OPTIONAL = ("reason", "chance")


def write_position(state: State) -> str:
    return " ".join(f"{key}={value}" for key, value in position_fields(state))


def position_fields(state: State) -> Iterator[tuple[str, str]]:
    rules = OPTIONS.read_rules(state)
    yield "rules", rules_text(rules, OPTIONS.changed(rules, OPTIONS.read(state)))
    yield "round", str(state.round_number)
    yield "start", str(state.start)
    yield "turn", str(state.active)
    yield "phase", PHASES[state.phase]
    if state.phase == OVER:
        yield "reason", REASONS[state.reason]
    market = numbers(state.market)
    rows = (market[ROW * level : ROW * level + ROW] for level in range(LEVELS))
    yield "market", "/".join(cards_text(row, str) for row in rows)
    yield "decks", decks_text(state, DECK_START.tolist(), str)
    for seat in range(state.seats):
        yield f"seat{seat}", player_text(state.players[seat])
    if any(numbers(state.chance)):
        yield "chance", chance_text(state.chance)


def player_text(player: Player) -> str:
    bought = ",".join(map(str, members(player.bought)))
    return f"{tokens_text(numbers(player.tokens), LETTERS)}:{bought}:{hand_text(player, str)}"


def read_position(text: str) -> npt.NDArray[np.record]:
    fields = split_fields(text, REQUIRED, OPTIONAL)
    states = np.zeros(1, STATE)
    state = states[0]
    rules, options = read_rules_text(fields["rules"], OPTIONS)
    OPTIONS.write(state, rules, options)
    lay_out_in(states, 0)
    last = int(state.seats) - 1
    require_seats(fields, last + 1)
    state.round_number = number("round", fields["round"], 1, 999_999_999)
    state.start = number("start", fields["start"], 0, last)
    state.active = number("turn", fields["turn"], 0, last)
    state.phase = one_of("phase", fields["phase"], PHASES)
    state.reason = one_of("reason", fields.get("reason", REASONS[0]), REASONS)
    state.market[:] = read_rows("market", fields["market"], (ROW,) * LEVELS, card_of)
    for seat in range(last + 1):
        read_player(state, seat, fields[f"seat{seat}"])
    read_decks(state, fields["decks"], DECK_START.tolist(), card_of)
    read_chance(state, fields.get("chance"), text)
    check_position(state)
    return states


def card_of(key: str, text: str, level: int | None = None) -> int:
    card = number(key, text, 0, len(CARDS) - 1)
    require(level is None or CARDS[card].level == level + 1, f"card {card} is of another level")
    return card


def read_player(state: State, seat: int, text: str) -> None:
    key = f"seat{seat}"
    tokens, bought, hand = parts_of(key, text, "tokens:bought:hand")
    player = state.players[seat]
    for gem, count in enumerate(read_tokens(key, tokens, LETTERS)):
        player.tokens[gem] = count
        state.supply[gem] -= count
    for word in bought.split(",") if bought else ():
        card = card_of(key, word)
        player.bought[card >> 5] |= uint32(1 << (card & 31))
        player.bonuses[BONUS[card]] += 1
        player.points += PRESTIGE[card]
        player.cards += 1
    read_hand(player, key, hand, card_of, False)


def check_position(state: State) -> None:
    cards = [*numbers(state.deck), *numbers(state.market)]
    for seat in range(state.seats):
        cards += [*numbers(state.players[seat].hand), *members(state.players[seat].bought)]
    check_cards(cards, DECK_START.tolist(), str)
    for gem, left in enumerate(numbers(state.supply)):
        require(left >= 0, f"there are only {SUPPLY[state.seats]} {LETTERS[gem]}")
    require((state.phase == OVER) == (state.reason != 0), "a finished game needs its reason")
    for level in range(LEVELS):
        empty = NONE in numbers(state.market)[ROW * level : ROW * level + ROW]
        require(not empty or state.deck_sizes[level] == 0, "an empty place beside a full deck")
