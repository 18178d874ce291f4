"""Compiling kernels with Numba. The only file that imports it, and only if kernels are compiled."""

import gc
import warnings
from collections.abc import Callable
from contextlib import suppress
from functools import cache
from pathlib import Path
from typing import Any, ParamSpec, TypeVar, cast

import numba
import numpy as np
from numba.core.dispatcher import Dispatcher
from numba.core.errors import NumbaExperimentalFeatureWarning
from numba.extending import overload

from splendor.core.compiling import compiling, kernel_compiled

P = ParamSpec("P")
R = TypeVar("R")

config: Any = numba.config  # its type stubs lack some attributes

# A layout of observations that begins as an older one is a "subtype" of it; exact types are found.
SUBTYPES = ".*has been considered a subtype of"
warnings.filterwarnings("ignore", SUBTYPES, NumbaExperimentalFeatureWarning)


class Entry(Dispatcher):
    """A kernel that compiles with the garbage collector off, which saves a tenth of the time."""

    def compile(self, signature: Any) -> Any:
        collecting = gc.isenabled()
        gc.disable()
        try:
            with compiling(self.py_func.__name__):
                return super().compile(signature)
        finally:
            if collecting:
                gc.enable()


class Inner(Dispatcher):
    """A kernel without wrappers for calls from Python, which take a quarter of the compile time."""

    def compile(self, signature: Any) -> Any:
        before = len(self.overloads)
        result = super().compile(signature)
        if len(self.overloads) > before:  # the compiler asks again for what it has compiled
            kernel_compiled()
        return result

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


def compiled(function: Callable[P, R], directory: Path, **options: bool) -> Any:
    theirs = config.CACHE_DIR
    config.CACHE_DIR = str(directory)  # Numba reads it while decorating; restored below
    try:
        decorate: Any = numba.njit
        result = decorate(cache=True, nogil=True, error_model="numpy", _nrt=False, **options)(
            function
        )  # _nrt: kernels allocate nothing, so they need no reference counting
        survive_damage(result._cache)
        return result
    finally:
        config.CACHE_DIR = theirs


def compiled_inner(function: Callable[P, R], directory: Path) -> Callable[P, R]:
    result = compiled(function, directory, no_cpython_wrapper=True, no_cfunc_wrapper=True)
    result.__class__ = Inner
    return cast("Callable[P, R]", result)


def compiled_entry(function: Callable[P, R], directory: Path) -> Callable[P, R]:
    result = compiled(function, directory, no_cfunc_wrapper=True)
    result.__class__ = Entry
    return cast("Callable[P, R]", result)


@cache
def record_type(dtype: np.dtype[np.record]) -> Any:
    """The compiler's type for records of this type."""
    return numba.from_dtype(dtype)


def pick_by_record(dispatched: Callable[..., R], kernels: Callable[[], Any]) -> None:
    """In compiled kernels, calls of `dispatched` become calls of the kernel for the record."""

    @overload(dispatched, strict=False)
    def pick(state: Any, *rest: Any) -> Callable[..., R] | None:
        for dtype, chosen in kernels():
            if record_type(dtype) in (state, getattr(state, "dtype", None)):
                return compile_call(chosen)
        return None


def compile_call(chosen: Callable[..., R]) -> Callable[..., R]:
    return lambda state, *rest: chosen(state, *rest)
