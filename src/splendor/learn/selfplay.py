"""Self-play in one compiled loop: what was decided, what the search thought, how the game ended.

Some decisions are searched in full, with noise at the root, and teach the policy; the others are
searched briefly, and teach the value only (playout cap randomisation).
"""

from dataclasses import dataclass
from math import log
from typing import Any, Protocol, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.bots.evaluators import ESTIMATE, NETWORK
from splendor.bots.evaluators.general import pay_off
from splendor.bots.evaluators.network import Weights, no_network
from splendor.bots.evaluators.weights import estimate_weights_of, policy_weights_of
from splendor.bots.search import FIRST_EDGES, TUNINGS, padded
from splendor.bots.tree import (
    EDGE,
    NEVER,
    NODE,
    NONE,
    ROOT,
    STATES,
    WORK,
    Tree,
    most_visited_move,
    simulate_many,
    start_tree,
)
from splendor.core.chance import Chance, Seed, next_word, random_below, seeded
from splendor.core.kernel import Row, entry, int64, kernel, record, uint64
from splendor.ruleset import GAMES, MOST_SEATS, apply, deal, is_over, view_of

GAME = STATES  # the game, after the records that a search works with
MOST_DECISIONS = 160  # recorded per game, on average over a call
MOST_TRIED = 24  # actions per decision that were tried, on average over a call
LONGEST_GAME = 600  # decisions; a longer game is given up
MOST_OF_A_GAME = LONGEST_GAME * 64  # tried actions

# A decision: who won, and what the search thought of it.
DECISION = record(
    ("results", "f4", MOST_SEATS),  # payoffs, the deciding seat first
    ("values", "f4", MOST_SEATS),  # what the search thought, in the same order
    ("margin", "f4"),  # points of the deciding seat at the end, less the most of the others
    ("game", "i4"),
    ("tried", "i4"),  # where its actions begin in the list of tried actions
    ("count", "i2"),  # how many they are; 0 after a brief search
    ("ply", "i2"),
    ("left", "i2"),  # decisions until the end
    ("is_clean", "i2"),  # 1: no random move was played from here on
)
TRIED = record(("action", "i2"), ("visits", "u2"))
# How games are played: see `Play`.
PLAY = record(
    ("noise", "f8"),
    ("full_share", "f8"),
    ("stray_share", "f8"),
    ("early_power", "f8"),
    ("late_power", "f8"),
    ("full", "i4"),
    ("brief", "i4"),
    ("early", "i4"),
    ("stray_within", "i4"),
)


class Decision(Protocol):
    """The fields of `DECISION`, for the type checker."""

    results: Row[float]
    values: Row[float]
    margin: float
    game: int
    tried: int
    count: int
    ply: int
    left: int
    is_clean: int


class Tried(Protocol):
    action: int
    visits: int


class PlayRecord(Protocol):
    noise: float
    full_share: float
    stray_share: float
    early_power: float
    late_power: float
    full: int
    brief: int
    early: int
    stray_within: int


# Views, decisions, tried actions, and how many of the last two are filled in.
Journal: TypeAlias = tuple[Row[Any], Row[Decision], Row[Tried], Row[int]]


@dataclass(frozen=True, slots=True)
class Play:
    """How self-play games are played.

    `full_share` of the decisions are searched by `full` simulations, with noise mixed into the
    priors of the root; the others by `brief`. Moves are sampled by visits to a power, a lower one
    in the first `early` decisions of a game. In `stray_share` of the games one random move is
    played.
    """

    full: int = 160
    brief: int = 40
    full_share: float = 0.35
    noise: float = 0.15
    early: int = 16
    early_power: float = 1.0
    late_power: float = 3.0
    stray_share: float = 0.3
    stray_within: int = 40

    def record(self) -> npt.NDArray[np.record]:
        row = np.zeros(1, PLAY)
        for name in PLAY.names or ():
            row[0][name] = getattr(self, name)
        return row


@kernel
def random_unit(chance: Chance) -> float:
    """A random number above 0, up to 1."""
    return (float(int64(next_word(chance) >> uint64(12))) + 1.0) / 4503599627370497.0


@kernel
def add_noise(tree: Tree, share: float) -> None:
    """Mix noise into the priors of the root: much for a few moves, little for most."""
    works, nodes, edges, _ = tree
    work = works[0]
    whole = 0.0
    edge = int64(nodes[ROOT].edge)
    while edge != NONE:
        drawn = -log(random_unit(work.chance))
        edges[edge].spread = drawn * drawn * drawn  # scratch space until the second visit
        whole += edges[edge].spread
        edge = int64(edges[edge].next)
    edge = int64(nodes[ROOT].edge)
    while edge != NONE:
        mixed = share * edges[edge].spread / whole
        edges[edge].prior = (1.0 - share) * edges[edge].prior + mixed
        edges[edge].spread = 0.0
        edge = int64(edges[edge].next)


@kernel
def sample(tree: Tree, power: float) -> int:
    """An edge of the root, with probability proportional to its visits to a power."""
    works, nodes, edges, _ = tree
    work = works[0]
    best = most_visited_move(edges, nodes[ROOT])
    most = float(edges[best].visits)
    whole = 0.0
    edge = int64(nodes[ROOT].edge)
    while edge != NONE:
        whole += (edges[edge].visits / most) ** power
        edge = int64(edges[edge].next)
    luck = random_unit(work.chance) * whole
    edge = int64(nodes[ROOT].edge)
    while edge != NONE:
        luck -= (edges[edge].visits / most) ** power
        if luck <= 0.0:
            return edge
        edge = int64(edges[edge].next)
    return best


@kernel
def sample_any(tree: Tree) -> int:
    """An edge of the root, each equally likely."""
    works, nodes, edges, _ = tree
    work = works[0]
    count = 0
    edge = int64(nodes[ROOT].edge)
    while edge != NONE:
        count += 1
        edge = int64(edges[edge].next)
    left = random_below(work.chance, count)
    edge = int64(nodes[ROOT].edge)
    while left > 0:
        edge = int64(edges[edge].next)
        left -= 1
    return edge


@entry
def play_games(
    games: int, states: Row[Any], tree: Tree, plays: Row[PlayRecord], journal: Journal
) -> int:
    """Play and record up to `games` games; return how many, fewer if the journal is full.

    states[GAME] is the game, states[2] the view of a decision.
    """
    work, play = tree[0][0], plays[0]
    views, decisions, tried, filled = journal
    for game in range(games):
        if filled[0] + LONGEST_GAME > len(views) or filled[1] + MOST_OF_A_GAME > len(tried):
            return game
        deal(states, int64(GAME))
        begin = filled[0]
        stray = int64(NONE)
        if random_unit(work.chance) < play.stray_share:
            stray = random_below(work.chance, int64(play.stray_within))
        ply = int64(0)
        while not is_over(states[GAME]) and ply < LONGEST_GAME:
            decisions[filled[0]].game = game
            decisions[filled[0]].ply = ply
            decide(states, tree, play, journal)
            if ply == stray:
                edge = sample_any(tree)
                for number in range(begin, filled[0]):
                    decisions[number].is_clean = 0
            else:
                edge = sample(tree, play.early_power if ply < play.early else play.late_power)
            apply(states, int64(GAME), int64(tree[2][edge].action))
            ply += 1
        if is_over(states[GAME]):
            write_result(states[GAME], begin, work.values, journal)
        else:
            filled[0] = begin  # given up
    return games


@kernel
def decide(states: Row[Any], tree: Tree, play: PlayRecord, journal: Journal) -> None:
    """Search the present decision, in full or briefly, and record what was thought."""
    works, nodes, _, _ = tree
    work = works[0]
    work.seat = states[GAME].active
    view_of(states, int64(GAME), int64(work.seat), states, int64(2))
    is_full = random_unit(work.chance) < play.full_share
    start_tree(works, nodes)
    simulate_many(states, int64(1), tree)
    if is_full and play.noise > 0.0:
        add_noise(tree, play.noise)
    simulate_many(states, int64(play.full if is_full else play.brief) - 1, tree)
    views, decisions, _, filled = journal
    views[filled[0]] = states[2]
    decisions[filled[0]].is_clean = 1
    write_values(states[2], decisions[filled[0]], tree)
    write_visits(is_full, tree, journal)
    filled[0] += 1


@kernel
def write_values(view: Any, decision: Decision, tree: Tree) -> None:
    """The value of the move tried most; the rest is shared out as in the mean of all tries."""
    works, nodes, edges, _ = tree
    totals = works[0].totals
    best = edges[most_visited_move(edges, nodes[ROOT])]
    value = best.total / max(1, int64(best.visits))
    seat, seats = int64(view.active), int64(view.seats)
    rest = 0.0
    for step in range(1, seats):
        rest += totals[(seat + step) % seats]
    decision.values[0] = value
    for step in range(1, seats):
        share = totals[(seat + step) % seats] / rest if rest > 0.0 else 1.0 / (seats - 1)
        decision.values[step] = (1.0 - value) * share


@kernel
def write_visits(is_full: bool, tree: Tree, journal: Journal) -> None:
    """The visits of the actions that a full search tried."""
    _, nodes, edges, _ = tree
    _, decisions, tried, filled = journal
    decision = decisions[filled[0]]
    decision.tried = filled[1]
    decision.count = 0
    edge = int64(nodes[ROOT].edge)
    while is_full and edge != NONE:
        if edges[edge].visits > 0:
            tried[filled[1]].action = edges[edge].action
            tried[filled[1]].visits = edges[edge].visits
            filled[1] += 1
            decision.count += 1
        edge = int64(edges[edge].next)


@kernel
def write_result(state: Any, begin: int, values: Row[float], journal: Journal) -> None:
    """Write the result of a finished game into its decisions."""
    views, decisions, _, filled = journal
    pay_off(state, values)
    seats = int64(state.seats)
    for number in range(begin, filled[0]):
        decision = decisions[number]
        seat = int64(views[number].active)
        most = -1000
        for step in range(seats):
            other = (seat + step) % seats
            decision.results[step] = values[other]
            if step > 0:
                most = max(most, int64(state.players[other].points))
        decision.margin = float(int64(state.players[seat].points) - most)
        decision.left = filled[0] - number


class Player:
    """The search of one side in compiled games: its settings and its tree."""

    def __init__(self, game: str, players: int, simulations: int, weights: Weights | None) -> None:
        tuning = TUNINGS[game]
        self.game, self.players = game, players
        self.network = weights.network() if weights else no_network()
        self.nodes = np.empty(simulations + 2, NODE)
        self.edges = np.empty((simulations + 2) * 2 * tuning.edges + FIRST_EDGES, EDGE)
        self.work = np.zeros(1, WORK)
        work = self.work[0]
        work.estimate_weights[:] = padded(estimate_weights_of(game, players))
        work.policy_weights[:] = padded(policy_weights_of(game, players))
        work.c_puct, work.fpu_reduction = tuning.exploration(weights is not None)
        work.evaluator = NETWORK if weights else ESTIMATE
        work.split_after = NEVER if weights else 0

    @property
    def tree(self) -> Tree:
        return self.work, self.nodes, self.edges, self.network

    def seed(self, seed: Seed) -> None:
        self.work[0].chance[:] = seeded(seed)


@dataclass(frozen=True, slots=True)
class Games:
    """Recorded decisions: the deciding seat's view of each, what was thought, and the tries."""

    views: npt.NDArray[np.record]
    decisions: npt.NDArray[np.record]
    tried: npt.NDArray[np.record]

    @property
    def count(self) -> int:
        return int(self.decisions["game"].max()) + 1 if len(self.decisions) else 0


def new_table(game: str, players: int) -> npt.NDArray[np.record]:
    """The records of a search, and the game, with options but not yet dealt."""
    ruleset = GAMES[game]
    states = np.zeros(GAME + 1, ruleset.state)
    rules = ruleset.rules[0]
    options = ruleset.make_options(rules, {"players": players, **ruleset.limits})
    ruleset.write_options(states[GAME], rules, options)
    return states


def play_some(player: Player, games: int, play: Play, seed: Seed) -> Games:
    """Play games against oneself. The same arguments give the same games."""
    states = new_table(player.game, player.players)
    states[GAME].chance[:] = seeded(f"{seed}/deals")
    player.seed(f"{seed}/search")
    size = games * MOST_DECISIONS + LONGEST_GAME
    views = np.zeros(size, states.dtype)
    decisions = np.zeros(size, DECISION)
    tried = np.zeros(games * MOST_DECISIONS * MOST_TRIED + MOST_OF_A_GAME, TRIED)
    filled = np.zeros(2, np.int64)
    play_games(games, states, player.tree, play.record(), (views, decisions, tried, filled))
    count, tries = map(int, filled)
    return Games(views[:count].copy(), decisions[:count].copy(), tried[:tries].copy())
