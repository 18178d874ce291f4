"""The commands `splendor match` and `splendor ratings`: parsing and printing.

The arena is imported when a command runs.
"""

import argparse
import sys
from collections.abc import Sequence
from math import ceil
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_command, add_ray, at_least, number, rules_help, seconds
from splendor.cli.common import warm_up
from splendor.cli.engine import add_engine_option, configure_engines
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.arena.match import DealResult, Match
    from splendor.arena.matchfile import MatchFile
    from splendor.arena.ratings import Ladder, Rating

PLAYERS = range(2, 5)
MOST_SIMULATIONS = 1_000_000_000
MOST_WORKERS = 1024
MOST_RANDOM_PLIES = 100
RESUME = "the same command continues it"


# Arguments


def add_match(commands: Any) -> None:
    examples = (
        "greedy random --games 200 --out greedy-random.jsonl",
        "greedy random random --games 300 --seed friday --out three.jsonl",
        "my_bot:MyBot,depth=2 greedy --rules duel --time 0.5 --out mine.jsonl",
        "my_bot:MyBot greedy --sims 400 --games 4000 --sprt 0,35 --out test.jsonl",
        "mine greedy --engine 'mine=python3 my_engine.py' --out engine.jsonl",
    )
    parser = add_command(commands, run_match, "Let bots play a match, and measure it", examples)
    parser.add_argument("agents", nargs="+", metavar="AGENT", help="a bot: NAME, module:Class for your own, each with ,key=value settings; as many as players, 2 to 4")  # fmt: skip # noqa: E501
    add_engine_option(parser)
    parser.add_argument("--out", required=True, metavar="FILE", help="the match file, JSON lines; if it exists, the match continues")  # fmt: skip # noqa: E501
    parser.add_argument("--other-version", action="store_true", help="continue a match although its agents have another version now; the file records the change")  # fmt: skip # noqa: E501
    parser.add_argument("--games", type=at_least(1), default=200, help="number of games (200), rounded up to whole deals: each is played from every seat")  # fmt: skip # noqa: E501
    parser.add_argument("--seed", default="1", help="a number or text (1); the same seed gives the same deals")  # fmt: skip # noqa: E501
    parser.add_argument("--rules", default="official", help=rules_help())
    budget = parser.add_mutually_exclusive_group()
    budget.add_argument("--sims", type=at_least(1, MOST_SIMULATIONS), metavar="N", help="simulations for each decision")  # fmt: skip # noqa: E501
    budget.add_argument("--time", type=seconds, metavar="SECONDS", help="for each decision")
    budget.add_argument("--cpu-time", type=seconds, metavar="SECONDS", help="CPU time for each decision: for matches on a busy machine")  # fmt: skip # noqa: E501
    parser.add_argument("--random-plies", type=at_least(0, MOST_RANDOM_PLIES), default=0, metavar="N", help="random decisions at the beginning of each deal, the same for all seats (0)")  # fmt: skip # noqa: E501
    parser.add_argument("--sprt", type=two_numbers, metavar="E0,E1", help="stop as soon as it is clear whether the first agent is better by E0 or by E1 Elo, such as 0,35")  # fmt: skip # noqa: E501
    parser.add_argument("--workers", type=at_least(1, MOST_WORKERS), metavar="W", help="processes (one for each core); with --ray, on each machine")  # fmt: skip # noqa: E501
    add_ray(parser)
    parser.add_argument("--move-limit", type=seconds, default=60.0, metavar="SECONDS", help="a bot that thinks longer loses the game (60)")  # fmt: skip # noqa: E501


def add_ratings(commands: Any) -> None:
    examples = (
        "matches/*.jsonl",
        "matches/*.jsonl --anchor random=0 --plot ratings.svg",
        "greedy-random.jsonl --markdown",
    )
    parser = add_command(commands, run_ratings, "Rate the agents of matches", examples)
    parser.add_argument("files", nargs="+", metavar="FILE", help="match files")
    parser.add_argument("--anchor", type=name_and_elo, metavar="NAME=ELO", help="hold this agent fixed; without it the average is 0")  # fmt: skip # noqa: E501
    parser.add_argument("--plot", metavar="FILE.svg", help="also write a plot of the ratings; an existing file is overwritten")  # fmt: skip # noqa: E501
    parser.add_argument("--markdown", action="store_true", help="tables for a Markdown page")


def two_numbers(text: str) -> tuple[float, float]:
    first, comma, second = text.partition(",")
    if not comma or number(first) >= number(second):
        raise argparse.ArgumentTypeError(f"{text!r} is not E0,E1 with E0 below E1, such as 0,35")
    return number(first), number(second)


def name_and_elo(text: str) -> tuple[str, float]:
    """Split at the last equals sign, because a name may have settings."""
    name, equals, elo = text.rpartition("=")
    if not equals or not name:
        raise argparse.ArgumentTypeError(f"{text!r} is not NAME=ELO")
    return name, number(elo)


# The match


def run_match(args: argparse.Namespace) -> int:
    configure_engines(args)
    from splendor.arena.cluster import RayPool, pool_for
    from splendor.arena.match import deals_text
    from splendor.arena.matchfile import MatchFile
    from splendor.arena.pool import default_size
    from splendor.arena.progress import Progress
    from splendor.arena.series import play_match

    match = match_of(args)
    last = ceil(args.games / match.players)
    workers = (
        args.workers if args.ray else min(args.workers or default_size(), last * match.players)
    )
    pool = pool_for(match, workers, args.ray)
    with MatchFile(args.out, args.other_version) as file:
        warm_up(args.rules)
        progress = Progress(match, last)
        if isinstance(pool, RayPool):
            pool.say = progress.say
        if last * match.players != args.games:
            progress.say(f"{args.games} games are rounded up to {deals_text(last)}")
        try:
            deals = play_match(match, file, last, pool, (progress.show, progress.say))
        except KeyboardInterrupt:
            progress.say(interrupted(file))
            raise
        finally:
            progress.close()
    print("\n".join(summary(match, deals)))
    return 0


def interrupted(file: "MatchFile") -> str:
    """What is left of a match after Ctrl-C."""
    from splendor.arena.match import deals_text

    if file.is_empty:
        return f"the match had not started: {file.name} was not written"
    return f"{file.name} has {deals_text(len(file.deals))}: {RESUME}"


def match_of(args: argparse.Namespace) -> "Match":
    """The match that the arguments describe; specs with old names are replaced, with a message."""
    from splendor.arena.match import Match
    from splendor.bots import current_spec

    check_agents(args)
    agents = tuple(current_spec(spec) for spec in args.agents)
    for old, new in zip(args.agents, agents, strict=True):
        if old != new:
            print(f"{old} is now written {new}", file=sys.stderr)
    budget = (args.sims, args.cpu_time or args.time, args.move_limit)
    is_cpu = args.cpu_time is not None
    return Match(args.rules, agents, args.seed, *budget, args.sprt, is_cpu, args.random_plies)


def check_agents(args: argparse.Namespace) -> None:
    if len(args.agents) not in PLAYERS:
        raise RulesError(f"a match needs 2 to 4 agents, not {len(args.agents)}")
    if args.sprt and len(args.agents) != 2:
        raise RulesError("--sprt compares two agents: it cannot be used with more")


def summary(match: "Match", deals: "list[DealResult]") -> list[str]:
    """The lines printed at the end of a match."""
    from splendor.arena.match import deals_text
    from splendor.arena.progress import elo_text
    from splendor.arena.scores import deal_scores, score_of

    games = f"{deals_text(len(deals))}, {len(deals) * match.players} games"
    lines = [f"{match.rules}, seed {match.seed}: {games}"]
    rows = [["agent", "score", "95 %", "points", "cpu s/decision", "lost by failing"]]
    rows += [agent_cells(match, deals, agent) for agent in range(match.players)]
    if match.seconds is not None:
        late = [late_of(deals, agent) for agent in range(match.players)]
        rows = [[*row, cell] for row, cell in zip(rows, ["late (slowest)", *late], strict=True)]
    lines += aligned(rows)
    if match.players == 2:
        lines.append(f"{match.agents[0]}: {elo_text(score_of(deal_scores(deals, 0)))}")
    if match.sprt is not None:
        lines.append(verdict_text(match, deal_scores(deals, 0)))
    return lines


def agent_cells(match: "Match", deals: "list[DealResult]", agent: int) -> list[str]:
    from splendor.arena.scores import deal_scores, score_of

    score = score_of(deal_scores(deals, agent))
    games = [game for deal in deals for game in deal["games"]]
    played = [game for game in games if not game["failure"]]
    failures = sum(game["failure"]["agent"] == agent for game in games if game["failure"])
    points = sum(game["points"][agent] for game in played) / max(1, len(played))
    cpu = sum(game["cpu"][agent] for game in played)
    decisions = sum(game["decisions"][agent] for game in played)
    return [
        match.agents[agent],
        f"{100 * score.mean:.1f} %",
        f"{100 * score.low:.1f} to {100 * score.high:.1f}",
        f"{points:.1f}",
        f"{cpu / max(1, decisions):.5f}",
        str(failures),
    ]


def late_of(deals: "list[DealResult]", agent: int) -> str:
    played = [game for deal in deals for game in deal["games"] if not game["failure"]]
    slowest = max((game["slowest"][agent] for game in played), default=0.0)
    return f"{sum(game['late'][agent] for game in played)} ({slowest:.3f} s)"


def verdict_text(match: "Match", scores: list[float]) -> str:
    from splendor.arena.scores import likelihood_ratio, verdict

    assert match.sprt is not None
    ratio = likelihood_ratio(scores, match.sprt)
    low, high = match.sprt
    said = {
        1: f"accepted: {match.agents[0]} is better by {high:g} Elo rather than {low:g}",
        -1: f"rejected: {match.agents[0]} is better by {low:g} Elo rather than {high:g}",
        0: "not decided: more games are needed",
    }[verdict(scores, match.sprt)]
    return f"SPRT {low:g},{high:g}: {said} (log-likelihood ratio {ratio:+.2f})"


# The ratings


def run_ratings(args: argparse.Namespace) -> int:
    from splendor.arena.matchfile import read_match
    from splendor.arena.plot import plot
    from splendor.arena.ratings import Source, ladders, other_versions

    sources = [Source(name, *read_match(name)) for name in args.files]
    found = ladders(sources, args.anchor)
    for name in other_versions(sources):
        print(f"{name} played in different versions, rated as one", file=sys.stderr)
    if args.plot is not None:
        write(args.plot, plot(found))
    for index, ladder in enumerate(found):
        print(*([""] if index else []), *ladder_lines(ladder, args.markdown), sep="\n")
    return 0


def write(name: str, text: str) -> None:
    try:
        Path(name).write_text(text, encoding="utf-8")
    except (OSError, ValueError) as error:  # ValueError: a name that no file can have
        why = getattr(error, "strerror", None) or str(error)
        raise RulesError(f"cannot write {name}: {why}") from None


def ladder_lines(ladder: "Ladder", markdown: bool) -> list[str]:
    rows = [["rank", "agent", "Elo", "95 %", "games", "score", "rounds", "cpu s/decision", "failures"]]  # fmt: skip # noqa: E501
    rows += [rating_cells(rank, rating) for rank, rating in enumerate(ladder.ratings, 1)]
    if not markdown:
        return [ladder.title, *aligned(rows)]
    dashes = ["---:", "---", *["---:"] * (len(rows[0]) - 2)]
    lines = [f"| {' | '.join(row)} |" for row in (rows[0], dashes, *rows[1:])]
    return [f"**{ladder.title}**", "", *lines]


def rating_cells(rank: int, rating: "Rating") -> list[str]:
    return [
        str(rank),
        rating.name,
        f"{rating.elo:.0f}",
        f"{rating.low - rating.elo:+.0f} {rating.high - rating.elo:+.0f}",
        str(rating.games),
        f"{100 * rating.score:.1f} %",
        f"{rating.mean_rounds:.1f}",
        f"{rating.cpu_per_decision:.5f}",
        str(rating.failures),
    ]


def aligned(rows: Sequence[Sequence[str]]) -> list[str]:
    """Lines of columns: agents left-aligned, all others right-aligned."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    names = rows[0].index("agent")
    lines = []
    for row in rows:
        cells = [
            cell.ljust(width) if place == names else cell.rjust(width)
            for place, (cell, width) in enumerate(zip(row, widths, strict=True))
        ]
        lines.append("  " + "  ".join(cells).rstrip())
    return lines
