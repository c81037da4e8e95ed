"""The thread that keeps the lights of the table."""

import time
from collections.abc import Callable
from typing import Final

from device.part_thread import BEAT_S, RETRY_S, PartThread
from device.pixels import Pixels
from device.ring import Dimming, Frame, Scene, frame, next_change_ms

__all__ = ["BEAT_S", "RETRY_S", "LightsThread"]

SHORTEST_S: Final = 0.002


class LightsThread(PartThread[Pixels]):
    """Shows the latest scene. `show` and `dim` may be called from any thread.

    *open_pixels* gets hold of the LEDs and raises RingError when there are none.
    """

    NAME = "ring"

    def __init__(
        self,
        open_pixels: Callable[[], Pixels],
        clock_ms: Callable[[], int],
        *,
        dimming: Dimming | None = None,
        on_part: Callable[[bool, str], object] | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(open_pixels, on_part=on_part, monotonic_s=monotonic_s)
        self._clock_ms = clock_ms
        self._scene = Scene()
        self._dimming = dimming or Dimming()
        self._shown: Frame | None = None

    def show(self, scene: Scene) -> None:
        """Show a scene from now on; the latest wins."""
        with self.changing():
            self._scene = scene

    def dim(self, dimming: Dimming) -> None:
        """Change the brightness."""
        with self.changing():
            self._dimming = dimming

    def _show(self, part: Pixels) -> float | None:
        with self._changed:
            scene, dimming = self._scene, self._dimming
        now_ms = self._clock_ms()
        lights = frame(scene, now_ms, dimming)
        if lights != self._shown:
            part.write(lights)
            self._shown = lights
        change_ms = next_change_ms(scene, now_ms)
        return None if change_ms is None else max(SHORTEST_S, (change_ms - now_ms) / 1000)

    def _forget(self) -> None:
        self._shown = None
