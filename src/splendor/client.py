"""A small client of the server: sit at a table from Python, see what your seat sees, play.

    from splendor.client import Client

    anna = Client("http://127.0.0.1:8000", "Anna")
    with anna.create("official", seats=["me", "greedy"]) as table:
        table.ready()
        while not table.is_over:
            view = table.wait_for_turn()
            if view:
                table.play(view.legal_moves[0])

It needs the extra `server`. After a lost connection it reconnects by itself and sends what was not
acknowledged again under the same id, so that nothing happens twice.
"""

import json
import secrets
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from contextlib import ExitStack, suppress
from http.client import HTTPException
from typing import Any
from urllib.parse import urlsplit

from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage
from websockets.sync.client import ClientConnection, connect
from websockets.typing import Origin

from splendor.core.errors import RulesError
from splendor.core.refusals import Refusal, Text, register_texts
from splendor.view import View

PATIENCE = 30.0  # seconds to wait for an answer
AGAIN = 0.2  # seconds between two attempts to connect
READY = 100  # per cent
GONE = (4401, 4404, 4409, 1008)  # close codes after which reconnecting is pointless


def no_server(origin: str, why: str = "") -> str:
    return f"no server answers at {origin}{f': {why}' if why else ''}"


TEXTS: dict[str, Text] = {
    "bad_answer": "the server answered with status {status}",
    "closed": "the server closed the table",
    "no_answer": "the server did not answer in time",
    "no_server": no_server,
}
register_texts(TEXTS)


class ServerRefused(RulesError):
    """The server refused. Programs compare `code` (`docs/refusals.md`) and read `values`.

    `str(error)` is the server's sentence, `kind` the family of the refusal, such as "illegal", and
    `status` the HTTP status, 0 in a socket.
    """

    def __init__(
        self, refusal: Refusal, why: str = "", kind: str = "refused", status: int = 0
    ) -> None:
        super().__init__(refusal)
        self.why, self.kind, self.status = why or str(refusal), kind, status

    def __str__(self) -> str:
        return self.why

    @classmethod
    def from_answer(cls, answer: dict[str, Any], status: int = 0) -> "ServerRefused":
        """The refusal in an answer of the server."""
        refusal = Refusal(answer["code"], answer.get("values", {}))
        return cls(refusal, answer["why"], answer.get("kind", "refused"), status)


class Client:
    """One guest at one server: creates tables, finds them by their link, asks HTTP endpoints.

    `url` is the address of the server. With a `name`, a new guest is made; `cookie`, taken from
    another client's attribute of this name, continues as the same guest instead. Errors are
    `ServerRefused`, or a `RulesError` with the code `no_server`.
    """

    def __init__(self, url: str, name: str = "", cookie: str = "") -> None:
        parts = urlsplit(url)
        self.origin = f"{parts.scheme}://{parts.netloc}"
        self.cookie = cookie
        if name:
            self.ask("POST", "/api/guest", {"name": name})

    def ask(self, method: str, path: str, body: Any = None) -> Any:
        """The answer of an HTTP endpoint, or `ServerRefused`."""
        text = self.fetch(method, path, body)
        return json.loads(text) if text else None

    def fetch(self, method: str, path: str, body: Any = None) -> str:
        """The answer as text, for files such as `/api/tables/{table}/record`."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"Origin": self.origin, "Cookie": self.cookie, "Content-Type": "application/json"}
        request = urllib.request.Request(self.origin + path, data, headers, method=method)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as answer:
                if given := answer.headers.get("Set-Cookie"):
                    self.cookie = given.partition(";")[0]
                return str(answer.read().decode())
        except urllib.error.HTTPError as error:
            with error:
                raise refusal(error.read(), error.code) from None
        except (OSError, HTTPException) as error:
            reason = getattr(error, "reason", None) or error
            raise RulesError(Refusal.of("no_server", origin=self.origin, why=str(reason))) from None

    def create(
        self, rules: str = "official", seats: Sequence[str] = ("me", "greedy"), **more: Any
    ) -> "Table":
        """Open a table. A seat is `me`, `open` (for whoever has the link) or the name of a bot.

        `more` are other fields of the request, such as `options={"target": 21}`; `docs/wire.md`
        lists them.
        """
        setups = [seat_setup(seat) for seat in seats]
        made = self.ask("POST", "/api/tables", {"rules": rules, "seats": setups, **more})
        return Table(self, made["table"])

    def table(self, link: str) -> "Table":
        """A table by its link or its id, to watch or to sit down at."""
        return Table(self, link.rstrip("/").rpartition("/")[2])


class Table:
    """One table through a socket, as `Client.create` and `Client.table` return it.

    `news` is the latest news from the server, `events` all events since the table was opened here.
    It is updated while a method waits; use `with`, or `close`, to leave. Every command waits until
    the server has acknowledged it, that is, until it is on disk, and raises `ServerRefused` if it
    is refused; nothing has changed then.
    """

    def __init__(self, client: Client, id: str) -> None:
        self.client, self.id = client, id
        self.news: dict[str, Any] = {}
        self.events: list[dict[str, Any]] = []
        self.preparing: dict[str, Any] | None = None  # while the server compiles its bots
        self._open = ExitStack()
        self._socket: ClientConnection | None = None
        self._answers: list[dict[str, Any]] = []
        self._reconnect(time.monotonic())

    def __enter__(self) -> "Table":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Close the socket. The seat stays taken, and the game goes on."""
        self._socket = None
        self._open.close()

    # The present state

    @property
    def room(self) -> dict[str, Any]:
        """Seats, status, result and settings of the table (`docs/wire.md`)."""
        room: dict[str, Any] = self.news["room"]
        return room

    @property
    def is_over(self) -> bool:
        """Whether the game is over: `room["result"]` says how it ended."""
        return bool(self.room["status"] == "over")

    @property
    def seats(self) -> list[int]:
        """My seats."""
        return [you["seat"] for you in self.news.get("you", [])]

    @property
    def view(self) -> View | None:
        """The view of my seat that decides; `None` while none of my seats does."""
        for you in self.news.get("you", []):
            if you.get("legal"):
                return View.from_position(you["position"])
        return None

    # Commands

    def play(self, *moves: object) -> int:
        """Play one or several decisions at once. Returns the number of the event."""
        state = self.news["state"]
        return self.do("play", state=state, moves=[str(move) for move in moves])

    def ready(self, nonce: str = "") -> int:
        """Say that the game may begin, with a nonce for the deal."""
        return self.do("ready", nonce=nonce or secrets.token_hex(16))

    def sit(self, seat: int, name: str = "") -> int:
        """Sit down under my own name, or another one if several seats are mine."""
        return self.do("sit", seat=seat, **({"name": name} if name else {}))

    def chat(self, text: str) -> int:
        """Write in the chat of the table."""
        return self.do("chat", text=text)

    def answer(self, yes: bool) -> int:
        """Answer the open question of another player, or withdraw one's own."""
        return self.do("answer", yes=yes, question=self.room.get("asked", {}).get("id", 0))

    def resign(self) -> int:
        """Give up the game."""
        return self.do("resign")

    def do(self, type: str, **fields: Any) -> int:
        """Send any command of `docs/wire.md`; wait for its acknowledgement and the news of it."""
        seq = int(self.answer_to(type, **fields)["seq"])
        self._until(lambda: self.news["seq"] >= seq, PATIENCE)
        return seq

    def answer_to(self, type: str, **fields: Any) -> dict[str, Any]:
        """Send a message and return the answer to it, or raise `ServerRefused`."""
        id = secrets.token_hex(8)
        text = json.dumps({"type": type, "id": id, **fields})
        found: list[dict[str, Any]] = []

        def is_answered() -> bool:
            found.extend(f for f in self._answers if f.get("id") == id)
            return bool(found)

        self._answers = []
        self._send(text)
        self._until(is_answered, PATIENCE, lambda: self._send(text))
        answer = found[0]
        if answer["type"] == "refused":
            raise ServerRefused.from_answer(answer)
        return answer

    def wait_for_turn(self, seconds: float = PATIENCE) -> View | None:
        """Wait until one of my seats decides; `None` when the game is over."""
        self._until(lambda: self.is_over or self.view is not None, seconds)
        return None if self.is_over else self.view

    def wait_until(self, condition: Callable[["Table"], bool], seconds: float = PATIENCE) -> None:
        """Wait until the condition holds."""
        self._until(lambda: condition(self), seconds)

    # The socket

    def _connect(self) -> None:
        """Connect, and continue where the last connection ended."""
        self.close()
        url = f"{self.client.origin.replace('http', 'ws', 1)}/api/tables/{self.id}/socket"
        opening = connect(
            url,
            origin=Origin(self.client.origin),
            additional_headers={"Cookie": self.client.cookie},
            compression=None,
            open_timeout=PATIENCE,
            max_size=None,
        )
        self._socket = self._open.enter_context(opening)
        since = self.news.get("seq", 0)
        self._answers, self.preparing = [], None
        self._socket.send(json.dumps({"type": "hello", "since": since, "positions": True}))
        before = self.news
        while self.news is before:
            self._take_in(json.loads(self._socket.recv(timeout=PATIENCE)))

    def _send(self, text: str) -> None:
        """Send it now; a lost connection is noticed at the next read."""
        if self._socket is not None:
            with suppress(ConnectionClosed):
                self._socket.send(text)

    def _until(
        self, condition: Callable[[], bool], seconds: float, again: Callable[[], None] | None = None
    ) -> None:
        """Read frames until the condition holds; call `again` after a lost connection."""
        until = time.monotonic() + seconds
        while not condition():
            left = until - time.monotonic()
            if left <= 0:
                raise RulesError(Refusal("no_answer"))
            try:
                if self._socket is None:
                    self._reconnect(until)
                    if again:
                        again()
                    continue
                self._take_in(json.loads(self._socket.recv(timeout=left)))
            except TimeoutError:
                continue
            except ConnectionClosed as closed:
                raise_if_gone(closed)
                self.close()

    def _reconnect(self, until: float) -> None:
        while True:
            try:
                self._connect()
                return
            except ConnectionClosed as closed:
                raise_if_gone(closed)
            except (OSError, InvalidHandshake, InvalidMessage):
                pass
            self.close()
            if time.monotonic() > until:
                raise RulesError(Refusal.of("no_server", origin=self.client.origin))
            time.sleep(AGAIN)

    def _take_in(self, frame: dict[str, Any]) -> None:
        if frame["type"] == "news":
            self.news = frame
            self.events += frame.get("events", [])
        elif frame["type"] == "preparing":
            self.preparing = frame if frame["percent"] < READY else None
        elif "id" in frame:  # others answer nothing, such as the emotes of other people
            self._answers.append(frame)


def raise_if_gone(closed: ConnectionClosed) -> None:
    """Raise if the server closed the socket for good: reconnecting would be refused too."""
    if closed.rcvd and closed.rcvd.code in GONE:
        raise ServerRefused(Refusal("closed"), closed.rcvd.reason) from None


def seat_setup(seat: str) -> dict[str, str]:
    return {"who": seat} if seat in ("me", "open") else {"who": "bot", "level": seat}


def refusal(body: bytes, status: int) -> ServerRefused:
    try:
        return ServerRefused.from_answer(json.loads(body), status)
    except (ValueError, KeyError, TypeError):
        return ServerRefused(Refusal.of("bad_answer", status=status), status=status)
