"""Which extras are installed, and the one line that says that one is missing."""

from importlib.util import find_spec

# The packages that each extra brings.
PACKAGES = {
    "envs": ("gymnasium", "pettingzoo"),
    "openspiel": ("pyspiel",),
    "data": ("pyarrow",),
    "ray": ("ray",),
}


class MissingExtra(ImportError):
    """A package that an extra brings is not installed."""


def is_installed(extra: str) -> bool:
    return all(find_spec(package) is not None for package in PACKAGES[extra])


def need(extra: str) -> None:
    """Raise `MissingExtra` with one clear line unless the packages of the extra are there."""
    missing = [package for package in PACKAGES[extra] if find_spec(package) is None]
    if missing:
        names = " and ".join(missing)
        how = f"pip install --require-hashes --requirement requirements/{extra}.lock"
        raise MissingExtra(f"this needs {names}, the extra {extra!r}: {how}")
