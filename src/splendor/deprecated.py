"""Old names, which work for one version more and warn."""

import warnings
from typing import Any


def warn(old: str, new: str) -> None:
    """Tell the caller of the caller which name to use instead."""
    warnings.warn(
        f"{old} is deprecated and will be removed in the next version: use {new}",
        DeprecationWarning,
        stacklevel=3,
    )


def renamed(owner: str, old: str, new: str) -> property:
    """A property with an old name: `seat = renamed("Game", "seat", "active")`."""

    def read(instance: object) -> Any:
        warn(f"{owner}.{old}", f"{owner}.{new}")
        return getattr(instance, new)

    return property(read, doc=f"Deprecated: use `{new}`.")
