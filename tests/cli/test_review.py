"""`splendor review`: a game file judged on the command line."""

import json
import re
from pathlib import Path

import pytest

from splendor import Game
from splendor.cli import main
from splendor.formats import write_game
from splendor.review import Review

SIMS = ["--sims", "20"]


@pytest.fixture
def file(tmp_path: Path) -> str:
    game = Game(seed=1, start=0, rounds=2)
    for move in ("WUG", "WUG", "r3a", "RR"):
        game.push(move)
    path = tmp_path / "game.txt"
    path.write_text(write_game(game), encoding="utf-8")
    return str(path)


def test_a_review_shows_accounts_chart_and_turns(
    file: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", file, "--all", "--color", "never", *SIMS]) == 0
    shown = capsys.readouterr().out
    assert "judged by what each player knew" in shown
    assert "accuracy" in shown
    assert "chance of winning, turn by turn" in shown
    assert [move in shown for move in ("WUG", "r3a", "RR")] == [True, True, True]


def test_a_review_as_json_can_be_read_again(file: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["review", file, "--json", *SIMS]) == 0
    found = Review.from_json(json.loads(capsys.readouterr().out))
    assert [turn.moves for turn in found.turns] == [("WUG",), ("WUG",), ("r3a",), ("RR",)]
    assert found.budget.decision == 20


@pytest.mark.parametrize(
    "arguments, said",
    [(["--seat", "2"], "no seat 2"), (["--sims", "3"], "10 to 1000000"), (["--game", "5"], "game")],
)
def test_what_cannot_be_reviewed_is_refused_in_one_line(
    file: str, arguments: list[str], said: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["review", file, *SIMS, *arguments]) != 0
    error = capsys.readouterr().err
    assert said in error
    assert len(error.strip().splitlines()) == 1


def test_an_unfinished_game_is_refused_in_one_line(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "game.txt"
    path.write_text(write_game(Game(seed=1)), encoding="utf-8")
    assert main(["review", str(path)]) != 0
    assert "finished" in capsys.readouterr().err


def test_a_review_as_a_page_is_self_contained_and_escaped(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = Game(seed=1, start=0, rounds=2)
    for move in ("WUG", "WUG", "r3a", "RR"):
        game.push(move)
    path = tmp_path / "game.txt"
    text = write_game(game, {"seats": "human:<b>Ann</b>,human:Ben"})
    path.write_text(text, encoding="utf-8")
    assert main(["review", str(path), "--html", *SIMS]) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("<!doctype html>")
    assert "&lt;b&gt;Ann&lt;/b&gt;" in shown
    assert "<b>Ann" not in shown
    assert "Where the result comes from" in shown
    assert not [
        word
        for word in ("http:", "https:", "<script", "src='//")
        if word in without_pictures(shown)
    ]


def without_pictures(page: str) -> str:
    return re.sub(r"data:image/svg\+xml;base64,[A-Za-z0-9+/=]+", "", page)
