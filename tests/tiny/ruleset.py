"""The tiny game as one object for the registry."""

from splendor.core.decks import cards_seen
from splendor.core.ruleset import Kernels, Ruleset
from tests.tiny import moves, position, rules, state, table, transcript, view
from tests.tiny.options import OPTIONS

RULESET = Ruleset(
    name="tiny",
    options=OPTIONS,
    state=state.STATE,
    kernels=Kernels(
        deal=state.deal_in,
        apply=rules.apply_in,
        legal_mask=rules.legal_mask,
        default_mask=rules.default_mask,
        random_action=rules.random_action,
        is_over=rules.is_over,
        is_winner=rules.is_winner,
        turns_played=rules.turns_played,
        write_scores=rules.write_scores,
        view=view.view_in,
        deal_unseen=view.deal_unseen,
        cards_seen=cards_seen,
    ),
    layouts=view.LAYOUTS,
    over=state.OVER,
    phases=state.PHASES,
    reasons=state.REASONS,
    scores=("points", "cards"),
    cards=state.CARDS,
    moves=moves.MOVES,
    action_of=moves.action_of,
    parse_move=moves.parse_move,
    legal=rules.legal_list,
    turn_of=table.turn_of,
    observe=view.observe_in,
    write_position=position.write_position,
    read_position=position.read_position,
    table_of=table.table_of,
    draw_table=table.draw_table,
    write_deal=transcript.write_deal,
    read_deal=transcript.read_deal,
    decks=state.LEVELS,
    deal_keys=transcript.DEAL_KEYS,
    deal_words=transcript.deal_words,
    read_deal_words=transcript.read_deal_words,
    write_turns=transcript.write_turns,
    read_turns=transcript.read_turns,
)
