"""Kill the server a thousand times and see whether it forgets anything it has acknowledged.

python -m tools.faults kills --kills 1000     `--resume` goes on with a run that was interrupted
python -m tools.faults kills --mutant 0.05    the same with a server that acks before it keeps
python -m tools.faults scenes                 full disk, lost connections, stopped database, ...

`--write` keeps the results in docs/faults; `python -m tools.docs` writes docs/faults.md anew.
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
from pathlib import Path

from tests.server.databases import PostgreSQL, running_postgresql
from tools import faults_scenes
from tools.faults_kills import Killing, Tally
from tools.faults_pages import SCENES, write_result

ROOT = Path(__file__).resolve().parent.parent
ON_POSTGRESQL = ("stopped_database", "two_servers")


def run_kills(args: argparse.Namespace) -> int:
    name = "kills" if args.mutant is None else "mutant"
    folder = args.folder or ROOT / "build" / "faults" / name
    if folder.exists() and not args.resume:
        raise SystemExit(f"{folder} is there: go on with it (--resume) or remove it")
    tally = kill_in_parallel(args, folder) if args.drivers > 1 else kill_alone(args, folder)
    if args.part:
        return 0
    result = tally.result()
    print(json.dumps(result, indent=2))
    if args.write:
        write_result(name, result)
    if not tally.faults:
        shutil.rmtree(folder)
    return int(bool(tally.faults) == (args.mutant is None))


def kill_alone(args: argparse.Namespace, folder: Path) -> Tally:
    seed = args.seed if args.seed is not None else secrets.randbelow(10**9)
    killing = Killing(folder, args.mutant, args.tables, seed, args.anew)
    return asyncio.run(killing.run(args.kills, lambda line: print(line, flush=True)))


def kill_in_parallel(args: argparse.Namespace, folder: Path) -> Tally:
    """Each driver has a server, tables and a folder of its own."""
    command = [sys.executable, "-m", "tools.faults", "kills", "--part", "--resume"]
    command += ["--tables", str(args.tables), "--anew", str(args.anew)]
    if args.mutant is not None:
        command += ["--mutant", str(args.mutant)]
    parts = [folder / str(number) for number in range(1, args.drivers + 1)]
    share = [len(range(number, args.kills, args.drivers)) for number in range(args.drivers)]
    running = [
        subprocess.Popen([*command, "--kills", str(kills), "--folder", str(part)], cwd=ROOT)
        for part, kills in zip(parts, share, strict=True)
    ]
    statuses = [process.wait() for process in running]
    if any(statuses):
        raise SystemExit("a driver has failed: see above; --resume goes on")
    tally = Tally()
    for part in parts:
        tally.add(Tally.read(part / "tally.json"))
    return tally


def run_scenes(args: argparse.Namespace) -> int:
    faults = 0
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        postgresql: PostgreSQL | None = None
        for name in args.scene or SCENES:
            if name in ON_POSTGRESQL and postgresql is None:
                postgresql = stack.enter_context(running_postgresql())
            database = (postgresql,) if name in ON_POSTGRESQL else ()
            scene = getattr(faults_scenes, name)
            result = asyncio.run(scene(Path(folder) / name, *database, seed=args.seed))
            print(json.dumps({name: result}), flush=True)
            faults += sum(result["faults"].values())
            if args.write:
                write_result(name, result)
    return int(faults > 0)


def make_parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.faults", description=__doc__)
    commands = parser.add_subparsers(required=True)
    kills = commands.add_parser("kills", help="kill -9 under load")
    kills.set_defaults(run=run_kills)
    kills.add_argument("--kills", type=int, default=1000)
    kills.add_argument("--tables", type=int, default=20)
    kills.add_argument("--drivers", type=int, default=1, help="how many to run side by side")
    kills.add_argument("--anew", type=float, default=0.2, metavar="SHARE", help="of all servers, those that load everything themselves; the others are forked, which is quicker")  # fmt: skip # noqa: E501
    kills.add_argument("--mutant", type=float, metavar="SECONDS", help="ack so long before keeping")
    kills.add_argument("--folder", type=Path, help="for the run (build/faults/...)")
    kills.add_argument("--resume", action="store_true", help="go on with the run in the folder")
    kills.add_argument("--seed", type=int, help="for the players and the moments of the kills")
    kills.add_argument("--write", action="store_true", help="keep the result in docs/faults")
    kills.add_argument("--part", action="store_true", help=argparse.SUPPRESS)
    scenes = commands.add_parser("scenes", help="other misfortunes")
    scenes.set_defaults(run=run_scenes)
    scenes.add_argument("scene", nargs="*", metavar="SCENE", choices=[[], *SCENES], help=f"of {', '.join(SCENES)}; without it: all")  # fmt: skip # noqa: E501
    scenes.add_argument("--seed", type=int, default=0, help="for the players")
    scenes.add_argument("--write", action="store_true", help="keep the results in docs/faults")
    return parser


def main() -> int:
    args = make_parser().parse_args()
    status: int = args.run(args)
    return status


if __name__ == "__main__":
    sys.exit(main())
