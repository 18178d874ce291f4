"""Turns of Splendor as the steps of a JSON transcript, both ways: `docs/transcript.md`.

A step says what happened (which card, what was paid); a decision says only what was chosen.
Writing compares the states before and after each decision. Reading finds the decisions that lead
to the same steps, and refuses steps that no decisions lead to.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from splendor.base.legal import legal_list
from splendor.base.moves import (
    CHOOSE_GOLD,
    DECLINE,
    GOLD_FOR,
    MOVES,
    PASS,
    PAY_NOW,
    PURCHASE,
    RECEIVE,
    RESERVE,
    RESERVE_TOP,
    RETURN_TOKEN,
    SETS,
    TAKE_PAIR,
)
from splendor.base.options import OPTIONS, BaseOptions
from splendor.base.rules import apply_in
from splendor.base.state import (
    CARDS,
    COME,
    DECK_START,
    GOLD,
    MARKET,
    NOBLE,
    NOBLES,
    OVER,
    RANDOM_START,
    ROW,
    SOUGHT_FREE,
    STATE,
    State,
    lay_out_in,
    reveal_market_in,
)
from splendor.base.table import TOKEN_NAMES
from splendor.core.chance import seeded
from splendor.core.decks import LEVELS, NONE
from splendor.core.gems import GEMS
from splendor.core.options import parse_value
from splendor.core.records import numbers
from splendor.core.tables import payment
from splendor.core.transcript_parts import (
    Decision,
    States,
    Step,
    compare,
    decks_of,
    gold_by_choice,
    level_in,
    paid,
    payment_in,
    read_decks,
    require,
    slot_in,
    start_in,
    steps_in,
    tokens_in,
    turns_of,
    value,
)

DEAL_KEYS = ("nobles", "start")  # the parts of a deal besides its decks
STEPS = ("take", "reserve", "buy", "return", "noble", "patronage", "pass")


# The deal


def write_deal(state: State) -> dict[str, Any]:
    """The whole deal, from the state before the first decision."""
    market = numbers(state.market)
    rows = [market[ROW * level : ROW * level + ROW] for level in range(LEVELS)]
    decks = decks_of(state, rows, DECK_START.tolist())
    nobles = numbers(state.nobles)[: int(state.seats) + 1]
    return {"decks": decks, "nobles": list(nobles), "start": int(state.start)}


def read_deal(rules: str, options: BaseOptions, deal: Mapping[str, Any]) -> States:
    """The state before the first decision, as an array of one record."""
    states = np.zeros(1, STATE)
    state = states[0]
    OPTIONS.write(state, rules, options)
    lay_out_in(states, 0)
    for level, deck in enumerate(read_decks(deal, range(len(CARDS)), DECK_START.tolist())):
        state.deck[DECK_START[level] : DECK_START[level + 1]] = deck[::-1]
    reveal_market_in(states, 0)
    read_nobles(state, value(deal, "nobles", list, "deal"))
    fixed = None if state.start_rule == RANDOM_START else int(state.start_rule)
    state.start = start_in(deal, int(state.seats), fixed)
    state.active = state.start
    # The next game dealt in this record needs a generator: seed it from the deal.
    state.chance[:] = seeded(f"{deal['decks']} {deal['nobles']} {deal['start']}")
    return states


def read_nobles(state: State, nobles: list[Any]) -> None:
    count = int(state.seats) + 1
    right = len(nobles) == count and all(type(noble) is int for noble in nobles)
    right = right and len(set(nobles)) == count and set(nobles) <= set(range(len(NOBLES)))
    require(right, f"deal: nobles must be {count} different ids from 0 to {len(NOBLES) - 1}")
    for slot, noble in enumerate(nobles):
        state.nobles[slot] = noble


def deal_words(deal: Mapping[str, Any]) -> dict[str, str]:
    """The parts of a deal besides its decks, as headers of a game file."""
    return {"nobles": " ".join(map(str, deal["nobles"])), "start": str(deal["start"])}


def read_deal_words(words: Mapping[str, str]) -> dict[str, Any]:
    """The deal from such headers. A word that is not a number is kept, and refused later."""
    nobles, start = ([parse_value(word) for word in words[key].split()] for key in DEAL_KEYS)
    return {"nobles": nobles, "start": start[0] if len(start) == 1 else start}


# Writing turns


def turn_of(state: State) -> int:
    """The number of the turn, from 1."""
    turns_before = (int(state.active) - int(state.start)) % int(state.seats)
    return (int(state.round_number) - 1) * int(state.seats) + turns_before + 1


def write_turns(states: States, actions: list[int]) -> list[Step]:
    """The turns made by `actions`; `states` has the state before each action, and the last one."""
    return turns_of(states, actions, whose_turn, steps_of)


def steps_of(before: State, after: State, action: int) -> Iterator[Step]:
    seat = int(before.active)
    if action < RESERVE:
        yield {"do": "take", "tokens": taken(action)}
    elif action < PURCHASE:
        yield reserve_step(before, after, seat, action - RESERVE)
    elif action < CHOOSE_GOLD:
        yield buy_step(before, after, seat, action - PURCHASE)
    elif action == PAY_NOW:
        yield buy_step(before, after, seat, int(before.chosen))
    elif RETURN_TOKEN <= action < RECEIVE:
        yield {"do": "return", "tokens": [TOKEN_NAMES[action - RETURN_TOKEN]]}
    elif action == PASS:
        yield {"do": "pass"}
    owners = numbers(after.noble_owner)
    for slot, owner in enumerate(numbers(before.noble_owner)):
        if owner != owners[slot]:
            word = "noble" if before.noble_rule == COME else "patronage"
            yield {"do": word, "noble": int(before.nobles[slot])}


def taken(action: int) -> list[str]:
    gems = SETS[action] if action < TAKE_PAIR else (action - TAKE_PAIR,) * 2
    return [TOKEN_NAMES[gem] for gem in gems]


def reserve_step(before: State, after: State, seat: int, place: int) -> Step:
    hand = numbers(before.players[seat].hand)
    card = int(after.players[seat].hand[hand.index(NONE)])
    tokens = before.players[seat].tokens[GOLD]
    return {
        "do": "reserve",
        "level": CARDS[card].level,
        "slot": place % ROW if place < MARKET else None,
        "card": card,
        "gold": bool(after.players[seat].tokens[GOLD] > tokens),
    }


def buy_step(before: State, after: State, seat: int, place: int) -> Step:
    pay = paid(before.players[seat], after.players[seat], TOKEN_NAMES)
    if place >= MARKET:
        card = int(before.players[seat].hand[place - MARKET])
        return {"do": "buy", "hand": True, "card": card, "pay": pay}
    card = int(before.market[place])
    return {"do": "buy", "level": CARDS[card].level, "slot": place % ROW, "card": card, "pay": pay}


# Reading turns


def read_turn(states: States, turn: Any, last: bool) -> tuple[States, list[Decision]]:
    """The state after a turn, and its decisions, which must lead to exactly its steps."""
    state = states[0]
    steps = steps_in(turn, None if state.phase == OVER else int(state.active), STEPS)
    rows, actions = [states], list[int]()
    for step in steps:
        # A step after the end of the turn is a noble that came without a decision.
        if whose_turn(rows[-1][0]) == whose_turn(state):
            play(rows, actions, actions_of(rows[-1][0], step))
    if may_decline(rows[-1][0]) and not (last and turn.get("unfinished") is True):
        play(rows, actions, [DECLINE])
    require(last or whose_turn(rows[-1][0]) != whose_turn(state), "its steps do not finish it")
    compare(steps, write_turns(np.concatenate(rows), actions)[0]["steps"])
    return rows[-1], [(action, "") for action in actions]


def may_decline(state: State) -> bool:
    """Where seeking a noble is free, a missing step means that it was declined (B8.2)."""
    return bool(state.phase == NOBLE and state.noble_rule == SOUGHT_FREE)


def whose_turn(state: State) -> int | None:
    return None if state.phase == OVER else turn_of(state)


def actions_of(state: State, step: Step) -> list[int]:
    """The decisions that a step stands for."""
    match step["do"]:
        case "take":
            return [take_action(tokens_in(step, TOKEN_NAMES))]
        case "reserve":
            level = level_in(step)
            if step.get("slot", 0) is None:
                return [RESERVE_TOP + level]
            return [RESERVE + ROW * level + slot_in(step, ROW)]
        case "buy":
            return buy_actions(state, step)
        case "return":
            return [RETURN_TOKEN + token for token in sorted(tokens_in(step, TOKEN_NAMES))]
        case "pass":
            return [PASS]
        case _:
            noble = value(step, "noble", int, step["do"])
            slots = numbers(state.nobles)
            require(noble in slots and noble != NONE, f"noble {noble} is not in this game")
            return [RECEIVE + slots.index(noble)]


def take_action(gems: list[int]) -> int:
    chosen = tuple(sorted(gems))
    if len(chosen) == 2 and chosen[0] == chosen[1] != GOLD:
        return TAKE_PAIR + chosen[0]
    require(chosen in SETS, f"nobody may take {[TOKEN_NAMES[gem] for gem in gems]}")
    return SETS.index(chosen)


def buy_actions(state: State, step: Step) -> list[int]:
    place, card = place_and_card(state, step)
    chosen = gold_by_choice(payment(state, CARDS[card]), payment_in(step, TOKEN_NAMES), card)
    if not any(chosen):
        return [PURCHASE + place]
    gold = [GOLD_FOR + gem for gem in range(GEMS) for _ in range(chosen[gem])]
    return [CHOOSE_GOLD + place, *gold, PAY_NOW]


def place_and_card(state: State, step: Step) -> tuple[int, int]:
    card = value(step, "card", int, "buy")
    if "hand" in step and value(step, "hand", bool, "buy"):
        hand = numbers(state.players[state.active].hand)
        require(card in hand and card != NONE, f"card {card} is not in the hand")
        return MARKET + hand.index(card), card
    place = ROW * level_in(step) + slot_in(step, ROW)
    require(state.market[place] == card != NONE, f"card {card} does not lie there")
    return place, card


def play(rows: list[States], actions: list[int], chosen: list[int]) -> None:
    """Append the chosen actions and the state after each of them."""
    for action in chosen:
        require(action in legal_list(rows[-1], 0), f"{MOVES[action]} is not legal then")
        rows.append(rows[-1].copy())
        apply_in(rows[-1], 0, action)
        actions.append(action)
