"""The server with a game from outside the package: `tests/tiny`."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from splendor.client import Client, Table
from splendor.core.games import VARIABLE
from tests.server.serving import Server, a_server

ROOT = Path(__file__).parents[3]
SECONDS = 300.0  # timeout, generous for a busy machine
ROUNDS = 10  # without a limit some games never end, because nobody buys any more


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "tests.tiny")
        patch.setenv("PYTHONPATH", path)
        patch.setenv("NUMBA_DISABLE_JIT", "1")  # compiling is not worth it for a few moves
        with a_server(tmp_path_factory.mktemp("tiny")) as server:
            yield server


def mine(table: Table) -> list[str]:
    """My legal moves; none if it is not my turn."""
    return [move for you in table.news.get("you", []) for move in you.get("legal", [])]


def play_to_the_end(table: Table) -> list[dict[str, Any]]:
    """Play the last legal move in each of my turns; return the tables that were sent there."""
    shown: list[dict[str, Any]] = []
    for _ in range(ROUNDS + 1):
        table.wait_until(lambda at: at.is_over or bool(mine(at)), SECONDS)
        if table.is_over:
            return shown
        shown.append(table.news["table"])
        table.do("play", state=table.news["state"], moves=[mine(table)[-1]])
    raise AssertionError("the game does not end")


def test_a_third_game_is_offered_played_and_drawn(server: Server) -> None:
    anna = Client(server.url, "Anna")
    listed = {each["rules"]: each for each in anna.ask("GET", "/api/games")["games"]}
    assert listed["tiny"]["game"] == "tiny"
    assert [bot["name"] for bot in listed["tiny"]["levels"]["2"]][:2] == ["random", "greedy"]
    with anna.create("tiny", seats=["me", "random"], options={"rounds": ROUNDS}) as table:
        table.ready()
        shown = play_to_the_end(table)
        moved = [event for event in table.events if event["kind"] == "moved"]
    assert {seat for event in moved for seat in [event["seat"]]} == {0, 1}
    for each in shown:
        assert each["game"] == "tiny"
        assert each["text"].startswith("tiny, round")
        assert [len(place["tokens"]) for place in each["places"]] == [3, 3]
    cards = anna.ask("GET", f"/api/tables/{table.id}/cards")["cards"]
    named = [card for event in moved for card in event.get("cards", []) if card is not None]
    assert named
    assert {*named} <= {card["id"] for card in cards}
    steps = anna.ask("GET", f"/api/tables/{table.id}/replay")["steps"]
    assert len(steps) == sum(len(event["moves"]) for event in moved) + 1
    assert anna.ask("GET", f"/api/tables/{table.id}/proof")
