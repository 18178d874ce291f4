"""What is typed in Splendor Duel, what is asked, and what decides itself."""

import re
from collections.abc import Callable

import pytest

from splendor import Game, NotationError
from splendor.cli import warm_up
from splendor.terminal.duel_drawing import table_of
from splendor.terminal.prompt import read_moves
from tests.duel.positions import Duel, a_duel
from tests.sessions import Table


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("duel")


def at(position: Duel, seats: str = "human,human") -> Table:
    """A terminal with this position, shown to whoever decides."""
    table = Table(Game._from_states(position.states.copy()), seats)
    table.go_on()
    table.shown()
    return table


# What can be typed


@pytest.mark.parametrize(
    "line, moves",
    [
        ("c3", "c3"),
        ("c3d3e3", "c3d3e3"),
        ("e3 c3 d3", "c3d3e3"),
        ("take C3, D3 and E3", "c3d3e3"),
        ("c3-e3", "c3d3e3"),
        ("e3 - c3", "c3d3e3"),
        ("a1-c3", "a1b2c3"),
        ("take a3 to c1", "c1b2a3"),
        ("c3-c4", "c3c4"),
        ("pc3 a1b1", "pc3 a1b1"),
        ("privilege c3 a1-a3", "pc3 a1a2a3"),
        ("pa1 b2 c2", "pa1 b2c2"),
        ("pa1 b2c =R -K", "pa1 b2c =R -K"),
        ("buy 1a as red", "b1a =R"),
        ("fill c3d3", "fill c3d3"),
        ("replenish, take a1 a2", "fill a1a2"),
        ("r2c Jc3", "r2c Jc3"),
        ("reserve 3 gold c3", "r3 Jc3"),
        ("b1a+ J=P J=W pay", "b1a+ J=W J=P pay"),
        ("bh1 +c3", "bh1 +c3"),
        ("buy hand 1 steal pearl", "bh1 xP"),
        ("b3a royal 2 xK", "b3a royal2 xK"),
        ("c3 -PKW", "c3 -W -K -P"),
        ("c3 discard J P", "c3 -P -J"),
        ("c3 return K", "c3 -K"),
    ],
)
def test_a_line_is_read_as_moves(line: str, moves: str) -> None:
    assert " ".join(map(str, read_moves(Game("duel", seed=1), line))) == moves


@pytest.mark.parametrize(
    "line", ["foo", "WUG", "a1-e1", "a1-b3", "c3e3", "f1", "c6", "pc9", "J", "=J", "b2e", "discard"]
)
def test_a_line_that_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match="neither a move nor a command"):
        read_moves(Game("duel", seed=1), line)


@pytest.mark.parametrize(
    "line, why",
    [
        ("foo", "'foo' is neither a move nor a command"),
        ("a1 b1 a1", "your turn is over after a1b1: leave out a1"),
        ("a1 c1", "your turn is over after a1: leave out c1"),
        ("e1", "the token at e1 is gold"),
        ("a1a2", "there is no token at a2"),
        ("b1a", "you are 1 short: W1"),
        ("b2a", "L2-23 is wild, and you own no card with a bonus"),
        ("bh1", "there is no card at h1"),
        ("pa1", "you have no privilege"),
        ("fill fill", "the bag is empty"),
        ("fill pa1", "you have no privilege"),
        ("Je1", "gold is taken with a card that is reserved"),
        ("r3 a1", "first choose which gold to take: Je1 Je5"),
        ("=R", "no wild card is being bought"),
        ("xR", "no bought card gives you a token now"),
        ("royal1", "no royal card is due"),
        ("-K", "you hold 3 tokens and discard none"),
        ("pass", "one passes only when nothing else is possible"),
        ("pay", "nothing is being paid"),
        ("undo", "there is nothing to take back"),
        ("save", "say where"),
        ("load", "say which"),
        ("what 2", "whose?"),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(line: str, why: str) -> None:
    position = a_duel().board("WU..J", ".....", "..R..", ".....", "....J").place(0, "GRK")
    position.row(1, "L1-06 - - - -").row(2, "L2-23 - - -").privileges(0, 1)
    table = at(position)
    before = table.game.copy()
    shown = table.type(line)
    assert why in shown
    assert shown.startswith(" ! ")
    assert shown.count("\n") == 1
    assert table.game == before
    assert table.game.moves == ()


def test_a_whole_turn_fits_on_a_line() -> None:
    """A privilege and a wild card; then a line, and what is over ten."""
    position = a_duel().board("WUGRK").place(0, "KKKPWW", bought="L1-01 L1-06")
    position.privileges(1, 1).row(1, "L1-26 - - - -").place(1, "PUUUGGGRRR")
    table = at(position)
    table.type("pe1 b1a =W")
    assert [str(move) for move in table.game.moves] == ["pe1", "b1a", "=W"]
    assert table.game.seat == 1
    assert table_of(table.game).places[0].bonuses == (2, 1, 0, 0, 0)
    table.type("pd1 a1-c1 -PWU -R")
    assert " ".join(map(str, table.game.moves[3:])) == "pd1 a1b1c1 -W -U -R -P"
    assert table.game.seat == 0


# Decisions without a choice


def test_a_decision_without_a_choice_is_made_and_told() -> None:
    table = at(a_duel().board("WU..J"))
    shown = table.type("r1a")
    assert "Seat 0 · human: Take the gold at e1." in shown
    assert "Which gold?" not in shown
    assert [str(move) for move in table.game.moves] == ["r1a", "Je1"]
    assert table.game.seat == 1


def test_a_decision_with_a_choice_is_asked() -> None:
    table = at(a_duel().board("WU.JJ"))
    shown = table.type("r1a")
    assert re.search(r"^ gold +Jd1  Je1$", shown, re.MULTILINE)
    assert [str(move) for move in table.game.moves] == ["r1a"]
    table.type("Jd1")
    assert table.game.seat == 1


def test_undo_goes_back_over_what_was_decided_without_a_choice() -> None:
    table = at(a_duel().board("WU..J"), "human,human")
    before = table.game.copy()
    table.type("r1a")
    assert table.game.seat == 1
    table.type("undo")
    assert table.game == before


def test_in_the_turn_itself_even_the_only_move_is_asked() -> None:
    table = at(a_duel().board("W....").no_cards().empty_bag(seat=1))
    assert [str(move) for move in table.game.legal_moves] == ["a1"]
    assert not table.decides_itself()


@pytest.mark.parametrize(
    "position, line, phase, asked, shown",
    [
        (
            lambda: a_duel().board("WUJJ."),
            "r3",
            "gold",
            "Which gold?",
            "gold      Jc1  Jd1",
        ),
        (
            lambda: a_duel().place(0, "WUGRKJ").row(1, "L1-06 - - - -"),
            "b1a+",
            "pay",
            "What does gold stand for?",
            "pay       J=W  J=G  J=R  J=K",
        ),
        (
            lambda: a_duel().place(0, "KKKKP", bought="L1-01 L1-06").row(1, "L1-26 - - - -"),
            "b1a",
            "colour",
            "Which colour does the wild card take?",
            "colour    =W  =U",
        ),
        (
            lambda: a_duel().board("WU.W.").place(0, "RRKK").row(1, "L1-04 - - - -"),
            "b1a",
            "match",
            "Which token do you take?",
            "take      +a1  +d1",
        ),
        (
            lambda: a_duel().place(0, "UUUURRR").place(1, "WPPJ").row(2, "L2-02 - - -"),
            "b2a",
            "steal",
            "What do you take from your opponent?",
            "steal     xW (1 there)  xP (2 there)",
        ),
        (
            lambda: a_duel().board("WUG..").place(0, "WWWUUURRKK"),
            "a1b1c1",
            "discard",
            "Discard 3 tokens",
            "discard   -W  -U  -G  -R",
        ),
    ],
)
def test_each_decision_is_asked_in_its_words(
    position: Callable[[], Duel], line: str, phase: str, asked: str, shown: str
) -> None:
    table = at(position(), "human,greedy")
    text = table.type(line)
    assert table.game.phase == phase
    assert f"\n {shown}\n" in text
    assert asked in table.terminal.face.question(table.game)


def test_a_royal_card_is_chosen() -> None:
    position = a_duel().place(0, "UUU", bought="L1-07 L1-12").row(1, "L1-02 - - - -")
    table = at(position.place(1, royals="R2", tokens="W"))
    text = table.type("b1a")
    assert table.game.phase == "royal"
    assert "royal     royal1 2 pts steal  royal3 2 pts privilege  royal4 3 pts\n" in text
    assert "Take the royal R4, 3 points." in table.type("royal4")
