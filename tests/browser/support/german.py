"""Untranslated texts on a German page: words that only the English texts have."""

import re
from functools import cache
from importlib.resources import files

from playwright.sync_api import Page

TEXTS = files("splendor.server") / "static" / "texts"
KEY = re.compile(r"'[\w.-]+':")
FILLED_IN = re.compile(r"\{\w+\}")
LITERAL = re.compile(r"'([^'\n]*)'|`([^`]*)`")
WORD = re.compile(r"\b[^\W\d_]{2,}\b")
ITSELF = {"english"}  # the name of the language, in the choice of languages
# All texts of a page, visible or for screen readers; notation and keys are not translated.
SHOWN = """() => {
  const said = [document.title];
  const labels = ['aria-label', 'aria-valuetext', 'title', 'placeholder', 'alt'];
  for (const each of document.body.querySelectorAll('*')) {
    if (!each.checkVisibility() || each.closest('code, kbd, script, style, noscript')) continue;
    for (const node of each.childNodes) if (node.nodeType === Node.TEXT_NODE) said.push(node.data);
    for (const label of labels) said.push(each.getAttribute(label) ?? '');
  }
  return said.join(' \\n');
}"""


def words_of(language: str) -> set[str]:
    """The words of all texts of a language, without the keys of the texts."""
    found: set[str] = set()
    for file in (TEXTS / language).iterdir():
        source = FILLED_IN.sub("", KEY.sub("", file.read_text(encoding="utf-8")))
        for plain, filled in LITERAL.findall(source):
            found |= {word.lower() for word in WORD.findall(plain or filled)}
    return found


@cache
def english() -> set[str]:
    return words_of("en") - words_of("de") - ITSELF


def leftovers(page: Page) -> set[str]:
    """The words on a page that are English but not German."""
    return {word.lower() for word in WORD.findall(page.evaluate(SHOWN))} & english()
