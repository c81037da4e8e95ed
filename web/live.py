"""Live pages: a whole snapshot on connecting and after each change, the newest one wins."""

import asyncio
import itertools
import json
import time
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field

from starlette.websockets import WebSocket

from device.session import Session
from web.guard import Allowance, is_loopback
from web.sockets import NOT_UNDERSTOOD, ClosingError, send, serve_until_one_ends, text_from

MOST_PAGES = 250
MOST_PAGES_A_CLIENT = 60
LARGEST_FRAME = 1024
MESSAGES_AT_ONCE = 30
MESSAGES_PER_S = 2.0
"""A page sends a handful as it opens, and then one in some seconds."""
HEARD_KEPT = 20
PROBE_EVERY_S = 5.0
DEAD_AFTER_S = 40.0
TRIPS_KEPT = 5
MARGIN_MS = 15
"""How much longer than the shortest of late a press may have been under way: Wi-Fi is uneven."""
WORST_BOUND_MS = 250

SnapshotOf = Callable[[str | None], str]


@dataclass(eq=False)
class Page:
    """One open page. Its round trips bound what its phone may say about the time of a press."""

    socket: WebSocket
    token: str | None
    allowance: Allowance
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    heard: deque[str] = field(default_factory=lambda: deque(maxlen=HEARD_KEPT))
    probe: tuple[int, float] | None = None
    trips_ms: deque[float] = field(default_factory=lambda: deque(maxlen=TRIPS_KEPT))


class Live:
    """All open pages."""

    def __init__(
        self,
        session: Session,
        snapshot_of: SnapshotOf,
        is_seated: Callable[[str | None], bool],
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._session = session
        self._is_seated = is_seated
        self._snapshot_of = snapshot_of
        self._monotonic_s = monotonic_s
        self._pages: set[Page] = set()
        session.listen(self._changed)

    def _changed(self) -> None:
        for page in self._pages:
            page.wake.set()

    def heard(self, sign: str) -> None:
        """Tell every page that a press was heard; nothing counts yet."""
        for page in self._pages:
            page.heard.append(sign)
            page.wake.set()

    def bound_ms(self, token: str | None) -> int:
        """Give how far back a phone may place its press: its shortest round trip of late, and a margin.

        Not the longest: a phone that answers late now and then would win time by it.
        """
        trips = [t for page in self._pages if token and page.token == token for t in page.trips_ms]
        return min(WORST_BOUND_MS, round(min(trips)) + MARGIN_MS) if trips else 0

    def worst_bound_ms(self) -> int | None:
        """Give the worst bound of the phones that play, None while none does."""
        seated = (p.token for p in self._pages if self._is_seated(p.token))
        return max((self.bound_ms(token) for token in seated), default=None)

    def guests(self) -> int:
        """Count the open pages of other machines."""
        clients = (p.socket.client for p in self._pages)
        return sum(1 for client in clients if client is not None and not is_loopback(client.host))

    async def serve(self, socket: WebSocket, token: str | None) -> None:
        """Keep one page up to date until it goes; without a token it is a spectator's."""
        client = socket.client.host if socket.client else ""
        same = sum(1 for p in self._pages if p.socket.client and p.socket.client.host == client)
        if len(self._pages) >= MOST_PAGES or same >= MOST_PAGES_A_CLIENT:
            await socket.close(1013, "too many pages")
            return
        allowance = Allowance(MESSAGES_AT_ONCE, MESSAGES_PER_S, self._monotonic_s())
        page = Page(socket, token, allowance)
        self._pages.add(page)
        try:
            await socket.accept()
            await serve_until_one_ends(socket, self._probe(page), self._show(page), self._listen(page))
        finally:
            self._pages.discard(page)

    async def _listen(self, page: Page) -> None:
        while True:
            try:
                async with asyncio.timeout(DEAD_AFTER_S):
                    text = await text_from(page.socket, LARGEST_FRAME)
            except TimeoutError:
                raise ClosingError("silent") from None
            if not page.allowance.take(self._monotonic_s()):
                raise ClosingError("too many messages")
            await self._answer(page, text)

    async def _answer(self, page: Page, text: str) -> None:
        came_s = self._monotonic_s()
        try:
            match json.loads(text):
                case {"type": "ping", "sent": int() | float() as sent}:
                    pong = {
                        "type": "pong",
                        "sent": sent,
                        "table_ms": self._session.clock.now_ms(),
                        "version": self._session.version,
                    }
                    await send(page.socket, json.dumps(pong, allow_nan=False))
                case {"type": "probe", "id": int() as number}:
                    if page.probe is not None and page.probe[0] == number:
                        page.trips_ms.append((came_s - page.probe[1]) * 1000)
                        page.probe = None
                case _:
                    raise ClosingError(NOT_UNDERSTOOD)
        except (ValueError, RecursionError):
            raise ClosingError(NOT_UNDERSTOOD) from None

    async def _show(self, page: Page) -> None:
        shown = -1
        while True:
            page.wake.clear()
            if shown != self._session.version:
                shown = self._session.version
                await send(page.socket, self._snapshot_of(page.token))
            while page.heard:
                await send(page.socket, json.dumps({"type": "heard", "sign": page.heard.popleft()}))
            await page.wake.wait()

    async def _probe(self, page: Page) -> None:
        """Measure the way there and back, apart from snapshots: drawing one takes a slow phone a while."""
        for number in itertools.count(1):
            page.probe = (number, self._monotonic_s())
            await send(page.socket, json.dumps({"type": "probe", "id": number}))
            await asyncio.sleep(PROBE_EVERY_S)
