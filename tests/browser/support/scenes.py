"""Every screen: its address, and the actions that lead to it.

Moves are only staged, never confirmed, so a scene can be shown again in another size.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from playwright.sync_api import FilePayload, Locator, Page, expect

from splendor.client import Table
from tests.browser.support.chromium import TIMEOUT
from tests.browser.support.people import moves_of_the_coach
from tests.browser.support.sample_tables import SampleTables, legal_moves, takes

Act: TypeAlias = Callable[[Page, SampleTables], None]

GEMS = {"W": "white", "U": "blue", "G": "green", "R": "red", "K": "black"}
MIDDLE = 40  # decisions after the deal

expect.set_options(timeout=TIMEOUT)


@dataclass(frozen=True)
class Scene:
    """A screen. `path` returns its address, and creates the table if it needs one."""

    name: str
    path: Callable[[SampleTables], str]
    act: Act

    def show(self, page: Page, tables: SampleTables) -> None:
        page.goto(tables.url + self.path(tables))
        self.act(page, tables)


def see(role: str, name: str | re.Pattern[str]) -> Act:
    """Wait until an element is visible."""

    def act(page: Page, tables: SampleTables) -> None:
        expect(page.get_by_role(role, name=name).first).to_be_visible()  # type: ignore[arg-type]
        page.evaluate("document.fonts.ready")

    return act


def at(table: Callable[[SampleTables], Table]) -> Callable[[SampleTables], str]:
    return lambda tables: f"/t/{table(tables).id}"


def replay_of(table: Callable[[SampleTables], Table]) -> Callable[[SampleTables], str]:
    """The replay of a finished game, in the middle."""
    return lambda tables: f"/replay/{table(tables).id}#{MIDDLE}"


def address(path: str) -> Callable[[SampleTables], str]:
    return lambda _: path


# Before the game


def lobby(tables: SampleTables) -> str:
    """The lobby, which lists tables of Anna's in every state."""
    assert all((tables.base2, tables.duel, tables.waiting, tables.over))
    return "/"


def open_settings(page: Page, tables: SampleTables) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def wait_for_ben(page: Page, tables: SampleTables) -> None:
    expect(page.get_by_role("heading", name="A fair deal")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="seat is open")).to_be_visible()


# At the table


def my_turn(page: Page, tables: SampleTables) -> None:
    expect(page.get_by_role("status").filter(has_text="your move").first).to_be_visible()
    page.evaluate("document.fonts.ready")


def not_my_turn(page: Page, tables: SampleTables) -> None:
    expect(page.get_by_role("status").filter(has_text="Ben to move").first).to_be_visible()


def buy_with_gold(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    chosen = next(move for move in legal_moves(tables.gold) if move.endswith("+"))
    place = chosen[1:-1]
    if place.startswith("h"):
        show_hand(page)
    card_at(page, place.replace("h", "Hand ")).click()
    expect(confirm_button(page)).to_be_enabled()


def show_hand(page: Page) -> None:
    """Open the hand, which is behind a button on a phone."""
    button = page.get_by_role("button", name=re.compile("^HAND"))
    if button.is_visible():
        button.click()


def take_tokens(page: Page, tables: SampleTables) -> None:
    """Stage three gems; if possible, such that they will pay for a card next turn."""
    my_turn(page, tables)
    soon = page.get_by_role("button", name=re.compile("next turn"))
    for move in filter(three_gems, legal_moves(tables.base2)):
        page.keyboard.press("Escape")
        for letter in move:
            pile(page, letter).click()
        expect(confirm_button(page)).to_be_enabled()
        if soon.count():
            return


def return_tokens(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    for letter in max(legal_moves(tables.full), key=lambda move: three_gems(move)):
        pile(page, letter).click()
    expect(page.get_by_text(re.compile("^Return .* tokens?: click your own"))).to_be_visible()


def return_duel_tokens(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    lines = [
        move for move in legal_moves(tables.full_duel) if re.fullmatch("([a-e][1-5]){3}", move)
    ]
    for space in takes(lines[0]):
        cell(page, space).click()
    expect(page.get_by_text("Discard").first).to_be_visible()


def three_gems(move: str) -> bool:
    return len(move) == 3 and set(move) <= set(GEMS) and len(set(move)) == 3


def stage_a_line(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    lines = [move for move in legal_moves(tables.duel) if re.fullmatch("([a-e][1-5])+", move)]
    for space in takes(max(lines, key=len)):
        cell(page, space).click()
    expect(confirm_button(page)).to_be_enabled()


def show_their_prices(name: str) -> Act:
    def act(page: Page, tables: SampleTables) -> None:
        my_turn(page, tables)
        strip = page.get_by_role("button", name=f"All of {name}")
        if strip.is_visible():
            strip.click()
            expect(page.get_by_role("dialog", name=name)).to_be_visible()
        else:
            page.get_by_role("region", name=f"Panel of {name}").hover()
            expect(page.get_by_text(f"What {name} can buy").first).to_be_visible()

    return act


def open_menu(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def ask_for_the_guide(page: Page, tables: SampleTables) -> None:
    open_menu(page, tables)
    page.get_by_role("button", name="Show the guide").click()
    expect(page.get_by_role("complementary", name="Guide")).to_be_visible()


def ask_for_the_keys(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def ask_for_a_hint(page: Page, tables: SampleTables) -> None:
    my_turn(page, tables)
    expect(moves_of_the_coach(page).first).to_be_visible()


def read_the_chat(page: Page, tables: SampleTables) -> None:
    not_my_turn(page, tables)
    log = page.get_by_role("button", name="Log")
    if log.is_visible():
        log.click()
    chat = page.get_by_role("region", name="Chat")
    expect(chat.get_by_text("Who taught you?")).to_be_visible()


def curtain(page: Page, tables: SampleTables) -> None:
    expect(page.get_by_role("button", name=re.compile("show the table"))).to_be_visible()


# After the game


def result(page: Page, tables: SampleTables) -> None:
    expect(page.get_by_role("table", name="The game in numbers")).to_be_visible()
    expect(page.get_by_role("figure", name="Points, round by round")).to_be_visible()


def check_the_deal(page: Page, tables: SampleTables) -> None:
    result(page, tables)
    page.get_by_role("button", name="Check the deal").click()
    verdict = page.get_by_role("heading", name=re.compile("Fair: everything"))
    expect(verdict).to_be_visible()
    verdict.scroll_into_view_if_needed()


def replay(page: Page, tables: SampleTables) -> None:
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    page.evaluate("document.fonts.ready")


def fork(page: Page, tables: SampleTables) -> None:
    replay(page, tables)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog", name="Play on from here")).to_be_visible()


def prove(page: Page, tables: SampleTables) -> None:
    """The page that checks a proof without the table."""
    proof = tables.anna.fetch("GET", f"/api/tables/{tables.over.id}/proof").encode()
    file = FilePayload(name="proof.json", mimeType="application/json", buffer=proof)
    page.get_by_label(re.compile("^The proof")).set_input_files(file)
    expect(page.get_by_role("listitem").first).to_be_visible()


# Elements by name


def card_at(page: Page, place: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{place}: ")).first


def pile(page: Page, letter: str) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{GEMS[letter]}, \d+ left"))


def cell(page: Page, space: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{space}: "))


def confirm_button(page: Page) -> Locator:
    """The confirm button, which names the move."""
    return page.get_by_role("button", name=re.compile("^(Confirm|Take|Discard)"))


LOBBY = [
    Scene("lobby", lobby, see("link", "Replay")),
    Scene("options", address("/new"), see("button", "Open the table")),
    Scene("settings", address("/"), open_settings),
    Scene("waiting", at(lambda tables: tables.waiting), wait_for_ben),
]
TABLES = [
    Scene("base-2", at(lambda tables: tables.base2), my_turn),
    Scene("base-3", at(lambda tables: tables.base3), my_turn),
    Scene("base-4", at(lambda tables: tables.base4), my_turn),
    Scene("landolt", at(lambda tables: tables.landolt), my_turn),
    Scene("duel", at(lambda tables: tables.duel), my_turn),
    Scene("base-others-turn", at(lambda tables: tables.together), not_my_turn),
    Scene("duel-others-turn", at(lambda tables: tables.duel_together), not_my_turn),
]
DECISIONS = [
    Scene("taking", at(lambda tables: tables.base2), take_tokens),
    Scene("payment", at(lambda tables: tables.gold), buy_with_gold),
    Scene("returning", at(lambda tables: tables.full), return_tokens),
    Scene("duel-returning", at(lambda tables: tables.full_duel), return_duel_tokens),
    Scene("duel-line", at(lambda tables: tables.duel), stage_a_line),
    Scene("lens", at(lambda tables: tables.base3), show_their_prices("Lin")),
    Scene("duel-lens", at(lambda tables: tables.duel), show_their_prices("Marek")),
    Scene("hint", at(lambda tables: tables.base2), ask_for_a_hint),
]
AROUND = [
    Scene("menu", at(lambda tables: tables.base2), open_menu),
    Scene("keys", at(lambda tables: tables.base2), ask_for_the_keys),
    Scene("guide", at(lambda tables: tables.first_move), ask_for_the_guide),
    Scene("duel-guide", at(lambda tables: tables.first_duel_move), ask_for_the_guide),
    Scene("chat", at(lambda tables: tables.together), read_the_chat),
    Scene("curtain", at(lambda tables: tables.hot_seat), curtain),
]
AFTER = [
    Scene("result", at(lambda tables: tables.over), result),
    Scene("duel-result", at(lambda tables: tables.duel_over), result),
    Scene("fair", at(lambda tables: tables.over), check_the_deal),
    Scene("replay", replay_of(lambda tables: tables.over), replay),
    Scene("duel-replay", replay_of(lambda tables: tables.duel_over), replay),
    Scene("fork", replay_of(lambda tables: tables.over), fork),
]
OTHER_PAGES = [
    Scene("rules", address("/rules"), see("heading", "Notation")),
    Scene("duel-rules", address("/rules/duel"), see("heading", "Notation")),
    Scene("fair-page", address("/fair"), prove),
]
SCENES = [*LOBBY, *TABLES, *DECISIONS, *AROUND, *AFTER, *OTHER_PAGES]


def named(name: str) -> Scene:
    return next(scene for scene in SCENES if scene.name == name)
