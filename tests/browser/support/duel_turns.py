"""Turns of all kinds, from games played through the API.

Anna has both seats and plays the kinds that are still missing; then she resigns. A finished game
can be forked at any position, so a browser can then play each of these turns.
"""

import random
import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from splendor.client import Client, Table
from tests.browser.support.sample_tables import legal_moves

MOST_TABLES = 40
MOST_DECISIONS = 500

KINDS: dict[str, Callable[["Turn"], bool]] = {
    "privilege": lambda turn: turn.has("p..") and turn.has("(?:[a-e][1-5])+"),
    "fill": lambda turn: turn.has("fill"),
    "line": lambda turn: turn.has("(?:[a-e][1-5]){3}") and len(turn.moves) == 1,
    "alike": lambda turn: turn.gives and len(turn.moves) == 1,
    "reserve": lambda turn: turn.has("r..") and turn.golds > 1,
    "deck": lambda turn: turn.has("r[123]") and turn.golds > 1,
    "hand": lambda turn: turn.has(r"bh\d"),
    "gold": lambda turn: turn.moves[0].endswith("+") and turn.has("J=.") and turn.ends("pay"),
    "colour": lambda turn: turn.has("=.") and turn.offered("=") > 1,
    "match": lambda turn: turn.has(r"\+..") and turn.offered("+") > 1,
    "steal": lambda turn: turn.has("x.") and turn.offered("x") > 1 and not turn.has(r"royal\d"),
    "again": lambda turn: turn.again and not turn.has(r"royal\d"),
    "royal": lambda turn: turn.has(r"royal\d"),
    "return": lambda turn: len({move for move in turn.moves if move.startswith("-")}) > 1,
}


@dataclass
class Turn:
    """The decisions of one confirm, and facts about them.

    It begins after `ply` decisions of the table. `offers` are the legal moves at each decision.
    """

    table: str
    ply: int
    seat: int
    golds: int
    moves: list[str] = field(default_factory=list)
    offers: list[Sequence[str]] = field(default_factory=list)
    gives: bool = False  # a line that gives the opponent a privilege
    again: bool = False  # another turn of the same seat follows

    def has(self, pattern: str) -> bool:
        return any(re.fullmatch(pattern, move) for move in self.moves)

    def ends(self, move: str) -> bool:
        return self.moves[-1] == move

    def offered(self, mark: str) -> int:
        """The number of moves of this kind that were legal."""
        at = next(at for at, move in enumerate(self.moves) if move.startswith(mark))
        return len(self.offers[at])


def turns_of_all_kinds(anna: Client) -> dict[str, Turn]:
    """A turn of each kind."""
    found: dict[str, Turn] = {}
    chance = random.Random(6)
    for _ in range(MOST_TABLES):
        with anna.create("duel", seats=["me", "me"]) as table:
            table.ready()
            table.wait_until(lambda seen: bool(legal_moves(seen)))
            for turn in turns_at(table, chance):
                fitting = {kind: turn for kind, fits in KINDS.items() if fits(turn)}
                found = {**fitting, **found}
                if len(found) == len(KINDS):
                    break
            if not table.is_over:
                table.resign()
        if len(found) == len(KINDS):
            return found
    raise AssertionError(f"no turn of these kinds: {KINDS.keys() - found.keys()}")


def turns_at(table: Table, chance: random.Random) -> Iterator[Turn]:
    """The turns of a game, one after the other, as they are played."""
    turn: Turn | None = None
    for ply in range(MOST_DECISIONS):
        before, offers = table.news["table"], legal_moves(table)
        if turn is None:
            golds = before["board"].count("J")
            turn = Turn(table.id, ply, before["active"], golds)
        move = chosen(offers, before["board"], chance)
        table.play(move)
        turn.moves.append(move)
        turn.offers.append(offers)
        if table.is_over:
            return
        after = table.news["table"]
        if move == "fill" or after["turn"] != before["turn"]:
            turn.gives = move != "fill" and has_given(turn, before, after)
            turn.again = after["turn"] != before["turn"] and after["active"] == turn.seat
            yield turn
            turn = None


def has_given(turn: Turn, before: dict[str, Any], after: dict[str, Any]) -> bool:
    held = [state["places"][1 - turn.seat]["privileges"] for state in (before, after)]
    return bool(held[1] > held[0])


# The weights of the kinds of moves

WEIGHTS = {
    r"b..": 8, r"b..\+": 2, r"p..": 1, r"fill": 1, r"r..?": 2, r"(?:[a-e][1-5]){3}": 6,
    r"(?:[a-e][1-5]){1,2}": 1, r"J=.": 4,
}  # fmt: skip
ALIKE, ANY_OTHER = "alike", "other"


def chosen(offers: Sequence[str], board: str, chance: random.Random) -> str:
    kinds: dict[str, list[str]] = {}
    for move in offers:
        kinds.setdefault(kind_of(move, board), []).append(move)
    weights = [WEIGHTS.get(kind, 1 if kind == ANY_OTHER else 20) for kind in kinds]
    return chance.choice(kinds[chance.choices(list(kinds), weights)[0]])


def kind_of(move: str, board: str) -> str:
    """A key of `WEIGHTS`; lines of three alike and of two pearls are rare kinds of their own."""
    letters = letters_of(move, board)
    if (len(letters) == 3 and len(set(letters)) == 1) or letters.count("P") == 2:
        return ALIKE
    return next((pattern for pattern in WEIGHTS if re.fullmatch(pattern, move)), ANY_OTHER)


def letters_of(line: str, board: str) -> str:
    if not re.fullmatch("(?:[a-e][1-5])+", line):
        return ""
    spaces = re.findall("[a-e][1-5]", line)
    return "".join(board[5 * (int(space[1]) - 1) + "abcde".index(space[0])] for space in spaces)
