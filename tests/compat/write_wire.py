"""A sample of the traffic between client and server, kept as documentation.

Run once, by `write_server.py`, with version 0.1.0.
"""

import json
from contextlib import suppress
from pathlib import Path
from typing import Any

from splendor.client import Client, ServerRefused, Table
from tests.compat.facts import BUSY, Facts
from tests.server.serving import Server


class Traffic:
    """Writes down what one client sends and receives."""

    def __init__(self) -> None:
        self.lines: list[Facts] = []

    def add(self, direction: str, what: str, body: Any) -> None:
        self.lines.append({"direction": direction, "where": what, "body": body})


def write_wire(folder: Path, server: Server) -> None:
    """One short game: made, played, refused, talked at, resigned. For documentation."""
    traffic = Traffic()

    class Tapped(Client):
        def fetch(self, method: str, path: str, body: Any = None) -> str:
            traffic.add("sent", f"{method} {path}", body)
            text = super().fetch(method, path, body)
            is_json = text.startswith(("{", "["))
            traffic.add("received", f"{method} {path}", json.loads(text) if is_json else text)
            return text

    class TappedTable(Table):
        def _send(self, text: str) -> None:
            traffic.add("sent", "socket", json.loads(text))
            super()._send(text)

        def _take_in(self, frame: dict[str, Any]) -> None:
            traffic.add("received", "socket", frame)
            super()._take_in(frame)

    guest = Tapped(server.url, "Wanda")
    wish = {"rules": "duel", "seats": [{"who": "me"}, {"who": "bot", "level": "random"}],
            "options": {"start": 0}}  # fmt: skip
    made = guest.ask("POST", "/api/tables", wish)
    traffic.add("sent", "socket", {"type": "hello", "since": 0, "positions": True})
    with TappedTable(guest, made["table"]) as table:
        table.ready("wandas-nonce")
        view = table.wait_for_turn(BUSY)
        assert view is not None
        with suppress(ServerRefused):
            table.play("royal1")
        table.play(view.legal_moves[0])
        table.wait_for_turn(BUSY)
        table.chat("Hello")
        table.resign()
    guest.ask("GET", "/api/tables")
    port = f":{server.port}"
    lines = [json.dumps(line, ensure_ascii=False).replace(port, ":8000") for line in traffic.lines]
    (folder / "wire.jsonl").write_text("\n".join(lines) + "\n", "utf-8")
