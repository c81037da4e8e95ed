"""Rotary encoders on pins: quadrature decoded edge by edge, so that no step is lost on a fast turn.

gpiozero's RotaryEncoder skips when it is spun, and its `bounce_time` does nothing; so both lines are listened
to as device/contacts.py does. Contacts to ground, pulled up: at a detent both are
open; with two clicks a pulse, at every second one both are closed. Turned clockwise, line a closes first.

           ┌───┐   ┌───   a
    ───────┘   └───┘
    ─────┐   ┌───┐   ┌─   b           clockwise: (a, b) = 11 → 01 → 00 → 10 → 11
         └───┘   └───┘
"""

import threading
import time
from collections.abc import Callable, Mapping
from typing import Any, Final

from gpiozero.pins.mock import MockFactory

from device.chatter import Chatter
from device.contacts import Contacts, Take
from device.errors import EncodersError

Sink = Callable[[str, int, int], object]
"""Takes a turn: the encoder's name, detents (clockwise positive), and the stamp in microseconds.

It is called on the pin factory's thread and must return at once: while it runs, no other pin is seen.
"""

EDGES_A_PULSE: Final = 4
_PLACES: Final = {(1, 1): 0, (0, 1): 1, (0, 0): 2, (1, 0): 3}
"""Where in a pulse the levels of a and b are, clockwise."""
_CLOCKWISE: Final = ((1, 1), (0, 1), (0, 0), (1, 0))


class Decoder:
    """Counts the detents of one encoder from the edges of its lines.

    An edge moves by one place or, where it says what is known already, by none; so bounce on one line goes
    back and forth between two places and adds up to nothing, and an edge that went missing looks like
    bounce: it costs its own detent at most, never the direction of the next.
    """

    def __init__(self, a: int = 1, b: int = 1, clicks_a_pulse: int = 1) -> None:
        self._levels = [a, b]
        self._place = _PLACES[a, b]
        self._edges_a_detent = detent = EDGES_A_PULSE // clicks_a_pulse
        # Found between two detents, it counts as on its way up from the one before, as long as it is nearer.
        over = self._place % detent
        self._count = over if over <= detent // 2 else over - detent

    def edge(self, line: int, level: int) -> int:
        """Take in that line 0 (a) or 1 (b) changed to *level*; give 1 or -1 where that completes a detent."""
        self._levels[line] = level
        place = _PLACES[self._levels[0], self._levels[1]]
        moved = (place - self._place) % EDGES_A_PULSE
        self._place = place
        self._count += moved if moved < 2 else -1
        if place % self._edges_a_detent:
            return 0
        steps, self._count = self._count // self._edges_a_detent, 0
        return steps


class Encoders(Contacts):
    """The encoders of a pin map, two pins each."""

    def __init__(
        self,
        pins: Mapping[str, tuple[int, int]],
        factory: Any,
        sink: Sink,
        clicks_a_pulse: int = 1,
        *,
        on_noise: Callable[[], object] = lambda: None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(pins, factory, on_noise=on_noise, monotonic_s=monotonic_s)
        self._clicks_a_pulse = clicks_a_pulse
        self._sink = sink

    def _follow(self, name: str, chatter: Chatter, levels: tuple[int, ...]) -> tuple[Take, ...]:
        a, b = levels
        decoder = Decoder(a, b, self._clicks_a_pulse)

        def of_line(line: int) -> Take:
            def take(at_us: int, level: int) -> None:
                steps = decoder.edge(line, level)
                if steps:
                    chatter.did(steps)
                if chatter.edge(at_us) and steps:
                    self._sink(name, steps, at_us)

            return take

        return of_line(0), of_line(1)

    def _fault(self, name: str, what: str) -> EncodersError:
        return EncodersError(what)


class SimulatedEncoders:
    """The bench's hand on the encoders: it plays the edges of a turn on mock pins.

    While `is_bouncing`, each contact opens and closes once more as it changes.
    """

    def __init__(
        self, pins: Mapping[str, tuple[int, int]], factory: MockFactory, clicks_a_pulse: int = 1
    ) -> None:
        self._pins = {name: (factory.pin(a), factory.pin(b)) for name, (a, b) in pins.items()}
        self._places = dict.fromkeys(pins, 0)
        self._edges_a_detent = EDGES_A_PULSE // clicks_a_pulse
        self._turning = threading.Lock()
        self.is_bouncing = False

    def turn(self, name: str, steps: int) -> None:
        """Turn an encoder by so many detents, clockwise positive; KeyError when there is none."""
        with self._turning:
            for _ in range(abs(steps) * self._edges_a_detent):
                self._quarter(name, 1 if steps > 0 else -1)

    def _quarter(self, name: str, direction: int) -> None:
        before = _CLOCKWISE[self._places[name]]
        self._places[name] = (self._places[name] + direction) % EDGES_A_PULSE
        after = _CLOCKWISE[self._places[name]]
        for pin, old, new in zip(self._pins[name], before, after, strict=True):
            if old != new:
                for level in (new, old, new) if self.is_bouncing else (new,):
                    _drive(pin, level)


def _drive(pin: Any, level: int) -> None:
    if level:
        pin.drive_high()
    else:
        pin.drive_low()
