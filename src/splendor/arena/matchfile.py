"""The file of a match: JSON lines, a header and then one line for each deal, in order.

It is only ever added to, so a match goes on where its file ends.
"""

import contextlib
import json
import os
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any, BinaryIO

from filelock import lock_descriptor

from splendor.arena.match import FORMAT, Row
from splendor.bots import current_spec
from splendor.core.errors import RecordError, RulesError

VERSION_KEYS = ("version", "bot_version")
# What a key of the header is called on the command line.
MEANING = {
    "agents": "the agents",
    "budget": "--sims or --time",
    "move_limit": "--move-limit",
    "sprt": "--sprt",
    "seed": "--seed",
    "rules": "--rules",
}


class MatchFile:
    """A match file that is being written, and locked against others who would write it too."""

    def __init__(self, name: str, other_version: bool = False) -> None:
        self.name, self.other_version = name, other_version
        self.deals: list[Row] = []
        self.new_versions: list[Row] = []  # of the agents, if the next deal is to name them
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
        """Let go of the file; one in which nothing stands is no match and does not stay."""
        empty = os.fstat(self.file.fileno()).st_size == 0
        self.file.close()
        if empty:
            with contextlib.suppress(OSError):
                os.unlink(self.name)

    def begin(self, header: Row) -> None:
        """Write the header, or continue after the deals that are there if it is the same match.

        Agents in another version than the file's are refused unless `other_version` is set;
        the next deal then names their versions.
        """
        self.file.seek(0)
        data = self.file.read()
        first = line_of(header)
        if first.startswith(data):  # nothing, or not even the whole header
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
        """Forget what stands after so many bytes: a line that was not written to its end."""
        self.file.truncate(length)

    def append(self, row: Row) -> None:
        if "deal" in row and self.new_versions:
            row = {**row, "versions": self.new_versions}
            self.new_versions = []
        try:
            self.file.write(line_of(row))
            self.file.flush()
        except OSError as error:
            raise RulesError(f"cannot write {self.name}: {error.strerror}") from None
        if "deal" in row:
            self.deals.append(row)


def line_of(row: Row) -> bytes:
    return json.dumps(row, ensure_ascii=False).encode() + b"\n"


def require_same(name: str, there: Row, asked: Row) -> None:
    for key in asked:
        if there.get(key) != asked[key]:
            what = MEANING.get(key, key)
            raise RulesError(
                f"{name} holds another match: {what} was {json.dumps(there.get(key))}, "
                f"not {json.dumps(asked[key])}; choose another --out"
            )


# Versions of agents: the header has the first ones, a deal those that changed before it


def versions_in(match: Row) -> list[Row]:
    return [{key: agent.get(key) for key in VERSION_KEYS} for agent in match["agents"]]


def latest_versions(match: Row, deals: list[Row]) -> list[Row]:
    named = [deal["versions"] for deal in deals if "versions" in deal]
    return named[-1] if named else versions_in(match)


def without_versions(match: Row) -> Row:
    agents = [
        {key: value for key, value in agent.items() if key not in VERSION_KEYS}
        for agent in match["agents"]
    ]
    return {**match, "agents": agents}


def another_version(name: str, before: list[Row], now: list[Row]) -> str:
    old, new = (
        ", ".join(str(row["bot_version"] or row["version"]) for row in rows)
        for rows in (before, now)
    )
    return (
        f"{name} was played by other versions of its agents ({old}, now {new}): "
        "--other-version continues it all the same"
    )


# Reading


def read_match(name: str) -> tuple[Row, list[Row]]:
    """The header and the deals of a file. A last line that was cut off does not count."""
    try:
        data = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
    except (OSError, ValueError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise RecordError(f"cannot read {name}: {why}") from None
    header, *deals = read_lines(data[: data.rfind(b"\n") + 1], name)
    return header["match"], deals


def read_lines(data: bytes, name: str) -> Iterator[Row]:
    """The header and each deal, as long as they are what they should be."""
    lines = data.splitlines()
    if not lines:
        raise RecordError(f"{name} is not a match file: it has no header")
    header = parsed(lines[0])
    match = header.get("match")
    if not isinstance(match, dict) or not is_header(match):
        raise RecordError(f'{name} is not a match file: its first line has no "match"')
    if match["format"] != FORMAT:
        raise RecordError(f"{name} has format {match['format']}; this version reads {FORMAT}")
    for agent in match["agents"]:  # files of earlier versions: settings have been renamed since
        agent.update({key: current_spec(agent[key]) for key in ("spec", "name") if key in agent})
    yield header
    for number, line in enumerate(lines[1:]):
        row = parsed(line)
        if row.get("deal") != number or not is_deal(row, match["players"]):
            raise RecordError(f"{name}, line {number + 2}: this is not deal {number}")
        yield row


def parsed(line: bytes) -> dict[str, Any]:
    try:
        row = json.loads(line)
    except ValueError:
        return {}
    return row if isinstance(row, dict) else {}


def is_header(match: Row) -> bool:
    keys = {"format", "rules", "players", "options", "agents", "seed", "budget"}
    if not keys <= match.keys() or not isinstance(match["agents"], list):
        return False
    named = all(isinstance(agent, dict) and "name" in agent for agent in match["agents"])
    return named and len(match["agents"]) == match["players"]


def is_deal(row: Row, players: int) -> bool:
    games = row.get("games")
    if not isinstance(games, list) or len(games) != players:
        return False
    return all(isinstance(game, dict) and is_game(game, players) for game in games)


def is_game(game: Row, players: int) -> bool:
    payoffs = game.get("payoffs")
    if not isinstance(payoffs, list) or len(payoffs) != players:
        return False
    fair = all(isinstance(payoff, (int, float)) and 0 <= payoff <= 1 for payoff in payoffs)
    return fair and abs(sum(payoffs) - 1) < 1e-6
