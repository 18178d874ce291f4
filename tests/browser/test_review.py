"""Reviews of real finished games on their page: every rule set, every window, every state."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.axe import ALL, AXE, violations
from tests.browser.support.chromium import DESKTOP, PHONE, Visitor
from tests.browser.support.people import TWO_FRAMES, legal_moves, play_out, takes
from tests.browser.test_accessible import SCROLLS
from tests.browser.test_me import LOW, SIDEWAYS, cookie_of, is_playing
from tests.server.serving import Server

GAMES: dict[str, tuple[str, int, dict[str, Any]]] = {
    "official": ("official", 2, {"target": 5}),
    "three players": ("official", 3, {"rounds": 5}),
    "landolt": ("landolt", 2, {"target": 5}),
    "duel": ("duel", 2, {"idle": 20}),
}
WINDOWS = (DESKTOP, LOW, SIDEWAYS, PHONE)
SLIPS = 5
CHOOSE_LANGUAGE = """(language) => {
  const known = JSON.parse(localStorage.splendor ?? '{}');
  localStorage.splendor = JSON.stringify({ ...known, language });
}"""
# What of the decision is cut off at the right; its line scrolls.
BEYOND = """() => [...document.querySelectorAll('.dec, .dec *')].filter((each) =>
  !each.closest('.rline, .visually-hidden') && each.getBoundingClientRect().right > innerWidth + 1)
  .map((each) => `${each.tagName} ${each.textContent}`)"""
MARKED = re.compile("Buy|Reserve|Take")
JUDGED = re.compile(r"^all (\d+) judged")
NUMBER = re.compile(r"[+−]?\d+")


@dataclass
class Olga:
    """A player at all seats of her games."""

    client: Client
    visitor: Visitor
    tables: dict[str, str]


@pytest.fixture(scope="module")
def olga(chromium: Browser, served: Server) -> Iterator[Olga]:
    client = Client(served.url, "Olga")
    tables = {name: played(client, *game) for name, game in GAMES.items()}
    visitor = Visitor(chromium, served.url, storage_state=cookie_of(client, served.url))
    yield Olga(client, visitor, tables)
    visitor.close()
    visitor.check()


def played(client: Client, rules: str, players: int, options: dict[str, Any]) -> str:
    with client.create(rules, seats=["me"] * players, options={"start": 0, **options}) as table:
        table.ready()
        table.wait_until(is_playing)
        play_out(table)
        return table.id


def finished(page: Page) -> Locator:
    """What says that all is judged; the review has at most a minute."""
    found = page.get_by_role("region", name="Moves").get_by_text(JUDGED)
    expect(found).to_be_visible(timeout=60_000)
    return found


def decision(page: Page) -> Locator:
    return page.get_by_role("region", name="This move", exact=True)


def moves(page: Page) -> Locator:
    return page.get_by_role("region", name="Moves").get_by_role("listitem").get_by_role("button")


@pytest.mark.parametrize("name", GAMES)
def test_a_finished_game_is_reviewed(olga: Olga, name: str) -> None:
    page = olga.visitor.open(f"/review/{olga.tables[name]}")
    finished(page)
    check_the_account(page)
    count = check_moves_and_chart(page)
    check_slips(page)
    page.reload()
    finished(page)
    expect(page.get_by_role("button", name="Stop")).to_have_count(0)
    expect(moves(page)).to_have_count(count)
    page.evaluate(AXE)
    assert violations(page, ALL) == []
    page.close()


def number_in(text: str) -> int:
    """The first number of a text."""
    return int(NUMBER.findall(text)[0].replace("−", "-"))


def check_the_account(page: Page) -> None:
    """Its parts add up to the result."""
    account = page.get_by_role("region", name="The account")
    expect(account.get_by_role("row")).to_have_count(1 + len(account.locator("tbody tr").all()))
    texts = account.locator(".sum > span").all_inner_texts()
    *parts, result = [number_in(each) for each in texts]
    assert sum(parts) == result
    assert result in (0, 33, 50, 100)


def check_moves_and_chart(page: Page) -> int:
    """A click goes to a turn; the chart has a row for each in its table. Returns how many."""
    count = moves(page).count()
    chart = page.get_by_role("region", name="Winning chances")
    expect(chart.get_by_role("img", name=re.compile("^Winning chances of"))).to_be_visible()
    chart.get_by_text("As a table").click()
    expect(chart.get_by_role("row")).to_have_count(count + 1)
    chart.get_by_text("As a table").click()
    moves(page).nth(2).click()
    expect(moves(page).nth(2)).to_have_attribute("aria-current", "step")
    page.keyboard.press("ArrowRight")
    expect(moves(page).nth(3)).to_have_attribute("aria-current", "step")
    page.keyboard.press("Home")
    expect(moves(page).first).to_have_attribute("aria-current", "step")
    expect(page).to_have_url(re.compile("#0$"))
    return count


def check_slips(page: Page) -> None:
    """The next slip is compared with the better move, whose line is put on the table."""
    if not page.get_by_role("button", name="Next slip").is_visible():
        expect(decision(page).get_by_text("No slip", exact=True)).to_be_visible()
        return
    page.keyboard.press("n")
    better = decision(page).get_by_role("region", name="Better")
    expect(better).to_be_visible()
    expect(decision(page).get_by_role("status")).to_contain_text("Better:")
    lost = decision(page).locator(".cost").inner_text()
    shown = [int(each.inner_text().split()[0]) for each in decision(page).locator(".ch b").all()]
    assert number_in(lost) == shown[0] - shown[1]
    if MARKED.search(better.inner_text()):  # a token that is returned has no place on the table
        expect(page.get_by_text("BEST").first).to_be_attached()
    expect(decision(page).get_by_role("list", name="The likely line")).to_be_visible()
    page.keyboard.press(" ")
    first = decision(page).get_by_role("list", name="The likely line").get_by_role("listitem").first
    expect(first).to_have_attribute("aria-current", "step")
    page.keyboard.press("b")
    page.keyboard.press("k")
    expect(page.get_by_text("No number uses it.")).to_be_visible()
    page.keyboard.press("k")
    expect(page.get_by_text("No number uses it.")).to_have_count(0)


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: str(window["width"]))
@pytest.mark.parametrize("name", ["official", "duel"])
def test_a_review_fits_every_window(olga: Olga, name: str, window: Any) -> None:
    page = olga.visitor.context.new_page()
    page.set_viewport_size(window)
    page.goto(f"{olga.visitor.url}/review/{olga.tables[name]}")
    expect(decision(page)).to_be_visible(timeout=60_000)
    expect(page.get_by_role("region", name="Winning chances")).to_be_attached()
    sideways, down = page.evaluate(SCROLLS)
    assert (sideways, down) == (0, 0)
    page.close()


@pytest.mark.parametrize("name", ["official", "duel"])
def test_long_words_do_not_leave_a_narrow_window(olga: Olga, name: str) -> None:
    """In German, at the first slips of a game."""
    page = olga.visitor.context.new_page()
    page.goto(f"{olga.visitor.url}/review/{olga.tables[name]}")
    page.evaluate(CHOOSE_LANGUAGE, "de")
    page.reload()
    expect(page.locator(".dec")).to_be_visible(timeout=60_000)
    for width, height in ((390, 844), (320, 568), (667, 375)):
        page.set_viewport_size({"width": width, "height": height})
        for _ in range(SLIPS):
            page.keyboard.press("n")
            page.evaluate(TWO_FRAMES)
            assert not page.evaluate(BEYOND), (width, height)
    page.evaluate(CHOOSE_LANGUAGE, "en")
    page.close()


def test_a_stopped_review_goes_on_and_a_spectator_chooses_the_eyes(
    olga: Olga, visit: Visit
) -> None:
    guest = visit()
    table = olga.tables["official"]
    stopped = {"status": "stopped", "judged": 3, "decisions": 20, "turns": []}
    page = guest.context.new_page()

    def answer(route: Route) -> None:
        if route.request.method == "GET":
            route.fulfill(body=json.dumps(stopped), content_type="application/json")
        else:
            route.continue_()

    page.route(f"**/api/tables/{table}/review", answer)
    page.goto(f"{guest.url}/review/{table}")
    expect(page.get_by_role("heading", name="Whose eyes?")).to_be_visible()
    page.get_by_role("button", name="Olga").last.click()
    says = page.get_by_role("region", name="Moves").get_by_text("Stopped after 3 of 20 moves.")
    expect(says).to_be_visible()
    expect(page).to_have_url(re.compile(r"\?as=1#\d+$"))
    page.get_by_role("region", name="Moves").get_by_role("button", name="Go on").click()
    finished(page)


def test_a_very_short_game_is_not_judged_and_the_result_offers_the_review(olga: Olga) -> None:
    short = played_a_little(olga.client)
    page = olga.visitor.open(f"/review/{short}")
    expect(decision(page).get_by_text("Too short to judge.")).to_be_visible()
    page.close()
    page = olga.visitor.open(f"/review/{olga.tables['official']}")
    finished(page)  # no test before this one need have opened it
    page.close()
    page = olga.visitor.open(f"/t/{olga.tables['official']}")
    offered = page.get_by_role("dialog").get_by_role("link", name=re.compile("^Review"))
    expect(offered).to_contain_text("turning point")
    offered.click()
    finished(page)
    page.goto(f"{olga.visitor.url}/me")
    line = page.locator(".my-game", has_text="turning point").first
    line.get_by_role("link", name="Review").click()
    finished(page)
    page.close()


def played_a_little(client: Client) -> str:
    with client.create("official", seats=["me", "me"], options={"start": 0}) as table:
        table.ready()
        table.wait_until(is_playing)
        for _ in range(2):
            table.play(max(legal_moves(table), key=takes))
        table.resign()
        return table.id
