"""One running table: the parts put together, and the tasks that keep them going."""

import asyncio
import datetime
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, Protocol

from device.bench import DeviceBench
from device.buttons import Buttons, SimulatedButtons, open_factory
from device.clock import TableClock
from device.errors import DeviceError, RingError
from device.hands import Hands, monotonic_us
from device.lights import LightsThread
from device.pins import load_pins
from device.pixels import Pixels, open_pixels
from device.scenes import SceneMaker
from device.seating import Seating
from device.session import Session, SessionRule
from device.store import LogThread, StoreError
from device.views import Parts
from rules.core import Sign
from rules.errors import IllegalMoveError

logger = logging.getLogger(__name__)

KEEP_CLOCK_MS = 1000
RETRY_S = 1.0
"""How long a disk that refused is left alone."""
RING_S = 5.0
"""How long starting waits for the ring: importing its library takes a Pi a while."""
OLDEST_SENSIBLE_YEAR = 2026
"""A Pi without a clock of its own starts in the past; such a date is not kept."""


class LivePages(Protocol):
    """What the device needs of the open pages."""

    def heard(self, sign: str) -> None:
        """Tell every page that a press was heard."""

    def worst_bound_ms(self) -> int | None:
        """Give the worst round trip of the phones that play, None while none does."""


@dataclass(frozen=True)
class Desk:
    """What the phone page needs of the table; `bench` is there while parts are simulated."""

    session: Session
    seating: Seating
    parts: Callable[[], Parts]
    press_by_phone: Callable[[Sign, int, int], None]
    url: str
    names: tuple[str, ...]
    bench: Any
    bench_key: str


class Running:
    """The parts of one running table; made and used on the event loop."""

    def __init__(self, log: LogThread, *, simulate: bool, now_us: Callable[[], int] = monotonic_us) -> None:
        self.clock = TableClock(now_us, log.now(log.store.latest_ms))
        self.session = Session(log, self.clock, new_id=lambda: secrets.token_hex(16), today=_today)
        self.seating = Seating(self.session, log, lambda: now_us() / 1_000_000)
        if self.session.clock_due_ms is not None:
            self.clock.pause()
        self._scenes = SceneMaker(self.session, self.seating)
        self._pages: LivePages | None = None
        self._loop = asyncio.get_running_loop()
        self._wake = asyncio.Event()
        self.hands = Hands(
            self.session,
            self.seating,
            heard=self._heard,
            held=self._held,
            phone_bound_ms=self._phone_bound_ms,
            now_us=now_us,
        )
        pins = load_pins()
        self.bench: DeviceBench | None = None
        self._simulated: SimulatedButtons | None = None
        self._buttons = self._open_buttons(pins.buttons, simulate=simulate)
        self._ring_gpio = pins.ring
        self._simulate = simulate
        self._lights = LightsThread(self._open_ring, self.clock.now_ms, on_part=self._ring_changed)
        self._is_ring_there = False
        self._ring_tried = asyncio.Event()
        self.session.listen(self._changed)

    def _open_buttons(self, pins: Any, *, simulate: bool) -> Buttons | None:
        try:
            factory = open_factory(simulate=simulate)
        except DeviceError as error:
            logger.warning("%s", error)
            return None
        if simulate:
            self._simulated = SimulatedButtons(pins, factory)
            self.bench = DeviceBench(self._simulated, tuple(pins))
        buttons = Buttons(pins, factory, self._edge)
        buttons.open()
        return buttons

    def _open_ring(self) -> Pixels:
        if self._ring_gpio is None:
            raise RingError("the pin map has no ring")
        tell = None if self.bench is None else self.bench.show_frame
        return open_pixels(self._ring_gpio, simulate=self._simulate, tell=tell)

    def parts(self) -> Parts:
        """Say how each part is."""
        there = "simulated" if self._simulate else "ok"
        has_buttons = self._buttons is not None and bool(self._buttons.names)
        return Parts(there if self._is_ring_there else "absent", there if has_buttons else "absent")

    def meet(self, pages: LivePages) -> None:
        """Get to know the open pages."""
        self._pages = pages

    async def light_up(self) -> None:
        """Start the lights and wait until it is known whether they are there."""
        self._lights.start()
        self._changed()
        with suppress(TimeoutError):
            async with asyncio.timeout(RING_S):
                await self._ring_tried.wait()

    async def run(self) -> None:
        """Take presses and keep time until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.hands.run())
                tasks.create_task(self._keep_time())
        finally:
            self._lights.stop()
            if self._simulated is not None:
                self._simulated.close()
            if self._buttons is not None:
                self._buttons.close()
            with suppress(StoreError):
                await self.session.keep_clock()

    async def _keep_time(self) -> None:
        """Log what the clock brings, and persist the clock each second while sand runs."""
        kept_ms, is_disk_fine = -KEEP_CLOCK_MS, True
        while True:
            self._wake.clear()
            due_ms = None if self.clock.is_paused else self.session.clock_due_ms
            if due_ms is None:
                await self._wake.wait()
                continue
            now_ms = self.clock.now_ms()
            wait_ms = min(kept_ms + KEEP_CLOCK_MS, due_ms + self.hands.grace_ms) - now_ms
            if wait_ms > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait_ms / 1000):
                        await self._wake.wait()
                continue
            try:
                if now_ms >= kept_ms + KEEP_CLOCK_MS:
                    await self.session.keep_clock()
                    kept_ms = now_ms
                await self.session.settle(self.hands.grace_ms)
                is_disk_fine = True
            except StoreError as error:
                logger.error("%s", error)
                if is_disk_fine:
                    self.session.answer(None, IllegalMoveError(SessionRule.DISK, str(error)))
                is_disk_fine = False
                await asyncio.sleep(RETRY_S)

    def _changed(self) -> None:
        self._wake.set()
        self._lights.show(self._scenes.scene())

    def _edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        self.hands.edge(name, stamp_us, is_pressed)
        if self.bench is not None:
            self.bench.show_edge(name, stamp_us / 1000, is_pressed)

    def _heard(self, sign: Sign) -> None:
        self._scenes.heard(sign)
        self._lights.show(self._scenes.scene())
        if self._pages is not None:
            self._pages.heard(sign)

    def _held(self, sign: Sign | None, since_ms: int) -> None:
        self._scenes.held(sign, since_ms)
        self._lights.show(self._scenes.scene())

    def _phone_bound_ms(self) -> int | None:
        return None if self._pages is None else self._pages.worst_bound_ms()

    def _ring_changed(self, is_there: bool, _reason: str) -> None:
        def note() -> None:
            self._is_ring_there = is_there
            self._ring_tried.set()
            self.session.tell()

        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(note)


def _today() -> str | None:
    today = datetime.datetime.now(tz=datetime.UTC).astimezone().date()
    return today.isoformat() if today.year >= OLDEST_SENSIBLE_YEAR else None
