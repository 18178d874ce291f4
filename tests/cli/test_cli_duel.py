"""The commands with `--rules duel`."""

import json
from pathlib import Path

import pytest

from splendor import Game
from splendor.bots.simple import simulate
from splendor.cli import main, warm_up
from splendor.core.kernel import COMPILED, is_warm
from splendor.formats import read_any, write_game
from splendor.ruleset import RULESETS
from tests.duel.games import random_game

KEYS = ["game", "seed", "winners", "points", "crowns", "cards", "reason", "rounds", "decisions"]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("duel")


def test_each_game_is_compiled_when_it_is_played() -> None:
    assert is_warm("duel")
    assert is_warm("chess") != COMPILED


@pytest.mark.parametrize(
    "arguments, why",
    [
        ("simulate --rules duel --players 3", "option players must be 2, not 3"),
        ("simulate --rules duel --option rounds=5", "there is no option 'rounds' in duel"),
        ("simulate --rules duel --bots greedy", "2 players need 2 bots, not 1"),
        ("terminal --rules duel --seats human,greedy,greedy", "option players must be 2"),
        ("perft --rules duel --option idle=0", "option idle must be a number from 1 to"),
        ("cards --rules duell", "there is no rule set 'duell': official, landolt, duel"),
    ],
)
def test_bad_input_is_refused_in_one_line(
    arguments: str, why: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(arguments.split()) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert why in shown.err
    assert shown.err.count("\n") == 1


def test_simulated_games_count_crowns_and_can_be_reproduced(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "games.jsonl"
    arguments = f"simulate --rules duel --games 4 --seed s --transcripts {file}"
    assert main(arguments.split()) == 0
    shown = capsys.readouterr()
    rows = [json.loads(line) for line in shown.out.splitlines()]
    games = [saved.game for saved in read_any(file.read_text())]
    for row, recorded in zip(rows, games, strict=True):
        game = Game("duel", seed=row["seed"], idle=60)
        simulate(game, ("random", "greedy"), f"{row['seed']}/bots")
        outcome = game.outcome
        assert outcome is not None
        assert list(row) == KEYS
        assert (row["winners"], row["crowns"]) == ([*outcome.winners], [*outcome.crowns])
        assert (recorded, recorded.moves, recorded.outcome) == (game, game.moves, outcome)
    assert "duel, seed s: 4 games" in shown.err
    assert main(["replay", str(file), "--check"]) == 0
    assert len(capsys.readouterr().out.splitlines()) == 4


def test_a_drawn_game_counts_for_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    arguments = "simulate --rules duel --games 3 --option idle=1 --bots random,random --json"
    assert main(arguments.split()) == 0
    shown = capsys.readouterr()
    rows = [json.loads(line) for line in shown.out.splitlines()]
    assert [(row["winners"], row["reason"]) for row in rows] == [([], "limit")] * 3
    assert [row["wins"] for row in json.loads(shown.err)["seats"]] == [0, 0]


def test_a_game_file_is_replayed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = random_game(3)
    file = tmp_path / "game.txt"
    file.write_text(write_game(game), encoding="utf-8")
    assert main(["replay", str(file), "--check"]) == 0
    assert f"game 0: duel, 2 players, {len(game.moves)} moves." in capsys.readouterr().out
    assert main(["replay", str(file)]) == 0
    assert main(["replay", str(file), "--at", "5", "--view", "1"]) == 0


def test_perft_counts_sequences(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["perft", "--rules", "duel", "--seed", "1", "--depth", "2"]) == 0
    game, deep = Game("duel", seed=1), 0
    for move in game.legal_moves:
        game.push(move)
        deep += len(game.legal_moves)
        game.pop()
    words = capsys.readouterr().out.split()
    assert words[:6] == ["depth", "sequences", "1", str(len(game.legal_moves)), "2", f"{deep:,}"]
    assert main(["perft", "--position", game.position, "--depth", "1"]) == 0
    assert f" {len(game.legal_moves)}\n" in capsys.readouterr().out


def test_cards_lists_every_card_and_royal(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["cards", "--rules", "duel"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) == 67 + 4
    assert lines[0].startswith("  0  L1-01 ")
    assert lines[-1].startswith(" R4  royal R4, ")


def test_the_help_says_when_simulated_games_end(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "--help"]) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert f"drawn after {RULESETS['duel'].limits['idle']} turns running without" in shown
