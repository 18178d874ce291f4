"""The commands `splendor engine` and `splendor engine-check`, and the option `--engine`."""

import argparse
from typing import Any

from splendor.cli.arguments import Parser, add_command, name_and_value
from splendor.core.errors import RulesError

FAILED = 1


def add_engine(commands: Any) -> None:
    add_command(commands, run_engine, "Speak the engine protocol, for other programs", ("",))


def add_engine_check(commands: Any) -> None:
    examples = ("./my_engine", "'python3 my_engine.py --fast'")
    parser = add_command(commands, run_engine_check, "Try out an engine", examples)
    parser.add_argument("command", metavar="COMMAND", help="the command that starts the engine, as one argument")  # fmt: skip # noqa: E501


def run_engine(args: argparse.Namespace) -> int:
    from splendor.engine.speaking import main

    main()
    return 0


def run_engine_check(args: argparse.Namespace) -> int:
    from splendor.engine.checking import Check

    if not args.command.strip():
        raise RulesError("the command is empty")
    findings = []
    for finding in Check(args.command).run():
        findings.append(finding)
        print(f"{'FAILED' if finding.problem else 'ok':<7}{finding.what}", flush=True)
        if finding.problem:
            print(f"       {finding.problem}", flush=True)
    failed = sum(bool(finding.problem) for finding in findings)
    print(f"{failed} of {len(findings)} checks failed" if failed else "all checks passed")
    return FAILED if failed else 0


# Engines as bots of other commands


def add_engine_option(parser: Parser) -> None:
    parser.add_argument(
        "--engine",
        action="append",
        default=[],
        type=name_and_value,
        metavar="NAME=COMMAND",
        help="an engine (docs/engines.md): NAME is a bot from now on; may be repeated",
    )


def configure_engines(args: argparse.Namespace) -> None:
    """Let the engines of `--engine` be bots; before anything imports the bots."""
    if args.engine:
        from splendor.core.engines import configure

        configure(args.engine)
