"""Puzzles in the terminal."""

import io

from splendor.review.puzzles import Puzzle, puzzles_of
from splendor.terminal.play import Screen
from splendor.terminal.puzzles import Solving


def session(puzzles: list[Puzzle], *lines: str) -> tuple[Solving, str]:
    shown = io.StringIO()
    typed = io.StringIO("".join(f"{line}\n" for line in lines))
    solving = Solving(puzzles, Screen(typed, shown, colour=False))
    assert solving.run() == 0
    return solving, shown.getvalue()


def test_the_right_move_solves_a_puzzle_and_its_reasons_are_told() -> None:
    puzzle = puzzles_of("base")[0]
    solving, text = session([puzzle], puzzle.answer)
    assert (solving.tried, solving.solved) == (1, 1)
    assert "That" in text
    assert "Who finds it at once" in text
    assert "These were all of them." in text


def test_a_wrong_move_is_refuted_and_only_the_first_try_counts() -> None:
    puzzle = puzzles_of("duel")[0]
    solving, text = session([puzzle], puzzle.other, puzzle.answer)
    assert (solving.tried, solving.solved) == (1, 0)
    assert "Not yet." in text
    assert solving.strength.rating < 400


def test_a_nudge_names_no_move_and_halves_the_score() -> None:
    puzzle = puzzles_of("base")[0]
    solving, text = session([puzzle], "nudge", puzzle.answer)
    nudged = next(line for line in text.splitlines() if "Look at" in line)
    assert puzzle.answer not in nudged.split()
    assert (solving.tried, solving.solved) == (1, 0)


def test_what_cannot_be_played_changes_nothing() -> None:
    puzzle = puzzles_of("base")[0]
    solving, text = session([puzzle], "nonsense", "b9z", "position", "moves", "help", "quit")
    assert (solving.tried, solving.solved) == (0, 0)
    assert puzzle.view in text
    assert text.count(" ! ") == 2
