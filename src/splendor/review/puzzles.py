"""Puzzles: positions with one move that is clearly the best, by kind and difficulty.

The package has a file of them for each game, `data/puzzles/GAME.jsonl`; `mining.py` makes them.
A puzzle shows what the seat that decides may know, and nothing else.
"""

import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import asdict, dataclass, fields, replace
from datetime import date
from functools import cache
from hashlib import sha256
from math import exp, log
from pathlib import Path
from typing import Any

from splendor.bots.evaluators import best_evaluator
from splendor.bots.levels import ladder_of
from splendor.core.content import DATA
from splendor.core.errors import FormatError, RulesError
from splendor.core.moves import Move
from splendor.duel.moves import Replenish, UsePrivilege
from splendor.duel.table import DuelTable
from splendor.review.model import Reason
from splendor.review.reasons import reasons_here
from splendor.review.shown import exponent_of, to_the_power
from splendor.review.trial import by_default
from splendor.view import View

FILES = DATA / "puzzles"
# What is asked for. Duel has all of them; the last four are only there.
WIN, FORCE, PURCHASE, DEFENCE = "win", "force", "purchase", "defence"
ROYAL, CROWNS, COLOUR, PRIVILEGE = "royal", "crowns", "colour", "privilege"
KINDS: Mapping[str, tuple[str, ...]] = {
    "base": (WIN, FORCE, PURCHASE, DEFENCE),
    "duel": (WIN, FORCE, PURCHASE, DEFENCE, ROYAL, CROWNS, COLOUR, PRIVILEGE),
}
TASKS = {
    WIN: "Win this turn.",
    FORCE: "Win by force.",
    PURCHASE: "Find the best purchase.",
    DEFENCE: "Defend: what must you prevent?",
    ROYAL: "Go for a royal card.",
    CROWNS: "Crowns decide this one.",
    COLOUR: "One colour decides this one.",
    PRIVILEGE: "Privileges decide this one.",
}
TRIES = 3  # of each level at a puzzle
AS_GOOD = 0.05  # so much a turn may give away that plays the answer and differs from the solution
FIRST_DAY = date(2026, 1, 1)
ID_LENGTH = 8


@dataclass(frozen=True, slots=True)
class Puzzle:
    """A position and its answer.

    `view` is the position as text, `answer` the first move of the best turn and `line` how it is
    likely to go on. `chance` is the chance of winning with it and `next` with the best other move;
    `error` is one standard error of the difference. `found` has, for each level of the ladder, how
    often it found the answer at once, of `TRIES`; `rating` is the difficulty on the levels' scale.
    """

    kind: str
    view: str
    answer: str
    line: tuple[str, ...]
    other: str  # the best other move
    chance: float
    next: float
    error: float
    proven: bool
    rating: int = 0
    found: dict[str, int] | None = None

    @property
    def id(self) -> str:
        """Short and stable: it depends on the position alone."""
        return sha256(self.view.encode()).hexdigest()[:ID_LENGTH]

    @property
    def position(self) -> View:
        return View.from_position(self.view)

    @property
    def rules(self) -> str:
        return self.view.split("rules=", 1)[1].split(",")[0].split()[0]

    @property
    def finders(self) -> list[str]:
        """The levels that find the answer more often than not, the weakest first."""
        return [name for name, times in (self.found or {}).items() if 2 * times > TRIES]

    def is_answer(self, text: str) -> bool:
        """Whether a move is the right one; how a card is paid does not matter, nor from which space
        a privilege takes a token.
        """
        view = self.position
        return is_same(view, view.parse(text), view.parse(self.answer))

    def is_played_in(self, turn: Sequence[str]) -> bool:
        """Whether a turn plays the answer: with its first move, or after steps that may come before
        any move, such as privileges. Then it may still be worse than the solution.
        """
        parse = self.position.ruleset.parse_move
        main = next((text for text in turn if not is_preliminary(parse(text))), "")
        return self.is_answer(turn[0]) or (bool(main) and self.is_answer(main))

    def reasons(self, instead: str = "") -> tuple[tuple[Reason, ...], tuple[Reason, ...]]:
        """What speaks for the answer, and against a move: if none is given, the best other one."""
        return reasons_here(self.position.imagine(0), self.line, [instead or self.other])

    def as_shown(self) -> "Puzzle":
        """The puzzle with the chances that people are shown, as in hints and reviews."""
        game, players = self.position.ruleset.name, self.position.players
        exponent = exponent_of(game, players, best_evaluator(game, players))
        chance, following = (
            to_the_power(each, exponent, players) for each in (self.chance, self.next)
        )
        return replace(self, chance=chance, next=following)

    def to_json(self) -> dict[str, Any]:
        return {"id": self.id, **asdict(self)}

    def line_of_file(self) -> str:
        return json.dumps(asdict(self), separators=(",", ":")) + "\n"


def is_same(view: View, move: Move, other: Move) -> bool:
    """Whether two moves are one and the same answer."""
    table = view.table
    if (
        isinstance(table, DuelTable)
        and isinstance(move, UsePrivilege)
        and isinstance(other, UsePrivilege)
    ):
        tokens = [token for row in table.board for token in row]
        return tokens[move.space] == tokens[other.space]
    return by_default(move) == by_default(other)


def is_rival(view: View, other: Move, move: Move) -> bool:
    """Whether a move is another answer: a privilege that is used before the same one is not."""
    if is_same(view, other, move):
        return False
    return is_preliminary(move) or not is_preliminary(other)


def is_preliminary(move: Move) -> bool:
    """Whether a move only comes before the one by which a turn is known."""
    return isinstance(move, (UsePrivilege, Replenish))


def text_in(file: Path) -> str:
    """The text of a file of puzzles."""
    try:
        return file.read_text(encoding="utf-8")
    except UnicodeError:
        raise FormatError(f"{file} is not a file of puzzles: it is not text") from None


def read_puzzle(line: str) -> Puzzle:
    """A puzzle from a line of a file."""
    try:
        return puzzle_from(json.loads(line))
    except (ValueError, KeyError, TypeError) as error:
        raise FormatError(f"this is not a puzzle: {error!r}") from None


def puzzle_from(found: Mapping[str, Any]) -> Puzzle:
    kept = {field.name: found[field.name] for field in fields(Puzzle)}
    return Puzzle(**{**kept, "line": tuple(found["line"])})


@cache
def puzzles_of(game: str) -> tuple[Puzzle, ...]:
    """The puzzles of a game, the easiest first.

    >>> [puzzle.kind in KINDS["base"] for puzzle in puzzles_of("base")[:2]]
    [True, True]
    """
    file = FILES / f"{game}.jsonl"
    if not file.exists():
        return ()
    lines = file.read_text(encoding="utf-8").splitlines()
    return tuple(sorted(map(read_puzzle, lines), key=lambda puzzle: (puzzle.rating, puzzle.id)))


@cache
def by_id() -> dict[str, Puzzle]:
    return {puzzle.id: puzzle for game in KINDS for puzzle in puzzles_of(game)}


def puzzle_of(id: str) -> Puzzle:
    if id not in by_id():
        raise RulesError(f"there is no puzzle {id!r}")
    return by_id()[id]


def daily(day: date) -> Puzzle:
    """The puzzle of a day, the same for everybody: base and Duel take turns.

    Each game's puzzles come in an order of their own, every one before any comes again.
    """
    games = [game for game in KINDS if puzzles_of(game)]
    if not games:
        raise RulesError("this installation has no puzzles")
    number, which = divmod((day - FIRST_DAY).days, len(games))
    found = sorted(puzzles_of(games[which]), key=lambda puzzle: sha256(puzzle.id.encode()).digest())
    return found[number % len(found)]


# Difficulty


def difficulty(found: Mapping[str, int], elos: Mapping[str, int]) -> int:
    """The rating of a puzzle from how often each level found its answer: a level with this rating
    finds it in half of its tries. One try more that was lost to a very weak level and one won by a
    very strong one keep it near the ladder.
    """
    low, high = min(elos.values()) - 200, max(elos.values()) + 200
    tries = [(elos[name], times, TRIES - times) for name, times in found.items()]
    tries += [(low, 0, 1), (high, 1, 0)]

    def unlikely(rating: int) -> float:
        total = 0.0
        for elo, right, wrong in tries:
            lead = (elo - rating) * log(10) / 400
            total += right * log(1 + exp(-lead)) + wrong * log(1 + exp(lead))
        return total

    return min(range(low, high + 1, 5), key=unlikely)


def rated(puzzle: Puzzle, found: Mapping[str, int]) -> Puzzle:
    """The puzzle with how often each level found it, and its rating from that."""
    view = puzzle.position
    elos = {level.name: level.elo for level in ladder_of(view.ruleset.name, view.players)}
    values = {**asdict(puzzle), "found": dict(found), "rating": difficulty(found, elos)}
    return Puzzle(**{**values, "line": puzzle.line})


def next_puzzle(
    puzzles: Iterable[Puzzle], rating: float, seen: Sequence[str], kinds: Sequence[str] = ()
) -> Puzzle | None:
    """The puzzle nearest to a rating that was not seen yet, of these kinds or of all."""
    left = (each for each in puzzles if each.id not in seen and (not kinds or each.kind in kinds))
    return min(left, key=lambda each: (abs(each.rating - rating), each.id), default=None)
