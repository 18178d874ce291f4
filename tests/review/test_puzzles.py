"""Puzzles: one right move each, proven or confirmed; difficulty, the daily one, mining."""

import json
from argparse import Namespace
from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from datetime import date, timedelta
from pathlib import Path

import numpy as np
import pytest

from splendor.bots.evaluators.network import find_weights
from splendor.cli import main
from splendor.cli.puzzles import mine
from splendor.core.chances import Draw
from splendor.core.errors import FormatError, RulesError
from splendor.core.gems import Gem
from splendor.core.moves import Move, Purchase
from splendor.duel.moves import UsePrivilege
from splendor.game import Game
from splendor.review.bulk import mine_all
from splendor.review.mining import (
    FORMAT,
    Collector,
    Mine,
    Miner,
    alike,
    ends_turn,
    is_dull,
    is_fitting,
    measured,
    mined_in,
    selected,
)
from splendor.review.proofs import Proof, only_win
from splendor.review.puzzles import (
    FILES,
    FORCE,
    ID_LENGTH,
    KINDS,
    TASKS,
    TRIES,
    WIN,
    Puzzle,
    daily,
    difficulty,
    is_rival,
    is_same,
    next_puzzle,
    puzzle_of,
    puzzles_of,
    rated,
    read_puzzle,
)
from splendor.review.solving import ALREADY_WON, LEAD, Effort, Solver, solved_again
from splendor.view import View

SMALL = Effort(position=2_000, each=60, rival=800)
LARGEST = 1_000_000  # bytes of all files
SAMPLE = 20  # of each game, solved again
TEXT = (
    "view=1 rules=official,players=2 round=20 start=0 turn=1 phase=play supply=W3U2G2R1K3J3 "
    "market=24,36,34,37/65,52,67,54/76,80,83,74 nobles=0,6,3 decks=?29/?24/?14 "
    "seat0=W1U1G2R2K1:17,25,30,35:75 seat1=U2G2K2J1:4,31,32:42,73,53"
)
WON_ANYWAY = (
    "view=1 rules=duel round=34 turns=70 start=1 turn=1 phase=play "
    "board=...../.G.G./..JK./..JK./R.JG. bag=U1P1 privileges=3 "
    "pyramid=L1-29,L1-26,L1-24,L1-27,L1-18/L2-03,L2-24,L2-04,L2-07/"
    "L3-09,L3-11,L3-05 royals=R3,R4 decks=?6/?12/?1 "
    "seat0=W3U1G1R1K2:L1-02,L1-09,L1-10,L1-12,L1-14,L1-17,L1-22,L1-25,L2-02,L2-08,L2-10,L2-17,L3-04,"
    "L3-07:L3-02,L3-12,L3-01:R1,R2:0 "
    "seat1=W1U2R2P1:L1-01,L1-03,L1-05,L1-11,L1-15,L1-16,L1-19,L1-21,L1-23,L1-28,L1-30=W,L2-06,L2-11,"
    "L2-12,L2-14,L3-06:L3-13,L3-10,L3-08::0"
)
WEIGHTS = {"base": "base2-1", "duel": "duel2-1"}


def a_puzzle(kind: str = WIN, rating: int = 500, **changes: object) -> Puzzle:
    values = {
        "kind": kind, "view": TEXT, "answer": "WUG", "line": ("WUG",), "other": "WUR",
        "chance": 1.0, "next": 0.2, "error": 0.01, "proven": True, "rating": rating,
    }  # fmt: skip
    return Puzzle(**{**values, **changes})  # type: ignore[arg-type]


# The shipped ones


@pytest.mark.parametrize("game", KINDS)
def test_every_puzzle_is_of_a_kind_of_its_game(game: str) -> None:
    assert puzzles_of(game)
    assert {puzzle.kind for puzzle in puzzles_of(game)} <= set(KINDS[game])


def test_the_files_are_small() -> None:
    assert sum(file.stat().st_size for file in FILES.iterdir()) <= LARGEST


def test_no_two_puzzles_are_alike_and_every_id_is_another() -> None:
    puzzles = [puzzle for game in KINDS for puzzle in puzzles_of(game)]
    assert len({alike(puzzle) for puzzle in puzzles}) == len(puzzles)
    assert len({puzzle.id for puzzle in puzzles}) == len(puzzles)


@pytest.mark.parametrize("game", KINDS)
def test_every_puzzle_is_a_decision_with_one_answer_that_leads(game: str) -> None:
    for puzzle in puzzles_of(game):
        view = puzzle.position
        assert view.seat == view.active
        assert view.is_legal(puzzle.answer)
        assert view.is_legal(puzzle.other)
        assert not puzzle.is_answer(puzzle.other)
        assert puzzle.line[0] == puzzle.answer
        assert ends_turn(puzzle)
        lead = puzzle.chance - puzzle.next
        is_won = puzzle.proven and puzzle.chance == 1.0
        assert is_won or lead >= max(0.15, 4 * puzzle.error) - 0.001  # rounded
        assert puzzle.kind not in (WIN, FORCE) or puzzle.proven
        assert puzzle.found is not None
        assert all(0 <= times <= TRIES for times in puzzle.found.values())


@pytest.mark.parametrize("game", KINDS)
def test_a_puzzle_shows_nothing_that_its_seat_does_not_know(game: str) -> None:
    for puzzle in puzzles_of(game):
        assert View.from_position(puzzle.view).position == puzzle.view
        assert puzzle.view.startswith("view=")


@pytest.mark.parametrize("game", KINDS)
def test_a_sample_of_puzzles_is_solved_again_with_another_budget_and_seed(game: str) -> None:
    puzzles = sorted(puzzles_of(game), key=lambda puzzle: puzzle.id)
    for puzzle in puzzles[:: max(1, len(puzzles) // SAMPLE)][:SAMPLE]:
        assert not solved_again(puzzle, judge_of(puzzle), "again", least=0.10)[0], puzzle.id


def judge_of(puzzle: Puzzle) -> Solver:
    """With the evaluator that the puzzle was mined with: more than two players have no network."""
    effort, view = Effort(position=4_000, each=100, rival=1_500), puzzle.position
    if view.players > 2:
        return Solver(effort, "estimate")
    return Solver(effort, "network", find_weights(WEIGHTS[view.ruleset.name]))


# Answers, ratings, days


def test_how_a_card_is_paid_does_not_matter() -> None:
    puzzle = next(each for each in puzzles_of("base") if each.answer.startswith("b"))
    assert puzzle.is_answer(f"{puzzle.answer}+")
    assert not puzzle.is_answer("WUG")


@pytest.mark.parametrize("arguments", [[], ["--without"]])
def test_a_file_that_is_no_text_is_refused(
    arguments: list[str], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file, good = tmp_path / "binary", tmp_path / "mined"
    file.write_bytes(b"\xff\xfe\x00")
    good.write_text(json.dumps({"format": FORMAT}) + "\n")
    named = [str(good)] if arguments else []
    command = ["puzzles", "select", *named, *arguments, str(file), "--out", str(tmp_path / "out")]
    assert main(command) == 2
    assert "it is not text" in capsys.readouterr().err


def test_a_line_that_is_no_puzzle_is_refused() -> None:
    for line in ("", "{}", "[]", '{"kind": "win"}'):
        with pytest.raises(FormatError, match="not a puzzle"):
            read_puzzle(line)
    with pytest.raises(RulesError, match="no puzzle 'nothing'"):
        puzzle_of("nothing")


def test_a_puzzle_survives_its_file() -> None:
    puzzle = a_puzzle(found={"random": 1})
    assert read_puzzle(puzzle.line_of_file()) == puzzle
    assert len(puzzle.id) == ID_LENGTH


def test_what_weaker_levels_find_is_easier() -> None:
    elos = {"random": 0, "casual": 450, "master": 1080}
    found = [
        difficulty({"random": TRIES, "casual": TRIES, "master": TRIES}, elos),
        difficulty({"random": 0, "casual": TRIES, "master": TRIES}, elos),
        difficulty({"random": 0, "casual": 0, "master": TRIES}, elos),
        difficulty({"random": 0, "casual": 0, "master": 0}, elos),
    ]
    assert found == sorted(set(found))
    assert 0 < found[1] < 450 < found[2] < 1080


def test_the_daily_puzzle_is_the_same_for_everybody_and_none_comes_twice() -> None:
    first = date(2026, 11, 17)
    fewest = min(len(puzzles_of(game)) for game in KINDS)
    days = [daily(first + timedelta(days=day)) for day in range(2 * fewest)]
    assert days[0] == daily(first)
    assert len({puzzle.id for puzzle in days}) == len(days)
    assert {puzzle.position.ruleset.name for puzzle in days[:2]} == set(KINDS)


def test_the_next_puzzle_is_the_nearest_that_was_not_seen() -> None:
    puzzles = [a_puzzle(view=f"{TEXT} {rating}", rating=rating) for rating in (100, 480, 530)]
    near = next_puzzle(puzzles, 500, [])
    assert near is puzzles[1]
    assert next_puzzle(puzzles, 500, [near.id]) is puzzles[2]
    assert next_puzzle(puzzles, 500, [puzzle.id for puzzle in puzzles]) is None
    assert next_puzzle(puzzles, 500, [], [FORCE]) is None


def test_every_kind_has_a_task() -> None:
    assert {kind for kinds in KINDS.values() for kind in kinds} == set(TASKS)


# Proofs


def test_a_win_is_proven_only_against_every_answer_and_every_card() -> None:
    puzzle = next(each for each in puzzles_of("base") if each.kind == WIN)
    view = puzzle.position
    answer = view.parse(puzzle.answer)
    assert only_win(view, answer) == 1
    assert only_win(view, view.parse(puzzle.other)) == 0
    assert view.seat is not None
    assert Proof(1 - view.seat).wins(view.imagine(0), answer, 1) is False


def test_a_proof_that_is_too_large_says_nothing_and_leaves_the_game_as_it_was() -> None:
    game = Game(seed=1, start=0)
    view = game.view(0)
    assert Proof(0, left=1).wins(game, game.parse("r1a"), 2) is None
    assert game.view(0) == view


@pytest.mark.parametrize("game", KINDS)
def test_a_win_by_force_wins_against_random_answers_and_draws(game: str) -> None:
    puzzles = [each for each in puzzles_of(game) if each.kind == FORCE]
    chance = np.random.default_rng(1)
    for puzzle in puzzles[:: max(1, len(puzzles) // 8)]:
        for _ in range(12):
            position = puzzle.position.imagine(int(chance.integers(1 << 30)))
            play_turn(position, puzzle.line, chance)
            assert is_won_after_answer(position, puzzle.position.active, chance), puzzle.id


@pytest.mark.parametrize("game", KINDS)
def test_a_win_by_force_is_shown_to_its_end(game: str) -> None:
    for puzzle in (each for each in puzzles_of(game) if each.kind == FORCE):
        position = puzzle.position.imagine(0)
        for move in puzzle.line:
            position.push(move)
        assert position.outcome is not None, puzzle.id
        assert position.outcome.winners == (puzzle.position.seat,), puzzle.id


def test_a_win_beside_a_move_that_wins_later_as_well_is_no_puzzle() -> None:
    """Ten points in sapphire win at once; so does every quiet move a turn later."""
    puzzle = a_puzzle(view=WON_ANYWAY, answer="b3c", line=("b3c",), other="d2d3d4", next=0.961)
    why, _ = solved_again(puzzle, judge_of(puzzle), "again")
    assert "wins with 100 per cent as well" in why
    alone = next(each for each in puzzles_of("duel") if each.kind == WIN)
    why, again = solved_again(replace(alone, next=0.99), judge_of(alone), "again")
    assert not why
    assert again.next < ALREADY_WON


def play_turn(game: Game, line: Sequence[str], chance: np.random.Generator) -> None:
    """The first turn of a line."""
    turn = game.turn
    for move in line:
        if game.turn == turn and not game.is_over:
            game.push(move, sampled(game, move, chance))


def is_won_after_answer(game: Game, seat: int, chance: np.random.Generator) -> bool:
    """Whether a seat can win in its next turn, after random moves of the other one."""
    while not game.is_over and (game.active != seat or game.phase != "play"):
        moves = list(game.legal_moves)
        move = moves[int(chance.integers(len(moves)))]
        game.push(move, sampled(game, move, chance))
    return is_won_now(game, seat, until=game.turn + 1)


def is_won_now(game: Game, seat: int, until: int) -> bool:
    """Whether a purchase and what belongs to it win, whatever others do in the turn after it."""
    if game.is_over:
        return game.outcome is not None and game.outcome.winners == (seat,)
    if game.turn > until:
        return False
    if game.active != seat:
        return all(is_won_after(game, move, seat, until) for move in game.legal_moves)
    buying = [move for move in game.legal_moves if str(move).startswith("b")]
    return any(is_won_after(game, move, seat, until) for move in buying or game.legal_moves)


def is_won_after(game: Game, move: Move, seat: int, until: int) -> bool:
    later = game.copy()
    later.push(move)
    return is_won_now(later, seat, until)


def sampled(game: Game, move: Move | str, chance: np.random.Generator) -> Draw:
    return game.chances(move).sample(int(chance.integers(1 << 30)))


def test_a_privilege_may_be_used_before_the_answer() -> None:
    puzzle = next(each for each in puzzles_of("duel") if each.answer.startswith("b"))
    assert puzzle.is_played_in([puzzle.answer])
    assert puzzle.is_played_in(["pa1", "fill", puzzle.answer])
    assert not puzzle.is_played_in(["pa1"])
    assert not puzzle.is_played_in([puzzle.other])


def test_the_same_token_from_another_space_is_the_same_answer() -> None:
    view = Game("duel", seed=1, start=1).view(0)  # the other player begins with a privilege
    board = [token for row in view.table.board for token in row]  # type: ignore[attr-defined]
    black = [space for space, token in enumerate(board) if token == Gem.BLACK]
    other = next(space for space, token in enumerate(board) if token == Gem.BLUE)
    assert is_same(view, UsePrivilege(black[0]), UsePrivilege(black[1]))
    assert not is_same(view, UsePrivilege(black[0]), UsePrivilege(other))
    assert is_rival(view, UsePrivilege(other), UsePrivilege(black[0]))
    assert not is_rival(view, UsePrivilege(other), Purchase(1, 0))


# Mining


def test_a_collector_of_crowns_has_more_of_them_than_a_collector_of_colours() -> None:
    crowns = {"crowns": 0, "colour": 0}
    for number in range(4):
        game = Game("duel", seed=number)
        bots = [Collector(number, what=what, sims=30) for what in crowns]
        while not game.is_over:
            game.push(bots[game.active].choose(game.view(game.active)))
        for what, place in zip(crowns, game.view(0).table.places, strict=True):
            crowns[what] += place.crowns  # type: ignore[attr-defined]
    assert crowns["crowns"] > crowns["colour"]


def test_what_nobody_collects_or_mines_is_refused(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match="crowns or colour"):
        Collector(what="pearls")
    with pytest.raises(RulesError, match="no kind is called 'royal': win"):
        mine(Namespace(out=str(tmp_path / "x"), rules="official", kind=["royal"]))


@pytest.fixture(scope="module")
def rich_game() -> tuple[int, list[Puzzle]]:
    """The number of a game that has puzzles worth keeping, and these. Most games have none."""
    miner = Miner("official", 2, Solver(SMALL), seed="test")
    for number in range(9, 60):
        found = miner.mine(number)
        if found and not any(map(is_dull, found)) and all(map(is_fitting, found)):
            return number, found
    raise AssertionError("no game has puzzles")


@pytest.fixture
def mined(rich_game: tuple[int, list[Puzzle]]) -> list[Puzzle]:
    return rich_game[1]


def test_mining_finds_the_same_puzzles_in_the_same_game(
    rich_game: tuple[int, list[Puzzle]],
) -> None:
    number, found = rich_game
    assert Miner("official", 2, Solver(SMALL), seed="test").mine(number) == found


def test_several_processes_mine_the_same_puzzles_in_the_same_order(
    rich_game: tuple[int, list[Puzzle]],
) -> None:
    miner = Miner("official", 2, Solver(SMALL), seed="test")
    numbers = range(rich_game[0] - 1, rich_game[0] + 1)
    found = list(mine_all(miner, numbers, workers=2))
    assert found == [miner.mine(numbers[0]), rich_game[1]]


def test_what_was_mined_holds(mined: list[Puzzle]) -> None:
    solver, least = Solver(SMALL), LEAD - 0.05  # with few simulations a lead differs by points
    assert not any(solved_again(puzzle, solver, "test", least)[0] for puzzle in mined)


def test_the_levels_that_find_a_puzzle_give_its_rating(mined: list[Puzzle]) -> None:
    puzzle = measured(mined[0])
    assert puzzle.found is not None
    assert next(iter(puzzle.found)) == "random"
    assert puzzle.rating != 0
    assert measured(mined[0]) == puzzle


def test_a_level_that_has_changed_tries_puzzles_again(mined: list[Puzzle], tmp_path: Path) -> None:
    """The others keep what they found, and the difficulty is that of today's ratings."""
    found = {**(measured(mined[0]).found or {}), "newcomer": -1, "random": 2}
    file = tmp_path / "puzzles.jsonl"
    file.write_text(replace(mined[0], found=found, rating=-9).line_of_file())
    assert main(["puzzles", "rate", str(file), "--level", "newcomer"]) == 0
    puzzle = read_puzzle(file.read_text())
    assert puzzle.found == {**found, "newcomer": (measured(mined[0]).found or {})["newcomer"]}
    assert puzzle == rated(mined[0], puzzle.found)
    assert list(tmp_path.iterdir()) == [file]


def test_only_known_levels_try_puzzles_again(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["puzzles", "rate", "none.jsonl", "--level", "nobody"]) == 2
    assert "there is no level 'nobody'" in capsys.readouterr().err
    assert main(["puzzles", "check", "none.jsonl", "--level", "casual"]) == 2
    assert "--level is for puzzles rate" in capsys.readouterr().err


def test_mining_continues_a_file_and_mines_a_cut_line_again(
    mined: list[Puzzle], tmp_path: Path
) -> None:
    file = tmp_path / "mined" / "duel.jsonl"
    first = Mine(file, {"format": FORMAT, "seed": "1"})
    first.open()
    first.add(mined[:1])
    first.add([])
    with file.open("a") as cut:
        cut.write('{"game": 2, "puz')
    second = Mine(file, {"format": FORMAT, "seed": "1"})
    second.open()
    assert (second.games, second.puzzles) == (2, mined[:1])
    second.add(mined[1:])
    assert [json.loads(line).get("game") for line in file.read_text().splitlines()[1:]] == [0, 1, 2]
    with pytest.raises(RulesError, match="other settings"):
        Mine(file, {"format": FORMAT, "seed": "2"}).open()


@pytest.mark.parametrize(
    "text", ["", "junk\n", "{}\n", "[]\n", '{"format": "splendor-mined/1"}\n{}\n']
)
def test_a_file_that_was_not_mined_is_refused_and_left_as_it_is(text: str, tmp_path: Path) -> None:
    file = tmp_path / "other.jsonl"
    file.write_text(text)
    for read in (lambda: mined_in(file), Mine(file, {"format": FORMAT}).open):
        with pytest.raises(FormatError, match="not a file of mined puzzles"):
            read()
    assert file.read_text() == text


def test_shipped_puzzles_have_something_to_find_and_fit_their_task() -> None:
    for puzzle in (puzzle for game in KINDS for puzzle in puzzles_of(game)):
        assert not is_dull(puzzle), puzzle.id
        assert is_fitting(puzzle), puzzle.id


def test_a_selection_has_no_two_alike_and_no_more_than_asked_for(mined: list[Puzzle]) -> None:
    doubled = [*mined, *mined]
    assert sorted(each.id for each in selected(doubled, 100)) == sorted(each.id for each in mined)
    assert all(times == 1 for times in Counter(each.kind for each in selected(mined, 1)).values())
