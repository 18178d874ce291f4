"""Ratings from match files: the relative strength of the agents, with confidence intervals.

The model is Luce's: agent i wins with probability s_i / Σ s_j, the sum being over all seats of the
game. For two agents this is the Bradley-Terry model. A rating is 400 · log10(s). One win and one
loss are added for every pair of agents that met: a weak prior that keeps ratings finite.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from math import log
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.arena.match import DealResult, GameResult, Header
from splendor.arena.matchfile import versions_in
from splendor.core.errors import RulesError

Array: TypeAlias = npt.NDArray[np.float64]
Anchor: TypeAlias = tuple[str, float]  # an agent and its fixed Elo

ELO = 400 / log(10)  # Elo per unit of log strength
RESAMPLES = 500
SEED = 1  # of the resampling: the same files give the same intervals
MOST_STEPS = 200
LONGEST_STEP = 2.0


@dataclass(frozen=True, slots=True)
class Source:
    """One match file: its name, header and deals."""

    name: str
    match: Header
    deals: Sequence[DealResult]

    @property
    def agents(self) -> list[str]:
        return [agent["name"] for agent in self.match["agents"]]

    @property
    def game(self) -> tuple[str, int, str]:
        """Rules, players and options: equal in all matches that are rated together."""
        facts = dict(self.match["options"])
        if plies := self.match.get("random_plies"):
            facts["random_plies"] = plies
        options = ", ".join(f"{key}={value}" for key, value in facts.items())
        return self.match["rules"], self.match["players"], options


@dataclass(slots=True)
class Rating:
    """The rating of one agent; `low` and `high` are the ends of the 95 % interval."""

    name: str
    elo: float
    low: float
    high: float
    games: int = 0  # an agent at two seats of a game counts twice
    points: float = 0.0
    rounds: int = 0
    finished: int = 0
    decisions: int = 0
    cpu: float = 0.0
    failures: int = 0

    @property
    def score(self) -> float:
        return self.points / max(1, self.games)

    @property
    def mean_rounds(self) -> float:
        return self.rounds / max(1, self.finished)

    @property
    def cpu_per_decision(self) -> float:
        return self.cpu / max(1, self.decisions)

    def add(self, game: GameResult, entrant: int) -> None:
        self.games += 1
        self.points += game["payoffs"][entrant]
        if failure := game["failure"]:
            self.failures += failure["agent"] == entrant
            return
        self.finished += 1
        self.rounds += game["rounds"]
        self.decisions += game["decisions"][entrant]
        self.cpu += game["cpu"][entrant]


@dataclass(slots=True)
class Ladder:
    """The ratings of agents that are connected by games of one kind, the strongest first."""

    rules: str
    players: int
    options: str
    ratings: list[Rating]
    anchor: str | None = None

    @property
    def title(self) -> str:
        return f"{self.rules}, {self.players} players ({self.options})"


# From match files to ladders


def ladders(sources: Iterable[Source], anchor: Anchor | None = None) -> list[Ladder]:
    """One ladder for each kind of game and each connected set of agents."""
    played = [source for source in sources if source.deals]
    if not played:
        raise RulesError("no deals in these files: there is nothing to rate")
    refuse_duplicates(played)
    if anchor and not any(anchor[0] in source.agents for source in played):
        raise RulesError(f"--anchor: there is no agent {anchor[0]!r} in these files")
    result = []
    for game in dict.fromkeys(source.game for source in played):
        for group in connected([source for source in played if source.game == game]):
            result.append(ladder_of(group, anchor))
    return result


def refuse_duplicates(sources: Sequence[Source]) -> None:
    """Games in two files would count twice and make the intervals too narrow."""
    seen: dict[tuple[object, ...], str] = {}
    for source in sources:
        key = (source.game, tuple(source.agents), source.match["seed"])
        if key in seen:
            raise RulesError(f"{seen[key]} and {source.name} hold the same deals of one match")
        seen[key] = source.name


def connected(sources: Sequence[Source]) -> Iterator[list[Source]]:
    """Groups of files whose agents are connected by games, directly or through others."""
    left = list(sources)
    while left:
        agents, group = set(left[0].agents), list[Source]()
        while near := [source for source in left if agents & set(source.agents)]:
            left = [source for source in left if not agents & set(source.agents)]
            agents.update(name for source in near for name in source.agents)
            group.extend(near)
        yield group


def ladder_of(sources: Sequence[Source], anchor: Anchor | None) -> Ladder:
    names = list(dict.fromkeys(name for source in sources for name in source.agents))
    evidence = Evidence.of(sources, names)
    fitted = fit(evidence, evidence.played())
    chance = np.random.default_rng(SEED)
    samples = [fit(evidence, evidence.resampled(chance), fitted) for _ in range(RESAMPLES)]
    fixed = anchor if anchor and anchor[0] in names else None
    elo = anchored(ELO * np.array([fitted, *samples]), names, fixed)
    low, high = np.quantile(elo[1:], (0.025, 0.975), axis=0)
    ratings = {
        name: Rating(name, float(elo[0, place]), float(low[place]), float(high[place]))
        for place, name in enumerate(names)
    }
    count(sources, ratings)
    best_first = sorted(ratings.values(), key=lambda rating: -rating.elo)
    return Ladder(*sources[0].game, best_first, fixed and fixed[0])


def anchored(elo: Array, names: Sequence[str], anchor: Anchor | None) -> Array:
    """Each row of `elo`, shifted so that the anchor has its Elo; without one, the mean is 0."""
    if anchor is None:
        return elo
    name, value = anchor
    return elo - elo[:, [names.index(name)]] + value


def count(sources: Sequence[Source], ratings: dict[str, Rating]) -> None:
    for source in sources:
        for deal in source.deals:
            for game in deal["games"]:
                for entrant, name in enumerate(source.agents):
                    ratings[name].add(game, entrant)


def other_versions(sources: Sequence[Source]) -> list[str]:
    """The names of agents that played in several versions and are rated as one."""
    versions = {
        (agent["name"], version["version"], version["bot_version"])
        for source in sources
        for named in (
            versions_in(source.match),
            *(deal.get("versions", ()) for deal in source.deals),
        )
        for agent, version in zip(source.match["agents"], named, strict=False)
    }
    counts = Counter(name for name, *_ in versions)
    return sorted(name for name, number in counts.items() if number > 1)


# The fit


@dataclass(slots=True)
class Results:
    """Weighted sums over the games of each lineup: wins of each agent, number of games."""

    wins: Array  # lineups × agents
    games: Array  # lineups


@dataclass(slots=True)
class Evidence:
    """The lineups and their scores: one for each file, then one for each pair (the prior)."""

    seats: Array  # lineups × agents: the number of seats of each agent
    scores: list[Array]  # for each file: deals × agents
    sizes: list[int]  # for each file: the games of a deal
    pairs: list[tuple[int, int]]  # agents that have met

    @classmethod
    def of(cls, sources: Sequence[Source], names: Sequence[str]) -> "Evidence":
        lineups = [[names.index(name) for name in source.agents] for source in sources]
        met = {pair for lineup in lineups for pair in combinations(sorted(set(lineup)), 2)}
        one_each = np.eye(len(names))
        seats = [one_each[list(lineup)].sum(axis=0) for lineup in (*lineups, *sorted(met))]
        scores = []
        for source, lineup in zip(sources, lineups, strict=True):
            payoffs = [[game["payoffs"] for game in deal["games"]] for deal in source.deals]
            scores.append(np.array(payoffs, float).sum(axis=1) @ one_each[lineup])
        sizes = [source.match["players"] for source in sources]
        return cls(np.array(seats), scores, sizes, sorted(met))

    def played(self) -> Results:
        """The results of all games, and the prior."""
        weights = [np.ones(len(scores)) for scores in self.scores]
        return self.weighted(weights, np.ones((len(self.pairs), 2)))

    def resampled(self, chance: np.random.Generator) -> Results:
        """The same with a random weight for every deal, and for every game of the prior.

        Exponential weights (the Bayesian bootstrap) are never zero, so the only loss of an agent
        is part of every sample.
        """
        weights = [chance.exponential(size=len(scores)) for scores in self.scores]
        return self.weighted(weights, chance.exponential(size=(len(self.pairs), 2)))

    def weighted(self, weights: Sequence[Array], prior: Array) -> Results:
        wins, games = np.zeros_like(self.seats), np.zeros(len(self.seats))
        for row, (scores, weight) in enumerate(zip(self.scores, weights, strict=True)):
            wins[row] = weight @ scores
            games[row] = weight.sum() * self.sizes[row]
        for row, (pair, weight) in enumerate(zip(self.pairs, prior, strict=True), len(self.scores)):
            wins[row, list(pair)] = weight
            games[row] = weight.sum()
        return Results(wins, games)


def fit(evidence: Evidence, results: Results, start: Array | None = None) -> Array:
    """The maximum-likelihood log strengths, with mean 0, by Newton's method with short steps."""
    agents = evidence.seats.shape[1]
    strengths = np.zeros(agents) if start is None else start
    best = likelihood(evidence, results, strengths)
    for _ in range(MOST_STEPS):
        step = newton_step(evidence, results, strengths)
        step *= min(1.0, LONGEST_STEP / max(1e-300, float(np.abs(step).max())))
        while (reached := likelihood(evidence, results, strengths + step)) < best:
            step /= 2
            if np.abs(step).max() < 1e-10:
                return strengths
        strengths, best = strengths + step, reached
        if np.abs(step).max() < 1e-9:
            break
    return strengths


def likelihood(evidence: Evidence, results: Results, strengths: Array) -> float:
    """The log-likelihood of the results."""
    totals = np.log(evidence.seats @ np.exp(strengths))
    return float((results.wins @ strengths).sum() - results.games @ totals)


def newton_step(evidence: Evidence, results: Results, strengths: Array) -> Array:
    powers = evidence.seats * np.exp(strengths)
    shares = powers / powers.sum(axis=1, keepdims=True)
    expected = results.games[:, None] * shares
    slope = (results.wins - expected).sum(axis=0)
    curve = np.diag(expected.sum(axis=0)) - shares.T @ expected
    # Only differences are determined: adding ones keeps the mean at 0.
    return np.linalg.solve(curve + np.ones_like(curve), slope)
