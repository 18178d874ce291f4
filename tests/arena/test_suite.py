"""The suite: fixed opponents and deals, the same result again, and everything to check it."""

import json
from pathlib import Path
from typing import Any

import pytest

from splendor import RulesError
from splendor.arena.suite import OPPONENTS, Suite, document
from splendor.cli import main


def played(folder: Path, **changes: Any) -> dict[str, Any]:
    arguments: dict[str, Any] = {"agent": "greedy", "deals": 3, "opponents": ("random", "greedy")}
    suite = Suite(**{**arguments, **changes})
    return document(suite, list(suite.play(folder, 1, (lambda _: None, print))))


def test_the_same_suite_gives_the_same_results(tmp_path: Path) -> None:
    one, other = played(tmp_path / "one"), played(tmp_path / "other")
    for first, second in zip(one["results"], other["results"], strict=True):
        assert first["results_sha256"] == second["results_sha256"]
        assert (first["score"], first["games"]) == (second["score"], 6)

    again = played(tmp_path / "one", deals=2)
    assert again["results"][0]["games"] == 4
    assert not again["complete"]


def test_the_command_prints_a_table_and_writes_what_is_needed_to_check_it(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = ("--deals", "2", "--against", "random", "--workers", "1", "--out", str(tmp_path))
    assert main(["suite", "greedy", "--rules", "duel", *arguments]) == 0
    assert "splendor-suite/1, duel, 2 players, 2 deals (not complete)" in capsys.readouterr().out
    found = json.loads((tmp_path / "suite.json").read_text("utf-8"))
    assert found["results"][0]["file"] == "duel-2-random.jsonl"
    assert {"seed", "version", "levels_sha256", "budget", "mean_score"} <= set(found)


def test_only_the_opponents_of_the_suite_can_be_chosen() -> None:
    assert Suite("greedy").chosen() == OPPONENTS
    with pytest.raises(RulesError, match="the suite has random"):
        Suite("greedy", opponents=("master",)).chosen()
    with pytest.raises(RulesError, match="duel is not played by 3"):
        Suite("greedy", "duel", 3).chosen()


BASELINES = sorted((Path(__file__).parents[2] / "docs" / "suite").glob("*.json"))


@pytest.mark.parametrize("path", BASELINES, ids=lambda path: path.stem)
def test_a_baseline_is_complete_and_can_be_played_again(path: Path, tmp_path: Path) -> None:
    """The games against the random bot, which take little time, end as they did."""
    found = json.loads(path.read_text("utf-8"))
    assert found["complete"]
    assert [row["opponent"] for row in found["results"]] == list(OPPONENTS)
    again = played(tmp_path, agent=found["agent"], rules=found["rules"], deals=found["deals"],
                   opponents=("random",))  # fmt: skip
    assert again["results"][0]["results_sha256"] == found["results"][0]["results_sha256"]
