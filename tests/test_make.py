"""What the Makefile prints to people: one line when a command is interrupted or a step fails."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
STAMPS = (".made", ".installed", ".installed-server")
PLAYS = """#!/bin/sh
trap 'echo Stopped; exit 130' INT
echo ready >"$READY"
n=0
while [ $n -lt 600 ]; do sleep 0.1; n=$((n + 1)); done
"""
INSTALLS = """#!/bin/sh
echo ready >"$READY"
exec sleep 60
"""
FAILS = """#!/bin/sh
echo "{said}"
exit 1
"""

# What GNU make 4.3 adds once in a while on a busy machine, if it loses track of the child.
LOST_CHILD = "make: *** wait: No child processes.  Stop."
TRIES = 5

# Where Ctrl-C is ignored, as in a job of CI, no shell could react to it.
MAKE = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.SIG_DFL)
os.execvp("make", ["make", *sys.argv[1:]])
"""

pytestmark = pytest.mark.skipif(
    sys.platform == "win32" or not shutil.which("make"), reason="no make"
)


def a_clone(folder: Path, program: str, text: str, stamps: tuple[str, ...]) -> Path:
    """A folder with a space in its name, the Makefile, and a stand-in for one program of .venv."""
    clone = folder / "splendor game"
    programs = clone / ".venv" / "bin"
    programs.mkdir(parents=True)
    for part in ("tools", "requirements"):
        (clone / part).mkdir()
    locks = [f"requirements/{name}.lock" for name in ("core", "server", "dev")]
    for name in ("Makefile", "pyproject.toml", "tools/step.sh", *locks):
        shutil.copy(ROOT / name, clone / name)
    for name in {"python", program}:
        (programs / name).write_text(text)
        (programs / name).chmod(0o755)
    for stamp in stamps:
        (clone / ".venv" / stamp).touch()
    return clone


def outside_make() -> dict[str, str]:
    """The environment without what make tells a make that it runs: that one prints more lines."""
    return {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def interrupted(clone: Path, target: str) -> list[str]:
    """What is printed if Ctrl-C reaches make and everything that it started."""
    for _ in range(TRIES):
        lines = interrupted_once(clone, target)
        if LOST_CHILD not in lines:
            break
    return lines


def interrupted_once(clone: Path, target: str) -> list[str]:
    ready = clone / "ready"
    ready.unlink(missing_ok=True)
    with subprocess.Popen(
        [sys.executable, "-c", MAKE, target],
        cwd=clone,
        env={**outside_make(), "READY": str(ready), "LC_ALL": "C"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        start_new_session=True,
    ) as made:
        while not ready.exists():
            assert made.poll() is None
            time.sleep(0.01)
        os.killpg(made.pid, signal.SIGINT)
        printed, _ = made.communicate()
    return printed.splitlines()


def test_make_adds_nothing_to_the_line_of_a_command_that_is_interrupted(tmp_path: Path) -> None:
    clone = a_clone(tmp_path, "splendor", PLAYS, STAMPS)
    assert interrupted(clone, "play") == ["Stopped"]


def test_an_installation_that_is_interrupted_says_so_in_one_line(tmp_path: Path) -> None:
    clone = a_clone(tmp_path, "python", INSTALLS, STAMPS[:1])
    announced, line = interrupted(clone, "install")
    assert announced.startswith("Installing")
    assert line.startswith("make: ***")
    assert line.endswith("Interrupt")


@pytest.mark.parametrize(
    "said, advice",
    [
        ("Temporary failure in name resolution", "connect to the network"),
        ("something else", "build/install.log says why"),
    ],
)
def test_a_step_that_fails_says_what_to_do(said: str, advice: str, tmp_path: Path) -> None:
    clone = a_clone(tmp_path, "python", FAILS.format(said=said), STAMPS[:1])
    done = subprocess.run(["make", "install"], cwd=clone, capture_output=True, text=True)
    assert advice in done.stderr.splitlines()[0]
