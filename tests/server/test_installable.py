"""Installing the pages as an app: the manifest, its icons, the service worker, the offline page."""

import json
import re
import struct
from pathlib import Path

import pytest

from splendor.server.assets import ASK_AGAIN, FOLDER, FOR_EVER, Assets
from tests.server.fakes import async_test
from tests.server.in_process import a_site

MANIFEST = json.loads((FOLDER / "manifest.webmanifest").read_text(encoding="utf-8"))
ICONS = [icon for icon in MANIFEST["icons"] if icon["type"] == "image/png"]
MOST = 12_000  # bytes of an icon


def test_the_manifest_has_what_browsers_ask_for() -> None:
    assert {"name", "short_name", "id", "start_url", "scope", "display"} <= MANIFEST.keys()
    assert MANIFEST["display"] == "standalone"
    assert {icon["sizes"] for icon in ICONS} >= {"192x192", "512x512"}
    assert "maskable" in {icon.get("purpose") for icon in ICONS}


@pytest.mark.parametrize("icon", ICONS, ids=lambda icon: Path(icon["src"]).name)
def test_an_icon_is_small_and_has_the_size_it_claims(icon: dict[str, str]) -> None:
    found = Assets().file(icon["src"].removeprefix("/static/"))
    assert found is not None
    assert found.sent("gzip")[1]["content-type"] == icon["type"]
    width, height = struct.unpack(">II", found.body[16:24])
    assert icon["sizes"] == f"{width}x{height}"
    assert len(found.body) <= MOST


def test_each_version_has_a_worker_of_its_own(tmp_path: Path) -> None:
    script = (FOLDER / "service_worker.js").read_text(encoding="utf-8")
    (tmp_path / "service_worker.js").write_text(script)
    (tmp_path / "main.js").write_text("")
    before = Assets(tmp_path)
    (tmp_path / "main.js").write_text("export {};\n")
    after = Assets(tmp_path)
    for assets in (before, after):
        assert f"const VERSION = '{assets.version}';" in assets.worker().body.decode()
        assert assets.worker().keep == ASK_AGAIN
    assert before.version != after.version


def test_the_offline_page_needs_only_files_that_the_worker_keeps() -> None:
    assets = Assets()
    page, worker = assets.page("offline.html").body.decode(), assets.worker().body.decode()
    linked = set(re.findall(r'(?:href|src)="/(.+?)"', page))
    kept = set(re.findall(r"\$\{FILES\}([\w/.]+)", worker))
    assert linked == {f"static/{assets.version}/{name}" for name in kept}
    for name in kept:
        found = assets.file(f"{assets.version}/{name}")
        assert found is not None
        assert found.keep == FOR_EVER
        assert b"url(" not in found.body  # nothing that is not kept


@async_test
async def test_worker_manifest_and_offline_page_are_served_with_a_strict_policy(
    tmp_path: Path,
) -> None:
    async with a_site(tmp_path) as site:
        visitor = site.visitor()
        for path, kind, policy in (
            ("/service-worker.js", "text/javascript", "default-src 'none'; connect-src 'self'"),
            ("/manifest.webmanifest", "application/manifest+json", "manifest-src 'self'"),
            ("/offline", "text/html", "default-src 'none'"),
        ):
            answer = await visitor.ask("GET", path)
            headers = dict(answer.headers)
            assert answer.status == 200
            assert headers["content-type"].startswith(kind)
            assert headers["cache-control"] == ASK_AGAIN
            assert policy in headers["content-security-policy"]
            assert "unsafe" not in headers["content-security-policy"]
