"""The first start: a table before anything is compiled, and a page that says how far the bot is."""

import re
import sys
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.browser.support.chromium import PHONE, Visitor
from tests.browser.support.people import log, skip_guide, take_three, turn
from tests.server.cold import a_cold_server

pytestmark = pytest.mark.skipif(sys.platform == "win32", reason="signals")
PLAY = "/play#rules=official&players=2&option.start=0"
LATER = 60_000  # milliseconds


def test_the_table_is_there_at_once_and_the_bot_answers_when_it_is_compiled(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_cold_server(tmp_path, "play", "--no-browser") as server:
        anna = Visitor(chromium, server.url)
        berta = Visitor(chromium, server.url, locale="de-DE", viewport=PHONE)
        page = skip_guide(anna.open(PLAY))
        progress = page.get_by_role("progressbar", name="The bot is getting ready")
        expect(progress).to_have_text(re.compile("compiling the rules, 10 %"))
        take_three(page)  # confirmed at once
        expect(turn(page)).not_to_contain_text("your move")
        server.order("rules")
        expect(progress).to_have_attribute("aria-valuenow", "40")
        expect(progress).to_contain_text("compiling the search, 40 %")
        german = berta.open(PLAY).get_by_role("progressbar", name="Der Bot macht sich bereit")
        expect(german.locator(".short")).to_be_visible()
        expect(german.locator(".short")).to_have_text("Bot: 40 % bereit")
        server.order("all")
        expect(turn(page)).to_contain_text("Round 2 · your move", timeout=LATER)
        expect(progress).to_have_count(0)
        expect(log(page)).to_have_count(4)
        for visitor in (anna, berta):
            visitor.close()
            visitor.check()
