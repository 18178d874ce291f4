"""Fixtures for all tests of the server."""

import pytest

from splendor.server.workers import pool
from tests.server.databases import database_url, postgresql

__all__ = ["database_url", "late", "postgresql"]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> float:
    """A deadline far beyond the two seconds of a bot, so that even a busy machine meets it."""
    seconds = 40.0
    monkeypatch.setattr(pool, "THINKING_SHARE", 2.0 / seconds)
    return seconds
