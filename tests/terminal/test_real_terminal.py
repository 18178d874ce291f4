"""Playing on a pseudo-terminal: colours, the width of the window, the curtain, Ctrl-C."""

import codecs
import fcntl
import os
import pty
import select
import signal
import struct
import subprocess
import sys
import termios
from collections.abc import Callable

import pytest

from splendor import Game
from splendor.cli import warm_up
from splendor.terminal.base.drawing import card_word
from splendor.terminal.drawing import plain
from splendor.terminal.duel.drawing import card_word as duel_card_word
from splendor.terminal.thinking import warm_search
from tests.games import duel_table

COMMAND = "import sys; from splendor.cli import main; sys.exit(main())"
CLEAR = "\x1b[2J"


@pytest.fixture(scope="module", autouse=True)
def warm() -> None:
    warm_up()
    warm_search("official")


class OnATerminal:
    """The program on a pseudo-terminal."""

    def __init__(self, *arguments: str, columns: int = 0, **environment: str) -> None:
        self.master, slave = pty.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 50, columns, 0, 0))
        self.process = subprocess.Popen(
            [sys.executable, "-c", COMMAND, *arguments],
            stdin=slave,
            stdout=slave,
            stderr=slave,
            env={**os.environ, "TERM": "xterm", **environment},
            start_new_session=True,
            # Background jobs of a shell ignore it, and so would their children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder(
            "utf-8"
        )()  # a character may arrive in two parts

    def interrupt(self) -> None:
        """Press Ctrl-C, and again if it was pressed before the program waited for a key."""
        for _ in range(10):
            self.process.send_signal(signal.SIGINT)
            if select.select([self.master], [], [], 3)[0]:
                return

    def read_until(self, condition: Callable[[str], bool]) -> str:
        """Everything shown since the last call, until the condition is true."""
        text = ""
        while not condition(text):
            ready, _, _ = select.select([self.master], [], [], 60)
            assert ready, f"nothing more came after {text[-300:]!r}"
            try:
                text += self.decoder.decode(os.read(self.master, 65536))
            except OSError:  # the program has ended
                break
        return text

    def answer(self, line: str, until: str = " > ") -> str:
        os.write(self.master, f"{line}\n".encode())
        return self.read_until(lambda text: until in text)

    def end(self) -> int:
        status = self.process.wait(60)
        os.close(self.master)
        return status


def test_a_terminal_gets_colours() -> None:
    table = OnATerminal("terminal", "--seed", "5")
    assert "\x1b[44;97mU" in table.read_until(lambda text: " > " in text)
    table.answer("quit", "unfinished")
    assert table.end() == 0


def test_no_color_is_respected() -> None:
    table = OnATerminal("terminal", "--seed", "5", NO_COLOR="1")
    assert "\x1b[44" not in table.read_until(lambda text: " > " in text)
    table.answer("quit", "unfinished")
    assert table.end() == 0


@pytest.mark.parametrize("columns, warned", [(0, 0), (80, 1), (99, 1), (100, 0)])
def test_a_narrow_window_is_mentioned_once(columns: int, warned: int) -> None:
    table = OnATerminal("terminal", "--seed", "5", columns=columns)
    text = table.read_until(lambda text: " > " in text)
    text += table.answer("table") + table.answer("quit", "unfinished")
    assert text.count("the table needs 100 columns") == warned
    assert text.count(f"this window has {columns}\r\n") == warned
    assert table.end() == 0


def test_a_curtain_falls_between_two_humans() -> None:
    game = Game(seed=5, start=0)
    game.push("r3")
    card = game.table.places[0].hand[0].card
    assert card is not None
    secret = plain(card_word(card))
    table = OnATerminal(
        "terminal", "--seed", "5", "--option", "start=0", "--seats", "human:Anna,human:Bob"
    )
    table.read_until(lambda text: "Your move > " in text)
    assert secret in plain(table.answer("r3", "Press Enter to hide it"))
    curtain = table.answer("", "ready")
    assert "Seat 1 · Bob: press Enter when you are ready" in curtain
    assert CLEAR in curtain
    bobs = table.answer("", "Your move > ")
    assert CLEAR in bobs
    assert secret not in plain(bobs)
    assert "level 3, face down" in plain(bobs)
    table.answer("quit", "unfinished")
    assert table.end() == 0


def test_in_duel_the_curtain_falls_when_the_gold_is_taken() -> None:
    game = Game("duel", seed=5, start=0)
    game.push("r3")
    gold = game.legal_moves[0]
    game.push(gold)
    humans = ("--seats", "human:Anna,human:Bob")
    deal = ("--rules", "duel", "--seed", "5", "--option", "start=0")
    table = OnATerminal("terminal", *deal, *humans)
    table.read_until(lambda text: "Your move > " in text)
    table.answer("r3", "unseen card of level 3? > ")
    drawn = plain(table.answer(str(gold), "Press Enter to hide it"))
    held = duel_table(game).places[0].hand[0].card
    assert held is not None
    assert plain(duel_card_word(held)) in drawn
    assert CLEAR in table.answer("", "ready")
    bobs = plain(table.answer("", "Your move > "))
    assert "level 3, face down" in bobs
    table.answer("quit", "unfinished")
    assert table.end() == 0


def test_control_c_ends_the_program_with_one_line() -> None:
    table = OnATerminal("terminal", "--seed", "5")
    table.read_until(lambda text: " > " in text)
    table.interrupt()
    text = table.read_until(lambda text: "interrupted" in text)
    assert "splendor: interrupted" in text
    assert "Traceback" not in text
    assert table.end() == 130


def test_control_c_ends_a_hint_but_not_the_game() -> None:
    table = OnATerminal("terminal", "--seed", "5", "--option", "start=0", "--seats", "human,greedy")
    table.read_until(lambda text: "Your move > " in text)
    table.answer("hint 300s", "Ctrl-C stops …")
    table.interrupt()
    hint = plain(table.read_until(lambda text: "Your move > " in text))
    assert " chance to win " in hint
    assert "Advice" in hint
    assert "Take white, blue and green." in table.answer("WUG", "Your move > ")
    table.answer("quit", "unfinished")
    assert table.end() == 0
