"""The size and speed of pages, and the delay of clicks.

The limits are generous because tests run on busy machines; docs/pages.md has measurements.
"""

import statistics

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.chromium import Visitor
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.scenes import named
from tools.pages.speed import measure_clicks, open_page

MOST_BYTES = 300_000
PATIENCE = 5_000.0  # milliseconds for the first paint
CLICK_LIMIT = 400.0  # milliseconds from a click to the screen
FETCHED = """performance.getEntriesByType('resource')
  .filter((each) => each.name.includes('/static/') && each.transferSize > 0)
  .map((each) => each.name)"""


@pytest.mark.parametrize("name", ["base-4", "duel"])
def test_a_table_loads_quickly_with_empty_caches(
    name: str, chromium: Browser, tables: SampleTables
) -> None:
    opened = open_page(chromium, tables, named(name))
    assert opened.bytes <= MOST_BYTES
    assert opened.first_paint <= PATIENCE


def test_the_lobby_and_the_table_that_it_preloads_are_small(
    chromium: Browser, tables: SampleTables
) -> None:
    assert open_page(chromium, tables, named("lobby")).bytes <= MOST_BYTES


def test_a_second_visit_downloads_no_file_again(visit: Visit) -> None:
    visitor = visit()
    first = read_rules(visitor)
    assert len(first.evaluate(FETCHED)) > 10
    assert read_rules(visitor).evaluate(FETCHED) == []


def read_rules(visitor: Visitor) -> Page:
    page = visitor.open("/rules")
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()
    return page


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_clicks_are_shown_quickly(rules: str, chromium: Browser, tables: SampleTables) -> None:
    clicks = measure_clicks(chromium, tables, rules, games=1)
    assert statistics.median(clicks.staged) <= CLICK_LIMIT
    assert min(clicks.confirmed) <= CLICK_LIMIT  # the disk may be slow at times
