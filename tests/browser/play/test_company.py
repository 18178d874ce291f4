"""Who is at the table: emotes, spectators by name, bots to watch, and how a game ends for each."""

import re

from playwright.sync_api import expect

from splendor.client import Client
from tests.browser.conftest import Visit
from tests.browser.support.chromium import PHONE
from tests.browser.support.people import beside, open_menu, resign
from tests.server.serving import Server


def test_two_bots_are_watched_paused_and_paced(visit: Visit) -> None:
    page = visit().open("/")
    page.get_by_label("Bots").select_option("champion")  # others end their game too soon
    page.get_by_role("button", name="Watch bots").click()
    bar = page.get_by_role("banner")
    bar.get_by_role("button", name="Pause").click()
    paused = page.get_by_role("group", name="Paused: the bots wait.")
    expect(paused).to_be_visible()
    bar.get_by_role("button", name="Pace: usual").click()
    expect(bar.get_by_role("button", name="Pace: fast")).to_be_visible()
    expect(page.get_by_role("region", name=re.compile("Panel of")).first).to_be_visible()
    paused.get_by_role("button", name="Go on").click()
    expect(paused).to_be_hidden()
    bar.get_by_role("button", name="Pause").click()  # leaves the bots' process to other tests
    expect(paused).to_be_visible()


def test_signs_are_shown_to_the_others_and_spectators_are_named(
    visit: Visit, served: Server
) -> None:
    friend, eve = Client(served.url, "Olga"), Client(served.url, "Eve")
    with beside(friend, visit()) as (page, table), eve.table(table.id):
        table.do("emote", what="bravo")
        expect(page.get_by_text("Olga: Well played!")).to_be_visible()
        page.get_by_role("group", name="Make a sign").get_by_role("button", name="Oops!").click()
        expect(page.get_by_text("You: Oops!")).to_be_visible()
        expect(open_menu(page).get_by_text("Eve watches.")).to_be_visible()


def test_a_winner_is_crowned_and_whoever_loses_gets_a_kind_word(
    visit: Visit, served: Server
) -> None:
    friend = Client(served.url, "Olga")
    with beside(friend, visit(reduced_motion="no-preference")) as (page, table):
        table.resign()
        won = page.get_by_role("dialog", name="You won")
        expect(won.locator(".bigcrown")).to_be_visible()
        expect(won.locator(".shower > *")).to_have_count(0)  # it is over by itself
        page.set_viewport_size(PHONE)
        expect(won.get_by_role("button", name="Rematch")).to_be_visible()
    with beside(friend, visit()) as (page, _):
        resign(page)
        lost = page.get_by_role("dialog", name="Olga won")
        expect(lost.get_by_text("Thank you for the game.")).to_be_visible()
        expect(lost.locator(".bigcrown")).to_have_count(0)
