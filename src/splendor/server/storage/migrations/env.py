"""What alembic runs for every command: the connection is handed in by `upgrade_schema`."""

from alembic import context

context.configure(connection=context.config.attributes["connection"])
with context.begin_transaction():
    context.run_migrations()
