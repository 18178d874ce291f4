"""What the table tells while it is played: who can win, and what flies where."""

from collections.abc import Iterator
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from splendor.client import Table
from tests.browser.conftest import Visit
from tests.browser.house import House
from tests.server.serving import Server

Steps = list[dict[str, Any]]


@pytest.fixture(scope="module")
def house(served: Server) -> Iterator[House]:
    yield House(served.url)


def steps_of(house: House, table: Table) -> Steps:
    """Every position of a finished game, with the decision that led there."""
    replay = house.anna.ask("GET", f"/api/tables/{table.id}/replay?as=everybody")
    return list(replay["steps"])


# Who can win


def before_the_goal(steps: Steps) -> tuple[int, int]:
    """The seat that reaches the goal first by a purchase, and the position before it."""
    for ply, step in enumerate(steps[1:]):
        seat, table = step["seat"], step["table"]
        if table["places"][seat]["points"] >= table["target"] and step["move"][0] == "b":
            return seat, ply
    raise AssertionError("nobody has reached the goal")


def own_panel(page: Page) -> Any:
    return page.get_by_role("region", name="Your panel")


def test_who_can_win_next_turn_is_told_so_in_the_own_panel(visit: Visit, house: House) -> None:
    table = house.over
    seat, ply = before_the_goal(steps_of(house, table))
    page = visit(storage_state=house.storage()).open(f"/replay/{table.id}?as={seat}#{ply}")
    expect(own_panel(page)).to_contain_text("can win next turn")
    page = visit(storage_state=house.storage()).open(f"/replay/{table.id}?as={seat}#0")
    expect(own_panel(page)).to_be_visible()
    expect(own_panel(page)).not_to_contain_text("can win")
