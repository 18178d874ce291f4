"""`splendor match` and `splendor ratings` as people type them."""

import os
import re
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from splendor.arena.matchfile import read_match
from splendor.cli import main, warm_up

ROOT = Path(__file__).resolve().parents[2]
# Background jobs of a shell ignore Ctrl-C, and so do their children.
LISTEN = "import signal; signal.signal(signal.SIGINT, signal.default_int_handler)"
PROGRAM = [sys.executable, "-c", "import sys; from splendor.cli import main; sys.exit(main())"]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


@pytest.fixture(scope="module")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("matches") / "match.jsonl"
    assert main(f"match greedy random --games 7 --workers 1 --time 5 --out {path}".split()) == 0
    return path


def test_a_match_is_played_and_rated(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert len(read_match(str(played))[1]) == 4
    plot = played.with_suffix(".svg")
    assert main(["ratings", str(played), "--anchor", "random=0", "--plot", str(plot)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "official, 2 players (rounds=100, start=0)"
    assert lines[1].split()[:3] == ["rank", "agent", "Elo"]
    assert re.match(r" +1  greedy +\d+ +-\d+ \+\d+ +8  100.0 %", lines[2])
    assert re.match(r" +2  random +0 +\+0 \+0 +8 +0.0 %", lines[3])
    assert plot.read_text().startswith("<svg")


def test_the_result_of_a_match_is_printed(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    again = f"match greedy random --games 7 --workers 1 --time 5 --out {played}"
    assert main(again.split()) == 0
    said = capsys.readouterr()
    assert "7 games are rounded up to 4 deals" in said.err
    assert "continuing after 4 deals" in said.err
    assert said.out.startswith("official, seed 1: 4 deals, 8 games\n")
    assert re.search(r"greedy +100\.0 % .* 0 \(0\.\d{3} s\)\n", said.out)
    assert "greedy: Elo ∞ (+" in said.out


def test_results_can_be_a_markdown_table(played: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ratings", str(played), "--markdown"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[2].startswith("| rank | agent | Elo |")
    assert lines[3] == "|" + " ---: | --- |" + " ---: |" * 7
    assert len(lines) == 6


@pytest.mark.parametrize(
    "arguments, why",
    [
        ("match greedy --out x", "a match needs 2 to 4 agents, not 1"),
        ("match greedy greedy greedy greedy greedy --out x", "needs 2 to 4 agents, not 5"),
        ("match greedy greedy greedy --rules duel --out x", "players must be 2, not 3"),
        ("match greedy clever --out x", "there is no bot 'clever': random, greedy"),
        ("match greedy no_module:Bot --out x", "cannot import 'no_module'"),
        ("match greedy random", "the following arguments are required: --out"),
        ("match greedy random --out x --sims 5 --time 1", "not allowed with argument --sims"),
        ("match greedy random --out x --sims 0", "must be from 1 to"),
        ("match greedy random --out x --time 0", "must be a number of seconds above 0, not 0"),
        ("match greedy random --out x --time nan", "'nan' is not a number"),
        ("match greedy random --out x --sprt 35", "'35' is not E0,E1"),
        ("match greedy random --out x --sprt 35,0", "with E0 below E1"),
        ("match greedy random random --out x --sprt 0,35", "--sprt compares two agents"),
        ("match greedy random --out x --rules chess", "there is no rule set 'chess'"),
        ("match greedy random --out no/such/folder/x", "cannot write no/such/folder/x"),
        ("ratings none.jsonl", "cannot read none.jsonl"),
        ("ratings x --anchor five", "'five' is not NAME=ELO"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: str,
    why: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(arguments.split()) == 2
    error = capsys.readouterr().err
    assert why in error
    assert error.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


def test_a_picture_that_cannot_be_written_is_refused(
    played: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["ratings", str(played), "--plot", str(played.parent)]) == 2
    assert "cannot write" in capsys.readouterr().err


def test_an_interrupted_match_keeps_its_deals_and_leaves_no_process(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    command = [*PROGRAM, *f"match greedy random --games 100000 --workers 1 --out {path}".split()]
    command[2] = f"{LISTEN}; {command[2]}"
    program = subprocess.Popen(command, stderr=subprocess.PIPE, text=True, start_new_session=True)
    deadline = time.monotonic() + 60
    while time.monotonic() < deadline and not (path.exists() and path.stat().st_size > 5000):
        time.sleep(0.05)
    os.killpg(program.pid, signal.SIGINT)  # to every process, like Ctrl-C
    _, said = program.communicate(timeout=120)
    assert program.returncode == 130
    deals = len(read_match(str(path))[1])
    assert deals > 0
    assert f"{path} has {deals} deal" in said
    assert "the same command continues it" in said
    assert "Traceback" not in said
    assert is_gone(program.pid)


def test_a_match_interrupted_before_it_starts_leaves_no_file_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupt(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("splendor.arena.series.play_match", interrupt)
    path = tmp_path / "match.jsonl"
    assert main(["match", "greedy", "random", "--out", str(path)]) == 130
    said = capsys.readouterr().err
    assert f"the match had not started: {path} was not written" in said
    assert "continues" not in said
    assert not path.exists()


def is_gone(group: int) -> bool:
    """Whether all processes of a group have ended, within a moment."""
    for _ in range(1000):
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            return True
        time.sleep(0.05)
    return False


def test_the_example_bot_of_the_documentation_plays(tmp_path: Path) -> None:
    """The module and the match of docs/write-a-bot.md."""
    page = (ROOT / "docs" / "write-a-bot.md").read_text(encoding="utf-8")
    [module] = re.findall(r"^```python\n(# my_bot\.py\n.*?)^```", page, re.DOTALL | re.MULTILINE)
    [command] = re.findall(r"^splendor (match my_bot:MyBot\S* .*)$", page, re.MULTILINE)
    assert len(module.splitlines()) <= 24
    (tmp_path / "my_bot.py").write_text(module, encoding="utf-8")
    done = subprocess.run(
        [*PROGRAM, *command.split()], cwd=tmp_path, capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stderr
    out = command.split("--out ")[1].split()[0]
    match, deals = read_match(str(tmp_path / out))
    assert match["agents"][0]["name"].startswith("my_bot:MyBot")
    assert not any(game["failure"] for deal in deals for game in deal["games"])
