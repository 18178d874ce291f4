"""The short form of `make faults`: real servers are killed, filled up, cut off and ended.

docs/faults.md tells the results of the long form.
"""

import asyncio
import json
from pathlib import Path
from typing import Any

import pytest

from splendor.core.errors import RulesError
from splendor.server.storage.setup import exclusive_use
from splendor.server.storage.types import Change, Conflict
from tests.server.databases import PostgreSQL
from tests.server.fakes import House, MemoryStore
from tools.faults import disk as faults_disk
from tools.faults.evidence import EventRow, Evidence
from tools.faults.kills import Killing, Tally
from tools.faults.scenes import (
    full_disk,
    lost_connections,
    second_server,
    stopped_database,
    told_to_end,
)

FOR_EVER = 1000.0  # seconds: what the mutant acknowledges, it does not keep
TABLE = "a-table"


def no_faults(result: dict[str, Any]) -> bool:
    assert not result["examples"]
    return not any(result["faults"].values())


# Servers that are killed


@pytest.mark.slow
def test_what_was_acknowledged_survives_kills(tmp_path: Path) -> None:
    tally = asyncio.run(Killing(tmp_path, None, tables=5, seed=1, anew=0.3).run(5))
    assert not tally.examples
    assert not tally.faults
    assert tally.kills == 5
    assert tally.moves > 0
    assert tally.replayed > 0
    assert tally.troubles == 0


def test_a_server_that_acknowledges_before_it_keeps_is_caught(tmp_path: Path) -> None:
    tally = asyncio.run(Killing(tmp_path, FOR_EVER, tables=5, seed=1).run(1))
    assert tally.faults["lost"] > 0


def test_a_run_goes_on_where_it_was_interrupted(tmp_path: Path) -> None:
    tally = Tally(kills=4, restarts=[1.5], seconds=9.0)
    tally.write(tmp_path / "tally.json")
    before = a_talk()
    before.write(tmp_path / "acks.jsonl")
    killing = Killing(tmp_path, None, tables=1, seed=0)
    assert killing.tally == tally
    assert killing.evidence.acked == before.acked
    assert (killing.evidence.acks, killing.evidence.moves) == (2, 2)


# Other misfortunes


def test_a_full_disk_refuses_moves_and_loses_none(tmp_path: Path) -> None:
    result = asyncio.run(full_disk(tmp_path, acks=30))
    assert no_faults(result)
    assert result["refusals"]["store"] >= 50
    assert result["health"] == "ready"  # the server is still there for who reads


def test_files_that_cannot_grow_refuse_moves_and_lose_none(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The same where nobody may mount a small disk."""
    monkeypatch.setattr(faults_disk, "MOUNT", "no-such-program")
    result = asyncio.run(full_disk(tmp_path, acks=30))
    assert result["disk"] == "limit"
    assert no_faults(result)
    assert result["refusals"]["store"] >= 50


def test_lost_connections_lose_and_repeat_nothing(tmp_path: Path) -> None:
    result = asyncio.run(lost_connections(tmp_path, acks=150))
    assert no_faults(result)
    assert result["cut_off"] > 20


@pytest.mark.slow
def test_a_stopped_database_loses_nothing_and_is_found_again(
    tmp_path: Path, postgresql: PostgreSQL
) -> None:
    result = asyncio.run(stopped_database(tmp_path, postgresql, seconds=1.0))
    assert no_faults(result)
    assert result["refusals"]["store"] > 0
    assert result["longest_answer"] < 20  # the server's ten seconds, and a busy client's


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


def test_a_server_ends_quietly_after_its_database(postgresql: PostgreSQL) -> None:
    with exclusive_use(postgresql.new_database()):
        postgresql.stop()
    postgresql.start()


class TakenStore(MemoryStore):
    """While `taken`, whatever is to be kept is there already."""

    taken = False

    async def write(self, *changes: Change) -> None:
        if self.taken:
            raise Conflict
        await super().write(*changes)


def test_what_another_server_has_kept_is_read_again() -> None:
    """Where two use one database all the same, who comes second learns of the first."""

    async def state() -> None:
        store = TakenStore()
        house = House(store)
        table = await house.playing("Anna", "Ben")
        store.taken = True
        with pytest.raises(Conflict):
            await house.play(table)
        store.taken = False
        again = await house.tables.get(table.id, "Anna")
        assert again is not table
        assert again.state.seq == table.state.seq
        await house.play(again)
        await house.tables.close()

    asyncio.run(state())


def test_who_is_told_to_end_ends_soon_and_tells_everybody(tmp_path: Path) -> None:
    result = asyncio.run(told_to_end(tmp_path, times=1))
    assert no_faults(result)
    assert result["statuses"] == [0]
    assert max(result["took"]) < 30  # a busy machine's second is long
    assert result["closings"]["1012"] > 0


# The check itself


def a_talk() -> Evidence:
    """Two moves were sent and acknowledged, as the second and the third event."""
    evidence = Evidence()
    evidence.tables.add(TABLE)
    for seq in (2, 3):
        command = {"type": "play", "id": f"m{seq}", "state": 1, "moves": [f"move {seq}"]}
        evidence.send(TABLE, command)
        evidence.ack(TABLE, f"m{seq}", seq)
        evidence.hear(TABLE, seq, json.dumps({"seq": seq, "kind": "moved"}).encode())
    return evidence


def a_log() -> list[EventRow]:
    """The same two, as they should have been kept."""
    rows = [EventRow(TABLE, "", 1, 0, None, None, "created", b"{}")]
    for seq in (2, 3):
        body = json.dumps({"seat": 0, "moves": [f"move {seq}"]}).encode()
        rows.append(EventRow(TABLE, "", seq, 0, "ann", f"m{seq}", "moved", body))
    return rows


def found(rows: list[EventRow], evidence: Evidence | None = None) -> set[str]:
    evidence = evidence or a_talk()
    evidence.check(rows)
    return set(evidence.faults)


def test_a_log_with_everything_in_it_has_no_faults() -> None:
    assert found(a_log()) == set()


def test_a_missing_move_is_lost() -> None:
    assert found(a_log()[:2]) == {"lost", "told_and_lost"}


def test_a_missing_table_is_lost_with_its_moves() -> None:
    assert {"lost", "lost_table"} <= found([])


def test_a_move_that_is_there_twice_is_duplicated() -> None:
    again = a_log()[-1]._replace(seq=4)
    assert found([*a_log(), again]) == {"duplicated"}


def test_moves_that_changed_places_are_reordered() -> None:
    one, two, three = a_log()
    assert found([one, three._replace(seq=2), two._replace(seq=3)]) == {"reordered"}


def test_a_move_under_the_number_of_another_is_found() -> None:
    """So the mutant's logs look: what was lost left its number to something new."""
    evidence = a_talk()
    evidence.send(TABLE, {"type": "play", "id": "m4", "state": 1, "moves": ["move 4"]})
    other = a_log()[-1]._replace(id="m4", body=b'{"seat": 0, "moves": ["move 4"]}')
    assert found([*a_log()[:2], other], evidence) == {"lost"}


def test_other_moves_than_were_sent_are_altered() -> None:
    rows = a_log()
    rows[-1] = rows[-1]._replace(body=b'{"seat": 0, "moves": ["another"]}')
    assert found(rows) == {"altered"}


def test_a_number_that_was_left_out_is_a_gap() -> None:
    rows = [*a_log(), a_log()[-1]._replace(seq=5, id=None)]
    assert found(rows) == {"gap"}


def test_what_nobody_sent_is_strange() -> None:
    rows = [*a_log(), a_log()[-1]._replace(seq=4, id="unheard-of")]
    assert found(rows) == {"strange"}


def test_what_was_refused_must_not_be_there() -> None:
    evidence = a_talk()
    evidence.send(TABLE, {"type": "play", "id": "m4", "state": 1, "moves": ["move 4"]})
    evidence.refuse(TABLE, "m4", "store")
    rows = [*a_log(), a_log()[-1]._replace(seq=4, id="m4")]
    assert found(rows, evidence) == {"refused_and_kept"}


def test_a_later_acknowledgement_does_not_overwrite_an_earlier_one() -> None:
    evidence = a_talk()
    evidence.ack(TABLE, "m3", 9)
    assert evidence.acked[TABLE]["m3"] == [3, 9]
    assert found(a_log(), evidence) == {"reordered"}


def test_everybody_must_be_told_the_same() -> None:
    evidence = a_talk()
    evidence.hear(TABLE, 3, b'{"seq": 3, "kind": "moved", "moves": ["another"]}')
    assert evidence.faults["told_otherwise"] == 1


def test_a_log_that_the_rules_do_not_allow_is_not_replayed() -> None:
    evidence = a_talk()
    evidence.replay(a_log())
    assert evidence.faults["not_replayed"] == 1
