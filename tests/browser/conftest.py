"""What every test in a browser may name: one server and one Chromium for all of a process."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from tests.browser.support.chromium import Visitor, a_chromium
from tests.server.serving import Server, a_server

Visit: TypeAlias = Callable[..., Visitor]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """For the tests of this folder alone: while it is there, no other can run an event loop."""
    with a_chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with quick bots. Who kills or stops a server starts one of their own.

    It ends with the tests of this folder, and so do the threads of connections left open to it.
    """
    with a_server(tmp_path_factory.mktemp("browser")) as server:
        yield server


@pytest.fixture
def visit(chromium: Browser, served: Server) -> Iterator[Visit]:
    """Somebody comes with a browser of their own; at the end nobody may have complained."""
    visitors: list[Visitor] = []

    def come(**settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, served.url, **settings))
        return visitors[-1]

    yield come
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()
