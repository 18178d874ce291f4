"""Splendor as one object for the registry in `splendor.ruleset`."""

from functools import partial

from splendor.base import (
    features,
    legal,
    moves,
    position,
    refusals,
    rules,
    state,
    table,
    transcript,
    view,
)
from splendor.base.options import OPTIONS
from splendor.core.decks import cards_seen, put_on_top_since_the_deal
from splendor.core.ruleset import Kernels, Ruleset
from splendor.core.transcript_parts import decisions_of

RULESET = Ruleset(
    name="base",
    options=OPTIONS,
    state=state.STATE,
    kernels=Kernels(
        deal=state.deal_in,
        apply=rules.apply_in,
        legal_mask=legal.legal_mask,
        default_mask=legal.default_mask,
        random_action=legal.random_action,
        is_over=rules.is_over,
        is_winner=rules.is_winner,
        turns_played=rules.turns_played,
        write_scores=rules.write_scores,
        view=view.view_in,
        deal_unseen=view.deal_unseen,
        cards_seen=cards_seen,
        redeal=view.redeal,
    ),
    layouts=features.LAYOUTS,
    over=state.OVER,
    phases=state.PHASES,
    reasons=state.REASONS,
    scores=("points", "cards"),
    cards=state.CARDS,
    nobles=state.NOBLES,
    nobles_of=state.nobles_of,
    moves=moves.MOVES,
    action_of=moves.action_of,
    parse_move=moves.parse_move,
    describe=table.describe,
    why_not=refusals.why_not,
    legal=legal.legal_list,
    turn_of=transcript.turn_of,
    observe=features.observe_in,
    set_next_card=partial(put_on_top_since_the_deal, starts=state.DECK_START.tolist()),
    deck_starts=tuple(state.DECK_START.tolist()),
    write_position=position.write_position,
    read_position=position.read_position,
    parse_position=position.parse_position,
    position_checks=position.CHECKS,
    table_of=table.table_of,
    draw_table=table.draw_table,
    write_deal=transcript.write_deal,
    read_deal=transcript.read_deal,
    decks=len(state.DECK_SIZES),
    deal_keys=transcript.DEAL_KEYS,
    deal_words=transcript.deal_words,
    read_deal_words=transcript.read_deal_words,
    write_turns=transcript.write_turns,
    read_turns=partial(decisions_of, read_turn=transcript.read_turn),
)
