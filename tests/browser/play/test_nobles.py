"""Nobles: a single one comes by itself, several are offered, and the log names the one received.

A person plays four seats through the API until a purchase would attract the wanted number of
nobles. That game is abandoned, and a browser continues a fork of it.
"""

import random
import re

import pytest
from playwright.sync_api import expect

from splendor.base.state import BONUS, REQUIRES
from splendor.client import Table
from tests.browser.conftest import Visit
from tests.browser.support.base_player import card_at, confirm_button, confirm_name, prompt
from tests.browser.support.base_sight import nobles
from tests.browser.support.people import log, own
from tests.browser.support.sample_tables import SampleTables, active, legal_moves, play
from tests.server.serving import Server

SEATS = 4
GAMES = 10  # tries; one in ten does not get that far
CHANCE = random.Random(7)
CHOICE = re.compile(": choose;")


@pytest.fixture(scope="module")
def tables(served: Server) -> SampleTables:
    return SampleTables(served.url)


def nobles_for(table: Table, move: str) -> int:
    """The number of nobles that the purchase of a market card would attract."""
    seen = table.news["table"]
    bonuses = list(seen["places"][active(table)]["bonuses"])
    bonuses[BONUS[seen["market"][int(move[1]) - 1]["abcd".index(move[2])]]] += 1
    lying = [noble for noble in seen["nobles"] if noble is not None]
    return sum(bool((REQUIRES[noble] <= bonuses).all()) for noble in lying)


def purchases(table: Table) -> list[str]:
    return [move for move in legal_moves(table) if re.fullmatch("b[123][a-d]", move)]


def purchases_for(table: Table, count: int) -> list[str]:
    """The purchases that would attract `count` nobles."""
    return [move for move in purchases(table) if nobles_for(table, move) == count]


def waiting_move(table: Table) -> str:
    """Buy the cheapest card that attracts no noble, or take gems."""
    legal = legal_moves(table)
    takes = [move for move in legal if move.isalpha() and move.isupper()]
    several = max((len(set(move)) for move in takes), default=0)
    fallback = [move for move in takes if len(set(move)) == several] or legal
    return min(purchases_for(table, 0), default=CHANCE.choice(fallback))


def a_game_with(tables: SampleTables, count: int) -> tuple[Table, str]:
    """A table of Anna's, and a purchase there that would attract `count` nobles."""
    for _ in range(GAMES):
        options = {"start": 0, "target": 30}
        with tables.anna.create("official", ["me"] * SEATS, options=options) as table:
            table.ready()
            play(
                [table], lambda seen: seen.is_over or bool(purchases_for(seen, count)), waiting_move
            )
            if not table.is_over:
                move = purchases_for(table, count)[0]
                return forked(tables, table), move
    raise AssertionError("nobody has come so far")


def forked(tables: SampleTables, table: Table) -> Table:
    """A fork of the same position, with Anna at the active seat and bots at the others."""
    seats = ["me" if seat == active(table) else "random" for seat in range(SEATS)]
    ply = sum(len(event["moves"]) for event in table.events if event["kind"] == "moved")
    table.do("ask", what="abandon")
    table.wait_until(lambda seen: seen.is_over)
    fork = tables.anna.create("official", seats, fork={"table": table.id, "ply": ply})
    fork.ready()
    fork.close()
    return fork


def test_a_noble_that_comes_by_itself_is_in_the_log(visit: Visit, tables: SampleTables) -> None:
    table, move = a_game_with(tables, 1)
    page = visit(storage_state=tables.storage()).open(f"/t/{table.id}")
    card_at(page, move[1:]).click()
    expect(confirm_button(page)).to_have_accessible_name(confirm_name(f"buy {move[1:]}"))
    confirm_button(page).click()
    entry = log(page).filter(has_text=move).filter(has_text="received")
    expect(entry).to_have_count(1)
    name = entry.inner_text().split("received")[1].replace(move, "").strip()
    expect(own(page).get_by_role("img", name=name)).to_be_visible()


def test_a_player_chooses_one_of_two_nobles(visit: Visit, tables: SampleTables) -> None:
    table, move = a_game_with(tables, 2)
    page = visit(storage_state=tables.storage()).open(f"/t/{table.id}")
    card_at(page, move[1:]).click()
    expect(prompt(page)).to_contain_text("noble")
    choices = nobles(page).get_by_role("button", name=CHOICE)
    expect(choices).to_have_count(2)
    name = CHOICE.split(choices.last.inner_text())[0].strip()
    choices.last.click()
    chosen = confirm_name(f"buy {move[1:]}", f", noble {name}")
    expect(confirm_button(page)).to_have_accessible_name(chosen)
    confirm_button(page).click()
    expect(log(page).filter(has_text=f"received {name}")).to_have_count(1)
    expect(own(page).get_by_role("img", name=name)).to_be_visible()
