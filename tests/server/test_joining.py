"""Joined scripts: modules as functions, and the way in which our scripts have to be written."""

import re
from graphlib import CycleError

import pytest

from splendor.server.app import PAGES
from splendor.server.assets import FOLDER
from splendor.server.joining import (
    FIRST,
    IMPORT,
    JOINED,
    SHARED_BY,
    Modules,
    as_function,
    exports_of,
    path_from,
    plain,
)

HEAD = b"// head\n"


def modules(**scripts: str) -> Modules:
    """Scripts by their names without the ending; an underscore stands for a slash."""
    named = {name.replace("_", "/") + ".js": text for name, text in scripts.items()}
    return Modules({name: text.encode() for name, text in named.items()})


def real_modules() -> Modules:
    paths = sorted(FOLDER.rglob("*.js"))
    return Modules({path.relative_to(FOLDER).as_posix(): path.read_bytes() for path in paths})


def defined_in(script: bytes) -> list[str]:
    return re.findall(r"^'(.+?)': \(\(\$need", script.decode(), re.M)


@pytest.mark.parametrize(
    "written, joined",
    [
        ("import { a, b as c } from './x.js';", "const { a, b: c } = $need('view/x.js');"),
        ("import {\n  a,\n} from '../x.js';", "const {\n  a,\n} = $need('x.js');"),
        ("import * as x from './x.js';", "const x = $need('view/x.js');"),
        ("import x from './x.js';", "const { default: x } = $need('view/x.js');"),
        ("f(() => import('./x.js'));", "f(() => $later('view/x.js'));"),
        ("f(import.meta.url);", "f($url);"),
    ],
)
def test_imports_become_calls(written: str, joined: str) -> None:
    assert f"\n{joined}\n" in as_function("view/y.js", written)


@pytest.mark.parametrize(
    "written, returned",
    [
        ("export const a = 1;\nexport function b() {}", "a, b"),
        ("export async function a() {}\nexport class B {}", "a, B"),
        ("export default { a: 1 };", "default: $default"),
        ("const a = 1, b = 2;export{a as b,b as c};", "b: a, c: b"),
        ("export {};", ""),
    ],
)
def test_exports_are_returned(written: str, returned: str) -> None:
    joined = as_function("y.js", written)
    assert f"return {{ {returned} }};" in joined
    assert "export" not in joined


@pytest.mark.parametrize(
    "written",
    [
        "export let a = 1;",
        "export const { a, b } = c;",
        "export * from './x.js';",
        "export { a } from './x.js';",
        "import './x.js';",
        "import { a } from 'elsewhere';",
        "  import { a } from './x.js';",
        "f(import(name));",
        "await f();",
    ],
)
def test_a_script_that_is_written_in_another_way_is_refused(written: str) -> None:
    with pytest.raises(AssertionError, match=r"y\.js cannot be joined"):
        as_function("y.js", f"{written}\nf();\n")


def test_scripts_that_import_each_other_are_refused() -> None:
    circle = modules(main="import { a } from './a.js';", a="import { b } from './main.js';")
    with pytest.raises(CycleError):
        circle.joined(HEAD)


def test_what_is_loaded_later_is_a_file_of_its_own_without_what_the_first_one_has() -> None:
    files = modules(
        main="import { a } from './a.js';\nf(() => import('./view/b.js'));\n",
        a="export const a = 1;\n",
        view_b="import { a } from '../a.js';\nimport { c } from './c.js';\n",
        view_c="export const c = () => import('./d.js');\n",
        view_d="",
        unused="",
    ).joined(HEAD)
    assert set(files) == {"joined/main.js", "joined/view/b.js", "joined/view/d.js"}
    assert defined_in(files[JOINED]) == ["main.js", "a.js"]
    assert defined_in(files["joined/view/b.js"]) == ["view/b.js", "view/c.js"]
    assert files[JOINED].startswith(HEAD)
    assert files[JOINED].endswith(b"need('main.js');\n")
    assert files["joined/view/b.js"].startswith(b"import { define } from './../main.js';\n")


@pytest.mark.parametrize("users, is_first", [(SHARED_BY - 1, False), (SHARED_BY, True)])
def test_what_many_files_need_is_in_the_first_one(users: int, is_first: bool) -> None:
    parts = {f"p{number}": "import { s } from './s.js';" for number in range(users)}
    main = "\n".join(f"f(() => import('./{name}.js'));" for name in parts)
    files = modules(main=main, s="export const s = 1;", **parts).joined(HEAD)
    assert ("s.js" in defined_in(files[JOINED])) == is_first
    assert ("s.js" in defined_in(files["joined/p0.js"])) != is_first


def test_types_in_comments_are_no_imports() -> None:
    code = plain("/** @type {import('./x.js').X} */ (y);\n/**\n * No. */\nf();\n// no\n\ng();\n")
    assert code == "(y);\nf();\ng();\n"


# The real scripts


def test_every_script_of_the_pages_can_be_joined() -> None:
    found = real_modules()
    known = {name for script in found.joined(HEAD).values() for name in defined_in(script)}
    assert known == set(found.reached([FIRST, *found.loaded_later]))
    assert len(known) > 150


def test_every_name_that_is_imported_is_exported() -> None:
    """A browser refuses separate scripts that import something else; joined ones it does not."""
    found = real_modules()
    exported = {
        name: {each.partition(":")[0] for each in exports_of(code)}
        for name, code in found.code.items()
    }
    for name, code in found.code.items():
        for each in IMPORT.finditer(code):
            named = [part.split(" as ")[0].strip() for part in (each["named"] or "").split(",")]
            wanted = {*filter(None, named), *(["default"] if each["default"] else [])}
            assert wanted <= exported[path_from(name, each["path"])], name


def test_pages_name_scripts_that_are_loaded_later() -> None:
    later = real_modules().loaded_later
    for files in PAGES.values():
        assert {file for file in files if file.endswith(".js")} <= set(later)


def test_comments_are_found_only_where_they_are() -> None:
    """The code without comments has all lines that are neither in one nor empty."""
    for name, code in real_modules().code.items():
        if not name.startswith("vendor/"):
            assert "/**" not in code, name
            assert not re.search(r"^\s*(//|\*/|$)", code.rstrip("\n"), re.M), name


def test_licences_stay() -> None:
    assert b"// Preact" in real_modules().joined(HEAD)[JOINED]
