"""A match: agents play the same deals, each from every seat, and the results are recorded.

A *deal* is one seed. It is played once for each rotation of the seats, with the same decks and the
same start seat, so that every agent plays every seat once. All games of a deal are one sample.
"""

import importlib
import importlib.metadata
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from splendor.bots import Bot, Clock, error_text, make_bot
from splendor.bots.engines import tell_ended, tell_played
from splendor.bots.simple import KINDS, simulate
from splendor.core.engines import configured
from splendor.core.errors import RulesError
from splendor.game import Game
from splendor.outcome import scores_of
from splendor.ruleset import ruleset_of

# The JSON objects of a match file (docs/bots.md lists their keys).
Header: TypeAlias = dict[str, Any]
AgentVersion: TypeAlias = dict[str, Any]
DealResult: TypeAlias = dict[str, Any]
GameResult: TypeAlias = dict[str, Any]

SetThinking: TypeAlias = Callable[[int], None]  # called with the agent that thinks, or NOBODY

FORMAT = 1
NOBODY = -1
START = 0  # the seat that begins, in every game
LATE = 0.020  # seconds over the budget that count as late


@dataclass(frozen=True, slots=True)
class Match:
    """Everything that a result depends on. There are as many agents as players."""

    rules: str
    agents: tuple[str, ...]
    seed: str
    simulations: int | None = None
    seconds: float | None = None
    move_limit: float = 60.0
    sprt: tuple[float, float] | None = None
    is_cpu: bool = False  # whether the seconds are CPU time
    random_plies: int = 0  # random decisions at the beginning of each deal

    def __post_init__(self) -> None:
        ruleset_of(self.rules).make_options(self.rules, self.options)

    @property
    def players(self) -> int:
        return len(self.agents)

    @property
    def options(self) -> dict[str, Any]:
        limits: Mapping[str, Any] = ruleset_of(self.rules).limits
        return {**limits, "players": self.players, "start": START}

    @property
    def clock(self) -> Clock:
        return Clock(self.seconds, self.simulations, self.is_cpu)

    def deal_seed(self, deal: int) -> str:
        return f"{self.seed}/{deal}"

    def deal(self, deal: int) -> Game:
        """The game as it is dealt, after its random decisions: the same for all rotations."""
        game = Game(self.rules, seed=self.deal_seed(deal), **self.options)
        bot = make_bot("random", f"{self.deal_seed(deal)}/opening")
        for _ in range(self.random_plies):
            if not game.is_over:
                game.push(bot.choose(game.view(game.active), Clock()))
        return game

    def seats(self, rotation: int) -> list[int]:
        """The agent at each seat, as an index into `agents`."""
        return [(seat + rotation) % self.players for seat in range(self.players)]

    # The match as the job of a pool: a task is a deal and a rotation.

    def start(self, set_thinking: SetThinking) -> list[AgentVersion]:
        return start_agents(self.agents, self.deal, set_thinking)

    def run(self, task: tuple[int, int], set_thinking: SetThinking) -> GameResult:
        return play_game(self, *task, set_thinking)

    def failed(self, task: tuple[int, int], agent: int, why: str) -> GameResult:
        return failed_game(self, task[1], agent, why)


def start_agents(
    agents: Sequence[str], deal: Callable[[int], Game], set_thinking: SetThinking
) -> list[AgentVersion]:
    """Make every agent once, and compile the built-in ones: their versions."""
    versions = []
    for agent, spec in enumerate(agents):
        own = ":" in spec or spec.partition(",")[0] in configured()
        set_thinking(agent if own else NOBODY)
        bot = make_bot(spec, 0)
        if not own:
            compile_bot(deal(0), bot)
        version = getattr(bot, "version", None)
        versions.append({"version": version_of(spec), "bot_version": version and str(version)})
    set_thinking(NOBODY)
    return versions


def compile_bot(game: Game, bot: Bot) -> None:
    """Let a bot decide in a first and in a last turn, so that its kernels are compiled."""
    clock = Clock(seconds=0.01, simulations=8)
    bot.choose(game.view(game.active), clock)
    simulate(game, ["greedy"] * game.players, 0)
    while game.is_over or game.phase != "play":
        game.pop()
    bot.choose(game.view(game.active), clock)


def version_of(spec: str) -> str | None:
    """The version of this package or, for a custom bot, its module's `__version__` if any."""
    module, colon, _ = spec.partition(":")
    if not colon:
        return importlib.metadata.version("splendor")
    version = getattr(importlib.import_module(module), "__version__", None)
    return None if version is None else str(version)


class BotFailed(Exception):
    """A bot raised an exception or did not return a legal move: it loses the game."""

    def __init__(self, agent: int, why: str) -> None:
        super().__init__(agent, why)
        self.agent, self.why = agent, why


@dataclass(slots=True)
class Effort:
    """The decisions and the time that one agent spent on one game."""

    decisions: int = 0
    cpu: float = 0.0
    slowest: float = 0.0
    late: int = 0

    def add(self, cpu: float, taken: float, budget: float | None) -> None:
        self.decisions += 1
        self.cpu += cpu
        self.slowest = max(self.slowest, taken)
        self.late += budget is not None and taken > budget + LATE


@dataclass(slots=True)
class MatchGame:
    """One game of a match while it is played; `seats` has the agent at each seat."""

    match: Match
    game: Game
    seats: list[int]
    set_thinking: SetThinking
    efforts: list[Effort] = field(default_factory=list)

    def play(self, seeds: list[str]) -> None:
        self.efforts = [Effort() for _ in self.seats]
        bots = [self.make(seat, seed) for seat, seed in enumerate(seeds)]
        while not self.game.is_over:
            seat = self.game.active
            self.decide(bots[seat])
            if last := self.game.peek():
                tell_played(bots, seat, last)
        tell_ended(bots, self.game.outcome)

    def make(self, seat: int, seed: str) -> Bot:
        agent = self.seats[seat]
        self.set_thinking(agent)
        try:
            return make_bot(self.match.agents[agent], seed)
        except (RulesError, SystemExit) as error:
            raise BotFailed(agent, f"cannot be made: {error}") from error
        finally:
            self.set_thinking(NOBODY)

    def decide(self, bot: Bot) -> None:
        agent = self.seats[self.game.active]
        view = self.game.view(self.game.active)
        self.set_thinking(agent)
        wall, cpu = time.perf_counter(), time.process_time()
        try:
            move = bot.choose(view, self.match.clock)
        except (Exception, SystemExit) as error:
            raise BotFailed(agent, f"raised {error_text(error)}") from error
        finally:
            wall, cpu = time.perf_counter() - wall, time.process_time() - cpu
            self.set_thinking(NOBODY)
        taken = cpu if self.match.is_cpu else wall
        self.efforts[agent].add(cpu, taken, self.match.seconds)
        self.push(agent, move)

    def push(self, agent: int, move: object) -> None:
        """Play the move that a bot chose; its text is refused."""
        try:
            if isinstance(move, str):
                raise RulesError(f"{move!r} is a text, not a move (view.parse makes one of it)")
            self.game.push(move)  # type: ignore[arg-type]  # push checks the type
        except RulesError as error:
            raise BotFailed(agent, f"illegal: {error}") from None


def play_game(
    match: Match, deal: int, rotation: int, set_thinking: SetThinking = lambda _: None
) -> GameResult:
    """Play one game of a deal. The result depends only on the arguments."""
    seats = match.seats(rotation)
    played = MatchGame(match, match.deal(deal), seats, set_thinking)
    try:
        played.play([f"{match.seed}/{deal}/{rotation}/{seat}" for seat in range(match.players)])
    except BotFailed as failed:
        return failed_game(match, rotation, failed.agent, failed.why)
    return finished_game(played)


def finished_game(played: MatchGame) -> GameResult:
    game, seats, efforts = played.game, played.seats, played.efforts
    outcome = game.outcome
    assert outcome is not None
    by_agent = sorted(range(len(seats)), key=seats.__getitem__)  # the seat of each agent
    winners = outcome.winners or tuple(range(len(seats)))  # a drawn game is shared by all
    result: GameResult = {
        "seats": seats,
        "payoffs": [(seat in winners) / len(winners) for seat in by_agent],
        "reason": outcome.reason,
        "rounds": game.round,
        "turns": game.turn,
    }
    for name, values in scores_of(outcome, game.ruleset).items():
        result[name] = [values[seat] for seat in by_agent]
    result["decisions"] = [effort.decisions for effort in efforts]
    result["cpu"] = [round(effort.cpu, 6) for effort in efforts]
    if played.match.seconds is not None:
        result["slowest"] = [round(effort.slowest, 6) for effort in efforts]
        result["late"] = [effort.late for effort in efforts]
    return {**result, "failure": None}


def failed_game(match: Match, rotation: int, agent: int, why: str) -> GameResult:
    """The result of a game that ended because an agent failed: payoffs, but no scores."""
    share = 1 / (match.players - 1)
    return {
        "seats": match.seats(rotation),
        "payoffs": [0.0 if other == agent else share for other in range(match.players)],
        "reason": "failure",
        "failure": {"agent": agent, "why": why},
    }


def deal_result(match: Match, deal: int, games: list[GameResult]) -> DealResult:
    """The line of a deal in the match file; `games` are in the order of the rotations."""
    score = [sum(game["payoffs"][agent] for game in games) for agent in range(match.players)]
    return {"deal": deal, "seed": match.deal_seed(deal), "score": score, "games": games}


def header(match: Match, versions: list[AgentVersion]) -> Header:
    """The first line of a match file: the agents, the rules and the conditions."""
    options = {name: value for name, value in match.options.items() if name != "players"}
    agents = [
        {"spec": spec, "name": agent_name(match, spec), **version}
        for spec, version in zip(match.agents, versions, strict=True)
    ]
    facts: Header = {
        "format": FORMAT,
        "rules": match.rules,
        "players": match.players,
        "options": options,
        "agents": agents,
        "seed": match.seed,
        "budget": budget_of(match),
        "move_limit": match.move_limit,
        "sprt": None if match.sprt is None else list(match.sprt),
    }
    if match.random_plies:
        facts["random_plies"] = match.random_plies
    return {"match": facts}


def budget_of(match: Match) -> dict[str, Any]:
    budget: dict[str, Any] = {"simulations": match.simulations, "seconds": match.seconds}
    return budget | {"cpu": True} if match.is_cpu else budget


def agent_name(match: Match, spec: str) -> str:
    """The name under which an agent is rated: its spec, and the budget of the match."""
    if spec.partition(",")[0] in KINDS:  # these ignore the budget
        return spec
    if match.simulations is not None:
        return f"{spec}@{match.simulations}"
    if match.seconds is None:
        return spec
    return f"{spec}@{match.seconds:g}s{' CPU' if match.is_cpu else ''}"


def deals_text(count: int) -> str:
    return f"{count} deal{'' if count == 1 else 's'}"
