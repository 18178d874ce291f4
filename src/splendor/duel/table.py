"""What lies on the table, as plain values for people and programs, and in words.

Given a view it tells what that view shows; given a whole state, everything but the decks.
"""

from dataclasses import dataclass

from splendor.core.content import NO_ABILITY, WILD, JewelCard, Royal
from splendor.core.decks import LEVELS, NONE, UNSEEN
from splendor.core.gems import COLOURS, LETTERS
from splendor.core.payment import default_payment, with_more_gold
from splendor.core.words import counted, listed, members, numbers
from splendor.duel.board import SIDE, SPACES, SPIRAL, space_name
from splendor.duel.moves import (
    SLOT_LETTERS,
    TOKEN_LETTERS,
    TOKEN_NAMES,
    AsColour,
    ChooseGold,
    ChooseGoldHand,
    Discard,
    GoldFor,
    Move,
    Pass,
    PayNow,
    Purchase,
    PurchaseHand,
    Replenish,
    Reserve,
    ReserveTop,
    Steal,
    TakeGold,
    TakeLine,
    TakeMatching,
    TakeRoyal,
    UsePrivilege,
)
from splendor.duel.options import OPTIONS
from splendor.duel.state import (
    CARDS,
    COLOUR_TO_WIN,
    CROWNS_TO_WIN,
    DECK_START,
    PHASES,
    POINTS_TO_WIN,
    PRIVILEGES,
    PYRAMID,
    ROW_START,
    ROYALS,
    SEATS,
    TOKENS,
    WILDS,
    Player,
    State,
)

EMPTY = "."  # a space without a token
CARD_NAMES = tuple(card.name for card in CARDS)
ROYAL_NAMES = tuple(royal.name for royal in ROYALS)
STARTS: list[int] = DECK_START.tolist()  # of the decks, level by level


@dataclass(frozen=True, slots=True)
class HandCard:
    """A reserved card; `card` is `None` if it cannot be seen. `unseen`: the owner alone knows."""

    card: JewelCard | None
    level: int
    unseen: bool


@dataclass(frozen=True, slots=True)
class OwnedCard:
    """A purchased card, and the colour it counts for: `None` for a card without bonus."""

    card: JewelCard
    colour: str | None


@dataclass(frozen=True, slots=True)
class Place:
    """What lies before one player. Vectors are in the order W U G R K, tokens with P and J."""

    tokens: tuple[int, ...]
    bonuses: tuple[int, ...]
    points: int
    colour_points: tuple[int, ...]
    crowns: int
    privileges: int
    bought: tuple[OwnedCard, ...]
    hand: tuple[HandCard, ...]
    royals: tuple[Royal, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """A position for people: what can be seen, as values. Levels are rows 0 to 2.

    `board` has five rows of five tokens, numbers in the order W U G R K P J, or `None`.
    `privileges` lie above the board. A royal card that was taken is `None` in `royals`.
    """

    round: int
    turn: int
    start: int
    active: int
    phase: str
    board: tuple[tuple[int | None, ...], ...]
    bag: tuple[int, ...]
    pyramid: tuple[tuple[JewelCard | None, ...], ...]
    deck_sizes: tuple[int, ...]
    privileges: int
    royals: tuple[Royal | None, ...]
    places: tuple[Place, ...]
    replenished: bool
    again: bool


def table_of(state: State) -> Table:
    tokens = board_of(state)
    return Table(
        round=int(state.round_number),
        turn=int(state.turn_number),
        start=int(state.start),
        active=int(state.active),
        phase=PHASES[state.phase],
        board=tuple(tokens[SIDE * row : SIDE * row + SIDE] for row in range(SIDE)),
        bag=numbers(state.bag),
        pyramid=tuple(tuple(map(card_or_none, pyramid_row(state, lv))) for lv in range(LEVELS)),
        deck_sizes=numbers(state.deck_sizes),
        privileges=int(state.privileges),
        royals=tuple(
            ROYALS[royal] if owner == NONE else None
            for royal, owner in enumerate(numbers(state.royal_owner))
        ),
        places=tuple(place_of(state, seat) for seat in range(SEATS)),
        replenished=state.replenished == 1,
        again=state.again == 1,
    )


def board_of(state: State) -> tuple[int | None, ...]:
    """The token on each space."""
    sets = numbers(state.board)
    lying = ([t for t in range(TOKENS) if sets[t] >> space & 1] for space in range(SPACES))
    return tuple(tokens[0] if tokens else None for tokens in lying)


def pyramid_row(state: State, level: int) -> tuple[int, ...]:
    return numbers(state.pyramid)[ROW_START[level] : ROW_START[level + 1]]


def card_or_none(card: int) -> JewelCard | None:
    return CARDS[card] if card >= 0 else None


def colour_of(state: State, card: int) -> str | None:
    """The colour for which a purchased card counts."""
    if CARDS[card].bonus == WILD:
        return COLOURS[state.wild_as[WILDS.index(card)]]
    return CARDS[card].bonus if CARDS[card].bonus_count else None


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
    owners = enumerate(numbers(state.royal_owner))
    return Place(
        tokens=numbers(player.tokens),
        bonuses=numbers(player.bonuses)[: len(COLOURS)],
        points=int(player.points),
        colour_points=numbers(player.colour_points),
        crowns=int(player.crowns),
        privileges=int(player.privileges),
        bought=tuple(OwnedCard(CARDS[c], colour_of(state, c)) for c in members(player.bought)),
        hand=hand_of(player),
        royals=tuple(ROYALS[royal] for royal, owner in owners if owner == seat),
    )


# A move in a sentence


def describe(state: State, move: Move) -> str:
    """What the active player does by this move, in a sentence."""
    match move:
        case TakeLine(spaces):
            return f"Take {listed([token_at(state, space) for space in spaces])}."
        case Reserve() | ReserveTop():
            return f"Reserve {reserved_card(state, move)} and take a gold."
        case Purchase() | PurchaseHand():
            return f"Buy {purchase_text(state, move)}."
        case ChooseGold() | ChooseGoldHand():
            card = card_text(CARDS[bought_card(state, move)])
            return f"Buy {card}{from_hand(move)}, choosing what gold stands for."
        case GoldFor(gem):
            return f"Let one more gold stand for {TOKEN_NAMES[gem]}."
        case PayNow():
            return f"Pay {chosen_payment(state)}."
        case UsePrivilege(space):
            return f"Use a privilege to take {token_at(state, space)}."
        case Replenish():
            full = state.players[1 - state.active].privileges == PRIVILEGES  # D4.1
            return f"Replenish the board{'' if full else ': the opponent takes a privilege'}."
        case _:
            return describe_small_decision(state, move)


def describe_small_decision(state: State, move: Move) -> str:
    match move:
        case TakeGold(space):
            return f"Take the gold at {space_name(space)}."
        case AsColour(gem):
            return f"Let the wild card be {COLOURS[gem]}, and pay {chosen_payment(state)}."
        case TakeMatching(space):
            return f"Take {token_at(state, space)}."
        case Steal(token):
            return f"Take one {TOKEN_NAMES[token]} from the opponent."
        case TakeRoyal(royal):
            return f"Take the {ROYALS[royal]}."
        case Discard(token):
            return f"Discard one {TOKEN_NAMES[token]}."
        case Pass():
            return "Pass: no action is possible."
        case _:
            raise AssertionError(move)


def token_at(state: State, space: int) -> str:
    token = board_of(state)[space]
    assert token is not None
    return f"{TOKEN_NAMES[token]} at {space_name(space)}"


def card_text(card: JewelCard) -> str:
    return f"{card.name} ({card})"


def reserved_card(state: State, move: Reserve | ReserveTop) -> str:
    if isinstance(move, Reserve):
        return card_text(CARDS[state.pyramid[ROW_START[move.level] + move.slot]])
    return f"the unseen top card of level {move.level + 1}"


def bought_card(state: State, move: Purchase | PurchaseHand | ChooseGold | ChooseGoldHand) -> int:
    if isinstance(move, (Purchase, ChooseGold)):
        return int(state.pyramid[ROW_START[move.level] + move.slot])
    return int(state.players[state.active].hand[move.slot])


def from_hand(move: Move) -> str:
    return ", from the hand" if isinstance(move, (PurchaseHand, ChooseGoldHand)) else ""


def purchase_text(state: State, move: Purchase | PurchaseHand) -> str:
    card = bought_card(state, move)
    paid = payment_text(payment(state, card))
    return f"{card_text(CARDS[card])}, for {paid}{from_hand(move)}"


def payment(state: State, card: int) -> tuple[int, ...]:
    """What the active player spends by default: gems, pearl and gold."""
    player = state.players[state.active]
    return default_payment(CARDS[card].cost, numbers(player.bonuses), numbers(player.tokens))


def chosen_payment(state: State) -> str:
    place = int(state.chosen)
    hand = state.players[state.active].hand
    card = int(state.pyramid[place] if place < PYRAMID else hand[place - PYRAMID])
    return payment_text(with_more_gold(payment(state, card), numbers(state.gold_for)))


def payment_text(tokens: tuple[int, ...]) -> str:
    """Tokens as people write them: `W2 P1 J1`."""
    return counted(tokens, TOKEN_LETTERS)


# The table as text


def draw_table(state: State) -> str:
    """The table in plain text: board, bag, royal cards, pyramid from level 3 down, players."""
    table = table_of(state)
    lines = [f"{OPTIONS.read_rules(state)}, {headline(table)}", *board_lines(table)]
    lines.append(f"bag {payment_text(table.bag)}; privileges above the board {table.privileges}")
    lines += [str(royal) for royal in table.royals if royal]
    for level in reversed(range(LEVELS)):
        lines.append(f"level {level + 1} ({table.deck_sizes[level]} in the deck)")
        for slot, card in enumerate(table.pyramid[level]):
            lines.append(f"  {level + 1}{SLOT_LETTERS[slot]} {card_line(card)}")
    for seat, place in enumerate(table.places):
        lines.append(f"seat {seat}{'*' if seat == table.active else ' '} {place_line(place)}")
    return "\n".join(lines)


def headline(table: Table) -> str:
    return f"round {table.round}, seat {table.active}, {table.phase}"


def board_lines(table: Table) -> list[str]:
    """The board with its coordinates; beside it the order in which the spiral fills it."""
    order = [SPIRAL.tolist().index(space) + 1 for space in range(SPACES)]
    lines = ["    a b c d e      a  b  c  d  e"]
    for row, tokens in enumerate(table.board):
        letters = " ".join(EMPTY if t is None else TOKEN_LETTERS[t] for t in tokens)
        spiral = " ".join(f"{n:>2}" for n in order[SIDE * row : SIDE * row + SIDE])
        lines.append(f"  {row + 1} {letters}    {row + 1} {spiral}")
    return lines


def card_line(card: JewelCard | None) -> str:
    if card is None:
        return "-"
    bonus = f"{card.bonus_count} {card.bonus}" if card.bonus_count == 2 else card.bonus
    crowns = "^" * card.crowns
    ability = "" if card.ability == NO_ABILITY else f"  {card.ability}"
    return f"{card.name} {card.points or ' '} {crowns:<3} {bonus:<7}  {card.price}{ability}"


def place_line(place: Place) -> str:
    bonuses = counted(place.bonuses, LETTERS)
    hand = ", ".join(
        f"h{slot} {'unseen, level ' + str(held.level) if held.card is None else held.card.name}"
        for slot, held in enumerate(place.hand, 1)
    )
    royals = " ".join(royal.name for royal in place.royals)
    best = max(place.colour_points)
    return (
        f"{place.points}/{POINTS_TO_WIN} points, {place.crowns}/{CROWNS_TO_WIN} crowns, "
        f"{best}/{COLOUR_TO_WIN} in a colour; cards {len(place.bought)}, "
        f"privileges {place.privileges}, royals {royals or 'none'}; "
        f"tokens {payment_text(place.tokens)}; bonuses {bonuses}; hand {hand or 'empty'}"
    )
