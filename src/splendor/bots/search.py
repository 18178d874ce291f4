"""Tree search over deals sampled from a view, as an object.

A search gets only a view. Its compiled part is `tree.py`.
"""

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import wraps
from math import inf
from typing import Any, ParamSpec, TypeVar

import numpy as np
import numpy.typing as npt

from splendor.bots import last_turns
from splendor.bots.candidates import Analysis as Analysis
from splendor.bots.candidates import Candidate as Candidate
from splendor.bots.candidates import mean_and_error
from splendor.bots.evaluators import BEST, CUSTOM, EVALUATORS, best_evaluator, evaluator_number
from splendor.bots.evaluators.network import Weights, no_network, weights_for
from splendor.bots.evaluators.weights import estimate_weights_of, policy_weights_of
from splendor.bots.leaves import CustomEvaluator, LeafEvaluator
from splendor.bots.tree import (
    EDGE,
    MOST_NUMBERS,
    NEVER,
    NODE,
    NONE,
    ROOT,
    STATES,
    VIEW,
    WORK,
    list_moves,
    read_line,
    simulate_many,
    start_tree,
)
from splendor.core.chance import Seed, seeded
from splendor.core.errors import RulesError
from splendor.deprecated import warn
from splendor.ruleset import MOST_ACTIONS, Move
from splendor.view import View

MEMORY = 128  # megabytes of a tree, unless more are asked for
MOST_MEMORY = 400
FIRST_EDGES = 6000  # because nodes near the root have more moves than the average
SIMULATIONS = 2000  # the default budget
MOST_SIMULATIONS = 1 << 30  # limit of the visit counters
FIRST_CHUNK = 8  # simulations between the first two looks at the clock
CHUNK_SECONDS = 0.002  # between later ones
UNWATCHED_CHUNK = 4096  # simulations at a time, if there is no clock to look at
DECIDED_CHUNK = 256  # the fewest between two looks at whether the move is decided
SPEED_MARGIN = 1.2  # by which a search may become faster than it was so far
LONGEST_LINE = 12  # moves of a reported line
EDGE_FIELDS = ("action", "total", "spread", "visits", "prior")  # read for each candidate
RENAMED_SETTINGS = {"judge": "evaluator", "curiosity": "c_puct"}  # earlier names


def nothing_proven(view: View) -> dict[int, float]:
    return {}


@dataclass(frozen=True, slots=True)
class Tuning:
    """The search parameters of a game; the defaults are for games without tuning.

    `edges` is the number of edges to allocate per node: the average number of moves with a margin,
    less with the network (`network_edges`), where most nodes have no moves yet.
    A negative `fpu_reduction` makes the search try every move of a position once. `network` are
    `c_puct` and `fpu_reduction` with the network, whose policy needs fewer tries. `widening` is for
    games with draws of tokens: see `Search`. `prove` returns exact values of actions at the root,
    for games that have a solver.
    """

    edges: int = 24
    network_edges: int = 10
    c_puct: float = 0.7
    fpu_reduction: float = -0.03
    network: tuple[float, float] = (0.45, 0.0)
    widening: float = 0.0
    prove: Callable[[View], dict[int, float]] = nothing_proven

    def exploration(self, is_network: bool) -> tuple[float, float]:
        """`c_puct` and `fpu_reduction`."""
        return self.network if is_network else (self.c_puct, self.fpu_reduction)

    def edges_per_node(self, is_network: bool) -> int:
        return self.network_edges if is_network else self.edges

    def nodes(self, memory: float, is_network: bool) -> int:
        """How many nodes a tree of this many megabytes has."""
        edges = self.edges_per_node(is_network)
        return int(memory * 1e6) // (NODE.itemsize + edges * EDGE.itemsize)


# The registry, by the name of the game; the values were tuned by matches. Duel needs no solver: a
# victory ends the game at once, so the tree finds it.
TUNINGS = {
    "base": Tuning(edges=12, c_puct=0.45, fpu_reduction=0.1, prove=last_turns.prove),
    "duel": Tuning(edges=20, c_puct=0.35, fpu_reduction=-0.03, widening=2.0),
}

P = ParamSpec("P")
R = TypeVar("R")


def accept_old_names(function: Callable[P, R]) -> Callable[P, R]:
    """Let callers use the old names of renamed keyword arguments, with a DeprecationWarning."""

    @wraps(function)
    def wrapper(*args: P.args, **settings: P.kwargs) -> R:
        for old, new in RENAMED_SETTINGS.items():
            if old in settings:
                warn(old, new)
                settings[new] = settings.pop(old)
        return function(*args, **settings)

    return wrapper


class Search:
    """A search tree that can be extended step by step. The same seed gives the same tree.

    >>> search = splendor.Search(splendor.Game(seed=1, start=0).view(0), seed=1)
    >>> search.run(20).simulations, search.run(20).simulations
    (20, 40)
    """

    @accept_old_names
    def __init__(
        self,
        view: View,
        *,
        seed: Seed = None,
        evaluator: str | CustomEvaluator = BEST,
        weights: Weights | None = None,
        c_puct: float | None = None,
        memory: float = MEMORY,
        most_nodes: int | None = None,
        widening: float | None = None,
        watching: bool = False,
    ) -> None:
        """`evaluator` is a name, a function, or "best" for the best that the game has. The
        `weights` are those of a network; without, those of the newest release. The tree takes at
        most `memory` megabytes, and has at most `most_nodes`. Draws of tokens are told apart by
        progressive widening: as many draws of a move as `widening` times the square root of its
        visits. With 0, one node stands for all of them. With `watching`, the seat of the
        view may be one that does not decide: the moves are then those of the seat that does,
        judged by what the other one knows.
        """
        self._watching = watching
        self._check_view(view)
        check_memory(memory)
        check_number("widening", widening)
        game, players = view.ruleset.name, view.players
        name = evaluator_name(evaluator, game, players)
        self._ruleset, self._players, self._moves = view.ruleset, players, view.ruleset.moves
        self._tuning = TUNINGS.get(game, Tuning())
        self.weights = weights_for(game, players, weights) if name == "network" else None
        self._custom = (
            LeafEvaluator(evaluator, view.ruleset, players) if callable(evaluator) else None
        )
        self._most_nodes = self._tuning.nodes(memory, name == "network")
        self._allocate(min(self._most_nodes, most_nodes or MOST_SIMULATIONS))
        exploration = self._tuning.exploration(name == "network")
        self._set(
            estimate_weights=padded(estimate_weights_of(game, players)),
            policy_weights=padded(policy_weights_of(game, players)),
            c_puct=exploration[0] if c_puct is None else c_puct,
            fpu_reduction=exploration[1],
            widening=self._tuning.widening if widening is None else widening,
            evaluator=CUSTOM if self._custom else evaluator_number(name, game),
            split_after=NEVER if name == "network" else 0,
        )
        self._begin(view, seeded(seed))
        simulate_many(self._states, 0, self._tree)  # compile before a time budget starts

    def _allocate(self, nodes: int) -> None:
        self._states = np.zeros(STATES, self._ruleset.state)
        self._nodes = np.empty(nodes, NODE)
        edges = self._tuning.edges_per_node(self.weights is not None)
        self._edges = np.empty(nodes * edges + FIRST_EDGES, EDGE)
        self._work = np.zeros(1, WORK)
        network = self.weights.network() if self.weights else no_network()
        self._tree = self._work, self._nodes, self._edges, network

    def restart(self, view: View, seed: Seed = None) -> None:
        """Begin an empty tree for another view of the same game, with the same settings.

        This is faster than a new `Search`, because the memory is used again.

        >>> game = splendor.Game(seed=1, start=0)
        >>> search = splendor.Search(game.view(0), seed=1)
        >>> game.push(search.run(20).best.move)
        >>> search.restart(game.view(1), seed=2)
        >>> search.run(20).best.move in game.legal_moves
        True
        """
        self._check_view(view)
        if not self.fits(view):
            raise RulesError("a search goes on with the same game and number of players")
        self._begin(view, seeded(seed))

    def fits(self, view: View, nodes: int | None = 0) -> bool:
        """Whether `restart` accepts the view, and the tree can have this many nodes.

        `None` are as many as the memory allows.

        >>> search = splendor.Search(splendor.Game(start=0).view(0))
        >>> search.fits(splendor.Game("duel", start=0).view(0))
        False
        """
        same = view.ruleset is self._ruleset and view.players == self._players
        wanted = self._most_nodes if nodes is None else min(nodes, self._most_nodes)
        return same and wanted <= len(self._nodes)

    def _check_view(self, view: View) -> None:
        is_watched = self._watching and isinstance(view, View) and view.seat != view.active
        if not is_watched or view.is_over:
            check_view(view)

    def _begin(self, view: View, chance: npt.NDArray[np.uint64]) -> None:
        self._states[VIEW] = view.record[0]
        self._work["chance"][0] = chance
        self._work["seat"][0] = view.seat
        start_tree(self._work, self._nodes)
        self._proven = self._tuning.prove(view) if view.seat == view.active else {}
        self._seconds = 0.0

    def _set(self, **fields: Any) -> None:
        for name, value in fields.items():
            self._work[0][name] = value

    @property
    def simulations(self) -> int:
        """The number of simulations run so far.

        >>> splendor.Search(splendor.Game(start=0).view(0), seed=1).simulations
        0
        """
        return int(self._nodes[ROOT].visits)

    def run(
        self,
        simulations: int | None = None,
        seconds: float | None = None,
        stop: Callable[[], bool] | None = None,
        move: Move | None = None,
    ) -> Analysis:
        """Add simulations until `simulations` or `seconds` are spent or `stop()` is true.

        Without any of the three, `SIMULATIONS` are run. The clock and `stop` are checked every few
        milliseconds. Calling `run` again continues the same tree. With a `move`, all these
        simulations begin with it, so that its value becomes more accurate.

        >>> game = splendor.Game(seed=1)
        >>> search = splendor.Search(game.view(game.active), seed=1)
        >>> search.run(simulations=20).best.move in game.legal_moves
        True
        """
        if simulations is None and seconds is None and stop is None:
            simulations = SIMULATIONS
        check_budget(simulations, seconds)
        deadline = inf if seconds is None else time.perf_counter() + seconds
        self._set(only=NONE if move is None else self._action_at_root(move))
        self._spend(simulations, deadline, stop)
        self._set(only=NONE)
        return self.analysis()

    def _action_at_root(self, move: Move) -> int:
        """The action of a move that the tree knows or will know."""
        action = self._ruleset.action_of(move)
        if not self.simulations:
            self._simulate(1)  # adds the moves of the root
        if action not in self._edges["action"][self._root_edges()]:
            raise RulesError(f"a search does not consider {move} here")
        return action

    def _spend(
        self,
        simulations: int | None,
        deadline: float,
        stop: Callable[[], bool] | None = None,
        timer: Callable[[], float] = time.perf_counter,
    ) -> None:
        """Add simulations until they or the time are spent, or `stop()` is true."""
        begin = time.perf_counter()
        left = MOST_SIMULATIONS - self.simulations
        left = left if simulations is None else min(left, simulations)
        chunk = FIRST_CHUNK if deadline < inf or stop else UNWATCHED_CHUNK
        while left > 0 and not (stop and stop()) and (chunk := min(chunk, left)):
            left -= chunk
            chunk = self._simulate_until(deadline, chunk, timer)
        self._seconds += time.perf_counter() - begin

    def _decide(self, simulations: int | None, deadline: float, timer: Callable[[], float]) -> None:
        """Add simulations as `_spend` does, but none that cannot change the most visited move.

        With a budget of simulations the move stays the same. With a deadline, how many there will
        still be is estimated from those so far.
        """
        begin, left = timer(), simulations or MOST_SIMULATIONS
        chunk = MOST_SIMULATIONS if self._proven else DECIDED_CHUNK
        while left > 0:
            chunk = min(chunk, left)
            self._spend(chunk, deadline, timer=timer)
            left -= chunk
            if deadline < inf:
                now = timer()
                speed = self.simulations / max(now - begin, 1e-7)
                left = min(left, int(SPEED_MARGIN * speed * (deadline - now)))
            if self._lead() > left:
                break
            chunk = max(DECIDED_CHUNK, left // 8)

    def _lead(self) -> int:
        """How many more visits the most visited move has than any other one."""
        visits = np.sort(self._edges["visits"][self._root_edges()])
        return int(visits[-1] - visits[-2]) if len(visits) > 1 else MOST_SIMULATIONS

    def _simulate_until(self, deadline: float, chunk: int, timer: Callable[[], float]) -> int:
        """Add a chunk of simulations; return the size of the next one, 0 after the deadline."""
        begin = timer()
        self._simulate(chunk)
        now = timer()
        if now >= deadline:
            return 0
        speed = chunk / max(now - begin, 1e-7)
        wanted = min(CHUNK_SECONDS, deadline - now) * speed
        return int(max(1, min(wanted, 2 * chunk)))

    def _simulate(self, count: int) -> None:
        if self._custom:
            self._custom.simulate(self._states, count, self._tree)
        else:
            simulate_many(self._states, count, self._tree)

    def analysis(self) -> Analysis:
        """The result so far.

        >>> game = splendor.Game(seed=1)
        >>> search = splendor.Search(game.view(game.active), seed=1)
        >>> search.run(20) == search.analysis()
        True
        """
        return Analysis(
            candidates=tuple(self._ranked(with_lines=True)),
            simulations=self.simulations,
            seconds=self._seconds,
            nodes=int(self._work[0].nodes),
            depth=float(self._work[0].depths) / max(1, self.simulations),
            seats=self._chances_of_seats(),
        )

    def _chances_of_seats(self) -> tuple[float, ...]:
        """Each seat's mean value over all simulations; an even share before the first."""
        totals = self._work[0].totals[: self._players]
        whole = float(totals.sum())
        return tuple(float(x) / whole if whole else 1 / self._players for x in totals)

    def _ranked(self, with_lines: bool) -> list[Candidate]:
        """Every legal move, the best first, the others by their visits."""
        ranked = sorted(self._candidates(with_lines), key=lambda candidate: -candidate.visits)
        proven = [candidate for candidate in ranked if candidate.proven]
        best = max([ranked[0], *proven], key=lambda candidate: candidate.value)
        return [best, *(candidate for candidate in ranked if candidate is not best)]

    def _best_move(self) -> Move:
        """The first of the ranked moves, found with less work."""
        if self._proven:
            return self._ranked(with_lines=False)[0].move
        edges = self._edges[self._root_edges()]
        return self._moves[int(edges["action"][edges["visits"].argmax()])]

    def _root_edges(self) -> npt.NDArray[np.int64]:
        numbers = np.zeros(MOST_ACTIONS, np.int64)
        return numbers[: list_moves(self._nodes, self._edges, numbers)]

    def _candidates(self, with_lines: bool) -> Iterator[Candidate]:
        numbers = self._root_edges()
        found = self._edges[numbers]
        for edge, action, total, spread, visits, prior in zip(
            *(column.tolist() for column in (numbers, *(found[name] for name in EDGE_FIELDS))),
            strict=True,
        ):
            value, error = mean_and_error(total, spread, visits)
            proven = action in self._proven
            yield Candidate(
                move=self._moves[action],
                value=self._proven.get(action, value),
                error=0.0 if proven else error,
                visits=visits,
                prior=prior,
                proven=proven,
                line=self._line(edge) if with_lines else (),
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
    """Refuse a setting that is neither `None` nor a finite number of at least 0."""
    if value is None or (isinstance(value, (int, float)) and 0 <= value < inf):
        return
    raise RulesError(f"{name} must be a number of at least 0, not {value!r}")


def check_memory(memory: float) -> None:
    if not isinstance(memory, (int, float)) or not 1 <= memory <= MOST_MEMORY:
        raise RulesError(f"a search takes 1 to {MOST_MEMORY} megabytes, not {memory!r}")


def evaluator_name(evaluator: object, game: str, players: int) -> str:
    """The name of an evaluator, `custom` for a function."""
    if callable(evaluator):
        return "custom"
    name = check_evaluator(evaluator)
    return best_evaluator(game, players) if name == BEST else name


def check_evaluator(evaluator: object) -> str:
    names = (*EVALUATORS, BEST)
    if not isinstance(evaluator, str) or evaluator not in names:
        raise RulesError(f"there is no evaluator {evaluator!r}: {', '.join(names)}")
    return evaluator


def check_view(view: object) -> tuple[Move, ...]:
    """The legal moves of a view; refuses what is not a view, or one with nothing to decide."""
    if not isinstance(view, View):
        raise RulesError("a search is given a view: game.view(seat)")
    legal = view.legal_moves
    if not legal:
        raise RulesError(f"seat {view.seat} has nothing to decide")
    return legal


def padded(numbers: npt.NDArray[np.float64]) -> npt.NDArray[np.float64]:
    row = np.zeros(MOST_NUMBERS)
    row[: numbers.size] = numbers.ravel()
    return row


@accept_old_names
def analyse(
    view: View,
    simulations: int | None = None,
    seconds: float | None = None,
    *,
    seed: Seed = None,
    evaluator: str | CustomEvaluator = BEST,
) -> Analysis:
    """Search a view within a budget of simulations or seconds, and return a value for each move.

    `evaluator` is `network`, `estimate`, `rollout`, the `best` of these that the game has, or a
    function in Python.

    >>> game = splendor.Game(seed=1)
    >>> found = splendor.analyse(game.view(game.active), simulations=20, seed=1)
    >>> found.best.move in game.legal_moves
    True
    """
    return Search(view, seed=seed, evaluator=evaluator).run(simulations, seconds)
