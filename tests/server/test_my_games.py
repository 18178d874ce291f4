"""The endpoints about one's own games, on a real server."""

import json
import time
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest

from splendor.bots import Clock, make_bot
from splendor.client import Client, ServerRefused, Table
from tests.server.fakes import TIMEOUT
from tests.server.serving import Server, a_server


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    with a_server(tmp_path_factory.mktemp("server")) as running:
        yield running


def is_playing(table: Table) -> bool:
    return bool(table.room["status"] == "playing")


def resign(client: Client, *seats: str, rules: str = "official") -> str:
    """A game that I lose at once."""
    with client.create(rules, seats=list(seats)) as table:
        table.ready()
        table.wait_until(is_playing)
        table.resign()
        return table.id


def play_to_the_end(client: Client, level: str) -> str:
    """A real game, in which a greedy bot plays for me."""
    bot = make_bot("greedy", 0)
    with client.create(seats=["me", level]) as table:
        table.ready()
        while (view := table.wait_for_turn()) is not None:
            table.play(bot.choose(view, Clock()))
        return table.id


def lines(server: Server, client: Client, before: str = "") -> tuple[list[dict[str, Any]], str]:
    """A part of the export, and where the next one begins."""
    request = urllib.request.Request(
        f"{server.url}/api/me/export?before={before}", headers={"cookie": client.cookie}
    )
    with urllib.request.urlopen(request, timeout=TIMEOUT) as answer:
        found = [json.loads(line) for line in answer.read().splitlines()]
        return found, answer.headers["splendor-more"]


def statistics(client: Client, query: str = "") -> dict[str, Any]:
    """The statistics when all results are recorded, which may take a while on a busy machine."""
    until = time.monotonic() + TIMEOUT
    while not (found := client.ask("GET", f"/api/me/statistics{query}"))["recorded"]:
        assert time.monotonic() < until
        time.sleep(0.2)
    answer: dict[str, Any] = found
    return answer


def test_a_real_game_is_listed_with_its_result(server: Server) -> None:
    anna = Client(server.url, "Anna")
    table = play_to_the_end(anna, "random")
    (game,) = anna.ask("GET", "/api/me/games")["games"]
    assert (game["table"], game["level"], game["against"]) == (table, "random", "bots")
    assert game["outcome"] == ("won" if game["seat"] in game["result"]["winners"] else "lost")
    assert game["rounds"] > 10
    (exported,), more = lines(server, anna)
    assert more == ""
    assert exported["transcript"]["result"]["points"] == game["result"]["points"]
    assert exported.items() >= game.items()


def test_a_rating_is_shown_from_the_fifth_game_on(server: Server) -> None:
    ben = Client(server.url, "Ben")
    for _ in range(4):
        resign(ben, "me", "regular")
    (early,) = statistics(ben)["ratings"]
    assert (early["games"], early["missing"], early.get("rating")) == (4, 1, None)
    resign(ben, "me", "regular")
    resign(ben, "me", "greedy")  # has no rating: does not count
    numbers = statistics(ben, "?game=base")
    (rating,) = numbers["ratings"]
    assert rating["games"] == 5
    assert rating["rating"] < 603
    assert rating["interval"] > 0
    assert rating["like"] in ("random", "newcomer", "beginner", "casual")
    (step,) = rating["history"]
    assert (step["place"], step["rating"]) == (5, rating["rating"])
    assert numbers["streaks"] == {"result": "lost", "length": 6, "longest": 0}
    assert [(each["level"], each["lost"]) for each in numbers["games"]] == [
        ("greedy", 1),
        ("regular", 5),
    ]
    assert ben.ask("GET", "/api/me/statistics?game=duel")["games"] == []
    listed = ben.ask("GET", "/api/me/games?level=regular&result=lost")["games"]
    assert len(listed) == 5


def test_what_somebody_says_changes_the_next_level(server: Server) -> None:
    carl = Client(server.url, "Carl")
    first = {(each["game"], each["players"]): each for each in carl.ask("GET", "/api/me/next")}
    assert first["base", 2]["why"] == first["duel", 2]["why"] == "first"
    table = resign(carl, "me", "casual")
    carl.ask("POST", f"/api/me/games/{table}", {"felt": "hard"})
    found = {(each["game"], each["players"]): each for each in carl.ask("GET", "/api/me/next")}
    assert (found["base", 2]["level"], found["base", 2]["why"]) == ("beginner", "hard")
    assert found["duel", 2]["why"] == "first"


def test_games_are_hidden_and_deleted_by_their_owner_only(server: Server) -> None:
    dora, eve = Client(server.url, "Dora"), Client(server.url, "Eve")
    alone = resign(dora, "me", "regular")
    with dora.create(seats=["me", "open"]) as table:
        other = eve.table(table.id)
        other.sit(1)
        table.ready()
        other.ready()
        table.wait_until(is_playing)
        table.resign()
        other.close()
    for request in (("POST", {"hidden": True}), ("DELETE", None)):
        with pytest.raises(ServerRefused) as refused:
            eve.ask(request[0], f"/api/me/games/{alone}", request[1])
        assert refused.value.code == "not_found"
    with pytest.raises(ServerRefused) as refused:
        dora.ask("DELETE", f"/api/me/games/{table.id}")
    assert refused.value.code == "not_alone"
    dora.ask("POST", f"/api/me/games/{table.id}", {"hidden": True})
    assert [each["table"] for each in dora.ask("GET", "/api/me/games")["games"]] == [alone]
    hidden = dora.ask("GET", "/api/me/games?hidden=yes")["games"]
    assert [each["table"] for each in hidden] == [table.id]
    assert [each["table"] for each in eve.ask("GET", "/api/me/games")["games"]] == [table.id]
    dora.ask("DELETE", f"/api/me/games/{alone}")
    assert dora.ask("GET", "/api/me/games")["games"] == []
    with pytest.raises(ServerRefused):
        dora.ask("GET", f"/api/tables/{alone}")
