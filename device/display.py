"""The display: 128 by 64 dots on I²C, through luma, and the thread that keeps its picture.

Never on the event loop: sending a picture takes a hundredth of a second. A display that is absent or fails
is said once and tried again every few seconds; the table goes on without it. At rest it is dimmed, and the
picture moves by a dot now and then, since an OLED remembers what it showed for long.
"""

import logging
import threading
import time
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Final, Protocol

from PIL import Image, ImageChops

from device.display_draw import HEIGHT, WIDTH, next_change_ms, picture
from device.errors import DisplayError
from device.panel.screens import Say, Screen

log = logging.getLogger(__name__)

CHIPS: Final = ("ssd1309", "ssd1306", "sh1106")
"""Controllers that luma knows; 2.42 inch displays have the first, small ones the others."""
ADDRESS: Final = 0x3C
I2C_PORT: Final = 1

RETRY_S = 5.0
BEAT_S = 1.0
"""The longest sleep: the watchdog wants to see a live thread also while nothing moves."""
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
        chip: str = CHIPS[0],
        *,
        port: int = I2C_PORT,
        address: int = ADDRESS,
        simulate: bool = False,
        tell: Callable[[bytes], object] | None = None,
    ) -> None:
        if chip not in CHIPS:
            raise DisplayError(f"display {chip!r} came, expected one of {', '.join(CHIPS)}")
        self._chip = chip
        self._port = port
        self._address = address
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
            where = f"I²C {self._port} at 0x{self._address:02x}"
            raise DisplayError(f"no display on {where} ({_reason(error)})") from error

    def _open_dummy(self) -> Any:
        from luma.core.device import dummy

        return dummy(width=WIDTH, height=HEIGHT, mode="1")

    def _open_i2c(self) -> Any:
        from luma.core.interface.serial import i2c
        from luma.oled import device

        return getattr(device, self._chip)(i2c(port=self._port, address=self._address))

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
    chip: str = CHIPS[0], *, simulate: bool, tell: Callable[[bytes], object] | None = None
) -> LumaOled:
    """Open the display; a simulated one hands each picture to *tell*: rows from the top, eight dots a byte,
    the leftmost in the highest bit.

    Raises:
        DisplayError: when there is none.
    """
    oled = LumaOled(chip, simulate=simulate, tell=tell)
    oled.open()
    return oled


class DisplayThread:
    """Shows the latest screen. `show`, `dim` and `stop` may be called from any thread.

    *open_oled* gets hold of the display and raises DisplayError when there is none; *clock_ms* is the
    table clock. *on_part* is told, on this thread, each change between there (True) and absent.
    """

    def __init__(
        self,
        open_oled: Callable[[], Oled],
        clock_ms: Callable[[], int],
        *,
        brightness_pct: int = 60,
        on_part: Callable[[bool, str], object] | None = None,
        monotonic_s: Callable[[], float] = time.monotonic,
    ) -> None:
        self._open_oled = open_oled
        self._clock_ms = clock_ms
        self._on_part = on_part
        self._monotonic_s = monotonic_s
        self._changed = threading.Condition()
        self._screen = Screen(Say("Khepri", icon="scarab"))
        self._brightness_pct = brightness_pct
        self._changes = 0
        self._is_stopping = False
        self._oled: Oled | None = None
        self._shown: bytes | None = None
        self._shown_pct: int | None = None
        self._is_there: bool | None = None
        self._retry_s = 0.0
        self._thread = threading.Thread(target=self._run, name="khepri-display", daemon=True)
        self.last_beat_s = monotonic_s()
        self._touched_s = self.last_beat_s
        self.faults = 0

    def start(self) -> None:
        """Start showing."""
        self._thread.start()

    def show(self, screen: Screen) -> None:
        """Show a screen from now on; the latest wins. The same screen again ends no rest."""
        with self._changed:
            if screen == self._screen:
                return
            self._screen = screen
            self._touch()

    def touch(self) -> None:
        """End a rest: somebody is at the panel."""
        with self._changed:
            self._touch()

    def dim(self, pct: int) -> None:
        """Change the brightness."""
        with self._changed:
            self._brightness_pct = pct
            self._touch()

    def _touch(self) -> None:
        self._touched_s = self._monotonic_s()
        self._changes += 1
        self._changed.notify()

    def stop(self, timeout_s: float = 2.0) -> None:
        """Go dark and end the thread; twice is fine."""
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
        """Whether the display takes pictures."""
        return self._is_there is True

    def _run(self) -> None:
        seen = -1
        while True:
            with self._changed:
                if self._is_stopping:
                    break
                seen = self._changes
            wait_s = self.beat()
            with self._changed:
                if self._changes == seen and not self._is_stopping:
                    self._changed.wait(wait_s)
        self._let_go()

    def beat(self) -> float:
        """Do what is due, and give how many seconds may pass before the next time."""
        self.last_beat_s = self._monotonic_s()
        try:
            return self._beat()
        except DisplayError as error:
            self._lose(str(error))
        except Exception:  # a fault of ours in one picture must not leave the table in the dark
            self.faults += 1
            log.exception("the picture could not be drawn")
        return BEAT_S

    def _beat(self) -> float:
        if self._oled is None:
            if self.last_beat_s < self._retry_s:
                return BEAT_S
            self._oled = self._open_oled()
            self._tell_part(True, "the display is there")
        with self._changed:
            screen, rested_s, pct = self._screen, self.last_beat_s - self._touched_s, self._brightness_pct
        now_ms = self._clock_ms()
        drawn = picture(screen, now_ms).image
        if rested_s >= REST_S:
            pct = min(pct, REST_PCT)
            drawn = ImageChops.offset(drawn, *SHIFTS[int(rested_s / MOVE_S) % len(SHIFTS)])
        if pct != self._shown_pct:
            self._oled.dim(pct)
            self._shown_pct = pct
        dots = drawn.tobytes()
        if dots != self._shown:
            self._oled.write(drawn)
            self._shown = dots
        change_ms = next_change_ms(screen, now_ms)
        if change_ms is None:
            return BEAT_S
        return min(BEAT_S, max(SHORTEST_S, (change_ms - now_ms) / 1000))

    def _lose(self, reason: str) -> None:
        self._retry_s = self.last_beat_s + RETRY_S
        self._let_go()
        self._tell_part(False, reason)

    def _let_go(self) -> None:
        oled, self._oled, self._shown, self._shown_pct = self._oled, None, None, None
        if oled is not None:
            oled.close()

    def _tell_part(self, is_there: bool, reason: str) -> None:
        if self._is_there is is_there:
            return
        self._is_there = is_there
        log.log(logging.INFO if is_there else logging.WARNING, "%s", reason)
        if self._on_part is not None:
            self._on_part(is_there, reason)


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
