"""News: the messages about a table."""

from typing import Any

import pytest
from msgspec import json

from splendor.server.messages import Chat, Clock
from splendor.server.storage.types import TableRow
from splendor.server.tables import log_lines
from splendor.server.tables.commands import Presence
from splendor.server.tables.events import (
    Answered,
    Asked,
    Chatted,
    Concluded,
    Left,
    Muted,
    Readied,
    Replaced,
    Returned,
)
from splendor.server.tables.news import NewsComposer, encode_table, line_of, room_of, summary_of
from splendor.server.tables.state import TableState
from splendor.view import View
from tests.server.fakes import FakeServer, async_test
from tests.server.tables.table_states import SECRET, LoggedState, begun, fold, play, waiting_state


def room(state: TableState, **more: Any) -> dict[str, Any]:
    actual: dict[str, Any] = json.decode(json.encode(room_of(state, **more)))
    return actual


def news(
    state: LoggedState, name: str = "", since: int = 0, positions: bool = False
) -> dict[str, Any]:
    composer = NewsComposer(state, state.log, room_of(state), encode_table(state))
    actual: dict[str, Any] = json.decode(composer.news(name, since, positions))
    return actual


def test_a_seat_names_its_person_and_its_player() -> None:
    state = begun("Anna", "Ben", "easy", "Dan")
    fold(state, Replaced(1, "greedy", "resigned"), Left(3))
    assert room(state, present={"Anna"}, presence=Presence(frozenset({"Ben"})))["seats"] == [
        {"kind": "person", "name": "Anna", "ready": True, "present": True},
        {
            "kind": "person", "name": "Ben", "bot": "greedy", "why": "resigned", "ready": True,
            "absent": True,
        },
        {"kind": "bot", "bot": "easy", "ready": True},
        {"kind": "open", "name": "Dan", "why": "left", "absent": True},
    ]  # fmt: skip


def test_an_anonymous_spectator_does_not_count_as_present() -> None:
    state = waiting_state("Anna", "", "greedy")
    assert not any("present" in seat for seat in room(state, present={""})["seats"])


def test_secret_and_nonces_are_revealed_only_when_the_game_is_over() -> None:
    waiting, state = waiting_state("Anna", "Ben"), begun("Anna", "Ben")
    fold(waiting, Readied("Anna", "early"))
    for unfinished in (waiting, state):
        assert list(room(unfinished)["fairness"]) == ["commitment"]
        text = json.encode(news(unfinished, "Anna"))
        assert SECRET.encode() not in text
        assert b"early" not in text
        assert b"nonce" not in text
    fold(state, Concluded("abandoned", []))
    fairness = room(state)["fairness"]
    assert fairness["secret"] == SECRET
    assert fairness["nonces"] == ["nonce-Anna", "nonce-Ben"]


def test_a_request_names_its_seat_its_subject_and_who_has_agreed() -> None:
    state = begun("Anna", "Ben", "Ben", "Cleo")
    fold(state, Asked("Anna", "undo", 3), Answered("Ben", True))
    assert room(state)["asked"] == {
        "id": 6, "seat": 0, "what": "undo", "kept": 3, "agreed": [1, 2],
    }  # fmt: skip
    fold(state, Answered("Cleo", False))
    assert "asked" not in room(state)


def test_clock_problem_and_spectators_are_in_the_news() -> None:
    state = begun("Anna", "Ben")
    actual = room(state, clock=Clock(60, 5, [1, 2], 0), problem="broken", watching=3)
    assert actual["clock"] == {
        "seconds": 60, "increment": 5, "left": [1, 2], "running": 0, "days": 0,
    }  # fmt: skip
    assert (actual["status"], actual["problem"], actual["watching"]) == ("frozen", "broken", 3)


def test_everybody_sees_the_same_table_and_only_owners_see_their_hand() -> None:
    state = begun("Anna", "Ben", "Anna", start=0)
    play(state, "r1")
    play(state, "r2")
    play(state, "r3")
    anna, ben, eve = news(state, "Anna"), news(state, "Ben"), news(state, "Eve")
    assert anna["table"] == ben["table"] == eve["table"]
    assert [you["seat"] for you in anna["you"]] == [0, 2]
    assert [you["seat"] for you in ben["you"]] == [1]
    assert "you" not in eve
    hands = state.dealt_game.record[0].players
    assert [you["hand"][0]["card"] for you in anna["you"]] == [
        int(hands[0].hand[0]),
        int(hands[2].hand[0]),
    ]
    assert anna["you"][0]["legal"]
    assert "legal" not in ben["you"][0]


def test_a_replaced_player_gets_no_moves_until_they_come_back() -> None:
    state = begun("Anna", "Ben", "Cleo", start=0)
    fold(state, Replaced(0, "greedy", "absent"))
    assert "legal" not in news(state, "Anna")["you"][0]
    fold(state, Returned(0))
    assert news(state, "Anna")["you"][0]["legal"]
    fold(state, Replaced(0, "greedy", "resigned"))
    assert "legal" not in news(state, "Anna")["you"][0]


def test_positions_are_sent_only_on_request() -> None:
    state = begun("Anna", "Ben", start=0)
    assert "position" not in news(state, "Anna")["you"][0]
    text = news(state, "Anna", positions=True)["you"][0]["position"]
    assert View.from_position(text) == state.dealt_game.view(0)


@pytest.mark.parametrize("since, first", [(0, 1), (2, 3), (5, 6), (6, None), (99, None)])
def test_news_contain_the_events_since_the_last_one_seen(since: int, first: int | None) -> None:
    state = begun("Anna", "Ben", start=0)
    fold(state, Chatted("Anna", "Anna", "hi"), Chatted("Ben", "Ben", "hi"))
    actual = [event["seq"] for event in news(state, "Anna", since).get("events", [])]
    assert actual == (list(range(first, 7)) if first else [])


def test_messages_of_muted_people_are_left_out_even_after_leaving() -> None:
    state = begun("Anna", "Ben")
    fold(state, Muted("Anna", 1, True), Chatted("Ben", "Ben", "rude"))
    fold(state, Chatted("Anna", "Anna", "mine"), Left(0))
    said = {
        name: [event["text"] for event in news(state, name)["events"] if event["kind"] == "chatted"]
        for name in ("Anna", "Ben", "Eve")
    }
    assert said == {"Anna": ["mine"], "Ben": ["rude", "mine"], "Eve": ["rude", "mine"]}


def test_only_the_person_who_muted_sees_who_is_muted() -> None:
    state = begun("Anna", "Ben", "greedy")
    fold(state, Muted("Anna", 1, True))
    actual = {name: news(state, name).get("muted") for name in ("Anna", "Ben", "Eve")}
    assert actual == {"Anna": [1], "Ben": None, "Eve": None}
    fold(state, Muted("Anna", 1, False))
    assert "muted" not in news(state, "Anna")


def test_all_spectators_share_one_frame() -> None:
    state = begun("Anna", "Ben")
    composer = NewsComposer(state, state.log, room_of(state), encode_table(state))
    assert composer.news("Eve", 0) is composer.news("Mallory", 0)
    assert composer.news("Anna", 0) is not composer.news("Eve", 0)
    assert composer.news("Anna", 0) is composer.news("Anna", 0)


def test_the_list_of_tables_is_built_from_stored_rows() -> None:
    state = begun("Anna", "greedy")
    fold(state, Concluded("resignation", [1], 0))
    row = TableRow("t", 1, 2, state.status, "official", 2, SECRET, summary_of(state))
    line = line_of(row)
    assert (line.status, line.created, line.changed) == ("over", 1, 2)
    assert [seat.name or seat.bot for seat in line.seats] == ["Anna", "greedy"]
    assert line.result is not None
    assert line.result.winners == [1]
    assert SECRET.encode() not in summary_of(state)


# Long logs


@pytest.mark.parametrize("limit, value", [("PAGE_LINES", 4), ("PAGE_BYTES", 400)])
@async_test
async def test_a_long_log_is_sent_in_pages(
    limit: str, value: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    for number in range(20):
        await server.do(at, "Anna", Chat, text=f"message {number}")
    whole = server.frame(at, "Ben")["events"]
    monkeypatch.setattr(log_lines, limit, value)
    events: list[dict[str, Any]] = []
    pages, since, more = 0, 0, True
    while more:
        news = server.frame(at, "Ben", since)
        assert news["events"]  # every page helps
        events += news["events"]
        since, more = news["seq"], news.get("more", False)
        pages += 1
    assert events == whole
    assert pages >= len(whole) // 4
    assert since == at.state.seq


@async_test
async def test_a_listener_is_sent_the_next_page_when_it_has_read_the_last(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(log_lines, "PAGE_LINES", 4)
    server = FakeServer()
    at = await server.playing("Anna", "Ben")
    for number in range(10):
        await server.do(at, "Anna", Chat, text=f"message {number}")
    reader = await server.listen(at, "Ben")
    server.tables.catch_up(at, reader.listener)  # nothing: the first page was not read yet
    await server.do(at, "Anna", Chat, text="the last one")  # comes with the last page
    events, pages = [], 0
    while not reader.listener.is_drained:
        [news] = await reader.all()
        events += news["events"]
        pages += 1
        server.tables.catch_up(at, reader.listener)
    assert [each["seq"] for each in events] == list(range(1, at.state.seq + 1))
    assert pages == -(-at.state.seq // 4)
    assert not reader.listener.behind
