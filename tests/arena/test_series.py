"""A whole match: in order, alike on any number of workers, resumable, and stopped when decided."""

import json
from pathlib import Path
from typing import Any

import pytest

from splendor.arena import series
from splendor.arena.match import AgentVersion, GameResult, Match, failed_game
from splendor.arena.matchfile import MatchFile, read_match
from splendor.arena.pool import Task
from splendor.arena.series import play_match

MATCH = Match("official", ("greedy", "random", "random"), "m")


def play(match: Match, path: Path, last: int, workers: int = 1) -> list[str]:
    """Play, and return what was complained about."""
    complaints: list[str] = []
    with MatchFile(str(path)) as file:
        play_match(match, file, last, workers, (lambda deals: None, complaints.append))
    return complaints


def without_cpu(path: Path) -> list[Any]:
    rows = [json.loads(line) for line in path.read_text().splitlines()]
    for row in rows:
        for game in row.get("games", ()):
            assert len(game.pop("cpu")) == 3
    return rows


def test_the_file_does_not_depend_on_workers_or_on_interruptions(tmp_path: Path) -> None:
    one, two = tmp_path / "one.jsonl", tmp_path / "two.jsonl"
    play(MATCH, one, 3)
    play(MATCH, two, 2, workers=2)
    two.write_bytes(two.read_bytes()[:-5])  # as if it had been stopped while writing
    play(MATCH, two, 3)
    rows = without_cpu(one)
    assert rows == without_cpu(two)
    assert [row["deal"] for row in rows[1:]] == [0, 1, 2]
    assert all(row["score"][0] == 3.0 for row in rows[1:])  # greedy wins them all


class FakePool:
    """A pool whose first agent wins, or fails, as the test says; the last game is done first."""

    wins = 1.0

    def __init__(self, match: Match, size: int) -> None:
        self.match = match

    def __enter__(self) -> "FakePool":
        return self

    def __exit__(self, *_: object) -> None:
        pass

    def open(self) -> list[AgentVersion]:
        return [{"version": "1", "bot_version": None}] * self.match.players

    def play(self, tasks: Any) -> Any:
        batch: list[Task] = []
        for task in tasks:
            batch.append(task)
            if len(batch) == 8:
                yield from ((each, self.game(each)) for each in reversed(batch))
                batch.clear()
        yield from ((each, self.game(each)) for each in reversed(batch))

    def game(self, task: Task) -> GameResult:
        if task == (1, 0):
            return failed_game(self.match, 0, 1, "raised X")
        won = self.wins if task[0] % 4 else 1 - self.wins  # a deal in four goes the other way
        return {"seats": self.match.seats(task[1]), "payoffs": [won, 1 - won], "failure": None}


@pytest.fixture
def fake(monkeypatch: pytest.MonkeyPatch) -> type[FakePool]:
    monkeypatch.setattr(series, "WorkerPool", FakePool)
    monkeypatch.setattr(FakePool, "wins", 1.0)
    return FakePool


def test_deals_are_written_in_order_whoever_is_done_first(
    tmp_path: Path, fake: type[FakePool]
) -> None:
    path = tmp_path / "match.jsonl"
    complaints = play(Match("official", ("greedy", "random"), "m"), path, 10)
    deals = read_match(str(path))[1]
    assert [deal["deal"] for deal in deals] == list(range(10))
    assert all([game["seats"] for game in deal["games"]] == [[0, 1], [1, 0]] for deal in deals)
    assert complaints == ["random loses game 0 of deal 1: raised X"]


@pytest.mark.parametrize("wins", [1.0, 0.0])
def test_the_sequential_test_stops_a_match_early(
    tmp_path: Path, fake: type[FakePool], wins: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(FakePool, "wins", wins)
    path = tmp_path / "match.jsonl"
    match = Match("official", ("greedy", "random"), "m", sprt=(0.0, 35.0))
    play(match, path, 1000)
    decided = len(read_match(str(path))[1])
    assert 10 <= decided < 200
    play(match, path, 1000)  # and it stays decided
    assert len(read_match(str(path))[1]) == decided


def test_a_match_that_has_enough_deals_plays_no_more(tmp_path: Path, fake: type[FakePool]) -> None:
    path = tmp_path / "match.jsonl"
    match = Match("official", ("greedy", "random"), "m")
    play(match, path, 6)
    before = path.read_bytes()
    play(match, path, 4)
    assert path.read_bytes() == before
    play(match, path, 7)
    assert len(read_match(str(path))[1]) == 7
