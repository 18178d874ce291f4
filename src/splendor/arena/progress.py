"""The progress of a match: a bar on a terminal, a line every few seconds elsewhere."""

import sys
import time
from math import inf
from shutil import get_terminal_size
from threading import RLock
from typing import TextIO

from tqdm import tqdm

from splendor.arena.match import DealResult, Match, deals_text
from splendor.arena.scores import DECIDED, Score, deal_scores, elo_of, likelihood_ratio, score_of

# The standing of a match is shown in place of the bar itself.
MATCH_FORMAT = "{n_fmt}/{total_fmt} deals, {remaining} left{postfix}"
WIDTH_BEFORE_STANDING = 36  # at most
LIVE, PLAIN = 0.2, 10.0  # seconds between two updates: of a bar, of plain lines


class Bar(tqdm):  # type: ignore[type-arg]  # a subscript would fail at run time
    """A progress bar that starts no thread and needs no lock between processes."""

    monitor_interval = 0

    def __init__(
        self, total: int, unit: str, target: TextIO, bar_format: str | None = None
    ) -> None:
        """Show nothing unless `target` is a terminal, and leave nothing behind."""
        hidden = not target.isatty()
        columns, lines = get_terminal_size()  # tqdm shows nothing where the size is unknown
        super().__init__(
            total=total, unit=unit, file=target, disable=hidden, leave=False, mininterval=LIVE,
            ncols=columns, nrows=lines, bar_format=bar_format,
        )  # fmt: skip


Bar.set_lock(RLock())


class Progress:
    """The progress of a match: `show` takes all its deals after each new one."""

    def __init__(self, match: Match, total: int, target: TextIO | None = None) -> None:
        self.match, self.total = match, total
        self.target = target or sys.stderr
        self.live = self.target.isatty()
        self.bar = Bar(total, " deals", self.target, MATCH_FORMAT)
        self.room = get_terminal_size().columns - WIDTH_BEFORE_STANDING
        self.began = self.shown = time.monotonic()
        self.first: int | None = None  # the deals that were in the file at the start

    def show(self, deals: list[DealResult]) -> None:
        now = time.monotonic()
        if self.first is None:
            self.first, self.began, self.shown = len(deals), now, now
            self.bar.initial = self.bar.n = len(deals)
            if deals:
                self.say(f"continuing after {deals_text(len(deals))}")
        elif now - self.shown >= (LIVE if self.live else PLAIN):
            self.shown = now
            self.draw(deals, now - self.began)

    def draw(self, deals: list[DealResult], seconds: float) -> None:
        standing = self.standing(deals)
        if self.live:
            self.bar.set_postfix_str(standing[: self.room], refresh=False)
            self.bar.update(len(deals) - self.bar.n)
            return
        new = len(deals) - (self.first or 0)
        speed = new / max(seconds, 1e-9)
        parts = [f"{len(deals)}/{self.total} deals", standing]
        parts.append(f"{speed * self.match.players:.1f} games/s")
        if new:
            left = Bar.format_interval((self.total - len(deals)) / speed)
            parts.append(f"{left} left")
        print(", ".join(parts), file=self.target, flush=True)

    def say(self, text: str) -> None:
        """Print a line above the bar."""
        Bar.write(text, file=self.target)
        self.target.flush()

    def close(self) -> None:
        self.bar.close()

    def standing(self, deals: list[DealResult]) -> str:
        scores = deal_scores(deals, 0)
        text = standing(self.match, scores)
        if self.match.sprt is None:
            return text
        return f"{text}, LLR {likelihood_ratio(scores, self.match.sprt):+.2f} (±{DECIDED:.2f})"


def standing(match: Match, scores: list[float]) -> str:
    """The first agent's score and, between two agents, the Elo difference."""
    score = score_of(scores)
    reach = 100 * (score.high - score.low) / 2
    text = f"{match.agents[0]} {100 * score.mean:.1f} % ±{reach:.1f}"
    return f"{text}, {elo_text(score)}" if match.players == 2 else text


def elo_text(score: Score) -> str:
    low, middle, high = map(elo_of, (score.low, score.mean, score.high))
    return f"Elo {bounded(middle)} ({bounded(low)} to {bounded(high)})"


def bounded(elo: float) -> str:
    return f"{elo:+.0f}" if abs(elo) < inf else ("∞" if elo > 0 else "−∞")
