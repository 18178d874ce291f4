"""OpenSpiel games with explicit chance: `splendor_official`, `splendor_landolt`, `splendor_duel`.

Importing this module registers a game for each rule set. Everything that chance decides is a chance
node: the cards and nobles or tokens of the deal, one by one, and every card and token that is drawn
later. Players get views, so what they have not seen changes nothing in their information states.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any

import numpy as np

from splendor.core.chances import Chances, Draw
from splendor.core.extras import need
from splendor.envs.rewards import outcomes
from splendor.game import Game
from splendor.ruleset import FORMAT, RULESETS, Ruleset, ruleset_of

need("openspiel")

import pyspiel  # noqa: E402  # after the line that says what is missing

LETTERS = "WUGRKPJ"  # tokens in the bag, in the order of their chance outcomes
LONGEST = 100_000  # decisions and draws of a game; far more than any has
PLAYER = "players"
NOTHING = Draw()


def name_of(rules: str) -> str:
    """The short name under which OpenSpiel knows a rule set."""
    return f"splendor_{rules}"


def type_of(rules: str) -> Any:
    ruleset = ruleset_of(rules)
    players = ruleset.players
    choices: dict[str, int] = dict(ruleset.limits)
    if len(players) > 1:
        choices[PLAYER] = min(players)
    return pyspiel.GameType(
        short_name=name_of(rules),
        long_name=f"Splendor, rule set {rules}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=max(players),
        min_num_players=min(players),
        provides_information_state_string=True,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification=choices,
    )


class Deal:
    """What is dealt, in the order in which chance decides it: a pool and a number of draws each."""

    def __init__(self, rules: str, options: dict[str, int]) -> None:
        self.rules, self.options = rules, {"start": 0, **options}
        sample = Game(rules, seed=0, **self.options)
        self.deal, self.ruleset = sample.deal(), sample.ruleset
        self.players = sample.players
        sizes = sample.record["deck_sizes"][0].tolist()
        self.id_of: dict[object, int] = {}
        self.pools: list[tuple[list[int], int]] = []
        for level, names in enumerate(self.deal["decks"]):
            first = self.ruleset.deck_starts[level]
            self.id_of.update({name: first + place for place, name in enumerate(sorted(names))})
            ids = sorted(self.id_of[name] for name in names)
            self.pools.append((ids, len(names) - sizes[level]))
        self.rest = [key for key in self.ruleset.deal_keys if key != "start"]
        self.names: list[object] = []
        for key in self.rest:
            self._add_rest(key, self.deal[key])
        self.name_of = {number: name for name, number in self.id_of.items()}

    def _add_rest(self, key: str, found: list[Any]) -> None:
        """Nobles are drawn from all there are; tokens of a board are all laid."""
        pool = list(range(len(self.ruleset.nobles))) if key == "nobles" else list(found)
        self.names = sorted(set(pool))
        first = len(self.ruleset.cards)
        codes = [first + self.names.index(name) for name in pool]
        self.pools.append((sorted(codes), len(found)))

    @property
    def draws(self) -> int:
        return sum(count for _, count in self.pools)

    def left(self, drawn: list[int]) -> list[int]:
        """What may be drawn next, each as often as it is there."""
        before = 0
        for pool, count in self.pools:
            if len(drawn) < before + count:
                left = Counter(pool) - Counter(drawn[before:])
                return sorted(left.elements())
            before += count
        return []

    def game(self, drawn: list[int]) -> Game:
        deal, before = dict(self.deal, decks=[], start=0), 0
        first = len(self.ruleset.cards)
        for number, (pool, count) in enumerate(self.pools):
            shown = drawn[before : before + count]
            before += count
            if number < len(self.deal["decks"]):
                others = [card for card in pool if card not in shown]
                deal["decks"].append([self.name_of[card] for card in (*shown, *others)])
            else:
                key = self.rest[number - len(self.deal["decks"])]
                deal[key] = [self.names[code - first] for code in shown]
        rules = {"name": self.rules, **self.options}
        return Game.from_transcript(
            {"format": FORMAT, "rules": rules, "deal": deal, "turns": [], "result": None}
        )


class SplendorGame(pyspiel.Game):  # type: ignore[misc]
    """One rule set as an OpenSpiel game; the parameters are options of the rules."""

    rules: str

    def __init__(self, params: dict[str, int] | None = None) -> None:
        options = {name: int(value) for name, value in (params or {}).items()}
        self.deal = deal_of(self.rules, options)
        ruleset = self.deal.ruleset
        info = pyspiel.GameInfo(
            num_distinct_actions=ruleset.actions,
            max_chance_outcomes=len(ruleset.cards) + max(len(self.deal.names), len(LETTERS)),
            num_players=self.deal.players,
            min_utility=-1.0,
            max_utility=1.0,
            utility_sum=0.0,
            max_game_length=LONGEST,
        )
        super().__init__(type_of(self.rules), info, params or {})

    def new_initial_state(self) -> "SplendorState":
        return SplendorState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "SplendorObserver":
        kind = iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False)
        return SplendorObserver(self.deal.ruleset, kind)


DEALS: dict[tuple[str, tuple[tuple[str, int], ...]], Deal] = {}


def deal_of(rules: str, options: dict[str, int]) -> Deal:
    """The deal of a game; made once, because each state needs it."""
    key = rules, tuple(sorted(options.items()))
    if key not in DEALS:
        DEALS[key] = Deal(rules, options)
    return DEALS[key]


class Pending:
    """A move that waits for chance: what may come, and what has come so far."""

    def __init__(self, action: int, chances: Chances) -> None:
        self.action, self.chances = action, chances
        self.cards: tuple[int, ...] = ()
        self.tokens = ""

    def left(self, first: int) -> list[int]:
        if len(self.cards) < len(self.chances.decks):
            return list(self.chances.decks[len(self.cards)])
        letters = Counter(self.chances.bag) - Counter(self.tokens)
        return sorted(first + LETTERS.index(letter) for letter in letters.elements())

    def draw(self, outcome: int, first: int) -> None:
        if outcome < first:
            self.cards = (*self.cards, outcome)
        else:
            self.tokens += LETTERS[outcome - first]

    @property
    def is_complete(self) -> bool:
        cards = len(self.cards) == len(self.chances.decks)
        return cards and len(self.tokens) == len(self.chances.bag)


class SplendorState(pyspiel.State):  # type: ignore[misc]
    """A position: the deal in progress, a decision, or a move that waits for chance."""

    def __init__(self, game: SplendorGame) -> None:
        super().__init__(game)
        # A clone is made by copying the attributes, and a copied pyspiel.Game loses its own: so
        # the state keeps the key of its deal instead of the game.
        self._rules = game.rules
        self._options = {k: v for k, v in game.deal.options.items() if k != "start"}
        self._drawn: list[int] = []
        self._game: Game | None = None
        self._pending: Pending | None = None

    @property
    def deal(self) -> Deal:
        return deal_of(self._rules, self._options)

    @property
    def game(self) -> Game | None:
        """The game after the deal."""
        return self._game

    # Who decides

    def current_player(self) -> int:
        if self._game is None or self._pending is not None:
            return int(pyspiel.PlayerId.CHANCE)
        if self._game.is_over:
            return int(pyspiel.PlayerId.TERMINAL)
        return self._game.active

    def is_terminal(self) -> bool:
        return self._game is not None and self._pending is None and self._game.is_over

    def returns(self) -> list[float]:
        players = self.deal.players
        if not self.is_terminal() or self._game is None or self._game.outcome is None:
            return [0.0] * players
        winners = [[seat in self._game.outcome.winners for seat in range(players)]]
        row: list[float] = outcomes(winners)[0].tolist()
        return row

    # What may happen

    def _legal_actions(self, player: int) -> list[int]:
        return [] if self._game is None else list(self._game.legal_actions)

    def chance_outcomes(self) -> list[tuple[int, float]]:
        left = self._left()
        return [(code, count / len(left)) for code, count in sorted(Counter(left).items())]

    def _left(self) -> list[int]:
        if self._pending is not None:
            return self._pending.left(len(self.deal.ruleset.cards))
        return self.deal.left(self._drawn)

    # What happens

    def _apply_action(self, action: int) -> None:
        if self._game is None:
            self._drawn.append(action)
            if len(self._drawn) == self.deal.draws:
                self._game = self.deal.game(self._drawn)
        elif self._pending is None:
            move = self._game.ruleset.moves[action]
            chances = self._game.chances(move)
            self._pending = Pending(action, chances)
            if chances.count == 1:
                self._play(next(iter(chances)))
        else:
            self._pending.draw(action, len(self.deal.ruleset.cards))
            if self._pending.is_complete:
                self._play(Draw(self._pending.cards, self._pending.tokens))

    def _play(self, draw: Draw) -> None:
        assert self._game is not None
        assert self._pending is not None
        self._game.push_action(self._pending.action, "" if draw == NOTHING else draw)
        self._pending = None

    def resample_from_infostate(
        self, player_id: int, probability_sampler: Callable[[], float]
    ) -> "SplendorState":
        """Another state with the same information state for the player."""
        if self._game is None:
            return self.clone()  # type: ignore[no-any-return]
        seed = int(probability_sampler() * 2**53)
        other = self._game.resample(player_id, seed)
        swap = dict(zip(hand_cards(self._game), hand_cards(other), strict=True))
        state: SplendorState = self.get_game().new_initial_state()
        for item in self.full_history():
            chance = item.player == pyspiel.PlayerId.CHANCE
            state.apply_action(swap.get(item.action, item.action) if chance else item.action)
        return state

    # Texts

    def _action_to_string(self, player: int, action: int) -> str:
        deal = self.deal
        if player != pyspiel.PlayerId.CHANCE:
            return str(deal.ruleset.moves[action])
        if action < len(deal.ruleset.cards):
            return f"card {action}"
        other = action - len(deal.ruleset.cards)
        if self._game is None:
            return f"{deal.rest[0]} {deal.names[other]}"
        return f"token {LETTERS[other]}"

    def __str__(self) -> str:
        if self._game is None:
            return f"dealt: {self._drawn}"
        return self._game.position + self._waiting()

    def _waiting(self) -> str:
        """The move that waits for chance, as everybody knows it."""
        if self._pending is None or self._game is None:
            return ""
        return f" {self._game.active}:{self._game.ruleset.moves[self._pending.action]}?"

    def text_for(self, player: int | None, recall: bool) -> str:
        """The information state or the observation of a player; `None` sees what is public."""
        if self._game is None:
            return f"dealt: {self._drawn}"
        if recall and player is not None:
            return self._game.history(player).text + self._waiting()
        return self._game.view(player).position + self._waiting()


def hand_cards(game: Game) -> list[int]:
    cards: list[int] = game.record["players"]["hand"].ravel().tolist()
    return [card for card in cards if card >= 0]


class SplendorObserver:
    """Observations in the newest layout, scaled; and texts of observations and histories."""

    def __init__(self, ruleset: Ruleset, kind: Any) -> None:
        self._ruleset, self._recall = ruleset, kind.perfect_recall
        self._private = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER
        size = 0 if self._recall else ruleset.observation.itemsize
        self.tensor = np.zeros(size, np.float32)
        self.dict = {} if self._recall else {"observation": self.tensor}

    def set_from(self, state: SplendorState, player: int) -> None:
        self.tensor.fill(0)
        if state.game is not None and not self._recall:
            seen = state.game.observation(player)
            np.multiply(seen, self._ruleset.layouts[-1].scales, out=self.tensor)

    def string_from(self, state: SplendorState, player: int) -> str:
        return state.text_for(player if self._private else None, self._recall)


def game_class(rules: str) -> type[SplendorGame]:
    return type(f"SplendorGame_{rules}", (SplendorGame,), {"rules": rules})


for each in RULESETS:
    pyspiel.register_game(type_of(each), game_class(each))
