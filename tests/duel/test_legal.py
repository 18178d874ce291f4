"""The set of legal actions, and random actions."""

import numpy as np
import numpy.typing as npt
import pytest

from splendor.core.chance import Chance, seeded
from splendor.core.kernel import Row, entry
from splendor.duel.legal import legal_list, legal_mask, random_action
from splendor.duel.moves import ACTIONS, CHOOSE_GOLD, GOLD_FOR, MOVES
from splendor.duel.state import PHASES
from tests.duel.positions import Duel, States, a_duel
from tests.duel.random_duels import positions_of_duels
from tests.fairness import is_fair
from tests.positions import fewer_when_interpreted

LOOKED_AT = fewer_when_interpreted(3_000, 150)
DRAWS = fewer_when_interpreted(20_000, 1_000)
TWO_TO_32 = 1 << 32


@entry
def draw_actions(states: States, chances: npt.NDArray[np.uint64], drawn: Row[int]) -> None:
    for draw in range(len(chances)):
        drawn[draw] = random_action(states[0], chances[draw])


@entry
def draw_on(states: States, chance: Chance, drawn: Row[int]) -> None:
    for draw in range(len(drawn)):
        drawn[draw] = random_action(states[0], chance)


@entry
def legal_mask_in(states: States, game: int, mask: Row[int]) -> None:
    legal_mask(states[game], mask)


def chance_for(number: int, limit: int) -> list[int]:
    """A generator whose next draw below `limit` is this number.

    If its first word is 0, the output is its last word rotated by 23 bits. The word is in the
    middle of the interval of the number, so it is not rejected.
    """
    word = (number * TWO_TO_32 // limit + TWO_TO_32 // (2 * limit)) << 32
    return [0, 1, 2, (word >> 23 | word << 41) % (1 << 64)]


def every_draw(states: States, limit: int) -> list[int]:
    """The actions that `random_action` chooses for each number below `limit`."""
    chances = np.array([chance_for(number, limit) for number in range(limit)], dtype=np.uint64)
    drawn = np.full(limit, -1, dtype=np.int64)
    draw_actions(states, chances, drawn)
    found: list[int] = drawn.tolist()
    return found


def drawable(states: States) -> list[int]:
    """The legal actions without those that start a choice of payment."""
    legal = legal_list(states, 0)
    return [action for action in legal if not CHOOSE_GOLD <= action < GOLD_FOR]


@pytest.fixture(scope="module")
def positions() -> list[States]:
    return [
        states
        for states in positions_of_duels(LOOKED_AT, every=7, seed=900)
        if PHASES[states[0].phase] != "over"
    ]


def test_every_legal_action_is_drawn_with_equal_probability(positions: list[States]) -> None:
    """There are as many numbers as actions, and each number gives another action."""
    for states in positions:
        legal = drawable(states)
        assert sorted(every_draw(states, len(legal))) == legal


def test_the_positions_are_of_every_kind(positions: list[States]) -> None:
    kinds = {type(MOVES[action]).__name__ for states in positions for action in drawable(states)}
    assert {PHASES[states[0].phase] for states in positions} == set(PHASES) - {"over"}
    assert len(kinds) >= 14
    assert max(len(drawable(states)) for states in positions) > 100


@pytest.mark.parametrize(
    "game, count",
    [
        (a_duel().no_cards().empty_bag().privileges(1, 0), 1),
        (a_duel().no_cards().board("..W..").empty_bag().privileges(1, 0), 2),
        (a_duel().no_cards().board("WU...", "G....", "....R").empty_bag(), 7),
        (a_duel().board("J...."), 16),  # 12 cards, 3 decks, and filling the board
    ],
    ids=["pass", "privilege", "lines", "reserve"],
)
def test_actions_drawn_at_random_are_equally_frequent(game: Duel, count: int) -> None:
    legal = drawable(game.states)
    assert len(legal) == count
    drawn = np.zeros(DRAWS, dtype=np.int64)
    draw_on(game.states, seeded("really"), drawn)
    assert set(drawn.tolist()) == set(legal)
    assert count == 1 or is_fair(drawn.tolist(), legal)


def test_a_player_without_a_legal_action_passes() -> None:
    """D3.5."""
    game = a_duel().no_cards().empty_bag()
    assert game.legal() == ["pass"]
    assert every_draw(game.states, 1) == legal_list(game.states, 0)


def test_the_mask_has_a_one_for_each_legal_action(positions: list[States]) -> None:
    """The list is computed from sets of lines, the mask line by line."""
    for states in positions:
        mask = np.zeros(ACTIONS, dtype=np.int8)
        legal_mask_in(states, 0, mask)
        legal = legal_list(states, 0)
        assert mask.nonzero()[0].tolist() == legal
        assert set(mask[legal].tolist()) == {1}


def test_the_mask_does_not_depend_on_what_it_held_before(positions: list[States]) -> None:
    for states in positions[::10]:
        masks = np.array([np.zeros(ACTIONS), np.full(ACTIONS, 7)], dtype=np.int8)
        legal_mask_in(states, 0, masks[0])
        legal_mask_in(states, 0, masks[1])
        assert masks[0].tobytes() == masks[1].tobytes()


def test_computing_legal_moves_changes_nothing(positions: list[States]) -> None:
    for states in positions[::10]:
        before = states.tobytes()
        every_draw(states, len(drawable(states)))
        assert states.tobytes() == before


def test_no_action_is_legal_after_the_end() -> None:
    game = a_duel().board("W....").place(0, "UUU", "L3-13 L2-24 L1-28 L3-02 L1-25")
    game.state.players[0].points = 20
    game.play("a1")
    assert game.over
    assert game.legal() == []
