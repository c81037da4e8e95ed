"""The thread that keeps the lights: it sleeps until the picture changes.

Never on the event loop: a write blocks for a millisecond. A ring that is absent or fails is said once and
tried again every few seconds; the table goes on without it.
"""

import logging
import threading
import time
from collections.abc import Callable

from device.errors import RingError
from device.pixels import Pixels
from device.ring import Dimming, Frame, Scene, frame, next_change_ms

log = logging.getLogger(__name__)

RETRY_S = 5.0
BEAT_S = 1.0
"""The longest sleep: the watchdog wants to see a live thread also while nothing moves."""
SHORTEST_S = 0.002


class LightsThread:
    """Shows the latest scene. `show`, `dim` and `stop` may be called from any thread.

    *open_pixels* gets hold of the LEDs and raises RingError when there are none. *on_frame* is told each
    frame that was written, *on_part* each change between there (True) and absent, with the reason; both
    are called on this thread.
    """

    def __init__(
        self,
        open_pixels: Callable[[], Pixels],
        clock_ms: Callable[[], int],
        *,
        dimming: Dimming | None = None,
        on_frame: Callable[[Frame], object] | None = None,
        on_part: Callable[[bool, str], object] | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_pixels = open_pixels
        self._clock_ms = clock_ms
        self._on_frame = on_frame
        self._on_part = on_part
        self._monotonic_s = monotonic_s
        self._changed = threading.Condition()
        self._scene = Scene()
        self._dimming = dimming or Dimming()
        self._changes = 0
        self._is_stopping = False
        self._pixels: Pixels | None = None
        self._shown: Frame | None = None
        self._is_there: bool | None = None
        self._retry_s = 0.0
        self._thread = threading.Thread(target=self._run, name="khepri-lights", daemon=True)
        self.last_beat_s = monotonic_s()
        self.faults = 0

    def start(self) -> None:
        """Start showing."""
        self._thread.start()

    def show(self, scene: Scene) -> None:
        """Show a scene from now on; the latest wins."""
        with self._changed:
            self._scene = scene
            self._changes += 1
            self._changed.notify()

    def dim(self, dimming: Dimming) -> None:
        """Change the brightness."""
        with self._changed:
            self._dimming = dimming
            self._changes += 1
            self._changed.notify()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Blank the lights and end the thread; twice is fine."""
        with self._changed:
            self._is_stopping = True
            self._changed.notify()
        if self._thread.is_alive():
            self._thread.join(timeout_s)

    @property
    def is_alive(self) -> bool:
        """Whether the thread runs; `last_beat_s` says when it last did something, by the monotonic clock."""
        return self._thread.is_alive()

    @property
    def is_there(self) -> bool:
        """Whether the LEDs take frames."""
        return self._is_there is True

    def _run(self) -> None:
        seen = -1
        while True:
            with self._changed:
                if self._is_stopping:
                    break
                scene, dimming, seen = self._scene, self._dimming, self._changes
            wait_s = self.beat(scene, dimming)
            with self._changed:
                if self._changes == seen and not self._is_stopping:
                    self._changed.wait(wait_s)
        self._let_go()

    def beat(self, scene: Scene, dimming: Dimming) -> float:
        """Do what is due, and give how many seconds may pass before the next time."""
        self.last_beat_s = self._monotonic_s()
        try:
            return self._beat(scene, dimming)
        except RingError as error:
            self._lose(str(error))
        except Exception:  # a fault of ours in one picture or callback must not leave the table in the dark
            self.faults += 1
            log.exception("the lights could not be drawn")
        return BEAT_S

    def _beat(self, scene: Scene, dimming: Dimming) -> float:
        if self._pixels is None:
            if self.last_beat_s < self._retry_s:
                return BEAT_S
            self._pixels = self._open_pixels()
            self._tell_part(True, "the ring is there")
        now_ms = self._clock_ms()
        lights = frame(scene, now_ms, dimming)
        if lights != self._shown:
            self._pixels.write(lights)
            self._shown = lights
            if self._on_frame is not None:
                self._on_frame(lights)
        change_ms = next_change_ms(scene, now_ms)
        if change_ms is None:
            return BEAT_S
        return min(BEAT_S, max(SHORTEST_S, (change_ms - now_ms) / 1000))

    def _lose(self, reason: str) -> None:
        self._retry_s = self.last_beat_s + RETRY_S
        self._let_go()
        self._tell_part(False, reason)

    def _let_go(self) -> None:
        pixels, self._pixels, self._shown = self._pixels, None, None
        if pixels is None:
            return
        try:
            pixels.close()
        except RingError as error:
            log.warning("%s", error)

    def _tell_part(self, is_there: bool, reason: str) -> None:
        if self._is_there is is_there:
            return
        self._is_there = is_there
        log.log(logging.INFO if is_there else logging.WARNING, "%s", reason)
        if self._on_part is not None:
            self._on_part(is_there, reason)
