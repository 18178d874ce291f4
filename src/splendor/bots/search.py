"""Tree search over deals imagined from a view: what it found, and the bot that plays it.

A search is given a view and nothing else. Its compiled part is `tree.py`.
"""

import time
from collections.abc import Callable, Iterator, Sequence
from math import inf
from typing import Any

import numpy as np
import numpy.typing as npt

from splendor.bots import last_turns
from splendor.bots.candidates import Analysis as Analysis
from splendor.bots.candidates import Candidate as Candidate
from splendor.bots.candidates import mean_and_error, pick
from splendor.bots.evaluators import JUDGES
from splendor.bots.evaluators.weights import habits_of, weights_of
from splendor.bots.styles import by_taste, check_style
from splendor.bots.tree import (
    EDGE,
    MOST_NUMBERS,
    NODE,
    ROOT,
    WORK,
    list_moves,
    plant,
    read_line,
    simulate_many,
)
from splendor.core.chance import Seed, seeded
from splendor.core.errors import RulesError
from splendor.game import View
from splendor.ruleset import Move

MOST_NODES = 1 << 17
# Moves that a tree has for each node on average, with some to spare: more in Duel, whose board
# offers so many lines. A small tree has more, as most of its nodes are near the root.
EDGES_FOR_A_NODE = {"base": 12, "duel": 20}
MOST_MOVES = 300  # of one position
FIRST_EDGES = 20 * MOST_MOVES
# Exact values of actions, where a game has them. In Duel a victory ends the game at once, so the
# tree itself knows what wins.
PROVERS: dict[str, Callable[[View], dict[int, float]]] = {
    "base": last_turns.prove,
    "duel": lambda view: {},
}
# Found by matches. With less than no caution every move of a position is tried once.
CURIOSITY = {"base": 0.45, "duel": 0.35}
CAUTION = {"base": 0.1, "duel": -0.03}
SIMULATIONS = 2000  # if nothing else is said
MOST_SIMULATIONS = 1 << 30  # what the counters hold
FIRST_CHUNK = 8  # simulations between two looks at the clock, at first
CHUNK_SECONDS = 0.002
RESERVE_SECONDS = 0.003  # kept back for what follows a search
LONGEST_LINE = 12  # moves of a line that are told
TOLD = ("action", "total", "squares", "visits", "prior")  # of an edge


class Search:
    """A tree that grows as long as it is told to. The same seed lets it grow alike."""

    def __init__(
        self,
        view: View,
        *,
        seed: Seed = None,
        judge: str = "estimate",
        weights: npt.NDArray[np.float64] | None = None,
        curiosity: float | None = None,
        most_nodes: int = MOST_NODES,
    ) -> None:
        check_view(view)
        check_judge(judge)
        self._moves = view.ruleset.moves
        self._room = np.zeros(3, view.ruleset.state)
        self._room[:] = view.record[0]
        self._nodes = np.empty(most_nodes, NODE)
        edges = most_nodes * EDGES_FOR_A_NODE[view.ruleset.name] + FIRST_EDGES
        self._edges = np.empty(edges, EDGE)
        self._work = np.zeros(1, WORK)
        self._seconds = 0.0
        game, players = view.ruleset.name, view.players
        self._set(
            chance=seeded(seed),
            weights=padded(weights_of(game, players) if weights is None else weights),
            habits=padded(habits_of(game, players)),
            curiosity=CURIOSITY[game] if curiosity is None else curiosity,
            caution=CAUTION[game],
            seat=view.seat,
            judge=JUDGES[judge],
        )
        plant(self._work, self._nodes)
        self._proven = PROVERS[game](view)
        # Compiled before the clock runs.
        simulate_many(self._room, 0, self._work, self._nodes, self._edges)

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():
            self._work[0][name] = value

    @property
    def simulations(self) -> int:
        return int(self._nodes[ROOT].visits)

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
    ) -> Analysis:
        """Go on for so many simulations or seconds, whichever ends first, or until told to stop.

        There is at least one simulation for each move. The clock is looked at every few
        milliseconds.
        """
        if simulations is None and seconds is None and stop is None:
            simulations = SIMULATIONS
        check_budget(simulations, seconds)
        begin = time.perf_counter()
        deadline = inf if seconds is None else begin + seconds
        left = MOST_SIMULATIONS - self.simulations
        self._grow(left if simulations is None else min(left, simulations), deadline, stop)
        self._seconds += time.perf_counter() - begin
        return self.analysis()

    def _grow(self, simulations: int, deadline: float, stop: Callable[[], bool] | None) -> None:
        chunk = FIRST_CHUNK
        while simulations > 0 and not (stop and stop()):
            begin = time.perf_counter()
            chunk = min(chunk, simulations)
            simulate_many(self._room, chunk, self._work, self._nodes, self._edges)
            simulations -= chunk
            now = time.perf_counter()
            if now >= deadline:
                return
            speed = chunk / max(now - begin, 1e-7)
            wished = min(CHUNK_SECONDS, deadline - now) * speed
            chunk = int(max(1, min(wished, 2 * chunk)))

    def analysis(self) -> Analysis:
        """What is known by now."""
        ranked = sorted(self._candidates(), key=lambda candidate: -candidate.visits)
        proven = [candidate for candidate in ranked if candidate.proven]
        best = max([ranked[0], *proven], key=lambda candidate: candidate.value)
        others = (candidate for candidate in ranked if candidate is not best)
        return Analysis(
            candidates=(best, *others),
            simulations=self.simulations,
            seconds=self._seconds,
            nodes=int(self._work[0].nodes),
            depth=float(self._work[0].depths) / max(1, self.simulations),
        )

    def _candidates(self) -> Iterator[Candidate]:
        numbers = np.zeros(MOST_MOVES, np.int64)
        numbers = numbers[: list_moves(self._nodes, self._edges, numbers)]
        found = self._edges[numbers]
        for edge, action, total, squares, visits, prior in zip(
            *(column.tolist() for column in (numbers, *(found[name] for name in TOLD))),
            strict=True,
        ):
            value, error = mean_and_error(total, squares, visits)
            proven = action in self._proven
            yield Candidate(
                move=self._moves[action],
                value=self._proven.get(action, value),
                error=0.0 if proven else error,
                visits=visits,
                prior=prior,
                proven=proven,
                line=self._line(edge),
            )

    def _line(self, edge: int) -> tuple[Move, ...]:
        line = np.zeros(LONGEST_LINE, np.int64)
        count = read_line(self._nodes, self._edges, edge, line)
        return tuple(self._moves[action] for action in line[:count].tolist())


def check_budget(simulations: int | None, seconds: float | None) -> None:
    if simulations is not None and (not isinstance(simulations, int) or simulations < 1):
        raise RulesError(f"a search needs at least one simulation, not {simulations!r}")
    check_number("seconds", seconds)


def check_number(name: str, value: object) -> None:
    """Refuse a setting that is no number from 0 on; `None` is none at all."""
    if value is None or (isinstance(value, (int, float)) and 0 <= value < inf):
        return
    raise RulesError(f"a search needs {name} as a number from 0 on, not {value!r}")


def check_judge(judge: str) -> None:
    if judge not in JUDGES:
        raise RulesError(f"there is no judge {judge!r}: {', '.join(JUDGES)}")


def check_view(view: object) -> None:
    if not isinstance(view, View):
        raise RulesError("a search is given a view: game.view(seat)")
    if not view.legal_moves:
        raise RulesError(f"seat {view.seat} has nothing to decide")


def padded(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    row = np.zeros(MOST_NUMBERS)
    row[: numbers.size] = numbers.ravel()
    return row


def analyse(
    view: View,
    simulations: int | None = None,
    seconds: float | None = None,
    *,
    seed: Seed = None,
    judge: str = "estimate",
) -> Analysis:
    """What a search of so many simulations or seconds finds out about the moves of a view."""
    return Search(view, seed=seed, judge=judge).run(simulations, seconds)


class Searcher:
    """A bot that searches, and chooses the best move it finds.

    `sims` or `seconds` is what it spends on a decision, if its clock does not say less. It is
    weakened by a `temperature`: it then chooses by chance among the moves it has searched, one
    that is worse by the temperature e times as seldom, and none that gives away more than
    `most_lost` of its chances of winning. With more `curiosity` (CURIOSITY is usual) it looks at
    more moves, and less deeply. A `style` gives it a taste for some moves.
    """

    def __init__(
        self,
        seed: Seed = None,
        sims: int | None = None,
        seconds: float | None = None,
        judge: str = "estimate",
        temperature: float = 0.0,
        most_lost: float = 1.0,
        curiosity: float | None = None,
        style: str = "",
    ) -> None:
        check_budget(sims, seconds)
        check_judge(judge)
        check_style(style)
        check_number("temperature", temperature)
        check_number("most_lost", most_lost)
        check_number("curiosity", curiosity)
        self._style = style
        self._chance = np.random.default_rng(seeded(seed).tolist())
        self._budget = sims, seconds
        self._judge, self._curiosity = judge, curiosity
        self._temperature, self._most_lost = temperature, most_lost

    def choose(self, view: View, clock: Any = None) -> Move:
        """One of the legal moves; purchases are paid by default."""
        begin = time.perf_counter()
        check_view(view)
        seed = int(self._chance.integers(1 << 62))
        luck = float(self._chance.random())
        simulations, seconds = self._allowed(clock)
        if len(view.legal_moves) == 1:
            return view.legal_moves[0]
        nodes = MOST_NODES if simulations is None else min(MOST_NODES, simulations + 1)
        search = Search(
            view, seed=seed, judge=self._judge, curiosity=self._curiosity, most_nodes=nodes
        )
        if seconds is not None:
            seconds = max(0.0, seconds - (time.perf_counter() - begin) - RESERVE_SECONDS)
        found: Sequence[Candidate] = search.run(simulations, seconds).candidates
        if self._style:
            found = by_taste(view, found, self._style)
        return pick(found, self._temperature, self._most_lost, luck).move

    def _allowed(self, clock: Any) -> tuple[int | None, float | None]:
        """The simulations and seconds for one decision: the bot's own, or less."""
        allowed = [self._budget]
        if clock is not None:
            allowed.append((clock.simulations, clock.seconds))
        sims = min((sims for sims, _ in allowed if sims is not None), default=None)
        seconds = min((seconds for _, seconds in allowed if seconds is not None), default=None)
        return SIMULATIONS if sims is None and seconds is None else sims, seconds
