"""The base class of all moves, and the moves that both games have.

Their action numbers are in `base/moves.py` and `duel/moves.py`.

Levels count from 1 to 3 and slots from 0; in texts slots are letters, or count from 1.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from splendor.core.errors import NotationError
from splendor.core.gems import Gem
from splendor.core.refusals import Refusal, plain, shown

MoveT = TypeVar("MoveT", bound="Move")

SLOT_LETTERS = "abcde"  # no row of open cards is longer


class Move:
    """A move of any game: a value that can be compared, matched and written as text.

    >>> move = splendor.Reserve(level=2, slot=2)
    >>> str(move)
    'r2c'
    >>> splendor.Game().parse("r2c") == move
    True
    """

    __slots__ = ()

    def __str__(self) -> str:
        """The move in notation."""
        raise NotImplementedError

    def _set_gem(self, field: str, gem: int) -> None:
        """Convert a field of a frozen move to a `Gem`; it may have been given as a number."""
        object.__setattr__(self, field, Gem(gem))


@dataclass(frozen=True, slots=True)
class Reserve(Move):
    """Reserve an open card; a gold comes with it (B3.3), or is chosen next (D3.2).

    >>> str(Reserve(level=2, slot=2))
    'r2c'
    """

    level: int
    slot: int

    def __str__(self) -> str:
        return f"r{self.level}{SLOT_LETTERS[self.slot]}"


@dataclass(frozen=True, slots=True)
class ReserveTop(Move):
    """Reserve a deck's unseen top card; a gold comes with it (B3.3), or is chosen next (D3.2).

    >>> str(ReserveTop(level=3))
    'r3'
    """

    level: int

    def __str__(self) -> str:
        return f"r{self.level}"


@dataclass(frozen=True, slots=True)
class Purchase(Move):
    """Buy an open card with the default payment: gold only for what is missing (B3.4, D3.3).

    >>> str(Purchase(level=1, slot=0))
    'b1a'
    """

    level: int
    slot: int

    def __str__(self) -> str:
        return f"b{self.level}{SLOT_LETTERS[self.slot]}"


@dataclass(frozen=True, slots=True)
class PurchaseHand(Move):
    """Buy a card of one's own hand with the default payment (B3.4, D3.3).

    >>> str(PurchaseHand(slot=0))
    'bh1'
    """

    slot: int

    def __str__(self) -> str:
        return f"bh{self.slot + 1}"


@dataclass(frozen=True, slots=True)
class ChooseGold(Move):
    """Buy an open card and choose how much more gold to spend (B3.4, D3.3).

    >>> str(ChooseGold(level=1, slot=0))
    'b1a+'
    """

    level: int
    slot: int

    def __str__(self) -> str:
        return f"b{self.level}{SLOT_LETTERS[self.slot]}+"


@dataclass(frozen=True, slots=True)
class ChooseGoldHand(Move):
    """Buy a card of one's own hand and choose how much more gold to spend (B3.4, D3.3).

    >>> str(ChooseGoldHand(slot=0))
    'bh1+'
    """

    slot: int

    def __str__(self) -> str:
        return f"bh{self.slot + 1}+"


@dataclass(frozen=True, slots=True)
class GoldFor(Move):
    """Let one more gold stand for a gem of this colour (B3.4), or for a pearl (D3.3).

    >>> str(GoldFor(Gem.WHITE))
    'J=W'
    """

    gem: Gem

    def __post_init__(self) -> None:
        self._set_gem("gem", self.gem)

    def __str__(self) -> str:
        return f"{Gem.GOLD.letter}={self.gem.letter}"


@dataclass(frozen=True, slots=True)
class PayNow(Move):
    """Pay as chosen (B3.4, D3.3).

    >>> str(PayNow())
    'pay'
    """

    def __str__(self) -> str:
        return "pay"


@dataclass(frozen=True, slots=True)
class Pass(Move):
    """Do nothing, because no action is possible (B3.7, D3.5).

    >>> str(Pass())
    'pass'
    """

    def __str__(self) -> str:
        return "pass"


# Numbers and texts


def numbering(moves: Sequence[Move]) -> Callable[[Move], int]:
    """A function that returns a move's index, or raises `NotationError` for any other value."""
    numbers = {move: action for action, move in enumerate(moves)}

    def action_of(move: Move) -> int:
        try:
            return numbers[move]
        except (KeyError, TypeError):  # TypeError: a value that cannot be a key
            raise NotationError(Refusal.of("not_of_this_game", move=shown(move))) from None

    return action_of


def require_text(text: object) -> None:
    if not isinstance(text, str):
        raise NotationError(Refusal.of("not_a_text", given=shown(text)))


def move_of_text(short: str, moves: Mapping[str, MoveT], text: str, help: str) -> MoveT:
    """The move with this short form; otherwise an error that repeats the text and adds `help`."""
    if short not in moves:
        raise NotationError(Refusal.of("not_a_move", text=plain(text.strip()), help=help))
    return moves[short]
