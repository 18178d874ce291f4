"""Friends in one click: opening a local table to the network, its code, and the waiting room."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support.axe import ALL, load_axe, violations
from tests.browser.support.chromium import PHONE, Visitor
from tests.browser.support.local_play import local_play
from tests.browser.support.people import skip_guide, turn

pytestmark = pytest.mark.skipif(sys.platform != "linux", reason="127.0.0.2")


def test_a_friend_takes_a_seat_by_the_link_of_a_local_table(
    chromium: Browser, tmp_path: Path
) -> None:
    with local_play(tmp_path) as server:
        host = Visitor(chromium, server.url)
        friend = Visitor(chromium, server.network, viewport=PHONE, locale="de-DE")
        anna = host.open()
        load_axe(anna)
        anna.get_by_label("Your name", exact=True).fill("Anna")
        anna.get_by_role("group", name="Players").get_by_role("radio", name="3").check()
        anna.get_by_role("button", name="Invite friends").click()

        # No link is shown that nobody could open.
        box = anna.get_by_role("region", name=re.compile("Open to your network|Invite friends"))
        expect(box).to_contain_text("It is opened at 127.0.0.2.")
        expect(anna.get_by_label("Link for your friends")).to_have_count(0)
        assert violations(anna, ALL) == []
        box.get_by_role("button", name="Open to my network").click()
        expect(box.get_by_role("img", name="QR code of the link")).to_be_visible()
        expect(box).to_contain_text("open to your network")
        link = anna.get_by_label("Link for your friends").input_value()
        assert link.startswith(f"{server.network}/t/")
        assert violations(anna, ALL) == []

        # The host gives a seat to a bot and takes it back; the friend says who she is.
        anna.get_by_role("button", name="Fill with a bot: Seat 3").click()
        anna.get_by_role("button", name="Free the seat: Seat 3").click()
        nadia = friend.open(link.removeprefix(server.network))
        expect(nadia.get_by_role("main")).to_contain_text("Anna lädt dich an diesen Tisch ein.")
        load_axe(nadia)
        assert violations(nadia, ALL) == []
        nadia.get_by_label("Dein Name", exact=True).fill("Nadia")
        nadia.get_by_role("button", name="Als Nadia mitspielen").click()
        expect(anna.get_by_role("main")).to_contain_text("Two at the table, one seat is open.")
        anna.get_by_role("button", name="Start with 2 players").click()
        expect(turn(skip_guide(anna))).to_contain_text(re.compile("your move|Nadia to move"))
        expect(turn(nadia)).to_contain_text("am Zug")

        # It is closed from the same place; who already plays stays.
        anna.get_by_role("banner").get_by_role("button", name="Menu").click()
        menu = anna.get_by_role("dialog", name="Menu")
        menu.get_by_role("button", name="Close it").click()
        expect(menu.get_by_role("button", name="Open to my network")).to_be_visible()
        expect(nadia.get_by_text("Verbindung verloren")).to_have_count(0)
        for visitor in (host, friend):
            visitor.close()
            visitor.check()
