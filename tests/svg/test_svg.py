"""Pictures: well-formed, self-contained, deterministic, within their size, and without secrets."""

import random
import re
import xml.etree.ElementTree as ET
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import splendor
from splendor import svg
from splendor.game import Game
from splendor.svg.themes import DARK, LIGHT
from tests import random_games
from tests.duel import random_duels
from tests.games import played

SVG = "{http://www.w3.org/2000/svg}"
LARGEST = 60_000  # bytes of a table
DRAWN = 40  # positions of each game
TOKENS = Path(splendor.__file__).parent / "server" / "static" / "style" / "tokens.css"

Dealt = Callable[[Any, int, random.Random], Any]
POSITIONS: dict[str, Callable[[], Iterator[Any]]] = {
    "base": lambda: random_games.positions_of_games(DRAWN, every=61),
    "duel": lambda: random_duels.positions_of_duels(DRAWN, every=61),
}
DEALT_AGAIN: dict[str, Dealt] = {
    "base": random_games.dealt_again,
    "duel": random_duels.dealt_again,
}


@pytest.fixture(scope="module", params=["base", "duel"])
def drawn_games(request: pytest.FixtureRequest) -> tuple[str, list[Game]]:
    """Positions of random games under all options, with every phase."""
    name: str = request.param
    return name, [Game._from_states(states) for states in POSITIONS[name]()]


def seats_of(game: Game) -> Iterator[int | None]:
    """A spectator, and every seat."""
    yield None
    yield from range(game.players)


def parsed(picture: str) -> ET.Element:
    return ET.fromstring(picture)


def texts(picture: str) -> list[str]:
    """Everything that is written in a picture, without its description."""
    return [found.text or "" for found in parsed(picture).iter(f"{SVG}text")]


# Every position


def test_tables_are_well_formed_complete_and_small(drawn_games: tuple[str, list[Game]]) -> None:
    for number, game in enumerate(drawn_games[1]):
        theme: Any = ("dark", "light")[number % 2]
        picture = svg.table(game, "all", theme=theme, names=["W" * 40] * game.players)
        assert len(picture.encode()) <= LARGEST
        root = parsed(picture)
        ids = [found.get("id") for found in root.iter() if found.get("id")]
        assert len(ids) == len(set(ids))
        used = re.findall(r'(?:href="#|url\(#)([\w-]+)', picture)
        assert set(used) <= set(ids)
        assert "var(" not in picture


def test_a_view_is_drawn_the_same_when_the_unseen_cards_change(
    drawn_games: tuple[str, list[Game]],
) -> None:
    name, games = drawn_games
    chance, changed = random.Random("leak"), 0
    for game in games:
        seat = chance.choice(list(seats_of(game)))
        again = DEALT_AGAIN[name](game.record, -1 if seat is None else seat, chance)
        other = Game._from_states(again)
        changed += other.position != game.position
        assert svg.table(other.view(seat)) == svg.table(game.view(seat))
        assert svg.table(other, seat) == svg.table(game, seat) == svg.table(game.view(seat))
    assert changed > len(games) / 2


def test_the_referee_sees_more_than_a_spectator(drawn_games: tuple[str, list[Game]]) -> None:
    hidden = [
        game
        for game in drawn_games[1]
        if any(held.card is None for place in game.view(None).table.places for held in place.hand)
    ]
    assert hidden
    for game in hidden:
        assert "an unseen card of level" in svg.table(game)
        assert "an unseen card of level" not in svg.table(game, "all")


# What is shown


@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_table_shows_every_number_on_it(players: int) -> None:
    game = played(3, 60, players=players)
    table, shown = game.table, texts(svg.table(game, "all"))
    for place in table.places:
        assert str(place.points) in shown
        assert f"{sum(place.tokens)}/10" in shown
    for level, count in enumerate(table.deck_sizes, 1):
        assert str(count) in shown
        assert all(f"{level}{letter}" in shown for letter in "abcd" if table.row(level)[0])
    assert [f"Seat {seat}" for seat in range(players)] == [
        text for text in shown if text.startswith("Seat")
    ]


def test_a_seat_sees_its_own_reserved_cards_and_the_backs_of_others() -> None:
    game = splendor.Game(seed=1, start=0)
    game.push("r3")
    card = str(game.table.places[0].hand[0].card)
    own, other = svg.table(game.view(0)), svg.table(game.view(1))
    assert f"h1: {card}" in own
    assert "an unseen card of level 3" not in own
    assert card not in other
    assert "an unseen card of level 3" in other


def test_a_picture_tells_the_table_in_words() -> None:
    view = played(2, 30, players=3).view(1)
    root = parsed(svg.table(view))
    title, description = root.find(f"{SVG}title"), root.find(f"{SVG}desc")
    assert root.get("role") == "img"
    assert title is not None
    assert description is not None
    assert root.get("aria-labelledby") == title.get("id")
    assert root.get("aria-describedby") == description.get("id")
    assert (title.text or "").startswith("Splendor, official: Round")
    assert description.text == str(view)


def test_the_winner_is_in_the_headline() -> None:
    game = splendor.Game(seed=1)
    game.conclude("resignation", winners=(1,))
    assert "Game over · Ben wins" in svg.table(game, names=("Ana", "Ben"))


def test_names_are_text_and_nothing_else() -> None:
    name = '<b>"&\x00]]> url(#x)'
    picture = svg.table(splendor.Game(seed=1), names=(name, 'href="#title"'))
    assert "<b>" not in picture
    assert '<b>"&\ufffd]]> url(#x)' in texts(picture)
    assert 'href="#title"' in texts(picture)


# Marks


def outlines(picture: str, dashed: bool) -> list[tuple[str | None, ...]]:
    """Where the outlines are of marks, or of the last move."""
    boxes = parsed(picture).findall(f"{SVG}rect")
    wide = "3" if dashed else "3.5"
    return [(box.get("x"), box.get("y")) for box in boxes if box.get("stroke-width") == wide]


def test_marks_are_outlined_and_labelled() -> None:
    game = splendor.Game(seed=1)
    card = game.table.row(2)[2]
    assert card is not None
    [by_name] = outlines(svg.table(game, marks=["2c"]), dashed=False)
    assert outlines(svg.table(game, marks=[card]), dashed=False) == [by_name]
    assert outlines(svg.table(game, marks="2C"), dashed=False) == [by_name]
    assert outlines(svg.table(game), dashed=False) == []
    labelled = svg.table(game, marks={"2c": "plan", "W": "", "n1": "", "deck3": "", "seat1": ""})
    assert "plan" in texts(labelled)
    assert len(outlines(labelled, dashed=False)) == 5


@pytest.mark.parametrize("name", ["c3", "R4", "bag", "privileges", "1e", "3c"])
def test_the_places_of_duel_can_be_marked(name: str) -> None:
    picture = svg.table(splendor.Game("duel", seed=1), marks=[name])
    assert len(outlines(picture, dashed=False)) == 1


@pytest.mark.parametrize(
    "rules, move, count",
    [
        ("official", "WUG", 3),
        ("official", "RR", 1),
        ("official", "r2c", 1),
        ("official", "r3", 1),
        ("duel", "a1b2", 2),
        ("duel", "r3a", 1),
        ("duel", "royal2", 1),
        ("duel", "fill", 1),
        ("duel", "pass", 0),
    ],
)
def test_the_places_of_the_last_move_are_outlined(rules: str, move: str, count: int) -> None:
    picture = svg.table(splendor.Game(rules, seed=1), lastmove=move)
    assert len(outlines(picture, dashed=True)) == count
    assert ("new" in texts(picture)) == (move in ("r2c", "r3a"))


def test_a_card_that_is_still_being_reserved_is_not_new() -> None:
    game = splendor.Game("duel", seed=1)
    game.push("r2c")
    assert game.phase == "gold"
    during = game._repr_svg_()
    assert len(outlines(during, dashed=True)) == 1
    assert "new" not in texts(during)
    game.push(next(move for move in game.legal_moves))
    assert "new" in texts(svg.table(game, lastmove="r2c"))


def test_a_card_of_another_game_is_not_on_the_table() -> None:
    card = splendor.Game(seed=1).table.row(1)[0]
    assert card is not None
    with pytest.raises(splendor.RulesError, match="nothing on this table"):
        svg.table(splendor.Game(seed=1), marks=[splendor.cards("duel")[card.id]])


# What is refused


@pytest.mark.parametrize(
    "look, why",
    [
        ({"theme": "blue"}, "the theme is 'dark' or 'light', not 'blue'"),
        ({"theme": ["dark"]}, "the theme is"),
        ({"size": 15}, "the size is from 16 to 10,000 pixels, not 15"),
        ({"size": 10_001}, "the size is"),
        ({"size": True}, "the size is"),
        ({"seat": 2}, "there is no seat 2"),
        ({"seat": "both"}, "there is no seat 'both'"),
        ({"names": ("Ana",)}, "names are 2 texts here"),
        ({"names": (1, 2)}, "names are 2 texts here"),
        ({"marks": ["5x"]}, "nothing on this table is called '5x'"),
        ({"marks": [splendor.card(3)]}, "nothing on this table is called"),
        ({"marks": [7]}, "marks are names of places or cards, not 7"),
        ({"marks": {"2c": "x" * 15}}, "at most 14 characters"),
        ({"marks": ["2c"] * 65}, "at most 64 places"),
        ({"lastmove": "hello"}, "not a move"),
    ],
)
def test_a_wrong_argument_is_refused_in_one_line(look: dict[str, Any], why: str) -> None:
    with pytest.raises(splendor.RulesError) as refusal:
        svg.table(splendor.Game(seed=1), **look)
    assert why in str(refusal.value)
    assert "\n" not in str(refusal.value)


@pytest.mark.parametrize("rules, players", [("official", 2), ("official", 4), ("duel", 2)])
def test_a_table_without_a_size_fits_into_the_column_of_a_notebook(
    rules: str, players: int
) -> None:
    drawn = ET.fromstring(splendor.Game(rules, players, seed=1)._repr_svg_())
    assert int(drawn.attrib["width"]) <= 960


def test_the_limits_themselves_are_allowed() -> None:
    game = splendor.Game(seed=1)
    for size in (16, 10_000):
        assert f'width="{size}"' in svg.table(game, size=size)
    svg.table(game, marks={"2c": "x" * 14})
    svg.table(game, marks=["2c"] * 64)
    assert svg.hand([splendor.card(0)] * 100)
    with pytest.raises(splendor.RulesError, match="at most 100 cards"):
        svg.hand([splendor.card(0)] * 101)


def test_a_view_is_not_drawn_for_another_seat() -> None:
    view = splendor.Game(seed=1).view(0)
    assert svg.table(view, 0) == svg.table(view)
    seats: tuple[Any, ...] = (1, "all")
    for seat in seats:
        with pytest.raises(splendor.RulesError, match="this is the view of seat 0"):
            svg.table(view, seat)


def test_only_what_can_be_drawn_is_drawn() -> None:
    with pytest.raises(splendor.RulesError, match="only a game, a view or a position"):
        svg.table(3)  # type: ignore[arg-type]
    with pytest.raises(splendor.RulesError, match="only cards, nobles and royal cards"):
        svg.hand(["2c"])  # type: ignore[list-item]


# Positions as text, cards, notebooks


def test_a_position_is_drawn_like_its_game() -> None:
    game = splendor.Game("duel", seed=1)
    assert svg.table(game.position) == svg.table(game)
    assert svg.table(game.view(1).position) == svg.table(game.view(1))
    with pytest.raises(splendor.PositionError):
        svg.table("hello")


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_every_card_is_drawn(rules: str) -> None:
    things: list[Any] = [*splendor.cards(rules), *splendor.nobles(rules), *splendor.royals(rules)]
    for thing in things:
        picture = svg.card(thing)
        assert str(thing) in picture
        assert thing._repr_svg_() == picture
        assert len(picture) < 6_000
        if thing.points:
            assert str(thing.points) in texts(picture)
    for card in splendor.cards(rules):
        shown = texts(svg.card(card))
        assert all(str(count) in shown for count in card.cost if count)


def test_a_hand_shows_cards_backs_and_empty_places() -> None:
    game = splendor.Game(seed=1, start=0)
    game.push("r3")
    picture = svg.hand([*game.view(1).table.places[0].hand, None, splendor.card(0)])
    assert "an unseen card of level 3" in picture
    assert "an empty place" in picture
    assert str(splendor.card(0)) in picture
    assert parsed(svg.hand([])).tag == f"{SVG}svg"


def test_a_notebook_shows_a_game_as_a_spectator_sees_it() -> None:
    game = splendor.Game(seed=1, start=0)
    game.push("r3")
    assert game._repr_svg_() == svg.table(game.view(None), lastmove="r3")
    assert game.view(0)._repr_svg_() == svg.table(game.view(0))
    assert svg.table(game)._repr_svg_() == svg.table(game)


def test_ids_differ_between_pictures_but_not_between_drawings_of_the_same() -> None:
    game = splendor.Game(seed=1)
    dark, light = svg.table(game), svg.table(game, theme="light")
    assert dark == svg.table(game)
    assert not set(re.findall(r' id="(\w+)"', dark)) & set(re.findall(r' id="(\w+)"', light))


def test_a_picture_refers_to_nothing_outside_itself() -> None:
    for picture in (svg.table(splendor.Game("duel", seed=1)), svg.card(splendor.card(0))):
        assert set(re.findall(r"https?://[^\"]*", picture)) == {"http://www.w3.org/2000/svg"}
        assert set(re.findall(r'href="(.)', picture)) == {"#"}
        assert not re.search(r"<(script|style|image|foreignObject)", picture)


# The look of the pages


def declared(selector: str) -> dict[str, str]:
    """The colours that the pages declare for a theme."""
    block = re.search(rf"{re.escape(selector)} \{{(.*?)\n\}}", TOKENS.read_text("utf-8"), re.S)
    assert block is not None
    return dict(re.findall(r"--([\w-]+): (#\w+);", block[1]))


def test_the_colours_are_those_of_the_pages() -> None:
    dark = declared(":root")
    light = dark | declared('[data-theme="light"]')
    assert {name: dark[name] for name in DARK} == dict(DARK)
    assert {name: light[name] for name in LIGHT} == dict(LIGHT)


def test_a_card_is_drawn_as_it_was_before() -> None:
    """If the look of cards changes on purpose, write the file again."""
    before = Path(__file__).with_name("card.svg").read_text("utf-8")
    assert svg.card(splendor.card("2k2-u1g4r2")) == before
