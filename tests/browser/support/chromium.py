"""Debian's Chromium, driven by Playwright, and pages that tolerate no error.

Whoever opens a page through a `Visitor` is told at its end of every console message, failed
request, request to another server and missing header: a screen that works but complains fails.
"""

import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

from playwright.sync_api import (
    Browser,
    BrowserContext,
    ConsoleMessage,
    Page,
    Request,
    Response,
    Route,
    ViewportSize,
    sync_playwright,
)

NAMES = ("chromium", "chromium-browser", "google-chrome")
MISSING = "the tests in a browser need Chromium: sudo apt install chromium"
OPTIONS = (
    "--no-sandbox",  # as root there is none
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
DESKTOP: ViewportSize = {"width": 1440, "height": 900}
TABLET: ViewportSize = {"width": 1024, "height": 768}
PHONE: ViewportSize = {"width": 390, "height": 844}
SOON = 15_000  # milliseconds that anything on a page may take, on a busy machine


@contextmanager
def a_chromium() -> Iterator[Browser]:
    found = next(filter(None, map(shutil.which, NAMES)), None)
    assert found is not None, MISSING
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=found, args=OPTIONS)
        try:
            yield browser
        finally:
            browser.close()


class Visitor:
    """A person with a browser of their own: cookies and storage are shared by its tabs."""

    def __init__(self, browser: Browser, url: str, **settings: Any) -> None:
        self.url = url
        self.complaints: list[str] = []
        self.forgiven: list[str] = []  # parts of complaints that a test has asked for
        usual = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"}
        self.context: BrowserContext = browser.new_context(**{**usual, **settings})
        self.context.set_default_timeout(SOON)
        self.context.on("page", self._watch)

    def open(self, path: str = "/") -> Page:
        """A new tab."""
        page = self.context.new_page()
        page.goto(self.url + path)
        return page

    def withhold(self, pattern: str, times: int = 1_000_000) -> Callable[[], None]:
        """What is asked for there fails, so many times, or until the answer is called.

        Requests are looked at to the end: when Playwright stops, what is under way may hang.
        """
        left = times

        def answer(route: Route) -> None:
            nonlocal left
            left -= 1
            if left >= 0:
                route.abort()
            else:
                route.continue_()

        def give() -> None:
            nonlocal left
            left = 0

        self.context.route(pattern, answer)
        return give

    def check(self) -> None:
        """Nothing has complained but what was forgiven."""
        left = [each for each in self.complaints if not any(part in each for part in self.forgiven)]
        assert not left, "\n".join(left)

    def close(self) -> None:
        self.context.close()

    def _watch(self, page: Page) -> None:
        tell = self.complaints.append
        page.on("console", self._hear)
        page.on("pageerror", lambda error: tell(f"page error: {error}"))
        page.on("requestfailed", self._fails)
        page.on("request", lambda asked: self._stays(asked.url))
        page.on("response", self._look_at)

    def _hear(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.complaints.append(said.text)

    def _fails(self, asked: Request) -> None:
        """Who leaves a page does not wait for what it still loads: that is no failure."""
        if asked.failure != "net::ERR_ABORTED":
            self.complaints.append(f"failed: {asked.url} {asked.failure}")

    def _stays(self, url: str) -> None:
        parts = urlsplit(url)
        if (
            parts.scheme in ("http", "https", "ws", "wss")
            and parts.netloc != urlsplit(self.url).netloc
        ):
            self.complaints.append(f"a request to another server: {url}")

    def _look_at(self, response: Response) -> None:
        if response.status >= 400:
            self.complaints.append(f"{response.status}: {response.url}")
        if response.request.resource_type == "document":
            policy = response.headers.get("content-security-policy", "")
            if "default-src" not in policy or "unsafe" in policy:
                self.complaints.append(f"a weak policy: {policy!r}")
