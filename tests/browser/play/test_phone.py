"""Splendor on a phone: a whole game by touch, and no horizontal scrolling."""

import re

import pytest
from playwright.sync_api import Locator, expect

from tests.browser.conftest import Visit
from tests.browser.support.base_player import (
    BasePlayer,
    Input,
    a_table,
    card_at,
    confirm_button,
    confirm_name,
    hand_button,
    open_hand,
)
from tests.browser.support.chromium import PHONE
from tests.browser.support.people import decision, open_menu

SMALL = "rules=official&players=2&level=random&option.target=5"
FOUR = "rules=official&players=4&level=greedy"
LANDOLT = "rules=landolt&players=4&level=greedy"
HELD = {"viewport": PHONE, "has_touch": True, "is_mobile": True}
# How far the page can be scrolled sideways, in pixels
SIDEWAYS = "() => document.documentElement.scrollWidth - document.documentElement.clientWidth"


class Finger(Input):
    """Taps; a long press reserves."""

    def press(self, thing: Locator) -> None:
        thing.tap()

    def reserve(self, place: str) -> None:
        """Touch the card until it is staged."""
        thing = card_at(self.page, place)
        thing.scroll_into_view_if_needed()
        box = thing.bounding_box()
        assert box is not None
        x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
        session = self.page.context.new_cdp_session(self.page)
        touch = {"type": "touchStart", "touchPoints": [{"x": x, "y": y}]}
        session.send("Input.dispatchTouchEvent", touch)
        expect(thing).to_have_attribute("aria-pressed", "true")
        session.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
        session.detach()


class PhonePlayer(BasePlayer):
    """Checks in every turn that the page is no wider than the phone."""

    def confirm(self) -> None:
        assert self.page.evaluate(SIDEWAYS) == 0, "the page scrolls sideways"
        super().confirm()


def test_a_whole_game_is_played_by_touch(visit: Visit) -> None:
    page = a_table(visit(**HELD), SMALL, Finger)
    player = PhonePlayer(page, Finger(page), "reserve", "reserve unseen", "return")
    player.play_to_the_end()
    assert {"reserve", "reserve unseen", "return", "buy"} <= set(+player.did)
    assert page.evaluate(SIDEWAYS) == 0, "the result scrolls sideways"


def test_a_long_press_reserves_and_a_tap_buys(visit: Visit) -> None:
    page = a_table(visit(**HELD), SMALL, Finger)
    finger = Finger(page)
    finger.reserve("2b")
    expect(confirm_button(page)).to_have_accessible_name(confirm_name("reserve 2b"))
    finger.reserve("3")
    expect(confirm_button(page)).to_have_accessible_name(confirm_name("reserve 3"))
    finger.card("2b")
    expect(decision(page)).to_contain_text(re.compile(r"\d+ short: "))
    decision(page).get_by_role("button", name="Reserve").tap()
    expect(hand_button(page)).to_have_accessible_name("HAND 1 card")


def test_a_card_is_bought_from_the_hand_that_a_button_opens(visit: Visit) -> None:
    page = a_table(visit(**HELD), SMALL, Finger)
    player = PhonePlayer(page, Finger(page))
    player.reserve_and_save_up()
    player.input.card("Hand 1")
    expect(confirm_button(page)).to_have_accessible_name(confirm_name("buy h1"))
    expect(open_hand(page)).to_be_hidden()
    player.confirm()
    expect(hand_button(page)).to_have_accessible_name("HAND 0 cards")


def test_panels_opened_at_one_table_are_closed_at_the_next(visit: Visit) -> None:
    page = a_table(visit(**HELD), SMALL, Finger)
    opened = page.get_by_role("dialog", name="Log", exact=True)
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(opened).to_be_visible()
    open_menu(page).get_by_role("link", name="To the lobby").tap()
    page.get_by_role("button", name="Play Splendor Duel").tap()
    expect(page.get_by_role("heading", level=1)).to_have_text("Splendor Duel")
    expect(opened).to_have_count(0)


def test_on_a_phone_buttons_open_the_parts_without_space(visit: Visit) -> None:
    page = a_table(visit(**HELD), FOUR, Finger)
    for button, drawer in (
        ("Nobles in detail", "Nobles"),
        ("All of Marek", "Marek"),
        ("HAND 0 cards", "Reserved cards"),
        ("Log", "Log"),
    ):
        page.get_by_role("button", name=button, exact=True).tap()
        opened = page.get_by_role("dialog", name=drawer, exact=True)
        expect(opened).to_be_visible()
        assert page.evaluate(SIDEWAYS) == 0, drawer
        opened.get_by_role("button", name="Close").tap()
        expect(opened).to_be_hidden()


@pytest.mark.parametrize("wish", [FOUR, LANDOLT])
def test_a_table_of_four_is_no_wider_than_the_phone(visit: Visit, wish: str) -> None:
    page = a_table(visit(**HELD), wish, Finger)
    player = PhonePlayer(page, Finger(page), "reserve")
    player.decide()
    assert page.evaluate(SIDEWAYS) == 0
