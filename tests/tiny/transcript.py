"""Writing and reading the deal and the turns of a tiny game in a transcript."""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from splendor.core.chance import seeded
from splendor.core.errors import RulesError
from splendor.core.options import RANDOM_START, parse_value
from splendor.core.records import numbers
from splendor.core.transcript_parts import (
    Decision,
    States,
    Step,
    decisions_of,
    decks_of,
    read_decks,
    require,
    start_in,
    steps_in,
    turns_of,
    value,
)
from tests.tiny.moves import MOVES, action_of, parse_move
from tests.tiny.options import OPTIONS, TinyOptions
from tests.tiny.rules import apply_in, legal_list
from tests.tiny.state import (
    CARDS,
    DECK_START,
    LEVELS,
    OVER,
    ROW,
    STATE,
    State,
    lay_out_in,
    reveal_market_in,
)
from tests.tiny.table import turn_of

DEAL_KEYS = ("start",)
STEPS = ("play",)


def write_deal(state: State) -> dict[str, Any]:
    market = numbers(state.market)
    rows = [market[ROW * level : ROW * level + ROW] for level in range(LEVELS)]
    return {"decks": decks_of(state, rows, DECK_START.tolist()), "start": int(state.start)}


def read_deal(rules: str, options: TinyOptions, deal: Mapping[str, Any]) -> States:
    states = np.zeros(1, STATE)
    state = states[0]
    OPTIONS.write(state, rules, options)
    lay_out_in(states, 0)
    for level, deck in enumerate(read_decks(deal, range(len(CARDS)), DECK_START.tolist())):
        state.deck[DECK_START[level] : DECK_START[level + 1]] = deck[::-1]
    reveal_market_in(states, 0)
    fixed = None if state.start_rule == RANDOM_START else int(state.start_rule)
    state.start = start_in(deal, int(state.seats), fixed)
    state.active = state.start
    state.chance[:] = seeded(f"{deal['decks']} {deal['start']}")
    return states


def deal_words(deal: Mapping[str, Any]) -> dict[str, str]:
    return {"start": str(deal["start"])}


def read_deal_words(words: Mapping[str, str]) -> dict[str, Any]:
    return {"start": parse_value(words["start"])}


def whose_turn(state: State) -> int | None:
    return None if state.phase == OVER else turn_of(state)


def steps_of(before: State, after: State, action: int) -> Iterator[Step]:
    yield {"do": "play", "move": str(MOVES[action])}


def write_turns(states: States, actions: list[int]) -> list[Step]:
    return turns_of(states, actions, whose_turn, steps_of)


def read_turns(states: States, turns: list[Any]) -> list[Decision]:
    return decisions_of(states, turns, read_turn)


def read_turn(states: States, turn: Any, last: bool) -> tuple[States, list[Decision]]:
    state = states[0]
    steps = steps_in(turn, None if state.phase == OVER else int(state.active), STEPS)
    require(len(steps) == 1, "a turn is one step")
    try:
        action = action_of(parse_move(value(steps[0], "move", str, "play")))
    except RulesError as error:
        require(False, str(error))
    require(action in legal_list(states, 0), f"{MOVES[action]} is not legal then")
    after = states.copy()
    apply_in(after, 0, action)
    return after, [(action, "")]
