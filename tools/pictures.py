"""Take screenshots of every screen: docs/pictures/NAME-WIDTH.webp.

    python -m tools.pictures              takes all of them (five minutes)
    python -m tools.pictures lobby duel   only those whose names begin with these
    python -m tools.pictures -1366 -844    only those whose files end with these sizes

The tables of its server are dealt at random: another run shows other cards in the same scenes.
Both tables are also shown in every theme, in German, in greyscale, and as people with a colour
vision deficiency see them.
"""

import re
import sys
import tempfile
from base64 import b64decode, b64encode
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, ViewportSize

from splendor.client import Table
from tests.browser.support.chromium import DESKTOP, PHONE, TABLET, Visitor, a_chromium
from tests.browser.support.sample_tables import SampleTables
from tests.browser.support.scenes import SCENES, Scene, at, lobby, named, see
from tests.server.serving import a_server

FOLDER = Path(__file__).parents[1] / "docs" / "pictures"
SIZES = (DESKTOP, TABLET, PHONE)
LOW: ViewportSize = {"width": 1366, "height": 625}  # a small laptop, below the browser's bars
SIDEWAYS: ViewportSize = {"width": 844, "height": 390}  # a phone
SHORT = (LOW, SIDEWAYS)
IN_SHORT_WINDOWS = (
    "base-2", "base-3", "base-4", "landolt", "duel", "taking", "payment", "returning", "duel-line",
    "duel-returning", "hint", "guide", "duel-guide", "menu", "result", "duel-result",
)  # fmt: skip
THEMES = ("light", "contrast")
EYES = ("achromatopsia", "deuteranopia", "protanopia", "tritanopia")
BOTH = ("base-4", "duel")
LONG = ("lobby", "german-lobby", "options", "waiting", "rules", "duel-rules", "fair-page")
BOT = "skilled"
SMALLER = """async ([text, quality]) => {
  const bytes = Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));
  const image = await createImageBitmap(new Blob([bytes]));
  const canvas = new OffscreenCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  const blob = await canvas.convertToBlob({ type: 'image/webp', quality });
  const small = new Uint8Array(await blob.arrayBuffer());
  return btoa(Array.from(small, (byte) => String.fromCharCode(byte)).join(''));
}"""
REVIEWING, SETTLING = 240_000.0, 900.0  # milliseconds
QUALITY = 0.75  # digits stay sharp, at a tenth of the size of the PNG


@dataclass(frozen=True)
class Picture:
    """A scene in one size, with these preferences and an emulated vision deficiency."""

    name: str
    scene: Scene
    size: ViewportSize
    prefs: dict[str, Any] = field(default_factory=dict)
    eyes: str = "none"

    @property
    def file(self) -> str:
        return f"{self.name}-{self.size['width']}.webp"


GERMAN = (
    Scene("german-lobby", lobby, see("link", "Wiedergabe")),
    Scene("german-base", at(lambda tables: tables.base2), see("button", "Menü")),
    Scene("german-duel", at(lambda tables: tables.duel), see("button", "Menü")),
)


def reviewed(page: Page, tables: SampleTables) -> None:
    """A finished review at its next slip, if it has one."""
    page.get_by_text(re.compile("^all .* judged")).first.wait_for(
        state="attached", timeout=REVIEWING
    )
    page.keyboard.press("n")
    page.wait_for_timeout(SETTLING)


def learning(page: Page, tables: SampleTables) -> None:
    """The first slip of a game that was reviewed."""
    page.get_by_role("region", name="Learn from your mistakes").wait_for(timeout=REVIEWING)
    page.wait_for_timeout(SETTLING)


def review_of(table: Callable[[SampleTables], Table], what: str) -> Callable[[SampleTables], str]:
    return lambda tables: f"/{what}/{table(tables).id}"


TRAINING = (
    Scene("review", review_of(lambda tables: tables.over, "review"), reviewed),
    Scene("duel-review", review_of(lambda tables: tables.duel_over, "review"), reviewed),
    Scene("learn", review_of(lambda tables: tables.over, "learn"), learning),
    Scene("duel-learn", review_of(lambda tables: tables.duel_over, "learn"), learning),
)


def all_pictures() -> Iterator[Picture]:
    for size in (DESKTOP, LOW, PHONE):
        yield from (Picture(scene.name, scene, size) for scene in TRAINING)
    for size in SIZES:
        yield from (Picture(scene.name, scene, size) for scene in SCENES)
        yield from (Picture(scene.name, scene, size, {"language": "de"}) for scene in GERMAN)
        for theme in THEMES:
            yield from (
                Picture(f"{name}-{theme}", named(name), size, {"theme": theme}) for name in BOTH
            )
    for size in SHORT:
        yield from (Picture(name, named(name), size) for name in IN_SHORT_WINDOWS)
        yield from (Picture(scene.name, scene, size, {"language": "de"}) for scene in GERMAN[1:])
    for eyes in EYES:
        yield from (Picture(f"{name}-{eyes}", named(name), DESKTOP, eyes=eyes) for name in BOTH)


def take(browser: Browser, tables: SampleTables, picture: Picture) -> None:
    with somebody(browser, tables, picture) as page:
        picture.scene.show(page, tables)
        session = page.context.new_cdp_session(page)
        session.send("Emulation.setEmulatedVisionDeficiency", {"type": picture.eyes})
        if "lens" not in picture.name:
            page.mouse.move(0, 0)
        taken = page.screenshot(animations="disabled", full_page=picture.name in LONG)
    (FOLDER / picture.file).write_bytes(smaller(browser, taken))


def smaller(browser: Browser, png: bytes) -> bytes:
    """Convert a picture to WebP, in the browser."""
    page = browser.new_page()
    text = page.evaluate(SMALLER, [b64encode(png).decode(), QUALITY])
    page.close()
    return b64decode(text)


@contextmanager
def somebody(browser: Browser, tables: SampleTables, picture: Picture) -> Iterator[Page]:
    """A page of Anna in a browser of this size; a phone has touch input only."""
    phone = picture.size in (PHONE, SIDEWAYS)
    touch = {"is_mobile": True, "has_touch": True} if phone else {}
    storage = tables.storage(**picture.prefs)
    visitor = Visitor(browser, tables.url, storage_state=storage, viewport=picture.size, **touch)
    yield visitor.context.new_page()
    visitor.close()
    visitor.check()


def wanted(names: Sequence[str]) -> Iterable[Picture]:
    """All pictures, or those whose names begin, or whose sizes end, with one of these."""
    sizes = tuple(f"{name}.webp" for name in names if name.startswith("-"))
    begins = tuple(name for name in names if not name.startswith("-")) or ("",)
    found = [picture for picture in all_pictures() if picture.name.startswith(begins)]
    return [picture for picture in found if not sizes or picture.file.endswith(sizes)]


def main(names: Sequence[str]) -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with (
        tempfile.TemporaryDirectory() as folder,
        a_server(Path(folder)) as server,
        a_chromium() as browser,
    ):
        tables = SampleTables(server.url, BOT)
        for picture in wanted(names):
            take(browser, tables, picture)
            print(picture.file, flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
