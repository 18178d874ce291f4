"""The frames of a server to a visitor's pages, which a test can hold back: a slow connection."""

import re
from collections.abc import Iterator
from contextlib import contextmanager

from playwright.sync_api import WebSocketRoute

from tests.browser.support.chromium import Visitor

SOCKETS = re.compile("/api/tables/.*/socket")


class Answers:
    """Made before the visitor opens a table."""

    def __init__(self, visitor: Visitor) -> None:
        self._held: list[tuple[WebSocketRoute, str | bytes]] | None = None
        visitor.context.route_web_socket(SOCKETS, self._connect)

    @contextmanager
    def held(self) -> Iterator[None]:
        """Nothing arrives meanwhile; everything arrives afterwards."""
        self._held = []
        yield
        held, self._held = self._held, None
        for route, frame in held:
            route.send(frame)

    def _connect(self, route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda frame: self._pass(route, frame))

    def _pass(self, route: WebSocketRoute, frame: str | bytes) -> None:
        if self._held is None:
            route.send(frame)
        else:
            self._held.append((route, frame))
