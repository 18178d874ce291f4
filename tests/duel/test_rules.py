"""D1 to D4: set-up, optional actions, mandatory actions, privileges."""

import pytest

from splendor.duel.board import SPIRAL
from splendor.duel.state import CARDS
from tests.duel.positions import NOTHING, Duel, a_deal, a_duel, spelled

TEN = "WWUUGGRRKK"
ROYALS = 4


# D1 Set-up


def test_the_pyramid_shows_five_four_and_three_cards_beside_their_decks() -> None:
    """D1.1."""
    state = a_deal("D1.1")[0]
    assert [CARDS[card].level for card in state.market] == [1] * 5 + [2] * 4 + [3] * 3
    assert state.deck_sizes.tolist() == [25, 20, 10]
    assert len(state.players) == 2


def test_all_tokens_are_drawn_onto_the_board_and_the_bag_is_empty() -> None:
    """D1.2."""
    duel = Duel(a_deal("D1.2"))
    assert sorted("".join(duel.rows())) == sorted("WWWWUUUUGGGGRRRRKKKKPPJJJ")
    assert duel.bag == ""


def test_the_other_player_begins_with_one_of_three_privileges() -> None:
    """D1.3."""
    for start in (0, 1):
        duel = Duel(a_deal("D1.3", start=start))
        assert duel.seat == start
        assert duel.held() == ((0, 1, 2) if start == 0 else (1, 0, 2))
        assert duel.state.royal_owner.tolist() == [-1] * ROYALS


def test_the_start_player_is_random() -> None:
    """D1.3."""
    assert {int(a_deal(seed)[0].start) for seed in range(30)} == {0, 1}


# D2 Optional actions


def test_a_privilege_takes_one_gem_or_pearl_from_any_space_but_no_gold() -> None:
    """D2.1."""
    duel = a_duel().board("W.J.P", NOTHING, "..U..").privileges(1, 0)
    assert [move for move in duel.legal() if move[0] == "p"] == ["pa1", "pe1", "pc3"]
    duel.play("pe1")
    assert (duel.tokens(0), duel.rows()[0], duel.held()) == ("P", "W.J..", (0, 0, 3))
    assert (duel.seat, duel.phase) == (0, "play")  # the action follows


def test_any_number_of_privileges_is_used_one_by_one() -> None:
    """D2.1."""
    duel = a_duel().board("WUG..").privileges(3, 0).play("pb1", "pa1", "pc1")
    assert (duel.tokens(0), duel.held()) == ("WUG", (0, 0, 3))
    assert not [move for move in duel.legal() if move[0] == "p"]


def test_no_privilege_is_used_without_a_gem_or_pearl_on_the_board() -> None:
    """D2.1."""
    duel = a_duel().board("J.J..").privileges(2, 0)
    assert not [move for move in duel.legal() if move[0] == "p"]


def test_replenishing_fills_the_empty_spaces_along_the_spiral_until_the_bag_is_empty() -> None:
    """D2.2."""
    duel = a_duel().board("WUGRK", "WUGRK").place(0, TEN)
    held = duel.bag  # GG… whatever is neither on the board nor held: five tokens
    before = "".join(duel.rows())
    duel.play("fill")
    after = "".join(duel.rows())
    filled = [space for space in SPIRAL if before[space] == "."][: len(held)]
    assert [space for space in range(25) if after[space] != before[space]] == sorted(filled)
    assert "".join(sorted(after[space] for space in filled)) == "".join(sorted(held))
    assert duel.bag == ""


def test_the_opponent_takes_a_privilege_when_the_board_is_replenished() -> None:
    """D2.2."""
    duel = a_duel().board("WUG..").privileges(0, 0).play("fill")
    assert duel.held() == (0, 1, 2)
    assert (duel.seat, duel.phase) == (0, "play")


def test_nobody_replenishes_from_an_empty_bag() -> None:
    """D2.2, trap: replenish when the bag is empty."""
    assert "fill" in a_duel().board("W....").legal()
    assert "fill" not in a_duel().board("W....").empty_bag().legal()


def test_nobody_replenishes_twice_in_a_turn() -> None:
    """D2.2."""
    assert "fill" not in a_duel().board("W....").play("fill").legal()


def test_no_privilege_is_used_after_replenishing() -> None:
    """D2.2, trap: privilege after a replenish."""
    duel = a_duel().board("W....").privileges(2, 0)
    assert "pa1" in duel.legal()
    duel.play("fill")
    assert not [move for move in duel.legal() if move[0] == "p"]


def test_privileges_may_be_used_again_in_the_next_turn() -> None:
    """D2.2: the order counts within one turn."""
    duel = a_duel().board("W....").privileges(1, 1).play("fill", "a1")
    assert [move for move in duel.legal() if move[0] == "p"]


# D3.1 Taking tokens


def test_a_line_is_one_two_or_three_adjacent_spaces() -> None:
    """D3.1."""
    row = a_duel().board("WUGR.").lines()
    assert row == ["a1", "b1", "c1", "d1", "a1b1", "b1c1", "c1d1", "a1b1c1", "b1c1d1"]
    column = a_duel().board("W....", "U....", "G....").lines()
    assert column == ["a1", "a2", "a3", "a1a2", "a2a3", "a1a2a3"]


def test_a_line_may_go_down_either_diagonal() -> None:
    """D3.1."""
    falling = a_duel().board("W....", ".U...", "..G..").lines()
    assert falling == ["a1", "b2", "c3", "a1b2", "b2c3", "a1b2c3"]
    rising = a_duel().board("..W..", ".U...", "G....").lines()
    assert rising == ["c1", "b2", "a3", "c1b2", "b2a3", "c1b2a3"]


def test_no_line_turns_a_corner_or_leaves_the_board() -> None:
    """D3.1."""
    lines = a_duel().board("...WU", "....G", "R....").lines()
    assert "d1e1e2" not in lines
    assert "e2a3" not in lines  # the end of a row and the beginning of the next
    assert lines == ["d1", "e1", "e2", "a3", "d1e1", "e1e2", "d1e2"]


@pytest.mark.parametrize("middle", ["J", "."])
def test_no_line_crosses_gold_or_a_gap(middle: str) -> None:
    """D3.1, trap: line across gold or a gap."""
    assert a_duel().board(f"W{middle}U..").lines() == ["a1", "c1"]


def test_a_full_board_without_gold_has_145_lines() -> None:
    """D3.1. Gold on three spaces takes its lines away."""
    full = a_duel().board("WWWWU", "UUUGG", "GGRRR", "RKKKK", "PP...")
    assert len(full.lines()) == 145 - sum("c5" in x or "d5" in x or "e5" in x for x in ALL_LINES)


ALL_LINES = [
    "".join(f"{'abcde'[x + i * dx]}{y + i * dy + 1}" for i in range(length))
    for length in (1, 2, 3)
    for dx, dy in ((1, 0), (0, 1), (1, 1), (-1, 1))[: 1 if length == 1 else 4]
    for y in range(5)
    for x in range(5)
    if 0 <= x + (length - 1) * dx < 5 and 0 <= y + (length - 1) * dy < 5
]


def test_the_tokens_of_the_line_go_to_the_player() -> None:
    """D3.1."""
    duel = a_duel().board("WUP..").play("b1c1")
    assert (duel.tokens(0), duel.rows()[0], duel.seat) == ("UP", "W....", 1)


@pytest.mark.parametrize(
    "row, line, privileges",
    [
        ("WWW..", "a1b1c1", 1),
        ("WWU..", "a1b1c1", 0),
        ("WW...", "a1b1", 0),
        ("PP...", "a1b1", 1),
        ("PGP..", "a1b1c1", 1),
        ("P....", "a1", 0),
    ],
)
def test_three_of_a_colour_or_both_pearls_give_the_opponent_a_privilege(
    row: str, line: str, privileges: int
) -> None:
    """D3.1, trap: two pearls and a gem give one privilege, not two."""
    assert a_duel().board(row).play(line).held() == (0, privileges, 3 - privileges)


def test_tokens_by_privilege_give_the_opponent_nothing() -> None:
    """D3.1: only for this action."""
    duel = a_duel().board("PPU..").privileges(2, 0).play("pa1", "pb1", "c1")
    assert (duel.tokens(0), duel.held()) == ("UPP", (0, 0, 3))


# D3.2 Reserving


def test_a_player_who_reserves_chooses_a_gold_and_gets_the_card() -> None:
    """D3.2: the place of the gold matters."""
    duel = a_duel().board("J....", "..J..").play("r1b")
    assert (duel.phase, duel.legal()) == ("gold", ["Ja1", "Jc2"])
    assert duel.hand(0) == []  # nothing has moved yet
    duel.play("Jc2")
    assert (duel.hand(0), duel.tokens(0), duel.rows()[:2]) == (["L1-02"], "J", ["J....", "....."])
    assert duel.seat == 1


def test_nobody_reserves_without_gold_on_the_board() -> None:
    """D3.2."""
    assert not [move for move in a_duel().board("WUG..").legal() if move[0] == "r"]


def test_nobody_reserves_with_three_cards_in_hand() -> None:
    """D3.2."""
    two = a_duel().board("J....").place(0, hand="L3-12 L3-13")
    three = a_duel().board("J....").place(0, hand="L3-11 L3-12 L3-13")
    assert "r1a" in two.legal()
    assert not [move for move in three.legal() if move[0] == "r"]


def test_the_unseen_top_card_of_a_deck_can_be_reserved() -> None:
    """D3.2, D7.2."""
    duel = a_duel().board("J....").play("r2", "Ja1")
    assert duel.hand(0) == ["L2-05"]
    assert duel.state.players[0].unseen.tolist() == [1, 0, 0]
    assert "r2" not in a_duel().board("J....").deck(2).legal()


def test_the_gold_is_chosen_before_the_pyramid_is_refilled() -> None:
    """D3.2, D3.4."""
    duel = a_duel().board("J....", "J....").play("r1a")
    assert duel.pyramid(1)[0] == "L1-01"
    duel.play("Ja2")
    assert duel.pyramid(1)[0] == "L1-06"


# D3.3 Purchasing


def test_the_price_is_the_cost_less_the_bonuses_of_cards_bought_before() -> None:
    """D3.3."""
    duel = a_duel().row(1, "L1-01 - - - -").place(0, "UGR", "L1-17")  # a black bonus
    duel.play("b1a")
    assert (duel.tokens(0), duel.state.players[0].cards) == ("", 2)


def test_bonuses_never_make_a_price_negative() -> None:
    """D3.3."""
    duel = a_duel().row(1, "L1-02 - - - -").place(0, "W", "L2-08 L1-06 L1-07")
    assert duel.state.players[0].bonuses.tolist() == [0, 4, 0, 0, 0, 0]
    assert duel.play("b1a").tokens(0) == "W"


def test_cards_in_hand_and_the_card_itself_give_no_discount() -> None:
    """D3.3."""
    duel = a_duel().row(2, "L2-03 - - -").place(0, "WWWKKP", hand="L1-01")
    assert "b2a" not in duel.legal()  # it costs W4, and is white itself


def test_pearls_are_never_discounted() -> None:
    """D3.3, trap: pearls discounted."""
    rich = "L1-06 L1-07 L1-11 L1-12"
    duel = a_duel().row(1, "L1-03 - - - -")
    assert "b1a" not in duel.copy().place(0, "", rich).legal()
    assert duel.place(0, "P", rich).play("b1a").bag.count("P") == 2


def test_card_l1_27_costs_four_white_and_a_pearl() -> None:
    """Often listed wrongly."""
    duel = a_duel().row(1, "L1-27 - - - -").place(0, "WWWWP", "L1-16")
    assert duel.play("b1a", "=K").tokens(0) == ""
    assert "b1a" not in a_duel().row(1, "L1-27 - - - -").place(0, "WWWWU", "L1-16").legal()


@pytest.mark.parametrize("tokens", ["UUJ", "UJJ", "JJJ"])
def test_gold_stands_for_any_gem(tokens: str) -> None:
    """D3.3."""
    assert a_duel().row(1, "L1-02 - - - -").place(0, tokens).play("b1a").tokens(0) == ""


def test_gold_stands_for_a_pearl() -> None:
    """D3.3."""
    duel = a_duel().row(1, "L1-03 - - - -").place(0, "UUGGJ").play("b1a")
    assert (duel.tokens(0), duel.bag.count("J")) == ("", 3)


def test_the_payer_chooses_which_tokens_to_spend() -> None:
    """D3.3."""
    duel = a_duel().row(1, "L1-03 - - - -").place(0, "UUGGPJJ").play("b1a+")
    assert duel.legal() == ["J=U", "J=G", "J=P"]
    duel.play("J=P", "pay")
    assert duel.tokens(0) == "PJ"


def test_nobody_pays_more_than_the_price() -> None:
    """D3.3: gold that would save nothing cannot be chosen."""
    duel = a_duel().row(1, "L1-02 - - - -").place(0, "UUUJJJ").play("b1a+", "J=U", "J=U", "J=U")
    assert duel.legal() == ["pay"]
    assert duel.play("pay").tokens(0) == "UUU"


def test_tokens_spent_go_into_the_bag() -> None:
    """D3.3."""
    duel = a_duel().board("WUGRK").row(1, "L1-02 - - - -").place(0, "UUJ")
    before = duel.bag
    duel.play("b1a")
    assert sorted(duel.bag) == sorted(before + "UUJ")


def test_a_card_of_the_own_hand_can_be_bought() -> None:
    """D3.3."""
    duel = a_duel().place(0, "UUU", hand="L1-30 L1-02 L1-29")
    assert [move for move in duel.legal() if move.startswith("bh")] == ["bh2"]
    assert duel.play("bh2").hand(0) == ["L1-30", "L1-29"]


def test_a_card_of_the_other_hand_cannot_be_bought() -> None:
    """D3.3."""
    duel = a_duel().place(0, "UUU").place(1, hand="L1-02")
    assert not [move for move in duel.legal() if move.startswith("bh")]


# D3.4 Refilling


def test_the_pyramid_is_refilled_before_the_ability_is_resolved() -> None:
    """D3.4."""
    duel = a_duel().board("W....").row(1, "- - - L1-04 -").place(0, "RRKK").play("b1d")
    assert (duel.phase, duel.pyramid(1)[3]) == ("match", "L1-06")


def test_a_space_stays_empty_when_the_deck_is_empty() -> None:
    """D3.4."""
    duel = a_duel().board("J....").deck(1).play("r1b", "Ja1")
    assert duel.pyramid(1) == ["L1-01", "-", "L1-03", "L1-04", "L1-05"]


# D3.5 No legal action


def test_a_player_without_an_action_must_replenish() -> None:
    """D3.5."""
    duel = a_duel()
    assert duel.legal() == ["fill"]
    assert duel.privileges(2, 0).legal() == ["fill"]  # there is no gem for a privilege


def test_a_player_with_a_full_hand_must_replenish_a_board_of_gold() -> None:
    """D3.5."""
    duel = a_duel().board("J.J..").place(0, hand="L3-11 L3-12 L3-13")
    assert duel.legal() == ["fill"]
    assert duel.play("fill").held() == (0, 1, 2)
    assert duel.lines()


def test_a_player_without_an_action_passes_when_the_bag_is_empty() -> None:
    """D3.5: only after spending privileges."""
    duel = a_duel().board("W....").empty_bag().no_cards().privileges(1, 0)
    assert "pass" not in duel.legal()
    duel.play("pa1")
    assert duel.legal() == ["pass"]
    duel.play("pass")
    assert (duel.seat, duel.state.turn_number) == (1, 2)


def test_nobody_passes_while_anything_is_possible() -> None:
    """D3.5."""
    assert "pass" not in a_duel().board("W....").legal()
    assert "pass" not in a_duel().legal()


def test_after_a_pass_tokens_are_discarded_and_victory_is_checked() -> None:
    """D3.5: D6 follows."""
    duel = a_duel().board("W....").place(0, TEN).empty_bag().no_cards().privileges(1, 0)
    duel.play("pa1", "pass")
    assert duel.phase == "discard"


# D4 Privileges


def test_a_privilege_comes_from_above_the_board() -> None:
    """D4.1."""
    assert a_duel().board("PP...").privileges(0, 0).play("a1b1").held() == (0, 1, 2)


def test_a_privilege_is_taken_from_the_opponent_when_none_is_left() -> None:
    """D4.1."""
    assert a_duel().board("PP...").privileges(3, 0).play("a1b1").held() == (2, 1, 0)
    assert a_duel().board("PP...").privileges(1, 2).play("a1b1").held() == (0, 3, 0)


def test_a_player_with_all_three_privileges_gets_none() -> None:
    """D4.1, trap: privilege taken when holding three."""
    assert a_duel().board("PP...").privileges(0, 3).play("a1b1").held() == (0, 3, 0)


def test_a_used_privilege_returns_above_the_board() -> None:
    """D2.1, D4.1."""
    duel = a_duel().board("PPW..").privileges(3, 0).play("pc1", "a1b1")
    assert duel.held() == (2, 1, 0)


def test_the_letters_of_tokens_are_spelled_in_their_order() -> None:
    assert spelled([2, 0, 0, 0, 0, 1, 1]) == "WWPJ"
