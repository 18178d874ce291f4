"""The schema of a database: which revision it has, and how it gets the newest."""

from pathlib import Path

from sqlalchemy import Connection, inspect, select

from splendor.core.errors import RulesError
from splendor.server.storage import schema


def revision_of(connection: Connection) -> str | None:
    """The schema's revision, or None when the database is empty."""
    names = inspect(connection).get_table_names()
    if not names:
        return None
    revision = None
    if schema.version.name in names:
        revision = connection.scalar(select(schema.version.c.version_num))
    if revision is None:
        raise RulesError("This database belongs to another program: choose an empty one")
    if revision not in (*schema.OLDER, schema.REVISION):
        raise RulesError(
            f"This database was written by a newer version of splendor (schema {revision}, "
            f"this version knows {schema.REVISION}): install the newer version"
        )
    return str(revision)


def create_schema(connection: Connection) -> None:
    """All tables at once: what the migrations would make, without importing what runs them."""
    schema.metadata.create_all(connection, checkfirst=False)
    connection.execute(schema.version.insert().values(version_num=schema.REVISION))


def upgrade_schema(connection: Connection, revision: str = schema.REVISION) -> None:
    """Run the migrations up to `revision` inside the connection's transaction."""
    # Slow to import, and rarely needed.
    from alembic import command
    from alembic.config import Config

    config = Config()
    folder = str(Path(__file__).parent)
    config.set_main_option("script_location", folder.replace("%", "%%"))
    config.set_main_option("path_separator", "os")
    config.attributes["connection"] = connection
    command.upgrade(config, revision)
