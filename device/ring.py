"""The ring's light: a pure function of a scene and the time.

A frame holds what is sent to the LEDs: linear values after gamma and brightness, the current kept under a
cap, so that the supply of a small table is enough.
"""

from dataclasses import dataclass

from device.ring_pictures import BEADS, OFF, button_picture, ring_picture
from device.ring_scenes import ClaimLight, Moment, Paint, Rgb, Scene, Signal, Stage
from rules.core import Sign

__all__ = [
    "BEADS",
    "BLANK",
    "LEDS",
    "ClaimLight",
    "Dimming",
    "Frame",
    "Moment",
    "Rgb",
    "Scene",
    "Signal",
    "Stage",
    "current_ma",
    "frame",
    "next_change_ms",
]

LEDS = BEADS + len(Sign) + 2

Frame = tuple[Rgb, ...]
"""All lights at one instant: 24 beads clockwise from twelve, six buttons, OK, BACK."""

BLANK: Frame = (OFF,) * LEDS

MA_PER_CHANNEL = 20
"""What one of the three colours of an LED takes at 255 (WS2812B)."""


@dataclass(frozen=True)
class Dimming:
    """How bright the lights may be.

    `night_pct` is the most while it is set. At 30 % all LEDs in full white just stay under 580 mA.
    """

    brightness_pct: int = 30
    night_pct: int | None = None
    cap_ma: int = 580

    @property
    def pct(self) -> int:
        """The brightness that holds now."""
        return self.brightness_pct if self.night_pct is None else min(self.brightness_pct, self.night_pct)


def frame(scene: Scene, now_ms: int, dimming: Dimming = Dimming()) -> Frame:
    """Draw all lights as they are at *now_ms*."""
    paint = Paint(dimming.pct / 100)
    lights = ring_picture(scene, now_ms, paint).lights + button_picture(scene, now_ms, paint).lights
    return _capped(lights, dimming.cap_ma)


def next_change_ms(scene: Scene, now_ms: int) -> int | None:
    """Give the first time after *now_ms* at which the frame may be another one, None when it is at rest."""
    paint = Paint(1.0)
    changes = (ring_picture(scene, now_ms, paint).until_ms, button_picture(scene, now_ms, paint).until_ms)
    return min((ms for ms in changes if ms is not None), default=None)


def current_ma(lights: Frame) -> float:
    """Estimate what the LEDs take, without the 1 mA or so of each while it is dark."""
    return sum(map(sum, lights)) * MA_PER_CHANNEL / 255


def _capped(lights: Frame, cap_ma: int) -> Frame:
    takes_ma = current_ma(lights)
    if takes_ma <= cap_ma:
        return lights
    share = cap_ma / takes_ma
    return tuple((int(r * share), int(g * share), int(b * share)) for r, g, b in lights)
