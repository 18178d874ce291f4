"""What the server overrides in uvicorn: its internals, which may change in any version."""

import hashlib
import importlib.metadata
import inspect
import re
import tomllib
from pathlib import Path
from typing import Any

import pytest
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from splendor.server.app import Server
from splendor.server.connections import HttpConnection, SocketConnection

ROOT = Path(__file__).resolve().parents[2]
OVERRIDDEN = {
    HttpConnection: HttpToolsProtocol,
    SocketConnection: WebSocketsSansIOProtocol,
    Server: uvicorn.Server,
}
# The beginnings of the hashes of uvicorn's own methods. Where one differs: read what has changed,
# adapt connections.py or app.py, then renew the hash and the upper bound in pyproject.toml.
HASHES: dict[str, str] = {
    "HttpToolsProtocol.__init__": "286865eec0dc",
    "HttpToolsProtocol.connection_lost": "f91167015649",
    "HttpToolsProtocol.connection_made": "8c8b5886c7fd",
    "HttpToolsProtocol.data_received": "ed9d39faf6dc",
    "HttpToolsProtocol.on_headers_complete": "eb2cc8abbbed",
    "HttpToolsProtocol.on_message_begin": "edd13696be8b",
    "HttpToolsProtocol.on_response_complete": "88c014f1ee88",
    "HttpToolsProtocol.pause_writing": "195eaa466586",
    "HttpToolsProtocol.resume_writing": "63d466df249e",
    "Server.capture_signals": "5a52c87f943b",
    "Server.handle_exit": "313affc5f61d",
    "WebSocketsSansIOProtocol.__init__": "2dd8156fcf58",
    "WebSocketsSansIOProtocol.connection_lost": "1fbbf626240b",
    "WebSocketsSansIOProtocol.data_received": "e4ddc20d06af",
    "WebSocketsSansIOProtocol.handle_events": "529d9ce75a5b",
    "WebSocketsSansIOProtocol.handle_ping": "5cfd38cc2d56",
    "WebSocketsSansIOProtocol.keepalive_timeout": "67479a441c83",
    "WebSocketsSansIOProtocol.on_task_complete": "e7333c382598",
    "WebSocketsSansIOProtocol.pause_writing": "47002609a88d",
    "WebSocketsSansIOProtocol.resume_writing": "8bf96ac2076d",
    "WebSocketsSansIOProtocol.send_receive_event_to_app": "8dbb5bcf0441",
}


def overridden() -> dict[str, Any]:
    """The methods of uvicorn that a class of ours overrides, by name."""
    return {
        f"{base.__name__}.{name}": vars(base)[name]
        for own, base in OVERRIDDEN.items()
        for name, value in vars(own).items()
        if inspect.isfunction(value) and name in vars(base)
    }


def hash_of(method: Any) -> str:
    source = re.sub(r"\s+", " ", inspect.getsource(method))
    return hashlib.sha256(source.encode()).hexdigest()[:12]


def test_every_overridden_method_of_uvicorn_is_known() -> None:
    assert set(overridden()) == set(HASHES)


@pytest.mark.parametrize("name", sorted(HASHES))
def test_a_method_of_uvicorn_that_is_overridden_has_not_changed(name: str) -> None:
    found = hash_of(overridden()[name])
    assert found == HASHES[name], f"uvicorn's {name} has changed: read it, and see HASHES"


def test_a_version_of_uvicorn_that_nobody_has_read_is_not_installed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    [wanted] = [
        each for each in project["optional-dependencies"]["server"] if each.startswith("uvicorn")
    ]
    bound = re.fullmatch(r"uvicorn>=(\d+)\.(\d+),<(\d+)\.(\d+)", wanted)
    assert bound, wanted
    least, most = (int(bound[1]), int(bound[2])), (int(bound[3]), int(bound[4]))
    assert most == (least[0], least[1] + 1)
    version = tuple(map(int, importlib.metadata.version("uvicorn").split(".")[:2]))
    assert least <= version < most
