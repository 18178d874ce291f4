"""The page of a Duel table: elements by role and name, and the facts in their names.

Only what a screen reader would read is used.
"""

import re
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace

from playwright.sync_api import Locator, Page

from tests.browser.support.people import decision, own

LETTERS = {
    "white": "W", "blue": "U", "green": "G", "red": "R", "black": "K", "pearl": "P", "gold": "J",
}  # fmt: skip
WORDS = {letter: word for word, letter in LETTERS.items()}
GOLD = "J"
COLUMNS, ROWS = "abcde", "12345"
WAYS = ((1, 0), (0, 1), (1, 1), (-1, 1))  # right, down, and both diagonals
LIMIT = 10
LARGEST_HAND = 3

FILLED = "The board is filled"  # privileges cannot be used after that
NAMED = re.compile(r'(?:button|img) "([^"]*)"')
SPACE = re.compile(r"^([a-e][1-5]): (\w+)")
PLACE = re.compile(r"^(?:([1-3][a-e])|Hand (\d)): ")
COST = re.compile(r"(\d+) (\w+)")
BAG = re.compile(r"^Bag with (\d+) token")
TOKENS = re.compile(r"^(\d+) (\w+) tokens?$")
BONUS = re.compile(r"^(\d+) (\w+) bonus")


# Elements


def pyramid(page: Page) -> Locator:
    return page.get_by_role("main", name="Pyramid")


def board_box(page: Page) -> Locator:
    return page.get_by_role("region", name="Board and bag")


def their_panel(page: Page) -> Locator:
    return page.get_by_role("region", name=re.compile("^Panel of "))


def cell(page: Page, space: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^{space}: "))


def card_at(page: Page, place: str) -> Locator:
    """A card of the pyramid, `2c`, or of the own hand, `h1`."""
    return page.get_by_role("button", name=re.compile(f"^{place.replace('h', 'Hand ')}: "))


def deck(page: Page, level: str) -> Locator:
    return page.get_by_role("button", name=re.compile(f"^Deck {level}, "))


def bag(page: Page) -> Locator:
    return page.get_by_role("button", name=re.compile("^(Bag|The bag)"))


def own_token(page: Page, letter: str) -> Locator:
    name = re.compile(rf"^\d+ {WORDS[letter]} tokens?$")
    return own(page).get_by_role("button", name=name)


def privilege(page: Page) -> Locator:
    name = re.compile("^Use a privilege")
    return own(page).get_by_role("button", name=name, disabled=False).first


ROYALS = {
    "R1": "2 points, take a gem",
    "R2": "2 points, play again",
    "R3": "2 points, privilege",
    "R4": "3 points, no ability",
}


def royal(page: Page, name: str) -> Locator:
    return page.get_by_role("button", name=f"Royal card: {ROYALS[name]}").first


def confirm_button(page: Page) -> Locator:
    """The confirm button, once it is enabled."""
    return page.get_by_role("button", name=re.compile("^Confirm: "), disabled=False)


def clear_button(page: Page) -> Locator:
    """The button that is shown while something is staged."""
    return page.get_by_role("button", name="Clear", exact=True)


def log(page: Page) -> Locator:
    return page.get_by_role("list", name="Log")


# Facts in their names


@dataclass(frozen=True)
class Card:
    """`place` is `2c` or `h1`; `short` is the number of missing tokens, after gold."""

    place: str
    words: str
    cost: Counter[str]

    @property
    def can_be_bought(self) -> bool:
        return "can buy" in self.words or "buy with" in self.words

    @property
    def worth(self) -> int:
        points, crowns = (self._number(word) for word in ("point", "crown"))
        return 2 * points + 2 * crowns + ("play again" in self.words) + 1

    def _number(self, word: str) -> int:
        found = re.search(rf"(\d+) {word}", self.words)
        return int(found[1]) if found else 0


@dataclass(frozen=True)
class Sight:
    """What a decision depends on. `board` has only filled spaces, `privileges` only usable ones."""

    board: dict[str, str]
    cards: list[Card]
    tokens: Counter[str]
    bonuses: Counter[str]
    bag: int
    privileges: int

    def lacks(self, card: Card) -> Counter[str]:
        return card.cost - self.bonuses - self.tokens

    def without(self, space: str) -> "Sight":
        """The same after a privilege has taken the token of a space."""
        board = {each: letter for each, letter in self.board.items() if each != space}
        tokens = self.tokens + Counter(self.board[space])
        return replace(self, board=board, tokens=tokens, privileges=self.privileges - 1)

    @property
    def hand(self) -> list[Card]:
        return [card for card in self.cards if card.place.startswith("h")]

    @property
    def golds(self) -> list[str]:
        return [space for space, letter in self.board.items() if letter == GOLD]

    def lines(self) -> Iterator[tuple[str, ...]]:
        """The lines of one to three adjacent gems and pearls."""
        for space in self.board:
            for way in WAYS:
                line: tuple[str, ...] = ()
                for step in range(3):
                    following = beside(space, way, step)
                    if self.board.get(following, GOLD) == GOLD:
                        break
                    line = (*line, following)
                    yield line


def beside(space: str, way: tuple[int, int], step: int) -> str:
    """The space `step` steps away, or "" beyond the edge."""
    column = COLUMNS.index(space[0]) + way[0] * step
    row = ROWS.index(space[1]) + way[1] * step
    return COLUMNS[column] + ROWS[row] if 0 <= column < 5 and 0 <= row < 5 else ""


def look_at(page: Page) -> Sight:
    shown = "".join(part(page).aria_snapshot() for part in (pyramid, board_box, decision, own))
    names = NAMED.findall(shown)
    spaces = [found for name in names if (found := SPACE.match(name))]
    return Sight(
        board={each[1]: LETTERS[each[2]] for each in spaces if each[2] in LETTERS},
        cards=[read_card(name) for name in names if PLACE.match(name) and "costs " in name],
        tokens=counted(TOKENS, names),
        bonuses=counted(BONUS, names),
        bag=next((int(found[1]) for name in names if (found := BAG.match(name))), 0),
        privileges=0 if FILLED in shown else shown.count('button "Use a privilege'),
    )


def names_in(thing: Locator) -> list[str]:
    return NAMED.findall(thing.aria_snapshot())


def read_card(words: str) -> Card:
    found = PLACE.match(words)
    assert found is not None
    price = words.partition("costs ")[2].partition(";")[0]
    cost = Counter({LETTERS[gem]: int(count) for count, gem in COST.findall(price)})
    return Card(found[1] or f"h{found[2]}", words, cost)


def counted(pattern: re.Pattern[str], names: list[str]) -> Counter[str]:
    """The counts that a pattern finds in names."""
    found = filter(None, map(pattern.match, names))
    return Counter({LETTERS[each[2]]: int(each[1]) for each in found})
