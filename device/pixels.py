"""The chain of LEDs behind the ring: frames out, through the real neopixel classes.

On a Raspberry Pi Blinka chooses the backend by board (rpi_ws281x on 0 to 4, PIO on 5). Elsewhere the same
NeoPixel and PixelBuf run on Blinka's board without hardware, and the bytes they would send down the wire
are caught and read back: the bench shows those, not what we meant to send.
"""

import os
from collections.abc import Callable
from contextlib import suppress
from typing import Any, Protocol

from device.errors import RingError
from device.ring import BLANK, LEDS, Frame

ORDERS = ("GRB", "RGB", "BRG", "BGR", "GBR", "RBG")
"""Orders in which LEDs take their colours; WS2812B: GRB."""


class Pixels(Protocol):
    """Takes frames."""

    def write(self, frame: Frame) -> None:
        """Show a frame; RingError when the LEDs don't take it."""

    def close(self) -> None:
        """Blank the LEDs, which would keep their light, and let go of them; twice is fine."""


class RecordingBackend:
    """Stands where Blinka's backend would: keeps the last frame, as LEDs of *order* would show it."""

    def __init__(self, order: str = "GRB", tell: Callable[[bytes], object] | None = None) -> None:
        self._order = order
        self._tell = tell
        self.last_frame: Frame | None = None

    def neopixel_write(self, _gpio: object, wire: bytes) -> None:
        """Take the bytes that would go down the data line; *tell* gets them as red, green, blue."""
        r, g, b = (wire[self._order.index(c) :: 3] for c in "RGB")
        self.last_frame = tuple(zip(r, g, b, strict=True))
        if self._tell is not None:
            self._tell(bytes(value for rgb in self.last_frame for value in rgb))


class NeoPixels:
    """The LEDs on one data pin, by BCM number; with a *backend* of our own, on no pin at all."""

    def __init__(
        self, gpio: int, count: int = LEDS, order: str = "GRB", backend: RecordingBackend | None = None
    ) -> None:
        if order not in ORDERS:
            raise RingError(f"colour order {order!r} came, expected one of {', '.join(ORDERS)}")
        self._gpio = gpio
        self._count = count
        self._order = order
        self._backend = backend
        self._strip: Any = None

    def open(self) -> None:
        """Get hold of the LEDs and blank them, which shows whether they are there.

        Raises:
            RingError: when this machine has no way to them, with the reason.
        """
        # Else Blinka, imported on a terminal, asks whether to install packages.
        os.environ["BLINKA_SKIP_DEPENDENCY_CHECK"] = "1"
        try:
            self._strip = self._open_recorded(self._backend) if self._backend else self._open_pi()
        except Exception as error:  # Blinka raises many kinds, all meaning: no LEDs here
            raise RingError(f"no ring on GPIO{self._gpio} ({_reason(error)})") from error
        try:
            self.write(BLANK[: self._count])
        except RingError:
            with suppress(RingError):
                self.close()
            raise

    def _open_pi(self) -> Any:
        import board
        import neopixel

        return self._new(neopixel, getattr(board, f"D{self._gpio}"))

    def _open_recorded(self, backend: RecordingBackend) -> Any:
        os.environ["BLINKA_OS_AGNOSTIC"] = "1"
        import board
        import neopixel
        import neopixel_write

        neopixel_write._neopixel = backend
        return self._new(neopixel, board.NEOPIXEL)

    def _new(self, neopixel: Any, pin: Any) -> Any:
        # Brightness stays 1: a frame is dimmed already, and the library would round a second time.
        return neopixel.NeoPixel(pin, self._count, auto_write=False, pixel_order=self._order)

    def write(self, frame: Frame) -> None:
        """Show a frame. It blocks for about 1.2 ms on a Pi.

        Raises:
            RingError: when the LEDs don't take it.
        """
        if self._strip is None:
            raise RingError("the ring is closed")
        if len(frame) != self._count:
            raise RingError(f"a frame of {len(frame)} lights came, the chain has {self._count}")
        try:
            self._strip[:] = list(frame)
            self._strip.show()
        except Exception as error:  # the backends raise RuntimeError, OSError and others
            raise RingError(f"the ring on GPIO{self._gpio} takes no frames ({_reason(error)})") from error

    def close(self) -> None:
        """Blank the LEDs, which would keep their light, and let go of them; twice is fine.

        Raises:
            RingError: when they could not be blanked; they are let go of all the same.
        """
        strip, self._strip = self._strip, None
        if strip is None:
            return
        try:
            strip.deinit()
        except Exception as error:
            # neopixel blanks before it gives the pin back, so a failed blank keeps the pin.
            strip.pin.deinit()
            raise RingError(f"the ring could not be blanked ({_reason(error)})") from error


def open_pixels(
    gpio: int,
    *,
    simulate: bool,
    order: str = "GRB",
    count: int = LEDS,
    tell: Callable[[bytes], object] | None = None,
) -> NeoPixels:
    """Open the LEDs; simulated ones hand each frame to *tell*, three bytes (red, green, blue) an LED.

    Raises:
        RingError: when there are none.
    """
    pixels = NeoPixels(gpio, count, order, RecordingBackend(order, tell) if simulate else None)
    pixels.open()
    return pixels


def _reason(error: Exception) -> str:
    return f"{type(error).__name__}: {' '.join(str(error).split())}"
