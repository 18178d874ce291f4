"""Playing in the terminal: input and output, and who sees what."""

import random
import re
from pathlib import Path
from typing import Any

import pytest

from splendor import Game, RulesError
from splendor.bots.levels import ladders
from splendor.bots.simple import simulate
from splendor.cli import warm_up
from splendor.formats import transcript_line, write_game
from splendor.terminal.base.drawing import card_word
from splendor.terminal.drawing import plain, width_of
from splendor.terminal.seats import parse_seats, usual_seats
from tests.terminal.sessions import Table, a_game, play


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()


# A session


def test_a_piped_session_ends_with_its_input() -> None:
    shown = play("WUG\n")
    assert "Your move > WUG\n Seat 0 · You: Take white, blue and green." in shown
    assert "Seat 1 · greedy: " in shown
    assert shown.endswith("The game is unfinished, in round 2. It is not saved.\n")
    assert "\x1b" not in shown


def test_quit_ignores_the_rest_of_the_input() -> None:
    assert "Take" not in play("quit\nWUG\n")


def test_help_explains_every_command() -> None:
    table = Table(Game(seed=5, start=0), "human,greedy")
    text = table.type("help")
    for command in table.terminal.commands:
        assert command.rstrip("!?") in text


@pytest.mark.parametrize(
    "options, recorded, untold",
    [
        ({}, ("-K, -WWJ ", "WUG -K", "visit a player", "any number each"), ("seek", "n- ")),
        (
            {"tokens": "cap"},
            ("nobody holds more than ten", "nothing is returned", "visit a player"),
            ("-K", "seek"),
        ),
        (
            {"nobles": "sought", "nobles_each": 1},
            ("n1          seek the patronage", "your action of the turn", "at most 1 each", "-K, "),
            ("n- ", "Nobles    visit"),
        ),
        (
            {"nobles": "sought_free", "nobles_each": 2, "players": 4},
            ("n1          seek the patronage", "free, before or after", "n-  ", "at most 2 each"),
            ("Nobles    visit", "your action of the turn"),
        ),
        ({"nobles": "sought", "nobles_each": 3}, ("any number each",), ()),
    ],
)
def test_help_matches_the_options(
    options: dict[str, Any], recorded: tuple[str, ...], untold: tuple[str, ...]
) -> None:
    game = Game(seed=5, start=0, **options)
    text = Table(game, ",".join(["human"] * game.players)).type("help")
    page = text[text.index(" Moves ") :]
    assert [word for word in recorded if word not in page] == []
    assert [word for word in untold if word in page] == []
    assert max(map(width_of, page.split("\n"))) <= 100


def test_moves_lists_every_legal_move_with_a_sentence() -> None:
    table = Table(Game(seed=5, start=0), "human,human")
    table.continue_to_human()
    text = table.type("moves")
    for move in table.game.legal_moves:
        assert f"  {move!s:<5} " in text
    assert "Reserve the unseen top card of level 2 and take a gold." in text


def test_what_and_buy_list_affordable_and_nearly_affordable_cards() -> None:
    table = Table(a_game("KK WUG WUK r1a"), "human,human")
    table.continue_to_human()
    text = table.type("what")
    assert re.search(r"can buy:\n  b1d  U +K3 +for K3", text)
    assert "Nearest:" in text
    assert table.type("buy") == text
    assert "Seat 1 · human can buy nothing now." in table.type("what 1")


def test_undo_goes_back_to_the_last_decision_of_a_human() -> None:
    table = Table(Game(seed=5, start=0), "human,greedy")
    table.continue_to_human()
    before = table.game.copy()
    table.type("WUG")
    assert len(table.game.moves) == 2
    table.type("WRK" if table.game.is_legal(table.game.parse("WRK")) else "r1")
    table.type("undo")
    assert len(table.game.moves) == 2
    table.type("undo")
    assert table.game == before


def test_undo_takes_a_number_of_human_decisions() -> None:
    table = Table(Game(seed=5, start=0), "human,greedy")
    table.continue_to_human()
    before = table.game.copy()
    for move in ("r1", "r2", "r3"):
        table.type(move)
    assert len(table.game.moves) == 6
    assert "there are only 3 decisions to take back" in table.type("undo 4")
    assert len(table.game.moves) == 6
    table.type("undo 2")
    assert [str(move) for move in table.game.moves][::2] == ["r1"]
    assert "there is only 1 decision to take back" in table.type("undo 2")
    table.type("undo 1")
    assert table.game == before


def test_a_resignation_can_be_undone() -> None:
    table = Table(Game(seed=5, start=0), "human,greedy")
    table.continue_to_human()
    assert "Seat 1 · greedy wins by resignation." in table.type("resign")
    assert table.game.outcome is not None
    assert table.game.outcome.winners == (1,)
    assert "the game is over" in table.type("WUG")
    table.type("undo")
    assert not table.game.is_over


def test_after_a_resignation_the_table_is_over() -> None:
    table = Table(a_game("KK WUG WUK r1a"), "human,human")  # the active player could buy a card
    table.continue_to_human()
    assert "BUY" in table.type("table")
    text = table.type("resign") + table.type("table")
    assert text.count(" the game is over ") == 2
    for mark in ("BUY", "−", "✓", "▶", "to go"):
        assert mark not in text
    for line in ("moves", "what", "buy"):
        assert table.type(line) == " ! the game is over: undo, save FILE, log or quit\n"


def test_a_saved_game_is_loaded_with_its_seats(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    seats = "greedy,human:Zoë,random"
    first = Table(Game(seed=5, start=1, players=3), seats)
    first.type("WUG")
    assert f"Saved in {file}." in first.type(f"save {file}")
    other = Table(Game(seed=6), "human,human")
    text = other.type(f"load {file}")
    assert other.game == first.game
    assert other.game.moves == first.game.moves
    assert "Seat 1 · Zoë" in text
    assert ",".join(map(str, other.terminal.seats)) == seats
    assert list(tmp_path.iterdir()) == [file]
    assert f"\nseats: {seats}\n" in file.read_text(encoding="utf-8")


def load_with_header(tmp_path: Path, header: str) -> tuple[Table, str]:
    """Load a game for three whose file has this header, at a table for two."""
    file = tmp_path / "game.txt"
    game = write_game(Game(seed=5, start=0, players=3), {"date": "today"})
    file.write_text(game.replace("date: today", header), encoding="utf-8")
    table = Table(Game(seed=6, start=0), "human,human")
    table.continue_to_human()
    return table, table.type(f"load {file}")


def test_a_header_in_capitals_names_the_seats(tmp_path: Path) -> None:
    _, text = load_with_header(tmp_path, "Seats: human:Anna,human:Bob,greedy")
    assert "Seat 0 · Anna" in text
    assert "Seat 1 · Bob" in text


@pytest.mark.parametrize("header", ["seats: Anna,Bob,Carl", "seats: human,human"])
def test_a_header_that_does_not_name_the_seats_is_refused(tmp_path: Path, header: str) -> None:
    table, text = load_with_header(tmp_path, header)
    assert text.startswith(" ! the header 'seats' cannot be used: ")
    assert text.count("\n") == 1
    assert table.game == Game(seed=6, start=0)


def test_a_file_of_several_games_is_not_loaded(tmp_path: Path) -> None:
    file = tmp_path / "games.jsonl"
    file.write_text(f"{transcript_line(Game(seed=1))}\n" * 3)
    table = Table(Game(seed=5, start=0), "human,human")
    table.continue_to_human()
    text = table.type(f"load {file}")
    assert f" ! {file} holds 3 games: choose one with" in text
    assert table.game == Game(seed=5, start=0)


def test_save_overwrites_only_on_request(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("precious")
    table = Table(Game(seed=5, start=0), "human,greedy")
    assert "exists" in table.type(f"save {file}")
    assert file.read_text() == "precious"
    assert "Saved" in table.type(f"save! {file}")
    assert file.read_text().startswith("splendor-game")
    assert "cannot write" in table.type(f"save! {tmp_path}")


def test_loading_an_invalid_file_keeps_the_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text("hello\n")
    table = Table(Game(seed=5, start=0), "human,human")
    table.type("WUG")
    before = table.game
    text = table.type(f"load {file}")
    assert f"{file}: line 1" in text
    assert table.game is before


def test_a_session_saves_again_over_its_own_file(tmp_path: Path) -> None:
    mine, other = tmp_path / "mine.txt", tmp_path / "other.txt"
    table = Table(Game(seed=5, start=0), "human,human")
    table.type(f"save {mine}")
    table.type("WUG")
    assert "Saved" in table.type(f"save {mine}")
    assert "WUG" in mine.read_text(encoding="utf-8")
    table.type(f"save {other}")
    table.type(f"load {other}")  # now it is another game
    assert "exists" in table.type(f"save {mine}")


def test_quitting_says_where_the_game_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    assert play(f"WUG\nsave {file}\n").endswith(f"It is saved in {file}.\n")
    assert play(f"save! {file}\nWUG\n").endswith("It is not saved.\n")


def test_the_log_lists_every_move() -> None:
    table = Table(Game(seed=5, start=0), "human,human")
    assert table.type("log").startswith(" No move has been made yet.\n")
    for move in ("WUG", "r2", "r1a"):
        table.type(move)
    text = table.type("log").split("\n")
    assert " ".join(text[0].split()) == "1 Seat 0 · human WUG Take white, blue and green."
    assert "Reserve the unseen top card of level 2" in text[1]
    assert "1k0-g3" in text[2]


def test_long_sentences_are_wrapped_and_indented() -> None:
    table = Table(Game(seed=5, start=0), "human:Wolfeschlegelst,human")
    table.continue_to_human()
    for shown in (table.type("r3a"), table.type("log")):
        first, second = shown.split("\n")[:2]
        assert second.index(second.strip()) == first.index("Reserve")


def test_with_hidden_hands_the_log_does_not_name_reserved_cards() -> None:
    table = Table(Game(seed=5, start=0, hands="hidden"), "human,human")
    table.type("r1a")
    assert "Reserve the card at 1a." in table.type("log")


def test_position_is_the_view_of_the_active_seat() -> None:
    table = Table(Game(seed=5, start=0), "human,human")
    table.type("r2")
    assert table.type("position").strip() == table.game.view(1).position


def test_a_whole_game_ends_with_its_result_and_statistics() -> None:
    game = Game(seed=8)
    finished = game.copy()
    simulate(finished, ("greedy", "greedy"), 1)
    outcome = finished.outcome
    assert outcome is not None
    shown = play("".join(f"{move}\n" for move in finished.moves), "human,human", game)
    assert "wins with" in shown
    assert f"{max(outcome.points)} points" in shown
    assert "I, II and III are the cards bought of level 1, 2 and 3" in shown
    rows = re.findall(r"^ Seat (\d) · human +([\d ]+)$", shown, re.MULTILINE)
    turns = finished.turns()
    for seat, numbers in rows:
        own = [turn for turn in turns if turn["seat"] == int(seat)]
        kinds = [step["do"] for turn in own for step in turn["steps"]]
        figures = [int(number) for number in numbers.split()]
        assert figures[:2] == [outcome.points[int(seat)], outcome.cards[int(seat)]]
        assert figures[3:6] == [len(own), kinds.count("take"), kinds.count("reserve")]
        assert sum(figures[6:9]) == outcome.cards[int(seat)]
    assert len(rows) == 2
    assert "unfinished" not in shown


def test_a_single_human_is_addressed_as_you() -> None:
    game = Game(seed=5, start=0)
    table = Table(game, "human,greedy")
    game.conclude("time", (0,))
    assert "\n You win on time.\n" in table.type("table")
    game.pop()
    game.conclude("time", (0, 1))
    assert "\n Seat 0 · You and Seat 1 · greedy share the victory on time.\n" in table.type("table")


def test_bots_play_to_the_end_without_input() -> None:
    shown = play("", "greedy,random", Game(seed=1, rounds=100))
    assert "wins with" in shown
    assert ">" not in shown


def test_a_noble_received_is_announced() -> None:
    shown = play("", "greedy,greedy", Game(seed=1, rounds=100))
    assert re.search(r"comes: 3 points\.", " ".join(shown.split()))


# Seats


def test_by_default_one_human_plays_against_a_medium_level() -> None:
    for (game, players), ladder in ladders().items():
        human, *bots = usual_seats(game, players)
        assert str(human) == "human"
        assert len(bots) == players - 1
        (kind,) = {bot.kind for bot in bots}
        rung = [level.name for level in ladder].index(kind)
        assert abs(rung - (len(ladder) - 1 - rung)) <= 1


@pytest.mark.parametrize("seats", ["human,foo", "", "human,", f"human:{'x' * 17}", "human:a\x1bb"])
def test_invalid_seats_are_refused(seats: str) -> None:
    with pytest.raises(RulesError):
        parse_seats(seats)


def test_the_number_of_seats_must_match_the_players() -> None:
    with pytest.raises(RulesError, match="for 3 players, but 2 sit"):
        Table(Game(players=3, seed=1), "human,greedy")


# Hidden hands


def test_a_human_never_sees_what_another_human_holds_unseen() -> None:
    chance = random.Random(3)
    table = Table(Game(seed=3, players=3), "human,human,greedy")
    table.continue_to_human()
    looked = 0
    for _ in range(120):
        if table.game.is_over:
            break
        moves = table.game.legal_moves
        unseen = [move for move in moves if str(move) in ("r1", "r2", "r3")]
        shown = table.type(str(chance.choice(unseen or moves)))
        for line in ("table", "moves", "log", "position", "what", "what 0", "what 1", "help"):
            shown += table.type(line) if not table.game.is_over else ""
        for word in secrets_from(table.game, table.game.active):
            assert word not in shown
            looked += 1
    assert looked > 50


def secrets_from(game: Game, seat: int) -> list[str]:
    """The texts of the cards that this seat may not see."""
    hidden = [
        held.card
        for other, place in enumerate(game.table.places)
        for held in place.hand
        if held.unseen and other != seat and held.card
    ]
    return [card.code for card in hidden] + [plain(card_word(card)) for card in hidden]


def test_a_single_human_sees_the_card_drawn_unseen() -> None:
    table = Table(Game(seed=5, start=0), "human,greedy")
    shown = table.type("r3")
    card = table.game.table.places[0].hand[0].card
    assert card is not None
    assert f"You drew: {plain(card_word(card))}" in shown


def test_every_line_of_a_session_fits_into_a_hundred_columns() -> None:
    for players, seats in ((2, "human,greedy"), (4, "human:Anna,greedy,random,human:Bob")):
        chance = random.Random(players)
        table = Table(Game(seed=players, players=players), seats, colour=True)
        table.continue_to_human()
        for _ in range(30):
            if not table.game.is_over:
                shown = table.type(str(chance.choice(table.game.legal_moves)))
                for line in ("moves", "log", "what", "help"):
                    shown += table.type(line)
                for line in shown.split("\n"):
                    assert width_of(line) <= 100, line
