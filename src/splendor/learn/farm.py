"""Self-play in the processes of a pool, on one machine or many: the job of a generation."""

from dataclasses import dataclass, field

from splendor.arena.match import SetThinking
from splendor.arena.pool import Task
from splendor.bots.evaluators.network import Weights
from splendor.core.errors import RulesError
from splendor.learn.selfplay import Games, Play, Player, play_some


@dataclass(slots=True)
class SelfPlay:
    """Parts of a run, each `part` games with the same weights. A task is the number of a part."""

    game: str
    players: int
    simulations: int  # the most that a search may have
    weights: Weights | None
    play: Play
    part: int
    seed: str
    agents: tuple[str, ...] = ()
    move_limit: float = 60.0
    player: Player | None = field(default=None, repr=False)  # in a worker, once it has started

    def start(self, set_thinking: SetThinking) -> None:
        self.player = Player(self.game, self.players, self.simulations, self.weights)
        play_some(self.player, 1, Play(full=2, brief=2), "compile")

    def run(self, task: Task, set_thinking: SetThinking) -> Games:
        assert self.player is not None
        return play_some(self.player, self.part, self.play, f"{self.seed}/{task[0]}")

    def failed(self, task: Task, agent: int, why: str) -> Games:
        raise RulesError(f"part {task[0]} failed: {why}")  # there are no bots to blame
