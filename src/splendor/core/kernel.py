"""How a kernel is compiled and cached. The only file that imports the compiler.

A *kernel* is a small Python function over NumPy records that runs compiled, or interpreted when
`NUMBA_DISABLE_JIT=1` is set. Machine code is kept in a cache directory whose name is a hash of all
engine sources, so a cached kernel can never be older than the code.
"""

import atexit
import gc
import hashlib
import os
import shutil
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, Protocol, TypeVar, cast

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.extending import overload
from platformdirs import user_cache_path

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

config: Any = numba.config  # its type stubs lack some attributes
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
    "client.py",
    "game.py",
    "outcome.py",
    "__main__.py",
    "core/records.py",
    "core/errors.py",
    "core/refusals.py",
    "core/tables.py",
    "deprecated.py",
    "view.py",
    "base/refusals.py",
    "duel/refusals.py",
    "bots/bot.py",
    "bots/candidates.py",
    "bots/levels.py",
    "bots/players",
    "bots/search.py",
    "bots/searcher.py",
    "bots/styles.py",
    "bots/precompile.py",
    "bots/evaluators/weights.py",
    "data/levels.csv",
    "data/base_estimate.csv",
    "data/base_policy.csv",
    "data/duel_estimate.csv",
    "data/duel_policy.csv",
)
WITH_KERNELS = (  # exceptions inside the folders above
    "cli/bench_engine.py",
    "learn/bench.py",
    "learn/gradients.py",
    "learn/positions.py",
    "learn/selfplay.py",
    "learn/shared.py",
    "learn/match.py",
)
# Compiler settings that change its output but not its own cache key.
SETTINGS = ("NUMBA_BOUNDSCHECK", "NUMBA_OPT", "NUMBA_DEBUGINFO")
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
    for fact in (numba.__version__, np.__version__, sys.version, *map(os.getenv, SETTINGS)):
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
        temporary = tempfile.mkdtemp(prefix="splendor-")
        atexit.register(shutil.rmtree, temporary, ignore_errors=True)
        return Path(temporary)
    directory.touch()
    delete_unused(directory)
    return directory


def delete_unused(current: Path) -> None:
    """Delete the caches of other versions that have not been opened for a month."""
    for other in current.parent.glob("kernels-*"):
        with suppress(OSError):  # another program has just deleted it
            if other != current and time.time() - other.stat().st_mtime > UNUSED_FOR:
                shutil.rmtree(other, ignore_errors=True)


CACHE = open_cache(cache_name(PACKAGE, tuple(map(folder_of, other_games()))))
COMPILED = not config.DISABLE_JIT


def is_warm(game: str) -> bool:
    """Whether everything that the game of this name needs is compiled."""
    return not COMPILED or (CACHE / f"warm-{game}").exists()


def mark_warm(game: str) -> None:
    (CACHE / f"warm-{game}").touch()


class Entry(Dispatcher):
    """A kernel that compiles with the garbage collector off, which saves a tenth of the time."""

    def compile(self, signature: Any) -> Any:
        collecting = gc.isenabled()
        gc.disable()
        try:
            return super().compile(signature)
        finally:
            if collecting:
                gc.enable()


class Inner(Dispatcher):
    """A kernel without wrappers for calls from Python, which take a quarter of the compile time."""

    def __call__(self, *args: object, **kwargs: object) -> object:
        name = self.py_func.__name__
        raise TypeError(f"{name} is for other kernels: Python calls those made with @entry")


def survive_damage(cache: Any) -> None:
    """Treat a truncated or overwritten cache file as missing: compile and save it again.

    Two processes that compile a kernel for different record types at the same time may both write
    its first file; the index of one then points to the code of the other.
    """
    load = cache.load_overload

    def load_or_forget(types: tuple[Any, ...], context: Any) -> Any:
        with suppress(Exception):  # whatever unpickling raises
            found = load(types, context)
            if found is None or found.signature.args == types:
                return found
        cache.flush()
        return None

    cache.load_overload = load_or_forget


def compiled(function: Callable[P, R], **options: bool) -> Callable[P, R]:
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(CACHE)  # Numba reads it while decorating; restored below
    try:
        decorate: Any = numba.njit
        result = decorate(cache=True, nogil=True, error_model="numpy", _nrt=False, **options)(
            function
        )  # _nrt: kernels allocate nothing, so they need no reference counting
        if COMPILED:
            survive_damage(result._cache)
        return cast("Callable[P, R]", result)
    finally:
        config.CACHE_DIR = theirs


def kernel(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that other kernels call, compiled together with its first caller."""
    result = compiled(function, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    if COMPILED:
        result.__class__ = Inner  # type: ignore[assignment]
    return result


def entry(function: Callable[P, R]) -> Callable[P, R]:
    """A kernel that Python calls, compiled at the first call.

    By convention it takes the array and an index, `(states, game, …)`: passing a single record is
    ten times as slow.
    """
    result = compiled(function, no_cfunc_wrapper=True)
    if COMPILED:
        result.__class__ = Entry
    return result


@cache
def record_type(dtype: np.dtype[np.record]) -> Any:
    """The compiler's type for records of this type."""
    return numba.from_dtype(dtype)


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

        @overload(dispatched, strict=False)
        def pick(state: Any, *rest: Any) -> Callable[..., R] | None:
            for dtype, chosen in kernels():
                if record_type(dtype) in (state, getattr(state, "dtype", None)):
                    return compile_call(chosen)
            return None

    return dispatched


def compile_call(chosen: Callable[..., R]) -> Callable[..., R]:
    return lambda state, *rest: chosen(state, *rest)
