"""Warnings about a possible win, and animations."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from splendor.client import Table
from tests.browser.conftest import Visit
from tests.browser.support.people import own
from tests.browser.support.sample_tables import SampleTables
from tests.server.serving import Server

Steps = list[dict[str, Any]]


@pytest.fixture(scope="module")
def tables(served: Server) -> SampleTables:
    return SampleTables(served.url)


def steps_of(tables: SampleTables, table: Table) -> Steps:
    """Every position of a finished game, with the decision that led there."""
    replay = tables.anna.ask("GET", f"/api/tables/{table.id}/replay?as=everybody")
    return list(replay["steps"])


# Warnings


def before_the_target(steps: Steps) -> tuple[int, int]:
    """The seat that reaches the target first, and the ply at which that turn begins."""
    for ply, step in list(enumerate(steps))[1:]:
        table, seat = step["table"], step["seat"]
        if table["places"][seat]["points"] >= table["target"]:
            turn = steps[ply - 1]["table"]["turn"]
            return seat, next(p for p, each in enumerate(steps) if each["table"]["turn"] == turn)
    raise AssertionError("nobody has reached the goal")


def test_a_player_who_can_win_next_turn_is_marked_in_the_panel(
    visit: Visit, tables: SampleTables
) -> None:
    table = tables.over
    seat, ply = before_the_target(steps_of(tables, table))
    page = visit(storage_state=tables.storage()).open(f"/replay/{table.id}?as={seat}#{ply}")
    expect(own(page)).to_contain_text("can win next turn")
    page = visit(storage_state=tables.storage()).open(f"/replay/{table.id}?as={seat}#0")
    expect(own(page)).to_be_visible()
    expect(own(page)).not_to_contain_text("can win")


# Animations

SLOWLY = """
  window.animated = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, given) {
    const animation = animate.call(this, steps, { ...given, duration: 60_000 });
    window.animated.push({ look: String(this.className.baseVal ?? this.className), animation });
    return animation;
  };
"""
LOOKS = "window.animated.map((each) => each.look)"
LANDED = "window.animated.every((each) => each.animation.playState === 'finished')"

# Kinds of decisions, and the animation of each.
KINDS = {
    r"b(h\d|\d[a-e])\+?": "card|held",
    r"r\d[a-e]?": "card|deck",
    r"-\w": "disc",
    r"x\w": "disc",
    r"fill": "disc",
    r"royal\d": "royal",
}


def shown_plies(steps: Steps) -> dict[str, tuple[int, str]]:
    """The first ply of each kind of decision, and of a noble, with its animation."""
    found: dict[str, tuple[int, str]] = {}
    for ply, step in list(enumerate(steps))[1:]:
        for kind, look in KINDS.items():
            if re.fullmatch(kind, step["move"]):
                found.setdefault(kind, (ply, look))
        if nobles_left(step) < nobles_left(steps[ply - 1]):
            found.setdefault("noble", (ply, "noble"))
    return found


def nobles_left(step: dict[str, Any]) -> int:
    return sum(noble is not None for noble in step["table"].get("nobles", []))


def animated(page: Page) -> str:
    """The animated elements, by class."""
    page.wait_for_function("() => window.animated.length > 0")
    return " ".join(page.evaluate(LOOKS))


@pytest.mark.parametrize("game", ["over", "duel_over"])
def test_a_move_is_animated_towards_its_destination(
    game: str, visit: Visit, tables: SampleTables
) -> None:
    table: Table = getattr(tables, game)
    storage = tables.storage(motion=True)
    visitor = visit(storage_state=storage, reduced_motion="no-preference")
    visitor.context.add_init_script(SLOWLY)
    plies = shown_plies(steps_of(tables, table))
    assert plies, "something must have happened"
    for kind, (ply, look) in plies.items():
        page = visitor.open(f"/replay/{table.id}?as=everybody#{ply - 1}")
        page.get_by_role("button", name="One move on").click()
        assert re.search(rf"\b({look})\b", animated(page)), f"{kind} at {ply}"
        page.close()


def test_a_key_or_a_click_skips_animations(visit: Visit, tables: SampleTables) -> None:
    storage = tables.storage(motion=True)
    visitor = visit(storage_state=storage, reduced_motion="no-preference")
    visitor.context.add_init_script(SLOWLY)
    page = visitor.open(f"/replay/{tables.over.id}#0")
    page.get_by_role("button", name="One move on").click()
    animated(page)
    assert not page.evaluate(LANDED)
    page.keyboard.press("Shift")
    page.wait_for_function(f"() => {LANDED}")
    page.get_by_role("button", name="One move on").click()
    page.wait_for_function(f"() => !({LANDED})")
    page.get_by_role("heading", level=1).click(force=True)
    page.wait_for_function(f"() => {LANDED}")
