"""Puzzles: what guests did at them, their ratings, and their days."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0008"
branch_labels = None
depends_on = None

# Compare ids byte by byte in both databases, independent of the locale.
Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def key(name: str) -> "sa.Column[str]":
    return sa.Column(name, Id, primary_key=True)


def upgrade() -> None:
    numbers = ("found", "nudged", "solved", "shown")
    strength = ("rating", "deviation", "volatility")
    op.create_table(
        "puzzle_results",
        key("player"),
        key("puzzle"),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("game", "theme")),
        *(sa.Column(name, sa.BigInteger, nullable=False) for name in ("at", "due")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in numbers),
        sa.Column("change", sa.Double, nullable=False),
        sa.Column("steps", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_ratings",
        key("player"),
        *(sa.Column(name, sa.Double, nullable=False) for name in strength),
        sa.Column("puzzles", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_days",
        key("player"),
        key("day"),
        sa.Column("mark", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
