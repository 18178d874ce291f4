"""What the terminal shows while something is compiled."""

import io

from splendor.bots.precompile import Compiling
from splendor.terminal.thinking import compiling_line


class Terminal(io.StringIO):
    def isatty(self) -> bool:
        return True


NEWS = (
    Compiling("base", "rules", 0),
    Compiling("base", "rules", 40),
    Compiling("base", "search", 60),
)


def shown_on(target: io.StringIO) -> str:
    with compiling_line(target) as tell:
        for news in NEWS:
            tell(news)
    return target.getvalue()


def test_a_terminal_shows_what_is_compiled_and_how_far_in_one_line_and_removes_it() -> None:
    *lines, blank, end = shown_on(Terminal()).split("\r")[1:]
    assert lines == [
        "Compiling the rules for this machine, once: 0 %",
        "Compiling the rules for this machine, once: 40 %",
        "Compiling the search for this machine, once: 60 %",
    ]
    assert blank.isspace()
    assert len(blank) >= max(map(len, lines))
    assert end == ""


def test_without_a_terminal_each_part_is_a_line() -> None:
    assert shown_on(io.StringIO()) == (
        "Compiling the rules for this machine, once …\n"
        "Compiling the search for this machine, once …\n"
    )


def test_nothing_is_shown_if_nothing_is_compiled() -> None:
    with compiling_line(target := Terminal()):
        pass
    assert target.getvalue() == ""
