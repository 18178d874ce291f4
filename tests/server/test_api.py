"""The endpoints: what they answer, and that the OpenAPI document tells no lies about it."""

import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from msgspec import convert
from msgspec.json import encode
from schemathesis.openapi import from_dict

from splendor.client import Client, ServerRefused, Table
from splendor.core.options import Option, Value
from splendor.ruleset import RULESETS
from splendor.server.api import ENDPOINTS
from splendor.server.bodies import OptionDocument
from splendor.server.http import refusal
from splendor.server.messages import PROTOCOL
from splendor.server.openapi import document
from splendor.server.workers.pool import Busy
from tests.server.serving import Server, a_server
from tools.hostile.api import try_api

EXAMPLES = 8  # of right and of wrong requests for each operation


@dataclass(slots=True)
class Hall:
    """A server with a finished game and one that goes on."""

    server: Server
    anna: Client
    over: str
    running: Table


@pytest.fixture(scope="module")
def hall(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Hall]:
    with a_server(tmp_path_factory.mktemp("hall")) as server:
        anna = Client(server.url, "Anna")
        with anna.create(seats=["me", "greedy"]) as over:
            over.ready()
            view = over.wait_for_turn()
            assert view is not None
            over.play(view.legal_moves[0])
            over.resign()
        with anna.create("duel", seats=["me", "greedy"], options={"start": 0}) as running:
            running.ready()
            running.wait_for_turn()
            yield Hall(server, anna, over.id, running)


# The document


def test_the_document_names_every_endpoint(hall: Hall) -> None:
    told = hall.anna.ask("GET", "/api/openapi.json")
    named = {(method.upper(), path) for path, all in told["paths"].items() for method in all}
    assert named == {(each.method, each.path) for each in ENDPOINTS}
    assert told == json.loads(json.dumps(document(ENDPOINTS)))


@pytest.mark.parametrize("who", ["guest", "nobody"])
def test_answers_are_as_the_document_says(hall: Hall, who: str) -> None:
    client = hall.anna if who == "guest" else Client(hall.server.url)
    with hall.anna.create(seats=["me", "greedy"]) as table:  # to which anything may happen
        table.ready()
        tried = try_api(client, table.id, EXAMPLES)
    assert tried.wrong == []
    assert tried.mistakes == 0
    assert tried.operations == len(ENDPOINTS)
    assert tried.requests > 4 * len(ENDPOINTS)
    assert "Traceback" not in hall.server.log


def test_a_document_that_tells_lies_is_found_out(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Answers that the document does not know are wrong."""
    load = "schemathesis.openapi.from_url"
    told = document([each for each in ENDPOINTS if each.path == "/api/levels"])
    told["paths"]["/api/levels"]["get"]["responses"].pop("400")

    def lying(url: str) -> Any:
        schema = from_dict(told)
        schema.config.update(base_url=url.removesuffix("/api/openapi.json"))
        return schema

    monkeypatch.setattr(load, lying)
    assert try_api(hall.anna, "", EXAMPLES).wrong != []


# What they answer


def test_a_finished_game_is_told_in_every_way(hall: Hall) -> None:
    path = f"/api/tables/{hall.over}"
    assert "human:Anna,greedy" in hall.anna.fetch("GET", f"{path}/record")
    assert hall.anna.ask("GET", f"{path}/transcript")["result"]["reason"] == "resignation"
    assert hall.anna.ask("GET", f"{path}/proof")["secret"]
    steps = [len(hall.anna.ask("GET", f"{path}/replay?as={who}")["steps"]) for who in ("0", "1")]
    assert steps[0] == steps[1] > 1


@pytest.mark.parametrize("file", ["record", "transcript", "proof", "replay"])
def test_a_game_that_goes_on_has_no_files(hall: Hall, file: str) -> None:
    with pytest.raises(ServerRefused, match="not over") as refused:
        hall.anna.ask("GET", f"/api/tables/{hall.running.id}/{file}")
    assert (refused.value.status, refused.value.code) == (409, "not_over")


def test_a_game_that_goes_on_cannot_be_forked(hall: Hall) -> None:
    """Whoever plays it on elsewhere would see what comes."""
    fork = {"table": hall.running.id, "ply": 0}
    with pytest.raises(ServerRefused) as refused:
        hall.anna.ask("POST", "/api/tables", {"seats": [{"who": "me"}] * 2, "fork": fork})
    assert refused.value.code == "not_over"


def test_my_tables_are_listed_by_status(hall: Hall) -> None:
    listed = hall.anna.ask("GET", "/api/tables?status=over")["tables"]
    assert hall.over in [line["table"] for line in listed]
    assert hall.running.id not in [line["table"] for line in listed]


@pytest.mark.parametrize("rules", ["official", "landolt", "duel"])
def test_the_cards_of_a_rule_set_are_told(hall: Hall, rules: str) -> None:
    told = hall.anna.ask("GET", f"/api/rules/{rules}/cards")
    assert len(told["cards"]) == (67 if rules == "duel" else 90)


def test_what_a_table_shows_is_kept_by_no_shared_cache(hall: Hall) -> None:
    address = f"{hall.server.url}/api/tables/{hall.running.id}/cards"
    with urllib.request.urlopen(address, timeout=60) as told:
        assert told.headers["cache-control"] == "private, max-age=3600"


def test_levels_depend_on_the_number_of_players(hall: Hall) -> None:
    for players in (2, 3, 4):
        told = hall.anna.ask("GET", f"/api/levels?rules=official&players={players}")
        assert "greedy" in [level["name"] for level in told]
    with pytest.raises(ServerRefused, match="`players` is one of 2"):
        hall.anna.ask("GET", "/api/levels?rules=duel&players=4")


def test_the_list_of_games_says_all_that_a_form_needs(hall: Hall) -> None:
    told = hall.anna.ask("GET", "/api/games")
    assert told["protocol"] == PROTOCOL == hall.running.news["protocol"]
    assert [game["rules"] for game in told["games"]] == list(RULESETS)
    for game in told["games"]:
        ruleset = RULESETS[game["rules"]]
        assert (game["game"], game["players"]) == (ruleset.name, list(ruleset.players))
        assert [option["name"] for option in game["options"]] == [
            option["name"] for option in ruleset.options.document(game["rules"])
        ]
        assert list(game["levels"]) == [str(count) for count in ruleset.players]
        assert all("greedy" in [bot["name"] for bot in bots] for bots in game["levels"].values())


@pytest.mark.parametrize("values, default", [((0, 3, 5), 3), (("calm", "wild"), "calm")])
def test_a_choice_of_numbers_is_told_as_well_as_one_of_words(
    values: tuple[Value, ...], default: Value
) -> None:
    option = Option("size", "choice", {"": default}, "How large.", "", "size", values=values)
    told = json.loads(encode(convert(option.document("official"), OptionDocument)))
    assert (told["values"], told["default"]) == (list(values), default)


def test_hints_that_nobody_has_time_for_are_refused_as_busy() -> None:
    """Which is not the fault of who asks."""
    answer = refusal(Busy())
    assert answer.status_code == 503
    assert json.loads(bytes(answer.body))["code"] == "busy"


# Addresses that lead nowhere


@pytest.mark.parametrize(
    "path, accept, kind",
    [
        ("/foo", "text/html,*/*;q=0.8", "text/html"),
        ("/foo", "*/*", "application/json"),
        ("/api/foo", "text/html", "application/json"),
        ("/static/foo.js", "text/html", "application/json"),
    ],
)
def test_where_nothing_is_a_browser_gets_a_page_and_a_program_a_message(
    hall: Hall, path: str, accept: str, kind: str
) -> None:
    request = urllib.request.Request(hall.server.url + path, headers={"accept": accept})
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(request, timeout=30)
    with answer.value as told:
        assert (told.status, told.headers.get_content_type()) == (404, kind)
        assert "default-src" in told.headers["content-security-policy"]
