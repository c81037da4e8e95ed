"""The piezo: tones as data, which of them a change at the table calls for, and who plays them."""

import logging
import queue
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Final, Protocol

from device.errors import SoundError
from rules.core import Glance, Stage

log = logging.getLogger(__name__)


class Sound(StrEnum):
    """A kind of sound; each can be switched off."""

    HEARD = "heard"
    """A press came in."""
    FIRST = "first"
    """Who was first is known."""
    TIME_UP = "time_up"
    LAST_SECONDS = "last_seconds"
    """One of the last five seconds of sand."""
    RIGHT = "right"
    WRONG = "wrong"
    REFUSED = "refused"


DEFAULT_SOUNDS: Final = frozenset(Sound) - {Sound.LAST_SECONDS}
"""People who think under the sand don't want it to tick."""


@dataclass(frozen=True)
class Note:
    """A tone, or silence where it has no pitch."""

    hz: int | None
    ms: int


TONES: Final[Mapping[Sound, tuple[Note, ...]]] = MappingProxyType(
    {
        Sound.HEARD: (Note(2200, 25),),
        Sound.FIRST: (Note(1568, 70), Note(2093, 110)),
        Sound.TIME_UP: (Note(1047, 220), Note(None, 60), Note(784, 420)),
        Sound.LAST_SECONDS: (Note(1760, 30),),
        Sound.RIGHT: (Note(1047, 90), Note(1319, 90), Note(1568, 160)),
        Sound.WRONG: (Note(392, 180), Note(330, 300)),
        Sound.REFUSED: (Note(440, 70), Note(None, 40), Note(440, 70)),
    }
)
"""What each kind sounds like; small piezos are loudest from one to four kilohertz."""

LAST_SECONDS: Final = 5


def sounds_of(before: Glance | None, after: Glance | None) -> tuple[Sound, ...]:
    """Give what is to be heard when the table went from one glance to another, in that order."""
    if before is None or after is None:
        return ()
    found: list[Sound] = []
    if after.claims and not before.claims and after.stage in (Stage.SAND, Stage.JUDGING):
        found.append(Sound.FIRST)
    if before.stage is Stage.SAND and after.stage is Stage.JUDGING and after.sand is not None:
        found.append(Sound.TIME_UP)
    pairs = list(zip(before.verdicts, after.verdicts, strict=False))
    if any(now[0] > then[0] for then, now in pairs):
        found.append(Sound.RIGHT)
    if any(now[1] > then[1] for then, now in pairs):
        found.append(Sound.WRONG)
    return tuple(found)


def next_tick_ms(glance: Glance | None, now_ms: int) -> int | None:
    """Give when, after *now_ms*, one of the last five seconds begins; None when there is none to come."""
    if glance is None or glance.stage is not Stage.SAND or glance.sand is None:
        return None
    until_ms = glance.sand[1]
    ticks = (until_ms - 1000 * left for left in range(LAST_SECONDS, 0, -1))
    return next((ms for ms in ticks if ms > now_ms), None)


class Piezo(Protocol):
    """Sounds notes."""

    def sound(self, hz: int | None) -> None:
        """Sound a pitch from now on, or nothing; SoundError when that fails."""

    def close(self) -> None:
        """Be silent and let go of the pin; twice is fine."""


class BuzzerPiezo:
    """A passive piezo on a pin, through gpiozero's TonalBuzzer."""

    def __init__(self, gpio: int, factory: Any) -> None:
        self._gpio = gpio
        self._factory = factory
        self._buzzer: Any = None

    def open(self) -> None:
        """Get hold of the pin.

        Raises:
            SoundError: when it can't be had, with the reason.
        """
        try:
            from gpiozero import TonalBuzzer
            from gpiozero.tones import Tone

            # A pin that can't be had must fail here: a TonalBuzzer half made keeps it until it is collected.
            self._factory.pin(self._gpio)
            # Three octaves to either side of A5: 110 Hz to 7 kHz.
            self._buzzer = TonalBuzzer(
                self._gpio, mid_tone=Tone(frequency=880), octaves=3, pin_factory=self._factory
            )
        except Exception as error:  # gpiozero and lgpio raise many kinds, all meaning: no sound
            raise SoundError(f"no piezo on GPIO{self._gpio} ({type(error).__name__}: {error})") from error

    def sound(self, hz: int | None) -> None:
        """Sound a pitch from now on, or nothing.

        Raises:
            SoundError: when the pin does not take it.
        """
        from gpiozero.tones import Tone

        if self._buzzer is None:
            raise SoundError("the piezo is closed")
        try:
            if hz is None:
                self._buzzer.stop()
            else:
                self._buzzer.play(Tone(frequency=hz))
        except Exception as error:
            raise SoundError(
                f"the piezo on GPIO{self._gpio} fails ({type(error).__name__}: {error})"
            ) from error

    def close(self) -> None:
        """Be silent and give the pin back; twice is fine."""
        buzzer, self._buzzer = self._buzzer, None
        if buzzer is not None:
            with suppress(Exception):
                buzzer.close()


def open_piezo(gpio: int, factory: Any) -> BuzzerPiezo:
    """Open the piezo on a pin of *factory*, whose pins must have PWM (mock: MockPWMPin).

    Raises:
        SoundError: when there is none.
    """
    piezo = BuzzerPiezo(gpio, factory)
    piezo.open()
    return piezo


class Player:
    """Plays sounds on a thread of its own; kinds that are not in `on` stay silent.

    What is still waiting when something newer comes is left out: a table hears what happens now.
    """

    def __init__(self, piezo: Piezo, on: frozenset[Sound] = DEFAULT_SOUNDS) -> None:
        self._piezo = piezo
        self._queue: queue.SimpleQueue[tuple[Sound, ...] | None] = queue.SimpleQueue()
        self._newer = threading.Event()
        self._thread = threading.Thread(target=self._run, name="khepri-sound", daemon=True)
        self.on = on
        self.fault: SoundError | None = None

    def start(self) -> None:
        """Start listening."""
        self._thread.start()

    def play(self, *sounds: Sound) -> None:
        """Play what is switched on; from any thread, at once."""
        wanted = tuple(sound for sound in sounds if sound in self.on)
        if wanted:
            self._queue.put(wanted)
            self._newer.set()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Be silent and end the thread; twice is fine."""
        self._queue.put(None)
        self._newer.set()
        if self._thread.is_alive():
            self._thread.join(timeout_s)
        self._piezo.close()

    def _run(self) -> None:
        while (sounds := self._latest()) is not None:
            try:
                self._play(sounds)
            except SoundError as error:
                if self.fault is None:
                    log.warning("%s", error)
                self.fault = error

    def _latest(self) -> tuple[Sound, ...] | None:
        sounds = self._queue.get()
        while sounds is not None and not self._queue.empty():
            sounds = self._queue.get()
        self._newer.clear()
        return sounds

    def _play(self, sounds: tuple[Sound, ...]) -> None:
        for note in (note for sound in sounds for note in TONES[sound]):
            self._piezo.sound(note.hz)
            if self._newer.wait(note.ms / 1000):
                break
        self._piezo.sound(None)
        if self.fault is not None:
            self.fault = None
            log.info("the piezo sounds again")
