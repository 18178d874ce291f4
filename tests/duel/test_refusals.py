"""Why a move of Duel is not legal."""

import pytest

from splendor.core.refusals import TEXTS
from splendor.duel.legal import legal_list
from splendor.duel.moves import MOVES
from splendor.duel.state import OVER
from splendor.game import Game
from tests.duel.positions import Duel, a_duel
from tests.duel.random_duels import positions_of_duels
from tests.positions import fewer_when_interpreted

LOOKED_AT = fewer_when_interpreted(200, 20)


def reason(duel: Duel, move: str) -> str:
    assert move not in duel.legal()
    return Game._from_states(duel.states.copy()).why_not(move)


def a_table() -> Duel:
    """Seat 0 has no privilege, seat 1 has one; a gold lies in c1, nothing in d1."""
    return a_duel().board("WUJ.K").place(0, "UUU").privileges(0, 1)


GOLD = "is gold, which only comes with a reserved card"


@pytest.mark.parametrize(
    "move, recorded",
    [
        ("c1", f"the token at c1 {GOLD}"),
        ("a1b1c1", f"the token at c1 {GOLD}"),
        ("d1e1", "there is no token at d1"),
        ("pa1", "you have no privilege"),
        ("pass", "you may pass only when nothing else is possible"),
        ("b1a", "you are 3 short: G1 R1 K1"),
        ("b2a+", "you are 7 short: G2 R2 K2 P1"),
        ("b1b+", "gold cannot be chosen, use b1b"),
        ("bh1", "there is no card at h1"),
        ("J=W", "nothing is being paid"),
        ("pay", "nothing is being paid"),
        ("Jc1", "gold only comes with a reserved card"),
        ("=R", "no wild card is being bought"),
        ("+a1", "no bought card gives you a token now"),
        ("xW", "no bought card gives you a token now"),
        ("royal1", "you have 0 crowns, and no royal card is due"),
        ("-U", "you hold 3 tokens and need to discard none"),
    ],
)
def test_a_move_is_refused_with_its_reason(move: str, recorded: str) -> None:
    assert reason(a_table(), move) == recorded


def test_a_privilege_takes_a_gem_or_pearl_that_is_there() -> None:
    duel = a_table().privileges(1, 1)
    assert reason(duel, "pc1") == f"the token at c1 {GOLD}"
    assert reason(duel, "pd1") == "there is no token at d1"


def test_no_privilege_after_a_replenishment_and_no_second_one() -> None:
    duel = a_table().privileges(1, 1).play("fill")
    assert reason(duel, "pa1") == "privileges are used before the board is replenished"
    assert reason(duel, "fill") == "the bag is empty"


def test_reserving_needs_gold_on_the_board_a_card_and_room_in_the_hand() -> None:
    assert reason(a_duel().board("WU..."), "r1a") == "there is no gold on the board"
    assert reason(a_duel().board("WU..."), "r1") == "there is no gold on the board"
    gone = a_table().row(3, "- L3-02 L3-03").deck(3)
    assert reason(gone, "r3a") == "there is no card at 3a"
    assert reason(gone, "b3a") == "there is no card at 3a"
    assert reason(gone, "r3") == "the deck of level 3 is empty"
    full = a_table().place(0, hand="L1-06 L1-07 L2-05")
    assert reason(full, "r1a") == "you have 3 cards in hand already"


def test_a_wild_card_needs_a_card_to_lie_on() -> None:
    """A card without a bonus is not enough."""
    duel = a_duel().place(0, "WWWWP", "L1-28", "L1-27")
    assert reason(duel, "bh1") == "L1-27 is wild, and you own no card with a bonus to place it on"


def test_gold_and_bonuses_count_in_what_is_missing_but_pearls_have_no_bonus() -> None:
    duel = a_duel().place(0, "GJ", "L1-11")
    assert reason(duel, "b2a") == "you are 4 short: R2 K2 P1, less 1 gold"


def test_tokens_over_ten_by_privileges_are_discarded_later() -> None:
    duel = a_duel().board("WU...").place(0, "WWUUGGRRKK").privileges(1, 1).play("pa1")
    assert reason(duel, "-W") == "tokens over 10 are discarded at the end of the turn"


@pytest.mark.parametrize(
    "duel, recorded",
    [
        (a_table().play("r1a"), "first choose which gold to take: Jc1"),
        (
            a_duel().place(0, "UUUJ").play("b1b+"),
            "first choose what gold stands for, or pay: J=U",
        ),
        (
            a_duel().place(0, "WWWWP", "L1-06 L1-11", "L1-27").play("bh1"),
            "first choose the colour of the wild card: =U =G",
        ),
        (
            a_duel().board("W..W.").place(0, "RRKK").play("b1d"),
            "first take a token of the card's colour: +a1 +d1",
        ),
        (
            a_duel().place(0, "UUUURRR").place(1, "GPJ").play("b2b"),
            "first take a gem or pearl of the opponent: xG xP",
        ),
        (
            a_duel().place(0, "GGRRKKP", "L1-07 L1-12").place(1, royals="R3").play("b2a"),
            "first choose a royal card: royal1 royal2 royal4",
        ),
        (
            a_duel().board("WUG..").place(0, "WWUUGGRRKK").play("a1b1c1", "-R"),
            "first discard tokens: -R -K",
        ),
    ],
)
def test_a_pending_decision_comes_first(duel: Duel, recorded: str) -> None:
    assert reason(duel, "pass") == recorded


def test_nothing_is_legal_when_the_game_is_over() -> None:
    assert reason(a_duel(idle=1).board("WU...").play("a1"), "b1") == "the game is over"


def test_there_is_a_reason_for_every_move_that_is_not_legal() -> None:
    for states in positions_of_duels(LOOKED_AT, every=13, seed=300):
        illegal = set(range(len(MOVES))) - set(legal_list(states, 0))
        game = Game._from_states(states.copy())
        codes = {refusal.code for action in illegal if (refusal := game.refusal(MOVES[action]))}
        assert codes <= set(TEXTS)
        assert "not_a_line" not in codes
        assert (codes == {"game_over"}) == (states[0].phase == OVER)
