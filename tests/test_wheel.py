"""The built wheel works outside the source tree, with its data files."""

import os
import subprocess
import sys
import venv
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
DATA = ["base_cards.csv", "base_nobles.csv"]

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


@pytest.mark.slow
def test_the_wheel_plays_a_game_outside_the_source_tree(tmp_path: Path) -> None:
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    wheel = build_wheel(tmp_path / "dist")
    names = zipfile.ZipFile(wheel).namelist()
    assert {f"splendor/data/{name}" for name in DATA} | {"splendor/py.typed"} <= set(names)
    assert {name.partition("/")[0].partition("-")[0] for name in names} == {"splendor"}
    pages = ROOT / "src" / "splendor" / "server" / "static"
    served = {path.relative_to(pages.parents[2]) for path in pages.rglob("*") if path.is_file()}
    assert {path.as_posix() for path in served} <= set(names)

    environment = tmp_path / "venv"
    commands = make_environment(environment)
    python = commands / "python"
    install = ("install", "--quiet", "--no-index", "--no-deps", wheel)
    run(sys.executable, "-m", "pip", "--python", python, *install, cwd=elsewhere)

    imported = Path(run(python, "-c", RANDOM_GAME, cwd=elsewhere).strip())
    assert environment.resolve() in imported.resolve().parents

    options = ("--players", "2", "--games", "1", "--seed", "1", "--bots", "random,random")
    assert run(commands / "splendor", "simulate", *options, cwd=elsewhere)
