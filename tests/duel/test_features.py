"""Observations of a duel: the contents of each block, and that they reveal nothing hidden."""

import random
from typing import Any

import numpy as np
import numpy.typing as npt
import pytest

from splendor.duel.features import (
    CARD_SEEN,
    OBSERVATION,
    OBSERVATION_1,
    PLAYER_SEEN,
    SCALES,
    CardSeen,
    Observation,
    Observation1,
    PlayerSeen,
    observe_in,
)
from splendor.duel.state import CARDS, PHASES, SEATS, STATE
from splendor.duel.view import view_in
from tests.duel.positions import Duel, States, a_duel
from tests.duel.random_duels import dealt_again, positions_of_duels
from tests.positions import fewer_when_interpreted

LOOKED_AT = fewer_when_interpreted(2_000, 80)
COLOURS = ("white", "blue", "green", "red", "black")
ABILITIES = ("again", "take", "privilege", "steal")
NAMED = {card.name: card for card in CARDS}


def observed(states: States, seat: int) -> npt.NDArray[np.record]:
    views, seen = np.zeros(1, STATE), np.zeros(1, OBSERVATION)
    view_in(states, 0, seat, views, 0)
    observe_in(views, 0, seat, seen, 0)
    return seen


def card_numbers(name: str, unseen: int = 0) -> dict[str, Any]:
    """The expected numbers of a card in an observation."""
    card = NAMED[name]
    return {
        "cost": list(card.cost),
        "bonus": [card.bonus_count * (card.bonus == colour) for colour in COLOURS],
        "wild": int(card.bonus == "wild"),
        "ability": [int(card.ability == ability) for ability in ABILITIES],
        "level": [int(card.level == level) for level in (1, 2, 3)],
        "points": card.points,
        "crowns": card.crowns,
        "present": 1,
        "unseen": unseen,
    }


def only_level(level: int, unseen: int = 0) -> dict[str, Any]:
    """The expected numbers of a card of which only the level is known."""
    nothing = {"cost": [0] * 6, "bonus": [0] * 5, "ability": [0] * 4}
    levels = [int(level == other) for other in (1, 2, 3)]
    alone = {"wild": 0, "points": 0, "crowns": 0, "present": 1, "unseen": unseen}
    return {**nothing, "level": levels, **alone}


def numbers_of(seen: Any) -> dict[str, Any]:
    return {name: seen[name].tolist() for name in CARD_SEEN.names or ()}


@pytest.mark.parametrize(
    "protocol, dtype",
    [(CardSeen, CARD_SEEN), (PlayerSeen, PLAYER_SEEN), (Observation1, OBSERVATION_1)],
)
def test_the_protocols_have_the_fields_of_the_records(
    protocol: type, dtype: np.dtype[np.record]
) -> None:
    assert list(protocol.__annotations__) == list(dtype.names or ())
    assert not set(dtype.names or ()) & set(dir(np.record))


def test_layout_2_adds_blocks_at_the_end_of_layout_1() -> None:
    first, second = OBSERVATION_1.names or (), OBSERVATION.names or ()
    assert second == (*first, "royal_points", "hidden_hands")
    assert list(Observation.__annotations__) == list(second[len(first) :])
    assert [OBSERVATION.fields[name] for name in first] == [  # type: ignore[index]
        OBSERVATION_1.fields[name]  # type: ignore[index]
        for name in first
    ]


def test_an_observation_is_small_integers_throughout() -> None:
    assert OBSERVATION.itemsize == SCALES.size
    flat = observed(a_duel().states, 0).view(np.int8)
    assert flat.shape == SCALES.shape


# Positions checked by hand


def test_the_pyramid_shows_everything_printed_on_its_cards() -> None:
    """A plain card, a double one, wild ones, one without bonus, and each ability."""
    rows = {
        1: "L1-01 L1-03 L1-04 L1-27 L1-28",
        2: "L2-01 L2-02 L2-03 L2-04",
        3: "L3-11 L3-12 L3-13",
    }
    game = a_duel()
    for level, names in rows.items():
        game.row(level, names)
    seen = observed(game.states, 0)[0]
    for place, name in enumerate(" ".join(rows.values()).split()):
        assert numbers_of(seen.pyramid[place]) == card_numbers(name), name


@pytest.mark.parametrize("card", CARDS, ids=str)
def test_every_card_is_shown_as_it_is_printed(card: Any) -> None:
    game = a_duel().row(card.level, card.name)
    place = {1: 0, 2: 5, 3: 9}[card.level]
    assert numbers_of(observed(game.states, 0)[0].pyramid[place]) == card_numbers(card.name)


def test_an_empty_place_is_all_zeros() -> None:
    seen = observed(a_duel().row(1, "-").deck(1).states, 0)[0]
    assert not any(seen.pyramid[0].tobytes())
    assert any(seen.pyramid[1].tobytes())
    assert seen.deck_sizes.tolist() == [0, 20, 10]


def test_the_board_has_a_plane_for_each_kind_of_token() -> None:
    game = a_duel().board("WU...", ".....", "..P..", "...GJ", "....K")
    seen = observed(game.states, 0)[0]
    lying = {(token, space) for token, space in np.argwhere(seen.board).tolist()}
    assert lying == {(0, 0), (1, 1), (5, 12), (2, 18), (6, 19), (4, 24)}
    assert seen.bag.tolist() == [3, 3, 3, 4, 3, 1, 2]
    assert set(seen.board.ravel().tolist()) == {0, 1}


def test_royals_and_privileges_are_shown() -> None:
    game = a_duel().place(1, royals="R2 R4").privileges(0, 2)
    seen = observed(game.states, 0)[0]
    assert seen.royals.tolist() == [1, 0, 1, 0]
    assert seen.privileges == 1
    assert seen.players["privileges"].tolist() == [0, 2]
    assert seen.players["royals"].tolist() == [0, 2]


def test_the_observing_seat_comes_first() -> None:
    game = a_duel().place(0, "W").place(1, "U").turn_of(0, start=1)
    for seat, order in ((0, [0, 1]), (1, [1, 0])):
        players = observed(game.states, seat)[0].players
        assert [int(np.argmax(players[place].tokens)) for place in range(2)] == order
        assert players["starts"].tolist() == [int(other == 1) for other in order]


def test_a_player_is_shown_with_tokens_cards_and_privileges() -> None:
    """L2-08 is double blue, L1-27 wild with a crown, L1-28 has 3 points and no bonus."""
    game = a_duel().place(1, "UUPJ", "L2-08 L1-27=U L1-28 L1-25", "L3-05", royals="R4")
    player = observed(game.states, 0)[0].players[1]
    assert player.tokens.tolist() == [0, 2, 0, 0, 0, 1, 1]
    assert player.bonuses.tolist() == [0, 3, 0, 1, 0]
    assert player.colour_points.tolist() == [0, 1, 0, 1, 0]
    assert (player.points, player.crowns, player.cards, player.royals) == (8, 1, 4, 1)
    assert numbers_of(player.hand[0]) == card_numbers("L3-05")
    assert player.hand["present"].tolist() == [1, 0, 0]


def test_of_a_hidden_card_only_the_level_is_shown() -> None:
    game = a_duel().place(1, hand="L3-05", unseen="L2-05")
    owner, other = (observed(game.states, seat)[0] for seat in (1, 0))
    assert numbers_of(owner.players[0].hand[0]) == card_numbers("L3-05")
    assert numbers_of(owner.players[0].hand[1]) == card_numbers("L2-05", unseen=1)
    assert numbers_of(other.players[1].hand[0]) == card_numbers("L3-05")
    assert numbers_of(other.players[1].hand[1]) == only_level(2, unseen=1)


def phase_of(seen: Any) -> str:
    assert sum(seen.phase) == 1
    return PHASES[seen.phase.tolist().index(1)]


def test_a_payment_under_way_is_shown() -> None:
    """L1-03 costs U2 G2 P1."""
    game = a_duel().place(0, "UUGGPJJJ").play("b1c+", "J=G", "J=P")
    for seat in (0, 1):
        seen = observed(game.states, seat)[0]
        assert phase_of(seen) == "pay"
        assert numbers_of(seen.chosen) == card_numbers("L1-03")
        assert seen.gold_for.tolist() == [0, 0, 1, 0, 0, 1]
        assert seen.lowest == 5
    after = observed(game.play("pay").states, 0)[0]
    assert not any(after.chosen.tobytes())
    assert not after.gold_for.any()


def test_a_hidden_card_is_shown_while_it_is_paid_for() -> None:
    """D7, as in the base game: the purchase is decided, only the payment is not."""
    game = a_duel().place(0, "UUUJ", unseen="L1-02 L1-06").play("bh1+")
    for seat in (0, 1):
        assert observed(game.states, seat)[0].chosen.cost.tolist() == [0, 3, 0, 0, 0, 0]
    seen = observed(game.states, 1)[0].players[1].hand[1]
    assert numbers_of(seen) == only_level(1, unseen=1)


def test_a_wild_card_is_shown_while_it_is_given_its_colour() -> None:
    game = a_duel().place(0, "WWWWP", "L1-01", unseen="L1-27").play("bh1")
    for seat in (0, 1):
        seen = observed(game.states, seat)[0]
        assert phase_of(seen) == "colour"
        assert seen.chosen.wild == 1


@pytest.mark.parametrize("seat", [0, 1])
def test_a_card_being_reserved_is_shown_or_only_its_level(seat: int) -> None:
    game = a_duel().board("J....")
    from_pyramid = observed(game.copy().play("r2b").states, seat)[0]
    from_deck = observed(game.copy().play("r2").states, seat)[0]
    assert phase_of(from_pyramid) == phase_of(from_deck) == "gold"
    assert numbers_of(from_pyramid.chosen) == card_numbers("L2-02")
    assert numbers_of(from_deck.chosen) == only_level(2)


def test_the_colour_to_take_is_shown() -> None:
    """L1-04 is white and takes a token of its colour."""
    game = a_duel().board("W....").place(0, "RRKK").play("b1d")
    seen = observed(game.states, 0)[0]
    assert phase_of(seen) == "match"
    assert seen.matching.tolist() == [1, 0, 0, 0, 0]
    assert (seen.purchased, seen.again) == (1, 0)
    assert not observed(game.play("+a1").states, 0)[0].matching.any()


def test_earlier_decisions_of_the_turn_are_shown() -> None:
    game = a_duel().board("W....").place(0, "UUGGP").place(1, "WWWRRRKKKK").play("fill")
    seen = observed(game.states, 1)[0]
    assert (phase_of(seen), seen.replenished, seen.purchased) == ("play", 1, 0)
    after = observed(game.play("b1c").states, 1)[0]  # L1-03: again
    assert (after.replenished, after.again, after.quiet) == (0, 0, 0)


def test_discarding_is_shown() -> None:
    game = a_duel().board("WU...").place(0, "WWUUGGRRKK").play("a1b1", "-U")
    seen = observed(game.states, 1)[0]
    assert (phase_of(seen), seen.lowest) == ("discard", 1)


def test_counters_of_long_games_are_capped() -> None:
    game = a_duel(idle=10_000)
    game.state.round_number, game.state.quiet = 300, 200
    seen = observed(game.states, 0)[0]
    assert (seen.round_number, seen.quiet, seen.idle) == (127, 127, 127)


def test_the_options_are_shown() -> None:
    official = observed(a_duel().states, 0)[0]
    assert (official.idle, official.refill_late, official.round_number) == (0, 0, 1)
    other = observed(a_duel(idle=60, refill="end_of_turn").states, 0)[0]
    assert (other.idle, other.refill_late) == (60, 1)


def test_an_observation_does_not_depend_on_what_its_record_held_before() -> None:
    views, seen = np.zeros(1, STATE), np.zeros(1, OBSERVATION)
    seen.view(np.int8)[:] = 77
    game = a_duel().place(1, unseen="L1-09")
    view_in(game.states, 0, 0, views, 0)
    observe_in(views, 0, 0, seen, 0)
    assert seen.tobytes() == observed(game.states, 0).tobytes()


def test_every_card_of_the_pyramid_is_seen_at_its_own_place() -> None:
    game = Duel(a_duel().board("J....").states)
    before = observed(game.states, 0)[0].pyramid.copy()
    after = observed(game.play("r2c", "Ja1").states, 0)[0].pyramid
    changed = [place for place in range(12) if before[place].tobytes() != after[place].tobytes()]
    assert changed == [7]


# Every position


@pytest.fixture(scope="module")
def positions() -> list[States]:
    return list(positions_of_duels(LOOKED_AT, every=7, seed=500))


def test_an_observation_does_not_change_when_the_unseen_cards_do(positions: list[States]) -> None:
    chance = random.Random("features")
    for states in positions:
        for seat in range(SEATS):
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


def test_an_observation_always_has_25_tokens(positions: list[States]) -> None:
    for states in positions[::5]:
        seen = observed(states, 0)[0]
        held = seen.players["tokens"].sum(axis=0) + seen.bag + seen.board.sum(axis=1)
        assert held.tolist() == [4, 4, 4, 4, 4, 2, 3]
