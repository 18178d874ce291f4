"""Log lines derive what version 0.1.0 stored with each move: its cards, tokens, nobles, privileges.

Those stored fields are now ignored; the log of an old table must look the same as before.
"""

import gzip
import json
from collections import Counter
from pathlib import Path

from sqlalchemy import create_engine, select

from splendor.server.storage.database import address_of
from splendor.server.storage.schema import tables
from splendor.server.storage.setup import open_database
from splendor.server.storage.store import events_of
from splendor.server.tables.log_lines import LogLines
from splendor.server.tables.state import TableState
from splendor.server.tables.table import replayed
from tests.compat.facts import FOLDER, Facts

STORED = ("drawn", "cards", "taken", "nobles", "privileges")


def stored_moves_and_lines(file: Path) -> list[tuple[Facts, Facts]]:
    """Every stored event of a move, and its log line, including undone ones."""
    found = []
    open_database(address_of(f"sqlite:///{file}"))  # upgrades it
    with create_engine(f"sqlite:///{file}").connect() as connection:
        for id, secret in connection.execute(select(tables.c.id, tables.c.secret)).all():
            rows = events_of(connection, id, 0)
            _, log, problem = replayed(TableState(id, secret), LogLines(), rows)
            assert not problem
            recorded = {each.seq: json.loads(each.line) for each in log.lines}
            found += [
                (json.loads(row.body), recorded[row.seq]) for row in rows if row.kind == "moved"
            ]
    return found


def test_log_lines_have_what_was_stored_with_every_move(tmp_path: Path) -> None:
    file = tmp_path / "old.db"
    file.write_bytes(gzip.decompress((FOLDER / "server.sqlite.gz").read_bytes()))
    seen: Counter[str] = Counter()
    for stored, recorded in stored_moves_and_lines(file):
        assert recorded["moves"] == stored["moves"]
        for name in STORED:
            assert recorded.get(name) == stored.get(name), (name, stored)
            seen[name] += name in stored
    assert all(seen[name] for name in STORED), "the fixture has an example of each"
