"""Connections: not too many in all or of one address, and none that is kept open for nothing.

A connection that never asks for anything costs a file of this program, of which there are not many, and
uvicorn waits for the first request for ever. It also answers each control frame of a WebSocket, and takes in
all that has come before anything else gets its turn, so that one stranger could keep the table busy.
"""

import asyncio
import logging
import resource
from collections import Counter
from contextlib import suppress
from typing import cast

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.exceptions import InvalidState

MOST_CONNECTIONS = 800
MOST_OF_ONE_ADDRESS = 150
SILENT_S = 5.0
"""How long a whole request may take to come."""
IDLE_S = 30.0
"""How long a connection may wait for its next request."""
UNREAD_S = 30.0
"""How long what was sent may wait until all of it is taken."""
LAST_WORD_S = 1.0
"""How long the other side of a WebSocket that is ended for a fault has to end it too."""
TAKEN_AT_ONCE = 1024
"""Of one connection, before others get their turn."""
FRAMES_AT_ONCE = 8 * 1024
FRAMES_PER_S = 2 * 1024
"""Bytes that a WebSocket may send, control frames and empty ones too."""
FILES_WANTED = 4096


def raise_file_limit(wanted: int = FILES_WANTED) -> None:
    """Allow this program more open files, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


_STRANGERS_FAULTS = (
    "Invalid HTTP request received.",
    "Unsupported upgrade request.",
    "Invalid UTF-8 sequence received from client.",
)


def is_ours(record: logging.LogRecord) -> bool:
    """Say whether uvicorn complains of us: what strangers send, or hold up at the end, is worth no line."""
    is_cut_off = record.exc_info is not None and isinstance(record.exc_info[1], asyncio.CancelledError)
    return record.msg not in _STRANGERS_FAULTS and not is_cut_off


class Connections:
    """Those that are open, WebSockets among them."""

    def __init__(self, most: int = MOST_CONNECTIONS, most_of_one: int = MOST_OF_ONE_ADDRESS) -> None:
        self._most = most
        self._most_of_one = most_of_one
        self._open: dict[asyncio.Transport, str] = {}

    def admit(self, transport: asyncio.Transport, address: str) -> bool:
        """Count one more, or give False when there are too many.

        When all are taken, who has most gives its oldest to who has fewer: a flood locks nobody out.
        """
        # A transport outlives the protocol that it began with, and closing it waits until all is taken.
        self._open = {t: a for t, a in self._open.items() if t.get_extra_info("socket").fileno() >= 0}
        count = Counter(self._open.values())
        if count[address] >= self._most_of_one:
            return False
        if len(self._open) >= self._most:
            busiest, most = count.most_common(1)[0]
            if most <= count[address] + 1:
                return False
            oldest = next(t for t, a in self._open.items() if a == busiest)
            oldest.abort()
            del self._open[oldest]
        self._open[transport] = address
        return True


class _Impatient(asyncio.Protocol):
    """Takes little at once, and ends a connection whose other side does not take what was sent."""

    transport: asyncio.Transport
    loop: asyncio.AbstractEventLoop
    _until_taken_s = UNREAD_S
    _unread: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        super().connection_made(transport)
        self.transport.max_size = TAKEN_AT_ONCE  # type: ignore[attr-defined]
        # So that whatever is left to be taken counts, also while the connection is being closed.
        self.transport.set_write_buffer_limits(high=0)

    def pause_writing(self) -> None:
        super().pause_writing()
        self._unread = self.loop.call_later(self._until_taken_s, self.transport.abort)

    def resume_writing(self) -> None:
        super().resume_writing()
        self._taken()

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        self._taken()

    def _taken(self) -> None:
        if self._unread is not None:
            self._unread.cancel()
            self._unread = None


class LimitedSocket(_Impatient, WebSocketsSansIOProtocol):
    """A WebSocket that sends not too much, and whose beginning is understood."""

    _left = float(FRAMES_AT_ONCE)
    _at_s = 0.0

    def data_received(self, data: bytes) -> None:
        """Take in what came, or end the connection when it is too much."""
        if not self.handshake_initiated:
            super().data_received(data)
            # One that can't be understood would be left open for ever.
            if not self.handshake_initiated:
                self.transport.close()
            return
        now_s = self.loop.time()
        self._left = min(FRAMES_AT_ONCE, self._left + (now_s - self._at_s) * FRAMES_PER_S) - len(data)
        self._at_s = now_s
        if self._left < 0:
            self.transport.abort()
            return
        try:
            super().data_received(data)
        except InvalidState:  # a fault and the end came together
            self.transport.abort()

    def handle_ping(self) -> None:
        """Answer it, unless the last word was said: nothing can be written after that."""
        if not self.close_sent:
            super().handle_ping()

    def handle_parser_exception(self) -> None:
        """Say why the line ends, and take in what is still under way.

        To close upon it would be a reset, which may overtake what was said.
        """
        said = self.conn.close_sent
        assert said is not None
        if self.close_sent:
            return
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": said.code, "reason": said.reason})
        self.transport.write(b"".join(self.conn.data_to_send()))
        self.transport.write_eof()
        self.close_timer = self.loop.call_later(LAST_WORD_S, self.transport.close)


def limited(
    connections: Connections,
    *,
    silent_s: float = SILENT_S,
    idle_s: float = IDLE_S,
    unread_s: float = UNREAD_S,
) -> type[asyncio.Protocol]:
    """Give uvicorn's protocol with limits: what it makes connections of."""

    class Limited(_Impatient, H11Protocol):
        _until_taken_s = unread_s
        _seen: RequestResponseCycle | None = None
        _since_s = 0.0
        _look_later: asyncio.TimerHandle | None = None

        def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
            super().connection_made(transport)
            if connections.admit(transport, self.client[0] if self.client else ""):
                self._since_s = self.loop.time()
                self._look_later = self.loop.call_later(silent_s, self._look)
            else:
                transport.abort()

        def send_400_response(self, msg: str) -> None:
            """Refuse what is no request, and let nobody answer what came before it any more."""
            if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
                super().send_400_response(msg)
            else:
                self.transport.close()
            begun = cast("RequestResponseCycle | None", self.cycle)
            if begun is not None:
                begun.disconnected = True

        def connection_lost(self, exc: Exception | None) -> None:
            super().connection_lost(exc)
            if self._look_later is not None:
                self._look_later.cancel()

        def _look(self) -> None:
            """Close a connection whose next request does not come, or not to its end."""
            if self.transport.is_closing() or self.transport.get_protocol() is not self:
                return
            now_s = self.loop.time()
            request = cast("RequestResponseCycle | None", self.cycle)
            is_answered = request is not None and request.response_complete
            is_ours = request is not None and not is_answered and not request.more_body
            if is_ours or request is not self._seen:
                self._seen, self._since_s = request, now_s
            if now_s - self._since_s >= (idle_s if is_answered else silent_s):
                self.transport.close()
            else:
                self._look_later = self.loop.call_later(silent_s, self._look)

    return Limited
