"""The rule sets: the functions of one game gathered under the same names.

A table, with no logic. Where a game needs something of its own further up (a bot's judgement, a
face), it is found through the record's type or the rule set's name, never asked for.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVar

import numpy as np
import numpy.typing as npt

from splendor.base import features as base_features
from splendor.base import legal as base_legal
from splendor.base import moves as base_moves
from splendor.base import options as base_options
from splendor.base import position as base_position
from splendor.base import refusals as base_refusals
from splendor.base import rules as base_rules
from splendor.base import state as base_state
from splendor.base import table as base_table
from splendor.base import transcript as base_transcript
from splendor.base import view as base_view
from splendor.core.content import Card, JewelCard, Noble, Royal
from splendor.core.errors import OptionError
from splendor.core.kernel import by_record
from splendor.core.moves import Move as Move
from splendor.core.records import Records as Records
from splendor.core.refusals import Refusal, plain
from splendor.duel import features as duel_features
from splendor.duel import legal as duel_legal
from splendor.duel import moves as duel_moves
from splendor.duel import options as duel_options
from splendor.duel import position as duel_position
from splendor.duel import refusals as duel_refusals
from splendor.duel import rules as duel_rules
from splendor.duel import state as duel_state
from splendor.duel import table as duel_table
from splendor.duel import transcript as duel_transcript
from splendor.duel import view as duel_view

T = TypeVar("T")
# What the rule set decides: the `Options` and the `Table` of base/ or of duel/.
Options: TypeAlias = Any
Table: TypeAlias = Any
AnyCard: TypeAlias = Card | JewelCard


@dataclass(frozen=True, slots=True, repr=False)
class Ruleset:
    """One game. The kernels take an array of records and the index of a game in it.

    `scores` are the fields of a player that a result names, in its order. `limits` are options
    for games that programs play, which could go on for ever. `deal_keys` are what a deal has
    beside its decks, as the keys of `deal_words`.
    """

    name: str
    state: np.dtype[np.record]
    observation: np.dtype[np.record]
    scales: npt.NDArray[np.float32]
    actions: int
    over: int
    phases: tuple[str, ...]
    reasons: tuple[str, ...]
    scores: tuple[str, ...]
    limits: Mapping[str, Any]
    cards: tuple[AnyCard, ...]
    nobles: tuple[Noble, ...]
    royals: tuple[Royal, ...]
    moves: tuple[Move, ...]
    action_of: Callable[[Any], int]
    parse_move: Callable[[str], Move]
    describe: Callable[[Any, Any], str]
    why_not: Callable[[Any, int, Any], Refusal]
    make_options: Callable[[str, dict[str, object]], Options]
    parse_option: Callable[[str, str], object]
    read_rules: Callable[[Any], str]
    read_options: Callable[[Any], Options]
    changed_options: Callable[[str, Any], dict[str, object]]
    write_options: Callable[[Any, str, Any], None]
    deal: Callable[[Any, int], None]
    legal: Callable[[Any, int], list[int]]
    apply: Callable[[Any, int, int], None]
    is_winner: Callable[[Any, int, int], bool]
    turn_of: Callable[[Any], int]
    view: Callable[[Any, int, int, Any, int], None]
    imagine: Callable[[Any, int, Any, int, Any, Any], None]
    observe: Callable[[Any, int, int, Any, int], None]
    set_next_card: Callable[[Any, int, int, int], None]
    drawn: Callable[[Records, int], str]
    set_drawn: Callable[[Records, int, str], None]
    write_position: Callable[[Any], str]
    read_position: Callable[[str], Records]
    is_whole: Callable[[Any], bool]
    table_of: Callable[[Any], Table]
    draw_table: Callable[[Any], str]
    write_deal: Callable[[Any], dict[str, Any]]
    read_deal: Callable[[str, Any, Mapping[str, Any]], Records]
    deal_keys: tuple[str, ...]
    deal_words: Callable[[Mapping[str, Any]], dict[str, str]]
    read_deal_words: Callable[[Mapping[str, str]], dict[str, Any]]
    write_turns: Callable[[Records, list[int]], list[dict[str, Any]]]
    read_turns: Callable[[Records, list[Any]], list[tuple[int, str]]]

    def __repr__(self) -> str:
        return f"<Ruleset {self.name}>"


BASE = Ruleset(
    name="base",
    state=base_state.STATE,
    observation=base_features.OBSERVATION,
    scales=base_features.SCALES,
    actions=base_moves.ACTIONS,
    over=base_state.OVER,
    phases=base_state.PHASES,
    reasons=base_state.REASONS,
    scores=("points", "cards"),
    limits=base_options.OPTIONS.limits,
    cards=base_state.CARDS,
    nobles=base_state.NOBLES,
    royals=(),
    moves=base_moves.MOVES,
    action_of=base_moves.action_of,
    parse_move=base_moves.parse_move,
    describe=base_table.describe,
    why_not=base_refusals.why_not,
    make_options=base_options.OPTIONS.make,
    parse_option=base_options.OPTIONS.parse,
    read_rules=base_options.OPTIONS.read_rules,
    read_options=base_options.OPTIONS.read,
    changed_options=base_options.OPTIONS.changed,
    write_options=base_options.OPTIONS.write,
    deal=base_state.deal_in,
    legal=base_legal.legal_list,
    apply=base_rules.apply_in,
    is_winner=base_rules.is_winner_in,
    turn_of=base_transcript.turn_of,
    view=base_view.view_in,
    imagine=base_view.imagine_in,
    observe=base_features.observe_in,
    set_next_card=base_state.set_next_card_since_the_deal,
    drawn=base_transcript.drawn,
    set_drawn=base_transcript.set_drawn,
    write_position=base_position.write_position,
    read_position=base_position.read_position,
    is_whole=base_position.is_whole,
    table_of=base_table.table_of,
    draw_table=base_table.draw_table,
    write_deal=base_transcript.write_deal,
    read_deal=base_transcript.read_deal,
    deal_keys=base_transcript.DEAL_KEYS,
    deal_words=base_transcript.deal_words,
    read_deal_words=base_transcript.read_deal_words,
    write_turns=base_transcript.write_turns,
    read_turns=base_transcript.read_turns,
)

DUEL = Ruleset(
    name="duel",
    state=duel_state.STATE,
    observation=duel_features.OBSERVATION,
    scales=duel_features.SCALES,
    actions=duel_moves.ACTIONS,
    over=duel_state.OVER,
    phases=duel_state.PHASES,
    reasons=duel_state.REASONS,
    scores=("points", "crowns", "cards"),
    limits=duel_options.OPTIONS.limits,
    cards=duel_state.CARDS,
    nobles=(),
    royals=duel_state.ROYALS,
    moves=duel_moves.MOVES,
    action_of=duel_moves.action_of,
    parse_move=duel_moves.parse_move,
    describe=duel_table.describe,
    why_not=duel_refusals.why_not,
    make_options=duel_options.OPTIONS.make,
    parse_option=duel_options.OPTIONS.parse,
    read_rules=duel_options.OPTIONS.read_rules,
    read_options=duel_options.OPTIONS.read,
    changed_options=duel_options.OPTIONS.changed,
    write_options=duel_options.OPTIONS.write,
    deal=duel_state.deal_in,
    legal=duel_legal.legal_list,
    apply=duel_rules.apply_in,
    is_winner=duel_rules.is_winner_in,
    turn_of=duel_transcript.turn_of,
    view=duel_view.view_in,
    imagine=duel_view.imagine_in,
    observe=duel_features.observe_in,
    set_next_card=duel_state.set_next_card_since_the_deal,
    drawn=duel_transcript.drawn,
    set_drawn=duel_transcript.set_drawn,
    write_position=duel_position.write_position,
    read_position=duel_position.read_position,
    is_whole=duel_position.is_whole,
    table_of=duel_table.table_of,
    draw_table=duel_table.draw_table,
    write_deal=duel_transcript.write_deal,
    read_deal=duel_transcript.read_deal,
    deal_keys=duel_transcript.DEAL_KEYS,
    deal_words=duel_transcript.deal_words,
    read_deal_words=duel_transcript.read_deal_words,
    write_turns=duel_transcript.write_turns,
    read_turns=duel_transcript.read_turns,
)

RULESETS = {"official": BASE, "landolt": BASE, "duel": DUEL}


def ruleset_of(rules: str) -> Ruleset:
    if not isinstance(rules, str) or rules not in RULESETS:
        raise OptionError(Refusal.of("unknown_rules", name=plain(rules), known=list(RULESETS)))
    return RULESETS[rules]


def ruleset_of_record(records: Records) -> Ruleset:
    return next(ruleset for ruleset in RULESETS.values() if ruleset.state == records.dtype)


# For the loops in batch.py and bots/: the kernel that fits the record, or the array of records.
def for_both(base: Callable[..., T], duel: Callable[..., T]) -> Callable[..., T]:
    return by_record((base_state.STATE, base), (duel_state.STATE, duel))


deal = for_both(base_state.deal_in, duel_state.deal_in)
apply = for_both(base_rules.apply_in, duel_rules.apply_in)
legal_mask = for_both(base_legal.legal_mask, duel_legal.legal_mask)
default_mask = for_both(base_legal.default_mask, duel_legal.default_mask)
random_action = for_both(base_legal.random_action, duel_legal.random_action)
is_over = for_both(base_rules.is_over, duel_rules.is_over)
is_winner = for_both(base_rules.is_winner, duel_rules.is_winner)
turns_played = for_both(base_rules.turns_played, duel_rules.turns_played)
write_scores = for_both(base_rules.write_scores, duel_rules.write_scores)
view_of = for_both(base_view.view_in, duel_view.view_in)
deal_unseen = for_both(base_view.deal_unseen, duel_view.deal_unseen)
cards_seen = for_both(base_view.cards_seen, duel_view.cards_seen)
observe = for_both(base_features.observe, duel_features.observe)
