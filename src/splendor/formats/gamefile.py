"""A game as a file for people, both ways: headers, the deal, the moves and comments.

`docs/notation.md` describes it. The rule set supplies the parts of a deal and a move's draws.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, NamedTuple

from splendor.core.errors import FormatError, PositionError, RulesError
from splendor.core.options import parse_value
from splendor.core.position_parts import rules_text, split_rules
from splendor.core.transcript_parts import require
from splendor.deprecated import old_names
from splendor.game import Game
from splendor.outcome import CONCLUSIONS, scores_of
from splendor.ruleset import FORMAT, RULESETS, Ruleset, rules_named, ruleset_of

FIRST_LINE = "splendor-game 1"
UNFINISHED = "*"
NOBODY = "-"
LONGEST_REASON = 400  # characters of an error's text

KEY = re.compile(r"[\w-]+")
# Not allowed in text: control characters other than tab and line feed, and lone surrogates.
JUNK = re.compile(r"[\x00-\x08\x0b-\x1f\x7f-\x9f\ud800-\udfff]")
RESULT = re.compile(r"(?P<winners>-|[0-9](?:\+[0-9])*) by (?P<reason>[a-z]+),.*")
WORD = re.compile(
    r"""(?P<space>\s+)
    | \{ (?P<comment> (?: \\[\\}] | [^}] )*+ ) \}
    | ;  (?P<remark> [^\n]* )
    | (?P<round> [0-9]+ ) \.
    | (?P<earlier> \.\.\. )
    | (?P<bar> \| )
    | (?P<again> & )
    | (?P<move> [^\s{}|&;]+ )""",
    re.VERBOSE,
)


@dataclass(frozen=True)
class GameFile:
    """A game with the headers and comments of its file.

    `comments` are keyed by the number of moves played before them.

    >>> found = read_game(write_game(splendor.Game(seed=1), {"date": "2026-01-31"}))
    >>> found.headers["date"], found.comments
    ('2026-01-31', {})
    """

    game: Game
    headers: dict[str, str] = field(default_factory=dict)
    comments: dict[int, str] = field(default_factory=dict)


def at(line: int, reason: object) -> FormatError:
    """An error in one line, whatever the file contains."""
    text = "".join(c if c.isprintable() else ascii(c)[1:-1] for c in str(reason))
    short = text if len(text) <= LONGEST_REASON else f"{text[:LONGEST_REASON]}…"
    return FormatError(f"line {line}: {short}")


def reserved_keys(ruleset: Ruleset | None) -> tuple[str, ...]:
    """The headers that are written from the game itself."""
    dealt = (*deck_keys(ruleset), *ruleset.deal_keys) if ruleset else ()
    return ("rules", *dealt, "position", "result")


def deck_keys(ruleset: Ruleset) -> tuple[str, ...]:
    """The headers of the decks: `deck1`, `deck2` and so on."""
    return tuple(f"deck{level}" for level in range(1, ruleset.decks + 1))


# Writing


def write_game(
    game: Game, headers: Mapping[str, str] | None = None, comments: Mapping[int, str] | None = None
) -> str:
    """The game as a file for people, with headers such as a date and names, and comments.

    A comment's key is the number of moves played before it.

    >>> print(write_game(splendor.Game(seed=1), {"event": "Friday"}))
    splendor-game 1
    ...
    """
    check_headers(headers or {}, reserved_keys(game.ruleset))
    check_comments(comments or {}, game.ply)
    lines = [f"{key}: {value}".rstrip() for key, value in all_headers(game, headers or {})]
    moves = "".join(f"{line}\n" for line in move_lines(game, comments or {}))
    return "\n".join([FIRST_LINE, *lines, "", moves])


def check_headers(headers: Mapping[str, str], reserved: tuple[str, ...]) -> None:
    for key, value in headers.items():
        require(isinstance(key, str) and KEY.fullmatch(key), f"{key!r} cannot be a header's key")
        require(key.lower() not in reserved, f"the header {key!r} is written from the game")
        fits = isinstance(value, str) and value == value.strip() and "\n" not in value
        require(fits and not JUNK.search(value), f"header {key!r} must be one line of text")


def check_comments(comments: Mapping[int, str], moves: int) -> None:
    for number, comment in comments.items():
        placed = type(number) is int and 0 <= number <= moves
        require(placed, f"no comment can stand after {number!r} of {moves} moves")
        fits = isinstance(comment, str) and not JUNK.search(comment)
        require(fits, f"the comment after {number} moves must be text")


def all_headers(game: Game, headers: Mapping[str, str]) -> Iterator[tuple[str, str]]:
    yield from headers.items()
    try:
        deal = game.deal()
    except FormatError:
        yield "position", before_the_moves(game)[0].position
    else:
        changed = game.ruleset.changed_options(game.rules, game.options)
        yield "rules", rules_text(game.rules, changed)
        for key, deck in zip(deck_keys(game.ruleset), deal["decks"], strict=True):
            yield key, " ".join(map(str, deck))
        yield from game.ruleset.deal_words(deal).items()
    yield "result", result_text(game)


def result_text(game: Game) -> str:
    """`0+1 by points, points 15-15, cards 9-9`; or `*` while the game goes on."""
    outcome = game.outcome
    if outcome is None:
        return UNFINISHED
    winners = "+".join(map(str, outcome.winners)) or NOBODY
    scores = scores_of(outcome, game.ruleset).items()
    scored = (f"{name} {'-'.join(map(str, counts))}" for name, counts in scores)
    return ", ".join([f"{winners} by {outcome.reason}", *scored])


class Played(NamedTuple):
    """A move in notation, and the turn in which it was played."""

    round: int
    turn: int
    seat: int
    text: str


def before_the_moves(game: Game) -> tuple[Game, list[Played]]:
    """The game as it began, and its moves."""
    again, count = game.copy(), game.ply
    decisions: list[Played] = []
    while len(decisions) < count:
        drawn, move = again.drawn, again.pop()
        if move is not None:
            text = f"{move}:{drawn}" if drawn else str(move)
            decisions.append(Played(again.round, again.turn, again.active, text))
    return again, decisions[::-1]


def move_lines(game: Game, comments: Mapping[int, str]) -> Iterator[str]:
    """One line per round, with separators between turns, and comments in their places."""
    if 0 in comments:
        yield braced(comments[0])
    begun, decisions = before_the_moves(game)
    words = ["... |"] * turns_before(begun)
    last = Played(begun.round, begun.turn, begun.active, "")
    for number, played in enumerate(decisions, start=1):
        if played.round != last.round:
            yield " ".join([f"{last.round}.", *words])
            words = []
        elif played.turn != last.turn:
            words.append("|" if played.seat != last.seat else "&")
        last = played
        words.append(played.text)
        if number in comments:
            words.append(braced(comments[number]))
    if decisions:
        yield " ".join([f"{last.round}.", *words])


def turns_before(game: Game) -> int:
    """How many seats have already had their turn in this round."""
    return (game.active - int(game.table.start)) % game.players


def braced(comment: str) -> str:
    escaped = comment.replace("\\", "\\\\").replace("}", "\\}")
    return f"{{{escaped}}}"


# Reading


@dataclass(frozen=True)
class Header:
    value: str
    line: int


def read_game(text: str) -> GameFile:
    """The game in a game file; `FormatError` names the line and the reason.

    >>> game = splendor.Game(seed=1)
    >>> read_game(write_game(game)).game == game
    True
    """
    require(isinstance(text, str), "a game file must be given as text (str)")
    text = text.removeprefix("\ufeff").replace("\r\n", "\n").replace("\r", "\n")
    lines = text.split("\n")
    require_text(lines)
    first = next((number for number, line in enumerate(lines) if line.strip()), 0)
    if lines[first].strip() != FIRST_LINE:
        raise at(first + 1, f"a game file begins with the line {FIRST_LINE!r}")
    end = next((n for n in range(first, len(lines)) if not lines[n].strip()), len(lines))
    headers = read_headers(lines[:end], first + 1)
    reader = MoveReader(begin_game(headers, first + 1))
    reader.read("\n".join(lines[end:]), end + 1)
    end_game(reader.game, headers["result"])
    reserved = reserved_keys(reader.game.ruleset)
    free = {key: header.value for key, header in headers.items() if key not in reserved}
    return GameFile(reader.game, free, reader.comments)


def require_text(lines: list[str]) -> None:
    for number, line in enumerate(lines, start=1):
        if junk := JUNK.search(line):
            raise at(number, f"this is not text: it has the character {junk[0]!r}")


def read_headers(lines: list[str], first: int) -> dict[str, Header]:
    """The headers by key, the reserved ones in lower case. They begin at lines[first]."""
    headers: dict[str, Header] = {}
    found = list(header_lines(lines, first))
    reserved = reserved_keys(ruleset_named(found))
    for key, header in found:
        key = key.lower() if key.lower() in reserved else key
        if key in headers:
            raise at(header.line, f"the header {key!r} is given twice")
        headers[key] = header
    return headers


def header_lines(lines: list[str], first: int) -> Iterator[tuple[str, Header]]:
    for number, line in enumerate(lines[first:], start=first + 1):
        key, colon, value = (part.strip() for part in line.partition(":"))
        if not colon or not KEY.fullmatch(key):
            raise at(number, "a header looks like 'date: 24 May', and a blank line ends them")
        yield key, Header(value, number)


def ruleset_named(headers: list[tuple[str, Header]]) -> Ruleset | None:
    """The game to which the header `rules` or `position` belongs, if it is known."""
    naming = [(key, header) for key, header in headers if key.lower() in ("rules", "position")]
    named = rules_named("\n".join(f"{key}: {header.value}" for key, header in naming))
    return RULESETS[named[0]] if named else None


def begin_game(headers: dict[str, Header], first: int) -> Game:
    """The game before its first move."""
    ruleset = ruleset_named(list(headers.items()))
    reserved = reserved_keys(ruleset)
    needed = tuple(key for key in reserved if key != "position")
    needed = ("position", "result") if "position" in headers else needed
    for key in needed:
        if key not in headers:
            raise at(first, f"the header {key!r} is missing")
    for key, header in headers.items():
        if key in reserved and key not in needed:
            raise at(header.line, f"{key!r} cannot stand beside 'position'")
    if "position" in headers:
        return from_position(headers["position"])
    given = read_rules(headers["rules"])
    try:
        return from_deal(given, headers)
    except RulesError as error:
        raise at(headers[blamed(str(error), reserved)].line, error) from None


def from_position(header: Header) -> Game:
    try:
        return Game.from_position(header.value)
    except PositionError as error:
        raise at(header.line, error) from None


def read_rules(header: Header) -> dict[str, object]:
    """The name of the rule set and the options after it: `official,players=2,target=21`."""
    rules, given, wrong = split_rules(header.value)
    try:
        ruleset = ruleset_of(rules)
    except RulesError as error:
        raise at(header.line, error) from None
    if "name" in given:  # beside the options of a transcript it is the name of the rules
        wrong = f"name={given['name']}"
    if wrong is not None:
        raise at(header.line, f"{wrong!r} is not an option, or is given twice")
    options = {name: ruleset.parse_option(name, value) for name, value in given.items()}
    return {"name": rules, **options}


def from_deal(rules: dict[str, object], headers: dict[str, Header]) -> Game:
    ruleset = ruleset_of(str(rules["name"]))
    words_of = {key: headers[key].value.split() for key in deck_keys(ruleset)}
    decks = [[parse_value(word) for word in words] for words in words_of.values()]
    words = {key: headers[key].value for key in ruleset.deal_keys}
    deal: dict[str, Any] = {"decks": decks, **ruleset.read_deal_words(words)}
    return Game.from_transcript(
        {"format": FORMAT, "rules": rules, "deal": deal, "turns": [], "result": None}
    )


def blamed(reason: str, reserved: tuple[str, ...]) -> str:
    """The header that an error message mentions first."""
    words: list[str] = re.findall(r"\w+", reason)
    return next((word for word in words if word in reserved), "rules")


def end_game(game: Game, header: Header) -> None:
    """Conclude the game as the header `result` says, unless its moves ended it."""
    stated = " ".join(header.value.split())
    result = RESULT.fullmatch(stated)
    if result and result["reason"] in CONCLUSIONS and not game.is_over:
        winners = result["winners"].replace(NOBODY, "")
        try:
            game.conclude(result["reason"], tuple(map(int, filter(None, winners.split("+")))))
        except RulesError as error:
            raise at(header.line, error) from None
    right = result_text(game)
    if stated != right:
        raise at(header.line, f"the moves lead to the result {right!r}, not {stated!r}")


class MoveReader:
    """Plays the moves of a file and checks that each belongs to its round and turn."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.comments: dict[int, str] = {}
        self.start = int(game.table.start)
        self.round = 0  # as the file counts
        self.turn = 0  # which seat's, in the order of the round
        self.begun = 0  # the number of the turn that followed the last separator

    def read(self, text: str, line: int) -> None:
        """Read the moves in a text that begins at this line of the file."""
        begin = 0
        while begin < len(text):
            word = WORD.match(text, begin)
            if word is None:
                brace = "a comment has no end" if text[begin] == "{" else "a '}' without '{'"
                raise at(line, brace)
            try:
                self.take_in(word)
            except RulesError as error:
                raise at(line, error) from None
            line += text.count("\n", begin, word.end())
            begin = word.end()

    def take_in(self, word: re.Match[str]) -> None:
        match word.lastgroup:
            case "comment":
                self.comment(re.sub(r"\\([\\}])", r"\1", word["comment"]))
            case "remark":
                self.comment(word["remark"].strip())
            case "round":
                self.begin_round(word["round"])
            case "earlier":
                early = not self.game.moves and self.turn < self.due
                self.check(early, "'...' stands for a turn before the position")
            case "bar":
                self.check(self.round > 0, "no round has begun")
                self.check(self.turn + 1 < self.game.players, "no further turn is in this round")
                self.begin_turn(self.turn + 1)
            case "again":
                self.begin_extra_turn()
            case "move":
                self.play(*word["move"].partition(":"))

    def comment(self, text: str) -> None:
        played = self.game.ply
        before = f"{self.comments[played]}\n" if played in self.comments else ""
        self.comments[played] = before + text

    def begin_round(self, number: str) -> None:
        due = self.game.round
        self.check(not self.game.is_over, f"the game is over before round {number}")
        self.check(
            number == str(due), f"round {number} cannot begin: it is round {due}, {self.whose}"
        )
        self.check(due != self.round, f"round {number} begins twice")
        self.round = due
        self.begin_turn(0)

    def begin_turn(self, turn: int) -> None:
        self.turn, self.begun = turn, self.game.turn

    def begin_extra_turn(self) -> None:
        """Begin an extra turn of the seat whose turn has just ended."""
        self.check(not self.game.is_over, "the game is over before '&'")
        due = self.round == self.game.round and self.turn == self.due
        due = due and self.begun < self.game.turn
        self.check(due, f"'&' stands before an extra turn of the same seat: {self.whose}")
        self.begin_turn(self.turn)

    def play(self, text: str, colon: str, drawn: str) -> None:
        """Play a move; the tokens that it draws follow after a colon."""
        self.check_turn(text)
        self.check(not colon or drawn != "", f"nothing stands after '{text}:'")
        try:
            self.game.push(text, drawn)
        except RulesError as error:
            raise FormatError(f"{self.where}: {error}") from None
        if not drawn and self.game.drawn:
            example = f"{text}:{self.game.drawn}"
            raise FormatError(f"{self.where}: {text!r} must tell what it draws, like {example!r}")

    def check_turn(self, text: str) -> None:
        """Require the move to belong to the turn that is due."""
        game = self.game
        self.check(not game.is_over, f"the game is over before {text!r}")
        self.check(game.round == self.round, f"'{game.round}.' must stand before {text!r}")
        self.check(self.turn <= self.due, f"{text!r} is too early: {self.whose}")
        self.check(self.turn >= self.due, f"the turn is over before {text!r}: a '|' is missing")
        self.check(self.begun == game.turn, f"the turn is over before {text!r}: a '&' is missing")

    def check(self, condition: bool, reason: str) -> None:
        if not condition:
            raise FormatError(f"{self.where}: {reason}")

    @property
    def due(self) -> int:
        """The turn of the round that the game has reached, counted in seats."""
        return (self.game.active - self.start) % self.game.players

    @property
    def where(self) -> str:
        return f"round {self.round}, turn {self.turn + 1}" if self.round else "before the moves"

    @property
    def whose(self) -> str:
        return f"seat {self.game.active} is to {self.game.phase}"


if not TYPE_CHECKING:
    __getattr__ = old_names("splendor.formats.gamefile")
