"""A table for screen readers: announcements of moves and messages, names of pictures."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.chromium import PHONE
from tests.browser.support.people import answer, beside, log, skip_guide, take_three, turn
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.scenes import card_at
from tests.server.serving import Server

CARD = "Level 1, (white|blue|green|red|black)(, 1 point)?; costs "


@pytest.fixture(scope="module")
def bert(served: Server) -> Client:
    return Client(served.url, "Bert")


def announcements(page: Page) -> Locator:
    return page.get_by_role("log", name="What the others do and say")


def test_moves_of_the_opponent_are_announced_with_names(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        take_three(page)
        expect(announcements(page)).to_be_empty()
        answer(table, "r1a")
        expect(announcements(page)).to_have_text(re.compile(f"^Bert reserved {CARD}"))
        take_three(page)
        answer(table, "r2")
        expect(announcements(page)).to_have_text(re.compile("^Bert reserved face down, level 2"))


def test_moves_of_several_opponents_are_announced_in_order(visit: Visit) -> None:
    page = skip_guide(visit().open("/play#rules=official&players=3&level=random&option.start=0"))
    take_three(page)
    expect(turn(page)).to_contain_text("Round 2 · your move")
    expect(announcements(page)).to_have_text(re.compile(r"^Marek .+\. Lin .+\. $"))


def test_messages_of_the_opponent_are_announced(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        table.chat("Good luck!")
        expect(announcements(page)).to_have_text("Bert: Good luck!")


def test_the_log_names_a_new_player_once(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, _):
        entry = log(page).filter(has_text="sat down").first
        expect(entry).to_be_visible()
        name = page.evaluate("fetch('/api/guest').then((answer) => answer.json())")["name"]
        assert entry.inner_text().count(name) == 1


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_on_a_phone_the_log_button_counts_unread_messages(
    visit: Visit, served: Server, rules: str
) -> None:
    tables = SampleTables(served.url)
    anna, ben = tables.with_ben(rules)
    page = visit(storage_state=tables.storage(), viewport=PHONE).open(f"/t/{anna.id}")
    button = page.get_by_role("button", name=re.compile("^Log"))
    expect(button).to_have_accessible_name("Log")
    ben.chat("Hello!")
    expect(button).to_have_accessible_name("Log 1 message unread")
    button.click()
    expect(page.get_by_role("dialog", name="Log")).to_contain_text("Hello!")
    page.get_by_role("dialog", name="Log").get_by_role("button", name="Close").click()
    expect(button).to_have_accessible_name("Log")
    anna.chat("Hello, Ben.")
    ben.chat("Your move.")
    expect(button).to_have_accessible_name("Log 1 message unread")


def test_the_confirm_button_of_duel_says_what_it_does(visit: Visit, served: Server) -> None:
    tables = SampleTables(served.url)
    page = visit(storage_state=tables.storage()).open(f"/t/{tables.first_duel_move.id}")
    gold = page.get_by_role("button", name=re.compile(r"^[a-e]\d: gold")).first
    gold.click()
    card_at(page, "1a").click()
    confirm_button = page.get_by_role("button", name=re.compile("^Confirm"))
    named = re.escape(card_at(page, "1a").inner_text().split(";")[0])  # as on the table
    expect(confirm_button).to_have_accessible_name(
        re.compile(f"^Confirm: reserve {named}, take the gold at [a-e][1-5] r1a J[a-e][1-5]$")
    )
