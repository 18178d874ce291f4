"""A player of Splendor Duel in the browser, who knows only what the page shows.

A `DuelPlayer` reads the page (`duel_sight.py`), decides, and acts through an `Input`: a mouse,
touch or keys. It answers further questions of a decision on the table. It can also play a given
turn, written in the notation.
"""

import re
from abc import ABC, abstractmethod
from collections import Counter
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import TypeAlias

from playwright.sync_api import CDPSession, Locator, Page, expect

from tests.browser.support.chromium import TIMEOUT, Visitor
from tests.browser.support.duel_sight import (
    LARGEST_HAND,
    LETTERS,
    LIMIT,
    ROYALS,
    WORDS,
    Card,
    Sight,
    bag,
    board_box,
    card_at,
    cell,
    clear_button,
    confirm_button,
    deck,
    look_at,
    names_in,
    own_token,
    privilege,
    royal,
)
from tests.browser.support.people import decision, turn

expect.set_options(timeout=TIMEOUT)

Choose: TypeAlias = Callable[[list[str]], str]

HAS_FOCUS = "thing => thing === document.activeElement"
FOCUSED = """() => {
  const { x, y, width, height } = document.activeElement.getBoundingClientRect();
  return [x + width / 2, y + height / 2];
}"""
LONGEST_WALK = 60  # keys to reach an element, at most
LOOKS = 500  # at the question, until it can be answered
LONGEST = 150  # confirms of a game, at most
OVER = re.compile("game over")
AGAIN = re.compile("your move|game over")
QUESTION = re.compile(
    "Choose a gold on the board|Take a matching gem|Choose a colour|Choose what to take"
    r"|Choose a royal card|Discard \d+ of yours"
)
CHOSEN_SPACE = re.compile("^([a-e][1-5]): .*can be chosen")
LINE = re.compile("(?:[a-e][1-5])+")


def a_table(visitor: Visitor, wish: str = "level=skilled") -> Page:
    """A table as `splendor play` opens it, on my turn, without the guide."""
    page = visitor.open(f"/play#rules=duel&{wish}&option.start=0")
    page.get_by_role("button", name="Skip the guide").click()
    expect(turn(page)).to_contain_text("your move")
    return page


# Input


class Input(ABC):
    """A way of operating the page."""

    def __init__(self, page: Page) -> None:
        self.page = page

    @abstractmethod
    def press(self, thing: Locator) -> None: ...

    @abstractmethod
    def reserve(self, thing: Locator) -> None:
        """Reserve a card or the top card of a deck."""

    def confirm(self) -> None:
        self.press(confirm_button(self.page))

    def middles(self, spaces: Sequence[str]) -> list[tuple[float, float]]:
        return [middle(cell(self.page, space)) for space in spaces]


def middle(thing: Locator) -> tuple[float, float]:
    box = thing.bounding_box()
    assert box is not None
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


class Mouse(Input):
    def press(self, thing: Locator) -> None:
        thing.click()

    def reserve(self, thing: Locator) -> None:
        thing.click(button="right")

    def hold(self, spaces: Sequence[str]) -> None:
        """Drag a line without releasing it."""
        first, *others = self.middles(spaces)
        self.page.mouse.move(*first)
        self.page.mouse.down()
        for point in others:
            self.page.mouse.move(*point, steps=3)


class Fingers(Input):
    """A touch screen."""

    def __init__(self, page: Page) -> None:
        super().__init__(page)
        self.screen: CDPSession = page.context.new_cdp_session(page)

    def press(self, thing: Locator) -> None:
        thing.tap()

    def reserve(self, thing: Locator) -> None:
        """A long press, until the element is selected."""
        thing.scroll_into_view_if_needed()
        self.touch("touchStart", middle(thing))
        expect(thing).to_have_attribute("aria-pressed", "true")
        self.touch("touchEnd")

    def drag(self, spaces: Sequence[str]) -> None:
        cell(self.page, spaces[0]).scroll_into_view_if_needed()
        first, *others = self.middles(spaces)
        self.touch("touchStart", first)
        for point in others:
            self.touch("touchMove", point)
        self.touch("touchEnd")

    def touch(self, what: str, *points: tuple[float, float]) -> None:
        touching = [{"x": x, "y": y} for x, y in points]
        self.screen.send("Input.dispatchTouchEvent", {"type": what, "touchPoints": touching})


class Keys(Input):
    """Arrow keys, starting from the present focus."""

    def press(self, thing: Locator) -> None:
        self.walk_to(thing)
        self.page.keyboard.press("Space")

    def reserve(self, thing: Locator) -> None:
        self.walk_to(thing)
        self.page.keyboard.press("Shift+Enter")

    def confirm(self) -> None:
        self.page.keyboard.press("Enter")

    def walk_to(self, thing: Locator) -> None:
        been: list[list[float]] = []
        for _ in range(LONGEST_WALK):
            if thing.evaluate(HAS_FOCUS):
                return
            here, there = self.page.evaluate(FOCUSED), middle(thing)
            onward = arrow(there[0] - here[0], there[1] - here[1])
            self.page.keyboard.press("Tab" if here in been else onward)  # the arrows lead back
            been.append(here)
        raise AssertionError(f"no key leads to {thing}")


def arrow(right: float, down: float) -> str:
    """The arrow key for the longer part of the way."""
    if abs(right) > abs(down):
        return "ArrowRight" if right > 0 else "ArrowLeft"
    return "ArrowDown" if down > 0 else "ArrowUp"


# The player


class DuelPlayer:
    """A sensible player: buys what it can, and takes what brings it closer to a card."""

    def __init__(self, page: Page, input: Input) -> None:
        self.page, self.input = page, input
        self.confirmed: list[str] = []  # the text of the button each time

    def play(self, turns: int = LONGEST) -> None:
        """Play to the end, or this number of confirms."""
        for _ in range(turns):
            if OVER.search(turn(self.page).inner_text()):
                return
            self.take_a_turn()
        assert turns < LONGEST, "the game does not end"

    def take_a_turn(self) -> None:
        sight = look_at(self.page)
        goal = max(sight.cards, key=lambda card: worth_while(sight, card))
        for move in decided(sight, goal):
            self.stage(move)
        self.go_on(lambda asked: answered(asked, sight, goal))

    def perform(self, moves: Sequence[str]) -> None:
        """Stage the turn given in the notation, without confirming it."""
        open_moves = [move for move in moves if not is_answer(move)]
        wanted = Counter(move for move in moves if is_answer(move))
        for move in open_moves:
            self.stage(move)
        self.answer_all(lambda asked: one_of(wanted, asked))
        expect(confirm_button(self.page)).to_have_accessible_name(
            re.compile(f" {re.escape(' '.join(moves))}$")
        )

    # Actions

    def stage(self, move: str) -> None:
        if LINE.fullmatch(move):
            self.take_line([move[at : at + 2] for at in range(0, len(move), 2)])
        elif move == "fill":
            self.input.press(bag(self.page))
        elif move.startswith("p"):
            self.use_privilege(move[1:])
        elif move.startswith("r"):
            place = move[1:]
            found = card_at(self.page, place) if len(place) > 1 else deck(self.page, place)
            self.input.reserve(found)
        elif move.startswith("b"):
            self.input.press(card_at(self.page, move[1:].rstrip("+")))
        elif move.startswith("J="):
            self.input.press(own_token(self.page, move[2]))
        expect(clear_button(self.page)).to_be_visible()

    def take_line(self, spaces: Sequence[str]) -> None:
        """Click the ends of a line."""
        for space in dict.fromkeys((spaces[0], spaces[-1])):
            self.input.press(cell(self.page, space))

    def use_privilege(self, space: str) -> None:
        self.input.press(privilege(self.page))
        self.input.press(cell(self.page, space))
        box = decision(self.page)
        expect(box.get_by_text(re.compile("^Drag a line"))).to_be_visible()

    # Questions

    def go_on(self, choose: Choose) -> None:
        """Answer everything, confirm, and wait until I can decide again or the game is over."""
        self.answer_all(choose)
        self.confirm()

    def answer_all(self, choose: Choose) -> None:
        question = decision(self.page).get_by_text(QUESTION).first
        ready = confirm_button(self.page)
        for _ in range(LOOKS):
            expect(ready.or_(question).first).to_be_visible()
            if ready.is_visible():
                return
            if asked := self.asked(
                question.inner_text()
            ):  # otherwise the page waits for the server
                self.answer(choose(asked))
        raise AssertionError(f"no answer is offered: {question.inner_text()}")

    def asked(self, question: str) -> list[str]:
        """The offered answers, in the notation."""
        names = [*names_in(board_box(self.page)), *names_in(decision(self.page))]
        if "Discard" in question:
            return [f"-{letter}" for letter in WORDS if own_token(self.page, letter).is_visible()]
        if "gold on the board" in question or "matching" in question:
            mark = "J" if "gold on" in question else "+"
            return [mark + found[1] for name in names if (found := CHOSEN_SPACE.match(name))]
        patterns = {"=": r"^The card counts as (\w+)$", "x": r"^Take (\w+) from "}
        for mark, pattern in patterns.items():
            if found_all := [found[1] for name in names if (found := re.match(pattern, name))]:
                return [mark + LETTERS[word] for word in found_all]
        offered = {name: f"Royal card: {gives}" for name, gives in ROYALS.items()}
        return [f"royal{name[-1]}" for name, words in offered.items() if words in names]

    def answer(self, move: str) -> None:
        box = decision(self.page)
        match move[0]:
            case "-":
                self.input.press(own_token(self.page, move[1]))
            case "J" | "+":
                self.input.press(cell(self.page, move[1:]))
            case "=":
                name = f"The card counts as {WORDS[move[1]]}"
                self.input.press(box.get_by_role("button", name=name))
            case "x":
                self.input.press(box.get_by_role("button", name=f"Take {WORDS[move[1]]} from"))
            case _:
                self.input.press(royal(self.page, f"R{move[-1]}"))

    def confirm(self) -> None:
        button = confirm_button(self.page)
        self.confirmed.append(button.inner_text().split("\n")[-1])
        self.input.confirm()
        with suppress(AssertionError):  # a tap can land beside a button that has just moved
            expect(clear_button(self.page)).to_be_hidden(timeout=5000)
        if clear_button(self.page).is_visible() and button.is_enabled():
            self.input.confirm()
        expect(clear_button(self.page)).to_be_hidden()
        expect(turn(self.page)).to_contain_text(AGAIN, timeout=2 * TIMEOUT)


# Sensible decisions


def worth_while(sight: Sight, card: Card) -> float:
    return card.worth / (1 + sight.lacks(card).total())


def decided(sight: Sight, goal: Card) -> list[str]:
    buyable = [card for card in sight.cards if card.can_be_bought]
    if buyable:
        return [f"b{max(buyable, key=lambda card: card.worth).place}"]
    space = by_privilege(sight, sight.lacks(goal))
    if not space:
        return line_or_less(sight, sight.lacks(goal))
    left = sight.without(space)
    return [f"p{space}", *line_or_less(left, left.lacks(goal))]


def by_privilege(sight: Sight, lacks: Counter[str]) -> str:
    """A space with a missing token, for a privilege."""
    wanted = [space for space, letter in sight.board.items() if letter in lacks]
    return wanted[0] if wanted and sight.privileges else ""


def line_or_less(sight: Sight, lacks: Counter[str]) -> list[str]:
    """The most helpful line; if none helps, reserve a card, replenish the board, or any line."""
    best = max(sight.lines(), key=lambda line: helps(sight, line, lacks), default=())
    if best and helps(sight, best, lacks)[0]:
        return ["".join(best)]
    if sight.golds and len(sight.hand) < LARGEST_HAND:
        return [f"r{next(card.place for card in sight.cards if not card.place.startswith('h'))}"]
    if sight.bag:
        return ["fill"]
    return ["".join(best)] if best else ["pass"]


def helps(sight: Sight, line: Sequence[str], lacks: Counter[str]) -> tuple[int, int]:
    """How many of the missing tokens a line brings, and how few must be discarded."""
    taken = Counter(sight.board[space] for space in line)
    over = max(0, sight.tokens.total() + len(line) - LIMIT)
    return (taken & lacks).total(), -over


def answered(asked: list[str], sight: Sight, goal: Card) -> str:
    """Keep what the next card needs, and take the first of everything else."""
    if asked[0].startswith("-"):
        return max(asked, key=lambda move: (sight.tokens - goal.cost)[move[1]])
    return asked[0]


# A turn in the notation


def is_answer(move: str) -> bool:
    """Whether a move answers a question about another move."""
    return bool(re.fullmatch(r"-.|J[a-e]\d|\+..|=.|x.|royal\d|pay", move))


def one_of(wanted: Counter[str], asked: list[str]) -> str:
    """One of the wanted answers; the last one first, because any order of clicks must work."""
    move = [each for each in asked if wanted[each]][-1]
    wanted[move] -= 1
    return move
