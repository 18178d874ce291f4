"""`splendor engine`: the bots of this program behind the engine protocol."""

import queue
import sys
import threading
from collections.abc import Callable, Iterator
from itertools import pairwise
from typing import TextIO

import splendor
from splendor.bots import BOT_NAMES, Clock, make_bot, precompile
from splendor.bots.candidates import Analysis
from splendor.bots.engines import PROTOCOL
from splendor.bots.search import Search
from splendor.core.errors import RulesError
from splendor.ruleset import GAMES, RULESETS
from splendor.view import View

SEARCH = "search"  # the bot that tells what it thinks
MOST_LINES = 20  # of multipv
DAY = 86_400_000  # milliseconds: the longest time for a move
MOST_NODES = 1_000_000_000


class Speaker:
    """One conversation. `say` writes a line; `halted` is set when the host says `stop`."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self.say = say
        self.halted = threading.Event()
        self.bot = SEARCH
        self.seed, self.asked = "0", 0
        self.view: View | None = None
        self.warm: set[str] = set()

    def hear(self, line: str) -> bool:
        """Answer one line; False at the end of the conversation. Unknown lines are ignored."""
        word, _, rest = line.strip().partition(" ")
        answers: dict[str, Callable[[str], None]] = {
            "sei": self.introduce,
            "setoption": self.set_option,
            "isready": self.get_ready,
            "newgame": self.begin,
            "position": self.look,
            "go": self.go,
        }
        if word in answers:
            try:
                answers[word](rest)
            except RulesError as error:
                self.say(f"error {' '.join(str(error).split())}")
                if word == "go":
                    self.say("bestmove none")
        return word != "quit"

    def introduce(self, rest: str) -> None:
        players = sorted({count for game in GAMES.values() for count in game.players})
        self.say(f"id name Splendor {splendor.__version__}")
        self.say("id author the Splendor platform contributors")
        self.say(f"games {' '.join(RULESETS)} players {' '.join(map(str, players))}")
        self.say(f"option name Bot type combo default {SEARCH} var {' var '.join(BOT_NAMES)}")
        self.say(f"seiok {PROTOCOL}")

    def set_option(self, rest: str) -> None:
        words = rest.split()
        if words[:3] == ["name", "Bot", "value"] and len(words) == 4:
            make_bot(words[3])  # it must exist
            self.bot = words[3]
        else:
            raise RulesError("the only option is Bot: setoption name Bot value NAME")

    def get_ready(self, rest: str) -> None:
        if self.view is not None or self.warm:
            self._compile()
        self.say("readyok")

    def begin(self, rest: str) -> None:
        words = rest.split()
        self.seed = words[words.index("seed") + 1] if "seed" in words[:-1] else "0"
        self.asked = 0
        named = [word.removeprefix("rules=") for word in words if word.startswith("rules=")]
        rules = named[0].partition(",")[0] if named else ""
        if rules in RULESETS and rules not in self.warm:
            precompile.warm_search(rules, lambda _: None)
            self.warm.add(rules)

    def _compile(self) -> None:
        if self.view is not None and self.view.rules not in self.warm:
            precompile.warm_search(self.view.rules, lambda _: None)
            self.warm.add(self.view.rules)

    def look(self, rest: str) -> None:
        self.view = None
        self.view = View.from_position(rest)

    def go(self, rest: str) -> None:
        """Think, and say exactly one `bestmove`."""
        view = self.view
        if view is None or not view.legal_moves:
            self.say("error there is nothing to decide: send a position of the deciding seat")
            self.say("bestmove none")
            return
        limits = dict(limits_in(rest.split()))
        self.asked += 1
        seed = f"{self.seed}/{self.asked}"
        nodes, time = limits.get("nodes"), limits.get("movetime")
        seconds = None if time is None else time / 1000
        if self.bot != SEARCH:
            clock = Clock(seconds, nodes)
            self.say(f"bestmove {make_bot(self.bot, seed).choose(view, clock)}")
            return
        search = Search(view, seed=seed)
        found = search.run(1)  # even if it is told to stop at once
        if "infinite" in rest.split():
            found = search.run(MOST_NODES, None, self.halted.is_set)
        elif nodes is None or nodes > 1:
            found = search.run(nodes and nodes - 1, seconds, self.halted.is_set)
        for line in info_lines(found, limits.get("multipv", 1)):
            self.say(line)
        self.say(f"bestmove {found.best.move}")


def limits_in(words: list[str]) -> Iterator[tuple[str, int]]:
    """The numbers of a `go`, within bounds; others are refused."""
    most = {"nodes": MOST_NODES, "movetime": DAY, "multipv": MOST_LINES}
    for name, text in pairwise(words):
        if name in most:
            if not text.isdecimal() or not 1 <= int(text[:12]) <= most[name]:
                raise RulesError(f"go: {name} is a number from 1 to {most[name]}, not {text[:20]}")
            yield name, int(text)


def info_lines(found: Analysis, lines: int) -> Iterator[str]:
    for rank, candidate in enumerate(found.candidates[:lines], 1):
        yield (
            f"info multipv {rank} nodes {candidate.visits} time {1000 * found.seconds:.0f}"
            f" value {candidate.value:.4f} error {candidate.error:.4f}"
            f" proven {int(candidate.proven)} pv {' '.join(map(str, candidate.line))}"
        )


def speak(source: TextIO, target: TextIO) -> None:
    """Answer the lines of `source` until it ends or says `quit`."""
    lines: queue.SimpleQueue[str] = queue.SimpleQueue()

    def say(line: str) -> None:
        target.write(line + "\n")
        target.flush()

    speaker = Speaker(say)

    def listen() -> None:
        for line in source:
            word = line.split(None, 1)[:1]
            if word == ["go"]:
                speaker.halted.clear()  # here, because `stop` may come before it thinks
            elif word in (["stop"], ["quit"]):
                speaker.halted.set()
            lines.put(line)
        speaker.halted.set()
        lines.put("quit")

    threading.Thread(target=listen, daemon=True).start()
    while speaker.hear(lines.get()):
        pass


def main() -> None:
    speak(sys.stdin, sys.stdout)
