"""One person against bots, or several at one screen: undo, clocks, curtain, guide."""

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.people import (
    ALONE,
    confirming,
    log,
    open_menu,
    own,
    pick_three,
    reserve_unseen,
    skip_guide,
    take_three,
    turn,
)

HERE = ("Ada", "Ben")  # two people at one screen
CURTAIN = re.compile(r"(Ada|Ben), it is your turn")


def test_against_a_bot_an_undo_is_immediate(visit: Visit) -> None:
    page = skip_guide(visit().open(ALONE))
    undo = page.get_by_role("button", name="Undo")
    expect(undo).to_be_disabled()
    take_three(page)
    expect(turn(page)).to_contain_text("Round 2")
    undo.click()
    expect(log(page).first).to_contain_text("A move was taken back")
    expect(turn(page)).to_contain_text("Round 1 · your move")
    expect(own(page).get_by_role("img", name="0 of 10 tokens")).to_be_visible()
    expect(undo).to_be_disabled()
    reserve_unseen(page)  # an undo may go past cards that only bots have seen
    undo.click()
    expect(own(page).get_by_role("button", name="Hand 1")).to_have_count(0)


def test_clocks_run_from_the_first_move_on_and_then_the_active_one(visit: Visit) -> None:
    page = visit().open("/new")
    page.get_by_label("Who begins").select_option("Seat 1")
    page.get_by_label("Clock").select_option("5 min + 3 s a turn")
    page.get_by_role("button", name="Open the table").click()
    mine = own(skip_guide(page)).get_by_role("timer")
    theirs = page.get_by_role("complementary", name="The others").get_by_role("timer")
    expect(mine).to_have_attribute("title", "The clock starts with the first move.")
    expect(mine).to_have_text("5:00")
    take_three(page)
    expect(turn(page)).to_contain_text("Round 2 · your move")
    for number in (3, 4):
        before, stands = mine.inner_text(), theirs.inner_text()
        expect(mine).not_to_have_text(before)
        assert theirs.inner_text() == stands
        take_three(page)
        expect(turn(page)).to_contain_text(f"Round {number} · your move")


def lift(page: Page, seat: int) -> None:
    page.get_by_role("button", name=f"I am {HERE[seat]}: show the table").click()
    expect(page.get_by_role("dialog", name=CURTAIN)).to_be_hidden()


def is_covered(page: Page) -> bool:
    """Whether the curtain covers all corners and the middle of the screen."""
    inside = "([x, y]) => document.elementFromPoint(x * (innerWidth - 1), y * (innerHeight - 1))"
    inside += "?.closest('dialog[open]') !== null"
    spots = ([0, 0], [1, 0], [0, 1], [1, 1], [0.5, 0.5], [0.3, 0.9], [0.6, 0.9])
    return all(page.evaluate(inside, spot) for spot in spots)


def at_one_screen(visit: Visit) -> tuple[Page, int]:
    """A game of two people in one browser: its page, and the starting seat."""
    page = visit().open()
    page.get_by_role("button", name="At this screen").click()
    for seat, name in enumerate(HERE, 1):
        page.get_by_role("group", name="Names at this screen").get_by_label(f"Seat {seat}").fill(
            name
        )
    page.get_by_role("button", name="Start", exact=True).click()
    expect(own(skip_guide(page))).to_contain_text(re.compile(r"(Ada|Ben)\s*to move"))
    return page, 0 if HERE[0] in own(page).inner_text() else 1


def test_at_one_screen_the_table_turns_to_the_active_player(visit: Visit) -> None:
    page, first = at_one_screen(visit)
    for seat in (first, 1 - first, first):
        expect(own(page)).to_contain_text(HERE[seat])
        take_three(page)
    expect(page.get_by_role("dialog", name=CURTAIN)).to_have_count(0)


def test_at_one_screen_a_name_can_be_changed(visit: Visit) -> None:
    page, first = at_one_screen(visit)
    field = open_menu(page).get_by_label(f"Seat {first + 1}")
    field.fill("Cleo")
    field.press("Enter")
    expect(page.get_by_role("dialog", name="Menu")).to_contain_text(f"Seat {first + 1} is Cleo now")
    page.keyboard.press("Escape")
    for _ in range(2):  # and again after a reload
        expect(own(page)).to_contain_text(re.compile(r"Cleo\s*to move"))
        page.reload()
    take_three(page)
    expect(log(page).first).to_contain_text("Cleo")


def test_at_one_screen_a_curtain_hides_every_hand_until_its_owner_lifts_it(visit: Visit) -> None:
    page, first = at_one_screen(visit)
    reserve_unseen(page)
    second = 1 - first
    seen = page.get_by_role("dialog", name=f"{HERE[first]}, this is the card that you reserved")
    expect(seen.get_by_role("img", name=re.compile("^Level 1"))).to_be_visible()
    assert is_covered(page)
    seen.get_by_role("button", name="Seen: pass the screen on").click()
    curtain = page.get_by_role("dialog", name=CURTAIN)
    expect(curtain).to_contain_text(f"{HERE[second]}, it is your turn")
    page.keyboard.press("Escape")
    page.keyboard.press("Escape")
    expect(curtain).to_be_visible()
    assert is_covered(page)
    lift(page, second)
    expect(own(page).get_by_role("button", name="Hand 1")).to_have_count(0)
    expect(page.get_by_role("img", name="face down, level 1")).to_be_visible()
    take_three(page)
    lift(page, first)
    expect(own(page).get_by_role("button", name="Hand 1")).to_be_visible()


# The guide


def test_the_guide_advances_when_its_steps_are_done(visit: Visit) -> None:
    page = visit().open(ALONE)
    guide = page.get_by_role("complementary", name="Guide")
    expect(guide).to_contain_text("The market 1/7")
    guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("Take gems 2/7")
    pick_three(page)
    expect(guide).to_contain_text("Confirm 3/7")
    confirming(page).click()
    for step in ("Buy a card 4/7", "Reserve 5/7", "Nobles 6/7"):
        expect(guide).to_contain_text(step)
        guide.get_by_role("button", name="Next").click()
    expect(guide).to_contain_text("Winning 7/7")
    guide.get_by_role("button", name="Play on").click()
    expect(guide).to_have_count(0)


def test_a_skipped_guide_returns_only_on_request(visit: Visit) -> None:
    visitor = visit()
    page = skip_guide(visitor.open(ALONE))
    guide = page.get_by_role("complementary", name="Guide")
    expect(guide).to_have_count(0)
    page = visitor.open(ALONE)
    page.get_by_role("button", name="New game").click()
    expect(turn(page)).to_contain_text("your move")
    guide = page.get_by_role("complementary", name="Guide")
    expect(guide).to_have_count(0)
    open_menu(page).get_by_role("button", name="Show the guide").click()
    expect(guide).to_contain_text("The market 1/7")
