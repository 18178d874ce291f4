"""The command `draw`: which table it draws, and what it refuses."""

import io
from pathlib import Path

import pytest

import splendor
from splendor import svg
from splendor.cli import draw, main, warm_up
from splendor.formats import transcript_line, write_game


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


@pytest.fixture
def game() -> splendor.Game:
    game = splendor.Game(seed=5, start=0, players=3)
    for move in ("WUG", "r2", "r1a", "WRK"):
        game.push(move)
    return game


@pytest.fixture
def folder(game: splendor.Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with the game in several forms."""
    headers = {"seats": "human:Ana,greedy,human:Chloé"}
    (tmp_path / "game.txt").write_text(write_game(game, headers), encoding="utf-8")
    (tmp_path / "two.jsonl").write_text(f"{transcript_line(game)}\n" * 2, encoding="utf-8")
    (tmp_path / "position.txt").write_text(f"{game.position}\n", encoding="utf-8")
    (tmp_path / "text").write_text("hello", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def drawn(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(["draw", *arguments]) == 0, capsys.readouterr().err
    return capsys.readouterr().out


NAMES = ("Ana", "greedy", "Chloé")


def test_a_game_file_is_drawn_with_its_names_and_last_move(
    game: splendor.Game, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    expected = svg.table(game, names=NAMES, lastmove="WRK")
    assert drawn(capsys, "game.txt") == expected
    assert drawn(capsys, "game.txt", "--seat", "1", "--at", "2", "--theme", "light") == svg.table(
        game.at(2), 1, theme="light", names=NAMES, lastmove="r2"
    )


def test_marks_size_and_all_secrets(
    game: splendor.Game, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    options = ("--seat", "all", "--size", "300", "--mark", "2c=plan", "--mark", "W")
    marks = {"2c": "plan", "W": ""}
    assert drawn(capsys, "game.txt", *options) == svg.table(
        game, "all", size=300, names=NAMES, lastmove="WRK", marks=marks
    )


def test_one_of_several_transcripts_is_chosen(
    game: splendor.Game, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert drawn(capsys, "two.jsonl", "--game", "1") == svg.table(game, lastmove="WRK")


def test_a_position_comes_as_argument_file_or_standard_input(
    game: splendor.Game,
    folder: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    expected = svg.table(game)
    assert drawn(capsys, game.position) == drawn(capsys, "position.txt") == expected
    text = io.TextIOWrapper(io.BytesIO(game.view(1).position.encode()))
    monkeypatch.setattr("sys.stdin", text)
    assert drawn(capsys, "-") == svg.table(game.view(1))


@pytest.mark.parametrize("name", ["2k2-u1g4r2", "67", "n3"])
def test_a_card_is_drawn(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    card = splendor.nobles()[3] if name == "n3" else splendor.card(67)
    assert drawn(capsys, "--card", name) == svg.card(card)


def test_cards_of_duel_are_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    royal, card = splendor.royals()[0], splendor.card("L1-02", "duel")
    assert drawn(capsys, "--card", "R1", "--rules", "duel") == svg.card(royal)
    assert drawn(capsys, "--card", "L1-02", "--rules", "duel") == svg.card(card)


def test_the_picture_is_written_to_a_file(
    game: splendor.Game, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert drawn(capsys, "position.txt", "--out", "table.svg") == ""
    assert (folder / "table.svg").read_text(encoding="utf-8") == svg.table(game)


@pytest.mark.parametrize(
    "line, why",
    [
        ("", "arguments FILE|POSITION --card is required"),
        ("missing", "cannot read missing: No such file"),
        ("text", "text: line 1: neither a game file"),
        (".", "cannot read .: Is a directory"),
        ("rules=official", "not a position"),
        ("rules=chess", "chess"),
        ("two.jsonl", "two.jsonl holds 2 games: choose one with --game K, counted from 0"),
        ("two.jsonl --game 2", "there is no game 2 in two.jsonl"),
        ("game.txt --at 5", "there is no ply 5 in a game of 4 decisions"),
        ("game.txt --at -1", "must be 0 or more"),
        ("game.txt --seat 3", "there is no seat 3"),
        ("game.txt --seat both", "'both' is not a whole number"),
        ("game.txt --theme blue", "invalid choice: 'blue'"),
        ("game.txt --size 15", "must be from 16 to 10000"),
        ("game.txt --mark 5x", "nothing on this table is called '5x'"),
        ("game.txt --mark 2c=" + "x" * 15, "at most 14 characters"),
        ("game.txt --out nowhere/table.svg", "cannot write nowhere/table.svg"),
        ("position.txt --at 1", "--at and --game are for game files, not for a position"),
        ("--card 5x", "no card"),
        ("--card " + "9" * 5000, "no card"),
        ("--card 67 --rules chess", "chess"),
        ("--card 67 --seat 1", "are for tables, not for a card"),
        ("game.txt --card 67", "not allowed with"),
    ],
)
def test_a_mistake_is_reported_in_one_line(
    line: str, why: str, folder: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["draw", *line.split()]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("splendor: ")
    assert shown.err.count("\n") == 1
    assert why in shown.err


def test_a_file_has_a_largest_size(
    game: splendor.Game,
    folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    size = (folder / "position.txt").stat().st_size
    monkeypatch.setattr(draw, "MOST_BYTES", size)
    assert drawn(capsys, "position.txt") == svg.table(game)
    monkeypatch.setattr(draw, "MOST_BYTES", size - 1)
    assert main(["draw", "position.txt"]) == 2
    limit = f"it has more than {size - 1:,} bytes"
    assert capsys.readouterr().err == f"splendor: cannot read position.txt: {limit}\n"
