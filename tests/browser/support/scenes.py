"""Every screen: where it is, and what a person does there until it is to be seen.

Nothing is played in a scene, things are only staged: it can be looked at again, in another size.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from playwright.sync_api import FilePayload, Locator, Page, expect

from splendor.client import Table
from tests.browser.support.chromium import SOON
from tests.browser.support.house import House, legal_moves, takes

Act: TypeAlias = Callable[[Page, House], None]

GEMS = {"W": "white", "U": "blue", "G": "green", "R": "red", "K": "black"}
MIDDLE = 40  # decisions after the deal

expect.set_options(timeout=SOON)


@dataclass(frozen=True)
class Scene:
    """`path` is the address, which makes the table where there is one."""

    name: str
    path: Callable[[House], str]
    act: Act

    def show(self, page: Page, house: House) -> None:
        page.goto(house.url + self.path(house))
        self.act(page, house)


def see(role: str, name: str | re.Pattern[str]) -> Act:
    """Nothing is done but to wait until something is there."""

    def act(page: Page, house: House) -> None:
        expect(page.get_by_role(role, name=name).first).to_be_visible()  # type: ignore[arg-type]
        page.evaluate("document.fonts.ready")

    return act


def at(table: Callable[[House], Table]) -> Callable[[House], str]:
    return lambda house: f"/t/{table(house).id}"


def replay_of(table: Callable[[House], Table]) -> Callable[[House], str]:
    """In the middle of a game that is over."""
    return lambda house: f"/replay/{table(house).id}#{MIDDLE}"


def address(path: str) -> Callable[[House], str]:
    return lambda _: path


# Before the game


def lobby(house: House) -> str:
    """Where Anna finds her tables again: some run, one waits, one is over."""
    assert all((house.base2, house.duel, house.waiting, house.over))
    return "/"


def open_settings(page: Page, house: House) -> None:
    page.get_by_role("button", name="Settings").click()
    expect(page.get_by_role("dialog", name="Settings")).to_be_visible()


def wait_for_ben(page: Page, house: House) -> None:
    expect(page.get_by_role("heading", name="A fair deal")).to_be_visible()
    expect(page.get_by_role("status").filter(has_text="open seat")).to_be_visible()


def hold_back(page: Page, house: House) -> None:
    """The page of a server that is not ready yet."""
    expect(page.get_by_role("heading", name="One moment")).to_be_visible()


# At the table


def my_turn(page: Page, house: House) -> None:
    expect(page.get_by_role("status").filter(has_text="your move").first).to_be_visible()
    page.evaluate("document.fonts.ready")


def not_my_turn(page: Page, house: House) -> None:
    expect(page.get_by_role("status").filter(has_text="Ben to move").first).to_be_visible()


def buy_with_gold(page: Page, house: House) -> None:
    my_turn(page, house)
    chosen = next(move for move in legal_moves(house.gold) if move.endswith("+"))
    place = chosen[1:-1]
    if place.startswith("h"):
        show_hand(page)
    card_at(page, place.replace("h", "Hand ")).click()
    expect(golden(page)).to_be_enabled()


def show_hand(page: Page) -> None:
    """On a phone the reserved cards lie behind a button."""
    button = page.get_by_role("button", name=re.compile("^HAND"))
    if button.is_visible():
        button.click()


def take_tokens(page: Page, house: House) -> None:
    """Three gems that will pay a card next turn, if there are such."""
    my_turn(page, house)
    soon = page.get_by_role("button", name=re.compile("next turn"))
    for move in filter(three_gems, legal_moves(house.base2)):
        page.keyboard.press("Escape")
        for letter in move:
            pile(page, letter).click()
        expect(golden(page)).to_be_enabled()
        if soon.count():
            return


def return_tokens(page: Page, house: House) -> None:
    my_turn(page, house)
    for letter in max(legal_moves(house.full), key=lambda move: three_gems(move)):
        pile(page, letter).click()
    expect(page.get_by_text(re.compile("^Return .* tokens?: click your own"))).to_be_visible()


def return_duel_tokens(page: Page, house: House) -> None:
    my_turn(page, house)
    lines = [move for move in legal_moves(house.full_duel) if re.fullmatch("([a-e][1-5]){3}", move)]
    for space in takes(lines[0]):
        cell(page, space).click()
    expect(page.get_by_text("Discard").first).to_be_visible()


def three_gems(move: str) -> bool:
    return len(move) == 3 and set(move) <= set(GEMS) and len(set(move)) == 3


def stage_a_line(page: Page, house: House) -> None:
    my_turn(page, house)
    lines = [move for move in legal_moves(house.duel) if re.fullmatch("([a-e][1-5])+", move)]
    for space in takes(max(lines, key=len)):
        cell(page, space).click()
    expect(golden(page)).to_be_enabled()


def look_through_their_eyes(name: str) -> Act:
    def act(page: Page, house: House) -> None:
        my_turn(page, house)
        strip = page.get_by_role("button", name=f"All of {name}")
        if strip.is_visible():
            strip.click()
            expect(page.get_by_role("dialog", name=name)).to_be_visible()
        else:
            page.get_by_role("region", name=f"Panel of {name}").hover()
            expect(page.get_by_text(f"What {name} can buy").first).to_be_visible()

    return act


def open_menu(page: Page, house: House) -> None:
    my_turn(page, house)
    page.get_by_role("button", name="Menu").click()
    expect(page.get_by_role("dialog", name="Menu")).to_be_visible()


def ask_for_the_guide(page: Page, house: House) -> None:
    open_menu(page, house)
    page.get_by_role("button", name="Show the guide").click()
    expect(page.get_by_role("complementary", name="Guide")).to_be_visible()


def ask_for_the_keys(page: Page, house: House) -> None:
    my_turn(page, house)
    page.keyboard.press("?")
    expect(page.get_by_role("dialog", name="Keys")).to_be_visible()


def ask_for_a_hint(page: Page, house: House) -> None:
    my_turn(page, house)
    page.get_by_role("button", name="Hint").click()
    expect(page.get_by_text(re.compile("% chance to win")).first).to_be_visible()


def read_the_chat(page: Page, house: House) -> None:
    not_my_turn(page, house)
    log = page.get_by_role("button", name="Log")
    if log.is_visible():
        log.click()
    chat = page.get_by_role("region", name="Chat")
    expect(chat.get_by_text("Who taught you?")).to_be_visible()


def curtain(page: Page, house: House) -> None:
    expect(page.get_by_role("button", name=re.compile("show the table"))).to_be_visible()


# After it


def result(page: Page, house: House) -> None:
    expect(page.get_by_role("table", name="The game in numbers")).to_be_visible()
    expect(page.get_by_role("figure", name="Points, round by round")).to_be_visible()


def check_the_deal(page: Page, house: House) -> None:
    result(page, house)
    page.get_by_role("button", name="Check the deal").click()
    verdict = page.get_by_role("heading", name=re.compile("Fair: everything"))
    expect(verdict).to_be_visible()
    verdict.scroll_into_view_if_needed()


def replay(page: Page, house: House) -> None:
    expect(page.get_by_role("slider", name="Move")).to_be_visible()
    page.evaluate("document.fonts.ready")


def fork(page: Page, house: House) -> None:
    replay(page, house)
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("dialog", name="Play on from here")).to_be_visible()


def prove(page: Page, house: House) -> None:
    """The page that checks a proof without the table."""
    proof = house.anna.fetch("GET", f"/api/tables/{house.over.id}/proof").encode()
    file = FilePayload(name="proof.json", mimeType="application/json", buffer=proof)
    page.get_by_label(re.compile("^The proof")).set_input_files(file)
    expect(page.get_by_role("listitem").first).to_be_visible()


# Things by their names


def card_at(page: Page, place: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{place}: ")).first


def pile(page: Page, letter: str) -> Locator:
    return page.get_by_role("button", name=re.compile(rf"^{GEMS[letter]}, \d+ left"))


def cell(page: Page, space: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{space}: "))


def golden(page: Page) -> Locator:
    """The button that says what will happen."""
    return page.get_by_role("button", name=re.compile("^(Confirm|Take|Discard)"))


LOBBY = [
    Scene("lobby", lobby, see("link", "Replay")),
    Scene("options", address("/new"), see("button", "Open the table")),
    Scene("settings", address("/"), open_settings),
    Scene("waiting", at(lambda house: house.waiting), wait_for_ben),
]
TABLES = [
    Scene("base-2", at(lambda house: house.base2), my_turn),
    Scene("base-3", at(lambda house: house.base3), my_turn),
    Scene("base-4", at(lambda house: house.base4), my_turn),
    Scene("landolt", at(lambda house: house.landolt), my_turn),
    Scene("duel", at(lambda house: house.duel), my_turn),
    Scene("base-others-turn", at(lambda house: house.together), not_my_turn),
    Scene("duel-others-turn", at(lambda house: house.duel_together), not_my_turn),
]
DECISIONS = [
    Scene("taking", at(lambda house: house.base2), take_tokens),
    Scene("payment", at(lambda house: house.gold), buy_with_gold),
    Scene("returning", at(lambda house: house.full), return_tokens),
    Scene("duel-returning", at(lambda house: house.full_duel), return_duel_tokens),
    Scene("duel-line", at(lambda house: house.duel), stage_a_line),
    Scene("lens", at(lambda house: house.base3), look_through_their_eyes("Lin")),
    Scene("duel-lens", at(lambda house: house.duel), look_through_their_eyes("Marek")),
    Scene("hint", at(lambda house: house.base2), ask_for_a_hint),
]
AROUND = [
    Scene("menu", at(lambda house: house.base2), open_menu),
    Scene("keys", at(lambda house: house.base2), ask_for_the_keys),
    Scene("guide", at(lambda house: house.first_move), ask_for_the_guide),
    Scene("duel-guide", at(lambda house: house.first_duel_move), ask_for_the_guide),
    Scene("chat", at(lambda house: house.together), read_the_chat),
    Scene("curtain", at(lambda house: house.hot_seat), curtain),
]
AFTER = [
    Scene("result", at(lambda house: house.over), result),
    Scene("duel-result", at(lambda house: house.duel_over), result),
    Scene("fair", at(lambda house: house.over), check_the_deal),
    Scene("replay", replay_of(lambda house: house.over), replay),
    Scene("duel-replay", replay_of(lambda house: house.duel_over), replay),
    Scene("fork", replay_of(lambda house: house.over), fork),
]
PAPERS = [
    Scene("rules", address("/rules"), see("heading", "Notation")),
    Scene("duel-rules", address("/rules/duel"), see("heading", "Notation")),
    Scene("compiling", address("/static/compiling.html"), hold_back),
    Scene("fair-page", address("/fair"), prove),
]
SCENES = [*LOBBY, *TABLES, *DECISIONS, *AROUND, *AFTER, *PAPERS]


def named(name: str) -> Scene:
    return next(scene for scene in SCENES if scene.name == name)
