"""Many games at once: an array of records, and one compiled loop for each operation."""

from collections.abc import Sequence
from typing import TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.core.chance import WORDS, Seed, seeded
from splendor.core.errors import IllegalMove, OptionError, RulesError, SeedError
from splendor.core.kernel import record
from splendor.core.options import Value
from splendor.core.refusals import Refusal, shown
from splendor.loops import (
    branch_all,
    count_sequences,
    deal_some,
    look_at_some,
    observe_some,
    pick_random,
    step_some,
)
from splendor.ruleset import MOST_SEATS, Records, Ruleset, ruleset_of, ruleset_of_record

MOST_GAMES = 10_000_000
DEEPEST = 50  # decisions of a sequence

Games: TypeAlias = npt.ArrayLike | None  # places in a batch, or a mask of them; None: all
Seeds: TypeAlias = Sequence[Seed]  # one for each game


def require_size(games: int) -> None:
    if type(games) is not int or not 1 <= games <= MOST_GAMES:
        raise OptionError(Refusal.of("batch_size", most=MOST_GAMES, given=shown(games)))


def result_type(ruleset: Ruleset) -> np.dtype[np.record]:
    """The record of a result, with a field for each score of the game."""
    player = ruleset.state["players"].base
    return record(
        ("rounds", "i4"),
        ("winners", "i1", MOST_SEATS),  # 1 for each seat that won or shares the victory
        *((name, player[name], MOST_SEATS) for name in ruleset.scores),
        ("reason", "i1"),
        ("done", "i1"),  # whether this game ended in the last step
        ("seat", "i1"),  # who decides in the game that is going on
        ("unused", "i1"),
    )


class Batch:
    """`games` games with the same rules, stepped together. A finished game is dealt again.

    After every step, `masks`, `observations` and `seats` say what is to be decided and by whom,
    `done` which games just ended, and `results` how the last finished game in each place ended.
    `final_states` has the positions in which these ended. These arrays are reused: copy what you
    want to keep. Results have four seats, of which the last are empty where fewer play, and a field
    for each score of the game.

    >>> batch = splendor.Batch(4, players=2, seed=1)
    >>> for _ in range(3):
    ...     batch.step(batch.random_actions())
    >>> batch.masks.shape, batch.done.tolist()
    ((4, 94), [0, 0, 0, 0])
    """

    def __init__(
        self,
        games: int,
        rules: str = "official",
        players: int = 2,
        seed: Seed | Seeds = None,
        *,
        layout: int | None = None,
        deal_again: bool = True,
        **options: Value,
    ) -> None:
        """Deal the games. Programs might play for ever, so the options `rounds` (100 in Splendor)
        and `idle` (60 in Duel) have a value unless they are given. `layout` is the number of an
        observation layout; the default is the newest. A list of seeds has one for each game, which
        then has the same deal as `Game(seed=…)`. Without `deal_again`, a finished game stays until
        `deal` is called, and has no legal actions.
        """
        require_size(games)
        self.ruleset = ruleset_of(rules)
        template = self._template(rules, {"players": players, **self.ruleset.limits, **options})
        self.states: Records = np.repeat(template, games)
        self.deal_again = bool(deal_again)
        self._allocate(games, layout)
        if isinstance(seed, (list, tuple, np.ndarray)):
            self._chance = seeded("/".join(map(str, seed)))
            self.deal(seeds=seed)
        else:
            self._chance = seeded(seed)  # type: ignore[arg-type]  # which refuses other types
            branch_all(self.states, self._chance)
            self.deal()

    def _allocate(self, games: int, layout: int | None) -> None:
        """The arrays that every step fills."""
        self.masks = np.zeros((games, self.ruleset.actions), np.int8)
        self.results = np.zeros(games, result_type(self.ruleset))
        self.seats = self.results["seat"]
        self.done = self.results["done"]
        self.final_states = np.zeros_like(self.states) if self.deal_again else self.states
        self._number = self.ruleset.layout_number(layout)
        self._layout = self.ruleset.layout(self._number)
        self._seen = np.zeros(games, self._layout.record)
        self._view = np.zeros(1, self.ruleset.state)
        self._all = np.arange(games)

    def _template(self, rules: str, chosen: dict[str, Value]) -> Records:
        """A record with these options, before the deal."""
        template = np.zeros(1, self.ruleset.state)
        self.ruleset.write_options(template[0], rules, self.ruleset.make_options(rules, chosen))
        return template

    def __len__(self) -> int:
        return len(self.states)

    def __repr__(self) -> str:
        rules = self.ruleset.read_rules(self.states[0])
        return f"<Batch of {len(self)} games {rules}>"

    @property
    def observations(self) -> npt.NDArray[np.int8]:
        """What the deciding seat of each game sees, one row per game. The memory is reused.

        >>> splendor.Batch(4, seed=1).observations.dtype
        dtype('int8')
        """
        return self._seen.view(np.int8).reshape(len(self), -1)

    @property
    def blocks(self) -> Records:
        """The observations as records with named fields.

        >>> splendor.Batch(4, seed=1).blocks["market"]["cost"].shape
        (4, 12, 5)
        """
        return self._seen

    @property
    def layout(self) -> str:
        """The version of the observation layout; save it with what was learned from it.

        >>> splendor.Batch(4).layout, splendor.Batch(4, "duel", layout=1).layout
        ('base-2', 'duel-1')
        """
        return self.ruleset.layout_version(self._number)

    @property
    def over(self) -> npt.NDArray[np.bool_]:
        """Which games are over now: none if finished games are dealt again.

        >>> splendor.Batch(2, seed=1, deal_again=False).over.tolist()
        [False, False]
        """
        return np.asarray(self.states["phase"] == self.ruleset.over)

    def observations_float32(self) -> npt.NDArray[np.float32]:
        """The observations in a new array, scaled to lie between 0 and about 1.

        >>> splendor.Batch(4, seed=1).observations_float32().dtype
        dtype('float32')
        """
        return self.observations * self._layout.scales

    @property
    def payoffs(self) -> npt.NDArray[np.float32]:
        """1 for the winner of the last finished game in each place, in equal parts if shared.

        A game that nobody won has only zeros.

        >>> splendor.Batch(4, seed=1).payoffs.shape
        (4, 4)
        """
        winners = self.results["winners"]
        shares = np.maximum(1, winners.sum(axis=1, keepdims=True))
        return np.asarray(winners / shares, np.float32)

    def deal(self, games: Games = None, seeds: Seeds | None = None) -> None:
        """Deal all games anew, or only some, whether they are over or not.

        `games` are places in the batch, or a mask of them; `seeds` has a seed for each of these.
        Otherwise each game draws its next deal from its own generator.

        >>> batch = splendor.Batch(3, seed=1)
        >>> batch.deal(games=[0, 2], seeds=["friday", 7])
        >>> batch.states[0].tobytes() == splendor.Game(seed="friday", rounds=100).record.tobytes()
        True
        """
        chosen = self._places(games)
        if seeds is not None:
            self.states["chance"][chosen] = generators(seeds, len(chosen))
        deal_some(self.states, chosen)
        self.results["done"][chosen] = 0
        look_at_some(self.states, chosen, self.masks, self._seen, self.results, self._view)

    def _places(self, games: Games) -> npt.NDArray[np.int64]:
        """The places that an argument `games` names."""
        if games is None:
            return self._all
        given = np.asarray(games)
        if given.dtype == np.bool_ and given.shape == (len(self),):
            return np.flatnonzero(given)
        if (given.dtype.kind not in "iu" and given.size) or given.ndim != 1:
            raise RulesError(f"games are a row of places or a mask of {len(self)}")
        places = given.astype(np.int64)
        if places.size and not 0 <= places.min() <= places.max() < len(self):
            raise RulesError(f"games are places from 0 to {len(self) - 1}")
        if len(np.unique(places)) != len(places):
            raise RulesError("a game is named twice")
        return places

    def step(self, actions: npt.ArrayLike, games: Games = None) -> None:
        """Play one legal action in each game, or raise `IllegalMove` and change nothing.

        With `games`, places in the batch or a mask of them, only these are played, and there is an
        action for each of them.

        >>> batch = splendor.Batch(2, seed=1)
        >>> batch.step([0, 1])
        >>> batch.step([1], games=[0])
        >>> batch.step([0, 93])
        Traceback (most recent call last):
            ...
        splendor.core.errors.IllegalMove: action 93 is not legal in game 1
        """
        if getattr(actions, "dtype", None) != np.int64 or not actions.flags.c_contiguous:  # type: ignore[union-attr]
            actions = whole_numbers(actions)
        chosen = self._all if games is None else self._places(games)
        assert isinstance(actions, np.ndarray)
        if actions.shape != chosen.shape:
            given = str(actions.shape)
            raise IllegalMove(Refusal.of("action_count", games=len(chosen), given=given))
        wrong = step_some(
            chosen, actions, self.deal_again, self.states, self.final_states, self.masks,
            self._seen, self.results, self._view,
        )  # fmt: skip
        if wrong >= 0:
            game, action = int(chosen[wrong]), int(actions[wrong])
            raise IllegalMove(Refusal.of("illegal_action", action=action, game=game))

    # What any seat sees

    def observations_of(
        self, seats: npt.ArrayLike, games: Games = None, *, final: bool = False
    ) -> npt.NDArray[np.int8]:
        """What a seat of each game sees, in a new array; `seats` is one seat or one for each game.

        With `final`, what it saw at the end of the last finished game: zeros if there was none.

        >>> batch = splendor.Batch(4, seed=1)
        >>> batch.observations_of(batch.seats).tobytes() == batch.observations.tobytes()
        True
        >>> int(batch.observations_of(0, final=True).sum())
        0
        """
        places = self._places(games)
        seen = np.zeros(len(places), self._layout.record)
        states = self.final_states if final else self.states
        observe_some(states, places, self._seats(seats, places), seen, self._view)
        return seen.view(np.int8).reshape(len(places), -1)

    def masks_of(
        self, seats: npt.ArrayLike, games: Games = None, *, final: bool = False
    ) -> npt.NDArray[np.int8]:
        """The legal actions of a seat of each game, in a new array: none while another decides.

        At the end of a game (`final`) nobody has a legal action.

        >>> batch = splendor.Batch(4, seed=1, start=0)
        >>> batch.masks_of(0).sum(axis=1).tolist(), int(batch.masks_of(1).sum())
        ([30, 30, 30, 30], 0)
        """
        places = self._places(games)
        masks = np.zeros_like(self.masks[places]) if final else self.masks[places].copy()
        masks[self.seats[places] != self._seats(seats, places)] = 0
        return masks

    def _seats(self, seats: npt.ArrayLike, places: npt.NDArray[np.int64]) -> npt.NDArray[np.int64]:
        given = np.asarray(seats)
        players = int(self.states["seats"][0])
        if given.dtype.kind not in "iu" or given.shape not in ((), places.shape):
            raise RulesError("seats are one seat, or one for each game")
        if given.size and not 0 <= given.min() <= given.max() < players:
            raise RulesError(f"seats are from 0 to {players - 1}")
        return np.broadcast_to(given, places.shape).astype(np.int64)

    def random_actions(
        self, chance: npt.NDArray[np.uint64] | None = None, *, seed: Seed = None
    ) -> npt.NDArray[np.int64]:
        """A legal action for each game, each equally likely; -1 for a game that is over.

        The batch has its own generator, seeded together with it; `seed` seeds it again. `chance`,
        made by `splendor.core.chance.seeded`, is used instead if it is given.

        >>> batch = splendor.Batch(2, seed=1)
        >>> actions = batch.random_actions(seed="actions")
        >>> all(batch.masks[game, action] for game, action in enumerate(actions))
        True
        """
        if seed is not None:
            self._chance = seeded(seed)
        actions = np.zeros(len(self), np.int64)
        pick_random(self.masks, actions, self._chance if chance is None else checked(chance))
        return actions


def generators(seeds: Seeds, games: int) -> npt.NDArray[np.uint64]:
    """A generator for each game, seeded as that of a `Game`."""
    if not isinstance(seeds, (list, tuple, np.ndarray)) or len(seeds) != games:
        raise SeedError(f"seeds are a list with one for each of {games} games")
    return np.array([seeded(seed) for seed in seeds]).reshape(games, WORDS)


def checked(chance: npt.NDArray[np.uint64]) -> npt.NDArray[np.uint64]:
    if getattr(chance, "dtype", None) != np.uint64 or chance.shape != (WORDS,):
        raise SeedError(Refusal("not_a_chance"))
    if not chance.any():
        raise SeedError(Refusal("zero_chance"))
    return chance


def whole_numbers(actions: object) -> npt.NDArray[np.int64]:
    try:
        given = np.asarray(actions)
    except ValueError:
        raise IllegalMove(Refusal.of("not_actions", given=type(actions).__name__)) from None
    if given.dtype.kind not in "iu":
        raise IllegalMove(Refusal.of("not_actions", given=str(given.dtype)))
    return np.ascontiguousarray(given, np.int64)


def perft(record: Records, depth: int) -> list[int]:
    """How many sequences of 1, 2, … `depth` decisions there are from a position.

    Decks keep the order they have in the record. Sequences stop where a game ends.
    """
    if type(depth) is not int or not 1 <= depth <= DEEPEST:
        raise RulesError(f"sequences are from 1 to {DEEPEST} decisions long, not {shown(depth)}")
    if not record["chance"].any():
        raise RulesError("a view cannot be played on: count from a game, or from view.imagine()")
    stack = np.repeat(record, depth + 1)
    masks = np.zeros((depth + 1, ruleset_of_record(record).actions), np.int8)
    tried = np.zeros(depth + 1, np.int64)
    return [count_sequences(stack, masks, tried, length) for length in range(1, depth + 1)]
