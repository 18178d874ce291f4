"""The documentation site: built without a warning, complete, nothing loaded from elsewhere."""

import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from html.parser import HTMLParser
from inspect import ismodule
from pathlib import Path
from urllib.parse import unquote, urldefrag

import pytest

import splendor
from splendor import formats
from tests.browser.support.chromium import TIMEOUT, a_chromium
from tools.docs.doctests import with_blocks
from tools.docs.site import (
    EXAMPLES,
    examples,
    nav_titles,
    notebook,
    site_target,
    with_sessions,
    with_site_links,
    with_titles,
)

ROOT = Path(__file__).resolve().parents[2]
DOCS = ROOT / "docs"
CONSTANTS = {gem.name for gem in splendor.Gem}
ALIASES = {"BaseMove", "DuelMove"}  # unions, which the page of moves names
MODULES = {name for name in splendor.__all__ if ismodule(getattr(splendor, name))}
LOADED = {"script": "src", "link": "href", "img": "src", "iframe": "src", "source": "src"}


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The site, built as `make docs` builds it."""
    folder = tmp_path_factory.mktemp("site")
    done = build(ROOT / "mkdocs.yml", folder)
    assert done.returncode == 0, done.stdout + done.stderr
    return folder


def build(config: Path, folder: Path) -> subprocess.CompletedProcess[str]:
    command = [
        sys.executable,
        "-m",
        "mkdocs",
        "build",
    ]  # --quiet would hide the warnings that fail it
    return subprocess.run(
        [*command, "--config-file", str(config), "--site-dir", str(folder)],
        cwd=ROOT,
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        capture_output=True,
        text=True,
    )


class Tags(HTMLParser):
    """What a page loads, where it links to, and its anchors."""

    def __init__(self) -> None:
        super().__init__()
        self.loaded: list[str] = []
        self.links: list[str] = []
        self.ids: set[str] = set()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        values = {name: value or "" for name, value in attrs}
        if tag in LOADED and LOADED[tag] in values:
            self.loaded.append(values[LOADED[tag]])
        if tag == "a" and "href" in values:
            self.links.append(values["href"])
        if "id" in values:
            self.ids.add(values["id"])


@cache
def tags_of(page: Path) -> Tags:
    tags = Tags()
    tags.feed(page.read_text(encoding="utf-8"))
    return tags


def pages(site: Path) -> list[Path]:
    return [page for page in sorted(site.rglob("*.html")) if page.name != "404.html"]


def is_elsewhere(url: str) -> bool:
    return re.match(r"(?:[a-z]+:)?//", url) is not None


def test_no_page_loads_anything_from_elsewhere(site: Path) -> None:
    found = {
        url for page in site.rglob("*.html") for url in tags_of(page).loaded if is_elsewhere(url)
    }
    for sheet in site.rglob("*.css"):
        text = sheet.read_text(encoding="utf-8")
        urls = re.findall(r"(?:url\(|@import )[\"']?([^\"')]+)", text)
        found |= {url for url in urls if is_elsewhere(url)}
    assert found == set()


def broken(page: Path, site: Path) -> Iterator[str]:
    for url in tags_of(page).links:
        place, anchor = urldefrag(url)
        if re.match(r"[a-z]+:", url):
            continue
        there = (page.parent / unquote(place)).resolve() if place else page
        inside = there.is_file() and site.resolve() in there.parents
        if not inside or (anchor and unquote(anchor) not in tags_of(there).ids):
            yield url


def test_every_link_of_the_site_leads_somewhere(site: Path) -> None:
    assert {
        str(page): list(broken(page, site)) for page in pages(site) if [*broken(page, site)]
    } == {}


def test_every_page_of_docs_is_in_the_site(site: Path) -> None:
    for page in DOCS.rglob("*.md"):
        name = page.relative_to(DOCS).with_suffix(".html").as_posix()
        assert (site / name.replace("README.html", "index.html")).is_file(), name


def test_the_reference_has_every_public_name(site: Path) -> None:
    ids = {id for page in (site / "api").glob("*.html") for id in tags_of(page).ids}
    public = {*splendor.__all__} - CONSTANTS - ALIASES - MODULES
    names = {f"splendor.{name}" for name in public}
    names |= {f"splendor.formats.{name}" for name in formats.__all__}
    names |= {f"splendor.bots.{name}" for name in ("make_bot", "Bot", "Clock")}
    names |= {f"splendor.client.{name}" for name in ("Client", "Table", "ServerRefused")}
    names |= {f"splendor.svg.{name}" for name in splendor.svg.__all__}
    assert names - ids == set()
    text = (DOCS / "api" / "moves.md").read_text(encoding="utf-8")
    assert all(f"`{name}`" in text for name in ALIASES)


def test_examples_of_docstrings_are_code_and_not_quotations(site: Path) -> None:
    text = (site / "api" / "game.html").read_text(encoding="utf-8")
    assert "<blockquote>" not in text
    assert text.count('class="gp"') > 30  # prompts


def test_every_example_is_shown_and_can_be_downloaded(site: Path) -> None:
    text = re.sub(r"<[^>]+>", "", (site / "examples.html").read_text(encoding="utf-8"))
    for path in examples():
        place = site / "examples" / path.relative_to(EXAMPLES)
        assert place.read_bytes() == path.read_bytes()
        assert path.name in text
    assert "bots = [make_bot(" in text
    assert "What a seat may know" in text  # a heading of a notebook


def test_the_search_finds_tutorials_and_names(site: Path) -> None:
    text = (site / "search" / "search_index.js").read_text(encoding="utf-8")
    index = json.loads(text.partition("=")[2])
    titles = {entry["title"] for entry in index["docs"]}
    assert {"Play", "Write a bot", "Host for friends", "B5 Nobles"} <= titles
    assert any("splendor.Game" in title for title in titles)


def test_pages_opened_as_files_search_without_a_network(site: Path) -> None:
    asked: list[str] = []
    errors: list[str] = []
    with a_chromium() as browser:
        page = browser.new_page()
        page.set_default_timeout(TIMEOUT)
        page.on("request", lambda request: asked.append(request.url))
        page.on("pageerror", lambda error: errors.append(str(error)))
        page.goto((site / "index.html").as_uri())
        page.get_by_role("textbox", name="Search").press_sequentially("nobles come")
        page.locator(".md-search-result__item a").first.wait_for()
        assert "noble" in page.locator(".md-search-result__list").inner_text().lower()
    assert [url for url in asked if not url.startswith("file:")] == []
    assert errors == []


def test_a_broken_link_or_a_page_without_a_place_fails_the_build(tmp_path: Path) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    (folder / "index.md").write_text("# Start\n\n[rules](no-such-page.md)\n", encoding="utf-8")
    (folder / "forgotten.md").write_text("# Forgotten\n", encoding="utf-8")
    own = re.search(r"^validation:\n(?:  .*\n)+", (ROOT / "mkdocs.yml").read_text(), re.MULTILINE)
    assert own
    config = tmp_path / "mkdocs.yml"
    text = f"site_name: x\nstrict: true\nplugins: []\nnav: [index.md]\n{own[0]}"
    config.write_text(text, encoding="utf-8")
    done = build(config, tmp_path / "site")
    assert done.returncode != 0
    assert "no-such-page.md" in done.stderr
    assert "forgotten.md" in done.stderr


# The parts


@pytest.mark.parametrize(
    "source, target, there",
    [
        (ROOT / "README.md", "docs/play.md", "play.md"),
        (ROOT / "CONTRIBUTING.md", "docs/play.md#x", "play.md#x"),
        (ROOT / "CONTRIBUTING.md", "CHANGELOG.md", "CHANGELOG.md"),
        (DOCS / "architecture.md", "../CONTRIBUTING.md", "CONTRIBUTING.md"),
        (DOCS / "architecture.md", "decisions/", "decisions/README.md"),
        (DOCS / "decisions" / "README.md", "../../CONTRIBUTING.md", "../CONTRIBUTING.md"),
        (DOCS / "examples.md", "../examples/many_games.py", "examples/many_games.py"),
        (DOCS / "examples.md", "../examples", None),
        (DOCS / "releasing.md", "../tests/compat/README.md", None),
        (DOCS / "play.md", "no-such-page.md", None),
    ],
)
def test_a_link_leads_to_the_page_of_the_site(source: Path, target: str, there: str | None) -> None:
    assert site_target(target, source, DOCS) == there


def test_links_in_code_are_left_alone_and_links_to_other_files_become_text() -> None:
    text = "[a](../src/x.py) [b](play.md) [c](https://x)\n\n```text\n[d](../src/x.py)\n```\n"
    expected = "a [b](play.md) [c](https://x)\n\n```text\n[d](../src/x.py)\n```\n"
    assert with_site_links(text, DOCS / "index.md", DOCS) == expected


def test_pages_named_by_their_file_are_named_by_their_title() -> None:
    titles = {"bots.md": "Bots", "decisions/README.md": "Decisions"}
    text = "[bots.md](bots.md) [docs/bots.md](docs/bots.md#x) [decisions/](decisions/) [y](bots.md)"
    expected = "[Bots](bots.md) [Bots](docs/bots.md#x) [Decisions](decisions/) [y](bots.md)"
    assert with_titles(text, titles) == expected
    nav = [{"A": [{"Bots": "bots.md"}, {"Decisions": ["decisions/README.md"]}]}]
    assert dict(nav_titles(nav)) == titles


def test_sessions_are_marked() -> None:
    session, script = "```python\n>>> 1\n1\n```\n", "```python\nx = 1\n```\n"
    assert with_sessions(session + script) == session.replace("python", "pycon") + script
    assert with_blocks("Text.\n\n>>> 1\n1\n\nMore.") == "Text.\n\n```pycon\n>>> 1\n1\n```\n\nMore."


def test_a_notebook_becomes_a_section() -> None:
    cells = [
        {"cell_type": "markdown", "source": ["# Title\n", "Text"]},
        {"cell_type": "code", "source": ["x = 1"]},
    ]
    assert notebook({"cells": cells}) == "### Title\nText\n\n```python\nx = 1\n```"
