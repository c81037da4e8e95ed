"""Live pages: a whole snapshot on connecting and after each change, the newest one wins."""

import asyncio
import json
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field

from starlette.websockets import WebSocket, WebSocketDisconnect

from device.session import Session
from web.guard import COOKIE, cookie

MOST_PAGES = 250
MOST_PAGES_A_CLIENT = 60
LARGEST_FRAME = 1024
PROBE_EVERY_S = 5.0
DEAD_AFTER_S = 40.0
PROBES_KEPT = 5
WORST_BOUND_MS = 250

SnapshotOf = Callable[[str | None], str]


@dataclass(eq=False)
class Page:
    """One open page. Its round trips bound what its phone may say about the time of a press."""

    socket: WebSocket
    token: str | None
    wake: asyncio.Event = field(default_factory=asyncio.Event)
    heard: list[str] = field(default_factory=list)
    probes: dict[int, float] = field(default_factory=dict)
    trips_ms: list[float] = field(default_factory=list)


class Live:
    """All open pages."""

    def __init__(
        self, session: Session, snapshot_of: SnapshotOf, is_seated: Callable[[str | None], bool]
    ) -> None:
        self._session = session
        self._is_seated = is_seated
        self._snapshot_of = snapshot_of
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
        """Give how far back a phone may place its press: its worst measured round trip of late."""
        trips = [t for page in self._pages if token and page.token == token for t in page.trips_ms]
        return min(WORST_BOUND_MS, round(max(trips))) if trips else 0

    def worst_bound_ms(self) -> int | None:
        """Give the worst bound of the phones that play, None while none does."""
        seated = (p.token for p in self._pages if self._is_seated(p.token))
        return max((self.bound_ms(token) for token in seated), default=None)

    async def serve(self, socket: WebSocket) -> None:
        """Keep one page up to date until it goes."""
        client = socket.client.host if socket.client else ""
        same = sum(1 for p in self._pages if p.socket.client and p.socket.client.host == client)
        if len(self._pages) >= MOST_PAGES or same >= MOST_PAGES_A_CLIENT:
            await socket.close(1013, "too many pages")
            return
        await socket.accept()
        page = Page(socket, cookie(socket.scope, COOKIE))
        self._pages.add(page)
        sender = asyncio.create_task(self._send(page))
        try:
            await self._receive(page)
        finally:
            self._pages.discard(page)
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError):
                await sender
            with suppress(RuntimeError, WebSocketDisconnect):
                await socket.close()

    async def _receive(self, page: Page) -> None:
        with suppress(WebSocketDisconnect, RuntimeError, TimeoutError):
            while True:
                async with asyncio.timeout(DEAD_AFTER_S):
                    text = await page.socket.receive_text()
                if len(text) > LARGEST_FRAME or not await self._understood(page, text):
                    await page.socket.close(1008, "not understood")
                    return

    async def _understood(self, page: Page, text: str) -> bool:
        try:
            came = json.loads(text)
        except (ValueError, RecursionError):
            return False
        match came:
            case {"type": "ping", "sent": int() | float() as sent}:
                pong = {
                    "type": "pong",
                    "sent": sent,
                    "table_ms": self._session.clock.now_ms(),
                    "version": self._session.version,
                }
                await page.socket.send_text(json.dumps(pong))
            case {"type": "probe", "id": int() as number}:
                sent_s = page.probes.pop(number, None)
                if sent_s is not None:
                    page.trips_ms = [*page.trips_ms, (time.monotonic() - sent_s) * 1000][-PROBES_KEPT:]
            case _:
                return False
        return True

    async def _send(self, page: Page) -> None:
        number, shown = 0, -1
        with suppress(WebSocketDisconnect, RuntimeError):
            while True:
                if shown != self._session.version:
                    shown = self._session.version
                    await page.socket.send_text(self._snapshot_of(page.token))
                while page.heard:
                    await page.socket.send_text(json.dumps({"type": "heard", "sign": page.heard.pop(0)}))
                number += 1
                page.probes = {number: time.monotonic()}
                await page.socket.send_text(json.dumps({"type": "probe", "id": number}))
                with suppress(TimeoutError):
                    async with asyncio.timeout(PROBE_EVERY_S):
                        await page.wake.wait()
                page.wake.clear()
