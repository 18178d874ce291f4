"""The programs and notebooks in examples/ run and print what they promise."""

import ast
import json
import runpy
import sys
from pathlib import Path

import pytest

import splendor
from splendor.cli import warm_up
from tests.notebooks import cells_of, run_notebook
from tests.server.serving import a_server

EXAMPLES = Path(__file__).resolve().parent.parent / "examples"
MOST_LINES = 60
MOST_CELLS = 30

# What each program prints, among other lines.
PRINTS = {
    "play_a_game": ["winners: (0,)"],
    "write_a_bot": ["Saver against greedy: ", "% of 40 games"],
    "analyse_a_position": ["The chance of seat ", "simulations", "rules=official,players=2"],
    "many_games": ["1,024 games", "rounds: mean", "observations: (1024, 530) int8"],
    "game_files": ["splendor-game 1", "{A quiet beginning.}", "read again: Outcome("],
    "fork_a_game": ["played: seat 1 wins", "of 50 continuations"],
    "verify_a_deal": ["commitment: ", "yes The secret", "NO  The deck of level 1 differs"],
    "talk_to_a_server": ["result: {'winners'", "the deal was fair: True", "splendor-game 1"],
}
NOTEBOOKS = ["first_look", "how_strong_is_my_bot"]


@pytest.fixture(scope="module", autouse=True)
def _compiled_before() -> None:
    warm_up()


def test_the_examples_are_those_that_are_run() -> None:
    assert sorted(path.stem for path in EXAMPLES.glob("*.py")) == sorted(PRINTS)
    assert sorted(path.stem for path in EXAMPLES.glob("*.ipynb")) == sorted(NOTEBOOKS)


@pytest.mark.parametrize("name", PRINTS)
def test_an_example_is_short_and_says_how_to_run_it(name: str) -> None:
    text = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8")
    assert len(text.splitlines()) <= MOST_LINES
    assert f"python examples/{name}.py" in (ast.get_docstring(ast.parse(text)) or "")


@pytest.mark.parametrize("name", PRINTS)
def test_an_example_runs(
    name: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    program = str(EXAMPLES / f"{name}.py")
    if name == "talk_to_a_server":
        with a_server(tmp_path) as server:
            monkeypatch.setattr(sys, "argv", [program, server.url])
            runpy.run_path(program, run_name="__main__")
    else:
        monkeypatch.setattr(sys, "argv", [program])
        runpy.run_path(program, run_name="__main__")
    printed = capsys.readouterr().out
    assert [text for text in PRINTS[name] if text not in printed] == []


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_a_notebook_runs_and_its_cells_are_clean(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    path = EXAMPLES / f"{name}.ipynb"
    assert len(cells_of(path)) <= MOST_CELLS
    shown = run_notebook(path)
    assert capsys.readouterr().out
    if name == "first_look":
        assert isinstance(shown[0], splendor.Game)
        assert isinstance(shown[-1], splendor.Game)


@pytest.mark.parametrize(
    "change", [{"nbformat": 3}, {"cells": [{"cell_type": "code", "id": "a", "source": []}]}]
)
def test_a_file_that_is_no_notebook_of_this_format_is_refused(
    change: dict[str, object], tmp_path: Path
) -> None:
    data = json.loads((EXAMPLES / "first_look.ipynb").read_text(encoding="utf-8"))
    wrong = tmp_path / "wrong.ipynb"
    wrong.write_text(json.dumps({**data, **change}), encoding="utf-8")
    with pytest.raises(ValueError, match=r"wrong\.ipynb"):
        cells_of(wrong)


def test_a_cell_that_fails_is_not_passed_over(tmp_path: Path) -> None:
    data = json.loads((EXAMPLES / "first_look.ipynb").read_text(encoding="utf-8"))
    data["cells"] = [{**data["cells"][1], "source": ["1 / 0"]}]
    wrong = tmp_path / "wrong.ipynb"
    wrong.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(ZeroDivisionError):
        run_notebook(wrong)
