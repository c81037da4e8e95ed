"""The device's side of the bench: pushes go in at the mock pins, frames and edges come out."""

import threading
from collections.abc import Callable
from typing import Any

from device.buttons import SimulatedButtons
from device.encoders import SimulatedEncoders
from device.sound import Piezo

Message = dict[str, Any]


class SimulatedSupply:
    """The plug of the ring: what tells whether 5 V arrives there is high while it is in."""

    def __init__(self, pin: Any) -> None:
        self._pin = pin
        self.is_in = False
        self.plug(True)

    def plug(self, is_in: bool) -> None:
        """Plug it in, or pull it."""
        self.is_in = is_in
        if is_in:
            self._pin.drive_high()
        else:
            self._pin.drive_low()


class DeviceBench:
    """Moves the mock pins and tells listeners, on whatever thread, what the parts do."""

    def __init__(
        self,
        buttons: SimulatedButtons,
        encoders: SimulatedEncoders,
        names: tuple[str, ...],
        encoder_names: tuple[str, ...],
        supply: SimulatedSupply | None = None,
    ) -> None:
        self._buttons = buttons
        self._encoders = encoders
        self._supply = supply
        self._lock = threading.Lock()
        self._listeners: list[Callable[[Message], None]] = []
        self._last_frame: Message | None = None
        self._last_picture: Message | None = None
        self._last_words: Message | None = None
        self.names = names
        self.encoder_names = encoder_names

    def down(self, name: str) -> None:
        """Push a button and keep it pushed."""
        self._buttons.down(name)

    def up(self, name: str) -> None:
        """Let a button go."""
        self._buttons.up(name)

    def turn(self, name: str, steps: int) -> None:
        """Turn an encoder by so many detents, clockwise positive."""
        self._encoders.turn(name, steps)

    def set_bounce(self, is_on: bool) -> None:
        """Have every contact bounce, or not."""
        self._buttons.is_bouncing = is_on
        self._encoders.is_bouncing = is_on

    def plug(self, is_in: bool) -> None:
        """Plug the ring in, or pull its plug; LEDs forget what they showed."""
        with self._lock:
            if self._supply is None or self._supply.is_in is is_in:
                return
            self._supply.plug(is_in)
            self._tell({"type": "plug", "is_in": is_in})
            if self._last_frame is not None:
                self._last_frame = _dark(self._last_frame)
                self._tell(self._last_frame)

    @property
    def _plug(self) -> Message | None:
        return None if self._supply is None else {"type": "plug", "is_in": self._supply.is_in}

    def listen(self, listener: Callable[[Message], None]) -> Callable[[], None]:
        """Have *listener* called with all that parts do, what they show now first; gives what ends that."""
        with self._lock:
            self._listeners.append(listener)
            for shown in (self._plug, self._last_frame, self._last_picture, self._last_words):
                if shown is not None:
                    listener(shown)

        def end() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return end

    def show_frame(self, leds: bytes) -> None:
        """Tell what the LEDs show, three bytes each in the order red, green, blue."""
        frame = {"type": "frame", "leds": leds.hex()}
        with self._lock:
            if self._supply is not None and not self._supply.is_in:
                frame = _dark(frame)
            if frame == self._last_frame:
                return
            self._last_frame = frame
            self._tell(frame)

    def show_picture(self, rows: bytes) -> None:
        """Tell what the display shows: rows from the top, eight dots a byte, the leftmost first."""
        picture = {"type": "display", "rows": rows.hex()}
        with self._lock:
            self._last_picture = picture
            self._tell(picture)

    def show_words(self, text: str, language: str) -> None:
        """Tell what the display says, for who can't see it."""
        words = {"type": "words", "text": text, "language": language}
        with self._lock:
            if words != self._last_words:
                self._last_words = words
                self._tell(words)

    def show_tone(self, hz: int | None) -> None:
        """Tell what the piezo sounds, None when it is silent."""
        with self._lock:
            self._tell({"type": "tone", "hz": hz})

    def show_edge(self, name: str, at_ms: float, is_press: bool) -> None:
        """Tell an edge as the pin factory reported it."""
        with self._lock:
            self._tell({"type": "edge", "name": name, "at_ms": at_ms, "is_press": is_press})

    def _tell(self, message: Message) -> None:
        # Under the lock, so that nobody hears an older frame after a newer one. A listener returns at once.
        for listener in self._listeners:
            listener(message)


def _dark(frame: Message) -> Message:
    return {**frame, "leds": "0" * len(frame["leds"])}


class BenchPiezo:
    """The piezo on its mock pin, of which the bench is told."""

    def __init__(self, piezo: Piezo, bench: DeviceBench) -> None:
        self._piezo = piezo
        self._bench = bench

    def sound(self, hz: int | None) -> None:
        """Sound a pitch from now on, or nothing; SoundError when that fails."""
        self._piezo.sound(hz)
        self._bench.show_tone(hz)

    def close(self) -> None:
        """Be silent and let go of the pin; twice is fine."""
        self._piezo.close()
