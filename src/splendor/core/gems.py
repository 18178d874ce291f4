"""The kinds of token: their order in every vector, their names and their letters."""

from collections.abc import Iterator
from enum import IntEnum
from typing import ClassVar, SupportsIndex, overload


class Gem(IntEnum):
    """A kind of token. Gold is the joker; only Splendor Duel has pearls.

    A gem is a number, so that it indexes every vector; `str` is its name.

    >>> Gem.RED, int(Gem.RED), str(Gem.RED)
    (Gem.RED, 3, 'red')
    >>> [gem.letter for gem in Gem]
    ['W', 'U', 'G', 'R', 'K', 'P', 'J']
    """

    WHITE = 0
    BLUE = 1
    GREEN = 2
    RED = 3
    BLACK = 4
    PEARL = 5
    GOLD = 6

    @property
    def letter(self) -> str:
        """The letter of the notation.

        >>> Gem.BLACK.letter, Gem.GOLD.letter
        ('K', 'J')
        """
        return "WUGRKPJ"[self]

    @property
    def stone(self) -> str:
        """The name of the stone.

        >>> Gem.BLUE.stone
        'sapphire'
        """
        return ("diamond", "sapphire", "emerald", "ruby", "onyx", "pearl", "gold")[self]

    def __str__(self) -> str:
        return self._name_.lower()

    def __format__(self, spec: str) -> str:
        return format(str(self), spec)

    def __repr__(self) -> str:
        return f"Gem.{self._name_}"


WHITE, BLUE, GREEN, RED, BLACK, PEARL, GOLD = Gem

GEMS = 5  # the colours that cards give as a bonus

COLOURS = tuple(str(gem) for gem in Gem if gem < GEMS)
LETTERS = "".join(gem.letter for gem in Gem if gem < GEMS)

GOLD_NAME, GOLD_LETTER = str(GOLD), GOLD.letter
PEARL_NAME, PEARL_LETTER = str(PEARL), PEARL.letter


class Counts(tuple[int, ...]):
    """How many of each gem: a tuple of numbers that can also be indexed by `Gem`.

    The order is that of `Gem`, without the gems that cannot occur: the tokens of the base game are
    white, blue, green, red, black and gold. A gem that cannot occur counts 0.

    >>> counts = Counts((2, 0, 0, 1, 0, 0, 1))
    >>> counts
    Counts(white=2, red=1, gold=1)
    >>> counts[Gem.WHITE], counts[0], sum(counts)
    (2, 2, 4)
    """

    __slots__ = ()
    order: ClassVar[tuple[Gem, ...]] = tuple(Gem)
    positions: ClassVar[tuple[int | None, ...]] = tuple(range(len(Gem)))

    def __init_subclass__(cls) -> None:
        cls.positions = tuple(cls.order.index(gem) if gem in cls.order else None for gem in Gem)

    @overload
    def __getitem__(self, key: SupportsIndex, /) -> int: ...
    @overload
    def __getitem__(self, key: slice, /) -> tuple[int, ...]: ...
    def __getitem__(self, key: SupportsIndex | slice, /) -> int | tuple[int, ...]:
        if key.__class__ is Gem:
            position = self.positions[key]
            return 0 if position is None else tuple.__getitem__(self, position)
        return tuple.__getitem__(self, key)

    def items(self) -> Iterator[tuple[Gem, int]]:
        """Each gem with its count.

        >>> dict(Counts((0, 0, 0, 1, 0, 0, 3)).items())[Gem.GOLD]
        3
        """
        return zip(self.order, self, strict=True)

    def __repr__(self) -> str:
        return f"Counts({', '.join(f'{gem}={count}' for gem, count in self.items() if count)})"


class ColourCounts(Counts):
    """Counts of the five colours: bonuses, and the costs of the base game's cards."""

    __slots__ = ()
    order = (WHITE, BLUE, GREEN, RED, BLACK)


class CostCounts(Counts):
    """Counts of the colours and pearls: the costs of Splendor Duel's cards."""

    __slots__ = ()
    order = (*ColourCounts.order, PEARL)


class TokenCounts(Counts):
    """Counts of the colours and gold: the tokens of the base game."""

    __slots__ = ()
    order = (*ColourCounts.order, GOLD)
