"""Clients that never read: the memory they cost is bounded, and the others play on."""

import time
from contextlib import ExitStack
from typing import Any

from splendor.client import Table
from tools.hostile.victim import Victim, victim_memory

READERS = 50  # clients that do not read
MESSAGES = 900  # sent to all of them, of the 1,000 that a table has room for
MESSAGE = "\N{GEM STONE}" * 300  # the longest one, of four bytes each
MOST_GROWTH = 60_000  # KB by which the server's memory may grow
LOOK_EVERY = 50
WINDOW = 4096  # bytes of their receive buffers, small so that the server must buffer


def never_read(victim: Victim, readers: int = READERS, messages: int = MESSAGES) -> dict[str, Any]:
    """Connect clients that never read to a table whose players fill the chat.

    The system's buffers may hold all that a table sends; beyond that, the server drops clients
    (the attack `unread news` of availability).
    """
    before = peak = victim_memory(victim)
    slowest = 0.0
    talker = victim.seats[0]
    with ExitStack() as stack:
        for _ in range(readers):
            stack.enter_context(victim.raw_socket(window=WINDOW))
        for number in range(messages):
            slowest = max(slowest, talk(talker))
            if number % LOOK_EVERY == 0:
                peak = max(peak, victim_memory(victim))
                victim.play_on(1)
        dropped = victim.measured("splendor_dropped_sockets_total")
    assert peak - before < MOST_GROWTH, (
        f"{peak - before:,} KB more for {readers} clients that do not read"
    )
    victim.check()
    return {
        "clients that never read": readers,
        "messages sent to each": messages,
        "dropped": int(dropped),
        "memory before, KB": before,
        "peak memory, KB": peak,
        "slowest message to the others, ms": round(1000 * slowest),
    }


def talk(talker: Table) -> float:
    begin = time.monotonic()
    talker.chat(MESSAGE)
    return time.monotonic() - begin
