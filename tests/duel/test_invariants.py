"""Invariants of all reachable positions of a duel, over random games with all options.

The possessions of players are computed again from the printed cards, without the engine's tables.
"""

from collections.abc import Iterator
from itertools import pairwise

import pytest

from splendor.core.decks import NONE
from splendor.core.gems import COLOURS
from splendor.duel.legal import legal_list
from splendor.duel.state import CARDS, ROYALS, SEATS
from tests.duel.positions import NUMBER, Duel, States
from tests.duel.random_duels import positions_of_a_duel
from tests.positions import fewer_when_interpreted

GAMES = fewer_when_interpreted(100, 6)
WILDS = [card.id for card in CARDS if card.bonus == "wild"]


@pytest.fixture(scope="module")
def duels() -> list[list[Duel]]:
    """Every position of some random duels, game by game."""
    return [[Duel(states.copy()) for states in positions_of_a_duel(seed)] for seed in range(GAMES)]


@pytest.fixture(scope="module")
def positions(duels: list[list[Duel]]) -> list[Duel]:
    return [position for duel in duels for position in duel]


@pytest.fixture(scope="module")
def turns(duels: list[list[Duel]]) -> list[list[Duel]]:
    """The positions of each duel in which a turn begins, and its end."""
    return [list(beginnings_of_turns(duel)) for duel in duels]


def beginnings_of_turns(duel: list[Duel]) -> Iterator[Duel]:
    before = 0
    for position in duel:
        if position.over or position.state.turn_number != before:
            before = position.state.turn_number
            yield position


def bought(game: Duel, seat: int) -> list[int]:
    words = game.state.players[seat].bought.tolist()
    return [card.id for card in CARDS if words[card.id >> 5] >> (card.id & 31) & 1]


def colour_of(game: Duel, card: int) -> str:
    if card in WILDS:
        return COLOURS[int(game.state.wild_as[WILDS.index(card)])]
    return CARDS[card].bonus


def royals_of(game: Duel, seat: int) -> list[int]:
    return [royal.id for royal in ROYALS if game.state.royal_owner[royal.id] == seat]


def royals_due(crowns: int) -> int:
    """D5.3."""
    return int(crowns >= 3) + int(crowns >= 6)


def has_won(game: Duel, seat: int) -> bool:
    """D6.2."""
    player = game.state.players[seat]
    return bool(player.points >= 20 or player.crowns >= 10 or max(player.colour_points) >= 10)


# All positions


def test_there_are_always_25_tokens(positions: list[Duel]) -> None:
    for game in positions:
        state = game.state
        lying = [spaces.bit_count() for spaces in state.board.tolist()]
        held = state.players["tokens"].sum(axis=0)
        assert (state.bag + held + lying).tolist() == [4, 4, 4, 4, 4, 2, 3]
        assert state.bag.min() >= 0
        assert state.players["tokens"].min() >= 0


def test_no_two_tokens_lie_on_one_space(positions: list[Duel]) -> None:
    for game in positions:
        seen = 0
        for spaces in game.state.board.tolist():
            assert seen & spaces == 0
            seen |= spaces
        assert seen < 1 << 25


def test_each_card_is_in_exactly_one_place(positions: list[Duel]) -> None:
    for game in positions:
        names = [name for level in (1, 2, 3) for name in game.pyramid(level) if name != "-"]
        names += [name for level in (1, 2, 3) for name in game.next_cards(level)]
        names += [name for seat in range(SEATS) for name in game.hand(seat)]
        names += [CARDS[card].name for seat in range(SEATS) for card in bought(game, seat)]
        assert sorted(names) == sorted(NUMBER)


def test_pyramid_and_decks_hold_cards_of_their_level(positions: list[Duel]) -> None:
    for game in positions:
        for level in (1, 2, 3):
            names = game.pyramid(level) + game.next_cards(level)
            assert {name[:2] for name in names} <= {f"L{level}", "-"}


def test_there_are_always_three_privileges(positions: list[Duel]) -> None:
    for game in positions:
        assert sum(game.held()) == 3
        assert min(game.held()) >= 0


def test_hands_have_no_more_than_three_cards_and_no_holes(positions: list[Duel]) -> None:
    for game in positions:
        for player in game.state.players:
            hand, unseen = player.hand.tolist(), player.unseen.tolist()
            held = [card for card in hand if card != NONE]
            assert hand == held + [NONE] * (3 - len(held))
            assert not any(unseen[len(held) :])
            assert set(unseen) <= {0, 1}


def test_points_bonuses_and_crowns_follow_from_the_cards(positions: list[Duel]) -> None:
    """D5, D6.2: a wild card counts in its colour, a card without bonus in none."""
    for game in positions:
        for seat in range(SEATS):
            player, owned = game.state.players[seat], bought(game, seat)
            colours = [colour_of(game, card) for card in owned]
            cards = [(CARDS[card], colour) for card, colour in zip(owned, colours, strict=True)]
            assert player.bonuses.tolist() == [
                *(sum(card.bonus_count for card, own in cards if own == c) for c in COLOURS),
                0,
            ]
            assert player.colour_points.tolist() == [
                sum(card.points for card, own in cards if own == colour) for colour in COLOURS
            ]
            royal = sum(ROYALS[royal].points for royal in royals_of(game, seat))
            assert player.points == sum(card.points for card, _ in cards) + royal
            assert player.crowns == sum(card.crowns for card, _ in cards)
            assert player.cards == len(owned)


def test_a_wild_card_has_a_colour_when_it_is_bought_and_never_before(
    positions: list[Duel],
) -> None:
    for game in positions:
        owned = {card for seat in range(SEATS) for card in bought(game, seat)}
        for place, card in enumerate(WILDS):
            colour = int(game.state.wild_as[place])
            assert 0 <= colour < 5 if card in owned else colour == NONE


def test_a_wild_card_is_never_the_only_card_of_its_colour(positions: list[Duel]) -> None:
    """D5.1: it was placed on a card that gives this colour."""
    for game in positions:
        for seat in range(SEATS):
            owned = bought(game, seat)
            printed = {CARDS[card].bonus for card in owned if CARDS[card].bonus in COLOURS}
            assert {colour_of(game, card) for card in owned if card in WILDS} <= printed


def test_the_owners_of_royal_cards_are_consistent(positions: list[Duel]) -> None:
    for game in positions:
        assert set(game.state.royal_owner.tolist()) <= {NONE, 0, 1}
        for seat in range(SEATS):
            player = game.state.players[seat]
            assert player.royals == len(royals_of(game, seat))
            assert player.royals <= royals_due(player.crowns)


def test_with_refill_at_once_the_pyramid_is_full_while_decks_last(positions: list[Duel]) -> None:
    """D3.4."""
    seen = set()
    for game in positions:
        for level in (1, 2, 3):
            gap = "-" in game.pyramid(level)
            if game.state.refill_rule == 0:
                assert not (gap and game.next_cards(level))
            seen.add((int(game.state.refill_rule), gap and bool(game.next_cards(level))))
    assert (1, True) in seen  # the other option leaves gaps


def test_legal_moves_are_sorted_and_exist_until_the_game_is_over(positions: list[Duel]) -> None:
    for game in positions:
        legal = legal_list(game.states, 0)
        assert legal == sorted(set(legal))
        assert bool(legal) == (not game.over)


def test_fields_of_a_phase_are_set_only_in_that_phase(positions: list[Duel]) -> None:
    for game in positions:
        state, phase = game.state, game.phase
        assert (state.chosen != NONE) == (phase in ("gold", "pay", "colour"))
        assert (state.matching != NONE) == (phase == "match")
        assert not state.gold_for.any() or phase in ("pay", "colour")
        assert state.lowest == 0 or phase in ("pay", "discard")
        assert state.purchased == 0 or phase in ("match", "steal", "royal", "discard")
        assert state.again == 0 or phase == "discard"
        assert (state.reason != 0) == game.over


# From turn to turn


def test_nobody_holds_more_than_ten_tokens_when_a_turn_begins(turns: list[list[Duel]]) -> None:
    """D6.1."""
    most = 0
    for duel in turns:
        for game in duel:
            most = max(most, int(game.state.players["tokens"].sum(axis=1).max()))
    assert most == 10


def test_a_turn_begins_with_nothing_decided(turns: list[list[Duel]]) -> None:
    for duel in turns:
        for game in duel:
            state = game.state
            assert game.phase in ("play", "over")
            assert (state.lowest, state.chosen, state.matching) == (0, NONE, NONE)
            assert not any((state.replenished, state.purchased, state.again))
            assert not state.gold_for.any()


def test_the_pyramid_is_full_when_a_turn_begins_while_decks_last(turns: list[list[Duel]]) -> None:
    """D3.4, D8: by either rule."""
    for duel in turns:
        for game in duel:
            for level in (1, 2, 3):
                assert game.over or "-" not in game.pyramid(level) or not game.next_cards(level)


def cards_bought(before: Duel, after: Duel, seat: int) -> set[int]:
    return set(bought(after, seat)) - set(bought(before, seat))


def plays_again(before: Duel, after: Duel) -> bool:
    """D5.2: whether a card or royal card with `again` was taken."""
    seat = before.seat
    cards = {CARDS[card].ability for card in cards_bought(before, after, seat)}
    new = set(royals_of(after, seat)) - set(royals_of(before, seat))
    return "again" in cards | {ROYALS[royal].ability for royal in new}


def test_turns_alternate_unless_an_ability_gives_another(turns: list[list[Duel]]) -> None:
    """D6.3."""
    extra = 0
    for duel in turns:
        for before, after in pairwise(duel):
            assert after.state.turn_number == before.state.turn_number + (not after.over)
            if not after.over:
                again = plays_again(before, after)
                extra += again
                assert (after.seat == before.seat) == again
    assert extra


def test_a_round_begins_when_the_turn_comes_to_the_start_player(turns: list[list[Duel]]) -> None:
    for duel in turns:
        assert (duel[0].state.round_number, duel[0].state.turn_number) == (1, 1)
        assert duel[0].seat == duel[0].state.start
        for before, after in pairwise(duel):
            came = before.seat != after.seat and after.seat == after.state.start
            assert after.state.round_number == before.state.round_number + came


def test_in_a_turn_at_most_one_card_is_bought_and_only_by_its_player(
    turns: list[list[Duel]],
) -> None:
    for duel in turns:
        for before, after in pairwise(duel):
            assert len(cards_bought(before, after, before.seat)) <= 1
            assert not cards_bought(before, after, 1 - before.seat)


def test_turns_without_a_purchase_are_counted(turns: list[list[Duel]]) -> None:
    """D8: both players' turns, and extra turns too."""
    longest = 0
    for duel in turns:
        quiet = 0
        for before, after in pairwise(duel):
            quiet = 0 if cards_bought(before, after, before.seat) else quiet + 1
            longest = max(longest, quiet)
            assert after.state.quiet == quiet
    assert longest > 3


def test_royal_cards_are_taken_in_the_turn_in_which_they_are_due(turns: list[list[Duel]]) -> None:
    """D5.3: there are enough of them for both players."""
    for duel in turns:
        for game in duel:
            for player in game.state.players:
                assert player.royals == royals_due(player.crowns)


# The end


def test_no_turn_begins_when_somebody_has_won(turns: list[list[Duel]]) -> None:
    """D6.2: at the end of the turn, and at no other time."""
    for duel in turns:
        for game in duel[:-1]:
            assert not has_won(game, 0)
            assert not has_won(game, 1)


def test_every_game_ends_and_the_player_who_ended_it_has_won(duels: list[list[Duel]]) -> None:
    reasons = set()
    for duel in duels:
        game = duel[-1]
        state, player = game.state, game.state.players[game.seat]
        assert game.over
        reasons.add(game.reason)
        if game.reason == "limit":
            assert game.winners == []
            assert not has_won(game, 0)
            assert not has_won(game, 1)
            assert state.quiet == state.idle
            continue
        assert game.winners == [game.seat]
        assert not has_won(game, 1 - game.seat)
        if player.points >= 20:
            assert game.reason == "points"
        elif player.crowns >= 10:
            assert game.reason == "crowns"
        else:
            assert game.reason == "colour"
            assert max(player.colour_points) >= 10
    assert {"points", "limit"} <= reasons


def test_no_game_continues_after_the_limit_of_idle_turns(positions: list[Duel]) -> None:
    for game in positions:
        assert game.over or game.state.quiet < game.state.idle


@pytest.mark.parametrize("seed", range(3))
def test_the_same_moves_from_the_same_deal_lead_to_the_same_end(seed: int) -> None:
    def recorded(states: Iterator[States]) -> list[bytes]:
        return [position.tobytes() for position in states]

    assert recorded(positions_of_a_duel(seed)) == recorded(positions_of_a_duel(seed))
