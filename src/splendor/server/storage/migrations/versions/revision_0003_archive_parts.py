"""Archives in parts, so that a long log is packed piece by piece; snapshots of long tables."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def a_table() -> "sa.Column[int]":
    return sa.Column("table", sa.Integer, sa.ForeignKey("tables.number"), autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "archive_parts",
        a_table(),
        sa.Column("last", sa.Integer, autoincrement=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", "last"),
    )
    op.execute(
        'INSERT INTO archive_parts ("table", last, packed) SELECT archives."table", '
        'tables.archived, archives.packed FROM archives JOIN tables ON number = archives."table"'
    )
    op.drop_table("archives")
    op.create_table(
        "snapshots",
        a_table(),
        sa.Column("seq", sa.Integer, nullable=False),
        sa.Column("packed", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table"),
    )
