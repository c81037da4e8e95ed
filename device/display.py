"""The display: 128 by 64 dots on I²C, through luma, and the thread that keeps its picture.

At rest it is dimmed, and the picture moves by a dot now and then, since an OLED remembers what it showed for
long.
"""

import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

from PIL import Image, ImageChops

from device.display_draw import HEIGHT, WIDTH, next_change_ms, picture
from device.errors import DisplayError
from device.panel.screens import Say, Screen
from device.part_thread import BEAT_S, RETRY_S, PartThread
from device.pins import DisplayKind

__all__ = ["BEAT_S", "RETRY_S", "DisplayThread", "LumaOled", "Oled", "open_oled"]

I2C_PORT: Final = 1

SHORTEST_S = 0.01
REST_S = 120.0
"""After so long without a change the display is at rest."""
MOVE_S = 60.0
REST_PCT = 8
SHIFTS: Final = ((0, 0), (1, 0), (1, 1), (0, 1))
"""Where the picture stands at rest, by turns, in dots."""


class Oled(Protocol):
    """Takes pictures."""

    def write(self, image: Image.Image) -> None:
        """Show a picture; DisplayError when the display doesn't take it."""

    def dim(self, pct: int) -> None:
        """Set how bright it is; DisplayError when the display doesn't take it."""

    def close(self) -> None:
        """Go dark and let go of the bus; twice is fine."""


class LumaOled:
    """A display through luma: on I²C, or on luma's dummy device, whose pictures *tell* gets."""

    def __init__(
        self,
        kind: DisplayKind,
        *,
        simulate: bool = False,
        tell: Callable[[bytes], object] | None = None,
    ) -> None:
        self._kind = kind
        self._simulate = simulate
        self._tell = tell
        self._device: Any = None

    def open(self) -> None:
        """Get hold of the display, which shows whether it is there.

        Raises:
            DisplayError: when it is not, with the reason.
        """
        try:
            self._device = self._open_dummy() if self._simulate else self._open_i2c()
        except Exception as error:  # luma and the bus raise many kinds, all meaning: no display
            where = f"I²C {I2C_PORT} at 0x{self._kind.address:02x}"
            raise DisplayError(f"no display on {where} ({_reason(error)})") from error

    def _open_dummy(self) -> Any:
        from luma.core.device import dummy

        return dummy(width=WIDTH, height=HEIGHT, mode="1")

    def _open_i2c(self) -> Any:
        from luma.core.interface.serial import i2c
        from luma.oled import device

        return getattr(device, self._kind.chip)(i2c(port=I2C_PORT, address=self._kind.address))

    def write(self, image: Image.Image) -> None:
        """Show a picture. It blocks for some 25 ms at 400 kHz.

        Raises:
            DisplayError: when the display doesn't take it.
        """
        if self._device is None:
            raise DisplayError("the display is closed")
        try:
            self._device.display(image)
        except Exception as error:
            raise DisplayError(f"the display takes no pictures ({_reason(error)})") from error
        if self._tell is not None:
            self._tell(image.tobytes())

    def dim(self, pct: int) -> None:
        """Set how bright it is.

        Raises:
            DisplayError: when the display doesn't take it.
        """
        if self._device is None:
            raise DisplayError("the display is closed")
        try:
            self._device.contrast(max(1, min(255, 255 * pct // 100)))
        except Exception as error:
            raise DisplayError(f"the display can't be dimmed ({_reason(error)})") from error

    def close(self) -> None:
        """Go dark and let go of the bus; twice is fine."""
        device, self._device = self._device, None
        if device is not None:
            with suppress(Exception):
                device.cleanup()


def open_oled(
    kind: DisplayKind, *, simulate: bool, tell: Callable[[bytes], object] | None = None
) -> LumaOled:
    """Open the display.

    A simulated one hands each picture to *tell*: rows from the top, eight dots a byte, the leftmost in the
    highest bit.

    Raises:
        DisplayError: when there is none.
    """
    oled = LumaOled(kind, simulate=simulate, tell=tell)
    oled.open()
    return oled


class DisplayThread(PartThread[Oled]):
    """Shows the latest screen. `show`, `dim` and `touch` may be called from any thread.

    *open_oled* gets hold of the display and raises DisplayError when there is none; *clock_ms* is the
    table clock.
    """

    NAME = "display"

    def __init__(
        self,
        open_oled: Callable[[], Oled],
        clock_ms: Callable[[], int],
        *,
        brightness_pct: int = 60,
        on_part: Callable[[bool, str], object] | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        super().__init__(open_oled, on_part=on_part, monotonic_s=monotonic_s)
        self._clock_ms = clock_ms
        self._screen = Screen(Say("Khepri", icon="scarab"))
        self._brightness_pct = brightness_pct
        self._shown: bytes | None = None
        self._shown_pct: int | None = None
        self._touched_s = self.last_beat_s

    def show(self, screen: Screen) -> None:
        """Show a screen from now on; the latest wins. The same screen again ends no rest."""
        with self._changed:
            if screen == self._screen:
                return
            with self.changing():
                self._screen = screen
                self._touched_s = self._monotonic_s()

    def touch(self) -> None:
        """End a rest: somebody is at the panel. Edges come by the hundred, and drawing takes a while."""
        now_s = self._monotonic_s()
        if now_s - self._touched_s < REST_S:
            self._touched_s = now_s
            return
        with self.changing():
            self._touched_s = now_s

    def dim(self, pct: int) -> None:
        """Change the brightness."""
        with self.changing():
            self._brightness_pct = pct
            self._touched_s = self._monotonic_s()

    def _show(self, part: Oled) -> float | None:
        with self._changed:
            screen, rested_s, pct = self._screen, self.last_beat_s - self._touched_s, self._brightness_pct
        now_ms = self._clock_ms()
        drawn = picture(screen, now_ms).image
        if rested_s >= REST_S:
            pct = min(pct, REST_PCT)
            drawn = ImageChops.offset(drawn, *SHIFTS[int(rested_s / MOVE_S) % len(SHIFTS)])
        if pct != self._shown_pct:
            part.dim(pct)
            self._shown_pct = pct
        dots = drawn.tobytes()
        if dots != self._shown:
            part.write(drawn)
            self._shown = dots
        change_ms = next_change_ms(screen, now_ms)
        return None if change_ms is None else max(SHORTEST_S, (change_ms - now_ms) / 1000)

    def _forget(self) -> None:
        self._shown = self._shown_pct = None


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
