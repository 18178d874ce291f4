"""The page that `splendor play` opens."""

import re

import pytest
from playwright.sync_api import expect

from tests.browser.conftest import Visit
from tests.browser.support.people import TABLE, turn


def test_the_page_of_splendor_play_opens_a_table_on_my_turn(visit: Visit) -> None:
    page = visit().open("/play#rules=duel&players=2&level=novice&option.start=0")
    expect(page).to_have_url(re.compile(r"/t/[\w-]{22}$"))
    expect(page.get_by_role("heading", level=1)).to_be_attached()


def test_the_page_of_splendor_play_explains_invalid_addresses(visit: Visit) -> None:
    page = visit().open("/play#rules=official&option.target=99")
    expect(page.get_by_role("alert")).to_have_text("Points to win: a whole number from 5 to 30.")
    german = visit(locale="de-DE").open("/play#rules=official&option.colour=red")
    expect(german.get_by_role("alert")).to_have_text(
        "Die Option Colour gibt es in diesem Spiel nicht."
    )


@pytest.mark.parametrize(
    "typed, english, german",
    [
        ("rules=chess", "There is no game “chess” here.", "Ein Spiel „chess“ gibt es hier nicht."),
        (
            "rules=official&players=9",
            "Splendor is for 2, 3, or 4 players, not for 9.",
            "Splendor ist für 2, 3 oder 4 Personen, nicht für 9.",
        ),
        (
            "rules=duel&level=nobody",
            "There is no bot “nobody” for this table.",
            "Einen Bot „nobody“ gibt es für diesen Tisch nicht.",
        ),
    ],
)
def test_an_address_of_an_impossible_table_leads_to_the_form(
    typed: str, english: str, german: str, visit: Visit
) -> None:
    page = visit().open(f"/play#{typed}")
    expect(page.get_by_role("alert")).to_have_text(english)
    abroad = visit(locale="de-DE").open(f"/play#{typed}")
    expect(abroad.get_by_role("alert")).to_have_text(german)
    form = page.get_by_role("region", name="New table")
    game = "Splendor Duel" if "duel" in typed else "Splendor"
    expect(form.get_by_role("radio", name=game, exact=True)).to_be_checked()
    form.get_by_role("button", name="Play against bots").click()
    expect(page).to_have_url(re.compile(r"/t/[\w-]{22}$"))


def test_who_has_an_unfinished_game_may_go_on_with_it_or_begin_anew(visit: Visit) -> None:
    visitor = visit()
    first = visitor.open("/play#rules=official&players=2&option.start=0")
    expect(turn(first)).to_contain_text("your move")
    page = visitor.open("/play#rules=official&players=2")
    expect(page.get_by_role("heading", name="You have an unfinished game")).to_be_visible()
    page.get_by_role("link", name="your move").click()
    expect(page).to_have_url(first.url)
    page.goto(f"{visitor.url}/play#rules=official&players=2")
    page.get_by_role("button", name="Continue").click()
    expect(page).to_have_url(first.url)
    page.goto(f"{visitor.url}/play#rules=official&players=2")
    page.get_by_role("button", name="New game").click()
    expect(page).not_to_have_url(re.compile("play"))
    expect(page).to_have_url(TABLE)
    assert page.url != first.url


def test_an_unfinished_game_of_other_rules_is_not_offered(visit: Visit) -> None:
    visitor = visit()
    expect(turn(visitor.open("/play#rules=duel&option.start=0"))).to_contain_text("your move")
    expect(visitor.open("/play#rules=official")).to_have_url(TABLE)
