"""The import contract, and restrictions of kernels (docs/architecture.md)."""

import ast
import re
import subprocess
import sys
import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent
PACKAGE = ROOT / "src" / "splendor"
SOURCES = sorted(PACKAGE.rglob("*.py"))

# The decorators of kernel.py that compile a function.
COMPILING = {"kernel", "entry"}

# NumPy functions that allocate an array. Inside a kernel, an array of records is freed while
# a row of it is still in use: the caller allocates, and passes the array in.
ALLOCATING = {
    "empty",
    "empty_like",
    "full",
    "full_like",
    "ones",
    "ones_like",
    "zeros",
    "zeros_like",
}


def name_of(path: Path) -> str:
    return path.relative_to(PACKAGE).as_posix()


def last_name(node: ast.expr) -> str:
    """`kernel` for each of `kernel`, `kernel(...)` and `module.kernel`."""
    if isinstance(node, ast.Call):
        return last_name(node.func)
    if isinstance(node, ast.Attribute):
        return node.attr
    return node.id if isinstance(node, ast.Name) else ""


def imported(tree: ast.AST) -> Iterator[str]:
    """The top-level packages that a module imports, anywhere in it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module.partition(".")[0]


def kernels(tree: ast.AST) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef) and COMPILING & {*map(last_name, node.decorator_list)}:
            yield node


def allocations(tree: ast.AST) -> Iterator[str]:
    """Where a kernel allocates an array."""
    for function in kernels(tree):
        for node in ast.walk(function):
            if isinstance(node, ast.Call) and last_name(node) in ALLOCATING:
                yield f"line {node.lineno}, {function.name}: {ast.unparse(node)}"


def test_each_module_imports_only_lower_layers() -> None:
    check = "from importlinter.cli import lint_imports_command; lint_imports_command()"
    command = [sys.executable, "-c", check, "--no-cache", "--no-logo"]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    if done.returncode:
        pytest.fail(f"The import contract is broken:\n{done.stdout}{done.stderr}", pytrace=False)


def test_every_module_has_a_layer() -> None:
    config = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    contracts = config["tool"]["importlinter"]["contracts"]
    layers = next(contract["layers"] for contract in contracts if contract["id"] == "layers")
    listed = {name.strip(" ()") for layer in layers for name in layer.split("|")}
    modules = {"splendor." + name_of(path).partition("/")[0] for path in SOURCES}
    present = {name.removesuffix(".py") for name in modules} - {"splendor.__init__"}
    assert present <= listed, f"give these a layer in pyproject.toml: {present - listed}"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_only_one_file_imports_the_compiler(path: Path) -> None:
    compilers = {"numba", "llvmlite"} & set(imported(ast.parse(path.read_bytes())))
    assert not compilers or name_of(path) == "core/compiler.py"


@pytest.mark.parametrize("path", SOURCES, ids=name_of)
def test_no_kernel_allocates(path: Path) -> None:
    assert list(allocations(ast.parse(path.read_bytes()))) == []


def test_an_allocation_in_a_kernel_is_found() -> None:
    kernel = "@kernel\ndef f(n: int) -> int:\n    return len(np.zeros(n, State))\n"
    assert list(allocations(ast.parse(kernel))) == ["line 3, f: np.zeros(n, State)"]
    assert list(allocations(ast.parse(kernel.removeprefix("@kernel\n")))) == []


def test_kernels_are_found() -> None:
    assert any(any(kernels(ast.parse(path.read_bytes()))) for path in SOURCES)


def test_every_test_that_the_makefile_names_exists() -> None:
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    lists = re.findall(r"^(?:\w+_TESTS) := ((?:.*\\\n)*.*)", makefile, flags=re.MULTILINE)
    named = {name for text in lists for name in paths_in(text)}
    assert len(named) > 20
    assert not [name for name in sorted(named) if not (ROOT / name).exists()]


def paths_in(text: str) -> Iterator[str]:
    """The paths of a list in the Makefile, those behind `addprefix` included."""
    for prefix, names in re.findall(r"\$\(addprefix (\S+?),([^)]*)\)", text):
        yield from (prefix + name for name in names.split())
    rest = re.sub(r"\$\([^)]*\)", "", text)
    yield from (word for word in rest.split() if word.startswith("tests/"))
