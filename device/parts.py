"""All parts of one table, opened together; each may be absent, and the table goes on without it."""

import logging
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Protocol

from device.bench import BenchPiezo, DeviceBench, SimulatedSupply
from device.buttons import Buttons, SimulatedButtons, open_factory
from device.display import DisplayThread, LumaOled, open_oled
from device.encoders import Encoders, SimulatedEncoders
from device.errors import DeviceError, RingError
from device.lights import LightsThread
from device.part_states import Lack, PartFault, Parts
from device.pins import BACK, OK, PinMap
from device.pixels import ORDERS, Pixels, open_pixels
from device.sound import Piezo, Player, open_piezo
from device.supply import LOST, Supply

logger = logging.getLogger(__name__)


class Listener(Protocol):
    """What hears the parts; all but `part_changed` are called on the pin factory's thread."""

    def edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        """Take in an edge of a button."""

    def turned(self, name: str, steps: int, stamp_us: int) -> None:
        """Take in a turn of an encoder."""

    def part_changed(self) -> None:
        """Take in that a part came or went; called on the thread of that part."""


ENDED = "the thread of the buttons has ended"
MEND_S = 5.0
"""How often what is absent is tried."""
HELD_S = 60.0
"""Nobody holds a button for a minute."""
WAKES = 2
"""How often lgpio is woken after a line was closed, see device/contacts.py: it can miss one call."""
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
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pins = pins
        self._simulate = simulate
        self._listener = listener
        self._make_factory = make_factory
        self._monotonic_s = monotonic_s
        self._tried = _Tried()
        self._known: set[str] = set()
        self._colour_order = ORDERS[0]
        self.bench: DeviceBench | None = None
        self._hand: SimulatedButtons | None = None
        self.player: Player | None = None
        self._factory: Any = None
        self._buttons: Buttons | None = None
        self._encoders: Encoders | None = None
        self._supply = Supply(pins.lights_power)
        self._closed_since_s: dict[str, float] = {}
        self._wakes = 0
        self._mended_s = monotonic_s()
        self._is_started = False
        self._piezo_fault = self._factory_fault = ""
        self._open_pins()
        self.lights = LightsThread(self._open_ring, clock_ms, on_part=self._ring_changed)
        self.display = DisplayThread(self._open_display, clock_ms, on_part=self._display_changed)

    def _open_pins(self) -> None:
        """Get hold of the pins and of all that hangs on them, as far as it is absent."""
        if self._factory is None:
            self._open_factory()
        if self._factory is None:
            return
        for part in (self._buttons, self._encoders):
            if part is not None:
                part.open()
        if self.player is None:
            self.player = self._open_player()
            if self.player is not None and self._is_started:
                self.player.start()
        self._supply.open(self._factory)

    def _open_factory(self) -> None:
        try:
            factory = self._make_factory(simulate=self._simulate)
        except DeviceError as error:
            if str(error) != self._factory_fault:
                logger.warning("%s", error)
            self._factory_fault = str(error)
            return
        if self._factory_fault:
            logger.info("the pins are there")
        self._factory, self._factory_fault = factory, ""
        if self._simulate:
            self._open_bench(factory)
        told, clock = self._listener.part_changed, self._monotonic_s
        self._buttons = Buttons(self._pins.buttons, factory, self._edge, on_noise=told, monotonic_s=clock)
        self._encoders = Encoders(
            self._pins.encoders,
            factory,
            self._turned,
            self._pins.clicks_a_pulse,
            on_noise=told,
            monotonic_s=clock,
        )

    def _open_bench(self, factory: Any) -> None:
        pins = self._pins
        self._hand = SimulatedButtons(pins.buttons, factory)
        self.bench = DeviceBench(
            self._hand,
            SimulatedEncoders(pins.encoders, factory, pins.clicks_a_pulse),
            tuple(pins.buttons),
            tuple(pins.encoders),
            None if pins.lights_power is None else SimulatedSupply(factory.pin(pins.lights_power)),
        )

    def _open_player(self) -> Player | None:
        if self._pins.piezo is None:
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

    def look(self) -> bool:
        """Look at what no edge tells, about once a second; say whether a part came back.

        What is absent is tried every MEND_S; ring and display do that on threads of their own.
        """
        now_s, before = self._monotonic_s(), self.now
        self._look_for_noise()
        self._look_for_held(now_s)
        if self._supply.look(now_s):
            self.lights.show_anew()
        if now_s - self._mended_s >= MEND_S:
            self._mended_s = now_s
            self._open_pins()
        return self.now != before

    def _look_for_noise(self) -> None:
        gone = [part.look() for part in (self._buttons, self._encoders) if part is not None]
        if any(gone):
            self._wakes = WAKES
        if self._wakes > 0 and self._buttons is not None:
            # Not one that is down: its release would not be seen.
            idle = set(self._buttons.names) - set(self._buttons.closed)
            for name in (BACK, OK, *self._pins.buttons):
                if name in idle:
                    self._wakes -= 1
                    self._buttons.listen_anew(name)
                    break

    def _look_for_held(self, now_s: float) -> None:
        closed = () if self._buttons is None else self._buttons.closed
        self._closed_since_s = {name: self._closed_since_s.get(name, now_s) for name in closed}

    def close(self) -> None:
        """Blank what shines, be silent, and give the pins back; twice is fine."""
        self.lights.stop()
        self.display.stop()
        if self.player is not None:
            self.player.stop()
        self._supply.close()
        for part in (self._encoders, self._buttons, self._hand):
            if part is not None:
                part.close()

    def stuck(self) -> str | None:
        """Say which thread that no game can do without has ended or is stuck; None while all live."""
        if self._buttons is not None and not self._hears:
            return ENDED
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
        """How each part is, and what is wrong."""

        def state(is_there: object) -> str:
            return ("simulated" if self._simulate else "ok") if is_there else "absent"

        return Parts(
            ring=state(self._tried.ring and self._supply.is_there),
            buttons=state(self._hears and self._buttons is not None and self._buttons.names),
            encoders=state(self._hears and self._encoders is not None and self._encoders.names),
            display=state(self._tried.display),
            piezo=state(self.player is not None and self.player.fault is None),
            faults=tuple(self._faults()),
        )

    def _faults(self) -> Iterator[PartFault]:
        """Yield all that is wrong with parts, buttons and wheels; nothing of what was not tried yet."""
        tried, knows = self._tried, self._known
        if tried.ring is False:
            yield PartFault("ring", Lack.ABSENT, tried.ring_reason, "ring" in knows)
        elif not self._supply.is_there:
            yield PartFault("ring", Lack.NO_POWER, LOST, self._supply.was_there)
        for kind, part in (("buttons", self._buttons), ("encoders", self._encoders)):
            if part is None:
                yield PartFault(kind, Lack.ABSENT, self._factory_fault)
            elif not self._hears:
                yield PartFault(kind, Lack.ABSENT, ENDED, is_loss=True)
            else:
                noisy = part.noisy
                for name, fault in part.faults.items():
                    lack = Lack.NOISY if name in noisy else Lack.ABSENT
                    yield PartFault(name, lack, str(fault), name in part.known)
        for name in self.held:
            yield PartFault(name, Lack.HELD, f"{name} is closed for over a minute", is_loss=True)
        if tried.display is False:
            yield PartFault("display", Lack.ABSENT, tried.display_reason, "display" in knows)
        if self.player is None:
            if self._pins.piezo is not None:
                yield PartFault("piezo", Lack.ABSENT, self._factory_fault or self._piezo_fault)
        elif self.player.fault is not None:
            yield PartFault("piezo", Lack.ABSENT, str(self.player.fault), is_loss=True)

    @property
    def held(self) -> tuple[str, ...]:
        """The buttons that are closed for longer than anybody holds them."""
        now_s = self._monotonic_s()
        return tuple(name for name, since_s in self._closed_since_s.items() if now_s - since_s > HELD_S)

    def _edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        self._listener.edge(name, stamp_us, is_pressed)
        if self.bench is not None:
            self.bench.show_edge(name, stamp_us / 1000, is_pressed)

    def _turned(self, name: str, steps: int, stamp_us: int) -> None:
        self._listener.turned(name, steps, stamp_us)

    def _ring_changed(self, is_there: bool, reason: str) -> None:
        self._tried.ring, self._tried.ring_reason = is_there, "" if is_there else reason
        if is_there:
            self._known.add("ring")
        self._listener.part_changed()

    def _display_changed(self, is_there: bool, reason: str) -> None:
        self._tried.display, self._tried.display_reason = is_there, "" if is_there else reason
        if is_there:
            self._known.add("display")
        self._listener.part_changed()
