"""Observations: the contents of each block, and that they reveal nothing hidden."""

import random

import numpy as np
import numpy.typing as npt
import pytest

from splendor.base.features import (
    CARD_SEEN,
    NOBLE_SEEN,
    OBSERVATION,
    OBSERVATION_1,
    PLAYER_SEEN,
    SCALES,
    CardSeen,
    NobleSeen,
    Observation,
    Observation1,
    PlayerSeen,
    observe_in,
)
from splendor.base.state import CARDS, NOBLES, STATE
from splendor.base.view import view_in
from tests.positions import Position, States, a_game, cards_of, fewer_when_interpreted
from tests.random_games import dealt_again, positions_of_games

LOOKED_AT = fewer_when_interpreted(2_000, 100)


def observed(states: States, seat: int) -> npt.NDArray[np.record]:
    views, seen = np.zeros(1, STATE), np.zeros(1, OBSERVATION)
    view_in(states, 0, seat, views, 0)
    observe_in(views, 0, seat, seen, 0)
    return seen


def card_numbers(card: int, unseen: int = 0) -> tuple[list[int], list[int], list[int], int, int]:
    """The expected numbers of a card in an observation."""
    bonus = [int(CARDS[card].bonus == name) for name in ("white", "blue", "green", "red", "black")]
    level = [int(CARDS[card].level == number) for number in (1, 2, 3)]
    return list(CARDS[card].cost), bonus, level, CARDS[card].points, unseen


def numbers_of(seen: CardSeen) -> tuple[list[int], list[int], list[int], int, int]:
    assert seen.present == 1
    cost, bonus, level = (list(map(int, row)) for row in (seen.cost, seen.bonus, seen.level))  # type: ignore[call-overload]
    return cost, bonus, level, int(seen.points), int(seen.unseen)


@pytest.mark.parametrize(
    "protocol, dtype",
    [
        (CardSeen, CARD_SEEN),
        (NobleSeen, NOBLE_SEEN),
        (PlayerSeen, PLAYER_SEEN),
        (Observation1, OBSERVATION_1),
    ],
)
def test_the_protocols_have_the_fields_of_the_records(
    protocol: type, dtype: np.dtype[np.record]
) -> None:
    assert list(protocol.__annotations__) == list(dtype.names or ())
    assert not set(dtype.names or ()) & set(dir(np.record))


def test_layout_2_adds_blocks_at_the_end_of_layout_1() -> None:
    first, second = OBSERVATION_1.names or (), OBSERVATION.names or ()
    assert second == (*first, "noble_points", "hidden_hands")
    assert list(Observation.__annotations__) == list(second[len(first) :])
    assert [OBSERVATION.fields[name] for name in first] == [  # type: ignore[index]
        OBSERVATION_1.fields[name]  # type: ignore[index]
        for name in first
    ]


def test_an_observation_is_small_integers_throughout() -> None:
    assert OBSERVATION.itemsize == SCALES.size
    flat = observed(a_game().states, 0).view(np.int8)
    assert flat.shape == SCALES.shape


# Positions checked by hand


def test_layout_2_shows_the_points_of_the_nobles_that_are_left() -> None:
    game = a_game(players=3)
    game.state.noble_owner[1] = 2
    points = [0 if slot == 1 else NOBLES[game.state.nobles[slot]].points for slot in range(4)]
    assert observed(game.states, 0)[0].noble_points.tolist() == [*points, 0]


@pytest.mark.parametrize("hands, hidden", [("seen", 0), ("hidden", 1)])
def test_layout_2_shows_whether_hands_are_hidden(hands: str, hidden: int) -> None:
    assert observed(a_game(hands=hands).states, 0)[0].hidden_hands == hidden


def test_the_market_shows_price_bonus_level_and_points() -> None:
    game = a_game()
    seen = observed(game.states, 0)[0]
    for slot, card in enumerate(game.state.market.tolist()):
        assert numbers_of(seen.market[slot]) == card_numbers(card)


def test_an_empty_slot_is_all_zeros() -> None:
    seen = observed(a_game().row(1, None).deck(1).states, 0)[0]
    assert not any(seen.market[0].tobytes())
    assert seen.deck_sizes.tolist() == [0, 26, 16]


def test_supply_nobles_and_decks_are_shown() -> None:
    game = a_game(players=3).supply(W=1, J=2).invite(0, 5, 9, 3).give_noble(2, 1)
    seen = observed(game.states, 0)[0]
    assert seen.supply.tolist() == [1, 5, 5, 5, 5, 2]
    assert seen.nobles["present"].tolist() == [1, 0, 1, 1, 0]
    assert seen.nobles["requires"][:4].tolist() == [
        [4, 4, 0, 0, 0],
        [0, 0, 0, 0, 0],
        [0, 0, 3, 3, 3],
        [0, 0, 4, 4, 0],
    ]
    assert seen.deck_sizes.tolist() == [36, 26, 16]


def test_the_observing_seat_comes_first_and_the_others_in_turn_order() -> None:
    game = a_game(players=3).place(0, "W").place(1, "U").place(2, "G").turn_of(1, start=1)
    for seat, order in ((0, [0, 1, 2]), (1, [1, 2, 0]), (2, [2, 0, 1])):
        players = observed(game.states, seat)[0].players
        assert [int(np.argmax(players[place].tokens)) for place in range(3)] == order
        assert players["starts"].tolist() == [int(other == 1) for other in order] + [0]
        assert players["present"].tolist() == [1, 1, 1, 0]
        assert not any(players[3].tobytes())


def test_a_player_is_shown_with_tokens_bonuses_points_cards_and_nobles() -> None:
    bought = cards_of("WWRK")
    game = a_game().place(1, "UUJ", [*bought, 89], [85]).give_noble(2, 1)
    player = observed(game.states, 0)[0].players[1]
    assert player.tokens.tolist() == [0, 2, 0, 0, 0, 1]
    assert player.bonuses.tolist() == [2, 0, 0, 1, 2]
    assert (player.points, player.cards, player.nobles) == (8, 5, 1)
    assert numbers_of(player.hand[0]) == card_numbers(85)
    assert player.hand["present"].tolist() == [1, 0, 0]


def test_of_a_hidden_card_only_the_level_is_shown() -> None:
    game = a_game().place(1, hand=[85], unseen=[45])
    owner, other = (observed(game.states, seat)[0] for seat in (1, 0))
    assert numbers_of(owner.players[0].hand[1]) == card_numbers(45, unseen=1)
    assert numbers_of(other.players[1].hand[1]) == ([0] * 5, [0] * 5, [0, 1, 0], 0, 1)


def test_a_payment_under_way_is_shown() -> None:
    game = a_game().row(1, 5).place(0, "UUGGKJJJ").play("b1a+", "J=G", "J=G")
    for seat in (0, 1):
        seen = observed(game.states, seat)[0]
        assert seen.phase.tolist() == [0, 1, 0, 0, 0]
        assert numbers_of(seen.buying) == card_numbers(5)
        assert seen.gold_for.tolist() == [0, 0, 2, 0, 0]
        assert seen.lowest == 2
    after = observed(game.play("pay").states, 0)[0]
    assert not any(after.buying.tobytes())
    assert not after.gold_for.any()


def test_a_hidden_card_is_shown_while_it_is_paid_for() -> None:
    """B7.2: the purchase is decided, only the payment is not."""
    game = a_game().place(0, "WWWUKJJ", unseen=[4, 5]).play("bh1+")
    for seat in (0, 1):
        assert numbers_of(observed(game.states, seat)[0].buying)[0] == list(CARDS[4].cost)
    seen = observed(game.states, 1)[0].players[1].hand[1]
    assert numbers_of(seen)[:3] == ([0] * 5, [0] * 5, [1, 0, 0])


def test_the_phase_and_the_turn_are_shown() -> None:
    game = a_game(nobles="sought_free").invite(0, 1, 2).place(0, "WWUUGGRRKK", cards_of("WWWWUUUU"))
    game.play("n1", "WUG", "-U").turn_of(0, round_number=300)
    game.state.passes = 1
    seen = observed(game.states, 1)[0]
    assert seen.phase.tolist() == [0, 0, 1, 0, 0]
    assert (seen.lowest, seen.received, seen.passes) == (1, 1, 1)
    assert seen.round_number == 127  # capped


def test_the_options_are_shown() -> None:
    seen = observed(
        a_game("landolt", target=21, rounds=60, nobles="sought_free", nobles_each=3).states, 0
    )[0]
    assert (seen.target, seen.rounds, seen.cap, seen.nobles_each) == (21, 60, 1, 3)
    assert seen.noble_rule.tolist() == [0, 0, 1]
    official = observed(a_game(rounds=10_000).states, 0)[0]
    assert (official.target, official.rounds, official.cap) == (15, 127, 0)
    assert official.noble_rule.tolist() == [1, 0, 0]


def test_an_observation_does_not_depend_on_what_its_record_held_before() -> None:
    views, seen = np.zeros(1, STATE), np.zeros(1, OBSERVATION)
    seen.view(np.int8)[:] = 77
    game = a_game()
    view_in(game.states, 0, 0, views, 0)
    observe_in(views, 0, 0, seen, 0)
    assert seen.tobytes() == observed(game.states, 0).tobytes()


# Every position


@pytest.fixture(scope="module")
def positions() -> list[States]:
    return list(positions_of_games(LOOKED_AT, every=7, seed=500))


def test_an_observation_does_not_change_when_the_unseen_cards_do(positions: list[States]) -> None:
    chance = random.Random("features")
    for states in positions:
        for seat in range(states[0].seats):
            again = dealt_again(states, seat, chance)
            assert observed(again, seat).tobytes() == observed(states, seat).tobytes()


def test_a_scaled_observation_is_between_0_and_about_1(positions: list[States]) -> None:
    assert SCALES.dtype == np.float32
    rows = [observed(states, seat).view(np.int8) for states in positions for seat in (0, 1)]
    scaled = np.array(rows) * SCALES
    assert scaled.dtype == np.float32
    assert scaled.min() == 0.0
    assert scaled.max() <= 2.0
    assert scaled.max() > 0.9


def test_every_card_of_a_row_is_seen_at_its_own_place() -> None:
    game = Position(a_game().states)
    before = observed(game.states, 0)[0].market.copy()
    game.play("r2c")
    after = observed(game.states, 0)[0].market
    changed = [slot for slot in range(12) if before[slot].tobytes() != after[slot].tobytes()]
    assert changed == [6]
