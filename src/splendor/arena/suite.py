"""The suite: an agent against fixed opponents on fixed deals, so that results can be compared.

Version 1 never changes; other opponents or deals are a new version.
"""

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from math import isfinite
from pathlib import Path
from typing import Any

from splendor.arena.match import AgentVersion, DealResult, Match
from splendor.arena.matchfile import MatchFile, read_match
from splendor.arena.scores import Score, deal_scores, elo_of, score_of
from splendor.arena.series import Report, Warn, play_match
from splendor.bots.levels import ladder_of
from splendor.core.errors import RulesError
from splendor.ruleset import ruleset_of

SUITE = "splendor-suite/1"
SEED = "suite 1"
DEALS = 100
OPPONENTS = ("random", "greedy", "newcomer", "casual", "skilled")


@dataclass(frozen=True, slots=True)
class Suite:
    """What is played: an agent, the rules, and the budget for each of its decisions."""

    agent: str
    rules: str = "official"
    players: int = 2
    simulations: int | None = None
    seconds: float | None = None
    deals: int = DEALS
    opponents: tuple[str, ...] = OPPONENTS

    def match(self, opponent: str) -> Match:
        agents = (self.agent, *[opponent] * (self.players - 1))
        return Match(self.rules, agents, SEED, self.simulations, self.seconds)

    def chosen(self) -> tuple[str, ...]:
        """The opponents that the game has for this number of players."""
        ruleset = ruleset_of(self.rules)
        if self.players not in ruleset.players:
            raise RulesError(f"{self.rules} is not played by {self.players}")
        ladder = {level.name for level in ladder_of(ruleset.name, self.players)}
        unknown = [name for name in self.opponents if name not in OPPONENTS]
        if unknown:
            raise RulesError(f"the suite has {', '.join(OPPONENTS)}, not {unknown[0]!r}")
        return tuple(each for each in self.opponents if each in ladder | {"random", "greedy"})

    def play(self, folder: Path, workers: int, callbacks: tuple[Report, Warn]) -> Iterator["Row"]:
        """Play against one opponent after the other; the match files are kept in the folder."""
        folder.mkdir(parents=True, exist_ok=True)
        for opponent in self.chosen():
            name = folder / f"{self.rules}-{self.players}-{opponent}.jsonl"
            with MatchFile(str(name)) as file:
                deals = play_match(self.match(opponent), file, self.deals, workers, callbacks)[
                    : self.deals
                ]
            header, _ = read_match(str(name))
            agents: list[AgentVersion] = header["agents"]
            yield Row(opponent, deals, name, agents[:2])


@dataclass(frozen=True, slots=True)
class Row:
    """The result against one opponent."""

    opponent: str
    deals: list[DealResult]
    file: Path
    agents: list[AgentVersion]

    @property
    def score(self) -> Score:
        return score_of(deal_scores(self.deals, 0))

    @property
    def failures(self) -> int:
        games = (game for deal in self.deals for game in deal["games"])
        return sum(bool(game["failure"]) and game["failure"]["agent"] == 0 for game in games)

    def document(self) -> dict[str, Any]:
        score, elo = self.score, elo_of(self.score.mean)
        return {
            "opponent": self.opponent,
            "score": round(score.mean, 4),
            "interval": [round(score.low, 4), round(score.high, 4)],
            "elo": round(elo, 1) if isfinite(elo) else None,
            "games": sum(len(deal["games"]) for deal in self.deals),
            "lost_by_failing": self.failures,
            "agent": self.agents[0],
            "opponent_agent": self.agents[1],
            "results_sha256": results_digest(self.deals),
            "file": self.file.name,
            "file_sha256": hashlib.sha256(self.file.read_bytes()).hexdigest(),
        }


def results_digest(deals: Sequence[DealResult]) -> str:
    """A hash of who won what: the same whenever the same games are played again."""
    rows = [
        [game["seats"], game["payoffs"], game.get("rounds")]
        for deal in deals
        for game in deal["games"]
    ]
    return hashlib.sha256(json.dumps(rows).encode()).hexdigest()


def document(suite: Suite, rows: Sequence[Row]) -> dict[str, Any]:
    """Everything that is needed to check the results."""
    levels = files("splendor.data").joinpath("levels.csv").read_bytes()
    return {
        "suite": SUITE,
        "complete": suite.opponents == OPPONENTS and suite.deals == DEALS,
        "agent": suite.agent,
        "rules": suite.rules,
        "players": suite.players,
        "seed": SEED,
        "deals": suite.deals,
        "budget": {"simulations": suite.simulations, "seconds": suite.seconds},
        "version": version("splendor"),
        "levels_sha256": hashlib.sha256(levels).hexdigest(),
        "mean_score": round(sum(row.score.mean for row in rows) / len(rows), 4),
        "results": [row.document() for row in rows],
    }
