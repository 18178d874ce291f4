"""Splendor Duel in the browser: whole games, every gesture, every decision of the rules."""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from typing import TypeAlias
from urllib.parse import urljoin

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.answers import Answers
from tests.browser.support.chromium import DESKTOP, PHONE, Visitor
from tests.browser.support.duel_player import (
    QUESTION,
    DuelPlayer,
    Fingers,
    Keys,
    Mouse,
    a_table,
    is_answer,
)
from tests.browser.support.duel_sight import (
    GOLD,
    WORDS,
    Sight,
    bag,
    card_at,
    cell,
    clear_button,
    confirm_button,
    deck,
    log,
    look_at,
    own_token,
    pyramid,
    royal,
)
from tests.browser.support.duel_turns import KINDS, Turn, turns_of_all_kinds
from tests.browser.support.geometry import MAIN_WINDOWS, faults, windows_named
from tests.browser.support.people import decision
from tests.browser.support.people import turn as whose_turn
from tests.browser.support.sample_tables import SampleTables
from tests.server.serving import Server

PlayOn: TypeAlias = Callable[[str], tuple[Page, Turn]]

TIGHTEST = windows_named("667x375", "844x390", "932x430", "1024x768")
WITH_CHOICES = tuple({*MAIN_WINDOWS, *TIGHTEST})
CHOOSE_LANGUAGE = """(language) => {
  localStorage.splendor = JSON.stringify({ ...JSON.parse(localStorage.splendor), language });
}"""
# More words than any turn has: long names, and everything that a move may lead to.
MANY_WORDS = """() => document.querySelector('.duel .confirm .ghost').append(
  'Three alike: Maximiliane takes a privilege of yours. You win by ten points! '.repeat(3))"""
PREVIEWS = {
    "fill": "For the filled board (Marek|Ottavia) takes a privilege"
    "|(Marek|Ottavia) has all 3 privileges",
    "alike": "(Three alike|Two pearls): (Marek|Ottavia) takes a privilege",
    "match": "You take a gem of its colour",
    "steal": "You take a token from your opponent",
    "again": "You play again",
    "royal": "A royal card comes to you",
}


@pytest.fixture(scope="module")
def tables(served: Server) -> SampleTables:
    return SampleTables(served.url)


@pytest.fixture(scope="module")
def turns(tables: SampleTables) -> dict[str, Turn]:
    return turns_of_all_kinds(tables.anna)


@pytest.fixture(scope="module")
def anna(chromium: Browser, tables: SampleTables) -> Iterator[Visitor]:
    """Anna's browser, with the pages in its cache."""
    visitor = Visitor(chromium, tables.url, storage_state=tables.storage())
    yield visitor
    visitor.close()
    visitor.check()


@pytest.fixture
def play_on(anna: Visitor, tables: SampleTables, turns: dict[str, Turn]) -> Iterator[PlayOn]:
    """Forks a game before a turn of some kind, with Anna as the active player."""

    def sit(kind: str) -> tuple[Page, Turn]:
        turn = turns[kind]
        seats = ["me" if seat == turn.seat else "skilled" for seat in range(2)]
        fork = {"table": turn.table, "ply": turn.ply}
        with tables.anna.create("duel", seats, fork=fork) as table:
            table.ready()
        page = anna.open(f"/t/{table.id}")
        expect(whose_turn(page)).to_contain_text("your move")
        return page, turn

    yield sit
    for page in anna.context.pages:
        page.close()


# Every decision


@pytest.mark.parametrize("kind", KINDS)
def test_a_turn_of_each_kind_is_played_by_clicks(play_on: PlayOn, kind: str) -> None:
    page, turn = play_on(kind)
    player = DuelPlayer(page, Mouse(page))
    player.perform(turn.moves)
    if kind in PREVIEWS:
        expect(decision(page).get_by_text(re.compile(PREVIEWS[kind])).first).to_be_visible()
    player.confirm()
    lines = log(page).get_by_role("listitem").filter(has_text=" ".join(turn.moves))
    expect(lines.filter(has_text="You ").first).to_be_attached()  # a bot may have moved since


@pytest.mark.parametrize("kind", ["colour", "match", "steal", "royal", "return"])
def test_what_can_be_chosen_is_inside_every_window(play_on: PlayOn, kind: str) -> None:
    page, turn = play_on(kind)
    player = DuelPlayer(page, Mouse(page))
    for move in turn.moves:
        if not is_answer(move):
            player.stage(move)
    expect(decision(page).get_by_text(QUESTION).first).to_be_attached()
    found = [fault for window in WITH_CHOICES for fault in faults(page, window, "duel")]
    speak(page, "de")
    expect(decision(page).get_by_text(QUESTION)).to_have_count(0)
    found += [f"German, {fault}" for window in TIGHTEST for fault in faults(page, window, "duel")]
    speak(page, "en")
    page.set_viewport_size(DESKTOP)
    assert not found


@pytest.mark.parametrize("kind", ["line", "gold"])
def test_the_words_of_a_staged_move_never_reach_the_board(play_on: PlayOn, kind: str) -> None:
    page, turn = play_on(kind)
    DuelPlayer(page, Mouse(page)).stage(turn.moves[0])
    expect(confirm_button(page)).to_be_visible()
    page.evaluate(MANY_WORDS)
    high = windows_named("1024x768", "1440x900", "2560x1440")
    assert not [fault for window in high for fault in faults(page, window, "duel")]


def speak(page: Page, language: str) -> None:
    """Change the language in another tab of the same browser."""
    other = page.context.new_page()
    other.goto(urljoin(page.url, "/rules"))
    other.evaluate(CHOOSE_LANGUAGE, language)
    other.close()


def test_the_log_shows_the_gems_taken(play_on: PlayOn) -> None:
    page, turn = play_on("line")
    board = look_at(page).board
    spaces = [turn.moves[0][at : at + 2] for at in (0, 2, 4)]
    player = DuelPlayer(page, Mouse(page))
    player.perform(turn.moves)
    player.confirm()
    lines = log(page).get_by_role("listitem").filter(has_text=turn.moves[0])
    mine = lines.filter(has_text="You ").first
    expect(mine).to_contain_text(", ".join(WORDS[board[space]] for space in spaces))


def test_an_extra_turn_follows_at_once(play_on: PlayOn) -> None:
    page, turn = play_on("again")
    player = DuelPlayer(page, Mouse(page))
    player.perform(turn.moves)
    player.confirm()
    expect(whose_turn(page)).to_contain_text("your move")
    expect(log(page).get_by_role("listitem").first).to_contain_text(" ".join(turn.moves))


def test_warnings_can_be_switched_off(play_on: PlayOn) -> None:
    page, turn = play_on("alike")
    page.get_by_role("button", name="Menu").click()
    page.get_by_label("Warnings").uncheck()
    page.get_by_role("button", name="Close").click()
    DuelPlayer(page, Mouse(page)).perform(turn.moves)
    expect(decision(page).get_by_text("takes a privilege")).to_be_hidden()


def test_own_tokens_can_be_selected_before_the_card_they_pay(play_on: PlayOn) -> None:
    page, turn = play_on("gold")
    place, sight = turn.moves[0][1:-1], look_at(page)
    for letter in payment(sight, place, turn.moves).elements():
        own_token(page, letter).click()
    expect(decision(page).get_by_text("Now click the card to pay")).to_be_visible()
    card_at(page, place).click()
    expect(confirm_button(page)).to_have_accessible_name(re.compile(re.escape(turn.moves[1])))


def payment(sight: Sight, place: str, moves: list[str]) -> Counter[str]:
    """The payment of a card, with gold in place of the gems that the moves name."""
    price = next(card.cost for card in sight.cards if card.place == place) - sight.bonuses
    confirm_button = Counter(move[2] for move in moves if move.startswith("J="))
    tokens = (price & sight.tokens) - confirm_button
    return tokens + Counter({GOLD: price.total() - tokens.total()})


# Gestures


def test_a_line_that_is_dragged_shows_its_effect_before_release(visit: Visit) -> None:
    page = a_table(visit())
    mouse = Mouse(page)
    sight = look_at(page)
    line = next(line for line in sight.lines() if len(line) == 3)
    gems = ", ".join(WORDS[sight.board[space]] for space in line)
    take = decision(page).get_by_role("button", name=re.compile(f"take {gems}"))
    mouse.hold(line)
    expect(take).to_be_disabled()
    for space in line:
        expect(cell(page, space)).to_have_accessible_name(re.compile("chosen"))
    page.mouse.up()
    notation = "".join(sorted(line, key=lambda space: (space[1], space[0])))  # row by row
    expect(confirm_button(page)).to_have_accessible_name(re.compile(f" {notation}$"))
    confirm_button(page).click()
    expect(cell(page, line[1])).to_have_accessible_name(re.compile("empty"))


def test_both_ends_of_a_line_select_its_middle_and_esc_clears_it(visit: Visit) -> None:
    page = a_table(visit())
    first, middle, last = next(line for line in look_at(page).lines() if len(line) == 3)
    cell(page, last).click()
    expect(cell(page, middle)).to_have_accessible_name(re.compile("can be chosen"))
    cell(page, first).click()
    expect(cell(page, middle)).to_have_attribute("aria-pressed", "true")
    page.keyboard.press("Escape")
    expect(cell(page, middle)).to_have_attribute("aria-pressed", "false")
    expect(clear_button(page)).to_be_hidden()


def test_a_gold_can_be_clicked_before_the_card_to_reserve(visit: Visit) -> None:
    page = a_table(visit())
    gold = look_at(page).golds[-1]
    cell(page, gold).click()
    expect(decision(page).get_by_text("choose a card or a deck")).to_be_visible()
    card_at(page, "2b").click()
    expect(confirm_button(page)).to_have_accessible_name(re.compile(f"r2b J{gold}$"))
    cell(page, look_at(page).golds[0]).click()  # another one instead
    expect(confirm_button(page)).to_have_accessible_name(re.compile(f"J{look_at(page).golds[0]}$"))


def test_a_refused_click_shows_the_reason(visit: Visit) -> None:
    page = a_table(visit())
    alert = page.get_by_role("alert")
    bag(page).click()
    expect(alert).to_contain_text("bag")
    royal(page, "R1").click()
    expect(alert).to_contain_text("three and six crowns")
    card_at(page, "3a").dblclick()
    expect(alert).to_contain_text("tokens short of this card")


# Whole games


def test_a_whole_game_by_clicks_ends_with_the_result(visit: Visit) -> None:
    page = a_table(visit())
    DuelPlayer(page, Mouse(page)).play()
    result = page.get_by_role("dialog", name=re.compile("won"))
    expect(result).to_contain_text(
        re.compile("by points|by ten crowns|by ten points of one colour")
    )
    expect(result.get_by_role("button", name="Rematch")).to_be_visible()


def test_some_turns_are_played_with_keys_only(visit: Visit) -> None:
    page = a_table(visit())
    keys = Keys(page)
    player = DuelPlayer(page, keys)
    keys.reserve(card_at(page, "1c"))
    player.go_on(lambda asked: asked[-1])
    for _ in range(4):
        player.take_a_turn()
        page.wait_for_function("document.activeElement !== document.body")  # the focus is not lost
    page.keyboard.press("?")
    help = page.get_by_role("dialog", name="Keys")
    expect(
        help.get_by_text("on the board: the first and the last space of the row")
    ).to_be_visible()
    expect(help.get_by_text("nobles")).to_be_hidden()


def test_enter_pressed_before_the_server_answers_confirms(visit: Visit) -> None:
    visitor = visit()
    answers = Answers(visitor)
    page = a_table(visitor)
    space, *_ = next(look_at(page).lines())
    cell(page, space).focus()
    with answers.held():
        page.keyboard.press("Enter")
        expect(clear_button(page)).to_be_visible()
        page.keyboard.press("Enter")
    expect(cell(page, space)).to_have_accessible_name(re.compile("empty"))
    expect(log(page).filter(has_text=space).first).to_be_attached()


def test_half_a_game_on_a_phone_by_touch(visit: Visit) -> None:
    page = a_table(visit(viewport=PHONE, has_touch=True, is_mobile=True))
    fingers = Fingers(page)
    player = DuelPlayer(page, fingers)
    fingers.drag(next(line for line in look_at(page).lines() if len(line) == 3))
    player.go_on(lambda asked: asked[0])
    fingers.reserve(card_at(page, "1b"))
    player.go_on(lambda asked: asked[-1])
    player.play(12)
    sideways = page.evaluate("document.documentElement.scrollWidth - innerWidth")
    assert sideways <= 0


def test_on_a_phone_prices_are_the_opponents_while_their_panel_is_open(visit: Visit) -> None:
    page = a_table(visit(viewport=PHONE, has_touch=True, is_mobile=True))
    DuelPlayer(page, Fingers(page)).play(2)  # both hold tokens, and not the same ones
    mine = pyramid(page).aria_snapshot()
    page.get_by_role("button", name="All of Marek").tap()
    opened = page.get_by_role("dialog", name="Marek", exact=True)
    expect(pyramid(page)).not_to_match_aria_snapshot(mine)
    opened.get_by_role("button", name="Close").tap()
    expect(opened).to_have_count(0)
    expect(pyramid(page)).to_match_aria_snapshot(mine)


def test_on_a_phone_a_button_clears_what_is_staged(visit: Visit) -> None:
    page = a_table(visit(viewport=PHONE, has_touch=True, is_mobile=True))
    cell(page, look_at(page).golds[0]).tap()
    deck(page, "2").tap()
    clear_button(page).tap()
    expect(clear_button(page)).to_be_hidden()
    expect(deck(page, "2")).to_have_attribute("aria-pressed", "false")
