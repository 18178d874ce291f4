"""The endpoints: their answers, and the OpenAPI document that describes them."""

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
from splendor.server.workers.queue import Busy
from tests.server.serving import METRICS_TOKEN, Server, a_server
from tools.faults.server import free_port
from tools.hostile.api import try_api

EXAMPLES = 8  # valid and invalid requests of each kind for each operation


@dataclass(slots=True)
class Site:
    """A server with a finished game and an unfinished one."""

    server: Server
    anna: Client
    over: str
    running: Table
    metrics: str  # the address of the metrics


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    folder, port = tmp_path_factory.mktemp("server"), free_port()
    with a_server(folder, "--metrics-address", f"127.0.0.1:{port}") as server:
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
            yield Site(server, anna, over.id, running, f"http://127.0.0.1:{port}")


# The document


def test_the_document_names_every_endpoint(site: Site) -> None:
    answer = site.anna.ask("GET", "/api/openapi.json")
    named = {(method.upper(), path) for path, all in answer["paths"].items() for method in all}
    assert named == {(each.method, each.path) for each in ENDPOINTS}
    assert answer == json.loads(json.dumps(document(ENDPOINTS)))


@pytest.mark.parametrize("who", ["guest", "nobody"])
def test_answers_match_the_document(site: Site, who: str) -> None:
    client = site.anna if who == "guest" else Client(site.server.url)
    with site.anna.create(seats=["me", "greedy"]) as table:  # that the requests may change
        table.ready()
        tried = try_api(client, table.id, EXAMPLES)
    assert tried.wrong == []
    assert tried.internal_errors == 0
    assert tried.operations == len(ENDPOINTS)
    assert tried.requests > 4 * len(ENDPOINTS)
    assert "Traceback" not in site.server.log


def test_a_wrong_document_is_detected(site: Site, monkeypatch: pytest.MonkeyPatch) -> None:
    """An answer with an undeclared status is an error."""
    load = "schemathesis.openapi.from_url"
    wrong = document([each for each in ENDPOINTS if each.path == "/api/levels"])
    wrong["paths"]["/api/levels"]["get"]["responses"].pop("400")

    def load_wrong_document(url: str) -> Any:
        schema = from_dict(wrong)
        schema.config.update(base_url=url.removesuffix("/api/openapi.json"))
        return schema

    monkeypatch.setattr(load, load_wrong_document)
    assert try_api(site.anna, "", EXAMPLES).wrong != []


# Answers


def test_a_finished_game_can_be_read_in_every_format(site: Site) -> None:
    path = f"/api/tables/{site.over}"
    assert "human:Anna,greedy" in site.anna.fetch("GET", f"{path}/record")
    assert site.anna.ask("GET", f"{path}/transcript")["result"]["reason"] == "resignation"
    assert site.anna.ask("GET", f"{path}/proof")["secret"]
    steps = [len(site.anna.ask("GET", f"{path}/replay?as={who}")["steps"]) for who in ("0", "1")]
    assert steps[0] == steps[1] > 1


@pytest.mark.parametrize("file", ["record", "transcript", "proof", "replay"])
def test_an_unfinished_game_has_no_files(site: Site, file: str) -> None:
    with pytest.raises(ServerRefused, match="not over") as refused:
        site.anna.ask("GET", f"/api/tables/{site.running.id}/{file}")
    assert (refused.value.status, refused.value.code) == (409, "not_over")


def test_an_unfinished_game_cannot_be_forked(site: Site) -> None:
    """A player who continued it elsewhere would see which cards come next."""
    fork = {"table": site.running.id, "ply": 0}
    with pytest.raises(ServerRefused) as refused:
        site.anna.ask("POST", "/api/tables", {"seats": [{"who": "me"}] * 2, "fork": fork})
    assert refused.value.code == "not_over"


# Health and metrics


def answer_of(url: str, **headers: str) -> tuple[int, str]:
    try:
        request = urllib.request.Request(url, headers=headers)
        with urllib.request.urlopen(request, timeout=60) as answer:
            return answer.status, answer.read().decode()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.read().decode()


def test_metrics_need_an_address_of_their_own_or_a_token(site: Site) -> None:
    public = f"{site.server.url}/metrics"
    assert answer_of(public)[0] == 404
    for wrong in ("Bearer", "Bearer wrong", f"Basic {METRICS_TOKEN}", METRICS_TOKEN, "Bearer \xff"):
        assert answer_of(public, Authorization=wrong)[0] == 404
    for status, text in (
        answer_of(public, Authorization=f"Bearer {METRICS_TOKEN}"),
        answer_of(f"{site.metrics}/metrics"),
    ):
        assert status == 200
        assert 'splendor_fault{fault="disk_full"} 0.0' in text
        assert 'splendor_waiting{queue="write"}' in text
        assert "splendor_descriptors_limit" in text


def test_the_address_of_the_metrics_serves_nothing_else(site: Site) -> None:
    for path in ("/", "/api/games", "/api/guest", "/static/main.js", "/api/openapi.json"):
        assert answer_of(site.metrics + path)[0] == 404
    for path in ("/api/health", "/api/health/ready", "/api/health/live"):
        assert answer_of(site.metrics + path, Host="splendor:9100")[0] == 200


def test_no_page_of_a_browser_reads_the_metrics(site: Site) -> None:
    headers = {"Sec-Fetch-Site": "cross-site"}
    assert answer_of(f"{site.metrics}/metrics", **headers)[0] == 404
    assert answer_of(f"{site.metrics}/metrics", **(headers | {"Sec-Fetch-Site": "none"}))[0] == 200


def test_alive_and_ready_are_two_questions(site: Site) -> None:
    assert site.anna.ask("GET", "/api/health/live")["status"] == "alive"
    ready = site.anna.ask("GET", "/api/health/ready")
    assert ready["status"] == "ready"
    assert set(ready["waiting"]) == {"write", "move", "hint", "analysis", "review", "board"}
    assert ready == site.anna.ask("GET", "/api/health")


def test_my_tables_are_listed_by_status(site: Site) -> None:
    listed = site.anna.ask("GET", "/api/tables?status=over")["tables"]
    assert site.over in [line["table"] for line in listed]
    assert site.running.id not in [line["table"] for line in listed]


@pytest.mark.parametrize("rules", ["official", "landolt", "duel"])
def test_the_cards_of_a_rule_set_are_listed(site: Site, rules: str) -> None:
    answer = site.anna.ask("GET", f"/api/rules/{rules}/cards")
    assert len(answer["cards"]) == (67 if rules == "duel" else 90)


def cache_control(site: Site, address: str) -> list[str]:
    """The values of this header in the answer to a request of a guest."""
    request = urllib.request.Request(
        site.server.url + address, headers={"Cookie": site.anna.cookie}
    )
    try:
        with urllib.request.urlopen(request, timeout=60) as answer:
            return [*answer.headers.get_all("cache-control", [])]
    except urllib.error.HTTPError as error:
        with error:
            return error.headers.get_all("cache-control", [])


def test_no_browser_or_proxy_stores_a_private_answer(site: Site) -> None:
    private = ["", "/cards", "/record", "/transcript", "/proof", "/replay"]
    addresses = [f"/api/tables/{site.over}{part}" for part in private]
    addresses += [f"/api/tables/{site.running.id}/record", "/api/tables/missing"]  # refusals
    for address in [*addresses, "/api/guest", "/api/tables", "/api/health"]:
        assert cache_control(site, address) == ["no-store"], address


def test_public_answers_may_be_stored(site: Site) -> None:
    assert cache_control(site, "/api/rules/official/cards") == ["public, max-age=3600"]
    assert cache_control(site, "/") != ["no-store"]


def test_levels_depend_on_the_number_of_players(site: Site) -> None:
    for players in (2, 3, 4):
        answer = site.anna.ask("GET", f"/api/levels?rules=official&players={players}")
        assert "greedy" in [level["name"] for level in answer]
    with pytest.raises(ServerRefused, match="`players` is one of 2"):
        site.anna.ask("GET", "/api/levels?rules=duel&players=4")


def test_the_list_of_games_has_all_that_a_form_needs(site: Site) -> None:
    answer = site.anna.ask("GET", "/api/games")
    assert answer["protocol"] == PROTOCOL == site.running.news["protocol"]
    assert [game["rules"] for game in answer["games"]] == list(RULESETS)
    for game in answer["games"]:
        ruleset = RULESETS[game["rules"]]
        assert (game["game"], game["players"]) == (ruleset.name, list(ruleset.players))
        assert [option["name"] for option in game["options"]] == [
            option["name"] for option in ruleset.options.document(game["rules"])
        ]
        assert list(game["levels"]) == [str(count) for count in ruleset.players]
        assert all("greedy" in [bot["name"] for bot in bots] for bots in game["levels"].values())


@pytest.mark.parametrize("values, default", [((0, 3, 5), 3), (("calm", "wild"), "calm")])
def test_an_option_may_choose_between_numbers_or_words(
    values: tuple[Value, ...], default: Value
) -> None:
    option = Option("size", "choice", {"": default}, "How large.", "", "size", values=values)
    answer = json.loads(encode(convert(option.document("official"), OptionDocument)))
    assert (answer["values"], answer["default"]) == (list(values), default)


def test_hints_without_a_free_worker_are_refused_as_busy() -> None:
    """The client made no mistake."""
    answer = refusal(Busy())
    assert answer.status_code == 503
    assert json.loads(bytes(answer.body))["code"] == "busy"


# Unknown addresses


@pytest.mark.parametrize(
    "path, accept, kind",
    [
        ("/foo", "text/html,*/*;q=0.8", "text/html"),
        ("/foo", "*/*", "application/json"),
        ("/api/foo", "text/html", "application/json"),
        ("/static/foo.js", "text/html", "application/json"),
    ],
)
def test_an_unknown_address_gives_a_browser_a_page_and_a_program_json(
    site: Site, path: str, accept: str, kind: str
) -> None:
    request = urllib.request.Request(site.server.url + path, headers={"accept": accept})
    with pytest.raises(urllib.error.HTTPError) as answer:
        urllib.request.urlopen(request, timeout=30)
    with answer.value as response:
        assert (response.status, response.headers.get_content_type()) == (404, kind)
        assert "default-src" in response.headers["content-security-policy"]
