"""Splendor without a mouse: a whole game with keys, and a focus that is always visible."""

import pytest
from playwright.sync_api import Locator, Page, expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.answers import Answers
from tests.browser.support.base_player import (
    BasePlayer,
    Input,
    LandoltPlayer,
    a_table,
    card_at,
    clear_button,
    confirm_button,
    hand_button,
    noble_called,
    open_hand,
    pile,
    prompt,
    result,
)
from tests.browser.support.base_sight import COLOURS, GOLD, look_at
from tests.browser.support.people import beside, coach, confirming, open_menu, own, pick_three, turn
from tests.server.serving import Server

SMALL = "rules=official&players=2&level=random&option.target=5"
LANDOLT = "rules=landolt&players=2&level=random"
LETTERS = dict(zip((*COLOURS, GOLD), "wugrkj", strict=True))
FARTHEST = 40  # presses of a key to reach an element, at most
IS_FOCUSED = "thing => thing === document.activeElement"
HAS_BEGUN = "document.activeElement !== document.body"
IS_SEEN = """() => {
  const thing = document.activeElement;
  const { outlineStyle, outlineWidth } = getComputedStyle(thing);
  return thing.matches('button') && outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2;
}"""


class Keys(Input):
    """Plays with the keys that the help of the table lists."""

    def keys(self, *names: str) -> None:
        for name in names:
            self.page.keyboard.press(name)

    def reach(self, key: str, thing: Locator) -> None:
        """Press a key until an element has the focus."""
        for _ in range(FARTHEST):
            self.keys(key)
            if thing.evaluate(IS_FOCUSED):
                return
        raise AssertionError(f"{key} does not lead to {thing}")

    def press(self, thing: Locator, key: str = "Space") -> None:
        self.reach("Tab", thing)
        self.keys(key)

    def take(self, colour: str) -> None:
        self.keys(LETTERS[colour])

    own = take

    def card(self, place: str) -> None:
        self.find(place)
        self.keys("Space")

    def reserve(self, place: str) -> None:
        self.find(place)
        self.keys("Shift+Enter")

    def find(self, place: str) -> None:
        thing = card_at(self.page, place)
        if place.startswith("Hand"):
            self.reach("4", thing)
        elif len(place) == 1:  # a deck is left of its row
            self.keys(place)
            self.reach("ArrowLeft", thing)
        else:
            self.keys(*place)
        expect(thing).to_be_focused()

    def noble(self, name: str) -> None:
        self.reach("5", noble_called(self.page, name))
        self.keys("Space")

    def confirm(self) -> None:
        self.keys("Enter")


class KeyPlayer(BasePlayer):
    """Checks after every turn that an element has the focus."""

    def confirm(self) -> None:
        begun = self.page.evaluate(HAS_BEGUN)  # keys of letters do not move the focus
        super().confirm()
        if begun and not result(self.page).is_visible():
            expect_focus(self.page)


def expect_focus(page: Page) -> None:
    """A button has the focus, with a visible ring."""
    page.wait_for_function(IS_SEEN)


def test_a_whole_game_is_played_with_keys_only(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    player = KeyPlayer(page, Keys(page), "reserve", "reserve unseen", "return", "choose payment")
    player.play_to_the_end()
    assert {"reserve", "reserve unseen", "return", "choose payment", "buy"} <= set(+player.did)


# The focus


@pytest.mark.parametrize("key", ["Space", "Enter"])
@pytest.mark.parametrize("name, held", [("Confirm: take white, blue, green", 3), ("Clear", 0)])
def test_the_focus_stays_when_the_pressed_button_disappears(
    visit: Visit, name: str, held: int, key: str
) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    keys.keys("w", "u", "g")
    expect(confirm_button(page)).to_be_visible()
    keys.press(page.get_by_role("button", name=name, exact=True), key)
    expect(clear_button(page)).to_be_hidden()
    expect_focus(page)
    expect(own(page).get_by_role("img", name=f"{held} of 10 tokens")).to_be_visible()


def test_the_focus_stays_when_the_last_card_of_the_hand_is_bought(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    player = KeyPlayer(page, Keys(page))
    player.reserve_and_save_up()
    player.input.card("Hand 1")
    player.confirm()
    assert not look_at(page).hand
    expect_focus(page)


def test_the_focus_stays_when_own_tokens_become_inactive(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    player = KeyPlayer(page, keys)
    player.reserve_and_save_up()
    keys.keys("6")
    expect_focus(page)
    player.take_some(player.look())
    player.confirm()
    expect_focus(page)


def test_the_focus_returns_from_the_hand_to_its_button(visit: Visit) -> None:
    page = a_table(visit(), LANDOLT, Keys)
    keys = Keys(page)
    player = LandoltPlayer(page, keys)
    keys.reserve("1a")
    player.confirm()
    keys.reach("4", hand_button(page))
    keys.keys("Space")
    expect(open_hand(page)).to_be_visible()
    keys.keys("Escape")
    expect(open_hand(page)).to_be_hidden()
    expect(hand_button(page)).to_be_focused()
    expect_focus(page)


def test_the_focus_stays_when_a_dialog_is_closed(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    expect_focus(page)  # after skipping the guide
    keys = Keys(page)
    keys.keys("h")
    expect(coach(page).get_by_role("status")).to_contain_text("Look at")
    keys.press(coach(page).get_by_role("button", name="Close"))
    expect(coach(page)).to_have_count(0)
    expect_focus(page)


def test_the_focus_stays_when_a_request_is_answered(visit: Visit, served: Server) -> None:
    with beside(Client(served.url, "Bert"), visit()) as (page, table):
        table.do("ask", what="abandon")
        asked = page.get_by_role("group", name="Bert asks to end the game without a winner.")
        Keys(page).press(asked.get_by_role("button", name="Decline"), "Enter")
        expect(asked).to_have_count(0)
        expect_focus(page)


def test_the_focus_stays_in_the_menu_when_resigning_is_cancelled(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    keys.press(page.get_by_role("banner").get_by_role("button", name="Menu"))
    resign = page.get_by_role("dialog", name="Menu").get_by_role("button", name="Resign")
    keys.press(resign)
    keys.press(page.get_by_role("group", name="Really resign?").get_by_role("button", name="No"))
    expect(resign).to_be_focused()


def test_keys_do_not_reach_the_table_while_the_menu_is_open(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    pick_three(page)
    menu = open_menu(page)
    menu.get_by_label("Your name").fill("Anna")
    for key in ("Enter", "Enter", "Backspace", "Escape"):  # nothing has the focus after the first
        page.keyboard.press(key)
    expect(menu).to_be_hidden()
    expect(confirming(page)).to_contain_text(",")
    expect(turn(page)).to_contain_text("Round 1 · your move")


def test_arrows_move_the_focus_around_the_whole_table(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    keys.keys("3")
    expect(card_at(page, "3a")).to_be_focused()
    keys.keys("ArrowRight", "ArrowDown")
    expect(card_at(page, "2b")).to_be_focused()
    keys.keys(*["ArrowRight"] * 3)  # from the market into the supply
    keys.reach("ArrowUp", pile(page, "white"))
    keys.reach("ArrowDown", pile(page, "gold"))
    keys.reach("ArrowLeft", card_at(page, "1"))
    keys.reach("ArrowUp", noble_called(page, look_at(page).nobles[0].name))
    expect_focus(page)


# Enter


@pytest.mark.parametrize("name", ["Next", "Skip the guide"])
def test_enter_on_a_button_beside_the_table_plays_no_move(visit: Visit, name: str) -> None:
    page = visit().open(f"/play#{SMALL}&option.start=0")
    keys = Keys(page)
    expect(turn(page)).to_contain_text("your move")
    keys.keys("w", "u", "g")
    expect(confirm_button(page)).to_be_visible()
    shown = page.get_by_role("complementary", name="Guide").get_by_role("heading")
    expect(shown).to_contain_text("Confirm 3/7")
    keys.press(page.get_by_role("button", name=name), "Enter")
    expect(shown.filter(has_text="Confirm 3/7")).to_have_count(0)
    expect(confirm_button(page)).to_be_visible()
    keys.keys("Escape")
    expect(own(page).get_by_role("img", name="0 of 10 tokens")).to_be_visible()
    expect(turn(page)).to_contain_text("Round 1 · your move")


def test_enter_opens_the_hand_while_something_is_staged(visit: Visit) -> None:
    page = a_table(visit(), LANDOLT, Keys)
    keys = Keys(page)
    keys.keys("w", "u", "g")
    expect(confirm_button(page)).to_be_visible()
    keys.press(hand_button(page), "Enter")
    expect(open_hand(page)).to_be_visible()
    expect(confirm_button(page)).to_be_visible()


def test_a_held_enter_does_not_confirm_what_it_has_staged(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    keys.find("1")
    page.keyboard.down("Enter")
    expect(confirm_button(page)).to_be_visible()
    page.keyboard.down("Enter")  # held down
    page.keyboard.up("Enter")
    keys.keys("Escape", "w", "u", "g")
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, blue, green")
    keys.keys("Enter")
    expect(turn(page)).to_contain_text("Round 2 · your move")
    expect(card_at(page, "Hand 1")).to_have_count(0)


@pytest.mark.parametrize("focus", ["", "2"])  # on nothing, on a card
def test_enter_pressed_before_the_server_answers_confirms(visit: Visit, focus: str) -> None:
    visitor = visit()
    answers = Answers(visitor)
    keys = Keys(a_table(visitor, SMALL))
    page = keys.page
    keys.keys(*focus)
    with answers.held():
        keys.keys("w", "u", "g")
        keys.keys("Enter", "Enter")
        queued = page.get_by_role("button", name="Queued: take white, blue, green")
        expect(queued).to_be_disabled()
    expect(turn(page)).to_contain_text("Round 2 · your move")
    expect(own(page).get_by_role("img", name="3 of 10 tokens")).to_be_visible()


def test_escape_takes_back_an_enter_that_is_not_yet_answered(visit: Visit) -> None:
    visitor = visit()
    answers = Answers(visitor)
    keys = Keys(a_table(visitor, SMALL))
    page = keys.page
    with answers.held():
        keys.keys("w", "u", "g")
        keys.keys("Enter")
        expect(page.get_by_role("button", name="Take back")).to_be_visible()
        keys.keys("Escape")  # the confirmation
        expect(clear_button(page)).to_be_visible()
        keys.keys("Escape")  # and what is staged
        expect(clear_button(page)).to_be_hidden()
    keys.keys("w", "w")
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, white")
    expect(turn(page)).to_contain_text("Round 1 · your move")
    expect(own(page).get_by_role("img", name="0 of 10 tokens")).to_be_visible()


# Help


def test_a_question_mark_shows_the_keys_and_escape_closes_them(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    keys.keys("2")
    keys.keys("?")
    dialog = page.get_by_role("dialog", name="Keys")
    for key in ("Enter", "Esc", "Shift"):
        expect(dialog.get_by_text(key, exact=True).first).to_be_visible()
    keys.keys("Escape")
    expect(dialog).to_be_hidden()
    expect(card_at(page, "2a")).to_be_focused()


def test_backspace_clears_one_choice_and_escape_all(visit: Visit) -> None:
    page = a_table(visit(), SMALL, Keys)
    keys = Keys(page)
    keys.keys("w", "w")
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, white")
    keys.keys("Backspace")
    expect(clear_button(page)).to_be_hidden()
    keys.keys("w", "u", "g")
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, blue, green")
    keys.keys("Escape")
    expect(prompt(page)).to_have_text("Choose tokens or a card")
