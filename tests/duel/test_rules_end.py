"""D6 and D8: the end of a turn and of the game, and the options."""

import pytest

from tests.duel.positions import Duel, a_duel

TEN = "WWUUGGRRKK"
SEVENTEEN = "L3-13 L2-24 L1-28 L1-05 L1-10 L1-15"  # 6 + 5 + 3 + 1 + 1 + 1 points, no crowns


# D6.1 The token limit


def test_ten_tokens_may_be_kept() -> None:
    """D6.1."""
    assert a_duel().board("PP...").place(0, TEN[:9]).play("a1").seat == 1


def test_with_more_than_ten_tokens_any_are_discarded_into_the_bag() -> None:
    """D6.1."""
    duel = a_duel().board("PPJ..").place(0, "WWUUGGRRKJ").play("a1b1")
    assert (duel.phase, duel.seat) == ("discard", 0)
    assert duel.legal() == ["-W", "-U", "-G", "-R", "-K", "-P"]  # gold alone would not suffice
    before = duel.bag
    duel.play("-W")
    assert duel.legal() == ["-W", "-U", "-G", "-R", "-K", "-P", "-J"]
    duel.play("-J")
    assert sorted(duel.bag) == sorted(before + "WJ")
    assert (duel.tokens(0), duel.seat) == ("WUUGGRRKPP", 1)


def test_discards_are_named_in_one_order_only() -> None:
    """D6.1: each discard is reached by exactly one path."""
    duel = a_duel().board("PP...").place(0, TEN).play("a1b1", "-R")
    assert duel.legal() == ["-R", "-K", "-P"]


def test_eleven_tokens_may_be_held_in_the_middle_of_a_turn() -> None:
    """D6.1, D2.1: the limit counts at the end of the turn."""
    duel = a_duel().board("P....").row(1, "L1-01 - - - -").place(0, TEN).privileges(1, 0)
    duel.play("pa1", "b1a")
    assert (duel.tokens(0), duel.phase) == ("WWUGRKP", "play")


# D6.2 Victory


def points(bought: str, tokens: str = "GGRRKKP") -> Duel:
    """Seat 0 has these cards and can buy L2-01: two points, one crown, white."""
    return a_duel().board("W....").row(2, "L2-01 - - -").place(0, tokens, bought)


def test_twenty_points_win() -> None:
    """D6.2."""
    won = points(f"{SEVENTEEN} L1-20").play("b2a")
    assert (won.over, won.reason, won.winners) == (True, "points", [0])
    assert won.legal() == []
    assert not points(SEVENTEEN).play("b2a").over  # nineteen


def test_points_of_royals_count() -> None:
    """D6.2."""
    duel = points("L3-13 L2-24 L1-28 L1-05 L1-07 L1-12").play("b2a")
    assert duel.state.players[0].points == 17
    assert duel.play("royal4").reason == "points"


def test_ten_crowns_win() -> None:
    """D6.2."""
    nine = "L3-01 L3-03 L3-05 L3-07 L1-02"
    won = points(nine, "GGRRKKP").place(0, royals="R1 R3").play("b2a")
    assert (won.reason, won.winners) == ("crowns", [0])
    eight = points("L3-01 L3-03 L3-05 L3-07").place(0, royals="R1 R3").play("b2a")
    assert not eight.over


def test_ten_points_on_cards_of_one_colour_win() -> None:
    """D6.2: a wild counts in its colour."""
    won = points("L3-01 L3-02 L1-26=W").play("b2a", *["royal3"])
    assert won.state.players[0].colour_points[0] == 10
    assert (won.reason, won.winners) == ("colour", [0])
    nine = points("L3-01 L3-02").play("b2a", "royal3")
    assert (nine.state.players[0].colour_points[0], nine.over) == (9, False)


def test_cards_without_bonus_count_for_no_colour() -> None:
    """D6.2, trap: no-bonus cards counted for a colour."""
    duel = points("L3-13 L2-24 L1-28 L1-05").play("b2a")
    assert duel.state.players[0].points == 17
    assert duel.state.players[0].colour_points.tolist() == [3, 0, 0, 0, 0]
    assert not duel.over


def test_the_first_of_several_reasons_is_named() -> None:
    """D6.2: points, crowns, colour."""
    white, wild = "L3-01 L3-02 L1-05", "L3-12=W L2-22=W L2-23=W"
    two = points(f"{white} {wild}").place(0, royals="R1 R3").play("b2a")
    player = two.state.players[0]
    assert (player.points, player.crowns, player.colour_points[0]) == (14, 10, 10)
    assert two.reason == "crowns"
    three = points(f"{white} {wild} L3-13").place(0, royals="R1 R3").play("b2a")
    assert (three.state.players[0].points, three.reason) == (20, "points")


def test_victory_is_checked_after_the_discard() -> None:
    """D6.2, trap: victory checked before the discard, or in mid-turn."""
    duel = points(f"{SEVENTEEN} L1-20", "WWWUUUUGGRRKKPRRKK").play("b2a")
    assert (duel.phase, duel.over) == ("discard", False)
    while duel.phase == "discard":
        duel.play(duel.legal()[0])
    assert (duel.over, duel.winners) == (True, [0])


def test_no_victory_in_the_middle_of_the_turn() -> None:
    """D6.2: the ability is resolved first."""
    duel = a_duel().board("W....").row(2, "- L2-02 - -").place(1, "W")
    duel.place(0, "UUUURRR", f"{SEVENTEEN} L1-20 L1-25").play("b2b")
    assert (duel.state.players[0].points, duel.phase, duel.over) == (20, "steal", False)
    assert duel.play("xW").winners == [0]


def test_no_extra_turn_follows_a_victory() -> None:
    """D6.2, D6.3, trap: extra turn after a win."""
    duel = a_duel().board("W....").row(3, "L3-11 - -")
    duel.place(0, "RRRRJJ", f"L2-20 {SEVENTEEN}").play("b3a", "=R")
    assert (duel.state.players[0].points, duel.over, duel.state.again) == (21, True, 0)
    assert duel.winners == [0]


def test_nobody_wins_in_the_opponents_turn() -> None:
    """D6.2."""
    duel = a_duel().board("WU...").place(1, bought=f"{SEVENTEEN} L1-20 L2-02 L2-06")
    assert duel.state.players[1].points == 20
    assert not duel.play("a1").over
    assert (duel.play("b1").over, duel.winners) == (True, [1])


def test_the_opponent_gets_no_further_turn() -> None:
    """D6.2: also when the start player wins."""
    duel = points(f"{SEVENTEEN} L1-20").play("b2a")
    assert (duel.seat, duel.state.round_number, duel.state.turn_number) == (0, 1, 1)


# D6.3 The next turn


def test_turns_alternate_and_rounds_begin_with_the_start_player() -> None:
    """D6.3."""
    duel = a_duel().board("WUGRK").turn_of(1, start=1)
    seen = []
    for space in ("a1", "b1", "c1"):
        seen.append((duel.seat, int(duel.state.round_number), int(duel.state.turn_number)))
        duel.play(space)
    assert seen == [(1, 1, 1), (0, 1, 2), (1, 2, 3)]


# D8 Options


def test_the_pyramid_can_be_refilled_at_the_end_of_the_turn() -> None:
    """D8 refill: the ability comes before it, an extra turn after it."""
    duel = a_duel(refill="end_of_turn").board("W....").row(1, "- - L1-03 L1-04 -")
    duel.row(1, "L1-01 L1-02 L1-03 L1-04 L1-05")
    duel.place(0, "RRKK").play("b1d")
    assert (duel.phase, duel.pyramid(1)[3]) == ("match", "-")
    assert duel.play("+a1").pyramid(1)[3] == "L1-06"
    again = a_duel(refill="end_of_turn").place(0, "UUGGP").play("b1c")
    assert (again.seat, again.pyramid(1)[2]) == (0, "L1-06")


def test_refilling_at_the_end_of_the_turn_comes_after_the_victory() -> None:
    """D8 refill."""
    duel = a_duel(refill="end_of_turn").row(2, "L2-01 - - -")
    duel.place(0, "GGRRKKP", f"{SEVENTEEN} L1-20").play("b2a")
    assert (duel.over, duel.pyramid(2)) == (True, ["-"] * 4)


def test_a_reserved_card_is_replaced_at_the_end_of_the_turn_too() -> None:
    """D8 refill."""
    duel = a_duel(refill="end_of_turn").board("J....").place(0, TEN).play("r1a", "Ja1")
    assert (duel.phase, duel.pyramid(1)[0]) == ("discard", "-")
    assert duel.play("-W").pyramid(1)[0] == "L1-06"


def test_the_game_is_drawn_after_the_limit_of_turns_without_a_purchase() -> None:
    """D8 idle: both players' turns count."""
    duel = a_duel(idle=3).board("WUGRK")
    assert not duel.play("a1", "b1").over
    duel.play("c1")
    assert (duel.over, duel.reason, duel.winners) == (True, "limit", [])


def test_a_purchase_restarts_the_count_of_idle_turns() -> None:
    """D8 idle: extra turns count too."""
    duel = a_duel(idle=2).board("WUGRK").place(0, "UUGGP").turn_of(1).play("a1", "b1c")
    assert duel.state.quiet == 0
    duel.play("b1")  # the extra turn
    assert (duel.state.quiet, duel.over) == (1, False)
    assert duel.play("c1").reason == "limit"


def test_a_victory_comes_before_the_limit() -> None:
    """D8 idle."""
    duel = a_duel(idle=1).board("WU...").place(0, bought=f"{SEVENTEEN} L1-20 L2-02 L2-06")
    assert duel.play("a1").reason == "points"


def test_without_the_option_there_is_no_draw() -> None:
    """D8 idle: none."""
    duel = a_duel()
    duel.state.quiet = 30_000
    assert not duel.board("W....").play("a1").over


@pytest.mark.parametrize("hands, unseen", [("seen", 0), ("hidden", 1)])
def test_a_card_from_the_pyramid_stays_known_unless_hands_are_hidden(
    hands: str, unseen: int
) -> None:
    """D7.1, D8 hands."""
    duel = a_duel(hands=hands).board("J....").play("r1a", "Ja1")
    assert duel.state.players[0].unseen[0] == unseen


def test_the_count_of_idle_turns_is_capped() -> None:
    """D8 idle: without a limit a game may never end."""
    duel = a_duel().board("WU...")
    duel.state.quiet = 32_000
    assert duel.play("a1").state.quiet == 32_000
