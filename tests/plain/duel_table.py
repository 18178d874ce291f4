"""The material of the plain Duel, and payments of a player.

Turns are in `duel.py`; the cases that are counted are in `duel_cases.py`.
"""

import json
from dataclasses import dataclass, field
from itertools import combinations_with_replacement, product
from pathlib import Path
from typing import Any

GEMS = "WUGRK"
PEARL = "P"
GOLD = "J"
PAYABLE = GEMS + PEARL  # what a price is made of, and what may be taken from the board
TOKENS = PAYABLE + GOLD  # the order of every vector, and of discarding
COLUMNS = "abcde"
ROWS = "12345"
CELLS = [column + row for row in ROWS for column in COLUMNS]
DIRECTIONS = {"row": (1, 0), "column": (0, 1), "falling": (1, 1), "rising": (-1, 1)}
NAMES = {"white": "W", "blue": "U", "green": "G", "red": "R", "black": "K"}
NAMES |= {"pearl": "P", "gold": "J", "wild": "wild", "none": ""}

FACTS: dict[str, Any] = json.loads(
    Path(__file__).with_name("splendor_duel.json").read_text("utf-8")
)
TOKEN_COUNTS = {NAMES[name]: number for name, number in FACTS["tokens"].items()}
SLOTS = ["abcde"[: FACTS["pyramid"][level]] for level in ("1", "2", "3")]  # D1.1
SPIRAL = [COLUMNS[column] + ROWS[row] for row, column in FACTS["spiral"]]  # D1.2
PRIVILEGES = FACTS["privileges"]  # D1.3
TOKEN_LIMIT = FACTS["limits"]["tokens_end_of_turn"]  # D6.1
HAND_LIMIT = FACTS["limits"]["reserved"]  # D3.2
LONGEST_LINE = FACTS["limits"]["take_line"]  # D3.1
THRESHOLDS = FACTS["royal_crown_thresholds"]  # D5.3
POINTS_TO_WIN = FACTS["victory"]["points"]  # D6.2
CROWNS_TO_WIN = FACTS["victory"]["crowns"]
COLOUR_TO_WIN = FACTS["victory"]["points_single_colour"]

Gold = tuple[int, ...]  # how much gold stands for W, U, G, R, K and P in one payment


@dataclass(frozen=True)
class Card:
    level: int  # 1 to 3
    bonus: str  # a colour, `wild`, or nothing
    bonuses: int
    points: int
    crowns: int
    cost: dict[str, int]
    ability: str | None


@dataclass(frozen=True)
class Royal:
    points: int
    ability: str | None


def card_of(facts: dict[str, Any]) -> Card:
    cost = {NAMES[name]: number for name, number in facts["cost"].items()}
    numbers = (facts["bonus_count"], facts["points"], facts["crowns"])
    return Card(facts["level"], NAMES[facts["bonus"]], *numbers, cost, facts["ability"])


CARDS = {facts["id"]: card_of(facts) for facts in FACTS["cards"]}
ROYALS = {facts["id"]: Royal(facts["points"], facts["ability"]) for facts in FACTS["royals"]}


@dataclass(frozen=True)
class Options:
    """D8: one field per option; the defaults are the official game."""

    start: str | int = "random"
    hands: str = "seen"
    refill: str = "at_once"
    idle: int | None = None

    def __post_init__(self) -> None:
        allowed = {
            "start": self.start in ("random", 0, 1),
            "hands": self.hands in ("seen", "hidden"),
            "refill": self.refill in ("at_once", "end_of_turn"),
            "idle": self.idle is None or self.idle >= 1,
        }
        wrong = [name for name, fine in allowed.items() if not fine]
        if wrong:
            raise ValueError(f"no such value of {', '.join(wrong)}: {self}")


OFFICIAL = Options()


@dataclass
class Reserved:
    card: str
    unseen: bool  # known to its owner alone (D7.2)


@dataclass
class Turn:
    """The state of a turn."""

    extra: bool = False  # it follows an `again` of the same player
    replenished: bool = False
    used: int = 0  # privileges
    gained: str = ""  # tokens that came by privilege, ability or theft
    emptied: int = 0  # the level of the pyramid from which a card was taken
    bought: str = ""
    crowns_before: int = 0
    royal: str = ""
    again: bool = False
    discarded: str = ""
    passed: bool = False
    had_won: bool = False  # a condition of D6.2 held before the turn was over


@dataclass
class Player:
    tokens: dict[str, int] = field(default_factory=lambda: dict.fromkeys(TOKENS, 0))
    cards: dict[str, str] = field(default_factory=dict)  # bought, each with its colour or nothing
    hand: list[Reserved] = field(default_factory=list)
    royals: list[str] = field(default_factory=list)
    privileges: int = 0

    def token_count(self) -> int:
        return sum(self.tokens.values())

    def card_points(self) -> int:
        return sum(CARDS[card].points for card in self.cards)

    def royal_points(self) -> int:
        return sum(ROYALS[royal].points for royal in self.royals)

    def points(self) -> int:
        """D6.2: cards and royals."""
        return self.card_points() + self.royal_points()

    def crowns(self) -> int:
        return sum(CARDS[card].crowns for card in self.cards)

    def bonuses(self) -> dict[str, int]:
        """Bonuses by colour: two on a double card, a wild one in the colour it was placed on."""
        found = dict.fromkeys(GEMS, 0)
        for card, colour in self.cards.items():
            if colour:
                found[colour] += CARDS[card].bonuses
        return found

    def colour_points(self) -> dict[str, int]:
        """D6.2: points on the cards of each colour; cards without bonus and royals on none."""
        found = dict.fromkeys(GEMS, 0)
        for card, colour in self.cards.items():
            if colour:
                found[colour] += CARDS[card].points
        return found

    def cards_of(self, colour: str) -> list[str]:
        return [card for card, placed in self.cards.items() if placed == colour]


# Paying (D3.3)


def price(player: Player, card: str) -> dict[str, int]:
    """Cost minus bonuses, colour by colour, never below zero; pearls have no bonus."""
    have = player.bonuses() | {PEARL: 0}
    return {token: max(0, CARDS[card].cost[token] - have[token]) for token in PAYABLE}


def payments(player: Player, card: str) -> list[Gold]:
    """Every legal payment; what gold does not stand for is paid in its colour."""
    due = price(player, card)
    gold_held = player.tokens[GOLD]
    choices = product(*(range(min(due[token], gold_held) + 1) for token in PAYABLE))
    return [
        gold
        for gold in choices
        if sum(gold) <= gold_held
        and all(due[t] - g <= player.tokens[t] for t, g in zip(PAYABLE, gold, strict=True))
    ]


def default_payment(ways: list[Gold]) -> Gold:
    """Gems and pearls first, gold only for what is missing; so the one with the least gold."""
    return min(ways, key=sum)


def payments_by_extra_gold(player: Player, card: str) -> dict[str, Gold]:
    """Each payment under the letters of its gold beyond the default, such as `WWP`."""
    ways = payments(player, card)
    least = default_payment(ways)
    return {
        "".join(t * (g - d) for t, g, d in zip(PAYABLE, gold, least, strict=True)): gold
        for gold in ways
    }


def ways_to_discard(player: Player) -> set[str]:
    """D6.1: every choice of tokens that leaves exactly ten, in their order, such as `UPJ`."""
    excess = player.token_count() - TOKEN_LIMIT
    choices = ("".join(letters) for letters in combinations_with_replacement(TOKENS, excess))
    return {w for w in choices if all(w.count(token) <= player.tokens[token] for token in TOKENS)}


def next_letters(words: set[str], named: str) -> set[str]:
    """The next letters of the words that begin with `named`."""
    return {word[len(named)] for word in words if word.startswith(named) and word != named}


# The board (D1.2, D3.1)


def walk(cell: str, direction: str, steps: int) -> list[str]:
    """Up to `steps` cells in a direction, starting with this one."""
    across, down = DIRECTIONS[direction]
    column, row = COLUMNS.index(cell[0]), ROWS.index(cell[1])
    cells = []
    for _ in range(steps):
        if column not in range(5) or row not in range(5):
            break
        cells.append(COLUMNS[column] + ROWS[row])
        column, row = column + across, row + down
    return cells


WALKS = [walk(cell, direction, LONGEST_LINE) for cell in CELLS for direction in DIRECTIONS]


def split_cells(text: str) -> list[str]:
    """`a1b2c3` as `a1`, `b2`, `c3`."""
    return [text[at : at + 2] for at in range(0, len(text), 2)]


def direction_of(cells: list[str]) -> str:
    """The direction of a line of two or three cells."""
    return next(name for name in DIRECTIONS if walk(cells[0], name, len(cells)) == cells)


# The deal


def check_deal(options: Options, decks: list[list[str]], board: str, start: int) -> None:
    """D1: check that the given deal is possible."""
    for level in (1, 2, 3):
        whole = [card for card in CARDS if CARDS[card].level == level]
        if sorted(decks[level - 1]) != whole:
            raise ValueError(f"deck {level} is not the {len(whole)} cards of its level")
    check_tokens(board, TOKEN_COUNTS)
    if start not in (0, 1) or options.start not in ("random", start):
        raise ValueError(f"seat {start} cannot start")


def check_tokens(letters: str, counts: dict[str, int]) -> None:
    """Check that the drawn tokens are those in the bag."""
    if sorted(letters) != sorted("".join(token * counts[token] for token in TOKENS)):
        raise ValueError(f"these are not the tokens of the bag: {letters}")
