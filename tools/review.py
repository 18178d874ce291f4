"""Measure what reviews say: review games between bots of every level, and report on them.

    python -m tools.review play base 2 --games 60     review more games (resumable)
    python -m tools.review report                     print what the reviewed games say
    python -m tools.review play duel 2 --weights FILE judge with the weights of this file
    python -m tools.review mistakes base 2            slips with their reasons, to read
    python -m tools.review meaning base 2             play on from slips (resumable)

In each game all seats are of one level, in turn from the weakest to the last without a clock. A
line of `docs/review/GAME-PLAYERS.jsonl` is a reviewed game: accuracy and account of every seat, the
seconds it took, and how many slips have reasons. The games are the same at every run, so that a
later version can be compared with an earlier one.

A line of `docs/review/meaning-GAME-PLAYERS.jsonl` is a mistake or blunder after which experts
played on: from the best move and from the one that was played, on deals that agree with what the
player knew, the same on both sides. What the best move gained should be what the review said.
"""

import argparse
import json
import multiprocessing
import random
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from splendor.bots import Clock
from splendor.bots.evaluators.network import find_weights
from splendor.bots.levels import Level, ladder_of, level_of
from splendor.game import Game
from splendor.review import DecisionReview, Review, TurnReview, review
from splendor.review.judge import result_of
from splendor.review.words import reason_text
from splendor.view import View
from tools.docs.markdown import table

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "docs" / "review"
READ = ROOT / "build" / "review"  # slips to read, which are not kept
RULES = {"base": "official", "duel": "duel"}
KINDS = (("base", 2), ("base", 3), ("base", 4), ("duel", 2))
MOST_MOVES = 400  # after which random players are stopped
SLIPS = ("mistake", "blunder")
SLIPS_OF_A_GAME = 2  # that are played on from
GAMES_ON = 40  # from either move
PLAYING_ON = "expert"

Row = dict[str, Any]


# Games


def levels_for(game: str, players: int) -> list[Level]:
    """The levels of a ladder whose moves are quick to choose."""
    return [level for level in ladder_of(game, players) if level.seconds is None]


def played(kind: str, players: int, number: int) -> tuple[str, Game]:
    """A game between players of one level, and the level."""
    levels = levels_for(kind, players)
    level = levels[number % len(levels)]
    game = Game(RULES[kind], players=players, seed=f"review/{number}")
    bots = [level.bot(f"review/{number}/{seat}") for seat in range(players)]
    while not game.is_over and len(game.moves) < MOST_MOVES:
        game.push(bots[game.active].choose(game.view(game.active), Clock()))
    if not game.is_over:
        game.conclude("abandoned")
    return level.name, game


def row_of(level: str, found: Review, seconds: float) -> Row:
    slips = [turn for turn in found.turns if turn.label in SLIPS]
    decisions = [each for turn in found.turns for each in turn.decisions]
    return {
        "level": level,
        "decisions": len(decisions),
        "seconds": round(seconds, 1),
        "judge": judge_name(found),
        "budget": found.budget.decision,
        "slips": len(slips),
        "with_reasons": sum(bool(turn.in_favour or turn.against) for turn in slips),
        "seats": [
            {
                "accuracy": None if seat.accuracy is None else round(seat.accuracy, 2),
                "luck": round(seat.account.luck, 4),
                "measured_luck": round(sum(e.luck[at] for e in decisions if e.luck), 4),
                "remainder": round(seat.account.remainder, 4),
                "result": seat.account.result,
            }
            for at, seat in enumerate(found.seats)
        ],
    }


def judge_name(found: Review) -> str:
    """The evaluator, its weights, and the exponent of what is shown."""
    power = f" to the power {found.exponent:g}" if found.exponent != 1.0 else ""
    return f"{found.evaluator} {found.weights}".strip() + power


def play(args: argparse.Namespace) -> int:
    """Review the games that the file lacks."""
    path = file_of(args.game, args.players)
    path.parent.mkdir(exist_ok=True)
    READ.mkdir(parents=True, exist_ok=True)
    numbers = range(len(rows(args.game, args.players)), args.games)
    review_one = partial(reviewed, args.game, args.players, args.weights)
    with multiprocessing.get_context("spawn").Pool(args.workers) as pool:
        for number, (row, slips) in zip(numbers, pool.imap(review_one, numbers), strict=True):
            with path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            with (READ / f"{path.stem}.txt").open("a", encoding="utf-8") as file:
                file.writelines(f"{line}\n" for line in slips)
            print(f"{path.stem} {number}: {row['level']}, {row['seconds']} s", flush=True)
    return 0


def reviewed(kind: str, players: int, weights: str | None, number: int) -> tuple[Row, list[str]]:
    """The row of a game, and its slips."""
    level, game = played(kind, players, number)
    begin = time.process_time()
    found = review(game, seed=number, weights=find_weights(weights) if weights else None)
    row = row_of(level, found, time.process_time() - begin)
    return row, list(slip_lines(number, level, found))


def slip_lines(number: int, level: str, found: Review) -> Iterator[str]:
    for turn in found.turns:
        if turn.label in SLIPS:
            yield f"game {number} ({level}), round {turn.round}: {slip_text(turn, found.players)}"


def slip_text(turn: TurnReview, players: int) -> str:
    worst = max(turn.decisions, key=lambda each: each.loss)
    names = [f"seat {seat}" for seat in range(players)]
    sides = [[reason_text(each, names) for each in side] for side in (turn.in_favour, turn.against)]
    best = " ".join(worst.options[0].line[:3])
    return (
        f"{turn.label} of seat {turn.seat}: {' '.join(turn.moves)} (−{100 * turn.loss:.0f}), "
        f"better {best}\n    + {'; '.join(sides[0])}\n    − {'; '.join(sides[1])}"
    )


def mistakes(args: argparse.Namespace) -> int:
    path = READ / f"{file_of(args.game, args.players).stem}.txt"
    if not path.exists():
        print(f"there is no {path.name}: python -m tools.review play {args.game} {args.players}")
        return 1
    print(path.read_text(encoding="utf-8"))
    return 0


# Playing on


def meaning(args: argparse.Namespace) -> int:
    """Play on from slips until the file has as many as asked for."""
    path = meaning_file(args.game, args.players)
    path.parent.mkdir(exist_ok=True)
    found = read(path)
    number = found[-1]["number"] + 1 if found else 0
    while len(found) < args.slips:
        new = list(meaning_rows(args.game, args.players, number))
        with path.open("a", encoding="utf-8") as file:
            file.writelines(json.dumps(row) + "\n" for row in new)
        found += new
        print(f"{path.stem} {number}: {len(found)} slips", flush=True)
        number += 1
    return 0


def meaning_rows(kind: str, players: int, number: int) -> Iterator[Row]:
    """The slips of a game that are played on from, with what was gained."""
    level, game = played(kind, players, number)
    found = review(game, seed=number)
    for turn, decision in chosen_slips(found, number):
        begin = time.process_time()
        before = game.at(decision.ply)
        moves = [decision.options[0].move, decision.move]
        seed = f"meaning/{number}/{decision.ply}"
        pairs = [
            [play_on(before.view(decision.seat), move, f"{seed}/{deal}") for move in moves]
            for deal in range(GAMES_ON)
        ]
        best, other = (statistics.fmean(results) for results in zip(*pairs, strict=True))
        yield {
            "number": number,
            "level": level,
            "judge": judge_name(found),
            "ply": decision.ply,
            "round": turn.round,
            "label": turn.label,
            "moves": moves,
            "chance": round(decision.seats[decision.seat], 4),
            "loss": round(turn.loss, 4),
            "measured": round(decision.loss, 4),
            "error": round(turn.loss_error, 4),
            "best": round(best, 4),
            "played": round(other, 4),
            "seconds": round(time.process_time() - begin, 1),
        }


def chosen_slips(found: Review, seed: int) -> list[tuple[TurnReview, DecisionReview]]:
    """Some of the slips in which one decision gave everything away."""
    slips = [
        (turn, losses[0])
        for turn in found.turns
        if turn.label in SLIPS and len(losses := [e for e in turn.decisions if e.loss > 0]) == 1
    ]
    chosen = random.Random(seed).sample(range(len(slips)), min(SLIPS_OF_A_GAME, len(slips)))
    return [slips[number] for number in sorted(chosen)]


def play_on(view: View, move: str, seed: str) -> float:
    """What the seat of a view gets after a move, on a deal that agrees with the view."""
    game = view.imagine(seed)
    level = level_of(view.ruleset.name, view.players, PLAYING_ON)
    bots = [level.bot(f"{seed}/{seat}") for seat in range(view.players)]
    game.push(move)
    while not game.is_over and game.ply < MOST_MOVES:
        game.push(bots[game.active].choose(game.view(game.active), Clock()))
    return float(result_of(game)[view.seat])


# Results


def meaning_file(game: str, players: int) -> Path:
    return RESULTS / f"meaning-{game}-{players}.jsonl"


def file_of(game: str, players: int) -> Path:
    return RESULTS / f"{game}-{players}.jsonl"


def rows(game: str, players: int) -> list[Row]:
    return read(file_of(game, players))


def read(path: Path) -> list[Row]:
    lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
    return [json.loads(line) for line in lines]


def summary_table() -> str:
    """What all games of a kind have in common."""
    head = ["", "games", "s for 60 decisions", "remainder", "95 % within", "luck", "with reasons"]
    found = [(kind, rows(*kind)) for kind in KINDS]
    lines = [summary(f"{game}, {players}", some) for (game, players), some in found if some]
    return table(head, lines)


def summary(name: str, found: Sequence[Row]) -> list[str]:
    remainders = sorted(max(abs(seat["remainder"]) for seat in row["seats"]) for row in found)
    decisions = sum(row["decisions"] for row in found)
    seconds = 60 * sum(row["seconds"] for row in found) / max(1, decisions)
    slips, told = (sum(row[key] for row in found) for key in ("slips", "with_reasons"))
    return [
        name,
        f"{len(found):,}",
        f"{seconds:.0f}",
        f"{100 * statistics.fmean(remainders):.1f}",
        f"{100 * remainders[int(0.95 * (len(remainders) - 1))]:.1f}",
        interval([100 * row["seats"][0]["luck"] for row in found]),
        f"{100 * told / slips:.0f} % of {slips:,}" if slips else "–",
    ]


def accuracy_table() -> str:
    """The mean accuracy of every level, from the weakest to the strongest."""
    lines = []
    for game, players in KINDS:
        found = rows(game, players)
        for level in levels_for(game, players) if found else ():
            mine = [seat for row in found if row["level"] == level.name for seat in row["seats"]]
            accuracies = [seat["accuracy"] for seat in mine if seat["accuracy"] is not None]
            if accuracies:
                elo = f"{level.elo:,.0f}"
                lines.append([f"{game}, {players}", level.name, elo, interval(accuracies)])
    return table(["", "level", "Elo", "accuracy"], lines)


def meaning_table() -> str:
    """What the best moves gained in play, beside what reviews said."""
    head = ["", "slips", "games", "review", "played on", "difference"]
    lines = []
    for game, players in KINDS:
        found = read(meaning_file(game, players))
        for label in ("", *SLIPS) if found else ():
            some = [row for row in found if label in ("", row["label"])]
            name = f"{game}, {players}" + (f": {label}s" if label else "")
            lines.append([name, *meaning_line(some)])
    return table(head, lines)


def meaning_line(found: Sequence[Row]) -> list[str]:
    said = [100 * row["loss"] for row in found]
    gained = [100 * (row["best"] - row["played"]) for row in found]
    more = [each - expected for each, expected in zip(gained, said, strict=True)]
    games = f"{2 * GAMES_ON * len(found):,}"
    mean = f"{statistics.fmean(said):.1f}" if said else "–"
    return [f"{len(found):,}", games, mean, interval(gained), interval(more)]


def interval(values: Sequence[float]) -> str:
    """The mean, and its 95 % interval."""
    if len(values) < 2:
        return f"{values[0]:.1f}" if values else "–"
    half = 1.96 * statistics.stdev(values) / len(values) ** 0.5
    return f"{statistics.fmean(values):.1f} ± {half:.1f}"


def report(args: argparse.Namespace) -> int:
    """*remainder* is the mean of the largest one of a game, *luck* that of the first seat."""
    print(f"{summary_table()}\n{accuracy_table()}\n{meaning_table()}", end="")
    return 0


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tools.review", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip # noqa: E501
    commands = parser.add_subparsers(required=True)
    for name, run in (("play", play), ("mistakes", mistakes), ("meaning", meaning)):
        command = commands.add_parser(name)
        command.set_defaults(run=run)
        command.add_argument("game", choices=RULES)
        command.add_argument("players", type=int, choices=(2, 3, 4))
        if run is play:
            command.add_argument("--games", type=int, default=60, help="in all (60)")
            command.add_argument("--workers", type=int, default=1, help="processes (1)")
            command.add_argument("--weights", metavar="FILE", help="of a network, or its release")
        if run is meaning:
            command.add_argument("--slips", type=int, default=60, help="in all (60)")
    commands.add_parser("report").set_defaults(run=report)
    args = parser.parse_args()
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
