"""A table comes quickly and costs little; a click is on the screen at once.

The bounds of times are generous, since tests run on busy machines; what was measured on a quiet one
stands in docs/pages.md.
"""

import statistics

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.chromium import Visitor
from tests.browser.support.house import House
from tests.browser.support.scenes import named
from tests.server.serving import Server
from tools.pages.speed import measure_clicks, open_page

MOST_BYTES = 300_000
PATIENCE = 5_000.0  # milliseconds for the first paint
SOON = 400.0  # milliseconds from a click to the screen
FETCHED = """performance.getEntriesByType('resource')
  .filter((each) => each.name.includes('/static/') && each.transferSize > 0)
  .map((each) => each.name)"""


@pytest.fixture(scope="module")
def house(served: Server) -> House:
    return House(served.url)


@pytest.mark.parametrize("name", ["base-4", "duel"])
def test_a_table_with_empty_caches_is_light_and_quick(
    name: str, chromium: Browser, house: House
) -> None:
    opened = open_page(chromium, house, named(name))
    assert opened.bytes <= MOST_BYTES
    assert opened.first_paint <= PATIENCE


def test_the_lobby_and_the_table_that_it_fetches_are_light(chromium: Browser, house: House) -> None:
    assert open_page(chromium, house, named("lobby")).bytes <= MOST_BYTES


def test_who_comes_again_fetches_no_file_again(visit: Visit) -> None:
    visitor = visit()
    first = read_rules(visitor)
    assert len(first.evaluate(FETCHED)) > 10
    assert read_rules(visitor).evaluate(FETCHED) == []


def read_rules(visitor: Visitor) -> Page:
    page = visitor.open("/rules")
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()
    return page


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_a_click_is_on_the_screen_at_once(rules: str, chromium: Browser, house: House) -> None:
    clicks = measure_clicks(chromium, house, rules, games=1)
    assert statistics.median(clicks.staged) <= SOON
    assert min(clicks.confirmed) <= SOON  # the disk may be slow now and then
