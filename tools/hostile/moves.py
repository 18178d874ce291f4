"""Texts with markup, and moves sent twice, too early or too late."""

import json
import secrets
import socket
from typing import Any

from splendor.client import Client, ServerRefused, Table
from tools.hostile.victim import (
    JSON,
    PATIENCE,
    Answer,
    Victim,
    assert_guarded,
    read_all,
)

HINTS = 8  # requested by one client at once
MOST_WAITING = 64  # the limit of the pool

# Injection

PAYLOADS = (
    "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>",
    "\"'><svg onload=alert(1)>",
    "javascript:alert(1)",
    "{{7*7}}${7*7}<%= 7 %>",
    "'; DROP TABLE events; --",
    "%0d%0aSet-Cookie: a=b",
    "&lt;b&gt;",
    "../../etc/passwd",
    "\\u003cscript\\u003e",
)


def names_and_messages_with_markup(victim: Victim) -> int:
    """They are stored and sent unchanged, as JSON that no browser renders."""
    for payload in PAYLOADS:
        name = payload[:24]
        assert victim.post("/api/guest", {"name": name}).json == {"name": name}
        client = Client(victim.server.url, name)
        with client.create(seats=["me", "greedy"]) as table:
            table.chat(payload)
            assert table.room["seats"][0]["name"] == name
            assert [event["text"] for event in table.events if event["kind"] == "chatted"] == [
                payload
            ]
            answer = victim.request("GET", f"/api/tables/{table.id}")
            assert answer.headers["content-type"] == JSON
            assert_guarded(answer, payload)
    return 4 * len(PAYLOADS)


# Moves


def repeated_moves_and_moves_out_of_turn(victim: Victim) -> int:
    """Repeated, stale, out of turn, from a stranger, and at once from several tabs."""
    victim.play_on(1)
    victim.look_around()
    mover, other = sorted(victim.seats, key=lambda table: table.view is None)
    assert mover.view is not None
    move, state = str(mover.view.legal_moves[0]), mover.news["state"]
    play = {"type": "play", "state": state, "moves": [move]}
    path = f"/api/tables/{victim.table}/commands"
    assert refused_code(other.client, path, {**play, "id": "out"}) == "not_your_turn"
    assert refused_code(mover.client, path, {**play, "id": "stale", "state": state - 1}) == "stale"
    assert refused_code(victim.mallory, path, {**play, "id": "theirs"}) == "not_seated"
    id = secrets.token_hex(8)
    acks = [mover.client.ask("POST", path, {**play, "id": id}) for _ in range(5)]
    assert len({ack["seq"] for ack in acks}) == 1
    assert [ack.get("again", False) for ack in acks] == [False, True, True, True, True]
    assert refused_code(mover.client, path, {**play, "id": "twice"}) == "stale"
    # An id counts only for the player who used it.
    assert refused_code(other.client, path, {**play, "id": id}) == "stale"
    victim.look_around()
    return 10 + two_tabs(victim)


def refused_code(client: Client, path: str, body: dict[str, Any]) -> str:
    try:
        client.ask("POST", path, body)
    except ServerRefused as refused:
        return refused.code
    return ""


def two_tabs(victim: Victim) -> int:
    """Several tabs of a player confirm a move at once: one is accepted, the others are stale."""
    mover = next(table for table in victim.seats if table.view is not None)
    assert mover.view is not None
    before = mover.news["seq"]
    play = {"type": "play", "state": mover.news["state"], "moves": [str(mover.view.legal_moves[0])]}
    tabs = []
    for number in range(4):
        body = json.dumps({**play, "id": f"tab-{before}-{number}"}).encode()
        connection = socket.create_connection(("127.0.0.1", victim.server.port), PATIENCE)
        head = victim.request_head(
            "POST",
            f"/api/tables/{victim.table}/commands",
            f"content-length: {len(body)}",
            cookie=mover.client.cookie,
        )
        connection.sendall(head + body[:-1])
        tabs.append((connection, body))
    for connection, body in tabs:
        connection.sendall(body[-1:])
    answers = [Answer(read_all(connection)).json for connection, _ in tabs]
    for connection, _ in tabs:
        connection.close()
    codes = sorted(answer.get("code", answer["type"]) for answer in answers)
    assert codes == ["ack", "stale", "stale", "stale"], codes
    victim.look_around()
    assert mover.news["seq"] == before + 1
    return len(tabs)


def manipulated_clocks(victim: Victim) -> int:
    """A message that contains a time is refused as malformed."""
    with victim.anna.create(seats=["me", "me"], clock={"seconds": 600, "increment": 5}) as table:
        table.ready()
        table.wait_until(lambda table: table.room["status"] == "playing", PATIENCE)
        state = table.news["state"]
        move = next(you["legal"] for you in table.news["you"] if you.get("legal"))
        path = f"/api/tables/{table.id}/commands"
        for field, value in (("at", 0), ("time", 1), ("clock", [1, 1]), ("clocks", [10**9, 0])):
            body = {"type": "play", "id": field, "state": state, "moves": move[:1], field: value}
            assert refused_code(victim.anna, path, body) == "malformed"
        table.play(move[0])
        left = table.room["clock"]["left"]
        assert max(left) <= 605_000
        assert table.room["clock"]["running"] is not None
        table.resign()
    return 5


# Hints


def endless_hints(victim: Victim) -> int:
    """Many clients request hints at once: the queue is bounded and shared, and moves continue."""
    clients = [Client(victim.server.url, f"Asker {number}") for number in range(18)]
    tables = [client.create(seats=["me", "greedy"], options={"start": 0}) for client in clients]
    answers: list[str] = []
    sent = 0
    for table in tables:
        table.ready()
        table.wait_for_turn()
    for table in tables:
        sent += ask_for_hints(table, HINTS)
    victim.play_on(4)
    waiting = int(victim.measured("splendor_bots_waiting"))
    assert waiting <= MOST_WAITING, f"{waiting} jobs wait"
    for table in tables:
        answers += answers_to_hints(table)
        table.close()
    assert answers.count("busy") > sent / 4, "hardly any request was refused as busy"
    assert "advice" in answers
    return sent


def ask_for_hints(table: Table, count: int) -> int:
    for number in range(count):
        hint = {"type": "hint", "id": f"h{number}", "state": table.news["state"], "seconds": 0.05}
        table._send(json.dumps(hint))
    return count


def answers_to_hints(table: Table) -> list[str]:
    """For each requested hint "advice" or the code of the refusal."""
    table.wait_until(lambda table: len(hint_answers(table)) >= HINTS, PATIENCE)
    return hint_answers(table)


def hint_answers(table: Table) -> list[str]:
    frames = [frame for frame in table._answers if frame["type"] in ("advice", "refused")]
    return [str(frame.get("code", frame["type"])) for frame in frames]
