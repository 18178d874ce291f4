"""The files that the pages are made of: read once, packed once, kept by browsers.

Their addresses carry a fingerprint of them all. So a browser asks for each of them only once, and
after an update never runs an old script beside a new one. What is not here cannot be asked for.
"""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

FOLDER: Final = Path(__file__).parent / "static"
# Not as the machine thinks: on some, a script is plain text, and no browser would run it.
MEDIA: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
PAGES: Final = ("compiling.html", "index.html")
PACKED: Final = (".woff2",)  # it would not become smaller
SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/(.+?)">\n')
IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;'"]*?\bfrom ['"](\.[^'"]+)['"]""", re.M)
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True)
class Asset:
    """A file. `keep` is for how long a browser may keep it."""

    name: str
    body: bytes
    keep: str

    @cached_property
    def packed(self) -> bytes:
        """Compressed, where that helps."""
        if self.name.endswith(PACKED):
            return self.body
        return min(gzip.compress(self.body, mtime=0), self.body, key=len)

    def sent(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """What is sent to a browser that accepts such encodings, and its headers."""
        headers = {
            "content-type": MEDIA[posixpath.splitext(self.name)[1]],
            "cache-control": self.keep,
            "vary": "accept-encoding",
        }
        if "gzip" not in accepted or self.packed is self.body:
            return self.body, headers
        return self.packed, {**headers, "content-encoding": "gzip"}


class Assets:
    """All files of a folder, and the pages that are made of them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = sorted(path for path in folder.rglob("[!.]*") if path.suffix in MEDIA)
        self._files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        for page in PAGES:
            assert style_of(page) not in self._files, f"{style_of(page)} is the name of them all"
            self._files[style_of(page)] = self._joined_style(page)
        self.version = fingerprint(self._files)
        self._kept: dict[str, Asset] = {}
        self._pages: dict[tuple[str, ...], Asset] = {}

    def file(self, address: str) -> Asset | None:
        """What lies at an address below /static/, with the fingerprint or, to be read, without."""
        version, _, name = address.partition("/")
        keep = FOR_EVER
        if version != self.version:
            name, keep = address, ASK_AGAIN
        if name not in self._files:
            return None
        return self._kept.setdefault(name + keep, Asset(name, self._files[name], keep))

    def page(self, name: str, *scripts: str) -> Asset:
        """A page that will run these: all that they need is named in it, its style is one sheet."""
        if (name, *scripts) not in self._pages:
            self._pages[name, *scripts] = self._make_page(name, scripts)
        return self._pages[name, *scripts]

    def _joined_style(self, page: str) -> bytes:
        sheets = SHEET.findall(self._files[page].decode())
        return b"".join(self._files[sheet] for sheet in sheets)

    def _make_page(self, name: str, scripts: Iterable[str]) -> Asset:
        links = [f'<link rel="stylesheet" href="/static/{style_of(name)}">\n']
        for each in self.reached(scripts):  # a browser else finds them out one by one
            links.append(f'<link rel="modulepreload" href="/static/{each}">\n')
        head, _, rest = SHEET.sub("", self._files[name].decode()).partition("</head>")
        whole = f"{head}{''.join(links)}</head>{rest}"
        return Asset(
            name, whole.replace("/static/", f"/static/{self.version}/").encode(), ASK_AGAIN
        )

    def reached(self, scripts: Iterable[str]) -> list[str]:
        """These scripts, one after the other, each with all that it imports."""
        found: dict[str, None] = {}
        for script in scripts:
            waiting = [script]
            for name in waiting:
                if name not in found:
                    found[name] = None
                    waiting += self._imports(name)
        return list(found)

    def _imports(self, script: str) -> list[str]:
        here = posixpath.dirname(script)
        targets = IMPORT.findall(self._files[script].decode())
        return [posixpath.normpath(posixpath.join(here, target)) for target in targets]


def style_of(page: str) -> str:
    """Where all style sheets of a page are one. It lies beside them: their links are relative."""
    return f"style/{posixpath.splitext(page)[0]}.css"


def fingerprint(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, body in files.items():
        whole.update(f"{name} {len(body)} ".encode() + body)
    return whole.hexdigest()[:12]
