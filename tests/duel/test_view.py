"""Views (D7): dealing the cards again that a seat cannot see does not change its view."""

import random
from collections import Counter
from collections.abc import Hashable, Iterator

import numpy as np
import pytest

from splendor.core.chance import seeded
from splendor.core.decks import NONE, UNSEEN
from splendor.duel.legal import legal_list
from splendor.duel.position import write_position
from splendor.duel.state import CARDS, PHASES, PLAYER, SEATS, STATE
from splendor.duel.table import draw_table
from splendor.duel.view import SPECTATOR, view_in
from splendor.ruleset import imagine_in
from tests.duel.positions import NUMBER, Duel, States, a_deal, a_duel
from tests.duel.random_duels import dealt_again, others_unseen_cards, positions_of_duels
from tests.fairness import is_fair
from tests.positions import fewer_when_interpreted

LOOKED_AT = fewer_when_interpreted(3_000, 300)  # `make hostile` looks at 5,000 more
WITH_A_SECRET_IN_HAND = fewer_when_interpreted(300, 20)
IMAGINED = fewer_when_interpreted(4_000, 500)
EVERY = fewer_when_interpreted(3, 9)  # every third state is enough
ONLOOKERS = (SPECTATOR, 0, 1)

POOL = np.zeros(len(CARDS), np.int16)


@pytest.fixture(scope="module")
def positions() -> list[States]:
    """Positions from random duels under all options."""
    return list(positions_of_duels(LOOKED_AT, every=EVERY))


def seen_by(states: States, seat: int) -> States:
    views = np.zeros(1, STATE)
    view_in(states, 0, seat, views, 0)
    return views


def imagined(views: States, seed: int | str) -> States:
    states = np.zeros(1, STATE)
    imagine_in(views, 0, states, 0, seeded(seed), POOL)
    return states


def hand_numbers(states: States, seat: int) -> list[int]:
    return [int(card) for card in states[0].players[seat].hand if card != NONE]


# The leak test


def test_the_positions_are_numerous_and_of_every_kind(positions: list[States]) -> None:
    with_secrets = sum(
        any(others_unseen_cards(states, seat) for seat in range(SEATS)) for states in positions
    )
    assert len(positions) == LOOKED_AT
    assert with_secrets >= WITH_A_SECRET_IN_HAND
    for field in ("hand_rule", "refill_rule", "start"):
        assert len({int(states[0][field]) for states in positions}) == 2
    assert {int(states[0].phase) for states in positions} == set(range(len(PHASES)))


def test_a_view_does_not_change_when_the_unseen_cards_do(positions: list[States]) -> None:
    chance = random.Random("leak")
    changed = 0
    for states in positions:
        for seat in ONLOOKERS:
            again = dealt_again(states, seat, chance)
            changed += again["deck"].tobytes() != states["deck"].tobytes()
            assert seen_by(again, seat).tobytes() == seen_by(states, seat).tobytes()
    assert changed > LOOKED_AT


def test_a_view_does_not_change_when_it_is_imagined_again(positions: list[States]) -> None:
    for index, states in enumerate(positions):
        for seat in ONLOOKERS:
            view = seen_by(states, seat)
            assert seen_by(imagined(view, index), seat).tobytes() == view.tobytes()


def test_no_text_of_a_view_changes_when_the_unseen_cards_do(
    positions: list[States],
) -> None:
    """Its text, its drawing, and the legal moves of the active seat."""
    chance = random.Random("texts")
    for states in positions[::20]:
        for seat in ONLOOKERS:
            view, again = seen_by(states, seat), dealt_again(states, seat, chance)
            other = seen_by(again, seat)
            assert write_position(other[0]) == write_position(view[0])
            assert draw_table(other[0]) == draw_table(view[0])
            if seat == states[0].active:
                assert legal_list(view, 0) == legal_list(states, 0) == legal_list(again, 0)


def test_a_view_of_a_view_is_the_view(positions: list[States]) -> None:
    for states in positions[::5]:
        for seat in ONLOOKERS:
            view = seen_by(states, seat)
            assert seen_by(view, seat).tobytes() == view.tobytes()


def test_a_spectator_sees_no_more_than_any_seat(positions: list[States]) -> None:
    for states in positions[::5]:
        for seat in range(SEATS):
            theirs = seen_by(seen_by(states, seat), SPECTATOR)
            assert theirs.tobytes() == seen_by(states, SPECTATOR).tobytes()


def test_a_view_contains_neither_generator_nor_decks(positions: list[States]) -> None:
    for states in positions:
        for seat in ONLOOKERS:
            view = seen_by(states, seat)[0]
            assert not view.chance.any()
            assert max(view.deck.tolist()) <= NONE


def test_a_view_shows_all_that_is_public(positions: list[States]) -> None:
    """D7.1: everything except decks, generator and hands, to the byte."""
    secret = {"chance", "deck", "players"}
    public = [name for name in STATE.names or () if name not in secret]
    for states in positions[::5]:
        for seat in ONLOOKERS:
            view = seen_by(states, seat)
            assert all(view[name].tobytes() == states[name].tobytes() for name in public)
            for name in PLAYER.names or ():
                theirs, truly = view["players"][name], states["players"][name]
                assert name == "hand" or theirs.tobytes() == truly.tobytes()


def test_making_a_view_does_not_change_the_state(positions: list[States]) -> None:
    for states in positions[::20]:
        before = states.tobytes()
        seen_by(states, 0)
        assert states.tobytes() == before


def test_a_view_does_not_depend_on_what_its_record_held_before() -> None:
    game = a_duel().place(1, unseen="L2-05")
    used = a_deal("used", hands="hidden", refill="end_of_turn", idle=3)
    used[0].players[1].bought[:] = 1
    used[0].gold_for[:] = used[0].matching = used[0].again = 1
    view_in(game.states, 0, 0, used, 0)
    assert used.tobytes() == seen_by(game.states, 0).tobytes()


# Secrets


def test_a_card_reserved_unseen_shows_the_other_its_level_and_nothing_else() -> None:
    game = a_duel().place(0, unseen="L1-06 L2-05 L3-04")
    hidden = [UNSEEN, UNSEEN - 1, UNSEEN - 2]
    truly = [NUMBER["L1-06"], NUMBER["L2-05"], NUMBER["L3-04"]]
    assert hand_numbers(seen_by(game.states, 0), 0) == truly
    assert hand_numbers(seen_by(game.states, 1), 0) == hidden
    assert hand_numbers(seen_by(game.states, SPECTATOR), 0) == hidden


def test_a_card_reserved_from_the_pyramid_stays_known() -> None:
    """D7.1."""
    game = a_duel().board("JJ...").play("r1a", "Ja1", "r3", "Jb1")
    for seat in ONLOOKERS:
        assert hand_numbers(seen_by(game.states, seat), 0) == [NUMBER["L1-01"]]
    assert hand_numbers(seen_by(game.states, 0), 1) == [UNSEEN - 2]
    assert hand_numbers(seen_by(game.states, 1), 1) == [NUMBER["L3-04"]]


def test_with_hidden_hands_cards_from_the_pyramid_are_hidden_too() -> None:
    game = a_duel(hands="hidden").board("JJ...").play("r1a", "Ja1", "r3b", "Jb1")
    assert hand_numbers(seen_by(game.states, 0), 1) == [UNSEEN - 2]
    assert hand_numbers(seen_by(game.states, 1), 0) == [UNSEEN]
    dealt = {hand_numbers(imagined(seen_by(game.states, 1), seed), 0)[0] for seed in range(60)}
    assert len(dealt) > 15  # a view has no memory: the card was seen, and may be anywhere
    assert {CARDS[card].level for card in dealt} == {1}


@pytest.mark.parametrize("card", ["r2", "r2a"])
def test_choosing_a_gold_reveals_nothing_about_the_card(card: str) -> None:
    """Nothing moves while the gold is chosen: the top card of the deck is still hidden."""
    game = a_duel().board("J....").play(card)
    assert game.phase == "gold"
    for seat in ONLOOKERS:
        view = seen_by(game.states, seat)
        assert hand_numbers(view, 0) == []
        assert max(view[0].deck.tolist()) <= NONE


def open_while_bought(game: Duel, slot: int) -> None:
    """Check that everybody sees the card in this slot of seat 0, and no other hidden card."""
    for seat in ONLOOKERS:
        hand = hand_numbers(seen_by(game.states, seat), 0)
        assert hand[slot] == game.state.players[0].hand[slot]
        assert [card >= 0 for card in hand].count(True) == (1 if seat != 0 else len(hand))


def test_a_card_bought_from_the_hand_is_visible_while_it_is_paid_for() -> None:
    game = a_duel().place(0, "UUUJ", unseen="L1-06 L1-02").play("bh2+")
    assert game.phase == "pay"
    open_while_bought(game, 1)
    open_while_bought(game.play("J=U"), 1)


@pytest.mark.parametrize("moves", [["bh2"], ["bh2+", "J=P", "pay"]])
def test_a_card_bought_from_the_hand_is_visible_while_it_is_given_its_colour(
    moves: list[str],
) -> None:
    game = a_duel().place(0, "KKKKPJ", "L1-01", unseen="L1-06 L1-26").play(*moves)
    assert game.phase == "colour"
    open_while_bought(game, 1)


def test_a_card_bought_from_the_hand_is_public_after_the_purchase() -> None:
    game = a_duel().place(0, "KKKKPJ", "L1-01", unseen="L1-06 L1-26").play("bh2", "=W")
    view = seen_by(game.states, 1)
    assert hand_numbers(view, 0) == [UNSEEN]
    assert view[0].wild_as.tolist() == [0, *[NONE] * 8]  # L1-26 is the first of the wild cards
    assert "L1-26" in {CARDS[card].name for card in bought(view, 0)}


@pytest.mark.parametrize("phase", ["match", "steal", "royal", "discard"])
def test_hands_are_hidden_in_all_other_phases(phase: str, positions: list[States]) -> None:
    found = 0
    for states in positions:
        seat = int(states[0].active)
        if PHASES[states[0].phase] == phase and states[0].players[seat].unseen.any():
            found += 1
            hand = seen_by(states, 1 - seat)[0].players[seat].hand
            covered = states[0].players[seat].unseen == 1
            assert (hand[covered] <= UNSEEN).all()
    assert found


# Imagined deals


def bought(states: States, seat: int) -> list[int]:
    words = states[0].players[seat].bought.tolist()
    return [card for card in range(len(CARDS)) if words[card >> 5] >> (card & 31) & 1]


def all_cards(states: States) -> Iterator[int]:
    yield from (int(card) for card in states[0].market if card != NONE)
    yield from (NUMBER[name] for level in (1, 2, 3) for name in Duel(states).next_cards(level))
    for seat in range(SEATS):
        yield from hand_numbers(states, seat)
        yield from bought(states, seat)


def test_an_imagined_deal_is_a_whole_deal(positions: list[States]) -> None:
    for index, states in enumerate(positions[::10]):
        for seat in ONLOOKERS:
            deal = imagined(seen_by(states, seat), index)
            assert sorted(all_cards(deal)) == list(range(67))
            assert deal[0].chance.any()


def test_an_imagined_deal_keeps_what_the_seat_knows() -> None:
    game = a_duel().place(0, hand="L2-05", unseen="L1-06").place(1, hand="L3-04", unseen="L2-06")
    for seed in range(20):
        deal = Duel(imagined(seen_by(game.states, 0), seed))
        assert deal.hand(0) == ["L2-05", "L1-06"]
        assert deal.hand(1)[0] == "L3-04"
        assert deal.pyramid(1) == game.pyramid(1)


def test_imagining_is_repeatable_and_advances_its_generator() -> None:
    view = seen_by(a_deal(1), 0)
    assert imagined(view, 7).tobytes() == imagined(view, "7").tobytes()
    chance = seeded(7)
    deals = np.zeros(2, STATE)
    for to in range(2):
        imagine_in(view, 0, deals, to, chance, POOL)
    assert deals[0].deck.tolist() != deals[1].deck.tolist()
    assert deals[0].chance.tolist() != deals[1].chance.tolist()
    assert chance.tolist() not in (deals[0].chance.tolist(), deals[1].chance.tolist())


def test_an_imagined_deal_has_its_own_order_of_the_bag() -> None:
    """D7.2: future draws are unknown, and are imagined too."""
    view = seen_by(a_duel().place(1, "WWW").states, 0)
    boards = {"".join(Duel(imagined(view, seed)).play("fill").rows()) for seed in range(20)}
    assert len(boards) == 20


@pytest.fixture(scope="module")
def deals() -> list[States]:
    """What seat 0 can imagine: 24 places for the cards of level 1 (pyramid 5, own hand 1).

    Of level 3 there are 10, in the deck and in the hand of seat 1.
    """
    game = a_duel().place(0, unseen="L1-06").place(1, unseen="L1-07 L3-04")
    view = seen_by(game.states, 0)
    return [imagined(view, f"uniform {seed}") for seed in range(IMAGINED)]


def test_every_card_is_equally_likely_in_the_hand_of_the_other(deals: list[States]) -> None:
    assert is_fair((hand_numbers(deal, 1)[0] for deal in deals), range(6, 30))
    assert is_fair((hand_numbers(deal, 1)[1] for deal in deals), range(57, 67))


@pytest.mark.parametrize("at", [0, -1])
def test_every_card_is_equally_likely_on_top_of_a_deck_and_at_its_bottom(
    deals: list[States], at: int
) -> None:
    for level, cards in ((1, range(6, 30)), (3, range(57, 67))):
        drawn = (NUMBER[Duel(deal).next_cards(level)[at]] for deal in deals)
        assert is_fair(drawn, cards)


def test_hand_and_deck_are_imagined_together(deals: list[States]) -> None:
    """The card in the hand and the top card of another deck are independent."""
    pairs: Counter[Hashable] = Counter(
        (hand_numbers(deal, 1)[1] % 5, NUMBER[Duel(deal).next_cards(1)[0]] % 4) for deal in deals
    )
    assert is_fair(pairs.elements(), [(hand, top) for hand in range(5) for top in range(4)])
