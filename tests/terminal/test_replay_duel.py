"""Replays of Splendor Duel: move by move, at one position, from one seat."""

import json
from pathlib import Path

import pytest

from splendor import Game
from splendor.bots.simple import simulate
from splendor.cli import main, warm_up
from splendor.formats import write_game


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("duel")


@pytest.fixture
def game_file(tmp_path: Path) -> Path:
    """Seat 0 reserves a card of the pyramid, seat 1 an unseen one."""
    game = Game("duel", seed=5, start=0)
    for move in ("r1a", "r2"):
        game.push(move)
        game.push(game.legal_moves[0])
    path = tmp_path / "game.txt"
    path.write_text(write_game(game), encoding="utf-8")
    return path


def shown_by(arguments: str, capsys: pytest.CaptureFixture[str]) -> str:
    assert main(["replay", *arguments.split()]) == 0
    return capsys.readouterr().out


def test_replay_lists_every_move_and_shows_the_last_table(
    game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = shown_by(str(game_file), capsys)
    assert "   1  Seat 0  r1a    Reserve L1-" in shown
    assert "   3  Seat 1  r2     Reserve the unseen top card of level 2 and take a gold." in shown
    assert "The game is unfinished: round 2, 4 moves." in shown
    assert shown.count("Splendor · duel") == 1
    assert "\x1b" not in shown


def test_replay_shows_the_table_after_every_move_or_after_a_number_of_moves(
    game_file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown_by(f"{game_file} --all", capsys).count("Splendor · duel") == 4
    assert "round 1 · turn 2" in shown_by(f"{game_file} --at 2", capsys)


def test_replay_shows_what_a_seat_sees(game_file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for seat, hidden in (0, True), (1, False):
        shown = shown_by(f"{game_file} --view {seat}", capsys)
        assert ("level 2, face down" in shown) == hidden


def test_a_whole_game_is_replayed_as_it_was_played(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Including the draws from the bag, which only the file has."""
    game, file = Game("duel", seed=7, idle=60), tmp_path / "game.txt"
    simulate(game, ("greedy", "greedy"), 3)
    file.write_text(write_game(game), encoding="utf-8")
    shown = shown_by(str(file), capsys)
    brought = [drawn for drawn in game.all_drawn if drawn]
    words = " ".join(shown.split())
    assert brought
    assert all(f"The bag brings {' '.join(drawn)}." in words for drawn in brought)
    assert "─ the game is over" in shown
    assert " wins with " in shown
    assert " used " in shown


def test_replay_counts_games_as_simulate_does(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = str(tmp_path / "games.jsonl")
    command = f"simulate --rules duel --games 2 --seed 1 --transcripts {file}"
    assert main(command.split()) == 0
    rows = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    for row in rows:
        recorded = shown_by(f"{file} --check --game {row['game']}", capsys)
        assert recorded.startswith(
            f"game {row['game']}: duel, 2 players, {row['decisions']} moves. "
        )
