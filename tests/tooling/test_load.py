"""A short `make load`, which checks that no move is lost or repeated; speed is not tested."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from tools.load import __main__ as load
from tools.load.measure import Measured, Window, quantile, quantiles
from tools.load.play import (
    KINDS,
    Ack,
    LoadGenerator,
    LoadTable,
    News,
    Person,
    Room,
    Sent,
    read_frame,
)
from tools.load.report import report
from tools.load.server import Address, serving
from tools.load.socket import Callbacks, Socket

TABLES, SOCKETS = 20, 80
SECONDS, RATE = 3.0, 40.0


async def play() -> tuple[Measured, Measured, int, LoadGenerator]:
    """Play at a fixed rate, then as fast as possible, then compare with the server's logs."""
    with serving(load.CAPACITY) as server:
        async with load.load_generator(server, TABLES) as generator:
            plan = load.Plan(TABLES, SECONDS, RATE)
            at_rate = await load.measured_at_rate(generator, server, plan, "at a rate")
            window = Window(generator, server.pid)
            await window.open()
            await load.flat_out(generator, lambda: generator.tally.moves >= 10 * TABLES)
            await generator.settle()
            flat_out = await window.close("flat out")
            checked = await generator.compare_logs()
            found = dict(generator.tally.faults)
            # An ack of a move that the server does not have.
            generator.live_tables[0].log[10_000] = ["WUG"]
            await generator.compare_logs()
            await generator.disconnect()
    assert found == {}
    return at_rate, flat_out, checked, generator


def test_under_load_every_move_is_acknowledged_once_and_sent_to_everybody() -> None:
    at_rate, flat_out, checked, generator = asyncio.run(play())

    assert at_rate.faults == flat_out.faults == {}
    assert generator.tally.faults == {"a log differs from the acknowledged moves": 1}
    assert (at_rate.tables, at_rate.sockets) == (TABLES, SOCKETS)
    assert at_rate.moves == SECONDS * RATE
    assert flat_out.moves >= 10 * TABLES
    assert not generator.waiting
    assert checked == at_rate.moves + flat_out.moves
    assert 0 < at_rate.p50 <= at_rate.p99 <= at_rate.most
    assert at_rate.frames >= (1 + 4) * at_rate.moves  # an ack and four views for each move
    assert min(at_rate.parts.values()) > 0
    assert at_rate.micros_per_move > 0
    assert at_rate.memory > 0


# Errors are detected


def a_table() -> LoadTable:
    generator = LoadGenerator(Address("127.0.0.1", 1))
    people = [Person("Anna", ""), Person("Ben", "")]
    return LoadTable(generator, "table", people, 2, KINDS[0])


def test_a_missing_event_is_detected() -> None:
    table = a_table()
    client = table.clients[0]
    first = read_frame(b'{"type":"news","seq":2,"state":0,"room":{"status":"open"},'
                       b'"events":[{"seq":1},{"seq":2}]}')  # fmt: skip
    assert isinstance(first, News)
    client.on_news(first)
    assert not table.generator.tally.faults
    client.on_news(News(4, 0, Room("open"), [], first.events[:0]))
    assert table.generator.tally.faults == {"events were lost, repeated or out of order": 1}


def test_repeated_and_unknown_acks_are_detected() -> None:
    table = a_table()
    generator = table.generator
    generator.waiting["m1"] = Sent(0.0, table, ["WUG"])
    generator.on_ack(Ack("m1", 7))
    assert not generator.tally.faults
    assert table.log == {7: ["WUG"]}
    generator.on_ack(Ack("m1", 7))
    generator.on_ack(Ack("m2", 8))
    assert generator.tally.faults == {"an unexpected ack": 2}
    generator.waiting["m3"] = Sent(0.0, table, ["WW"])
    generator.on_ack(Ack("m3", 7))
    assert generator.tally.faults["two acks with the same number"] == 1


def test_a_socket_closed_by_the_server_is_detected() -> None:
    table = a_table()
    table.clients[0].on_end(1013)
    assert table.generator.tally.faults == Counter({"a socket was closed (1013)": 1})


def test_frames_are_read_in_pieces_of_any_size() -> None:
    """Frames with all three kinds of length, whole and in pieces."""
    texts = [b"a" * size for size in (0, 125, 126, 65_535, 65_536)]
    heads = [
        b"\x00",
        b"\x7d",
        b"\x7e\x00\x7e",
        b"\x7e\xff\xff",
        b"\x7f" + (65_536).to_bytes(8, "big"),
    ]
    frames = b"".join(b"\x81" + head + text for head, text in zip(heads, texts, strict=True))
    data = b"HTTP/1.1 101 Switching Protocols\r\n\r\n" + frames

    async def received_in_pieces_of(size: int) -> list[bytes]:
        heard: list[bytes] = []
        socket = Socket(Callbacks(lambda text: heard.append(bytes(text)), lambda _: None), b"")
        for at in range(0, len(data), size):
            socket.data_received(data[at : at + size])
        return heard

    assert asyncio.run(received_in_pieces_of(len(data))) == texts
    assert asyncio.run(received_in_pieces_of(1000)) == texts
    assert asyncio.run(received_in_pieces_of(7)) == texts


@pytest.mark.parametrize("share, value", [(0.5, 50), (0.99, 99), (1.0, 100), (0.001, 1)])
def test_quantiles_are_of_the_ordered_values(share: float, value: int) -> None:
    assert quantile(range(1, 101), share) == value
    assert quantiles([0.003, 0.001])["most"] == 3.0


def test_the_page_matches_the_stored_results() -> None:
    results = Path(load.RESULTS)
    stored = {path.stem: json.loads(path.read_text()) for path in sorted(results.glob("*.json"))}
    assert stored
    assert (results.parent / "load.md").read_text() == report(stored)
