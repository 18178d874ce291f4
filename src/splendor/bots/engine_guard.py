"""Runs an engine and ends it, with all processes that it has started, when its host is gone.

A program of its own, started by `splendor.bots.engines` with the number of a pipe and the command.
The engine speaks directly with the host. It needs nothing but the standard library.
"""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import threading

SUBREAPER = 36  # prctl: processes whose parent has ended become children of this one
CANNOT_START = 127


def main() -> None:
    watched, command = int(sys.argv[1]), sys.argv[2:]
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the host
    if sys.platform == "linux":
        ctypes.CDLL(None).prctl(SUBREAPER, 1, 0, 0, 0)
    try:
        engine = subprocess.Popen(command, start_new_session=True)
    except OSError as error:
        print(f"error cannot start {command[0]}: {error.strerror}", flush=True)
        sys.exit(CANNOT_START)
    silence = os.open(os.devnull, os.O_RDWR)
    os.dup2(silence, 0)  # only the engine holds the pipes
    os.dup2(silence, 1)
    threading.Thread(target=wait_for_host, args=(watched, engine.pid), daemon=True).start()
    status = engine.wait()
    end_all(engine.pid)
    sys.exit(status if status >= 0 else 128 - status)


def wait_for_host(watched: int, engine: int) -> None:
    while os.read(watched, 64):
        pass
    end_all(engine)
    os._exit(0)


def end_all(engine: int) -> None:
    """End the engine's process group, then whatever has left it."""
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(engine, signal.SIGKILL)
    for _ in range(100):
        found = [child for child in children() if child != engine]
        for child in found:
            with contextlib.suppress(ProcessLookupError, ChildProcessError):
                os.kill(child, signal.SIGKILL)
                os.waitpid(child, 0)
        if not found:
            return


def children() -> list[int]:
    """The processes whose parent this one is, where the system says so."""
    try:
        with open(f"/proc/self/task/{os.getpid()}/children", encoding="ascii") as file:
            return [int(number) for number in file.read().split()]
    except OSError:
        return []


if __name__ == "__main__":
    main()
