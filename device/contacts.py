"""Contacts on pins, whose every edge is told with the stamp that the kernel gave it.

gpiozero's own classes drop that stamp, so we listen to the pin's change callback. The ticks it brings are
seconds of CLOCK_MONOTONIC as a float, on lgpio (the kernel's nanoseconds divided by 1e9) and on the mock
alike; they are the same clock as `time.monotonic()`.
"""

import logging
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Any, Final, Self

from gpiozero import InputDevice

from device.chatter import Chatter
from device.errors import DeviceError

log = logging.getLogger(__name__)

REST_S: Final = 30.0
MOST_REST_S: Final = 240.0
"""How long what chattered is not listened to; each time twice as long for what chatters now and then."""
TRIAL_S: Final = 5.0
"""How long it must then be quiet to be there again: longer than it takes to know that it chatters."""
GIVE_BACK_TRIES: Final = 10
GIVE_BACK_WAIT_S: Final = 0.01

Take = Callable[[int, int], object]
"""Takes an edge of one line that counts: the stamp in microseconds, and the level."""


class Contacts(ABC):
    """The parts of one kind, each on one pin or more; their contacts close to ground.

    *on_noise* is called on the pin factory's thread when one turns out to chatter; `look` then lets go of it.
    `faults` holds, by name, why one is absent; `noisy` names those among them that chattered, and `known` all
    that were ever there. `lost` counts the edges that came to grief in who listens.
    """

    def __init__(
        self,
        pins: Mapping[str, tuple[int, ...]],
        factory: Any,
        *,
        on_noise: Callable[[], object] = lambda: None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._pins = dict(pins)
        self._factory = factory
        self._on_noise = on_noise
        self._monotonic_s = monotonic_s
        self._inputs: dict[str, tuple[InputDevice, ...]] = {}
        # gpiozero keeps only weak references to change callbacks.
        self._callbacks: dict[str, tuple[Callable[[float, int], None], ...]] = {}
        self._chatter: dict[str, Chatter] = {}
        self._rests_until_s: dict[str, float] = {}
        self._trials: dict[str, tuple[float, int]] = {}
        self._mended_s: dict[str, float] = {}
        self._rest_s: dict[str, float] = {}
        self.faults: dict[str, DeviceError] = {}
        self.known: set[str] = set()
        self.lost = 0

    def __enter__(self) -> Self:
        self.open()
        return self

    def __exit__(self, *exc_info: object) -> None:
        self.close()

    @abstractmethod
    def _follow(self, name: str, chatter: Chatter, levels: tuple[int, ...]) -> tuple[Take, ...]:
        """Give what takes the edges of each line of a part, which are at these levels now."""

    @abstractmethod
    def _fault(self, name: str, what: str) -> DeviceError:
        """Say that a part stays off."""

    @property
    def names(self) -> tuple[str, ...]:
        """Those that work."""
        return tuple(name for name in self._inputs if name not in self._trials)

    @property
    def noisy(self) -> tuple[str, ...]:
        """Those that are absent since they chattered."""
        return tuple(name for name in self._pins if name in self._rests_until_s or name in self._trials)

    def open(self) -> None:
        """Start listening; one whose pins can't be had goes to `faults`, the others work.

        Again, it tries those that are absent; each reason is said once.
        """
        now_s = self._monotonic_s()
        for name in self._pins:
            if name in self._inputs or now_s < self._rests_until_s.get(name, now_s):
                continue
            was_noisy = name in self._rests_until_s
            try:
                self._inputs[name] = self._listen(name, on_trial=was_noisy)
            except Exception as error:  # any kind: busy, no such line, no permission
                self._set_fault(name, f"can't be had ({type(error).__name__}: {error})")
            else:
                if was_noisy:
                    self._trials[name] = now_s, self._chatter[name].last_us
                else:
                    self._mended(name)
            self._rests_until_s.pop(name, None)

    def look(self) -> bool:
        """Let go of what chatters, and believe what was quiet in its trial; say whether one was let go of."""
        now_s, is_gone = self._monotonic_s(), False
        for name in [name for name in self._inputs if self._chatter[name].is_noise]:
            self._let_go(name)
            if self._trials.pop(name, None) is None:
                is_soon = now_s - self._mended_s.get(name, -MOST_REST_S) < MOST_REST_S
                self._rest_s[name] = min(MOST_REST_S, 2 * self._rest_s[name]) if is_soon else REST_S
            self._rests_until_s[name] = now_s + self._rest_s[name]
            self._set_fault(name, "chatter without end")
            is_gone = True
        for name, (since_s, last_us) in [*self._trials.items()]:
            chatter = self._chatter[name]
            if chatter.last_us != last_us:
                self._trials[name] = now_s, chatter.last_us
            elif now_s - since_s >= TRIAL_S:
                del self._trials[name]
                chatter.on_trial = False
                self._mended_s[name] = now_s
                self._mended(name)
        return is_gone

    def listen_anew(self, name: str) -> None:
        """Let go of a part and listen to it again; for some milliseconds nothing is seen of it."""
        if name in self._inputs:
            self._let_go(name)
            self.open()

    def close(self) -> None:
        """Stop listening and give the pins back; twice is fine."""
        for name in [*self._inputs]:
            self._let_go(name)

    def _set_fault(self, name: str, why: str) -> None:
        where = " and ".join(f"GPIO{number}" for number in self._pins[name])
        found = self._fault(name, f"{name} stays off: {where} {why}")
        if str(self.faults.get(name)) != str(found):
            log.warning("%s", found)
        self.faults[name] = found

    def _mended(self, name: str) -> None:
        self.known.add(name)
        if self.faults.pop(name, None) is not None:
            log.info("%s is there", name)

    def _let_go(self, name: str) -> None:
        for device in self._inputs.pop(name):
            let_go(device)
        del self._callbacks[name], self._chatter[name]

    def _listen(self, name: str, *, on_trial: bool) -> tuple[InputDevice, ...]:
        # Not gpiozero.Button: each has a thread that wakes ten times a second to look for holds.
        opened: list[InputDevice] = []
        try:
            for number in self._pins[name]:
                opened.append(InputDevice(number, pull_up=True, pin_factory=self._factory))
            levels = tuple(int(device.pin.state) for device in opened)
            chatter = Chatter(time.monotonic_ns() // 1000, self._now_us, on_trial=on_trial)
            takes = self._follow(name, chatter, levels)
            callbacks = tuple(self._callback(name, chatter, take) for take in takes)
            for device, callback in zip(opened, callbacks, strict=True):
                shield(device.pin)
                device.pin.bounce = None
                device.pin.edges = "both"
                device.pin.when_changed = callback
        except Exception:
            for device in opened:
                let_go(device)
            raise
        self._callbacks[name], self._chatter[name] = callbacks, chatter
        return tuple(opened)

    def _now_us(self) -> int:
        return int(self._monotonic_s() * 1_000_000)

    def _callback(self, name: str, chatter: Chatter, take: Take) -> Callable[[float, int], None]:
        def changed(ticks: float, state: int) -> None:
            # lgpio reports 0 and 1, and 2 for a watchdog, which is no edge.
            if chatter.is_noise or state not in (0, 1):
                return
            try:
                take(round(ticks * 1_000_000), state)
                if chatter.is_noise:
                    self._on_noise()
            except Exception:  # an exception would end lgpio's only thread: no press would be seen again
                self.lost += 1
                log.exception("an edge of %s was lost", name)

        return changed


def shield(pin: Any) -> None:
    """Have an edge that comes as the pin is let go of do no harm.

    gpiozero forgets the callback on one thread while lgpio's only one may be about to call it: that would
    raise a TypeError there, and no press would be seen again (tests/kernel/test_storm.py shows it).
    """
    call = type(pin)._call_when_changed

    def shielded(*edge: Any) -> None:
        try:
            call(pin, *edge)
        except Exception:  # what our own callback can't do it says itself
            log.debug("an edge of %r came as it was let go of", pin, exc_info=True)

    pin._call_when_changed = shielded


def let_go(device: InputDevice) -> None:
    """Stop listening to an input and give its pin back, as far as that goes.

    Closing alone is not enough: gpiozero's lgpio pin then keeps its callback, lgpio's one thread goes on
    calling it, and ends at the first edge that another factory sees (tests/kernel shows it). And lgpio finds
    the line busy until its own thread, which may wait for a processor, has let go of it.

    lgpio 0.2.2 hears none of the other lines once the one opened last is closed, until another is opened
    (lgPthAlerts.c drops the head of its list and goes to sleep): let go of all, or open one afterwards.
    Edges that come meanwhile are kept by the kernel, with their stamps.
    """
    with suppress(Exception):
        device.pin.when_changed = None
    for tries_left in reversed(range(GIVE_BACK_TRIES)):
        try:
            device.close()
        except (
            Exception
        ) as error:  # the others must be let go of all the same, and the factory closes the chip
            if tries_left:
                time.sleep(GIVE_BACK_WAIT_S)
            else:
                log.warning("a pin could not be given back (%s: %s)", type(error).__name__, error)
        else:
            return
