"""Puzzles in the terminal: one position after another, each with one right move."""

from collections.abc import Sequence
from dataclasses import dataclass, field

from splendor.arena.glicko import Meeting, Strength, anchor, updated
from splendor.core.errors import RulesError
from splendor.core.moves import Move
from splendor.game import Game
from splendor.review.coach import look_at
from splendor.review.puzzles import AS_GOOD, TASKS, Puzzle, next_puzzle
from splendor.review.trial import Effort, Trial, try_turn
from splendor.review.words import look_text, reason_text
from splendor.terminal.faces import face_of
from splendor.terminal.hint import expected
from splendor.terminal.log_lines import table_text
from splendor.terminal.play import Screen
from splendor.terminal.prompt import question, read_moves, why_not
from splendor.terminal.seats import YOU
from splendor.terminal.thinking import warm_rules, warm_search
from splendor.view import View

EFFORT = Effort(simulations=20_000)  # for a wrong move
HELP = (
    " Type a move. nudge says where to look, solution shows the answer, moves lists what is legal,"
    "\n table draws the position again, position prints it as text, skip and quit."
)


@dataclass(slots=True)
class Solving:
    """A session: puzzles near the solver's rating; only the first try of each counts."""

    puzzles: Sequence[Puzzle]
    screen: Screen
    strength: Strength = field(default_factory=lambda: Strength(400.0))
    seen: list[str] = field(default_factory=list)
    tried: int = 0
    solved: int = 0

    def run(self) -> int:
        self.screen.show(HELP)
        while puzzle := next_puzzle(self.puzzles, self.strength.rating, self.seen):
            self.seen.append(puzzle.id)
            if not Attempt(self, puzzle).run():
                break
        else:
            self.screen.show(" These were all of them.")
        if self.tried:
            rating = f"your rating is about {self.strength.rating:.0f}"
            self.screen.show(f" Solved at once: {self.solved} of {self.tried}; {rating}.")
        return 0

    def count(self, puzzle: Puzzle, score: float) -> None:
        self.tried += 1
        self.solved += score == 1.0
        self.strength = updated(self.strength, [Meeting(anchor(puzzle.rating), score, 1.0)])


@dataclass(slots=True)
class Attempt:
    """One puzzle, until it is solved, shown or skipped."""

    session: Solving
    puzzle: Puzzle
    tries: int = 0
    nudged: bool = False
    view: View = field(init=False)
    game: Game = field(init=False)
    names: list[str] = field(init=False)

    def __post_init__(self) -> None:
        warm_rules(self.puzzle.rules)
        self.view = self.puzzle.position
        self.game = self.view.imagine(0)
        self.names = [
            "you" if seat == self.view.seat else f"seat {seat}" for seat in range(self.view.players)
        ]

    def run(self) -> bool:
        """Whether the session goes on."""
        self.draw()
        while True:
            line = self.session.screen.ask(f"{question(self.game, self.names, False)} > ")
            word = (line or "").strip()
            if line is None or word in ("quit", "exit", "q"):
                return False
            try:
                if self.answer(word):
                    return True
            except RulesError as error:
                self.session.screen.show(f" ! {error}")

    def answer(self, line: str) -> bool:
        """Whether the puzzle is done with."""
        match line.lower():
            case "":
                return False
            case "help" | "?":
                self.session.screen.show(HELP)
            case "table":
                self.draw()
            case "position":
                self.session.screen.show(self.puzzle.view)
            case "moves":
                for move in self.view.legal_moves:
                    self.tell(
                        f"  {move!s:<{face_of(self.game).longest}} ", self.game.describe(move)
                    )
            case "nudge" | "hint":
                self.nudge()
            case "skip" | "next":
                self.count(0.0)
                return True
            case "solution":
                self.count(0.0)
                self.show_solution()
                return True
            case _:
                return self.try_move(line)
        return False

    def draw(self) -> None:
        show, view = self.session.screen.show, self.view
        show()
        show(table_text(self.game, view.table, self.names, view.seat))
        show("\n".join(["", *face_of(self.game).choices(self.game)]))
        show(f"\n Puzzle {self.puzzle.id}: {TASKS[self.puzzle.kind]}")

    def list_moves(self) -> None:
        width = face_of(self.game).longest
        for move in self.view.legal_moves:
            self.tell(f"  {move!s:<{width}} ", self.game.describe(move))

    def nudge(self) -> None:
        self.nudged = True
        move = self.view.parse(self.puzzle.answer)
        self.tell(" ", look_text(look_at(self.view, move, self.puzzle.reasons()[0])))

    def try_move(self, line: str) -> bool:
        moves = read_moves(self.game, line)
        if not self.view.is_legal(moves[0]):
            raise RulesError(why_not(self.game, moves[0]))
        if self.is_right(moves):
            self.count(0.5 if self.nudged else 1.0)
            self.session.screen.show(" That is it." if not self.puzzle.proven else " That wins.")
            self.show_solution()
            return True
        self.count(0.0)
        self.refute(self.trial_of(moves))
        return False

    def is_right(self, moves: Sequence[Move]) -> bool:
        """Whether a turn plays the answer; after privileges it must be as good as without them."""
        texts = list(map(str, moves))
        if self.puzzle.is_answer(texts[0]) or not self.puzzle.is_played_in(texts):
            return self.puzzle.is_answer(texts[0])
        trial = self.trial_of(moves)
        return trial is not None and trial.chance - trial.after <= AS_GOOD

    def trial_of(self, moves: Sequence[Move]) -> Trial | None:
        warm_search(self.puzzle.rules)
        return try_turn(self.view, list(map(str, moves)), EFFORT, seed=0)

    def count(self, score: float) -> None:
        """Only the first try counts."""
        if not self.tries:
            self.session.count(self.puzzle, score)
        self.tries += 1

    def refute(self, trial: Trial | None) -> None:
        """Why a move is not the answer, and what may follow."""
        self.session.screen.show(" Not yet.")
        if trial is None:
            return
        chances = f"{100 * trial.chance:.0f} % with the answer, {100 * trial.after:.0f} % with this"
        self.tell(" Chances   ", chances)
        for reason in trial.against:
            self.tell(" But       ", f"{reason_text(reason, self.names)}.")
        if trial.answer:
            who = self.names[trial.answer.seat]
            facts = ", ".join(reason_text(fact, self.names) for fact in trial.answer.facts)
            self.tell(" Then      ", f"{who}: {' '.join(trial.answer.moves)} {facts}".rstrip())

    def show_solution(self) -> None:
        puzzle = self.puzzle
        self.tell(f" {puzzle.answer}  ", self.game.describe(puzzle.answer))
        for reason in puzzle.reasons()[0]:
            self.tell(" Because   ", f"{reason_text(reason, self.names)}.")
        who = [
            f"seat {seat} · {YOU}" if name == "you" else name
            for seat, name in enumerate(self.names)
        ]
        line = expected(self.view, [self.view.parse(move) for move in puzzle.line], who)
        if line:
            self.tell(" Expected  ", line)
        shown = puzzle.as_shown()
        certain = "proven" if shown.proven else f"{100 * shown.chance:.0f} %"
        self.tell(" Chances   ", f"{certain}; {shown.other} comes to {100 * shown.next:.0f} %.")
        finders = puzzle.finders
        found = f"from {finders[0]} on" if finders else "no bot of the ladder"
        self.tell(" Rated     ", f"{puzzle.rating}. Who finds it at once: {found}.")

    def tell(self, head: str, sentence: str) -> None:
        self.session.screen.tell(head, sentence)
