"""Sample tables: games of Anna's in all kinds of positions, for tests and pictures.

Anna is a guest of both the API and a browser: she and others play through the API until the wanted
position is reached, then her browser opens the table.
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
FEW = 4  # points of a player in the middle of a game
TRIES = 5  # games until the wanted position is reached
NOTHING = "the wanted position was never reached"
MOST_MOVES = 3000  # of one seat
TAKE = re.compile(r"[WUGRK]+|([a-e][1-5])+")


class SampleTables:
    """Anna's tables at one server. Each table is created at its first use."""

    def __init__(self, url: str, bot: str = "newcomer") -> None:
        self.url, self.bot = url, bot
        self.anna = Client(url, "Anna")
        self.ben = Client(url, "Ben")

    def storage(self, **prefs: Any) -> dict[str, Any]:
        """The storage of Anna's browser: her cookie and her preferences."""
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
        """Anna holds a reserved card."""
        return self._against_bots("official", 4, both(lively, holds_a_card), reserving)

    @cached_property
    def landolt(self) -> Table:
        return self._against_bots("landolt", 4, lively)

    @cached_property
    def duel(self) -> Table:
        """Anna holds a reserved card."""
        wanted = both(both(lively, has_room), holds_a_card)
        return self._against_bots("duel", 2, wanted, reserving)

    @cached_property
    def first_move(self) -> Table:
        return self._against_bots("official", 2, at_round(1))

    @cached_property
    def first_duel_move(self) -> Table:
        return self._against_bots("duel", 2, at_round(1))

    # For one decision

    @cached_property
    def gold(self) -> Table:
        """A card can be paid in several ways."""
        return self._against_bots("official", 2, may_choose_gold, saving_gold)

    @cached_property
    def full(self) -> Table:
        """Taking three tokens would exceed the limit."""
        return self._against_bots("official", 2, holds_nine, hoarding)

    @cached_property
    def full_duel(self) -> Table:
        return self._against_bots("duel", 2, holds_nine, hoarding)

    # With people

    @cached_property
    def waiting(self) -> Table:
        """A table with an open seat."""
        table = self.anna.create("official", ["me", "open", self.bot], options={"start": 0})
        table.ready()
        return table

    @cached_property
    def together(self) -> Table:
        """It is Ben's turn, and there are chat messages."""
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
        """Two people at one screen; one of them holds a card reserved unseen."""
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
            table.close()  # her browser connects instead
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
        """A new game of Anna and Ben, on Anna's turn: the table of each of them."""
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
    """Play until the first table is in a wanted position; return whether it is."""
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
    """Wait until this client has received an event."""
    table.wait_until(lambda seen: int(seen.news["seq"]) >= seq)


def has_begun(table: Table) -> bool:
    return table.news.get("table") is not None


def legal_moves(table: Table) -> list[str]:
    """The legal moves of the client's active seat."""
    return next((you["legal"] for you in table.news.get("you", []) if you.get("legal")), [])


def active(table: Table) -> int:
    return int(table.news["table"]["active"])


def own_place(table: Table) -> dict[str, Any]:
    place: dict[str, Any] = table.news["table"]["places"][table.seats[0]]
    return place


def own_tokens(table: Table) -> int:
    return sum(own_place(table)["tokens"])


# Wanted positions


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


def holds_a_card(seen: Table) -> bool:
    return bool(own_place(seen)["hand"])


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


def reserving(table: Table) -> str:
    """Reserve a card if there is none in the hand; otherwise play sensibly."""
    moves = [] if holds_a_card(table) else reserving_moves(table)
    return CHANCE.choice(moves) if moves else sensible(table)


def saving_gold(table: Table) -> str:
    """Reserve while possible, for the gold; then take gems."""
    moves = reserving_moves(table)
    return CHANCE.choice(moves) if moves else hoarding(table)


def reserving_moves(table: Table) -> list[str]:
    """The legal moves that reserve a card in sight."""
    return [move for move in legal_moves(table) if re.fullmatch(r"r[123][a-e]", move)]


def hoarding(table: Table) -> str:
    """Take as many tokens as possible; other decisions are random."""
    legal = [move for move in legal_moves(table) if not move.endswith("+")]
    takings = [move for move in legal if TAKE.fullmatch(move)]
    most = max((len(takes(move)) for move in takings), default=0)
    return CHANCE.choice([move for move in takings if len(takes(move)) == most] or legal)
