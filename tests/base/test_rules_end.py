"""B5 and B6: nobles, the end of the game, and who won."""

from typing import Any

import pytest

from splendor.core.decks import NONE
from tests.positions import Position, a_game, cards_of

NO_GEMS = {"W": 0, "U": 0, "G": 0, "R": 0, "K": 0}
HAND = ([84, 85, 86], [87, 88, 89], [81, 82, 83], [77, 78, 80])


def all_stuck(players: int = 2, **options: Any) -> Position:
    """A position where the supply is empty, hands are full and nothing is affordable."""
    game = a_game(players=players, **options).empty_market().supply(**NO_GEMS)
    for seat in range(players):
        game.place(seat, hand=HAND[seat])
    return game


# B5 Nobles


@pytest.mark.parametrize("bonuses, comes", [("WWWWUUU", False), ("WWWWUUUU", True)])
def test_a_noble_comes_to_a_player_with_the_bonuses(bonuses: str, comes: bool) -> None:
    """B5.1: noble 0 asks for W4 U4."""
    game = a_game().invite(0, 3, 4).place(0, bought=cards_of(bonuses)).play("WUG")
    assert game.nobles(0) == ([0] if comes else [])
    assert game.points_of(0) == (3 if comes else 0)
    assert game.seat == 1


@pytest.mark.parametrize("bonuses", ["WWWUUUGG", "WWWUUGGG", "WWUUUGGG", "WWWWWUUUUU", "GGGUUUUU"])
def test_a_noble_requires_every_colour_that_it_shows(bonuses: str) -> None:
    """B5.1: noble 5 asks for W3 U3 G3."""
    game = a_game().invite(5, 3, 4).place(0, bought=cards_of(bonuses)).play("WUG")
    assert game.nobles(0) == []


def test_more_bonuses_than_needed_do_no_harm() -> None:
    """B5.1: at least the bonuses shown."""
    game = a_game().invite(0, 3, 4).place(0, bought=cards_of("WWWWWUUUUUK")).play("WUG")
    assert game.nobles(0) == [0]


def test_tokens_never_bring_a_noble() -> None:
    """B5.1: cards only."""
    game = a_game().invite(0, 3, 4).place(0, "WWWWU", cards_of("WWWUUUUGG")).play("r1a")
    assert game.nobles(0) == []


@pytest.mark.parametrize("text", ["WUG", "GG", "r1a", "r3"])
def test_a_noble_comes_at_the_end_of_every_turn(text: str) -> None:
    """B5.1. Trap: noble only checked after a purchase."""
    game = a_game().invite(0, 3, 4).place(0, bought=cards_of("WWWWUUUU")).play(text)
    assert game.nobles(0) == [0]


def test_a_card_just_bought_counts_toward_a_noble() -> None:
    """B5.1: card 0 is white and costs three blue, which the bonuses pay."""
    bought = cards_of("WWWUUUU", besides=[0])
    game = a_game().invite(0, 3, 4).place(0, bought=bought).row(1, 0).play("b1a")
    assert game.nobles(0) == [0]


def test_a_card_in_hand_is_no_bonus() -> None:
    """B5.1."""
    bought = cards_of("WWWUUUU", besides=[0])
    game = a_game().invite(0, 3, 4).place(0, bought=bought, hand=[0]).play("WUG")
    assert game.nobles(0) == []


def test_the_only_noble_that_comes_cannot_be_refused() -> None:
    """B5.1: it comes without a decision."""
    game = a_game().invite(3, 0, 4).place(0, bought=cards_of("WWWWUUUU"))
    assert not [text for text in game.legal() if text.startswith("n")]
    game.play("WUG")
    assert (game.seat, game.phase) == (1, "play")
    assert game.state.noble_owner.tolist() == [NONE, 0, NONE, NONE, NONE]


@pytest.mark.parametrize("chosen, noble", [("n1", 0), ("n3", 5)])
def test_of_several_nobles_the_player_chooses_one(chosen: str, noble: int) -> None:
    """B5.1. Traps: several nobles at once; the first noble instead of the player's choice."""
    game = a_game().invite(0, 4, 5).place(0, bought=cards_of("WWWWUUUUGGG")).play("WUG")
    assert (game.seat, game.phase) == (0, "noble")
    assert game.legal() == ["n1", "n3"]
    game.play(chosen)
    assert game.nobles(0) == [noble]
    assert game.points_of(0) == 3
    assert (game.seat, game.phase) == (1, "play")


def test_a_noble_not_chosen_stays_and_can_come_at_the_end_of_a_later_turn() -> None:
    """B5.1: at most one per turn."""
    game = a_game().invite(0, 4, 5).place(0, bought=cards_of("WWWWUUUUGGG"))
    game.play("WUG", "n1", "WUG", "r1a")
    assert game.nobles(0) == [0, 5]
    assert game.points_of(0) == 6


def test_a_noble_that_has_left_comes_to_nobody_else() -> None:
    """B5.1."""
    game = a_game().invite(0, 3, 4).give_noble(1, 1).place(0, bought=cards_of("WWWWUUUU"))
    assert game.play("WUG").nobles(0) == []


def test_a_noble_comes_only_to_the_player_whose_turn_it_is() -> None:
    """B5.1."""
    game = a_game().invite(0, 3, 4).place(1, bought=cards_of("WWWWUUUU")).play("WUG")
    assert game.nobles(1) == []
    assert game.play("WUG").nobles(1) == [0]


def test_nobles_come_after_tokens_are_returned() -> None:
    """B2.1, B5.1."""
    bought = cards_of("WWWWUUUU")
    game = a_game().invite(0, 3, 4).place(0, "WWUUGGRRKK", bought).play("WUG")
    assert (game.phase, game.nobles(0)) == ("return", [])
    assert game.play("-W", "-W", "-W").nobles(0) == [0]


# B6.1 The last round


@pytest.mark.parametrize("points, over", [(14, False), (15, True), (16, True)])
def test_the_game_ends_with_the_round_in_which_someone_has_fifteen(points: int, over: bool) -> None:
    """B6.1."""
    game = a_game().points(points, 0).play("WUG", "WUG")
    assert game.over == over
    assert game.reason == ("points" if over else "unfinished")


@pytest.mark.parametrize("start", [0, 1, 2])
def test_the_round_is_finished_so_that_all_have_had_equal_turns(start: int) -> None:
    """B6.1. Trap: game ends at once at fifteen."""
    game = a_game(players=3).turn_of(start, start=start)
    game.state.players[start].points = 20
    game.play("WUG")
    assert not game.over
    game.play("r1")
    assert not game.over
    game.play("r1")
    assert game.over
    assert game.winners == [start]


def test_the_last_player_of_the_round_ends_the_game_there() -> None:
    """B6.1: card 71 brings four points."""
    game = a_game().points(0, 11).place(1, "KKKKKKK").turn_of(1).play("b3b")
    assert (game.over, game.reason, game.winners) == (True, "points", [1])
    assert game.legal() == []


def test_cards_and_nobles_together_make_the_points() -> None:
    """B6.1: twelve by cards and three by the noble of the same turn."""
    bought = cards_of("WWWWUUUU")
    game = a_game().invite(0, 3, 4).place(1, bought=bought).points(0, 12).turn_of(1)
    game.play("WUG")
    assert (game.points_of(1), game.over) == (15, True)


def test_a_noble_is_received_before_the_end_is_checked() -> None:
    """B6.1: the choice between two nobles is still made on the last turn."""
    bought = cards_of("WWWWUUUUGGG")
    game = a_game().invite(0, 4, 5).place(1, bought=bought).points(0, 15).turn_of(1)
    game.play("WUG")
    assert game.phase == "noble"
    assert game.play("n1").over


def test_a_later_player_may_still_overtake_in_the_last_round() -> None:
    """B6.1."""
    game = a_game().points(15, 13).place(1, "KKKKKKK").play("WUG", "b3b")
    assert (game.over, game.winners) == (True, [1])


# B6.2 Who won


def test_most_points_win() -> None:
    """B6.2."""
    assert a_game(players=3).points(15, 17, 16).turn_of(2).play("r1").winners == [1]


def test_a_tie_goes_to_the_fewest_purchased_cards() -> None:
    """B6.2. Trap: tie-break reversed (more cards wins)."""
    game = a_game().place(0, bought=[0, 1, 2]).place(1, bought=[10, 11]).points(15, 15)
    assert game.turn_of(1).play("r1").winners == [1]


def test_fewer_cards_do_not_beat_more_points() -> None:
    """B6.2."""
    game = a_game().place(0, bought=[0, 1, 2]).place(1, bought=[10]).points(16, 15)
    assert game.turn_of(1).play("r1").winners == [0]


def test_cards_in_hand_do_not_count_in_a_tie() -> None:
    """B6.2."""
    game = a_game().place(0, bought=[0], hand=[84, 85]).place(1, bought=[10, 11])
    assert game.points(15, 15).turn_of(1).play("r1").winners == [0]


def test_a_further_tie_is_a_shared_victory() -> None:
    """B6.2, B8.4."""
    game = a_game(players=3).place(0, bought=[0]).place(1, bought=[10, 11]).place(2, bought=[20])
    assert game.points(15, 15, 15).turn_of(2).play("r1").winners == [0, 2]


def test_a_player_without_cards_is_not_mistaken_for_a_missing_one() -> None:
    """B6.2: only those who play can win."""
    game = a_game(rounds=1).place(0, bought=[0]).place(1, bought=[10]).turn_of(1).play("r1")
    assert (game.over, game.winners) == (True, [0, 1])


# B3.7, B6.3 Stalemate


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_game_ends_when_the_latest_turn_of_everybody_was_a_pass(players: int) -> None:
    """B3.7."""
    game = all_stuck(players)
    for _ in range(players):
        assert not game.over
        assert game.legal() == ["pass"]
        game.play("pass")
    assert (game.over, game.reason) == (True, "stalemate")
    assert game.winners == list(range(players))


def test_a_stalemate_ends_the_game_within_a_round() -> None:
    """B3.7: seat 0 still takes a token, and the other two passed before."""
    game = all_stuck(3).supply(R=1).place(1, hand=HAND[1]).points(1, 3, 2)
    game.play("R", "pass", "pass", "pass")
    assert (game.over, game.reason, game.winners) == (True, "stalemate", [1])
    assert (game.seat, game.round_number) == (0, 2)


def test_an_action_between_passes_restarts_the_count() -> None:
    """B3.7: the latest turn of every player counts, not the total of passes."""
    game = all_stuck().play("pass").supply(R=1).play("R").play("pass")
    assert not game.over
    assert game.play("pass").reason == "stalemate"


def test_a_pass_with_a_noble_does_not_count_towards_stalemate() -> None:
    """B3.7."""
    game = all_stuck().invite(0, 3, 4).place(1, bought=cards_of("WWWWUUUU"), hand=HAND[1])
    game.play("pass", "pass")
    assert game.nobles(1) == [0]
    assert not game.over
    game.play("pass")
    assert not game.over
    assert game.play("pass").reason == "stalemate"


def test_a_stalemate_is_scored_like_any_end() -> None:
    """B3.7, B6.2."""
    game = all_stuck().place(0, bought=[0], hand=HAND[0]).points(7, 7).play("pass", "pass")
    assert game.winners == [1]


def test_points_are_named_before_stalemate() -> None:
    """B6.3."""
    game = all_stuck(rounds=1).points(0, 15).play("pass", "pass")
    assert game.reason == "points"


def test_stalemate_is_named_before_the_round_limit() -> None:
    """B6.3."""
    assert all_stuck(rounds=1).play("pass", "pass").reason == "stalemate"


def test_points_are_named_before_the_round_limit() -> None:
    """B6.3."""
    assert a_game(rounds=1).points(15, 0).play("WUG", "WUG").reason == "points"


def test_a_stalemate_within_a_round_does_not_wait_for_its_end() -> None:
    """B6.3: the points end the game only with the round."""
    game = all_stuck().points(15, 0).turn_of(1, start=1)
    game.state.passes = 1
    assert game.play("pass").reason == "stalemate"
