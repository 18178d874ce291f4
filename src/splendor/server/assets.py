"""Static files: read once, compressed once, cached by browsers.

Their addresses contain a fingerprint of all files together. A browser requests each file once, and
after an update never mixes old and new scripts. Only files that were read at the start are served.
"""

import gzip
import hashlib
import posixpath
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Final

from splendor.core.content import DATA
from splendor.server import joining

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
RUNTIME: Final = "modules.js"  # at the head of joined scripts
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
    """All files of a folder, and the HTML pages built from them. Pages load joined scripts, unless
    they are to be separate, as in the folder.
    """

    def __init__(self, folder: Path = FOLDER, *, separate: bool = False) -> None:
        paths = sorted(path for path in folder.rglob("[!.]*") if path.suffix in MEDIA)
        self._files = {path.relative_to(folder).as_posix(): path.read_bytes() for path in paths}
        self._files |= {name: (DATA / name).read_bytes() for name in SHARED}
        scripts = {name: body for name, body in self._files.items() if name.endswith(".js")}
        self._modules, self._separate = joining.Modules(scripts), separate
        self._files |= {
            name: without_remarks(body)
            for name, body in scripts.items()
            if not name.startswith(KEPT_WHOLE)
        }
        self._files |= {} if separate else self._modules.joined((FOLDER / RUNTIME).read_bytes())
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

    def page(self, name: str, *needs: str) -> Asset:
        """A page with one style sheet, and preload links for what it needs: scripts with all their
        imports, style sheets, and addresses of the API.
        """
        if (name, *needs) not in self._pages:
            self._pages[name, *needs] = self._make_page(name, needs)
        return self._pages[name, *needs]

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

    def _make_page(self, name: str, needs: Sequence[str]) -> Asset:
        html = SHEET.sub("", self._files[name].decode())
        if not self._separate:
            html = html.replace(f'"/static/{joining.FIRST}"', f'"/static/{joining.JOINED}"')
        head, _, rest = html.partition("</head>")
        whole = f"{head}{''.join(self._links(name, needs))}</head>{rest}"
        versioned = whole.replace("/static/", f"/static/{self.version}/")
        return Asset(name, versioned.encode(), ASK_AGAIN)

    def _links(self, page: str, needs: Sequence[str]) -> Iterator[str]:
        """Links for the head of a page, in the order in which browsers are to ask for the files."""
        yield f'<link rel="stylesheet" href="/static/{style_of(page)}">\n'
        # Scripts, which a browser would otherwise find one by one.
        for each in self.loaded_with(each for each in needs if each.endswith(".js")):
            yield f'<link rel="modulepreload" href="/static/{each}">\n'
        for each in needs:
            if each.startswith("/"):
                yield f'<link rel="preload" as="fetch" href="{each}" crossorigin>\n'
            elif each.endswith(".css"):
                yield f'<link rel="preload" as="style" href="/static/{each}">\n'

    def loaded_with(self, scripts: Iterable[str]) -> list[str]:
        """The files that a browser needs for these scripts, in order."""
        if self._separate:
            return self._modules.reached(scripts)
        return [joining.FOLDER + script for script in scripts]


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
