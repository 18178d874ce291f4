"""The rule sets: the functions of one game gathered under the same names.

The only file that knows every game. It is a table, with no logic.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

import numpy as np
import numpy.typing as npt

from splendor.base import (
    features,
    legal,
    moves,
    options,
    position,
    reasons,
    rules,
    state,
    table,
    transcript,
    view,
)
from splendor.base.moves import Move as BaseMove
from splendor.base.options import Options as BaseOptions
from splendor.base.table import Table as BaseTable
from splendor.content import Card, Noble
from splendor.errors import OptionError
from splendor.kernel import by_record

Move: TypeAlias = BaseMove
Options: TypeAlias = BaseOptions
Table: TypeAlias = BaseTable
Records: TypeAlias = npt.NDArray[np.record]  # an array of states or of views


@dataclass(frozen=True, slots=True)
class Ruleset:
    """One game. The kernels take an array of records and the index of a game in it."""

    state: np.dtype[np.record]
    observation: np.dtype[np.record]
    scales: npt.NDArray[np.float32]
    actions: int
    over: int
    phases: tuple[str, ...]
    reasons: tuple[str, ...]
    cards: tuple[Card, ...]
    nobles: tuple[Noble, ...]
    moves: tuple[Move, ...]
    action_of: Callable[[Move], int]
    parse_move: Callable[[str], Move]
    describe: Callable[[Any, Move], str]
    why_not: Callable[[Any, int, Move], str]
    make_options: Callable[[str, dict[str, object]], Options]
    parse_option: Callable[[str, str], object]
    read_rules: Callable[[Any], str]
    read_options: Callable[[Any], Options]
    changed_options: Callable[[str, Options], dict[str, object]]
    write_options: Callable[[Any, str, Options], None]
    deal: Callable[[Any, int], None]
    legal: Callable[[Any, int], list[int]]
    apply: Callable[[Any, int, int], None]
    is_winner: Callable[[Any, int, int], bool]
    view: Callable[[Any, int, int, Any, int], None]
    imagine: Callable[[Any, int, Any, int, Any, Any], None]
    observe: Callable[[Any, int, int, Any, int], None]
    set_next_card: Callable[[Any, int, int, int], None]
    write_position: Callable[[Any], str]
    read_position: Callable[[str], Records]
    is_whole: Callable[[Any], bool]
    table_of: Callable[[Any], Table]
    draw_table: Callable[[Any], str]
    write_deal: Callable[[Any], dict[str, Any]]
    read_deal: Callable[[str, Options, Mapping[str, Any]], Records]
    write_turns: Callable[[Records, list[int]], list[dict[str, Any]]]
    read_turns: Callable[[Records, list[Any]], list[int]]


BASE = Ruleset(
    state=state.STATE,
    observation=features.OBSERVATION,
    scales=features.SCALES,
    actions=moves.ACTIONS,
    over=state.OVER,
    phases=state.PHASES,
    reasons=state.REASONS,
    cards=state.CARDS,
    nobles=state.NOBLES,
    moves=moves.MOVES,
    action_of=moves.action_of,
    parse_move=moves.parse_move,
    describe=table.describe,
    why_not=reasons.why_not,
    make_options=options.make_options,
    parse_option=options.parse_option,
    read_rules=options.read_rules,
    read_options=options.read_options,
    changed_options=options.changed_options,
    write_options=options.write_options,
    deal=state.deal_in,
    legal=legal.legal_list,
    apply=rules.apply_in,
    is_winner=rules.is_winner_in,
    view=view.view_in,
    imagine=view.imagine_in,
    observe=features.observe_in,
    set_next_card=state.set_next_card_since_the_deal,
    write_position=position.write_position,
    read_position=position.read_position,
    is_whole=position.is_whole,
    table_of=table.table_of,
    draw_table=table.draw_table,
    write_deal=transcript.write_deal,
    read_deal=transcript.read_deal,
    write_turns=transcript.write_turns,
    read_turns=transcript.read_turns,
)

RULESETS = {"official": BASE, "landolt": BASE}


def ruleset_of(rules: str) -> Ruleset:
    if not isinstance(rules, str) or rules not in RULESETS:
        raise OptionError(f"there is no rule set {rules!r}: {', '.join(RULESETS)}")
    return RULESETS[rules]


def ruleset_of_record(records: Records) -> Ruleset:
    return next(ruleset for ruleset in RULESETS.values() if ruleset.state == records.dtype)


# For the loops in batch.py and bots/: the kernel that fits the record.
deal = by_record((state.STATE, state.deal))
apply = by_record((state.STATE, rules.apply))
legal_mask = by_record((state.STATE, legal.legal_mask))
random_action = by_record((state.STATE, legal.random_action))
is_over = by_record((state.STATE, rules.is_over))
is_winner = by_record((state.STATE, rules.is_winner))
show = by_record((state.STATE, view.show))
observe = by_record((state.STATE, features.observe))
