"""Other protocol versions, and games without a drawing."""

import json
import re
from collections.abc import Callable
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, expect

from tests.browser.conftest import Visit
from tests.browser.support.answers import SOCKETS
from tests.browser.support.chromium import Visitor
from tests.browser.support.people import (
    ALONE,
    confirming,
    log,
    own,
    pick_three,
    skip_guide,
    supply,
    turn,
)

NEWER = 99
RELOAD = 4426  # the close code for a page whose protocol is no longer served
LEGAL = "Legal moves"
Frame = dict[str, Any]


def rewrite_frames(visitor: Visitor, change: Callable[[Frame], Frame]) -> None:
    """Change the frames that the server sends to the visitor's pages."""

    def connect(route: WebSocketRoute) -> None:
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(lambda text: route.send(json.dumps(change(json.loads(text)))))

    visitor.context.route_web_socket(SOCKETS, connect)


def loads_of(page: Page) -> list[str]:
    """The documents that the page loads from now on."""
    found: list[str] = []
    page.on("load", lambda loaded: found.append(loaded.url))
    return found


# Another protocol


def test_a_page_of_an_older_protocol_reloads_once_and_keeps_the_staged_move(visit: Visit) -> None:
    visitor = visit()
    updates = iter([False])

    def change(frame: Frame) -> Frame:
        """Simulate one update of the server; the reloaded page knows the new protocol."""
        is_newer = frame["type"] == "news" and next(updates, False)
        return {**frame, "protocol": NEWER} if is_newer else frame

    rewrite_frames(visitor, change)
    page = skip_guide(visitor.open(ALONE))
    gems = pick_three(page).split()
    staged = confirming(page).inner_text()
    loads = loads_of(page)
    updates = iter([True])
    with page.expect_event("load"):
        say_something(page)
    expect(confirming(page)).to_have_text(staged, use_inner_text=True)
    for gem in gems:
        pile = supply(page).get_by_role("button", name=re.compile(f"^{gem}, "), pressed=True)
        expect(pile).to_be_visible()
    expect(confirming(page)).to_be_enabled()
    confirming(page).click()
    expect(log(page).filter(has_text=staged.split()[-1]).first).to_be_attached()
    assert len(loads) == 1


def say_something(page: Page) -> None:
    """Send a chat message, so that the server sends news."""
    page.get_by_role("banner").get_by_role("button", name="Menu").click()
    name = page.get_by_role("dialog", name="Menu").get_by_label("Your name")
    name.fill("Newcomer")
    name.press("Enter")


def test_a_page_that_stays_outdated_says_so_and_does_not_reload_again(visit: Visit) -> None:
    visitor = visit()
    rewrite_frames(visitor, lambda frame: {**frame, "protocol": NEWER})
    page = visitor.open(ALONE)
    expect(page.get_by_text("failed to load")).to_be_visible()
    loads = loads_of(page)
    expect(page.get_by_role("button", name="Load again")).to_be_visible()
    expect(turn(page)).to_contain_text("your move")
    assert loads == []


def test_a_page_does_not_reload_in_a_loop_and_keeps_the_staged_move(
    visit: Visit,
) -> None:
    visitor = visit()
    connected: list[WebSocketRoute] = []
    refusing = False

    def connect(route: WebSocketRoute) -> None:
        if refusing:
            route.close(code=RELOAD)
            return
        server = route.connect_to_server()
        route.on_message(server.send)
        server.on_message(route.send)
        connected.append(route)

    visitor.context.route_web_socket(SOCKETS, connect)
    page = skip_guide(visitor.open(ALONE))
    pick_three(page)
    staged = confirming(page).inner_text()
    loads = loads_of(page)
    refusing = True
    with page.expect_event("load"):
        connected[-1].close(code=RELOAD)
    again = page.get_by_role("button", name="Load again")
    expect(again).to_be_visible()
    page.wait_for_timeout(2000)
    assert len(loads) == 1
    with page.expect_event("load"):  # the server still refuses
        again.click()
    expect(again).to_be_visible()
    refusing = False
    with page.expect_event("load"):
        again.click()
    expect(confirming(page)).to_have_text(staged, use_inner_text=True)
    assert len(loads) == 3


# A game without a drawing


def rename_game(frame: Frame) -> Frame:
    if frame.get("table"):
        frame["table"]["game"] = "tomorrow"
    return frame


def test_a_game_without_a_drawing_is_played_as_text(visit: Visit) -> None:
    visitor = visit()
    rewrite_frames(visitor, rename_game)
    page = visitor.open(ALONE)
    moves = page.get_by_role("region", name=LEGAL)
    expect(turn(page)).to_contain_text("your move")
    expect(page.get_by_role("main")).to_contain_text("Supply")
    expect(own(page)).to_contain_text("Points")
    take = moves.get_by_role("button", name=re.compile("^[WUGRK]{3}$")).first
    notation = take.inner_text()
    take.click()
    expect(confirming(page)).to_be_enabled()
    confirming(page).click()
    expect(log(page).filter(has_text=notation).first).to_be_attached()
    expect(turn(page)).to_contain_text("your move")


def test_a_staged_move_of_such_a_game_can_be_cleared(visit: Visit) -> None:
    visitor = visit()
    rewrite_frames(visitor, rename_game)
    page = visitor.open(ALONE)
    moves = page.get_by_role("region", name=LEGAL)
    count = moves.get_by_role("button").count
    moves.get_by_role("button", name="r1", exact=True).click()
    expect(confirming(page)).to_be_enabled()
    page.keyboard.press("Escape")
    expect(confirming(page)).to_have_count(0)
    expect(moves.get_by_role("button", name="r1", exact=True)).to_be_visible()
    assert count() > 5
