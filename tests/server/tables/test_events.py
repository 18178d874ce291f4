"""The events of a log: stored events stay readable in every later version."""

from typing import get_args

import pytest
from msgspec import ValidationError

from splendor.server.tables.events import (
    Admitted,
    Answered,
    AnyEvent,
    Asked,
    Began,
    Chatted,
    ClockRule,
    Concluded,
    Created,
    Filled,
    ForkSource,
    Hinted,
    Left,
    Moved,
    Muted,
    Readied,
    Rematched,
    Removed,
    Replaced,
    Returned,
    Sat,
    SeatSetup,
    Started,
    Undone,
    decode,
    encode,
    kind_of,
)

# Events as they are stored in databases: lines may be added here, but none may be changed.
STORED: list[tuple[AnyEvent, bytes]] = [
    (
        Created(
            "official", {"target": 21},
            [SeatSetup("person", "p", "Anna"), SeatSetup("bot", level="easy")],
            "c0", "p", ClockRule(600, 5), False, "t0",
        ),
        b'{"kind":"created","rules":"official","options":{"target":21},"chairs":[{"kind":"person",'
        b'"player":"p","name":"Anna"},{"kind":"bot","level":"easy"}],"commitment":"c0","owner":"p",'
        b'"clock":{"seconds":600,"increment":5},"spectators":false,"former":"t0"}',
    ),
    (
        Created("duel", {}, [SeatSetup(), SeatSetup("person", "p", "Anna")], "c0"),
        b'{"kind":"created","rules":"duel","options":{},"chairs":[{},{"kind":"person","player":"p",'
        b'"name":"Anna"}],"commitment":"c0"}',
    ),
    (
        Created("duel", {}, [SeatSetup()], "c0", fork=ForkSource("t0", 2, ["n", ""], ["a1", "b1"])),
        b'{"kind":"created","rules":"duel","options":{},"chairs":[{}],"commitment":"c0",'
        b'"fork":{"table":"t0","ply":2,"nonces":["n",""],"moves":["a1","b1"]}}',
    ),
    (Sat(1, "p", "Ben"), b'{"kind":"sat","seat":1,"player":"p","name":"Ben"}'),
    (Left(1), b'{"kind":"left","seat":1}'),
    (Filled(1, "easy"), b'{"kind":"filled","seat":1,"level":"easy"}'),
    (Filled(1), b'{"kind":"filled","seat":1}'),
    (
        Started([0, 2], {"start": 1}),
        b'{"kind":"started","kept":[0,2],"options":{"start":1}}',
    ),
    (Readied("p", "n"), b'{"kind":"readied","player":"p","nonce":"n"}'),
    (Readied("p"), b'{"kind":"readied","player":"p"}'),
    (Began({"start": 0}, "1"), b'{"kind":"began","deal":{"start":0},"engine":"1"}'),
    (
        Moved(0, ["r1a", "a1"], ["", "WU"], [1000, 2000]),
        b'{"kind":"moved","seat":0,"moves":["r1a","a1"],"drawn":["","WU"],"clocks":[1000,2000]}',
    ),
    (Moved(0, ["UGR"]), b'{"kind":"moved","seat":0,"moves":["UGR"]}'),
    (Undone(4), b'{"kind":"undone","kept":4}'),
    (Asked("p", "undo", 4), b'{"kind":"asked","player":"p","what":"undo","kept":4}'),
    (Asked("p", "abandon"), b'{"kind":"asked","player":"p","what":"abandon"}'),
    (Answered("p", True), b'{"kind":"answered","player":"p","yes":true}'),
    (
        Replaced(2, "medium", "time"),
        b'{"kind":"replaced","seat":2,"level":"medium","why":"time"}',
    ),
    (Returned(2), b'{"kind":"returned","seat":2}'),
    (
        Concluded("resignation", [1], 0),
        b'{"kind":"concluded","reason":"resignation","winners":[1],"seat":0}',
    ),
    (Concluded("abandoned", []), b'{"kind":"concluded","reason":"abandoned","winners":[]}'),
    (Chatted("p", "Ben", "hi"), b'{"kind":"chatted","player":"p","name":"Ben","text":"hi"}'),
    (Muted("p", 1, True), b'{"kind":"muted","player":"p","seat":1,"on":true}'),
    (Removed(1), b'{"kind":"removed","seat":1}'),
    (Admitted(False, True), b'{"kind":"admitted","watch":false,"chat":true}'),
    (Undone(4, [1000, 2000]), b'{"kind":"undone","kept":4,"clocks":[1000,2000]}'),
    (
        Asked("p", "replace", seat=2),
        b'{"kind":"asked","player":"p","what":"replace","seat":2}',
    ),
    (
        Created("duel", {}, [SeatSetup()], "c0", clock=ClockRule(0, days=3)),
        b'{"kind":"created","rules":"duel","options":{},"chairs":[{}],"commitment":"c0",'
        b'"clock":{"seconds":0,"days":3}}',
    ),
    (Hinted(0, 12), b'{"kind":"hinted","seat":0,"ply":12}'),
    (Rematched("t1"), b'{"kind":"rematched","table":"t1"}'),
]  # fmt: skip


# Version 0.1.0 stored more than the decisions; the rest is ignored.
STORED_BY_0_1_0 = [
    (
        Moved(0, ["r1a", "a1"], ["", "WU"], [1000, 2000]),
        b'{"kind":"moved","seat":0,"moves":["r1a","a1"],"drawn":["","WU"],"cards":["L1-01",null],'
        b'"clocks":[1000,2000]}',
    ),
    (
        Moved(0, ["pa1", "fill"], ["", "WU"]),
        b'{"kind":"moved","seat":0,"moves":["pa1","fill"],"drawn":["","WU"],"taken":["P",""]}',
    ),
    (
        Moved(0, ["fill"], ["WU"]),
        b'{"kind":"moved","seat":0,"moves":["fill"],"drawn":["WU"],"privileges":[[0,1]]}',
    ),
    (
        Moved(0, ["b1a"]),
        b'{"kind":"moved","seat":0,"moves":["b1a"],"cards":[3],"nobles":[0]}',
    ),
]  # fmt: skip


@pytest.mark.parametrize("event, stored", STORED_BY_0_1_0)
def test_an_event_of_version_0_1_0_is_read(event: AnyEvent, stored: bytes) -> None:
    assert decode(stored) == event


@pytest.mark.parametrize("event, stored", STORED)
def test_an_event_is_written_and_read_in_this_form(event: AnyEvent, stored: bytes) -> None:
    assert decode(stored) == event
    assert encode(event) == stored


def test_the_examples_have_every_kind_of_event() -> None:
    assert {type(event) for event, _ in STORED} == set(get_args(AnyEvent))


def test_the_kind_of_an_event_is_its_stored_tag() -> None:
    for event, stored in STORED:
        assert stored.startswith(b'{"kind":"%s"' % kind_of(event).encode())


@pytest.mark.parametrize(
    "wrong", [b'{"kind":"flown"}', b'{"kind":"left"}', b'{"seat":1}', b"{", b""]
)
def test_invalid_events_are_refused(wrong: bytes) -> None:
    with pytest.raises((ValidationError, ValueError)):
        decode(wrong)


def test_unknown_fields_are_ignored() -> None:
    assert decode(b'{"kind":"left","seat":1,"mood":"sad"}') == Left(1)
