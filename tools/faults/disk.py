"""A disk that can be filled: a small file system if we may mount one, otherwise a size limit."""

import contextlib
import errno
import resource
import subprocess
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

MOUNT = "mount"
SIZE = "96m"  # more than the database and its log, which is restarted at 32 MB, ever take here
CHUNK = 4096


@dataclass(frozen=True)
class Disk:
    """`fill` leaves no room, `free` makes room again. `kind` is for the report."""

    kind: str
    fill: Callable[[], None]
    free: Callable[[], None]


@contextlib.contextmanager
def small_disk(data: Path, server: Callable[[], int]) -> Iterator[Disk]:
    """The directory `data`, on its own file system if possible; `server` returns its pid."""
    data.mkdir(parents=True)
    mount = [MOUNT, "-t", "tmpfs", "-o", f"size={SIZE},mode=700", "tmpfs", str(data)]
    if not succeeds(mount):
        yield limited(server)
        return
    try:
        filler = data / "filler"
        yield Disk("tmpfs", lambda: fill_up(filler), filler.unlink)
    finally:
        subprocess.run(["umount", "--lazy", str(data)], check=True)


def succeeds(command: list[str]) -> bool:
    try:
        return subprocess.run(command, capture_output=True, check=False).returncode == 0
    except OSError:  # there is no such program, or it may not be run
        return False


def fill_up(filler: Path) -> None:
    with filler.open("wb", buffering=0) as file:
        try:
            while True:
                file.write(b"x" * CHUNK)
        except OSError as error:
            if error.errno != errno.ENOSPC:
                raise


def limited(server: Callable[[], int]) -> Disk:
    """Limit the size of files to a few pages, which the server sees as a full disk."""
    few, many = 16 * CHUNK, resource.RLIM_INFINITY  # its shared memory is a file of 8
    return Disk("limit", lambda: set_limit(server(), few), lambda: set_limit(server(), many))


def set_limit(process: int, size: int) -> None:
    _, hard = resource.prlimit(process, resource.RLIMIT_FSIZE)
    resource.prlimit(process, resource.RLIMIT_FSIZE, (size, hard))
