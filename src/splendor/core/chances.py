"""What chance decides after a move: the cards that it draws, and the tokens from the bag."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import factorial, prod

import numpy as np

from splendor.core.chance import Seed, seeded


@dataclass(frozen=True, slots=True)
class Draw:
    """One result of chance: the ids of the cards and the letters of the tokens that are drawn.

    Tokens are in the order in which they are placed. Nothing is drawn if both are empty.

    >>> splendor.Draw(cards=(89,)) in splendor.Game(seed=1, start=0).chances("r3")
    True
    """

    cards: tuple[int, ...] = ()
    tokens: str = ""


@dataclass(frozen=True, slots=True)
class Chances:
    """Every draw that a move may lead to; all are equally likely.

    `decks` has the possible cards for each card that is drawn, and `bag` the tokens that come out
    in a random order, as letters. Iterating over it gives every `Draw`; there can be more than a
    computer can count where the bag is drawn, so look at `count` first, or `sample`.

    >>> game = splendor.Game(seed=1, start=0)
    >>> chances = game.chances("r2c")
    >>> chances.count, round(chances.probability, 4)
    (26, 0.0385)
    >>> game.push("r2c", next(iter(chances)))
    """

    decks: tuple[tuple[int, ...], ...] = ()
    bag: str = ""

    @property
    def count(self) -> int:
        """The number of draws.

        >>> splendor.Game().chances("WUG").count
        1
        """
        orders = factorial(len(self.bag)) // prod(map(factorial, Counter(self.bag).values()))
        return prod(map(len, self.decks)) * orders

    @property
    def probability(self) -> float:
        """The probability of each draw.

        >>> splendor.Game().chances("WUG").probability
        1.0
        """
        return 1 / self.count

    def __contains__(self, draw: object) -> bool:
        if not isinstance(draw, Draw) or len(draw.cards) != len(self.decks):
            return False
        cards = zip(draw.cards, self.decks, strict=True)
        return sorted(draw.tokens) == sorted(self.bag) and all(card in deck for card, deck in cards)

    def __iter__(self) -> Iterator[Draw]:
        for cards in product(*self.decks):
            for tokens in orders_of(self.bag):
                yield Draw(cards, tokens)

    def sample(self, seed: Seed = None) -> Draw:
        """A random draw.

        >>> chances = splendor.Game(seed=1).chances("r1")
        >>> chances.sample(seed=1) in chances
        True
        """
        chance = np.random.default_rng(seeded(seed).tolist())
        cards = tuple(int(chance.choice(deck)) for deck in self.decks)
        return Draw(cards, "".join(self.bag[place] for place in chance.permutation(len(self.bag))))


def orders_of(letters: str) -> Iterator[str]:
    """Every different order of these letters."""
    if not letters:
        yield ""
    for first in dict.fromkeys(letters):
        for rest in orders_of(letters.replace(first, "", 1)):
            yield first + rest
