"""Deprecated names work for one more version, and warn."""

import importlib
import subprocess
import sys
from collections.abc import Iterator

import pytest

import splendor
from splendor import Game
from splendor.deprecated import MOVED, NAMES


def test_seat_is_a_deprecated_name_of_active() -> None:
    game = Game(players=3, seed=1, start=2)
    with pytest.warns(DeprecationWarning, match="use Game.active"):
        assert game.seat == 2  # type: ignore[attr-defined]


@pytest.fixture
def not_imported() -> Iterator[None]:
    """Removes modules imported by old names, before and after a test."""
    forget()
    yield
    forget()


def forget() -> None:
    for old in MOVED:
        sys.modules.pop(old, None)
        vars(splendor).pop(old.removeprefix("splendor."), None)


@pytest.mark.usefixtures("not_imported")
@pytest.mark.parametrize("old", MOVED)
def test_a_module_that_moved_is_found_by_its_old_name(old: str) -> None:
    with pytest.warns(DeprecationWarning, match=f"{old} is deprecated .* use {MOVED[old]}$"):
        found = importlib.import_module(old)
    assert found is importlib.import_module(MOVED[old])
    assert found.__name__ == MOVED[old]
    assert found.__spec__ is not None
    assert found.__spec__.name == MOVED[old]


@pytest.mark.usefixtures("not_imported")
def test_an_old_module_is_an_attribute_of_the_package() -> None:
    with pytest.warns(DeprecationWarning, match=r"splendor.record is deprecated"):
        assert splendor.record is splendor.formats  # type: ignore[attr-defined]


@pytest.mark.parametrize("module, name", [(m, name) for m in NAMES for name in NAMES[m]])
def test_a_name_that_moved_is_found_in_its_old_module(module: str, name: str) -> None:
    home, _, new = NAMES[module][name].rpartition(".")
    with pytest.warns(DeprecationWarning, match=f"{module}.{name} is deprecated .* use {home}"):
        found = getattr(importlib.import_module(module), name)
    assert found is getattr(importlib.import_module(home), new)


def test_a_module_with_old_names_has_no_others() -> None:
    with pytest.raises(AttributeError, match=r"module 'splendor.game' has no attribute 'nonsense'"):
        importlib.import_module("splendor.game").nonsense  # noqa: B018


def test_the_warning_names_the_line_that_imports() -> None:
    program = "import sys\nsys.path\nfrom splendor.errors import RulesError\nprint('done')"
    recorded = subprocess.run(
        [sys.executable, "-W", "always", "-c", program], capture_output=True, text=True, check=True
    )
    assert recorded.stdout == "done\n"
    assert "<string>:3: DeprecationWarning: splendor.errors is deprecated" in recorded.stderr


def test_the_package_does_not_use_old_names() -> None:
    program = "import splendor\nfor name in splendor.__all__: getattr(splendor, name)"
    subprocess.run([sys.executable, "-W", "error", "-c", program], check=True)


def test_unknown_names_are_not_found() -> None:
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        _ = splendor.nonsense  # type: ignore[attr-defined]
    with pytest.raises(ModuleNotFoundError):
        importlib.import_module("splendor.nonsense")
