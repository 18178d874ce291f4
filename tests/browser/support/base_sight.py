"""What a look at a table of Splendor tells, and what somebody sensible thinks of it.

Only names are read: of buttons, of pictures, as a screen reader says them. Nothing here clicks.
"""

import math
import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import NamedTuple

from playwright.sync_api import Locator, Page

from tests.browser.support.people import own, supply

COLOURS = ("white", "blue", "green", "red", "black")
GOLD = "gold"
LIMIT = 10  # tokens
FOR_A_PAIR = 4
DIFFERENT = 3
LARGEST_HAND = 3

THING = re.compile(r'\w+ "((?:[^"\\]|\\.)*)"')
CARD = re.compile(
    r"(?P<place>\d[a-d]|Hand \d): Level (?P<level>\d), (?P<bonus>\w+)(?:, (?P<points>\d+) points?)?"
    r"; costs (?P<cost>[^;]+); (?:can buy|buy with (?P<gold>\d+) gold|(?P<short>\d+) short)"
)
NOBLE = re.compile(r"(?P<name>.+): (?P<call>choose; )?3 points, needs (?P<needs>[^;]+);")
DECK = re.compile(r"Deck (\d), [1-9]")
PILE = re.compile(r"(\w+), (\d+) left")
TOKENS = re.compile(r"(\d+) (\w+) tokens?$")
BONUS = re.compile(r"(\d+) (\w+) bonus")
WON = re.compile(r"cards? · (\d+) nobles?")
PRICE = re.compile(r"(\d+) (\w+)")


def names_in(part: Locator) -> list[str]:
    """What buttons and pictures in a part of the page are called, and texts."""
    found = []
    for line in part.aria_snapshot().splitlines():
        text = line.strip().removeprefix("- ")
        if text.startswith("'"):
            text = text[1 : text.rindex("'")].replace("''", "'")
        named = THING.match(text)
        found.append(named[1] if named else text)
    return found


@dataclass(frozen=True)
class Card:
    """`place` is `2c` or `Hand 1`; `gold` is what the page says is needed of it, `short` what lacks
    even so.
    """

    place: str
    level: int
    bonus: str
    points: int
    cost: Counter[str]
    gold: int
    short: int


@dataclass(frozen=True)
class Noble:
    name: str
    needs: Counter[str]
    calls: bool  # may be chosen now


class Taste(NamedTuple):
    """How much somebody values any card, a point, and a bonus that the nearest noble wants."""

    card: float
    point: float
    noble: float


USUAL = Taste(card=1.0, point=1.0, noble=0.0)
FOR_A_NOBLE = Taste(card=2.0, point=-0.5, noble=4.0)  # the game may not end before


@dataclass(frozen=True)
class Sight:
    """Everything that lies on the table, as far as this player needs it."""

    market: tuple[Card, ...]
    decks: tuple[int, ...]
    nobles: tuple[Noble, ...]
    supply: Counter[str]
    tokens: Counter[str]
    bonuses: Counter[str]
    won: int  # nobles, if the page shows them
    hand: tuple[Card, ...] = ()
    taste: Taste = USUAL

    def price(self, card: Card) -> Counter[str]:
        return card.cost - self.bonuses

    def missing(self, card: Card) -> Counter[str]:
        return self.price(card) - self.tokens

    def paid(self, card: Card) -> Counter[str]:
        """The gems spent when gold pays only for what is missing."""
        return self.price(card) & self.tokens

    def repriced(self, card: Card) -> Card:
        """A card that was seen before, with its present price."""
        missing, gold = self.missing(card).total(), self.tokens[GOLD]
        return replace(card, gold=missing if missing <= gold else 0, short=max(0, missing - gold))

    def turns_to(self, card: Card) -> int:
        """An estimate of the turns until the card can be bought."""
        missing, gold = self.missing(card), self.tokens[GOLD]
        if missing.total() <= gold:
            return 0
        scarce = (missing - self.supply).total()
        steps = max(math.ceil((missing.total() - gold) / DIFFERENT), max(missing.values()) - gold)
        return max(1, steps) + 2 * scarce

    def worth(self, card: Card) -> float:
        """Points, and a bonus on the way to the nearest noble."""
        ways = [noble.needs - self.bonuses for noble in self.nobles]
        lacking = min(ways, key=Counter.total, default=Counter[str]())
        noble = self.taste.noble if lacking[card.bonus] else 0.0
        return max(0.1, self.taste.card + self.taste.point * card.points + noble)

    def goals(self) -> list[Card]:
        """The cards worth buying, best first."""
        cards = [*self.hand, *self.market]
        return sorted(cards, key=lambda card: -self.worth(card) / (1 + self.turns_to(card)))

    def choices(self) -> list[tuple[Card, str]]:
        """Cards that can be paid in several ways, each with a gem that gold can replace."""
        found = []
        for card in self.goals():
            paid = self.paid(card)
            if not card.short and paid and self.tokens[GOLD] > card.gold:
                found.append((card, min(paid)))
        return found

    def gems_for(self, goals: list[Card], room: int) -> list[str]:
        """The gems to take from the supply."""
        missing = self.missing(goals[0])
        pairs = [gem for gem in missing if self.supply[gem] >= FOR_A_PAIR and missing[gem] > 1]
        if pairs and len(missing) == 1 and room > 1:
            return pairs * 2
        later = sum((self.missing(goal) for goal in goals[1:4]), Counter[str]())
        found = [gem for gem in COLOURS if self.supply[gem]]
        found.sort(key=lambda gem: (-bool(missing[gem]), -later[gem], -self.supply[gem]))
        return found[: min(DIFFERENT, room)]

    def spare(self, count: int) -> list[str]:
        """Own tokens that are not needed, in another order than that of the rules."""
        kinds = (*COLOURS, GOLD)
        useless = self.tokens - self.price(self.goals()[0])
        useless[GOLD] = 0
        found = sorted(useless.elements(), key=kinds.index)
        found += sorted((self.tokens - useless).elements(), key=kinds.index)
        return sorted(found[:count], key=kinds.index, reverse=True)


def market(page: Page) -> Locator:
    return page.get_by_role("main", name="Market")


def nobles(page: Page) -> Locator:
    return page.get_by_role("region", name="Nobles")


def look_at(page: Page) -> Sight:
    """Read the table; a hand behind a button is not included."""
    around, tiles, piles = (names_in(part(page)) for part in (market, nobles, supply))
    mine = names_in(own(page))
    won = WON.search("\n".join(mine))
    return Sight(
        market=tuple(cards_of(around)),
        decks=tuple(int(found[1]) for found in map(DECK.match, around) if found),
        nobles=tuple(nobles_of(tiles)),
        supply=Counter({found[1]: int(found[2]) for found in map(PILE.match, piles) if found}),
        tokens=Counter({found[2]: int(found[1]) for found in map(TOKENS.match, mine) if found}),
        bonuses=Counter({found[2]: int(found[1]) for found in map(BONUS.match, mine) if found}),
        won=int(won[1]) if won else 0,
        hand=tuple(cards_of(mine)),
    )


def cards_of(names: list[str]) -> Iterator[Card]:
    for found in filter(None, map(CARD.match, names)):
        number = {key: int(found[key] or 0) for key in ("level", "points", "gold", "short")}
        yield Card(
            place=found["place"], bonus=found["bonus"], cost=gems_in(found["cost"]), **number
        )


def nobles_of(names: list[str]) -> Iterator[Noble]:
    for found in filter(None, map(NOBLE.match, names)):
        yield Noble(found["name"], gems_in(found["needs"]), found["call"] is not None)


def gems_in(text: str) -> Counter[str]:
    """`3 white, 1 black` as counts."""
    return Counter({found[2]: int(found[1]) for found in PRICE.finditer(text)})
