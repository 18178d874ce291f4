"""What somebody who wishes a server ill may send it. After each attack it must be as before.

An attack is a function with the name of what it tries; it returns how many requests it has sent,
and an assertion says what the server ought to have done.
"""

import json
import os
import re
import secrets
import socket
import struct
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from splendor.client import Client, ServerRefused, Table
from splendor.server.app import LONGEST_FRAME
from splendor.server.messages import MOST_MOVES
from tests.server.serving import Server

PATIENCE = 60.0
MOVE_WITHIN = 10.0  # seconds for an honest move meanwhile, on a busy machine
JSON = "application/json"
TEXT, BINARY, CLOSE, PING = 1, 2, 8, 9  # kinds of WebSocket frames

Attack = Callable[["Victim"], int]


# The server, and people who only want to play


class Victim:
    """A server and an honest table at it."""

    def __init__(self, server: Server) -> None:
        self.server = server
        self.anna, self.ben = Client(server.url, "Anna"), Client(server.url, "Ben")
        self.mallory = Client(server.url, "Mallory")
        self.seats: list[Table] = []
        self.slowest = 0.0
        self.sit_down()

    def sit_down(self) -> None:
        self.leave()
        first = self.anna.create(seats=["me", "open"])
        second = self.ben.table(first.id)
        second.sit(1)
        for table in (first, second):
            table.ready()
        self.seats = [first, second]
        for table in self.seats:
            table.wait_until(lambda table: table.room["status"] == "playing", PATIENCE)

    def leave(self) -> None:
        for table in self.seats:
            table.close()

    @property
    def table(self) -> str:
        return self.seats[0].id

    @property
    def host(self) -> str:
        return f"127.0.0.1:{self.server.port}"

    def play_on(self, moves: int = 2) -> None:
        """The honest table plays; how long an acknowledgement takes is kept."""
        for _ in range(moves):
            if self.seats[0].is_over:
                self.sit_down()
            seq = max(table.news["seq"] for table in self.seats)
            for table in self.seats:
                table.wait_until(lambda table: table.news["seq"] >= seq, PATIENCE)
            mover = next(table for table in self.seats if table.view is not None)
            assert mover.view is not None
            begin = time.monotonic()
            mover.play(mover.view.legal_moves[0])
            self.slowest = max(self.slowest, time.monotonic() - begin)
        assert self.slowest < MOVE_WITHIN, f"a move took {self.slowest:.1f} s"

    def check(self) -> None:
        """Alive, healthy, no mistake in the log, and people can play."""
        assert self.anna.ask("GET", "/api/health")["status"] == "ready"
        self.play_on()
        for word in ("Traceback", "request failed", "Exception"):
            assert word not in self.server.log, self.server.log[-2000:]

    # Ways to send something

    def raw(self, data: bytes, patience: float = PATIENCE) -> bytes:
        """All that comes back for some bytes, until the server has no more to say."""
        with self.connection(patience) as connection:
            connection.sendall(data)
            return read_all(connection)

    @contextmanager
    def connection(self, patience: float = PATIENCE) -> Iterator[socket.socket]:
        with socket.create_connection(("127.0.0.1", self.server.port), patience) as connection:
            yield connection

    def request(self, method: str, path: str, *headers: str, body: bytes = b"") -> "Answer":
        """One request; without headers of their own, Host, Origin and the cookie are right."""
        named = {header.partition(":")[0].lower() for header in headers}
        usual = {
            "host": self.host,
            "origin": self.server.url,
            "cookie": self.mallory.cookie,
            "connection": "close",
            "content-length": str(len(body)),
        }
        lines = [f"{method} {path} HTTP/1.1"]
        lines += [f"{key}: {value}" for key, value in usual.items() if key not in named]
        lines += [header for header in headers if not header.endswith(":")]
        return Answer(self.raw("\r\n".join([*lines, "", ""]).encode("latin-1") + body))

    def request_head(self, method: str, path: str, *headers: str, cookie: str = "") -> bytes:
        """The head of a request with a body, of which the sender then sends what they like."""
        usual = [f"host: {self.host}", f"origin: {self.server.url}", f"content-type: {JSON}"]
        usual += [f"cookie: {cookie or self.mallory.cookie}", "connection: close"]
        return "\r\n".join([f"{method} {path} HTTP/1.1", *usual, *headers, "", ""]).encode()

    def post(self, path: str, body: Any) -> "Answer":
        return self.request("POST", path, f"content-type: {JSON}", body=json.dumps(body).encode())

    @contextmanager
    def conversation(self, hello: bool = True, **more: Any) -> Iterator[ClientConnection]:
        """Mallory's socket at the honest table."""
        options: dict[str, Any] = {
            "origin": Origin(self.server.url),
            "additional_headers": {"Cookie": self.mallory.cookie},
            "open_timeout": PATIENCE,
            "compression": None,
            **more,
        }
        with connect(f"ws://{self.host}/api/tables/{self.table}/socket", **options) as connection:
            if hello:
                connection.send('{"type":"hello"}')
                assert json.loads(connection.recv(PATIENCE))["type"] == "news"
            yield connection

    @contextmanager
    def raw_socket(self, hello: bool = True, **headers: str) -> Iterator[socket.socket]:
        """The same without a library that would keep to the rules."""
        with self.connection() as connection:
            connection.sendall(self.handshake(f"/api/tables/{self.table}/socket", **headers))
            head = b""
            while b"\r\n\r\n" not in head:
                head += connection.recv(1)
            assert b" 101 " in head, head
            if hello:
                connection.sendall(ws_frame(TEXT, b'{"type":"hello"}'))
            yield connection

    def handshake(self, path: str, **headers: str) -> bytes:
        usual = {"host": self.host, "origin": self.server.url, "cookie": self.mallory.cookie}
        lines = [f"GET {path} HTTP/1.1", "upgrade: websocket", "connection: Upgrade"]
        lines += ["sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==", "sec-websocket-version: 13"]
        lines += [f"{key}: {value}" for key, value in {**usual, **headers}.items() if value]
        return "\r\n".join([*lines, "", ""]).encode("latin-1")


class Answer:
    """An answer of HTTP, taken apart."""

    def __init__(self, data: bytes) -> None:
        head, _, self.body = data.partition(b"\r\n\r\n")
        first, *lines = head.decode("latin-1").split("\r\n")
        self.status = int(first.split(" ")[1]) if first else 0
        self.headers = {key.lower(): value for key, _, value in (x.partition(": ") for x in lines)}

    @property
    def told(self) -> Any:
        return json.loads(self.body)


def read_all(connection: socket.socket) -> bytes:
    data = b""
    try:
        while chunk := connection.recv(65536):
            data += chunk
    except (TimeoutError, ConnectionError):
        pass
    return data


def ws_frame(kind: int, data: bytes, masked: bool = True, last: bool = True) -> bytes:
    mask = 0x80 if masked else 0
    size = len(data)
    if size < 126:
        head = bytes([(0x80 if last else 0) | kind, mask | size])
    elif size < 65536:
        head = bytes([(0x80 if last else 0) | kind, mask | 126]) + struct.pack("!H", size)
    else:
        head = bytes([(0x80 if last else 0) | kind, mask | 127]) + struct.pack("!Q", size)
    return head + (b"\0\0\0\0" if masked else b"") + data  # a mask of zeros changes nothing


def close_code(data: bytes) -> int:
    """The code of the last frame, which closes."""
    found = re.findall(rb"\x88[\x02-\x7d](..)", data, re.DOTALL)
    return int.from_bytes(found[-1], "big") if found else 0


# Frames that are not understood

NESTED = "[" * 1500 + "]" * 1500
NOT_UNDERSTOOD = (
    *("", " ", "{", "}", "null", "true", "1", '"hello"', "[]", "{}", "nonsense", "\x00", "\ufeff{}"),
    *("{'type':'ping'}", '{"type":"ping"}{"type":"ping"}', '{"type":"ping",}', '{"type":"ping","x":1}'),
    *('{"type":1}', '{"type":null}', '{"type":"nothing"}', '{"Type":"ping"}', '{"type":"PLAY"}'),
    *('{"type":"play"}', '{"type":"play","id":"a"}', '{"type":"chat","id":"a"}'),
    '{"type":"play","id":"a","state":1,"moves":[]}',
    '{"type":"play","id":"a","state":"1","moves":["WUG"]}',
    '{"type":"play","id":"a","state":1.5,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":NaN,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":1e400,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":true,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":1,"moves":"WUG"}',
    '{"type":"play","id":"a","state":1,"moves":[1]}',
    '{"type":"play","id":"a","state":1,"moves":[""]}',
    '{"type":"play","id":"a","state":1,"moves":["WUG"],"seat":0}',
    '{"type":"play","id":"a","state":1,"moves":["WUG"],"player":"somebody"}',
    '{"type":"play","id":"a","state":1,"moves":["WUG"],"at":0}',
    '{"type":"play","id":"a","state":1,"moves":["' + "W" * 41 + '"]}',
    '{"type":"play","id":"a","state":1,"moves":[' + ",".join(['"pay"'] * (MOST_MOVES + 1)) + "]}",
    '{"type":"play","id":"","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"' + "a" * 65 + '","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"a b","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"a\\n","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"a\\u0000","state":1,"moves":["WUG"]}',
    '{"type":"play","id":1,"state":1,"moves":["WUG"]}',
    '{"type":"sit","id":"a","seat":-1}',
    '{"type":"sit","id":"a","seat":4}',
    '{"type":"sit","id":"a","seat":"0"}',
    '{"type":"sit","id":"a","seat":' + "9" * 400 + "}",
    '{"type":"chat","id":"a","text":""}',
    '{"type":"chat","id":"a","text":"' + "x" * 301 + '"}',
    '{"type":"chat","id":"a","text":"\\ud800"}',
    '{"type":"call_bot","id":"a","seat":1,"level":"\\udfff"}',
    '{"type":"ask","id":"a","what":"money"}',
    '{"type":"answer","id":"a","yes":1}',
    '{"type":"hint","id":"a","state":1,"seconds":0}',
    '{"type":"hint","id":"a","state":1,"seconds":1e9}',
    '{"type":"hint","id":"a","state":1,"seconds":-1}',
    '{"type":"hello","since":-1}',
    f'{{"type":"play","id":"a","state":1,"moves":{NESTED}}}',
    NESTED,
    "[" * (LONGEST_FRAME - 1),
    '{"a":' * 600 + "1" + "}" * 600,
    '{"type":"ready","id":"a","nonce":"' + "f" * 65 + '"}',
)


def frames_that_are_not_understood(victim: Victim) -> int:
    """Each is refused in a message, and the next one is read."""
    before = victim.seats[0].news["seq"]
    with victim.conversation() as connection:
        for text in NOT_UNDERSTOOD:
            connection.send(text)
            answer = json.loads(connection.recv(PATIENCE))
            assert (answer["type"], answer["code"]) == ("refused", "malformed"), (text, answer)
            assert "\n" not in answer["why"], answer
            assert len(answer["why"]) < 400, answer
        connection.send('{"type":"ping"}')
        assert json.loads(connection.recv(PATIENCE))["type"] == "pong"
    assert victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"] == before
    return len(NOT_UNDERSTOOD)


NOT_NOW = (
    '{"type":"chat","id":"nul","text":"a\\u0000b"}',
    '{"type":"chat","id":"crlf","text":"a\\r\\nSet-Cookie: x=y"}',
    '{"type":"ready","id":"nonce","nonce":"zz"}',
    '{"type":"sit","id":"seat","seat":3}',
    '{"type":"play","id":"old","state":-99999999999999999999999999999999,"moves":["WUG"]}',
    '{"type":"play","id":"new","state":99999999999999999999999999999999,"moves":["WUG"]}',
    '{"type":"call_bot","id":"bot","seat":0,"level":"os:system"}',
    '{"type":"rematch","id":"rematch"}',
)


def messages_that_are_understood_and_refused(victim: Victim) -> int:
    with victim.conversation() as connection:
        for text in NOT_NOW:
            connection.send(text)
            answer = json.loads(connection.recv(PATIENCE))
            assert answer["type"] == "refused", (text, answer)
            assert answer["id"] == json.loads(text)["id"]
    return len(NOT_NOW)


def frames_that_are_too_long(victim: Victim) -> int:
    """One byte less is read; a byte more ends the conversation, however it is sent."""
    with victim.conversation() as connection:
        connection.send(" " * LONGEST_FRAME)
        assert json.loads(connection.recv(PATIENCE))["code"] == "malformed"
    for size in (LONGEST_FRAME + 1, 1 << 20):
        with victim.conversation() as connection:
            connection.send("x" * size)
            assert closed_with(connection) == 1009
    with victim.raw_socket() as raw:  # 1 MB in pieces of 1,000 bytes
        try:
            raw.sendall(ws_frame(TEXT, b"x" * 1000, last=False))
            for _ in range(1000):
                raw.sendall(ws_frame(0, b"x" * 1000, last=False))
        except ConnectionError:
            return 5  # it was closed before all was sent
        assert close_code(read_all(raw)) in (1009, 0)
    with victim.raw_socket() as raw:  # and one that only says so
        raw.sendall(bytes([0x81, 0xFF]) + struct.pack("!Q", 1 << 62))
        assert close_code(read_all(raw)) == 1009
    return 6


def closed_with(connection: ClientConnection) -> int:
    try:
        while True:
            connection.recv(PATIENCE)
    except ConnectionClosed as closed:
        return closed.rcvd.code if closed.rcvd else 0


def frames_that_are_no_text(victim: Victim) -> int:
    sent = 0
    for data in (b"", b"\x00", b'{"type":"ping"}', os.urandom(4000)):
        with victim.conversation() as connection:
            connection.send(data)
            assert closed_with(connection) == 1003
            sent += 1
    for data in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b'{"type":"ping"}\x80'):
        with victim.raw_socket() as raw:
            raw.sendall(ws_frame(TEXT, data))
            assert close_code(read_all(raw)) == 1007
            sent += 1
    return sent


def frames_against_the_protocol(victim: Victim) -> int:
    """Without a mask, of unknown kinds, in pieces out of order, with reserved bits."""
    wrong = (
        ws_frame(TEXT, b'{"type":"ping"}', masked=False),
        ws_frame(3, b""),
        ws_frame(11, b""),
        ws_frame(0, b"x"),
        ws_frame(TEXT, b"x", last=False) + ws_frame(TEXT, b"y"),
        ws_frame(PING, b"x" * 126),
        ws_frame(PING, b"x", last=False),
        bytes([0xF1, 0x80, 0, 0, 0, 0]),
        ws_frame(CLOSE, b"\x00"),
        ws_frame(CLOSE, struct.pack("!H", 999)),
        ws_frame(CLOSE, struct.pack("!H", 1000) + b"\xff"),
        b"GET / HTTP/1.1\r\n\r\n",
    )
    for data in wrong:
        with victim.raw_socket() as raw:
            raw.sendall(data)
            assert close_code(read_all(raw)) in (1002, 1007), data
    return len(wrong)


# Conversations that go wrong


def commands_before_hello(victim: Victim) -> int:
    for text in ('{"type":"ping"}', '{"type":"leave","id":"a"}', "nonsense", ""):
        with victim.conversation(hello=False) as connection:
            connection.send(text)
            assert closed_with(connection) == 1008
    return 4


def a_second_hello(victim: Victim) -> int:
    with victim.conversation() as connection:
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv(PATIENCE))["code"] == "refused"
        connection.send('{"type":"hello","since":999999999999999999999999}')
        assert json.loads(connection.recv(PATIENCE))["code"] == "refused"
    with victim.conversation(hello=False) as connection:  # from the future
        connection.send('{"type":"hello","since":999999999999999999999999}')
        assert json.loads(connection.recv(PATIENCE))["type"] == "news"
    return 3


def sockets_that_are_torn_down(victim: Victim) -> int:
    """With a reset, in the middle of a frame, before and after hello."""
    for number in range(40):
        with victim.raw_socket(hello=number % 2 == 0) as raw:
            raw.sendall(ws_frame(TEXT, b'{"type":"ping"}')[: number % 20])
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return 40


def a_flood_of_messages(victim: Victim) -> int:
    """More than can be answered: who floods is sent away, and the others play on."""
    sent = 0
    for text in (
        b'{"type":"ping"}',
        b"nonsense",
        b'{"type":"leave","id":"a"}',
        b'{"type":"try","id":"a","state":0,"moves":[]}',
    ):
        with victim.raw_socket() as raw:
            try:
                for _ in range(50):
                    raw.sendall(ws_frame(TEXT, text) * 100)
                    sent += 100
            except ConnectionError:
                pass
            victim.play_on(1)
    return sent


def a_flood_of_pings_of_the_protocol(victim: Victim) -> int:
    """Pings of WebSocket, whose pongs are never read."""
    before = victim_memory(victim)
    sent = 0
    with victim.raw_socket() as raw:
        raw.settimeout(3)
        try:
            for _ in range(200):
                raw.sendall(ws_frame(PING, b"x" * 125) * 500)
                sent += 500
        except (ConnectionError, TimeoutError):
            pass
        victim.play_on(1)
        assert victim_memory(victim) - before < 8_000, "pongs pile up"
    return sent


def victim_memory(victim: Victim) -> int:
    """KB that the server holds."""
    with open(f"/proc/{victim.server.pid}/status", encoding="ascii") as status:
        return int(next(line for line in status if line.startswith("VmRSS")).split()[1])


# Doors that are not ours


def sockets_from_other_pages(victim: Victim) -> int:
    """Foreign, null and missing origins, and foreign hosts: before anything is said."""
    path = f"/api/tables/{victim.table}/socket"
    wrong = (
        {"origin": ""},
        {"origin": "null"},
        {"origin": "http://evil.example"},
        {"origin": f"https://{victim.host}"},
        {"origin": f"http://{victim.host}.evil.example"},
        {"origin": "http://127.0.0.1:1"},
        {"origin": "file://"},
        {"host": "evil.example"},
        {"host": "evil.example", "origin": "http://evil.example"},
        {"host": f"evil.example:{victim.server.port}"},
        {"host": ""},
    )
    for headers in wrong:
        answer = Answer(victim.raw(victim.handshake(path, **headers)))
        assert answer.status in (400, 403), (headers, answer.status)
    for other in ("/", "/api/health", "/api/tables/x/socket/more", "/static/main.js", "/nothing"):
        answer = Answer(victim.raw(victim.handshake(other)))
        assert answer.status in (403, 404), (other, answer.status)
    return len(wrong) + 5


def strange_handshakes(victim: Victim) -> int:
    path = f"/api/tables/{victim.table}/socket"
    good = victim.handshake(path)
    wrong = (
        good.replace(b"sec-websocket-version: 13", b"sec-websocket-version: 8"),
        good.replace(b"sec-websocket-key: AAAAAAAAAAAAAAAAAAAAAA==\r\n", b""),
        good.replace(b"AAAAAAAAAAAAAAAAAAAAAA==", b"AAAA"),
        good.replace(b"GET ", b"POST "),
        good.replace(path.encode(), b"/api/tables/\xff\xfe/socket"),
        good.replace(path.encode(), b"/api/tables/%ff%00%0d%0a/socket"),
        good.replace(path.encode(), b"/api/tables/" + b"x" * 9000 + b"/socket"),
        good.replace(b"origin: ", b"origin: http://evil.example\r\norigin: "),
    )
    for data in wrong:
        with victim.connection() as connection:
            connection.sendall(data)
            told = read_all(connection)
            assert not told or told.startswith(b"HTTP/1.1 4") or close_code(told) == 4404, data[:99]
    unknown = good.replace(b"cookie: ", b"cookie: \xff\xfe=")  # a spectator without a name
    with victim.connection() as connection:
        connection.sendall(unknown + ws_frame(TEXT, b'{"type":"hello"}') + ws_frame(CLOSE, b""))
        told = read_all(connection)
        assert b'"type":"news"' in told
        assert b'"you"' not in told
    return len(wrong) + 1


def forms_of_other_pages(victim: Victim) -> int:
    """What a foreign page can send without asking: forms, with our cookies."""
    before = victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"]
    path = f"/api/tables/{victim.table}/commands"
    body = b'{"type":"resign","id":"csrf"}'
    cookie = f"cookie: {victim.anna.cookie}"
    evil = "origin: http://evil.example"
    sent = 0
    for kind in ("text/plain", "application/x-www-form-urlencoded", "multipart/form-data", JSON):
        for origin in (evil, "origin: null", "origin:"):
            answer = victim.request("POST", path, cookie, origin, f"content-type: {kind}", body=body)
            assert answer.status == 403, (kind, origin, answer.status)
            sent += 1
        if kind != JSON:  # and even from our own page only JSON counts
            answer = victim.request("POST", path, cookie, f"content-type: {kind}", body=body)
            assert answer.status == 415, (kind, answer.status)
            sent += 1
    assert victim.request("GET", f"{path}?type=resign&id=csrf", cookie).status in (404, 405)
    assert victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"] == before
    return sent + 1


def foreign_hosts(victim: Victim) -> int:
    """DNS rebinding: a name that was pointed at us."""
    hosts = ("evil.example", f"evil.example:{victim.server.port}", "127.0.0.1:1", "", "a, b", "[::1]")
    for host in hosts:
        answer = victim.request("GET", "/api/guest", f"host: {host}" if host else "host:")
        assert answer.status in (400, 403), (host, answer.status)
    doubled = victim.request("GET", "/api/guest", f"host: {victim.host}", "host: evil.example")
    assert doubled.status in (400, 403)
    return len(hosts) + 1


# Requests that are not understood


def bodies_that_are_not_understood(victim: Victim) -> int:
    paths = ("/api/guest", "/api/tables", f"/api/tables/{victim.table}/commands", "/api/claims")
    bodies = (
        *(b"", b"{", b"null", b"[]", b"\xff\xfe", b"\x00", b'{"name":1}', b'{"name":""}', b"{}"),
        b'{"name":"' + b"x" * 101 + b'"}',
        b'{"name":"\\ud800"}',
        b'{"name":"\\u202etxt"}',
        b'{"name":"\\r\\nSet-Cookie: a=b"}',
        b'{"name":"\\u0000"}',
        b"[" * 8000,
        b'{"seats":[{"who":"me"},{"who":"bot","level":"\\udcff"}]}',
        b'{"seats":[{"who":"me"},{"who":"bot","level":"os:system"}]}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"rules":"\\udcff"}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"rules":"__class__"}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"\\udcff":1}}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"target":1e999}}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"target":' + b"9" * 4000 + b"}}",
        b'{"seats":[{"who":"me"},{"who":"open"}],"options":{"hands":"\\udcff"}}',
        b'{"seats":[{"who":"me"},{"who":"open"}],"clock":{"seconds":-1}}',
        b'{"token":"\\udcff"}',
        b'{"token":"' + b"x" * 65 + b'"}',
    )
    for path in paths:
        for body in bodies:
            answer = victim.request("POST", path, f"content-type: {JSON}", body=body)
            assert 400 <= answer.status < 500, (path, body[:80], answer.status, answer.body)
            assert answer.told["type"] == "refused"
            assert "\n" not in answer.told["why"]
    return len(paths) * len(bodies)


def bodies_that_are_too_long(victim: Victim) -> int:
    answer = victim.request("POST", "/api/guest", f"content-type: {JSON}", body=b" " * 8193)
    assert answer.status == 413
    head = victim.request_head("POST", "/api/guest", "transfer-encoding: chunked")
    with victim.connection() as connection:
        connection.sendall(head)
        try:
            for _ in range(2000):  # 8 MB, if it were read
                connection.sendall(b"1000\r\n" + b" " * 4096 + b"\r\n")
        except ConnectionError:
            pass
        assert b" 413 " in read_some(connection)
    return 2


def read_some(connection: socket.socket) -> bytes:
    try:
        return connection.recv(65536)
    except ConnectionError:
        return b" 413 "  # it was told before we listened


def addresses_that_lead_elsewhere(victim: Victim) -> int:
    """Out of the folder of static files, and to what is not there."""
    paths = (
        "/static/../app.py",
        "/static/..%2fapp.py",
        "/static/%2e%2e/app.py",
        "/static/%2e%2e%2f%2e%2e%2fserver%2fapp.py",
        "/static/..%5capp.py",
        "/static/....//app.py",
        "/static//etc/passwd",
        "/static/%2fetc%2fpasswd",
        "/static/%00",
        "/static/main.js%00.html",
        "/static/" + "a/" * 2000,
        "/static/" + "%ff" * 20,
        "/static/",
        "/static",
        "/static/fair",
        "/../../etc/passwd",
        "/t/",
        "/t/../../key",
        "/api",
        "/api/",
        "/api/tables/",
        "/api/tables/%00",
        "/api/tables/%ff%fe",
        "/api/tables/%2e%2e%2fhealth",
        "/api/tables/" + "x" * 5000,
        "/api/rules/%00/cards",
        "/api/rules/%ed%a0%80/cards",
        "/api/tables/x/record%0d%0aX-Evil:%20yes",
        "/docs",
        "/openapi.json",
        "/.git/config",
        "/key",
    )
    for path in paths:
        answer = victim.request("GET", path)
        assert answer.status in (404, 405, 307, 308, 400), (path, answer.status)
        assert b"import" not in answer.body, path
        assert b"root:" not in answer.body, path
        assert "x-evil" not in answer.headers
        assert_guarded(answer, path)
    return len(paths)


def queries_that_are_not_understood(victim: Victim) -> int:
    table = f"/api/tables/{victim.table}"
    paths = (
        *(f"{table}?since={each}" for each in ("-1", "x", "1e9", "9" * 30, "%00", "%ff", "٣")),
        *(f"{table}/replay?as={each}" for each in ("9", "-1", "%00", "everybody%0d%0a", "x" * 101)),
        *(f"/api/tables?before={each}" for each in ("x", "1", "9" * 40 + ".x", "1.%00", "%ff.%ff")),
        *(f"/api/tables?status={each}" for each in ("x", "%00", "x" * 200)),
        *(f"/api/levels?{each}" for each in ("rules=x", "players=9", "players=%00", "rules=%ff")),
    )
    for path in paths:
        answer = victim.request("GET", path.replace("٣", "%D9%A3"))
        assert answer.status in (200, 400, 409), (path, answer.status)
        assert_guarded(answer, path)
    return len(paths)


def assert_guarded(answer: Answer, what: str) -> None:
    """Every answer forbids what a browser must not do with it, errors as well."""
    policy = answer.headers.get("content-security-policy", "")
    assert "default-src 'none'" in policy, (what, answer.status)
    assert "unsafe" not in policy
    assert answer.headers["x-content-type-options"] == "nosniff"
    assert answer.headers["referrer-policy"] == "no-referrer"


def methods_that_are_not_possible(victim: Victim) -> int:
    sent = 0
    for path in ("/", "/api/health", f"/api/tables/{victim.table}", "/api/tables", "/static/main.js"):
        for method in ("PUT", "DELETE", "PATCH", "TRACE", "OPTIONS", "PROPFIND", "CONNECT"):
            answer = victim.request(method, path)
            assert answer.status in (400, 404, 405, 403), (method, path, answer.status)
            sent += 1
    for path in ("/", "/api/health", f"/api/tables/{victim.table}", "/static/main.js"):
        head, get = victim.request("HEAD", path), victim.request("GET", path)
        assert (head.status, head.body) == (get.status, b"")
        assert_guarded(head, path)
        sent += 2
    preflight = victim.request(
        "OPTIONS",
        f"/api/tables/{victim.table}/commands",
        "origin: http://evil.example",
        "access-control-request-method: POST",
    )
    assert preflight.status in (403, 405)
    assert not [name for name in preflight.headers if name.startswith("access-control")]
    return sent + 1


def requests_against_the_protocol(victim: Victim) -> int:
    """Two lengths, two meanings, no host, no end of a line: refused, and never read twice."""
    host = f"host: {victim.host}\r\n"
    smuggled = f"GET /api/guest HTTP/1.1\r\n{host}\r\n"
    wrong = (
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: 5\r\ncontent-length: 6\r\n\r\nhello",
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: 5\r\ntransfer-encoding: chunked\r\n\r\n"
        f"0\r\n\r\n{smuggled}",
        f"POST /api/guest HTTP/1.1\r\n{host}transfer-encoding: xchunked\r\n\r\n0\r\n\r\n{smuggled}",
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: -1\r\n\r\n",
        f"POST /api/guest HTTP/1.1\r\n{host}content-length: 99999999999999999999999\r\n\r\n",
        f"GET /api/guest HTTP/1.1\r\n{host}x : y\r\n\r\n",
        f"GET /api/guest HTTP/1.1\r\n{host} folded: y\r\n\r\n",
        f"GET /api/guest HTTP/1.1\r\n{host}x: a\x00b\r\n\r\n",
        f"GET /api/guest\x00 HTTP/1.1\r\n{host}\r\n",
        f"GET /api/guest HTTP/9.9\r\n{host}\r\n",
        "GET /api/guest HTTP/1.1\r\n\r\n",
        "GET /api/guest HTTP/1.0\r\n\r\n",
        "GET /api/guest\r\n\r\n",
        "\r\n" * 200 + "X\r\n\r\n",
        "\x16\x03\x01\x02\x00\x01\x00",
        "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        "EHLO evil.example\r\n",
    )
    for text in wrong:
        data = victim.raw(text.encode("latin-1"), patience=3)
        statuses = re.findall(rb"HTTP/1\.1 (\d+)", data)
        assert len(statuses) <= 1 or b"200" not in statuses, (text, data)
        assert not statuses or statuses[0][:1] == b"4", (text, data)
    return len(wrong)


def heads_that_are_too_long(victim: Victim) -> int:
    """Enormous cookies and headers: refused, and not kept in memory."""
    cookie = f"cookie: {'x=y; ' * 3000}{victim.mallory.cookie}"
    assert victim.request("GET", "/api/guest", cookie).status in (200, 400, 431)
    before = victim_memory(victim)
    chunk = b"x" * 65536
    for start in (b"GET / HTTP/1.1\r\nx: ", b"GET /", b"GET / HTTP/1.1\r\n" + b"x: y\r\n" * 9000):
        with victim.connection() as connection:
            try:
                connection.sendall(start)
                for _ in range(1600):  # 100 MB, if they were kept
                    connection.sendall(chunk)
            except ConnectionError:
                pass
    assert victim_memory(victim) - before < 30_000, "heads pile up"
    return 4


def people_who_take_their_time(victim: Victim) -> int:
    """Slow loris: hundreds of connections that never finish a request do not stop the others."""
    starts = (
        b"",
        b"GET / HTT",
        b"POST /api/guest HTTP/1.1\r\nhost: x\r\n",
        victim.request_head("POST", "/api/guest", "content-length: 100") + b"{",
        victim.handshake("/api/x")[:-2],
    )
    open_ones = []
    try:
        for number in range(200):
            connection = socket.create_connection(("127.0.0.1", victim.server.port), PATIENCE)
            connection.sendall(starts[number % len(starts)])
            open_ones.append(connection)
        victim.play_on()
        assert victim.request("GET", "/api/health").status == 200
    finally:
        for connection in open_ones:
            connection.close()
    return len(open_ones)


# Words that would do something elsewhere

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}${7*7}<%= 7 %>",
    "'; DROP TABLE events; --",
    "%0d%0aSet-Cookie: a=b",
    "&lt;b&gt;",
    "../../etc/passwd",
    "\\u003cscript\\u003e",
)


def names_and_words_with_markup(victim: Victim) -> int:
    """They are kept and sent as the text that they are, in JSON that no browser renders."""
    for payload in PAYLOADS:
        name = payload[:24]
        assert victim.post("/api/guest", {"name": name}).told == {"name": name}
        client = Client(victim.server.url, name)
        with client.create(seats=["me", "greedy"]) as table:
            table.chat(payload)
            assert table.room["seats"][0]["name"] == name
            assert [event["text"] for event in table.events if event["kind"] == "chatted"] == [payload]
            answer = victim.request("GET", f"/api/tables/{table.id}")
            assert answer.headers["content-type"] == JSON
            assert_guarded(answer, payload)
    return 4 * len(PAYLOADS)


# Moves


def moves_again_and_out_of_turn(victim: Victim) -> int:
    """Replayed, duplicated, stale, out of turn, by others, and at once from two tabs."""
    victim.play_on(1)
    wait_for_both(victim)
    mover, other = sorted(victim.seats, key=lambda table: table.view is None)
    assert mover.view is not None
    move, state = str(mover.view.legal_moves[0]), mover.news["state"]
    play = {"type": "play", "state": state, "moves": [move]}
    path = f"/api/tables/{victim.table}/commands"
    assert refused_code(other.client, path, {**play, "id": "out"}) == "not_your_turn"
    assert refused_code(mover.client, path, {**play, "id": "stale", "state": state - 1}) == "stale"
    assert refused_code(victim.mallory, path, {**play, "id": "theirs"}) == "not_seated"
    id = secrets.token_hex(8)
    acks = [mover.client.ask("POST", path, {**play, "id": id}) for _ in range(5)]
    assert len({ack["seq"] for ack in acks}) == 1
    assert [ack.get("again", False) for ack in acks] == [False, True, True, True, True]
    assert refused_code(mover.client, path, {**play, "id": "twice"}) == "stale"
    assert refused_code(other.client, path, {**play, "id": id}) == "stale"  # a message of its own
    wait_for_both(victim)
    return 10 + two_tabs(victim)


def wait_for_both(victim: Victim) -> None:
    seq = victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"]
    for table in victim.seats:
        table.wait_until(lambda table: table.news["seq"] >= seq, PATIENCE)


def refused_code(client: Client, path: str, body: dict[str, Any]) -> str:
    try:
        client.ask("POST", path, body)
    except ServerRefused as refused:
        return refused.code
    return ""


def two_tabs(victim: Victim) -> int:
    """Both tabs of a player confirm at once, several times each: one of them wins."""
    mover = next(table for table in victim.seats if table.view is not None)
    assert mover.view is not None
    before = mover.news["seq"]
    play = {"type": "play", "state": mover.news["state"], "moves": [str(mover.view.legal_moves[0])]}
    tabs = []
    for number in range(4):
        body = json.dumps({**play, "id": f"tab-{before}-{number}"}).encode()
        connection = socket.create_connection(("127.0.0.1", victim.server.port), PATIENCE)
        head = victim.request_head(
            "POST",
            f"/api/tables/{victim.table}/commands",
            f"content-length: {len(body)}",
            cookie=mover.client.cookie,
        )
        connection.sendall(head + body[:-1])
        tabs.append((connection, body))
    for connection, body in tabs:
        connection.sendall(body[-1:])
    answers = [Answer(read_all(connection)).told for connection, _ in tabs]
    for connection, _ in tabs:
        connection.close()
    codes = sorted(answer.get("code", answer["type"]) for answer in answers)
    assert codes == ["ack", "stale", "stale", "stale"], codes
    wait_for_both(victim)
    assert mover.news["seq"] == before + 1
    return len(tabs)


def clocks_that_are_set_forward(victim: Victim) -> int:
    """A client's times are not even read: a message with one is not understood."""
    with victim.anna.create(seats=["me", "me"], clock={"seconds": 600, "increment": 5}) as table:
        table.ready()
        table.wait_until(lambda table: table.room["status"] == "playing", PATIENCE)
        state, move = table.news["state"], table.news["you"][0]["legal"] or table.news["you"][1]["legal"]
        path = f"/api/tables/{table.id}/commands"
        for field, value in (("at", 0), ("time", 1), ("clock", [1, 1]), ("clocks", [10**9, 0])):
            body = {"type": "play", "id": field, "state": state, "moves": move[:1], field: value}
            assert refused_code(victim.anna, path, body) == "malformed"
        table.play(move[0])
        left = table.room["clock"]["left"]
        assert max(left) <= 605_000
        assert table.room["clock"]["running"] is not None
        table.resign()
    return 5


ATTACKS: dict[str, Attack] = {
    attack.__name__.replace("_", " "): attack
    for attack in (
        frames_that_are_not_understood,
        messages_that_are_understood_and_refused,
        frames_that_are_too_long,
        frames_that_are_no_text,
        frames_against_the_protocol,
        commands_before_hello,
        a_second_hello,
        sockets_that_are_torn_down,
        a_flood_of_messages,
        a_flood_of_pings_of_the_protocol,
        sockets_from_other_pages,
        strange_handshakes,
        forms_of_other_pages,
        foreign_hosts,
        bodies_that_are_not_understood,
        bodies_that_are_too_long,
        addresses_that_lead_elsewhere,
        queries_that_are_not_understood,
        methods_that_are_not_possible,
        requests_against_the_protocol,
        heads_that_are_too_long,
        people_who_take_their_time,
        names_and_words_with_markup,
        moves_again_and_out_of_turn,
        clocks_that_are_set_forward,
    )
}
