"""D5: the effects of a purchase: wild cards, abilities, royal cards."""

import pytest

from tests.duel.positions import Duel, a_duel

TEN = "WWUUGGRRKK"


def wild_on(bought: str, tokens: str = "WWGGKP") -> Duel:
    """Seat 0 can pay for the wild card L1-30, and has these cards."""
    return a_duel().row(1, "L1-30 - - - -").place(0, tokens, bought)


# D5.1 Placing the card


def test_a_card_gives_its_bonus_points_and_crowns() -> None:
    """D5.1."""
    duel = a_duel().row(2, "L2-01 - - -").place(0, "GGRRKKP").play("b2a")
    player = duel.state.players[0]
    assert player.bonuses.tolist() == [1, 0, 0, 0, 0, 0]
    assert (player.points, player.crowns, player.cards) == (2, 1, 1)
    assert player.colour_points.tolist() == [2, 0, 0, 0, 0]


def test_a_double_card_gives_two_bonuses() -> None:
    """D5.1."""
    duel = a_duel().row(2, "L2-04 - - -").place(0, "UUUUJGG").play("b2a")
    assert duel.state.players[0].bonuses.tolist() == [2, 0, 0, 0, 0, 0]


def test_a_wild_card_takes_a_colour_that_is_owned() -> None:
    """D5.1."""
    duel = wild_on("L1-16 L1-21").play("b1a")
    assert (duel.phase, duel.legal()) == ("colour", ["=R", "=K"])
    duel.play("=R")
    player = duel.state.players[0]
    assert player.bonuses.tolist() == [0, 0, 0, 2, 1, 0]
    assert player.colour_points.tolist() == [0, 0, 0, 1, 0]


def test_a_wild_card_cannot_be_bought_without_an_owned_bonus() -> None:
    """D5.1, trap: wild without an owned bonus. A card without bonus and a royal do not help."""
    for duel in (wild_on(""), wild_on("L1-28"), wild_on("").place(0, royals="R4")):
        assert "b1a" not in duel.legal()
        assert "b1a+" not in duel.legal()


def test_a_wild_card_gives_one_bonus_also_on_a_double_card() -> None:
    """D5.1, trap: wild giving two bonuses on a double card."""
    duel = wild_on("L2-20").play("b1a", "=R")
    assert duel.state.players[0].bonuses.tolist() == [0, 0, 0, 3, 0, 0]


def test_a_wild_card_may_go_on_a_wild_that_has_a_colour() -> None:
    """D5.1."""
    duel = wild_on("L1-21 L1-29=R").play("b1a", "=R")
    assert duel.state.players[0].bonuses[3] == 3


def test_payment_and_colour_are_fixed_before_the_refill() -> None:
    """D5.1, D3.4."""
    duel = wild_on("L1-16").play("b1a")
    assert (duel.pyramid(1)[0], duel.tokens(0)) == ("L1-30", "WWGGKP")
    duel.play("=K")
    assert (duel.pyramid(1)[0], duel.tokens(0)) == ("L1-06", "K")


def test_a_wild_card_can_be_paid_by_choice() -> None:
    """D3.3, D5.1: the payment first, then the colour."""
    duel = wild_on("L1-16", "WWGGPJ").play("b1a+", "J=P", "pay")
    assert (duel.phase, duel.legal()) == ("colour", ["=K"])
    assert duel.play("=K").tokens(0) == "P"


# D5.2 Abilities


def test_again_gives_a_whole_new_turn() -> None:
    """D5.2."""
    duel = a_duel().board("WU...").row(1, "- - L1-03 - -").place(0, "UUGGP").privileges(1, 0)
    duel.play("pa1", "b1c")
    assert (duel.seat, duel.phase, duel.state.turn_number) == (0, "play", 2)
    assert (duel.state.round_number, duel.state.again) == (1, 0)
    duel.play("fill", "b1")  # options and action of a new turn
    assert duel.seat == 1


def test_the_extra_turn_comes_after_the_discard_of_this_one() -> None:
    """D5.2, D6.1."""
    duel = a_duel().board("WU...").row(1, "- - L1-03 - -")
    duel.place(0, "WWWRRRRKKKPJ", "L1-06 L1-07 L1-11 L1-12").play("b1c")
    assert (duel.phase, duel.seat) == ("discard", 0)
    duel.play("-W")
    assert (duel.phase, duel.seat, duel.state.turn_number) == ("play", 0, 2)


def test_take_gives_one_token_of_the_cards_colour_from_a_chosen_space() -> None:
    """D5.2."""
    duel = a_duel().board("WU..W").row(1, "- - - L1-04 -").place(0, "RRKK").play("b1d")
    assert (duel.phase, duel.legal()) == ("match", ["+a1", "+e1"])
    duel.play("+e1")
    assert (duel.tokens(0), duel.rows()[0], duel.seat) == ("W", "WU...", 1)


def test_take_has_no_effect_without_such_a_token() -> None:
    """D5.2, trap: take with no such token."""
    duel = a_duel().board("UGJ..").row(1, "- - - L1-04 -").place(0, "RRKK").play("b1d")
    assert (duel.phase, duel.seat, duel.tokens(0)) == ("play", 1, "")


def test_no_privilege_is_given_for_tokens_by_ability_or_theft() -> None:
    """D3.1, trap: penalty for tokens by ability."""
    taken = a_duel().board("W....").row(1, "- - - L1-04 -").place(0, "WWRRKK").play("b1d", "+a1")
    assert (taken.tokens(0), taken.held()) == ("WWW", (0, 0, 3))
    stolen = a_duel().row(2, "- L2-02 - -").place(0, "UUUURRRP").place(1, "P").play("b2b", "xP")
    assert (stolen.tokens(0), stolen.held()) == ("PP", (0, 0, 3))


def test_privilege_gives_a_privilege() -> None:
    """D5.2."""
    duel = a_duel().row(2, "- - L2-03 -").place(0, "WWWWKKP").play("b2c")
    assert duel.held() == (1, 0, 2)


@pytest.mark.parametrize("before, after", [((0, 3), (1, 2)), ((3, 0), (3, 0)), ((1, 2), (2, 1))])
def test_a_privilege_by_ability_follows_the_rule_of_privileges(
    before: tuple[int, int], after: tuple[int, int]
) -> None:
    """D5.2, D4.1: taken from the opponent, or nothing."""
    duel = a_duel().row(2, "- - L2-03 -").place(0, "WWWWKKP").privileges(*before).play("b2c")
    assert duel.held()[:2] == after


def test_steal_takes_a_gem_or_pearl_but_never_gold() -> None:
    """D5.2, trap: steal of gold."""
    duel = a_duel().row(2, "- L2-02 - -").place(0, "UUUURRR").place(1, "WPJ").play("b2b")
    assert (duel.phase, duel.legal()) == ("steal", ["xW", "xP"])
    duel.play("xP")
    assert (duel.tokens(0), duel.tokens(1), duel.seat) == ("P", "WJ", 1)


@pytest.mark.parametrize("tokens", ["", "JJ"])
def test_steal_has_no_effect_when_there_is_nothing_to_steal(tokens: str) -> None:
    """D5.2."""
    duel = a_duel().row(2, "- L2-02 - -").place(0, "UUUURRR").place(1, tokens).play("b2b")
    assert (duel.phase, duel.seat) == ("play", 1)


def test_a_wild_card_can_give_another_turn() -> None:
    """D5.1, D5.2: L3-11."""
    duel = a_duel().board("W....").row(3, "L3-11 - -")
    duel.place(0, "RRRRJJ", "L2-20").play("b3a", "=R")
    assert (duel.seat, duel.state.turn_number) == (0, 2)


# D5.3 Royal cards


def crowned(crowns: str, royals: str = "") -> Duel:
    """Seat 0 has these crowned cards, and buys L1-02 (one crown) with its tokens."""
    return a_duel().board("W....").row(1, "- L1-02 - - -").place(0, "UUU", crowns, royals=royals)


def test_the_third_crown_brings_a_royal_card_of_ones_choice() -> None:
    """D5.3."""
    duel = crowned("L3-01").play("b1b")
    assert (duel.phase, duel.legal()) == ("royal", ["royal1", "royal2", "royal3", "royal4"])
    duel.play("royal4")
    assert duel.state.players[0].points == 3 + 3
    assert duel.state.royal_owner.tolist() == [-1, -1, -1, 0]
    assert duel.seat == 1


def test_the_second_crown_brings_none() -> None:
    """D5.3."""
    assert crowned("L1-07").play("b1b").phase == "play"


def test_passing_three_counts_like_reaching_it() -> None:
    """D5.3."""
    duel = a_duel().row(3, "L3-12 - -").place(0, "KKKKJJ", "L2-16 L1-07").play("b3a", "=K")
    assert duel.state.players[0].crowns == 4
    assert duel.phase == "royal"


def test_the_sixth_crown_brings_a_second_royal_card_from_those_left() -> None:
    """D5.3."""
    duel = crowned("L3-01 L3-03 L1-07", "R4").place(1, royals="R1").play("b1b")
    assert (duel.phase, duel.legal()) == ("royal", ["royal2", "royal3"])


@pytest.mark.parametrize("cards", ["L3-01 L1-07", "L3-01 L3-03"])
def test_no_royal_card_comes_for_the_fourth_and_fifth_crown(cards: str) -> None:
    """D5.3."""
    assert crowned(cards, "R4").play("b1b").phase == "play"


def test_no_third_royal_card_comes_for_the_ninth_crown() -> None:
    """D5.3."""
    duel = crowned("L3-01 L3-03 L3-05 L3-07", "R3 R4").play("b1b")
    assert duel.state.players[0].crowns == 9
    assert duel.phase == "play"


def test_a_royal_card_can_give_another_turn() -> None:
    """D5.3: extra turn after a royal."""
    duel = crowned("L3-01").play("b1b", "royal2")
    assert (duel.seat, duel.phase, duel.state.turn_number) == (0, "play", 2)


def test_a_royal_card_can_steal() -> None:
    """D5.3."""
    duel = crowned("L3-01").place(1, "GJ").play("b1b", "royal1")
    assert (duel.phase, duel.legal()) == ("steal", ["xG"])
    assert duel.play("xG").tokens(0) == "G"
    assert crowned("L3-01").play("b1b", "royal1").seat == 1  # nothing to steal


def test_a_royal_card_can_give_a_privilege() -> None:
    """D5.3, D4.1."""
    assert crowned("L3-01").play("b1b", "royal3").held() == (1, 0, 2)
    assert crowned("L3-01").privileges(0, 3).play("b1b", "royal3").held() == (1, 2, 0)


def test_a_royal_card_counts_its_points_for_no_colour() -> None:
    """D6.2."""
    duel = crowned("L3-01").play("b1b", "royal4")
    assert duel.state.players[0].colour_points.tolist() == [3, 0, 0, 0, 0]
