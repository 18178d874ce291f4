"""The moves that both games have. Their numbers differ: `base/moves.py` and `duel/moves.py`.

Levels count from 0 to 2 and slots from 0; in texts levels are 1 to 3, and slots letters or from 1.
"""

from dataclasses import dataclass

from splendor.core.gems import GOLD_LETTER, LETTERS, PEARL_LETTER

SLOT_LETTERS = "abcde"  # no row of open cards is longer
COST_LETTERS = LETTERS + PEARL_LETTER


@dataclass(frozen=True, slots=True)
class Reserve:
    """Reserve an open card; a gold comes with it (B3.3), or is chosen next (D3.2)."""

    level: int
    slot: int

    def __str__(self) -> str:
        return f"r{self.level + 1}{SLOT_LETTERS[self.slot]}"


@dataclass(frozen=True, slots=True)
class ReserveTop:
    """Reserve a deck's unseen top card; a gold comes with it (B3.3), or is chosen next (D3.2)."""

    level: int

    def __str__(self) -> str:
        return f"r{self.level + 1}"


@dataclass(frozen=True, slots=True)
class Purchase:
    """Buy an open card with the default payment: gold only for what is missing (B3.4, D3.3)."""

    level: int
    slot: int

    def __str__(self) -> str:
        return f"b{self.level + 1}{SLOT_LETTERS[self.slot]}"


@dataclass(frozen=True, slots=True)
class PurchaseHand:
    """Buy a card of one's own hand with the default payment (B3.4, D3.3)."""

    slot: int

    def __str__(self) -> str:
        return f"bh{self.slot + 1}"


@dataclass(frozen=True, slots=True)
class ChooseGold:
    """Buy an open card and choose how much more gold to spend (B3.4, D3.3)."""

    level: int
    slot: int

    def __str__(self) -> str:
        return f"b{self.level + 1}{SLOT_LETTERS[self.slot]}+"


@dataclass(frozen=True, slots=True)
class ChooseGoldHand:
    """Buy a card of one's own hand and choose how much more gold to spend (B3.4, D3.3)."""

    slot: int

    def __str__(self) -> str:
        return f"bh{self.slot + 1}+"


@dataclass(frozen=True, slots=True)
class GoldFor:
    """Let one more gold stand for a gem of this colour (B3.4), or for a pearl (D3.3)."""

    gem: int

    def __str__(self) -> str:
        return f"{GOLD_LETTER}={COST_LETTERS[self.gem]}"


@dataclass(frozen=True, slots=True)
class PayNow:
    """Pay as chosen (B3.4, D3.3)."""

    def __str__(self) -> str:
        return "pay"


@dataclass(frozen=True, slots=True)
class Pass:
    """Do nothing, because no action is possible (B3.7, D3.5)."""

    def __str__(self) -> str:
        return "pass"
