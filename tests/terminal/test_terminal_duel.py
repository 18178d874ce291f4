"""Playing Splendor Duel in the terminal: input and output, and who sees what."""

import random
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from splendor import Game
from splendor.bots.simple import simulate
from splendor.cli import warm_up
from splendor.terminal.drawing import plain, width_of
from splendor.terminal.duel.drawing import card_word, table_of
from tests.duel.positions import Duel, a_duel
from tests.terminal.sessions import Table, play


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up("duel")


def at(position: Duel, seats: str = "human,human") -> Table:
    """A session at this position, shown to the active player."""
    table = Table(Game._from_states(position.states.copy()), seats)
    table.continue_to_human()
    table.shown()
    return table


def dealt(seats: str = "human,human", seed: int = 5) -> Table:
    table = Table(Game("duel", seed=seed, start=0), seats)
    table.continue_to_human()
    return table


# Log lines


@pytest.mark.parametrize(
    "position, line, recorded",
    [
        (
            lambda: a_duel().board("RRR.."),
            "a1-c1",
            "Take red at a1, red at b1 and red at c1. The opponent",
        ),
        (lambda: a_duel().board("PP..."), "a1b1", "pearl at b1. The opponent takes a privilege."),
        (lambda: a_duel().board("RR..."), "a1b1", "Take red at a1 and red at b1.\n"),
        (
            lambda: a_duel().board("R....").place(0, "WWKKP").row(1, "L1-23 - - - -"),
            "b1a",
            "Another turn follows.",
        ),
        (
            lambda: a_duel().board("R....").place(0, "GGGGUUP").row(2, "L2-11 - - -"),
            "b2a",
            "A privilege comes with it.",
        ),
        (
            lambda: a_duel().board("RRR..").privileges(3, 0),
            "a1-c1",
            "The opponent takes a privilege from seat 0.",
        ),
        (
            lambda: a_duel().board("R....").privileges(1, 2),
            "fill",
            "the opponent takes a privilege from seat 0. The bag brings",
        ),
        (
            lambda: a_duel().place(0, "GGGGUUP").row(2, "L2-11 - - -").privileges(1, 2),
            "b2a",
            "A privilege comes with it from seat 1.",
        ),
        (
            lambda: a_duel().place(0, "GGGGUUP").row(2, "L2-11 - - -").privileges(3, 0),
            "b2a",
            "There is no privilege left to take.",
        ),
        (
            lambda: a_duel().board("UG...").place(0, "RRKK").row(1, "L1-04 - - - -"),
            "b1a",
            "There is no white token to take.",
        ),
        (
            lambda: a_duel().place(0, "UUUURRR").place(1, "J").row(2, "L2-02 - - -"),
            "b2a",
            "There is nothing to steal.",
        ),
        (
            lambda: a_duel().place(0, "UUU", bought="L1-07 L1-12").row(1, "L1-02 - - - -"),
            "b1a royal1",
            "Take the royal R1, 2 points, steal. There is nothing to steal.",
        ),
    ],
)
def test_the_consequences_of_a_move_are_shown(
    position: Callable[[], Duel], line: str, recorded: str
) -> None:
    assert recorded in " ".join(re.split(r"\n +", at(position()).type(line)))


@pytest.mark.parametrize(
    "position, line",
    [
        (lambda: a_duel().board("WG...").place(0, "RRKK").row(1, "L1-04 - - - -"), "b1a"),
        (lambda: a_duel().place(0, "UUUURRR").place(1, "P").row(2, "L2-02 - - -"), "b2a"),
        (lambda: a_duel().board("RR..."), "a1"),
    ],
)
def test_an_ability_with_an_effect_is_not_called_ineffective(
    position: Callable[[], Duel], line: str
) -> None:
    assert "There is no" not in at(position()).type(line)


def test_a_single_human_is_told_whose_privilege_was_taken() -> None:
    table = at(a_duel().board("RRR..").privileges(3, 0), "human,greedy")
    offers = table.type("table")
    assert "a1b1c1 R3 (costs you a privilege)" in offers
    assert "your opponent takes a privilege from you" in offers
    table.type("a1-c1")
    assert "The opponent takes a privilege from you." in " ".join(table.type("log").split())


def test_an_extra_turn_is_announced() -> None:
    position = a_duel().board("R....").place(0, "WWKKP").row(1, "L1-23 - - - -")
    table = at(position)
    assert "extra turn" not in table.type("table")
    assert "turn 2 · extra turn ─" in table.type("b1a")
    assert "extra turn" not in table.type("a1")


def test_draws_are_shown_in_the_order_of_the_spiral() -> None:
    position = a_duel().board("WUGRK", "WUGRK", "WUGRK", "PPJJJ").place(0, "WU")
    table = at(position)
    text = " ".join(table.type("fill").split())
    assert len(table.game.drawn) == 3
    assert f"The bag brings {' '.join(table.game.drawn)}." in text


def test_the_last_turn_of_each_seat_is_shown_at_its_place() -> None:
    position = a_duel().board("WUG.J", ".....", "..RK.").place(0, "WWKKP").place(1, "UU")
    table = at(position.row(1, "L1-23 - - - -").privileges(0, 1))
    table.type("b1a")
    shown = table.type("a1b1")  # in the extra turn
    assert "last      bought R again for W2 K2 P1, took W U at a1b1\n" in shown
    shown = table.type("pc1 r3")
    assert (
        "last      took G at c1 by privilege, reserved level 3 unseen with the gold at e1" in shown
    )


def test_discarded_tokens_are_shown_together() -> None:
    table = at(a_duel().board("WUG..").place(0, "WWWUUURRKKJ"))
    shown = table.type("a1b1c1 -WWUJ")
    assert "last      took W U G at a1b1c1, discarded W W U J\n" in shown


def test_the_royal_cards_of_a_player_are_shown_at_their_place() -> None:
    table = at(a_duel().place(1, royals="R2 R4"))
    assert "\n royals    royal2 2 pts again, royal4 3 pts\n" in table.type("table")


def test_with_hidden_hands_the_log_does_not_name_reserved_cards() -> None:
    table = Table(Game("duel", seed=5, start=0, hands="hidden"), "human,human")
    table.continue_to_human()
    card = table_of(table.game).pyramid[0][0]
    assert card is not None
    gold = next(move for move in trial(table.game, "r1a").legal_moves)
    table.type(f"r1a {gold}")
    log = table.type("log")
    assert "Reserve the card at 1a." in log
    assert card.name not in log


def trial(game: Game, move: str) -> Game:
    after = game.copy()
    after.push(move)
    return after


# A session


def test_the_first_line_and_the_help_are_those_of_duel() -> None:
    shown = play("help\nquit\n", "human,greedy", Game("duel", seed=5, start=0))
    assert "Type a move such as c3d3e3, r3 or b2c" in shown
    page = shown[shown.index(" Moves ") :]
    for word in (
        "pc3",
        "fill",
        "=R",
        "+c3",
        "xR",
        "royal2",
        "-K",
        "c3-e3",
        "spiral",
        "b1 alone",
        "save!",
    ):
        assert word in page
    table = dealt()
    for command in table.terminal.commands:
        assert command.rstrip("!?") in page
    assert max(map(width_of, page.split("\n"))) <= 100


@pytest.mark.parametrize(
    "options, recorded",
    [
        ({"idle": 30}, "after 30 turns running without a purchase"),
        ({"refill": "end_of_turn"}, "an empty place is filled at the end of the turn"),
    ],
)
def test_help_matches_the_options(options: dict[str, int | str], recorded: str) -> None:
    game = Game("duel", seed=5, start=0, **options)  # type: ignore[arg-type]
    assert recorded in Table(game, "human,human").type("help")
    assert recorded not in dealt().type("help")


def test_moves_lists_every_legal_move_with_a_sentence() -> None:
    table = dealt()
    text = table.type("moves")
    assert len(table.game.legal_moves) > 60
    for move in table.game.legal_moves:
        assert f"  {move!s:<6} " in text


def test_what_lists_affordable_and_nearly_affordable_cards() -> None:
    position = a_duel().board("W....").place(0, "KKKKP").place(1, "UUU", bought="L1-01")
    table = at(position.row(1, "L1-26 L1-02 L1-03 - -"))
    assert re.search(
        r"can buy nothing now.\n Nearest:\n  1a .* it needs a bonus", table.type("what")
    )
    assert re.search(r"can buy:\n  b1b  W +1 crown +U3 +for U3", table.type("what 1"))
    assert table.type("buy") == table.type("what")


def test_a_player_sees_an_unseen_card_once_the_gold_is_taken() -> None:
    table = at(a_duel().board("JJ..."), "human,greedy")
    assert "You drew" not in table.type("r3")
    shown = table.type("Ja1")
    card = table_of(table.game).places[0].hand[0].card
    assert card is not None
    assert f"You drew: {plain(card_word(card))}" in shown
    other = at(a_duel().board("J...."), "human,greedy")
    assert "You drew: " in other.type("r3")  # the only gold is taken automatically


def test_between_humans_draws_cannot_be_undone() -> None:
    table = at(a_duel().board("J...."))
    table.type("r3")
    assert "an unseen card was drawn since" in table.type("undo")
    table = at(a_duel().board("J...."), "human,greedy")
    before = table.game.copy()
    table.type("fill")
    table.type("undo")
    assert table.game == before
    table = at(a_duel().board("J...."))
    table.type("fill")
    assert "tokens were drawn since: that cannot be taken back" in table.type("undo")


def test_a_human_never_sees_what_another_human_holds_unseen() -> None:
    chance, looked = random.Random(3), 0
    table = dealt(seed=3)
    for _ in range(90):
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
    held = table_of(game).places[1 - seat].hand
    hidden = [card.card for card in held if card.unseen and card.card]
    if game.phase in ("pay", "colour"):
        return []
    return [card.name for card in hidden] + [plain(card_word(card)) for card in hidden]


def test_a_saved_game_is_loaded_at_a_table_of_the_other_game(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    first = dealt("human:Zoë,human")
    for _ in range(3):
        first.type(str(first.game.legal_moves[0]))
    assert f"Saved in {file}." in first.type(f"save {file}")
    other = Table(Game(seed=6), "human,human")
    text = other.type(f"load {file}")
    assert other.game == first.game
    assert other.game.moves == first.game.moves
    assert "Splendor · duel" in text
    assert "Seat 0 · Zoë" in text


def test_the_log_of_a_loaded_game_has_the_original_draws(tmp_path: Path) -> None:
    """The draws are in the file; the present generator would draw others."""
    game, file = Game("duel", seed=8, start=0, idle=40), tmp_path / "game.txt"
    simulate(game, ("random", "greedy"), 1)
    first = Table(game, "human,human")
    first.type(f"save {file}")
    other = Table(Game("duel", seed=1), "human,human")
    other.type(f"load {file}")
    assert "The bag brings" in first.type("log")
    assert other.type("log") == first.type("log")


def test_a_whole_game_ends_with_its_result_and_statistics() -> None:
    game = Game("duel", seed=8, idle=60)
    finished = game.copy()
    simulate(finished, ("greedy", "greedy"), 1)
    outcome = finished.outcome
    assert outcome is not None
    shown = play(whole_script(finished), "human,human", game)
    winner = outcome.winners[0]
    score = f"{outcome.points[winner]} points, {outcome.crowns[winner]} crown"
    assert f"Seat {winner} · human wins with {score}" in shown
    rows = re.findall(r"^ Seat (\d) · human +([\d ]+)$", shown, re.MULTILINE)
    turns = finished.turns()
    for seat, numbers in rows:
        own = [turn for turn in turns if turn["seat"] == int(seat)]
        kinds = [step["do"] for turn in own for step in turn["steps"]]
        figures = [int(number) for number in numbers.split()]
        assert figures[:2] == [outcome.points[int(seat)], outcome.crowns[int(seat)]]
        assert figures[2] == kinds.count("royal")
        assert figures[3:6] == [len(own), kinds.count("take"), kinds.count("reserve")]
        assert sum(figures[6:9]) == outcome.cards[int(seat)]
        used = f"Seat {seat} · human used {kinds.count('privilege')} privilege"
        assert used in shown
    assert len(rows) == 2
    assert "unfinished" not in shown


def test_statistics_count_what_was_done() -> None:
    position = a_duel().board("JJ...", "RRR..").place(0, "UUUJ").place(1, "W")
    table = at(position.row(1, "L1-02 - - - -"))
    for line in ("r3 Ja1", "a2-c2", "b1a", "r1"):
        table.type(line)
    table.type("resign")
    shown = table.type("table")
    assert re.search(r"^ Seat 0 · human +0 +1 +0 +2 +0 +1 +1 +0 +0 +0$", shown, re.MULTILINE)
    assert re.search(r"^ Seat 1 · human +0 +0 +0 +2 +1 +1 +0 +0 +0 +0$", shown, re.MULTILINE)
    assert "reserves    I   II  III  gold paid\n" in shown
    assert "Seat 1 · human used 0 privileges, gave 0 by filling the board and 1 by what" in shown


def whole_script(game: Game) -> str:
    """The input that plays this game: all decisions that are not automatic."""
    lines, again = [], game.copy()
    while again.moves:
        again.pop()
    for move, drawn in zip(game.moves, game.all_drawn, strict=True):
        alone = again.phase != "play" and len(again.legal_moves) == 1
        lines += [] if alone else [f"{move}\n"]
        again.push(move, drawn)
    return "".join(lines)


def test_bots_play_to_the_end_without_input() -> None:
    shown = play("", "greedy,random", Game("duel", seed=1, idle=60))
    assert re.search(r"wins with \d+ points?, \d+ crowns? and \d+ cards?: ", shown)
    assert ">" not in shown


def test_a_human_plays_a_whole_game_against_a_bot() -> None:
    chance = random.Random(1)
    table = Table(Game("duel", seed=2, idle=60), "human,greedy")
    table.continue_to_human()
    while not table.game.is_over:
        text = table.type(str(chance.choice(table.game.legal_moves)))
        assert " ! " not in text
    assert re.search("(wins|Nobody wins)", text)
    table.type("undo")
    assert not table.game.is_over


def test_a_drawn_game_has_no_winner() -> None:
    table = at(a_duel(idle=1).board("WU..."))
    assert "Nobody wins: too many turns without a purchase." in table.type("a1")


def test_a_resignation_can_be_undone() -> None:
    table = dealt("human,greedy")
    assert "Seat 1 · greedy wins by resignation." in table.type("resign")
    assert "the game is over" in table.type("a1")
    table.type("undo")
    assert not table.game.is_over


def test_position_is_the_view_of_the_active_seat() -> None:
    table = dealt()
    table.type("r2")
    assert table.type("position").strip() == table.game.view(table.game.active).position


def test_every_line_of_a_session_fits_into_a_hundred_columns() -> None:
    chance = random.Random(2)
    table = Table(Game("duel", seed=4), "human:Wolfeschlegelst,greedy", colour=True)
    table.continue_to_human()
    for _ in range(60):
        if not table.game.is_over:
            shown = table.type(str(chance.choice(table.game.legal_moves)))
            for line in ("moves", "log", "what", "help"):
                shown += table.type(line)
            for line in shown.split("\n"):
                assert width_of(line) <= 100, line


@pytest.mark.parametrize("line", ["fill c3 fill", "fill c3", "fill pa1"])
def test_a_line_of_input_ends_at_a_reveal(line: str) -> None:
    """D7.2: whether a move after `fill` is legal would reveal the draws."""
    table = at(a_duel().board("WU...").privileges(1, 0))
    assert "fill brings something new" in table.type(line)
    assert table.game.moves == ()


def test_a_line_with_a_wrong_word_plays_nothing() -> None:
    table = at(a_duel().row(1, "L1-02 - - - -").place(0, "UUU"))
    assert "your turn is over after b1a: leave out -W" in table.type("b1a -W")
    assert table.game.moves == ()


def test_a_very_long_line_is_refused_at_once() -> None:
    table = at(a_duel().board("WU..."))
    assert "a turn has at most 40 words" in table.type("c3 " * 20_000)
    assert len(table.type("x" * 100_000)) < 1_000
