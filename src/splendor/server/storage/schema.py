"""The SQL tables as the newest migration leaves them; a test compares the two."""

from sqlalchemy import (
    BigInteger,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
    UniqueConstraint,
    and_,
)

REVISION = "0010"  # of the newest migration
# Revisions that can be upgraded.
OLDER = ("0001", "0002", "0003", "0004", "0005", "0006", "0007", "0008", "0009")

metadata = MetaData()

# Compare ids byte by byte in both databases, independent of the locale.
Id = Text().with_variant(Text(collation="C"), "postgresql")

version = Table(  # as alembic makes it
    "alembic_version",
    metadata,
    Column("version_num", String(32), nullable=False),
    PrimaryKeyConstraint("version_num", name="alembic_version_pkc"),
)

players = Table(
    "players",
    metadata,
    Column("id", Id, primary_key=True),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("banned", BigInteger, nullable=False, server_default="0"),  # until then
    sqlite_with_rowid=False,
)

# A guest may have several devices: each has a cookie with the id of its own.
devices = Table(
    "devices",
    metadata,
    Column("id", Id, primary_key=True),
    Column("player", Id, nullable=False),
    Column("name", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("seen", BigInteger, nullable=False),
    Index("devices_by_player", "player"),
    Index("devices_by_seen", "seen"),
    sqlite_with_rowid=False,
)

# Where the browser of a device is told that a game waits (Web Push).
push_subscriptions = Table(
    "push_subscriptions",
    metadata,
    Column("device", Id, ForeignKey("devices.id"), primary_key=True),
    Column("player", Id, nullable=False),
    Column("endpoint", Text, nullable=False),
    Column("p256dh", Text, nullable=False),
    Column("auth", Text, nullable=False),
    Column("created", BigInteger, nullable=False),
    UniqueConstraint("endpoint", name="push_subscriptions_by_endpoint"),
    Index("push_subscriptions_by_player", "player"),
    sqlite_with_rowid=False,
)

# One-time links and recovery codes, with which another device gets the profile of a guest.
profile_links = Table(
    "profile_links",
    metadata,
    Column("token_hash", Id, primary_key=True),
    Column("player", Id, nullable=False),
    Column("kind", Text, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("profile_links_by_player", "player", "kind"),
    Index("profile_links_by_expiry", "expires"),
    sqlite_with_rowid=False,
)

# Events refer to a table by number: in the indexes it takes a tenth of the space of an id, so a
# group of events touches fewer pages (measured: three times as many events per second).
tables = Table(
    "tables",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("id", Id, nullable=False),
    Column("created", BigInteger, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("status", Text, nullable=False),
    Column("rules", Text, nullable=False),
    Column("players", Integer, nullable=False),
    Column("secret", Text, nullable=False),
    Column("summary", LargeBinary, nullable=False),
    # The number of the last event that is in the archive.
    Column("archived", Integer, nullable=False, server_default="0"),
    # Why an administrator froze the table, or empty.
    Column("frozen", Text, nullable=False, server_default=""),
    # Whether the results of the finished game are recorded.
    Column("recorded", Integer, nullable=False, server_default="0"),
    UniqueConstraint("id", name="tables_by_id"),
    Index("tables_by_status", "status"),
)
to_record = and_(tables.c.status == "over", tables.c.recorded == 0)
Index("tables_to_record", tables.c.changed, sqlite_where=to_record, postgresql_where=to_record)

events = Table(
    "events",
    metadata,
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("seq", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("player", Id),
    Column("id", Id),
    Column("kind", Text, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
# A command that is sent twice is stored once.
Index(
    "events_by_message",
    events.c.table,
    events.c.player,
    events.c.id,
    unique=True,
    sqlite_where=events.c.id.is_not(None),
    postgresql_where=events.c.id.is_not(None),
)

# `status` and `changed` repeat those of the table: the index must hold them beside the player so
# that listing one player's tables does not depend on the number of all tables.
members = Table(
    "members",
    metadata,
    Column("table", Id, ForeignKey("tables.id"), primary_key=True),
    Column("player", Id, primary_key=True),
    Column("status", Text, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Index("members_by_change", "player", "changed", "table"),
    Index("members_by_status", "player", "status", "changed", "table"),
    sqlite_with_rowid=False,
)

# Everybody who appears in the log of a table, at a seat or in the chat, now or earlier.
traces = Table(
    "traces",
    metadata,
    Column("player", Id, primary_key=True),
    Column("table", Id, ForeignKey("tables.id"), primary_key=True),
    Index("traces_by_table", "table"),
    sqlite_with_rowid=False,
)

# What `splendor admin` changed: a running server reads it and forgets what it knew.
notices = Table(
    "notices",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("kind", Text, nullable=False),
    Column("subject", Id, nullable=False),
)

seat_links = Table(
    "seat_links",
    metadata,
    Column("token_hash", Id, primary_key=True),
    Column("table", Id, ForeignKey("tables.id"), nullable=False),
    Column("seat", Integer, nullable=False),
    Column("player", Id, nullable=False),
    Column("expires", BigInteger, nullable=False),
    Index("seat_links_by_expiry", "expires"),
    sqlite_with_rowid=False,
)

# The number of commits of each running store on PostgreSQL: if the connection is lost during a
# commit, it shows whether the commit succeeded.
writers = Table(
    "writers",
    metadata,
    Column("id", Id, primary_key=True),
    Column("commits", BigInteger, nullable=False),
    Column("at", BigInteger, nullable=False),
)

# The events of finished tables, some hundred in each compressed part. `last` is the number of the
# last one in a part.
archive_parts = Table(
    "archive_parts",
    metadata,
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("last", Integer, primary_key=True, autoincrement=False),
    Column("packed", LargeBinary, nullable=False),
)

# When the time of the player to move is up, of tables that do not stay in memory until then.
deadlines = Table(
    "deadlines",
    metadata,
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("due", BigInteger, nullable=False),
    Index("deadlines_by_due", "due"),
)

# The folded state of long tables after event `seq`: a cache, which may be deleted at any time.
snapshots = Table(
    "snapshots",
    metadata,
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("seq", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

# What a finished game meant for one person; a person's rows lie together, in order of time. `help`
# lists why the game does not count for the rating; `rating` and `deviation` are those after it,
# from the fifth game that counts on.
results = Table(
    "results",
    metadata,
    Column("player", Id, primary_key=True),
    Column("ended", BigInteger, primary_key=True, autoincrement=False),
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    *(Column(name, Integer, nullable=False) for name in ("seat", "players")),
    *(Column(name, Text, nullable=False) for name in ("rules", "game", "against")),
    *(Column(name, Text, nullable=False) for name in ("level", "result", "help")),
    *(Column(name, Integer, nullable=False) for name in ("points", "rounds")),
    Column("rating", Double),
    Column("deviation", Double),
    Column("felt", Text, nullable=False, server_default=""),
    Column("hidden", Integer, nullable=False, server_default="0"),
    Index("results_by_table", "table", "player"),
    sqlite_with_rowid=False,
)

ratings = Table(
    "ratings",
    metadata,
    Column("player", Id, primary_key=True),
    Column("game", Text, primary_key=True),
    Column("players", Integer, primary_key=True, autoincrement=False),
    Column("rating", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("volatility", Double, nullable=False),
    Column("games", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Reviews of finished games, or how far they are: JSON, deflated.
reviews = Table(
    "reviews",
    metadata,
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("made", BigInteger, nullable=False),
    *(Column(name, Text, nullable=False) for name in ("status", "evaluator", "weights")),
    *(Column(name, Integer, nullable=False) for name in ("simulations", "judged", "decisions")),
    Column("turning_points", Integer, nullable=False),
    Column("packed", LargeBinary, nullable=False),
)

# What a finished review says of each seat. `costs` is JSON: slips by theme.
review_seats = Table(
    "review_seats",
    metadata,
    Column("table", Integer, ForeignKey("tables.number"), primary_key=True, autoincrement=False),
    Column("seat", Integer, primary_key=True, autoincrement=False),
    Column("accuracy", Double),
    *(Column(name, Double, nullable=False) for name in ("luck", "given")),
    *(Column(name, Integer, nullable=False) for name in ("inaccuracies", "mistakes", "blunders")),
    Column("costs", Text, nullable=False),
    sqlite_with_rowid=False,
)

# What somebody did at a puzzle. `at` is when it was counted, by the first try or the solution;
# `due` is when it comes back, or 0; `steps` counts the changes of the row.
puzzle_results = Table(
    "puzzle_results",
    metadata,
    Column("player", Id, primary_key=True),
    Column("puzzle", Id, primary_key=True),
    Column("game", Text, nullable=False),
    Column("theme", Text, nullable=False),  # its kind
    *(Column(name, BigInteger, nullable=False) for name in ("at", "due")),
    *(Column(name, Integer, nullable=False) for name in ("found", "nudged", "solved", "shown")),
    Column("change", Double, nullable=False),  # of the rating
    Column("steps", Integer, nullable=False),
    sqlite_with_rowid=False,
)

puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("player", Id, primary_key=True),
    *(Column(name, Double, nullable=False) for name in ("rating", "deviation", "volatility")),
    Column("puzzles", Integer, nullable=False),  # that counted
    sqlite_with_rowid=False,
)

# Puzzles that somebody saved: a line of a file of puzzles.
own_puzzles = Table(
    "own_puzzles",
    metadata,
    Column("player", Id, primary_key=True),
    Column("puzzle", Id, primary_key=True),
    Column("content", Text, nullable=False),
    sqlite_with_rowid=False,
)

# How the daily puzzle of a day (UTC, such as 2026-11-17) went: "found", "near" or "shown".
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("player", Id, primary_key=True),
    Column("day", Id, primary_key=True),
    Column("mark", Text, nullable=False),
    sqlite_with_rowid=False,
)
