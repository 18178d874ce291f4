"""What lies on the table, as plain values for people and programs, and in words.

Given a view it tells what that view shows; given a whole state, everything but the decks.
"""

from dataclasses import dataclass

from splendor.base.moves import (
    SLOT_LETTERS,
    TOKEN_LETTERS,
    ChooseGold,
    ChooseGoldHand,
    DeclineNoble,
    GoldFor,
    Move,
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
from splendor.base.options import OPTIONS
from splendor.base.state import (
    CAP_TOKENS,
    CARDS,
    GOLD,
    MARKET,
    MOST_NOBLES,
    NOBLES,
    PHASES,
    ROW,
    TOKEN_LIMIT,
    Player,
    State,
)
from splendor.core.content import Card, Noble, points_text
from splendor.core.decks import LEVELS, NONE, UNSEEN
from splendor.core.gems import COLOURS, GOLD_NAME, LETTERS
from splendor.core.payment import default_payment, with_more_gold
from splendor.core.words import counted, listed, members, numbers

TOKEN_NAMES = (*COLOURS, GOLD_NAME)


@dataclass(frozen=True, slots=True)
class HandCard:
    """A reserved card; `card` is `None` if it cannot be seen. `unseen`: the owner alone knows."""

    card: Card | None
    level: int
    unseen: bool


@dataclass(frozen=True, slots=True)
class Place:
    """What lies before one player. Vectors are in the order W U G R K, tokens with J at the end."""

    tokens: tuple[int, ...]
    bonuses: tuple[int, ...]
    points: int
    bought: tuple[Card, ...]
    hand: tuple[HandCard, ...]
    nobles: tuple[Noble, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A position for people: what can be seen, as values. Levels are rows 0 to 2."""

    round: int
    start: int
    active: int
    phase: str
    target: int
    supply: tuple[int, ...]
    market: tuple[tuple[Card | None, ...], ...]
    deck_sizes: tuple[int, ...]
    nobles: tuple[Noble | None, ...]
    places: tuple[Place, ...]


def table_of(state: State) -> Table:
    return Table(
        round=int(state.round_number),
        start=int(state.start),
        active=int(state.active),
        phase=PHASES[state.phase],
        target=int(state.target),
        supply=numbers(state.supply),
        market=tuple(
            tuple(map(card_or_none, numbers(state.market)[ROW * level : ROW * level + ROW]))
            for level in range(LEVELS)
        ),
        deck_sizes=numbers(state.deck_sizes),
        nobles=tuple(noble_at(state, slot) for slot in range(state.seats + 1)),
        places=tuple(place_of(state, seat) for seat in range(state.seats)),
    )


def card_or_none(card: int) -> Card | None:
    return CARDS[card] if card >= 0 else None


def noble_at(state: State, slot: int) -> Noble | None:
    """The noble that lies in this slot, if it is still there."""
    return None if state.noble_owner[slot] != NONE else NOBLES[state.nobles[slot]]


def nobles_of(state: State, seat: int) -> tuple[Noble, ...]:
    return tuple(
        NOBLES[state.nobles[slot]] for slot in range(MOST_NOBLES) if state.noble_owner[slot] == seat
    )


def bought_by(player: Player) -> tuple[Card, ...]:
    return tuple(CARDS[card] for card in members(player.bought))


def hand_of(player: Player) -> tuple[HandCard, ...]:
    return tuple(
        HandCard(card_or_none(card), level_of(card), unseen == 1)
        for card, unseen in zip(numbers(player.hand), numbers(player.unseen), strict=True)
        if card != NONE
    )


def level_of(card: int) -> int:
    """1 to 3, also of a card that cannot be seen."""
    return CARDS[card].level if card >= 0 else UNSEEN - card + 1


def place_of(state: State, seat: int) -> Place:
    player = state.players[seat]
    return Place(
        tokens=numbers(player.tokens),
        bonuses=numbers(player.bonuses),
        points=int(player.points),
        bought=bought_by(player),
        hand=hand_of(player),
        nobles=nobles_of(state, seat),
    )


# A move in a sentence


def describe(state: State, move: Move) -> str:
    """What the active player does by this move, in a sentence."""
    match move:
        case Take(gems):
            return f"Take {listed([COLOURS[gem] for gem in gems])}."
        case TakePair(gem):
            return f"Take two {COLOURS[gem]}."
        case Reserve() | ReserveTop():
            return f"Reserve {reserved_card(state, move)}{gold_with_it(state)}."
        case Purchase(level, slot):
            return f"Buy {purchase_text(state, int(state.market[ROW * level + slot]))}."
        case PurchaseHand(slot):
            return f"Buy {purchase_text(state, own_card(state, slot))}, from the hand."
        case ChooseGold(level, slot):
            card = CARDS[state.market[ROW * level + slot]]
            return f"Buy {card_text(card)}, choosing which gems gold stands for."
        case ChooseGoldHand(slot):
            card = CARDS[own_card(state, slot)]
            return f"Buy {card_text(card)}, from the hand, choosing which gems gold stands for."
        case GoldFor(gem):
            return f"Let one more gold stand for {COLOURS[gem]}."
        case PayNow():
            return f"Pay {chosen_payment(state)}."
        case ReturnToken(token):
            return f"Return one {TOKEN_NAMES[token]}."
        case ReceiveNoble(slot):
            return f"Receive {NOBLES[state.nobles[slot]]}."
        case DeclineNoble():
            return "Seek no noble this turn."
        case Pass():
            return "Pass: no action is possible."


def card_text(card: Card) -> str:
    what = f"{points_text(card.points)}, costs {card.price}"
    return f"the {card.bonus} level {card.level} card {card.code} ({what})"


def own_card(state: State, slot: int) -> int:
    return int(state.players[state.active].hand[slot])


def reserved_card(state: State, move: Reserve | ReserveTop) -> str:
    if isinstance(move, Reserve):
        return card_text(CARDS[state.market[ROW * move.level + move.slot]])
    return f"the unseen top card of level {move.level + 1}"


def gold_with_it(state: State) -> str:
    """B3.3, B8.1: whether a gold comes with the card."""
    held = sum(numbers(state.players[state.active].tokens))
    full = state.token_rule == CAP_TOKENS and held >= TOKEN_LIMIT
    return "" if full or state.supply[GOLD] == 0 else " and take a gold"


def purchase_text(state: State, card: int) -> str:
    return f"{card_text(CARDS[card])}, for {payment_text(payment(state, card))}"


def payment(state: State, card: int) -> tuple[int, ...]:
    """What the active player spends by default: gems by colour, and gold."""
    player = state.players[state.active]
    return default_payment(CARDS[card].cost, numbers(player.bonuses), numbers(player.tokens))


def chosen_payment(state: State) -> str:
    place = int(state.buying)
    card = int(state.market[place]) if place < MARKET else own_card(state, place - MARKET)
    return payment_text(with_more_gold(payment(state, card), numbers(state.gold_for)))


def payment_text(tokens: tuple[int, ...]) -> str:
    """Tokens as people write them: `W2 G1 J1`."""
    return counted(tokens, TOKEN_LETTERS)


# The table as text


def draw_table(state: State) -> str:
    """The table in plain text: nobles, market from level 3 down, supply, players."""
    table = table_of(state)
    lines = [f"{OPTIONS.read_rules(state)}, {headline(table)}"]
    lines += [f"noble n{slot}: {noble}" for slot, noble in enumerate(table.nobles, 1) if noble]
    for level in reversed(range(LEVELS)):
        lines.append(f"level {level + 1} ({table.deck_sizes[level]} in the deck)")
        for slot, card in enumerate(table.market[level]):
            lines.append(f"  {level + 1}{SLOT_LETTERS[slot]} {card_line(card)}")
    lines.append(f"supply {payment_text(table.supply)}")
    for seat, place in enumerate(table.places):
        lines.append(f"seat {seat}{'*' if seat == table.active else ' '} {place_line(place)}")
    return "\n".join(lines)


def headline(table: Table) -> str:
    return f"round {table.round}, seat {table.active}, {table.phase}, to {table.target} points"


def card_line(card: Card | None) -> str:
    if card is None:
        return "-"
    return f"{card.points or ' '} {card.bonus:<5}  {card.price}"


def place_line(place: Place) -> str:
    bonuses = " ".join(f"{LETTERS[gem]}{n}" for gem, n in enumerate(place.bonuses) if n)
    hand = ", ".join(
        f"h{slot} {'unseen, level ' + str(held.level) if held.card is None else held.card.code}"
        for slot, held in enumerate(place.hand, 1)
    )
    return (
        f"{points_text(place.points)}, {len(place.bought)} cards, {len(place.nobles)} nobles; "
        f"tokens {payment_text(place.tokens)}; bonuses {bonuses or 'none'}; hand {hand or 'empty'}"
    )
