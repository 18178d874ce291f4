"""The version of the messages: stated by both sides, and pages that are too old are told so."""

import asyncio
from typing import cast

import pytest
from msgspec import json

from splendor.server import socket as socket_module
from splendor.server.messages import PROTOCOL, Hello
from splendor.server.socket import RELOAD, Conversation, Ended


class OneFrame:
    """A conversation that receives this text."""

    def __init__(self, text: bytes) -> None:
        self.text = text

    async def receive(self) -> bytes:
        return self.text


def hello(text: bytes) -> Hello:
    return asyncio.run(Conversation.hello(cast(Conversation, OneFrame(text))))


def test_a_client_that_states_no_protocol_speaks_the_first() -> None:
    assert hello(b'{"type":"hello","since":3}') == Hello(since=3, protocol=1)


@pytest.mark.parametrize("protocol", [1, PROTOCOL, PROTOCOL + 1])
def test_served_protocols_are_welcome(protocol: int) -> None:
    assert hello(json.encode(Hello(protocol=protocol))).protocol == protocol


def test_a_page_that_is_too_old_is_told_to_reload(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(socket_module, "OLDEST_PROTOCOL", 2)
    with pytest.raises(Ended) as ended:
        hello(b'{"type":"hello"}')
    assert ended.value.number == RELOAD
    assert hello(json.encode(Hello(protocol=2))).protocol == 2
