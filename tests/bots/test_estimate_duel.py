"""The evaluator of Duel: victory in this turn is exact, estimates and policy are sensible."""

import random
from collections.abc import Callable, Iterator

import numpy as np
import numpy.typing as npt
import pytest

from splendor.bots.evaluators.estimate_duel import (
    FEATURE_NAMES,
    FEATURES,
    POLICY_FEATURES,
    POLICY_NAMES,
    count_features_in,
    estimate_in,
    policy_logits_in,
    prove_outcome_in,
)
from splendor.bots.evaluators.weights import estimate_weights_of, policy_weights_of
from splendor.core.kernel import COMPILED
from splendor.duel.legal import legal_list
from splendor.duel.moves import ACTIONS, CHOOSE_GOLD, PASS, PURCHASE, REPLENISH, USE_PRIVILEGE
from splendor.duel.rules import apply_in
from splendor.duel.state import GOLD, OVER, PEARL, PLAY, ROW_START, SEATS, TOKENS
from splendor.ruleset import is_winner_in
from tests.duel.positions import Duel, States, a_duel
from tests.duel.random_duels import positions_of_duels

POSITIONS = 2000 if COMPILED else 60
NUMBERS = 128


def proven_outcome(states: States) -> tuple[bool, list[float]]:
    values = np.zeros(4)
    return bool(prove_outcome_in(states.copy(), values)), values[:SEATS].tolist()


# Victory in this turn


def wins_by_playing(states: States, seat: int) -> bool:
    """Whether privileges and a purchase, with all their consequences, can win in this turn."""
    turn = int(states[0].turn_number)
    seen = set()
    for action in legal_list(states, 0):
        purchase = PURCHASE <= action < CHOOSE_GOLD
        if states[0].phase == PLAY and not purchase and not USE_PRIVILEGE <= action < REPLENISH:
            continue
        after = states.copy()
        apply_in(after, 0, action)
        state = after[0]
        if not purchase and (key := state.players[seat].tobytes()) in seen:
            continue  # the same token from another space
        elif not purchase:
            seen.add(key)
        if state.phase == OVER:
            if is_winner_in(after, 0, seat):
                return True
        elif state.turn_number == turn and wins_by_playing(after, seat):
            return True
    return False


def near_victory() -> Iterator[States]:
    """Turns of random duels, with points and crowns added to the active player."""
    chance = random.Random(1)
    for states in positions_of_duels(POSITIONS, every=7):
        state = states[0]
        if state.phase != PLAY:
            continue
        player = state.players[state.active]
        player.points = chance.randint(0, 19)
        player.crowns = chance.randint(0, 9)
        player.royals = int(player.crowns >= 3) + int(player.crowns >= 6)
        player.colour_points[chance.randrange(5)] = chance.randint(0, 9)
        for seat in range(SEATS):
            state.players[seat].privileges = 0
        player.privileges = chance.choice([0, 0, 1, 2])
        state.privileges = 3 - player.privileges
        yield states


def test_the_outcome_is_proven_exactly_when_a_purchase_wins() -> None:
    won = by_privilege = lost = 0
    for states in near_victory():
        seat = int(states[0].active)
        expected = wins_by_playing(states, seat)
        found, values = proven_outcome(states)
        assert found == expected
        if found:
            assert values == [float(seat == 0), float(seat == 1)]
            states[0].players[seat].privileges = 0
            by_privilege += not proven_outcome(states)[0]
        won += found
        lost += not found
    if COMPILED:
        assert won >= 100
        assert lost >= 100
        assert by_privilege >= 20


def with_points(points: int, **fields: int) -> Duel:
    """Seat 0 is active with `points` points, and three blue for a card with a crown."""
    duel = a_duel().place(0, tokens="UUU").row(1, "L1-02")
    duel.state.players[0].points = points
    for name, value in fields.items():
        setattr(duel.state.players[0], name, value)
    return duel


def only_one_card() -> Duel:
    """Nothing to buy but a card with a crown for three blue."""
    return a_duel().row(1, "L1-02 - - - -").row(2, "- - - -").row(3, "- - -")


@pytest.mark.parametrize(
    "points, crowns, royals, expected",
    [
        (17, 2, 0, True),  # the third crown brings a royal card with three points
        (16, 2, 0, False),
        (19, 1, 0, False),  # no royal card yet
        (17, 5, 1, True),
        (17, 3, 1, False),
        (0, 9, 2, True),
        (0, 8, 2, False),
    ],
)
def test_crowns_win_by_themselves_or_by_a_royal_card(
    points: int, crowns: int, royals: int, expected: bool
) -> None:
    duel = with_points(points, crowns=crowns, royals=royals)
    assert proven_outcome(duel.states)[0] == expected
    assert wins_by_playing(duel.states, 0) == expected


@pytest.mark.parametrize("points, expected", [(17, False), (18, True)])
def test_only_the_royal_cards_that_are_left_count(points: int, expected: bool) -> None:
    duel = with_points(points, crowns=2)
    duel.state.royal_owner[3] = 1  # the one with three points
    assert proven_outcome(duel.states)[0] == expected == wins_by_playing(duel.states, 0)


@pytest.mark.parametrize(
    "bought, colour_points, expected",
    [
        ("L1-01 L1-06", 9, True),  # white is owned, and the wild card has a point
        ("L1-06", 9, False),  # only blue is
        ("L1-01", 8, False),
        ("", 9, False),  # no colour to take
    ],
)
def test_a_wild_card_wins_in_a_colour_that_is_owned(
    bought: str, colour_points: int, expected: bool
) -> None:
    duel = a_duel().row(1, "L1-26").place(0, tokens="KKKKP", bought=bought)
    duel.state.players[0].colour_points[0] = colour_points
    assert proven_outcome(duel.states)[0] == expected == wins_by_playing(duel.states, 0)


@pytest.mark.parametrize("bought, expected", [("L1-06", True), ("", False)])
def test_a_wild_card_without_a_colour_to_take_wins_nothing(bought: str, expected: bool) -> None:
    duel = a_duel().row(1, "L1-26").place(0, tokens="KKKKP", bought=bought)
    duel.state.players[0].points = 19
    assert proven_outcome(duel.states)[0] == expected == wins_by_playing(duel.states, 0)


@pytest.mark.parametrize(
    "board, privileges, replenished, expected",
    [
        ("U....", 1, 0, True),
        ("W....", 1, 0, False),
        ("U....", 0, 0, False),
        ("U....", 1, 1, False),  # too late in this turn
        ("UU...", 2, 0, True),
    ],
)
def test_a_privilege_brings_what_is_missing(
    board: str, privileges: int, replenished: int, expected: bool
) -> None:
    missing = board.count("U") or 1
    duel = a_duel().board(board).row(1, "L1-02").privileges(privileges, 0)
    duel.place(0, tokens="U" * (3 - missing))
    duel.state.players[0].crowns, duel.state.players[0].royals = 9, 2
    duel.state.replenished = replenished
    assert proven_outcome(duel.states)[0] == expected == wins_by_playing(duel.states, 0)


def test_the_others_hand_and_an_unpaid_card_win_nothing() -> None:
    duel = a_duel().row(1, "- - - - -").place(1, hand="L1-02").place(0, tokens="UUU")
    duel.state.players[0].crowns, duel.state.players[0].royals = 9, 2
    assert not proven_outcome(duel.states)[0]
    own = a_duel().row(1, "- - - - -").place(0, tokens="UUU", hand="L1-02")
    own.state.players[0].crowns, own.state.players[0].royals = 9, 2
    assert proven_outcome(own.states)[0]
    own.state.players[0].tokens[1] = 2
    assert not proven_outcome(own.states)[0]


def test_a_finished_game_pays_its_winner_and_a_draw_both() -> None:
    duel = with_points(0, crowns=9, royals=2).play("b1a")
    assert proven_outcome(duel.states) == (True, [1.0, 0.0])
    drawn = a_duel(idle=1).board("WUG..").play("a1b1c1")
    assert drawn.over
    assert proven_outcome(drawn.states) == (True, [0.5, 0.5])


# The estimate


def estimated(states: States) -> list[float]:
    weights, values = np.zeros(NUMBERS), np.zeros(4)
    weights[: 2 * FEATURES] = estimate_weights_of("duel", 2).ravel()
    estimate_in(states, weights, np.zeros(NUMBERS), values)
    return [float(value) for value in values[:SEATS]]


def some_positions(every: int = 37) -> Iterator[States]:
    return (
        states
        for states in positions_of_duels(POSITIONS // 8, every=every)
        if states[0].phase != OVER
    )


def test_names_and_numbers_agree() -> None:
    assert len(set(FEATURE_NAMES)) == len(FEATURE_NAMES) == FEATURES
    assert len(set(POLICY_NAMES)) == len(POLICY_NAMES) == POLICY_FEATURES
    assert 2 * FEATURES <= NUMBERS


def test_the_chances_add_up_to_one_and_swap_with_the_seats() -> None:
    for states in some_positions():
        chances = estimated(states)
        assert sum(chances) == pytest.approx(1.0)
        assert all(0.0 < value < 1.0 for value in chances)
        swapped = states.copy()
        swapped[0].players = states[0].players[::-1].copy()
        swapped[0].active = 1 - states[0].active
        assert estimated(swapped) == pytest.approx(chances[::-1])


def test_the_order_of_a_row_and_of_a_hand_does_not_matter() -> None:
    chance = random.Random(2)
    for states in some_positions():
        mixed = states.copy()
        for start, end in zip(ROW_START[:-1].tolist(), ROW_START[1:].tolist(), strict=True):
            row = mixed[0].market[start:end].tolist()
            mixed[0].market[start:end] = chance.sample(row, len(row))
        for player in mixed[0].players:
            player.hand = chance.sample(player.hand.tolist(), 3)
        assert estimated(mixed) == pytest.approx(estimated(states))


def give(field: str, index: int | None = None, number: int = 1) -> Callable[[States], None]:
    def change(states: States) -> None:
        player = states[0].players[0]
        if index is None:
            setattr(player, field, getattr(player, field) + number)
        else:
            getattr(player, field)[index] += number

    return change


@pytest.mark.parametrize(
    "change",
    [
        give("points", number=3),
        give("privileges"),
        give("tokens", GOLD),
        give("tokens", PEARL),
        give("tokens", 2),
        give("bonuses", 3),
    ],
    ids=["points", "privilege", "gold", "pearl", "gem", "bonus"],
)
def test_more_points_and_tokens_are_better(change: Callable[[States], None]) -> None:
    better = compared = 0
    for states in some_positions():
        if sum(states[0].players[0].tokens.tolist()) >= 7 or states[0].players[0].points >= 17:
            continue  # an extra token may exceed the limit, or the game is won
        more = states.copy()
        change(more)
        better += estimated(more)[0] > estimated(states)[0]
        compared += 1
    assert better >= 0.95 * compared > 0


def test_a_card_that_wins_the_game_counts_for_a_lot() -> None:
    duel = only_one_card().place(0, tokens="UUW").turn_of(1)
    with_crowns = []
    for crowns in (8, 9):  # with nine, the card that lacks one blue wins
        duel.state.players[0].crowns, duel.state.players[0].royals = crowns, 2
        with_crowns.append(estimated(duel.states)[0])
    duel.state.players[0].tokens[:2] = (3, 0)
    far = estimated(duel.states)[0]
    assert with_crowns[1] > with_crowns[0] + 0.05
    assert with_crowns[1] > far


def test_a_line_that_makes_a_card_affordable_is_recognised() -> None:
    rows = np.zeros((SEATS, FEATURES))
    place = FEATURE_NAMES.index("in reach")
    for board, reached in (("UUU..", True), ("UWW..", False), ("U.U.U", False)):
        duel = only_one_card().board(board)
        for seat in range(SEATS):
            count_features_in(duel.states, 0, seat, rows, seat)
        assert (rows[0, place] > 0.0) == reached
        assert rows[1, place] == 0.0  # it is not this seat's turn


# The policy


def weighed(states: States, legal: list[int]) -> npt.NDArray[np.float64]:
    mask, weights = np.zeros(ACTIONS, np.int8), np.full(ACTIONS, np.nan)
    mask[legal] = 1
    policy = np.zeros(NUMBERS)
    policy[:POLICY_FEATURES] = policy_weights_of("duel", 2)
    policy_logits_in(states, mask, policy, np.zeros(NUMBERS), weights)
    return weights


def test_every_legal_action_has_a_finite_weight_and_no_other_one_is_touched() -> None:
    phases = set()
    for states in positions_of_duels(POSITIONS // 4, every=5):
        legal = [
            action
            for action in legal_list(states, 0)
            if not CHOOSE_GOLD <= action < USE_PRIVILEGE  # bots pay by default
        ]
        weights = weighed(states, legal)
        assert np.isfinite(weights[legal]).all()
        assert np.isnan(np.delete(weights, legal)).all()
        if legal:
            phases.add(int(states[0].phase))
    assert len(phases) >= (7 if COMPILED else 3)


def preferred(duel: Duel) -> list[str]:
    """The legal moves, by the policy, best first."""
    legal = [action for action in legal_list(duel.states, 0) if action != PASS]
    weights = weighed(duel.states, legal)
    texts = dict(zip(legal, duel.legal(), strict=True))
    return [texts[action] for action in sorted(legal, key=lambda action: -weights[action])]


def test_three_tokens_that_are_needed_come_before_others_and_before_one() -> None:
    duel = only_one_card()
    order = preferred(duel.board("UUU..", ".....", "WWG.."))
    assert order.index("a1b1c1") < order.index("a3b3c3") < order.index("c3")
    assert order.index("a1b1c1") < order.index("a1b1") < order.index("a1")


def test_a_purchase_that_wins_comes_first() -> None:
    duel = with_points(0, crowns=9, royals=2).board("UWWGG")
    assert preferred(duel)[0] == "b1a"


def test_tokens_that_no_card_costs_are_discarded() -> None:
    duel = only_one_card()
    duel.board("GGG..").place(0, tokens="UUURRRRJ").play("a1b1c1")
    assert duel.phase == "discard"
    assert preferred(duel)[-1] in ("-J", "-U")
    assert preferred(duel)[0] in ("-R", "-G")
    assert len(duel.legal()) <= TOKENS
