"""The bot that plays the best move of a search, or a weaker one at a temperature."""

import time
from collections.abc import Sequence
from math import inf

import numpy as np

from splendor.bots.bot import Clock
from splendor.bots.candidates import Candidate, pick
from splendor.bots.evaluators.network import Weights, find_weights
from splendor.bots.search import (
    MEMORY,
    SIMULATIONS,
    Search,
    accept_old_names,
    check_budget,
    check_evaluator,
    check_memory,
    check_number,
    check_view,
)
from splendor.bots.styles import check_style, prefer_style
from splendor.core.chance import WORDS, Seed, seeded
from splendor.ruleset import Move
from splendor.view import View

RESERVE_SECONDS = 0.003  # of a time budget, kept for choosing the move after the search


class Searcher:
    """A bot that searches and plays the best move it finds.

    `sims` or `seconds` is its budget for a decision, unless its clock allows less. A
    `temperature` above 0 weakens it: it then samples from the softmax of the values of the moves
    it has searched, divided by the temperature, but never a move that gives away more than
    `most_lost` of its chance of winning. A larger `c_puct` (default: the game's tuning) makes the
    search wider and less deep. A `style` adds a preference for some moves. `weights` are those of
    the evaluator `network`: a release or a file; without, the newest release for the game.
    `memory` bounds the tree, in megabytes.
    """

    @accept_old_names
    def __init__(
        self,
        seed: Seed = None,
        sims: int | None = None,
        seconds: float | None = None,
        evaluator: str = "estimate",
        temperature: float = 0.0,
        most_lost: float = 1.0,
        c_puct: float | None = None,
        style: str = "",
        weights: str = "",
        memory: float = MEMORY,
    ) -> None:
        check_budget(sims, seconds)
        check_memory(memory)
        check_evaluator(evaluator)
        check_style(style)
        check_number("temperature", temperature)
        check_number("most_lost", most_lost)
        check_number("c_puct", c_puct)
        self._style = style
        self._chance = np.random.default_rng(seeded(seed).tolist())
        self._budget = sims, seconds
        self._evaluator, self._c_puct = evaluator, c_puct
        self._weights: Weights | None = find_weights(weights) if weights else None
        self._memory = memory
        self._temperature, self._most_lost = temperature, most_lost
        self._search: Search | None = None

    def choose(self, view: View, clock: Clock | None = None) -> Move:
        """One of the legal moves; purchases are paid by default."""
        timer = time.perf_counter if clock is None else clock.timer
        begin = timer()
        legal = check_view(view)
        chance = self._chance.bit_generator.random_raw(WORDS)
        luck = float(self._chance.random())
        simulations, seconds = self._allowed(clock)
        if len(legal) == 1:
            return legal[0]
        search = self._search_for(view, simulations)
        search._begin(view, chance)
        deadline = inf if seconds is None else begin + seconds - RESERVE_SECONDS
        if not self._style and self._temperature <= 0.0:
            search._decide(simulations, deadline, timer)
            return search._best_move()
        search._spend(simulations, deadline, timer=timer)
        found: Sequence[Candidate] = search._ranked(with_lines=False)
        if self._style:
            found = prefer_style(view, found, self._style)
        return pick(found, self._temperature, self._most_lost, luck).move

    @property
    def version(self) -> str | None:
        """The hash of the weights that decided last, for match files; none without a network."""
        weights = self._search.weights if self._search else self._weights
        return weights.hash if weights else None

    def _search_for(self, view: View, simulations: int | None) -> Search:
        """The search of the last decision, if it fits the game and has room for the budget."""
        nodes = None if simulations is None else simulations + 1
        if self._search is None or not self._search.fits(view, nodes):
            self._search = Search(
                view,
                evaluator=self._evaluator,
                weights=self._weights,
                c_puct=self._c_puct,
                memory=self._memory,
                most_nodes=nodes,
                widening=0.0,  # no stronger with it, and the levels were measured without
            )
        return self._search

    def _allowed(self, clock: Clock | None) -> tuple[int | None, float | None]:
        """The simulations and seconds for one decision: the smaller of its own and the clock's."""
        allowed = [self._budget]
        if clock is not None:
            allowed.append((clock.simulations, clock.seconds))
        sims = min((sims for sims, _ in allowed if sims is not None), default=None)
        seconds = min((seconds for _, seconds in allowed if seconds is not None), default=None)
        return SIMULATIONS if sims is None and seconds is None else sims, seconds
