"""Every window: one page in all sizes, with whatever is open; nothing outside, nothing overlaps."""

import json
import re
from collections.abc import Iterable, Iterator

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.support.axe import ALL, load_axe, violations
from tests.browser.support.chromium import Visitor
from tests.browser.support.geometry import MAIN_WINDOWS, WINDOWS, Window, faults, windows_named
from tests.browser.support.people import TWO_FRAMES, open_menu
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.scenes import named

LOW, LAND = (next(each for each in WINDOWS if each.layout == kind) for kind in ("low", "land"))
SIDEWAYS = [each for each in WINDOWS if each.layout == "land"]
TABLES = ["base-2", "base-3", "base-4", "landolt", "duel"]
DECISIONS = ["taking", "payment", "returning", "duel-line", "duel-returning"]
OPENED = ["hint", "guide", "duel-guide", "menu", "result", "duel-result"]
PLACES = """things => [...document.querySelectorAll(things)].map((each) => {
  const { left, top, width, height } = each.getBoundingClientRect();
  return [left, top, width, height].map(Math.round).join(' ');
})"""
KEEP_THE_GUIDE_AWAY = """() => {
  const prefs = JSON.parse(localStorage.splendor);
  localStorage.splendor = JSON.stringify({ ...prefs, guided: ['base', 'duel'] });
}"""
THINGS = ".pile, .cell, .market .card, .prow .card, .me .bon, .first .bon, .opp, .noble, .royal"


@pytest.fixture(scope="module")
def anna(chromium: Browser, tables: SampleTables) -> Iterator[Visitor]:
    yield from anna_reading(chromium, tables, "en")


@pytest.fixture(scope="module")
def german(chromium: Browser, tables: SampleTables) -> Iterator[Visitor]:
    yield from anna_reading(chromium, tables, "de")


def anna_reading(browser: Browser, tables: SampleTables, language: str) -> Iterator[Visitor]:
    storage = tables.storage(language=language)
    visitor = Visitor(browser, tables.url, storage_state=storage, viewport=LOW.size)
    yield visitor
    visitor.close()
    visitor.check()


def shown(visitor: Visitor, tables: SampleTables, name: str) -> Page:
    page = visitor.context.new_page()
    named(name).show(page, tables)
    page.evaluate("document.fonts.ready")
    return page


def all_faults(page: Page, name: str, windows: Iterable[Window]) -> str:
    game = "duel" if "duel" in name else "base"
    return "\n".join(fault for window in windows for fault in faults(page, window, game))


@pytest.mark.parametrize("name", TABLES)
def test_a_table_fits_into_every_window(name: str, anna: Visitor, tables: SampleTables) -> None:
    page = shown(anna, tables, name)
    assert all_faults(page, name, WINDOWS) == ""
    page.close()


@pytest.mark.parametrize("name", [*DECISIONS, *OPENED])
def test_what_a_decision_needs_is_inside_every_window(
    name: str, anna: Visitor, tables: SampleTables
) -> None:
    page = shown(anna, tables, name)
    found = all_faults(page, name, MAIN_WINDOWS)
    page.evaluate(KEEP_THE_GUIDE_AWAY)
    page.close()
    assert found == ""


@pytest.mark.parametrize("name", ["base-4", "duel"])
def test_german_words_fit_into_every_window(
    name: str, german: Visitor, tables: SampleTables
) -> None:
    page = german.open(named(name).path(tables))
    expect(page.get_by_role("button", name="Menü")).to_be_visible()
    page.evaluate("document.fonts.ready")
    assert all_faults(page, name, (*MAIN_WINDOWS, *windows_named("1024x768"))) == ""
    page.close()


@pytest.mark.parametrize("name", ["base-4", "duel"])
def test_what_a_phone_held_sideways_hides_opens_inside_its_window(
    name: str, anna: Visitor, tables: SampleTables
) -> None:
    page = shown(anna, tables, name)
    page.set_viewport_size(LAND.size)
    page.get_by_role("button", name=re.compile("^All of ")).first.click()
    assert all_faults(page, name, SIDEWAYS) == ""
    page.keyboard.press("Escape")
    page.set_viewport_size(LAND.size)
    open_menu(page).get_by_role("button", name="Log").click()
    expect(page.get_by_role("dialog", name="Log")).to_be_visible()
    assert all_faults(page, name, SIDEWAYS) == ""
    page.close()


@pytest.mark.parametrize("name", ["base-4", "duel"])
def test_low_windows_have_no_serious_violations(
    name: str, anna: Visitor, tables: SampleTables
) -> None:
    page = shown(anna, tables, name)
    load_axe(page)
    found = {}
    for window in (LOW, LAND):
        page.set_viewport_size(window.size)
        found[window.name] = violations(page, ALL)
    page.close()
    assert not any(found.values()), json.dumps(found, indent=1)


@pytest.mark.parametrize("name", ["taking", "duel-line"])
def test_staging_moves_nothing_in_low_windows(
    name: str, anna: Visitor, tables: SampleTables
) -> None:
    page = shown(anna, tables, name)
    for window in (LOW, LAND):
        page.set_viewport_size(window.size)
        page.keyboard.press("Escape")
        named(name).act(page, tables)
        staged = placed(page)
        page.keyboard.press("Escape")
        assert placed(page) == staged, window.name
    page.close()


def placed(page: Page) -> list[str]:
    page.mouse.move(0, 0)  # nothing under the pointer is lifted
    page.evaluate(TWO_FRAMES)
    return list(page.evaluate(PLACES, THINGS))
