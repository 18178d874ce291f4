"""Tables at which something is going on, for whoever wants to look at them.

Anna is a guest whom both the API and a browser know: through the API she and others play on until
there is something to see, then her browser opens the table. Nobody but the server decides what is
legal.
"""

import json
import random
import re
from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, TypeAlias

from splendor.bots import Clock, make_bot
from splendor.client import Client, Table

Style: TypeAlias = Callable[[Table], str]
Wanted: TypeAlias = Callable[[Table], bool]

GREEDY = make_bot("greedy", seed=7)
CHANCE = random.Random(7)
TEN = 10
FEW = 4  # points of somebody in the middle of a game
TRIES = 5  # games in which it may come to what is wanted
NOTHING = "it never came to what was wanted"
MOST_MOVES = 3000  # of one seat, before something is wrong
TAKE = re.compile(r"[WUGRK]+|([a-e][1-5])+")


class House:
    """Anna and her tables at one server. Each table is made when somebody first looks at it."""

    def __init__(self, url: str, bot: str = "newcomer") -> None:
        self.url, self.bot = url, bot
        self.anna = Client(url, "Anna")
        self.ben = Client(url, "Ben")

    def storage(self, **prefs: Any) -> dict[str, Any]:
        """What Anna's browser remembers: who she is, and what she has chosen."""
        name, _, value = self.anna.cookie.partition("=")
        chosen = json.dumps({"guided": ["base", "duel"], "sound": False, **prefs})
        storage = [{"name": "splendor", "value": chosen}]
        return {
            "cookies": [{"name": name, "value": value, "url": self.url}],
            "origins": [{"origin": self.url, "localStorage": storage}],
        }

    # Against bots

    @cached_property
    def base2(self) -> Table:
        return self._against_bots("official", 2, both(lively, has_room))

    @cached_property
    def base3(self) -> Table:
        return self._against_bots("official", 3, lively)

    @cached_property
    def base4(self) -> Table:
        return self._against_bots("official", 4, lively)

    @cached_property
    def landolt(self) -> Table:
        return self._against_bots("landolt", 4, lively)

    @cached_property
    def duel(self) -> Table:
        return self._against_bots("duel", 2, both(lively, has_room))

    @cached_property
    def first_move(self) -> Table:
        return self._against_bots("official", 2, at_round(1))

    @cached_property
    def first_duel_move(self) -> Table:
        return self._against_bots("duel", 2, at_round(1))

    # Made for one decision

    @cached_property
    def gold(self) -> Table:
        """There is a card that can be paid in several ways."""
        return self._against_bots("official", 2, may_choose_gold, saving_gold)

    @cached_property
    def full(self) -> Table:
        """Who takes three tokens now has to return some."""
        return self._against_bots("official", 2, holds_nine, hoarding)

    @cached_property
    def full_duel(self) -> Table:
        return self._against_bots("duel", 2, holds_nine, hoarding)

    # With people

    @cached_property
    def waiting(self) -> Table:
        """Anna waits for somebody to take the open seat."""
        table = self.anna.create("official", ["me", "open", self.bot], options={"start": 0})
        table.ready()
        return table

    @cached_property
    def together(self) -> Table:
        """It is Ben's turn, and they have talked."""
        anna, ben = self._bens_turn("official")
        for said, who in (
            ("Good luck!", anna),
            ("You too. Who taught you?", ben),
            ("A book.", anna),
        ):
            who.chat(said)
        return anna

    @cached_property
    def duel_together(self) -> Table:
        return self._bens_turn("duel")[0]

    @cached_property
    def hot_seat(self) -> Table:
        """Two people at one screen; one of them holds a card that nobody else knows."""
        table = self.anna.create("official", ["me", "me"], options={"start": 0})
        table.ready()
        play([table], at_round(4))
        wait_for(table, table.play("r1"))
        return table

    # After the game

    @cached_property
    def over(self) -> Table:
        return self._against_bots("official", 3, is_over)

    @cached_property
    def duel_over(self) -> Table:
        return self._against_bots("duel", 2, is_over)

    def _against_bots(
        self, rules: str, players: int, wanted: Wanted, style: Style | None = None
    ) -> Table:
        seats = ["me", *[self.bot] * (players - 1)]
        for _ in range(TRIES):
            table = self.anna.create(rules, seats, options={"start": 0})
            table.ready()
            found = play([table], wanted, style)
            table.close()  # Anna's browser listens from now on
            if found:
                return table
        raise AssertionError(NOTHING)

    def _bens_turn(self, rules: str) -> tuple[Table, Table]:
        for _ in range(TRIES):
            tables = self.with_ben(rules)
            if play(tables, lambda seen: at_least(10, seen) and active(seen) == 1):
                return tables
        raise AssertionError(NOTHING)

    def with_ben(self, rules: str) -> tuple[Table, Table]:
        """A game of two people that has just begun: Anna's move, as each of them sees it."""
        anna = self.anna.create(rules, ["me", "open"], options={"start": 0})
        ben = self.ben.table(anna.id)
        ben.sit(1)
        for table in (anna, ben):
            table.ready()
        for table in (anna, ben):
            table.wait_until(has_begun)
        return anna, ben


# Playing


def play(tables: Sequence[Table], wanted: Wanted, style: Style | None = None) -> bool:
    """Let these people play on until the first of them sees what is wanted, if they ever do."""
    first, choose = tables[0], style or sensible
    first.wait_until(has_begun)
    for _ in range(MOST_MOVES):
        who = tables[active(first)] if len(tables) > 1 else first
        who.wait_until(lambda seen: seen.is_over or bool(legal_moves(seen)))
        if wanted(first) or first.is_over:
            return wanted(first)
        wait_for(first, who.play(choose(who)))
    raise AssertionError(NOTHING)


def wait_for(table: Table, seq: int) -> None:
    """Wait until this reader has been told of an event."""
    table.wait_until(lambda seen: int(seen.news["seq"]) >= seq)


def has_begun(table: Table) -> bool:
    return table.news.get("table") is not None


def legal_moves(table: Table) -> list[str]:
    """What the seat of this reader that decides may do."""
    return next((you["legal"] for you in table.news.get("you", []) if you.get("legal")), [])


def active(table: Table) -> int:
    return int(table.news["table"]["active"])


def own_tokens(table: Table) -> int:
    return sum(table.news["table"]["places"][table.seats[0]]["tokens"])


# What is waited for


def at_round(number: int) -> Wanted:
    """A turn begins, in this round or later."""

    def wanted(seen: Table) -> bool:
        return begins_a_turn(seen) and at_least(number, seen)

    return wanted


def at_least(number: int, seen: Table) -> bool:
    return int(seen.news["table"]["round"]) >= number


def both(one: Wanted, other: Wanted) -> Wanted:
    return lambda seen: one(seen) and other(seen)


def has_room(seen: Table) -> bool:
    """Three tokens can be taken without returning any."""
    return own_tokens(seen) + 3 <= TEN


def lively(seen: Table) -> bool:
    """A turn begins, and somebody has a few points."""
    return begins_a_turn(seen) and max(map(points, seen.news["table"]["places"])) >= FEW


def points(place: dict[str, Any]) -> int:
    return int(place["points"])


def is_over(seen: Table) -> bool:
    return seen.is_over


def begins_a_turn(seen: Table) -> bool:
    return any(map(TAKE.fullmatch, legal_moves(seen)))


def may_choose_gold(seen: Table) -> bool:
    return begins_a_turn(seen) and any(move.endswith("+") for move in legal_moves(seen))


def holds_nine(seen: Table) -> bool:
    long = any(TAKE.fullmatch(move) and len(takes(move)) == 3 for move in legal_moves(seen))
    return long and own_tokens(seen) >= TEN - 1


def takes(move: str) -> list[str]:
    """The tokens or spaces of a taking move."""
    return re.findall(r"[a-e][1-5]|[WUGRK]", move)


# Ways to play


def sensible(table: Table) -> str:
    view = table.view
    assert view is not None
    return str(GREEDY.choose(view, Clock()))


def saving_gold(table: Table) -> str:
    """Reserve while there is room, for the gold; then take gems."""
    reserved = [move for move in legal_moves(table) if re.fullmatch(r"r[123][a-e]", move)]
    return CHANCE.choice(reserved) if reserved else hoarding(table)


def hoarding(table: Table) -> str:
    """Take as many tokens as possible; what else is to be decided is left to chance."""
    legal = [move for move in legal_moves(table) if not move.endswith("+")]
    takings = [move for move in legal if TAKE.fullmatch(move)]
    most = max((len(takes(move)) for move in takings), default=0)
    return CHANCE.choice([move for move in takings if len(takes(move)) == most] or legal)
