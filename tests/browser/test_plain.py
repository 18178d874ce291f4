"""A game without a drawing, `tests/tiny`: offered, played as text, and replayed."""

import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, expect

from splendor.core.games import VARIABLE
from tests.browser.support.answers import Answers
from tests.browser.support.chromium import DESKTOP, PHONE, Visitor
from tests.browser.support.people import TABLE, coach, confirming, id_of, log, open_menu, turn
from tests.server.serving import Server, a_server

ROOT = Path(__file__).parents[2]
ROUNDS = 6
OPTIONS = {
    "target": "Points to win",
    "start": "Who begins",
    "rounds": "Round after which the game ends",
}
SEARCHING = 120_000.0  # milliseconds for a hint with interpreted rules
TOO_WIDE = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


@pytest.fixture(scope="module")
def tiny(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    path = os.pathsep.join([str(ROOT), os.environ.get("PYTHONPATH", "")])
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(VARIABLE, "tests.tiny")
        patch.setenv("PYTHONPATH", path)
        patch.setenv("NUMBA_DISABLE_JIT", "1")  # compiling is not worth it for a few moves
        with a_server(tmp_path_factory.mktemp("tiny")) as server:
            yield server


def ask(page: Page, path: str) -> Any:
    """The server's answer to the person at this page."""
    return page.request.get(re.sub(r"(?<=\d)/.*", "", page.url) + path).json()


def text_of(page: Page) -> Locator:
    return page.get_by_role("main", name="Table")


def moves_of(page: Page) -> Locator:
    region = page.get_by_role("region", name="Legal moves")
    return region.get_by_role("group").get_by_role("button")


def fits(page: Page) -> None:
    """Check that the page has no overflow, on a phone and on a desktop."""
    for size in (PHONE, DESKTOP):
        page.set_viewport_size(size)
        assert page.evaluate(TOO_WIDE) <= 0, size


def test_a_game_without_a_drawing_is_played_as_text(chromium: Browser, tiny: Server) -> None:
    visitor = Visitor(chromium, tiny.url)
    page = visitor.open("/")
    open_a_table(page)
    table = id_of(page)
    expect(text_of(page)).to_contain_text("tiny, round 1, to 5 points")
    look_around(page)
    for number in range(1, ROUNDS + 1):
        expect(text_of(page)).to_contain_text(f"tiny, round {number}, ")
        play(page, number)
    expect(text_of(page)).to_contain_text("the game is over")
    read_the_result(page)
    watch_the_replay(page)
    page.goto(f"{tiny.url}/")
    expect(page.locator(f'a[href="/t/{table}"]').first).to_be_visible()
    visitor.close()
    visitor.check()


def open_a_table(page: Page) -> None:
    """Check that the form offers what the server lists, and create a table."""
    new = page.get_by_role("region", name="New table")
    new.get_by_role("radio", name="Tiny", exact=True).check()
    listed = {each["rules"]: each for each in ask(page, "/api/games")["games"]}["tiny"]
    players = new.get_by_role("group", name="Players").get_by_role("radio")
    expect(players).to_have_count(len(listed["players"]))
    bots = new.get_by_label("Bots").get_by_role("option")
    expect(bots).to_have_count(len(listed["levels"]["2"]))
    new.get_by_label("Bots").select_option("random")
    new.get_by_text("All options").click()
    assert {option["name"] for option in listed["options"]} == OPTIONS.keys()
    for label in OPTIONS.values():
        expect(new.get_by_label(label)).to_be_visible()
    rounds = new.get_by_label(OPTIONS["rounds"])
    rounds.fill("1000")
    expect(new.get_by_role("alert").first).to_contain_text("a whole number from 1 to 500")
    rounds.fill(str(ROUNDS))
    new.get_by_label(OPTIONS["start"]).select_option("Seat 1")
    fits(page)
    new.get_by_role("button", name="Open the table").click()
    expect(page).to_have_url(TABLE)


def look_around(page: Page) -> None:
    """Check keys, menu and hint of a table without a drawing."""
    expect(turn(page)).to_contain_text("Round 1 · your move")
    page.keyboard.press("?")
    keys = page.get_by_role("dialog", name="Keys")
    expect(keys).to_contain_text("confirm, or click")
    expect(keys).not_to_contain_text("reserve the card")
    keys.get_by_role("button", name="Close").click()
    menu = open_menu(page)
    expect(menu.get_by_role("heading", name="Tiny")).to_be_visible()
    for name in ("Rules", "Show the guide"):
        expect(menu.get_by_text(name, exact=True)).to_have_count(0)
    menu.get_by_role("button", name="Close").click()
    page.get_by_role("button", name="Hint").click()
    further = coach(page).get_by_role("button", name="What kind of move?")
    expect(further).to_be_enabled(timeout=SEARCHING)
    further.click()
    coach(page).get_by_role("button", name="Show the move").click()
    expect(coach(page).get_by_text("%").first).to_be_visible()
    coach(page).get_by_role("button", name="Close").click()
    fits(page)


def own_moves(page: Page) -> Locator:
    """The person's own lines of the log, last first."""
    return log(page).filter(has=page.locator("code")).filter(has_text="You ")


def play(page: Page, number: int) -> None:
    """Play a legal move, a purchase if possible, and wait for the bot."""
    expect(turn(page)).to_contain_text("your move")
    news = ask(page, f"/api/tables/{id_of(page)}")
    legal = next(you["legal"] for you in news["you"] if you.get("legal"))
    expect(moves_of(page)).to_have_count(len(legal))
    assert sorted(moves_of(page).all_inner_texts()) == sorted(legal)
    move = next((each for each in legal if each.startswith("b")), legal[0])
    moves_of(page).get_by_text(move, exact=True).click()
    expect(confirming(page)).to_be_enabled()
    expect(confirming(page)).to_contain_text(move)
    if number % 2:
        page.keyboard.press("Enter")
    else:
        confirming(page).click()
    expect(own_moves(page)).to_have_count(number)
    expect(own_moves(page).first).to_contain_text(move)


def test_enter_pressed_before_the_server_answers_confirms(chromium: Browser, tiny: Server) -> None:
    visitor = Visitor(chromium, tiny.url)
    answers = Answers(visitor)
    page = visitor.open("/play#rules=tiny&level=random&option.start=0")
    for number in (1, 2):
        expect(turn(page)).to_contain_text(f"Round {number} · your move")
        moves_of(page).first.focus()
        with answers.held():
            page.keyboard.press("Enter")
            expect(confirming(page)).to_be_disabled()
            page.keyboard.press("Enter")
            expect(confirming(page)).to_be_disabled()
        expect(own_moves(page)).to_have_count(number)
    visitor.close()
    visitor.check()


def read_the_result(page: Page) -> None:
    dialog = page.get_by_role("dialog")
    expect(dialog).to_contain_text("by the limit of rounds")
    numbers = dialog.get_by_role("table", name="The game in numbers")
    turns = numbers.get_by_role("row", name=re.compile("^Turns ")).get_by_role("cell")
    expect(turns).to_have_text([str(ROUNDS)] * 2)
    for level, count in (("I", 1), ("II", 1), ("III", 0)):
        row = numbers.get_by_role("row", name=re.compile(rf"^Bought, level {level} "))
        expect(row).to_have_count(count)
    expect(dialog.get_by_role("img", name=re.compile("^Points over"))).to_be_visible()
    dialog.get_by_role("button", name="Check the deal").click()
    expect(dialog.get_by_text("How “tiny” is dealt is not known here.")).to_be_visible()
    fits(page)
    dialog.get_by_role("link", name="Replay").click()


def watch_the_replay(page: Page) -> None:
    last = 2 * ROUNDS
    slider = page.get_by_role("slider", name="Move")
    expect(slider).to_have_attribute("aria-valuetext", f"Move 0 of {last}")
    expect(text_of(page)).to_contain_text("tiny, round 1, to 5 points")
    page.keyboard.press("End")
    expect(slider).to_have_attribute("aria-valuetext", f"Move {last} of {last}")
    expect(text_of(page)).to_contain_text("the game is over")
    moves = page.get_by_role("region", name="Log").get_by_role("listitem")
    expect(moves).to_have_count(last)
    moves.last.get_by_role("button").click()  # the latest is first
    expect(slider).to_have_attribute("aria-valuetext", f"Move 1 of {last}")
    for eyes in ("a spectator", "everybody"):
        page.get_by_label("Seen by").select_option(eyes)
        expect(text_of(page)).to_contain_text("tiny, round 1, to 5 points")
    fits(page)
