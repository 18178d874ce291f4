"""A player of Splendor in the browser, who knows only what the page shows.

A `BasePlayer` reads the page (`base_sight.py`), decides, and acts through an `Input`: a mouse here,
keys or touch where they are tested. It counts what it did, by the text of the confirm button, so
that a test can check that everything was done, and compare with the result.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable
from dataclasses import replace

from playwright.sync_api import Locator, Page, expect

from tests.browser.support.base_sight import (
    COLOURS,
    DIFFERENT,
    FOR_A_NOBLE,
    FOR_A_PAIR,
    GOLD,
    LARGEST_HAND,
    LIMIT,
    USUAL,
    Card,
    Sight,
    cards_of,
    look_at,
    market,
    names_in,
    nobles,
)
from tests.browser.support.chromium import Visitor
from tests.browser.support.people import decision, own, supply, turn

MANY = 8  # tokens; with more, buy rather than take
LONGEST = 150  # decisions of a game, at most
MINE_AGAIN = re.compile("your move|game over")
ASKS = re.compile("^(Return|Choose a noble)")


# Elements by name


def prompt(page: Page) -> Locator:
    """The prompt for the next decision."""
    return decision(page).get_by_role("status")


def confirm_button(page: Page) -> Locator:
    """The confirm button, once it is enabled."""
    return page.get_by_role("button", name=re.compile("^Confirm: "), disabled=False)


def confirm_name(deed: str, then: str = "") -> re.Pattern[str]:
    """The name of the confirm button for a card: its place, and what the table shows of it."""
    return re.compile(rf"^Confirm: {deed}: (Level|face down, level) [^;]*{re.escape(then)}$")


def clear_button(page: Page) -> Locator:
    """The button that is shown while something is staged."""
    return page.get_by_role("button", name="Clear", exact=True)


def pile(page: Page, colour: str) -> Locator:
    return supply(page).get_by_role("button", name=re.compile(f"^{colour}, "))


def own_token(page: Page, colour: str) -> Locator:
    return own(page).get_by_role("button", name=re.compile(rf"^\d+ {colour} token"))


def card_at(page: Page, place: str) -> Locator:
    """`2c`, `Hand 1`; or `2`, a deck."""
    if len(place) == 1:
        return market(page).get_by_role("button", name=f"Deck {place}")
    return page.get_by_role("button", name=re.compile(f"^{place}: "))


def noble_called(page: Page, name: str) -> Locator:
    return nobles(page).get_by_role("button", name=f"{name}: ")


def hand_button(page: Page) -> Locator:
    """The button that opens the hand, where the table has no space for it."""
    return own(page).get_by_role("button", name=re.compile("^HAND"))


def open_hand(page: Page) -> Locator:
    return page.get_by_role("dialog", name="Reserved cards")


def result(page: Page) -> Locator:
    return page.get_by_role("dialog", name=re.compile("won$|share the victory$"))


def number_of(page: Page, name: str) -> int:
    """A number of seat 0 in the result."""
    row = result(page).get_by_role("row", name=re.compile(f"^{re.escape(name)} "))
    return int(row.get_by_role("cell").first.inner_text())


class Input(ABC):
    """A way of operating the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, thing: Locator) -> None: ...

    @abstractmethod
    def reserve(self, place: str) -> None: ...

    def take(self, colour: str) -> None:
        self.press(pile(self.page, colour))

    def own(self, colour: str) -> None:
        self.press(own_token(self.page, colour))

    def card(self, place: str) -> None:
        if place.startswith("Hand") and hand_button(self.page).is_visible():
            self.press(hand_button(self.page))
        self.press(card_at(self.page, place))

    def noble(self, name: str) -> None:
        self.press(noble_called(self.page, name))

    def confirm(self) -> None:
        self.press(confirm_button(self.page))


class Mouse(Input):
    def press(self, thing: Locator) -> None:
        thing.click()

    def reserve(self, place: str) -> None:
        card_at(self.page, place).click(button="right")


def a_table(visitor: Visitor, wish: str, kind: type[Input] = Mouse) -> Page:
    """A table as `splendor play` opens it, where I start, without the guide."""
    page = visitor.open(f"/play#{wish}&option.start=0")
    kind(page).press(page.get_by_role("button", name="Skip the guide"))
    expect(turn(page)).to_have_text(MINE_AGAIN)
    return page


class BasePlayer:
    """`wanted` are things to do at the first chance, besides winning.

    `did` counts what was done: `take three`, `take two`, `reserve`, `reserve unseen`, `buy`,
    `buy from hand`, `with gold`, `choose payment`, `return`, `noble`, `pass`.
    """

    def __init__(self, page: Page, input: Input, *wanted: str) -> None:
        self.page = page
        self.input = input
        self.wanted = wanted
        self.did: Counter[str] = Counter()
        self.hand: tuple[Card, ...] = ()  # as last seen

    def play_to_the_end(self) -> None:
        """Play until the result is shown."""
        for _ in range(LONGEST):
            if "game over" in (turn(self.page).text_content() or ""):
                break
            self.decide()
        expect(result(self.page)).to_be_visible()
        self.did["noble"] = number_of(self.page, "Nobles")

    def decide(self) -> None:
        """Make and confirm one decision, usually a whole turn."""
        if not self.question().is_visible():
            self.act(self.look())
        self.confirm()

    def look(self) -> Sight:
        seen = look_at(self.page)
        taste = FOR_A_NOBLE if "noble" in self.wanted and not seen.won else USUAL
        return replace(seen, hand=seen.hand or self.remember_hand(seen), taste=taste)

    def remember_hand(self, seen: Sight) -> tuple[Card, ...]:
        """The hand behind its button: look again if it has changed, else update the prices."""
        held = self.did["reserve"] + self.did["reserve unseen"] - self.did["buy from hand"]
        if held != len(self.hand):
            self.hand = self.look_into_hand()
        return tuple(map(seen.repriced, self.hand))

    def look_into_hand(self) -> tuple[Card, ...]:
        if not hand_button(self.page).is_visible():
            return ()
        self.input.press(hand_button(self.page))
        cards = tuple(cards_of(names_in(open_hand(self.page))))
        self.input.press(open_hand(self.page).get_by_role("button", name="Close"))
        return cards

    def confirm(self) -> None:
        """Answer all questions, confirm, and wait until it is my turn again."""
        (words,) = names_in(confirm_button(self.page).or_(self.question()))
        if not words.startswith("Confirm"):
            self.answer(look_at(self.page))
            (words,) = names_in(confirm_button(self.page))
        self.input.confirm()
        self.note(words.removeprefix("Confirm: "))
        clear_button(self.page).wait_for(state="hidden")
        turn(self.page).filter(has_text=MINE_AGAIN).wait_for()

    def note(self, words: str) -> None:
        for deed in re.split(r", (?=return|gold for|noble|pay)", words):
            kind, _, what = deed.partition(" ")
            alike = kind == "take" and len(what.split(", ")) > len(set(what.split(", ")))
            names = {
                "take": "take two" if alike else "take three",
                "reserve": "reserve unseen" if "face down" in what else "reserve",
                "buy": "buy from hand" if what.startswith("h") else "buy",
                "gold": "choose payment",
            }
            self.did[names.get(kind, kind).lower()] += 1

    def reserve_and_save_up(self) -> None:
        """Reserve a cheap card, and take tokens until it can be paid.

        It costs few of each colour, because others may hold all tokens of a colour.
        """
        market = look_at(self.page).market
        cheapest = min(market, key=lambda card: (max(card.cost.values()), card.short))
        self.input.reserve(cheapest.place)
        self.confirm()
        for _ in range(LONGEST):
            sight = self.look()
            card = sight.hand[0]
            if not card.short:
                return
            colours = sight.gems_for([card], self.room(sight))
            for colour in colours:
                self.input.take(colour)
            if not colours:  # the others hold all of them
                self.act(sight)
            self.confirm()
        raise AssertionError("the card could never be paid")

    # Questions of the page

    def question(self) -> Locator:
        return prompt(self.page).filter(has_text=ASKS)

    def answer(self, sight: Sight) -> None:
        words = self.question().inner_text()
        if words.startswith("Choose"):
            self.input.noble(next(each.name for each in sight.nobles if each.calls))
            return
        owed = int(words.split()[1])
        for colour in sight.spare(owed):
            self.input.own(colour)

    # Decisions

    def act(self, sight: Sight) -> None:
        """Stage a move: one of the goals if possible, or the best one."""
        ways: dict[str, Callable[[Sight], bool]] = {
            "take two": self.take_two,
            "reserve": self.reserve_a_card,
            "reserve unseen": self.reserve_unseen,
            "return": self.take_some,
            "buy from hand": self.buy_from_hand,
            "choose payment": self.buy_for_more_gold,
            "with gold": self.buy_with_gold,
        }
        wished = [way for wish, way in ways.items() if wish in self.wanted and not self.did[wish]]
        usual = (self.seek, self.buy_the_best, self.take_some, self.reserve_a_card)
        if not any(way(sight) for way in (*wished, *usual)):
            self.input.press(self.page.get_by_role("button", name="Pass"))

    def seek(self, sight: Sight) -> bool:
        """Nobles come by themselves."""
        return False

    def buy_the_best(self, sight: Sight) -> bool:
        """Buy the best card; with many tokens, the best that can be paid."""
        goals = sight.goals()
        if goals[0].short and sight.tokens.total() < MANY:
            return False
        return self.buy_one(sight, goals)

    def take_some(self, sight: Sight) -> bool:
        colours = sight.gems_for(sight.goals(), self.room(sight))
        for colour in colours:
            self.input.take(colour)
        return bool(colours)

    def room(self, sight: Sight) -> int:
        """How many tokens may be taken; extra tokens are returned."""
        return DIFFERENT

    # Goals

    def take_two(self, sight: Sight) -> bool:
        found = [gem for gem in COLOURS if sight.supply[gem] >= FOR_A_PAIR]
        for colour in found[:1] * 2:
            self.input.take(colour)
        return bool(found)

    def reserve_a_card(self, sight: Sight) -> bool:
        if len(sight.hand) == LARGEST_HAND:
            return False
        best = next(card for card in sight.goals() if card in sight.market)
        self.input.reserve(best.place)
        return True

    def reserve_unseen(self, sight: Sight) -> bool:
        if len(sight.hand) == LARGEST_HAND or not sight.decks:
            return False
        self.input.reserve(str(min(sight.decks)))
        return True

    def buy_from_hand(self, sight: Sight) -> bool:
        return self.buy_one(sight, list(sight.hand))

    def buy_with_gold(self, sight: Sight) -> bool:
        """Buy a card that needs gold."""
        if not sight.tokens[GOLD]:
            return self.reserve_a_card(sight)
        return self.buy_one(sight, [card for card in sight.goals() if card.gold])

    def buy_for_more_gold(self, sight: Sight) -> bool:
        """Buy a card with gold in place of a gem that is available."""
        if not sight.tokens[GOLD]:
            return self.reserve_a_card(sight)
        for card, gem in sight.choices()[:1]:
            self.buy(sight, card, instead_of=gem)
        return bool(sight.choices())

    def buy_one(self, sight: Sight, cards: list[Card]) -> bool:
        """Buy the first of these cards that can be paid."""
        payable = [card for card in cards if not card.short]
        if payable:
            self.buy(sight, payable[0])
        return bool(payable)

    def buy(self, sight: Sight, card: Card, instead_of: str = "") -> None:
        """Gold may pay for a gem `instead_of` a token."""
        self.did["with gold"] += card.gold
        self.input.card(card.place)
        if instead_of:
            self.input.own(instead_of)


class LandoltPlayer(BasePlayer):
    """Uses the controls of `landolt`: own tokens are selected first, then the card."""

    def room(self, sight: Sight) -> int:
        return min(DIFFERENT, LIMIT - sight.tokens.total())

    def buy(self, sight: Sight, card: Card, instead_of: str = "") -> None:
        gems = sight.paid(card) - Counter([instead_of])
        gold = card.gold + bool(instead_of)
        for colour in (*gems.elements(), *[GOLD] * gold):
            self.input.own(colour)
        super().buy(sight, card)

    def seek(self, sight: Sight) -> bool:
        called = [each.name for each in sight.nobles if each.calls]
        for name in called[:1]:
            self.input.noble(name)
        return bool(called)
