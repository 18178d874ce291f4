"""Attacks on availability in short: clients are cut off, what they cost is bounded, others play on.

`make hostile ARGS=availability` runs the same attacks for a minute each and measures other people's
waiting times and the server's memory.
"""

import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from splendor.server.workers.queue import QUOTAS, Kind
from tests.server.serving import Server
from tools.hostile.availability import ATTACKS, Measured, Target
from tools.hostile.prepared import prepare
from tools.hostile.victim import Victim

SHORT = 0.7  # seconds
CUT_OFF = ("empty continuation frames", "pings", "pongs", "messages")


class Attacked:
    """A server with its usual limits, an honest table, and tables that an attacker has prepared."""

    def __init__(self, folder: Path) -> None:
        self.made = prepare(folder / "server", 1, 1, chats=1_200, moves=600)
        self.server = Server(folder / "server", "--bots", "1", "--pace", "0").start()
        self.victim = Victim(self.server)

    def target(self) -> Target:
        return Target(self.server.port, time.monotonic() + SHORT, **self.made)


@pytest.fixture(scope="module")
def attacked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Attacked]:
    attacked = Attacked(tmp_path_factory.mktemp("attacked"))
    yield attacked
    attacked.victim.leave()
    attacked.server.stop()


@pytest.mark.parametrize("attack", ATTACKS)
def test_the_server_withstands_an_attack_on_availability(attack: str, attacked: Attacked) -> None:
    victim = attacked.victim
    before = victim.measured("splendor_cut_connections_total")
    assert ATTACKS[attack](attacked.target()) > 0
    victim.check()
    if attack in CUT_OFF:
        assert victim.measured("splendor_cut_connections_total") > before
    most = QUOTAS[Kind.HINT].waiting + QUOTAS[Kind.MOVE].guest
    assert victim.measured("splendor_bots_waiting") <= most


def test_a_measurement_says_what_is_wrong() -> None:
    right = Measured(acks=[0.01] * 199 + [9.0], before=100_000, peak=250_000)
    assert (right.p99, right.growth, right.wrong) == (10, 150_000, [])
    assert len(Measured(acks=[0.3], before=1, peak=150_002, weakened=1).wrong) == 3
    assert Measured().wrong == ["acknowledgements took -1 ms (p99)"]
    assert "refused" in Measured(acks=[0.1], failures=["too many requests"]).wrong[0]
