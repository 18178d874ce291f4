"""Devices of guests, links to a profile, bans; who appears in a log; frozen tables; notices."""

import zlib
from collections.abc import Iterator

import msgspec
import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None

ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
ADD_TRACE = sa.text(
    'INSERT INTO traces (player, "table") VALUES (:player, :table) ON CONFLICT DO NOTHING'
)
SELECT_PARTS = sa.text(
    'SELECT tables.id, packed FROM archive_parts JOIN tables ON number = archive_parts."table"'
)


def upgrade() -> None:
    op.add_column("players", sa.Column("banned", sa.BigInteger, nullable=False, server_default="0"))
    op.add_column("tables", sa.Column("frozen", sa.Text, nullable=False, server_default=""))
    create_devices()
    create_profile_links()
    create_traces()
    op.create_table(
        "notices",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("subject", ID, nullable=False),
    )


def create_devices() -> None:
    """The cookies of earlier versions hold the id of the player: it is that of the first device."""
    op.create_table(
        "devices",
        sa.Column("id", ID, primary_key=True),
        sa.Column("player", ID, nullable=False),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("devices_by_player", "devices", ["player"])
    op.create_index("devices_by_seen", "devices", ["seen"])
    op.execute(
        "INSERT INTO devices (id, player, name, created, seen) "
        "SELECT id, id, '', created, created FROM players"
    )
    op.execute(
        "UPDATE devices SET seen = (SELECT max(changed) FROM members WHERE player = devices.id) "
        "WHERE EXISTS (SELECT 1 FROM members WHERE player = devices.id AND changed > devices.seen)"
    )


def create_profile_links() -> None:
    op.create_table(
        "profile_links",
        sa.Column("token_hash", ID, primary_key=True),
        sa.Column("player", ID, nullable=False),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("profile_links_by_player", "profile_links", ["player", "kind"])
    op.create_index("profile_links_by_expiry", "profile_links", ["expires"])


def create_traces() -> None:
    op.create_table(
        "traces",
        sa.Column("player", ID, primary_key=True),
        sa.Column("table", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sqlite_with_rowid=False,
    )
    op.create_index("traces_by_table", "traces", ["table"])
    op.execute('INSERT INTO traces (player, "table") SELECT player, "table" FROM members')
    op.execute(
        'INSERT INTO traces (player, "table") SELECT DISTINCT player, tables.id FROM events '
        'JOIN tables ON number = events."table" WHERE player IS NOT NULL ON CONFLICT DO NOTHING'
    )
    connection = op.get_bind()
    for table, packed in connection.execute(SELECT_PARTS).all():
        rows = [{"player": player, "table": table} for player in people_in(packed)]
        if rows:
            connection.execute(ADD_TRACE, rows)


def people_in(packed: bytes) -> Iterator[str]:
    """The players of archived events: number, time, player, id, kind, body."""
    events = msgspec.msgpack.decode(zlib.decompress(packed))
    yield from sorted({event[2] for event in events if event[2] is not None})
