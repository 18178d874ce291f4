"""Views: dealing the cards again that a seat cannot see does not change its view."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator

import numpy as np
import pytest

from splendor.base.legal import legal_list
from splendor.base.position import write_position
from splendor.base.state import CARDS, MOST_PLAYERS, STATE
from splendor.base.view import SPECTATOR, view_in
from splendor.core.chance import seeded
from splendor.core.decks import HAND_LIMIT, NONE, UNSEEN
from splendor.ruleset import imagine_in
from tests.fairness import is_fair
from tests.positions import Position, States, a_game, fewer_when_interpreted
from tests.random_games import dealt_again, others_unseen_cards, positions_of_games

LOOKED_AT = fewer_when_interpreted(3_000, 400)  # `make hostile` looks at 5,000 more
WITH_A_SECRET_IN_HAND = fewer_when_interpreted(300, 100)
IMAGINED = fewer_when_interpreted(4_000, 600)
EVERY = fewer_when_interpreted(3, 9)  # every third state is enough

POOL = np.zeros(len(CARDS), np.int16)


@pytest.fixture(scope="module")
def positions() -> list[States]:
    """Positions from random games of two, three and four under all options."""
    return list(positions_of_games(LOOKED_AT, every=EVERY))


def seen_by(states: States, seat: int) -> States:
    views = np.zeros(1, STATE)
    view_in(states, 0, seat, views, 0)
    return views


def observers(states: States) -> range:
    """Every seat, and a spectator."""
    return range(SPECTATOR, int(states[0].seats))


def imagined(views: States, seed: int | str) -> States:
    states = np.zeros(1, STATE)
    imagine_in(views, 0, states, 0, seeded(seed), POOL)
    return states


def test_the_positions_are_numerous_and_of_every_kind(positions: list[States]) -> None:
    with_secrets = sum(
        any(others_unseen_cards(states, seat) for seat in range(states[0].seats))
        for states in positions
    )
    assert len(positions) == LOOKED_AT
    assert with_secrets >= WITH_A_SECRET_IN_HAND
    for field, kinds in (("seats", 3), ("token_rule", 2), ("noble_rule", 3), ("hand_rule", 2)):
        assert len({int(states[0][field]) for states in positions}) == kinds
    assert {int(states[0].phase) for states in positions} == {0, 1, 2, 3, 4}


def test_a_view_does_not_change_when_the_unseen_cards_do(positions: list[States]) -> None:
    chance = random.Random("leak")
    changed = 0
    for states in positions:
        for seat in observers(states):
            again = dealt_again(states, seat, chance)
            changed += again.tobytes() != states.tobytes()
            assert seen_by(again, seat).tobytes() == seen_by(states, seat).tobytes()
    assert changed > LOOKED_AT


def test_a_view_does_not_change_when_it_is_imagined_again(positions: list[States]) -> None:
    for index, states in enumerate(positions):
        for seat in observers(states):
            view = seen_by(states, seat)
            assert seen_by(imagined(view, index), seat).tobytes() == view.tobytes()


def test_no_text_of_a_view_changes_when_the_unseen_cards_do(
    positions: list[States],
) -> None:
    """Its text, and the legal moves of the active seat."""
    chance = random.Random("texts")
    for states in positions[::40]:
        for seat in observers(states):
            view, again = seen_by(states, seat), dealt_again(states, seat, chance)
            assert write_position(seen_by(again, seat)[0]) == write_position(view[0])
            if seat == states[0].active:
                assert legal_list(view, 0) == legal_list(states, 0) == legal_list(again, 0)


def test_a_view_of_a_view_is_the_view(positions: list[States]) -> None:
    for states in positions[::5]:
        for seat in observers(states):
            view = seen_by(states, seat)
            assert seen_by(view, seat).tobytes() == view.tobytes()


def test_a_spectator_sees_no_more_than_any_seat(positions: list[States]) -> None:
    for states in positions[::5]:
        for seat in range(states[0].seats):
            theirs = seen_by(seen_by(states, seat), SPECTATOR)
            assert theirs.tobytes() == seen_by(states, SPECTATOR).tobytes()


def test_a_view_contains_neither_generator_nor_decks(positions: list[States]) -> None:
    for states in positions:
        for seat in observers(states):
            view = seen_by(states, seat)[0]
            assert not view.chance.any()
            assert max(view.deck.tolist()) <= NONE


def test_making_a_view_does_not_change_the_state(positions: list[States]) -> None:
    for states in positions[::20]:
        before = states.tobytes()
        seen_by(states, 0)
        assert states.tobytes() == before


def test_a_view_does_not_depend_on_what_its_record_held_before() -> None:
    game = a_game(players=3).place(1, unseen=[44])
    used = a_game(players=4).place(3, "WWW", [5], [6]).states.copy()
    view_in(game.states, 0, 0, used, 0)
    assert used.tobytes() == seen_by(game.states, 0).tobytes()


# Secrets


def test_a_card_reserved_unseen_shows_the_others_its_level_and_nothing_else() -> None:
    game = a_game(players=3).place(0, unseen=[4, 44, 74])
    hidden = [UNSEEN, UNSEEN - 1, UNSEEN - 2]
    assert [Position(seen_by(game.states, seat)).hand(0) for seat in (0, 1, 2, SPECTATOR)] == [
        [4, 44, 74],
        hidden,
        hidden,
        hidden,
    ]


def test_with_hidden_hands_cards_reserved_from_the_market_are_hidden_too() -> None:
    game = a_game(hands="hidden").play("r1a", "r3b")
    assert Position(seen_by(game.states, 0)).hand(1) == [UNSEEN - 2]
    assert Position(seen_by(game.states, 1)).hand(0) == [UNSEEN]
    dealt = {Position(imagined(seen_by(game.states, 1), seed)).hand(0)[0] for seed in range(60)}
    assert len(dealt) > 15  # a view has no memory: card 0 was seen, and may be anywhere
    assert {CARDS[card].level for card in dealt} == {1}


def test_the_place_of_an_absent_player_is_empty() -> None:
    view = seen_by(a_game().states, 0)[0]
    for seat in range(2, MOST_PLAYERS):
        assert view.players[seat].hand.tolist() == [NONE] * HAND_LIMIT
        assert not view.players[seat].tokens.any()


# Imagined deals


def all_cards(states: States) -> Iterator[int]:
    game = Position(states)
    for level in (1, 2, 3):
        yield from game.cards_in_deck(level)
        yield from game.cards_in_row(level)
    for seat in range(states[0].seats):
        yield from game.hand(seat)
        yield from game.bought(seat)


def test_an_imagined_deal_is_a_whole_deal(positions: list[States]) -> None:
    for index, states in enumerate(positions[::10]):
        for seat in observers(states):
            deal = imagined(seen_by(states, seat), index)
            cards = sorted(card for card in all_cards(deal) if card != NONE)
            assert cards == list(range(90))
            assert deal[0].chance.any()


def test_an_imagined_deal_keeps_what_the_seat_knows() -> None:
    game = a_game().place(0, hand=[44], unseen=[4]).place(1, hand=[74], unseen=[45])
    for seed in range(20):
        deal = Position(imagined(seen_by(game.states, 0), seed))
        assert deal.hand(0) == [44, 4]
        assert deal.hand(1)[0] == 74
        assert deal.cards_in_row(1) == game.cards_in_row(1)


def test_imagining_is_repeatable_and_advances_its_generator() -> None:
    view = seen_by(a_game().states, 0)
    assert imagined(view, 7).tobytes() == imagined(view, "7").tobytes()
    chance = seeded(7)
    deals = np.zeros(2, STATE)
    for to in range(2):
        imagine_in(view, 0, deals, to, chance, POOL)
    assert deals[0].deck.tolist() != deals[1].deck.tolist()
    assert deals[0].chance.tolist() != deals[1].chance.tolist()
    assert chance.tolist() not in (deals[0].chance.tolist(), deals[1].chance.tolist())


@pytest.fixture(scope="module")
def deals() -> list[Position]:
    """What seat 0 can imagine: 35 places for the cards of level 1 (market 4, own hand 1).

    Of level 3 there are 16, in the deck and in the hand of seat 1.
    """
    game = a_game().place(0, unseen=[4]).place(1, unseen=[5, 74])
    view = seen_by(game.states, 0)
    return [Position(imagined(view, f"uniform {seed}")) for seed in range(IMAGINED)]


def test_every_card_is_equally_likely_in_the_hand_of_another(deals: list[Position]) -> None:
    assert is_fair((deal.hand(1)[0] for deal in deals), range(5, 40))
    assert is_fair((deal.hand(1)[1] for deal in deals), range(74, 90))


@pytest.mark.parametrize("at", [0, -1])
def test_every_card_is_equally_likely_on_top_of_a_deck_and_at_its_bottom(
    deals: list[Position], at: int
) -> None:
    assert is_fair((deal.cards_in_deck(1)[at] for deal in deals), range(5, 40))
    assert is_fair((deal.cards_in_deck(3)[at] for deal in deals), range(74, 90))


def test_hand_and_deck_are_imagined_together(deals: list[Position]) -> None:
    """The card in the hand and the top card of the deck are independent."""
    pairs: Counter[Hashable] = Counter(
        (deal.hand(1)[1] % 4, deal.cards_in_deck(1)[0] % 5) for deal in deals
    )
    outcomes = [(hand, top) for hand in range(4) for top in range(5)]
    assert is_fair(pairs.elements(), outcomes)
