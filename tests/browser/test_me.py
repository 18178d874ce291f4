"""My games: the page with real finished games, and the next level after a game."""

import json
import re
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from splendor.bots import Clock, make_bot
from splendor.client import Client, Table
from tests.browser.conftest import Visit
from tests.browser.support.axe import ALL, AXE, violations
from tests.browser.support.chromium import DESKTOP, PHONE, Visitor
from tests.browser.test_accessible import SCROLLS
from tests.server.serving import Server

LOW = {"width": 1366, "height": 625}
SIDEWAYS = {"width": 844, "height": 390}
WINDOWS = (DESKTOP, LOW, SIDEWAYS, PHONE)
CHECKED = (DESKTOP, PHONE)  # with axe: the layouts between them have the same elements


@dataclass
class Mia:
    """A guest of the API and of a browser."""

    client: Client
    visitor: Visitor
    played: str  # the table of the game that was played to its end


def is_playing(table: Table) -> bool:
    return bool(table.room["status"] == "playing")


def resign(client: Client, level: str) -> str:
    """A game that is lost at once."""
    with client.create(seats=["me", level]) as table:
        table.ready()
        table.wait_until(is_playing)
        table.resign()
        return table.id


def play(client: Client, level: str) -> str:
    """A game to its end, in which a greedy bot plays for the guest."""
    bot = make_bot("greedy", 0)
    with client.create(seats=["me", level]) as table:
        table.ready()
        while (view := table.wait_for_turn()) is not None:
            table.play(bot.choose(view, Clock()))
        return table.id


def cookie_of(client: Client, url: str) -> Any:
    name, _, value = client.cookie.partition("=")
    guided = json.dumps({"guided": ["base", "duel"], "sound": False})
    storage = [{"name": "splendor", "value": guided}]
    return {
        "cookies": [{"name": name, "value": value, "url": url}],
        "origins": [{"origin": url, "localStorage": storage}],
    }


@pytest.fixture(scope="module")
def mia(chromium: Browser, served: Server) -> Iterator[Mia]:
    """With five games lost at once, and one that was played to its end."""
    client = Client(served.url, "Mia")
    for _ in range(5):
        resign(client, "regular")
    played = play(client, "random")
    visitor = Visitor(chromium, served.url, storage_state=cookie_of(client, served.url))
    yield Mia(client, visitor, played)
    visitor.close()
    visitor.check()


def lines(page: Page, title: str = "Games") -> Locator:
    """The games of the list, which must be there."""
    region = page.get_by_role("region", name=title, exact=True)
    expect(region).to_be_attached()
    return region.locator(".my-game")


def test_what_the_page_needs_is_requested_ahead_and_only_once(mia: Mia) -> None:
    page = mia.visitor.context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    page.goto(f"{mia.visitor.url}/me")
    expect(lines(page)).to_have_count(6)
    own = [url.partition("/api")[2] for url in asked if "/api/" in url]
    assert sorted(own) == ["/games", "/guest", "/me/games?before=", "/me/statistics"]
    page.close()


def test_the_page_shows_ratings_results_and_all_games(mia: Mia) -> None:
    page = mia.visitor.open("/")
    page.get_by_role("link", name="My games").click()
    expect(page).to_have_title(re.compile("^My games"))
    expect(page.get_by_role("heading", name="6 games")).to_be_visible()
    expect(page.get_by_text(re.compile(r"^About as strong as \w+\.$"))).to_be_visible()
    rated = re.compile("Splendor, two.*6 rated games")
    expect(page.get_by_role("button", name=rated)).to_be_visible()
    expect(
        page.get_by_role("img", name=re.compile("^Rating in Splendor over 6 games"))
    ).to_be_visible()
    results = page.get_by_role("table", name="Results")
    expect(results.get_by_role("row", name=re.compile("^Regular.* 0 5 .*0 %$"))).to_be_visible()
    expect(lines(page)).to_have_count(6)
    page.get_by_text("As a table").first.click()
    expect(page.get_by_role("table", name="Rating").get_by_role("row")).to_have_count(
        3
    )  # from the fifth on
    lines(page).first.get_by_role("link", name="Replay").click()
    expect(page).to_have_url(re.compile(f"/replay/{mia.played}"))
    page.close()


def test_filters_act_on_everything_and_stand_in_the_address(mia: Mia) -> None:
    page = mia.visitor.open("/me")
    page.get_by_label("Level").select_option("Regular")
    expect(page.get_by_role("heading", name="5 games")).to_be_visible()
    expect(lines(page)).to_have_count(5)
    expect(page).to_have_url(re.compile(r"/me\?level=regular$"))
    page.reload()
    expect(lines(page)).to_have_count(5)
    page.get_by_role("radio", name="Splendor Duel").check()
    expect(page.get_by_text("No games with these filters.")).to_be_visible()
    page.close()


def test_all_games_are_saved_as_lines_of_json(mia: Mia, tmp_path: Path) -> None:
    page = mia.visitor.open("/me")
    with page.expect_download() as saving:
        page.get_by_role("button", name="Save all games").click()
    file = tmp_path / "games.jsonl"
    saving.value.save_as(file)
    games = [json.loads(line) for line in file.read_text().splitlines()]
    assert games[0]["table"] == mia.played
    assert len(games) == 6
    assert all(game["transcript"]["turns"] is not None for game in games)
    expect(page.get_by_text("6 games saved.")).to_be_visible()
    page.close()


@pytest.mark.parametrize("window", WINDOWS, ids=lambda window: str(window["width"]))
def test_the_page_fits_every_window_and_has_no_barriers(mia: Mia, window: Any) -> None:
    page = mia.visitor.open("/me")
    page.set_viewport_size(window)
    expect(lines(page)).to_have_count(6)
    across, _ = page.evaluate(SCROLLS)
    assert across <= 0
    if window in CHECKED:
        page.evaluate(AXE)
        assert violations(page, ALL) == []
    page.close()


def open_menu(more: Locator) -> None:
    """With Enter; once more if the key came while the list was changing."""
    for _ in range(3):
        more.press("Enter")
        with suppress(AssertionError):
            expect(more.locator("xpath=..")).to_have_attribute("open", "", timeout=2_000)
            return
    raise AssertionError("the menu does not open")


def with_a_game(visitor: Visitor, none: str) -> tuple[Page, Client]:
    """The page of somebody who has resigned one game; before it, the page says there is none."""
    page = visitor.open("/me")
    expect(page.get_by_role("heading", name=none)).to_be_visible()
    cookie = visitor.context.cookies()[0]
    client = Client(visitor.url, cookie=f"{cookie.get('name')}={cookie.get('value')}")
    resign(client, "casual")
    page.reload()
    return page, client


def test_a_game_is_hidden_shown_again_and_deleted_after_a_question(visit: Visit) -> None:
    """With the keyboard."""
    page, client = with_a_game(visit(locale="de-DE"), "Noch kein beendetes Spiel")
    more = page.get_by_label(re.compile("^Mehr zum Spiel"))
    open_menu(more)
    page.get_by_role("button", name="Ausblenden").press("Enter")
    expect(lines(page, "Spiele")).to_have_count(0)
    page.get_by_role("switch", name="Ausgeblendete Spiele").check()
    open_menu(more)
    page.get_by_role("button", name="Wieder zeigen").press("Enter")
    expect(lines(page, "Spiele")).to_have_count(0)  # the server knows
    page.get_by_role("switch", name="Ausgeblendete Spiele").uncheck()
    open_menu(more)
    page.get_by_role("button", name="Löschen …").press("Enter")
    question = page.get_by_role("dialog", name="Dieses Spiel löschen?")
    expect(question.get_by_role("button", name="Behalten")).to_be_focused()
    question.get_by_role("button", name="Löschen").press("Enter")
    expect(page.get_by_text("Keine Spiele mit diesen Filtern.")).to_be_visible()
    assert client.ask("GET", "/api/me/games")["games"] == []


def test_a_game_that_is_hidden_while_the_filter_changes_stays_in_the_list(visit: Visit) -> None:
    """The answer to hiding it comes after the list of hidden games."""
    page, _ = with_a_game(visit(), "No finished game yet")
    late: list[Route] = []
    page.route("**/api/me/games/*", lambda route: late.append(route))
    open_menu(page.get_by_label(re.compile("^More about the game")))
    page.get_by_role("button", name="Hide").press("Enter")
    page.get_by_role("switch", name="Hidden games").check()
    expect(lines(page)).to_have_count(0)
    late[0].continue_()
    expect(lines(page)).to_have_count(1)


def test_a_newcomer_meets_a_weak_bot_and_changes_it_by_saying_it_was_hard(visit: Visit) -> None:
    visitor = visit(storage_state=None)
    page = visitor.open("/")
    expect(page.get_by_role("button", name="Play Splendor against Beginner")).to_be_visible()
    expect(page.get_by_text("A good opponent for a first game.")).to_be_visible()
    cookie = visitor.context.cookies()[0]
    client = Client(visitor.url, cookie=f"{cookie.get('name')}={cookie.get('value')}")
    page.goto(f"{visitor.url}/t/{resign(client, 'beginner')}")
    result = page.get_by_role("dialog", name=re.compile("won$"))
    asking = result.get_by_role("group", name="Was Beginner a good opponent?")
    asking.get_by_role("button", name="Too hard").click()
    expect(result.get_by_text("Thank you. Next time: Newcomer.")).to_be_visible()
    expect(result.get_by_role("button", name="Try Newcomer Beginner was too hard")).to_be_visible()
    result.get_by_role("link", name="To the lobby").click()
    expect(page.get_by_role("button", name="Play Splendor against Newcomer")).to_be_visible()


def test_after_a_defeat_the_result_offers_to_retry_the_slips(mia: Mia) -> None:
    table = resign(mia.client, "regular")
    page = mia.visitor.context.new_page()
    brief = {"status": "finished", "decisions": 40, "turning_points": 3, "slips": 2}
    page.route(
        f"**/api/tables/{table}/review?brief=yes",
        lambda route: route.fulfill(body=json.dumps(brief), content_type="application/json"),
    )
    page.goto(f"{mia.visitor.url}/t/{table}")
    steps = page.get_by_role("dialog").get_by_role("navigation", name="What next?")
    retry = steps.get_by_role("link", name=re.compile("^Retry 2 moves"))
    expect(retry).to_have_attribute("href", f"/learn/{table}")
    page.close()
