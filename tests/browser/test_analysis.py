"""The analysis board in the browser: a set-up position, tries with chosen cards, finished games,
play against a bot, every window.
"""

import re
from collections.abc import Iterator
from typing import Any
from urllib.parse import quote

import pytest
from playwright.sync_api import Browser, Locator, Page, ViewportSize, expect

import splendor
from splendor.bots import Clock, make_bot
from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.axe import ALL, load_axe, violations
from tests.browser.support.chromium import DESKTOP, PHONE, Visitor
from tests.browser.test_me import cookie_of
from tests.browser.test_review import played
from tests.server.serving import Server
from tests.server.test_analysis import a_won_position

LOW: ViewportSize = {"width": 1366, "height": 625}
LAND: ViewportSize = {"width": 844, "height": 390}
GAMES = [("official", 2), ("official", 3), ("official", 4), ("landolt", 2), ("duel", 2)]
CHANCE = re.compile(r"\d+ %")


def text_of(rules: str = "official", players: int = 2, moves: tuple[str, ...] = ()) -> str:
    options: dict[str, Any] = {} if rules == "landolt" else {"start": 0}
    game = splendor.Game(rules, players, seed=1, **options)
    for move in moves:
        game.push(move)
    return game.view(game.active).position


def opened(visitor: Visitor, text: str) -> Page:
    return visitor.open(f"/analysis#{quote(text)}")


def best(page: Page) -> Locator:
    """The rows of the best moves."""
    return (
        page.get_by_role("region", name="Best moves").get_by_role("listitem").get_by_role("button")
    )


def all_moves(page: Page) -> Locator:
    return (
        page.get_by_role("region", name="All moves").get_by_role("listitem").get_by_role("button")
    )


def lines(page: Page) -> Locator:
    return page.get_by_role("region", name="Lines")


def here(page: Page) -> Locator:
    """The position of the tree that is shown."""
    return lines(page).locator("[aria-current=step]")


def place(page: Page, what: str) -> Locator:
    return page.locator(f"[data-spot='{what}']")


def card_at(page: Page, what: str) -> str:
    return str(place(page, what).locator("[data-card]").first.get_attribute("data-card"))


# Setting up


def test_a_position_is_set_up_and_checked_in_words(visit: Visit) -> None:
    page = opened(visit(), text_of())
    expect(best(page)).to_have_count(3)
    page.keyboard.press("u")
    status = page.get_by_role("region", name="Set up a position").get_by_role("status")
    expect(status).to_have_text("This is a position.")
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuetext", "not known")

    page.get_by_role("button", name="Place 2c").click()
    former = card_at(page, "card 2c")
    cards = page.locator(".choicecard")
    other = cards.locator(f"[data-card]:not([data-card='{former}'])").first
    wanted = str(other.get_attribute("data-card"))
    other.click()
    expect(place(page, "card 2c").locator(f"[data-card='{wanted}']")).to_have_count(1)
    expect(status).to_have_text("This is a position.")

    page.get_by_role("button", name="Supply: blue").click()
    page.get_by_role("button", name="One more: blue").click()
    expect(status).to_have_text("Not a position yet. There are 5 blue, not 4.")
    analyse = page.get_by_role("button", name="Analyse")
    expect(analyse).to_be_disabled()
    page.get_by_role("button", name="One less: blue").click()
    page.get_by_role("button", name="Cards and tokens of Violet").click()
    page.get_by_role("button", name="One more: blue").click()
    expect(status).to_have_text("This is a position.")
    expect(page.get_by_role("textbox", name="As text")).to_have_value(re.compile("supply=W4U3"))

    analyse.click()
    expect(best(page)).to_have_count(3)
    assert card_at(page, "card 2c") == wanted
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuetext", CHANCE)


def test_a_text_is_set_up_as_it_is_typed(visit: Visit) -> None:
    page = opened(visit(), text_of())
    expect(best(page)).to_have_count(3)
    page.get_by_role("button", name="Set up a position").click()
    text = page.get_by_role("textbox", name="As text")
    text.fill("castle")
    status = page.get_by_role("region", name="Set up a position").get_by_role("status")
    expect(status).to_contain_text("The text is no position")
    text.fill(text_of("duel"))  # another game
    expect(status).to_have_text("This is a position.")
    expect(page.get_by_role("button", name="Space c3")).to_be_visible()
    page.get_by_role("button", name="Space c3").click()
    page.get_by_role("region", name="Set up a position").get_by_role(
        "button", name="nothing"
    ).click()
    expect(text).to_have_value(re.compile("bag=[WUGRKPJ]1 "))
    expect(status).to_have_text("This is a position.")


def test_mistakes_in_a_text_are_told_in_german(visit: Visit) -> None:
    page = opened(visit(locale="de-DE"), text_of())
    page.get_by_role("button", name="Stellung aufbauen").click()
    text = page.get_by_role("textbox", name="Als Text")
    region = page.get_by_role("region", name="Stellung aufbauen").get_by_role("status")
    text.fill(text_of().partition(" seat1=")[0])
    expect(region).to_contain_text("Das Feld „seat1“ fehlt.")
    text.fill(text_of().replace("turn=0", "turn=7"))
    expect(region).to_contain_text("Der Text ist keine Stellung. Genauer, auf Englisch:")
    english = region.locator("[lang=en]")
    expect(english).to_have_text("turn must be a number from 0 to 1, not '7'")
    text.fill(text_of().replace("supply=W4", "supply=W5"))
    expect(region).to_contain_text("Weiß: 5 statt 4.")


def test_an_empty_table_and_more_players(visit: Visit) -> None:
    page = opened(visit(), text_of())
    expect(best(page)).to_have_count(3)
    page.keyboard.press("u")
    group = page.get_by_role("group", name="Players")
    group.get_by_role("button", name="4").click()
    expect(page.get_by_role("button", name="Cards and tokens of Orange")).to_be_visible()
    page.get_by_role("button", name="Empty table").click()
    checks = page.get_by_role("region", name="Checks")
    expect(checks.locator("li.bad")).to_contain_text("A place of level 1 is empty.")
    page.get_by_role("button", name="Back to the lines").click()
    expect(best(page)).to_have_count(3)


# Tries


def test_a_try_with_a_chosen_card(visit: Visit) -> None:
    page = opened(visit(), text_of())
    expect(best(page)).to_have_count(3)
    place(page, "card 2c").get_by_role("button").click()
    page.get_by_role("region", name="Your move").get_by_role(
        "button", name=re.compile("^reserve")
    ).click()
    drawn = page.get_by_role("region", name="Turned up, dealt anew")
    expect(drawn).to_be_visible()
    drawn.get_by_role("button", name="Choose a card").click()
    choices = drawn.locator(".choices").get_by_role("button")
    expect(choices).to_have_count(26)  # the deck: cards that lie elsewhere cannot come
    for number in (3, 11):  # whichever came, one of them is another
        if not choices.count():
            drawn.get_by_role("button", name="Choose a card").click()
        name = str(choices.nth(number).get_attribute("aria-label"))
        choices.nth(number).click()
        expect(place(page, "card 2c").get_by_role("button")).to_have_accessible_name(
            re.compile(re.escape(name))
        )
    expect(lines(page).get_by_role("button")).to_have_count(2)  # it took the place of the first
    expect(best(page)).to_have_count(3)
    best(page).first.click()
    expect(lines(page).get_by_role("button")).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(here(page)).to_have_accessible_name(re.compile("^Gold"))
    page.keyboard.press("d")  # what goes on from here stays: this is another try
    expect(lines(page).get_by_role("list")).to_have_count(2)


def a_board_to_fill() -> str:
    """A position of Duel with tokens of several colours in the bag."""
    game, bot = splendor.Game("duel", seed=5, start=0), make_bot("greedy", 0)
    while not (len(set(bag_of(game))) > 2 and game.is_legal("fill")):
        game.push(bot.choose(game.view(game.active), Clock()))
    return game.view(game.active).position


def bag_of(game: splendor.Game) -> str:
    [bag] = [word for word in game.position.split() if word.startswith("bag=")]
    return "".join(letter for letter in bag[4:] if letter.isalpha())


def test_tokens_from_the_bag_change_places(visit: Visit) -> None:
    page = opened(visit(), a_board_to_fill())
    expect(best(page)).to_have_count(3)
    all_moves(page).filter(has_text=re.compile("fill|refill|replenish")).first.click()
    drawn = page.get_by_role("region", name="Turned up, dealt anew")
    tokens = drawn.get_by_role("group").get_by_role("button")
    expect(tokens.first).to_be_visible()
    names = [str(each.get_attribute("aria-label")) for each in tokens.all()]
    gem, space = names[0].split(" on ")
    other = next(name for name in names if name.split(" on ")[0] != gem)
    tokens.first.click()
    drawn.get_by_role("button", name=other, exact=True).click()
    expect(tokens.first).to_have_accessible_name(f"{other.split(' on ')[0]} on {space}")
    swapped = drawn.get_by_role("button", name=f"{gem} on {other.split(' on ')[1]}", exact=True)
    expect(swapped).to_be_visible()
    expect(lines(page).get_by_role("button")).to_have_count(2)


def test_tries_make_a_tree_that_arrows_go_through(visit: Visit) -> None:
    page = opened(visit(), text_of())
    expect(best(page)).to_have_count(3)
    for pile in "WUG":
        place(page, f"pile {pile}").get_by_role("button").click()
    page.keyboard.press("Enter")
    expect(place(page, "pile W")).to_have_text("3")
    all_moves(page).nth(3).click()
    expect(lines(page).get_by_role("button", name=re.compile("Start|Gold|Violet"))).to_have_count(3)
    page.keyboard.press("ArrowLeft")
    expect(here(page)).to_have_accessible_name(re.compile(r"^Gold .* \d+ %$"))
    all_moves(page).last.click()
    expect(lines(page).get_by_role("list")).to_have_count(2)
    expect(page.get_by_role("list", name="Your try 2").locator("[aria-current]")).to_be_visible()
    page.keyboard.press("ArrowUp")
    expect(page.get_by_role("list", name="Your try 1").locator("[aria-current]")).to_be_visible()
    page.keyboard.press("Home")
    expect(here(page)).to_contain_text("Start")
    page.keyboard.press("1")  # the best move
    expect(here(page)).to_have_accessible_name(re.compile("^Gold"))


def test_a_press_on_a_move_tries_it_although_the_moves_change_their_order(visit: Visit) -> None:
    page = opened(visit(), text_of("duel"))
    row = all_moves(page).nth(4)
    row.hover()
    page.mouse.down()
    rows = all_moves(page).all_inner_texts()
    expect(page.get_by_role("region", name="Best moves")).to_contain_text(" s")  # has ended
    assert all_moves(page).all_inner_texts() == rows
    page.mouse.up()
    expect(here(page)).to_have_accessible_name(re.compile("^Gold"))


# Playing on


def play_on(page: Page, level: str, name: str = "") -> None:
    page.get_by_role("button", name="Play on from here").click()
    dialog = page.get_by_role("dialog", name="Play on from here")
    if name:
        dialog.get_by_label(name).check()
    dialog.get_by_role("combobox").select_option(level)
    dialog.get_by_role("button", name="Play", exact=True).click()


def test_a_table_begins_with_a_try(visit: Visit, served: Server) -> None:
    page = opened(visit(), text_of("duel"))
    expect(best(page)).to_have_count(3)
    all_moves(page).first.click()
    expect(here(page)).to_have_accessible_name(re.compile("^Gold"))
    play_on(page, "greedy", "Gold")  # who does not move: the bot begins
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_role("main")).to_be_visible()
    expect(page.get_by_text("The game begins with a position")).to_have_count(1)
    table = page.url.rsplit("/", 1)[-1]
    answer = page.request.get(f"{served.url}/api/tables/{table}").json()
    assert [seat.get("bot", "") for seat in answer["room"]["seats"]] == ["", "greedy"]
    assert answer["room"]["position"] is True
    assert answer["room"]["rules"] == "duel"


# The computer


def test_it_stops_when_nobody_looks(visit: Visit) -> None:
    page = opened(visit(), text_of())
    expect(best(page)).to_have_count(3)
    region = page.get_by_role("region", name="Best moves")
    hide = """(hidden) => {
      Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    }"""
    page.evaluate(hide, True)
    expect(region).to_contain_text("paused")
    page.evaluate(hide, False)
    expect(region).not_to_contain_text("paused")
    page.keyboard.press("e")
    expect(page.get_by_role("meter")).to_have_attribute("aria-valuetext", "not known")
    expect(region.get_by_role("switch")).not_to_be_checked()
    page.keyboard.press("e")  # now it says what it found
    expect(region.get_by_role("status")).to_have_text(re.compile(r"^Best: .* per cent\.$"))


def test_a_busy_computer_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors.append("503")
    page = visitor.open("/")
    answer = '{"kind": "refused", "code": "busy", "why": "busy"}'
    page.route("**/api/analysis/thoughts", lambda route: route.fulfill(status=503, body=answer))
    page.goto(f"{page.url}analysis#{quote(text_of())}")
    expect(page.get_by_role("region", name="Best moves")).to_contain_text("The computer is busy")
    page.unroute("**/api/analysis/thoughts")
    expect(best(page)).to_have_count(3)


# A finished game


@pytest.fixture(scope="module")
def olga(chromium: Browser, served: Server) -> Iterator[tuple[Visitor, str]]:
    client = Client(served.url, "Olga")
    table = played(client, "official", 2, {"target": 5})
    visitor = Visitor(chromium, served.url, storage_state=cookie_of(client, served.url))
    yield visitor, table
    visitor.close()
    visitor.check()


def test_a_decision_of_a_finished_game_is_explored(olga: tuple[Visitor, str]) -> None:
    visitor, table = olga
    page = visitor.open(f"/review/{table}#2")
    page.get_by_role("link", name="Explore").click()
    expect(page).to_have_url(re.compile(f"/analysis/{table}#2$"))
    expect(best(page)).to_have_count(3)
    expect(all_moves(page).filter(has_text="played")).to_have_count(1)
    page.keyboard.press("ArrowRight")
    expect(page).to_have_url(re.compile("#3$"))
    page.keyboard.press("ArrowLeft")
    all_moves(page).filter(has_not_text="played").first.click()
    expect(page.get_by_role("list", name="Your try 1").locator("[aria-current]")).to_be_visible()
    page.get_by_role("button", name="Back to the game").click()
    expect(page.get_by_role("list", name="The game").locator("[aria-current]")).to_be_visible()
    page.get_by_role("button", name="Everything").click()
    expect(page.locator(".laynext").first).to_be_visible()
    play_on(page, "greedy")  # here the table continues the game
    expect(page).to_have_url(re.compile("/t/"))
    expect(page.get_by_text("The game continues another one from its move")).to_have_count(1)
    page.close()


def test_positions_are_copied_and_opened(visit: Visit) -> None:
    visitor = visit(permissions=["clipboard-read", "clipboard-write"])
    page = opened(visitor, text_of("official", 3))
    expect(best(page)).to_have_count(3)
    page.keyboard.press("c")
    expect(page.get_by_role("button", name="Copied")).to_be_visible()
    text = str(page.evaluate("navigator.clipboard.readText()"))
    assert splendor.View.from_position(text).players == 3
    page.get_by_role("button", name="Open", exact=True).click()
    dialog = page.get_by_role("dialog", name="Open")
    dialog.get_by_label("A position as text").fill("castle")
    visitor.expected_errors.append("400")
    dialog.get_by_role("button", name="Open this position").click()
    expect(dialog.get_by_role("alert")).to_contain_text("The text is no position")
    dialog.get_by_label("A position as text").fill(text_of("duel"))
    dialog.get_by_role("button", name="Open this position").click()
    expect(page.get_by_role("main")).to_have_class(re.compile("of-duel"))
    expect(best(page)).to_have_count(3)


def test_a_position_is_saved_as_a_puzzle_if_it_is_one(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors.append("409")
    page = opened(visitor, text_of())
    expect(best(page)).to_have_count(3)
    page.get_by_role("button", name="Save as puzzle").click()
    expect(page.get_by_role("button", name="No move is clearly the best here.")).to_be_visible()
    page.goto("about:blank")
    page = opened(visitor, a_won_position())
    expect(best(page).first).to_contain_text("proven")
    page.get_by_role("button", name="Save as puzzle").click()
    expect(page.get_by_role("button", name="Saved: it comes back in three days")).to_be_visible()


# Windows and languages


@pytest.mark.parametrize("rules, players", GAMES)
def test_the_board_fits_every_window_and_has_no_barriers(
    visit: Visit, rules: str, players: int
) -> None:
    page = opened(visit(has_touch=True), text_of(rules, players))
    expect(best(page)).to_have_count(3)
    load_axe(page)
    for size in (DESKTOP, LOW, LAND, PHONE):
        page.set_viewport_size(size)
        for name in ("Play on from here", "Set up a position", "Copy position", "Save as puzzle"):
            box = page.get_by_role("button", name=name).bounding_box()
            assert box is not None
            assert box["x"] >= 0
            assert box["x"] + box["width"] <= size["width"]
            assert box["y"] + box["height"] <= size["height"], (name, size)
        assert page.evaluate("document.documentElement.scrollWidth") <= size["width"]
        assert violations(page, ALL) == []
    page.set_viewport_size(DESKTOP)
    page.keyboard.press("u")
    expect(page.get_by_role("region", name="Checks")).to_be_visible()
    assert violations(page, ALL) == []


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_on_a_phone_the_three_best_moves_are_in_sight(visit: Visit, rules: str) -> None:
    page = opened(visit(viewport=PHONE, has_touch=True, locale="de-DE"), text_of(rules))
    region = page.get_by_role("region", name="Beste Züge")
    rows = region.get_by_role("listitem")
    expect(rows).to_have_count(3)
    # In one step: the rows change while the computer thinks.
    fits = """region => region.querySelector('li:last-child').getBoundingClientRect().bottom
        <= region.getBoundingClientRect().bottom"""
    assert region.evaluate(fits)
    for button in page.locator(".buttons .btn").all():  # no label is wider than its button
        assert button.evaluate("each => each.scrollWidth <= each.clientWidth")


def test_on_a_phone_one_part_is_shown_at_a_time_in_german(visit: Visit) -> None:
    page = opened(visit(viewport=PHONE, has_touch=True, locale="de-DE"), text_of())
    tabs = page.get_by_role("group", name="Teile")
    expect(page.get_by_role("region", name="Beste Züge").get_by_role("listitem")).to_have_count(3)
    tabs.get_by_role("button", name="Alle Züge").click()
    expect(page.get_by_role("region", name="Alle Züge")).to_be_visible()
    expect(page.get_by_role("region", name="Beste Züge")).to_be_hidden()
    tabs.get_by_role("button", name="Varianten").click()
    expect(page.get_by_role("list", name="Dein Versuch 1")).to_be_visible()
    expect(page.get_by_role("meter", name="Gewinnchancen")).to_be_visible()


def test_a_link_to_no_game_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors.append("404")
    page = visitor.open(f"/analysis/{'x' * 22}")
    expect(page.get_by_role("alert")).to_be_visible()
    expect(page.get_by_role("link", name="A new board")).to_be_visible()
