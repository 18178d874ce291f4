"""From an interpreted server to a compiled one, in the same process and on the same socket.

The interpreted server closes its tables, its bots and the database like any server that is stopped,
and then replaces its program by itself (`exec`). The listening socket stays open: connections made
meanwhile wait in its queue. Browsers reconnect, resume by sequence number and send again what was
not acknowledged, as after any restart.
"""

import os
import socket
import sys
from collections.abc import Mapping, MutableMapping

from splendor.core.kernel import CACHE, is_temporary

LISTENER = "SPLENDOR_LISTENER"  # the number of the inherited socket's file


def can_change_over() -> bool:
    """Not in another program, which would start again from its beginning. Windows would start a
    second process, and a temporary cache ends with the process that made it.
    """
    return sys.argv[1:2] == ["serve"] and hasattr(os, "fork") and not is_temporary(CACHE)


def hand_over(listener: socket.socket, environment: Mapping[str, str] = os.environ) -> None:
    """Start the same command again in this process, with this socket. Does not return."""
    listener.set_inheritable(True)
    sys.stdout.flush()
    sys.stderr.flush()
    command = [sys.executable, *sys.orig_argv[1:]]
    os.execve(sys.executable, command, {**environment, LISTENER: str(listener.fileno())})


def inherited(environment: MutableMapping[str, str] = os.environ) -> socket.socket | None:
    """The socket of the server that handed over to this one."""
    number = environment.pop(LISTENER, "")
    if not number:
        return None
    listener = socket.socket(fileno=int(number))
    listener.set_inheritable(False)
    return listener
