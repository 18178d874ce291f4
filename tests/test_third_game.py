"""A game that the package does not know is registered, and everything works with it.

It lies in `tests/tiny` and is registered in a process of its own, as an outsider would do it.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from splendor.core.games import VARIABLE, folder_of, other_games

ROOT = Path(__file__).parent.parent


def run(*command: str, games: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, VARIABLE: games}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True
    )


def test_a_third_game_deals_plays_searches_batches_and_is_written_to_files() -> None:
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/tiny/checks.py",
               games="tests.tiny")  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_a_package_that_cannot_be_found_is_named() -> None:
    done = run("-c", "import splendor.core.kernel", games="tests.tiny,tests.nowhere")
    assert done.returncode == 1
    assert "SPLENDOR_GAMES names 'tests.nowhere', which is not a package" in done.stderr


def test_without_the_variable_there_are_no_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert other_games() == ()
    monkeypatch.setenv(VARIABLE, " one , two.three,")
    assert other_games() == ("one", "two.three")
    assert folder_of("tests.tiny") == ROOT / "tests" / "tiny"
