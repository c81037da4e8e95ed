"""Rotary encoders on pins: quadrature decoded edge by edge, so that no step is lost on a fast turn.

gpiozero's RotaryEncoder skips when it is spun, and its `bounce_time` does nothing; so we listen to both
pins' own change callbacks, as device/buttons.py does. Contacts to ground, pulled up: at a detent both are
open; with two clicks a pulse, at every second one both are closed. Turned clockwise, line a closes first.

           ┌───┐   ┌───   a
    ───────┘   └───┘
    ─────┐   ┌───┐   ┌─   b           clockwise: (a, b) = 11 → 01 → 00 → 10 → 11
         └───┘   └───┘
"""

import logging
import threading
from collections.abc import Callable, Mapping
from typing import Any, Final, Self

from gpiozero import InputDevice
from gpiozero.pins.mock import MockFactory

from device.buttons import let_go, open_absent
from device.errors import EncodersError

log = logging.getLogger(__name__)

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


class Encoders:
    """The encoders of a pin map, two pins each.

    `faults` holds, by name, why an encoder is absent; `lost_turns` counts those that the sink refused.
    """

    def __init__(
        self, pins: Mapping[str, tuple[int, int]], factory: Any, sink: Sink, clicks_a_pulse: int = 1
    ) -> None:
        self._pins = dict(pins)
        self._clicks_a_pulse = clicks_a_pulse
        self._factory = factory
        self._sink = sink
        self._inputs: dict[str, tuple[InputDevice, InputDevice]] = {}
        # gpiozero keeps only weak references to change callbacks.
        self._callbacks: dict[str, tuple[Callable[[float, int], None], ...]] = {}
        self.faults: dict[str, EncodersError] = {}
        self.lost_turns = 0

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    def open(self) -> None:
        """Start listening; an encoder whose pins can't be had goes to `faults`, the others work.

        Again, it tries those that are absent; each reason is said once.
        """
        open_absent(self._pins, self._inputs, self.faults, self._listen, _fault)

    def _listen(self, name: str, pair: tuple[int, int]) -> tuple[InputDevice, InputDevice]:
        opened: list[InputDevice] = []
        try:
            for number in pair:
                opened.append(InputDevice(number, pull_up=True, pin_factory=self._factory))
            a, b = opened
            decoder = Decoder(int(a.pin.state), int(b.pin.state), self._clicks_a_pulse)
            callbacks = self._callback(name, decoder, 0), self._callback(name, decoder, 1)
            for device, callback in zip(opened, callbacks, strict=True):
                device.pin.bounce = None
                device.pin.edges = "both"
                device.pin.when_changed = callback
        except Exception:
            for device in opened:
                let_go(device)
            raise
        self._callbacks[name] = callbacks
        return a, b

    def _callback(self, name: str, decoder: Decoder, line: int) -> Callable[[float, int], None]:
        def changed(ticks: float, state: int) -> None:
            try:
                # lgpio reports 0 and 1, and 2 for a watchdog, which is no edge.
                steps = decoder.edge(line, state) if state in (0, 1) else 0
                if steps:
                    self._sink(name, steps, round(ticks * 1_000_000))
            except Exception:  # an exception would end lgpio's only thread: no press would be seen again
                self.lost_turns += 1
                log.exception("a turn of %s was lost", name)

        return changed

    @property
    def names(self) -> tuple[str, ...]:
        """The encoders that work."""
        return tuple(self._inputs)

    def close(self) -> None:
        """Stop listening and give the pins back; twice is fine."""
        while self._inputs:
            name, pair = self._inputs.popitem()
            for device in pair:
                let_go(device)
            self._callbacks.pop(name, None)


def _fault(name: str, pair: tuple[int, int], reason: str) -> EncodersError:
    where = " and ".join(f"GPIO{number}" for number in pair)
    return EncodersError(f"{name} stays off: {where} can't be had ({reason})")


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
