"""Input in Splendor Duel: moves, questions, automatic decisions."""

import re
from collections.abc import Callable

import pytest

from splendor import Game, NotationError
from splendor.cli import warm_up
from splendor.terminal.duel.drawing import table_of
from splendor.terminal.prompt import read_moves
from tests.duel.positions import Duel, a_duel
from tests.terminal.sessions import Table


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("duel")


def at(position: Duel, seats: str = "human,human") -> Table:
    """A session at this position, shown to the active player."""
    table = Table(Game._from_states(position.states.copy()), seats)
    table.continue_to_human()
    table.shown()
    return table


# Input


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


@pytest.mark.parametrize("line", ["foo", "J", "=J", "discard", "-", "xJ", "royal5"])
def test_a_line_that_is_not_a_move_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match="neither a move nor a command"):
        read_moves(Game("duel", seed=1), line)


@pytest.mark.parametrize(
    "line, why",
    [
        ("foo", "'foo' is neither a move nor a command"),
        ("a1 b1 pa1", "your turn is over after a1b1: leave out pa1"),
        ("a1 b1 a1", "a1 is named twice"),
        ("a1 c1", "a1 and c1 are not neighbours: the line between them is a1b1c1"),
        ("c3e3", "c3 and e3 are not neighbours: the line between them is c3d3e3"),
        ("b3d3", "b3 and d3 are not neighbours: the line between them is b3c3d3"),
        ("take c3e3", "c3 and e3 are not neighbours"),
        ("a1-e1", "a1 and e1 are neither neighbours nor the ends of three"),
        ("a1-b3", "a1 and b3 are neither neighbours nor the ends of three"),
        ("c3 d3 e4", "c3, d3 and e4 do not lie in a line"),
        ("a1b1c2", "a1, b1 and c2 do not lie in a line"),
        ("a1b1c1d1", "a line has at most 3 spaces, not 4"),
        ("WUG", "in Duel a line is typed by its spaces, such as c3d3e3"),
        ("take W U G", "in Duel a line is typed by its spaces, such as c3d3e3"),
        ("r4", "there is no level 4: levels are 1 to 3"),
        ("b3d", "there is no place 3d: level 3 has 3a to 3c"),
        ("r1f", "there is no place 1f: level 1 has 1a to 1e"),
        ("buy 2e", "there is no place 2e: level 2 has 2a to 2d"),
        ("bh4", "there is no place h4: a hand has h1 to h3"),
        ("f1", "there is no space f1: the board has a1 to e5"),
        ("pc9", "there is no space c9: the board has a1 to e5"),
        ("r3 J", "'J' is neither a move nor a command"),
        ("e1", "the token at e1 is gold"),
        ("a1a2", "there is no token at a2"),
        ("b1a", "you are 1 short: W1"),
        ("b2a", "L2-23 is wild, and you own no card with a bonus"),
        ("bh1", "there is no card at h1"),
        ("pa1", "you have no privilege"),
        ("fill fill", "fill brings something new"),
        ("fill pa1", "fill brings something new"),
        ("Je1", "gold only comes with a reserved card"),
        ("r3 a1", "first choose which gold to take: Je1 Je5"),
        ("=R", "no wild card is being bought"),
        ("xR", "no bought card gives you a token now"),
        ("royal1", "no royal card is due"),
        ("-K", "you hold 3 tokens and need to discard none"),
        ("pass", "you may pass only when nothing else is possible"),
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
    """A privilege and a wild card; then a line and discards."""
    position = a_duel().board("WUGRK").place(0, "KKKPWW", bought="L1-01 L1-06")
    position.privileges(1, 1).row(1, "L1-26 - - - -").place(1, "PUUUGGGRRR")
    table = at(position)
    table.type("pe1 b1a =W")
    assert [str(move) for move in table.game.moves] == ["pe1", "b1a", "=W"]
    assert table.game.active == 1
    assert table_of(table.game).places[0].bonuses == (2, 1, 0, 0, 0)
    table.type("pd1 a1-c1 -PWU -R")
    assert " ".join(map(str, table.game.moves[3:])) == "pd1 a1b1c1 -W -U -R -P"
    assert table.game.active == 0


# Decisions without a choice


def test_a_decision_without_a_choice_is_made_and_announced() -> None:
    table = at(a_duel().board("WU..J"))
    shown = table.type("r1a")
    assert "Seat 0 · human: Take the gold at e1." in shown
    assert "Which gold" not in shown
    assert [str(move) for move in table.game.moves] == ["r1a", "Je1"]
    assert table.game.active == 1


def test_a_decision_with_a_choice_is_asked() -> None:
    table = at(a_duel().board("WU.JJ"))
    shown = table.type("r1a")
    assert re.search(r"^ gold +Jd1  Je1$", shown, re.MULTILINE)
    assert [str(move) for move in table.game.moves] == ["r1a"]
    table.type("Jd1")
    assert table.game.active == 1


def test_undo_includes_decisions_without_a_choice() -> None:
    table = at(a_duel().board("WU..J"), "human,human")
    before = table.game.copy()
    table.type("r1a")
    assert table.game.active == 1
    table.type("undo")
    assert table.game == before


def test_at_the_start_of_a_turn_even_a_single_legal_move_is_asked_for() -> None:
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
            "Which gold comes with the unseen card of level 3?",
            "gold      Jc1  Jd1\n undo      takes the choice back",
        ),
        (
            lambda: a_duel().place(0, "WUGRKJ").row(1, "L1-06 - - - -"),
            "b1a+",
            "pay",
            "What does gold stand for, paying L1-06 (1a)?",
            "pay       J=W  J=G  J=R  J=K",
        ),
        (
            lambda: a_duel().place(0, "KKKKP", bought="L1-01 L1-06").row(1, "L1-26 - - - -"),
            "b1a",
            "colour",
            "Which colour does L1-26 (1a) take?",
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
            "Discard 3 tokens, all on one line, such as -W -W -W",
            "discard   3 of W4 U4 G1 R2 K2",
        ),
    ],
)
def test_each_decision_has_its_own_question(
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


# Short answers


def with_fourteen() -> Table:
    """A player who must discard four tokens."""
    position = a_duel().board("WUG..").place(0, "WWWUUURRKKJ")
    return at(position, "human,greedy")


@pytest.mark.parametrize(
    "line",
    ["-J -W -U -W", "-JWUW", "-J-W-U-W", "J W U W", "wuwj", "gold, white, white and blue"],
)
def test_tokens_are_discarded_in_any_order_on_one_line(line: str) -> None:
    table = with_fourteen()
    table.type("a1b1c1")
    table.type(line)
    assert " ".join(map(str, table.game.moves[1:5])) == "-W -W -U -J"


@pytest.mark.parametrize(
    "line, why",
    [
        ("-J", "-J is not possible: type all 4 on one line, such as -W -W -W -J"),
        ("J", "-J is not possible: type all 4 on one line, such as -W -W -W -J"),
        ("-JU", "-J is not possible: type all 4 on one line, such as -U -U -U -J"),
        ("-P", "-P is not possible: you hold no pearl"),
        ("-JJ", "-J is not possible: type all 4 on one line, such as -W -W -W -J"),
        ("-WWWWJ", "your turn is over after -W: leave out -J"),
        ("c3", "c3 is not possible: first discard tokens"),
    ],
)
def test_a_wrong_discard_is_explained(line: str, why: str) -> None:
    table = with_fourteen()
    table.type("a1b1c1")
    assert why in table.type(line)
    assert [str(move) for move in table.game.moves] == ["a1b1c1"]
    assert why in with_fourteen().type(f"a1b1c1 {line}") or line[0] != "-"


def test_the_rest_of_a_discard_is_explained() -> None:
    table = with_fourteen()
    table.type("a1b1c1")
    assert "\n discard   3 of U3 G1 R2 K2 J1\n" in table.type("-U")
    why = "-W is not possible: it comes before what was given away last: undo takes that back"
    assert why in table.type("-W")
    assert "-G is not possible: you hold no more green" in table.type("-GG")


@pytest.mark.parametrize(
    "position, line, answers",
    [
        (lambda: a_duel().board("WUJJ."), "r3", {"c1": "Jc1", "Jd1": "Jd1", "gold d1": "Jd1"}),
        (
            lambda: a_duel().place(0, "KKKKP", bought="L1-01 L1-06").row(1, "L1-26 - - - -"),
            "b1a",
            {"W": "=W", "u": "=U", "white": "=W", "=blue": "=U", "as white": "=W"},
        ),
        (
            lambda: a_duel().place(0, "WUGRKJ").row(1, "L1-06 - - - -"),
            "b1a+",
            {"G": "J=G", "red": "J=R", "J=K": "J=K"},
        ),
        (
            lambda: a_duel().board("WU.W.").place(0, "RRKK").row(1, "L1-04 - - - -"),
            "b1a",
            {"a1": "+a1", "take d1": "+d1", "+d1": "+d1"},
        ),
        (
            lambda: a_duel().place(0, "UUUURRR").place(1, "WPPJ").row(2, "L2-02 - - -"),
            "b2a",
            {"W": "xW", "pearl": "xP", "xP": "xP", "steal white": "xW"},
        ),
        (
            lambda: a_duel().place(0, "UUU", bought="L1-07 L1-12").row(1, "L1-02 - - - -"),
            "b1a",
            {"1": "royal1", "R4": "royal4", "r 3": "royal3", "royal 2": "royal2"},
        ),
    ],
)
def test_a_short_answer_is_understood(
    position: Callable[[], Duel], line: str, answers: dict[str, str]
) -> None:
    for typed, move in answers.items():
        table = at(position(), "human,human")
        table.type(line)
        table.type(typed)
        assert str(table.game.moves[1]) == move


def test_gold_is_an_answer_if_there_is_one_on_the_board() -> None:
    game = Game._from_states(a_duel().board("WU..J").states.copy())
    game.push("r3")
    assert [str(move) for move in read_moves(game, "J")] == ["Je1"]
    table = at(a_duel().board("JU..J"))
    table.type("r3")
    assert " ! which gold? Ja1 Je1\n" in table.type("J")


@pytest.mark.parametrize(
    "line, mark",
    [("r1b", r"╭1b.*\n(.*\n){3}.*(?<=[─★])◀╯"), ("r3", r"level 3 .*\n.* left.*\n ◀ ")],
)
def test_the_chosen_card_is_marked(line: str, mark: str) -> None:
    table = at(a_duel().board("WUJJ."))
    shown = table.type(line)
    assert shown.count("◀") == 1
    assert re.search(mark, shown)
    assert "◀" not in table.type("Jc1")


def test_the_chosen_card_of_the_hand_is_marked() -> None:
    table = at(a_duel().place(0, "WUGRKJ", hand="L1-06").place(1, "W", hand="L1-07"))
    assert re.search(r"h1 .* ◀\n", table.type("bh1+"))
    assert "paying L1-06 (h1)" in table.terminal.face.question(table.game)
