"""Reviews of finished games, and what they say of each seat."""

import sqlalchemy as sa
from alembic import op

revision = "0008"
down_revision = "0007"
branch_labels = None
depends_on = None


def number(name: str) -> "sa.Column[int]":
    return sa.Column(name, sa.Integer, nullable=False)


def table() -> "sa.Column[int]":
    key = sa.ForeignKey("tables.number")
    return sa.Column("table", sa.Integer, key, primary_key=True, autoincrement=False)


def upgrade() -> None:
    op.create_table(
        "reviews",
        table(),
        sa.Column("made", sa.BigInteger, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("status", "evaluator", "weights")),
        *(number(name) for name in ("simulations", "judged", "decisions", "turning_points")),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    op.create_table(
        "review_seats",
        table(),
        sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("accuracy", sa.Double),
        *(sa.Column(name, sa.Double, nullable=False) for name in ("luck", "given")),
        *(number(name) for name in ("inaccuracies", "mistakes", "blunders")),
        sa.Column("costs", sa.Text, nullable=False),
        sqlite_with_rowid=False,
    )
