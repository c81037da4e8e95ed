import os
import subprocess
import sys
from collections.abc import Iterator

import pytest

from device.errors import RingError
from device.pixels import NeoPixels, RecordingBackend, open_pixels
from device.ring import BLANK, LEDS, Frame, Scene, Stage, frame
from rules.core import Sign

COLOURFUL: Frame = tuple((i, 2 * i, 3 * i) for i in range(LEDS))


class Recorded:
    """Simulated LEDs, and what came down their wire."""

    def __init__(self, order: str = "GRB") -> None:
        self.told: list[bytes] = []
        self.backend = RecordingBackend(order, self.told.append)
        self.pixels = NeoPixels(10, order=order, backend=self.backend)
        self.pixels.open()


@pytest.fixture
def recorded() -> Iterator[Recorded]:
    recorded = Recorded()
    yield recorded
    recorded.pixels.close()


def test_frame_goes_through_the_real_neopixel_classes(recorded: Recorded) -> None:
    recorded.pixels.write(COLOURFUL)
    assert recorded.backend.last_frame == COLOURFUL
    assert "neopixel" in sys.modules
    assert "adafruit_pixelbuf" in sys.modules


def test_each_frame_is_told_as_red_green_blue(recorded: Recorded) -> None:
    recorded.pixels.write(COLOURFUL)
    assert recorded.told[-1] == bytes(value for rgb in COLOURFUL for value in rgb)


def test_opening_blanks_the_lights_at_once(recorded: Recorded) -> None:
    assert recorded.told == [bytes(3 * LEDS)]


def test_a_frame_goes_out_in_one_piece(recorded: Recorded) -> None:
    recorded.pixels.write(COLOURFUL)
    assert len(recorded.told) == 2


@pytest.mark.parametrize("order", ["GRB", "RGB", "BRG"])
def test_colours_arrive_whatever_the_order_of_the_leds(order: str) -> None:
    recorded = Recorded(order)
    recorded.pixels.write(COLOURFUL)
    assert recorded.backend.last_frame == COLOURFUL
    recorded.pixels.close()


def test_wire_carries_the_bytes_in_the_order_of_the_leds() -> None:
    wired_wrong = RecordingBackend("RGB")
    pixels = NeoPixels(10, order="GRB", backend=wired_wrong)
    pixels.open()
    pixels.write(((1, 2, 3),) * LEDS)
    assert wired_wrong.last_frame == ((2, 1, 3),) * LEDS
    pixels.close()


def test_brightness_is_not_applied_a_second_time(recorded: Recorded) -> None:
    lights = frame(Scene(Stage.RACE, tuple(Sign), may_press=tuple(Sign)), 0)
    recorded.pixels.write(lights)
    assert recorded.backend.last_frame == lights


def test_closing_blanks_the_lights_and_twice_is_fine(recorded: Recorded) -> None:
    recorded.pixels.write(COLOURFUL)
    recorded.pixels.close()
    recorded.pixels.close()
    assert recorded.backend.last_frame == BLANK
    with pytest.raises(RingError, match="the ring is closed"):
        recorded.pixels.write(COLOURFUL)


def test_frame_of_another_length_is_refused(recorded: Recorded) -> None:
    with pytest.raises(RingError, match="a frame of 24 lights came, the chain has 32"):
        recorded.pixels.write(COLOURFUL[:24])


def test_unknown_colour_order_is_refused() -> None:
    with pytest.raises(RingError, match="colour order 'GRBW' came, expected one of GRB"):
        NeoPixels(10, order="GRBW")


class BrokenBackend(RecordingBackend):
    """LEDs whose driver fails."""

    def neopixel_write(self, _gpio: object, wire: bytes) -> None:
        raise RuntimeError("ws2811_init failed with code -9\n(Failed to map registers)")


def test_driver_that_fails_means_no_ring_and_keeps_no_pin() -> None:
    pixels = NeoPixels(10, backend=BrokenBackend())
    with pytest.raises(RingError, match="the ring on GPIO10 takes no frames") as refused:
        pixels.open()
    assert "RuntimeError: ws2811_init failed with code -9 (Failed to map registers)" in str(refused.value)
    with pytest.raises(RingError, match="the ring is closed"):
        pixels.write(BLANK)


def test_simulated_leds_open_in_one_call() -> None:
    told: list[bytes] = []
    pixels = open_pixels(10, simulate=True, tell=told.append)
    pixels.write(COLOURFUL)
    pixels.close()
    assert len(told) == 3


def run_alone(code: str, **environ: str) -> str:
    """Run Python code in a program of its own: Blinka looks at the board once, when it is imported."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("BLINKA")}
    done = subprocess.run(
        [sys.executable, "-c", code],
        env={**kept, **environ},
        capture_output=True,
        text=True,
        check=False,
        timeout=60,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.strip()


def test_importing_the_adapter_imports_no_board() -> None:
    assert run_alone("import device.pixels, sys; print('board' in sys.modules)") == "False"


# A Zero 2 W with stand-ins for the C extensions _rpi_ws281x and gpiod; the rest is Blinka's own.
ON_A_PI = """
import sys, types
import adafruit_platformdetect.board
adafruit_platformdetect.board.Board._pi_rev_code = lambda self: "902120"
ws = types.ModuleType("_rpi_ws281x")
sent = {}
ws.WS2811_SUCCESS, ws.WS2811_STRIP_RGB, ws.SK6812_STRIP_RGBW = 0, 1, 2
ws.new_ws2811_t = lambda: [{}, {}]
ws.ws2811_channel_get = lambda strip, channel: strip[channel]
for name in ("count", "gpionum", "invert", "brightness", "strip_type"):
    setattr(ws, f"ws2811_channel_t_{name}_set", lambda c, v, name=name: c.__setitem__(name, v))
    setattr(ws, f"ws2811_channel_t_{name}_get", lambda c, name=name: c[name])
ws.ws2811_t_freq_set = ws.ws2811_t_dmanum_set = lambda strip, value: None
ws.ws2811_init = lambda strip: RESULT
ws.ws2811_get_return_t_str = lambda result: "no permission"
ws.ws2811_led_set = lambda channel, i, value: sent.__setitem__(i, (channel["gpionum"], value))
ws.ws2811_render = lambda strip: 0
ws.ws2811_fini = ws.delete_ws2811_t = lambda strip: None
sys.modules["_rpi_ws281x"] = ws
sys.modules["gpiod"] = types.ModuleType("gpiod")
import digitalio
class Line:
    def __init__(self, pin): self._pin = pin
    def deinit(self): pass
digitalio.DigitalInOut = Line
from device.errors import RingError
from device.pixels import open_pixels
try:
    pixels = open_pixels(10, simulate=False)
    pixels.write(((0x10, 0x20, 0x30),) * 32)
    print(len(sent), sent[31][0], hex(sent[31][1]))
except RingError as error:
    print(error)
"""
ZERO_2_W = {"BLINKA_FORCEBOARD": "RASPBERRY_PI_ZERO_2_W", "BLINKA_FORCECHIP": "BCM2XXX"}


def test_raspberry_pi_is_driven_through_blinkas_own_backend() -> None:
    assert run_alone(ON_A_PI.replace("RESULT", "0"), **ZERO_2_W) == "32 10 0x201030"


def test_raspberry_pi_without_access_to_the_leds_means_no_ring() -> None:
    said = run_alone(ON_A_PI.replace("RESULT", "-9"), **ZERO_2_W)
    assert said == (
        "the ring on GPIO10 takes no frames (RuntimeError: ws2811_init failed with code -9 (no permission))"
    )
