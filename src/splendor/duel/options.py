"""The options of Splendor Duel (D8): their names and values, and their place in the record."""

from collections.abc import Mapping
from dataclasses import dataclass

from splendor.core.options import (
    HAND_RULES,
    differences,
    parse_value,
    require_between,
    require_one_of,
    require_start,
    with_changes,
)
from splendor.duel.state import NO_LIMIT, RANDOM_START, SEATS, State

MOST_IDLE = 10_000
REFILL_RULES = ("at_once", "end_of_turn")


@dataclass(frozen=True, slots=True)
class Options:
    """One orthogonal field for each option of D8. `start` is a seat or "random"."""

    players: int = SEATS
    start: int | str = "random"
    hands: str = "seen"
    refill: str = "at_once"
    idle: int | None = None

    def __post_init__(self) -> None:
        require_one_of("players", self.players, (SEATS,))
        require_start(self.start, SEATS)
        require_one_of("hands", self.hands, HAND_RULES)
        require_one_of("refill", self.refill, REFILL_RULES)
        if self.idle is not None:
            require_between("idle", self.idle, 1, MOST_IDLE, " or None")


PRESETS = {"duel": Options()}


def make_options(rules: str, given: Mapping[str, object]) -> Options:
    """The options of a rule set, with those given in place of its own."""
    return with_changes(rules, PRESETS[rules], given)


def parse_option(name: str, text: str) -> object:
    """The value that a text means; `none` for no limit of idle turns."""
    return parse_value(text, none=name == "idle")


def changed_options(rules: str, options: Options) -> dict[str, object]:
    """The options that differ from the preset's; there are always two players."""
    return differences(options, PRESETS[rules])


def write_options(state: State, rules: str, options: Options) -> None:
    state.preset = list(PRESETS).index(rules)
    state.seats = SEATS
    state.start_rule = options.start if isinstance(options.start, int) else RANDOM_START
    state.hand_rule = HAND_RULES.index(options.hands)
    state.refill_rule = REFILL_RULES.index(options.refill)
    state.idle = NO_LIMIT if options.idle is None else options.idle


def read_rules(state: State) -> str:
    return list(PRESETS)[state.preset]


def read_options(state: State) -> Options:
    return Options(
        start="random" if state.start_rule == RANDOM_START else int(state.start_rule),
        hands=HAND_RULES[state.hand_rule],
        refill=REFILL_RULES[state.refill_rule],
        idle=None if state.idle == NO_LIMIT else int(state.idle),
    )
