"""The examples of docstrings on the site: sessions become code blocks.

Docstrings are written for `help()`: a session begins with `>>>` and ends with an empty line. In
Markdown, such a line would be a quotation.
"""

import re
from typing import Any

import griffe

SESSION = re.compile(r"^( *)>>> .*(?:\n(?!\s*$).*)*", re.MULTILINE)


class Doctests(griffe.Extension):
    """Wraps the sessions of every docstring in code blocks."""

    def on_object(self, *, obj: griffe.Object, **_: Any) -> None:
        if obj.docstring and not obj.is_alias:
            obj.docstring.value = with_blocks(obj.docstring.value)


def with_blocks(text: str) -> str:
    return SESSION.sub(lambda found: f"{found[1]}```pycon\n{found[0]}\n{found[1]}```", text)
