"""Connection limits that uvicorn lacks: timeouts for request heads and for slow readers.

A request head must arrive within seconds and has a maximum size. Clients that do not read what they
are sent, or do not answer, are disconnected so that they hold neither memory nor a connection.
"""

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

MAX_HEAD = 65_536  # bytes of a request before its body
HEAD_TIMEOUT = 10.0  # seconds until the head of a request must be complete
STALLED_WRITE_TIMEOUT = 20.0  # seconds until a client must have read a full send buffer
CLOSE_TIMEOUT = 12.0  # seconds for the closing handshake, which takes up to ten
NOT_UNICODE = 1007
BAD_REQUEST = b"HTTP/1.1 400 Bad Request\r\nconnection: close\r\ncontent-length: 0\r\n\r\n"


class AbortTimer:
    """Aborts a connection unless it is cancelled in time."""

    def __init__(self) -> None:
        self._timer: asyncio.TimerHandle | None = None

    def start(self, transport: asyncio.Transport, seconds: float) -> None:
        self.cancel()
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(seconds, transport.abort)

    def cancel(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


class HttpConnection(HttpToolsProtocol):
    """An HTTP connection with timeouts for the head of a request and for reading responses."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.waiting, self.writing = AbortTimer(), AbortTimer()
        self.in_head, self.head_size = False, 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.waiting.start(transport, HEAD_TIMEOUT)

    def connection_lost(self, exc: Exception | None) -> None:
        self.waiting.cancel()
        self.writing.cancel()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self.in_head:
            self.head_size += len(data)
            if self.head_size > MAX_HEAD and not self.transport.is_closing():
                self.send_400_response("The head of the request is too long.")

    def on_message_begin(self) -> None:
        self.in_head, self.head_size = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self.in_head = False
        self.waiting.cancel()
        super().on_headers_complete()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        if self.cycle.response_complete and not self.transport.is_closing():
            self.waiting.start(self.transport, self.timeout_keep_alive + HEAD_TIMEOUT)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.writing.start(self.transport, STALLED_WRITE_TIMEOUT)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writing.cancel()


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection with timeouts for reading and for closing."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.writing, self.ending = AbortTimer(), AbortTimer()

    def data_received(self, data: bytes) -> None:
        """The first data hold the whole head: reject the connection if it is not understood."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(BAD_REQUEST)
            self.transport.close()

    def connection_lost(self, exc: Exception | None) -> None:
        self.writing.cancel()
        self.ending.cancel()
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.writing.start(self.transport, STALLED_WRITE_TIMEOUT)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writing.cancel()

    def handle_ping(self) -> None:
        """Send no pongs to a client that does not read."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def keepalive_timeout(self) -> None:
        super().keepalive_timeout()
        self.ending.start(self.transport, CLOSE_TIMEOUT)

    def on_task_complete(self, task: "asyncio.Task[None]") -> None:
        super().on_task_complete(task)
        if not self.disconnected:
            self.ending.start(self.transport, CLOSE_TIMEOUT)

    def send_receive_event_to_app(self) -> None:
        """Close the connection after text that is not UTF-8, without logging an error."""
        if self.curr_msg_data_type == "text" and not is_text(b"".join(self.frames)):
            self.frames = []
            self.conn.send_close(NOT_UNICODE)
            self.handle_parser_exception()
            return
        super().send_receive_event_to_app()


def is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True
