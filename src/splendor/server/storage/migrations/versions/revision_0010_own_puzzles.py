"""Puzzles that guests saved from their own positions."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None

# Compare ids byte by byte in both databases, independent of the locale.
Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "own_puzzles",
        sa.Column("player", Id, primary_key=True),
        sa.Column("puzzle", Id, primary_key=True),
        sa.Column("content", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
