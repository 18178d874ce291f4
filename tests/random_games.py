"""Random games with all kinds of options, for tests over all positions.

Also the same positions with the cards dealt again that a seat cannot see.
"""

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from splendor.base.legal import legal_list
from splendor.base.moves import MOVES
from splendor.base.rules import apply_in
from splendor.base.state import DECK_START, LEVEL, MARKET, OVER, PHASES
from splendor.core.decks import HAND_LIMIT, LEVELS, NONE
from tests.positions import States, a_deal


def any_options(chance: random.Random) -> tuple[str, dict[str, Any]]:
    """A rule set and a value for each of its options."""
    players = chance.choice([2, 3, 4])
    return chance.choice(["official", "landolt"]), {
        "players": players,
        "target": chance.choice([5, 15, 15, 21]),
        "tokens": chance.choice(["return", "return", "cap"]),
        "nobles": chance.choice(["come", "sought", "sought_free"]),
        "nobles_each": chance.choice([1, 2, 5]),
        "hands": chance.choice(["seen", "seen", "hidden"]),
        "start": chance.choice(["random", *range(players)]),
        "rounds": chance.choice([10, 40, 60]),
    }


def choose(states: States, chance: random.Random) -> int:
    """A legal action: first a kind of move is chosen, so that rare kinds are more frequent."""
    legal = legal_list(states, 0)
    kinds = sorted({type(MOVES[action]).__name__ for action in legal})
    kind = chance.choice(kinds)
    return chance.choice([action for action in legal if type(MOVES[action]).__name__ == kind])


def positions_of_a_game(seed: int) -> Iterator[States]:
    """The states of a random game, from the deal to the end. The array is reused."""
    chance = random.Random(seed)
    rules, options = any_options(chance)
    states = a_deal(seed, rules, **options)
    yield states
    while states[0].phase != OVER:
        apply_in(states, 0, choose(states, chance))
        yield states


def positions_of_games(number: int, *, every: int = 1, seed: int = 0) -> Iterator[States]:
    """Copies of `number` states of random games, taking every `every`-th one."""
    all_positions = (states for game in count(seed) for states in positions_of_a_game(game))
    for states in islice(all_positions, 0, number * every, every):
        yield states.copy()


def others_unseen_cards(states: States, seat: int) -> list[tuple[int, int]]:
    """The seats and slots of cards that others reserved unseen."""
    return [
        (other, slot)
        for other in range(states[0].seats)
        for slot in range(HAND_LIMIT)
        if other != seat
        and states[0].players[other].unseen[slot]
        and states[0].players[other].hand[slot] != NONE
        and not is_being_bought(states, other, slot)
    ]


def is_being_bought(states: States, seat: int, slot: int) -> bool:
    """Whether a card is being paid for, and so is visible."""
    state = states[0]
    paying = state.phase == PHASES.index("pay") and state.active == seat
    return bool(paying and state.chosen == MARKET + slot)


def dealt_again(states: States, seat: int, chance: random.Random) -> States:
    """The same game with every card dealt again that the seat cannot see, and a new generator.

    It shares no code with `imagine`.
    """
    again = states.copy()
    state = again[0]
    secrets = others_unseen_cards(states, seat)
    for level in range(LEVELS):
        places = [
            (other, slot)
            for other, slot in secrets
            if LEVEL[state.players[other].hand[slot]] == level
        ]
        deck = slice(DECK_START[level], DECK_START[level] + state.deck_sizes[level])
        cards = [int(state.players[other].hand[slot]) for other, slot in places]
        cards += state.deck[deck].tolist()
        chance.shuffle(cards)
        for other, slot in places:
            state.players[other].hand[slot] = cards.pop()
        state.deck[deck] = cards
    state.chance[:] = [chance.getrandbits(64) for _ in range(4)]
    return again
