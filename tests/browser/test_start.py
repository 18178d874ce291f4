"""How a game begins: from the command, and from the lobby in two clicks."""

import re

from playwright.sync_api import expect

from tests.browser.conftest import Visit


def test_the_page_of_splendor_play_becomes_a_table_that_waits_for_my_move(visit: Visit) -> None:
    page = visit().open("/play#rules=duel&players=2&level=novice&option.start=0")
    expect(page).to_have_url(re.compile(r"/t/[\w-]{22}$"))
    expect(page.get_by_role("heading", level=1)).to_be_attached()


def test_the_page_of_splendor_play_says_what_is_wrong_with_an_address(visit: Visit) -> None:
    page = visit().open("/play#rules=official&option.target=99")
    expect(page.get_by_role("alert")).to_have_text("Points to win: a whole number from 5 to 30.")
    german = visit(locale="de-DE").open("/play#rules=official&option.colour=red")
    expect(german.get_by_role("alert")).to_have_text(
        "Die Option colour gibt es in diesem Spiel nicht."
    )
