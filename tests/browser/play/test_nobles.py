"""Nobles: one comes by itself, among several the reader chooses, and the log tells which it was.

Four seats of one person play through the API until a purchase would bring what is wanted. That
game is abandoned, and a browser plays on from there.
"""

import random
import re

import pytest
from playwright.sync_api import expect

from splendor.base.state import BONUS, REQUIRES
from splendor.client import Table
from tests.browser.conftest import Visit
from tests.browser.support.base_player import card_at, confirm_button, prompt
from tests.browser.support.base_sight import nobles
from tests.browser.support.house import House, active, legal_moves, play
from tests.browser.support.people import log, own
from tests.server.serving import Server

SEATS = 4
GAMES = 10  # in one of ten nobody comes so far
CHANCE = random.Random(7)
CHOICE = re.compile(": choose;")


@pytest.fixture(scope="module")
def house(served: Server) -> House:
    return House(served.url)


def callers(table: Table, move: str) -> int:
    """How many nobles would come with the card that a move buys from the market."""
    seen = table.news["table"]
    bonuses = list(seen["places"][active(table)]["bonuses"])
    bonuses[BONUS[seen["market"][int(move[1]) - 1]["abcd".index(move[2])]]] += 1
    lying = [noble for noble in seen["nobles"] if noble is not None]
    return sum(bool((REQUIRES[noble] <= bonuses).all()) for noble in lying)


def purchases(table: Table) -> list[str]:
    return [move for move in legal_moves(table) if re.fullmatch("b[123][a-d]", move)]


def bringing(table: Table, count: int) -> list[str]:
    """The purchases with which so many nobles would come."""
    return [move for move in purchases(table) if callers(table, move) == count]


def waiting(table: Table) -> str:
    """Buy the cheapest that brings no noble, else take gems."""
    legal = legal_moves(table)
    takes = [move for move in legal if move.isalpha() and move.isupper()]
    several = max((len(set(move)) for move in takes), default=0)
    fallback = [move for move in takes if len(set(move)) == several] or legal
    return min(bringing(table, 0), default=CHANCE.choice(fallback))


def a_game_with(house: House, count: int) -> tuple[Table, str]:
    """A table of Anna's where the purchase that is told would bring her so many nobles."""
    for _ in range(GAMES):
        options = {"start": 0, "target": 30}
        with house.anna.create("official", ["me"] * SEATS, options=options) as table:
            table.ready()
            play([table], lambda seen: seen.is_over or bool(bringing(seen, count)), waiting)
            if not table.is_over:
                move = bringing(table, count)[0]
                return forked(house, table), move
    raise AssertionError("nobody has come so far")


def forked(house: House, table: Table) -> Table:
    """The same position, with Anna at the seat that decides and bots at the others."""
    seats = ["me" if seat == active(table) else "random" for seat in range(SEATS)]
    ply = sum(len(event["moves"]) for event in table.events if event["kind"] == "moved")
    table.do("ask", what="abandon")
    table.wait_until(lambda seen: seen.is_over)
    fork = house.anna.create("official", seats, fork={"table": table.id, "ply": ply})
    fork.ready()
    fork.close()
    return fork


def test_a_noble_that_comes_by_itself_is_told_in_the_log(visit: Visit, house: House) -> None:
    table, move = a_game_with(house, 1)
    page = visit(storage_state=house.storage()).open(f"/t/{table.id}")
    card_at(page, move[1:]).click()
    expect(confirm_button(page)).to_have_accessible_name(f"Confirm: buy {move[1:]}")
    confirm_button(page).click()
    entry = log(page).filter(has_text=move).filter(has_text="received")
    expect(entry).to_have_count(1)
    name = entry.inner_text().split("received")[1].replace(move, "").strip()
    expect(own(page).get_by_role("img", name=name)).to_be_visible()


def test_who_is_visited_by_two_nobles_chooses_one(visit: Visit, house: House) -> None:
    table, move = a_game_with(house, 2)
    page = visit(storage_state=house.storage()).open(f"/t/{table.id}")
    card_at(page, move[1:]).click()
    expect(prompt(page)).to_contain_text("noble")
    choices = nobles(page).get_by_role("button", name=CHOICE)
    expect(choices).to_have_count(2)
    name = CHOICE.split(choices.last.inner_text())[0].strip()
    choices.last.click()
    expect(confirm_button(page)).to_have_accessible_name(f"Confirm: buy {move[1:]}, noble {name}")
    confirm_button(page).click()
    expect(log(page).filter(has_text=f"received {name}")).to_have_count(1)
    expect(own(page).get_by_role("img", name=name)).to_be_visible()
