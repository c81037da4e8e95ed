"""Connections: not too many in all or of one address, and none that is kept open for nothing.

A connection that never asks for anything costs a file of this program, of which there are not many, and
uvicorn waits for the first request for ever.
"""

import asyncio
import resource
from collections import Counter
from contextlib import suppress
from typing import cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

MOST_CONNECTIONS = 800
MOST_OF_ONE_ADDRESS = 150
SILENT_S = 5.0
"""How long a whole request may take to come."""
IDLE_S = 30.0
"""How long a connection may wait for its next request."""
FILES_WANTED = 4096


def raise_file_limit(wanted: int = FILES_WANTED) -> None:
    """Allow this program more open files, as far as the system lets it."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    if soft != resource.RLIM_INFINITY and soft < most:
        with suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


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
        # A transport outlives the protocol that it began with, so it is asked itself whether it is open.
        self._open = {t: a for t, a in self._open.items() if not t.is_closing()}
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


def limited(
    connections: Connections, *, silent_s: float = SILENT_S, idle_s: float = IDLE_S
) -> type[asyncio.Protocol]:
    """Give uvicorn's protocol with limits: what it makes connections of."""

    class Limited(H11Protocol):
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
