"""Notebooks without Jupyter: their shape is checked, and their code cells are run.

A cell is run as Jupyter does: its statements, and then its last expression, whose value is shown.
"""

import ast
import json
from dataclasses import dataclass
from pathlib import Path
from typing import Any

FORMAT = (4, 5)
KEYS = {
    "code": {"cell_type", "id", "metadata", "source", "execution_count", "outputs"},
    "markdown": {"cell_type", "id", "metadata", "source"},
}


@dataclass(frozen=True)
class Cell:
    kind: str
    text: str
    name: str  # for messages: the notebook and the number of the cell


def cells_of(path: Path) -> list[Cell]:
    """The cells; `ValueError` unless the file is a notebook of format 4.5 without outputs."""
    data = json.loads(path.read_text(encoding="utf-8"))
    require((data["nbformat"], data["nbformat_minor"]) == FORMAT, path, "another format")
    require(data["metadata"]["kernelspec"]["name"] == "python3", path, "another kernel")
    ids = [cell["id"] for cell in data["cells"]]
    require(len(set(ids)) == len(ids), path, "an id occurs twice")
    return [
        cell_of(cell, f"{path.name}, cell {number}") for number, cell in enumerate(data["cells"])
    ]


def cell_of(cell: dict[str, Any], name: str) -> Cell:
    kind = cell["cell_type"]
    require(cell.keys() == KEYS[kind], name, "other keys")
    require(
        kind != "code" or (cell["outputs"], cell["execution_count"]) == ([], None), name, "output"
    )
    source = cell["source"]
    require(all(line.endswith("\n") for line in source[:-1]), name, "lines without an end")
    return Cell(kind, "".join(source), name)


def require(condition: bool, where: object, problem: str) -> None:
    if not condition:
        raise ValueError(f"{where}: {problem}")


def run_notebook(path: Path) -> list[object]:
    """Run the code cells from top to bottom; the value shown below each, or None."""
    names: dict[str, Any] = {"__name__": "__main__"}
    return [run_cell(cell, names) for cell in cells_of(path) if cell.kind == "code"]


def run_cell(cell: Cell, names: dict[str, Any]) -> object:
    tree = ast.parse(cell.text, cell.name)
    last = tree.body.pop() if tree.body and isinstance(tree.body[-1], ast.Expr) else None
    exec(compile(tree, cell.name, "exec"), names)
    if not isinstance(last, ast.Expr):
        return None
    shown: object = eval(compile(ast.Expression(last.value), cell.name, "eval"), names)
    return shown
