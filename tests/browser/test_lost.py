"""Lost connections: the page reports them and reconnects; nothing is lost or repeated."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, expect

from splendor.client import Client, Table
from tests.browser.conftest import Visit
from tests.browser.support.chromium import Visitor
from tests.browser.support.people import (
    ALONE,
    answer,
    beside,
    confirming,
    decision,
    log,
    own,
    pick_three,
    reason,
    skip_guide,
    take_three,
    turn,
)
from tests.browser.support.proxy import Proxy, a_proxy
from tests.server.serving import Server, a_server

LOST = "Connection lost: trying again"


@pytest.fixture(scope="module")
def proxy() -> Iterator[Proxy]:
    with a_proxy() as proxy:
        yield proxy


@pytest.fixture(scope="module")
def server(proxy: Proxy, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A separate server that also accepts the proxy's address."""
    with a_server(tmp_path_factory.mktemp("lost"), "--allow-origin", proxy.url) as server:
        proxy.server = server.port
        yield server


@pytest.fixture
def far(visit: Visit, server: Server, proxy: Proxy) -> Iterator[tuple[Page, Table]]:
    """A visitor whose connection goes through the proxy, at a table with Bert."""
    with beside(Client(server.url, "Bert"), at(visit(), proxy.url)) as (page, table):
        yield page, table


def at(visitor: Visitor, url: str) -> Visitor:
    """The visitor with another address, whose connection may be lost."""
    visitor.url = url
    visitor.expected_errors.append("WebSocket connection to")
    return visitor


def expect_reconnected(page: Page) -> None:
    expect(page.get_by_text(LOST)).to_have_count(0)


def moves_of(table: Table) -> list[str]:
    return [move for event in table.events for move in event.get("moves", [])]


def test_a_staged_move_survives_a_lost_connection(far: tuple[Page, Table], proxy: Proxy) -> None:
    page, table = far
    pick_three(page)
    proxy.cut()
    expect(reason(page).filter(has_text=LOST)).to_be_visible()
    proxy.restore()
    expect_reconnected(page)
    expect(confirming(page)).to_be_enabled()
    confirming(page).click()
    expect(turn(page)).to_contain_text("Bert to move")
    table.wait_until(lambda table: len(moves_of(table)) == 1)


def test_a_move_staged_offline_can_be_confirmed_later(
    far: tuple[Page, Table], proxy: Proxy
) -> None:
    page, table = far
    proxy.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    for gem in ("white", "green", "black"):
        page.get_by_role("button", name=f"{gem}, 4 left").click()
    expect(decision(page)).to_contain_text("What you have chosen is kept")
    page.keyboard.press("Enter")
    expect(page.get_by_role("button", name="Queued: take white, green, black")).to_be_disabled()
    proxy.restore()
    table.wait_until(lambda table: moves_of(table) == ["WGK"])


def test_on_a_slow_line_quick_keys_and_clicks_play_the_move(
    far: tuple[Page, Table], proxy: Proxy
) -> None:
    """With 200 milliseconds from a question to its answer, and no pause between key and key."""
    page, table = far
    proxy.delay = 0.1
    for key in ("w", "u", "g", "Enter"):
        page.keyboard.press(key)
    table.wait_until(lambda table: moves_of(table) == ["WUG"])
    answer(table)
    # The page still shows the first turn: what is staged now is for the next one.
    for gem in ("red", "black", "white"):
        box = page.get_by_role("button", name=re.compile(f"^{gem}, ")).bounding_box()
        assert box is not None
        page.mouse.click(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    page.keyboard.press("Enter")
    table.wait_until(lambda table: moves_of(table)[2:] == ["WRK"])
    expect(turn(page)).to_contain_text("Bert to move")
    proxy.delay = 0


@pytest.mark.parametrize("way", ["up", "down"])
def test_a_move_that_the_proxy_drops_is_played_once(
    far: tuple[Page, Table], proxy: Proxy, way: str
) -> None:
    """Up: the server never receives the move. Down: the page never receives the ack."""
    page, table = far
    pick_three(page)
    proxy.drops = way
    confirming(page).click()
    if way == "down":
        table.wait_until(lambda table: len(moves_of(table)) == 1)
    expect(page.get_by_role("button", name=re.compile("^On its way: take"))).to_be_disabled()
    proxy.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    proxy.restore()
    expect(turn(page)).to_contain_text("Bert to move")
    expect_reconnected(page)
    answer(table)
    take_three(page)
    table.wait_until(lambda table: len(moves_of(table)) == 3)
    expect(own(page).get_by_role("img", name="6 of 10 tokens")).to_be_visible()


def test_moves_of_others_during_an_outage_are_shown(far: tuple[Page, Table], proxy: Proxy) -> None:
    page, table = far
    take_three(page)
    proxy.cut()
    expect(page.get_by_text(LOST)).to_be_visible()
    played = answer(table)
    proxy.restore()
    expect(turn(page)).to_contain_text("your move")
    expect(log(page).first).to_contain_text(played)


def test_a_page_reconnects_after_a_crash_of_the_server(visit: Visit, server: Server) -> None:
    page = skip_guide(at(visit(), server.url).open(ALONE))
    first = take_three(page)
    pick_three(page)
    server.kill()
    expect(page.get_by_text(LOST)).to_be_visible()
    server.start()
    expect_reconnected(page)
    confirming(page).click()
    expect(turn(page)).to_contain_text("Round 3")
    expect(log(page).filter(has_text=first).first).to_be_attached()
