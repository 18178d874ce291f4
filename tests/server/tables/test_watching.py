"""Spectators by name, emotes, and tables where only bots play."""

import asyncio
import json
from typing import Any

import pytest

from splendor.server.messages import Emote, Mute, Pace, Pause, Rematch
from splendor.server.tables.listeners import Listener
from splendor.server.tables.state import OVER, PLAYING, WAITING
from splendor.server.tables.table import Table
from splendor.server.tables.watching import MAX_NAMED
from tests.server.fakes import FakeServer, async_test, eventually, new_table, person, refused


async def watching(server: FakeServer, table: Table, name: str, player: str = "") -> Listener:
    listener = Listener(player or name, name=name)
    assert await server.tables.attach(table, listener)
    return listener


async def frames(listener: Listener) -> list[dict[str, Any]]:
    """What a listener was sent so far."""
    found = []
    while not listener.is_drained:
        frame = await listener.next()
        assert frame is not None
        found.append(json.loads(frame))
    return found


async def signs(listener: Listener) -> list[tuple[int, str]]:
    return [(each["seat"], each["what"]) for each in await frames(listener) if "what" in each]


def watchers(server: FakeServer, table: Table) -> Any:
    return server.frame(table)["room"].get("watchers")


# Emotes


@async_test
async def test_everybody_at_a_table_sees_an_emote_and_the_log_keeps_nothing() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    listeners = [await watching(server, at, name) for name in ("Anna", "Ben", "Eve")]
    before, seq = len(server.store.writes), at.state.seq
    await server.do(at, "Ben", Emote, what="bravo")
    assert [await signs(each) for each in listeners] == 3 * [[(1, "bravo")]]
    assert len(server.store.writes) == before
    assert at.state.seq == seq


@async_test
async def test_whoever_muted_somebody_does_not_see_their_emotes() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    anna, eve = await watching(server, at, "Anna"), await watching(server, at, "Eve")
    await server.do(at, "Anna", Mute, seat=1)
    await server.do(at, "Ben", Emote, what="oops")
    assert await signs(anna) == []
    assert await signs(eve) == [(1, "oops")]


@async_test
async def test_spectators_make_no_emotes() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    assert await refused(server.do(at, "Eve", Emote, what="hello")) == "not_seated"


# Spectators


@async_test
async def test_spectators_are_named_once_and_the_nameless_are_counted() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    await watching(server, at, "Anna")
    eve = await watching(server, at, "Eve")
    await watching(server, at, "Eve")
    await watching(server, at, "", player="somebody")
    assert watchers(server, at) == ["Eve"]
    assert server.frame(at)["room"]["watching"] == 2
    server.tables.rename("Eve", "Evelyn")
    assert watchers(server, at) == ["Evelyn"]
    assert (await frames(eve))[-1]["room"]["watchers"] == ["Evelyn"]


@async_test
async def test_only_so_many_spectators_are_named() -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    for number in range(MAX_NAMED + 3):
        await watching(server, at, f"Guest {number}")
    assert len(watchers(server, at)) == MAX_NAMED
    assert server.frame(at)["room"]["watching"] == MAX_NAMED + 3


# Bots to watch


async def bots_of(server: FakeServer, *bots: str, **more: Any) -> Table:
    return await server.tables.create(person("Anna"), new_table(*bots, **more))


@pytest.mark.parametrize("rules, bots", [("official", 2), ("official", 4), ("duel", 2)])
@async_test
async def test_a_game_of_bots_begins_when_somebody_watches_and_ends(rules: str, bots: int) -> None:
    server = FakeServer()
    at = await bots_of(server, *bots * ["greedy"], rules=rules)
    await asyncio.sleep(0.01)
    assert at.state.status == WAITING
    await watching(server, at, "Anna")
    await eventually(lambda: at.state.status == OVER)
    assert not (await server.tables.tables_of("Anna", None, "")).tables  # she has played nothing


@async_test
async def test_bots_wait_while_nobody_watches_them_and_then_go_on() -> None:
    server = FakeServer()
    at = await bots_of(server, "greedy", "greedy")
    server.bots.held = asyncio.Event()
    anna = await watching(server, at, "Anna")
    await eventually(lambda: server.bots.asked)
    server.tables.detach(at, anna)
    server.bots.held.set()
    await server.wait_for_bots(at)
    assert at.state.status == PLAYING
    assert len(at.state.dealt_game.moves) == 1
    await watching(server, at, "Ben")
    await eventually(lambda: at.state.status == OVER)


@async_test
async def test_whoever_opened_a_table_of_bots_sets_its_pace_and_plays_it_again() -> None:
    server = FakeServer()
    at = await bots_of(server, "greedy", "greedy")
    server.bots.held = asyncio.Event()
    await watching(server, at, "Anna")
    await eventually(lambda: server.bots.asked)
    assert await refused(server.do(at, "Ben", Pause)) == "pause_alone"
    assert await refused(server.do(at, "Ben", Pace, seconds=1.0)) == "pause_alone"
    await server.do(at, "Anna", Pace, seconds=0.2)
    assert server.frame(at)["room"]["pace"] == 0.2
    await server.do(at, "Anna", Pause)
    assert server.frame(at)["room"]["paused"]
    await server.do(at, "Anna", Pause, on=False)
    at.pace = 0.0
    server.bots.held.set()
    await eventually(lambda: at.state.status == OVER)
    assert await refused(server.do(at, "Ben", Rematch)) == "not_seated"
    await server.do(at, "Anna", Rematch)
    again = server.tables.live[at.state.rematch]
    await watching(server, again, "Anna")
    await eventually(lambda: again.state.status == OVER)


@async_test
async def test_a_bots_thinking_counts_for_whoever_opened_their_table() -> None:
    server = FakeServer()
    at = await bots_of(server, "greedy", "greedy")
    at.saw("Anna", "192.0.2.1")
    await watching(server, at, "Anna")
    await eventually(lambda: server.bots.askers)
    assert (server.bots.askers[0].guest, server.bots.askers[0].address) == ("Anna", "192.0.2.1")
