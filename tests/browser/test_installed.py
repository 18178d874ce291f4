"""The installed app: never an older version, and a page that says when there is no connection."""

import shutil
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import uvicorn
from playwright.sync_api import Browser, Page, expect

from splendor.server.app import make_app, make_context, uvicorn_config
from splendor.server.assets import FOLDER, Assets
from splendor.server.context import Context
from splendor.server.settings import Settings
from tests.browser.support.chromium import Visitor
from tools.faults.server import free_port

CONTROLLED = "() => navigator.serviceWorker.controller !== null"
PATIENCE = 60.0  # seconds, generous for a busy machine
KEPT = """async () => {
  const names = await caches.keys();
  const stores = await Promise.all(names.map((name) => caches.open(name)));
  const requests = await Promise.all(stores.map((store) => store.keys()));
  return requests.flat().map(({ url }) => new URL(url).pathname);
}"""


@contextmanager
def served(context: Context) -> Iterator[None]:
    """The pages and the API, in a thread of this process; without bots."""
    config = uvicorn_config(make_app(context), context.traffic)
    config.host, config.port, config.lifespan = "127.0.0.1", context.settings.port, "off"
    server = uvicorn.Server(config)
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    try:
        yield
    finally:
        server.should_exit = True
        thread.join(PATIENCE)


def wait_for_only(page: Page, cache: str) -> None:
    """Wait until the caches of other versions are deleted."""
    end = time.monotonic() + PATIENCE
    while page.evaluate("() => caches.keys()") != [cache]:
        assert time.monotonic() < end, page.evaluate("() => caches.keys()")
        page.wait_for_timeout(50)


def version_of(page: Page) -> str:
    return str(page.evaluate("document.querySelector('script').src.split('/')[4]"))


def test_after_an_update_the_first_reload_shows_the_new_version(
    chromium: Browser, tmp_path: Path
) -> None:
    context = make_context(Settings(data=tmp_path / "data", port=free_port(), rates=False))
    context.store.open()
    visitor = Visitor(
        chromium, f"http://127.0.0.1:{context.settings.port}", service_workers="allow"
    )
    try:
        with served(context):
            page = visitor.open("/")
            page.wait_for_function(CONTROLLED)
            page.reload()  # now with files that the worker keeps
            first = context.assets.version
            assert version_of(page) == first
            expect(page.get_by_role("button", name="Settings")).to_be_visible()
            folder = shutil.copytree(FOLDER, tmp_path / "static")
            texts = folder / "texts/en/lobby.js"
            texts.write_text(texts.read_text().replace("'Settings'", "'Newer settings'"))
            context.assets = Assets(folder)
            page.reload()
            expect(page.get_by_role("button", name="Newer settings")).to_be_visible()
            assert version_of(page) == context.assets.version != first
            wait_for_only(page, f"splendor-{context.assets.version}")
            own = ("/offline", f"/static/{context.assets.version}/")
            assert [path for path in page.evaluate(KEPT) if not path.startswith(own)] == []
        visitor.expected_errors += ["ERR_CONNECTION", "failed", "WebSocket"]
        page.goto(f"{visitor.url}/rules")
        expect(page.get_by_role("heading", name="No connection")).to_be_visible()
        expect(page.locator("body")).to_have_css("text-align", "start")
        expect(page.locator("main")).to_have_css("text-align", "center")  # with its style
    finally:
        visitor.close()
        context.store.close()
    visitor.check()
