"""The table as plain values for people and programs, and in words.

A view gives what that view shows; a whole state gives everything but the decks.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from operator import attrgetter
from typing import Any

from splendor.core.content import NO_ABILITY, WILD, JewelCard, Royal
from splendor.core.decks import NONE
from splendor.core.gems import COLOURS, LETTERS, ColourCounts, CostCounts, Counts, Gem
from splendor.core.records import members, numbers
from splendor.core.tables import (
    HandCard,
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
from splendor.duel import moves
from splendor.duel.board import SIDE, SPACES, SPIRAL, space_name
from splendor.duel.moves import TOKEN_LETTERS, DuelMove
from splendor.duel.options import OPTIONS
from splendor.duel.state import (
    CARDS,
    CHOOSE_SPACE,
    COLOUR,
    COLOUR_TO_WIN,
    CROWNS_TO_WIN,
    DECK_START,
    MARKET,
    PAY,
    PHASES,
    POINTS_TO_WIN,
    PRIVILEGES,
    ROW_START,
    ROYALS,
    SEATS,
    WILDS,
    State,
)

EMPTY = "."  # a space without a token
CARD_NAMES = tuple(card.name for card in CARDS)
ROYAL_NAMES = tuple(royal.name for royal in ROYALS)
STARTS: list[int] = DECK_START.tolist()  # of the decks, level by level
ROW_STARTS: list[int] = ROW_START.tolist()  # of the rows, level by level


@dataclass(frozen=True, slots=True)
class OwnedCard:
    """A purchased card and the colour for which it counts, `None` for a card without bonus.

    >>> card = splendor.card("L1-02", "duel")
    >>> splendor.OwnedCard(card, "white").colour
    'white'
    """

    card: JewelCard
    colour: str | None


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelPlace(Place):
    """What lies before one player of Splendor Duel.

    >>> place = splendor.Game("duel", seed=1, start=0).table.places[1]
    >>> place.privileges, place.crowns, place.tokens
    (1, 0, Counts())
    """

    colour_points: Counts
    crowns: int
    privileges: int
    bought: tuple[OwnedCard, ...]
    hand: tuple[HandCard[JewelCard], ...]
    royals: tuple[Royal, ...]


@dataclass(frozen=True, slots=True, kw_only=True)
class DuelTable(Table):
    """What can be seen of a position of Splendor Duel.

    `board` has five rows of five tokens, `None` for an empty space. `privileges` counts those above
    the board. A royal card that was taken is `None` in `royals`. `reserving` is the open card for
    which a gold is being chosen. `replenished` and `again` say whether the board was replenished
    in this turn, and whether the player will have another turn.

    >>> table = splendor.Game("duel", seed="readme", start=0).table
    >>> table.board[2]
    (Gem.BLACK, Gem.RED, Gem.GOLD, Gem.GREEN, Gem.BLACK)
    >>> table.bag, table.privileges
    (Counts(), 2)
    """

    board: tuple[tuple[Gem | None, ...], ...]
    bag: Counts
    market: tuple[tuple[JewelCard | None, ...], ...]
    privileges: int
    royals: tuple[Royal | None, ...]
    places: tuple[DuelPlace, ...]
    replenished: bool
    again: bool
    buying: JewelCard | None
    reserving: JewelCard | None

    @property
    def pyramid(self) -> tuple[tuple[JewelCard | None, ...], ...]:
        """The market, under its name in the rulebook.

        >>> [len(row) for row in splendor.Game("duel").table.pyramid]
        [5, 4, 3]
        """
        return self.market


def table_of(state: State) -> DuelTable:
    fields = fields_of(state)
    phase, tokens = fields["phase"], tokens_on_board(fields["board"].tolist())
    paying = phase in (PAY, COLOUR)
    reserving = phase == CHOOSE_SPACE and fields["chosen"] < MARKET
    chosen = chosen_card(state) if paying or reserving else NONE
    return DuelTable(
        round=fields["round_number"],
        turn=fields["turn_number"],
        start=fields["start"],
        active=fields["active"],
        phase=PHASES[phase],
        board=tuple(tokens[SIDE * row : SIDE * row + SIDE] for row in range(SIDE)),
        bag=Counts(fields["bag"].tolist()),
        market=rows_of(fields["market"], CARDS, ROW_STARTS),
        deck_sizes=tuple(fields["deck_sizes"].tolist()),
        privileges=fields["privileges"],
        royals=royals_left(fields["royal_owner"].tolist()),
        places=tuple(place_of(state, fields, seat) for seat in range(SEATS)),
        replenished=fields["replenished"] == 1,
        again=fields["again"] == 1,
        buying=card_or_none(chosen, CARDS) if paying else None,
        reserving=card_or_none(chosen, CARDS) if reserving else None,
        gold_for=CostCounts(fields["gold_for"].tolist()) if paying else None,
    )


def royals_left(owners: Sequence[int]) -> tuple[Royal | None, ...]:
    """The royal cards; `None` if somebody has it."""
    return tuple(ROYALS[royal] if owner == NONE else None for royal, owner in enumerate(owners))


def board_of(state: State) -> tuple[Gem | None, ...]:
    """The token on each space."""
    return tokens_on_board(numbers(state.board))


def tokens_on_board(sets: Sequence[int]) -> tuple[Gem | None, ...]:
    """The token on each space, from the set of spaces where each kind lies."""
    tokens: list[Gem | None] = [None] * SPACES
    for gem, spaces in zip(Gem, sets, strict=True):
        while spaces:
            lowest = spaces & -spaces
            tokens[lowest.bit_length() - 1] = gem
            spaces ^= lowest
    return tuple(tokens)


def pyramid_row(state: State, level: int) -> tuple[int, ...]:
    """The cards of a row, counted from 0."""
    return numbers(state.market)[ROW_START[level] : ROW_START[level + 1]]


def colour_of(state: State, card: int) -> str | None:
    """The colour for which a purchased card counts."""
    if CARDS[card].bonus == WILD:
        return COLOURS[state.wild_as[WILDS.index(card)]]
    return CARDS[card].bonus if CARDS[card].bonus_count else None


def place_of(state: State, fields: dict[str, Any], seat: int) -> DuelPlace:
    player = fields_of(fields["players"][seat])
    owners = enumerate(fields["royal_owner"].tolist())
    return DuelPlace(
        tokens=Counts(player["tokens"].tolist()),
        bonuses=ColourCounts(player["bonuses"].tolist()[: len(COLOURS)]),
        points=player["points"],
        colour_points=ColourCounts(player["colour_points"].tolist()),
        crowns=player["crowns"],
        privileges=player["privileges"],
        bought=tuple(OwnedCard(CARDS[c], colour_of(state, c)) for c in members(player["bought"])),
        hand=hand_of(player, CARDS),
        royals=tuple(ROYALS[royal] for royal, owner in owners if owner == seat),
    )


# A move in a sentence


def describe(state: State, move: DuelMove) -> str:
    """What this move of the active player does, in a sentence."""
    match move:
        case moves.TakeLine(spaces):
            return f"Take {listed([token_at(state, space) for space in spaces])}."
        case moves.Reserve() | moves.ReserveTop():
            return f"Reserve {reserved_card(state, move)} and take a gold."
        case moves.Purchase() | moves.PurchaseHand():
            return f"Buy {purchase_text(state, move)}."
        case moves.ChooseGold() | moves.ChooseGoldHand():
            card = card_text(CARDS[bought_card(state, move)])
            return f"Buy {card}{from_hand(move)}, choosing what gold stands for."
        case moves.GoldFor(gem):
            return f"Let one more gold stand for {gem}."
        case moves.PayNow():
            return f"Pay {payment_text(chosen_payment(state, CARDS))}."
        case moves.UsePrivilege(space):
            return f"Use a privilege to take {token_at(state, space)}."
        case moves.Replenish():
            full = state.players[1 - state.active].privileges == PRIVILEGES  # D4.1
            return f"Replenish the board{'' if full else ': the opponent takes a privilege'}."
        case _:
            return describe_small_decision(state, move)


def describe_small_decision(state: State, move: DuelMove) -> str:
    match move:
        case moves.TakeGold(space):
            return f"Take the gold at {space_name(space)}."
        case moves.AsColour(gem):
            paid = payment_text(chosen_payment(state, CARDS))
            return f"Let the wild card be {gem}, and pay {paid}."
        case moves.TakeMatching(space):
            return f"Take {token_at(state, space)}."
        case moves.Steal(token):
            return f"Take one {token} from the opponent."
        case moves.TakeRoyal(royal):
            return f"Take the {ROYALS[royal]}."
        case moves.Discard(token):
            return f"Discard one {token}."
        case moves.Pass():
            return "Pass: no action is possible."
        case _:
            raise AssertionError(move)


def token_at(state: State, space: int) -> str:
    token = board_of(state)[space]
    assert token is not None
    return f"{token} at {space_name(space)}"


def card_text(card: JewelCard) -> str:
    return f"{card.name} ({card})"


def pyramid_place(move: moves.Reserve | moves.Purchase | moves.ChooseGold) -> int:
    return int(ROW_START[move.level - 1]) + move.slot


def reserved_card(state: State, move: moves.Reserve | moves.ReserveTop) -> str:
    if isinstance(move, moves.Reserve):
        return card_text(CARDS[state.market[pyramid_place(move)]])
    return f"the unseen top card of level {move.level}"


def bought_card(
    state: State,
    move: moves.Purchase | moves.PurchaseHand | moves.ChooseGold | moves.ChooseGoldHand,
) -> int:
    if isinstance(move, (moves.Purchase, moves.ChooseGold)):
        return int(state.market[pyramid_place(move)])
    return int(state.players[state.active].hand[move.slot])


def from_hand(move: DuelMove) -> str:
    return ", from the hand" if isinstance(move, (moves.PurchaseHand, moves.ChooseGoldHand)) else ""


def purchase_text(state: State, move: moves.Purchase | moves.PurchaseHand) -> str:
    card = bought_card(state, move)
    paid = payment_text(payment(state, CARDS[card]))
    return f"{card_text(CARDS[card])}, for {paid}{from_hand(move)}"


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
    return "\n".join([*lines, *level_lines(table, card_line), *seat_lines(table, place_line)])


def headline(table: DuelTable) -> str:
    return f"round {table.round}, seat {table.active}, {table.phase}"


def board_lines(table: DuelTable) -> list[str]:
    """The board with its coordinates; beside it the order in which the spiral fills it."""
    order = [SPIRAL.tolist().index(space) + 1 for space in range(SPACES)]
    lines = ["    a b c d e      a  b  c  d  e"]
    for row, tokens in enumerate(table.board):
        letters = " ".join(EMPTY if gem is None else gem.letter for gem in tokens)
        spiral = " ".join(f"{n:>2}" for n in order[SIDE * row : SIDE * row + SIDE])
        lines.append(f"  {row + 1} {letters}    {row + 1} {spiral}")
    return lines


def card_line(card: JewelCard) -> str:
    bonus = f"{card.bonus_count} {card.bonus}" if card.bonus_count == 2 else card.bonus
    crowns = "^" * card.crowns
    ability = "" if card.ability == NO_ABILITY else f"  {card.ability}"
    return f"{card.name} {card.points or ' '} {crowns:<3} {bonus:<7}  {card.price}{ability}"


def place_line(place: DuelPlace) -> str:
    bonuses = counted(place.bonuses, LETTERS)
    hand = hand_text(place, attrgetter("name"))
    royals = " ".join(royal.name for royal in place.royals)
    best = max(place.colour_points)
    return (
        f"{place.points}/{POINTS_TO_WIN} points, {place.crowns}/{CROWNS_TO_WIN} crowns, "
        f"{best}/{COLOUR_TO_WIN} in a colour; cards {len(place.bought)}, "
        f"privileges {place.privileges}, royals {royals or 'none'}; "
        f"tokens {payment_text(place.tokens)}; bonuses {bonuses}; hand {hand}"
    )
