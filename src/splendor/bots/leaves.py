"""A search with an evaluator written in Python, which is given many new positions at once.

The tree is the compiled one. It is walked to several new positions; on each walk's path a visit
without a value (a virtual loss) leads the next walks elsewhere. Then the evaluator is called
once, the moves of the new positions get their priors, and the values are backed up.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.bots.tree import (
    DEEPEST,
    NONE,
    ROOT,
    STEP,
    Edge,
    Node,
    Step,
    Tree,
    Work,
    add_edges,
    add_step,
    back_up,
    masked_softmax,
    sample_deal,
    walk,
)
from splendor.core.errors import RulesError
from splendor.core.kernel import Row, entry, int64, kernel, record
from splendor.core.ruleset import Records, Ruleset
from splendor.ruleset import default_mask, observe, view_of

LEAVES = 64  # positions that an evaluator is given at once, at the most

PATH = record(("steps", STEP, DEEPEST), ("length", "i4"), ("seat", "i4"))


class Path(Protocol):
    """The fields of `PATH`, for the type checker."""

    steps: Row[Step]
    length: int
    seat: int


@dataclass(frozen=True, slots=True)
class Leaves:
    """Positions to evaluate, each as the seat that decides there may know it.

    `records` are the views as an array of records, `seats` who decides, `masks` the legal actions,
    purchases paid by default. The arrays are reused: copy what you want to keep.
    """

    ruleset: Ruleset
    records: Records
    seats: npt.NDArray[np.int64]
    masks: npt.NDArray[np.int8]

    def __len__(self) -> int:
        return len(self.records)

    def observations(self) -> npt.NDArray[np.int8]:
        """One row of numbers for each position, in the newest layout (docs/observations.md)."""
        seen = np.zeros(len(self), self.ruleset.layouts[-1].record)
        observe_all(self.records, seen)
        return seen.view(np.int8).reshape(len(self), -1)


# Each seat's chance of winning, a row for each position; and the logits of the policy, a column
# for each action, or None for a uniform policy.
Evaluation: TypeAlias = tuple[npt.NDArray[Any], npt.NDArray[Any] | None]
CustomEvaluator: TypeAlias = Callable[[Leaves], Evaluation]


class LeafEvaluator:
    """Extends a tree with the values and the policy of a function."""

    def __init__(self, function: CustomEvaluator, ruleset: Ruleset, players: int) -> None:
        self._function, self._ruleset, self._players = function, ruleset, players
        self._leaves = np.zeros(LEAVES, ruleset.state)
        self._masks = np.zeros((LEAVES, ruleset.actions), np.int8)
        self._paths = np.zeros(LEAVES, PATH)

    def simulate(self, states: Records, count: int, tree: Tree) -> None:
        """Add `count` simulations from the view in states[2]."""
        if tree[1][ROOT].edge == NONE:
            self._simulate_some(states, 1, tree)  # the root's priors: not a simulation
        while count > 0:
            some = min(count, LEAVES)
            self._simulate_some(states, some, tree)
            count -= some

    def _simulate_some(self, states: Records, count: int, tree: Tree) -> None:
        found = collect(states, tree, self._leaves, self._masks, self._paths[:count])
        if found:
            values, logits = self._evaluate(found)
            expand(tree, self._masks[:found], self._paths[:found], values, logits)

    def _evaluate(self, count: int) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        records = self._leaves[:count]
        masks = self._masks[:count]
        leaves = Leaves(self._ruleset, records, self._paths["seat"][:count].astype("i8"), masks)
        values, logits = self._function(leaves)
        shape = (count, self._ruleset.actions)
        given = np.zeros(shape) if logits is None else numbers("logits", logits, shape)
        return numbers("values", values, (count, self._players)), given


def numbers(name: str, given: object, shape: tuple[int, int]) -> npt.NDArray[np.float64]:
    """What an evaluator returned, or `RulesError` if it is not finite numbers of this shape."""
    try:
        array = np.ascontiguousarray(given, np.float64)
    except (TypeError, ValueError):
        raise RulesError(f"the evaluator's {name} are not an array of numbers") from None
    if array.shape != shape:
        raise RulesError(f"the evaluator's {name} have the shape {array.shape}, not {shape}")
    if not np.isfinite(array).all():
        raise RulesError(f"some of the evaluator's {name} are not finite numbers")
    return array


@entry
def observe_all(records: Row[Any], seen: Row[Any]) -> None:
    for number in range(len(records)):
        observe(seen[number], records[number], int64(records[number].active))


@entry
def collect(
    states: Row[Any], tree: Tree, leaves: Row[Any], masks: Row[Any], paths: Row[Path]
) -> int:
    """Walk once for each path; return how many of the walks ended at a new position.

    Proven outcomes are backed up at once.
    """
    work = tree[0][0]
    count = int64(0)
    for _ in range(len(paths)):
        sample_deal(states, tree)
        if walk(states, tree):
            seat = int64(states[0].active)
            view_of(states, int64(0), seat, leaves, count)
            default_mask(states[0], masks[count])
            store_path(work, seat, paths[count])
            visit(paths[count], tree[1], tree[2], int64(1))
            count += 1
        else:
            back_up(tree)
    return count


@kernel
def store_path(work: Work, seat: int, path: Path) -> None:
    path.seat = seat
    path.length = work.length
    for number in range(work.length):
        path.steps[number] = work.path[number]


@kernel
def visit(path: Path, nodes: Row[Node], edges: Row[Edge], visits: int) -> None:
    """Add visits without a value to a path, or take them back."""
    for number in range(path.length):
        step = path.steps[number]
        if step.node != NONE:
            nodes[step.node].visits += visits
        if step.edge != NONE:
            edges[step.edge].visits += visits


@entry
def expand(tree: Tree, masks: Row[Any], paths: Row[Path], values: Any, logits: Any) -> None:
    """Give the moves of new positions their priors, and back up the values.

    The root is expanded without counting as a simulation.
    """
    works, nodes, edges, _ = tree
    for number in range(len(paths)):
        visit(paths[number], nodes, edges, int64(-1))
    for number in range(len(paths)):
        path = paths[number]
        leaf = int64(path.steps[path.length - 1].node)
        if leaf != NONE and nodes[leaf].edge == NONE:
            expand_leaf(tree, leaf, masks[number], logits[number])
        if path.length > 1:
            restore_path(works[0], path)
            for seat in range(values.shape[1]):
                works[0].values[seat] = values[number, seat]
            back_up(tree)


@kernel
def restore_path(work: Work, path: Path) -> None:
    work.length = 0
    for number in range(path.length):
        step = path.steps[number]
        add_step(work, int64(step.node), int64(step.edge), int64(step.seat))


@kernel
def expand_leaf(tree: Tree, leaf: int, mask: Row[int], logits: Row[float]) -> None:
    works, nodes, edges, _ = tree
    work = works[0]
    count = 0
    for action in range(len(mask)):
        work.mask[action] = mask[action]
        work.priors[action] = logits[action]
        count += int64(mask[action] != 0)
    for action in range(len(mask), len(work.mask)):
        work.mask[action] = 0
    if work.edges + count <= len(edges):
        masked_softmax(work.mask, work.priors)
        add_edges(work, nodes[leaf], edges)
