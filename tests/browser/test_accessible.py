"""Accessibility of every screen: axe-core finds nothing serious, and texts are large enough."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, ViewportSize, expect

from tests.browser.conftest import Visit
from tests.browser.support.axe import ALL, CONTRAST, load_axe, violations
from tests.browser.support.chromium import DESKTOP, PHONE, TABLET, Visitor
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
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.scenes import SCENES, Scene, named

MOVES = 30  # of a game that are checked one by one
# The overflow of a page, in both directions.
SCROLLS = """() => {
  const { scrollWidth, scrollHeight } = document.documentElement;
  return [scrollWidth - innerWidth, scrollHeight - innerHeight];
}"""


@pytest.fixture(scope="module")
def anna(chromium: Browser, tables: SampleTables) -> Iterator[Visitor]:
    """Anna's browser, which follows the system's theme."""
    visitor = Visitor(chromium, tables.url, storage_state=tables.storage(theme="system"))
    yield visitor
    visitor.close()
    visitor.check()


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.name)
def test_there_are_no_serious_violations_in_any_theme_or_on_a_phone(
    scene: Scene, anna: Visitor, tables: SampleTables
) -> None:
    page = anna.context.new_page()
    page.emulate_media(color_scheme="dark")
    scene.show(page, tables)
    load_axe(page)
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


# Sizes: of tables and decisions in every window, see test_windows.py


@pytest.mark.parametrize("name", ["replay", "duel-replay"])
def test_no_move_makes_a_table_wider_than_a_phone(
    name: str, chromium: Browser, tables: SampleTables
) -> None:
    touch = {"viewport": PHONE, "is_mobile": True, "has_touch": True}
    visitor = Visitor(chromium, tables.url, storage_state=tables.storage(), **touch)
    page = visitor.context.new_page()
    named(name).show(page, tables)
    slider = page.get_by_role("slider", name="Move")
    first, last = int(slider.input_value()), int(slider.get_attribute("max") or 0)
    for ply in range(first + 1, min(first + MOVES, last) + 1):
        page.keyboard.press("ArrowRight")
        expect(slider).to_have_attribute("aria-valuetext", f"Move {ply} of {last}")
        assert page.evaluate("document.documentElement.scrollWidth") == PHONE["width"], page.url
    visitor.close()
    visitor.check()


# Motion

MOVING = """() => document.getAnimations().filter((each) => {
  const { duration, iterations } = each.effect.getComputedTiming();
  return duration > 1 && each.playState === 'running' && iterations > 0;
}).length"""


# In every frame, and when an animation starts: on a busy machine it may end before the next frame.
WATCHING = f"""
  window.most = 0;
  const look = () => {{ window.most = Math.max(window.most, ({MOVING})()); }};
  const watch = () => {{
    look();
    requestAnimationFrame(watch);
  }};
  watch();
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {{
    const animation = animate.apply(this, given);
    look();
    return animation;
  }};
"""


@pytest.mark.parametrize("motion, moves", [("reduce", False), ("no-preference", True)])
def test_moves_are_animated_unless_motion_is_reduced(
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
        page.evaluate(TWO_FRAMES)  # an animation would start in the next frame
        assert page.evaluate("window.most") == 0


@pytest.mark.parametrize("name", ["base-2", "duel", "guide"])
def test_nothing_moves_when_motion_is_reduced(
    name: str, anna: Visitor, tables: SampleTables
) -> None:
    page = anna.context.new_page()
    named(name).show(page, tables)
    assert page.evaluate(MOVING) == 0
    page.close()


# Stable and opaque elements


@pytest.mark.parametrize("size", [DESKTOP, TABLET], ids=["desktop", "tablet"])
def test_the_piles_do_not_move_when_clicked(visit: Visit, size: ViewportSize) -> None:
    page = skip_guide(visit(viewport=size).open(ALONE))
    piles = supply(page).get_by_role("button", name=PILE)
    page.evaluate("document.fonts.ready")
    places = [pile.bounding_box() for pile in piles.all()]
    pick_three(page)
    assert [round(place["y"]) for place in places if place] == [
        round(now["y"]) for pile in piles.all() if (now := pile.bounding_box())
    ]


def test_with_system_colours_a_dialog_is_opaque(visit: Visit) -> None:
    page = skip_guide(visit(forced_colors="active").open(ALONE))
    ground = open_menu(page).evaluate("menu => getComputedStyle(menu).backgroundColor")
    assert ground == "rgb(255, 255, 255)"  # Canvas; a transparent colour would have a fourth number
