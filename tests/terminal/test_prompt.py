"""Input in the base game: moves, questions, refusals."""

import re

import pytest

from splendor import Game, NotationError
from splendor.cli import warm_up
from splendor.terminal.prompt import question, read_moves
from tests.terminal.sessions import Table, a_game


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


# Input


@pytest.mark.parametrize(
    "line, moves",
    [
        ("WUG", "WUG"),
        ("g u w", "WUG"),
        ("take W U G", "WUG"),
        ("buy 2c", "b2c"),
        ("reserve 3", "r3"),
        ("WUG -K", "WUG -K"),
        ("WUG, -K", "WUG -K"),
        ("WUG -K -W", "WUG -W -K"),
        ("WUG -KW", "WUG -W -K"),
        ("WUG -K W", "WUG -W -K"),
        ("take WUG return K W", "WUG -W -K"),
        ("r2c -J", "r2c -J"),
        ("b1a+ J=K J=W pay", "b1a+ J=W J=K pay"),
        ("buy hand 1 n2", "bh1 n2"),
    ],
)
def test_a_line_is_read_as_moves(line: str, moves: str) -> None:
    assert " ".join(map(str, read_moves(Game(seed=1), line))) == moves


@pytest.mark.parametrize("line", ["foo", "WUGR", "WUG foo", "return", "return X", "-", "J", ","])
def test_a_line_that_is_not_a_move_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match="neither a move nor a command"):
        read_moves(Game(seed=1), line)


@pytest.mark.parametrize(
    "line, why",
    [
        ("foo", "'foo' is neither a move nor a command"),
        ("WUG WUG", "your turn is over after WUG"),
        ("WUG -K", "your turn is over after WUG: leave out -K"),
        ("b3a", "you are 14 short: W3 U3 G5 R3"),
        ("WU", "take 3 different colours, such as WUG"),
        ("bh1", "there is no card at h1"),
        ("-K", "you hold 0 tokens and need to return none"),
        ("n1", "nobles come by themselves"),
        ("n-", "no noble is to be chosen"),
        ("pass", "you may pass only when nothing else is possible"),
        ("pay", "nothing is being paid"),
        ("b4a", "there is no level 4: levels are 1 to 3"),
        ("r1e", "there is no place 1e: level 1 has 1a to 1d"),
        ("buy 2e", "there is no place 2e: level 2 has 2a to 2d"),
        ("bh4", "there is no place h4: a hand has h1 to h3"),
        ("rh1", "a card in hand is reserved already"),
        ("b2", "b2 names no card: say which, such as b2a"),
        ("c3d3", "gems are taken by their letters, such as WUG"),
        ("undo", "there is nothing to take back"),
        ("undo 0", "how many decisions?"),
        ("undo x", "how many decisions?"),
        ("undo 99999999999999999999", "there is nothing to take back"),
        ("save", "say where"),
        ("load", "say which"),
        ("load /nonexistent/file", "cannot read /nonexistent/file"),
        ("save /nonexistent/file", "cannot write /nonexistent/file"),
        ("what 7", "whose?"),
    ],
)
def test_a_mistake_is_one_line_and_changes_nothing(line: str, why: str) -> None:
    table = Table(Game(seed=5, start=0), "human,human")
    table.continue_to_human()
    before = table.game.copy()
    shown = table.type(line)
    assert why in shown
    assert shown.startswith(" ! ")
    assert shown.count("\n") == 1
    assert table.game == before
    assert table.game.moves == ()


@pytest.mark.parametrize(
    "moves, line, why",
    [
        ("WW UU", "WW", "a pair needs 4 of its colour in the supply, and there are 2 white"),
        ("WW WUG WUG", "WUG", "there is no white in the supply"),
        ("r1 r1 r2 r1 r3 r1", "r1a", "you have 3 cards in hand already"),
    ],
)
def test_a_refusal_names_the_rule(moves: str, line: str, why: str) -> None:
    assert why in Table(a_game(moves), "human,human").type(line)


def test_several_decisions_are_all_played_or_none() -> None:
    game = a_game("WUG WUG WUG WUG WRK URK GRK r1 URK GRK r1 r1", players=4)  # seat 0 holds nine
    table = Table(game, "human,human,human,human")
    table.continue_to_human()
    before = table.game.copy()
    assert "r1 is not possible: first return tokens: -W -U" in table.type("WUG r1")
    assert "your turn is over after -U: leave out -G" in table.type("WUG -W -U -G")
    assert table.game == before
    table.type("WUG -U -W")
    assert [str(move) for move in table.game.moves[-3:]] == ["WUG", "-W", "-U"]
    assert table.game.active == 1


def with_thirteen() -> Table:
    """Seat 0 holds W3 U3 G2 R2 K2 J1 and must return three."""
    game = a_game("WUG WUG WUG WUG WRK URK GRK r1 URK GRK r1 r1 r1 r2 r2 r2 WUG", players=4)
    table = Table(game, "human,greedy,greedy,greedy")
    table.continue_to_human()
    return table


@pytest.mark.parametrize(
    "line",
    ["-J -K -W", "-JKW", "-J-K-W", "J K W", "wkj", "gold, black and white", "return K J W"],
)
def test_tokens_are_returned_in_any_order_on_one_line(line: str) -> None:
    table = with_thirteen()
    table.type(line)
    assert [str(move) for move in table.game.moves[17:20]] == ["-W", "-K", "-J"]


def test_returning_tokens_is_asked_and_explained() -> None:
    table = with_thirteen()
    assert asked(table) == "Return 3 tokens, all on one line, such as -W -W -W"
    assert "\n return    3 of W3 U3 G2 R2 K2 J1\n" in table.type("table")
    why = "-J is not possible: type all 3 on one line, such as -W -W -J"
    assert why in table.type("-J")
    table.type("-U -R")
    assert asked(table) == "Return 1 token, such as -R"
    assert "-W is not possible: it comes before what was given away last" in table.type("-W")


def asked(table: Table) -> str:
    return question(table.game, table.terminal.names, several=False)


def test_the_card_being_paid_for_is_named_and_marked() -> None:
    game = a_game("KK WUG r1 r1 r1 r1 KWU")
    game.push("r1a")
    table = Table(game, "human,human")
    table.continue_to_human()
    move = next(str(move) for move in game.legal_moves if str(move).endswith("+"))
    assert "◀" not in table.type("table")
    shown = table.type(move)
    place = move[1:-1]
    assert re.search(rf"paying \S+ \({place}\)\?$", asked(table))
    assert shown.count("◀") == 1
    assert "\n undo      takes the choice back\n" in shown
    assert "takes the choice back" not in table.type(str(table.game.legal_moves[0])[-1])
    assert str(table.game.moves[-1]).startswith("J=")
