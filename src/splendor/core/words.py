"""Small helpers for telling people what lies on a table, and for reading it out of a record."""

from collections.abc import Sequence


def numbers(row: object) -> tuple[int, ...]:
    """An array field of a record as plain numbers."""
    return tuple(row.tolist())  # type: ignore[attr-defined]


def members(row: object) -> list[int]:
    """The numbers in a set that is kept as bits in words of 32."""
    bits = sum(word << 32 * index for index, word in enumerate(numbers(row)))
    return [number for number in range(bits.bit_length()) if bits >> number & 1]


def listed(words: Sequence[str]) -> str:
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} and {words[-1]}"


def counted(counts: Sequence[int], letters: str) -> str:
    """Tokens as people write them: `W2 G1 J1`."""
    words = [f"{letter}{count}" for letter, count in zip(letters, counts, strict=False) if count]
    return " ".join(words) if words else "nothing"
