"""Debian's Chromium, driven by Playwright, and checks of every page.

A `Visitor` collects console messages, failed requests, requests to other servers and missing
headers, and fails at its end if there were any.
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
    "--no-sandbox",  # it does not work as root
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
BLOCKED = "Service Worker registration blocked by Playwright"
TIMEOUT = 15_000  # milliseconds, generous for a busy machine


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
    """A person with their own browser, whose tabs share cookies and storage."""

    def __init__(self, browser: Browser, url: str, **settings: Any) -> None:
        self.url = url
        self.errors: list[str] = []
        self.expected_errors = [BLOCKED]  # parts of errors that a test causes
        usual = {"viewport": DESKTOP, "reduced_motion": "reduce", "locale": "en-GB"}
        usual["service_workers"] = "block"  # requests that pass through one cannot be made to fail
        self.context: BrowserContext = browser.new_context(**{**usual, **settings})
        self.context.set_default_timeout(TIMEOUT)
        self.context.on("page", self._watch)

    def open(self, path: str = "/") -> Page:
        """Open a new tab."""
        page = self.context.new_page()
        page.goto(self.url + path)
        return page

    def fail_requests(self, pattern: str, times: int = 1_000_000) -> Callable[[], None]:
        """Let requests fail, `times` times or until the returned function is called.

        The route stays installed, because removing it may block requests in progress.
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
        """Nothing has complained but what was expected_errors."""
        left = [
            each for each in self.errors if not any(part in each for part in self.expected_errors)
        ]
        assert not left, "\n".join(left)

    def close(self) -> None:
        self.context.close()

    def _watch(self, page: Page) -> None:
        report = self.errors.append
        page.on("console", self._on_console)
        page.on("pageerror", lambda error: report(f"page error: {error}"))
        page.on("requestfailed", self._on_failure)
        page.on("request", lambda asked: self._check_host(asked.url))
        page.on("response", self._on_response)

    def _on_console(self, said: ConsoleMessage) -> None:
        if said.type in ("error", "warning"):
            self.errors.append(said.text)

    def _on_failure(self, asked: Request) -> None:
        """Requests that are aborted because the page is left are no failures."""
        if asked.failure != "net::ERR_ABORTED":
            self.errors.append(f"failed: {asked.url} {asked.failure}")

    def _check_host(self, url: str) -> None:
        parts = urlsplit(url)
        if (
            parts.scheme in ("http", "https", "ws", "wss")
            and parts.netloc != urlsplit(self.url).netloc
        ):
            self.errors.append(f"a request to another server: {url}")

    def _on_response(self, response: Response) -> None:
        if response.status >= 400:
            self.errors.append(f"{response.status}: {response.url}")
        if response.request.resource_type == "document":
            policy = response.headers.get("content-security-policy", "")
            if "default-src" not in policy or "unsafe" in policy:
                self.errors.append(f"a weak policy: {policy!r}")
