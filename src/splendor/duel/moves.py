"""The moves of Splendor Duel: typed values outside, integers inside, and the text of each.

Numbers and texts are public: `docs/actions.md` and `docs/notation.md` list them. Levels
count from 1 to 3, slots and spaces from 0; in texts slots are letters, or count from 1.
"""

import re
from dataclasses import dataclass
from typing import TypeAlias

from splendor.core.decks import HAND_LIMIT, LEVELS
from splendor.core.gems import (
    COLOURS,
    GEMS,
    GOLD_LETTER,
    GOLD_NAME,
    LETTERS,
    PEARL_LETTER,
    PEARL_NAME,
    ColourCounts,
    CostCounts,
    Gem,
)
from splendor.core.moves import SLOT_LETTERS as SLOT_LETTERS
from splendor.core.moves import ChooseGold as ChooseGold
from splendor.core.moves import ChooseGoldHand as ChooseGoldHand
from splendor.core.moves import GoldFor as GoldFor
from splendor.core.moves import Move, move_of_text, numbering, require_text
from splendor.core.moves import Pass as Pass
from splendor.core.moves import PayNow as PayNow
from splendor.core.moves import Purchase as Purchase
from splendor.core.moves import PurchaseHand as PurchaseHand
from splendor.core.moves import Reserve as Reserve
from splendor.core.moves import ReserveTop as ReserveTop
from splendor.duel.board import LINES, SPACE_OF, SPACES, space_name
from splendor.duel.state import COSTS, MARKET, ROWS, ROYALS_IN_BOX, TOKENS

TOKEN_LETTERS = LETTERS + PEARL_LETTER + GOLD_LETTER
TOKEN_NAMES = (*COLOURS, PEARL_NAME, GOLD_NAME)

# Where each kind of action begins.
TAKE_LINE = 0
RESERVE = TAKE_LINE + len(LINES)
RESERVE_TOP = RESERVE + MARKET
PURCHASE = RESERVE_TOP + LEVELS
PURCHASE_HAND = PURCHASE + MARKET
CHOOSE_GOLD = PURCHASE_HAND + HAND_LIMIT
CHOOSE_GOLD_HAND = CHOOSE_GOLD + MARKET
GOLD_FOR = CHOOSE_GOLD_HAND + HAND_LIMIT
PAY_NOW = GOLD_FOR + COSTS
USE_PRIVILEGE = PAY_NOW + 1
REPLENISH = USE_PRIVILEGE + SPACES
TAKE_GOLD = REPLENISH + 1
AS_COLOUR = TAKE_GOLD + SPACES
TAKE_MATCHING = AS_COLOUR + GEMS
STEAL_TOKEN = TAKE_MATCHING + SPACES
TAKE_ROYAL = STEAL_TOKEN + COSTS
DISCARD_TOKEN = TAKE_ROYAL + ROYALS_IN_BOX
PASS = DISCARD_TOKEN + TOKENS
ACTIONS = PASS + 1


@dataclass(frozen=True, slots=True)
class TakeLine(Move):
    """Take the tokens on one, two or three spaces of a line (D3.1).

    >>> str(TakeLine((12, 13, 14)))
    'c3d3e3'
    """

    spaces: tuple[int, ...]

    def __post_init__(self) -> None:
        object.__setattr__(self, "spaces", tuple(sorted(self.spaces)))

    def __str__(self) -> str:
        return "".join(map(space_name, self.spaces))


@dataclass(frozen=True, slots=True)
class UsePrivilege(Move):
    """Return a privilege and take the gem or pearl on this space (D2.1).

    >>> str(UsePrivilege(space=12))
    'pc3'
    """

    space: int

    def __str__(self) -> str:
        return f"p{space_name(self.space)}"


@dataclass(frozen=True, slots=True)
class Replenish(Move):
    """Fill the board from the bag (D2.2).

    >>> str(Replenish())
    'fill'
    """

    def __str__(self) -> str:
        return "fill"


@dataclass(frozen=True, slots=True)
class TakeGold(Move):
    """Take the gold on this space, with the card that is being reserved (D3.2).

    >>> str(TakeGold(space=12))
    'Jc3'
    """

    space: int

    def __str__(self) -> str:
        return f"{Gem.GOLD.letter}{space_name(self.space)}"


@dataclass(frozen=True, slots=True)
class AsColour(Move):
    """Choose the colour of the wild card that is being bought (D5.1).

    >>> str(AsColour(Gem.RED))
    '=R'
    """

    gem: Gem

    def __post_init__(self) -> None:
        self._set_gem("gem", self.gem)

    def __str__(self) -> str:
        return f"={self.gem.letter}"


@dataclass(frozen=True, slots=True)
class TakeMatching(Move):
    """Take the token of the bought card's colour on this space (D5.2).

    >>> str(TakeMatching(space=12))
    '+c3'
    """

    space: int

    def __str__(self) -> str:
        return f"+{space_name(self.space)}"


@dataclass(frozen=True, slots=True)
class Steal(Move):
    """Take a gem of this colour, or a pearl, from the opponent (D5.2).

    >>> str(Steal(Gem.PEARL))
    'xP'
    """

    token: Gem

    def __post_init__(self) -> None:
        self._set_gem("token", self.token)

    def __str__(self) -> str:
        return f"x{self.token.letter}"


@dataclass(frozen=True, slots=True)
class TakeRoyal(Move):
    """Take this royal card (D5.3).

    >>> str(TakeRoyal(royal=1))
    'royal2'
    """

    royal: int

    def __str__(self) -> str:
        return f"royal{self.royal + 1}"


@dataclass(frozen=True, slots=True)
class Discard(Move):
    """Put one token into the bag, because more than ten are held (D6.1).

    >>> str(Discard(Gem.GOLD))
    '-J'
    """

    token: Gem

    def __post_init__(self) -> None:
        self._set_gem("token", self.token)

    def __str__(self) -> str:
        return f"-{self.token.letter}"


DuelMove: TypeAlias = (
    TakeLine
    | Reserve
    | ReserveTop
    | Purchase
    | PurchaseHand
    | ChooseGold
    | ChooseGoldHand
    | GoldFor
    | PayNow
    | UsePrivilege
    | Replenish
    | TakeGold
    | AsColour
    | TakeMatching
    | Steal
    | TakeRoyal
    | Discard
    | Pass
)

PLACES = tuple((level + 1, slot) for level in range(LEVELS) for slot in range(ROWS[level]))

# Every move; its index is its action number.
MOVES: tuple[DuelMove, ...] = (
    *(TakeLine(line) for line in LINES),
    *(Reserve(*place) for place in PLACES),
    *(ReserveTop(level + 1) for level in range(LEVELS)),
    *(Purchase(*place) for place in PLACES),
    *(PurchaseHand(slot) for slot in range(HAND_LIMIT)),
    *(ChooseGold(*place) for place in PLACES),
    *(ChooseGoldHand(slot) for slot in range(HAND_LIMIT)),
    *(GoldFor(gem) for gem in CostCounts.order),
    PayNow(),
    *(UsePrivilege(space) for space in range(SPACES)),
    Replenish(),
    *(TakeGold(space) for space in range(SPACES)),
    *(AsColour(gem) for gem in ColourCounts.order),
    *(TakeMatching(space) for space in range(SPACES)),
    *(Steal(token) for token in CostCounts.order),
    *(TakeRoyal(royal) for royal in range(ROYALS_IN_BOX)),
    *(Discard(token) for token in Gem),
    Pass(),
)
action_of = numbering(MOVES)
MOVE_OF_TEXT = {str(move).lower(): move for move in MOVES}

# Words that people type instead of the short forms, and a pattern for what follows them.
SPACE = r"[a-e][1-5]"
ENDS = re.compile(rf"\b({SPACE})\s*(?:-|–|\bto\b)\s*({SPACE})\b")
WORDS = (
    ("take", "", rf"({SPACE})+"),
    ("reserve", "r", r"[123].?"),
    ("buy", "b", r"([123][a-e]|h[123])\+?"),
    ("privilege", "p", SPACE),
    ("gold", "j", SPACE),
    ("as", "=", r"."),
    ("match", "+", SPACE),
    ("steal", "x", r"."),
    ("discard", "-", r"."),
    ("return", "-", r"."),
)
LETTER_OF = dict(zip(TOKEN_NAMES, TOKEN_LETTERS.lower(), strict=True))
HELP = (
    "moves look like c3, c3d3e3, r2c, r3, b1a, bh1, b1a+, J=W, pay, pc3, fill, Jc3, =R, +c3, xR, "
    "royal2, -K, pass"
)


def parse_move(text: str) -> DuelMove:
    """The move that a text stands for; words, blanks, case and the order of spaces are free."""
    require_text(text)
    words = ENDS.sub(line_between, text.lower()).replace(",", " ").removesuffix(".").split()
    short = shortened("".join(LETTER_OF.get(word, word) for word in words if word != "and"))
    if re.fullmatch(rf"({SPACE}){{2,3}}", short):
        spaces = (short[place : place + 2] for place in range(0, len(short), 2))
        short = "".join(sorted(spaces, key=SPACE_OF.__getitem__))
    return move_of_text(short, MOVE_OF_TEXT, text, HELP)


def line_between(ends: re.Match[str]) -> str:
    """Expand a line given by its ends, `c3-e3`, to its spaces, `c3d3e3`; else return the text."""
    spaces = {SPACE_OF[end] for end in ends.groups()}
    lines = (line for line in LINES if {line[0], line[-1]} == spaces)
    return next(("".join(map(space_name, line)) for line in lines), ends.group())


def shortened(text: str) -> str:
    """Replace a word at the beginning of the text by its short form."""
    if text == "replenish":
        return str(Replenish())
    for word, letter, following in WORDS:
        rest = text.removeprefix(word).replace("hand", "h")
        if text.startswith(word) and re.fullmatch(following, rest):
            return letter + rest
    return text
