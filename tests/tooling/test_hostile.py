"""Nobody is sent what their seat may not see, whatever they send: `make hostile` in short."""

import asyncio
import json
import pickle
from collections.abc import Callable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from msgspec import Raw
from websockets.exceptions import ConnectionClosed

from splendor.game import Game
from splendor.server.admission import RateLimits
from splendor.server.messages import Fairness
from splendor.server.tables import commands, news, table
from splendor.server.tables.news import encode
from splendor.server.tables.state import TableState
from splendor.server.tables.wire_views import wire_table
from splendor.server.workers.engine_games import Course
from splendor.server.workers.queue import Asker
from splendor.view import View
from tests.server.serving import a_server
from tools.hostile.attacks import ATTACKS
from tools.hostile.local_server import (
    PATIENCE,
    LocalServer,
    NoBots,
    Visitor,
    run,
    start_local_server,
)
from tools.hostile.secrecy import (
    KINDS,
    Comparison,
    Kind,
    Observer,
    SecretDeal,
    compare_states,
    indistinguishable_game,
)
from tools.hostile.victim import Victim

STATES = 32 * len(KINDS)
DUEL = tuple(kind for kind in KINDS if kind[0] == "duel")


def compared(folder: Path, states: int, *kinds: Kind, stop_at_first: bool = False) -> Comparison:
    async def work() -> Comparison:
        async with start_local_server(folder) as server:
            return await compare_states(server, states, kinds, stop_at_first=stop_at_first)

    return run(work())


# Secrecy


def test_two_games_that_differ_only_in_secrets_send_the_same_bytes(tmp_path: Path) -> None:
    found = compared(tmp_path, STATES, *KINDS)
    assert found.failures == []
    assert found.differing == 0
    # The comparison is meaningful: there were hidden cards, and they differed between the games.
    assert found.states == STATES
    assert found.with_unseen_cards > STATES / 2
    assert found.mid_turn > STATES / 10
    assert found.different_games > 3 * STATES
    assert found.answers > 40 * STATES
    assert found.moves > STATES


def show_as_seat_0(state: TableState) -> Raw:
    assert state.game is not None
    return Raw(encode(wire_table(state.game.view(0))))


def show_the_decks(state: TableState) -> Raw:
    assert state.game is not None
    cards = state.game.record[0].deck.tolist()
    return Raw(encode({**wire_table(state.game.view(None)), "decks": cards}))


def reveal_the_secret(state: TableState) -> Fairness:
    return Fairness(state.setup.commitment, secret=state.secret)


def reveal_what_was_drawn(before: Game, after: Game, text: str) -> None:
    pass


MUTANTS: dict[str, tuple[Any, str, Callable[..., Any]]] = {
    "everybody sees the hand of seat 0": (table, "encode_table", show_as_seat_0),
    "the table shows the decks": (table, "encode_table", show_the_decks),
    "the secret is revealed before the end": (news, "fairness_of", reveal_the_secret),
    "a refusal reveals what was drawn": (commands, "require_seen", reveal_what_was_drawn),
}


@pytest.mark.parametrize("mutant", MUTANTS)
def test_a_server_that_reveals_a_secret_is_caught(
    mutant: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(*MUTANTS[mutant])
    assert compared(tmp_path, 600, *DUEL, stop_at_first=True).differing > 0


class RecordingPool(NoBots):
    """A bot pool that records what it is sent, and never answers."""

    def __init__(self) -> None:
        self.given: list[bytes] = []

    async def choose(
        self, view: View, bot: str, seed: str, who: Asker, course: Course | None = None
    ) -> str:
        assert len(seed) == 32  # random, so not compared
        self.given.append(pickle.dumps((view, bot, who.guest)))
        await asyncio.sleep(3600)
        return ""


@pytest.mark.parametrize("rules", ["official", "landolt", "duel"])
def test_a_bot_is_sent_only_what_its_seat_sees(rules: str, tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path) as server:
            given = await sent_to_the_bot(server, rules)
            assert given[0] == given[1]
            view, bot, _ = pickle.loads(given[0])
            assert isinstance(view, View)
            assert (view.seat, bot) == (1, "greedy")

    run(work())


async def sent_to_the_bot(server: LocalServer, rules: str) -> list[bytes]:
    """What a bot at seat 1 is sent in a game, and in one that looks the same from there."""
    bots: Any = RecordingPool()
    server.tables.pool = bots
    anna = await server.guest("Anna")
    seats = [{"who": "me"}, {"who": "bot", "level": "greedy"}]
    body = {"rules": rules, "seats": seats, "options": {"hands": "hidden", "start": 0}}
    made = await anna.json("POST", "/api/tables", body)
    path = f"/api/tables/{made['table']}/commands"
    await anna.json("POST", path, {"type": "ready", "id": "ready"})
    observer = Observer(server, anna, made["table"], 1)
    while observer.table.state.status != "playing":
        await asyncio.sleep(0.001)
    observer.initial = observer.table.state
    game = Game(rules, seed=7, hands="hidden", start=0)
    for move in ("r1", "r2"):  # both hold a card that nobody else has seen
        game.push(move)
        while game.phase != "play":
            game.push(game.legal_moves[0])
    game.push("r3")
    while game.active != 1:
        game.push(game.legal_moves[0])
    deals = (SecretDeal.of(game), SecretDeal.of(indistinguishable_game(game, 1, 5)))
    for number, deal in enumerate(deals, start=1):
        observer.set_game(deal)
        server.tables.scheduler.schedule(observer.table)
        while observer.table.thinking is None or len(bots.given) < number:
            await asyncio.sleep(0.001)
        observer.table.thinking.cancel()
        await asyncio.gather(observer.table.thinking, return_exceptions=True)
    return list(bots.given)


# Rate limits


def test_too_many_commands_are_refused_with_the_time_to_wait(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, rates=True) as server:
            anna = await server.guest("Anna")
            made = await anna.json("POST", "/api/tables", {"seats": [{"who": "me"}] * 2})
            path = f"/api/tables/{made['table']}/commands"
            leave = {"type": "come_back", "id": "again"}
            answers = await anna.ask_all([anna.request("POST", path, leave)] * 80)
            limited = [head for head, _ in answers if head.startswith(b"HTTP/1.1 429")]
            assert len(limited) == 20  # 60 in ten seconds are allowed
            assert b"retry-after: " in limited[0]
            refused = json.loads(answers[-1][1])
            assert refused["code"] == "too_often"
            assert 0 < refused["wait"] <= 10

    run(work())


def test_a_client_that_keeps_sending_nonsense_is_disconnected(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, rates=True) as server:
            anna = await server.guest("Anna")
            made = await anna.json("POST", "/api/tables", {"seats": [{"who": "me"}] * 2})
            socket = await anna.socket(made["table"])
            for _ in range(25):
                await socket.send("nonsense")
            with suppress(ConnectionClosed):
                while True:
                    await asyncio.wait_for(socket.recv(), PATIENCE)
            assert socket.close_code == 1008

    run(work())


def test_the_number_of_new_guests_is_limited(tmp_path: Path) -> None:
    async def work() -> None:
        async with start_local_server(tmp_path, rates=True) as server:
            server.context.rates = RateLimits(clock=lambda: 0.0)  # however slow the machine is
            nobody = Visitor(server)
            request = nobody.request("POST", "/api/guest", {"name": "Anna"})
            answers = await nobody.ask_all([request] * 40)
            assert sum(head.startswith(b"HTTP/1.1 200") for head, _ in answers) == 30

    run(work())


# Attacks


@pytest.fixture(scope="module")
def victim(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Victim]:
    with a_server(tmp_path_factory.mktemp("victim"), "--log-level", "debug") as server:
        victim = Victim(server)
        yield victim
        victim.leave()


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_server_withstands_an_attack(attack: str, victim: Victim) -> None:
    """Afterwards the server is healthy, an honest table goes on, and the log is clean."""
    ATTACKS[attack](victim)
    victim.check()
