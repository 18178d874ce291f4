"""Random duels with all kinds of options, for tests over all positions.

Also the same positions with the cards dealt again that a seat cannot see.
"""

import random
from collections.abc import Iterator
from itertools import count, islice
from typing import Any

from splendor.core.decks import HAND_LIMIT, LEVELS, NONE
from splendor.duel.legal import legal_list
from splendor.duel.moves import MOVES
from splendor.duel.rules import apply_in
from splendor.duel.state import DECK_START, LEVEL, MARKET, OVER, PHASES, SEATS
from tests.duel.positions import States, a_deal

BUYING = (0.1, 0.7, 0.9)  # the probability of buying a card, by game


def any_options(chance: random.Random) -> dict[str, Any]:
    """A value for each option, with a limit of idle turns: otherwise a game may never end."""
    return {
        "start": chance.choice(["random", 0, 1]),
        "hands": chance.choice(["seen", "seen", "hidden"]),
        "refill": chance.choice(["at_once", "at_once", "end_of_turn"]),
        "idle": chance.choice([6, 20, 60]),
    }


def choose(states: States, chance: random.Random, buying: float) -> int:
    """A legal action: first a kind of move is chosen, so that rare kinds are more frequent."""
    legal = legal_list(states, 0)
    kinds = sorted({type(MOVES[action]).__name__ for action in legal})
    purchases = [kind for kind in kinds if kind.startswith(("Purchase", "Choose"))]
    kind = chance.choice(purchases if purchases and chance.random() < buying else kinds)
    return chance.choice([action for action in legal if type(MOVES[action]).__name__ == kind])


def positions_of_a_duel(seed: int) -> Iterator[States]:
    """The states of a random duel, from the deal to the end. The array is reused."""
    chance = random.Random(seed)
    states = a_deal(seed, **any_options(chance))
    buying = chance.choice(BUYING)
    yield states
    while states[0].phase != OVER:
        apply_in(states, 0, choose(states, chance, buying))
        yield states


def positions_of_duels(number: int, *, every: int = 1, seed: int = 0) -> Iterator[States]:
    """Copies of `number` states of random duels, taking every `every`-th one."""
    all_positions = (states for game in count(seed) for states in positions_of_a_duel(game))
    for states in islice(all_positions, 0, number * every, every):
        yield states.copy()


def others_unseen_cards(states: States, seat: int) -> list[tuple[int, int]]:
    """The seats and slots of cards that others reserved unseen."""
    return [
        (other, slot)
        for other in range(SEATS)
        for slot in range(HAND_LIMIT)
        if other != seat
        and states[0].players[other].unseen[slot]
        and states[0].players[other].hand[slot] != NONE
        and not is_being_bought(states, other, slot)
    ]


def is_being_bought(states: States, seat: int, slot: int) -> bool:
    """Whether a card is being paid for or given its colour, and so is visible."""
    state = states[0]
    buying = PHASES[state.phase] in ("pay", "colour") and state.active == seat
    return bool(buying and state.chosen == MARKET + slot)


def dealt_again(states: States, seat: int, chance: random.Random) -> States:
    """The same duel with every card dealt again that the seat cannot see, and a new generator.

    It shares no code with `imagine`. The order of the bag depends on the generator only.
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
