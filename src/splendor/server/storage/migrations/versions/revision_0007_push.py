"""Subscriptions of Web Push: where the browser of a device is told that a game waits."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

Id = sa.Text().with_variant(sa.Text(collation="C"), "postgresql")


def upgrade() -> None:
    op.create_table(
        "push_subscriptions",
        sa.Column("device", Id, sa.ForeignKey("devices.id"), primary_key=True),
        sa.Column("player", Id, nullable=False),
        *(sa.Column(name, sa.Text, nullable=False) for name in ("endpoint", "p256dh", "auth")),
        sa.Column("created", sa.BigInteger, nullable=False),
        sa.UniqueConstraint("endpoint", name="push_subscriptions_by_endpoint"),
        sqlite_with_rowid=False,
    )
    op.create_index("push_subscriptions_by_player", "push_subscriptions", ["player"])
