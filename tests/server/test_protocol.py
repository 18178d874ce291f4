"""The protocol version: both sides state it, and outdated pages are asked to reload."""

import asyncio
from typing import cast

import pytest
from msgspec import json

from splendor.server import socket as socket_module
from splendor.server.messages import PROTOCOL, Hello
from splendor.server.socket import RELOAD, Conversation, Ended


class OneFrame:
    """A socket that receives this text."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    async def receive(self) -> bytes:
        return self.text


def hello(text: bytes) -> Hello:
    return asyncio.run(Conversation.hello(cast(Conversation, OneFrame(text))))


def test_a_client_without_a_stated_protocol_uses_the_first() -> None:
    assert hello(b'{"type":"hello","since":3}') == Hello(since=3, protocol=1)


@pytest.mark.parametrize("protocol", [1, PROTOCOL, PROTOCOL + 1])
def test_supported_protocols_are_accepted(protocol: int) -> None:
    assert hello(json.encode(Hello(protocol=protocol))).protocol == protocol


def test_an_outdated_page_is_asked_to_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "OLDEST_PROTOCOL", 2)
    with pytest.raises(Ended) as ended:
        hello(b'{"type":"hello"}')
    assert ended.value.number == RELOAD
    assert hello(json.encode(Hello(protocol=2))).protocol == 2
