"""Connection limits that uvicorn lacks: timeouts, frames per second, connections of an address.

A request head must arrive within seconds and has a maximum size. Clients that do not read what they
are sent, or do not answer, are disconnected so that they hold neither memory nor a connection, and
so are clients that send too many frames.
"""

import asyncio
from collections.abc import Iterable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame, Opcode

from splendor.server.traffic import CONTROL_FRAMES, FRAMES, MAX_FRAGMENTS, Bucket, Traffic

MAX_HEAD = 65_536  # bytes of a request before its body
HEAD_TIMEOUT = 10.0  # seconds until the head of a request must be complete
STALLED_WRITE_TIMEOUT = 20.0  # seconds until a client must have read a full send buffer
CLOSE_TIMEOUT = 12.0  # seconds for the closing handshake, which takes up to ten
SLICE = 1024  # bytes that are parsed before frames are counted: at most 170 frames
CONTROL = (Opcode.PING, Opcode.PONG, Opcode.CLOSE)
NOT_UNICODE, POLICY = 1007, 1008
TOO_MANY_FRAMES = "too many frames"
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
    """An HTTP connection with timeouts for the head of a request and for reading responses.

    A connection beyond the limit of its address is closed at once. After the handshake of a
    WebSocket, `SocketConnection` takes the connection over, and counts its end.
    """

    def __init__(self, *args: Any, traffic: Traffic, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.traffic = traffic
        self.waiting, self.writing = AbortTimer(), AbortTimer()
        self.in_head, self.head_size = False, 0
        self.is_free = self.is_counted = False

    @property
    def peer(self) -> str:
        return self.client[0] if self.client else "unknown"

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        self.is_free = self.traffic.is_free(self.server)
        self.is_counted = not self.is_free and self.traffic.enter(self.peer)
        if not (self.is_free or self.is_counted):
            transport.abort()
            return
        self.waiting.start(transport, HEAD_TIMEOUT)

    def connection_lost(self, exc: Exception | None) -> None:
        self.waiting.cancel()
        self.writing.cancel()
        self.traffic.flow(self.peer, self.transport)
        if self.is_counted:
            self.traffic.leave(self.peer)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        if not (self.is_free or self.is_counted):
            return
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
        self.traffic.stall(self.peer, self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writing.cancel()
        self.traffic.flow(self.peer, self.transport)


class SocketConnection(WebSocketsSansIOProtocol):
    """A WebSocket connection with timeouts for reading and for closing, and limits of frames."""

    def __init__(self, *args: Any, traffic: Traffic, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.traffic = traffic
        self.writing, self.ending = AbortTimer(), AbortTimer()
        self.frame_budget, self.control_budget = Bucket(*FRAMES), Bucket(*CONTROL_FRAMES)
        self.fragments = 0  # of the present message

    @property
    def peer(self) -> str:
        return self.client[0] if self.client else "unknown"

    def data_received(self, data: bytes) -> None:
        """Parse data in slices, and stop where there are too many frames.

        The first data hold the whole head: reject the connection if it is not understood.
        """
        if not self.handshake_initiated:
            super().data_received(data)
            if not self.handshake_initiated and not self.transport.is_closing():
                self.transport.write(BAD_REQUEST)
                self.transport.close()
            return
        for first in range(0, len(data), SLICE):
            if self.transport.is_closing():
                return
            super().data_received(data[first : first + SLICE])

    def handle_events(self) -> None:
        if self.is_within_limits(self.conn.events):
            super().handle_events()
        elif not self.transport.is_closing():
            self.traffic.cut += 1
            self.conn.events_received()
            self.conn.fail(POLICY, TOO_MANY_FRAMES)
            if self.conn.close_sent is None:  # it is closing already
                self.transport.abort()
            else:
                self.handle_parser_exception()

    def is_within_limits(self, events: Iterable[Any]) -> bool:
        """Count these frames: data, control frames, and the fragments of a message."""
        data = control = 0
        for event in events:
            if not isinstance(event, Frame):
                continue
            if event.opcode in CONTROL:
                control += 1
                continue
            data += 1
            self.fragments += 1
            if self.fragments > MAX_FRAGMENTS:
                return False
            if event.fin:
                self.fragments = 0
        allowed = self.frame_budget.take(data) and self.control_budget.take(control)
        return allowed or not self.traffic.is_limited

    def connection_lost(self, exc: Exception | None) -> None:
        self.writing.cancel()
        self.ending.cancel()
        self.traffic.flow(self.peer, self.transport)
        self.traffic.leave(self.peer)
        super().connection_lost(exc)

    def pause_writing(self) -> None:
        super().pause_writing()
        self.writing.start(self.transport, STALLED_WRITE_TIMEOUT)
        self.traffic.stall(self.peer, self.transport)

    def resume_writing(self) -> None:
        super().resume_writing()
        self.writing.cancel()
        self.traffic.flow(self.peer, self.transport)

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
