"""Recorded decisions as training takes them: inputs that are on, targets of value and policy."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators.network import MOST_ACTIVE, gather_inputs, policy_row, second_row
from splendor.core.kernel import Row, entry, int64
from splendor.learn.selfplay import Decision, Games, Tried
from splendor.ruleset import MOST_ACTIONS, default_mask

MARGIN_UNIT = 10.0  # points
LEFT_UNIT = 30.0  # decisions


@dataclass(frozen=True, slots=True)
class Positions:
    """Many positions in flat arrays; `starts` says where those of a position begin."""

    inputs: npt.NDArray[np.int16]
    input_starts: npt.NDArray[np.int64]
    rows: npt.NDArray[np.int16]  # of the policy, two for each legal action; the second may be NONE
    shares: npt.NDArray[np.float32]  # of the visits, for each legal action
    row_starts: npt.NDArray[np.int64]  # no rows after a brief search
    results: npt.NDArray[np.float32]  # by seat, the deciding one first
    values: npt.NDArray[np.float32]
    extras: npt.NDArray[np.float32]  # margin at the end, decisions left
    is_clean: npt.NDArray[np.bool_]

    def __len__(self) -> int:
        return len(self.is_clean)

    def targets(self, chosen: npt.NDArray[np.int64], mix: float) -> npt.NDArray[np.float32]:
        """Results mixed with the values of the search; only these before a random move."""
        weight = np.where(self.is_clean[chosen], mix, 1.0).astype(np.float32)[:, None]
        mixed: npt.NDArray[np.float32] = (1 - weight) * self.results[chosen] + weight * self.values[
            chosen
        ]
        return mixed


@entry
def write_inputs(views: Row[Any], active: Row[int], inputs: Row[int], starts: Row[int]) -> int:
    """The inputs that each view switches on, one view after the other; return how many."""
    filled = 0
    for number in range(len(views)):
        starts[number] = filled
        count = gather_inputs(views[number], active)
        for k in range(count):
            inputs[filled + k] = active[k]
        filled += count
    starts[len(views)] = filled
    return filled


@entry
def write_rows(
    views: Row[Any],
    decisions: Row[Decision],
    tried: Row[Tried],
    mask: Row[int],
    visits: Row[float],
    rows: Any,
    shares: Row[float],
    starts: Row[int],
) -> int:
    """The policy rows of the legal actions of each view, and the shares of their visits."""
    filled = 0
    for number in range(len(views)):
        starts[number] = filled
        decision = decisions[number]
        if decision.count == 0:
            continue
        default_mask(views[number], mask)
        whole = 0.0
        for k in range(decision.tried, decision.tried + decision.count):
            visits[tried[k].action] = float(tried[k].visits)
            whole += float(tried[k].visits)
        for action in range(len(mask)):
            if mask[action] != 0:
                rows[filled, 0] = policy_row(views[number], int64(action))
                rows[filled, 1] = second_row(views[number], int64(action))
                shares[filled] = visits[action] / whole
                filled += 1
            visits[action] = 0.0
    starts[len(views)] = filled
    return filled


def positions_of(games: Games, players: int) -> Positions:
    views, decisions = games.views, games.decisions
    inputs = np.zeros(len(views) * MOST_ACTIVE, np.int16)
    input_starts = np.zeros(len(views) + 1, np.int64)
    count = write_inputs(views, np.zeros(MOST_ACTIVE, np.int64), inputs, input_starts)
    searched = int((decisions["count"] > 0).sum())
    rows = np.zeros((searched * MOST_ACTIONS // 2 + MOST_ACTIONS, 2), np.int16)
    shares = np.zeros(len(rows), np.float32)
    row_starts = np.zeros(len(views) + 1, np.int64)
    mask, visits = np.zeros(MOST_ACTIONS, np.int8), np.zeros(MOST_ACTIONS)
    filled = write_rows(views, decisions, games.tried, mask, visits, rows, shares, row_starts)
    extras = [decisions["margin"] / MARGIN_UNIT, np.minimum(decisions["left"] / LEFT_UNIT, 3.0)]
    return Positions(
        inputs=inputs[:count].copy(),
        input_starts=input_starts,
        rows=rows[:filled].copy(),
        shares=shares[:filled].copy(),
        row_starts=row_starts,
        results=decisions["results"][:, :players].astype(np.float32),
        values=decisions["values"][:, :players].astype(np.float32),
        extras=np.stack(extras, 1).astype(np.float32),
        is_clean=decisions["is_clean"] == 1,
    )


def join(parts: Sequence[Positions]) -> Positions:
    """All positions of several parts, in one."""

    def flat(name: str) -> Any:
        return np.concatenate([getattr(part, name) for part in parts])

    def starts(name: str) -> npt.NDArray[np.int64]:
        ends = np.cumsum([0, *(getattr(part, name)[-1] for part in parts)])
        shifted = [getattr(part, name)[:-1] + end for part, end in zip(parts, ends, strict=False)]
        return np.concatenate([*shifted, ends[-1:]])

    names = ("inputs", "rows", "shares", "results", "values", "extras", "is_clean")
    return Positions(
        **{name: flat(name) for name in names},
        input_starts=starts("input_starts"),
        row_starts=starts("row_starts"),
    )
