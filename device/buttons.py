"""Buttons on pins: each edge with the stamp that the kernel gave it.

gpiozero's `when_pressed` drops that stamp, so we listen to the pin's own change callback. The ticks it
brings are seconds of CLOCK_MONOTONIC as a float, on lgpio (the kernel's nanoseconds divided by 1e9) and
on the mock alike; they are the same clock as `time.monotonic()`. Debouncing is device/debounce.py's.
"""

import heapq
import itertools
import logging
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Self, TypeVar

from gpiozero import InputDevice
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.errors import ButtonsError, DeviceError

log = logging.getLogger(__name__)

PinsT = TypeVar("PinsT")
InputT = TypeVar("InputT")
FaultT = TypeVar("FaultT", bound=DeviceError)

Sink = Callable[[str, int, bool], object]
"""Takes an edge: the button's name, the stamp in microseconds, and whether the contact closed.

It is called on the pin factory's thread and must return at once: while it runs, no other pin is seen.
"""

BOUNCE_GAP_US = (1_000, 8_000)
BOUNCE_US = 30_000

LGPIO_SETTLE_S = 0.2
"""lgpio 0.2.2 loses its wake-up when a line is claimed at once after the chip was opened."""


def open_factory(
    *, simulate: bool, environ: Mapping[str, str] = os.environ, settle_s: float = LGPIO_SETTLE_S
) -> Any:
    """Make the pin factory: mock pins, or lgpio on a Raspberry Pi.

    GPIOZERO_PIN_FACTORY is heeded, but only for these two: the stamps of the others are not the kernel's.

    Raises:
        ButtonsError: when the pins of this machine can't be had, with the reason.
    """
    name = environ.get("GPIOZERO_PIN_FACTORY", "lgpio").lower()
    if simulate or name == "mock":
        # The class with PWM serves inputs as well, and the piezo needs it.
        return MockFactory(pin_class=MockPWMPin)
    if name != "lgpio":
        raise ButtonsError(
            f"GPIOZERO_PIN_FACTORY={name} came, expected lgpio or mock: only lgpio gives the kernel's stamps"
        )
    try:
        # Importing lgpio makes a FIFO in $LG_WD, so it must not happen where it isn't used.
        from gpiozero.pins.lgpio import LGPIOFactory

        factory = LGPIOFactory()
    except ImportError as error:
        reason = f"lgpio is missing ({error})"
        raise ButtonsError(f"{reason}: install python3-lgpio, or start with --simulate") from error
    except Exception as error:  # lgpio and gpiozero raise many kinds here, all meaning: no pins
        reason = f"the pins can't be had ({type(error).__name__}: {error})"
        raise ButtonsError(f"{reason}: is this a Raspberry Pi, is the user in group gpio?") from error
    time.sleep(settle_s)
    return factory


class Buttons:
    """The buttons of a pin map; each closes its pin to ground.

    `faults` holds, by name, why a button is absent; `lost_edges` counts those that the sink refused.
    """

    def __init__(self, pins: Mapping[str, int], factory: Any, sink: Sink) -> None:
        self._pins = dict(pins)
        self._factory = factory
        self._sink = sink
        self._inputs: dict[str, InputDevice] = {}
        # gpiozero keeps only weak references to change callbacks.
        self._callbacks: dict[str, Callable[[float, int], None]] = {}
        self.faults: dict[str, ButtonsError] = {}
        self.lost_edges = 0

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def open(self) -> None:
        """Start listening; a button whose pin can't be had goes to `faults`, the others work.

        Again, it tries those that are absent; each reason is said once.
        """
        open_absent(self._pins, self._inputs, self.faults, self._listen, _fault)

    def _listen(self, name: str, number: int) -> InputDevice:
        # Not gpiozero.Button: each has a thread that wakes ten times a second to look for holds.
        device = InputDevice(number, pull_up=True, pin_factory=self._factory)
        try:
            callback = self._callback(name)
            device.pin.bounce = None
            device.pin.edges = "both"
            device.pin.when_changed = callback
        except Exception:
            let_go(device)
            raise
        self._callbacks[name] = callback
        return device

    def _callback(self, name: str) -> Callable[[float, int], None]:
        def changed(ticks: float, state: int) -> None:
            try:
                # lgpio reports 0 and 1, and 2 for a watchdog, which is no edge.
                if state in (0, 1):
                    self._sink(name, round(ticks * 1_000_000), state == 0)
            except Exception:  # an exception would end lgpio's only thread: no press would be seen again
                self.lost_edges += 1
                log.exception("an edge of %s was lost", name)

        return changed

    @property
    def names(self) -> tuple[str, ...]:
        """The buttons that work."""
        return tuple(self._inputs)

    @property
    def is_alive(self) -> bool:
        """Whether the thread that sees the edges still runs, for the watchdog; the mock has none."""
        thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
        return isinstance(self._factory, MockFactory) or thread is None or thread.is_alive()

    def close(self) -> None:
        """Stop listening and give the pins back; twice is fine."""
        while self._inputs:
            name, device = self._inputs.popitem()
            let_go(device)
            self._callbacks.pop(name, None)


def _fault(name: str, number: int, reason: str) -> ButtonsError:
    return ButtonsError(f"{name} stays off: GPIO{number} can't be had ({reason})")


def open_absent(
    pins: Mapping[str, PinsT],
    inputs: dict[str, InputT],
    faults: dict[str, FaultT],
    listen: Callable[[str, PinsT], InputT],
    fault: Callable[[str, PinsT, str], FaultT],
) -> None:
    """Open each part of *pins* that is not among *inputs*; one that can't be had goes to *faults*.

    The others work all the same, and each reason is said once.
    """
    for name, of_part in pins.items():
        if name in inputs:
            continue
        try:
            inputs[name] = listen(name, of_part)
            if faults.pop(name, None) is not None:
                log.info("%s is there", name)
        except Exception as error:  # any kind: busy, no such line, no permission
            found = fault(name, of_part, f"{type(error).__name__}: {error}")
            if str(faults.get(name)) != str(found):
                log.warning("%s", found)
            faults[name] = found


def let_go(device: InputDevice) -> None:
    """Stop listening to an input and give its pin back, as far as that goes.

    Closing alone is not enough: gpiozero's lgpio pin then keeps its callback, lgpio's one thread goes on
    calling it, and ends at the first edge that another factory sees (tests/kernel shows it). And lgpio may
    find the line busy while its own thread still polls it; closing asks a second time.

    lgpio 0.2.2 hears none of the other lines once the one opened last is closed, until another is opened
    (lgPthAlerts.c drops the head of its list and goes to sleep): let go of all, or open one afterwards.
    """
    with suppress(Exception):
        device.pin.when_changed = None
    try:
        device.close()
    except Exception as error:  # the others must be let go of all the same, and the factory closes the chip
        log.warning("a pin could not be given back (%s: %s)", type(error).__name__, error)


def bounce_gaps_us(chance: random.Random) -> tuple[int, ...]:
    """Draw the gaps between the edges of one bounce; an even number, so the contact ends as it was moved."""
    gaps: list[int] = []
    while True:
        pair = chance.randint(*BOUNCE_GAP_US), chance.randint(*BOUNCE_GAP_US)
        if sum(gaps) + sum(pair) > BOUNCE_US:
            return tuple(gaps)
        gaps += pair


class SimulatedButtons:
    """The bench's hand on the buttons: it moves mock pins, so all that listens to them runs as on the Pi.

    While `is_bouncing`, a contact goes on opening and closing for up to 30 ms, in real time and on a
    thread of its own, the way the pins of a Pi are seen on lgpio's.
    """

    def __init__(
        self, pins: Mapping[str, int], factory: MockFactory, chance: random.Random | None = None
    ) -> None:
        self._pins = {name: factory.pin(number) for name, number in pins.items()}
        self._chance = chance or random.Random()
        self._moved = threading.Condition()
        self._edges: list[tuple[float, int, str, bool, int]] = []
        self._count = itertools.count()
        self._latest_move: dict[str, int] = {}
        self._is_closing = False
        self._thread: threading.Thread | None = None
        self.is_bouncing = False

    def down(self, name: str) -> None:
        """Push a button; KeyError when there is none of that name."""
        self._move(name, is_down=True)

    def up(self, name: str) -> None:
        """Let a button go."""
        self._move(name, is_down=False)

    def _move(self, name: str, *, is_down: bool) -> None:
        pin = self._pins[name]
        with self._moved:
            move = self._latest_move[name] = next(self._count)
            _drive(pin, is_down)
            if not self.is_bouncing or self._is_closing:
                return
            due, is_closed = time.monotonic(), is_down
            for gap_us in bounce_gaps_us(self._chance):
                due += gap_us / 1_000_000
                is_closed = not is_closed
                heapq.heappush(self._edges, (due, next(self._count), name, is_closed, move))
            if self._thread is None:
                self._thread = threading.Thread(target=self._bounce, name="khepri-bounce", daemon=True)
                self._thread.start()
            self._moved.notify()

    def _bounce(self) -> None:
        with self._moved:
            while not self._is_closing:
                wait_s = self._edges[0][0] - time.monotonic() if self._edges else None
                if wait_s is None or wait_s > 0:
                    self._moved.wait(wait_s)
                    continue
                _, _, name, is_closed, move = heapq.heappop(self._edges)
                # A newer move of the same button ends the bounce of the one before.
                if move == self._latest_move[name]:
                    _drive(self._pins[name], is_closed)

    def close(self) -> None:
        """Let all go and end the thread; twice is fine."""
        with self._moved:
            self._is_closing = True
            for name in self._latest_move:
                _drive(self._pins[name], is_down=False)
            self._latest_move.clear()
            self._moved.notify()
        if self._thread is not None:
            self._thread.join()
            self._thread = None


def _drive(pin: Any, is_down: bool) -> None:
    if is_down:
        pin.drive_low()
    else:
        pin.drive_high()
