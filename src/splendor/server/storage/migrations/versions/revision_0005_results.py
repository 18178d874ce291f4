"""Results of finished games, one row for each person, and ratings.

Games that are over already are recorded by the server in the background: see `tables/recorder.py`.
"""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None

Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")
UNRECORDED = sa.text("status = 'over' AND recorded = 0")


def upgrade() -> None:
    op.add_column("tables", sa.Column("recorded", sa.Integer, nullable=False, server_default="0"))
    op.create_index(
        "tables_to_record",
        "tables",
        ["changed"],
        sqlite_where=UNRECORDED,
        postgresql_where=UNRECORDED,
    )
    create_results()
    op.create_table(
        "ratings",
        sa.Column("player", Id, primary_key=True),
        sa.Column("game", sa.Text, primary_key=True),
        sa.Column("players", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("rating", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("volatility", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sqlite_with_rowid=False,
    )


def create_results() -> None:
    table = sa.Column("table", sa.Integer, sa.ForeignKey("tables.number"), primary_key=True)
    op.create_table(
        "results",
        sa.Column("player", Id, primary_key=True),
        sa.Column("ended", sa.BigInteger, primary_key=True, autoincrement=False),
        table,
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("seat", "players")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("rules", "game", "against")),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("level", "result", "help")),
        *(sa.Column(name, sa.Integer, nullable=False) for name in ("points", "rounds")),
        sa.Column("rating", sa.Double),
        sa.Column("deviation", sa.Double),
        sa.Column("felt", sa.Text, nullable=False, server_default=""),
        sa.Column("hidden", sa.Integer, nullable=False, server_default="0"),
        sqlite_with_rowid=False,
    )
    op.create_index("results_by_table", "results", ["table", "player"])
