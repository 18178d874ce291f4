"""How a match stands: one live line on a terminal, a plain line now and then elsewhere."""

import sys
import time
from math import inf
from typing import TextIO

from splendor.arena.match import Match, Row, how_many_deals
from splendor.arena.scores import DECIDED, Score, deal_scores, elo_of, likelihood_ratio, score_of

LIVE, PLAIN = 0.2, 10.0  # seconds between two lines


class Progress:
    """Give it all deals after each new one; `say` prints a line in between."""

    def __init__(self, match: Match, total: int, target: TextIO | None = None) -> None:
        self.match, self.total = match, total
        self.target = target or sys.stderr
        self.live = self.target.isatty()
        self.began = time.monotonic()
        self.first: int | None = None  # the deals that the file had
        self.shown = -inf
        self.line = ""

    def show(self, deals: list[Row]) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first, self.began, self.shown = len(deals), now, now
            if deals:
                self.say(f"going on after {how_many_deals(len(deals))}")
            return
        if now - self.shown >= (LIVE if self.live else PLAIN):
            self.shown = now
            self.draw(self.text(deals, now - self.began))

    def draw(self, text: str) -> None:
        self.line = text
        if self.live:
            print(f"\r\x1b[K{text}", end="", file=self.target, flush=True)
        else:
            print(text, file=self.target, flush=True)

    def say(self, text: str) -> None:
        """A line of its own, with the live one out of the way."""
        print(f"{self.cleared()}{text}", file=self.target, flush=True)
        if self.live and self.line:
            self.draw(self.line)

    def close(self) -> None:
        print(self.cleared(), end="", file=self.target, flush=True)
        self.line = ""

    def cleared(self) -> str:
        return "\r\x1b[K" if self.live else ""

    def text(self, deals: list[Row], seconds: float) -> str:
        new = len(deals) - (self.first or 0)
        scores = deal_scores(deals, 0)
        parts = [f"{len(deals)}/{self.total} deals", standing(self.match, scores)]
        if self.match.sprt is not None:
            ratio = likelihood_ratio(scores, self.match.sprt)
            parts.append(f"LLR {ratio:+.2f} (±{DECIDED:.2f})")
        speed = new / max(seconds, 1e-9)
        parts.append(f"{speed * self.match.players:.1f} games/s")
        if new:
            parts.append(f"{duration((self.total - len(deals)) / speed)} left")
        return ", ".join(parts)


def standing(match: Match, scores: list[float]) -> str:
    """The first agent's score and, for two, what that is in Elo."""
    score = score_of(scores)
    reach = 100 * (score.high - score.low) / 2
    text = f"{match.agents[0]} {100 * score.mean:.1f} % ±{reach:.1f}"
    return f"{text}, {elo_text(score)}" if match.players == 2 else text


def elo_text(score: Score) -> str:
    low, middle, high = map(elo_of, (score.low, score.mean, score.high))
    return f"Elo {bounded(middle)} ({bounded(low)} to {bounded(high)})"


def bounded(elo: float) -> str:
    return f"{elo:+.0f}" if abs(elo) < inf else ("∞" if elo > 0 else "−∞")


def duration(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02}:{rest:02}" if hours else f"{minutes}:{rest:02}"
