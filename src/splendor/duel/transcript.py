"""Turns of Splendor Duel as the steps of a JSON transcript, both ways: `docs/transcript.md`.

A step says what happened (which card, what was paid); a decision says only what was chosen.
Writing compares the states before and after each decision. Reading finds the decisions that lead
to the same steps, and refuses steps that no decisions lead to.
"""

import reprlib
from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np

from splendor.core.chance import seeded
from splendor.core.decks import LEVELS, NONE
from splendor.core.errors import RulesError
from splendor.core.gems import COLOURS
from splendor.core.options import parse_value
from splendor.core.records import numbers
from splendor.core.tables import counted, payment
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
from splendor.duel import moves
from splendor.duel.board import SIDE, SPACES, SPIRAL, set_of, space_name
from splendor.duel.legal import legal_list
from splendor.duel.moves import (
    AS_COLOUR,
    CHOOSE_GOLD,
    DISCARD_TOKEN,
    GOLD_FOR,
    MOVES,
    PASS,
    PAY_NOW,
    PURCHASE,
    REPLENISH,
    RESERVE,
    RESERVE_TOP,
    STEAL_TOKEN,
    TAKE_GOLD,
    TAKE_MATCHING,
    TAKE_ROYAL,
    TOKEN_LETTERS,
    TOKEN_NAMES,
    USE_PRIVILEGE,
    DuelMove,
    action_of,
)
from splendor.duel.options import OPTIONS, DuelOptions
from splendor.duel.rules import apply_in
from splendor.duel.state import (
    ANY,
    BAG,
    BONUS,
    CARDS,
    COLOUR,
    COSTS,
    LEVEL,
    MARKET,
    OVER,
    RANDOM_START,
    ROW_OF,
    ROW_START,
    ROWS,
    SEATS,
    STATE,
    TOKENS,
    State,
    lay_out_in,
    reveal_market_in,
    set_start_in,
)
from splendor.duel.table import CARD_NAMES, ROYAL_NAMES, STARTS, board_of, pyramid_row

DEAL_KEYS = ("board", "start")  # the parts of a deal besides its decks
STEPS = (
    "privilege", "replenish", "take", "reserve", "buy", "take_matching", "steal", "royal",
    "discard", "pass",
)  # fmt: skip
LETTER_OF = dict(zip(TOKEN_NAMES, TOKEN_LETTERS, strict=True))
NAME_OF = {letter: name for name, letter in LETTER_OF.items()}


# The deal


def write_deal(state: State) -> dict[str, Any]:
    """The whole deal, from the state before the first decision."""
    rows = [pyramid_row(state, level) for level in range(LEVELS)]
    decks = [[CARD_NAMES[card] for card in deck] for deck in decks_of(state, rows, STARTS)]
    tokens = board_of(state)
    along = (tokens[space] for space in SPIRAL)
    board = [None if token is None else TOKEN_NAMES[token] for token in along]
    return {"decks": decks, "board": board, "start": int(state.start)}


def read_deal(rules: str, options: DuelOptions, deal: Mapping[str, Any]) -> States:
    """The state before the first decision, as an array of one record."""
    states = np.zeros(1, STATE)
    state = states[0]
    OPTIONS.write(state, rules, options)
    lay_out_in(states, 0)
    for level, deck in enumerate(read_decks(deal, CARD_NAMES, STARTS)):
        state.deck[STARTS[level] : STARTS[level + 1]] = deck[::-1]
    reveal_market_in(states, 0)
    read_board(state, value(deal, "board", list, "deal"))
    fixed = None if state.start_rule == RANDOM_START else int(state.start_rule)
    set_start_in(states, 0, start_in(deal, SEATS, fixed))
    # Draws from the bag need a generator: seed it from the deal.
    state.chance[:] = seeded(f"{deal['decks']} {deal['board']} {deal['start']}")
    return states


def read_board(state: State, names: list[Any]) -> None:
    """D1.2: the tokens along the spiral."""
    full = [name for token, name in enumerate(TOKEN_NAMES) for _ in range(BAG[token])]
    right = all(isinstance(name, str) for name in names) and sorted(names) == sorted(full)
    require(right, f"deal: board must be all {SPACES} tokens, along the spiral")
    lay_along(state, [TOKEN_NAMES.index(name) for name in names], SPIRAL.tolist())
    for token in range(TOKENS):
        state.bag[token] = 0


def lay_along(state: State, tokens: list[int], spaces: list[int]) -> None:
    """Replace the tokens on these spaces by the given ones."""
    everywhere = set_of(tuple(spaces))
    for token in range(TOKENS):
        here = tuple(space for lies, space in zip(tokens, spaces, strict=True) if lies == token)
        state.board[token] = int(state.board[token]) & ~everywhere | set_of(here)


def deal_words(deal: Mapping[str, Any]) -> dict[str, str]:
    """The parts of a deal besides its decks, as headers of a game file."""
    board = " ".join(LETTER_OF[name] for name in deal["board"])
    return {"board": board, "start": str(deal["start"])}


def read_deal_words(words: Mapping[str, str]) -> dict[str, Any]:
    """The deal from such headers. A word that is not a token is kept, and refused later."""
    board = [NAME_OF.get(letter, letter) for letter in words["board"].split()]
    return {"board": board, "start": parse_value(words["start"])}


# What comes out of the bag


def placed(before: State, after: State) -> list[tuple[int, int]]:
    """The tokens that a decision placed on the board, and their spaces, in order."""
    empty, tokens = board_of(before), board_of(after)
    new = ((tokens[space], space) for space in SPIRAL.tolist() if empty[space] is None)
    return [(token, space) for token, space in new if token is not None]


def occupied(states: States, index: int) -> int:
    """The set of spaces where a token lies."""
    return int(np.bitwise_or.reduce(states["board"][index]))


def drawn(states: States, index: int) -> str:
    """The tokens that the decision before states[index] drew from the bag, as letters."""
    if index == 0 or not occupied(states, index) & ~occupied(states, index - 1):
        return ""
    return "".join(TOKEN_LETTERS[t] for t, _ in placed(states[index - 1], states[index]))


def set_drawn(states: States, last: int, letters: str) -> None:
    """Replace the tokens drawn by the decision before states[last] by these, in this order."""
    found = drawn(states, last)
    if not found:
        raise RulesError(f"this move draws no tokens, so it cannot bring {reprlib.repr(letters)}")
    if sorted(letters) != sorted(found):
        there = counted(numbers(states[last - 1].bag), TOKEN_LETTERS)
        raise RulesError(f"the bag holds {there}, so it cannot bring {reprlib.repr(letters)}")
    spaces = [space for _, space in placed(states[last - 1], states[last])]
    lay_along(states[last], [TOKEN_LETTERS.index(letter) for letter in letters], spaces)


# Writing turns


def turn_of(state: State) -> int:
    """The number of the turn, from 1."""
    return int(state.turn_number)


def whose_turn(state: State) -> int | None:
    return None if state.phase == OVER else turn_of(state)


def write_turns(states: States, actions: list[int]) -> list[Step]:
    """The turns made by `actions`; `states` has the state before each action, and the last one."""
    return turns_of(states, actions, whose_turn, steps_of)


def steps_of(before: State, after: State, action: int) -> Iterator[Step]:
    move = MOVES[action]
    match move:
        case moves.TakeLine(spaces):
            yield {"do": "take", "cells": [cell(space) for space in spaces]}
        case moves.TakeGold(space):
            yield reserve_step(before, after, space)
        case moves.Purchase() | moves.PurchaseHand() if after.phase != COLOUR:
            yield buy_step(before, after, action - PURCHASE)
        case moves.PayNow() if after.phase != COLOUR:
            yield buy_step(before, after, int(before.chosen))
        case moves.AsColour(gem):
            yield {**buy_step(before, after, int(before.chosen)), "as": COLOURS[gem]}
        case moves.UsePrivilege(space):
            yield {"do": "privilege", "cell": cell(space)}
        case moves.Replenish():
            tokens = placed(before, after)
            yield {"do": "replenish", "placed": [[TOKEN_NAMES[t], cell(s)] for t, s in tokens]}
        case _:
            yield from small_steps_of(move)


def small_steps_of(move: DuelMove) -> Iterator[Step]:
    """The steps of smaller decisions. Choosing a card or a payment is not a step."""
    match move:
        case moves.TakeMatching(space):
            yield {"do": "take_matching", "cell": cell(space)}
        case moves.Steal(token):
            yield {"do": "steal", "token": TOKEN_NAMES[token]}
        case moves.TakeRoyal(royal):
            yield {"do": "royal", "royal": ROYAL_NAMES[royal]}
        case moves.Discard(token):
            yield {"do": "discard", "tokens": [TOKEN_NAMES[token]]}
        case moves.Pass():
            yield {"do": "pass"}


def cell(space: int) -> list[int]:
    return [space // SIDE, space % SIDE]


def reserve_step(before: State, after: State, space: int) -> Step:
    place, seat = int(before.chosen), int(before.active)
    hand = numbers(before.players[seat].hand)
    card = int(after.players[seat].hand[hand.index(NONE)])
    level = int(LEVEL[card])
    return {
        "do": "reserve",
        "gold": cell(space),
        "level": level + 1,
        "slot": place - int(ROW_START[level]) if place < MARKET else None,
        "card": CARD_NAMES[card],
    }


def buy_step(before: State, after: State, place: int) -> Step:
    player = before.players[before.active]
    pay = paid(player, after.players[before.active], TOKEN_NAMES)
    if place >= MARKET:
        card = int(player.hand[place - MARKET])
        return {"do": "buy", "hand": True, "card": CARD_NAMES[card], "pay": pay}
    card, level = int(before.market[place]), int(ROW_OF[place])
    slot = place - int(ROW_START[level])
    return {"do": "buy", "level": level + 1, "slot": slot, "card": CARD_NAMES[card], "pay": pay}


# Reading turns


def read_turn(states: States, turn: Any, last: bool) -> tuple[States, list[Decision]]:
    """The state after a turn, and its decisions, which must lead to exactly its steps."""
    whose = whose_turn(states[0])
    steps = steps_in(turn, None if whose is None else int(states[0].active), STEPS)
    rows, decisions = [states], list[Decision]()
    for step in steps:
        require(whose_turn(rows[-1][0]) == whose, f"{step['do']}: the turn is over before it")
        for action in actions_of(rows[-1][0], step):
            play(rows, decisions, action, step)
    require(last or whose_turn(rows[-1][0]) != whose, "its steps do not finish it")
    actions = [action for action, _ in decisions]
    compare(steps, write_turns(np.concatenate(rows), actions)[0]["steps"])
    return rows[-1], decisions


def play(rows: list[States], decisions: list[Decision], action: int, step: Step) -> None:
    """Append a decision and the state after it."""
    require(action in legal_list(rows[-1], 0), f"{MOVES[action]} is not legal then")
    pair = np.concatenate([rows[-1], rows[-1]])
    apply_in(pair, 1, action)
    letters = ""
    if action == REPLENISH:
        letters = letters_placed(pair, step)
        set_drawn(pair, 1, letters)
    rows.append(pair[1:])
    decisions.append((action, letters))


def letters_placed(pair: States, step: Step) -> str:
    """The tokens of `placed` as letters; they must follow the spiral and be in the bag."""
    tokens = value(step, "placed", list, "replenish")
    for each in tokens:
        right = isinstance(each, list) and len(each) == 2 and each[0] in TOKEN_NAMES
        require(right, f"replenish: {reprlib.repr(each)} is no token with its cell")
    spaces = [space_at(each[1], "replenish") for each in tokens]
    expected = placed(pair[0], pair[1])
    along = [space for _, space in expected]
    where = " ".join(map(space_name, along))
    require(spaces == along, f"replenish: tokens come to the spaces {where}, in this order")
    letters = "".join(LETTER_OF[each[0]] for each in tokens)
    there = counted(numbers(pair[0].bag), TOKEN_LETTERS)
    right = sorted(letters) == sorted(TOKEN_LETTERS[token] for token, _ in expected)
    require(right, f"replenish: the bag holds {there}, not {letters}")
    return letters


def actions_of(state: State, step: Step) -> list[int]:
    """The decisions that a step stands for."""
    match step["do"]:
        case "take":
            return [take_action(value(step, "cells", list, "take"))]
        case "reserve":
            return reserve_actions(step)
        case "buy":
            return buy_actions(state, step)
        case "privilege":
            return [USE_PRIVILEGE + space_in(step, "cell")]
        case "replenish":
            return [REPLENISH]
        case "take_matching":
            return [TAKE_MATCHING + space_in(step, "cell")]
        case "discard":
            return [DISCARD_TOKEN + token for token in sorted(tokens_in(step, TOKEN_NAMES))]
        case "pass":
            return [PASS]
        case "steal":
            return [STEAL_TOKEN + one_in(step, "token", TOKEN_NAMES[:COSTS])]
        case _:
            return [TAKE_ROYAL + one_in(step, "royal", ROYAL_NAMES)]


def reserve_actions(step: Step) -> list[int]:
    gold, level = TAKE_GOLD + space_in(step, "gold"), level_in(step)
    if step.get("slot", 0) is None:
        return [RESERVE_TOP + level, gold]
    return [RESERVE + int(ROW_START[level]) + slot_in(step, ROWS[level]), gold]


def one_in(step: Step, key: str, names: tuple[str, ...]) -> int:
    name = value(step, key, str, step["do"])
    require(name in names, f"{step['do']}: {key} cannot be {reprlib.repr(name)}")
    return names.index(name)


def space_in(step: Step, key: str) -> int:
    return space_at(value(step, key, list, step["do"]), step["do"])


def space_at(given: Any, where: str) -> int:
    """The space of a cell `[row, column]`."""
    right = isinstance(given, list) and len(given) == 2
    right = right and all(type(part) is int and 0 <= part < SIDE for part in given)
    require(right, f"{where}: {reprlib.repr(given)} is no cell of the board")
    return SIDE * int(given[0]) + int(given[1])


def take_action(cells: list[Any]) -> int:
    line = moves.TakeLine(tuple(space_at(each, "take") for each in cells))
    require(line in MOVES, f"take: {line if cells else 'nothing'} is no line")
    return action_of(line)


def buy_actions(state: State, step: Step) -> list[int]:
    place, card = place_and_card(state, step)
    pay = payment_in(step, TOKEN_NAMES)
    chosen = gold_by_choice(payment(state, CARDS[card]), pay, CARD_NAMES[card])
    gold = [GOLD_FOR + gem for gem in range(COSTS) for _ in range(chosen[gem])]
    paid = [CHOOSE_GOLD + place, *gold, PAY_NOW] if gold else [PURCHASE + place]
    if BONUS[card] == ANY:
        return [*paid, AS_COLOUR + one_in(step, "as", COLOURS)]
    require(step.get("as") is None, f"buy: card {CARD_NAMES[card]} is not wild")
    return paid


def place_and_card(state: State, step: Step) -> tuple[int, int]:
    name = value(step, "card", str, "buy")
    require(name in CARD_NAMES, f"buy: there is no card {reprlib.repr(name)}")
    card = CARD_NAMES.index(name)
    if "hand" in step and value(step, "hand", bool, "buy"):
        hand = numbers(state.players[state.active].hand)
        require(card in hand, f"card {name} is not in the hand")
        return MARKET + hand.index(card), card
    level = level_in(step)
    place = int(ROW_START[level]) + slot_in(step, ROWS[level])
    require(state.market[place] == card, f"card {name} does not lie there")
    return place, card
