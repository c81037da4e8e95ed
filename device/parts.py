"""All parts of one table, opened together; each may be absent, and the table goes on without it."""

import logging
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from device.bench import BenchPiezo, DeviceBench
from device.buttons import Buttons, SimulatedButtons, open_factory
from device.display import DisplayThread, LumaOled, open_oled
from device.encoders import Encoders, SimulatedEncoders
from device.errors import DeviceError, RingError
from device.lights import LightsThread
from device.pins import PinMap
from device.pixels import ORDERS, Pixels, open_pixels
from device.sound import Piezo, Player, open_piezo
from device.views import Parts

logger = logging.getLogger(__name__)


class Listener(Protocol):
    """What hears the parts; all but `part_changed` are called on the pin factory's thread."""

    def edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        """Take in an edge of a button."""

    def turned(self, name: str, steps: int, stamp_us: int) -> None:
        """Take in a turn of an encoder."""

    def part_changed(self) -> None:
        """Take in that a part came or went; called on the thread of that part."""


SILENT_S = 10.0
"""So long a thread may be silent."""
FIRST_S = 60.0
"""So long before it has tried its part: the first import of a library takes a small Pi a while.

One that the watchdog ended meanwhile would begin anew, and never get there.
"""


@dataclass
class _Tried:
    """Whether the parts that open on threads of their own are there, None until they were tried."""

    ring: bool | None = None
    display: bool | None = None
    ring_reason: str = ""
    display_reason: str = ""


class TableParts:
    """Buttons, encoders, ring, display and piezo of one table, real or simulated."""

    def __init__(
        self,
        pins: PinMap,
        clock_ms: Callable[[], int],
        listener: Listener,
        *,
        simulate: bool,
        make_factory: Callable[..., Any] = open_factory,
    ) -> None:
        self._pins = pins
        self._simulate = simulate
        self._listener = listener
        self._tried = _Tried()
        self._colour_order = ORDERS[0]
        self.bench: DeviceBench | None = None
        self._closers: list[Callable[[], None]] = []
        self._is_started = False
        self._piezo_fault = self._factory_fault = ""
        self._factory = factory = self._open_factory(make_factory)
        self._buttons = Buttons(pins.buttons, factory, self._edge) if factory is not None else None
        self._encoders = (
            Encoders(pins.encoders, factory, self._turned, pins.clicks_a_pulse)
            if factory is not None
            else None
        )
        for part in (self._buttons, self._encoders):
            if part is not None:
                part.open()
                self._closers.append(part.close)
        self.player = self._open_player()
        self.lights = LightsThread(self._open_ring, clock_ms, on_part=self._ring_changed)
        self.display = DisplayThread(self._open_display, clock_ms, on_part=self._display_changed)

    def _open_factory(self, make_factory: Callable[..., Any]) -> Any:
        try:
            factory = make_factory(simulate=self._simulate)
        except DeviceError as error:
            logger.warning("%s", error)
            self._factory_fault = str(error)
            return None
        if self._simulate:
            buttons = SimulatedButtons(self._pins.buttons, factory)
            encoders = SimulatedEncoders(self._pins.encoders, factory, self._pins.clicks_a_pulse)
            self.bench = DeviceBench(buttons, encoders, tuple(self._pins.buttons), tuple(self._pins.encoders))
            self._closers.append(buttons.close)
        return factory

    def _open_player(self) -> Player | None:
        if self._factory is None or self._pins.piezo is None:
            return None
        try:
            piezo: Piezo = open_piezo(self._pins.piezo, self._factory)
        except DeviceError as error:
            if str(error) != self._piezo_fault:
                logger.warning("%s", error)
            self._piezo_fault = str(error)
            return None
        if self._piezo_fault:
            logger.info("the piezo is there")
        return Player(piezo if self.bench is None else BenchPiezo(piezo, self.bench))

    def _open_ring(self) -> Pixels:
        if self._pins.ring is None:
            raise RingError("the pin map has no ring")
        tell = None if self.bench is None else self.bench.show_frame
        order = self._colour_order
        return open_pixels(self._pins.ring, simulate=self._simulate, order=order, tell=tell)

    def take_colours(self, order: str) -> None:
        """Send the LEDs their colours in this order from now on."""
        if order != self._colour_order:
            self._colour_order = order
            self.lights.open_anew()

    def _open_display(self) -> LumaOled:
        tell = None if self.bench is None else self.bench.show_picture
        return open_oled(self._pins.display, simulate=self._simulate, tell=tell)

    def start(self) -> None:
        """Start the threads of ring, display and piezo."""
        self.lights.start()
        self.display.start()
        self._is_started = True
        if self.player is not None:
            self.player.start()

    def mend(self) -> bool:
        """Try buttons, encoders and piezo that are absent once more; say whether any came back.

        Ring and display do so on threads of their own.
        """
        before = self.now
        for part in (self._buttons, self._encoders):
            if part is not None and part.faults:
                part.open()
        if self.player is None:
            self.player = self._open_player()
            if self.player is not None and self._is_started:
                self.player.start()
        return self.now != before

    def close(self) -> None:
        """Blank what shines, be silent, and give the pins back; twice is fine."""
        self.lights.stop()
        self.display.stop()
        if self.player is not None:
            self.player.stop()
        while self._closers:
            close = self._closers.pop()
            try:
                close()
            except DeviceError as error:
                logger.warning("%s", error)

    def stuck(self) -> str | None:
        """Say which thread that no game can do without has ended or is stuck; None while all live."""
        if self._buttons is not None and not self._hears:
            return "the thread of the buttons has ended"
        if not self.lights.is_alive:
            return "the thread of the ring has ended"
        limit_s = FIRST_S if self._tried.ring is None else SILENT_S
        if (silent_s := self.lights.silent_s) > limit_s:
            return f"the thread of the ring has done nothing for {silent_s:.0f} s"
        return None

    @property
    def _hears(self) -> bool:
        """Whether edges are seen: one thread of lgpio brings those of all pins."""
        return self._buttons is not None and self._buttons.is_alive

    @property
    def is_tried(self) -> bool:
        """Whether it is known of each part that it is there or not."""
        return None not in (self._tried.ring, self._tried.display)

    @property
    def now(self) -> Parts:
        """How each part is."""

        def state(is_there: object) -> str:
            return ("simulated" if self._simulate else "ok") if is_there else "absent"

        return Parts(
            ring=state(self._tried.ring),
            buttons=state(self._hears and self._buttons is not None and self._buttons.names),
            encoders=state(self._hears and self._encoders is not None and self._encoders.names),
            display=state(self._tried.display),
            piezo=state(self.player is not None and self.player.fault is None),
        )

    def reasons(self) -> Parts:
        """Say of each part why it, or something of it, is absent; "" where nothing is to be said."""
        buttons = {} if self._buttons is None else self._buttons.faults
        encoders = {} if self._encoders is None else self._encoders.faults
        piezo = self._piezo_fault if self.player is None else self.player.fault or ""
        dead = self._factory_fault or ("" if self._hears else "the thread of the buttons has ended")
        return Parts(
            ring=self._tried.ring_reason,
            buttons=dead or "; ".join(map(str, buttons.values())),
            encoders=dead or "; ".join(map(str, encoders.values())),
            display=self._tried.display_reason,
            piezo=self._factory_fault or str(piezo),
        )

    def _edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        self._listener.edge(name, stamp_us, is_pressed)
        if self.bench is not None:
            self.bench.show_edge(name, stamp_us / 1000, is_pressed)

    def _turned(self, name: str, steps: int, stamp_us: int) -> None:
        self._listener.turned(name, steps, stamp_us)

    def _ring_changed(self, is_there: bool, reason: str) -> None:
        self._tried.ring, self._tried.ring_reason = is_there, "" if is_there else reason
        self._listener.part_changed()

    def _display_changed(self, is_there: bool, reason: str) -> None:
        self._tried.display, self._tried.display_reason = is_there, "" if is_there else reason
        self._listener.part_changed()
