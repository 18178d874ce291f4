"""Hints: advice from a search for the human who decides."""

import itertools
import re
import signal
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from splendor import Game, RulesError
from splendor.bots.candidates import Analysis, Candidate
from splendor.bots.search import Search, analyse
from splendor.bots.simple import simulate
from splendor.cli import warm_up
from splendor.ruleset import Move
from splendor.terminal.drawing import width_of
from splendor.terminal.hint import HintRequest, advice, chance_text, expected, read_request, verdict
from splendor.terminal.seats import usual_seats
from splendor.terminal.thinking import stoppable, warm_search
from tests.terminal.sessions import Table, a_game, play

FEW = "300"  # simulations
DEALS = [("official", 2), ("official", 3), ("official", 4), ("landolt", 3), ("duel", 2)]


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    for rules in ("official", "duel"):
        warm_up(rules)
        warm_search(rules)


def candidates_in(text: str) -> list[str]:
    """The moves in the rows of a hint."""
    return re.findall(r"^ (\S+) +(?:[\d.]+ % (?:± [\d.]+|exact)|not tried) +[\d,]+  ", text, re.M)


def timeless(text: str) -> str:
    return re.sub(r"in [\d.]+ s", "in so many s", text)


def midgame(rules: str, players: int, seed: int) -> Game:
    """A game at two thirds of its length, played by bots."""
    limits = {"idle": 60} if rules == "duel" else {"rounds": 100}
    game = Game(rules, players=players, seed=seed, start=0, **limits)
    simulate(game, ("greedy", "random", "greedy", "random")[:players], seed)
    for _ in range(len(game.moves) // 3 + 1):
        game.pop()
    return game


def all_humans(game: Game) -> Table:
    """A table with human players only, which the active one has seen."""
    table = Table(game, ",".join(["human"] * game.players))
    table.terminal.watcher, table.terminal.stale = game.active, False
    return table


# Output


@pytest.mark.parametrize("rules, players", DEALS)
def test_a_hint_shows_three_legal_moves_and_what_they_do(rules: str, players: int) -> None:
    game = Game(rules, players=players, seed=5, start=0)
    text = all_humans(game).type(f"hint {FEW}")
    moves = candidates_in(text)
    assert len(moves) == 3
    for move in moves:
        assert game.is_legal(move)
        assert game.describe(move) in " ".join(text.split())
    assert f"after {FEW} simulations in " in text
    assert re.search(rf"^ Advice    {moves[0]}[,.]", text, re.M)
    assert max(map(width_of, text.split("\n"))) <= 100


def test_hint_all_shows_every_move_once() -> None:
    game = Game(seed=5, start=0)
    shown = candidates_in(all_humans(game).type(f"hint all {FEW}"))
    assert sorted(shown) == sorted(map(str, game.legal_moves))
    assert sorted(shown) == sorted(candidates_in(all_humans(game).type(f"hint {FEW} all")))


@pytest.mark.parametrize("typed, times, seconds", [("hint", 3, 1.0), ("hint 0.2s", 1, 0.2)])
def test_a_hint_takes_one_second_or_the_typed_number(
    typed: str, times: int, seconds: float, monkeypatch: pytest.MonkeyPatch
) -> None:
    """All three steps come from one search."""
    given: list[float | None] = []
    run = Search.run

    def noted(search: Search, *budget: Any) -> Analysis:
        given.append(budget[1])
        return run(search, *budget)

    monkeypatch.setattr(Search, "run", noted)
    table = all_humans(Game(seed=5, start=0))
    text = [table.type(typed) for _ in range(times)][-1]
    found = re.search(r"in ([\d.]+) s", text)
    assert found
    assert float(found[1]) >= seconds
    assert given == [seconds]


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_hint_goes_step_by_step_and_begins_anew_at_every_decision(rules: str) -> None:
    game = Game(rules, seed=5, start=0)
    table = all_humans(game)
    first, second, third = (table.type("hint") for _ in range(3))
    assert first.startswith(" Where to look")
    assert second.startswith(" What kind")
    assert not candidates_in(first + second)
    assert len(candidates_in(third)) == 3
    assert candidates_in(table.type("hint")) == candidates_in(third)
    table.type(candidates_in(third)[0])
    table.terminal.watcher, table.terminal.stale = table.terminal.game.active, False
    assert table.type("hint").startswith(" Where to look")


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_the_small_decisions_of_a_turn_get_hints_too(rules: str) -> None:
    phases: set[str] = set()
    for seed in range(12):
        limits = {"idle": 60} if rules == "duel" else {"rounds": 100}
        game = Game(rules, seed=seed, **limits)
        simulate(game, ("random", "random"), seed)
        while game.moves:
            game.pop()
            if game.phase in ("play", *phases) or len(game.legal_moves) == 1:
                continue
            phases.add(game.phase)
            for move in candidates_in(all_humans(game.copy()).type(f"hint {FEW}")):
                assert game.is_legal(move)
    assert phases >= ({"return"} if rules == "official" else {"gold", "discard", "royal"})


def test_the_payment_gets_a_hint_too() -> None:
    game = a_game("r1a r2a r1b r2b")
    wanted = next((found for found in paying_games(game) if len(found.legal_moves) > 1), None)
    assert wanted is not None
    moves = candidates_in(all_humans(wanted).type(f"hint {FEW}"))
    assert moves
    assert all(map(wanted.is_legal, moves))


def paying_games(game: Game) -> Iterator[Game]:
    """Games in which a player chooses what gold replaces."""
    for seed in range(40):
        trial = game.view(game.active).imagine(seed)
        simulate(trial, ("greedy", "greedy"), seed)
        while trial.moves:
            trial.pop()
            for move in trial.legal_moves:
                if str(move).endswith("+"):
                    chosen = trial.copy()
                    chosen.push(move)
                    yield chosen


def test_a_single_legal_move_is_announced() -> None:
    game = next(
        game
        for seed in range(99)
        for game in [midgame("official", 2, seed)]
        for _ in range(len(game.moves))
        if game.pop() and game.phase != "play" and len(game.legal_moves) == 1
    )
    text = all_humans(game).type("hint")
    assert text.startswith(f" {game.legal_moves[0]}  ")
    assert text.endswith("No other move is legal.\n")


def test_a_proven_value_is_shown_as_exact() -> None:
    game = won_game()
    text = all_humans(game).type(f"hint {FEW}")
    best = candidates_in(text)[0]
    assert re.search(rf"^ {best} +100\.0 % exact", text, re.M)
    assert f" Advice    {best}: it wins for certain." in text


def won_game() -> Game:
    """A game that the active seat can win at once."""
    for seed in range(50):
        game = Game(seed=seed, rounds=100)
        simulate(game, ("greedy", "greedy"), seed)
        while game.is_over or game.phase != "play":
            game.pop()
        best = analyse(game.view(game.active), 200, seed=1).best
        if best.proven and best.value == 1.0 and len(game.legal_moves) > 1:
            return game
    raise AssertionError("no such game was found")


# The verdict


def a_candidate(move: Move, value: float, error: float, visits: int = 1000) -> Candidate:
    return Candidate(move, value, error, visits, 0.1, False, (move,))


def an_analysis(*numbers: tuple[float, float]) -> Analysis:
    moves = Game(seed=5, start=0).legal_moves
    found = (a_candidate(move, *pair) for move, pair in zip(moves, numbers, strict=False))
    return Analysis(tuple(found), 5000, 1.0, 10, 3.0)


def test_moves_within_the_error_are_too_close_to_call() -> None:
    close = an_analysis((0.55, 0.01), (0.53, 0.01), (0.40, 0.01))
    assert verdict(close) == "WUG, but WUR is too close to call."
    both = an_analysis((0.55, 0.01), (0.56, 0.01), (0.535, 0.02))
    assert verdict(both) == "WUG, but WUR and WUK are too close to call."
    clear = an_analysis((0.55, 0.001), (0.53, 0.001), (0.40, 0.01))
    assert verdict(clear) == "WUG, 2.0 percentage points ahead of WUR."


def test_an_error_is_never_rounded_to_none() -> None:
    move = Game(seed=5, start=0).legal_moves[0]
    assert chance_text(a_candidate(move, 0.5, 0.00001)) == " 50.0 % ± 0.1"
    assert chance_text(a_candidate(move, 0.5, 0.0123)) == " 50.0 % ± 1.3"
    assert chance_text(a_candidate(move, 0.0, 0.5, visits=0)).strip() == "not tried"


def test_the_expected_line_names_the_players() -> None:
    game = Game(seed=5, start=0)
    line = [game.parse(text) for text in ("WUG", "WUR", "r1a", "b3a")]  # the last is not legal
    recorded = expected(game.view(0), line, ("Seat 0 · You", "Seat 1 · greedy"))
    assert recorded.replace("\u00a0", " ") == "you WUG · seat 1 WUR · you r1a"


def test_the_expected_line_ends_where_it_depends_on_hidden_cards() -> None:
    game = Game(seed=5, start=0)
    line = [
        game.parse(text) for text in ("r1a", "r1a", "WUG")
    ]  # first an open card, then a new one
    assert expected(game.view(0), line, ("Seat 0", "Seat 1")) == ""
    line = [game.parse(text) for text in ("r1a", "WUG", "r1a")]
    assert expected(game.view(0), line, ("Seat 0", "Seat 1")).count("·") == 1


# Side effects


@pytest.mark.parametrize("rules, players", DEALS)
def test_a_hint_changes_neither_the_game_nor_what_the_bots_choose(rules: str, players: int) -> None:
    level = usual_seats("base", 2)[1].kind
    seats = ",".join(["human", level, "random", "greedy"][:players])
    tables = [Table(Game(rules, players=players, seed=5, start=0), seats) for _ in range(2)]
    for table in tables:
        table.continue_to_human()
    for _ in range(3):
        before = tables[0].game.record.tobytes()
        tables[0].type(f"hint {FEW}")
        assert tables[0].game.record.tobytes() == before
        for table in tables:
            table.type(str(table.game.legal_moves[0]))
    assert len(tables[0].game.moves) > 3
    assert tables[0].game.moves == tables[1].game.moves


@pytest.mark.parametrize("rules", ["official", "duel"])
def test_the_same_seed_gives_the_same_hint(rules: str) -> None:
    game = midgame(rules, 2, 4)
    texts = {timeless(all_humans(game.copy()).type(f"hint all {FEW}")) for _ in range(3)}
    assert len(texts) == 1


@pytest.mark.parametrize("rules, players", DEALS)
def test_a_hint_does_not_depend_on_hidden_cards(rules: str, players: int) -> None:
    unseen = 0
    for seed in range(8):
        game = midgame(rules, players, seed)
        view = game.view(game.active)
        real = Game.from_position(game.position)  # without its history
        others = [view.imagine(number) for number in range(2)]
        assert others[0].position != others[1].position
        shown = {timeless(all_humans(deal).type(f"hint all {FEW}")) for deal in (real, *others)}
        assert len(shown) == 1
        unseen += sum(
            held.unseen for seat, place in enumerate(game.table.places) for held in place.hand
            if seat != game.active
        )  # fmt: skip
    assert unseen > 0


def test_a_hint_never_names_a_card_that_the_seat_cannot_know() -> None:
    looked = 0
    for seed in range(8):
        game = midgame("official", 3, seed)
        text = all_humans(game).type(f"hint all {FEW}")
        for seat, place in enumerate(game.table.places):
            for held in place.hand:
                if held.unseen and seat != game.active and held.card:
                    looked += 1
                    assert held.card.code not in text
    assert looked > 0


# Input


@pytest.mark.parametrize(
    "text, wish",
    [
        ("", HintRequest(seconds=1.0, stepwise=True)),
        ("5s", HintRequest(seconds=5.0)),
        ("0.5S", HintRequest(seconds=0.5)),
        ("20000", HintRequest(simulations=20000)),
        ("all", HintRequest(seconds=1.0, everything=True)),
        ("all 2s", HintRequest(seconds=2.0, everything=True)),
        ("400 ALL", HintRequest(simulations=400, everything=True)),
    ],
)
def test_arguments_of_hint_are_parsed(text: str, wish: HintRequest) -> None:
    assert read_request(text) == wish


@pytest.mark.parametrize(
    "text, why",
    [
        ("x", "how long?"),
        ("s", "how long?"),
        ("-5s", "how long?"),
        ("1e3", "how long?"),
        ("1.2.3s", "how long?"),
        ("nans", "how long?"),
        ("²s", "how long?"),
        ("0s", "more than 0"),
        ("9999s", "at most 3600 seconds"),
        ("5", "for 5 seconds type hint 5s"),
        ("0", "100 simulations or more"),
        ("9" * 5000, "at most"),
        ("9" * 5000 + "s", "at most"),
        ("5s 400", "too much"),
        ("all all", "too much"),
    ],
)
def test_wrong_arguments_of_hint_are_refused_in_one_line(text: str, why: str) -> None:
    with pytest.raises(RulesError, match=re.escape(why)):
        read_request(text)
    shown = all_humans(Game(seed=5, start=0)).type(f"hint {text}")
    assert shown.startswith(" ! ")
    assert shown.count("\n") == 1
    assert width_of(shown) <= 101


def test_there_is_no_hint_after_the_end() -> None:
    table = all_humans(Game(seed=5, start=0))
    table.type("resign")
    assert table.type("hint") == " ! the game is over: undo, save FILE, log or quit\n"


def test_there_is_no_hint_on_a_bots_turn() -> None:
    table = Table(Game(seed=5, start=1), "human,greedy")
    table.terminal.run_line("hint")
    assert table.shown() == " ! Seat 1 · greedy decides now, not you\n"


def test_a_hint_through_a_pipe_shows_only_its_result() -> None:
    shown = play(f"hint {FEW}\nquit\n")
    assert "Thinking" not in shown
    assert "\r" not in shown


# Ctrl-C


def test_control_c_ends_the_search_but_not_the_game(monkeypatch: pytest.MonkeyPatch) -> None:
    @contextmanager
    def interrupted() -> Iterator[Callable[[], bool]]:
        """Ctrl-C is pressed before the search checks for the third time."""
        looks = itertools.count()
        with stoppable() as pressed:

            def look() -> bool:
                if next(looks) == 3:
                    signal.raise_signal(signal.SIGINT)
                return pressed()

            yield look

    monkeypatch.setattr("splendor.terminal.play.stoppable", interrupted)
    table = all_humans(Game(seed=5, start=0))
    before = signal.getsignal(signal.SIGINT)
    text = table.type("hint 60s")
    assert len(candidates_in(text)) == 3
    found = re.search(r"in ([\d.]+) s", text)
    assert found
    assert float(found[1]) < 60
    assert signal.getsignal(signal.SIGINT) is before
    assert "Take white, blue and green." in table.type("WUG")


def test_a_hint_interrupted_at_once_still_shows_moves() -> None:
    """Ctrl-C may be pressed before the first simulation."""
    game = Game(seed=5, start=0)
    found = analyse(game.view(0), 1, seed=1)
    rows = list(advice(game.view(0), found, HintRequest(simulations=1), ("Seat 0", "Seat 1"), 5))
    assert rows[-1][0] == " Advice    "
