"""Failed loads, double clicks, stray keys and shared storage."""

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import Page, Request, expect

from splendor.client import Client, Table
from tests.browser.conftest import Visit
from tests.browser.support.people import (
    ALONE,
    TABLE,
    answer,
    beside,
    coach,
    legal_moves,
    open_menu,
    skip_guide,
    turn,
)
from tests.server.serving import Server

LONG = "Somebody has much to say. " * 11


@pytest.fixture(scope="module")
def bert(served: Server) -> Client:
    return Client(served.url, "Bert")


@pytest.fixture
def talk(visit: Visit, bert: Client) -> Iterator[tuple[Page, Table]]:
    """A visitor at a table with Bert, who chats."""
    with beside(bert, visit()) as (page, table):
        yield page, table


# Code that fails to load


def test_a_table_whose_code_fails_to_load_at_first_loads_later(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors += ["view/base/base_table.js", "ERR_FAILED"]
    visitor.fail_requests("**/view/base/base_table.js", times=1)
    page = visitor.open(ALONE)
    expect(page).to_have_url(TABLE)
    expect(turn(skip_guide(page))).to_contain_text("your move")


def test_if_code_never_loads_the_page_offers_to_reload(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors += ["view/base/base_table.js", "ERR_FAILED"]
    give = visitor.fail_requests("**/view/base/base_table.js")
    page = visitor.open(ALONE)
    again = page.get_by_role("button", name="Load again")
    expect(again).to_be_visible()
    give()
    again.click()
    expect(turn(skip_guide(page))).to_contain_text("your move")


def test_rules_whose_texts_fail_to_load_at_first_load_later(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors += ["rules.js", "ERR_FAILED"]
    visitor.fail_requests("**/texts/en/rules.js", times=1)
    page = visitor.open("/rules")
    expect(page.get_by_role("heading", name="The goal")).to_be_visible()


def test_my_tables_are_listed_once_the_server_answers(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors += ["api/tables", "ERR_FAILED"]
    skip_guide(visitor.open(ALONE))
    give = visitor.fail_requests("**/api/tables?*")
    page = visitor.open()
    expect(page.get_by_role("alert").first).to_have_text("The server cannot be reached.")
    give()
    expect(page.get_by_role("list", name="Running").get_by_role("listitem")).to_have_count(1)
    expect(page.get_by_role("alert")).to_have_count(0)


# Chat


def test_the_chat_scrolls_to_new_messages_unless_older_ones_are_read(
    talk: tuple[Page, Table],
) -> None:
    page, table = talk
    said = page.get_by_role("region", name="Chat").get_by_role("listitem")
    for number in range(6):
        table.chat(f"{LONG}{number}")
    expect(said).to_have_count(6)
    expect(said.last).to_be_in_viewport()
    said.first.scroll_into_view_if_needed()
    table.chat(LONG)
    expect(said).to_have_count(7)
    expect(said.first).to_be_in_viewport()
    expect(said.last).not_to_be_in_viewport()


def test_a_message_is_sent_once_and_text_typed_meanwhile_stays(
    talk: tuple[Page, Table],
) -> None:
    page, _ = talk
    field = page.get_by_label("Write to the table")
    field.fill("Hello")
    field.evaluate("""(field) => {
      field.form.requestSubmit();
      field.form.requestSubmit();
      field.value = 'and';
      field.dispatchEvent(new Event('input', { bubbles: true }));
    }""")
    said = page.get_by_role("region", name="Chat").get_by_role("listitem")
    expect(said).to_have_text([re.compile("Hello$")])
    field.press("Enter")
    expect(said).to_have_text([re.compile("Hello$"), re.compile("and$")])
    expect(field).to_have_value("")


# Clicks


def opened_at(page: Page) -> list[str]:
    """The requests of a page for new tables, from now on."""
    opened: list[str] = []

    def count(request: Request) -> None:
        if request.method == "POST" and request.url.endswith("/api/tables"):
            opened.append(request.url)

    page.on("request", count)
    return opened


@pytest.mark.parametrize("name", ["Play against bots", "Invite friends", "Open the table"])
def test_a_double_click_opens_one_table(visit: Visit, name: str) -> None:
    page = visit().open("/new")
    opened = opened_at(page)
    page.get_by_role("button", name=name).dblclick()
    expect(page).to_have_url(TABLE)
    assert len(opened) == 1


def test_a_double_click_makes_one_fork(visit: Visit, bert: Client) -> None:
    with bert.create("official", seats=["me", "me"], options={"start": 0}) as table:
        table.ready()
        answer(table)
        table.do("resign")
    page = visit().open(f"/replay/{table.id}")
    opened = opened_at(page)
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Play", exact=True).dblclick()
    expect(page).to_have_url(TABLE)
    assert len(opened) == 1


# Keys


def test_keys_do_nothing_without_a_table(visit: Visit, served: Server) -> None:
    page = visit().open()
    page.get_by_role("button", name="Invite friends").click()
    expect(page.get_by_role("heading", name="Invite")).to_be_visible()
    for key in ("l", "?", "h", "z"):
        page.keyboard.press(key)
    with Client(served.url, "Cleo").table(page.url.rpartition("/")[2]) as table:
        table.sit(1)
        table.ready()
        skip_guide(page)
        expect(page.get_by_role("dialog", name="Keys")).to_have_count(0)


def test_escape_closes_the_hint_if_nothing_is_staged(visit: Visit) -> None:
    page = skip_guide(visit().open(ALONE))
    page.get_by_role("button", name="Hint").click()
    expect(coach(page)).to_be_visible()
    page.keyboard.press("Escape")
    expect(coach(page)).to_have_count(0)


@pytest.mark.parametrize("event", ["blur", "visibilitychange"])
def test_own_prices_are_shown_again_when_the_mouse_leaves_the_window(
    visit: Visit, event: str
) -> None:
    page = skip_guide(visit().open(ALONE))
    page.keyboard.down("l")
    lent = page.get_by_text("What Marek can buy")
    expect(lent).to_be_visible()
    page.evaluate(f"dispatchEvent(new Event('{event}'))")
    expect(lent).to_have_count(0)


def test_a_closed_menu_forgets_its_question(visit: Visit) -> None:
    page = skip_guide(visit().open(ALONE))
    menu = open_menu(page)
    menu.get_by_role("button", name="Resign").click()
    expect(menu.get_by_role("group", name="Really resign?")).to_be_visible()
    menu.get_by_role("button", name="Close").click()
    menu = open_menu(page)
    expect(menu.get_by_role("button", name="Resign")).to_be_visible()
    expect(menu.get_by_role("group", name="Really resign?")).to_have_count(0)


def test_without_other_people_a_game_is_abandoned_at_once(visit: Visit) -> None:
    page = skip_guide(visit().open(ALONE))
    abandon = open_menu(page).get_by_role("button", name="Abandon the game")
    abandon.click()
    expect(page.get_by_text("Really end the game, without a winner?")).to_be_visible()
    abandon.click()
    expect(page.get_by_role("dialog", name="Nobody won")).to_contain_text("abandoned")


def test_a_duel_in_which_nobody_buys_ends_for_that_reason(visit: Visit, bert: Client) -> None:
    with bert.create("duel", seats=["me", "me"], options={"idle": 1}) as table:
        table.ready()
        while not table.is_over:
            table.wait_until(lambda table: table.is_over or bool(legal_moves(table)))
            if not table.is_over:
                table.play(legal_moves(table)[0])
    result = visit().open(f"/t/{table.id}").get_by_role("dialog")
    expect(result).to_contain_text("no card was bought for too long")


# Names


def test_people_with_the_same_name_are_distinguished(visit: Visit, bert: Client) -> None:
    with bert.create("official", seats=["me", "me"], options={"start": 1}) as table:
        page = visit().open(f"/t/{table.id}")
        expect(page.get_by_text("Bert (2)")).to_be_visible()
        table.ready()
        expect(turn(page)).to_contain_text("Bert (2) to move")
        expect(page.get_by_role("region", name="Panel of Bert (1)")).to_be_visible()
        table.chat("Hello")
        expect(page.get_by_role("region", name="Chat")).to_contain_text("Bert (1) Hello")


# Browser storage


def test_preferences_set_in_two_tabs_are_both_kept(visit: Visit) -> None:
    visitor = visit()
    one, other = visitor.open(), visitor.open()
    for page in (one, other):
        page.get_by_role("button", name="Settings").click()
    one.get_by_role("switch", name="Sounds").uncheck()
    expect(other.get_by_role("switch", name="Sounds")).not_to_be_checked()
    other.get_by_label("Theme").select_option("Light")
    expect(one.get_by_label("Theme")).to_have_value("light")
    one.reload()
    one.get_by_role("button", name="Settings").click()
    expect(one.get_by_role("switch", name="Sounds")).not_to_be_checked()
    expect(one.get_by_label("Theme")).to_have_value("light")
