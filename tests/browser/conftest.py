"""Fixtures of all browser tests: one server and one Chromium per process."""

from collections.abc import Callable, Iterator
from typing import Any, TypeAlias

import pytest
from playwright.sync_api import Browser

from tests.browser.support.chromium import Visitor, a_chromium
from tests.browser.support.sample_tables import SampleTables
from tests.server.serving import Server, a_server

Visit: TypeAlias = Callable[..., Visitor]


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    """Only for the tests of this folder: while it runs, no other test can run an event loop."""
    with a_chromium() as browser:
        yield browser


@pytest.fixture(scope="package")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server with fast bots and reviews. A test that kills or stops a server starts its own.

    It ends with the tests of this folder, and so do the threads of connections left open.
    """
    with a_server(tmp_path_factory.mktemp("browser"), "--review-simulations", "400") as server:
        yield server


@pytest.fixture(scope="package")
def tables(served: Server) -> SampleTables:
    """Anna's games, each created at its first use; tests only stage moves at them."""
    return SampleTables(served.url)


@pytest.fixture
def visit(chromium: Browser, served: Server) -> Iterator[Visit]:
    """Opens browsers, each for another person; none of their pages may report an error."""
    visitors: list[Visitor] = []

    def open_browser(**settings: Any) -> Visitor:
        visitors.append(Visitor(chromium, served.url, **settings))
        return visitors[-1]

    yield open_browser
    for visitor in visitors:
        visitor.close()
    for visitor in visitors:
        visitor.check()
