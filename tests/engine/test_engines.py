"""Engines as bots: they play, their failures lose games, and nothing of them is left behind."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import time
from pathlib import Path

import pytest

from splendor import Game, RulesError, bots
from splendor.arena.simulation import Simulation
from splendor.bots import Clock
from splendor.bots import engines as hosting
from splendor.bots.engines import Engine, EngineBot, EngineError, greet
from splendor.core.engines import VARIABLE, configure, configured
from splendor.engine.checking import Check
from splendor.engine.speaking import Speaker

ROOT = Path(__file__).parents[2]
BADLY = Path(__file__).with_name("badly.py")
EXAMPLES = ROOT / "examples" / "engines"
PYTHON = shlex.quote(sys.executable)
EAGER = f"{PYTHON} {shlex.quote(str(EXAMPLES / 'eager.py'))}"
OURS = f"{PYTHON} -m splendor engine"


def badly(way: str, *more: object) -> str:
    return shlex.join([sys.executable, "-S", str(BADLY), way, *map(str, more)])


def move_of(command: str, **settings: str) -> str:
    game = Game(seed=1, start=0)
    bot = EngineBot("it", command, seed=1, **settings)
    return str(bot.choose(game.view(0), Clock()))


# Examples


def example_commands(folder: Path) -> dict[str, str]:
    """The commands of the examples for which the tools are here."""
    found = {"python": EAGER}
    if node := shutil.which("node"):
        found["javascript"] = shlex.join([node, str(EXAMPLES / "eager.mjs")])
    if compiler := shutil.which("cc"):
        program = folder / "eager"
        subprocess.run([compiler, "-O1", "-o", program, EXAMPLES / "eager.c"], check=True)
        found["c"] = str(program)
    return found


def test_every_example_engine_passes_the_check_and_is_short(tmp_path: Path) -> None:
    for name, command in example_commands(tmp_path).items():
        findings = list(Check(command).run())
        assert [each for each in findings if each.problem] == [], name
        assert len(findings) >= 10
    for file in EXAMPLES.iterdir():
        assert len(file.read_text("utf-8").splitlines()) <= 40, file.name


def test_the_page_shows_an_engine_that_is_tested() -> None:
    page = (ROOT / "docs" / "engines.md").read_text("utf-8")
    shown = page.split("```py\n")[1].split("```")[0]
    assert (EXAMPLES / "eager.py").read_text("utf-8").endswith(shown)


def test_the_check_names_what_is_wrong() -> None:
    problems = {each.what: each.problem for each in Check(badly("illegal")).run() if each.problem}
    assert "'bestmove b9z' does not name one of the legal moves" in problems["answers each go once"]
    problems = {each.what: each.problem for each in Check(badly("stay")).run() if each.problem}
    assert list(problems) == ["ends when it is told to quit", "ends when its input ends"]
    assert [each.problem for each in Check("/nowhere/engine").run()] == [
        "it cannot start /nowhere/engine: No such file or directory"
    ]


# Failures


@pytest.mark.parametrize(
    "way, why",
    [
        ("crash", "ended with status 3"),
        ("hang", r"gave no 'bestmove' within 0\.5 s"),
        ("illegal", "chose no legal move: 'bestmove b9z'"),
        ("garbage", "chose no legal move: 'bestmove'"),
        ("huge", "sent a line of more than 1 MB"),
        ("flood", "sent more than 1 MB instead of 'bestmove'"),
    ],
)
def test_an_engine_that_fails_is_ended_with_a_clear_line(
    way: str, why: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = {"THINK": 0.5} if way == "hang" else {"MOST_BYTES": 1 << 20}
    for name, value in limits.items():
        monkeypatch.setattr(hosting, name, value)
    with pytest.raises(EngineError, match=f"engine it {why}"):
        move_of(badly(way))


def test_what_an_engine_leaves_behind_is_ended(tmp_path: Path) -> None:
    file = tmp_path / "pids"
    with pytest.raises(EngineError, match="ended with status 0"):
        move_of(badly("children", file))
    pids = [int(line) for line in file.read_text().split()]
    assert len(pids) == 2
    waited = [pid for pid in pids if sys.platform == "linux" and is_running(pid)]
    assert waited == []


def is_running(pid: int) -> bool:
    """Whether a process runs; it is given a moment to go."""
    for _ in range(100):
        try:
            os.kill(pid, 0)
        except ProcessLookupError:
            return False
        time.sleep(0.05)
    return True


HOST = """
import sys, time
from splendor.bots.engines import Engine
engine = Engine("it", sys.argv[1])
engine.send("sei 1"); engine.lines_until("seiok", 10)
print(engine._process.pid, flush=True)
time.sleep(1000)
"""


def test_a_host_that_is_killed_leaves_no_engine_behind() -> None:
    host = subprocess.Popen(
        [sys.executable, "-c", HOST, badly("stay")], stdout=subprocess.PIPE, text=True
    )
    assert host.stdout is not None
    guard = int(host.stdout.readline())
    with open(f"/proc/{guard}/task/{guard}/children", encoding="ascii") as file:
        engine = int(file.read())
    host.kill()
    host.wait()
    host.stdout.close()
    assert not is_running(engine)
    assert not is_running(guard)


def test_an_engine_that_does_not_greet_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hosting, "HELLO", 0.3)
    with pytest.raises(EngineError, match="gave no 'seiok' within"):
        move_of(badly("mute"))


def test_settings_are_options_of_the_engine() -> None:
    assert move_of(badly("well"), Depth="2") == "WUG"
    with pytest.raises(EngineError, match="has no option 'Width'"):
        move_of(badly("well"), Width="2")


def test_a_process_plays_one_game_after_the_other() -> None:
    game, command = Game(seed=1, start=0), badly("well", "again")
    one, other = EngineBot("it", command, seed=1), EngineBot("it", command, seed=2)
    assert one._engine is not other._engine
    first = one._engine
    assert one.choose(game.view(0), Clock(seconds=1)) in game.legal_moves
    del one
    assert EngineBot("it", command, seed=3)._engine is first


# Names


@pytest.mark.parametrize(
    "name, command", [("a,b", "x"), ("", "x"), ("a b", "x"), ("ok", " "), ("ok", "'x")]
)
def test_names_and_commands_that_cannot_be_used_are_refused(
    name: str, command: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv(VARIABLE, raising=False)
    with pytest.raises(RulesError, match="engine"):
        configure([(name, command)])
    assert configured() == {}


def test_an_engine_cannot_take_the_name_of_a_bot(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(VARIABLE, json.dumps({"greedy": "x"}))
    with pytest.raises(RulesError, match="there is already a bot 'greedy'"):
        hosting.makers(["greedy"])


# Commands


def run(*arguments: str, told: str = "") -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "splendor", *arguments]
    return subprocess.run(command, capture_output=True, text=True, input=told, timeout=300)


def test_a_match_goes_on_when_an_engine_fails(tmp_path: Path) -> None:
    out = tmp_path / "match.jsonl"
    done = run("match", "bad", "good", "--engine", f"bad={badly('crash')}", "--engine",
               f"good={EAGER}", "--games", "4", "--workers", "1", "--out", str(out))  # fmt: skip
    assert done.returncode == 0, done.stderr
    header, *deals = map(json.loads, out.read_text("utf-8").splitlines())
    games = [game for deal in deals for game in deal["games"]]
    assert [agent["bot_version"] for agent in header["match"]["agents"]] == [
        "badly 1",
        "python-eager 1",
    ]
    assert [game["failure"]["why"] for game in games] == [
        "raised EngineError: engine bad ended with status 3"
    ] * 4
    assert all(game["payoffs"] == [0.0, 1.0] for game in games)


def test_engines_play_in_simulations_and_in_the_terminal() -> None:
    done = run("simulate", "--bots", "mine,random", "--engine", f"mine={EAGER}", "--games", "2",
               "--seed", "1")  # fmt: skip
    assert done.returncode == 0, done.stderr
    rows = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row["winners"] for row in rows] == [[0], [0]]
    done = run("terminal", "--seats", "mine,random", "--engine", f"mine={EAGER}", "--seed", "1")
    assert done.returncode == 0, done.stderr
    assert "Seat 0 · mine" in done.stdout


def test_in_a_simulation_a_failing_engine_loses_with_a_line() -> None:
    done = run("simulate", "--bots", "mine,random", "--engine", f"mine={badly('crash')}", "--games",
               "1", "--seed", "1")  # fmt: skip
    row = json.loads(done.stdout)
    assert (row["winners"], row["reason"]) == ([1], "abandoned")
    assert "seat 0 loses the game: EngineError: engine mine ended with status 3" in done.stderr


# Our own engine


def spoken(*lines: str) -> list[str]:
    said: list[str] = []
    speaker = Speaker(said.append)
    for line in lines:
        speaker.hear(line)
    return said


def test_our_engine_thinks_and_tells_what_it_thinks() -> None:
    game = Game(seed=1, start=0)
    said = spoken("newgame seat 0 seed x", f"position {game.view(0).position}",
                  "go nodes 30 multipv 2")  # fmt: skip
    assert [line.split()[0] for line in said] == ["info", "info", "bestmove"]
    words = said[0].split()
    assert words[1:4] == ["multipv", "1", "nodes"]
    assert 0 <= float(words[words.index("value") + 1]) <= 1
    assert words[words.index("pv") + 1] == said[-1].split()[1]


def test_our_engine_refuses_what_it_cannot_read_and_goes_on() -> None:
    game = Game(seed=1, start=0)
    said = spoken("position view=0 rules=chess", "go nodes 10", "setoption name Hash value 1",
                  f"position {game.view(0).position}", "go nodes many", "unheard of",
                  "setoption name Bot value greedy", "go")  # fmt: skip
    kinds = [line.split()[0] for line in said]
    assert kinds == ["error", "error", "bestmove", "error", "error", "bestmove", "bestmove"]
    assert game.is_legal(said[-1].split()[1])


def test_our_engine_passes_the_check() -> None:
    check = Check(OURS)
    wanted = {"says who it is", "stops when it is told to", "ends when its input ends"}
    assert check.attempt("says who it is", check.introduces_itself).problem == ""
    tried = {
        "stops when it is told to": check.stops,
        "ends when its input ends": check.ends_with_its_input,
    }
    for what, work in tried.items():
        assert check.attempt(what, work).problem == ""
    assert wanted > set(tried)


def test_greeting_twice_is_the_same() -> None:
    engine = Engine("it", EAGER)
    try:
        assert greet(engine).name == greet(engine).name == "python-eager 1"
        assert engine.close()
    finally:
        engine.kill()


def test_engines_are_told_what_others_played_and_how_the_game_ended(tmp_path: Path) -> None:
    heard = tmp_path / "heard"
    program = tmp_path / "listener.py"
    text = (EXAMPLES / "eager.py").read_text(encoding="utf-8")
    log = f"    open({str(heard)!r}, 'a').write(line)\n"
    program.write_text(
        text.replace("for line in sys.stdin:\n", f"for line in sys.stdin:\n{log}"), encoding="utf-8"
    )
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, json.dumps({"ear": f"{PYTHON} {shlex.quote(str(program))}"}))
        made = hosting.makers(())
        patch.setattr("splendor.bots.BOTS", {**bots.BOTS, **made})
        options: dict[str, int | str | None] = {"players": 2, "start": 0, "rounds": 3}
        game, failure = Simulation("official", options, ("ear", "random"), "s").play(0)
    assert failure is None
    end = time.monotonic() + 30
    while "gameover" not in heard.read_text(encoding="utf-8") and time.monotonic() < end:
        time.sleep(0.01)  # the engine reads when it can
    lines = heard.read_text(encoding="utf-8").splitlines()
    played = [line.split()[1:] for line in lines if line.startswith("played")]
    assert {seat for seat, _ in played} == {"1"}
    assert [move for _, move in played] == [
        str(move) for ply, move in enumerate(game.moves) if game.at(ply).active == 1
    ]
    assert lines[-1].startswith("gameover limit winners ")
