"""The ring over SPI: neopixel, Blinka and rpi_ws281x as on a Pi, down to the bytes that leave /dev/spidev0.0.

Nothing stands in for code: only the controller is simulated (machine/spicap.c), and a plain file takes the
place of the registers in which rpi_ws281x chooses the function of its pin.
"""

from collections.abc import Iterator

import pytest

from device.pins import RING_ON_SPI
from device.pixels import NeoPixels
from device.ring import BLANK, LEDS, Frame
from tests.kernel import wire

RESET_NS = 50_000
"""The line rests at least so long before the next frame (WS2812B, data sheet)."""


@pytest.fixture
def ring() -> Iterator[NeoPixels]:
    pytest.importorskip("_rpi_ws281x", reason="rpi_ws281x could not be built here")
    ring = NeoPixels(RING_ON_SPI)
    wire.forget()
    ring.open()
    yield ring
    ring.close()


def test_ring_is_dark_once_it_is_opened(ring: NeoPixels) -> None:
    assert wire.last_frame() == BLANK


def test_frame_reaches_the_wire_with_the_timing_of_ws2812_leds(ring: NeoPixels) -> None:
    frame: Frame = tuple((i, 255 - i, 8 * (i % 32)) for i in range(LEDS))
    ring.write(frame)
    shown, rest_ns = wire.as_leds_read(*wire.last_transfer())
    assert shown == frame
    assert rest_ns >= RESET_NS


def test_ring_is_dark_once_it_is_closed(ring: NeoPixels) -> None:
    ring.write(((9, 9, 9),) * LEDS)
    ring.close()
    assert wire.last_frame() == BLANK
