"""Attacks on people: keeping a player out of a game, looking at the hand of another."""

from contextlib import ExitStack
from typing import Any

from splendor.client import Client, ServerRefused
from tools.hostile.victim import PATIENCE, TEXT, Victim, ws_frame

SPECTATORS = 80  # more than a table has room for
HELLO = ws_frame(TEXT, b'{"type":"hello"}')


def spectators_at_a_full_table(victim: Victim) -> int:
    """Spectators fill the table while a player is reconnecting: the player is still let in."""
    with ExitStack() as spectators:
        victim.seats[0].close()
        handshake = victim.handshake(f"/api/tables/{victim.table}/socket", cookie="")
        for _ in range(SPECTATORS):
            connection = spectators.enter_context(victim.connection())
            connection.sendall(handshake + HELLO)
            connection.recv(1)  # it was answered
        victim.seats[0].wait_until(lambda table: is_live(table.client, victim.table), PATIENCE)
        victim.play_on(2)
    return SPECTATORS


def is_live(client: Client, table: str) -> bool:
    """Whether the server counts this player as present."""
    seats: list[dict[str, Any]] = client.ask("GET", f"/api/tables/{table}")["room"]["seats"]
    return any(seat.get("present") and seat["name"] == "Anna" for seat in seats)


def a_second_browser_at_a_seat_that_was_left(victim: Victim) -> int:
    """A stranger does not get the hand of a player who has left."""
    ben, mallory = Client(victim.server.url, "Ben"), Client(victim.server.url, "Mallory")
    with victim.anna.create(seats=["open", "me"], options={"start": 0}) as anna:
        with ben.table(anna.id) as seat:
            seat.sit(0)
            seat.ready()
            anna.ready()
            seat.wait_until(lambda table: table.view is not None, PATIENCE)
            seat.play("r1")  # a card that only Ben has seen
            seat.do("leave")
        for name, client in (("Anna", victim.anna), ("Mallory", mallory)):
            with client.table(anna.id) as table:
                assert why_not_seated(table) in ("kept", "seated"), f"{name} sat down"
                seats = [you["seat"] for you in table.news.get("you", [])]
                assert 0 not in seats, f"{name} was sent the hand"
    return 2


def why_not_seated(table: Any) -> str:
    """The code of the refusal to sit down at seat 0."""
    try:
        table.sit(0)
    except ServerRefused as refusal:
        return refusal.code
    return ""
