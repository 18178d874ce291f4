"""Many games of the same bots, each reported as one row: the job of `splendor simulate`."""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from splendor.arena.match import NOBODY, AgentVersion, SetThinking, start_agents
from splendor.arena.pool import Task
from splendor.bots import Clock, error_text, make_bot
from splendor.bots.engines import tell_ended, tell_played
from splendor.bots.simple import KINDS, simulate
from splendor.core.options import Value
from splendor.formats import transcript_line
from splendor.game import Game
from splendor.outcome import scores_of

GameSummary: TypeAlias = dict[str, Any]  # the JSON object of a game

FAILED = "abandoned"  # the reason for which a game ends when a bot fails
GAMES_AT_ONCE = 50  # of compiled bots, in one task


def nobody(_: int) -> None:
    """For games outside a pool: nobody has to know who thinks."""


@dataclass(frozen=True, slots=True)
class Simulation:
    """Games of bots, one at each seat. Game K of seed S is dealt from the seed `S/K`.

    With `rotates`, the bots move on by a seat from game to game. A task of a pool is the number of
    a game and how many follow.
    """

    rules: str
    options: dict[str, Value]
    agents: tuple[str, ...]
    seed: str
    clock: Clock = field(default_factory=Clock)
    move_limit: float = 60.0
    rotates: bool = False
    with_transcripts: bool = False

    def seed_of(self, number: int) -> str:
        return f"{self.seed}/{number}"

    def deal(self, number: int) -> Game:
        return Game(self.rules, seed=self.seed_of(number), **self.options)  # type: ignore[arg-type]

    def seats(self, number: int) -> list[int]:
        """The agent at each seat, as an index into `agents`."""
        count = len(self.agents)
        first = number % count if self.rotates else 0
        return [(first + seat) % count for seat in range(count)]

    def bots(self, number: int) -> list[str]:
        return [self.agents[agent] for agent in self.seats(number)]

    @property
    def is_simple(self) -> bool:
        """Whether all bots are compiled, so that they cannot fail."""
        return set(self.agents) <= set(KINDS)

    def play(self, number: int, set_thinking: SetThinking = nobody) -> tuple[Game, str | None]:
        """Play a game; the second part says which bot has lost it by failing, and why."""
        game, seed = self.deal(number), f"{self.seed_of(number)}/bots"
        if self.is_simple:
            simulate(game, self.bots(number), seed)
            return game, None
        seats, seat = self.seats(number), 0
        try:
            bots = []
            for seat, agent in enumerate(seats):
                set_thinking(agent)
                bots.append(make_bot(self.agents[agent], f"{seed}/{seat}"))
            while not game.is_over:
                seat = game.active
                set_thinking(seats[seat])
                move = bots[seat].choose(game.view(seat), self.clock)
                set_thinking(NOBODY)
                game.push(move)
                tell_played(bots, seat, move)
            tell_ended(bots, game.outcome)
        except (Exception, SystemExit) as error:  # a bot may do anything
            return lost(game, seat), f"seat {seat} loses the game: {error_text(error)}"
        finally:
            set_thinking(NOBODY)
        return game, None

    def report(self, number: int, game: Game, failure: str | None) -> Any:
        """What is told of a game: its summary, its transcript if wanted, and who failed."""
        line = transcript_line(game) if self.with_transcripts else None
        return summary_of(game, number, self.seed_of(number)), line, failure

    # As the job of a pool

    def tasks(self, first: int, last: int) -> Iterator[Task]:
        """The games from `first` to before `last`; a bot that fails must lose one game only."""
        step = GAMES_AT_ONCE if self.is_simple else 1
        return ((begin, min(step, last - begin)) for begin in range(first, last, step))

    def start(self, set_thinking: SetThinking) -> list[AgentVersion]:
        return start_agents(self.agents, self.deal, set_thinking)

    def run(self, task: Task, set_thinking: SetThinking) -> list[Any]:
        first, count = task
        games = range(first, first + count)
        return [self.report(number, *self.play(number, set_thinking)) for number in games]

    def failed(self, task: Task, agent: int, why: str) -> list[Any]:
        seat = self.seats(task[0]).index(agent)
        failure = f"seat {seat} loses the game: it {why}"
        return [self.report(task[0], lost(self.deal(task[0]), seat), failure)]


def lost(game: Game, seat: int) -> Game:
    """The game, ended because the bot at this seat has failed."""
    if not game.is_over:
        game.conclude(FAILED, tuple(other for other in range(game.players) if other != seat))
    return game


def summary_of(game: Game, number: int, seed: str) -> GameSummary:
    outcome = game.outcome
    assert outcome is not None
    return {
        "game": number,
        "seed": seed,
        "winners": list(outcome.winners),
        **scores_of(outcome, game.ruleset),
        "reason": outcome.reason,
        "rounds": game.round,
        "decisions": game.ply,
    }
