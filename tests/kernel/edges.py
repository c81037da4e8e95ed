"""What a test hears of the lines."""

import threading

from device.pins import load_pins

PINS = load_pins().buttons


class Edges:
    """A sink that remembers, and that a test can wait for; `delay_s` makes its first call slow."""

    def __init__(self) -> None:
        self._more = threading.Condition()
        self.seen: list[tuple[str, int, bool]] = []
        self.delay_s = 0.0

    def __call__(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        delay_s, self.delay_s = self.delay_s, 0.0
        threading.Event().wait(delay_s)
        with self._more:
            self.seen.append((name, stamp_us, is_pressed))
            self._more.notify_all()

    def wait_for(self, count: int) -> list[tuple[str, int, bool]]:
        """Give the edges once there are so many."""
        with self._more:
            assert self._more.wait_for(lambda: len(self.seen) >= count, timeout=5), self.seen
            return list(self.seen)

    def wait_for_rest(self, quiet_s: float = 0.3) -> list[tuple[str, int, bool]]:
        """Give the edges once none has come for a while."""
        with self._more:
            while self._more.wait(timeout=quiet_s):
                pass
            return list(self.seen)
