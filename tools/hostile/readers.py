"""Clients that never read: they are disconnected, and the memory they cost is bounded."""

import time
from contextlib import ExitStack
from typing import Any

from splendor.client import Table
from tools.hostile.victim import PATIENCE, Victim, victim_memory

READERS = 50  # who do not read
MESSAGES = 3_000  # with 300 letters each, told to all of them: some 12 MB for each socket
MOST_GROWTH = 60_000  # KB that the server may hold for all of them together
LOOK_EVERY = 50
WINDOW = 4096  # bytes: what their systems keep for them does not count here


def never_read(victim: Victim, readers: int = READERS, messages: int = MESSAGES) -> dict[str, Any]:
    """They sit before a talkative table until they are dropped, while its people talk on."""
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
    assert peak - before < MOST_GROWTH, f"{peak - before:,} KB more for {readers} who do not read"
    assert dropped >= readers, f"only {dropped:.0f} of {readers} were dropped"
    victim.check()
    return {
        "people who never read": readers,
        "messages told to each": messages,
        "dropped": int(dropped),
        "memory before, KB": before,
        "memory at most, KB": peak,
        "slowest message of the others, ms": round(1000 * slowest),
    }


def talk(talker: Table) -> float:
    begin = time.monotonic()
    talker.chat("x" * 300)
    return time.monotonic() - begin


def until_dropped(victim: Victim, readers: int) -> float:
    """How many sockets were dropped, when all are or patience is at an end."""
    until = time.monotonic() + PATIENCE
    while (dropped := victim.measured("splendor_dropped_sockets_total")) < readers:
        if time.monotonic() > until:
            break
        time.sleep(0.1)
    return dropped
