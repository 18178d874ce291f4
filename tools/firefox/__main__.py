"""Play the main games in Firefox, beside the tests, which use Chromium.

    sudo apt install firefox-esr
    python -m tools.firefox               every part
    python -m tools.firefox duel phone    some: base, duel, low, phone, keys, windows

It starts a server on this machine and drives the installed Firefox by WebDriver BiDi. The players
are those of the browser tests: they read the page and act by mouse and keys. Every part prints what
is wrong; the exit code is 1 if anything is.
"""

import argparse
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TypeAlias

from playwright.sync_api import Browser, ViewportSize, expect, sync_playwright

from tests.browser.support import base_player, duel_player
from tests.browser.support.chromium import BLOCKED, DESKTOP, PHONE, Visitor
from tests.browser.support.geometry import WINDOWS, faults
from tests.browser.support.proxy import a_proxy
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.scenes import named
from tests.server.serving import a_server

NAMES = ("firefox-esr", "firefox")
OLDER = Path(__file__).with_name("older.cjs")
# What Playwright itself does in Firefox: it evaluates, and it does not see the headers of a page.
EXPECTED = (BLOCKED, "blocked a JavaScript eval", "a weak policy: ''")
LOW: ViewportSize = {"width": 1366, "height": 625}
SHORT = "rules=official&players=2&level=random&option.target=5"
TABLES = ("base-2", "base-4", "duel")
Part: TypeAlias = Callable[[Browser, str], list[str]]


@contextmanager
def a_firefox() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    if found is None:
        raise SystemExit("this needs Firefox: sudo apt install firefox-esr")
    os.environ["NODE_OPTIONS"] = f"--require {OLDER}"
    with sync_playwright() as playwright:
        browser = playwright.firefox.launch(executable_path=found, channel="moz-firefox")
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def somebody(browser: Browser, url: str, found: list[str], **settings: object) -> Iterator[Visitor]:
    """A visitor; what its pages complain about is added to `found`."""
    visitor = Visitor(browser, url, **settings)
    try:
        yield visitor
    finally:
        visitor.close()
        found += [each for each in visitor.errors if not any(part in each for part in EXPECTED)]


def base(browser: Browser, url: str, size: ViewportSize = DESKTOP) -> list[str]:
    """A whole game for two by mouse."""
    found: list[str] = []
    with somebody(browser, url, found, viewport=size) as visitor:
        page = base_player.a_table(visitor, SHORT)
        player = base_player.BasePlayer(page, base_player.Mouse(page), "reserve", "return")
        player.play_to_the_end()
    return found


def duel(browser: Browser, url: str) -> list[str]:
    """A whole game of Duel by mouse."""
    found: list[str] = []
    with somebody(browser, url, found) as visitor:
        page = duel_player.a_table(visitor, "level=random")
        duel_player.DuelPlayer(page, duel_player.Mouse(page)).play()
        expect(page.get_by_role("dialog").filter(has_text="won")).to_be_visible()
    return found


def keys(browser: Browser, url: str) -> list[str]:
    """Some turns of Duel by keys."""
    found: list[str] = []
    with somebody(browser, url, found) as visitor:
        page = duel_player.a_table(visitor, "level=random")
        duel_player.DuelPlayer(page, duel_player.Keys(page)).play(4)
    return found


def low(browser: Browser, url: str) -> list[str]:
    """Both games in a low window."""
    found = base(browser, url, LOW)
    with somebody(browser, url, found, viewport=LOW) as visitor:
        page = duel_player.a_table(visitor, "level=random")
        duel_player.DuelPlayer(page, duel_player.Mouse(page)).play(8)
    return found


def phone(browser: Browser, url: str) -> list[str]:
    """A whole game in the width of a phone; Firefox emulates no finger, so by mouse."""
    return base(browser, url, PHONE)


def windows(browser: Browser, url: str) -> list[str]:
    """The geometry of the tables in every window."""
    found: list[str] = []
    tables = SampleTables(url)
    with somebody(browser, url, found, storage_state=tables.storage()) as visitor:
        for name in TABLES:
            page = visitor.context.new_page()
            named(name).show(page, tables)
            page.evaluate("document.fonts.ready")
            game = "duel" if name == "duel" else "base"
            found += [f"{name} {each}" for window in WINDOWS for each in faults(page, window, game)]
            page.close()
    return found


PARTS: dict[str, Part] = {
    "base": base, "duel": duel, "low": low, "phone": phone, "keys": keys, "windows": windows,
}  # fmt: skip
# Playwright cannot look into a page of Firefox that has a security policy.
WITHOUT_POLICY = ("keys", "windows")


def is_right(name: str, browser: Browser, url: str) -> bool:
    """Run a part, and print what is wrong."""
    begin = time.monotonic()
    found = PARTS[name](browser, url)
    print(f"{name}: {'; '.join(found) or 'right'} ({time.monotonic() - begin:.0f} s)")
    return not found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("parts", nargs="*", help=f"of {', '.join(PARTS)}")
    wanted = parser.parse_args().parts or list(PARTS)
    if unknown := set(wanted) - set(PARTS):
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    wrong = 0
    with (
        tempfile.TemporaryDirectory() as folder,
        a_proxy() as proxy,
        a_server(Path(folder), "--allow-origin", proxy.url) as server,
        a_firefox() as browser,
    ):
        proxy.server, proxy.hides = server.port, b"content-security-policy"
        print(f"Firefox {browser.version}")
        for name in wanted:
            url = proxy.url if name in WITHOUT_POLICY else server.url
            wrong += not is_right(name, browser, url)
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
