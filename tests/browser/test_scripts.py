"""Joined and separate scripts do the same."""

from pathlib import Path

from playwright.sync_api import Browser, expect

from splendor.server.assets import FOLDER
from splendor.server.joining import FIRST, Modules
from tests.browser.conftest import Visit
from tests.browser.support.chromium import Visitor
from tests.browser.support.people import ALONE, pick_three, skip_guide
from tests.server.serving import a_server

# Modules of which the joined exports differ from those of the separate files.
DIFFERENT = """async ([parts, names]) => {
  const first = document.querySelector('script').src;
  const { need, later } = await import(first);
  for (const part of parts) await later(part);
  const different = [];
  for (const name of names) {
    const own = Object.keys(need(name)).sort().join();
    const usual = Object.keys(await import(first.replace('joined/main.js', name))).sort().join();
    if (own !== usual) different.push([name, own, usual]);
  }
  return different;
}"""


def test_joined_modules_export_what_the_separate_ones_do(visit: Visit) -> None:
    paths = sorted(FOLDER.rglob("*.js"))
    known = Modules({path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths})
    names = known.reached([FIRST, *known.loaded_later])
    names.remove(FIRST)  # which would start the page again
    page = visit().open("/")
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate(DIFFERENT, [known.loaded_later, names]) == []


def test_a_table_needs_few_scripts(visit: Visit) -> None:
    visitor = visit()
    page = visitor.context.new_page()
    scripts: list[str] = []
    page.on("request", lambda asked: scripts.append(asked.url) if ".js" in asked.url else None)
    page.goto(visitor.url + ALONE)
    skip_guide(page)
    assert all("/joined/" in script for script in scripts)
    assert len(scripts) <= 12


def test_a_server_for_developers_sends_every_script_by_itself(
    chromium: Browser, tmp_path: Path
) -> None:
    with a_server(tmp_path, "--separate-scripts") as server:
        visitor = Visitor(chromium, server.url)
        page = skip_guide(visitor.open(ALONE))
        pick_three(page)
        loaded = page.evaluate("performance.getEntriesByType('resource').map(({ name }) => name)")
        assert any(name.endswith("/view/shared/parts.js") for name in loaded)
        assert not [name for name in loaded if "/joined/" in name]
        visitor.close()
    visitor.check()
