"""The commands about puzzles: `splendor puzzle` to solve them, `splendor puzzles` to make them."""

import argparse
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any

from splendor.cli.arguments import add_colour, add_command, add_ray, at_least, rules_help
from splendor.cli.common import warm_up, warn_if_narrow
from splendor.cli.stdio import wants_colour
from splendor.core.errors import RulesError

if TYPE_CHECKING:
    from splendor.review.puzzles import Puzzle
    from splendor.review.solving import Solver

MOST_GAMES = 1_000_000
MOST_WORKERS = 1024
SAVED_EVERY = 25


def add_puzzle(commands: Any) -> None:
    examples = ("", "--game duel --kind royal", "--daily", "2f9c01ab")
    parser = add_command(commands, run_puzzle, "Solve puzzles in the terminal", examples)
    parser.add_argument("id", nargs="?", metavar="ID", help="one puzzle; otherwise one after another")  # fmt: skip # noqa: E501
    parser.add_argument("--daily", action="store_true", help="the puzzle of today, the same for everybody")  # fmt: skip # noqa: E501
    parser.add_argument("--game", default="base", help="base (the default) or duel")
    parser.add_argument("--kind", default="", help="only those of this kind, such as win or defence")  # fmt: skip # noqa: E501
    parser.add_argument("--rating", type=at_least(0, 3000), default=400, help="how difficult the first one is (400)")  # fmt: skip # noqa: E501
    add_colour(parser)


def run_puzzle(args: argparse.Namespace) -> int:
    from splendor.arena.glicko import Strength
    from splendor.terminal.play import Screen
    from splendor.terminal.puzzles import Solving

    puzzles = chosen(args)
    screen = Screen(sys.stdin, sys.stdout, wants_colour(args.color, sys.stdout))
    warn_if_narrow()
    return Solving(puzzles, screen, Strength(float(args.rating))).run()


def chosen(args: argparse.Namespace) -> "list[Puzzle]":
    from splendor.review.puzzles import KINDS, daily, puzzle_of, puzzles_of

    if args.id:
        return [puzzle_of(args.id)]
    if args.daily:
        return [daily(datetime.now(UTC).date())]
    if args.game not in KINDS:
        raise RulesError(f"there are no puzzles of {args.game!r}: choose {' or '.join(KINDS)}")
    if args.kind and args.kind not in KINDS[args.game]:
        raise RulesError(f"no kind is called {args.kind!r}: {', '.join(KINDS[args.game])}")
    found = [each for each in puzzles_of(args.game) if args.kind in ("", each.kind)]
    if not found:
        raise RulesError("this installation has no such puzzles")
    return found


# Making them


def add_puzzles(commands: Any) -> None:
    examples = (
        "mine --games 500 --out build/puzzles/base2.jsonl",
        "mine --rules duel --games 500 --out build/puzzles/duel.jsonl",
        "select build/puzzles/base*.jsonl --out src/splendor/data/puzzles/base.jsonl",
        "check src/splendor/data/puzzles/base.jsonl",
        "rate src/splendor/data/puzzles/duel.jsonl --level skilled",
    )
    parser = add_command(commands, run_puzzles, "Find puzzles in games between bots", examples)
    parser.add_argument("what", choices=("mine", "select", "check", "rate"), help="mine: play games and keep what one move decides; select: the puzzles of a package from what was mined, solved once more and tried by every level; check: solve them again, with another budget and seed; rate: let levels try them again, and write their difficulty on today's scale")  # fmt: skip # noqa: E501
    parser.add_argument("files", nargs="*", metavar="FILE", help="what was mined or selected")
    parser.add_argument("--rules", default="official", help=rules_help())
    parser.add_argument("--players", type=at_least(2, 4), default=2, help="2 (the default) to 4")
    parser.add_argument("--games", type=at_least(1, MOST_GAMES), default=100, metavar="N", help="games in all (100); the same command continues a file")  # fmt: skip # noqa: E501
    parser.add_argument("--bot", action="append", default=[], metavar="BOT", help="who may play in mined games, may be repeated; without, the levels from the middle of the ladder on")  # fmt: skip # noqa: E501
    parser.add_argument("--kind", action="append", default=[], metavar="KIND", help="what is mined besides wins, may be repeated; without, everything")  # fmt: skip # noqa: E501
    parser.add_argument("--weights", default="", metavar="NAME", help="of the network that judges: a release or a file; without, the best evaluator of the game")  # fmt: skip # noqa: E501
    parser.add_argument("--most", type=at_least(1, 10_000), default=200, help="puzzles of a kind and number of players (200)")  # fmt: skip # noqa: E501
    parser.add_argument("--without", metavar="FILE", help="puzzles that select leaves out: a line each, which begins with the id")  # fmt: skip # noqa: E501
    parser.add_argument("--level", action="append", default=[], metavar="LEVEL", help="who tries them again with rate, may be repeated; without, every level")  # fmt: skip # noqa: E501
    parser.add_argument("--out", metavar="FILE", help="where they are written")
    parser.add_argument("--seed", default="puzzles", help="a number or text")
    parser.add_argument("--workers", type=at_least(1, MOST_WORKERS), metavar="W", help="processes of mine (1); with --ray, on each machine (one for each core)")  # fmt: skip # noqa: E501
    add_ray(parser, "mine")


def run_puzzles(args: argparse.Namespace) -> int:
    if args.what != "mine" and (args.ray is not None or args.workers is not None):
        raise RulesError("--workers and --ray are for puzzles mine")
    if args.what != "rate" and args.level:
        raise RulesError("--level is for puzzles rate")
    return {"mine": mine, "select": select, "check": check, "rate": rate}[args.what](args)


def solver_of(weights: str, **effort: int) -> "Solver":
    from splendor.bots.evaluators.network import find_weights
    from splendor.review.solving import Effort, Solver

    if not weights:
        return Solver(Effort(**effort))
    return Solver(Effort(**effort), "network", find_weights(weights))


def mine(args: argparse.Namespace) -> int:
    from splendor.review.bulk import mine_all
    from splendor.review.mining import FORMAT, Mine, Miner
    from splendor.review.puzzles import KINDS
    from splendor.ruleset import ruleset_of

    file = out_of(args)
    game = ruleset_of(args.rules).name
    for kind in args.kind:
        if kind not in KINDS.get(game, ()):
            raise RulesError(f"no kind is called {kind!r}: {', '.join(KINDS.get(game, ()))}")
    warm_up(args.rules)
    solver = solver_of(args.weights)
    known = solver.version(game, args.players)
    settings = {
        "format": FORMAT, "rules": args.rules, "players": args.players,
        "seed": args.seed, "weights": known,
    }  # fmt: skip
    settings |= {key: given for key in ("bot", "kind") if (given := getattr(args, key))}
    found = Mine(file, settings)
    found.open()
    miner = Miner(args.rules, args.players, solver, args.seed, tuple(args.bot), tuple(args.kind))
    numbers = range(found.games, args.games)
    for puzzles in mine_all(miner, numbers, args.workers, args.ray):
        found.add(puzzles)
        say(f"{found.games} games, {len(found.puzzles)} puzzles: {counts(found.puzzles)}")
    print(f"{len(found.puzzles)} puzzles of {found.games} games: {counts(found.puzzles)}")
    return 0


def select(args: argparse.Namespace) -> int:
    """What the file has already is not solved and tried again, so that this can be continued."""
    from splendor.review.mining import measured, mined_in, worth_solving
    from splendor.review.solving import solved_again

    file = out_of(args)
    left_out = ids_in(Path(args.without)) if args.without else set()
    mined = [each for name in named(args) for each in mined_in(Path(name))]
    puzzles = worth_solving(each for each in mined if each.id not in left_out)
    known, solver = selected_before(file), checking(args)
    held: list[Puzzle] = []
    for number, puzzle in enumerate(puzzles, 1):
        if puzzle.id in known:
            held.append(known[puzzle.id])
        else:
            why, again = solved_again(puzzle, solver, f"{args.seed}/select")
            held += [] if why else [measured(again)]
            if number % SAVED_EVERY == 0:
                write_selected(file, [*held, *known.values()], args.most)
        say(f"{number} of {len(puzzles)}, {len(held)} hold")
    kept = write_selected(file, held, args.most)
    print(f"{len(kept)} of {len(mined)} puzzles: {counts(kept)}")
    return 0


def ids_in(file: Path) -> set[str]:
    """The first word of each line that is no comment."""
    from splendor.review.puzzles import text_in

    lines = text_in(file).splitlines()
    return {line.split()[0] for line in lines if line.strip() and not line.startswith("#")}


def selected_before(file: Path) -> "dict[str, Puzzle]":
    """The puzzles of a file that today's levels have tried."""
    from splendor.bots.levels import ladder_of
    from splendor.review.puzzles import read_puzzle, text_in

    lines = text_in(file).splitlines() if file.exists() else []
    found = {}
    for puzzle in map(read_puzzle, lines):
        view = puzzle.position
        levels = [level.name for level in ladder_of(view.ruleset.name, view.players)]
        if list(puzzle.found or ()) == levels:
            found[puzzle.id] = puzzle
    return found


def write_selected(file: Path, puzzles: "list[Puzzle]", most: int) -> "list[Puzzle]":
    from splendor.review.mining import selected

    kept = selected(puzzles, most)
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text("".join(each.line_of_file() for each in kept), encoding="utf-8")
    return kept


def check(args: argparse.Namespace) -> int:
    from splendor.review.puzzles import read_puzzle, text_in
    from splendor.review.solving import solved_again

    wrong = 0
    solver = checking(args)
    for name in named(args):
        lines = text_in(Path(name)).splitlines()
        for number, puzzle in enumerate(map(read_puzzle, lines), 1):
            why, _ = solved_again(puzzle, solver, args.seed + "/check")
            if why:
                wrong += 1
                print(f"{puzzle.id} ({puzzle.kind}): {why}", flush=True)
            say(f"{name}: {number} of {len(lines)}, {wrong} do not hold")
    print(f"{wrong} do not hold")
    return 1 if wrong else 0


def rate(args: argparse.Namespace) -> int:
    """Each file is replaced at the end; an interruption leaves it as it was."""
    from splendor.bots.levels import level_names
    from splendor.review.mining import measured
    from splendor.review.puzzles import read_puzzle, text_in
    from splendor.terminal.files import whole_file

    for level in args.level:
        if level not in level_names():
            raise RulesError(f"there is no level {level!r}: {', '.join(level_names())}")
    for name in named(args):
        puzzles = [read_puzzle(line) for line in text_in(Path(name)).splitlines()]
        tried = []
        for number, puzzle in enumerate(puzzles, 1):
            tried.append(measured(puzzle, args.level))
            say(f"{name}: {number} of {len(puzzles)}")
        with whole_file(name) as file:
            file.writelines(each.line_of_file() for each in tried)
        print(f"{name}: {len(tried)} puzzles rated")
    return 0


def checking(args: argparse.Namespace) -> "Solver":
    """With a larger budget than the one that found them."""
    return solver_of(args.weights, position=20_000, rival=5_000)


def out_of(args: argparse.Namespace) -> Path:
    if not args.out:
        raise RulesError(f"puzzles {args.what} needs --out FILE")
    return Path(args.out)


def named(args: argparse.Namespace) -> list[str]:
    if not args.files:
        raise RulesError(f"puzzles {args.what} needs the name of a file")
    return list(args.files)


def counts(puzzles: "list[Puzzle]") -> str:
    kinds = dict.fromkeys(each.kind for each in puzzles)
    return ", ".join(f"{kind} {sum(each.kind == kind for each in puzzles)}" for kind in kinds)


def say(text: str) -> None:
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="", file=sys.stderr, flush=True)
