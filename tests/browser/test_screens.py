"""Lobby, settings, rules and all screens in German."""

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import TypeAlias

import pytest
from playwright.sync_api import Browser, Page, expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.chromium import Visitor
from tests.browser.support.german import leftovers
from tests.browser.support.people import (
    ALONE,
    TWO_FRAMES,
    answer,
    beside,
    id_of,
    reading,
    skip_guide,
    take_three,
    turn,
)
from tests.server.serving import Server

Look: TypeAlias = Callable[[str], Page]

RANGE = "Points to win: a whole number from 5 to 30."
LOOK_AGAIN = "document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))"


@pytest.fixture(scope="module")
def reader(chromium: Browser, served: Server) -> Iterator[Visitor]:
    visitor = Visitor(chromium, served.url)
    yield visitor
    visitor.close()


@pytest.fixture
def look(reader: Visitor) -> Iterator[Look]:
    """A visitor with the pages in the cache."""
    with reading(reader) as look:
        yield look


# The lobby


def test_a_table_against_a_bot_is_one_click_away(look: Look) -> None:
    page = look("/")
    page.get_by_role("button", name="Play Splendor Duel").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Splendor Duel")


def test_game_and_opponents_are_chosen_with_two_clicks(look: Look) -> None:
    page = look("/")
    page.get_by_role("radio", name="4", exact=True).check()
    page.get_by_role("button", name="Play against bots").click()
    others = page.get_by_role("complementary", name="The others")
    expect(others.get_by_role("region", name="Panel of")).to_have_count(3)


@pytest.mark.parametrize("players", [2, 4])
def test_the_bots_offered_are_those_of_the_chosen_table(look: Look, players: int) -> None:
    page = look("/")
    page.get_by_role("radio", name=str(players), exact=True).check()
    official = page.evaluate("fetch('/api/games').then((answer) => answer.json())")["games"][0]
    offered = page.get_by_label("Bots").get_by_role("option")
    expect(offered).to_have_count(len(official["levels"][str(players)]))
    expect(page.get_by_role("button", name="Play against bots")).to_be_enabled()


def test_the_list_of_games_is_requested_again_after_a_failure(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors += ["api/games", "ERR_FAILED"]
    give = visitor.fail_requests("**/api/games")
    page = visitor.open()
    expect(page.get_by_role("alert").first).to_have_text("The server cannot be reached.")
    give()
    expect(page.get_by_role("button", name="Play against bots")).to_be_enabled()
    expect(page.get_by_role("alert")).to_have_count(0)


@pytest.mark.parametrize("part", ["view/lobby/lobby.js", "api/guest"])
def test_a_page_that_fails_to_load_at_first_loads_later(visit: Visit, part: str) -> None:
    visitor = visit()
    visitor.expected_errors += [part, "ERR_FAILED"]  # the page reloads
    give = visitor.fail_requests(f"**/{part}")
    page = visitor.open()
    expect(page.get_by_role("alert")).to_contain_text("cannot be reached")
    give()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    expect(page.get_by_role("alert")).to_have_count(0)


def test_the_lobby_updates_whose_turn_it_is_when_it_is_shown_again(
    visit: Visit, served: Server
) -> None:
    visitor = visit()
    with beside(Client(served.url, "Bert"), visitor) as (page, table):
        take_three(page)
        lobby = visitor.open()
        line = lobby.get_by_role("link", name=re.compile("Bert"))
        expect(line).to_contain_text("Bert to move")
        answer(table)
        lobby.evaluate(LOOK_AGAIN)
        expect(line).to_contain_text("your move")


def test_all_options_of_a_table_can_be_chosen(look: Look) -> None:
    page = look("/")
    page.get_by_text("All options").click()
    points = page.get_by_label("Points to win")
    starts = re.compile("Play against bots|Invite friends|At this screen|Open the table")
    for wrong in ("31", "", "4"):
        points.fill(wrong)
        expect(points).to_have_value(wrong)
        expect(page.get_by_role("alert")).to_have_text(RANGE)
        expect(page.get_by_role("button", name=starts, disabled=True)).to_have_count(4)
    points.fill("7")
    expect(page.get_by_role("alert")).to_have_count(0)
    page.get_by_label("Seat 2").select_option("Open seat (by link)")
    page.get_by_label("Clock").select_option("10 min + 5 s a turn")
    page.get_by_role("switch", name="Spectators").uncheck()
    page.get_by_role("button", name="Open the table").click()
    expect(page.get_by_role("main")).to_contain_text(
        "Points to win: 7 · Clock: 10 min + 5 s a turn"
    )
    link = page.get_by_label("Link for your friends").input_value()
    assert link.endswith(f"/t/{id_of(page)}")


def test_an_invalid_pasted_link_is_refused(look: Look) -> None:
    page = look("/")
    page.get_by_label("Link to a table").fill("https://example.org/t/short")
    page.get_by_role("button", name="Open", exact=True).click()
    expect(page.get_by_role("alert")).to_have_text("That is not a link to a table.")


def test_a_running_game_can_be_watched_by_its_link(
    visit: Visit, look: Look, served: Server
) -> None:
    with beside(Client(served.url, "Bert"), visit()) as (_, table):
        page = look("/")
        page.get_by_label("Link to a table").fill(f"{served.url}/t/{table.id}")
        page.get_by_role("button", name="Open", exact=True).click()
        expect(page.get_by_text("You are watching")).to_be_visible()


def test_a_link_to_an_unknown_table_says_so(look: Look) -> None:
    page = look(f"/t/{'x' * 22}")
    expect(page.get_by_role("heading")).to_have_text("There is no such table")
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()


# Settings


def colour_of(page: Page) -> str:
    """A colour that depends on the theme."""
    look = "(each) => getComputedStyle(each).color + getComputedStyle(each).background"
    return str(page.evaluate(f"[document.documentElement, document.body].map({look}).join()"))


def test_a_chosen_theme_is_kept(visit: Visit) -> None:
    visitor = visit()
    page = visitor.open()
    page.get_by_role("button", name="Settings").click()
    seen = {}
    for theme in ("Dark", "High contrast", "Light"):
        page.get_by_label("Theme").select_option(theme)
        seen[theme] = colour_of(page)
    assert len(set(seen.values())) == 3
    page.get_by_role("button", name="Close").click()
    page.reload()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    assert colour_of(page) == seen["Light"]
    table = skip_guide(visitor.open(ALONE))
    assert colour_of(table) == seen["Light"]


COUNTING = """
  window.counted = { sounds: 0, flights: 0 };
  const start = AudioScheduledSourceNode.prototype.start;
  AudioScheduledSourceNode.prototype.start = function (...given) {
    window.counted.sounds += 1;
    return start.apply(this, given);
  };
  const animate = Element.prototype.animate;
  Element.prototype.animate = function (...given) {
    window.counted.flights += 1;
    return animate.apply(this, given);
  };
"""


def counted(page: Page) -> dict[str, int]:
    """The number of tones and animations since the last call."""
    page.evaluate(TWO_FRAMES)  # animations start in the next frame
    found = dict(page.evaluate("window.counted"))
    page.evaluate("window.counted = { sounds: 0, flights: 0 }")
    return found


def test_sounds_and_motion_can_be_switched_off(visit: Visit) -> None:
    visitor = visit(reduced_motion="no-preference")
    visitor.context.add_init_script(COUNTING)
    page = skip_guide(visitor.open(ALONE))
    take_three(page)
    expect(turn(page)).to_contain_text("Round 2")
    page.wait_for_function("() => Object.values(window.counted).every(Boolean)")
    counted(page)
    page.emulate_media(reduced_motion="reduce")
    take_three(page)
    expect(turn(page)).to_contain_text("Round 3")
    assert counted(page)["flights"] == 0
    page.emulate_media(reduced_motion="no-preference")
    page.get_by_role("banner").get_by_role("button", name="Menu").click()
    page.get_by_role("switch", name="Sounds").uncheck()
    page.get_by_role("switch", name="Animations").uncheck()
    page.get_by_role("dialog", name="Menu").get_by_role("button", name="Close").click()
    counted(page)
    take_three(page)
    expect(turn(page)).to_contain_text("Round 4")
    assert counted(page) == {"sounds": 0, "flights": 0}


# Rules


@pytest.mark.parametrize(
    "game, path, parts", [("Splendor", "/rules", 13), ("Splendor Duel", "/rules/duel", 13)]
)
def test_the_rules_have_pictures_and_a_table_of_contents(
    look: Look, game: str, path: str, parts: int
) -> None:
    page = look("/")
    page.get_by_role("article").filter(has_text=re.compile(f"Play {game}(?! Duel)")).get_by_role(
        "link", name="How to play"
    ).click()
    expect(page).to_have_url(re.compile(f"{path}$"))
    links = page.get_by_role("navigation", name="Contents").get_by_role("list").get_by_role("link")
    expect(links).to_have_count(parts)
    expect(page.get_by_role("figure").first).to_be_visible()
    links.last.click()
    expect(page.get_by_role("heading", name="Notation")).to_be_in_viewport()


# German


@pytest.fixture
def german(visit: Visit) -> Visitor:
    return visit(locale="de-DE")


def is_german(page: Page) -> None:
    assert not leftovers(page)


def click(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).click()


def take_three_in_german(page: Page) -> None:
    for gem in ("Weiß", "Grün", "Rot"):
        page.get_by_role("button", name=f"{gem}, noch 4").click()
    page.get_by_role("button", name="Bestätigen").click()


def test_the_language_changes_at_once_and_is_kept(visit: Visit) -> None:
    page = visit().open()
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Language").select_option("Deutsch")
    expect(page.get_by_role("heading", name="Einstellungen")).to_be_visible()
    page.reload()
    expect(page.get_by_role("heading", name="Neuer Tisch")).to_be_visible()


def test_lobby_waiting_room_and_rules_are_german(german: Visitor) -> None:
    page = german.open("/new")
    expect(page.get_by_label("Wer beginnt")).to_be_visible()
    is_german(page)
    page.get_by_label("Platz 2").select_option("Freier Platz (per Link)")
    click(page, "Tisch eröffnen")
    expect(page.get_by_role("heading", name="Faire Karten")).to_be_visible()
    is_german(page)
    for path in ("/rules", "/rules/duel"):
        page = german.open(path)
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        is_german(page)


def test_a_game_of_splendor_is_german_to_its_end_and_after_it(german: Visitor) -> None:
    page = german.open(ALONE)
    for _ in range(4):  # the guide
        is_german(page)
        click(page, "Weiter")
    click(page, "Überspringen")
    take_three_in_german(page)
    expect(turn(page)).to_contain_text("Runde 2")
    click(page, "Tipp")
    coach = page.get_by_role("region", name="Trainer")
    expect(coach.get_by_role("button", name="Welche Art Zug?")).to_be_enabled(timeout=60_000)
    is_german(page)
    page.get_by_role("button", name="Gold, noch").click()
    expect(page.get_by_role("region", name="Entscheidung")).to_contain_text("wähle eine Karte")
    is_german(page)
    page.get_by_role("banner").get_by_role("button", name="Menü").click()
    is_german(page)
    click(page, "Aufgeben")
    click(page, "Aufgeben")
    after_the_game_all_is_german(page)


def after_the_game_all_is_german(page: Page) -> None:
    expect(page.get_by_role("table", name="Das Spiel in Zahlen")).to_be_visible()
    click(page, "Prüfen")
    expect(page.get_by_role("heading", name="Fair: Alles folgt")).to_be_visible()
    is_german(page)
    page.get_by_role("link", name="Wiedergabe").click()
    expect(page.get_by_role("slider")).to_be_visible()
    is_german(page)
    click(page, "Von hier weiterspielen")
    expect(page.get_by_role("dialog").get_by_role("button", name="Spielen")).to_be_enabled()
    is_german(page)


def test_the_table_of_duel_is_german(german: Visitor) -> None:
    page = german.open("/play#rules=duel&level=random&option.start=0")
    for _ in range(4):
        is_german(page)
        click(page, "Weiter")
    click(page, "Überspringen")
    is_german(page)


def test_refusals_are_german(german: Visitor, served: Server) -> None:
    first = {"start": 0}
    with Client(served.url, "Bert").create("official", ["open", "me"], options=first) as table:
        page = german.open(f"/t/{table.id}")
        page.get_by_role("button", name="Hier setzen: Platz 1").click()
        table.ready()
        click(page, "Überspringen")
        page.get_by_role("button", name="Stapel 1").click()
        page.get_by_role("button", name="Bestätigen").click()
        expect(page.get_by_role("button", name="Hand 1")).to_be_visible()
        page.get_by_role("banner").get_by_role("button", name="Zurück").click()
        revealed = page.get_by_role("alert").filter(has_text="Seitdem wurde etwas aufgedeckt")
        expect(revealed).to_be_visible()
        is_german(page)
        german.expected_errors.append("404")
        late = german.open(f"/t/{table.id}#seat=nothing")
        invalid = late.get_by_role("alert").filter(has_text="Dieser Link ist ungültig")
        expect(invalid).to_be_visible()


def test_illegal_moves_are_explained_in_german(german: Visitor) -> None:
    page = german.open("/play#rules=landolt&level=random")
    click(page, "Überspringen")
    nobles = page.get_by_role("region", name="Adlige")
    nobles.get_by_role("button", name=re.compile("3 Punkte, verlangt")).first.click()
    expect(page.get_by_role("alert")).to_contain_text(
        re.compile("Dir fehlen diese Boni: \\d× \\w+")
    )


def test_a_proof_that_fails_is_explained_in_german(
    german: Visitor, served: Server, tmp_path: Path
) -> None:
    with Client(served.url, "Bert").create("official", seats=["me", "random"]) as table:
        table.ready()
        table.do("resign")
        table.wait_until(lambda table: table.is_over)
        proof = table.client.ask("GET", f"/api/tables/{table.id}/proof")
    page = german.open("/fair")
    file = tmp_path / "beweis.json"
    for changes in ({"secret": "0" * 64}, {"format": "another"}):
        file.write_text(json.dumps({**proof, **changes}), encoding="utf-8")
        page.get_by_label("Der Beweis").set_input_files(file)
        expect(
            page.get_by_role("heading", name=re.compile("Nicht fair|nicht prüfen"))
        ).to_be_visible()
        is_german(page)


def test_invalid_names_are_explained_in_german(german: Visitor) -> None:
    german.expected_errors.append("400")
    page = german.open()
    for name, why in (("a\u200db", "Zeichen"), ("\u0301", "Buchstabe")):
        page.get_by_label("Dein Name").fill(name)
        page.get_by_label("Dein Name").press("Enter")
        expect(page.get_by_role("banner").get_by_role("status")).to_contain_text(why)
        is_german(page)


# Addresses


def test_an_unknown_address_says_so(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors.append("404")
    for path, said in (
        ("/foo", "There is no such page"),
        ("/t/abc", "There is no such table"),
        ("/replay/x", "There is no such table"),
    ):
        page = visitor.open(path)
        expect(page.get_by_role("heading", level=1)).to_have_text(said)
        page.get_by_role("link", name="To the lobby").click()
        expect(page.get_by_role("heading", name="New table")).to_be_visible()
    replay = visitor.open(f"/replay/{'x' * 22}")
    expect(replay.get_by_role("alert")).to_have_text("There is no such table.")


def test_errors_of_one_page_are_not_shown_on_the_next(visit: Visit) -> None:
    visitor = visit()
    visitor.expected_errors.append("404")
    page = visitor.open(f"/t/{'x' * 22}#seat={'y' * 22}")
    invalid = page.get_by_role("alert").filter(has_text="This link is not valid")
    expect(invalid).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("heading", name="New table")).to_be_visible()
    expect(invalid).to_have_count(0)
