"""Joining the scripts of the pages: what is loaded together is sent as one file.

`main.js` and every script that is loaded later, with `import('./x.js')`, become one file each, with
everything that they import. Each module is a function in such a file (`static/modules.js` calls
them), so that no names clash and a module runs once, even if several files contain it.

This is not a parser. It relies on how our scripts are written: imports and exports begin a line,
an export is a constant, a function or a class, and no modules import each other in a circle. A
script that is written otherwise stops the server at its start. Tests hold every script to it.
"""

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from graphlib import TopologicalSorter
from typing import Final

FIRST: Final = "main.js"
FOLDER: Final = "joined/"
JOINED: Final = FOLDER + FIRST
SHARED_BY: Final = 6  # a module that so many files would contain is in the first one instead
WITH_LICENCES: Final = "vendor/"
# Comments: blocks anywhere, others on lines of their own. No string has either, or an empty line.
BLOCK: Final = re.compile(r"/\*\*.*?\*/ ?", re.S)
LINE: Final = re.compile(r"^[ \t]*(?://[^\n]*)?\n", re.M)
NAMED: Final = r"(?:\* as (?P<all>\w+)|(?P<default>\w+)|\{(?P<named>[^}]*)\})"
IMPORT: Final = re.compile(rf"^import {NAMED} from ['\"](?P<path>\.[^'\"]+)['\"];$", re.M)
LATER: Final = re.compile(r"\bimport\(['\"](\.[^'\"]+)['\"]\)")
DECLARED: Final = re.compile(r"^export ((?:const|class|(?:async )?function) (\w+))", re.M)
DEFAULT: Final = re.compile(r"^export default ", re.M)
LISTED: Final = re.compile(r"\bexport ?\{([^}]*)\};?\s*\Z")  # at the end, as in vendor/
LEFT: Final = re.compile(r"^\s*(?:import|export)\b|^await\b|\bimport[(.]", re.M)


@dataclass(frozen=True)
class Modules:
    scripts: Mapping[str, bytes]  # by their paths

    def reached(self, names: Iterable[str]) -> list[str]:
        """These scripts and everything that they import, in order."""
        found: dict[str, None] = {}
        for first in names:
            waiting = [first]
            for name in waiting:
                if name not in found:
                    found[name] = None
                    waiting += self.imports[name]
        return list(found)

    @cached_property
    def imports(self) -> dict[str, list[str]]:
        """The scripts that each of them imports."""
        return {
            name: [path_from(name, found["path"]) for found in IMPORT.finditer(code)]
            for name, code in self.code.items()
        }

    @cached_property
    def loaded_later(self) -> list[str]:
        """The scripts that are loaded while a page is shown."""
        found: dict[str, None] = {}
        known = self.reached([FIRST])
        for name in known:
            paths = LATER.findall(self.code[name])
            found |= dict.fromkeys(path_from(name, path) for path in paths)
            known += [each for each in self.reached(found) if each not in known]
        return list(found)

    def joined(self, head: bytes) -> dict[str, bytes]:
        """All joined scripts by their paths; the first one begins with this head."""
        TopologicalSorter(self.imports).prepare()  # raises an error for a circle
        parts = {name: self.reached([name]) for name in self.loaded_later}
        shared = Counter(module for part in parts.values() for module in part)
        common = [module for module, count in shared.items() if count >= SHARED_BY]
        first = self.reached([FIRST, *common])
        files = {JOINED: head + self._defined(first) + b"need('%s');\n" % FIRST.encode()}
        for name, part in parts.items():
            own = [module for module in part if module not in first]
            up = posixpath.relpath(FIRST, posixpath.dirname(name))
            start = f"import {{ define }} from './{up}';\n".encode()
            files[FOLDER + name] = start + self._defined(own)
        return files

    @cached_property
    def code(self) -> dict[str, str]:
        """The scripts without their comments."""
        texts = {name: script.decode() for name, script in self.scripts.items()}
        vendored = {name for name in texts if name.startswith(WITH_LICENCES)}
        return {name: text if name in vendored else plain(text) for name, text in texts.items()}

    @cached_property
    def functions(self) -> dict[str, str]:
        """The scripts of the pages as functions."""
        names = self.reached([FIRST, *self.loaded_later])
        return {name: as_function(name, self.code[name]) for name in names}

    def _defined(self, names: Iterable[str]) -> bytes:
        parts = "".join(f"'{name}': {self.functions[name]},\n" for name in names)
        return f"define({{\n{parts}}});\n".encode()


def plain(code: str) -> str:
    return LINE.sub("", BLOCK.sub(lambda found: "\n" * found[0].count("\n"), code))


def path_from(name: str, path: str) -> str:
    """A path below static/ for one that is relative to a script."""
    return posixpath.normpath(posixpath.join(posixpath.dirname(name), path))


def as_function(name: str, code: str) -> str:
    """A module as a function that returns its exports."""
    exports = exports_of(code)
    code = DEFAULT.sub("const $default = ", DECLARED.sub(r"\1", LISTED.sub("", code)))
    code = IMPORT.sub(lambda found: as_constants(name, found), code)
    code = LATER.sub(lambda found: f"$later('{path_from(name, found[1])}')", code)
    code = code.replace("import.meta.url", "$url")
    assert not (left := LEFT.search(code)), f"{name} cannot be joined: {left and left[0]}"
    # The outer brackets tell browsers that it will be called: they parse it once, not twice.
    return f"(($need, $later, $url) => {{\n{code}\nreturn {{ {', '.join(exports)} }};\n}})"


def exports_of(code: str) -> list[str]:
    """The exports of a module, as properties of an object."""
    exports = [found[2] for found in DECLARED.finditer(code)]
    if DEFAULT.search(code):
        exports.append("default: $default")
    if listed := LISTED.search(code):
        exports += [swapped(each) for each in listed[1].split(",") if each.strip()]
    return exports


def as_constants(name: str, found: re.Match[str]) -> str:
    """An import as constants."""
    whole = f"$need('{path_from(name, found['path'])}');"
    if found["all"]:
        return f"const {found['all']} = {whole}"
    if found["default"]:
        return f"const {{ default: {found['default']} }} = {whole}"
    return f"const {{{found['named'].replace(' as ', ': ')}}} = {whole}"


def swapped(export: str) -> str:
    """`a as b` of a list of exports, as a property."""
    inside, _, outside = export.strip().partition(" as ")
    return f"{outside}: {inside}" if outside else inside
