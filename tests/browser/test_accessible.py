"""Every screen for everybody: axe-core finds nothing serious, and what is small is still read."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.support.chromium import DESKTOP, PHONE, TABLET, Visitor
from tests.browser.support.house import House
from tests.browser.support.people import (
    ALONE,
    PILE,
    TWO_FRAMES,
    open_menu,
    pick_three,
    skip_guide,
    supply,
    take_three,
    turn,
)
from tests.browser.support.scenes import SCENES, Scene, named
from tests.server.serving import Server

AXE = (Path(__file__).parent / "support" / "axe.min.js").read_text(encoding="utf-8")
WRONG = ("serious", "critical")
ALL = {"resultTypes": ["violations"]}  # of what is right, axe would tell as much
CONTRAST = {**ALL, "runOnly": ["color-contrast"]}
SMALLEST = 14  # pixels, of the digits of a cost
MOVES = 30  # of a game that are looked at one by one
# By how much a page is wider and higher than its window.
SCROLLS = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


@pytest.fixture(scope="module")
def house(served: Server) -> House:
    return House(served.url)


@pytest.fixture(scope="module")
def anna(chromium: Browser, house: House) -> Iterator[Visitor]:
    """Anna, whose browser follows the system's theme."""
    visitor = Visitor(chromium, house.url, storage_state=house.storage(theme="system"))
    yield visitor
    visitor.close()
    visitor.check()


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """What axe-core, which is in the page already, finds and calls serious or critical."""
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in WRONG
        for node in each["nodes"]
    ]


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_nothing_serious_is_wrong_in_any_theme_nor_on_a_phone(
    scene: Scene, anna: Visitor, house: House
) -> None:
    page = anna.context.new_page()
    page.emulate_media(color_scheme="dark")
    scene.show(page, house)
    page.evaluate(AXE)
    found = {"dark": violations(page, ALL)}
    page.emulate_media(color_scheme="light")
    found["light"] = violations(page, CONTRAST)
    page.emulate_media(color_scheme="dark", contrast="more")
    page.set_viewport_size(PHONE)
    found["high contrast, on a phone"] = violations(page, ALL)
    sideways, _ = page.evaluate(SCROLLS)
    page.close()
    assert not any(found.values()), json.dumps(found, indent=1)
    assert sideways == 0


# Sizes

TABLES = ("base-2", "base-3", "base-4", "landolt", "duel")
DIGITS = """() => {
  const costs = [...document.querySelectorAll('.card:not(.small) .costs b')];
  return costs.filter((digit) => digit.checkVisibility())
    .map((digit) => parseFloat(getComputedStyle(digit).fontSize));
}"""


@pytest.mark.parametrize("name", TABLES)
def test_a_table_fits_on_a_desktop_and_its_costs_are_read_on_every_screen(
    name: str, anna: Visitor, house: House
) -> None:
    page = anna.context.new_page()
    named(name).show(page, house)
    assert page.evaluate(SCROLLS) == [0, 0]
    for size in (DESKTOP, TABLET, PHONE):
        page.set_viewport_size(size)
        digits = page.evaluate(DIGITS)
        assert digits
        assert min(digits) >= SMALLEST, size
    page.close()


@pytest.mark.parametrize("name", ["taking", "payment", "returning", "duel-line", "duel-returning"])
def test_a_decision_needs_no_scrolling_on_a_desktop(name: str, anna: Visitor, house: House) -> None:
    page = anna.context.new_page()
    named(name).show(page, house)
    assert page.evaluate(SCROLLS) == [0, 0]
    page.close()


@pytest.mark.parametrize("name", ["replay", "duel-replay"])
def test_nothing_that_happens_makes_a_table_wider_than_a_phone(
    name: str, chromium: Browser, house: House
) -> None:
    touch = {"viewport": PHONE, "is_mobile": True, "has_touch": True}
    visitor = Visitor(chromium, house.url, storage_state=house.storage(), **touch)
    page = visitor.context.new_page()
    named(name).show(page, house)
    for _ in range(MOVES):
        page.keyboard.press("ArrowRight")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], page.url
    visitor.close()
    visitor.check()


# Motion

MOVING = """() => document.getAnimations().filter((each) => {
  const { duration, iterations } = each.effect.getComputedTiming();
  return duration > 1 && each.playState === 'running' && iterations > 0;
}).length"""


WATCHING = f"""
  window.most = 0;
  const watch = () => {{
    window.most = Math.max(window.most, ({MOVING})());
    requestAnimationFrame(watch);
  }};
  watch();
"""


@pytest.mark.parametrize("motion, moves", [("reduce", False), ("no-preference", True)])
def test_a_move_flies_unless_somebody_wants_no_motion(
    visit: Visit, motion: str, moves: bool
) -> None:
    visitor = visit(reduced_motion=motion)
    visitor.context.add_init_script(WATCHING)
    page = skip_guide(visitor.open(ALONE))
    take_three(page)
    expect(turn(page)).to_contain_text("Round 2 · your move")
    if moves:
        page.wait_for_function("window.most > 0")
    else:
        page.evaluate(TWO_FRAMES)  # it would fly in the next one
        assert page.evaluate("window.most") == 0


@pytest.mark.parametrize("name", ["base-2", "duel", "guide", "compiling"])
def test_nothing_moves_for_who_wants_no_motion(name: str, anna: Visitor, house: House) -> None:
    page = anna.context.new_page()
    named(name).show(page, house)
    assert page.evaluate(MOVING) == 0
    page.close()


# What is looked at does not move, and nothing shines through


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
def test_the_piles_stay_under_the_mouse(visit: Visit, size: ViewportSize) -> None:
    page = skip_guide(visit(viewport=size).open(ALONE))
    piles = supply(page).get_by_role("button", name=PILE)
    page.evaluate("document.fonts.ready")
    places = [pile.bounding_box() for pile in piles.all()]
    pick_three(page)
    assert [round(place["y"]) for place in places if place] == [
        round(now["y"]) for pile in piles.all() if (now := pile.bounding_box())
    ]


def test_with_the_colours_of_the_system_a_dialog_has_a_ground(visit: Visit) -> None:
    page = skip_guide(visit(forced_colors="active").open(ALONE))
    ground = open_menu(page).evaluate("menu => getComputedStyle(menu).backgroundColor")
    assert ground == "rgb(255, 255, 255)"  # Canvas; what is transparent has a fourth number
