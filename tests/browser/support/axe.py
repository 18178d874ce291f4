"""axe-core: the serious and critical violations of a page."""

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

AXE = (Path(__file__).parent / "axe.min.js").read_text(encoding="utf-8")
WRONG = ("serious", "critical")
ALL = {"resultTypes": ["violations"]}  # not the passed checks
CONTRAST = {**ALL, "runOnly": ["color-contrast"]}


def load_axe(page: Page) -> None:
    page.evaluate(AXE)


def violations(page: Page, options: dict[str, Any]) -> list[str]:
    """The serious and critical violations that axe-core finds; it must be loaded in the page."""
    found = page.evaluate("options => axe.run(document, options)", options)
    return [
        f"{each['id']}: {node['html'][:160]} {node['failureSummary']}"
        for each in found["violations"]
        if each["impact"] in WRONG
        for node in each["nodes"]
    ]
