"""One way to act: a click on any card offers Buy and Reserve, and one golden button plays.

Also what stands around it: moves staged while others move, pause, advice that lights up what it
names, resigning among three, names that are refused.
"""

import re

from playwright.sync_api import Locator, Page, expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.base_player import (
    card_at,
    clear_button,
    confirm_button,
    confirm_name,
    pile,
)
from tests.browser.support.chromium import PHONE
from tests.browser.support.duel_sight import cell, look_at
from tests.browser.support.people import (
    ALONE,
    answer,
    beside,
    decision,
    log,
    moves_of_the_coach,
    open_menu,
    own,
    reason,
    resign,
    skip_guide,
    turn,
)
from tests.server.serving import Server

DUEL = "/play#rules=duel&level=random&option.start=0"
THREE = "/play#rules=official&players=3&level=random&option.start=0"
SHORT = re.compile(r"^\d+ short: \d+ \w+")


def reserve_button(page: Page) -> Locator:
    return decision(page).get_by_role("button", name="Reserve")


def hand(page: Page) -> Locator:
    return own(page).get_by_role("button", name=re.compile(r"^Hand \d: "))


def test_a_click_on_a_card_offers_what_can_be_done_with_it(visit: Visit) -> None:
    page = skip_guide(visit().open(ALONE))
    expect(turn(page)).to_contain_text("your move")
    # A dear card: what is missing stands in the place of Buy, and Enter plays nothing.
    card_at(page, "3a").click()
    expect(decision(page).get_by_text(SHORT)).to_be_visible()
    expect(decision(page).locator(".cta")).to_have_count(0)
    page.keyboard.press("Enter")
    expect(decision(page).get_by_role("alert")).to_contain_text("tokens short of this card")
    card_at(page, "3a").click()  # chosen again: put back
    expect(clear_button(page)).to_be_hidden()
    # Reserve plays at once.
    card_at(page, "3a").click()
    reserve_button(page).click()
    expect(turn(page)).to_contain_text("Round 2 · your move")
    expect(hand(page)).to_have_count(1)
    # A gold begins a reservation: every card and deck is marked, Esc puts it back.
    pile(page, "gold").click()
    expect(decision(page)).to_contain_text("choose a card or a deck")
    page.keyboard.press("Escape")
    expect(decision(page)).not_to_contain_text("choose a card or a deck")
    pile(page, "gold").click()
    card_at(page, "3b").click()
    expect(decision(page).locator(".cta")).to_have_count(1)
    expect(confirm_button(page)).to_have_accessible_name(confirm_name("reserve 3b"))
    page.keyboard.press("Enter")
    expect(turn(page)).to_contain_text("Round 3 · your move")
    # A double click plays what the golden button says; R reserves the chosen card.
    card_at(page, "2").dblclick()
    expect(turn(page)).to_contain_text("Round 4 · your move")
    expect(hand(page)).to_have_count(3)
    card_at(page, "3c").click()
    expect(decision(page)).to_contain_text("Your hand is full")
    # Enter chooses a move of the coach, and plays the one that is chosen.
    moves_of_the_coach(page).nth(1).focus()
    page.keyboard.press("Enter")
    expect(confirm_button(page)).to_be_enabled()
    page.keyboard.press("Enter")
    expect(turn(page)).to_contain_text("Round 5 · your move")


def test_in_duel_a_card_offers_the_same(visit: Visit) -> None:
    page = skip_guide(visit().open(DUEL))
    expect(turn(page)).to_contain_text("your move")
    card_at(page, "3a").click()
    expect(decision(page).get_by_text(SHORT)).to_be_visible()
    page.keyboard.press("r")
    expect(decision(page)).to_contain_text("Choose a gold on the board")
    page.keyboard.press("Escape")
    gold = look_at(page).golds[0]
    cell(page, gold).click()
    card_at(page, "1b").click()
    expect(confirm_button(page)).to_have_accessible_name(re.compile(rf"r1b J{gold}$"))
    page.keyboard.press("Enter")
    expect(turn(page)).to_contain_text("Round 2 · your move")
    expect(hand(page)).to_have_count(1)
    # The coach lights up what a move names, and shows the names of the spaces.
    moves_of_the_coach(page).first.hover()
    page.wait_for_function("() => document.querySelector('[data-named]') !== null")
    expect(page.get_by_role("group", name=re.compile("^Board"))).to_have_class(
        re.compile("coordinates")
    )


def test_what_is_staged_while_others_move_is_played_at_ones_turn(
    visit: Visit, served: Server
) -> None:
    with beside(Client(served.url, "Bert"), visit()) as (page, table):
        page.keyboard.type("wug")
        page.keyboard.press("Enter")
        expect(turn(page)).to_contain_text("Bert to move")
        page.keyboard.type("rkw")
        expect(decision(page).get_by_role("button", name="At my turn: take")).to_be_enabled()
        page.keyboard.press("Enter")
        expect(decision(page).get_by_role("button", name="Queued: take")).to_be_disabled()
        answer(table, "WUG")
        expect(log(page).filter(has_text="WRK")).to_have_count(1)
        # It names the card, not the place: another card there drops it, visibly.
        expect(turn(page)).to_contain_text("Bert to move")
        card_at(page, "1a").click(button="right")
        page.keyboard.press("Enter")
        expect(decision(page).get_by_role("button", name="Queued: reserve 1a")).to_be_disabled()
        answer(table, "r1a")
        expect(turn(page)).to_contain_text("your move")
        expect(reason(page)).to_contain_text("What you had chosen is gone")
        expect(clear_button(page)).to_be_hidden()
        expect(log(page).filter(has_text="r1a")).to_have_count(1)


def test_bots_wait_while_the_game_is_paused(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors += ["/api/guest", "400 (Bad Request)"]  # the refused name
    page = skip_guide(visitor.open(ALONE))
    menu = open_menu(page)
    expect(menu.get_by_role("button", name="Keys")).to_be_visible()
    menu.get_by_role("button", name="Pause").click()
    paused = page.get_by_role("group", name="Paused: the bots wait for you.")
    expect(paused).to_be_visible()
    page.keyboard.type("wug")
    page.keyboard.press("Enter")
    expect(turn(page)).to_contain_text("Marek to move")
    expect(paused).to_be_visible()
    paused.get_by_role("button", name="Go on").click()
    expect(turn(page)).to_contain_text("Round 2 · your move")
    # A refused name stays in its field, and the refusal says which character it is.
    field = open_menu(page).get_by_label("Your name")
    field.fill("An\u200bna")
    field.press("Enter")
    expect(page.get_by_text("The character U+200B in it cannot be shown")).to_be_visible()
    expect(field).to_have_value("An\u200bna")
    page.keyboard.press("Escape")
    page.evaluate("fetch(document.querySelector('link[rel=icon]').href).then((it) => it.ok)")
    colour = "getComputedStyle(document.documentElement).getPropertyValue('{}')"
    assert page.evaluate(colour.format("--focus")) != page.evaluate(colour.format("--last"))
    # The replay calls me as the table does, and its log has the same order.
    resign(page)
    page.get_by_role("dialog").get_by_role("link", name="Replay").click()
    moves = page.locator(".log.moves").get_by_role("listitem")
    expect(moves.first).to_contain_text("2")
    expect(moves.last).to_contain_text("You")
    expect(moves.last).to_contain_text("WUG")


def test_whoever_resigns_among_three_sees_a_result_and_watches_a_bot(visit: Visit) -> None:
    page = skip_guide(visit().open(THREE))
    expect(turn(page)).to_contain_text("your move")
    resign(page)
    result = page.get_by_role("dialog", name="You have resigned")
    expect(result).to_contain_text(re.compile(r"0 points in round 1, place 1 of 3"))
    expect(result).to_contain_text("The bot Casual plays on in your place")
    result.get_by_role("button", name="Watch the rest").click()
    expect(own(page)).to_contain_text("bot · Casual")


def test_on_a_phone_the_chosen_card_takes_the_place_of_the_own_panel(visit: Visit) -> None:
    page = skip_guide(visit(viewport=PHONE, has_touch=True, is_mobile=True).open(ALONE))
    market = page.get_by_role("main", name="Market").bounding_box()
    pile_before = pile(page, "gold").bounding_box()
    card_at(page, "2b").tap()
    expect(decision(page).get_by_role("listitem").first).to_be_visible()
    sheet = decision(page).bounding_box()
    assert market is not None
    assert sheet is not None
    assert sheet["y"] >= market["y"] + market["height"]
    assert pile(page, "gold").bounding_box() == pile_before, "no pile moves under the finger"
    reserve_button(page).tap()
    expect(turn(page)).to_contain_text("your move")
    expect(own(page)).to_contain_text("1")
