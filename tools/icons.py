"""Draw the icons of the installed app from static/icon.svg: `python -m tools.icons`.

Some systems show no SVG, and cut icons into a shape of their own: maskable icons fill the square,
with the gem in the middle, where no shape cuts.
"""

from pathlib import Path
from typing import NamedTuple

from playwright.sync_api import Browser

from tests.browser.support.chromium import a_chromium

STATIC = Path(__file__).parents[1] / "src/splendor/server/static"
GROUND = "#2a1b13"  # the table's wood


class Icon(NamedTuple):
    """`share` is that of the gem in the width; without a ground, the rest is transparent."""

    name: str
    size: int
    share: float
    ground: str


ICONS = (
    Icon("icon-192", 192, 1.0, "transparent"),
    Icon("icon-512", 512, 1.0, "transparent"),
    Icon("maskable-512", 512, 0.6, GROUND),
    Icon("apple-180", 180, 0.72, GROUND),
)


def draw(browser: Browser, icon: Icon) -> bytes:
    gem = (STATIC / "icon.svg").read_text(encoding="utf-8")
    width = round(icon.share * icon.size)
    style = (
        f"body {{ margin: 0; height: {icon.size}px; display: grid; place-items: center; "
        f"background: {icon.ground} }} svg {{ width: {width}px; height: {width}px }}"
    )
    page = browser.new_page(viewport={"width": icon.size, "height": icon.size})
    page.set_content(f"<style>{style}</style>{gem}")
    try:
        return page.screenshot(omit_background=True)
    finally:
        page.close()


def main() -> None:
    folder = STATIC / "icons"
    folder.mkdir(exist_ok=True)
    with a_chromium() as browser:
        for icon in ICONS:
            picture = draw(browser, icon)
            (folder / f"{icon.name}.png").write_bytes(picture)
            print(f"{icon.name}.png: {len(picture):,} bytes")


if __name__ == "__main__":
    main()
