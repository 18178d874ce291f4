"""Descriptors of open files and connections: how many there may be, and how many are in use."""

import contextlib
import errno
import os

FOLDERS = ("/proc/self/fd", "/dev/fd")  # of Linux, and of macOS
UNLIMITED = 2**20
# For the database, the bots and files: connections never take these.
RESERVED = 64
RESERVED_PER_BOT = 4


def allow_many_descriptors() -> None:
    """Raise the limit, which many systems set to 1,024 by default."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))


def descriptor_limit() -> int:
    """How many descriptors this process may have."""
    with contextlib.suppress(ImportError, ValueError, OSError):
        import resource

        limit, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
        return UNLIMITED if limit == resource.RLIM_INFINITY else limit
    return UNLIMITED


def descriptors_in_use() -> int:
    """As many as the limit if not even one is left to count them; 0 if that is unknown here."""
    for folder in FOLDERS:
        try:
            return len(os.listdir(folder))
        except OSError as error:
            if error.errno in (errno.EMFILE, errno.ENFILE):
                return descriptor_limit()
    return 0


def most_connections(bots: int) -> int:
    """How many connections leave enough descriptors for everything else."""
    limit = descriptor_limit()
    return max(limit // 2, limit - RESERVED - RESERVED_PER_BOT * bots)
