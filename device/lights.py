"""The thread that keeps the lights of the table, and says how punctual they are."""

import logging
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from device.part_thread import BEAT_S, RETRY_S, PartThread
from device.pixels import Pixels
from device.ring import Dimming, Frame, Scene, frame, next_change_ms
from device.ring_pictures import SAND_FRAME_MS

__all__ = ["BEAT_S", "RETRY_S", "SHORTEST_S", "FrameTimes", "LightsThread", "are_many_late"]

log = logging.getLogger(__name__)

SHORTEST_S: Final = 0.002
MANY_LATE = 20
"""A second of sand."""


@dataclass(frozen=True)
class FrameTimes:
    """How punctual the frames were since the ring was opened.

    Due is one when the scene changes, or by its picture. After a frame's time (50 ms) it is late: while sand
    runs the next one is due by then, so that one was missed.
    """

    shown: int = 0
    late: int = 0
    worst_late_ms: int = 0

    def after(self, late_ms: int) -> "FrameTimes":
        """Count one more, which was written so long after it was due."""
        is_late = late_ms > SAND_FRAME_MS
        return FrameTimes(self.shown + 1, self.late + is_late, max(self.worst_late_ms, late_ms))


def are_many_late(shown: int, late: int) -> bool:
    """Say whether so many are late that people see it: one in a hundred, and more than a hitch."""
    return late >= MANY_LATE and late * 100 >= shown


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
        self._came_ms: int | None = None
        self._due_ms: int | None = None
        self.frame_times = FrameTimes()

    def show(self, scene: Scene) -> None:
        """Show a scene from now on; the latest wins."""
        with self.changing():
            if self._came_ms is None and scene != self._scene:
                self._came_ms = self._clock_ms()
            self._scene = scene

    def dim(self, dimming: Dimming) -> None:
        """Change the brightness."""
        with self.changing():
            self._dimming = dimming

    def _show(self, part: Pixels) -> float | None:
        with self._changed:
            scene, dimming = self._scene, self._dimming
            came_ms, self._came_ms = self._came_ms, None
        now_ms = self._clock_ms()
        lights, is_first = frame(scene, now_ms, dimming), self._shown is None
        if lights != self._shown:
            part.write(lights)
            self._shown = lights
        written_ms = self._clock_ms()
        due = [ms for ms in (came_ms, self._due_ms) if ms is not None and ms <= now_ms]
        if due and not is_first:
            self.frame_times = self.frame_times.after(written_ms - min(due))
        self._due_ms = next_change_ms(scene, now_ms)
        return None if self._due_ms is None else max(SHORTEST_S, (self._due_ms - written_ms) / 1000)

    def _forget(self) -> None:
        self._shown = self._due_ms = None

    def _let_go(self) -> None:
        super()._let_go()
        said, self.frame_times = self.frame_times, FrameTimes()
        if said.shown:
            level = logging.WARNING if are_many_late(said.shown, said.late) else logging.INFO
            log.log(
                level,
                "the ring showed %d frames, %d more than %d ms late, the worst by %d ms",
                said.shown,
                said.late,
                SAND_FRAME_MS,
                said.worst_late_ms,
            )
