"""Two games that differ only in secrets send byte-identical answers, through real sockets.

Every observer, a seat or a spectator, has a table of their own with the same game and sends every
request that is possible there. Then the game is replaced by another one that looks the same to
them (`View.imagine`), with another secret and other nonces, and they ask again. Every byte must
agree.
"""

import asyncio
import json
import pickle
import random
import secrets
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from websockets.asyncio.client import ClientConnection

from splendor.core.errors import RulesError
from splendor.core.options import Value
from splendor.game import Game
from splendor.server.tables.commands import moved
from splendor.server.tables.news import NOTHING
from splendor.server.tables.state import Confirm, TableState
from splendor.server.wire_types import WireHandCard
from splendor.server.workers.bot_worker import Analyse, Choose
from tools.hostile.local_server import (
    PATIENCE,
    LocalServer,
    Visitor,
    run,
    start_local_server,
)

Kind: TypeAlias = tuple[str, int, dict[str, Value]]  # rules, players, options
KINDS: tuple[Kind, ...] = (
    ("official", 2, {}),
    ("duel", 2, {}),
    ("official", 3, {"hands": "hidden"}),
    ("landolt", 4, {}),
    ("duel", 2, {"hands": "hidden"}),
    ("official", 4, {"target": 21, "nobles": "sought_free"}),
    ("landolt", 2, {"hands": "hidden"}),
    ("duel", 2, {"refill": "end_of_turn"}),
    ("landolt", 3, {"tokens": "return"}),
)
PONG = b'{"type":"pong"'
RESERVE_UNSEEN = "ReserveTop"  # reserves a card that only its owner sees
FILES = (
    "/record",
    "/transcript",
    "/proof",
    "/replay",
    "/replay?as=spectator",
    "/replay?as=0",
    "?since=4",
)
MOST_REPORTED = 5  # differences that are reported in full


@dataclass(slots=True)
class Comparison:
    """The number of comparisons of each kind, and the differences found."""

    states: int = 0
    with_unseen_cards: int = 0  # states with a reserved card that only its owner has seen
    mid_turn: int = 0  # states within a turn
    different_games: int = 0  # that looked the same to the observer
    answers: int = 0
    compared_bytes: int = 0
    moves: int = 0  # played in both games
    views: int = 0  # sent to bots
    differing: int = 0  # answers that differ
    failures: list[str] = field(default_factory=list)
    phases: set[str] = field(default_factory=set)

    def compare(self, what: str, one: list[bytes], other: list[bytes]) -> None:
        self.answers += len(one)
        self.compared_bytes += sum(map(len, one))
        if one == other:
            return
        pairs = zip(one, other, strict=False)
        unlike = [pair for pair in pairs if pair[0] != pair[1]] or [(b"%r" % one, b"%r" % other)]
        self.differing += len(unlike)
        if len(self.failures) < MOST_REPORTED:
            self.failures.append(f"{what}: {difference(*unlike[0])}")

    def add(self, other: "Comparison") -> None:
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.failures = [*self.failures, *other.failures][:MOST_REPORTED]
        self.phases |= other.phases

    def fail(self, what: str) -> None:
        self.differing += 1
        if len(self.failures) < MOST_REPORTED:
            self.failures.append(what)


COUNTED = tuple(each.name for each in fields(Comparison) if each.type in ("int", int))


def difference(one: bytes, other: bytes) -> str:
    """The first difference of two answers, with the bytes around it."""
    alike = [one_byte == another for one_byte, another in zip(one, other, strict=False)]
    first = alike.index(False) if False in alike else len(alike)
    begin = max(0, first - 60)
    return f"...{one[begin : first + 60]!r} is not ...{other[begin : first + 60]!r}"


# Games that differ only in secrets


@dataclass(slots=True)
class SecretDeal:
    """A game with the secrets of its table."""

    game: Game
    secret: str
    nonces: list[str]

    @classmethod
    def of(cls, game: Game) -> "SecretDeal":
        """The game with new random secrets."""
        nonces = [secrets.token_hex(16) for _ in range(game.players)]
        return cls(game, secrets.token_hex(32), nonces)


def indistinguishable_game(game: Game, seat: int | None, seed: int) -> Game:
    """Another game that looks the same from a seat, with the same history behind it."""
    imagined = game.view(seat).imagine(seed)
    states = np.concatenate([game._states[: game._last], imagined.record])
    other = Game._from_states(states.view(type(game._states)))
    other._actions = game._actions.copy()
    return other


def random_states(
    rules: str, players: int, options: dict[str, Value], chance: random.Random
) -> Iterator[Game]:
    """An endless stream of states: every decision within a turn, and half of the others."""
    while True:
        game = Game(rules, players, seed=chance.randrange(1 << 60), **options)
        while not game.is_over:
            if game.phase != "play" or chance.random() < 0.5:
                yield game.copy()
            game.push(random_move(game, chance))


def random_move(game: Game, chance: random.Random) -> Any:
    """A random legal move. Reserving unseen cards and purchases are preferred."""
    moves = game.legal_moves
    for kind, often in ((RESERVE_UNSEEN, 0.15), ("Purchase", 0.6), ("ChooseGold", 0.5)):
        some = [move for move in moves if type(move).__name__.startswith(kind)]
        if some and chance.random() < often:
            return chance.choice(some)
    return chance.choice(moves)


def unseen_cards(game: Game) -> int:
    places = game.record[0].players[: game.players]
    return sum(int(place.unseen.sum()) for place in places)


# Requests of an observer


def commands(
    game: Game, seat: int | None, state: int, number: int, chance: random.Random
) -> list[bytes]:
    """Messages that change nothing in the game. The last one requests an undo."""
    rare = (  # hardly depend on the game: one of them each time
        {"type": "play", "state": state - 1, "moves": [str(game.legal_moves[0])]},
        {"type": "play", "state": state, "moves": ["no move"]},
        {"type": "resign", "seat": 0 if seat else 1},
        {"type": "call_bot", "seat": 0},
        {"type": "sit", "seat": 1},
        {"type": "answer", "yes": True},
        {"type": "come_back"},
        {"type": "rematch"},
    )
    messages: list[dict[str, Any]] = [dict(rare[number % len(rare)])]
    messages.append({"type": "try", "state": state, "moves": []})
    if seat == game.active:  # others are refused before their moves are read
        wrong = refused(game, chance)
        messages += [{"type": "play", "state": state, "moves": moves} for moves in wrong]
        messages += [
            {"type": "try", "state": state, "moves": moves} for moves in tries(game, chance)
        ]
    else:
        messages.append({"type": "play", "state": state, "moves": [str(game.legal_moves[-1])]})
    messages.append({"type": "ask", "what": "undo"})
    for each, message in enumerate(messages):
        message["id"] = f"{number}-{each}"
    return [json.dumps(message).encode() for message in messages]


def refused(game: Game, chance: random.Random) -> list[list[str]]:
    """Illegal sequences: one illegal move, or one after a legal move that may reveal something."""
    every = [str(move) for move in game.ruleset.moves]
    legal = [str(move) for move in game.legal_moves]
    alone = [[move] for move in chance.sample(every, 4)]
    first = [*chance.sample(legal, min(2, len(legal))), *(move for move in legal if move == "fill")]
    second = [[move, another] for move in first for another in chance.sample(every, 2)]
    twice = [[move, move] for move in first]
    return [moves for moves in [*alone, *second, *twice] if is_refused(game, moves)]


def is_refused(game: Game, moves: list[str]) -> bool:
    try:
        moved(game, game.active, moves)
    except RulesError:
        return True
    return False


def tries(game: Game, chance: random.Random) -> list[list[str]]:
    legal = [str(move) for move in game.legal_moves]
    every = [str(move) for move in game.ruleset.moves]
    first = chance.choice(legal)
    return [[first], [first, chance.choice(every)], [chance.choice(every)]]


# Observers


class Observer:
    """A client at its own table. `seat` is None for a spectator."""

    def __init__(self, server: LocalServer, visitor: Visitor, table: str, seat: int | None) -> None:
        self.server, self.visitor, self.seat = server, visitor, seat
        self.table = server.table(table)
        self.initial: TableState = self.table.state
        self._socket: ClientConnection | None = None

    async def open(self) -> None:
        self._socket = await self.visitor.socket(self.table.id)
        await self.received()

    def set_game(self, deal: SecretDeal) -> None:
        """Make this the game of the table, as if it had been played there."""
        state = copy(self.initial)
        state.game, state.secret = deal.game.copy(), deal.secret
        state.seats = [copy(seat_state) for seat_state in self.initial.seats]
        for seat_state, nonce in zip(state.seats, deal.nonces, strict=True):
            seat_state.nonce = nonce
        state.confirms = confirms_of(deal.game)
        state.ids = dict(self.initial.ids)
        self.table.state = state
        self.table._encoded = (-1, NOTHING)  # clear the cache of the encoded table
        log = self.table.log
        log.lines = [line for line in log.lines if line.seq <= state.seq]
        log._seq, log._record = state.seq, state.game.record
        for listener in self.table.listeners:
            listener.since = state.seq

    async def received(self, *messages: bytes) -> list[bytes]:
        """Send messages; return all frames until they are answered."""
        assert self._socket is not None
        for message in messages:
            await self._socket.send(message, text=True)
        return await until_pong(self._socket)

    async def ask(self, messages: Iterable[bytes], number: int) -> list[bytes]:
        """Send messages; return the news and all answers, from the socket and by HTTP."""
        self.server.tables.send_news(self.table)
        received = await self.received(*messages)
        return [*received, *await self.fetched(number)]

    async def fetched(self, number: int) -> list[bytes]:
        path = f"/api/tables/{self.table.id}"
        hint = {"type": "hint", "id": "hint", "state": self.initial.revision}
        request = self.visitor.request
        seldom = [request("GET", f"{path}{file}") for file in FILES]
        seldom.append(request("POST", f"{path}/commands", hint))
        requests = [request("GET", path), seldom[number % len(seldom)]]
        answers = await self.visitor.ask_all(requests)
        return [head + body for head, body in answers]

    async def first_news(self) -> list[bytes]:
        """The first frames of a new socket."""
        socket = await self.visitor.socket(self.table.id, positions=False)
        news = await until_pong(socket)
        await socket.close()
        while len(self.table.listeners) > 1:
            await asyncio.sleep(0.001)
        await self.received()  # read the news about the new socket
        return news

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()


def confirms_of(game: Game) -> list[Confirm]:
    """One confirm per decision, so that each can be undone."""
    seats = [int(state.active) for state in game._states[: game._last]]
    return [Confirm(seat, before) for before, seat in enumerate(seats)]


async def until_pong(socket: ClientConnection) -> list[bytes]:
    await socket.send('{"type":"ping"}')
    received: list[bytes] = []
    while True:
        frame = await asyncio.wait_for(socket.recv(decode=False), PATIENCE)
        if frame.startswith(PONG):
            return received
        received.append(frame)


# All observers of one kind of game


class Observers:
    """The observers of one kind of game, each at its own table."""

    def __init__(self, server: LocalServer, found: Comparison) -> None:
        self.server, self.found = server, found
        self.people: list[Visitor] = []
        self.observers: list[Observer] = []
        self.number = 0

    async def seat(self, rules: str, players: int, options: dict[str, Value]) -> None:
        names = ("Anna", "Ben", "Cleo", "Dora")[:players]
        self.people = [await self.server.guest(name) for name in names]
        for seat in (*range(players), None):
            who = Visitor(self.server) if seat is None else self.people[seat]
            visitor = Visitor(self.server, who.cookie)
            table = await start_table(self.people, rules, options)
            observer = Observer(self.server, visitor, table, seat)
            await observer.open()
            self.observers.append(observer)

    async def close(self) -> None:
        for observer in self.observers:
            await observer.close()

    async def compare(self, game: Game, chance: random.Random) -> None:
        """Compare all answers to each observer, in this game and in one that looks the same."""
        found = self.found
        found.states += 1
        found.phases.add(f"{game.ruleset.name} {game.phase}")
        found.with_unseen_cards += unseen_cards(game) > 0
        found.mid_turn += game.phase != "play"
        self.number += 1
        truth = SecretDeal.of(game)
        state = self.observers[0].initial.revision
        move = str(random_move(game, chance))
        for observer in self.observers:
            asked = commands(game, observer.seat, state, self.number, chance)
            other = SecretDeal.of(
                indistinguishable_game(game, observer.seat, chance.randrange(1 << 60))
            )
            found.different_games += other.game != game
            await self.compare_answers(observer, truth, other, asked)
            await self.compare_move(observer, truth, other, move)
            self.compare_bots(observer, truth, other)

    async def compare_answers(
        self, observer: Observer, truth: SecretDeal, other: SecretDeal, asked: list[bytes]
    ) -> None:
        answers = []
        for deal in (truth, other):
            observer.set_game(deal)
            received = await observer.ask(asked, self.number)
            if observer is self.observers[self.number % len(self.observers)]:
                received += await observer.first_news()
            self.search_for_secrets(observer, deal, received)
            answers.append(received)
        self.found.compare(f"seat {observer.seat} asks", *answers)

    async def compare_move(
        self, observer: Observer, truth: SecretDeal, other: SecretDeal, move: str
    ) -> None:
        """Play a move in both games, if it is legal; if the views are equal, so are the answers."""
        if not other.game.is_legal(move):
            return
        mover = self.people[truth.game.active]
        state = observer.initial.revision
        body = {"type": "play", "id": f"{self.number}", "state": state, "moves": [move]}
        answers, views = [], []
        for deal in (truth, other):
            observer.set_game(deal)
            head, ack = await mover.ask("POST", f"/api/tables/{observer.table.id}/commands", body)
            assert head.startswith(b"HTTP/1.1 200"), ack
            received = [ack, *await observer.received()]
            self.search_for_secrets(observer, deal, received)
            answers.append(received)
            views.append(observer.table.state.dealt_game.view(observer.seat))
        # The secrets are revealed when the game is over.
        if views[0] == views[1] and not views[0].is_over:
            self.found.moves += 1
            self.found.compare(f"seat {observer.seat} sees {move}", *answers)

    def compare_bots(self, observer: Observer, truth: SecretDeal, other: SecretDeal) -> None:
        """Compare the jobs that are sent to the bot process for this seat."""
        if observer.seat is None:
            return
        self.found.views += 1
        views = [deal.game.view(observer.seat) for deal in (truth, other)]
        for kind in ("choose", "analyse"):
            jobs = [pickled(kind, view) for view in views]
            self.found.compare(f"a bot at seat {observer.seat}", jobs[:1], jobs[1:])

    def search_for_secrets(
        self, observer: Observer, deal: SecretDeal, received: list[bytes]
    ) -> None:
        """Search the answers for the secret, the nonces and unseen cards."""
        everything = b"".join(received)
        if observer.table.state.status == "over":  # all secrets are public
            return
        for secret in (deal.secret, *deal.nonces):
            if secret.encode() in everything:
                self.found.fail(f"seat {observer.seat} was sent a secret of the table")
        for frame in received:
            if frame.startswith(b'{"type":"news"') and (wrong := leak_in(frame, observer.seat)):
                self.found.fail(wrong)


def pickled(kind: str, view: Any) -> bytes:
    if kind == "choose":
        return pickle.dumps(Choose(view, "greedy", "seed", None, 1.0))
    return pickle.dumps(Analyse(view, "seed", 100, 1.0, 5))


def leak_in(frame: bytes, seat: int | None) -> str:
    """What the news reveal to this seat and must not, as text; "" if nothing."""
    news = json.loads(frame)
    table = news.get("table") or {}
    for place in table.get("places", ()):
        for card in place["hand"]:
            # A card is revealed while it is paid for.
            if card.get("unseen") and card.get("card") not in (None, table["buying"]):
                return f"the table shows an unseen card: {card}"
            assert set(card) <= set(WireHandCard.__struct_fields__)
    if any(yours["seat"] != seat for yours in news.get("you", ())):
        return f"seat {seat} is sent the moves of another seat"
    return ""


async def start_table(people: list[Visitor], rules: str, options: dict[str, Value]) -> str:
    """A table where all of them are seated and the game has started."""
    seats = [{"who": "me"}, *({"who": "open"} for _ in people[1:])]
    body = {"rules": rules, "seats": seats, "options": options}
    table: str = (await people[0].json("POST", "/api/tables", body))["table"]
    path = f"/api/tables/{table}/commands"
    for seat, visitor in enumerate(people):
        if seat:
            await visitor.json("POST", path, {"type": "sit", "id": "sit", "seat": seat})
        await visitor.json("POST", path, {"type": "ready", "id": "ready", "nonce": "00" * 16})
    live = people[0].server.table(table)
    while live.state.status != "playing":
        await asyncio.sleep(0.001)
    return table


async def compare_states(
    server: LocalServer,
    count: int,
    kinds: Sequence[Kind] = KINDS,
    *,
    seed: int = 1,
    stop_at_first: bool = False,
) -> Comparison:
    """Compare `count` states of these kinds of games, or stop at the first difference."""
    found = Comparison()
    shares = [count // len(kinds) + (number < count % len(kinds)) for number in range(len(kinds))]

    async def watch(kind: Kind, share: int) -> None:
        rules, players, options = kind
        chance = random.Random(f"{kind} {seed}")
        states = random_states(rules, players, options, chance)
        watch = Observers(server, found)
        await watch.seat(rules, players, options)
        for _ in range(share):
            if not (stop_at_first and found.differing):
                await watch.compare(next(states), chance)
        await watch.close()

    await asyncio.gather(*map(watch, kinds, shares))
    return found


def compare_in_new_server(seed: int, count: int) -> Comparison:
    """Compare states in a server of their own; for a process of its own."""

    async def work() -> Comparison:
        with tempfile.TemporaryDirectory() as folder:
            async with start_local_server(Path(folder)) as server:
                return await compare_states(server, count, KINDS, seed=seed)

    return run(work())
