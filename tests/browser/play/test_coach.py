"""The coach: hints in three steps, and the question before a move that gives much away."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.people import ALONE, coach, confirming, log, skip_guide, turn
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.training import a_slip

DUEL = "/play#rules=duel&level=random&option.start=0"
LIT = ".table [data-lit]"
ATTEMPTS = 20  # a busy machine leaves no time for a question: the move is played, and taken back


def step(page: Page) -> Locator:
    return coach(page).locator("[aria-current=step]")


@pytest.mark.parametrize("address", [ALONE, DUEL])
def test_the_coach_helps_in_three_steps(visit: Visit, address: str) -> None:
    page = skip_guide(visit().open(address))
    page.keyboard.press("h")
    expect(step(page)).to_contain_text("Where to look")
    expect(coach(page).get_by_role("status")).to_contain_text(re.compile("Look at|only one"))
    assert page.locator(LIT).count() >= 2
    assert coach(page).locator(".mini").count() == 0  # no card is named
    # The next step; a closed coach opens again where it was.
    coach(page).get_by_role("button", name="What kind of move?").click()
    expect(step(page)).to_contain_text("What kind")
    expect(coach(page).get_by_role("button", name="Show the move")).to_be_enabled()
    assert page.locator(LIT).count() >= 2
    page.keyboard.press("Escape")
    expect(coach(page)).to_have_count(0)
    expect(page.locator(LIT)).to_have_count(0)
    page.keyboard.press("h")
    expect(step(page)).to_contain_text("What kind")
    page.keyboard.press("h")
    expect(step(page)).to_contain_text("The move")
    moves = coach(page).get_by_role("list", name="The best moves").get_by_role("listitem")
    expect(moves).to_have_count(3)
    expect(moves.first).to_contain_text("%")
    expect(log(page).first).to_contain_text("got a hint")
    moves.nth(1).get_by_role("button").click()  # another one is staged in its place
    expect(confirming(page)).to_be_enabled()
    coach(page).get_by_role("button", name="Play it").click()
    expect(turn(page)).to_contain_text("Round 2 · your move")
    expect(coach(page)).to_have_count(0)
    page.keyboard.press("h")  # a new turn starts at the first step
    expect(step(page)).to_contain_text("Where to look")


def test_the_coach_asks_before_a_slip(visit: Visit, tables: SampleTables) -> None:
    slip = a_slip(tables)
    seats = [{"who": "me"}, {"who": "bot", "level": "greedy"}]
    fork = {"table": slip.table, "ply": slip.ply}
    made = tables.anna.ask("POST", "/api/tables", {"seats": seats, "fork": fork})
    tables.anna.table(made["table"]).ready()
    page = visit(storage_state=tables.storage(training=5)).open(f"/t/{made['table']}")
    question = page.get_by_role("alertdialog", name="Are you sure?")
    until_asked(page, "Deck 1,", question)
    expect(question).to_contain_text(re.compile(r"gives away \d+ % of your chances: \d+ → \d+"))
    expect(question.get_by_role("button", name="Take it back")).to_be_focused()
    page.keyboard.press("Escape")
    expect(question).to_have_count(0)
    expect(turn(page)).to_contain_text("your move")
    expect(confirming(page)).to_be_enabled()  # what was staged stays
    page.keyboard.press("Escape")
    until_asked(page, "Deck 2,", question)
    question.get_by_role("button", name="Play it anyway").click()
    expect(log(page).filter(has_text=re.compile(r"\br2(?![a-d\d])")).first).to_be_attached()
    expect(log(page).filter(has_text="got a question from the coach").first).to_be_attached()


def until_asked(page: Page, deck: str, question: Locator) -> None:
    """Confirm a reservation until the coach asks about it."""
    undo = page.get_by_role("button", name="Undo")
    for _ in range(ATTEMPTS):
        expect(turn(page)).to_contain_text("your move")
        page.get_by_role("button", name=deck).click()
        expect(confirming(page)).to_be_enabled()
        page.keyboard.press("Enter")
        expect(question.or_(page.locator(".top .undo:enabled"))).to_be_visible()
        if question.is_visible():
            return
        undo.click()
    raise AssertionError("the coach never asked")
