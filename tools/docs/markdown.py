"""Helpers of the generators: Markdown tables, and the error for a block that cannot be written."""

from collections.abc import Iterable


class BlockError(ValueError):
    """A page has a generated block that cannot be written."""


def table(head: list[str], rows: Iterable[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)
