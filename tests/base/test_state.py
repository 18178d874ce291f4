"""The record of a game, and the deal."""

import hashlib
import json
from collections.abc import Hashable

import numpy as np
import pytest

from splendor.base.options import OPTIONS
from splendor.base.ruleset import RULESET
from splendor.base.state import (
    CARDS,
    DECK_START,
    PLAYER,
    STATE,
    Player,
    State,
    deal_in,
)
from splendor.core.chance import seeded
from splendor.core.decks import NONE
from splendor.core.errors import RulesError
from tests.fairness import is_fair
from tests.plain.chance import plain_deal
from tests.positions import Position, States, a_deal, a_game, fewer_when_interpreted

set_next_card = RULESET.set_next_card

DEALS = fewer_when_interpreted(8000, 800)


def whole_deal(states: States) -> tuple[list[list[int]], list[int], int]:
    """The decks in drawing order with the market on top, the nobles, and the start seat."""
    game = Position(states)
    decks = [game.cards_in_row(level) + game.cards_in_deck(level) for level in (1, 2, 3)]
    nobles = [noble for noble in states[0].nobles.tolist() if noble != NONE]
    return decks, nobles, int(states[0].start)


# The record


def test_a_game_fits_into_320_bytes() -> None:
    assert STATE.itemsize <= 320
    assert STATE.itemsize % 8 == 0


@pytest.mark.parametrize("protocol, dtype", [(State, STATE), (Player, PLAYER)])
def test_the_protocol_for_the_type_checker_has_the_fields_of_the_record(
    protocol: type, dtype: np.dtype[np.record]
) -> None:
    assert list(protocol.__annotations__) == list(dtype.names or ())


@pytest.mark.parametrize("dtype", [STATE, PLAYER])
def test_no_field_has_the_name_of_an_attribute_of_records(dtype: np.dtype[np.record]) -> None:
    """`state.size` would be NumPy's attribute, not the field."""
    assert not set(dtype.names or ()) & set(dir(np.record))


def test_an_array_of_records_is_read_by_attribute() -> None:
    states = a_deal(1)
    assert states[0].players[1].tokens[0] == states["players"]["tokens"][0, 1, 0]


# The deal


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("rules", ["official", "landolt"])
def test_every_deal_has_every_card_once(rules: str, players: int) -> None:
    for seed in range(5):
        decks, nobles, start = whole_deal(a_deal(seed, rules, players))
        assert sorted(card for deck in decks for card in deck) == list(range(90))
        assert [{CARDS[card].level for card in deck} for deck in decks] == [{1}, {2}, {3}]
        assert len(set(nobles)) == players + 1
        assert 0 <= start < players


def test_a_deal_does_not_depend_on_the_previous_contents_of_the_record() -> None:
    used = a_game(players=4).place(0, "WWJ", [5], [6], [7]).give_noble(1, 3).points(9, 9, 9, 9)
    used.play("WUG").state.passes = 2
    OPTIONS.write(used.state, "official", OPTIONS.make("official", {}))
    used.state.chance[:] = seeded("again")
    deal_in(used.states, 0)
    assert used.states.tobytes() == a_deal("again").tobytes()


@pytest.mark.parametrize("players", [2, 3, 4])
@pytest.mark.parametrize("seed", [0, 1, "friday", 2**256])
def test_a_deal_agrees_with_plain_arithmetic(seed: int | str, players: int) -> None:
    assert whole_deal(a_deal(seed, players=players)) == plain_deal(seed, players)


@pytest.mark.parametrize(
    "seed, digest",
    [
        (0, "803808f4f2f851bc"),
        (1, "4ad84dd0092bf81f"),
        ("friday", "bc7cc6bc05a5f849"),
    ],
)
def test_a_seed_always_gives_the_same_game(seed: int | str, digest: str) -> None:
    """If this fails, stored seeds give other games: fix the code, not the test."""
    text = json.dumps(whole_deal(a_deal(seed, players=3)))
    assert hashlib.sha256(text.encode()).hexdigest()[:16] == digest


def test_some_cards_of_seed_0_are_as_recorded() -> None:
    decks, nobles, start = whole_deal(a_deal(0))
    assert decks[0][:6] == [11, 1, 14, 31, 18, 38]
    assert decks[1][:6] == [62, 64, 49, 57, 46, 63]
    assert decks[2][:6] == [86, 85, 74, 70, 77, 78]
    assert (nobles, start) == ([6, 8, 3], 0)


@pytest.mark.parametrize("seed", ["", "x" * 100_000, -1, 10**400, "\udcff", "sevènth ♠"])
def test_a_seed_is_a_number_or_a_text_of_any_length(seed: int | str) -> None:
    assert whole_deal(a_deal(seed)) == plain_deal(seed, 2)


def test_different_seeds_deal_different_games() -> None:
    assert len({a_deal(seed).tobytes() for seed in range(50)}) == 50


# The deal is fair


@pytest.fixture(scope="module")
def deals() -> States:
    """Games for four, dealt from seeds in a row."""
    states = np.zeros(DEALS, STATE)
    OPTIONS.write(states[0], "official", OPTIONS.make("official", {"players": 4}))
    states[:] = states[0]
    for game in range(DEALS):
        states[game].chance[:] = seeded(f"fair {game}")
        deal_in(states, game)
    return states


def drawn(column: np.ndarray[tuple[int, ...], np.dtype[np.int8]]) -> list[Hashable]:
    return list(column.tolist())


@pytest.mark.parametrize("slot", range(0, 12, 3))
def test_every_card_is_equally_likely_in_a_market_slot(deals: States, slot: int) -> None:
    level = slot // 4
    cards = range(DECK_START[level], DECK_START[level + 1])
    assert is_fair(drawn(deals["market"][:, slot]), cards)


@pytest.mark.parametrize("level", range(3))
def test_every_card_is_equally_likely_to_come_next_and_to_come_last(
    deals: States, level: int
) -> None:
    first, end = int(DECK_START[level]), int(DECK_START[level + 1])
    for place in (first, end - 5):
        assert is_fair(drawn(deals["deck"][:, place]), range(first, end))


@pytest.mark.parametrize("slot", range(5))
def test_every_noble_is_equally_likely_in_a_slot(deals: States, slot: int) -> None:
    assert is_fair(drawn(deals["nobles"][:, slot]), range(10))


def test_every_seat_is_equally_likely_to_start(deals: States) -> None:
    assert is_fair(drawn(deals["start"]), range(4))


def test_the_start_does_not_depend_on_the_first_noble(deals: States) -> None:
    pairs = zip(deals["start"].tolist(), (deals["nobles"][:, 0] % 5).tolist(), strict=True)
    assert is_fair(pairs, [(start, rest) for start in range(4) for rest in range(5)])


# Setting the next card


@pytest.mark.parametrize("card", [74, 80, 89])
def test_the_next_card_of_a_deck_can_be_set(card: int) -> None:
    game = a_game()
    left = sorted(game.cards_in_deck(3))
    set_next_card(game.states, 0, 3, card)
    assert game.cards_in_deck(3)[0] == card
    assert sorted(game.cards_in_deck(3)) == left
    assert game.play("r3").hand(0) == [card]


def test_the_new_next_card_is_swapped_with_the_old_one() -> None:
    game = a_game()
    before = game.cards_in_deck(1)
    set_next_card(game.states, 0, 1, 10)
    at = before.index(10)
    expected = [10, *before[1:at], 4, *before[at + 1 :]]
    assert game.cards_in_deck(1) == expected
    assert game.cards_in_deck(2) == a_game().cards_in_deck(2)


def test_setting_the_next_card_also_changes_earlier_states() -> None:
    game = a_game()
    states = np.concatenate([game.states, game.copy().play("r1").states])
    set_next_card(states, 1, 1, 30)
    assert Position(states[1:]).cards_in_deck(1)[0] == 30
    assert Position(states[:1]).cards_in_deck(1)[:2] == [4, 30]
    again = Position(states[:1].copy()).play("r1")
    assert again.states.tobytes() == states[1:].tobytes()


@pytest.mark.parametrize("level, card", [(1, 4), (1, 44), (2, 41), (0, 5), (4, 5), (3, 90)])
def test_a_card_that_is_not_in_the_deck_cannot_come_next(level: int, card: int) -> None:
    """Card 4 was drawn, 44 has another level, and 41 is in the market."""
    states = a_game().play("r1").states
    before = states.tobytes()
    with pytest.raises(RulesError, match=r"there is no level|is not in the deck of level"):
        set_next_card(states, 0, level, card)
    assert states.tobytes() == before
