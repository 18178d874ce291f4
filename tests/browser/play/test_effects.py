"""What the table tells while it is played: who can win, and what flies where."""

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from splendor.client import Table
from tests.browser.conftest import Visit
from tests.browser.support.house import House
from tests.browser.support.people import own
from tests.server.serving import Server

Steps = list[dict[str, Any]]


@pytest.fixture(scope="module")
def house(served: Server) -> House:
    return House(served.url)


def steps_of(house: House, table: Table) -> Steps:
    """Every position of a finished game, with the decision that led there."""
    replay = house.anna.ask("GET", f"/api/tables/{table.id}/replay?as=everybody")
    return list(replay["steps"])


# Who can win


def before_the_goal(steps: Steps) -> tuple[int, int]:
    """The seat that reaches the goal first, and the position in which that turn begins."""
    for ply, step in list(enumerate(steps))[1:]:
        table, seat = step["table"], step["seat"]
        if table["places"][seat]["points"] >= table["target"]:
            turn = steps[ply - 1]["table"]["turn"]
            return seat, next(p for p, each in enumerate(steps) if each["table"]["turn"] == turn)
    raise AssertionError("nobody has reached the goal")


def test_who_can_win_next_turn_is_told_so_in_the_own_panel(visit: Visit, house: House) -> None:
    table = house.over
    seat, ply = before_the_goal(steps_of(house, table))
    page = visit(storage_state=house.storage()).open(f"/replay/{table.id}?as={seat}#{ply}")
    expect(own(page)).to_contain_text("can win next turn")
    page = visit(storage_state=house.storage()).open(f"/replay/{table.id}?as={seat}#0")
    expect(own(page)).to_be_visible()
    expect(own(page)).not_to_contain_text("can win")


# What flies

SLOWLY = """
  window.flown = [];
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (steps, given) {
    const animation = animate.call(this, steps, { ...given, duration: 60_000 });
    window.flown.push({ look: String(this.className.baseVal ?? this.className), animation });
    return animation;
  };
"""
LOOKS = "window.flown.map((each) => each.look)"
LANDED = "window.flown.every((each) => each.animation.playState === 'finished')"

# Decisions of a game, and how each of them looks while it is shown.
KINDS = {
    r"b(h\d|\d[a-e])\+?": "card|held",
    r"r\d[a-e]?": "card|deck",
    r"-\w": "disc",
    r"x\w": "disc",
    r"fill": "disc",
    r"royal\d": "royal",
}


def shown_plies(steps: Steps) -> dict[str, tuple[int, str]]:
    """Where each kind of decision comes for the first time, and its looks; a noble's, too."""
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


def flown(page: Page) -> str:
    """What flies, by its looks."""
    page.wait_for_function("() => window.flown.length > 0")
    return " ".join(page.evaluate(LOOKS))


@pytest.mark.parametrize("game", ["over", "duel_over"])
def test_what_happened_flies_to_where_it_belongs(game: str, visit: Visit, house: House) -> None:
    table: Table = getattr(house, game)
    storage = house.storage(motion=True)
    visitor = visit(storage_state=storage, reduced_motion="no-preference")
    visitor.context.add_init_script(SLOWLY)
    plies = shown_plies(steps_of(house, table))
    assert plies, "something must have happened"
    for kind, (ply, look) in plies.items():
        page = visitor.open(f"/replay/{table.id}?as=everybody#{ply - 1}")
        page.get_by_role("button", name="One move on").click()
        assert re.search(rf"\b({look})\b", flown(page)), f"{kind} at {ply}"
        page.close()


def test_a_key_or_a_click_skips_what_still_flies(visit: Visit, house: House) -> None:
    storage = house.storage(motion=True)
    visitor = visit(storage_state=storage, reduced_motion="no-preference")
    visitor.context.add_init_script(SLOWLY)
    page = visitor.open(f"/replay/{house.over.id}#0")
    page.get_by_role("button", name="One move on").click()
    flown(page)
    assert not page.evaluate(LANDED)
    page.keyboard.press("Shift")
    page.wait_for_function(f"() => {LANDED}")
    page.get_by_role("button", name="One move on").click()
    page.wait_for_function(f"() => !({LANDED})")
    page.get_by_role("heading", level=1).click(force=True)
    page.wait_for_function(f"() => {LANDED}")
