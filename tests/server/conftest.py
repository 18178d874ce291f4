"""Fixtures that all tests of the server may name."""

import pytest

from splendor.server.workers import pool
from tests.server.databases import database_url, postgresql

__all__ = ["database_url", "late", "postgresql"]


@pytest.fixture
def late(monkeypatch: pytest.MonkeyPatch) -> float:
    """A deadline so late that a bot, which is told of two seconds, meets it however busy it is."""
    seconds = 40.0
    monkeypatch.setattr(pool, "THINKING_SHARE", 2.0 / seconds)
    return seconds
