"""What a kernel is, whether it is compiled, and where it is cached.

A *kernel* is a small Python function over NumPy records that runs compiled, or interpreted when
`NUMBA_DISABLE_JIT=1` is set or a process starts before anything is compiled. Machine code is kept
in a cache directory whose name is a hash of all engine sources, so a cached kernel can never be
older than the code. The compiler is imported only if kernels are compiled: it takes time.
"""

import atexit
import hashlib
import importlib.metadata
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import numpy as np
from platformdirs import user_cache_path

from splendor.core import cold_start
from splendor.core.games import folder_of, other_games

P = ParamSpec("P")
R = TypeVar("R")
T = TypeVar("T")

# Numbers of a fixed width; plain `int` and `float` for the type checker. A kernel is compiled
# once for each width it is called with, so callers convert their arguments to 64 bits.
int64 = cast("Callable[[int], int]", np.int64)
uint64 = cast("Callable[[int], int]", np.uint64)
uint32 = cast("Callable[[int], int]", np.uint32)
float32 = cast("Callable[[float], float]", np.float32)

PACKAGE = Path(__file__).parents[1]
# Files without kernels: editing them does not recompile the engine.
WITHOUT_KERNELS = (
    "server",
    "engine",
    "envs",
    "learn",
    "arena",
    "cli",
    "terminal",
    "formats",
    "svg",
    "batch.py",
    "client.py",
    "game.py",
    "history.py",
    "outcome.py",
    "__main__.py",
    "core/records.py",
    "core/cold_start.py",
    "core/compiling.py",
    "core/engines.py",
    "core/errors.py",
    "core/refusals.py",
    "core/tables.py",
    "deprecated.py",
    "view.py",
    "base/refusals.py",
    "duel/refusals.py",
    "bots/bot.py",
    "bots/candidates.py",
    "bots/engine_guard.py",
    "bots/engines.py",
    "bots/levels.py",
    "bots/players",
    "bots/search.py",
    "bots/searcher.py",
    "bots/styles.py",
    "bots/precompile.py",
    "bots/evaluators/weights.py",
    "data/compile_times.csv",
    "data/levels.csv",
    "data/base_estimate.csv",
    "data/base_policy.csv",
    "data/duel_estimate.csv",
    "data/duel_policy.csv",
)
WITH_KERNELS = (  # exceptions inside the folders above
    "cli/bench_engine.py",
    "envs/pictures.py",
    "envs/playing.py",
    "learn/bench.py",
    "learn/gradients.py",
    "learn/positions.py",
    "learn/selfplay.py",
    "learn/shared.py",
    "learn/match.py",
)
# Compiler settings that change its output but not its own cache key.
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_DEBUGINFO")
TEMPORARY_PREFIX = "splendor-kernels-"
UNUSED_FOR = 30 * 24 * 3600  # seconds after which another version's cache may be deleted


class Row(Protocol[T]):
    """A row of numbers or records in a kernel: an array, or an array field of a record."""

    def __getitem__(self, index: int, /) -> T: ...
    def __setitem__(self, index: int, value: T, /) -> None: ...
    def __len__(self) -> int: ...


def record(*fields: tuple[Any, ...]) -> np.dtype[np.record]:
    """A record type whose fields are attributes, in compiled and interpreted code.

    Padding between fields is not allowed: a copy leaves it undefined, and equal records would
    differ in their bytes.
    """
    inner = np.dtype(list(fields), align=True)
    assert inner.itemsize == sum(inner[name].itemsize for name in inner.names or ()), "gaps"
    return cast("np.dtype[np.record]", np.dtype((np.record, inner)))


def require_fields(dtype: np.dtype[np.record], *names: str) -> None:
    """Raise `TypeError` unless the record's fields are exactly these, in this order."""
    if dtype.names != names:
        changed = sorted(set(dtype.names or ()) ^ set(names))
        raise TypeError(f"the record's fields changed: update view.py for {', '.join(changed)}")


def engine_sources(package: Path) -> list[Path]:
    """Every file that a compiled kernel can depend on."""
    files = all_sources(package)
    return [path for path in files if not is_without_kernels(path.relative_to(package))]


def all_sources(folder: Path) -> list[Path]:
    return sorted([*folder.rglob("*.py"), *folder.rglob("*.csv")])


def is_without_kernels(path: Path) -> bool:
    """Whether the file or one of its folders is listed in `WITHOUT_KERNELS`."""
    if path.as_posix() in WITH_KERNELS:
        return False
    return any(part.as_posix() in WITHOUT_KERNELS for part in (path, *path.parents))


def cache_name(package: Path, games: tuple[Path, ...] = ()) -> str:
    """The name of the cache directory, which changes with the sources.

    `games` are the folders of games outside the package. Paths and modification times are part of
    the name because Numba's cache depends on them: a second checkout that shared the directory
    would be reported as compiled, and would compile everything nevertheless.
    """
    digest = hashlib.sha256()
    for path in [*engine_sources(package), *(file for game in games for file in all_sources(game))]:
        digest.update(f"{path.resolve()}\0{path.stat().st_mtime_ns}\0".encode())
        digest.update(path.read_bytes())
    numba = importlib.metadata.version("numba")
    for fact in (numba, np.__version__, sys.version, *map(os.getenv, SETTINGS)):
        digest.update(f"{fact}\0".encode())
    return "kernels-" + digest.hexdigest()[:20]


def user_cache() -> Path:
    """The cache directory: $SPLENDOR_CACHE_DIR, or the platform's default."""
    if chosen := os.getenv("SPLENDOR_CACHE_DIR"):
        return Path(chosen)
    return user_cache_path("splendor", appauthor=False)


def open_cache(name: str) -> Path:
    """Create the cache directory if necessary; a temporary one if nothing can be written there."""
    try:
        directory = user_cache() / name
        directory.mkdir(parents=True, exist_ok=True)
        probe = directory / f"writable-{os.getpid()}"
        probe.touch()
        probe.unlink()
    except (OSError, RuntimeError):  # RuntimeError: there is no home directory
        return temporary_cache(name)
    directory.touch()
    delete_unused(directory)
    return directory


def temporary_cache(name: str) -> Path:
    """A cache until this process ends; processes that it starts may share it.

    It begins with what is compiled in a cache that can only be read, such as that of an image.
    """
    temporary = Path(tempfile.mkdtemp(prefix=TEMPORARY_PREFIX))
    atexit.register(shutil.rmtree, temporary, ignore_errors=True)
    directory = temporary / name
    directory.mkdir()
    with suppress(OSError, RuntimeError):
        copy_files(user_cache() / name, directory)
    return directory


def copy_files(source: Path, target: Path) -> None:
    """Copy without permissions: the copies can be written."""
    for path in source.rglob("*"):
        if path.is_file():
            copy = target / path.relative_to(source)
            copy.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(path, copy)


def is_temporary(cache: Path) -> bool:
    return cache.parent.name.startswith(TEMPORARY_PREFIX)


def delete_unused(current: Path) -> None:
    """Delete the caches of other versions that have not been opened for a month."""
    for other in current.parent.glob("kernels-*"):
        with suppress(OSError):  # another program has just deleted it
            if other != current and time.time() - other.stat().st_mtime > UNUSED_FOR:
                shutil.rmtree(other, ignore_errors=True)


CACHE = open_cache(cache_name(PACKAGE, tuple(map(folder_of, other_games()))))


def is_marked(name: str) -> bool:
    return (CACHE / f"warm-{name}").exists()


def is_switched_off() -> bool:
    """Whether the environment switches the compiler off."""
    return os.getenv("NUMBA_DISABLE_JIT", "0").strip() not in ("", "0")


# Interpreted only until everything is compiled: other processes compile meanwhile.
COLD = cold_start.is_wanted() and not is_switched_off() and not is_marked(cold_start.EVERYTHING)
COMPILED = not COLD and not is_switched_off()


def is_warm(game: str) -> bool:
    """Whether everything that the game of this name needs is compiled, or nothing ever will be."""
    return is_switched_off() or is_marked(game)


def mark_warm(game: str) -> None:
    (CACHE / f"warm-{game}").touch()


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that other kernels call, compiled together with its first caller."""
    if not COMPILED:
        return function
    from splendor.core.compiler import compiled_inner

    return compiled_inner(function, CACHE)


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that Python calls, compiled at the first call.

    By convention it takes the array and an index, `(states, game, …)`: passing a single record is
    ten times as slow.
    """
    if not COMPILED:
        return function
    from splendor.core.compiler import compiled_entry

    return compiled_entry(function, CACHE)


def by_record(
    kernels: Callable[[], Iterable[tuple[np.dtype[np.record], Callable[..., R]]]],
) -> Callable[..., R]:
    """One function for kernels that do the same for different record types.

    The result can be called in any kernel, with a record or an array of records as the first
    argument. Its type selects the kernel when the caller is compiled; `kernels` is called only
    then. (Numba cannot cache a kernel that is passed as an argument.)
    """

    def dispatched(state: Any, *rest: Any) -> R:
        for dtype, chosen in kernels():
            if state.dtype == dtype:
                return chosen(state, *rest)
        raise TypeError(f"no game has records of this type: {state.dtype}")

    if COMPILED:
        from splendor.core.compiler import pick_by_record

        pick_by_record(dispatched, kernels)
    return dispatched
