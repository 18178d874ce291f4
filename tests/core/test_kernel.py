"""Compilation: the cache is never stale, and the game works without one."""

import ast
import errno
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NoReturn

import numba
import pytest

from splendor.base.state import lay_out
from splendor.core import kernel
from splendor.core.chance import next_word
from splendor.core.kernel import (
    COMPILED,
    PACKAGE,
    SETTINGS,
    UNUSED_FOR,
    WITHOUT_KERNELS,
    cache_name,
    engine_sources,
    is_temporary,
    is_without_kernels,
    open_cache,
    record,
)
from tests.positions import a_deal

# A player with ten tokens reserves a card: is there something to return?
PLAYS = """
import numpy as np
import splendor.core.kernel
from splendor.base.options import OPTIONS
from splendor.base.legal import legal_list
from splendor.base.rules import apply_in
from splendor.base.state import PHASES, STATE, deal_in
from splendor.core.chance import seeded
states = np.zeros(1, STATE)
OPTIONS.write(states[0], "official", OPTIONS.make("official", {}))
states[0].chance[:] = seeded("cache")
deal_in(states, 0)
states[0].players[states[0].active].tokens[:5] = 2
assert legal_list(states, 0)
apply_in(states, 0, 30)
print(PHASES[states[0].phase], splendor.core.kernel.CACHE)
"""


@pytest.fixture
def copied(tmp_path: Path) -> Path:
    """A copy of the package."""
    ignore = shutil.ignore_patterns("__pycache__")
    return Path(shutil.copytree(PACKAGE, tmp_path / "splendor", ignore=ignore))


def play(package: Path, cache: Path) -> tuple[str, Path]:
    """Play with a copy of the package; return the phase reached and the cache used."""
    environment = dict(os.environ, PYTHONPATH=str(package.parent), SPLENDOR_CACHE_DIR=str(cache))
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", PLAYS],
        env=environment,
        cwd=package.parent,
        capture_output=True,
        text=True,
        timeout=300,
    )
    assert done.returncode == 0, done.stderr
    phase, directory = done.stdout.split()
    return phase, Path(directory)


def change(path: Path, old: str, new: str) -> None:
    """Edit a file without changing its size and time, which the compiler checks."""
    times = path.stat()
    text = path.read_text(encoding="utf-8")
    assert old in text
    assert len(old) == len(new)
    path.write_text(text.replace(old, new), encoding="utf-8")
    os.utime(path, ns=(times.st_atime_ns, times.st_mtime_ns))


# The cache is never stale


@pytest.mark.slow
def test_a_changed_rule_takes_effect_although_there_is_a_cache(
    copied: Path, tmp_path: Path
) -> None:
    """The constant is in another file than the kernels that use it."""
    cache = tmp_path / "cache"
    rulebook = copied / "base" / "state.py"
    assert play(copied, cache)[0] == "return"
    change(rulebook, "TOKEN_LIMIT = 10", "TOKEN_LIMIT = 11")
    assert play(copied, cache)[0] == "play"
    change(rulebook, "TOKEN_LIMIT = 11", "TOKEN_LIMIT = 10")
    phase, directory = play(copied, cache)
    assert phase == "return"
    assert directory.parent == cache
    assert len(list(cache.glob("kernels-*"))) == 2


def test_every_change_of_an_engine_file_changes_the_cache(copied: Path) -> None:
    names = [cache_name(copied)]
    sources = engine_sources(copied)
    for path in sources:
        path.write_bytes(path.read_bytes() + b"\n")
        names.append(cache_name(copied))
    assert len(set(names)) == len(sources) + 1


def test_rules_kernels_and_cards_are_engine_files() -> None:
    listed = {path.relative_to(PACKAGE).as_posix() for path in engine_sources(PACKAGE)}
    assert {"base/rules.py", "base/state.py", "core/kernel.py", "data/base_cards.csv"} <= listed
    assert not listed & set(WITHOUT_KERNELS)


def test_adding_removing_or_renaming_a_file_changes_the_cache(copied: Path) -> None:
    before = cache_name(copied)
    (copied / "base" / "new.py").write_text("")
    with_new = cache_name(copied)
    (copied / "base" / "new.py").rename(copied / "base" / "other.py")
    renamed = cache_name(copied)
    (copied / "base" / "other.py").unlink()
    assert len({before, with_new, renamed}) == 3
    assert cache_name(copied) == before


def test_each_checkout_has_its_own_cache(copied: Path, tmp_path: Path) -> None:
    other = tmp_path / "another"
    shutil.copytree(copied, other)
    assert cache_name(other) != cache_name(copied)


def test_rewriting_a_file_changes_the_cache(copied: Path) -> None:
    before = cache_name(copied)
    os.utime(copied / "core" / "kernel.py", (1, 1))
    assert cache_name(copied) != before


@pytest.mark.parametrize("setting", SETTINGS)
def test_a_setting_of_the_compiler_changes_the_cache(
    setting: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert "NUMBA_BOUNDSCHECK" in SETTINGS
    monkeypatch.delenv(setting, raising=False)
    before = cache_name(PACKAGE)
    monkeypatch.setenv(setting, "1")
    assert cache_name(PACKAGE) != before


def test_another_version_of_the_compiler_changes_the_cache(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before = cache_name(PACKAGE)
    monkeypatch.setattr("importlib.metadata.version", lambda name: "0.0.1")
    assert cache_name(PACKAGE) != before


def test_changing_a_file_outside_the_engine_keeps_the_cache(copied: Path) -> None:
    before = cache_name(copied)
    (copied / "cli" / "new.py").write_text("# another command\n")
    assert cache_name(copied) == before


def is_excluded(path: Path) -> bool:
    return is_without_kernels(path.relative_to(PACKAGE))


@pytest.mark.parametrize(
    "path",
    [path for path in sorted(PACKAGE.rglob("*.py")) if is_excluded(path)],
    ids=lambda path: path.relative_to(PACKAGE).as_posix(),
)
def test_files_that_the_cache_ignores_have_no_kernels(path: Path) -> None:
    tree = ast.parse(path.read_bytes())
    imported = {
        alias.name
        for node in ast.walk(tree)
        if isinstance(node, ast.ImportFrom) and node.module == "splendor.core.kernel"
        for alias in node.names
    }
    named = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    attributes = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not {"kernel", "entry", "compiled", "by_record"} & imported
    assert not {"njit", "jit"} & (named | attributes)


DECORATED = re.compile(r"^@(kernel|entry)$|by_record\(", re.M)


def test_every_file_with_a_kernel_takes_part_in_the_name_of_the_cache() -> None:
    """Wherever it stands: in the engine, in bots, benchmarks, training or environments."""
    files = [path for path in PACKAGE.rglob("*.py") if DECORATED.search(path.read_text("utf-8"))]
    assert {path.parent.name for path in files} > {"core", "base", "duel", "bots", "learn", "cli"}
    assert [path for path in files if path not in engine_sources(PACKAGE)] == []


# The directory of the cache


@pytest.mark.slow
def test_the_game_works_if_no_cache_can_be_written(copied: Path, tmp_path: Path) -> None:
    blocked = tmp_path / "a file"
    blocked.write_text("in the way")
    phase, directory = play(copied, blocked)
    assert phase == "return"
    assert blocked not in directory.parents
    assert blocked.read_text() == "in the way"
    shutil.rmtree(directory, ignore_errors=True)


def test_the_environment_sets_the_directory_of_the_cache(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE_DIR", str(tmp_path))
    assert open_cache("kernels-a") == tmp_path / "kernels-a"
    assert list((tmp_path / "kernels-a").iterdir()) == []


def test_what_is_compiled_in_a_cache_that_can_only_be_read_is_used(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE_DIR", str(tmp_path))
    kernels = tmp_path / "kernels-a" / "base"
    kernels.mkdir(parents=True)
    (kernels / "rules.nbi").write_bytes(b"compiled")
    monkeypatch.setattr(Path, "touch", refuse_to_write)
    used = open_cache("kernels-a")
    assert is_temporary(used)
    assert (used / "base" / "rules.nbi").read_bytes() == b"compiled"


def refuse_to_write(path: Path) -> NoReturn:
    raise PermissionError(errno.EROFS, "Read-only file system", str(path))


def test_an_unused_cache_of_another_version_is_deleted_after_a_while(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SPLENDOR_CACHE_DIR", str(tmp_path))
    old, recent, foreign = (tmp_path / name for name in ("kernels-old", "kernels-new", "other"))
    for directory in (old, recent, foreign):
        directory.mkdir()
    for directory in (old, foreign):
        long_ago = directory.stat().st_mtime - UNUSED_FOR - 60
        os.utime(directory, (long_ago, long_ago))
    open_cache("kernels-current")
    assert not old.exists()
    assert recent.exists()
    assert foreign.exists()


# Kernels


@pytest.mark.skipif(not COMPILED, reason="interpreted, a kernel is a function")
def test_a_kernel_for_other_kernels_is_not_called_from_python() -> None:
    states = a_deal(1)
    before = states.tobytes()
    with pytest.raises(TypeError, match="lay_out is for other kernels"):
        lay_out(states[0])
    with pytest.raises(TypeError, match="next_word is for other kernels"):
        next_word(states[0].chance)
    assert states.tobytes() == before


def test_the_compilers_own_cache_directory_is_unchanged() -> None:
    """Other users of the compiler in the same process are not affected."""
    assert str(kernel.CACHE) != vars(numba.config)["CACHE_DIR"]


def test_a_record_has_no_gaps() -> None:
    assert record(("wide", "i4"), ("narrow", "i1", 4)).itemsize == 8
    with pytest.raises(AssertionError, match="gaps"):
        record(("narrow", "i1"), ("wide", "i4"))


def test_a_damaged_cache_is_replaced(tmp_path: Path) -> None:
    code = "import splendor; game = splendor.Game(seed=1); print(len(game.legal_moves))"
    environment = {**os.environ, "SPLENDOR_CACHE_DIR": str(tmp_path)}
    for damage in (b"", b"junk"):
        for _ in range(2):
            done = subprocess.run(
                [sys.executable, "-c", code], env=environment, capture_output=True, text=True
            )
            assert (done.stdout, done.stderr) == ("30\n", "")
        files = [*tmp_path.rglob("*deal_in*.nbi"), *tmp_path.rglob("*legal_sets_in*.nbc")]
        assert len(files) >= 2 or not COMPILED
        for file in files:
            file.write_bytes(damage)


COMPILES_TWICE = """
import numpy as np
from splendor.core.kernel import entry

@entry
def doubled(numbers):
    return numbers[0] + numbers[0]

print(doubled(np.ones(1, np.int64)), doubled(np.full(1, 0.5)), sum(doubled._cache_misses.values()))
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
def test_a_cached_kernel_for_other_types_is_not_run(tmp_path: Path) -> None:
    """Programs that compile it for different types at once may overwrite each other's files."""
    script = tmp_path / "doubles.py"
    script.write_text(COMPILES_TWICE)
    environment = {**os.environ, "SPLENDOR_CACHE_DIR": str(tmp_path / "cache")}
    command = [sys.executable, str(script)]
    said = []
    for _ in range(5):
        done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
        said.append(done.stdout.split())
        if len(said) == 2:
            first, second = tmp_path.rglob("*doubled*.nbc")
            first.write_bytes(second.read_bytes())
    assert [result[:2] for result in said] == [["2", "1.0"]] * 5
    misses = [int(count) for *_, count in said]
    assert misses[:2] == [2, 0]
    assert misses[2] > 0
    assert misses[4] == 0  # its entries are restored


PLAYS_ONE_GAME = """
import splendor
game = splendor.Game("{rules}", seed=1)
game.push(game.legal_moves[0])
game.view(0)
"""


@pytest.mark.skipif(not COMPILED, reason="nothing is compiled")
@pytest.mark.parametrize(
    "rules, played, other", [("duel", "duel", "base"), ("landolt", "base", "duel")]
)
def test_playing_one_game_compiles_only_that_game(
    rules: str, played: str, other: str, tmp_path: Path
) -> None:
    environment = {**os.environ, "SPLENDOR_CACHE_DIR": str(tmp_path)}
    script = PLAYS_ONE_GAME.format(rules=rules)
    subprocess.run([sys.executable, "-W", "error", "-c", script], env=environment, check=True)
    compiled = {path.parent.name.split("_")[0] for path in tmp_path.rglob("*.nbi")}
    assert played in compiled
    assert other not in compiled
