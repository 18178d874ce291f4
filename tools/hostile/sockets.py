"""Attacks through a WebSocket.

An attack is a function that asserts how the server responds, and returns the number of messages it
sent.
"""

import json
import os
import socket
import struct
from contextlib import suppress

from splendor.server.app import MAX_FRAME
from splendor.server.messages import MAX_MOVES
from tools.hostile.victim import (
    CLOSE,
    PATIENCE,
    PING,
    TEXT,
    Victim,
    close_code,
    closed_with,
    read_all,
    victim_memory,
    ws_frame,
)

# Malformed messages

NESTED = "[" * 1500 + "]" * 1500
MALFORMED = (
    *(
        "",
        " ",
        "{",
        "}",
        "null",
        "true",
        "1",
        '"hello"',
        "[]",
        "{}",
        "nonsense",
        "\x00",
        "\ufeff{}",
    ),
    *(
        "{'type':'ping'}",
        '{"type":"ping"}{"type":"ping"}',
        '{"type":"ping",}',
        '{"type":"ping","x":1}',
    ),
    *('{"type":1}', '{"type":null}', '{"type":"nothing"}', '{"Type":"ping"}', '{"type":"PLAY"}'),
    *('{"type":"play"}', '{"type":"play","id":"a"}', '{"type":"chat","id":"a"}'),
    '{"type":"play","id":"a","state":1,"moves":[]}',
    '{"type":"play","id":"a","state":"1","moves":["WUG"]}',
    '{"type":"play","id":"a","state":1.5,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":NaN,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":1e400,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":true,"moves":["WUG"]}',
    '{"type":"play","id":"a","state":1,"moves":"WUG"}',
    '{"type":"play","id":"a","state":1,"moves":[1]}',
    '{"type":"play","id":"a","state":1,"moves":[""]}',
    '{"type":"play","id":"a","state":1,"moves":["WUG"],"seat":0}',
    '{"type":"play","id":"a","state":1,"moves":["WUG"],"player":"somebody"}',
    '{"type":"play","id":"a","state":1,"moves":["WUG"],"at":0}',
    '{"type":"play","id":"a","state":1,"moves":["' + "W" * 41 + '"]}',
    '{"type":"play","id":"a","state":1,"moves":[' + ",".join(['"pay"'] * (MAX_MOVES + 1)) + "]}",
    '{"type":"play","id":"","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"' + "a" * 65 + '","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"a b","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"a\\n","state":1,"moves":["WUG"]}',
    '{"type":"play","id":"a\\u0000","state":1,"moves":["WUG"]}',
    '{"type":"play","id":1,"state":1,"moves":["WUG"]}',
    '{"type":"sit","id":"a","seat":-1}',
    '{"type":"sit","id":"a","seat":4}',
    '{"type":"sit","id":"a","seat":"0"}',
    '{"type":"sit","id":"a","seat":' + "9" * 400 + "}",
    '{"type":"chat","id":"a","text":""}',
    '{"type":"chat","id":"a","text":"' + "x" * 301 + '"}',
    '{"type":"chat","id":"a","text":"\\ud800"}',
    '{"type":"call_bot","id":"a","seat":1,"level":"\\udfff"}',
    '{"type":"ask","id":"a","what":"money"}',
    '{"type":"answer","id":"a","yes":1}',
    '{"type":"hint","id":"a","state":1,"seconds":0}',
    '{"type":"hint","id":"a","state":1,"seconds":1e9}',
    '{"type":"hint","id":"a","state":1,"seconds":-1}',
    '{"type":"hello","since":-1}',
    f'{{"type":"play","id":"a","state":1,"moves":{NESTED}}}',
    NESTED,
    "[" * (MAX_FRAME - 1),
    '{"a":' * 600 + "1" + "}" * 600,
    '{"type":"ready","id":"a","nonce":"' + "f" * 65 + '"}',
)


def malformed_messages(victim: Victim) -> int:
    """Each is refused, and the socket stays open."""
    before = victim.seats[0].news["seq"]
    with victim.conversation() as connection:
        for text in MALFORMED:
            connection.send(text)
            answer = json.loads(connection.recv(PATIENCE))
            assert (answer["type"], answer["code"]) == ("refused", "malformed"), (text, answer)
            assert "\n" not in answer["why"], answer
            assert len(answer["why"]) < 400, answer
        connection.send('{"type":"ping"}')
        assert json.loads(connection.recv(PATIENCE))["type"] == "pong"
    assert victim.anna.ask("GET", f"/api/tables/{victim.table}")["seq"] == before
    return len(MALFORMED)


REFUSED = (
    '{"type":"chat","id":"nul","text":"a\\u0000b"}',
    '{"type":"chat","id":"crlf","text":"a\\r\\nSet-Cookie: x=y"}',
    '{"type":"ready","id":"nonce","nonce":"zz"}',
    '{"type":"sit","id":"seat","seat":3}',
    '{"type":"play","id":"old","state":-99999999999999999999999999999999,"moves":["WUG"]}',
    '{"type":"play","id":"new","state":99999999999999999999999999999999,"moves":["WUG"]}',
    '{"type":"call_bot","id":"bot","seat":0,"level":"os:system"}',
    '{"type":"rematch","id":"rematch"}',
)


def refused_messages(victim: Victim) -> int:
    with victim.conversation() as connection:
        for text in REFUSED:
            connection.send(text)
            answer = json.loads(connection.recv(PATIENCE))
            assert answer["type"] == "refused", (text, answer)
            assert answer["id"] == json.loads(text)["id"]
    return len(REFUSED)


def oversized_frames(victim: Victim) -> int:
    """A frame of the maximal size is read; a longer one closes the socket, even in fragments."""
    with victim.conversation() as connection:
        connection.send(" " * MAX_FRAME)
        assert json.loads(connection.recv(PATIENCE))["code"] == "malformed"
    for size in (MAX_FRAME + 1, 1 << 20):
        with victim.conversation() as connection:
            connection.send("x" * size)
            assert closed_with(connection) == 1009
    with victim.raw_socket() as raw, suppress(ConnectionError):  # 1 MB in fragments of 1,000 bytes
        raw.sendall(ws_frame(TEXT, b"x" * 1000, last=False))
        for _ in range(1000):
            raw.sendall(ws_frame(0, b"x" * 1000, last=False))
        while raw.recv(65536):  # until closed or timed out
            pass
    with victim.raw_socket() as raw:  # a header that announces a huge frame
        raw.sendall(bytes([0x81, 0xFF]) + struct.pack("!Q", 1 << 62))
        assert close_code(read_all(raw)) == 1009
    return 5


def binary_and_invalid_text_frames(victim: Victim) -> int:
    sent = 0
    for data in (b"", b"\x00", b'{"type":"ping"}', os.urandom(4000)):
        with victim.conversation() as connection:
            connection.send(data)
            assert closed_with(connection) == 1003
            sent += 1
    for data in (b"\xff", b"\xc0\x80", b"\xed\xa0\x80", b'{"type":"ping"}\x80'):
        with victim.raw_socket() as raw:
            raw.sendall(ws_frame(TEXT, data))
            assert close_code(read_all(raw)) == 1007
            sent += 1
    return sent


def websocket_protocol_violations(victim: Victim) -> int:
    """Frames without a mask, of unknown kinds, with fragments out of order or reserved bits."""
    wrong = (
        ws_frame(TEXT, b'{"type":"ping"}', masked=False),
        ws_frame(3, b""),
        ws_frame(11, b""),
        ws_frame(0, b"x"),
        ws_frame(TEXT, b"x", last=False) + ws_frame(TEXT, b"y"),
        ws_frame(PING, b"x" * 126),
        ws_frame(PING, b"x", last=False),
        bytes([0xF1, 0x80, 0, 0, 0, 0]),
        ws_frame(CLOSE, b"\x00"),
        ws_frame(CLOSE, struct.pack("!H", 999)),
        ws_frame(CLOSE, struct.pack("!H", 1000) + b"\xff"),
        b"GET / HTTP/1.1\r\n\r\n",
    )
    for data in wrong:
        with victim.raw_socket() as raw:
            raw.sendall(data)
            assert close_code(read_all(raw)) in (1002, 1007), data
    return len(wrong)


# Handshakes, resets and floods


def commands_before_hello(victim: Victim) -> int:
    for text in ('{"type":"ping"}', '{"type":"leave","id":"a"}', "nonsense", ""):
        with victim.conversation(hello=False) as connection:
            connection.send(text)
            assert closed_with(connection) == 1008
    return 4


def a_second_hello(victim: Victim) -> int:
    with victim.conversation() as connection:
        connection.send('{"type":"hello"}')
        assert json.loads(connection.recv(PATIENCE))["code"] == "hello_again"
        connection.send('{"type":"hello","since":999999999999999999999999}')
        assert json.loads(connection.recv(PATIENCE))["code"] == "hello_again"
    with victim.conversation(hello=False) as connection:  # a future event number
        connection.send('{"type":"hello","since":999999999999999999999999}')
        assert json.loads(connection.recv(PATIENCE))["type"] == "news"
    return 3


def sockets_cut_off_abruptly(victim: Victim) -> int:
    """Connections reset in the middle of a frame, before and after `hello`."""
    for number in range(40):
        with victim.raw_socket(hello=number % 2 == 0) as raw:
            raw.sendall(ws_frame(TEXT, b'{"type":"ping"}')[: number % 20])
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return 40


def message_flood(victim: Victim) -> int:
    """Many messages at once: the client is disconnected, and others can go on."""
    sent = 0
    for text in (
        b'{"type":"ping"}',
        b"nonsense",
        b'{"type":"leave","id":"a"}',
        b'{"type":"try","id":"a","state":0,"moves":[]}',
    ):
        with victim.raw_socket() as raw:
            try:
                for _ in range(50):
                    raw.sendall(ws_frame(TEXT, text) * 100)
                    sent += 100
            except ConnectionError:
                pass
            victim.play_on(1)
    return sent


def ping_flood(victim: Victim) -> int:
    """WebSocket pings from a client that never reads the pongs."""
    before = victim_memory(victim)
    sent = 0
    with victim.raw_socket() as raw:
        raw.settimeout(3)
        try:
            for _ in range(200):
                raw.sendall(ws_frame(PING, b"x" * 125) * 500)
                sent += 500
        except (ConnectionError, TimeoutError):
            pass
        victim.play_on(1)
        assert victim_memory(victim) - before < 8_000, "the server stores pongs"
    return sent
