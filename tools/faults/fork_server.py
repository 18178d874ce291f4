"""A process with everything loaded, which forks servers on request so that they start fast.

A forked server differs from others only in that its modules and kernels are loaded already:
it opens the database, reads the logs and serves like any other, and can be killed like any other.
A line of JSON with the arguments on standard input starts one; the reply is its process id. An
empty line waits until the server has ended.
"""

import io
import json
import os
import sys
import traceback

import splendor.server.app
from splendor.cli import main
from splendor.server.workers.precompile import load_kernels


def become_server(arguments: list[str], log: str) -> None:
    """Run a server in the forked process; never returns."""
    status = 1
    try:
        os.setsid()
        with open(log, "ab") as file:
            os.dup2(file.fileno(), sys.stderr.fileno())
        sys.stdin = io.StringIO()
        print(os.getpid(), flush=True)
        status = main(arguments)
    except BaseException:
        traceback.print_exc()
    finally:
        print("ended", flush=True)
        os._exit(status)


def work() -> None:
    assert splendor.server.app  # with everything that it imports
    load_kernels()
    print("ready", flush=True)
    child = 0
    for line in sys.stdin:
        if not line.strip():
            os.waitpid(child, 0)
            print("died", flush=True)
            continue
        request = json.loads(line)
        child = os.fork()
        if child == 0:
            become_server(request["arguments"], request["log"])


if __name__ == "__main__":
    work()
