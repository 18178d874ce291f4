"""A game from outside the package can be registered, and everything works with it.

It is in `tests/tiny`, and registered in a separate process with `SPLENDOR_GAMES`.
"""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from splendor.core.games import VARIABLE, GamesError, folder_of, other_games, part_of

ROOT = Path(__file__).parent.parent


def run(*command: str, games: str) -> subprocess.CompletedProcess[str]:
    environment = {**os.environ, VARIABLE: games}
    environment["PYTHONPATH"] = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    return subprocess.run(
        [sys.executable, *command], env=environment, cwd=ROOT, capture_output=True, text=True
    )


def test_all_checks_of_the_third_game_pass() -> None:
    done = run("-m", "pytest", "-q", "-p", "no:cacheprovider", "tests/tiny/checks.py",
               games="tests.tiny")  # fmt: skip
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-1000:]


def test_a_package_that_cannot_be_found_is_named() -> None:
    done = run("-c", "import splendor.core.kernel", games="tests.tiny,tests.nowhere")
    assert done.returncode == 1
    assert "SPLENDOR_GAMES names 'tests.nowhere', which is not a package" in done.stderr


@pytest.mark.parametrize(
    "games, why",
    [
        ("tests.nowhere", "is not a package"),
        ("os", "is not a package"),
        ("..", "is not a package"),
        ("tests.plain", "has no options.py"),
        ("tests.tiny,tests.tiny", "cannot be registered: these names are registered already: tiny"),
    ],
)
def test_a_command_reports_in_one_line_which_package_is_not_a_game(games: str, why: str) -> None:
    done = run("-m", "splendor", "cards", games=games)
    assert done.returncode == 2
    assert done.stderr.startswith(f"splendor: SPLENDOR_GAMES names {games.split(',')[-1]!r}, which")
    assert why in done.stderr
    assert done.stderr.count("\n") == 1


def test_a_package_without_its_declaration_is_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "halfgame").mkdir()
    (tmp_path / "halfgame" / "__init__.py").touch()
    (tmp_path / "halfgame" / "ruleset.py").write_text("", "utf-8")
    (tmp_path / "halfgame" / "options.py").write_text("import nowhere_to_be_found", "utf-8")
    monkeypatch.syspath_prepend(str(tmp_path))
    with pytest.raises(GamesError, match=r"'halfgame', which has no RULESET in ruleset\.py"):
        part_of("halfgame", "ruleset", "RULESET")
    with pytest.raises(GamesError, match=r"cannot be imported: .*'nowhere_to_be_found'"):
        part_of("halfgame", "options", "OPTIONS")


def test_without_the_variable_there_are_no_other_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    assert other_games() == ()
    monkeypatch.setenv(VARIABLE, " one , two.three,")
    assert other_games() == ("one", "two.three")
    assert folder_of("tests.tiny") == ROOT / "tests" / "tiny"
