"""Kill the server a thousand times and check that nothing it acknowledged is lost.

python -m tools.faults all --kills 1000       everything below, as `make faults` does
python -m tools.faults kills --kills 1000     `--resume` continues an interrupted run
python -m tools.faults kills_on_postgresql    the same on PostgreSQL, which is killed, too
python -m tools.faults mutant --kills 50      a server that acknowledges before it stores
python -m tools.faults scenarios                 full disk, lost connections, stopped database, ...

`--write` stores the results in docs/faults; `python -m tools.docs` writes docs/faults.md.
"""

import argparse
import asyncio
import contextlib
import json
import secrets
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from tests.server.databases import PostgreSQL, running_postgresql
from tools.faults import scenarios
from tools.faults.kills import KillRun, Tally
from tools.faults.pages import SCENARIOS, write_result

ROOT = Path(__file__).resolve().parents[2]
KILLS_ON_POSTGRESQL = "kills_on_postgresql"
ON_POSTGRESQL = ("stopped_database", "second_server_on_postgresql")
TOO_SOON = 0.02  # seconds between the mutant's acknowledgement and its write
MUTANT_SHARE = 20  # in `all`, one kill of the mutant for this many kills of the server


# Kills


def run_all(args: argparse.Namespace) -> int:
    fewer = argparse.Namespace(**{**vars(args), "kills": max(5, args.kills // MUTANT_SHARE)})
    kills = [run_kills(args), run_kills_on_postgresql(args)]
    return max(*kills, run_mutant(fewer), run_scenarios(args))


def run_kills(args: argparse.Namespace) -> int:
    tally = kill("kills", args, None)
    return int(bool(tally.faults))


def run_kills_on_postgresql(args: argparse.Namespace) -> int:
    """Never resumed: the database ends with its run."""
    if args.resume and args.part is None:
        shutil.rmtree(kills_folder(KILLS_ON_POSTGRESQL, args), ignore_errors=True)
    tally = kill(KILLS_ON_POSTGRESQL, args, None)
    return int(bool(tally.faults))


def run_mutant(args: argparse.Namespace) -> int:
    """The mutant must be caught."""
    tally = kill("mutant", args, TOO_SOON)
    return int(not tally.faults["lost"])


def kill(name: str, args: argparse.Namespace, mutant: float | None) -> Tally:
    """Run the kills in a folder, which is kept if there are faults."""
    folder = kills_folder(name, args)
    if args.part is not None:
        return kill_in_this_process(name, args, folder / str(args.part), mutant)
    if folder.exists() and not args.resume:
        raise SystemExit(f"{folder} exists: continue it (--resume) or remove it")
    tally = kill_in_parallel(name, args, folder)
    result = tally.result()
    print(json.dumps({name: result}), flush=True)
    if args.write:
        write_result(name, result)
    if mutant is not None or not tally.faults:
        shutil.rmtree(folder)
    return tally


def kills_folder(name: str, args: argparse.Namespace) -> Path:
    folder: Path = args.folder or ROOT / "build" / "faults"
    return folder / name


def kill_in_this_process(
    name: str, args: argparse.Namespace, folder: Path, mutant: float | None
) -> Tally:
    seed = args.seed if args.seed is not None else secrets.randbelow(10**9)
    with contextlib.ExitStack() as stack:
        on_postgresql = name == KILLS_ON_POSTGRESQL
        database = stack.enter_context(running_postgresql()) if on_postgresql else None
        run = KillRun(folder, mutant, args.tables, seed, args.cold, database)
        return asyncio.run(run.run(args.kills, lambda line: print(line, flush=True)))


def kill_in_parallel(name: str, args: argparse.Namespace, folder: Path) -> Tally:
    """Run the drivers in parallel, each with its own process, server, tables and folder."""
    numbers = range(1, args.drivers + 1)
    running = [subprocess.Popen(part_command(name, args, number), cwd=ROOT) for number in numbers]
    statuses = [process.wait() for process in running]
    tally = Tally()
    for number in numbers:
        path = folder / str(number) / "tally.json"
        if not path.exists():
            raise SystemExit("a driver has failed: see above; --resume continues the run")
        tally.add(Tally.read(path))
    if tally.kills < args.kills or (any(statuses) and not tally.faults):
        raise SystemExit("a driver has failed: see above; --resume continues the run")
    return tally


def part_command(name: str, args: argparse.Namespace, number: int) -> list[str]:
    options = {
        "part": number,
        "kills": len(range(number, args.kills + 1, args.drivers)),
        "tables": args.tables,
        "cold": args.cold,
        "folder": args.folder,
        "seed": None if args.seed is None else args.seed + number,
    }
    command = [sys.executable, "-m", "tools.faults", name]
    for option, value in options.items():
        command += [] if value is None else [f"--{option}", str(value)]
    return command


# Scenes


def run_scenarios(args: argparse.Namespace) -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        postgresql: PostgreSQL | None = None
        for name in getattr(args, "scenario", None) or SCENARIOS:
            if name in ON_POSTGRESQL and postgresql is None:
                postgresql = stack.enter_context(running_postgresql())
            database = (postgresql,) if name in ON_POSTGRESQL else ()
            scenario = getattr(scenarios, name)
            result = asyncio.run(scenario(Path(folder) / name, *database, seed=args.seed or 0))
            print(json.dumps({name: result}), flush=True)
            faults += sum(result["faults"].values())
            if args.write:
                write_result(name, result)
    return int(faults > 0)


# Arguments


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)  # fmt: skip # noqa: E501
    commands = parser.add_subparsers(required=True)
    add_kills(add_command(commands, "all", run_all, "everything"))
    add_kills(add_command(commands, "kills", run_kills, "kill -9 under load"))
    add_kills(
        add_command(
            commands, KILLS_ON_POSTGRESQL, run_kills_on_postgresql, "the same on PostgreSQL"
        )
    )
    add_kills(
        add_command(
            commands, "mutant", run_mutant, "kill the faulty server, which must be detected"
        )
    )
    scenarios = add_command(
        commands, "scenarios", run_scenarios, "full disk, lost connections and other faults"
    )
    scenarios.add_argument("scenario", nargs="*", metavar="SCENARIO", choices=[[], *SCENARIOS], help=f"{', '.join(SCENARIOS)} (all)")  # fmt: skip # noqa: E501
    return parser


def add_command(
    commands: "argparse._SubParsersAction[argparse.ArgumentParser]",
    name: str,
    run: Callable[[argparse.Namespace], int],
    help: str,
) -> argparse.ArgumentParser:
    parser = commands.add_parser(name, help=help)
    parser.set_defaults(run=run)
    parser.add_argument("--seed", type=int, help="of the random choices")
    parser.add_argument("--write", action="store_true", help="store the results in docs/faults")
    return parser


def add_kills(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--tables", type=int, default=20, help="of each driver")
    parser.add_argument("--drivers", type=int, default=2, help="parallel drivers")
    parser.add_argument("--cold", type=float, default=0.12, metavar="SHARE", help="the share of servers that start from scratch; the others are forked, which is faster")  # fmt: skip # noqa: E501
    parser.add_argument("--folder", type=Path, help="of the run (build/faults)")
    parser.add_argument("--resume", action="store_true", help="continue the run in the folder")
    parser.add_argument("--part", type=int, help=argparse.SUPPRESS)


def main() -> int:
    args = make_parser().parse_args()
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
