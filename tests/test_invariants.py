"""Invariants of all reachable positions, over random games with all options."""

from collections.abc import Iterator

import pytest

from splendor.base.legal import legal_list
from splendor.base.state import CARDS, GEMS_BY_PLAYERS, NOBLES, OVER
from splendor.core.decks import NONE
from splendor.core.gems import COLOURS
from tests.positions import Position, States, fewer_when_interpreted
from tests.random_games import positions_of_a_game

GAMES = fewer_when_interpreted(60, 4)


def all_positions() -> Iterator[Position]:
    for seed in range(GAMES):
        for states in positions_of_a_game(seed):
            yield Position(states)


def turn_ends() -> Iterator[Position]:
    return (game for game in all_positions() if game.phase in ("play", "over"))


def ends_of_games() -> Iterator[tuple[Position, list[int]]]:
    """Each finished game, and the number of turns of every seat."""
    for seed in range(2 * GAMES):
        turns = [0] * 4
        before: tuple[int, int] | None = None
        game: Position | None = None
        for states in positions_of_a_game(seed):
            game = Position(states)
            if before is not None and (game.over or before != (game.seat, game.round_number)):
                turns[before[0]] += 1
            before = (game.seat, game.round_number)
        assert game is not None
        yield game, turns[: game.state.seats]


def test_tokens_are_conserved() -> None:
    for game in all_positions():
        tokens = game.state.supply + game.state.players["tokens"].sum(axis=0)
        gems = int(GEMS_BY_PLAYERS[game.state.seats])
        assert tokens.tolist() == [gems] * 5 + [5]
        assert game.state.supply.min() >= 0
        assert game.state.players["tokens"].min() >= 0


def test_each_card_is_in_exactly_one_place() -> None:
    for game in all_positions():
        places: list[int] = []
        for level in (1, 2, 3):
            places += game.cards_in_deck(level) + game.cards_in_row(level)
        for seat in range(game.state.seats):
            places += game.hand(seat) + game.bought(seat)
        assert sorted(card for card in places if card != NONE) == list(range(90))


def test_market_and_decks_hold_cards_of_their_level() -> None:
    for game in all_positions():
        for level in (1, 2, 3):
            cards = game.cards_in_row(level) + game.cards_in_deck(level)
            assert {CARDS[card].level for card in cards if card != NONE} <= {level}
            if NONE in game.cards_in_row(level):
                assert game.cards_in_deck(level) == []


def test_nobody_has_more_than_three_cards_in_hand_and_hands_have_no_holes() -> None:
    for game in all_positions():
        for seat in range(game.state.seats):
            hand = game.state.players[seat].hand.tolist()
            held = game.hand(seat)
            assert len(held) <= 3
            assert hand == held + [NONE] * (3 - len(held))


def test_nobody_holds_more_than_ten_tokens_when_a_turn_is_over() -> None:
    for game in turn_ends():
        assert game.state.players["tokens"].sum(axis=1).max() <= 10


def test_with_the_cap_nobody_ever_holds_more_than_ten_tokens() -> None:
    for game in all_positions():
        if game.state.token_rule == 1:
            assert game.phase != "return"
            assert game.state.players["tokens"].sum(axis=1).max() <= 10


def test_points_bonuses_and_counts_follow_from_the_cards() -> None:
    for game in all_positions():
        for seat in range(game.state.seats):
            player, bought = game.state.players[seat], game.bought(seat)
            bonuses = [CARDS[card].bonus for card in bought]
            assert player.bonuses.tolist() == [bonuses.count(colour) for colour in COLOURS]
            assert player.cards == len(bought)
            assert player.nobles == len(game.nobles(seat))
            points = sum(CARDS[card].points for card in bought)
            assert player.points == points + 3 * len(game.nobles(seat))


def test_nobles_belong_only_to_players_with_the_bonuses() -> None:
    for game in all_positions():
        for seat in range(game.state.seats):
            have = game.state.players[seat].bonuses
            for noble in game.nobles(seat):
                assert all(have[gem] >= n for gem, n in enumerate(NOBLES[noble].requires))
            assert len(game.nobles(seat)) <= game.state.nobles_each


def test_absent_seats_never_take_part() -> None:
    for game in all_positions():
        for seat in range(game.state.seats, 4):
            absent = game.state.players[seat]
            assert not absent.tokens.any()
            assert not absent.bought.any()
            assert absent.hand.tolist() == [NONE] * 3


def test_legal_moves_are_sorted_and_distinct() -> None:
    for game in all_positions():
        legal = legal_list(game.states, 0)
        assert legal == sorted(set(legal))
        assert bool(legal) == (not game.over)


def test_fields_of_a_phase_are_cleared_at_the_end_of_the_turn() -> None:
    for game in turn_ends():
        state = game.state
        assert (state.lowest, state.chosen, state.passed) == (0, NONE, 0)
        assert not state.gold_for.any()


def test_all_have_had_equal_turns_except_by_stalemate() -> None:
    reasons = set()
    for game, turns in ends_of_games():
        reasons.add(game.reason)
        if game.reason == "stalemate":
            assert max(turns) - min(turns) <= 1
        else:
            assert turns == [game.round_number] * game.state.seats
    assert {"points", "limit"} <= reasons


def test_every_game_ends_and_somebody_wins() -> None:
    for game, _ in ends_of_games():
        assert game.over
        assert game.round_number <= game.state.rounds
        assert game.winners
        best = max(game.points_of(seat) for seat in range(game.state.seats))
        assert {game.points_of(seat) for seat in game.winners} == {best}
        assert (best >= game.state.target) >= (game.reason == "points")


def test_nobody_had_enough_points_before_the_last_round() -> None:
    """B6.1: the round in which somebody reaches the target is the last."""
    for seed in range(GAMES):
        begun: States | None = None
        for states in positions_of_a_game(seed):
            state = states[0]
            if state.phase != OVER and (
                begun is None or begun[0].round_number != state.round_number
            ):
                begun = states.copy()
                assert state.players["points"].max() < state.target


@pytest.mark.parametrize("seed", range(3))
def test_the_same_moves_from_the_same_deal_lead_to_the_same_end(seed: int) -> None:
    games = [[states.tobytes() for states in positions_of_a_game(seed)] for _ in range(2)]
    assert games[0] == games[1]
