"""Buttons on pins: each edge with the stamp that the kernel gave it. Debouncing is device/debounce.py's."""

import fcntl
import heapq
import itertools
import os
import random
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any

from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.chatter import Chatter
from device.contacts import Contacts, Take
from device.debounce import STEADY_US
from device.errors import ButtonsError

Sink = Callable[[str, int, bool], object]
"""Takes an edge: the button's name, the stamp in microseconds, and whether the contact closed.

It is called on the pin factory's thread and must return at once: while it runs, no other pin is seen.
"""

BOUNCE_GAP_US = (1_000, 8_000)
BOUNCE_US = 30_000

PIPE_BYTES = 1 << 20
"""16 bytes an edge: 65,536 of them, where 4,096 go into a pipe as it is made."""

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
    _widen()
    return factory


def _widen() -> None:
    """Have lgpio's pipe hold more edges: what does not go in is lost, whoever's it is."""
    pipe = getattr(getattr(sys.modules.get("lgpio"), "_notify_thread", None), "_file", None)
    if pipe is None:
        return
    with suppress(OSError):
        fcntl.fcntl(pipe, fcntl.F_SETPIPE_SZ, PIPE_BYTES)


class Buttons(Contacts):
    """The buttons of a pin map; each closes its pin to ground."""

    def __init__(
        self,
        pins: Mapping[str, int],
        factory: Any,
        sink: Sink,
        *,
        on_noise: Callable[[], object] = lambda: None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        on_pins = {name: (number,) for name, number in pins.items()}
        super().__init__(on_pins, factory, on_noise=on_noise, monotonic_s=monotonic_s)
        self._sink = sink

    def _follow(self, name: str, chatter: Chatter, levels: tuple[int, ...]) -> tuple[Take, ...]:
        is_closed, closed_us = levels[0] == 0, 0
        if is_closed:
            # Who lets it go has not pushed it.
            chatter.is_trusted = False

        def take(at_us: int, level: int) -> None:
            nonlocal is_closed, closed_us
            was_closed, is_closed = is_closed, level == 0
            was_trusted = chatter.is_trusted
            if is_closed:
                closed_us = at_us
            elif was_closed and at_us - closed_us >= STEADY_US:
                chatter.did()
            if chatter.edge(at_us, is_at_rest=not was_closed):
                self._sink(name, at_us, is_closed)
            elif chatter.is_noise and was_trusted and was_closed:
                self._sink(name, at_us, False)

        return (take,)

    def _fault(self, name: str, what: str) -> ButtonsError:
        return ButtonsError(what)

    @property
    def closed(self) -> tuple[str, ...]:
        """Those whose contact is closed at this moment, by the level of the line."""
        return tuple(name for name, (device,) in self._inputs.items() if not device.pin.state)

    @property
    def is_alive(self) -> bool:
        """Whether the thread that sees the edges still runs, for the watchdog; the mock has none."""
        thread = getattr(sys.modules.get("lgpio"), "_notify_thread", None)
        return isinstance(self._factory, MockFactory) or thread is None or thread.is_alive()


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
