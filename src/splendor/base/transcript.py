"""Turns of Splendor as the steps of a JSON transcript, both ways: `docs/transcript.md`.

A step tells what happened (which card, what was paid); a decision tells only what was chosen.
Writing looks at the states before and after each decision; reading finds the decisions that
make the same happen, and refuses steps that no decisions make.
"""

import reprlib
from collections.abc import Iterator, Mapping
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

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
from splendor.base.options import Options, write_options
from splendor.base.rules import apply_in
from splendor.base.state import (
    CARDS,
    COME,
    COST,
    DECK_SIZES,
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
    TOKENS,
    State,
    lay_out_in,
    reveal_market_in,
)
from splendor.base.table import TOKEN_NAMES, numbers
from splendor.chance import seeded
from splendor.decks import LEVELS, NONE
from splendor.errors import RecordError, RulesError
from splendor.gems import GEMS

T = TypeVar("T")
States = npt.NDArray[np.record]
Step = dict[str, Any]

DEAL_KEYS = ("nobles", "start")  # what a deal has beside its decks


# The deal


def write_deal(state: State) -> dict[str, Any]:
    """The whole deal, from the state before the first decision."""
    decks = []
    for level in range(LEVELS):
        start, size = int(DECK_START[level]), int(state.deck_sizes[level])
        market = numbers(state.market)[ROW * level : ROW * level + ROW]
        decks.append([*market, *reversed(numbers(state.deck)[start : start + size])])
    nobles = numbers(state.nobles)[: int(state.seats) + 1]
    return {"decks": decks, "nobles": list(nobles), "start": int(state.start)}


def read_deal(rules: str, options: Options, deal: Mapping[str, Any]) -> States:
    """The state before the first decision, as an array of one record."""
    states = np.zeros(1, STATE)
    state = states[0]
    write_options(state, rules, options)
    lay_out_in(states, 0)
    decks = value(deal, "decks", list, "deal")
    require(len(decks) == LEVELS, "deal: there must be three decks")
    for level, deck in enumerate(decks):
        first, size = int(DECK_START[level]), DECK_SIZES[level]
        right = isinstance(deck, list) and all(type(card) is int for card in deck)
        right = right and sorted(deck) == list(range(first, first + size))
        require(right, f"deal: deck{level + 1} must be the ids {first} to {first + size - 1}")
        state.deck[first : first + size] = deck[::-1]
    reveal_market_in(states, 0)
    read_nobles(state, value(deal, "nobles", list, "deal"))
    read_start(state, value(deal, "start", int, "deal"))
    # Whoever deals another game in this record needs some chance: the deal makes its own.
    state.chance[:] = seeded(f"{decks} {deal['nobles']} {deal['start']}")
    return states


def read_nobles(state: State, nobles: list[Any]) -> None:
    count = int(state.seats) + 1
    right = len(nobles) == count and all(type(noble) is int for noble in nobles)
    right = right and len(set(nobles)) == count and set(nobles) <= set(range(len(NOBLES)))
    require(right, f"deal: nobles must be {count} different ids from 0 to {len(NOBLES) - 1}")
    for slot, noble in enumerate(nobles):
        state.nobles[slot] = noble


def read_start(state: State, start: int) -> None:
    require(0 <= start < state.seats, f"deal: start is a seat below {state.seats}, not {start}")
    fixed = int(state.start_rule)
    require(fixed in (RANDOM_START, start), f"deal: start must be {fixed}, as the option says")
    state.start = start
    state.active = start


def deal_words(deal: Mapping[str, Any]) -> dict[str, str]:
    """The deal beside its decks, as the headers of a game file."""
    return {"nobles": " ".join(map(str, deal["nobles"])), "start": str(deal["start"])}


def read_deal_words(words: Mapping[str, str]) -> dict[str, Any]:
    """The deal that such headers tell. What is no number stays a word, for `read_deal` to refuse."""
    nobles, start = (list(map(number_or_word, words[key].split())) for key in DEAL_KEYS)
    return {"nobles": nobles, "start": start[0] if len(start) == 1 else start}


def number_or_word(word: str) -> int | str:
    return int(word) if word.isascii() and word.isdigit() and len(word) < 10 else word


# Writing turns


def turn_of(state: State) -> int:
    """The number of the turn, from 1."""
    turns_before = (int(state.active) - int(state.start)) % int(state.seats)
    return (int(state.round_number) - 1) * int(state.seats) + turns_before + 1


def drawn(states: States, index: int) -> str:
    """What the decision that led to states[index] drew from a bag: there is none in this game."""
    return ""


def set_drawn(states: States, index: int, told: str) -> None:
    raise RulesError(f"this move draws no tokens, so it cannot bring {reprlib.repr(told)}")


def write_turns(states: States, actions: list[int]) -> list[Step]:
    """The turns made by `actions`; `states` has the state before each of them, and the last.

    A turn that is still under way tells its steps so far. A payment that is being chosen is no
    step yet: nothing has moved.
    """
    turns: list[Step] = []
    whose: tuple[int, int] | None = None
    for index, action in enumerate(actions):
        before, after = states[index], states[index + 1]
        if whose != (int(before.round_number), int(before.active)):
            whose = (int(before.round_number), int(before.active))
            turns.append({"seat": int(before.active), "steps": []})
        for step in steps_of(before, after, action):
            add_step(turns[-1]["steps"], step)
    if turns and whose_turn(states[len(actions)]) == whose:
        turns[-1]["unfinished"] = True
    return [turn for turn in turns if turn["steps"]]


def add_step(steps: list[Step], step: Step) -> None:
    """All tokens that are returned in a turn are one step."""
    if step["do"] == "return" and steps and steps[-1]["do"] == "return":
        steps[-1]["tokens"] += step["tokens"]
    else:
        steps.append(step)


def steps_of(before: State, after: State, action: int) -> Iterator[Step]:
    seat = int(before.active)
    if action < RESERVE:
        yield {"do": "take", "tokens": taken(action)}
    elif action < PURCHASE:
        yield reserve_step(before, after, seat, action - RESERVE)
    elif action < CHOOSE_GOLD:
        yield buy_step(before, after, seat, action - PURCHASE)
    elif action == PAY_NOW:
        yield buy_step(before, after, seat, int(before.buying))
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
    held, left = numbers(before.players[seat].tokens), numbers(after.players[seat].tokens)
    pay = {TOKEN_NAMES[t]: held[t] - left[t] for t in range(TOKENS) if held[t] > left[t]}
    if place >= MARKET:
        card = int(before.players[seat].hand[place - MARKET])
        return {"do": "buy", "hand": True, "card": card, "pay": pay}
    card = int(before.market[place])
    return {"do": "buy", "level": CARDS[card].level, "slot": place % ROW, "card": card, "pay": pay}


# Reading turns


def read_turns(states: States, turns: list[Any]) -> list[tuple[int, str]]:
    """The decisions that make these turns, from the deal in `states`, which stays as it is.

    With each stands what it drew from a bag: nothing. The last turn may be unfinished.
    """
    actions: list[tuple[int, str]] = []
    for number, turn in enumerate(turns, start=1):
        try:
            states, made = read_turn(states, turn, number == len(turns))
        except RecordError as error:
            raise RecordError(f"turn {number}: {error}") from None
        actions += [(action, "") for action in made]
    return actions


def read_turn(states: States, turn: Any, last: bool) -> tuple[States, list[int]]:
    """The state after a turn, and its decisions. What they make must be what the steps tell."""
    state = states[0]
    seat = value(turn, "seat", int, "a turn")
    steps = [dict(step) for step in value(turn, "steps", list, "a turn") if is_step(step)]
    require(steps, "it has no steps")
    require(state.phase != OVER, "the game is over before it")
    require(seat == state.active, f"it is the turn of seat {state.active}, not of seat {seat}")
    rows, actions = [states], list[int]()
    for step in steps:
        # A step after the end of the turn tells what came by itself: a noble.
        if whose_turn(rows[-1][0]) == whose_turn(state):
            play(rows, actions, actions_of(rows[-1][0], step))
    if may_decline(rows[-1][0]) and not (last and turn.get("unfinished") is True):
        play(rows, actions, [DECLINE])
    require(last or whose_turn(rows[-1][0]) != whose_turn(state), "its steps do not finish it")
    compare(steps, write_turns(np.concatenate(rows), actions)[0]["steps"])
    return rows[-1], actions


def may_decline(state: State) -> bool:
    """No step means declined, where a noble is free (B8.2)."""
    return bool(state.phase == NOBLE and state.noble_rule == SOUGHT_FREE)


def whose_turn(state: State) -> tuple[int, int] | None:
    return None if state.phase == OVER else (int(state.round_number), int(state.active))


def is_step(step: Any) -> bool:
    words = ("take", "reserve", "buy", "return", "noble", "patronage", "pass")
    word = value(step, "do", str, "a step")
    require(word in words, f"{reprlib.repr(word)} is no step: {', '.join(words)}")
    return True


def actions_of(state: State, step: Step) -> list[int]:
    """The decisions that a step stands for."""
    match step["do"]:
        case "take":
            return [take_action(tokens_in(step))]
        case "reserve":
            level = level_in(step)
            if step.get("slot", 0) is None:
                return [RESERVE_TOP + level]
            return [RESERVE + ROW * level + slot_in(step)]
        case "buy":
            return buy_actions(state, step)
        case "return":
            return [RETURN_TOKEN + token for token in sorted(tokens_in(step))]
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
    chosen = gold_by_choice(state, card, payment_in(step))
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
    place = ROW * level_in(step) + slot_in(step)
    require(state.market[place] == card != NONE, f"card {card} does not lie there")
    return place, card


def gold_by_choice(state: State, card: int, pay: dict[int, int]) -> list[int]:
    """How much gold, colour by colour, is paid beyond what the default payment needs."""
    player = state.players[state.active]
    due = [max(0, int(COST[card, gem]) - int(player.bonuses[gem])) for gem in range(GEMS)]
    chosen = [min(due[gem], int(player.tokens[gem])) - pay.get(gem, 0) for gem in range(GEMS)]
    require(min(chosen) >= 0, f"card {card} does not cost that much")
    require(sum(pay.values()) == sum(due), f"card {card} costs {sum(due)} tokens here")
    return chosen


def play(rows: list[States], actions: list[int], chosen: list[int]) -> None:
    """Add the chosen actions, and the state after each of them."""
    for action in chosen:
        require(action in legal_list(rows[-1], 0), f"{MOVES[action]} is not legal then")
        rows.append(rows[-1].copy())
        apply_in(rows[-1], 0, action)
        actions.append(action)


def compare(given: list[Step], made: list[Step]) -> None:
    """What happened must be what was told. Keys that we do not know are ignored."""
    told = [step["do"] for step in given]
    happened = [step["do"] for step in made]
    require(told == happened, f"it tells the steps {told}, but what happens is {happened}")
    for step, truth in zip(given, made, strict=True):
        for key, right in truth.items():
            told_so = normal(key, step.get(key))
            if told_so != normal(key, right) or type(told_so) is not type(right):
                wrong = reprlib.repr(step.get(key))
                raise RecordError(f"{step['do']}: {key} is {right!r}, not {wrong}")


def normal(key: str, given: Any) -> Any:
    """The same value for what means the same: tokens in any order, payments without zeros."""
    if key == "tokens" and isinstance(given, list):
        return sorted(given)
    if key == "pay" and isinstance(given, dict):
        return {name: count for name, count in given.items() if count}
    return given


# Values out of JSON


def require(condition: object, reason: str) -> None:
    if not condition:
        raise RecordError(reason)


def value(given: Any, key: str, kind: type[T], where: str) -> T:
    """given[key], which must be of this kind."""
    if not isinstance(given, Mapping):
        raise RecordError(f"{where} must be an object, not {reprlib.repr(given)}")
    if key not in given:
        raise RecordError(f"{where}: {key!r} is missing")
    found = given[key]
    if type(found) is not kind:
        raise RecordError(f"{where}: {key!r} cannot be {reprlib.repr(found)}")
    return found


def level_in(step: Step) -> int:
    level = value(step, "level", int, step["do"])
    require(1 <= level <= LEVELS, f"{step['do']}: there is no level {level}")
    return level - 1


def slot_in(step: Step) -> int:
    slot = value(step, "slot", int, step["do"])
    require(0 <= slot < ROW, f"{step['do']}: there is no slot {slot}")
    return slot


def tokens_in(step: Step) -> list[int]:
    tokens = value(step, "tokens", list, step["do"])
    require(tokens, f"{step['do']}: 'tokens' cannot be empty")
    for token in tokens:
        require(token in TOKEN_NAMES, f"{step['do']}: {reprlib.repr(token)} is no token")
    return [TOKEN_NAMES.index(token) for token in tokens]


def payment_in(step: Step) -> dict[int, int]:
    pay = value(step, "pay", dict, "buy")
    for name, count in pay.items():
        require(name in TOKEN_NAMES, f"pay: {reprlib.repr(name)} is no token")
        require(type(count) is int and count >= 0, f"pay: {name} cannot be {reprlib.repr(count)}")
    return {TOKEN_NAMES.index(name): count for name, count in pay.items()}
