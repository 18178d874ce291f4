"""The interface of a game to the rest of the program: `Ruleset`, with its `Kernels`.

Each game defines one in its module `ruleset`, and `splendor.ruleset` registers it. No code above
asks which game it is. `docs/adding-a-game.md` shows how to write one.
"""

import reprlib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from splendor.core.content import Card, Noble, Royal
from splendor.core.decks import WORDS_OF_CARDS
from splendor.core.errors import OptionError, RulesError
from splendor.core.moves import Move
from splendor.core.options import Options, OptionSet
from splendor.core.position_parts import is_whole
from splendor.core.records import Layout
from splendor.core.records import Records as Records
from splendor.core.refusals import Refusal, shown
from splendor.core.tables import Table

# Fields that kernels above the games read in every record.
STATE_FIELDS = (
    "chance", "players", "seats", "preset", "start", "active", "phase", "reason", "round_number",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Kernels:
    """The functions that compiled loops call: `state` is a record, `states` an array of them.

    `deal`, `apply` and `view` are made with `@entry`, because Python calls them too; the others may
    be made with `@kernel`. They trust their arguments: every action is legal.
    """

    deal: Callable[..., None]  # (states, game): deal with the record's options and chance
    apply: Callable[..., None]  # (states, game, action)
    legal_mask: Callable[..., None]  # (state, mask): 1 for each legal action, otherwise 0
    default_mask: Callable[..., int]  # the same without choices of payment; how many there are
    random_action: Callable[..., int]  # (state, chance): a default action, equally likely
    is_over: Callable[..., bool]  # (state)
    is_winner: Callable[..., bool]  # (state, seat), when the game is over
    turns_played: Callable[..., int]  # (state): turns that have begun
    write_scores: Callable[..., None]  # (state, result): the fields `scores` of a batch's result
    view: Callable[..., None]  # (states, game, seat, views, to): what the seat may know
    deal_unseen: Callable[..., None]  # (state, chance, pool): make a whole state out of a view
    cards_seen: Callable[..., int]  # (state, seat): a number for the cards that the seat sees
    # (states, to, view, chance, pool): let states[to], dealt by `deal_unseen` from states[view],
    # be another such state; without this kernel, a search calls `deal_unseen` every time
    redeal: Callable[..., None] | None = None
    # For games in which chance decides more than cards, by the record's generator:
    # (state, action): whether it does when this action is played; (state): a number for what came
    draws: Callable[..., bool] | None = None
    draw_seen: Callable[..., int] | None = None


# Defaults of the optional parts


def why_not_here(states: Records, game: int, move: object) -> Refusal:
    return Refusal.of("not_possible", move=str(move))


def describe_by_text(state: object, move: object) -> str:
    return f"Play {move}."


def nothing_drawn(states: Records, game: int) -> str:
    return ""


def refuse_drawn(states: Records, game: int, drawn: str) -> None:
    raise RulesError(f"this move draws no tokens, so it cannot bring {reprlib.repr(drawn)}")


def refuse_next_card(states: Records, last: int, level: int, card: int) -> None:
    raise RulesError("the next card cannot be chosen in this game")


@dataclass(frozen=True, slots=True, repr=False, kw_only=True)
class Ruleset:
    """One game, with one or several rule sets (presets of its options).

    The functions are for Python: they take an array of records and the index of a game in it, or
    one record. Those after `read_turns` are optional.

    `state` is the record of a game. It has the fields of `STATE_FIELDS`; `players` is an array of
    records with the fields `hand` (reserved cards, negative where there is none) and those named
    in `scores`: the numbers in a result, in this order. `moves` lists all moves; the index of a
    move is its action number. `phases` and `reasons` name the values of these fields. A turn begins
    in the phase "play"; a finished game is in the phase "over", whose number is `over`. `layouts`
    are the forms of its observations, the newest last. `decks` is the number of decks; `deal_keys`
    names the rest of a deal, the keys of `deal_words`.
    """

    name: str
    options: OptionSet[Any]
    state: np.dtype[np.record]
    kernels: Kernels
    layouts: tuple[Layout, ...]
    over: int
    phases: tuple[str, ...]
    reasons: tuple[str, ...]
    scores: tuple[str, ...]
    cards: tuple[Card, ...]
    moves: tuple[Move, ...]
    action_of: Callable[[Any], int]
    parse_move: Callable[[str], Move]
    legal: Callable[[Any, int], list[int]]
    turn_of: Callable[[Any], int]
    observe: Callable[[Any, int, int, Any, int], None]
    write_position: Callable[[Any], str]
    read_position: Callable[[str], Records]
    table_of: Callable[[Any], Table]
    draw_table: Callable[[Any], str]
    write_deal: Callable[[Any], dict[str, Any]]
    read_deal: Callable[[str, Any, Mapping[str, Any]], Records]
    decks: int
    deal_keys: tuple[str, ...]
    deal_words: Callable[[Mapping[str, Any]], dict[str, str]]
    read_deal_words: Callable[[Mapping[str, str]], dict[str, Any]]
    write_turns: Callable[[Records, list[int]], list[dict[str, Any]]]
    read_turns: Callable[[Records, list[Any]], list[tuple[int, str]]]
    nobles: tuple[Noble, ...] = ()
    royals: tuple[Royal, ...] = ()
    nobles_of: Callable[[Any], tuple[Noble, ...]] | None = None  # as the options of a record say
    describe: Callable[[Any, Any], str] = describe_by_text
    why_not: Callable[[Any, int, Any], Refusal] = why_not_here
    is_whole: Callable[[Any], bool] = is_whole
    drawn: Callable[[Records, int], str] = nothing_drawn
    set_drawn: Callable[[Records, int, str], None] = refuse_drawn
    set_next_card: Callable[[Any, int, int, int], None] = refuse_next_card
    deck_starts: tuple[int, ...] = ()  # where each deck begins in the field `deck`, and its end
    # `read_position` without its checks, and the checks by name: each raises `PositionError`
    parse_position: Callable[[str], Records] | None = None
    position_checks: Mapping[str, Callable[[Records], None]] = field(default_factory=dict)

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"

    @property
    def rules(self) -> tuple[str, ...]:
        """The names of its rule sets."""
        return self.options.rules

    @property
    def players(self) -> tuple[int, ...]:
        """How many can play."""
        return self.options.players

    @property
    def actions(self) -> int:
        return len(self.moves)

    @property
    def observation(self) -> np.dtype[np.record]:
        """The record of an observation in the newest layout."""
        return self.layouts[-1].record

    def layout_number(self, number: object = None) -> int:
        """The number of an observation layout, from 1; the newest if it is not given."""
        last = len(self.layouts)
        if number is None:
            return last
        if type(number) is not int or not 1 <= number <= last:
            raise OptionError(f"observations have the layouts 1 to {last}, not {shown(number)}")
        return number

    def layout(self, number: object = None) -> Layout:
        return self.layouts[self.layout_number(number) - 1]

    def layout_version(self, number: object = None) -> str:
        """The name of a layout for files, such as `base-2`: the same name, the same numbers."""
        return f"{self.name}-{self.layout_number(number)}"

    @property
    def limits(self) -> dict[str, int]:
        """The options that end games between programs, which might otherwise never end."""
        return self.options.limits

    def deal(self, states: Records, game: int) -> None:
        self.kernels.deal(states, game)

    def apply(self, states: Records, game: int, action: int) -> None:
        self.kernels.apply(states, game, action)

    def view(self, states: Records, game: int, seat: int, views: Records, to: int) -> None:
        self.kernels.view(states, game, seat, views, to)

    def make_options(self, rules: str, given: Mapping[str, object]) -> Options:
        """The options of a rule set, with the values in `given` instead of its own."""
        made: Options = self.options.make(rules, given)
        return made

    def parse_option(self, name: str, text: str) -> object:
        return self.options.parse(name, text)

    def read_rules(self, state: Any) -> str:
        return self.options.read_rules(state)

    def read_options(self, state: Any) -> Options:
        found: Options = self.options.read(state)
        return found

    def changed_options(self, rules: str, options: Any) -> dict[str, object]:
        """The number of players, if the game allows several, and what differs from the preset."""
        return self.options.changed(rules, options)

    def write_options(self, state: Any, rules: str, options: Any) -> None:
        self.options.write(state, rules, options)


def check_ruleset(ruleset: Ruleset) -> None:
    """Raise `TypeError` if a game lacks something that the layers above rely on."""
    if len(ruleset.cards) > 32 * WORDS_OF_CARDS:
        raise TypeError(f"{ruleset.name} has more cards than a set of purchased cards can hold")
    missing = [name for name in STATE_FIELDS if name not in (ruleset.state.names or ())]
    if missing:
        raise TypeError(f"the record of {ruleset.name} lacks the fields {', '.join(missing)}")
    player = ruleset.state["players"].base
    lacking = [name for name in ("hand", *ruleset.scores) if name not in (player.names or ())]
    if lacking:
        raise TypeError(f"the players of {ruleset.name} lack the fields {', '.join(lacking)}")
    if [ruleset.action_of(move) for move in ruleset.moves] != list(range(ruleset.actions)):
        raise TypeError(f"the moves of {ruleset.name} are not at the index that is their action")
    if "play" not in ruleset.phases or ruleset.phases[ruleset.over] != "over":
        raise TypeError(
            f"the phases of {ruleset.name} need 'play', and 'over' at index {ruleset.over}"
        )
    check_fields(ruleset.options, ruleset.state)


def check_fields(options: OptionSet[Any], state: np.dtype[np.record]) -> None:
    """Raise `TypeError` unless the record holds every option and gives back what was written.

    Otherwise a value would change silently, as 0 does in a nullable option, or be refused only
    when somebody chooses it.
    """
    for option in options.all:
        if option.field not in (state.names or ()):
            raise TypeError(f"option {option.name}: the record has no field {option.field!r}")
        room = np.iinfo(state[option.field])
        for value in option.outermost(max(options.players)):
            number = option.encode(value)
            if not room.min <= number <= room.max or option.decode(number) != value:
                raise TypeError(f"option {option.name}: its field cannot hold {value!r}")
