"""The table as plain values for people and programs, and in words.

A view gives what that view shows; a whole state gives everything but the decks.
"""

from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from splendor.base import moves
from splendor.base.moves import TOKEN_LETTERS, BaseMove
from splendor.base.options import OPTIONS
from splendor.base.state import (
    CAP_TOKENS,
    CARDS,
    GOLD,
    MARKET,
    PAY,
    PHASES,
    ROW,
    TOKEN_LIMIT,
    Player,
    State,
    nobles_of,
)
from splendor.core.content import Card, Noble, points_text
from splendor.core.decks import NONE
from splendor.core.gems import COLOURS, GOLD_NAME, LETTERS, ColourCounts, Counts, TokenCounts
from splendor.core.records import members, numbers
from splendor.core.tables import (
    Place,
    Table,
    card_or_none,
    chosen_card,
    chosen_payment,
    counted,
    fields_of,
    hand_of,
    hand_text,
    level_lines,
    listed,
    payment,
    rows_of,
    seat_lines,
)

TOKEN_NAMES = (*COLOURS, GOLD_NAME)
ROW_STARTS = range(0, MARKET + 1, ROW)  # and the end of the last row


@dataclass(frozen=True, slots=True, kw_only=True)
class BasePlace(Place):
    """What lies before one player of the base game.

    >>> game = splendor.Game(seed=1, start=0)
    >>> game.push("WUG")
    >>> game.table.places[0].tokens, game.table.places[0].nobles
    (Counts(white=1, blue=1, green=1), ())
    """

    bought: tuple[Card, ...]
    nobles: tuple[Noble, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class BaseTable(Table):
    """What can be seen of a position of the base game. A noble that was received is `None`.

    >>> table = splendor.Game(seed=1).table
    >>> table.supply
    Counts(white=4, blue=4, green=4, red=4, black=4, gold=5)
    >>> len(table.nobles), table.target
    (3, 15)
    """

    target: int
    supply: Counts
    nobles: tuple[Noble | None, ...]
    places: tuple[BasePlace, ...]


def table_of(state: State) -> BaseTable:
    fields = fields_of(state)
    paying = fields["phase"] == PAY
    nobles = nobles_of(state)
    return BaseTable(
        round=fields["round_number"],
        turn=turn_number(fields),
        start=fields["start"],
        active=fields["active"],
        phase=PHASES[fields["phase"]],
        target=fields["target"],
        supply=TokenCounts(fields["supply"].tolist()),
        market=rows_of(fields["market"], CARDS, ROW_STARTS),
        deck_sizes=tuple(fields["deck_sizes"].tolist()),
        nobles=nobles_left(fields, nobles),
        places=tuple(place_of(fields, seat, nobles) for seat in range(fields["seats"])),
        buying=card_or_none(chosen_card(state), CARDS) if paying else None,
        gold_for=ColourCounts(fields["gold_for"].tolist()) if paying else None,
    )


def turn_number(fields: dict[str, Any]) -> int:
    """The number of the turn, from 1."""
    turns_before = (fields["active"] - fields["start"]) % fields["seats"]
    return int((fields["round_number"] - 1) * fields["seats"] + turns_before + 1)


def nobles_left(fields: dict[str, Any], nobles: tuple[Noble, ...]) -> tuple[Noble | None, ...]:
    """The noble in each slot; `None` if it was received."""
    owners = fields["noble_owner"].tolist()
    return tuple(
        nobles[noble] if owners[slot] == NONE else None
        for slot, noble in enumerate(fields["nobles"].tolist()[: fields["seats"] + 1])
    )


def bought_by(player: Player) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in members(player.bought))


def place_of(fields: dict[str, Any], seat: int, nobles: tuple[Noble, ...]) -> BasePlace:
    player = fields_of(fields["players"][seat])
    owned = zip(fields["nobles"].tolist(), fields["noble_owner"].tolist(), strict=True)
    return BasePlace(
        tokens=TokenCounts(player["tokens"].tolist()),
        bonuses=ColourCounts(player["bonuses"].tolist()),
        points=player["points"],
        bought=tuple(CARDS[card] for card in members(player["bought"])),
        hand=hand_of(player, CARDS),
        nobles=tuple(nobles[noble] for noble, owner in owned if owner == seat),
    )


# A move in a sentence


def describe(state: State, move: BaseMove) -> str:
    """What this move of the active player does, in a sentence."""
    match move:
        case moves.Take(gems):
            return f"Take {listed([str(gem) for gem in gems])}."
        case moves.TakePair(gem):
            return f"Take two {gem}."
        case moves.Reserve() | moves.ReserveTop():
            return f"Reserve {reserved_card(state, move)}{gold_with_it(state)}."
        case moves.Purchase(level, slot):
            return f"Buy {purchase_text(state, int(state.market[market_place(level, slot)]))}."
        case moves.PurchaseHand(slot):
            return f"Buy {purchase_text(state, own_card(state, slot))}, from the hand."
        case moves.ChooseGold(level, slot):
            card = CARDS[state.market[market_place(level, slot)]]
            return f"Buy {card_text(card)}, choosing which gems gold stands for."
        case moves.ChooseGoldHand(slot):
            card = CARDS[own_card(state, slot)]
            return f"Buy {card_text(card)}, from the hand, choosing which gems gold stands for."
        case _:
            return describe_small_decision(state, move)


def describe_small_decision(state: State, move: BaseMove) -> str:
    match move:
        case moves.GoldFor(gem):
            return f"Let one more gold stand for {gem}."
        case moves.PayNow():
            return f"Pay {payment_text(chosen_payment(state, CARDS))}."
        case moves.ReturnToken(token):
            return f"Return one {token}."
        case moves.ReceiveNoble(slot):
            return f"Receive {nobles_of(state)[state.nobles[slot]]}."
        case moves.DeclineNoble():
            return "Seek no noble this turn."
        case moves.Pass():
            return "Pass: no action is possible."
        case _:
            raise AssertionError(move)


def card_text(card: Card) -> str:
    what = f"{points_text(card.points)}, costs {card.price}"
    return f"the {card.bonus} level {card.level} card {card.code} ({what})"


def market_place(level: int, slot: int) -> int:
    return ROW * (level - 1) + slot


def own_card(state: State, slot: int) -> int:
    return int(state.players[state.active].hand[slot])


def reserved_card(state: State, move: moves.Reserve | moves.ReserveTop) -> str:
    if isinstance(move, moves.Reserve):
        return card_text(CARDS[state.market[market_place(move.level, move.slot)]])
    return f"the unseen top card of level {move.level}"


def gold_with_it(state: State) -> str:
    """B3.3, B8.1: whether a gold comes with the card."""
    held = sum(numbers(state.players[state.active].tokens))
    full = state.token_rule == CAP_TOKENS and held >= TOKEN_LIMIT
    return "" if full or state.supply[GOLD] == 0 else " and take a gold"


def purchase_text(state: State, card: int) -> str:
    return f"{card_text(CARDS[card])}, for {payment_text(payment(state, CARDS[card]))}"


def payment_text(tokens: tuple[int, ...]) -> str:
    """Tokens as people write them: `W2 G1 J1`."""
    return counted(tokens, TOKEN_LETTERS)


# The table as text


def draw_table(state: State) -> str:
    """The table in plain text: nobles, market from level 3 down, supply, players."""
    table = table_of(state)
    lines = [f"{OPTIONS.read_rules(state)}, {headline(table)}"]
    lines += [f"noble n{slot}: {noble}" for slot, noble in enumerate(table.nobles, 1) if noble]
    lines += level_lines(table, card_line)
    lines.append(f"supply {payment_text(table.supply)}")
    return "\n".join([*lines, *seat_lines(table, place_line)])


def headline(table: BaseTable) -> str:
    return f"round {table.round}, seat {table.active}, {table.phase}, to {table.target} points"


def card_line(card: Card) -> str:
    return f"{card.points or ' '} {card.bonus:<5}  {card.price}"


def place_line(place: BasePlace) -> str:
    bonuses = " ".join(f"{LETTERS[gem]}{n}" for gem, n in enumerate(place.bonuses) if n)
    hand = hand_text(place, attrgetter("code"))
    return (
        f"{points_text(place.points)}, {len(place.bought)} cards, {len(place.nobles)} nobles; "
        f"tokens {payment_text(place.tokens)}; bonuses {bonuses or 'none'}; hand {hand}"
    )
