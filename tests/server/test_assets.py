"""Static files: fingerprints in their addresses, preloads in the pages."""

import gzip
import re
from pathlib import Path

import pytest

from splendor.ruleset import GAMES, RULESETS
from splendor.server.app import PAGES
from splendor.server.assets import (
    ASK_AGAIN,
    FOLDER,
    FOR_EVER,
    PACKED,
    Assets,
    without_remarks,
)

INDEX = """<head>
<link rel="stylesheet" href="/static/style/first.css">
<link rel="stylesheet" href="/static/style/second.css">
</head><script type="module" src="/static/main.js"></script>
"""
FILES = {
    "index.html": INDEX,
    "style/first.css": "a { color: red }\n",
    "style/second.css": "b { color: red }\n",
    "main.js": "import { a,\n  b } from './state/a.js';\nconst c = () => import('./view/c.js');\n",
    "state/a.js": "import { b } from './b.js';\n// import x from './no.js'\n",
    "state/b.js": "export const b = 1;\n" * 100,
    "view/c.js": "import { a } from '../state/a.js';\n",
    "notes.md": "not for browsers",
}


def laid_out(folder: Path, **changed: str) -> Assets:
    for name, text in {**FILES, **changed}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return Assets(folder)


def named_in(page: bytes, kind: str) -> list[str]:
    """The files that a page links to in this way, without fingerprints."""
    return re.findall(rf'<link rel="{kind}" href="/static/\w{{12}}/(.+?)">', page.decode())


def test_a_file_is_cached_forever_only_under_its_fingerprint(
    tmp_path: Path,
) -> None:
    assets = laid_out(tmp_path)
    kept, again = assets.file(f"{assets.version}/main.js"), assets.file("main.js")
    assert kept is not None
    assert again is not None
    assert kept.body == again.body == FILES["main.js"].encode()
    assert (kept.keep, again.keep) == (FOR_EVER, ASK_AGAIN)


@pytest.mark.parametrize("name", ["main.js", "state/b.js", "style/first.css", "index.html"])
def test_every_change_changes_all_addresses_and_old_ones_are_not_found(
    tmp_path: Path, name: str
) -> None:
    """A page from before an update cannot load a new script, so it reloads."""
    before = laid_out(tmp_path / "before")
    after = laid_out(tmp_path / "after", **{name: FILES[name] + " "})
    assert laid_out(tmp_path / "same").version == before.version != after.version
    assert after.file(f"{before.version}/main.js") is None


@pytest.mark.parametrize("address", ["", "/", "..", "../app.py", "state", "notes.md", "x/main.js"])
def test_other_paths_are_not_found(tmp_path: Path, address: str) -> None:
    assets = laid_out(tmp_path)
    assert assets.file(address) is None
    assert assets.file(f"{assets.version}/{address}") is None


def test_a_page_lists_its_joined_scripts(tmp_path: Path) -> None:
    page = laid_out(tmp_path).page("index.html", "main.js", "view/c.js").body
    assert named_in(page, "modulepreload") == ["joined/main.js", "joined/view/c.js"]
    assert re.search(rb'<script type="module" src="/static/\w{12}/joined/main.js">', page)


def test_a_page_with_separate_scripts_lists_all_imports_in_order(tmp_path: Path) -> None:
    laid_out(tmp_path)
    page = Assets(tmp_path, separate=True).page("index.html", "main.js", "view/c.js").body
    scripts = ["main.js", "state/a.js", "state/b.js", "view/c.js"]
    assert named_in(page, "modulepreload") == scripts
    assert re.search(rb'<script type="module" src="/static/\w{12}/main.js">', page)


def test_a_page_requests_what_it_needs_before_its_scripts_run(tmp_path: Path) -> None:
    page = laid_out(tmp_path).page("index.html", "main.js", "style/first.css", "/api/games")
    assert re.search(
        r'<link rel="preload" as="style" href="/static/\w{12}/style/first.css">', page.body.decode()
    )
    assert b'<link rel="preload" as="fetch" href="/api/games" crossorigin>' in page.body


def test_the_style_of_a_page_is_one_sheet(tmp_path: Path) -> None:
    assets = laid_out(tmp_path)
    assert named_in(assets.page("index.html").body, "stylesheet") == ["style/index.css"]
    whole = assets.file(f"{assets.version}/style/index.css")
    assert whole is not None
    assert whole.body.decode() == FILES["style/first.css"] + FILES["style/second.css"]


def test_compressed_files_are_sent_only_to_clients_that_accept_them(tmp_path: Path) -> None:
    asset = laid_out(tmp_path).file("state/b.js")
    assert asset is not None
    plain, plain_headers = asset.sent("identity")
    packed, headers = asset.sent("br, gzip")
    assert plain == gzip.decompress(packed) == asset.body
    assert "content-encoding" not in plain_headers
    assert headers["content-encoding"] == "gzip"
    assert len(packed) < len(plain)


# The real files


def test_every_page_finds_its_scripts_and_their_imports() -> None:
    assets = Assets()
    for files in PAGES.values():
        names = named_in(assets.page("index.html", "main.js", *files).body, "modulepreload")
        assert len(names) == 1 + sum(file.endswith(".js") for file in files)
        assert all(assets.file(f"{assets.version}/{name}") for name in names)


def test_the_style_of_a_page_is_sent_without_comments_and_indentation(tmp_path: Path) -> None:
    laid_out(tmp_path)
    (tmp_path / "style/first.css").write_text("/* two\nlines */\na {\n  color: red;\n}\n")
    whole = Assets(tmp_path).file("style/index.css")
    assert whole is not None
    assert whole.body.decode() == "a {\ncolor: red;\n}\n" + FILES["style/second.css"]


def test_the_drawings_that_pictures_share_are_served() -> None:
    gems = Assets().file("gems.svg")
    assert gems is not None
    assert b'<symbol id="w"' in gems.body
    assert gems.sent("")[1]["content-type"] == "image/svg+xml"


def test_backup_files_of_editors_are_not_served(tmp_path: Path) -> None:
    laid_out(tmp_path)
    (tmp_path / ".#main.js").symlink_to("somebody@somewhere")
    assert Assets(tmp_path).file(".#main.js") is None


def test_fonts_are_not_compressed_again() -> None:
    font = Assets().file("fonts/cinzel-latin-700-normal.woff2")
    assert font is not None
    assert font.name.endswith(PACKED)
    assert font.sent("gzip") == font.sent("")


@pytest.mark.parametrize(
    "sheet", sorted((FOLDER / "style").glob("*.css")), ids=lambda path: path.name
)
def test_no_shared_style_sheet_selects_by_game(sheet: Path) -> None:
    """A game's own rules stand in the sheets of its folder."""
    classes = {*re.findall(r"\.([\w-]+)", re.sub(r"/\*.*?\*/", "", sheet.read_text(), flags=re.S))}
    assert not classes & {*GAMES, *RULESETS}


def test_scripts_are_sent_without_comments_on_lines_of_their_own() -> None:
    script = b"""/** What it does.
 * @param {number} x
 */
export const f = (x) => {
    // why
    const y = /** @type {any} */ (x); // kept
    return /** @type {any} */ (
        y) + "/** no comment */";
};
"""
    sent = without_remarks(script)
    assert sent.splitlines() == [
        b"", b"", b"", b"export const f = (x) => {", b"",
        b"    const y = /** @type {any} */ (x); // kept",
        b"    return /** @type {any} */ (", b'        y) + "/** no comment */";', b"};",
    ]  # fmt: skip


def test_scripts_keep_their_line_numbers() -> None:
    sent = Assets()
    for path in FOLDER.rglob("*.js"):
        name = path.relative_to(FOLDER).as_posix()
        asset = sent.file(name)
        assert asset is not None
        assert asset.body.count(b"\n") == path.read_bytes().count(b"\n"), name
