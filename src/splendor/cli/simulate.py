"""Bots playing many games one after the other: each as a row of figures, and all in a summary."""

import sys
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from math import sqrt
from typing import Any, TypeAlias

from splendor.bots.simple import simulate
from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.outcome import scores_of

Row: TypeAlias = dict[str, Any]

NORMAL = 1.96  # 95 % of a normal distribution lie within so many standard deviations


def play_games(
    rules: str, options: dict[str, Any], bots: Sequence[str], seed: str, games: int
) -> Iterator[tuple[Row, Game]]:
    """Play games, each with its row. Game K of seed S is `Game(…, seed="S/K")`."""
    for number in range(games):
        game = Game(rules, seed=f"{seed}/{number}", **options)
        simulate(game, bots, f"{seed}/{number}/bots")
        yield row_of(game, number, f"{seed}/{number}"), game


def row_of(game: Game, number: int, seed: str) -> Row:
    outcome = game.outcome
    assert outcome is not None
    return {
        "game": number,
        "seed": seed,
        "winners": list(outcome.winners),
        **scores_of(outcome, game.ruleset),
        "reason": outcome.reason,
        "rounds": game.round,
        "decisions": len(game.moves),
    }


def check_bots(bots: Sequence[str], players: int, known: Sequence[str]) -> None:
    for name in bots:
        if name not in known:
            raise RulesError(f"there is no bot {name!r}: {', '.join(known)}")
    if len(bots) != players:
        raise RulesError(f"{players} players need {players} bots, not {len(bots)}")


@dataclass
class Tally:
    """What many games come to. A shared victory counts in equal parts, a draw for nobody."""

    bots: Sequence[str]
    games: int = 0
    rounds: int = 0
    wins: defaultdict[int, float] = field(default_factory=lambda: defaultdict(float))
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, row: Row) -> None:
        self.games += 1
        self.rounds += row["rounds"]
        self.reasons[row["reason"]] += 1
        for seat in row["winners"]:
            self.wins[seat] += 1 / len(row["winners"])

    def summary(self) -> Row:
        """The figures by their documented keys."""
        seats = [
            {"seat": seat, "bot": bot, **share(self.wins[seat], self.games)}
            for seat, bot in enumerate(self.bots)
        ]
        names = dict.fromkeys(self.bots)
        return {
            "games": self.games,
            "mean_rounds": round(self.rounds / self.games, 2),
            "reasons": dict(self.reasons),
            "seats": seats,
            "bots": [{"bot": name, **share(sum(self.wins_of(name)), self.games)} for name in names],
        }

    def wins_of(self, name: str) -> Iterator[float]:
        return (self.wins[seat] for seat, bot in enumerate(self.bots) if bot == name)

    def text(self) -> str:
        figures = self.summary()
        ends = ", ".join(f"{count} by {reason}" for reason, count in self.reasons.items())
        games = f"{self.games} game{'' if self.games == 1 else 's'}"
        lines = [f"{games}, {figures['mean_rounds']} rounds on average; {ends}"]
        for row in figures["seats"]:
            lines.append(f"  seat {row['seat']}  {row['bot']:<8} {share_text(row)}")
        for row in figures["bots"]:
            lines.append(f"  bot     {row['bot']:<8} {share_text(row)}")
        return "\n".join(lines)


def share(wins: float, games: int) -> dict[str, float]:
    """The share of games won, and its 95 % interval after Wilson."""
    low, high = wilson(wins, games)
    return {"wins": round(wins, 4), "share": round(wins / games, 4), "low": low, "high": high}


def wilson(wins: float, games: int) -> tuple[float, float]:
    ratio, spread = wins / games, NORMAL**2 / games
    middle = ratio + spread / 2
    reach = NORMAL * sqrt(ratio * (1 - ratio) / games + spread / (4 * games))
    low, high = ((middle + sign * reach) / (1 + spread) for sign in (-1, 1))
    return round(max(0.0, low), 4), round(min(1.0, high), 4)


def share_text(row: Row) -> str:
    wins, low, high = (100 * row[key] for key in ("share", "low", "high"))
    return f"{wins:5.1f} % of the games (95 %: {low:.1f} to {high:.1f})"


class Progress:
    """Lines on standard output and, if it is a terminal, a bar on standard error."""

    def __init__(self, total: int) -> None:
        self.total, self.done = total, 0
        self.lines: list[str] = []
        self.bar = sys.stderr.isatty()
        self.began = self.shown = time.monotonic()

    def show(self, line: str) -> None:
        self.done += 1
        self.lines.append(line)
        if time.monotonic() - self.shown > 0.1:
            self.write()
            self.shown = time.monotonic()
            if self.bar:
                self.draw()

    def write(self) -> None:
        """Print what has gathered, with the bar out of the way."""
        if self.bar:
            print("\r\x1b[K", end="", file=sys.stderr, flush=True)
        if self.lines:
            print("\n".join(self.lines), flush=True)
        self.lines.clear()

    def draw(self) -> None:
        filled = 30 * self.done // self.total
        speed = self.done / (time.monotonic() - self.began)
        bar = "#" * filled + "." * (30 - filled)
        text = f"[{bar}] {self.done}/{self.total} games, {speed:,.0f}/s"
        print(text, end="", file=sys.stderr, flush=True)

    def close(self) -> None:
        self.write()
