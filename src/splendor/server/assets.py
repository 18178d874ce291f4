"""Static files: read once, compressed once, cached by browsers.

Their addresses contain a fingerprint of all files together. A browser requests each file once, and
after an update never mixes old and new scripts. Only files that were read at the start are served.
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

from splendor.core.content import DATA

FOLDER: Final = Path(__file__).parent / "static"
# Not from `mimetypes`: some machines configure scripts as plain text, which browsers do not run.
MEDIA: Final[Mapping[str, str]] = {
    ".css": "text/css; charset=utf-8",
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".png": "image/png",
    ".svg": "image/svg+xml",
    ".txt": "text/plain; charset=utf-8",
    ".webmanifest": "application/manifest+json",
    ".woff2": "font/woff2",
}
SHARED: Final = ("gems.svg", "art.svg")  # in data/: splendor.svg draws with the same shapes
PACKED: Final = (".woff2", ".png")  # compressed already
WORKER: Final = "service_worker.js"
UNVERSIONED: Final = b"'development'"  # in the worker, in place of the fingerprint
SHEET: Final = re.compile(r'<link rel="stylesheet" href="/static/(.+?)">\n')
# Comments and indentation of style sheets: a sixth of what is sent. No string has them.
COMMENT: Final = re.compile(rb"/\*.*?\*/\n?", re.S)
INDENT: Final = re.compile(rb"\n\s*")
# Comments of scripts on lines of their own. Their line ends stay: errors name the right line.
REMARK: Final = re.compile(rb"^[ \t]*(?:/\*\*(?:(?!\*/).)*\*/[ \t]*$|//[^\n]*$)", re.M | re.S)
KEPT_WHOLE: Final = ("vendor/", "fair/")  # licences; and the check of a deal, which people read
IMPORT: Final = re.compile(r"""^(?:import|export)\b[^;'"]*?\bfrom ['"](\.[^'"]+)['"]""", re.M)
FOR_EVER: Final = "public, max-age=31536000, immutable"
ASK_AGAIN: Final = "no-cache"


@dataclass(frozen=True)
class Asset:
    """A file. `keep` is its Cache-Control header."""

    name: str
    body: bytes
    keep: str

    @cached_property
    def packed(self) -> bytes:
        """The body, compressed if that makes it smaller."""
        if self.name.endswith(PACKED):
            return self.body
        return min(gzip.compress(self.body, mtime=0), self.body, key=len)

    def sent(self, accepted: str) -> tuple[bytes, dict[str, str]]:
        """The body and headers for a client that accepts these encodings."""
        headers = {
            "content-type": MEDIA[posixpath.splitext(self.name)[1]],
            "cache-control": self.keep,
            "vary": "accept-encoding",
        }
        if "gzip" not in accepted or self.packed is self.body:
            return self.body, headers
        return self.packed, {**headers, "content-encoding": "gzip"}


class Assets:
    """All files of a folder, and the HTML pages built from them."""

    def __init__(self, folder: Path = FOLDER) -> None:
        paths = sorted(path for path in folder.rglob("[!.]*") if path.suffix in MEDIA)
        self._files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._files |= {name: (DATA / name).read_bytes() for name in SHARED}
        for name in self._files:
            if name.endswith(".js") and not name.startswith(KEPT_WHOLE):
                self._files[name] = without_remarks(self._files[name])
        for page in [name for name in self._files if name.endswith(".html")]:
            assert style_of(page) not in self._files, f"{style_of(page)} is the name of them all"
            self._files[style_of(page)] = self._joined_style(page)
        self.version = fingerprint(self._files)
        self._kept: dict[str, Asset] = {}
        self._pages: dict[tuple[str, ...], Asset] = {}

    def file(self, address: str) -> Asset | None:
        """The file at a path below /static/, with or without the fingerprint."""
        version, _, name = address.partition("/")
        keep = FOR_EVER
        if version != self.version:
            name, keep = address, ASK_AGAIN
        if name not in self._files:
            return None
        return self._kept.setdefault(name + keep, Asset(name, self._files[name], keep))

    def page(self, name: str, *scripts: str) -> Asset:
        """A page that runs these scripts, with preload links for imports and one style sheet."""
        if (name, *scripts) not in self._pages:
            self._pages[name, *scripts] = self._make_page(name, scripts)
        return self._pages[name, *scripts]

    def unversioned(self, name: str) -> Asset:
        """A file whose address never changes, such as the manifest."""
        return Asset(name, self._files[name], ASK_AGAIN)

    def worker(self) -> Asset:
        """The service worker, which names the fingerprint: with each version it is another one."""
        body = self._files[WORKER].replace(UNVERSIONED, f"'{self.version}'".encode())
        return Asset(WORKER, body, ASK_AGAIN)

    def _joined_style(self, page: str) -> bytes:
        sheets = SHEET.findall(self._files[page].decode())
        whole = b"".join(self._files[sheet] for sheet in sheets)
        return INDENT.sub(b"\n", COMMENT.sub(b"", whole))

    def _make_page(self, name: str, scripts: Iterable[str]) -> Asset:
        links = [f'<link rel="stylesheet" href="/static/{style_of(name)}">\n']
        for each in self.reached(scripts):  # otherwise a browser discovers imports one by one
            links.append(f'<link rel="modulepreload" href="/static/{each}">\n')
        head, _, rest = SHEET.sub("", self._files[name].decode()).partition("</head>")
        whole = f"{head}{''.join(links)}</head>{rest}"
        return Asset(
            name, whole.replace("/static/", f"/static/{self.version}/").encode(), ASK_AGAIN
        )

    def reached(self, scripts: Iterable[str]) -> list[str]:
        """These scripts and everything that they import, in order."""
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


def without_remarks(script: bytes) -> bytes:
    return REMARK.sub(lambda found: b"\n" * found[0].count(b"\n"), script)


def style_of(page: str) -> str:
    """The path of a page's joined style sheet, beside the originals: their links are relative."""
    return f"style/{posixpath.splitext(page)[0]}.css"


def fingerprint(files: Mapping[str, bytes]) -> str:
    whole = hashlib.sha256()
    for name, body in files.items():
        whole.update(f"{name} {len(body)} ".encode() + body)
    return whole.hexdigest()[:12]
