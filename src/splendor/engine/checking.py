"""`splendor engine-check`: tries everything that the specification asks of an engine."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from splendor.bots.bot import Clock
from splendor.bots.engines import (
    GRACE,
    HELLO,
    READY,
    Engine,
    EngineError,
    Greeting,
    go_line,
    greet,
    patience,
)
from splendor.bots.simple import Random
from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.ruleset import RULESETS, ruleset_of

DECISIONS = 40  # of each game that is tried
ENDS_WITHIN = 1.0  # seconds
QUICK = Clock(seconds=0.05, simulations=20)


@dataclass(frozen=True, slots=True)
class Finding:
    """What was tried, and what was wrong; empty if nothing was."""

    what: str
    problem: str = ""


class Check:
    """All attempts with one command, each in a process of its own."""

    def __init__(self, command: str) -> None:
        self.command = command
        self.greeting: Greeting | None = None

    def run(self) -> Iterator[Finding]:
        yield self.attempt("says who it is", self.introduces_itself)
        if self.greeting is None:
            return
        for rules in self.greeting.rules or list(RULESETS):
            if rules in RULESETS:
                yield from self.play_rules(rules)
        yield self.attempt("ignores unknown lines, blank lines and carriage returns", self.ignores)
        yield self.attempt("answers each go once", self.answers_once)
        yield self.attempt("stops when it is told to", self.stops)
        yield self.attempt("plays another game after the first", self.plays_twice)
        yield self.attempt("ends when it is told to quit", self.quits)
        yield self.attempt("ends when its input ends", self.ends_with_its_input)

    def attempt(self, what: str, work: Callable[[Engine], None]) -> Finding:
        engine = None
        try:
            engine = Engine("it", self.command, show_errors=True)
            work(engine)
        except (EngineError, RulesError) as error:
            return Finding(what, str(error).removeprefix("engine "))
        finally:
            if engine is not None:
                engine.kill()
        return Finding(what)

    def introduces_itself(self, engine: Engine) -> None:
        greeting = greet(engine)
        if greeting.name == "?":
            raise EngineError("it has no name: say `id name NAME` before `seiok`")
        self.greeting = greeting

    def play_rules(self, rules: str) -> Iterator[Finding]:
        assert self.greeting is not None
        named = self.greeting.players
        for players in ruleset_of(rules).players:
            if not named or players in named:
                what = f"plays {rules} with {players} players"
                yield self.attempt(what, lambda engine: self.plays(engine, rules, players))  # noqa: B023

    def plays(self, engine: Engine, rules: str, players: int) -> None:
        greet(engine)
        self.game(engine, rules, players)

    def game(self, engine: Engine, rules: str, players: int) -> None:
        """The engine's seat is 0; the others play at random."""
        others = Random(seed=1)
        game = Game(rules, players, seed=f"check {rules}", start=0, **ruleset_of(rules).limits)
        begin(engine, game)
        asked = 0
        while not game.is_over and asked < DECISIONS:
            if game.active == 0:
                game.push(ask(engine, game))
                asked += 1
            else:
                game.push(others.choose(game.view(game.active)))

    def ignores(self, engine: Engine) -> None:
        engine.send("", "unheard of", "sei 1\r", "debug on")
        engine.lines_until("seiok", HELLO)
        game = Game(seed=1, start=0)
        engine.send("played 1 r3", "gameover points winners 0 scores 15 9")
        begin(engine, game)
        ask(engine, game, "\r")

    def answers_once(self, engine: Engine) -> None:
        greet(engine)
        game = Game(seed=1, start=0)
        begin(engine, game)
        for _ in range(3):
            ask(engine, game)
        if not engine.is_silent(0.2):
            raise EngineError("it says something although nothing was asked")

    def stops(self, engine: Engine) -> None:
        greet(engine)
        game = Game(seed=1, start=0)
        begin(engine, game)
        engine.send(*question(game), "go infinite", "stop")
        check_move(engine.lines_until("bestmove", GRACE)[-1], game)

    def plays_twice(self, engine: Engine) -> None:
        greet(engine)
        rules = [
            name for name in (self.greeting.rules if self.greeting else []) if name in RULESETS
        ]
        for name in (rules or ["official"])[:2]:
            self.game(engine, name, min(ruleset_of(name).players))

    def quits(self, engine: Engine) -> None:
        greet(engine)
        engine.send("quit")
        if not engine.wait(ENDS_WITHIN):
            raise EngineError(f"it is still running {ENDS_WITHIN:g} s after `quit`")

    def ends_with_its_input(self, engine: Engine) -> None:
        greet(engine)
        engine.close_input()
        if not engine.wait(ENDS_WITHIN):
            raise EngineError(f"it is still running {ENDS_WITHIN:g} s after its input has ended")


def begin(engine: Engine, game: Game) -> None:
    rules = game.position.split()[0]
    engine.send(f"newgame {rules} seat 0 seed check", "isready")
    engine.lines_until("readyok", READY)


def question(game: Game) -> tuple[str, str]:
    view = game.view(game.active)
    return f"position {view.position}", f"legal {' '.join(map(str, view.legal_moves))}"


def ask(engine: Engine, game: Game, end: str = "") -> str:
    engine.send(*(line + end for line in (*question(game), go_line(QUICK))))
    return check_move(engine.lines_until("bestmove", patience(QUICK))[-1], game)


def check_move(line: str, game: Game) -> str:
    words = line.split()
    legal = [str(move) for move in game.legal_moves]
    if len(words) < 2 or words[1] not in legal:
        raise EngineError(f"{line[:80]!r} does not name one of the legal moves")
    return words[1]
