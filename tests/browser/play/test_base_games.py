"""Splendor against bots with a mouse: whole games, and the effects of single clicks."""

import re
from collections import Counter

from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Visit
from tests.browser.support.base_player import (
    LONGEST,
    BasePlayer,
    LandoltPlayer,
    Mouse,
    a_table,
    card_at,
    clear_button,
    confirm_button,
    confirm_name,
    hand_button,
    noble_called,
    number_of,
    open_hand,
    own_token,
    pile,
    prompt,
)
from tests.browser.support.base_sight import COLOURS, GOLD, LIMIT, Card, Sight, look_at

TWO = "rules=official&players=2&level=random"
FOUR = "rules=official&players=4&level=greedy&option.target=6"
LANDOLT = "rules=landolt&players=2&level=random"
GAMES = 2  # tries to do everything in one game
ACTIONS = ("take two", "reserve", "reserve unseen", "buy from hand", "with gold", "noble")


# Whole games


def test_a_whole_game_of_two_is_played_with_the_mouse(visit: Visit) -> None:
    play_a_game_with(visit, TWO, BasePlayer, *ACTIONS, "return")


def test_a_whole_game_of_four_is_played_with_the_mouse(visit: Visit) -> None:
    play_a_game_with(visit, FOUR, BasePlayer, "reserve")


def test_a_whole_game_of_landolt_is_played_with_its_own_controls(visit: Visit) -> None:
    play_a_game_with(visit, LANDOLT, LandoltPlayer, *ACTIONS, "choose payment")


def play_a_game_with(visit: Visit, table: str, kind: type[BasePlayer], *wanted: str) -> None:
    """Play a whole game in which all of this is done.

    If no noble comes or no card can be paid in two ways, which is rare, play another game.
    """
    expected = {*wanted, "take three", "buy"}
    for _ in range(GAMES):
        page = a_table(visit(), table)
        player = kind(page, Mouse(page), *wanted)
        player.play_to_the_end()
        assert_numbers(page, player.did)
        if expected <= set(+player.did):
            return
    raise AssertionError(f"never done: {expected - set(+player.did)}")


def assert_numbers(page: Page, did: Counter[str]) -> None:
    """Check the numbers of the result against what was done."""
    bought = sum(number_of(page, f"Bought, level {level}") for level in ("I", "II", "III"))
    assert bought == did["buy"] + did["buy from hand"]
    assert number_of(page, "Times tokens taken") == did["take three"] + did["take two"]
    assert number_of(page, "Cards reserved") == did["reserve"] + did["reserve unseen"]
    assert number_of(page, "Tokens returned") == did["return"]
    assert number_of(page, "Gold spent") == did["with gold"] + did["choose payment"]


# Tokens


def test_a_click_stages_a_token_and_another_one_puts_it_back(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    pile(page, "white").click()
    expect(pile(page, "white")).to_have_attribute("aria-pressed", "true")
    expect(prompt(page)).to_have_text("Choose more")
    pile(page, "white").click()  # a pair
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, white")
    pile(page, "white").click()
    expect(clear_button(page)).to_be_hidden()
    expect(pile(page, "white")).to_have_attribute("aria-pressed", "false")


def test_escape_clears_and_enter_confirms(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    for colour in ("red", "white", "green"):
        pile(page, colour).click()
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, green, red")
    page.keyboard.press("Escape")
    expect(clear_button(page)).to_be_hidden()
    card_at(page, "1b").click(button="right")
    expect(confirm_button(page)).to_have_accessible_name(confirm_name("reserve 1b"))
    page.keyboard.press("Enter")
    expect(clear_button(page)).to_be_hidden()
    expect(last_of(page, "You")).to_contain_text("r1b")


def last_of(page: Page, name: str) -> Locator:
    """The last line of a player in the log."""
    return page.get_by_role("list", name="Log").get_by_role("listitem").filter(has_text=name).first


def test_a_card_that_the_staged_tokens_will_pay_is_marked(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    card, gem = one_gem_short(BasePlayer(page, Mouse(page)))
    soon = re.compile("; 1 short; next turn")
    expect(card_at(page, card.place)).not_to_have_accessible_name(soon)
    pile(page, gem).click()
    expect(card_at(page, card.place)).to_have_accessible_name(soon)
    page.keyboard.press("Escape")
    expect(card_at(page, card.place)).not_to_have_accessible_name(soon)


def one_gem_short(player: BasePlayer) -> tuple[Card, str]:
    """Play until a market card lacks one gem of the supply; return the card and the gem."""
    for _ in range(LONGEST):
        sight = player.look()
        for card in sight.market:
            if card.short == 1 and (gems := sight.missing(card) & sight.supply):
                return card, min(gems)
        player.decide()
    raise AssertionError("no card ever lacked one gem")


def test_tokens_are_returned_on_the_table_in_any_order_of_clicks(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    player = BasePlayer(page, Mouse(page), "reserve")
    sight = stage_too_many(player)
    owed = int(prompt(page).inner_text().split()[1])
    first, *others = sight.spare(owed)
    for colour in (first, *others):
        expect(confirm_button(page)).to_be_hidden()
        own_token(page, colour).click()
    words = ", ".join(f"return {colour}" for colour in reversed((first, *others)))
    expect(confirm_button(page)).to_have_accessible_name(re.compile(f"{words}$"))
    own_token(page, first).click()  # keep it
    expect(prompt(page)).to_have_text("Return 1 token: click your own")
    own_token(page, GOLD).click()
    expect(confirm_button(page)).to_have_accessible_name(re.compile("return gold$"))
    player.confirm()
    assert look_at(page).tokens.total() == LIMIT


def stage_too_many(player: BasePlayer) -> Sight:
    """Play until a take exceeds the limit, and stage it."""
    player.reserve_a_card(player.look())
    player.confirm()
    for _ in range(2 * LIMIT):
        sight = player.look()
        player.take_some(sight)
        expect(confirm_button(player.page).or_(player.question())).to_be_visible()
        if player.question().is_visible():
            return sight
        player.confirm()
    raise AssertionError("never too many")


# Paying


def test_gold_replaces_a_gem_that_is_clicked(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    player = BasePlayer(page, Mouse(page))
    before, card, colour = a_choice(player)
    card_at(page, card.place).click()
    expect(confirm_button(page)).to_have_accessible_name(confirm_name(f"buy {card.place}"))
    own_token(page, colour).click()
    chosen = confirm_name(f"buy {card.place}", f", gold for {colour}, pay")
    expect(confirm_button(page)).to_have_accessible_name(chosen)
    player.confirm()
    paid = before.tokens - look_at(page).tokens
    assert paid == before.paid(card) - Counter([colour]) + Counter({GOLD: card.gold + 1})


def a_choice(player: BasePlayer) -> tuple[Sight, Card, str]:
    """Play until a market card can be paid in several ways.

    Returns what is seen then, the card, and a gem that gold can replace.
    """
    for place in ("3a", "2"):
        player.input.reserve(place)
        player.confirm()
    for _ in range(LONGEST):
        sight = player.look()
        for card, gem in sight.choices():
            if card in sight.market:
                return sight, card, gem
        without_gold = not sight.tokens[GOLD]  # there is nothing to choose
        staged = (without_gold and player.reserve_a_card(sight)) or player.take_some(sight)
        if not staged:
            player.act(sight)
        player.confirm()
    raise AssertionError("never a choice")


def test_in_landolt_the_selected_tokens_must_match_the_price(visit: Visit) -> None:
    page = a_table(visit(), LANDOLT)
    player = LandoltPlayer(page, Mouse(page))
    sight, card, colour = a_choice(player)
    own_token(page, colour).click()
    expect(prompt(page)).to_have_text("Now click the card to pay")
    card_at(page, card.place).click()
    expect(refusal(page)).to_contain_text("The selected tokens are not the price of this card")
    page.keyboard.press("Escape")
    expect(own_token(page, colour)).to_have_attribute("aria-pressed", "false")
    player.buy(sight, card, instead_of=colour)
    chosen = confirm_name(f"buy {card.place}", f", gold for {colour}, pay")
    expect(confirm_button(page)).to_have_accessible_name(chosen)


def test_in_landolt_a_button_opens_the_hand(visit: Visit) -> None:
    page = a_table(visit(), LANDOLT)
    hand_button(page).click()
    expect(open_hand(page)).to_contain_text("No card is reserved yet")
    page.keyboard.press("Escape")
    expect(open_hand(page)).to_be_hidden()
    player = LandoltPlayer(page, Mouse(page))
    for place in ("2", "1c"):
        player.input.reserve(place)
        player.confirm()
    expect(hand_button(page)).to_have_accessible_name("HAND 2 cards")
    hand_button(page).click()
    expect(open_hand(page).get_by_role("button", name=re.compile("^Hand [12]: "))).to_have_count(2)


# Refusals


def refusal(page: Page) -> Locator:
    return page.get_by_role("alert")


def test_a_refused_click_shows_the_reason(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    sight = look_at(page)
    dear = sight.market[0]
    card_at(page, dear.place).dblclick()
    expect(refusal(page)).to_contain_text(f"You are {dear.short} tokens short of this card")
    noble_called(page, sight.nobles[0].name).click()
    expect(refusal(page)).to_contain_text("Nobles come by themselves")
    for colour in COLOURS[:4]:
        pile(page, colour).click()
    expect(refusal(page)).to_contain_text("Take three different gems, or two alike")
    expect(confirm_button(page)).to_have_accessible_name("Confirm: take white, blue, green")


def test_reserving_a_fourth_card_is_refused_with_the_reason(visit: Visit) -> None:
    page = a_table(visit(), TWO)
    player = BasePlayer(page, Mouse(page))
    for place in ("3", "1a", "2b"):
        player.input.reserve(place)
        player.confirm()
    for place in ("1", "3c"):
        player.input.reserve(place)
        expect(refusal(page)).to_contain_text("You have 3 cards in hand already")
    expect(clear_button(page)).to_be_hidden()


def test_in_landolt_seeking_a_noble_needs_its_bonuses(visit: Visit) -> None:
    page = a_table(visit(), LANDOLT)
    noble_called(page, look_at(page).nobles[0].name).click()
    expect(refusal(page)).to_contain_text("bonuses")
