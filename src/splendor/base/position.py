"""The text of a position, both ways: the whole state, or a view with unknown cards marked.

One line of `key=value` fields. `docs/notation.md` describes them.
"""

from collections.abc import Iterator

import numpy as np
import numpy.typing as npt

from splendor.base.legal import legal_list
from splendor.base.moves import (
    CHOOSE_GOLD,
    GOLD_FOR,
    MOVES,
    TOKEN_LETTERS,
    ChooseGold,
    ChooseGoldHand,
    action_of,
    parse_move,
)
from splendor.base.options import OPTIONS
from splendor.base.rules import apply_in
from splendor.base.state import (
    BONUS,
    CARDS,
    DECK_START,
    GEMS_BY_PLAYERS,
    GOLD,
    GOLD_TOKENS,
    HIDDEN,
    LIMIT,
    NO_LIMIT,
    NOBLE,
    NOBLES,
    OVER,
    PAY,
    PHASES,
    PLAY,
    POINTS,
    PRESTIGE,
    RANDOM_START,
    REASONS,
    RETURN,
    ROW,
    STALEMATE,
    STATE,
    TOKEN_LIMIT,
    TOKENS,
    UNFINISHED,
    Player,
    State,
    lay_out_in,
    nobles_of,
)
from splendor.base.table import bought_by
from splendor.core.decks import LEVELS, NONE
from splendor.core.errors import PositionError, RulesError
from splendor.core.gems import GEMS
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
from splendor.core.position_parts import is_whole as is_whole
from splendor.core.records import numbers
from splendor.core.refusals import NAME_OF, Refusal
from splendor.core.tables import chosen_card

REQUIRED = ("rules", "round", "start", "turn", "phase", "supply", "market", "nobles", "decks")
OPTIONAL = ("paying", "lowest", "passes", "passed", "received", "reason", "chance")


# Writing


def write_position(state: State) -> str:
    """One line that says everything in the record."""
    return " ".join(f"{key}={value}" for key, value in position_fields(state))


def position_fields(state: State) -> Iterator[tuple[str, str]]:
    rules = OPTIONS.read_rules(state)
    yield "rules", rules_text(rules, OPTIONS.changed(rules, OPTIONS.read(state)))
    yield "round", str(state.round_number)
    yield "start", str(state.start)
    yield "turn", str(state.active)
    yield "phase", PHASES[state.phase]
    yield from turn_fields(state)
    yield "supply", tokens_text(numbers(state.supply), TOKEN_LETTERS)
    yield "market", "/".join(cards_text(market_row(state, lv), str) for lv in range(LEVELS))
    yield "nobles", ",".join(noble_text(state, slot) for slot in range(state.seats + 1))
    yield "decks", decks_text(state, DECK_START.tolist(), str)
    for seat in range(state.seats):
        yield f"seat{seat}", player_text(state.players[seat])
    if any(numbers(state.chance)):
        yield "chance", chance_text(state.chance)


def turn_fields(state: State) -> Iterator[tuple[str, str]]:
    """The fields for what was decided earlier in this turn."""
    if state.phase == PAY:
        chosen = tokens_text(numbers(state.gold_for), TOKEN_LETTERS)
        yield "paying", f"{MOVES[CHOOSE_GOLD + state.chosen]}{chosen}"
    if state.lowest:
        yield "lowest", TOKEN_LETTERS[state.lowest]
    for key in ("passes", "passed", "received"):
        if getattr(state, key):
            yield key, str(getattr(state, key))
    if state.phase == OVER:
        yield "reason", REASONS[state.reason]


def market_row(state: State, level: int) -> list[int]:
    return list(numbers(state.market)[ROW * level : ROW * level + ROW])


def noble_text(state: State, slot: int) -> str:
    owner = int(state.noble_owner[slot])
    return f"{state.nobles[slot]}" + ("" if owner == NONE else f"@{owner}")


def player_text(player: Player) -> str:
    """Tokens, purchased cards and hand, with colons between."""
    bought = ",".join(str(card.id) for card in bought_by(player))
    tokens = tokens_text(numbers(player.tokens), TOKEN_LETTERS)
    return f"{tokens}:{bought}:{hand_text(player, str)}"


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
    require_seats(fields, int(state.seats))
    read_turn(state, fields)
    read_table(state, fields)
    for seat in range(state.seats):
        read_player(state, seat, fields[f"seat{seat}"])
    read_decks(state, fields["decks"], DECK_START.tolist(), card_of)
    read_chance(state, fields.get("chance"), text)
    return states


def read_turn(state: State, fields: dict[str, str]) -> None:
    last = int(state.seats) - 1
    state.round_number = number("round", fields["round"], 1, 999_999_999)
    state.start = number("start", fields["start"], 0, last)
    state.active = number("turn", fields["turn"], 0, last)
    state.phase = one_of("phase", fields["phase"], PHASES)
    state.passes = number("passes", fields.get("passes", "0"), 0, last + 1)
    state.passed = number("passed", fields.get("passed", "0"), 0, 1)
    state.received = number("received", fields.get("received", "0"), 0, 1)
    state.lowest = one_of("lowest", fields.get("lowest", "W"), tuple(TOKEN_LETTERS))
    fixed = int(state.start_rule)
    require(fixed in (RANDOM_START, state.start), f"start must be {fixed}, as the option says")
    require("reason" not in fields or state.phase == OVER, "reason is for phase over")
    require("paying" not in fields or state.phase == PAY, "paying is for phase pay")
    if state.phase == OVER:
        state.reason = one_of("reason", fields.get("reason", ""), REASONS)
    if state.phase == PAY:
        read_payment(state, fields.get("paying", ""))


def read_payment(state: State, text: str) -> None:
    place, plus, chosen = text.partition("+")
    try:
        move = parse_move(place + plus)
    except RulesError:
        move = MOVES[0]
    if not isinstance(move, (ChooseGold, ChooseGoldHand)):
        raise PositionError(f"not a position: paying must be like b2c+W1, not {text!r}")
    state.chosen = action_of(move) - CHOOSE_GOLD
    *gems, gold = read_tokens("paying", chosen, TOKEN_LETTERS)
    require(gold == 0, "paying says which gems gold stands for, not gold")
    for gem, count in enumerate(gems):
        state.gold_for[gem] = count


def read_table(state: State, fields: dict[str, str]) -> None:
    for token, count in enumerate(read_tokens("supply", fields["supply"], TOKEN_LETTERS)):
        state.supply[token] = count
    market = read_rows("market", fields["market"], (ROW,) * LEVELS, card_of)
    for place, card in enumerate(market):
        state.market[place] = card
    nobles = fields["nobles"].split(",")
    require(len(nobles) == state.seats + 1, "there must be one noble more than players")
    for slot, noble in enumerate(nobles):
        read_noble(state, slot, noble)


def card_of(key: str, text: str, level: int | None = None) -> int:
    card = number(key, text, 0, len(CARDS) - 1)
    if level is not None:
        require(CARDS[card].level == level + 1, f"card {card} is not of level {level + 1}")
    return card


def read_noble(state: State, slot: int, text: str) -> None:
    noble, owned, owner = text.partition("@")
    state.nobles[slot] = number("nobles", noble, 0, len(NOBLES) - 1)
    if owned:
        seat = number("nobles", owner, 0, int(state.seats) - 1)
        state.noble_owner[slot] = seat
        state.players[seat].nobles += 1
        state.players[seat].points += nobles_of(state)[state.nobles[slot]].points


def read_player(state: State, seat: int, text: str) -> None:
    key = f"seat{seat}"
    parts = parts_of(key, text, "tokens:bought:hand")
    player = state.players[seat]
    for token, count in enumerate(read_tokens(key, parts[0], TOKEN_LETTERS)):
        player.tokens[token] = count
    bought = [card_of(key, card) for card in parts[1].split(",") if parts[1]]
    require(len(set(bought)) == len(bought), f"{key} has bought a card twice")
    for card in bought:
        player.bought[card >> 5] |= uint32(1 << (card & 31))
        player.bonuses[BONUS[card]] += 1
        player.points += PRESTIGE[card]
        player.cards += 1
    read_hand(player, key, parts[2], card_of, state.hand_rule == HIDDEN)


# Checking


def check_tokens(states: npt.NDArray[np.record]) -> None:
    """Require every token once."""
    state = states[0]
    for token in range(TOKENS):
        held = sum(int(state.players[seat].tokens[token]) for seat in range(state.seats))
        total = GOLD_TOKENS if token == GOLD else int(GEMS_BY_PLAYERS[state.seats])
        found, gem = held + int(state.supply[token]), NAME_OF[TOKEN_LETTERS[token]]
        require(found == total, Refusal.of("position_tokens", gem=gem, found=found, total=total))


def check_all_cards(states: npt.NDArray[np.record]) -> None:
    check_cards(all_cards(states[0]), DECK_START.tolist(), str)


def check_market(states: npt.NDArray[np.record]) -> None:
    """Require no empty market slot while its deck has cards."""
    state = states[0]
    for level in range(LEVELS):
        full = NONE not in market_row(state, level) or state.deck_sizes[level] == 0
        require(full, Refusal.of("position_empty", level=level + 1))


def check_nobles(states: npt.NDArray[np.record]) -> None:
    nobles = numbers(states[0].nobles)[: int(states[0].seats) + 1]
    require(len(set(nobles)) == len(nobles), Refusal("position_noble_twice"))


def all_cards(state: State) -> list[int]:
    cards = [*numbers(state.deck), *numbers(state.market)]
    for seat in range(state.seats):
        player = state.players[seat]
        cards += [*numbers(player.hand), *(card.id for card in bought_by(player))]
    return cards


def check_held(states: npt.NDArray[np.record]) -> None:
    """Require as many tokens with the players as the phase allows."""
    state = states[0]
    for seat in range(state.seats):
        held = sum(numbers(state.players[seat].tokens))
        returning = state.phase == RETURN and seat == state.active
        phase = PHASES[state.phase]
        require(
            (held > TOKEN_LIMIT) == returning,
            Refusal.of("position_held", seat=seat, count=held, phase=phase),
        )


def check_turn(states: npt.NDArray[np.record]) -> None:
    """Require a phase that the players' tokens and cards allow."""
    state = states[0]
    # After a return the field stays until the turn ends, so also while a noble is chosen.
    lowest = state.lowest == 0 or state.phase in (PAY, RETURN, NOBLE)
    require(lowest, "lowest is for pay, return and noble")
    require(state.passed == 0 or state.phase not in (PLAY, PAY), "a pass ends the choice")
    if state.phase == PAY:
        require(chosen_card(state) >= 0, "no known card lies where paying says")
        check_payment(states)
    deciding = bool(legal_list(states, 0))
    require(deciding == (state.phase != OVER), Refusal("position_stuck"))
    require((state.phase == OVER) == (state.reason != 0), "a finished game needs its reason")
    require_end(state)


def require_end(state: State) -> None:
    """B6, B3.7: require a reason that could have ended the game."""
    complete = (state.active + 1) % state.seats == state.start
    points = max(state.players[seat].points for seat in range(state.seats))
    late = state.rounds != NO_LIMIT and state.round_number >= state.rounds
    possible = {
        UNFINISHED: state.passes < state.seats,
        POINTS: complete and points >= state.target,
        STALEMATE: state.passes == state.seats,
        LIMIT: complete and late,
    }
    reason = int(state.reason)
    require(bool(possible[reason]), Refusal.of("position_end", reason=REASONS[reason]))


def check_payment(states: npt.NDArray[np.record]) -> None:
    """Require a payment in progress to be one that decisions can reach."""
    state, again = states[0], states.copy()
    again[0].phase = PLAY
    again[0].lowest = 0
    again[0].chosen = NONE
    for gem in range(GEMS):
        again[0].gold_for[gem] = 0
    chosen = [GOLD_FOR + gem for gem in range(GEMS) for _ in range(state.gold_for[gem])]
    for action in (CHOOSE_GOLD + int(state.chosen), *chosen):
        require(action in legal_list(again, 0), f"{MOVES[action]} is not possible in this payment")
        apply_in(again, 0, action)
    require(again.tobytes() == states.tobytes(), "lowest must be the last colour chosen")


# Each can be run alone, so that somebody who sets up a position sees all that is wrong with it.
CHECKS = {
    "tokens": check_tokens,
    "cards": check_all_cards,
    "market": check_market,
    "nobles": check_nobles,
    "held": check_held,
    "turn": check_turn,
}
