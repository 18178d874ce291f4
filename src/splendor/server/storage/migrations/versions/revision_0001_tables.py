"""Players, tables, their logs, who sits where, links to seats."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None

ID = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "players",
        sa.Column("id", ID, primary_key=True),
        sa.Column("name", sa.Text, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "tables",
        sa.Column("number", sa.Integer, primary_key=True),
        sa.Column("id", ID, nullable=False),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("rules", sa.Text, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("secret", sa.Text, nullable=False),
        sa.Column("summary", sa.LargeBinary, nullable=False),
        sa.UniqueConstraint("id", name="tables_by_id"),
    )
    op.create_index("tables_by_status", "tables", ["status"])
    create_events()
    create_members()
    create_seat_links()
    op.create_table(
        "writers",
        sa.Column("id", ID, primary_key=True),
        sa.Column("commits", sa.BigInteger, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
    )


def create_events() -> None:
    op.create_table(
        "events",
        sa.Column(
            "table",
            sa.Integer,
            sa.ForeignKey("tables.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("seq", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("player", ID),
        sa.Column("id", ID),
        sa.Column("kind", sa.Text, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
    )
    op.create_index(
        "events_by_message",
        "events",
        ["table", "player", "id"],
        unique=True,
        sqlite_where=sa.text("id IS NOT NULL"),
        postgresql_where=sa.text("id IS NOT NULL"),
    )


def create_members() -> None:
    op.create_table(
        "members",
        sa.Column("table", ID, sa.ForeignKey("tables.id"), primary_key=True),
        sa.Column("player", ID, primary_key=True),
        sa.Column("status", sa.Text, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("members_by_change", "members", ["player", "changed", "table"])
    op.create_index("members_by_status", "members", ["player", "status", "changed", "table"])


def create_seat_links() -> None:
    op.create_table(
        "seat_links",
        sa.Column("token_hash", ID, primary_key=True),
        sa.Column("table", ID, sa.ForeignKey("tables.id"), nullable=False),
        sa.Column("seat", sa.Integer, nullable=False),
        sa.Column("player", ID, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_index("seat_links_by_expiry", "seat_links", ["expires"])
