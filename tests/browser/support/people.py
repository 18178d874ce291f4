"""Elements of a table's page by role and name, and actions of people there."""

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from playwright.sync_api import Locator, Page, expect

from splendor.client import Client, Table
from tests.browser.support.chromium import TIMEOUT, Visitor

expect.set_options(timeout=TIMEOUT)

PILE = re.compile(r"^(white|blue|green|red|black), (\d) left")
CONFIRM = re.compile("^Confirm")
TABLE = re.compile(r"/t/([\w-]{22})$")
TWO_FRAMES = "new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))"
LONGEST = 2_000  # decisions of a game; one in ten thousand games of Duel has more
ALONE = "/play#rules=official&level=random&option.start=0"


@contextmanager
def reading(visitor: Visitor) -> Iterator[Callable[[str], Page]]:
    """Opens tabs in a browser that several tests share; each test closes its own tabs."""
    before = list(visitor.context.pages)
    yield visitor.open
    for page in visitor.context.pages:
        if page not in before:
            page.close()
    visitor.check()


# Elements


def turn(page: Page) -> Locator:
    """Whose turn it is, in the title bar."""
    return page.get_by_role("banner").get_by_role("status")


def log(page: Page) -> Locator:
    """The lines of the log, last first."""
    return page.get_by_role("list", name="Log").get_by_role("listitem")


def own(page: Page) -> Locator:
    return page.get_by_role("region", name="Your panel")


def supply(page: Page) -> Locator:
    return page.get_by_role("complementary", name="Supply")


def decision(page: Page) -> Locator:
    """The confirm area: what is to be decided, what is staged, and the button that plays it."""
    return page.get_by_role("region", name="Decision")


def confirming(page: Page) -> Locator:
    return page.get_by_role("button", name=CONFIRM)


def coach(page: Page) -> Locator:
    return page.get_by_role("region", name="Coach")


def moves_of_the_coach(page: Page) -> Locator:
    """Ask the coach for all three steps; the buttons of the moves that it compares."""
    page.get_by_role("button", name="Hint").click()
    for step in ("What kind of move?", "Show the move"):
        coach(page).get_by_role("button", name=step).click()
    return coach(page).get_by_role("list", name="The best moves").get_by_role("button")


def reason(page: Page) -> Locator:
    """The reason of a refusal."""
    return page.get_by_role("alert")


def id_of(page: Page) -> str:
    expect(page).to_have_url(TABLE)
    found = TABLE.search(page.url)
    assert found is not None
    return found[1]


# Actions


def skip_guide(page: Page) -> Page:
    page.get_by_role("button", name="Skip the guide").click()
    return page


def say_name(page: Page, name: str) -> None:
    page.get_by_label("Your name").fill(name)
    page.get_by_label("Your name").press("Enter")
    expect(page.get_by_text(f"You are {name} now.")).to_be_attached()


def pick_three(page: Page) -> str:
    """Stage one gem of each of the three highest piles. Returns their names."""
    expect(turn(page)).to_contain_text("your move")
    piles = supply(page).get_by_role("button", name=PILE).all_inner_texts()
    found = [match.groups() for text in piles if (match := PILE.search(text))]
    highest = sorted(found, key=lambda pile: -int(pile[1]))[:3]
    for gem, _ in highest:
        supply(page).get_by_role("button", name=re.compile(f"^{gem}, ")).click()
    expect(confirming(page)).to_be_enabled()
    return " ".join(gem for gem, _ in highest)


def take_three(page: Page) -> str:
    """Take three gems. Returns the text in the log."""
    pick_three(page)
    notation = confirming(page).inner_text().split()[-1]
    confirming(page).click()
    expect(log(page).filter(has_text=notation).first).to_be_attached()
    return notation


def reserve_unseen(page: Page, level: int = 1) -> None:
    """Reserve the top card of a deck."""
    page.get_by_role("button", name=f"Deck {level},").click()
    confirming(page).click()
    unseen = re.compile(rf"\br{level}(?![a-d\d])")
    expect(log(page).filter(has_text=unseen).first).to_be_attached()  # a bot may have moved since


def open_menu(page: Page) -> Locator:
    page.get_by_role("banner").get_by_role("button", name="Menu").click()
    return page.get_by_role("dialog", name="Menu")


def resign(page: Page) -> None:
    menu = open_menu(page)
    menu.get_by_role("button", name="Resign").click()
    menu.get_by_role("group", name="Really resign?").get_by_role("button", name="Resign").click()


# Tables


@contextmanager
def beside(friend: Client, visitor: Visitor, **wish: Any) -> Iterator[tuple[Page, Table]]:
    """A game of a visitor, who starts, against a friend who plays through the API."""
    wish.setdefault("options", {"start": 0})
    with friend.create("official", seats=["open", "me"], **wish) as table:
        table.ready()
        page = visitor.open(f"/t/{table.id}")
        page.get_by_role("button", name="Sit here: Seat 1").click()
        yield skip_guide(page), table


def legal_moves(table: Table) -> list[str]:
    """The legal moves of the active one of my seats."""
    return next((you["legal"] for you in table.news.get("you", []) if you.get("legal")), [])


def answer(table: Table, wish: str = "") -> str:
    """The friend plays this move, or takes as many gems as possible."""
    table.wait_until(lambda table: bool(legal_moves(table)))
    move = wish or max(legal_moves(table), key=takes)
    table.play(move)
    return move


def play_out(table: Table) -> None:
    """Play all seats to the end: buy if possible, or take as many gems as possible."""
    for _ in range(LONGEST):
        if table.is_over:
            return
        legal = [move for move in legal_moves(table) if not move.endswith("+")]
        bought = [move for move in legal if move.startswith("b")]
        table.play(max(bought) if bought else max(legal, key=takes))
    raise AssertionError("the game does not end")


def takes(move: str) -> tuple[bool, int]:
    return move.isupper(), len(set(move))
