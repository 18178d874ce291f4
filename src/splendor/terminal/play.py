"""The table in a terminal, and the keyboard. Humans and simple bots play at one screen."""

import sys
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from pathlib import Path
from textwrap import fill
from typing import TextIO

from splendor.base.moves import ReserveTop
from splendor.bots import BOT_NAMES, Bot, Clock, make_bot
from splendor.chance import Seed
from splendor.errors import RecordError, RulesError
from splendor.game import Game
from splendor.record import read_any, write_game
from splendor.ruleset import Move
from splendor.terminal.drawing import MARGIN, WIDTH, Scene, card_word, draw, paint, plain, width_of
from splendor.terminal.files import read_text, whole_file
from splendor.terminal.prompt import choices, question, read_moves, shopping, why_not
from splendor.terminal.story import last_turns, log_line, play, result_text, retold, statistics

HUMAN = "human"
SEATS_HEADER = "Seats"
LONGEST_NAME = 16

HELP = """\
 Moves     WUG         take three gems: W white, U blue, G green, R red, K black
           WW          take two of one colour (four must lie in the supply)
           b2c, bh1    buy the card at 2c, or the first card of your hand
           b2c+        buy it, choosing which gems gold (J) stands for: then J=W …, and pay
           r2c, r3     reserve the card at 2c, or the unseen top card of level 3
           -K, n2      return a black token; receive the noble n2
           Words work too (buy 2c, take W U G), and a whole turn fits on a line: WUG -K
 Commands  moves       every legal move in a sentence
           what        what you can buy and what is nearest; what 1: the same for seat 1
           undo        back to your last decision       log       the moves so far
           table       draw the table again             position  the position as text
           save FILE   keep the game in a file          load FILE go on with a saved one
           resign      give up                          quit      leave (nothing is saved)
           help        this page
 A card    ╭─ 2c ── 2 pts  K ─╮   where it lies, its points, the bonus that it gives
           │ U1  G4  R2       │   its price; and below, what that means for you:
           │  ✓   2  −1       │   ✓ your bonuses cover it, 2 you pay two tokens, −1 one is missing
           ╰─ BUY ★1 ─────────╯   BUY you can buy it, ★1 with one gold; −2 two gems are missing
 Nobles    come by themselves to who has the bonuses; "to go" says how many each seat lacks"""


@dataclass(frozen=True, slots=True)
class Seat:
    """Who plays: a human with a name, or a bot."""

    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.kind}:{self.name}" if self.name else self.kind


def parse_seats(text: str) -> tuple[Seat, ...]:
    """Seats from `human:Anna,greedy`."""
    return tuple(parse_seat(word.strip()) for word in text.split(","))


def parse_seat(text: str) -> Seat:
    kind, _, name = text.partition(":")
    if kind not in (HUMAN, *BOT_NAMES):
        raise RulesError(f"nobody can play as {kind!r}: {', '.join((HUMAN, *BOT_NAMES))}")
    if not name.isprintable() or width_of(name) > LONGEST_NAME:
        raise RulesError(f"a name has at most {LONGEST_NAME} printable letters, not {name!r}")
    return Seat(kind, name)


def usual_seats(players: int) -> tuple[Seat, ...]:
    return (Seat(HUMAN, ""), *[Seat("greedy", "")] * (players - 1))


class Screen:
    """Where is written and read: a terminal or a pipe, in colours or without."""

    def __init__(self, source: TextIO, target: TextIO, colour: bool) -> None:
        self.source, self.target, self.colour = source, target, colour
        self.interactive = source.isatty() and target.isatty()
        if self.interactive:
            with suppress(ImportError):  # not on Windows
                import_module("readline")  # a line can then be edited, and old ones recalled

    def show(self, text: str = "") -> None:
        print(text if self.colour else plain(text), file=self.target, flush=True)

    def tell(self, sentence: str) -> None:
        """Show a sentence, on more than one line if need be."""
        self.show(fill(sentence, WIDTH, subsequent_indent=" " * MARGIN, drop_whitespace=True))

    def ask(self, prompt: str) -> str | None:
        """A line from the keyboard, or `None` when there are no more."""
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
            self.show(echo or "")  # through a pipe nobody sees what is typed
        return line.rstrip("\n") if line else None

    def clear(self) -> None:
        """Leave nothing to scroll back to."""
        if self.interactive:
            self.target.write("\x1b[2J\x1b[3J\x1b[H")
            self.target.flush()


class Terminal:
    """One game at one keyboard."""

    def __init__(
        self, game: Game, seats: tuple[Seat, ...], screen: Screen, seed: Seed = None
    ) -> None:
        self.game, self.screen, self.seed = game, screen, seed
        self.sit_down(seats)
        self.saved_as = ""
        self.commands: dict[str, Callable[[str], None]] = {
            "help": self.help,
            "?": self.help,
            "moves": self.list_moves,
            "what": self.what,
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
        if len(seats) != self.game.players:
            raise RulesError(
                f"the game is for {self.game.players} players, but {len(seats)} sit at the table"
            )
        self.seats = seats
        self.humans = [index for index, seat in enumerate(seats) if seat.kind == HUMAN]
        self.names = tuple(self.name_of(index) for index in range(len(seats)))
        self.bots: dict[int, Bot] = {
            index: make_bot(seat.kind, None if self.seed is None else f"{self.seed}/bot/{index}")
            for index, seat in enumerate(seats)
            if seat.kind != HUMAN
        }
        self.watcher: int | None = None  # the human who saw the screen last
        self.known: dict[int, frozenset[int]] = {}  # the market as each human saw it last
        self.stale = True

    def name_of(self, index: int) -> str:
        seat = self.seats[index]
        you = "You" if self.humans == [index] else HUMAN
        return f"Seat {index} · {seat.name or (you if seat.kind == HUMAN else seat.kind)}"

    # The course of the game

    def run(self) -> int:
        if self.humans:
            self.screen.show(" Type a move such as WUG, r3 or b2c, or a command: help explains.")
        while self.step():
            pass
        self.leave()
        return 0

    def step(self) -> bool:
        """One decision or one command; false when there is no more to do."""
        if not self.game.is_over and self.game.seat in self.bots:
            self.let_the_bot_play()
            return True
        if not self.game.is_over and not self.hand_over():
            return False
        if self.stale:
            self.table()
        if not self.humans:
            return False
        line = self.screen.ask(f"{question(self.game, self.names, len(self.humans) > 1)} > ")
        return line is not None and self.obey(line.strip())

    def let_the_bot_play(self) -> None:
        seat = self.game.seat
        self.play(self.bots[seat].choose(self.game.view(seat), Clock()))

    def play(self, move: Move) -> None:
        told = play(self.game, move)
        self.screen.tell(f" {self.names[told.seat]}: {told.sentence}")
        self.stale = True

    def hand_over(self) -> bool:
        """Hide the hand of one human before another looks; false when the input ends."""
        seat = self.game.seat
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
        places = self.game.table.places
        held = [card for seat in self.humans for card in places[seat].hand]
        return len(self.humans) > 1 and any(card.unseen for card in held)

    def leave(self) -> None:
        if not self.game.is_over:
            kept = f"It is saved in {self.saved_as}." if self.saved_as else "It is not saved."
            self.screen.show(f"The game is unfinished, in round {self.game.round}. {kept}")

    def obey(self, line: str) -> bool:
        """Carry out what was typed; a mistake is told in one line and changes nothing."""
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
        if self.game.is_over:
            raise RulesError("the game is over: undo, save FILE, log or quit")
        moves = read_moves(line)
        trial, seat = self.game.copy(), self.game.seat
        for index, move in enumerate(moves):
            if trial.is_over or trial.seat != seat:
                raise RulesError(f"your turn is over after {moves[index - 1]}: leave out {move}")
            if not trial.is_legal(move):
                raise RulesError(why_not(trial, move))
            trial.push(move)
        self.saved_as = ""
        for move in moves:
            self.play(move)
        if any(isinstance(move, ReserveTop) for move in moves):
            self.show_drawn_card(seat)

    def show_drawn_card(self, seat: int) -> None:
        """B3.3: who reserves an unseen card looks at it, alone."""
        held = self.game.table.places[seat].hand[-1]
        if held.card is None or (len(self.humans) > 1 and not self.screen.interactive):
            return
        self.screen.show(f" You drew: {card_word(held.card)}")
        if len(self.humans) > 1 and self.game.seat != seat:
            self.screen.ask("Press Enter to hide it ")

    # What can be typed

    def table(self, rest: str = "") -> None:
        """Draw what the seat that decides may know, and what it may do."""
        self.screen.show()
        self.screen.show(draw(self.scene()))
        if self.game.is_over:
            self.show_result()
        elif self.game.seat in self.humans:
            self.screen.show("\n".join(["", *choices(self.game)]))
        self.stale = False

    def scene(self) -> Scene:
        eyes = self.eyes()
        table = self.game.view(eyes).table
        market = frozenset(card.id for row in table.market for card in row if card)
        fresh: frozenset[int] = frozenset()
        if eyes is not None:
            fresh = market - self.known.get(eyes, market)
            if self.stale:
                self.known[eyes] = market
        last = last_turns(self.game)
        return Scene(table, self.game.rules, self.names, last, eyes, fresh)

    def eyes(self) -> int | None:
        """For whom is drawn: the human who decides, or the only one there is."""
        if not self.game.is_over and self.game.seat in self.humans:
            return self.game.seat
        return self.humans[0] if len(self.humans) == 1 else None

    def show_result(self) -> None:
        outcome = self.game.outcome
        assert outcome is not None
        self.screen.show(f"\n {paint(result_text(outcome, self.names), '1')}")
        self.screen.show(statistics(self.game, self.names))

    def help(self, rest: str) -> None:
        self.screen.show(HELP)

    def list_moves(self, rest: str) -> None:
        for move in self.game.legal_moves:
            self.screen.tell(f"  {move!s:<5} {self.game.describe(move)}")

    def what(self, rest: str) -> None:
        seat = self.eyes()
        if rest or seat is None:
            seat = read_seat(rest, self.game.players)
        table = self.game.view(self.eyes()).table
        name = "You" if seat == self.eyes() else self.names[seat]
        self.screen.show("\n".join(shopping(table, seat, name)))

    def undo(self, rest: str) -> None:
        """Back to the last decision of a human, and take it back with all that followed."""
        trial = self.game.copy()
        while trial.moves or trial.is_over:
            trial.pop()
            if trial.seat in self.humans:
                self.game, self.stale, self.saved_as = trial, True, ""
                return
        raise RulesError("there is nothing to take back")

    def save(self, rest: str) -> None:
        if rest and Path(rest).exists():
            raise RulesError(f"{rest} exists: choose another name, or overwrite it with save! FILE")
        self.overwrite(rest)

    def overwrite(self, rest: str) -> None:
        if not rest:
            raise RulesError("say where: save FILE")
        text = write_game(self.game, {SEATS_HEADER: ",".join(map(str, self.seats))})
        with whole_file(rest) as file:
            file.write(text)
        self.saved_as = rest
        self.screen.show(f" Saved in {rest}.")

    def load(self, rest: str) -> None:
        if not rest:
            raise RulesError("say which: load FILE")
        self.game, seats = load_game(rest, self.seats)
        self.sit_down(seats)
        self.saved_as = rest

    def log(self, rest: str) -> None:
        for _, told in retold(self.game):
            self.screen.tell(log_line(told, self.names))

    def position(self, rest: str) -> None:
        self.screen.show(self.game.view(self.eyes()).position)

    def resign(self, rest: str) -> None:
        if self.game.is_over:
            raise RulesError("the game is over already")
        others = (seat for seat in range(self.game.players) if seat != self.game.seat)
        self.game.conclude("resignation", tuple(others))
        self.stale = True


def read_seat(text: str, players: int) -> int:
    if text not in map(str, range(players)):
        raise RulesError(f"whose? what 0 to what {players - 1}")
    return int(text)


def load_game(name: str, seats: tuple[Seat, ...] | None = None) -> tuple[Game, tuple[Seat, ...]]:
    """A saved game and who plays it: as the file says, else `seats` if they fit."""
    text = read_text(name)
    try:
        saved = next(iter(read_any(text)))
    except RecordError as error:
        raise RecordError(f"{name}: {error}") from None
    players = saved.game.players
    if SEATS_HEADER in saved.headers:
        seats = parse_seats(saved.headers[SEATS_HEADER])
    fits = seats is not None and len(seats) == players
    return saved.game, seats if fits and seats else usual_seats(players)
