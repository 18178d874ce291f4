"""The built wheel is complete, and works outside the source tree; the checks of a release."""

import os
import re
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

from tools.release import NOT_RELEASED, archive_problems, version_problems, wheel_problems

ROOT = Path(__file__).resolve().parent.parent
LICENCES = ("LICENSE", "THIRD_PARTY_NOTICES.md")
FILES = {"src/splendor/game.py", "src/splendor/a-LICENSE.txt", "tests/x.py", "docs/pictures/x.webp"}
NAMES = ["splendor/game.py", "splendor/a-LICENSE.txt", "s.dist-info/METADATA"]
NAMES += [f"s.dist-info/licenses/{name}" for name in (*LICENCES, "src/splendor/a-LICENSE.txt")]

RANDOM_GAME = """
import random
import splendor

chance = random.Random(1)
game = splendor.Game(players=2, seed=1)
while not game.is_over:
    game.push(chance.choice(list(game.legal_moves)))
assert game.outcome.winners
print(splendor.__file__)
"""


def run(*command: str | Path, cwd: Path) -> str:
    """The output of a command, in an environment without access to the source tree."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    done = subprocess.run(
        [str(word) for word in command], cwd=cwd, env=kept, capture_output=True, text=True
    )
    if done.returncode:
        words = " ".join(map(str, command))
        pytest.fail(f"{words}\nstatus {done.returncode}\n{done.stdout}{done.stderr}", pytrace=False)
    return done.stdout


def files_of_the_package() -> set[str]:
    """Not from git: the tests also run in an unpacked source archive."""
    found = (path for path in (ROOT / "src" / "splendor").rglob("*") if path.is_file())
    return {path.relative_to(ROOT).as_posix() for path in found if path.suffix != ".pyc"}


def build_wheel(folder: Path) -> Path:
    command = ("-m", "build", "--wheel", "--no-isolation", "--outdir", folder, ROOT)
    run(sys.executable, *command, cwd=folder.parent)
    [wheel] = folder.glob("*.whl")
    return wheel


def make_environment(folder: Path) -> Path:
    """The `bin` of a new environment that has the compiler and NumPy of this one, but not the
    package under test: path files of a folder named by a path file are not read.
    """
    venv.create(folder, with_pip=False)
    where = "import sysconfig; print(sysconfig.get_path('purelib'))"
    bin_folder = folder / ("Scripts" if os.name == "nt" else "bin")
    packages = Path(run(bin_folder / "python", "-c", where, cwd=folder).strip())
    neighbours = [path for path in sys.path if path.endswith(("site-packages", "dist-packages"))]
    (packages / "neighbours.pth").write_text("\n".join(neighbours) + "\n")
    return bin_folder


@pytest.mark.parametrize(
    "change, problems",
    [
        ({"splendor/game.py": ""}, ["splendor/game.py is missing"]),
        ({"tests/x.py": "add"}, ["tests/x.py does not belong there"]),
        ({"s.dist-info/licenses/LICENSE": ""}, ["the licence LICENSE is missing"]),
        ({}, []),
    ],
)
def test_a_wheel_with_a_file_too_many_or_too_few_is_found(
    change: dict[str, str], problems: list[str]
) -> None:
    names = [name for name in NAMES if change.get(name) != ""]
    names += [name for name in change if change[name]]
    assert list(wheel_problems(names, FILES)) == problems


def test_a_source_archive_has_everything_but_pictures_that_no_page_shows() -> None:
    names = [f"splendor-1/{name}" for name in FILES if not name.startswith("docs/pictures")]
    assert list(archive_problems([*names, "splendor-1/PKG-INFO"], FILES)) == []
    assert list(archive_problems(names, {*FILES, "tools/y.py"})) == ["tools/y.py is missing"]
    assert list(archive_problems([*names, "splendor-1/build/z"], FILES)) == [
        "build/z does not belong there"
    ]


def test_the_pictures_of_pages_are_released() -> None:
    texts = [path.read_text(encoding="utf-8") for path in (ROOT / "docs").rglob("*.md")]
    shown = {name for text in texts for name in re.findall(r"\(pictures/([\w-]+\.webp)\)", text)}
    assert len(shown) > 3
    for settings, pattern in (
        ("pyproject.toml", '"!/docs/pictures/%s"'),
        ("mkdocs.yml", "!pictures/%s"),
    ):
        text = (ROOT / settings).read_text(encoding="utf-8")
        assert {name for name in shown if pattern % name in text} == shown
    assert not any(NOT_RELEASED.match(f"docs/pictures/{name}") for name in shown)


@pytest.mark.parametrize(
    "citation, changes, problems",
    [
        ("version: 1.2.3\n", "## [Unreleased]\n", 0),
        ("version: 1.2.3\n", "## [1.2.3] - 2026-01-01\n", 0),
        ("version: 1.2.2\n", "## [1.2.3]\n", 1),
        ("version: 1.2.3\n", "## [1.2.2]\n", 1),
    ],
)
def test_versions_that_differ_are_found(citation: str, changes: str, problems: int) -> None:
    assert len(list(version_problems("1.2.3", citation, changes))) == problems


@pytest.mark.slow
def test_the_wheel_plays_a_game_outside_the_source_tree(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    wheel = build_wheel(tmp_path / "dist")
    assert list(wheel_problems(zipfile.ZipFile(wheel).namelist(), files_of_the_package())) == []

    environment = tmp_path / "venv"
    commands = make_environment(environment)
    python = commands / "python"
    install = ("install", "--quiet", "--no-index", "--no-deps", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=elsewhere)

    imported = Path(run(python, "-c", RANDOM_GAME, cwd=elsewhere).strip())
    assert environment.resolve() in imported.resolve().parents

    options = ("--players", "2", "--games", "1", "--seed", "1", "--bots", "random,random")
    assert run(commands / "splendor", "simulate", *options, cwd=elsewhere)
