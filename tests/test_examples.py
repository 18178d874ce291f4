"""Every public name has an example in its docstring, and the examples are true."""

import doctest
import inspect
import io
from collections.abc import Iterator
from operator import attrgetter
from types import ModuleType
from typing import Any

import pytest

import splendor

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
NAMES = [name for name in splendor.__all__ if not inspect.ismodule(getattr(splendor, name))]
NAMES += [f"formats.{name}" for name in splendor.formats.__all__]
NAMES += [f"bots.{name}" for name in ("Bot", "Clock", "make_bot")]
# Values, and unions of moves: Python shows no docstring of theirs.
WITHOUT_DOCSTRING = {"BaseMove", "DuelMove", *(gem.name for gem in splendor.Gem)}


def documented(name: str) -> Iterator[tuple[str, Any]]:
    """A public name, and what its class defines publicly."""
    thing = attrgetter(name)(splendor)
    yield name, thing
    if inspect.isclass(thing) and thing.__module__.startswith("splendor."):
        for member, value in vars(thing).items():
            made = isinstance(value, (property, classmethod)) or inspect.isfunction(value)
            if made and not member.startswith("_") and not is_deprecated(value):
                yield f"{name}.{member}", value


def is_deprecated(value: object) -> bool:
    return (value.__doc__ or "").startswith("Deprecated")


EVERYTHING: dict[str, Any] = {
    path: thing
    for name in NAMES
    if name not in WITHOUT_DOCSTRING
    for path, thing in documented(name)
}


@pytest.mark.parametrize("name", EVERYTHING)
def test_an_example_is_there_and_true(name: str) -> None:
    thing = EVERYTHING[name]
    text = inspect.getdoc(thing) or ""
    module = inspect.getmodule(thing.fget if isinstance(thing, property) else thing)
    known = {**vars(module or ModuleType("none")), "splendor": splendor}
    example = doctest.DocTestParser().get_doctest(text, known, name, None, None)
    assert example.examples, f"{name} has no example"
    told = io.StringIO()
    doctest.DocTestRunner(optionflags=FLAGS).run(example, out=told.write)
    assert not told.getvalue(), told.getvalue()
