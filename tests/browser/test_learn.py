"""Learning from mistakes: the slips of a reviewed game, tried again at the table."""

import re
from typing import Any

from playwright.sync_api import Locator, Page, expect

from splendor.client import Table
from tests.browser.conftest import Visit
from tests.browser.support.people import confirming, supply
from tests.browser.support.sample_tables import (
    TRIES,
    SampleTables,
    is_over,
    legal_moves,
    sensible,
)

REVIEWING = 120_000.0  # milliseconds for a review
THREE = re.compile("[WUGRK]{3}")
UNSEEN = re.compile("r[123]")
NAMES = {"W": "white", "U": "blue", "G": "green", "R": "red", "K": "black"}


def hasty(table: Table) -> str:
    """Reserves unseen cards as long as possible, which gives chances away."""
    blind = [move for move in legal_moves(table) if UNSEEN.fullmatch(move)]
    return blind[0] if blind else sensible(table)


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Learn from your mistakes")


def said(page: Page) -> Locator:
    return panel(page).get_by_role("status")


def slips_of(tables: SampleTables, table: str) -> list[dict[str, Any]]:
    turns = tables.anna.ask("GET", f"/api/tables/{table}/review")["review"]["turns"]
    return [turn for turn in turns if turn["seat"] == 0 and turn["label"]]


def test_a_mistake_is_learnt_at_the_table(visit: Visit, tables: SampleTables) -> None:
    equals = SampleTables(tables.url, bot="greedy")
    equals.anna = tables.anna
    visitor = visit(storage_state=tables.storage())
    for _ in range(TRIES):
        table = equals._against_bots("official", 2, is_over, hasty)
        page = visitor.open(f"/learn/{table.id}")
        page.get_by_role("button", name="Review the game").click()
        expect(panel(page)).to_be_visible(timeout=REVIEWING)
        expect(said(page)).to_contain_text("There is something better.")
        slips = slips_of(tables, table.id)
        slip = next((each for each in slips if is_hasty(each)), None)
        if slip:
            break
    assert slip, "no game had such a slip"
    number = slips.index(slip)
    dot = panel(page).get_by_role("list", name="Your slips").get_by_role("button").nth(number)
    dot.click()
    expect(dot).to_have_attribute("aria-current", "step")
    page.keyboard.press("h")  # a nudge lights where to look, and names nothing
    expect(said(page)).to_contain_text("Look at")
    assert page.locator(".table [data-lit=look]").count() >= 2

    # What was played is not quite it; Esc takes the try back.
    page.get_by_role("button", name=f"Deck {slip['moves'][0][1]},").click()
    expect(confirming(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Not quite")
    page.keyboard.press("Escape")
    expect(said(page)).to_contain_text("There is something better.")

    for letter in best_of(slip):
        supply(page).get_by_role("button", name=re.compile(f"^{NAMES[letter]}, ")).click()
    expect(confirming(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text(re.compile("That is it|Also good"))
    expect(dot).to_have_accessible_name(f"slip {number + 1}: nearly found")

    # Another one is given up: it comes back, and the page remembers both.
    panel(page).get_by_role("button", name=re.compile("^(Next|Finish)")).click()
    expect(said(page)).to_contain_text(re.compile("There is something better|found by yourself"))
    if len(slips) > 1:
        panel(page).get_by_role("button", name="Show the answer").click()
        expect(said(page)).to_contain_text("It comes back in three days.")
    page.reload()
    expect(dot).to_have_accessible_name(f"slip {number + 1}: nearly found")

    # However many slips there are, what is said can be read on a phone held sideways.
    page.set_viewport_size({"width": 844, "height": 390})
    row = panel(page).get_by_role("list", name="Your slips")
    row.evaluate(
        "row => { for (let n = 0; n < 20; n++) row.append(row.lastChild.cloneNode(true)); }"
    )
    dots = row.bounding_box()
    saying, acts = said(page).bounding_box(), panel(page).locator(".acts").bounding_box()
    assert dots
    assert saying
    assert acts
    assert dots["height"] < 48
    assert acts["y"] - saying["y"] > min(60, saying["height"] - 1)


def is_hasty(slip: dict[str, Any]) -> bool:
    """Whether a card was reserved unseen where three tokens were the best move."""
    return bool(best_of(slip)) and UNSEEN.fullmatch(slip["moves"][0]) is not None


def best_of(slip: dict[str, Any]) -> str:
    """The best move, if it takes three tokens."""
    best = str(slip["decisions"][0]["options"][0]["move"])
    return best if THREE.fullmatch(best) else ""


def test_slips_of_a_theme_are_practised_in_a_row_and_what_was_shown_comes_back(
    visit: Visit, tables: SampleTables
) -> None:
    """After the game of the test above: the same person, who reviews another one."""
    equals = SampleTables(tables.url, bot="greedy")
    equals.anna = tables.anna
    table = equals._against_bots("official", 2, is_over, hasty)
    reviewed(tables, table.id)
    slips = tables.anna.ask("GET", "/api/me/slips")
    page = visit(storage_state=tables.storage()).open("/me")
    page.get_by_role("link", name="Practise all of them").click()
    course = page.get_by_role("region", name="All your slips")
    expect(course.get_by_text(f"1 of {min(8, len(slips))}")).to_be_visible()
    count = course.get_by_role("list", name="Your slips").get_by_role("button").count()
    for number in range(count):
        expect(course.get_by_role("status")).to_contain_text("There is something better.")
        course.get_by_role("button", name="Show the answer").click()
        expect(course.get_by_role("status")).to_contain_text("It comes back in three days.")
        name = "Finish" if number == count - 1 else "Next"
        course.get_by_role("button", name=re.compile(f"^{name}")).click()
    expect(course.get_by_role("status")).to_contain_text(f"0 of {count}, found by yourself.")
    for _ in range((len(slips) - 1) // 8):
        course.get_by_role("button", name=re.compile("more$")).click()
        show_all(course)
    page.goto(f"{tables.url}/practise")
    expect(page.get_by_role("status")).to_contain_text("The next one comes back on")
    page.get_by_role("button", name="All of them again").click()
    expect(course.get_by_role("status")).to_contain_text("There is something better.")
    themes = {slip["theme"] for slip in slips}
    page.goto(f"{tables.url}/practise?theme={themes.pop()}")
    expect(page.get_by_role("status")).to_contain_text("You have been through")


def show_all(course: Locator) -> None:
    while True:
        course.get_by_role("button", name="Show the answer").click()
        onward = course.get_by_role("button", name=re.compile("^(Next|Finish)"))
        last = "Finish" in onward.inner_text()
        onward.click()
        if last:
            return
        expect(course.get_by_role("status")).to_contain_text("There is something better.")


def reviewed(tables: SampleTables, table: str) -> None:
    path = f"/api/tables/{table}/review"
    tables.anna.ask("POST", path, {})
    while tables.anna.ask("GET", f"{path}?since=999&brief=yes")["status"] == "running":
        pass
