"""Play the matches behind `docs/strength.md`, and derive its tables, plots and ratings from them.

    python -m tools.strength play [NAME …]    play missing and unfinished matches
    python -m tools.strength write            write docs/strength.md, the plots and levels.csv

The match files are in `docs/strength/`, under version control. A NAME is the beginning of
a file's name, such as `base-2` or `claim`. Those that begin with `old` are of levels with the
hand-written evaluator, some of which a level with a network has replaced; together with a match of
each ladder against the old top they give one scale.
"""

import argparse
import csv
import subprocess
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from splendor.arena.matchfile import read_match
from splendor.arena.plot import plot
from splendor.arena.ratings import Ladder, Rating, Source
from splendor.arena.ratings import ladders as rate
from splendor.arena.scores import NORMAL, deal_scores, score_of
from splendor.bots.evaluators.network import RELEASES
from splendor.bots.levels import Level, level_of
from splendor.bots.levels import ladders as level_ladders
from splendor.core.content import DATA
from splendor.review.puzzles import TRIES, puzzles_of
from tools.docs.markdown import table

ROOT = Path(__file__).resolve().parent.parent
FILES = ROOT / "docs" / "strength"
RULES = {"base": "official", "duel": "duel"}
LADDER_GAMES = 240
QUICK_GAMES, QUICK = 480, 1_000  # more games for a network with fewer simulations
LONG_GAMES = {2: 240, 3: 60, 4: 60}  # fewer games for a level with many simulations
LONG = 10_000  # simulations of such a level
SEED = "strength"
OLD_TOP = {2: "search,sims=20000,seconds=1", 3: "search,sims=20000,c_puct=0.3,seconds=1"}
OLD_TOP[4] = OLD_TOP[3]
LINK_GAMES = 60  # of a ladder against the old top


@dataclass(frozen=True)
class PlannedMatch:
    """One match to play: the name of its file, the agents, the number of games."""

    name: str
    rules: str
    agents: tuple[str, ...]
    games: int
    budget: tuple[str, ...] = ()
    folder: Path = FILES

    @property
    def path(self) -> Path:
        return self.folder / f"{self.name}.jsonl"

    @property
    def command(self) -> list[str]:
        fixed = ["--rules", self.rules, "--games", str(self.games), "--seed", SEED]
        program = [sys.executable, "-m", "splendor", "match", *self.agents, *fixed]
        return [*program, *self.budget, "--out", str(self.path)]

    def source(self) -> Source:
        """What was played; a file that other agents played, before a level changed, is refused."""
        match, deals = read_match(str(self.path))
        played = tuple(agent["spec"] for agent in match["agents"])
        if self.folder == FILES and played != self.agents:
            raise SystemExit(f"{self.path.name} was played by {played}: rename it, and play again")
        return Source(self.path.name, match, deals)


def ladder_matches() -> Iterator[PlannedMatch]:
    """Each level against the next lower one, at all other seats."""
    for (game, players), ladder in level_ladders().items():
        for lower, upper in pairwise(ladder):
            agents = (upper.spec, *[lower.spec] * (players - 1))
            name = ladder_name(upper)
            yield PlannedMatch(name, RULES[game], agents, ladder_games(upper))
        if is_rebuilt(ladder):
            agents = (ladder[-2].spec, *[OLD_TOP[players]] * (players - 1))
            yield PlannedMatch(f"{game}-{players}-link", RULES[game], agents, LINK_GAMES)


def ladder_games(upper: Level) -> int:
    if upper.sims >= LONG:
        return LONG_GAMES[upper.players]
    return QUICK_GAMES if upper.weights and upper.sims < QUICK else LADDER_GAMES


def is_rebuilt(ladder: Sequence[Level]) -> bool:
    """Whether the top of the ladder uses a network."""
    return bool(ladder[-1].weights)


def ladder_name(upper: Level) -> str:
    """The name of the match of a level against the next lower one."""
    name = f"{upper.game}-{upper.players}-{upper.name}"
    return name if upper.weights else f"old-{name}"


# The bars of the champion: the newest weights against the hand-written evaluator in a second, ten
# times the time against itself, and players with habits of their own.
CHAMPION = "search,evaluator=network,weights={weights}"
HABITS = ("rusher", "hunter", "blocker", "reserver")


def champion_matches() -> Iterator[PlannedMatch]:
    for (game, players), ladder in level_ladders().items():
        if not is_rebuilt(ladder) or players != 2:
            continue
        name, rules = f"champion-{game}-{players}", RULES[game]
        weights = ladder[-1].weights
        champion = CHAMPION.format(weights=weights)
        hand_written, skilled = "search,evaluator=estimate", level_of(game, players, "skilled")
        second, quick = ("--cpu-time", "1"), ("--cpu-time", "0.06")
        yield PlannedMatch(f"{name}-second", rules, (champion, hand_written), 200, second)
        yield PlannedMatch(
            f"{name}-more",
            rules,
            (champion, f"{champion},seconds=0.06"),
            200,
            ("--cpu-time", "0.6"),
        )
        for style in HABITS:
            player = f"{style},weights={weights},sims=2000"
            yield PlannedMatch(f"{name}-{style}-skilled", rules, (player, skilled.spec), 200)
            yield PlannedMatch(f"{name}-{style}", rules, (player, champion), 200, quick)
        strange = (*quick, "--random-plies", "10")
        yield PlannedMatch(f"{name}-opening", rules, (hand_written, champion), 200, strange)


def release_matches() -> Iterator[PlannedMatch]:
    """The matches by which weights became releases: played by `splendor learn release`."""
    for name in sorted(path.stem for path in RELEASES.glob("*.npz")):
        for path in ROOT.glob(f"training/*/{name}.jsonl"):
            match, deals = read_match(str(path))
            others = [agent["spec"] for agent in match["agents"][1:]]
            agents = (CHAMPION.format(weights=name), *others)
            budget = ("--cpu-time", f"{match['budget']['seconds']:g}")
            games = len(deals) * len(agents)
            yield PlannedMatch(name, match["rules"], agents, games, budget, path.parent)


SEARCH = "search,sims=2000"
CLAIMS = (
    PlannedMatch("claim-base-2-greedy", "official", (SEARCH, "greedy"), 400),
    PlannedMatch("claim-base-2-rollouts", "official", ("search", "search,evaluator=rollout"), 400,
           ("--time", "0.01")),
    PlannedMatch("claim-base-2-quarter", "official", (SEARCH, "search,sims=500"), 400),
    PlannedMatch("claim-base-2-itself", "official", (SEARCH, SEARCH), 200),
    PlannedMatch("claim-base-3-greedy", "official", (SEARCH, "greedy", "greedy"), 300),
    PlannedMatch("claim-base-4-greedy", "official", (SEARCH, "greedy", "greedy", "greedy"), 400),
    PlannedMatch("claim-duel-2-greedy", "duel", (SEARCH, "greedy"), 400),
    PlannedMatch("claim-duel-2-rollouts", "duel", ("search", "search,evaluator=rollout"), 400,
           ("--time", "0.01")),
    PlannedMatch("claim-duel-2-quarter", "duel", (SEARCH, "search,sims=500"), 400),
    PlannedMatch("claim-duel-2-itself", "duel", (SEARCH, SEARCH), 200),
)  # fmt: skip


def all_matches() -> list[PlannedMatch]:
    return [*ladder_matches(), *CLAIMS, *champion_matches()]


def play(names: Sequence[str]) -> int:
    FILES.mkdir(exist_ok=True)
    for match in all_matches():
        if not names or any(match.name.startswith(name) for name in names):
            print(f"== {match.name}", flush=True)
            if code := subprocess.run(match.command, check=False).returncode:
                return code
    return 0


# Tables


def claims_table() -> str:
    return matches_table(CLAIMS)


def champion_table() -> str:
    return matches_table((*release_matches(), *champion_matches()))


def matches_table(matches: Iterable[PlannedMatch]) -> str:
    """The results of matches, from the first agent's side."""
    lines = [
        "| match | games | score of the first | 95 % interval | rounds | decisions | failures "
        "| late |",
        "|---|---|---|---|---|---|---|---|",
    ]
    lines += [claim_line(match) for match in matches if match.path.exists()]
    return "\n".join(lines) + "\n"


def claim_line(match: PlannedMatch) -> str:
    source = match.source()
    games = [game for deal in source.deals for game in deal["games"]]
    size = len(match.agents)
    score = score_of(deal_scores(source.deals, 0))
    finished = [game for game in games if not game["failure"]]
    rounds = sum(game["rounds"] for game in finished) / len(finished)
    decisions = sum(sum(game["decisions"]) for game in finished)
    others = match.agents[1] if size == 2 else f"{size - 1} × {match.agents[1]}"
    budget = f", {match.budget[1]} s per decision" if match.budget else ""
    if "--random-plies" in match.budget:
        budget += f", after {match.budget[-1]} random decisions"
    title = f"{match.rules}: `{match.agents[0]}` against `{others}`{budget}"
    failures = len(games) - len(finished)
    late = sum(sum(game.get("late", ())) for game in finished) if match.budget else "–"
    return (
        f"| {title} | {len(games)} | {score.mean:.1%} | ±{NORMAL * score.error:.1%} | {rounds:.1f} "
        f"| {decisions:,} | {failures} | {late} |"
    )


def rated(game: str, players: int) -> Ladder | None:
    """The ladder of a game from its match files, with `random` at 0: old and new levels."""
    matches = [match for match in ladder_matches() if match.name.startswith(f"{game}-{players}-")]
    paths = [match.path for match in matches if match.path.exists()]
    paths += sorted(FILES.glob(f"old-{game}-{players}-*.jsonl"))
    sources = [Source(path.name, *read_match(str(path))) for path in paths]
    return rate(sources, ("random", 0.0))[0] if sources else None


def ratings_by_spec(ladder: Ladder) -> dict[str, Rating]:
    return {rating.name: rating for rating in ladder.ratings}


def half_interval(rating: Rating) -> float:
    return max(rating.high - rating.elo, rating.elo - rating.low)


def level_table(game: str, players: int) -> str:
    """The levels of one ladder with their measurements."""
    ladder = rated(game, players)
    found = ratings_by_spec(ladder) if ladder else {}
    lines = [
        "| level | bot | Elo | 95 % interval | step | score against lower | CPU per decision |",
        "|---|---|---|---|---|---|---|",
    ]
    before: Rating | None = None
    for level in level_ladders()[game, players]:
        if rating := found.get(level.spec):
            lines.append(level_line(level, rating, before))
            before = rating
    return "\n".join(lines) + "\n"


def level_line(level: Level, rating: Rating, before: Rating | None) -> str:
    step = f"{rating.elo - before.elo:+.0f}" if before else ""
    score = lower_score(level) if before else ""
    return (
        f"| **{level.name}** | `{level.spec}` | {rating.elo:.0f} | {rating.low:.0f} to "
        f"{rating.high:.0f} | {step} | {score} | {rating.cpu_per_decision * 1e3:.2f} ms |"
    )


def lower_score(level: Level) -> str:
    _, deals = read_match(str(FILES / f"{ladder_name(level)}.jsonl"))
    score = score_of(deal_scores(deals, 0))
    return f"{score.mean:.0%} ±{NORMAL * score.error:.0%}"


def finds_table(game: str) -> str:
    """How many puzzles of each kind every level finds at once, for two players."""
    puzzles = [each for each in puzzles_of(game) if each.position.players == 2]
    kinds = sorted({each.kind for each in puzzles})
    groups = [[each.found or {} for each in puzzles if each.kind == kind] for kind in kinds]
    head = ["level", *(f"{kind} ({len(group)})" for kind, group in zip(kinds, groups, strict=True))]
    lines = [
        [level.name, *(f"{share_found(group, level.name):.0%}" for group in groups)]
        for level in level_ladders()[game, 2]
    ]
    return table(head, lines)


def share_found(group: Sequence[Mapping[str, int]], level: str) -> float:
    return sum(found.get(level, 0) for found in group) / (TRIES * len(group))


# Writing


def write_levels() -> None:
    """Write the measured ratings into levels.csv."""
    path = DATA / "levels.csv"
    with path.open(encoding="utf-8", newline="") as lines:
        rows = list(csv.DictReader(lines))
    for row, level in zip(rows, every_level(), strict=True):
        ladder = rated(level.game, level.players)
        rating = ratings_by_spec(ladder).get(level.spec) if ladder else None
        if rating:
            row["elo"] = f"{rating.elo:.0f}"
            row["interval"] = f"{half_interval(rating):.0f}"
    with path.open("w", encoding="utf-8", newline="") as lines:
        writer = csv.DictWriter(lines, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)


def every_level() -> Iterable[Level]:
    return (level for ladder in level_ladders().values() for level in ladder)


def named(ladder: Ladder, levels: Iterable[Level]) -> Ladder:
    """The ladder with the levels' names in place of their settings."""
    names = {level.spec: level.name for level in levels}
    for rating in ladder.ratings:
        rating.name = names.get(rating.name, rating.name)
    return ladder


def write_plots() -> None:
    for (game, players), levels in level_ladders().items():
        if ladder := rated(game, players):
            path = FILES / f"{game}-{players}.svg"
            path.write_text(plot([named(ladder, levels)]), encoding="utf-8")


def main() -> int:
    parser = argparse.ArgumentParser(description="Play and rate the matches of docs/strength.md.")
    parser.add_argument("what", choices=["play", "write"])
    parser.add_argument("names", nargs="*", help="prefixes of names of matches")
    args = parser.parse_args()
    if args.what == "play":
        return play(args.names)
    write_levels()
    write_plots()
    renew = [sys.executable, "-m", "tools.docs"]
    return subprocess.run(renew, cwd=ROOT, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
