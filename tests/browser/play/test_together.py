"""Several people at one table, each with their own browser."""

import re

import pytest
from playwright.sync_api import Page, expect

from splendor.client import Client, Table
from tests.browser.conftest import Visit
from tests.browser.support.people import (
    answer,
    beside,
    confirming,
    decision,
    id_of,
    log,
    open_menu,
    own,
    reason,
    reserve_unseen,
    resign,
    say_name,
    skip_guide,
    supply,
    take_three,
    turn,
)
from tests.browser.support.sample_tables import SampleTables
from tests.server.serving import Server


@pytest.fixture(scope="module")
def bert(served: Server) -> Client:
    """A friend who plays through the API."""
    return Client(served.url, "Bert")


def meet(visit: Visit) -> tuple[Page, Page]:
    """Anna opens a table in the lobby; Ben pastes its link and sits down."""
    anna, ben = visit().open(), visit().open()
    say_name(anna, "Anna")
    anna.get_by_role("button", name="Invite friends").click()
    link = anna.get_by_label("Link for your friends").input_value()
    say_name(ben, "Ben")
    ben.get_by_label("Link to a table").fill(link)
    ben.get_by_role("button", name="Open", exact=True).click()
    ben.get_by_role("button", name="Sit here: Seat 2").click()
    return skip_guide(anna), skip_guide(ben)


def in_turn(one: Page, other: Page) -> tuple[Page, Page]:
    """The page of the active player, and the other one."""
    expect(turn(one)).to_contain_text(re.compile("to move|your move"))
    return (one, other) if "your move" in turn(one).inner_text() else (other, one)


def test_two_people_meet_by_a_link_and_play_in_turn(visit: Visit) -> None:
    anna, ben = meet(visit)
    expect(ben.get_by_role("region", name="Panel of Anna")).to_be_visible()
    expect(anna.get_by_role("region", name="Panel of Ben")).to_be_visible()
    mover, other = in_turn(anna, ben)
    for _ in range(4):
        expect(turn(other)).to_contain_text("to move")
        played = take_three(mover)
        expect(log(other).first).to_contain_text(played)
        mover, other = other, mover
        expect(turn(mover)).to_contain_text("your move")


def test_a_rematch_is_played_with_seats_changed(visit: Visit) -> None:
    anna, ben = meet(visit)
    resign(anna)
    expect(anna.get_by_role("dialog", name="Ben won")).to_contain_text("by resignation")
    expect(ben.get_by_role("dialog", name="You won")).to_be_visible()
    first = id_of(anna)
    anna.get_by_role("dialog").get_by_role("button", name="Rematch").click()
    ben.get_by_role("dialog").get_by_role("link", name="To the rematch").click()
    for page in (anna, ben):
        expect(page).not_to_have_url(re.compile(first))
        expect(turn(page)).to_contain_text("Round 1")
    seats = open_menu(anna).get_by_role("list").get_by_role("listitem")
    expect(seats).to_have_text([re.compile("Ben"), re.compile("Anna.*You")])


def test_chat_shows_markup_as_text_and_people_can_be_muted(visit: Visit) -> None:
    anna, ben = meet(visit)
    said = "<img src=x onerror=alert(1)> & <b>hello</b>"
    chats = [page.get_by_role("region", name="Chat") for page in (anna, ben)]

    def write(page: Page, text: str) -> None:
        page.get_by_label("Write to the table").fill(text)
        page.get_by_role("button", name="Send").click()
        expect(page.get_by_label("Write to the table")).to_have_value("")

    write(anna, said)
    for chat in chats:
        expect(chat.get_by_role("listitem")).to_have_text([f"Anna {said}"])
    menu = open_menu(ben)
    menu.get_by_role("button", name="Mute").click()
    expect(menu.get_by_role("button", name="Unmute")).to_be_visible()
    menu.get_by_role("button", name="Close").click()
    write(anna, "nobody hears this")
    write(ben, "I still talk")
    expect(chats[0].get_by_role("listitem")).to_have_count(3)
    expect(chats[1].get_by_role("listitem").last).to_have_text("Ben I still talk")
    expect(chats[1]).not_to_contain_text("nobody hears this")


def test_muted_people_stay_muted_on_another_device(visit: Visit, served: Server) -> None:
    tables = SampleTables(served.url)
    anna, _ = tables.with_ben("official")
    here, there = (
        visit(storage_state=tables.storage()).open(f"/t/{anna.id}") for _ in ("desk", "sofa")
    )
    open_menu(here).get_by_role("button", name="Mute").click()
    expect(open_menu(there).get_by_role("button", name="Unmute")).to_be_visible()


HIDE = """() => {
  Object.defineProperty(document, 'hidden', { value: true, configurable: true });
  document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
}"""
SHOW = HIDE.replace("true, conf", "false, conf")


def test_the_title_of_a_background_tab_says_that_it_is_your_move(
    visit: Visit, bert: Client
) -> None:
    with beside(bert, visit()) as (page, table):
        take_three(page)
        page.evaluate(HIDE)
        expect(page).to_have_title("The Merchants’ Table")
        answer(table)
        expect(page).to_have_title("Your move · The Merchants’ Table")
        page.evaluate(SHOW)
        expect(page).to_have_title("The Merchants’ Table")


def test_a_player_who_resigned_among_three_watches_a_bot_play_on(
    visit: Visit, bert: Client
) -> None:
    with bert.create("official", seats=["me", "open", "open"], options={"start": 1}) as table:
        table.ready()
        pages = []
        for seat in (2, 3):
            page = visit().open(f"/t/{table.id}")
            page.get_by_role("button", name=f"Sit here: Seat {seat}").click()
            pages.append(page)
        anna, cleo = map(skip_guide, pages)
        resign(anna)
        anna.get_by_role("button", name="Watch the rest").click()
        expect(anna.get_by_text("You watch now: the bot")).to_be_visible()
        take_three(cleo)
        answer(table)
        expect(turn(anna)).to_contain_text(re.compile("to move"))
        expect(anna.get_by_role("region", name="Your panel")).to_be_visible()
        expect(anna.get_by_text("· your move")).to_have_count(0)


def test_a_reload_during_a_game_shows_the_same_table(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        reserve_unseen(page)
        answer(table)
        played = take_three(page)
        before = log(page).all_inner_texts()
        hand = own(page).get_by_role("button", name="Hand 1").inner_text()
        page.reload()
        expect(log(page).first).to_contain_text(played)
        assert log(page).all_inner_texts() == before
        assert own(page).get_by_role("button", name="Hand 1").inner_text() == hand
        answer(table)
        expect(turn(page)).to_contain_text("your move")


def test_two_tabs_of_one_person_show_the_same(visit: Visit, bert: Client) -> None:
    visitor = visit()
    with beside(bert, visitor) as (one, table):
        other = visitor.open(f"/t/{table.id}")
        expect(turn(other)).to_contain_text("your move")
        first = take_three(one)
        expect(log(other).first).to_contain_text(first)
        expect(turn(other)).to_contain_text("Bert to move")
        answer(table)
        second = take_three(other)
        expect(log(one).first).to_contain_text(second)
        assert log(one).all_inner_texts() == log(other).all_inner_texts()


def test_a_seat_moves_to_another_device_by_its_private_link(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        reserve_unseen(page, 2)
        answer(table)
        menu = open_menu(page)
        menu.get_by_role("button", name="Move my seat to my phone").click()
        moving = menu.get_by_role("group", name="Move my seat to my phone")
        expect(moving.get_by_role("img", name="QR code of the link to your seat")).to_be_visible()
        expect(moving.get_by_role("timer")).to_have_text(re.compile(r"^(2:00|1:\d\d)$"))
        link = moving.get_by_label("Private link to your seat").input_value()
        phone = visit().open(link.removeprefix(table.client.origin))
        expect(phone).to_have_url(re.compile(f"/t/{table.id}$"))
        expect(own(skip_guide(phone)).get_by_role("button", name="Hand 1")).to_be_visible()
        expect(menu).to_contain_text("This screen watches: it shows the table as everybody sees it")
        menu.get_by_role("button", name="Close").click()
        expect(decision(page)).to_contain_text("You play on your other device.")
        expect(page.get_by_role("button", name="Hand 1")).to_have_count(0)
        take_three(phone)
        decision(page).get_by_role("button", name="Take it back here").click()
        expect(own(page).get_by_role("button", name="Hand 1")).to_be_visible()
        expect(decision(phone).get_by_role("button", name="Take it back here")).to_be_visible()
        late = visit()
        late.expected_errors.append("404")
        too_late = late.open(link.removeprefix(table.client.origin))
        expect(too_late.get_by_text("was used")).to_be_visible()


def test_a_spectator_sees_no_hand_and_cannot_play(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        reserve_unseen(page, 3)
        answer(table, "r1")
        watcher = visit().open(f"/t/{table.id}")
        expect(watcher.get_by_text("You are watching")).to_be_visible()
        expect(watcher.get_by_role("img", name="face down, level 3")).to_be_visible()
        expect(watcher.get_by_role("img", name="face down, level 1")).to_be_visible()
        supply(watcher).get_by_role("button", name="blue").click()
        expect(reason(watcher)).to_contain_text("You are watching")
        watcher.get_by_role("main").get_by_role("button", name="Deck 1").click(button="right")
        expect(confirming(watcher)).to_have_count(0)
        for act in ("Undo", "Hint", "Resign", "Send"):
            expect(watcher.get_by_role("button", name=act)).to_have_count(0)
        expect(open_menu(page)).to_contain_text("watches.")
        played = take_three(page_of(page))
        expect(log(watcher).first).to_contain_text(played)


def page_of(page: Page) -> Page:
    """The page, with its menu closed."""
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Close").click()
    return page


def test_an_undo_needs_the_consent_of_the_opponent(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        undo = page.get_by_role("button", name="Undo")
        expect(undo).to_be_disabled()
        take_three(page)
        undo.click()
        question = page.get_by_role("group", name="You ask to take your last move back.")
        expect(question).to_contain_text("Waiting for Bert.")
        table.wait_until(is_asked)
        table.answer(False)
        expect(question).to_have_count(0)
        expect(turn(page)).to_contain_text("Bert to move")
        undo.click()
        table.wait_until(is_asked)
        table.answer(True)
        expect(turn(page)).to_contain_text("your move")
        expect(own(page).get_by_role("img", name="0 of 10 tokens")).to_be_visible()


def is_asked(table: Table) -> bool:
    """Whether a question of the other player is open."""
    asked = table.room.get("asked")
    return asked is not None and asked["seat"] not in table.seats


def test_a_request_can_be_accepted_or_declined(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        take_three(page)
        answer(table)
        table.do("ask", what="undo")
        asked = page.get_by_role("group", name="Bert asks to take the last move back.")
        asked.get_by_role("button", name="Agree").click()
        expect(turn(page)).to_contain_text("Bert to move")
        table.do("ask", what="abandon")
        asked = page.get_by_role("group", name="Bert asks to end the game without a winner.")
        asked.get_by_role("button", name="Decline").click()
        expect(asked).to_have_count(0)
        assert not table.is_over
        ask = open_menu(page).get_by_role("button", name="Ask to abandon")
        ask.click()
        ask.click()  # it asks
        expect(page.get_by_role("group", name="You ask to end the game")).to_be_visible()
        table.wait_until(is_asked)
        table.answer(True)
        expect(page.get_by_role("dialog", name="Nobody won")).to_contain_text("abandoned")


def test_between_people_an_undo_past_a_reveal_is_refused(visit: Visit, bert: Client) -> None:
    with beside(bert, visit()) as (page, table):
        reserve_unseen(page)
        page.get_by_role("button", name="Undo").click()
        expect(reason(page)).to_contain_text("revealed")
        assert table.room.get("asked") is None


# The host


def test_the_host_removes_a_player_and_shuts_spectators_out(visit: Visit) -> None:
    anna, ben = meet(visit)
    menu = open_menu(anna)
    expect(menu.get_by_text("You · host")).to_be_visible()
    menu.get_by_role("button", name="Remove").click()
    sure = menu.get_by_role("group", name="Remove Ben? A bot plays on.")
    sure.get_by_role("button", name="Remove").click()
    expect(menu.get_by_text("removed by the host")).to_be_visible()
    expect(ben.get_by_text("You are watching").first).to_be_visible()
    menu.get_by_role("switch", name="Spectators whoever has the link").click()
    expect(ben.get_by_text("There is no such table")).to_be_visible()


def test_a_turn_of_days_shows_how_many_are_left_and_a_seat_is_kept(
    visit: Visit, bert: Client
) -> None:
    with beside(bert, visit(), clock={"days": 3}) as (page, table):
        expect(page.get_by_role("timer").first).to_have_text("2 d 23 h")
        table.do("leave")
        assert bert.ask("GET", f"/api/tables/{table.id}")["kept"] == [1]
