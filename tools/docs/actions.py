"""The tables of docs/actions.md: every action of both games by its number."""

from itertools import groupby

from splendor.base.moves import (
    MOVES,
    SLOT_LETTERS,
    BaseMove,
    ChooseGold,
    ChooseGoldHand,
    DeclineNoble,
    GoldFor,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    ReceiveNoble,
    Reserve,
    ReserveTop,
    ReturnToken,
    Take,
    TakePair,
)
from splendor.core.tables import listed
from splendor.duel.moves import MOVES as DUEL_MOVES
from tools.docs.markdown import BlockError, table


def actions_table() -> str:
    rows = (
        [str(action), f"`{move}`", meaning(move), phases(move)] for action, move in enumerate(MOVES)
    )
    return table(["number", "text", "meaning", "phase"], rows)


def meaning(move: BaseMove) -> str:
    match move:
        case Take(gems):
            return f"take {listed([str(gem) for gem in gems])}"
        case TakePair(gem):
            return f"take two {gem}"
        case Reserve(level, slot):
            return f"reserve {place_text(level, slot)}"
        case ReserveTop(level):
            return f"reserve the unseen top card of level {level}"
        case Purchase(level, slot):
            return f"buy {place_text(level, slot)}, default payment"
        case PurchaseHand(slot):
            return f"buy card {slot + 1} of the hand, default payment"
        case ChooseGold(level, slot):
            return f"buy {place_text(level, slot)}, choosing gold"
        case ChooseGoldHand(slot):
            return f"buy card {slot + 1} of the hand, choosing gold"
        case _:
            return meaning_of_a_small_decision(move)


def meaning_of_a_small_decision(move: BaseMove) -> str:
    match move:
        case GoldFor(gem):
            return f"one more gold stands for {gem}"
        case PayNow():
            return "pay as chosen"
        case ReturnToken(token):
            return f"return one {token}"
        case ReceiveNoble(slot):
            return f"receive or seek the noble in slot {slot + 1}"
        case DeclineNoble():
            return "decline the nobles that could be received"
        case Pass():
            return "pass, because no action is legal"
        case _:
            raise BlockError(f"tools/docs/actions.py has no meaning for {move!r}")


def place_text(level: int, slot: int) -> str:
    return f"the market card of level {level}, slot {SLOT_LETTERS[slot]}"


def phases(move: BaseMove) -> str:
    match move:
        case GoldFor() | PayNow():
            return "`pay`"
        case ReturnToken():
            return "`return`"
        case ReceiveNoble():
            return "`play`, `noble`"
        case DeclineNoble():
            return "`noble`"
        case _:
            return "`play`"


# Where each kind of move of Duel is legal, if not in phase `play`.
DUEL_PHASE = {"GoldFor": "pay", "PayNow": "pay", "TakeGold": "gold", "AsColour": "colour"}
DUEL_PHASE |= {"TakeMatching": "match", "Steal": "steal", "TakeRoyal": "royal"}
DUEL_PHASE |= {"Discard": "discard"}
TEXTS_A_LINE = 12


def duel_actions_table() -> str:
    """Each kind of move with its numbers; the kinds say in their docstrings what they do."""
    kinds = groupby(range(len(DUEL_MOVES)), lambda action: type(DUEL_MOVES[action]))
    rows = (duel_kind_row(kind, list(actions)) for kind, actions in kinds)
    return table(["numbers", "texts", "meaning", "phase"], rows)


def duel_kind_row(kind: type, actions: list[int]) -> list[str]:
    first, last = actions[0], actions[-1]
    numbers = str(first) if first == last else f"{first} to {last}"
    texts = f"`{DUEL_MOVES[first]}`" + ("" if first == last else f" … `{DUEL_MOVES[last]}`")
    meaning = (kind.__doc__ or "").partition("\n")[0].rstrip(".")
    return [numbers, texts, meaning, f"`{DUEL_PHASE.get(kind.__name__, 'play')}`"]


def duel_texts() -> str:
    """The text of every action, in their order; a line begins with the number of its first."""
    lines = []
    for first in range(0, len(DUEL_MOVES), TEXTS_A_LINE):
        texts = " ".join(map(str, DUEL_MOVES[first : first + TEXTS_A_LINE]))
        lines.append(f"{first:>3}: {texts}\n")
    return "".join(["```text\n", *lines, "```\n"])
