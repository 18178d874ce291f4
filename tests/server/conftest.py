"""Fixtures that all tests of the server may name."""

from tests.server.databases import database_url, postgresql

__all__ = ["database_url", "postgresql"]
