"""Every public name has an example in its docstring, and the examples are run."""

import doctest
import inspect
import io
from collections.abc import Iterator
from operator import attrgetter
from types import ModuleType
from typing import Any

import pytest

import splendor
import splendor.formats.fair  # a submodule that its package does not import

FLAGS = doctest.ELLIPSIS | doctest.IGNORE_EXCEPTION_DETAIL
NAMES = [name for name in splendor.__all__ if not inspect.ismodule(getattr(splendor, name))]
NAMES += [f"formats.{name}" for name in splendor.formats.__all__]
NAMES += [f"bots.{name}" for name in ("Bot", "Clock", "make_bot")]
NAMES += [f"formats.fair.{name}" for name in ("FairDeal", "Check", "Verdict", "verify")]
# Constants, and unions of moves, which have no docstrings.
WITHOUT_DOCSTRING = {"BaseMove", "DuelMove", *(gem.name for gem in splendor.Gem)}


def documented(name: str) -> Iterator[tuple[str, Any]]:
    """A public name, and the public attributes of its class."""
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
def test_the_example_of_a_name_runs(name: str) -> None:
    thing = EVERYTHING[name]
    text = inspect.getdoc(thing) or ""
    module = inspect.getmodule(thing.fget if isinstance(thing, property) else thing)
    known = {**vars(module or ModuleType("none")), "splendor": splendor}
    example = doctest.DocTestParser().get_doctest(text, known, name, None, None)
    assert example.examples, f"{name} has no example"
    recorded = io.StringIO()
    doctest.DocTestRunner(optionflags=FLAGS).run(example, out=recorded.write)
    assert not recorded.getvalue(), recorded.getvalue()
