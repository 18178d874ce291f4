"""The options of Splendor (B9): their names, values and presets, and their place in the record."""

from collections.abc import Mapping
from dataclasses import dataclass

from splendor.base.state import (
    MOST_NOBLES,
    NO_LIMIT,
    RANDOM_START,
    State,
)
from splendor.core.options import (
    HAND_RULES,
    differences,
    parse_value,
    require_between,
    require_one_of,
    require_start,
    with_changes,
)

MOST_ROUNDS = 10_000
PLAYERS = (2, 3, 4)
TOKEN_RULES = ("return", "cap")
NOBLE_RULES = ("come", "sought", "sought_free")


@dataclass(frozen=True, slots=True)
class Options:
    """One orthogonal field for each option of B9. `start` is a seat or "random"."""

    players: int = 2
    target: int = 15
    tokens: str = "return"
    nobles: str = "come"
    nobles_each: int = MOST_NOBLES
    hands: str = "seen"
    start: int | str = "random"
    rounds: int | None = None

    def __post_init__(self) -> None:
        require_one_of("players", self.players, PLAYERS)
        require_between("target", self.target, 5, 30)
        require_one_of("tokens", self.tokens, TOKEN_RULES)
        require_one_of("nobles", self.nobles, NOBLE_RULES)
        require_between("nobles_each", self.nobles_each, 1, MOST_NOBLES)
        require_one_of("hands", self.hands, HAND_RULES)
        require_start(self.start, self.players)
        if self.rounds is not None:
            require_between("rounds", self.rounds, 1, MOST_ROUNDS, " or None")


PRESETS = {
    "official": Options(),
    "landolt": Options(tokens="cap", nobles="sought", nobles_each=1, start=0),
}


def make_options(rules: str, given: Mapping[str, object]) -> Options:
    """The options of a rule set, with those given in place of its own."""
    return with_changes(rules, PRESETS[rules], given)


def parse_option(name: str, text: str) -> object:
    """The value that a text means; `none` for no round limit."""
    return parse_value(text, none=name == "rounds")


def changed_options(rules: str, options: Options) -> dict[str, object]:
    """The number of players, and the options that differ from the preset's."""
    return {"players": options.players} | differences(options, PRESETS[rules])


def write_options(state: State, rules: str, options: Options) -> None:
    state.preset = list(PRESETS).index(rules)
    state.seats = options.players
    state.target = options.target
    state.token_rule = TOKEN_RULES.index(options.tokens)
    state.noble_rule = NOBLE_RULES.index(options.nobles)
    state.nobles_each = options.nobles_each
    state.hand_rule = HAND_RULES.index(options.hands)
    state.start_rule = options.start if isinstance(options.start, int) else RANDOM_START
    state.rounds = NO_LIMIT if options.rounds is None else options.rounds


def read_rules(state: State) -> str:
    return list(PRESETS)[state.preset]


def read_options(state: State) -> Options:
    return Options(
        players=int(state.seats),
        target=int(state.target),
        tokens=TOKEN_RULES[state.token_rule],
        nobles=NOBLE_RULES[state.noble_rule],
        nobles_each=int(state.nobles_each),
        hands=HAND_RULES[state.hand_rule],
        start="random" if state.start_rule == RANDOM_START else int(state.start_rule),
        rounds=None if state.rounds == NO_LIMIT else int(state.rounds),
    )
