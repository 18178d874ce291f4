"""Releases: weights that replace those of the package after they have won a match.

The candidate of a run plays against the newest release of its game, or against the hand-written
evaluator if there is none, on paired deals and with a clock. The match file in the run's folder
can be continued, and is kept under version control together with the release.
"""

import shutil
from collections.abc import Callable
from dataclasses import dataclass
from math import ceil
from pathlib import Path

from splendor.arena.match import Match
from splendor.arena.matchfile import MatchFile
from splendor.arena.scores import Score, deal_scores, score_of
from splendor.arena.series import play_match
from splendor.bots.evaluators.network import RELEASES, releases
from splendor.core.errors import RulesError
from splendor.learn.run import Run

SECONDS = 0.06  # CPU time of a decision
GAMES = 400
HAND_WRITTEN = "search,evaluator=estimate"


@dataclass(frozen=True, slots=True)
class Candidate:
    """Weights of a run that may become a release."""

    name: str
    file: Path
    match_file: Path
    opponent: str
    players: int

    @property
    def spec(self) -> str:
        return f"search,evaluator=network,weights={self.file}"

    def is_better(self, score: Score) -> bool:
        """Whether the whole interval of its score is above an even share."""
        return score.low > 1 / self.players


def candidate_of(run: Run) -> Candidate:
    """Write the candidate of a run, unless its match has begun; it becomes the next release."""
    if not run.progress.generation:
        raise RulesError(f"{run.folder} has nothing to release: train it first")
    game, players = run.settings.game, run.settings.players
    names = releases(game, players)
    number = int(names[-1].partition("-")[2]) + 1 if names else 1
    name = f"{game}{players}-{number}"
    file, match_file = (run.folder / f"{name}.{kind}" for kind in ("npz", "jsonl"))
    if not match_file.exists():
        progress = run.progress
        about = {"generation": progress.generation, "games": progress.games}
        run.trainer.exported(**about, cpu_seconds=round(progress.cpu_seconds)).save(file)
    opponent = f"search,evaluator=network,weights={names[-1]}" if names else HAND_WRITTEN
    return Candidate(name, file, match_file, opponent, players)


def play_release_match(
    candidate: Candidate, rules: str, games: int, workers: int, say: Callable[[str], None]
) -> Score:
    """The candidate's score; a match that was begun is continued."""
    agents = (candidate.spec, *[candidate.opponent] * (candidate.players - 1))
    match = Match(rules, agents, candidate.name, seconds=SECONDS, is_cpu=True)
    last = ceil(games / candidate.players)
    with MatchFile(str(candidate.match_file)) as file:
        deals = play_match(match, file, last, workers, (lambda *_: None, say))
    return score_of(deal_scores(deals, 0))


def release(candidate: Candidate) -> Path:
    """Put the weights into the package."""
    RELEASES.mkdir(exist_ok=True)
    return Path(shutil.move(candidate.file, RELEASES / f"{candidate.name}.npz"))
