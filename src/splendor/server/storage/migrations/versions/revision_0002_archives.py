"""Finished games in one compressed row each."""

import sqlalchemy as sa
from alembic import op

revision = "0002"
down_revision = "0001"
branch_labels = None
depends_on = None


def upgrade() -> None:
    op.create_table(
        "archives",
        sa.Column(
            "table",
            sa.Integer,
            sa.ForeignKey("tables.number"),
            primary_key=True,
            autoincrement=False,
        ),
        sa.Column("packed", sa.LargeBinary, nullable=False),
    )
    archived = sa.Column("archived", sa.Integer, nullable=False, server_default="0")
    op.add_column("tables", archived)
