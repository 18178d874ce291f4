"""Every endpoint and every command, tried by people without a seat: they get and change nothing.

The cases are checked against the endpoints: a new endpoint without a case here fails.
"""

import base64
import json
import sqlite3
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from http.client import HTTPConnection
from typing import Any, NamedTuple, get_args

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from splendor.client import Client, ServerRefused, Table
from splendor.server.api import ENDPOINTS
from splendor.server.identity import COOKIE, Identity, is_token, new_token
from splendor.server.messages import AnyCommand
from tests.server.serving import Server, a_server

STRANGERS = ("nobody", "forged", "signed elsewhere", "guest", "spectator", "former player")
NAMELESS = ("nobody", "forged", "signed elsewhere")  # not guests of this server
TABLE = "/api/tables/{table}"
TIMEOUT = 60.0
STORED = ("events", "tables", "members", "seat_links")


# The server, its tables, and the strangers


class Answer(NamedTuple):
    """An HTTP response; `headers` are without the date."""

    status: int
    headers: list[tuple[str, str]]
    text: str

    @property
    def json(self) -> Any:
        return json.loads(self.text)


@dataclass(slots=True)
class Site:
    """A server, a public and a private table of Anna and Ben, and the strangers' cookies."""

    server: Server
    anna: Client
    tables: dict[str, str]  # "public", "private", "over", "missing"
    cookies: dict[str, str]
    token: str  # of a link to Ben's seat at the public table
    watching: Table

    def ask(self, who: str, method: str, path: str, body: Any = None) -> "Answer":
        cookie = self.cookies[who]
        headers = {"Origin": self.server.url, **({"Cookie": cookie} if cookie else {})}
        if body is not None:
            headers["Content-Type"] = "application/json"
        with closing(HTTPConnection("127.0.0.1", self.server.port, timeout=TIMEOUT)) as connection:
            connection.request(method, path, body and json.dumps(body), headers)
            answer = connection.getresponse()
            heads = [(key, value) for key, value in answer.getheaders() if key.lower() != "date"]
            return Answer(answer.status, heads, answer.read().decode())

    def stored(self) -> list[tuple[Any, ...]]:
        """All stored events and members."""
        with closing(sqlite3.connect(self.server.data / "splendor.db")) as database:
            names = (*STORED, "results", "ratings", "reviews")
            return [
                (name, *database.execute(f"SELECT * FROM {name} ORDER BY 1, 2")) for name in names
            ]

    def news(self, table: str) -> Any:
        return self.anna.ask("GET", f"/api/tables/{self.tables[table]}")


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Site]:
    with a_server(tmp_path_factory.mktemp("site"), "--absent-after", "86400") as server:
        anna, ben, other = (Client(server.url, name) for name in ("Anna", "Ben", "Otto"))
        former = Client(server.url, "Fay")
        public = begun(anna, former, spectators=True)
        private = begun(anna, former, spectators=False)
        over = begun(anna, former, spectators=False)
        tables = {"public": public, "private": private, "over": over, "missing": new_token()}
        for table in (public, private, over):
            move_seat(former, ben, table)
        anna.ask("POST", f"/api/tables/{over}/commands", {"type": "resign", "id": "r"})
        while not anna.ask("GET", "/api/me/statistics")["games"]:  # until its result is recorded
            time.sleep(0.1)
        token = link_to_seat(ben, public)
        spectator = Client(server.url, "Spy")
        cookies = {
            "nobody": "",
            "forged": tampered(anna.cookie),
            "signed elsewhere": signed_with_another_key(anna.cookie),
            "guest": other.cookie,
            "spectator": spectator.cookie,
            "former player": former.cookie,
        }
        with spectator.table(public) as watching:
            yield Site(server, anna, tables, cookies, token, watching)


def begun(anna: Client, ben: Client, spectators: bool) -> str:
    with anna.create(seats=["me", "open"], spectators=spectators) as table:
        with ben.table(table.id) as other:
            other.sit(1)
            other.ready("b" * 32)
        table.ready("a" * 32)
        table.wait_until(lambda table: table.room["status"] == "playing", TIMEOUT)
        return table.id


def link_to_seat(who: Client, table: str) -> str:
    return str(who.ask("POST", f"/api/tables/{table}/seat-links", {"seat": 1})["token"])


def move_seat(old: Client, new: Client, table: str) -> None:
    new.ask("POST", "/api/claims", {"token": link_to_seat(old, table)})


def tampered(cookie: str) -> str:
    """The cookie with one letter of the signature changed; not the last, which has unused bits."""
    changed = "A" if cookie[-20] != "A" else "B"
    return f"{cookie[:-20]}{changed}{cookie[-19:]}"


def signed_with_another_key(cookie: str) -> str:
    player = cookie.partition("=")[2].partition(".")[0]
    return Identity(b"another key of a certain length!").cookie_for(player).partition(";")[0]


# The answers of each endpoint to strangers

ANYBODY = dict.fromkeys(STRANGERS, 200)
KNOWN_GUESTS = {who: 401 if who in NAMELESS else 200 for who in STRANGERS}


def guests(status: int) -> dict[str, int]:
    """The expected statuses: this one for guests, 401 for others."""
    return {who: 401 if who in NAMELESS else status for who in STRANGERS}


@dataclass(frozen=True, slots=True)
class Case:
    """A request, and the expected status for each stranger at the public table."""

    statuses: dict[str, int]
    body: Any = None
    query: str = ""


ANALYSIS = "/api/analysis"
KEYS = {"p256dh": "p", "auth": "a"}
CASES = {
    "GET /api/health": Case(ANYBODY),
    "GET /api/health/ready": Case(ANYBODY),
    "GET /api/health/live": Case(ANYBODY),
    "GET /metrics": Case(dict.fromkeys(STRANGERS, 404)),
    "GET /api/guest": Case(ANYBODY),
    "POST /api/guest": Case(ANYBODY, {"name": "Mallory"}),
    "GET /api/profile": Case(KNOWN_GUESTS),
    "DELETE /api/profile/devices/{device}": Case(guests(404)),
    "POST /api/profile/links": Case(KNOWN_GUESTS),
    "POST /api/profile/recovery": Case(KNOWN_GUESTS),
    "POST /api/profile/claims": Case(dict.fromkeys(STRANGERS, 404), {"token": "A" * 22}),
    "GET /api/profile/export": Case(KNOWN_GUESTS),
    "POST /api/profile/erasure": Case(guests(409), {"name": "Anna"}),
    "GET /api/privacy": Case(ANYBODY),
    "GET /api/push": Case(ANYBODY),
    "POST /api/push": Case(guests(409), {"endpoint": "https://a.example", "keys": KEYS}),
    "DELETE /api/push": Case(KNOWN_GUESTS),
    "GET /api/rules/{rules}/cards": Case(ANYBODY),
    "GET /api/levels": Case(ANYBODY),
    "GET /api/games": Case(ANYBODY),
    "POST /api/tables": Case(guests(400), {"seats": [{"who": "bot", "level": "nobody"}] * 2}),
    "GET /api/tables": Case(KNOWN_GUESTS),
    f"GET {TABLE}": Case(ANYBODY),
    f"GET {TABLE}/cards": Case(ANYBODY),
    f"POST {TABLE}/commands": Case(guests(403), {"type": "leave", "id": "x"}),
    f"POST {TABLE}/seat-links": Case(guests(403), {"seat": 0}),
    "POST /api/claims": Case(guests(404), {"token": "A" * 22}),
    f"GET {TABLE}/record": Case(dict.fromkeys(STRANGERS, 409)),
    f"GET {TABLE}/transcript": Case(dict.fromkeys(STRANGERS, 409)),
    f"GET {TABLE}/proof": Case(dict.fromkeys(STRANGERS, 409)),
    f"GET {TABLE}/replay": Case(dict.fromkeys(STRANGERS, 409)),
    f"GET {TABLE}/review": Case(dict.fromkeys(STRANGERS, 409)),
    f"POST {TABLE}/review": Case(guests(409), {"again": False}),
    f"DELETE {TABLE}/review": Case(guests(409)),
    f"GET {TABLE}/review/line": Case(dict.fromkeys(STRANGERS, 409), query="?ply=0&moves=r1"),
    f"POST {TABLE}/past-moves": Case(guests(409), {"ply": 0}),
    f"POST {TABLE}/trials": Case(guests(409), {"ply": 0, "moves": ["WUG"]}),
    f"POST {TABLE}/nudges": Case(guests(409), {"ply": 0, "moves": ["WUG"]}),
    "GET /api/me/games": Case(KNOWN_GUESTS),
    "GET /api/me/statistics": Case(KNOWN_GUESTS),
    "GET /api/me/next": Case(KNOWN_GUESTS),
    "GET /api/me/export": Case(KNOWN_GUESTS),
    "POST /api/me/games/{table}": Case(guests(404), {"hidden": True}),
    "DELETE /api/me/games/{table}": Case(guests(404)),
    "GET /api/me/slips": Case(KNOWN_GUESTS),
    "GET /api/puzzles/daily": Case(ANYBODY),
    "GET /api/puzzles/next": Case(ANYBODY),
    "GET /api/puzzles/progress": Case(ANYBODY),
    "GET /api/puzzles/{puzzle}": Case(dict.fromkeys(STRANGERS, 404)),
    "POST /api/puzzles/{puzzle}/moves": Case(guests(404), {"moves": ["WUG"]}),
    "POST /api/puzzles/{puzzle}/tries": Case(guests(404), {"moves": ["WUG"]}),
    "POST /api/puzzles/{puzzle}/nudge": Case(guests(404)),
    "POST /api/puzzles/{puzzle}/solution": Case(guests(404)),
    "POST /api/puzzles": Case(guests(400), {"position": "x"}),
    f"POST {ANALYSIS}/position": Case(guests(400), {"text": "x"}),
    f"POST {ANALYSIS}/decision": Case(guests(404), {"table": "A" * 22, "ply": 0}),
    f"POST {ANALYSIS}/deal": Case(KNOWN_GUESTS, {"rules": "duel"}),
    f"POST {ANALYSIS}/check": Case(KNOWN_GUESTS, {"text": "x"}),
    f"POST {ANALYSIS}/turns": Case(guests(400), {"position": "x", "moves": ["WUG"]}),
    f"POST {ANALYSIS}/thoughts": Case(guests(400), {"position": "x", "simulations": 1}),
    "GET /api/network": Case(ANYBODY),
    "POST /api/network": Case(dict.fromkeys(STRANGERS, 403), {"open": True}),
}
AT_A_TABLE = [name for name in CASES if "{table}" in name]


def test_every_endpoint_has_a_case() -> None:
    assert set(CASES) == {f"{each.method} {each.path}" for each in ENDPOINTS}


def asked(site: Site, who: str, name: str, table: str = "public") -> Answer:
    method, path = name.split()
    case = CASES[name]
    path = path.replace("{table}", site.tables[table]).replace("{rules}", "duel")
    return site.ask(who, method, path + case.query, case.body)


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("name", CASES)
def test_a_stranger_gets_no_secret_and_changes_nothing(site: Site, name: str, who: str) -> None:
    before = site.stored()
    answer = asked(site, who, name)
    assert answer.status == CASES[name].statuses[who], answer.text
    assert site.stored() == before
    assert_reveals_no_secret(site, answer)


def assert_reveals_no_secret(site: Site, answer: Answer) -> None:
    with closing(sqlite3.connect(site.server.data / "splendor.db")) as database:
        secrets = [row[0] for row in database.execute("SELECT secret FROM tables")]
    text = f"{answer.headers}{answer.text}"
    hidden = [*secrets, "a" * 32, "b" * 32, site.token, site.tables["private"]]
    hidden += [cookie.partition("=")[2] for cookie in (site.anna.cookie,)]
    assert not [each for each in hidden if each in text]


@pytest.mark.parametrize("who", STRANGERS)
def test_a_stranger_sees_a_public_table_like_any_spectator(site: Site, who: str) -> None:
    actual = asked(site, who, f"GET {TABLE}").json
    assert actual["table"] is not None
    assert "you" not in actual
    assert actual == asked(site, "nobody", f"GET {TABLE}").json


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("name", AT_A_TABLE)
@pytest.mark.parametrize("table", ["private", "over"])
def test_a_private_table_looks_like_a_missing_one(
    site: Site, table: str, name: str, who: str
) -> None:
    """To the byte, except for the date."""
    forbidden, missing = (asked(site, who, name, each) for each in (table, "missing"))
    assert forbidden.status == (401 if CASES[name].statuses[who] == 401 else 404)
    assert forbidden == missing


def test_players_see_their_private_table(site: Site) -> None:
    assert site.news("private")["you"][0]["seat"] == 0
    assert site.news("over")["room"]["fairness"]["secret"]


@pytest.mark.parametrize("who", [who for who in STRANGERS if who not in NAMELESS])
def test_the_tables_of_others_are_not_listed(site: Site, who: str) -> None:
    assert asked(site, who, "GET /api/tables").json == {"tables": []}


@pytest.mark.parametrize("who", NAMELESS)
def test_a_forged_cookie_makes_a_new_guest_and_not_the_owner(site: Site, who: str) -> None:
    """A client with a forged cookie that sends a name becomes a new guest."""
    answer = asked(site, who, "POST /api/guest")
    given = dict(answer.headers)["set-cookie"].partition("=")[2].partition(".")[0]
    assert is_token(given)
    assert given not in site.anna.cookie
    assert site.anna.ask("GET", "/api/guest") == {"name": "Anna"}


# Every command

COMMANDS: dict[str, dict[str, Any]] = {
    "play": {"state": 0, "moves": ["WUG"]},
    "ready": {},
    "sit": {"seat": 1},
    "leave": {},
    "resign": {},
    "ask": {"what": "abandon"},
    "answer": {"yes": True, "question": 1},
    "call_bot": {"seat": 0},
    "come_back": {},
    "pause": {"on": True},
    "pace": {"seconds": 1.0},
    "emote": {"what": "hello"},
    "fill": {"seat": 0},
    "start": {},
    "remove": {"seat": 0},
    "admit": {"watch": False},
    "chat": {"text": "let me in"},
    "mute": {"seat": 0},
    "rematch": {},
    "hint": {"state": 0},
    "judge": {"state": 0, "moves": ["WUG"]},
    "try": {"state": 0, "moves": []},
}


def command(site: Site, type: str, table: str = "public") -> dict[str, Any]:
    fields = dict(COMMANDS[type])
    if "state" in fields and table != "missing":
        fields["state"] = site.news(table)["state"]
    return {"type": type, "id": f"{type}-{new_token()}", **fields}


def test_every_command_is_tried() -> None:
    kinds = {kind.__struct_config__.tag for kind in get_args(AnyCommand)}
    assert kinds == set(COMMANDS)


@pytest.mark.parametrize("type", COMMANDS)
@pytest.mark.parametrize("who", STRANGERS)
def test_commands_of_a_stranger_by_post_are_refused(site: Site, who: str, type: str) -> None:
    before = site.stored(), site.news("public")
    body = command(site, type)
    answer, hidden = (
        site.ask(who, "POST", f"/api/tables/{site.tables[table]}/commands", body)
        for table in ("public", "private")
    )
    nameless = who in NAMELESS
    assert answer.json["code"] == ("no_guest" if nameless else refusal_of(type)), answer.text
    assert hidden.json["code"] == ("no_guest" if nameless else "not_found")
    assert (site.stored(), site.news("public")) == before


def refusal_of(type: str) -> str:
    others = {"sit": "taken", "pause": "pause_alone", "pace": "pause_alone"}
    others |= dict.fromkeys(("remove", "admit", "fill", "start"), "not_host")
    return others.get(type, "not_seated")


def socket_of(site: Site, who: str, table: str) -> ClientConnection:
    cookie = site.cookies[who]
    return connect(
        f"{site.server.url.replace('http', 'ws')}/api/tables/{site.tables[table]}/socket",
        origin=Origin(site.server.url),
        additional_headers={"Cookie": cookie} if cookie else {},
        open_timeout=TIMEOUT,
    )


@pytest.mark.parametrize("who", STRANGERS)
def test_commands_of_a_stranger_in_a_socket_are_refused(site: Site, who: str) -> None:
    before = site.stored()
    with socket_of(site, who, "public") as socket:
        socket.send('{"type":"hello"}')
        news = json.loads(socket.recv(TIMEOUT))
        assert "you" not in news
        for type in COMMANDS:
            body = command(site, type)
            socket.send(json.dumps(body))
            answer = answer_to(socket, body["id"])
            expected = "no_guest" if who in NAMELESS else refusal_of(type)
            assert (answer["type"], answer["code"]) == ("refused", expected), type
    assert site.stored() == before


def answer_to(socket: ClientConnection, id: str) -> Any:
    while True:
        frame = json.loads(socket.recv(TIMEOUT))
        if frame.get("id") == id:
            return frame


@pytest.mark.parametrize("who", STRANGERS)
@pytest.mark.parametrize("table", ["private", "over"])
def test_the_socket_of_a_private_table_looks_like_that_of_a_missing_one(
    site: Site, table: str, who: str
) -> None:
    ends = []
    for each in (table, "missing"):
        with socket_of(site, who, each) as socket:
            with pytest.raises(ConnectionClosed) as closed:
                socket.recv(TIMEOUT)
            assert closed.value.rcvd is not None
            ends.append((closed.value.rcvd.code, closed.value.rcvd.reason))
    assert ends[0] == ends[1]
    assert ends[0][0] == 4404


def test_a_device_whose_seat_was_moved_loses_access(site: Site) -> None:
    """In a new socket, and in one that was open when the seat was moved."""
    ben, phone = Client(site.server.url, "Bert"), Client(site.server.url, "Bert's phone")
    id = begun(site.anna, ben, spectators=False)
    with ben.table(id) as old:
        assert old.seats == [1]
        move_seat(ben, phone, id)
        with phone.table(id) as new:
            assert new.seats == [1]
            new.chat("only for us")
        with pytest.raises(ServerRefused, match="no such table"):
            old.wait_until(lambda table: False, TIMEOUT)
        assert not [event for event in old.events if event.get("text") == "only for us"]


# Ids and tokens


def test_ids_and_tokens_have_128_bits_from_the_system() -> None:
    tokens = {new_token() for _ in range(2_000)}
    assert len(tokens) == 2_000
    raw = [base64.urlsafe_b64decode(token + "==") for token in tokens]
    assert {len(each) for each in raw} == {16}
    for bit in range(128):  # set in about half of them: 1,000, within 8 standard deviations
        ones = sum(each[bit // 8] >> bit % 8 & 1 for each in raw)
        assert 820 < ones < 1180


def test_tokens_of_links_are_not_stored(site: Site) -> None:
    """The database contains hashes of tokens, and no cookies."""
    content = b"".join(path.read_bytes() for path in site.server.data.glob("splendor.db*"))
    assert site.token.encode() not in content
    assert site.anna.cookie.removeprefix(f"{COOKIE}=").encode() not in content


@pytest.mark.parametrize("who", [who for who in STRANGERS if who not in NAMELESS])
@pytest.mark.parametrize("table", ["public", "private", "over", "missing"])
def test_the_analysis_board_opens_no_more_than_the_replay(site: Site, who: str, table: str) -> None:
    id = site.tables[table]
    board = site.ask(who, "POST", f"{ANALYSIS}/decision", {"table": id, "ply": 0})
    assert board.status == site.ask(who, "GET", f"/api/tables/{id}/replay").status
    assert board.status != 200
