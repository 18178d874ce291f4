"""Puzzles in the browser: solving, failing and being refuted, the daily one, small windows."""

import re
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from splendor.review.puzzles import KINDS, Puzzle, by_id, puzzles_of
from tests.browser.conftest import Visit
from tests.browser.support.axe import ALL, load_axe, violations
from tests.browser.support.chromium import DESKTOP, PHONE
from tests.browser.support.people import confirming

LOW: ViewportSize = {"width": 1366, "height": 625}
LAND: ViewportSize = {"width": 844, "height": 390}
PLAIN_PURCHASE = re.compile(r"b[123][a-d]")
TOKEN_LIMIT = 10
GAMES = [game for game in KINDS if puzzles_of(game)]
ASK = """async ([method, path, body]) => {
  const headers = { 'content-type': 'application/json' };
  const sent = body ? { method, headers, body: JSON.stringify(body) } : { method };
  return (await fetch(path, sent)).json();
}"""


def panel(page: Page) -> Locator:
    return page.get_by_role("region", name="Puzzle")


def said(page: Page) -> Locator:
    return panel(page).get_by_role("status")


def button(page: Page, name: str) -> Locator:
    return panel(page).get_by_role("button", name=name)


def number(page: Page, name: str) -> str:
    """A number of the panel, such as the rating."""
    return panel(page).locator("dl > div").filter(has_text=name).locator("dd").inner_text()


def a_purchase() -> Puzzle:
    """One of the base game whose answer buys a card of the market, where a card can be reserved
    from a deck instead and no token must be returned.
    """
    return next(each for each in puzzles_of("base") if is_plain(each))


def is_plain(puzzle: Puzzle) -> bool:
    view = puzzle.position
    tokens = sum(view.table.places[view.active].tokens)
    legal = {str(move) for move in view.legal_moves}
    return bool(
        PLAIN_PURCHASE.fullmatch(puzzle.answer)
        and {"r1", puzzle.answer} <= legal
        and tokens < TOKEN_LIMIT
    )


def card_of(puzzle: Puzzle) -> str:
    """The card that the answer buys, as a selector."""
    table: Any = puzzle.position.table
    level, slot = int(puzzle.answer[1]), "abcd".index(puzzle.answer[2])
    return f'.market [data-card="{table.market[level - 1][slot].id}"]'


def test_a_puzzle_is_solved_at_the_table_and_the_stream_goes_on(visit: Visit) -> None:
    puzzle = a_purchase()
    page = visit().open(f"/puzzles/{puzzle.id}")
    expect(said(page)).to_contain_text("You have")
    page.locator(card_of(puzzle)).click()
    expect(confirming(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Solved.")
    expect(panel(page)).to_contain_text("Who finds it at once")
    assert "+" in number(page, "puzzle rating")
    assert number(page, "solved").startswith("1")

    steps = panel(page).get_by_role("list", name="How it goes on").get_by_role("button")
    if steps.count():  # the table after a move of the line, and back
        steps.first.click()
        expect(page.locator(card_of(puzzle))).to_have_count(0)
        steps.first.click()
    expect(page.locator(card_of(puzzle))).to_have_attribute("data-lit", "best")

    button(page, "Next puzzle").click()
    expect(panel(page).get_by_role("heading", name="Stream")).to_be_visible()
    expect(said(page)).to_contain_text("Find the best move")  # mixed: the kind is not told
    page.reload()
    expect(panel(page).get_by_role("heading", name="Stream")).to_be_visible()


def test_a_wrong_try_is_refuted_and_taken_back(visit: Visit) -> None:
    puzzle = a_purchase()
    page = visit().open(f"/puzzles/{puzzle.id}")
    expect(said(page)).to_contain_text("You have")
    page.keyboard.press("h")  # a nudge lights where to look, and names nothing
    expect(said(page)).to_contain_text("Look at")
    assert page.locator(".table [data-lit=look]").count() >= 2
    page.get_by_role("button", name="Deck 1,").click()
    expect(confirming(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(said(page)).to_contain_text("Not yet.")
    expect(said(page)).to_contain_text(re.compile(r"It leaves you \d+ % instead of \d+ %"))
    assert page.locator("[data-lit=best]").count() == 0  # nothing of the answer
    rating = number(page, "puzzle rating")
    assert "−" in rating

    page.keyboard.press("Escape")
    expect(said(page)).to_contain_text("You have")
    page.keyboard.press("s")
    expect(said(page)).to_contain_text("The answer:")
    expect(page.locator(card_of(puzzle))).to_have_attribute("data-lit", "best")
    assert number(page, "puzzle rating").split()[0] == rating.split()[0]  # only the first counts


def test_the_daily_puzzle_waits_in_the_lobby_until_it_is_solved(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open("/")
    link = page.get_by_role("link", name="Daily puzzle")
    expect(link).to_contain_text("one move decides")
    link.click()
    expect(panel(page).get_by_role("heading", name="Daily puzzle")).to_be_visible()
    solve_by_requests(page, page.evaluate(ASK, ["GET", "/api/puzzles/daily", None])["id"])
    page.reload()
    week = panel(page).get_by_role("list", name="The last seven days").get_by_role("listitem")
    expect(week.last).to_contain_text(": solved")
    assert number(page, "days running") == "1"
    expect(said(page)).to_contain_text("That was today’s.")
    page.get_by_role("link", name="To the lobby").click()
    expect(link).to_contain_text("done for today")


def solve_by_requests(page: Page, id: str) -> None:
    puzzle, path = by_id()[id], f"/api/puzzles/{id}"
    moves = [puzzle.answer]
    while True:
        after = page.evaluate(ASK, ["POST", f"{path}/moves", {"moves": moves}])
        if after.get("ends") or after.get("shows"):
            break
        planned = puzzle.line[len(moves)] if len(puzzle.line) > len(moves) else ""
        moves.append(planned if planned in after["legal"] else after["legal"][0])
    assert page.evaluate(ASK, ["POST", f"{path}/tries", {"moves": moves}])["right"]


def test_kinds_and_games_of_the_stream_are_chosen(visit: Visit) -> None:
    page = visit().open("/puzzles#stream")
    games = panel(page).get_by_role("group", name="Games in your stream")
    games.get_by_role("button", name="Splendor Duel").click()
    expect(page.get_by_role("main")).to_have_class(re.compile("pyramid"))
    kinds = panel(page).locator(".kinds li").get_by_role("button")
    count = kinds.count()
    for index in range(1, count):  # only the first is left
        kinds.nth(index).click()
    expect(kinds.first).to_have_attribute("aria-pressed", "true")
    expect(said(page)).not_to_contain_text("Find the best move")
    button(page, "Show the solution").click()
    expect(said(page)).to_contain_text("The answer:")


@pytest.mark.parametrize("game", GAMES)
def test_a_puzzle_fits_every_window_and_has_no_barriers(visit: Visit, game: str) -> None:
    visitor = visit(has_touch=True)
    page = visitor.open(f"/puzzles/{puzzles_of(game)[0].id}")
    expect(said(page)).to_contain_text("You have")
    load_axe(page)
    for size in (DESKTOP, LOW, LAND, PHONE):
        page.set_viewport_size(size)
        for name in ("A nudge", "Show the solution"):
            box = button(page, name).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"], (name, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
    button(page, "Show the solution").click()
    expect(said(page)).to_contain_text("The answer:")
    assert violations(page, ALL) == []
    page.set_viewport_size(DESKTOP)
    assert violations(page, ALL) == []


def test_on_a_phone_the_sheet_is_folded_to_see_the_table(visit: Visit) -> None:
    page = visit(viewport=PHONE, has_touch=True, locale="de-DE").open("/puzzles")
    task = page.get_by_role("region", name="Rätsel")
    expect(task.get_by_role("status")).to_contain_text("Du hast")
    task.get_by_role("button", name="Aufgabe zeigen").click()
    expect(task.get_by_role("status")).to_be_hidden()
    task.get_by_role("button", name="Aufgabe zeigen").click()
    expect(task.get_by_role("button", name="Lösung zeigen")).to_be_visible()


def test_a_link_to_no_puzzle_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors.append("404")
    page = visitor.open("/puzzles/00000000")
    expect(page.get_by_role("alert")).to_contain_text("There is no such puzzle.")
    expect(page.get_by_role("link", name="Daily puzzle")).to_be_visible()
