"""Deadlines of tables that need not stay in memory until somebody's time is up."""

import sqlalchemy as sa
from alembic import op

revision = "0006"
down_revision = "0005"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "deadlines",
        sa.Column("table", sa.Integer, sa.ForeignKey("tables.number"), autoincrement=False),
        sa.Column("due", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("table"),
    )
    op.create_index("deadlines_by_due", "deadlines", ["due"])
