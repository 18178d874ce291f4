"""Bots at the table: levels, the list of bots, notices, failures."""

import io
import re
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from splendor import Game, RulesError
from splendor.bots import BOT_NAMES
from splendor.bots.levels import ladders, level_names, level_of
from splendor.cli import main, warm_up
from splendor.formats import write_game
from splendor.ruleset import ruleset_of
from splendor.terminal.drawing import width_of
from splendor.terminal.opponents import MANY
from splendor.terminal.seats import parse_seats
from splendor.terminal.thinking import notice, warm_search
from splendor.view import View
from tests.terminal.sessions import Table, play

STRONGEST = level_names()[-1]
RULES = {"base": "official", "duel": "duel"}


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    for rules in ("official", "duel"):
        warm_up(rules)
        warm_search(rules)


def started(
    arguments: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """The output of a session without input."""
    monkeypatch.setattr(sys, "stdin", io.StringIO(""))
    assert main(["terminal", *arguments.split()]) == 0
    return capsys.readouterr().out


# Levels


@pytest.mark.parametrize(
    "game, players, name",
    [(*key, level.name) for key, ladder in ladders().items() for level in ladder],
)
def test_every_level_can_be_seated(game: str, players: int, name: str) -> None:
    seats = ",".join(["human", *[name] * (players - 1)])
    table = Table(Game(RULES[game], players=players, seed=5, start=players - 1), seats)
    table.continue_to_human()
    assert f"Seat {players - 1} · {name}: " in table.shown()
    assert table.game.moves
    assert table.game.active == 0


@pytest.mark.parametrize("rules, players", [("official", 3), ("duel", 2)])
def test_level_is_for_all_other_seats(
    rules: str, players: int, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    arguments = f"--level {STRONGEST} --rules {rules} --players {players} --option start=0"
    shown = started(arguments, monkeypatch, capsys)
    assert "Seat 0 · You" in shown
    level = level_of(ruleset_of(rules).name, players, STRONGEST).name
    for seat in range(1, players):
        assert f"Seat {seat} · {level}" in shown


def test_a_saved_game_can_be_continued_with_a_level(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_game(Game(seed=1, start=0), {"seats": "human:Anna,greedy"}))
    shown = started(f"--load {file} --level {STRONGEST}", monkeypatch, capsys)
    assert "Seat 0 · Anna" in shown
    assert f"Seat 1 · {STRONGEST}" in shown
    assert main(["terminal", "--load", str(file), "--level", "foo"]) == 2
    assert "there is no level 'foo'" in capsys.readouterr().err


@pytest.mark.parametrize("seats", ["human,greedy", "random,human"])
def test_games_saved_with_the_simple_bots_still_load(
    seats: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = tmp_path / "game.txt"
    file.write_text(write_game(Game(seed=1, start=0), {"seats": seats}))
    shown = started(f"--load {file}", monkeypatch, capsys)
    bot = seats.replace("human", "").strip(",")
    assert re.search(rf"Seat \d · {bot}", shown)


def test_the_levels_in_the_examples_of_the_help_exist(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["terminal", "--help"]) == 0
    examples = capsys.readouterr().out.partition("examples:")[2]
    named = re.findall(r"--level (\S+)", examples)
    assert named
    assert set(named) <= set(level_names())
    for seats in re.findall(r"--seats (\S+)", examples):
        parse_seats(seats)


def test_an_unknown_bot_is_refused_with_all_names(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["terminal", "--seats", "human,grandmaster"]) == 2
    error = capsys.readouterr().err
    assert error.count("\n") == 1
    for name in BOT_NAMES:
        assert name in error


def test_the_strength_of_the_bots_is_shown_at_the_start() -> None:
    ladder = ladders()["base", 3]
    weak, strong = ladder[1].name, ladder[-1].name
    shown = play("", f"human,{strong},{weak}", Game(seed=5, start=0, players=3))
    first, last = f"{strong} is level {len(ladder)} of", f"{weak} is level 2 of {len(ladder)};"
    assert re.search(rf"The bots: {first} {len(ladder)}, {last} splendor bots", shown)
    assert "The bots" not in play("", "human,greedy")


# The list


def test_bots_lists_every_bot_and_what_was_measured(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bots"]) == 0
    shown = capsys.readouterr().out
    for name in BOT_NAMES:
        assert re.search(rf"^{name} +\w", shown, re.M)
    assert "partial(" not in shown  # the docstring of functools.partial
    for name in level_names():
        (row,) = re.findall(rf"^{name} .*", shown, re.M)
        figures = " ".join(row.replace(",", "").split())
        for ladder in ladders().values():
            for level in ladder:
                if level.name == name:
                    assert re.search(rf"\b{level.elo}\b", figures)
                    sims = f"{level.sims // 1000}k" if level.sims >= MANY else str(level.sims)
                    assert re.search(rf"\b{sims}\b", figures) or not level.sims
                    assert f"±{level.interval}" in figures or not level.interval
    assert max(map(width_of, shown.split("\n"))) <= 100


# Thinking


def test_a_notice_is_shown_and_removed() -> None:
    target = io.StringIO()
    with notice(target, "Anna thinks …"):
        wait_until(lambda: bool(target.getvalue()))
        assert target.getvalue() == "Anna thinks …"
    assert re.fullmatch(r"Anna thinks …\r {13,}\r", target.getvalue())


def test_a_fast_bot_gets_no_notice() -> None:
    target = io.StringIO()
    with notice(target, "Anna thinks …", after=60):
        pass
    assert target.getvalue() == ""


def wait_until(seen: Callable[[], bool], seconds: float = 60.0) -> None:
    until = time.monotonic() + seconds
    while not seen() and time.monotonic() < until:
        time.sleep(0.01)


class Slow:
    """Thinks until its notice is shown, or could have been."""

    table: Table

    def choose(self, view: View, clock: Any) -> Any:
        patience = 60.0 if self.table.terminal.screen.interactive else 0.6
        wait_until(lambda: "thinks" in self.table.output.getvalue(), patience)
        return view.legal_moves[0]


@pytest.mark.parametrize("interactive", [True, False])
def test_a_slow_bot_is_named_where_a_human_waits(interactive: bool) -> None:
    slow = Slow()
    slow.table = table = a_table_with(slow)
    table.terminal.screen.interactive = interactive
    table.terminal.step()
    assert (" Seat 1 · greedy thinks …\r" in table.shown()) == interactive


# Failing bots


class Raising:
    def choose(self, view: View, clock: Any) -> Any:
        raise ZeroDivisionError("by\nzero")


class Wrong:
    def choose(self, view: View, clock: Any) -> Any:
        return "castling"


class Hanging:
    """Ctrl-C is pressed while it thinks."""

    def choose(self, view: View, clock: Any) -> Any:
        raise KeyboardInterrupt


FAILURES = [
    (Raising(), " ! Seat 1 · greedy failed: ZeroDivisionError: by zero\n"),
    (Wrong(), " ! Seat 1 · greedy chose castling, which is not legal\n"),
    (Hanging(), " ! Seat 1 · greedy was interrupted\n"),
]


def a_table_with(bot: Any, typed: str = "") -> Table:
    table = Table(Game(seed=5, start=1), "human,greedy", typed)
    table.terminal.bots[1] = bot
    return table


@pytest.mark.parametrize("bot, line", FAILURES)
def test_a_failing_bot_is_reported_in_one_line(bot: Any, line: str) -> None:
    table = a_table_with(bot)
    assert table.terminal.run() == 0
    shown = table.shown()
    assert line in shown
    assert "undo, quit, or Enter to let Seat 1 · greedy try again > " in shown
    assert shown.endswith("It is not saved.\n")


def test_enter_lets_a_bot_try_again_and_undo_goes_back_to_the_human() -> None:
    table = Table(Game(seed=5, start=0), "human,greedy", "WUG\n\nundo\nr1\nquit\n")
    table.terminal.bots[1] = Raising()
    table.terminal.run()
    shown = table.shown()
    assert shown.count(" ! Seat 1 · greedy failed") == 3
    assert [str(move) for move in table.game.moves] == ["r1"]


@pytest.mark.parametrize("line", ["WUG", "moves", "hint", "resign"])
def test_moves_cannot_be_typed_for_a_failing_bot(line: str) -> None:
    table = a_table_with(Raising(), f"{line}\n")
    table.terminal.run()
    assert " ! Seat 1 · greedy decides now, not you\n" in table.shown()
    assert not table.game.moves
    assert not table.game.is_over


def test_a_failure_among_bots_only_ends_the_program() -> None:
    table = Table(Game(seed=5, start=1), "random,greedy")
    table.terminal.bots[1] = Raising()
    with pytest.raises(RulesError, match="Seat 1 · greedy failed: ZeroDivisionError: by zero"):
        table.terminal.run()
    table.terminal.bots[1] = Hanging()
    with pytest.raises(KeyboardInterrupt):
        table.terminal.run()


def test_a_searching_opponent_answers() -> None:
    assert re.search(rf"Seat 1 · {STRONGEST}: \w+", play("WUG\n", f"human,{STRONGEST}"))
