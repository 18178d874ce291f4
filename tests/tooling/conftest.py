"""The tools are tested with the same databases as the server."""

from tests.server.databases import database_url, postgresql

__all__ = ["database_url", "postgresql"]
