"""A short `make faults`: kills, full disks, lost connections and other faults of real servers.

The results of the long run are in docs/faults.md.
"""

import asyncio
import json
import signal
from pathlib import Path
from typing import Any

import pytest

from splendor.core.errors import RulesError
from splendor.server.storage.setup import exclusive_use
from splendor.server.storage.types import Change, Conflict
from tests.server.databases import PostgreSQL
from tests.server.fakes import FakeServer, MemoryStore
from tools.faults import disk as faults_disk
from tools.faults.evidence import EventRow, Evidence
from tools.faults.kills import KillRun, Tally
from tools.faults.rivals import Operation, out_of_order, rivals
from tools.faults.scenarios import (
    damaged_pages,
    full_disk,
    lost_connections,
    no_descriptors,
    second_server,
    sigterm,
    stopped_database,
)

NEVER_STORES = 1000.0  # seconds between the mutant's acknowledgement and its write
TABLE = "a-table"


def no_faults(result: dict[str, Any]) -> bool:
    assert not result["examples"]
    return not any(result["faults"].values())


# Killed servers


@pytest.mark.slow
def test_acknowledged_commands_survive_kills(tmp_path: Path) -> None:
    tally = asyncio.run(KillRun(tmp_path, None, tables=5, seed=1, cold=0.3).run(5))
    assert not tally.examples
    assert not tally.faults
    assert tally.kills == 5
    assert tally.moves > 0
    assert tally.replayed > 0
    assert tally.log_errors == 0


def test_a_server_that_acknowledges_before_it_stores_is_caught(tmp_path: Path) -> None:
    tally = asyncio.run(KillRun(tmp_path, NEVER_STORES, tables=5, seed=1).run(1))
    assert tally.faults["lost"] > 0


def test_an_interrupted_run_is_resumed(tmp_path: Path) -> None:
    tally = Tally(kills=4, restarts=[1.5], seconds=9.0)
    tally.write(tmp_path / "tally.json")
    before = evidence_of_two_moves()
    before.write(tmp_path / "acks.jsonl")
    run = KillRun(tmp_path, None, tables=1, seed=0)
    assert run.tally == tally
    assert run.evidence.acked == before.acked
    assert (run.evidence.acks, run.evidence.moves) == (2, 2)


# Other faults


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    result = asyncio.run(full_disk(tmp_path, acks=30))
    assert no_faults(result)
    assert result["refusals"]["store"] >= 50
    assert result["health"] == "no store"
    assert "disk_full" in result["seen"]
    assert "disk_full" in result["logged"]


def test_files_that_cannot_grow_refuse_moves_and_lose_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same where no small file system can be mounted."""
    monkeypatch.setattr(faults_disk, "MOUNT", "no-such-program")
    result = asyncio.run(full_disk(tmp_path, acks=30))
    assert result["disk"] == "limit"
    assert result["health"] == "no store"
    assert no_faults(result)
    assert result["refusals"]["store"] >= 50


def test_no_event_is_lost_or_repeated_when_connections_are_lost(tmp_path: Path) -> None:
    result = asyncio.run(lost_connections(tmp_path, acks=150))
    assert no_faults(result)
    assert result["cut_off"] > 20


def test_one_order_explains_what_many_pages_of_the_same_people_did(tmp_path: Path) -> None:
    result = asyncio.run(rivals(tmp_path, operations=400))
    assert no_faults(result)
    assert result["acks"] > 50
    assert result["refusals"]["stale"] > 10


def test_an_order_that_contradicts_time_is_found() -> None:
    first, second = Operation("t", 0.0, 1.0, 8), Operation("t", 2.0, 3.0, 7)
    overlapping = Operation("t", 0.5, 2.5, 7)
    assert out_of_order([first, second]) == [second]
    assert out_of_order([first, overlapping]) == []


@pytest.mark.slow
def test_nothing_is_lost_when_the_database_stops_and_returns(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    result = asyncio.run(stopped_database(tmp_path, postgresql, seconds=1.0))
    assert no_faults(result)
    assert result["refusals"]["store"] > 0
    assert (
        result["longest_answer"] < 20
    )  # the server's limit of ten seconds, and delays of a busy client


def test_a_second_server_with_the_same_file_is_refused_in_one_line(tmp_path: Path) -> None:
    result = asyncio.run(second_server(tmp_path))
    assert no_faults(result)
    assert result["status"] == 2
    assert len(result["says"].splitlines()) == 1
    assert "used by another server" in result["says"]


def test_a_second_server_with_the_same_postgresql_is_refused(postgresql: PostgreSQL) -> None:
    url, other = postgresql.new_database(), postgresql.new_database()
    refused = pytest.raises(RulesError, match="used by another server")
    with exclusive_use(url), exclusive_use(other), refused, exclusive_use(url):
        pass
    with exclusive_use(url):
        pass


def test_a_server_ends_quietly_when_its_database_is_gone(postgresql: PostgreSQL) -> None:
    with exclusive_use(postgresql.new_database()):
        postgresql.stop()
    postgresql.start()


class ConflictingStore(MemoryStore):
    """While `taken`, every write conflicts with what another server has stored."""

    taken = False

    async def write(self, *changes: Change) -> None:
        if self.taken:
            raise Conflict
        await super().write(*changes)


def test_a_table_is_read_again_after_a_conflict() -> None:
    """If two servers use one database after all, the second reads what the first has stored."""

    async def state() -> None:
        store = ConflictingStore()
        server = FakeServer(store)
        table = await server.playing("Anna", "Ben")
        store.taken = True
        with pytest.raises(Conflict):
            await server.play(table)
        store.taken = False
        again = await server.tables.get(table.id, "Anna")
        assert again is not table
        assert again.state.seq == table.state.seq
        await server.play(again)
        await server.tables.close()

    asyncio.run(state())


def test_damaged_pages_are_logged_and_seen_in_health(tmp_path: Path) -> None:
    result = asyncio.run(damaged_pages(tmp_path))
    assert result["refusals"] == {"store": 1}
    assert (result["health"], result["seen"]) == ("degraded", ["damaged"])
    assert result["logged"] == ["damaged"]


def test_connections_leave_descriptors_for_the_database(tmp_path: Path) -> None:
    result = asyncio.run(no_descriptors(tmp_path))
    assert result["written"]
    assert (result["health"], result["seen"]) == ("no room", ["descriptors"])
    assert result["logged"] == ["descriptors"]


def test_a_server_ends_soon_after_sigterm_or_sighup_and_notifies_clients(tmp_path: Path) -> None:
    result = asyncio.run(sigterm(tmp_path, [signal.SIGTERM, signal.SIGHUP]))
    assert no_faults(result)
    assert result["statuses"] == [0, 0]
    assert max(result["took"]) < 30  # generous, for a busy machine
    assert result["closings"]["1012"] > 0


# The check itself


def evidence_of_two_moves() -> Evidence:
    """Evidence of two moves that were acknowledged as events 2 and 3."""
    evidence = Evidence()
    evidence.tables.add(TABLE)
    for seq in (2, 3):
        command = {"type": "play", "id": f"m{seq}", "state": 1, "moves": [f"move {seq}"]}
        evidence.send(TABLE, command)
        evidence.ack(TABLE, f"m{seq}", seq)
        evidence.receive(TABLE, seq, json.dumps({"seq": seq, "kind": "moved"}).encode())
    return evidence


def a_log() -> list[EventRow]:
    """The log that these two moves should lead to."""
    rows = [EventRow(TABLE, "", 1, 0, None, None, "created", b"{}")]
    for seq in (2, 3):
        body = json.dumps({"seat": 0, "moves": [f"move {seq}"]}).encode()
        rows.append(EventRow(TABLE, "", seq, 0, "ann", f"m{seq}", "moved", body))
    return rows


def found(rows: list[EventRow], evidence: Evidence | None = None) -> set[str]:
    evidence = evidence or evidence_of_two_moves()
    evidence.check(rows)
    return set(evidence.faults)


def test_a_log_with_everything_in_it_has_no_faults() -> None:
    assert found(a_log()) == set()


def test_a_missing_move_is_lost() -> None:
    assert found(a_log()[:2]) == {"lost", "sent_and_lost"}


def test_a_missing_table_is_lost_with_its_moves() -> None:
    assert {"lost", "lost_table"} <= found([])


def test_a_move_that_is_stored_twice_is_duplicated() -> None:
    again = a_log()[-1]._replace(seq=4)
    assert found([*a_log(), again]) == {"duplicated"}


def test_moves_that_changed_places_are_reordered() -> None:
    one, two, three = a_log()
    assert found([one, three._replace(seq=2), two._replace(seq=3)]) == {"reordered"}


def test_a_lost_move_is_found_although_its_number_was_used_again() -> None:
    """In the mutant's logs, the number of a lost event is given to a later one."""
    evidence = evidence_of_two_moves()
    evidence.send(TABLE, {"type": "play", "id": "m4", "state": 1, "moves": ["move 4"]})
    other = a_log()[-1]._replace(id="m4", body=b'{"seat": 0, "moves": ["move 4"]}')
    assert found([*a_log()[:2], other], evidence) == {"lost"}


def test_a_log_with_moves_that_were_not_sent_is_altered() -> None:
    rows = a_log()
    rows[-1] = rows[-1]._replace(body=b'{"seat": 0, "moves": ["another"]}')
    assert found(rows) == {"altered"}


def test_a_missing_number_is_a_gap() -> None:
    rows = [*a_log(), a_log()[-1]._replace(seq=5, id=None)]
    assert found(rows) == {"gap"}


def test_an_event_that_nobody_sent_is_strange() -> None:
    rows = [*a_log(), a_log()[-1]._replace(seq=4, id="unknown")]
    assert found(rows) == {"strange"}


def test_a_refused_command_must_not_be_in_the_log() -> None:
    evidence = evidence_of_two_moves()
    evidence.send(TABLE, {"type": "play", "id": "m4", "state": 1, "moves": ["move 4"]})
    evidence.refuse(TABLE, "m4", "store")
    rows = [*a_log(), a_log()[-1]._replace(seq=4, id="m4")]
    assert found(rows, evidence) == {"refused_and_stored"}


def test_a_later_acknowledgement_does_not_overwrite_an_earlier_one() -> None:
    evidence = evidence_of_two_moves()
    evidence.ack(TABLE, "m3", 9)
    assert evidence.acked[TABLE]["m3"] == [3, 9]
    assert found(a_log(), evidence) == {"reordered"}


def test_all_clients_must_receive_the_same_events() -> None:
    evidence = evidence_of_two_moves()
    evidence.receive(TABLE, 3, b'{"seq": 3, "kind": "moved", "moves": ["another"]}')
    assert evidence.faults["sent_differently"] == 1


def test_a_log_against_the_rules_is_not_replayed() -> None:
    evidence = evidence_of_two_moves()
    evidence.replay(a_log())
    assert evidence.faults["not_replayed"] == 1
