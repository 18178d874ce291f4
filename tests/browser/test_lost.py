"""Lost connections: the page says so, comes back by itself, and nothing is lost or done twice."""

from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from splendor.client import Client, Table
from tests.browser.conftest import Visit
from tests.browser.support.chromium import Visitor
from tests.browser.support.line import Line, a_line
from tests.browser.support.people import (
    ALONE,
    answer,
    beside,
    confirming,
    log,
    own,
    pick_three,
    reason,
    skip_guide,
    take_three,
    turn,
)
from tests.server.serving import Server, a_server

LOST = "Connection lost: trying again"


@pytest.fixture(scope="module")
def line() -> Iterator[Line]:
    with a_line() as line:
        yield line


@pytest.fixture(scope="module")
def server(line: Line, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of their own, which is known by the address of the line, too."""
    with a_server(tmp_path_factory.mktemp("lost"), "--allow-origin", line.url) as server:
        line.server = server.port
        yield server


@pytest.fixture
def far(visit: Visit, server: Server, line: Line) -> Iterator[tuple[Page, Table]]:
    """A person whose page reaches the server by a line that may be cut, beside Bert."""
    with beside(Client(server.url, "Bert"), at(visit(), line.url)) as (page, table):
        yield page, table


def at(visitor: Visitor, url: str) -> Visitor:
    """Somebody who uses another address, and may lose the connection to it."""
    visitor.url = url
    visitor.forgiven.append("WebSocket connection to")
    return visitor


def is_back(page: Page) -> None:
    expect(page.get_by_text(LOST)).to_have_count(0)


def moves_of(table: Table) -> list[str]:
    return [move for event in table.events for move in event.get("moves", [])]


def test_what_is_staged_survives_a_lost_connection(far: tuple[Page, Table], line: Line) -> None:
    page, table = far
    pick_three(page)
    line.cut()
    expect(reason(page).filter(has_text=LOST)).to_be_visible()
    line.mend()
    is_back(page)
    expect(confirming(page)).to_be_enabled()
    confirming(page).click()
    expect(turn(page)).to_contain_text("Bert to move")
    table.wait_until(lambda table: len(moves_of(table)) == 1)


def test_what_was_picked_without_a_connection_can_be_confirmed_later(
    far: tuple[Page, Table], line: Line
) -> None:
    page, table = far
    line.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    for gem in ("white", "green", "black"):
        page.get_by_role("button", name=f"{gem}, 4 left").click()
    expect(confirming(page)).to_be_disabled()
    line.mend()
    confirming(page).click()
    table.wait_until(lambda table: moves_of(table) == ["WGK"])


@pytest.mark.parametrize("way", ["up", "down"])
def test_a_move_that_the_line_swallows_is_played_once(
    far: tuple[Page, Table], line: Line, way: str
) -> None:
    """On its way up the server never got it; on its way down the page was never told."""
    page, table = far
    pick_three(page)
    line.swallows = way
    confirming(page).click()
    if way == "down":
        table.wait_until(lambda table: len(moves_of(table)) == 1)
    expect(confirming(page)).to_be_disabled()
    line.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    line.mend()
    expect(turn(page)).to_contain_text("Bert to move")
    is_back(page)
    answer(table)
    take_three(page)
    table.wait_until(lambda table: len(moves_of(table)) == 3)
    expect(own(page).get_by_role("img", name="6 of 10 tokens")).to_be_visible()


def test_what_others_played_meanwhile_is_shown(far: tuple[Page, Table], line: Line) -> None:
    page, table = far
    take_three(page)
    line.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    played = answer(table)
    line.mend()
    expect(turn(page)).to_contain_text("your move")
    expect(log(page).first).to_contain_text(played)


def test_a_page_comes_back_when_its_server_was_killed_and_started_again(
    visit: Visit, server: Server
) -> None:
    page = skip_guide(at(visit(), server.url).open(ALONE))
    first = take_three(page)
    pick_three(page)
    server.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    server.start()
    is_back(page)
    confirming(page).click()
    expect(turn(page)).to_contain_text("Round 3")
    expect(log(page).filter(has_text=first).first).to_be_attached()
