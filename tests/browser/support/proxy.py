"""A TCP proxy between pages and a server, which can be cut, restored, slow, or drop data."""

import socket
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress

HERE = "127.0.0.1"
CHUNK = 65_536


class Proxy:
    """While `drops` is `up` or `down`, data in that direction is silently dropped. `delay` is the
    number of seconds that data takes in either direction. `hides` is a header that no page is sent.
    """

    def __init__(self) -> None:
        self.port = 0
        self.server = 0  # the server's port
        self.drops = ""
        self.delay = 0.0
        self.hides = b""
        self._listener: socket.socket | None = None
        self._open: set[socket.socket] = set()

    @property
    def url(self) -> str:
        return f"http://{HERE}:{self.port}"

    def restore(self) -> None:
        self.drops = ""
        self.delay = 0.0
        self._listener = socket.create_server((HERE, self.port))
        self.port = self._listener.getsockname()[1]
        threading.Thread(target=self._accept, args=(self._listener,), daemon=True).start()

    def cut(self) -> None:
        """Close all connections, and refuse new ones."""
        if self._listener is not None:
            end(self._listener)
            self._listener = None
        for connected in list(self._open):
            end(connected)

    def _accept(self, listener: socket.socket) -> None:
        with suppress(OSError):
            while True:
                page, _ = listener.accept()
                self._open.add(page)
                try:
                    server = socket.create_connection((HERE, self.server))
                except OSError:  # the server is down
                    self._close(page)
                    continue
                self._open.add(server)
                self._join(page, server)
                if self._listener is not listener:  # cut meanwhile
                    self._close(page, server)

    def _join(self, page: socket.socket, server: socket.socket) -> None:
        for way, source, target in (("up", page, server), ("down", server, page)):
            pump = threading.Thread(target=self._pump, args=(way, source, target), daemon=True)
            pump.start()

    def _pump(self, way: str, source: socket.socket, target: socket.socket) -> None:
        with suppress(OSError):
            while said := source.recv(CHUNK):
                time.sleep(self.delay)
                if self.hides:
                    said = said.replace(self.hides + b":", b"x-hidden:")
                if self.drops != way:
                    target.sendall(said)
        self._close(source, target)

    def _close(self, *ends: socket.socket) -> None:
        for each in ends:
            end(each)
            self._open.discard(each)


def end(connected: socket.socket) -> None:
    """Close a socket, and wake the thread that reads it."""
    with suppress(OSError):
        connected.shutdown(socket.SHUT_RDWR)
    connected.close()


@contextmanager
def a_proxy() -> Iterator[Proxy]:
    """A proxy with an address; the caller sets the server's port."""
    proxy = Proxy()
    proxy.restore()
    try:
        yield proxy
    finally:
        proxy.cut()
