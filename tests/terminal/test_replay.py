"""Replays: move by move, at one position, from one seat, with names."""

import io
import json
import sys
from pathlib import Path

import pytest

from splendor import Game
from splendor.arena.simulation import Simulation
from splendor.cli import main, warm_up
from splendor.formats import transcript_line, write_game


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    game = Game(seed=5, start=0, players=3)
    for move in ("WUG", "r2", "r1a", "WRK"):
        game.push(move)
    path = tmp_path / "game.txt"
    path.write_text(write_game(game), encoding="utf-8")
    return path


@pytest.fixture
def many_games(tmp_path: Path) -> Path:
    """Three finished games as JSON lines."""
    path = tmp_path / "games.jsonl"
    bots = ("greedy", "random")
    games = Simulation("official", {"players": 2, "rounds": 100}, bots, "many")
    path.write_text("".join(f"{transcript_line(games.play(k)[0])}\n" for k in range(3)))
    return path


def test_replay_lists_every_move_and_shows_the_last_table(
    game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(game_file)]) == 0
    shown = capsys.readouterr().out
    assert "   1  Seat 0  WUG   Take white, blue and green." in shown
    assert "   2  Seat 1  r2    Reserve the unseen top card of level 2 and take a gold." in shown
    assert "The game is unfinished: round 2, 4 moves." in shown
    assert shown.count("Splendor · official") == 1
    assert "\x1b" not in shown


def test_replay_shows_the_table_after_every_move(
    game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(game_file), "--all"]) == 0
    assert capsys.readouterr().out.count("Splendor · official") == 4


def test_replay_shows_the_table_after_a_number_of_moves(
    game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["replay", str(game_file), "--at", "1"]) == 0
    shown = capsys.readouterr().out
    assert "supply    W4  U4  G4  R5  K5  J5" in shown
    assert "▶ Seat 1" in shown


def test_replay_shows_what_a_seat_sees(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seat, hidden in (("0", True), ("1", False)):
        assert main(["replay", str(game_file), "--view", seat]) == 0
        assert ("level 2, face down" in capsys.readouterr().out) == hidden


def test_replay_reads_json_lines_and_standard_input(
    many_games: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    typed = io.TextIOWrapper(io.BytesIO(many_games.read_bytes()))
    monkeypatch.setattr(sys, "stdin", typed)
    assert main(["replay", "-", "--check"]) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    lines = shown.out.splitlines()
    assert len(lines) == 3
    assert all(line.startswith(f"game {n}: official, 2 players") for n, line in enumerate(lines))


def test_replay_counts_games_as_simulate_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "games.jsonl")
    assert main(["simulate", "--games", "3", "--seed", "1", "--transcripts", file]) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len({row["decisions"] for row in rows}) == 3
    for row in rows:
        assert main(["replay", file, "--check", "--game", str(row["game"])]) == 0
        begin = f"game {row['game']}: official, 2 players, {row['decisions']} moves. "
        assert capsys.readouterr().out.startswith(begin)


@pytest.mark.parametrize(
    "header, names",
    [
        ({"seats": "human:Anna,greedy"}, ("Seat 0 · Anna", "Seat 1 · greedy")),
        ({"Seats": "human,human:Bob"}, ("Seat 0 · human", "Seat 1 · Bob")),
        ({"seats": "the round one, the blue one"}, ("Seat 0", "Seat 1")),
        ({"seats": "human:Anna"}, ("Seat 0", "Seat 1")),
    ],
)
def test_replay_shows_the_names(
    header: dict[str, str],
    names: tuple[str, str],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    game, file = Game(seed=5, start=0), tmp_path / "game.txt"
    game.push("WUG")
    file.write_text(write_game(game, header), encoding="utf-8")
    assert main(["replay", str(file)]) == 0
    shown = capsys.readouterr().out
    assert f"   1  {names[0]} " in shown
    assert f"─▶ {names[1]} ─" in shown
    assert "The game is unfinished: round 1, 1 move.\n" in shown
    assert ("·" in names[0]) == ("Seat 0 · " in shown)


def test_a_resigned_game_is_replayed_to_its_end(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game, file = Game(seed=5, start=0), tmp_path / "game.txt"
    game.push("WUG")
    game.conclude("resignation", (0,))
    file.write_text(write_game(game), encoding="utf-8")
    assert main(["replay", str(file), "--view", "0"]) == 0
    shown = capsys.readouterr().out
    assert "─ the game is over" in shown
    assert "−" not in shown
    assert "Seat 0 wins by resignation." in shown
    assert main(["replay", str(file), "--view", "0", "--at", "0"]) == 0
    assert "▶ Seat 0" in capsys.readouterr().out


def test_a_broken_line_among_games_is_named(
    many_games: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    lines = many_games.read_text().splitlines()
    many_games.write_text("\n".join([lines[0], lines[1][:-40], lines[2]]))
    assert main(["replay", str(many_games), "--check"]) == 2
    shown = capsys.readouterr()
    assert f"{many_games}: line " in shown.err
    assert shown.out == ""
