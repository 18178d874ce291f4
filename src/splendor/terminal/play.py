"""The terminal: humans and bots play a game at one screen and keyboard."""

import sys
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, nullcontext, suppress
from importlib import import_module
from textwrap import fill
from typing import TextIO

from splendor.bots import Bot, make_bot
from splendor.bots.candidates import Analysis
from splendor.core.chance import Seed
from splendor.core.errors import RulesError
from splendor.formats import write_game
from splendor.game import Game
from splendor.ruleset import Move
from splendor.terminal.drawing import NO_BREAK, WIDTH, how_many, on_sale, paint, plain
from splendor.terminal.faces import Face, face_of
from splendor.terminal.files import choose_game, games_in, is_there, read_text, whole_file
from splendor.terminal.hint import (
    HintRequest,
    StepwiseHint,
    advice,
    only_move,
    read_request,
    think,
)
from splendor.terminal.log_lines import (
    log_entries,
    log_head,
    play,
    result_text,
    statistics,
    table_text,
)
from splendor.terminal.prompt import question, read_moves, what_to_buy, why_not
from splendor.terminal.seats import (
    HUMAN,
    Seat,
    check_number,
    header_of,
    is_searching,
    is_you,
    names_of,
    rungs_text,
    seats_of,
    usual_seats,
)
from splendor.terminal.thinking import BotFailure, bots_choice, notice, stoppable, warm_search
from splendor.view import View

OVER = "the game is over: undo, save FILE, log or quit"
NOTICEABLE = 0.3  # seconds of thinking after which a notice is shown


class Screen:
    """Input and output: a terminal or a pipe, with or without colours."""

    def __init__(self, source: TextIO, target: TextIO, colour: bool) -> None:
        self.source, self.target, self.colour = source, target, colour
        self.interactive = source.isatty() and target.isatty()
        if self.interactive:
            with suppress(ImportError):  # not on Windows
                import_module("readline")  # line editing and history for input()

    def show(self, text: str = "") -> None:
        print(text if self.colour else plain(text), file=self.target, flush=True)

    def tell(self, head: str, sentence: str) -> None:
        """Show a sentence after its heading, wrapped and indented."""
        text = fill(sentence, WIDTH, initial_indent=head, subsequent_indent=" " * len(head))
        self.show(text.replace(NO_BREAK, " "))

    def ask(self, prompt: str) -> str | None:
        """A line of input, or `None` at its end."""
        if self.interactive and self.source is sys.stdin and self.target is sys.stdout:
            try:
                return input(prompt)
            except EOFError:
                self.show()
                return None
        self.target.write(prompt)
        self.target.flush()
        line = self.source.readline()
        echo = line.rstrip("\n") if not self.source.isatty() else None
        if echo is not None or not line:
            self.show(echo or "")  # a pipe does not echo the input
        return line.rstrip("\n") if line else None

    def notice(self, text: str, after: float = 0.0) -> AbstractContextManager[None]:
        """Show a text while the block runs longer than `after` seconds, on a terminal only."""
        return notice(self.target, text, after) if self.interactive else nullcontext()

    def clear(self) -> None:
        """Clear the screen and its scrollback."""
        if self.interactive:
            self.target.write("\x1b[2J\x1b[3J\x1b[H")
            self.target.flush()


class Terminal:
    """One game at one keyboard."""

    def __init__(
        self, game: Game, seats: tuple[Seat, ...], screen: Screen, seed: Seed = None
    ) -> None:
        self.game, self.screen, self.seed = game, screen, seed
        self.shown_hint: StepwiseHint | None = None
        self.sit_down(seats)
        self.saved_as = ""
        self.written: set[str] = set()  # files saved from this game, which may be overwritten
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "?": self.help,
            "moves": self.list_moves,
            "what": self.what,
            "hint": self.hint,
            "undo": self.undo,
            "save": self.save,
            "save!": self.overwrite,
            "load": self.load,
            "log": self.log,
            "table": self.table,
            "position": self.position,
            "resign": self.resign,
        }

    def sit_down(self, seats: tuple[Seat, ...]) -> None:
        check_number(seats, self.game.players)
        if any(map(is_searching, seats)):
            warm_search(self.game.rules)
        self.seats = seats
        self.humans = [index for index, seat in enumerate(seats) if seat.kind == HUMAN]
        self.names = names_of(seats)
        self.bots: dict[int, Bot] = {
            index: make_bot(seat.kind, None if self.seed is None else f"{self.seed}/bot/{index}")
            for index, seat in enumerate(seats)
            if seat.kind != HUMAN
        }
        self.watcher: int | None = None  # the human who saw the screen last
        self.known: dict[int, frozenset[int]] = {}  # the open cards, as last seen
        self.stale = True
        self.stuck = False  # whether the active bot has failed

    # The course of the game

    def run(self) -> int:
        if self.humans:
            moves = f"Type a move such as {self.face.example}"
            self.screen.show(f" {moves}, or a command: help explains, hint advises.")
            if rungs := rungs_text(self.seats, self.game.ruleset.name):
                self.screen.tell(" ", f"The bots: {rungs}; splendor bots lists them all.")
        while self.step():
            pass
        self.leave()
        return 0

    def step(self) -> bool:
        """One decision or one command; False when the session ends."""
        if not self.game.is_over and self.game.active in self.bots:
            return self.ask_about_the_bot() if self.stuck else self.let_the_bot_play()
        if not self.game.is_over and not self.hand_over():
            return False
        if is_forced(self.game):
            self.play_moves(self.game.legal_moves)
            return True
        if self.stale:
            self.table()
        if not self.humans:
            return False
        line = self.screen.ask(f"{question(self.game, self.names, len(self.humans) > 1)} > ")
        return line is not None and self.run_line(line.strip())

    def let_the_bot_play(self) -> bool:
        seat = self.game.active
        try:
            with self.screen.notice(f" {self.names[seat]} thinks …", NOTICEABLE):
                move = bots_choice(self.bots[seat], self.game.view(seat))
        except (BotFailure, KeyboardInterrupt) as failure:
            why = f"{self.names[seat]} {str(failure) or 'was interrupted'}"
            if not self.humans:
                raise type(failure)(why) from failure
            self.screen.show(f" ! {why}")
            self.stuck = True
        else:
            self.play(move)
        return True

    def ask_about_the_bot(self) -> bool:
        """Ask what to do about a bot that failed: Enter lets it try again."""
        name = self.names[self.game.active]
        line = self.screen.ask(f"undo, quit, or Enter to let {name} try again > ")
        if line is None:
            return False
        self.stuck = bool(line.strip())
        return self.run_line(line.strip())

    def check_a_human_decides(self) -> None:
        if self.game.is_over:
            raise RulesError(OVER)
        if self.game.active not in self.humans:
            raise RulesError(f"{self.names[self.game.active]} decides now, not you")

    @property
    def face(self) -> Face:
        return face_of(self.game)

    def play(self, move: Move) -> bool:
        """Play and describe a move; return whether it drew a card that only its player may see."""
        entry = play(self.game, move)
        self.screen.tell(f" {self.names[entry.seat]}: ", self.to_you(entry.sentence))
        self.stale = True
        return drew_unseen(self.game)

    def to_you(self, sentence: str) -> str:
        """The sentence addressed to the only human, if there is only one."""
        for seat, name in enumerate(self.names):
            if is_you(name):
                return sentence.replace(f"from seat {seat}", "from you")
        return sentence

    def hand_over(self) -> bool:
        """Clear the screen before another human's turn; False at the end of the input."""
        seat = self.game.active
        if self.watcher != seat and self.has_secrets() and self.screen.interactive:
            self.screen.clear()
            if self.screen.ask(f"{self.names[seat]}: press Enter when you are ready ") is None:
                return False
            self.screen.clear()
        self.stale |= self.watcher != seat
        self.watcher = seat
        return True

    def has_secrets(self) -> bool:
        """Whether a human holds a card that another human at this screen may not see."""
        return len(self.humans) > 1 and any(secrets(self.game, seat) for seat in self.humans)

    def leave(self) -> None:
        if not self.game.is_over:
            kept = f"It is saved in {self.saved_as}." if self.saved_as else "It is not saved."
            self.screen.show(f"The game is unfinished, in round {self.game.round}. {kept}")

    def run_line(self, line: str) -> bool:
        """Run a command or play moves; a mistake is reported in one line and changes nothing."""
        word, _, rest = line.partition(" ")
        if word.lower() in ("quit", "exit", "q"):
            return False
        try:
            if line.lower() == "buy":
                self.what("")
            elif word.lower() in self.commands:
                self.commands[word.lower()](rest.strip())
            elif line:
                self.decide(line)
        except RulesError as error:
            self.screen.show(f" ! {error}")
        return True

    def decide(self, line: str) -> None:
        """Play every move of the line, or none."""
        self.check_a_human_decides()
        moves = read_moves(self.game, line)
        check_line(self.game, moves)
        self.saved_as = ""
        self.play_moves(moves)

    def play_moves(self, moves: Sequence[Move]) -> None:
        """Play moves of the active human."""
        seat = self.game.active
        drew = [self.play(move) for move in moves]
        if any(drew):
            self.show_drawn_card(seat)

    def show_drawn_card(self, seat: int) -> None:
        """Show a card that was reserved unseen to its player only."""
        held = self.game.table.places[seat].hand[-1]
        if held.card is None or (len(self.humans) > 1 and not self.screen.interactive):
            return
        self.screen.show(f" You drew: {self.face.card_word(held.card)}")
        if len(self.humans) > 1 and self.game.active != seat:
            self.screen.ask("Press Enter to hide it ")

    # Commands

    def table(self, rest: str = "") -> None:
        """Draw the table as the active seat sees it, and its legal moves."""
        self.screen.show()
        viewer = self.viewer()
        table = self.game.view(viewer).table
        self.screen.show(table_text(self.game, table, self.names, viewer, self.fresh(viewer)))
        if self.game.is_over:
            self.show_result()
        elif self.game.active in self.humans:
            self.screen.show("\n".join(["", *self.face.choices(self.game)]))
        self.stale = False

    def fresh(self, viewer: int | None) -> frozenset[int]:
        """The cards that a human has not seen before this turn."""
        if viewer is None:
            return frozenset()
        cards = on_sale(self.game.table)
        fresh = cards - self.known.get(viewer, cards)
        if self.stale:
            self.known[viewer] = cards
        return fresh

    def viewer(self) -> int | None:
        """The seat for which the table is drawn: the active human, or the only human."""
        if not self.game.is_over and self.game.active in self.humans:
            return self.game.active
        return self.humans[0] if len(self.humans) == 1 else None

    def show_result(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        self.screen.show(f"\n {paint(result_text(self.game, outcome, self.names), '1')}")
        self.screen.show(statistics(self.game, self.names))

    def help(self, rest: str) -> None:
        self.screen.show(self.face.help(self.game.options))

    def list_moves(self, rest: str) -> None:
        self.check_a_human_decides()
        for move in self.game.legal_moves:
            self.screen.tell(f"  {move!s:<{self.face.longest}} ", self.game.describe(move))

    def what(self, rest: str) -> None:
        if self.game.is_over:
            raise RulesError(OVER)
        seat = self.viewer()
        if rest or seat is None:
            seat = read_seat(rest, self.game.players)
        name = "You" if seat == self.viewer() else self.names[seat]
        self.screen.show("\n".join(what_to_buy(self.game, self.viewer(), seat, name)))

    def hint(self, rest: str) -> None:
        """Search from the view of the active human, and show the result."""
        wish = read_request(rest)
        self.check_a_human_decides()
        view = self.game.view(self.game.active)
        if len(view.legal_moves) == 1:
            self.screen.tell(*only_move(view))
            return
        if not (wish.stepwise and self.shown_hint and self.shown_hint.view == view):
            self.shown_hint = StepwiseHint(view, self.search_for_hint(view, wish))
        shown = self.shown_hint
        steps = list(shown.next(self.names)) if wish.stepwise else []
        all_moves = advice(view, shown.found, wish, self.names, self.face.longest)
        for head, sentence in steps or all_moves:
            self.screen.tell(head, sentence)

    def search_for_hint(self, view: View, wish: HintRequest) -> Analysis:
        warm_for_a_hint(self.game.rules)
        seed = None if self.seed is None else f"{self.seed}/hint/{self.game.ply}"
        text = f" Thinking for {wish.words}, Ctrl-C stops …"
        with stoppable() as pressed, self.screen.notice(text):  # catch Ctrl-C before offering it
            return think(view, wish, seed, pressed)

    def undo(self, rest: str) -> None:
        """Take back the last decision of a human (or the last N), and everything after it."""
        wanted, undone, trial = read_count(rest), 0, self.game.copy()
        while undone < wanted:
            if not trial.moves and not trial.is_over:
                there_is = f"there {'is' if undone == 1 else 'are'} only"
                only = f"{there_is} {how_many(undone, 'decision')}"
                raise RulesError(f"{only if undone else 'there is nothing'} to take back")
            if len(self.humans) > 1:
                check_nothing_was_drawn(trial)
            trial.pop()
            undone += trial.active in self.humans and not is_forced(trial)
        self.game, self.stale, self.saved_as, self.stuck = trial, True, "", False

    def save(self, rest: str) -> None:
        if rest and is_there(rest) and rest not in self.written:
            raise RulesError(f"{rest} exists: choose another name, or overwrite it with save! FILE")
        self.overwrite(rest)

    def overwrite(self, rest: str) -> None:
        if not rest:
            raise RulesError("say where: save FILE")
        text = write_game(self.game, header_of(self.seats))
        with whole_file(rest) as file:
            file.write(text)
        self.saved_as = rest
        self.written.add(rest)
        self.screen.show(f" Saved in {rest}.")

    def load(self, rest: str) -> None:
        if not rest:
            raise RulesError("say which: load FILE")
        file = choose_game(games_in(read_text(rest), rest), None, rest)
        players = file.game.players
        same = (
            self.seats
            if len(self.seats) == players
            else usual_seats(file.game.ruleset.name, players)
        )
        seats = seats_of(file) or same
        self.game = file.game
        self.sit_down(seats)
        self.saved_as = rest
        self.written.clear()

    def log(self, rest: str) -> None:
        for _, entry in log_entries(self.game):
            head = log_head(self.game, entry, self.names)
            self.screen.tell(head, self.to_you(entry.sentence))
        if not self.game.moves:
            self.screen.show(" No move has been made yet.")

    def position(self, rest: str) -> None:
        self.screen.show(self.game.view(self.viewer()).position)

    def resign(self, rest: str) -> None:
        if self.game.is_over:
            raise RulesError("the game is over already")
        self.check_a_human_decides()
        others = (seat for seat in range(self.game.players) if seat != self.game.active)
        self.game.conclude("resignation", tuple(others))
        self.stale = True


def secrets(game: Game, seat: int) -> int:
    """The number of cards in hand that only this seat has seen."""
    return sum(held.unseen for held in game.table.places[seat].hand)


def drew_unseen(game: Game) -> bool:
    """Whether the last decision drew a card that only its player saw."""
    before = game.copy()
    if before.pop() is None:  # a conclusion
        return False
    return secrets(game, before.active) > secrets(before, before.active)


def check_nothing_was_drawn(game: Game) -> None:
    """Refuse to take back a decision that revealed something hidden."""
    what = "an unseen card was" if drew_unseen(game) else "tokens were" if game.drawn else ""
    if what:
        raise RulesError(f"{what} drawn since: that cannot be taken back")


def is_forced(game: Game) -> bool:
    """Whether the only legal move is played without asking."""
    automatic = game.phase in face_of(game).automatic
    return automatic and len(game.legal_moves) == 1


def check_line(game: Game, moves: Sequence[Move]) -> None:
    """Refuse a line of moves that cannot all be played.

    A move that reveals something (tokens from the bag, a card) must not be followed by another
    action in the same line: whether that action is legal would reveal the hidden part in advance.
    """
    trial, seat, shown = game.copy(), game.active, False
    for index, move in enumerate(moves):
        before = moves[:index]
        if trial.is_over or trial.active != seat:
            raise RulesError(f"your turn is over after {before[-1]}: leave out {move}")
        if shown and trial.phase == "play":
            raise RulesError(
                f"{before[-1]} brings something new: type {move} when you have seen it"
            )
        if not trial.is_legal(move):
            raise RulesError(why_not(trial, move, before))
        decks = trial.table.deck_sizes
        trial.push(move)
        shown = shown or bool(trial.drawn) or trial.table.deck_sizes != decks


def warm_for_a_hint(rules: str) -> None:
    """Compile the search; Ctrl-C cancels the hint, not the game."""
    try:
        warm_search(rules)
    except KeyboardInterrupt:
        raise RulesError("the search is not compiled yet: type hint again") from None


def read_seat(text: str, players: int) -> int:
    if text not in map(str, range(players)):
        raise RulesError(f"whose? what 0 to what {players - 1}")
    return int(text)


def read_count(text: str) -> int:
    if not text:
        return 1
    if not (text.isascii() and text.isdigit() and int(text[:9])):
        raise RulesError("how many decisions? undo, or undo 2 for the last two")
    return int(text[:9])
