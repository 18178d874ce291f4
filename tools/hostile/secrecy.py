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
from collections.abc import Iterable, Iterator, Sequence
from copy import copy
from dataclasses import dataclass, field, fields
from typing import Any, TypeAlias

import numpy as np
from websockets.asyncio.client import ClientConnection

from splendor.core.errors import RulesError
from splendor.core.options import Value
from splendor.game import Game
from splendor.server.messages import HandCard
from splendor.server.tables.commands import moved
from splendor.server.tables.news import NOTHING
from splendor.server.tables.state import Confirm, TableState
from splendor.server.workers.bot_worker import Analyse, Choose
from tools.hostile.house import PATIENCE, House, Visitor

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
BLIND = "ReserveTop"  # whose card only its owner has seen
FILES = (
    "/record",
    "/transcript",
    "/proof",
    "/replay",
    "/replay?as=spectator",
    "/replay?as=0",
    "?since=4",
)
MOST_TOLD = 5  # differences that are shown


@dataclass(slots=True)
class Found:
    """What was compared, and what differed."""

    states: int = 0
    blind: int = 0  # of them, with a card in some hand that its owner alone has seen
    mid_turn: int = 0  # of them, in the middle of a turn
    exchanged: int = 0  # games that looked the same and were not
    answers: int = 0
    compared_bytes: int = 0
    moves: int = 0  # that were played in both games
    views: int = 0  # given to bots
    differing: int = 0  # answers
    told: list[str] = field(default_factory=list)
    phases: set[str] = field(default_factory=set)

    def compare(self, what: str, one: list[bytes], other: list[bytes]) -> None:
        self.answers += len(one)
        self.compared_bytes += sum(map(len, one))
        if one == other:
            return
        pairs = zip(one, other, strict=False)
        unlike = [pair for pair in pairs if pair[0] != pair[1]] or [(b"%r" % one, b"%r" % other)]
        self.differing += len(unlike)
        if len(self.told) < MOST_TOLD:
            self.told.append(f"{what}: {difference(*unlike[0])}")

    def add(self, other: "Found") -> None:
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.told = [*self.told, *other.told][:MOST_TOLD]
        self.phases |= other.phases

    def fail(self, what: str) -> None:
        self.differing += 1
        if len(self.told) < MOST_TOLD:
            self.told.append(what)


COUNTED = tuple(each.name for each in fields(Found) if each.type in ("int", int))


def difference(one: bytes, other: bytes) -> str:
    """Where two answers begin to differ."""
    alike = [one_byte == another for one_byte, another in zip(one, other, strict=False)]
    first = alike.index(False) if False in alike else len(alike)
    begin = max(0, first - 60)
    return f"...{one[begin : first + 60]!r} is not ...{other[begin : first + 60]!r}"


# Games that differ only in secrets


@dataclass(slots=True)
class Deal:
    """A game with the secrets of its table."""

    game: Game
    secret: str
    nonces: list[str]

    @classmethod
    def of(cls, game: Game) -> "Deal":
        """Under new secrets."""
        nonces = [secrets.token_hex(16) for _ in range(game.players)]
        return cls(game, secrets.token_hex(32), nonces)


def elsewhere(game: Game, seat: int | None, seed: int) -> Game:
    """Another game that looks the same from a seat, with the same history behind it."""
    imagined = game.view(seat).imagine(seed)
    states = np.concatenate([game._states[: game._last], imagined.record])
    other = Game._from_states(states.view(type(game._states)))
    other._actions = game._actions.copy()
    return other


def random_states(
    rules: str, players: int, options: dict[str, Value], chance: random.Random
) -> Iterator[Game]:
    """States of random games, for ever: every decision within a turn, and some of the others."""
    while True:
        game = Game(rules, players, seed=chance.randrange(1 << 60), **options)
        while not game.is_over:
            if game.phase != "play" or chance.random() < 0.5:
                yield game.copy()
            game.push(random_move(game, chance))


def random_move(game: Game, chance: random.Random) -> Any:
    """Cards are often reserved unseen, and bought where they can be."""
    moves = game.legal_moves
    for kind, often in ((BLIND, 0.15), ("Purchase", 0.6), ("ChooseGold", 0.5)):
        some = [move for move in moves if type(move).__name__.startswith(kind)]
        if some and chance.random() < often:
            return chance.choice(some)
    return chance.choice(moves)


def unseen_cards(game: Game) -> int:
    places = game.record[0].players[: game.players]
    return sum(int(place.unseen.sum()) for place in places)


# What an observer asks


def commands(
    game: Game, seat: int | None, state: int, number: int, chance: random.Random
) -> list[bytes]:
    """Messages that change nothing, whatever is hidden; the last one may ask the others."""
    seldom = (  # what hardly looks at the game: one of them each time
        {"type": "play", "state": state - 1, "moves": [str(game.legal_moves[0])]},
        {"type": "play", "state": state, "moves": ["no move"]},
        {"type": "resign", "seat": 0 if seat else 1},
        {"type": "call_bot", "seat": 0},
        {"type": "sit", "seat": 1},
        {"type": "answer", "yes": True},
        {"type": "come_back"},
        {"type": "rematch"},
    )
    asked: list[dict[str, Any]] = [dict(seldom[number % len(seldom)])]
    asked.append({"type": "try", "state": state, "moves": []})
    if seat == game.active:  # all others are refused before their moves are looked at
        wrong = refused(game, chance)
        asked += [{"type": "play", "state": state, "moves": moves} for moves in wrong]
        asked += [{"type": "try", "state": state, "moves": moves} for moves in tries(game, chance)]
    else:
        asked.append({"type": "play", "state": state, "moves": [str(game.legal_moves[-1])]})
    asked.append({"type": "ask", "what": "undo"})
    for each, message in enumerate(asked):
        message["id"] = f"{number}-{each}"
    return [json.dumps(message).encode() for message in asked]


def refused(game: Game, chance: random.Random) -> list[list[str]]:
    """Moves that are refused: by themselves, or after a legal one that may show something."""
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
    """Somebody at a table of their own. `seat` is None for a spectator."""

    def __init__(self, house: House, visitor: Visitor, table: str, seat: int | None) -> None:
        self.house, self.visitor, self.seat = house, visitor, seat
        self.table = house.table(table)
        self.begun: TableState = self.table.state
        self._socket: ClientConnection | None = None

    async def open(self) -> None:
        self._socket = await self.visitor.socket(self.table.id)
        await self.heard()

    def lay(self, deal: Deal) -> None:
        """Lay this game on the table, as if it had been played there."""
        state = copy(self.begun)
        state.game, state.secret = deal.game.copy(), deal.secret
        state.seats = [copy(chair) for chair in self.begun.seats]
        for chair, nonce in zip(state.seats, deal.nonces, strict=True):
            chair.nonce = nonce
        state.confirms = confirms_of(deal.game)
        state.ids = dict(self.begun.ids)
        self.table.state = state
        self.table._encoded = (-1, NOTHING)  # which is kept for a state of the same number
        log = self.table.log
        log.lines = [line for line in log.lines if line.seq <= state.seq]
        log._seq, log._record = state.seq, state.game.record
        for listener in self.table.listeners:
            listener.since = state.seq

    async def heard(self, *messages: bytes) -> list[bytes]:
        """All that comes in the socket until these messages are answered."""
        assert self._socket is not None
        for message in messages:
            await self._socket.send(message, text=True)
        return await until_pong(self._socket)

    async def ask(self, messages: Iterable[bytes], number: int) -> list[bytes]:
        """The news as they are told again, and the answers in the socket and by HTTP."""
        self.house.tables.send_news(self.table)
        heard = await self.heard(*messages)
        return [*heard, *await self.fetched(number)]

    async def fetched(self, number: int) -> list[bytes]:
        path = f"/api/tables/{self.table.id}"
        hint = {"type": "hint", "id": "hint", "state": self.begun.revision}
        request = self.visitor.request
        seldom = [request("GET", f"{path}{file}") for file in FILES]
        seldom.append(request("POST", f"{path}/commands", hint))
        requests = [request("GET", path), seldom[number % len(seldom)]]
        answers = await self.visitor.ask_all(requests)
        return [head + body for head, body in answers]

    async def first_news(self) -> list[bytes]:
        """What a new socket is told."""
        socket = await self.visitor.socket(self.table.id, positions=False)
        news = await until_pong(socket)
        await socket.close()
        while len(self.table.listeners) > 1:
            await asyncio.sleep(0.001)
        await self.heard()  # that somebody came and went
        return news

    async def close(self) -> None:
        if self._socket is not None:
            await self._socket.close()


def confirms_of(game: Game) -> list[Confirm]:
    """Each decision as a confirm of its own, for those who ask to take one back."""
    seats = [int(state.active) for state in game._states[: game._last]]
    return [Confirm(seat, before) for before, seat in enumerate(seats)]


async def until_pong(socket: ClientConnection) -> list[bytes]:
    await socket.send('{"type":"ping"}')
    heard: list[bytes] = []
    while True:
        frame = await asyncio.wait_for(socket.recv(decode=False), PATIENCE)
        if frame.startswith(PONG):
            return heard
        heard.append(frame)


# One kind of game, all its observers


class Watch:
    """All observers of one kind of game, each at their own table."""

    def __init__(self, house: House, found: Found) -> None:
        self.house, self.found = house, found
        self.people: list[Visitor] = []
        self.observers: list[Observer] = []
        self.number = 0

    async def seat(self, rules: str, players: int, options: dict[str, Value]) -> None:
        names = ("Anna", "Ben", "Cleo", "Dora")[:players]
        self.people = [await self.house.guest(name) for name in names]
        for seat in (*range(players), None):
            who = Visitor(self.house) if seat is None else self.people[seat]
            visitor = Visitor(self.house, who.cookie)
            table = await begun_table(self.people, rules, options)
            observer = Observer(self.house, visitor, table, seat)
            await observer.open()
            self.observers.append(observer)

    async def close(self) -> None:
        for observer in self.observers:
            await observer.close()

    async def compare(self, game: Game, chance: random.Random) -> None:
        """All that every observer can ask, in this game and in one that looks the same."""
        found = self.found
        found.states += 1
        found.phases.add(f"{game.ruleset.name} {game.phase}")
        found.blind += unseen_cards(game) > 0
        found.mid_turn += game.phase != "play"
        self.number += 1
        truth = Deal.of(game)
        state = self.observers[0].begun.revision
        move = str(random_move(game, chance))
        for observer in self.observers:
            asked = commands(game, observer.seat, state, self.number, chance)
            other = Deal.of(elsewhere(game, observer.seat, chance.randrange(1 << 60)))
            found.exchanged += other.game != game
            await self.compare_answers(observer, truth, other, asked)
            await self.compare_move(observer, truth, other, move)
            self.compare_bots(observer, truth, other)

    async def compare_answers(
        self, observer: Observer, truth: Deal, other: Deal, asked: list[bytes]
    ) -> None:
        answers = []
        for deal in (truth, other):
            observer.lay(deal)
            heard = await observer.ask(asked, self.number)
            if observer is self.observers[self.number % len(self.observers)]:
                heard += await observer.first_news()
            self.search_for_secrets(observer, deal, heard)
            answers.append(heard)
        self.found.compare(f"seat {observer.seat} asks", *answers)

    async def compare_move(self, observer: Observer, truth: Deal, other: Deal, move: str) -> None:
        """A move that is possible in both: who sees no difference after it is told none."""
        if not other.game.is_legal(move):
            return
        mover = self.people[truth.game.active]
        state = observer.begun.revision
        body = {"type": "play", "id": f"{self.number}", "state": state, "moves": [move]}
        answers, views = [], []
        for deal in (truth, other):
            observer.lay(deal)
            head, ack = await mover.ask("POST", f"/api/tables/{observer.table.id}/commands", body)
            assert head.startswith(b"HTTP/1.1 200"), ack
            heard = [ack, *await observer.heard()]
            self.search_for_secrets(observer, deal, heard)
            answers.append(heard)
            views.append(observer.table.state.dealt_game.view(observer.seat))
        # When the game is over, the secrets are told.
        if views[0] == views[1] and not views[0].is_over:
            self.found.moves += 1
            self.found.compare(f"seat {observer.seat} sees {move}", *answers)

    def compare_bots(self, observer: Observer, truth: Deal, other: Deal) -> None:
        """What a bot's process is sent for this seat."""
        if observer.seat is None:
            return
        self.found.views += 1
        views = [deal.game.view(observer.seat) for deal in (truth, other)]
        for kind in ("choose", "analyse"):
            jobs = [pickled(kind, view) for view in views]
            self.found.compare(f"a bot at seat {observer.seat}", jobs[:1], jobs[1:])

    def search_for_secrets(self, observer: Observer, deal: Deal, heard: list[bytes]) -> None:
        """The secret and the nonces are nowhere, and no card stands where it must not."""
        everything = b"".join(heard)
        if observer.table.state.status == "over":  # then all is told
            return
        for secret in (deal.secret, *deal.nonces):
            if secret.encode() in everything:
                self.found.fail(f"seat {observer.seat} was told a secret of the table")
        for frame in heard:
            if frame.startswith(b'{"type":"news"') and (wrong := open_hand(frame, observer.seat)):
                self.found.fail(wrong)


def pickled(kind: str, view: Any) -> bytes:
    if kind == "choose":
        return pickle.dumps(Choose(view, "greedy", "seed", None, 1.0))
    return pickle.dumps(Analyse(view, "seed", 100, 1.0, 5))


def open_hand(frame: bytes, seat: int | None) -> str:
    """Whether the table shows everybody a card that its owner alone has seen."""
    news = json.loads(frame)
    table = news.get("table") or {}
    for place in table.get("places", ()):
        for card in place["hand"]:
            # Who pays for a card has shown it.
            if card.get("unseen") and card.get("card") not in (None, table["buying"]):
                return f"the table shows an unseen card: {card}"
            assert set(card) <= set(HandCard.__struct_fields__)
    if any(yours["seat"] != seat for yours in news.get("you", ())):
        return f"seat {seat} is told what is another seat's"
    return ""


async def begun_table(people: list[Visitor], rules: str, options: dict[str, Value]) -> str:
    """A table where all of them sit, and the cards are dealt."""
    chairs = [{"who": "me"}, *({"who": "open"} for _ in people[1:])]
    wish = {"rules": rules, "seats": chairs, "options": options}
    table: str = (await people[0].told("POST", "/api/tables", wish))["table"]
    path = f"/api/tables/{table}/commands"
    for seat, visitor in enumerate(people):
        if seat:
            await visitor.told("POST", path, {"type": "sit", "id": "sit", "seat": seat})
        await visitor.told("POST", path, {"type": "ready", "id": "ready", "nonce": "00" * 16})
    live = people[0].house.table(table)
    while live.state.status != "playing":
        await asyncio.sleep(0.001)
    return table


async def compare_states(
    house: House,
    many: int,
    kinds: Sequence[Kind] = KINDS,
    *,
    seed: int = 1,
    until_caught: bool = False,
) -> Found:
    """Compare so many states of these kinds of games, side by side; or until something differs."""
    found = Found()
    shares = [many // len(kinds) + (number < many % len(kinds)) for number in range(len(kinds))]

    async def watch(kind: Kind, share: int) -> None:
        rules, players, options = kind
        chance = random.Random(f"{kind} {seed}")
        states = random_states(rules, players, options, chance)
        watch = Watch(house, found)
        await watch.seat(rules, players, options)
        for _ in range(share):
            if not (until_caught and found.differing):
                await watch.compare(next(states), chance)
        await watch.close()

    await asyncio.gather(*map(watch, kinds, shares))
    return found
