"""The match file: JSON lines, a header and then one line for each deal, in order.

Lines are only appended, so a match continues after the last deal in its file.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from filelock import lock_descriptor

from splendor.arena.match import FORMAT, AgentVersion, DealResult, Header
from splendor.bots import current_spec
from splendor.core.errors import FormatError, RulesError

VERSION_KEYS = ("version", "bot_version")
# Keys of the header and their options on the command line.
OPTION_OF = {
    "agents": "the agents",
    "budget": "--sims or --time",
    "move_limit": "--move-limit",
    "sprt": "--sprt",
    "seed": "--seed",
    "rules": "--rules",
}


class MatchFile:
    """A match file open for writing, locked against other processes."""

    def __init__(self, name: str, other_version: bool = False) -> None:
        self.name, self.other_version = name, other_version
        self.deals: list[DealResult] = []
        self.new_versions: list[AgentVersion] = []  # to be written with the next deal
        try:
            self.file: BinaryIO = open(name, "a+b")  # noqa: SIM115  # closed by close()
        except (OSError, ValueError) as error:  # ValueError: a name that no file can have
            why = getattr(error, "strerror", None) or str(error)
            raise RulesError(f"cannot write {name}: {why}") from None
        if not lock_descriptor(self.file.fileno(), blocking=False):  # held until it is closed
            self.file.close()
            raise RulesError(f"{name} is being written by another match: wait, or choose another")

    def __enter__(self) -> "MatchFile":
        return self

    def __exit__(self, *_: object) -> None:
        """Close the file, and delete it if it is empty."""
        empty = self.is_empty
        self.file.close()
        if empty:
            with contextlib.suppress(OSError):
                os.unlink(self.name)

    @property
    def is_empty(self) -> bool:
        """Whether not even the header was written; such a file is deleted when it is closed."""
        return os.fstat(self.file.fileno()).st_size == 0

    def begin(self, header: Header) -> None:
        """Write the header; if the file already holds this match, continue after its deals.

        Agents of another version than in the file are refused unless `other_version` is set;
        the next deal then records the new versions.
        """
        self.file.seek(0)
        data = self.file.read()
        first = line_of(header)
        if first.startswith(data):  # the file is empty or ends within the header
            self.cut(0)
            self.append(header)
            return
        whole = data[: data.rfind(b"\n") + 1]
        there, *deals = read_lines(whole, self.name)
        asked = json.loads(first)["match"]
        require_same(self.name, without_versions(there["match"]), without_versions(asked))
        before, now = latest_versions(there["match"], deals), versions_in(asked)
        if before != now:
            if not self.other_version:
                raise RulesError(another_version(self.name, before, now))
            self.new_versions = now
        self.cut(len(whole))
        self.deals = deals

    def cut(self, length: int) -> None:
        """Remove everything after `length` bytes: an incomplete last line."""
        self.file.truncate(length)

    def append(self, line: Header | DealResult) -> None:
        if "deal" in line and self.new_versions:
            line = {**line, "versions": self.new_versions}
            self.new_versions = []
        try:
            self.file.write(line_of(line))
            self.file.flush()
        except OSError as error:
            raise RulesError(f"cannot write {self.name}: {error.strerror}") from None
        if "deal" in line:
            self.deals.append(line)


def line_of(line: Header | DealResult) -> bytes:
    return json.dumps(line, ensure_ascii=False).encode() + b"\n"


def require_same(name: str, there: Header, asked: Header) -> None:
    for key in asked:
        if there.get(key) != asked[key]:
            what = OPTION_OF.get(key, key)
            raise RulesError(
                f"{name} holds another match: {what} was {json.dumps(there.get(key))}, "
                f"not {json.dumps(asked[key])}; choose another --out"
            )


# Versions of agents: in the header, and in the first deal after a change


def versions_in(match: Header) -> list[AgentVersion]:
    return [{key: agent.get(key) for key in VERSION_KEYS} for agent in match["agents"]]


def latest_versions(match: Header, deals: list[DealResult]) -> list[AgentVersion]:
    named = [deal["versions"] for deal in deals if "versions" in deal]
    return named[-1] if named else versions_in(match)


def without_versions(match: Header) -> Header:
    agents = [
        {key: value for key, value in agent.items() if key not in VERSION_KEYS}
        for agent in match["agents"]
    ]
    return {**match, "agents": agents}


def another_version(name: str, before: list[AgentVersion], now: list[AgentVersion]) -> str:
    old, new = (
        ", ".join(str(agent["bot_version"] or agent["version"]) for agent in agents)
        for agents in (before, now)
    )
    return (
        f"{name} was played by other versions of its agents ({old}, now {new}): "
        "--other-version continues it anyway"
    )


# Reading


def read_match(name: str) -> tuple[Header, list[DealResult]]:
    """The header and the deals of a file. An incomplete last line is ignored."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise FormatError(f"cannot read {name}: {why}") from None
    header, *deals = read_lines(data[: data.rfind(b"\n") + 1], name)
    return header["match"], deals


def read_lines(data: bytes, name: str) -> Iterator[Header | DealResult]:
    """The header and each deal; raises `FormatError` at the first invalid line."""
    lines = data.splitlines()
    if not lines:
        raise FormatError(f"{name} is not a match file: it has no header")
    header = parsed(lines[0])
    match = header.get("match")
    if not isinstance(match, dict) or not is_header(match):
        raise FormatError(f'{name} is not a match file: its first line has no "match"')
    if match["format"] != FORMAT:
        raise FormatError(f"{name} has format {match['format']}; this version reads {FORMAT}")
    for agent in match["agents"]:  # files of earlier versions have old names of settings
        agent.update({key: current_spec(agent[key]) for key in ("spec", "name") if key in agent})
    yield header
    for number, line in enumerate(lines[1:]):
        deal = parsed(line)
        if deal.get("deal") != number or not is_deal(deal, match["players"]):
            raise FormatError(f"{name}, line {number + 2}: this is not deal {number}")
        yield deal


def parsed(line: bytes) -> dict[str, Any]:
    try:
        value = json.loads(line)
    except ValueError:
        return {}
    return value if isinstance(value, dict) else {}


def is_header(match: dict[str, Any]) -> bool:
    keys = {"format", "rules", "players", "options", "agents", "seed", "budget"}
    if not keys <= match.keys() or not isinstance(match["agents"], list):
        return False
    named = all(isinstance(agent, dict) and "name" in agent for agent in match["agents"])
    return named and len(match["agents"]) == match["players"]


def is_deal(deal: dict[str, Any], players: int) -> bool:
    games = deal.get("games")
    if not isinstance(games, list) or len(games) != players:
        return False
    return all(isinstance(game, dict) and is_game(game, players) for game in games)


def is_game(game: dict[str, Any], players: int) -> bool:
    payoffs = game.get("payoffs")
    if not isinstance(payoffs, list) or len(payoffs) != players:
        return False
    valid = all(isinstance(payoff, (int, float)) and 0 <= payoff <= 1 for payoff in payoffs)
    return valid and abs(sum(payoffs) - 1) < 1e-6
