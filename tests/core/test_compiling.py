"""How far compiling is, who is told, and how Ctrl-C ends it."""

import io
import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.core.compiling import (
    PARTS,
    EntryTime,
    Progress,
    Step,
    compiling,
    entry_times,
    kernel_compiled,
    times_of,
    told_to,
)
from splendor.core.kernel import PACKAGE

ROWS = (EntryTime("base", "rules", "deal", 3, 1000), EntryTime("base", "rules", "apply", 0, 3000))


# Progress


def test_progress_is_the_share_of_typical_time() -> None:
    progress = Progress(ROWS)
    seen = []
    for step in (
        Step("deal", 0),
        Step("deal", 2),
        Step("deal", 2, ended=True),
        Step("apply", 0),
        Step("apply", 0, ended=True),
    ):
        progress.note(step)
        seen.append(progress.percent)
    assert seen == [0, 12, 25, 25, 99]  # 100 is for the end of all


def test_an_outdated_list_never_makes_progress_fall_or_end_too_soon() -> None:
    progress = Progress(ROWS)
    progress.note(Step("new", 7, ended=True))
    assert progress.percent == 0
    progress.note(Step("deal", 30))
    assert progress.percent == 25
    progress.note(Step("deal", 1))
    assert progress.percent == 25


def test_a_game_that_was_not_measured_has_the_times_of_another() -> None:
    assert times_of("chess") == times_of("base")
    assert Progress([]).percent == 0


def test_the_list_has_every_part_and_names_entries_that_exist() -> None:
    """`python -m tools.first_start times` writes it again."""
    rows = entry_times()
    assert {(row.game, row.part) for row in rows} == {
        (game, part) for game in ("base", "duel") for part in PARTS
    }
    assert {row.entry for row in rows} <= entries_in(PACKAGE)
    assert all(row.milliseconds >= 0 for row in rows)


def entries_in(package: Path) -> set[str]:
    """The names of all functions that are decorated with `entry`."""
    texts = [file.read_text("utf-8") for file in package.rglob("*.py")]
    return {
        name for text in texts for name in re.findall(r"^@entry\ndef (\w+)", text, re.MULTILINE)
    }


# Listening


def test_the_listener_hears_an_entry_its_kernels_and_its_end() -> None:
    heard: list[Step] = []
    with told_to(heard.append):
        with compiling("outer"):
            kernel_compiled()
            with compiling("inner"):  # a part of the other one
                kernel_compiled()
        kernel_compiled()  # outside an entry: nobody waits for it
    assert heard == [
        Step("outer", 0),
        Step("outer", 1),
        Step("outer", 2),
        Step("outer", 2, ended=True),
    ]


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


def compile_something() -> None:
    with compiling("deal_in"):
        kernel_compiled()
    with compiling("view_in"):  # loaded
        pass


def test_a_program_on_a_terminal_shows_a_line_and_removes_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    compile_something()
    shown = terminal.getvalue()
    assert shown.startswith("\rsplendor: compiling for this machine, once: deal_in, ")
    assert shown.endswith("\r")
    assert "view_in" not in shown
    assert "\n" not in shown


@pytest.mark.parametrize("stream", [io.StringIO(), None])
def test_a_program_without_a_terminal_shows_nothing(
    stream: io.StringIO | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stderr", stream)
    compile_something()
    assert stream is None or stream.getvalue() == ""


# Ctrl-C


@pytest.fixture(autouse=True)
def heeded_ctrl_c() -> Iterator[None]:
    """A process that was started in the background may ignore it."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)


def press_ctrl_c() -> None:
    os.kill(os.getpid(), signal.SIGINT)


def test_ctrl_c_waits_until_the_present_kernel_is_compiled() -> None:
    done = []

    def compile_two() -> None:
        with compiling("deal_in"):
            press_ctrl_c()
            done.append("kernel")
            kernel_compiled()
            done.append("next kernel")

    with pytest.raises(KeyboardInterrupt) as interrupted:
        compile_two()
    assert done == ["kernel"]
    assert interrupted.value.__suppress_context__  # not the compiler's own stack
    assert signal.getsignal(signal.SIGINT) is signal.default_int_handler


def test_ctrl_c_in_the_last_kernel_is_not_lost() -> None:
    with pytest.raises(KeyboardInterrupt), compiling("deal_in"):
        press_ctrl_c()


INTERRUPTED = """
import os, signal, sys
signal.signal(signal.SIGINT, signal.default_int_handler)
from splendor.core.compiling import compiling
try:
    with compiling("deal_in"):
        os.kill(os.getpid(), signal.SIGINT)
except KeyboardInterrupt:
    if sys.argv[1:] != ["later"]:
        raise
raise ValueError("something else")
"""


@pytest.mark.skipif(sys.platform == "win32", reason="signals")
def test_a_program_that_is_interrupted_while_compiling_ends_in_one_line() -> None:
    done = subprocess.run([sys.executable, "-c", INTERRUPTED], capture_output=True, text=True)
    assert done.stderr.strip() == "splendor: interrupted while compiling; what is compiled is kept"
    assert done.returncode == -signal.SIGINT


def test_a_program_that_catches_the_interruption_shows_other_errors_as_usual() -> None:
    words = [sys.executable, "-c", INTERRUPTED, "later"]
    done = subprocess.run(words, capture_output=True, text=True)
    assert "Traceback" in done.stderr
    assert done.stderr.endswith("ValueError: something else\n")


def test_a_programs_own_handler_of_ctrl_c_is_left_alone() -> None:
    pressed = []
    before = signal.signal(signal.SIGINT, lambda *_: pressed.append(True))
    try:
        with compiling("deal_in"):
            press_ctrl_c()
            kernel_compiled()
    finally:
        signal.signal(signal.SIGINT, before)
    assert pressed == [True]


def test_other_threads_compile_without_handling_signals() -> None:
    heard: list[Step] = []
    with told_to(heard.append):
        other = threading.Thread(target=compile_something)
        other.start()
        other.join()
    assert heard[-1] == Step("view_in", 0, ended=True)


# Whether a process is interpreted

STARTS = """
import sys
from splendor.core.cold_start import interpret_while_cold
if sys.argv[1:] == ["asks"]:
    interpret_while_cold()
from splendor.core.kernel import COLD, COMPILED, CACHE
(CACHE / "warm-base").touch()
print(COLD, COMPILED, "numba" in sys.modules)
if sys.argv[1:] == ["asks"]:
    (CACHE / "warm-everything").touch()
"""


def test_only_a_process_that_asks_is_interpreted_and_only_until_everything_is_compiled(
    tmp_path: Path,
) -> None:
    environment = {**os.environ, "SPLENDOR_CACHE_DIR": str(tmp_path), "NUMBA_DISABLE_JIT": "0"}

    def start(*arguments: str, **more: str) -> str:
        return subprocess.run(
            [sys.executable, "-c", STARTS, *arguments],
            env=environment | more,
            capture_output=True,
            text=True,
            check=True,
        ).stdout.strip()

    assert start() == "False True False"
    assert start("asks") == "True False False"
    assert start("asks") == "False True False"  # now everything is marked as compiled
    assert start("asks", NUMBA_DISABLE_JIT="1") == "False False False"
