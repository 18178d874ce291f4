"""The commands: output, refusals, files."""

import io
import json
import os
import pty
import subprocess
import sys
from pathlib import Path

import pytest

from splendor import Game
from splendor.bots.simple import simulate
from splendor.cli import main, warm_up
from splendor.cli.simulate import Tally, wilson
from splendor.formats import read_any, transcript_line, write_game
from splendor.ruleset import RULESETS
from splendor.terminal.seats import usual_seats
from splendor.terminal.thinking import warm_search

COMMANDS = ("terminal", "simulate", "replay", "draw", "perft", "bench", "cards", "match", "ratings")
PROGRAM = [sys.executable, "-c", "import sys; from splendor.cli import main; sys.exit(main())"]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()
    warm_search("official")


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    game = Game(seed=5, start=0, players=3)
    for move in ("WUG", "r2", "r1a", "WRK"):
        game.push(move)
    path = tmp_path / "game.txt"
    path.write_text(write_game(game), encoding="utf-8")
    return path


def run(
    *arguments: str,
    input: str | None = None,
    environment: dict[str, str] | None = None,
    cwd: Path | None = None,
) -> subprocess.CompletedProcess[str]:
    """Run the program with pipes as its streams."""
    return subprocess.run(
        [*PROGRAM, *arguments],
        input=input or "",
        capture_output=True,
        encoding="utf-8",
        errors="surrogateescape",
        env={**os.environ, **(environment or {})},
        cwd=cwd,
        timeout=120,
    )


# Help and version


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_a_command_has_an_example(
    command: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([command, "--help"]) == 0
    _, _, examples = capsys.readouterr().out.partition("examples:\n")
    assert f"  splendor {command}" in examples
    assert all(line == line.rstrip() for line in examples.splitlines())


def test_the_help_says_when_simulated_games_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"ends after round {RULESETS['official'].limits['rounds']} unless" in shown


def test_splendor_alone_prints_its_help(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert all(f"    {command} " in shown for command in COMMANDS)


@pytest.mark.parametrize("arguments", ["'--version'", "'--help'", "'simulate', '--help'"])
def test_help_and_version_do_not_need_the_compiler(arguments: str) -> None:
    code = f"import sys; from splendor.cli import main; status = main([{arguments}])\n"
    code += "sys.exit(status or 'numba' in sys.modules or 'numpy' in sys.modules)"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert "splendor" in done.stdout


def test_the_version_is_the_packages(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out == "splendor 0.1.0\n"


# Refusals


@pytest.mark.parametrize(
    "arguments, why",
    [
        ("foo", "invalid choice"),
        ("--bogus", "unrecognized arguments"),
        ("terminal --rules foo", "there is no rule set 'foo': official, landolt"),
        ("terminal --option target=9 --option target=8", "an --option is given twice"),
        ("terminal --option foo=1", "there is no option 'foo'"),
        ("terminal --option foo", "'foo' is not NAME=VALUE"),
        ("terminal --option target=3", "option target must be a number from 5 to 30, not 3"),
        ("terminal --players 5", "option players must be one of 2, 3, 4, not 5"),
        ("terminal --players x", "'x' is not a whole number"),
        ("terminal --seats human,foo", "nobody can play as 'foo'"),
        ("terminal --seats human,greedy --players 3", "--seats names 2 for a game of 3"),
        ("terminal --level foo", "there is no level 'foo': random"),
        ("terminal --level foo --players 5", "option players must be one of 2, 3, 4, not 5"),
        ("terminal --level foo --seats human,greedy", "--seats names each bot"),
        ("terminal --color pink", "invalid choice"),
        ("terminal --load missing", "cannot read missing"),
        ("terminal --load text", "text: line 1"),
        ("terminal --load text --players 2", "--load takes rules and deal from its file"),
        ("terminal --load game.txt --seed 1", "its file: --seed is not allowed"),
        ("terminal --load game.txt --rules official", "its file: --rules is not allowed"),
        ("terminal --load game.txt --option target=9", "its file: --option is not allowed"),
        ("terminal --load many", "many holds 3 games: choose one with splendor terminal --load"),
        ("terminal --load many --game 3", "no game 3 in many: it holds 3 games, counted from 0"),
        ("terminal --game 0", "it needs --load FILE"),
        ("simulate --games -1", "must be 1 or more, not -1"),
        ("simulate --games many", "'many' is not a whole number"),
        ("simulate --bots greedy", "2 players need 2 bots, not 1"),
        ("simulate --bots greedy,foo", "there is no bot 'foo': random, greedy"),
        ("simulate --option seed=1", "there is no option 'seed'"),
        ("simulate --transcripts folder", "cannot write folder: it is not a file"),
        ("simulate --transcripts missing/file", "cannot write missing/file"),
        ("replay", "required: FILE"),
        ("replay missing", "cannot read missing: No such file"),
        ("replay folder", "cannot read folder"),
        ("replay binary", "cannot read binary: it is not text"),
        ("replay text", "text: line 1: neither a game file"),
        ("replay json", "json: line 1: not a transcript"),
        ("replay empty", "empty: line 1: the file is empty"),
        ("replay unreadable", "unreadable: line 10: round 1, turn 1: 'XYZ' is not a move"),
        ("replay illegal", "illegal: line 10: round 1, turn 1: b3a is not legal now"),
        ("replay game.txt --at 5", "the game has 4 moves, not 5"),
        ("replay game.txt --view 3", "there is no seat 3 in a game for 3"),
        ("replay game.txt --game 1", "no game 1 in game.txt: it holds 1 game, counted from 0"),
        ("replay game.txt --game -1", "must be 0 or more"),
        ("replay game.txt --at 1 --all", "not allowed with"),
        ("perft --depth 0", "must be from 1 to 30, not 0"),
        ("perft --position foo", "not a position"),
        ("bench --repeats 0", "must be 1 or more"),
        ("cards --rules foo", "there is no rule set 'foo'"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: str,
    why: str,
    game_file: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    folder = game_file.parent
    write_bad_files(folder, game_file.read_text())
    before = sorted(folder.rglob("*"))
    monkeypatch.chdir(folder)
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(arguments.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.startswith("splendor: ")
    assert why in shown.err
    assert shown.err.count("\n") == 1
    assert sorted(folder.rglob("*")) == before


def write_bad_files(folder: Path, game: str) -> None:
    (folder / "folder").mkdir()
    (folder / "binary").write_bytes(bytes(range(256)))
    (folder / "text").write_text("hello\n")
    (folder / "json").write_text('{"a": 1}\n')
    (folder / "empty").write_text("")
    (folder / "unreadable").write_text(game.replace("1. WUG", "1. XYZ"))
    (folder / "many").write_text(f"{transcript_line(Game(seed=1))}\n" * 3)
    (folder / "illegal").write_text(game.replace("1. WUG", "1. b3a"))


def test_the_program_itself_refuses_with_status_2(tmp_path: Path) -> None:
    done = run("simulate", "--transcripts", "x", "--option", "target=3", cwd=tmp_path)
    assert done.returncode == 2
    assert done.stderr == "splendor: option target must be a number from 5 to 30, not 3\n"
    assert done.stdout == ""
    assert list(tmp_path.iterdir()) == []


# Play through a pipe


def test_a_game_is_played_through_a_pipe() -> None:
    done = run("terminal", "--seed", "5", input="WUG\nfoo\nquit\n")
    assert done.returncode == 0
    assert done.stderr == ""
    assert "Seat 0 · You: Take white, blue and green." in done.stdout
    assert "! 'foo' is neither a move nor a command" in done.stdout
    assert done.stdout.endswith("The game is unfinished, in round 2. It is not saved.\n")
    assert "\x1b" not in done.stdout


def test_an_output_without_unicode_gets_ascii() -> None:
    done = run(
        "terminal",
        "--seed",
        "5",
        input="WUG\n\udcff\n",
        environment={"PYTHONIOENCODING": "ascii", "PYTHONUTF8": "0"},
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.isascii()
    assert "+- 3a -" in done.stdout


def typed(
    arguments: str, lines: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    monkeypatch.setattr(sys, "stdin", io.StringIO(lines))
    assert main(["terminal", *arguments.split()]) == 0
    return capsys.readouterr().out


def test_seats_determine_the_number_of_players(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("--seats human:Anna,greedy,random --seed 1", "", monkeypatch, capsys)
    for name in ("Seat 0 · Anna", "Seat 1 · greedy", "Seat 2 · random"):
        assert name in shown


def test_the_other_seats_are_bots_of_the_default_level(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = typed("--players 4 --rules landolt --option target=21", "", monkeypatch, capsys)
    assert "Splendor · landolt · round 1 · goal 21 points" in shown
    assert f"Seat 3 · {usual_seats('base', 4)[3].kind}" in shown


def test_colours_can_be_forced(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert "\x1b[" in typed("--color always --seed 1", "", monkeypatch, capsys)
    assert "\x1b[" not in typed("--color never --seed 1", "", monkeypatch, capsys)


def test_a_saved_game_can_be_continued(
    game_file: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    seats = "human,human,human"
    shown = typed(f"--load {game_file} --seats {seats}", "log\n", monkeypatch, capsys)
    assert "round 2" in shown
    assert "Take white, red and black." in shown


def test_one_of_several_games_can_be_continued(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("".join(f"{transcript_line(Game(seed=n, target=20 + n))}\n" for n in range(3)))
    for number in range(3):
        shown = typed(f"--load {file} --game {number}", "", monkeypatch, capsys)
        assert f"goal {20 + number} points" in shown


def test_seats_on_the_command_line_override_those_of_the_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_game(Game(seed=1), {"seats": "Anna and Bob"}))
    shown = typed(f"--load {file} --seats human:Carl,greedy", "", monkeypatch, capsys)
    assert "Seat 0 · Carl" in shown


# Simulations


def test_simulated_games_are_json_lines_that_can_be_reproduced(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = "simulate --games 3 --seed s --players 3 --bots random,greedy,greedy"
    assert main(arguments.split()) == 0
    shown = capsys.readouterr()
    rows = [json.loads(line) for line in shown.out.splitlines()]
    assert [row["game"] for row in rows] == [0, 1, 2]
    for row in rows:
        game = Game(players=3, seed=row["seed"], rounds=100)
        simulate(game, ("random", "greedy", "greedy"), f"{row['seed']}/bots")
        outcome = game.outcome
        assert outcome is not None
        assert row == {
            "game": row["game"],
            "seed": f"s/{row['game']}",
            "winners": [*outcome.winners],
            "points": [*outcome.points],
            "cards": [*outcome.cards],
            "reason": outcome.reason,
            "rounds": game.round,
            "decisions": len(game.moves),
        }
    assert "seed s: 3 games" in shown.err
    assert main(arguments.split()) == 0
    assert capsys.readouterr() == shown


def test_the_summary_can_be_json(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--games", "4", "--bots", "greedy,greedy", "--json"]) == 0
    shown = capsys.readouterr()
    summary = json.loads(shown.err)
    assert summary["games"] == 4
    assert sum(row["share"] for row in summary["seats"]) == pytest.approx(1)
    assert summary["bots"][0]["share"] == 1
    assert json.loads(shown.out.splitlines()[0])["seed"] == f"{summary['seed']}/0"


def test_the_option_rounds_ends_a_simulated_game(capsys: pytest.CaptureFixture[str]) -> None:
    options = ["--bots", "random,random", "--option", "rounds=7"]
    assert main(["simulate", "--games", "5", "--seed", "1", *options]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert {(row["rounds"], row["reason"]) for row in rows} == {(7, "limit")}


def test_transcripts_are_written_as_json_lines(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text("old")
    assert main(["simulate", "--games", "3", "--seed", "1", "--transcripts", str(file)]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    recorded = [saved.game.outcome for saved in read_any(file.read_text())]
    assert [[*outcome.points] for outcome in recorded if outcome] == [row["points"] for row in rows]
    assert list(tmp_path.iterdir()) == [file]


def test_an_interrupted_simulation_writes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def interrupted(tally: Tally, row: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(Tally, "add", interrupted)
    assert main(["simulate", "--transcripts", str(tmp_path / "games.jsonl")]) == 130
    assert capsys.readouterr().err.strip() == "splendor: interrupted"
    assert list(tmp_path.iterdir()) == []


def test_a_protected_file_is_refused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    file.touch()
    monkeypatch.setattr(os, "access", lambda path, mode: False)  # root may write everywhere
    assert main(["simulate", "--transcripts", str(file)]) == 2
    assert "it is write-protected" in capsys.readouterr().err


def test_a_closed_pipe_is_not_an_error() -> None:
    program = subprocess.Popen(
        [*PROGRAM, "simulate", "--games", "100000"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )
    assert program.stdout is not None
    assert program.stderr is not None
    with program:
        assert json.loads(program.stdout.readline())["game"] == 0
        program.stdout.close()
        assert program.stderr.read() == ""
        assert program.wait(60) == 141


def test_a_full_disk_is_reported_in_one_line() -> None:
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full")
    with Path("/dev/full").open("w") as full:
        done = subprocess.run([*PROGRAM, "cards"], stdout=full, stderr=subprocess.PIPE, text=True)
    assert done.returncode == 2
    assert done.stderr == "splendor: output: No space left on device\n"


def test_a_bar_shows_the_progress_on_a_terminal(tmp_path: Path) -> None:
    master, slave = pty.openpty()
    with (tmp_path / "out").open("w") as out:
        program = subprocess.Popen(
            [*PROGRAM, "simulate", "--games", "400", "--seed", "1"], stdout=out, stderr=slave
        )
        os.close(slave)
        shown = ""
        try:
            while part := os.read(master, 65536).decode():
                shown += part
        except OSError:  # the program has ended
            pass
        os.close(master)
        assert program.wait(60) == 0
    assert "/400 [" in shown
    assert "400/400" not in shown.partition("seat 1  greedy")[2]  # the bar is removed
    assert len([json.loads(row) for row in (tmp_path / "out").read_text().splitlines()]) == 400


@pytest.mark.parametrize(
    "wins, games, low, high",
    [(0, 10, 0, 0.2775), (5, 10, 0.2366, 0.7634), (10, 10, 0.7225, 1), (95, 100, 0.8882, 0.9785)],
)
def test_the_interval_is_that_of_wilson(wins: int, games: int, low: float, high: float) -> None:
    assert wilson(wins, games) == pytest.approx((low, high), abs=2e-4)


def test_a_shared_victory_is_split() -> None:
    tally = Tally(("greedy", "random"))
    tally.add({"rounds": 20, "reason": "points", "winners": [0, 1]})
    tally.add({"rounds": 30, "reason": "points", "winners": [1]})
    figures = tally.summary()
    assert [row["share"] for row in figures["seats"]] == [0.25, 0.75]
    assert figures["mean_rounds"] == 25


# Perft, bench, cards


def test_perft_counts_sequences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--seed", "1", "--depth", "2"]) == 0
    game, deep = Game(seed=1), 0
    for move in game.legal_moves:
        game.push(move)
        deep += len(game.legal_moves)
        game.pop()
    words = capsys.readouterr().out.split()
    assert words[:6] == ["depth", "sequences", "1", str(len(game.legal_moves)), "2", f"{deep:,}"]
    assert words[-1] == "sequences/s"


def test_perft_counts_from_a_position(capsys: pytest.CaptureFixture[str]) -> None:
    game = Game(seed=1, players=4)
    game.push("WUG")
    assert main(["perft", "--position", game.position, "--depth", "1"]) == 0
    assert f" {len(game.legal_moves)}\n" in capsys.readouterr().out


def test_bench_prints_its_figures(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def measure(repeats: int, native: bool, progress: object) -> dict[str, float]:
        return {"repeats": repeats, "native": native}

    monkeypatch.setattr("splendor.cli.bench_engine.measure", measure)
    assert main(["bench", "--json", "--repeats", "2", "--no-native"]) == 0
    assert json.loads(capsys.readouterr().out) == {"repeats": 2, "native": False}


def test_cards_lists_every_card_and_noble(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 100
    assert lines[0] == "  0  1w0-u3         level 1 white, 0 points, costs U3"
    assert "Niccolò Machiavelli" in lines[90]
