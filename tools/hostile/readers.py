"""Clients that never read: they are disconnected, and the memory they cost is bounded."""

import time
from contextlib import ExitStack
from typing import Any

from splendor.client import Table
from tools.hostile.victim import PATIENCE, Victim, victim_memory

READERS = 50  # clients that do not read
MESSAGES = 3_000  # of 300 characters each, sent to all of them: some 12 MB per socket
MOST_GROWTH = 60_000  # KB by which the server's memory may grow
LOOK_EVERY = 50
WINDOW = 4096  # bytes of their receive buffers, small so that the server must buffer


def never_read(victim: Victim, readers: int = READERS, messages: int = MESSAGES) -> dict[str, Any]:
    """Connect clients that never read to a chatty table until the server drops them."""
    before = peak = victim_memory(victim)
    slowest, dropped = 0.0, 0.0
    talker = victim.seats[0]
    with ExitStack() as stack:
        for _ in range(readers):
            stack.enter_context(victim.raw_socket(window=WINDOW))
        for number in range(messages):
            slowest = max(slowest, talk(talker))
            if number % LOOK_EVERY == 0:
                peak = max(peak, victim_memory(victim))
                victim.play_on(1)
        dropped = until_dropped(victim, readers)
    assert peak - before < MOST_GROWTH, (
        f"{peak - before:,} KB more for {readers} clients that do not read"
    )
    assert dropped >= readers, f"only {dropped:.0f} of {readers} were dropped"
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
    talker.chat("x" * 300)
    return time.monotonic() - begin


def until_dropped(victim: Victim, readers: int) -> float:
    """The number of dropped sockets, once all are dropped or the time is up."""
    until = time.monotonic() + PATIENCE
    while (dropped := victim.measured("splendor_dropped_sockets_total")) < readers:
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    return dropped
