"""Being told that it is one's move: notifications while nobody looks, and a badge in the lobby."""

from playwright.sync_api import Page, expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.people import answer, beside, open_menu, take_three, turn
from tests.server.serving import Server

# Headless browsers have no notifications, and their pages are always visible.
STAND_IN = """
window.asked = 0;
window.shown = [];
window.Notification = class {
  static permission = 'default';
  static async requestPermission() {
    window.asked += 1;
    this.permission = 'granted';
    return 'granted';
  }
  constructor(title, { body }) {
    window.shown.push([title, body]);
  }
};
"""
LOOK = """(hidden) => {
  Object.defineProperty(document, 'hidden', { get: () => hidden, configurable: true });
  document.dispatchEvent(new Event('visibilitychange'));
}"""


def shown(page: Page) -> list[list[str]]:
    return list(page.evaluate("window.shown"))


def test_whoever_switches_notifications_on_is_told_about_their_move(
    visit: Visit, served: Server
) -> None:
    visitor = visit()
    visitor.context.add_init_script(STAND_IN)
    with beside(Client(served.url, "Bert"), visitor) as (page, table):
        take_three(page)
        assert page.evaluate("window.asked") == 0  # nobody is asked before a click
        menu = open_menu(page)
        menu.get_by_role("switch", name="Notifications").click()
        expect(menu.get_by_role("switch", name="Notifications")).to_be_checked()
        assert page.evaluate("window.asked") == 1
        page.keyboard.press("Escape")
        answer(table)
        expect(turn(page)).to_contain_text("Round 2 · your move")
        assert shown(page) == []  # somebody looks
        take_three(page)
        expect(turn(page)).to_contain_text("Bert to move")
        page.evaluate(LOOK, True)
        answer(table)
        page.wait_for_function("() => window.shown.length > 0")
        assert shown(page) == [["Your move", "Splendor with Bert"]]
        lobby = visitor.open("/")
        expect(lobby.get_by_text("One game waits for you")).to_be_visible()
        expect(lobby).to_have_title("(1) Lobby · The Merchants’ Table")
