"""The device's side of the bench: pushes go in at the mock pins, frames and edges come out."""

import threading
from collections.abc import Callable
from typing import Any

from device.buttons import SimulatedButtons

Message = dict[str, Any]


class DeviceBench:
    """Moves the mock pins and tells listeners, on whatever thread, what the parts do."""

    def __init__(self, buttons: SimulatedButtons, names: tuple[str, ...]) -> None:
        self._buttons = buttons
        self._lock = threading.Lock()
        self._listeners: list[Callable[[Message], None]] = []
        self._last_frame: Message | None = None
        self.names = names

    def down(self, name: str) -> None:
        """Push a button and keep it pushed."""
        self._buttons.down(name)

    def up(self, name: str) -> None:
        """Let a button go."""
        self._buttons.up(name)

    def set_bounce(self, is_on: bool) -> None:
        """Have every push bounce, or not."""
        self._buttons.is_bouncing = is_on

    def listen(self, listener: Callable[[Message], None]) -> Callable[[], None]:
        """Have *listener* called with each frame and edge, the present frame first; gives what ends that."""
        with self._lock:
            self._listeners.append(listener)
            frame = self._last_frame
        if frame is not None:
            listener(frame)

        def end() -> None:
            with self._lock:
                self._listeners.remove(listener)

        return end

    def show_frame(self, leds: bytes) -> None:
        """Tell what the LEDs show, three bytes each in the order red, green, blue."""
        self._last_frame = {"type": "frame", "leds": leds.hex()}
        self._tell(self._last_frame)

    def show_edge(self, name: str, at_ms: float, is_press: bool) -> None:
        """Tell an edge as the pin factory reported it."""
        self._tell({"type": "edge", "name": name, "at_ms": at_ms, "is_press": is_press})

    def _tell(self, message: Message) -> None:
        with self._lock:
            listeners = tuple(self._listeners)
        for listener in listeners:
            listener(message)
