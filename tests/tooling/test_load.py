"""The short form of `make load`: that nothing is lost or doubled, not how quick it is."""

import asyncio
import json
from collections import Counter
from pathlib import Path

import pytest

from tools.load import __main__ as load
from tools.load.measure import Measured, Window, quantile, quantiles
from tools.load.play import KINDS, Ack, Crowd, News, Party, Person, Room, Sent, read_frame
from tools.load.report import report
from tools.load.server import Address, serving
from tools.load.socket import Heard, Socket

TABLES, SOCKETS = 20, 80
SECONDS, RATE = 3.0, 40.0


async def play() -> tuple[Measured, Measured, int, Crowd]:
    """Play at a rate, then as quickly as it goes, then compare with the server's logs."""
    with serving(load.CAPACITY) as server:
        async with load.a_crowd(server, TABLES) as crowd:
            plan = load.Plan(TABLES, SECONDS, RATE)
            at_rate = await load.measured_at_rate(crowd, server, plan, "at a rate")
            window = Window(crowd, server.pid)
            await window.open()
            await load.flat_out(crowd, lambda: crowd.tally.moves >= 10 * TABLES)
            await crowd.settle()
            flat_out = await window.close("flat out")
            checked = await crowd.compare_logs()
            found = dict(crowd.tally.faults)
            crowd.parties[0].log[10_000] = ["WUG"]  # an ack of what the server does not have
            await crowd.compare_logs()
            await crowd.go_home()
    assert found == {}
    return at_rate, flat_out, checked, crowd


def test_under_load_every_move_is_acknowledged_once_and_told_to_everybody() -> None:
    at_rate, flat_out, checked, crowd = asyncio.run(play())

    assert at_rate.faults == flat_out.faults == {}
    assert crowd.tally.faults == {"a log that is not what was acknowledged": 1}
    assert (at_rate.tables, at_rate.sockets) == (TABLES, SOCKETS)
    assert at_rate.moves == SECONDS * RATE
    assert flat_out.moves >= 10 * TABLES
    assert not crowd.waiting
    assert checked == at_rate.moves + flat_out.moves
    assert 0 < at_rate.p50 <= at_rate.p99 <= at_rate.most
    assert at_rate.frames >= (1 + 4) * at_rate.moves  # an ack and four views for each move
    assert min(at_rate.parts.values()) > 0
    assert at_rate.micros_per_move > 0
    assert at_rate.memory > 0


# What is wrong is noticed


def a_party() -> Party:
    crowd = Crowd(Address("127.0.0.1", 1))
    people = [Person("Anna", ""), Person("Ben", "")]
    return Party(crowd, "table", people, 2, KINDS[0])


def test_an_event_that_is_left_out_is_noticed() -> None:
    party = a_party()
    chair = party.chairs[0]
    first = read_frame(b'{"type":"news","seq":2,"state":0,"room":{"status":"open"},'
                       b'"events":[{"seq":1},{"seq":2}]}')  # fmt: skip
    assert isinstance(first, News)
    chair.take_news(first)
    assert not party.crowd.tally.faults
    chair.take_news(News(4, 0, Room("open"), [], first.events[:0]))
    assert party.crowd.tally.faults == {"events were lost, doubled or out of order": 1}


def test_a_second_ack_and_an_unknown_one_are_noticed() -> None:
    party = a_party()
    crowd = party.crowd
    crowd.waiting["m1"] = Sent(0.0, party, ["WUG"])
    crowd.take_ack(Ack("m1", 7))
    assert not crowd.tally.faults
    assert party.log == {7: ["WUG"]}
    crowd.take_ack(Ack("m1", 7))
    crowd.take_ack(Ack("m2", 8))
    assert crowd.tally.faults == {"an ack that nobody waits for": 2}
    crowd.waiting["m3"] = Sent(0.0, party, ["WW"])
    crowd.take_ack(Ack("m3", 7))
    assert crowd.tally.faults["two acks with one number"] == 1


def test_a_socket_that_the_server_closes_is_noticed() -> None:
    party = a_party()
    party.chairs[0].ended(1013)
    assert party.crowd.tally.faults == Counter({"a socket was closed (1013)": 1})


def test_frames_are_read_however_they_are_cut() -> None:
    """Short, middle and long ones, byte by byte and all at once."""
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

    async def heard_in_pieces_of(size: int) -> list[bytes]:
        heard: list[bytes] = []
        socket = Socket(Heard(lambda text: heard.append(bytes(text)), lambda _: None), b"")
        for at in range(0, len(data), size):
            socket.data_received(data[at : at + size])
        return heard

    assert asyncio.run(heard_in_pieces_of(len(data))) == texts
    assert asyncio.run(heard_in_pieces_of(1000)) == texts
    assert asyncio.run(heard_in_pieces_of(7)) == texts


@pytest.mark.parametrize("share, value", [(0.5, 50), (0.99, 99), (1.0, 100), (0.001, 1)])
def test_quantiles_are_of_the_ordered_values(share: float, value: int) -> None:
    assert quantile(range(1, 101), share) == value
    assert quantiles([0.003, 0.001])["most"] == 3.0


def test_the_page_is_what_the_committed_results_say() -> None:
    results = Path(load.RESULTS)
    kept = {path.stem: json.loads(path.read_text()) for path in sorted(results.glob("*.json"))}
    assert kept
    assert (results.parent / "load.md").read_text() == report(kept)
