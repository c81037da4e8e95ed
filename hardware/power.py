"""What the table draws, for power.md: the lights by the software's own figures, the rest by data sheets."""

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import log

from device.pins import PinMap
from device.ring import MA_PER_CHANNEL, Dimming
from hardware.timing import HIGH_V, LOW_V

LED_DARK_MA = 1
"""What an LED takes while it is dark (WS2812B, roughly)."""
OHM_PER_METRE = {"0.14 mm² (AWG 26)": 0.134, "0.34 mm² (AWG 22)": 0.053, "0.5 mm² (AWG 20)": 0.033}


@dataclass(frozen=True)
class PiModel:
    """What a model draws and wants, by Raspberry Pi's own documentation."""

    name: str
    typical_ma: int
    supply_ma: int
    plug: str


PIS = (
    PiModel("Zero 2 W", 350, 2000, "micro USB"),
    PiModel("3 B", 400, 2500, "micro USB"),
    PiModel("3 B+", 500, 2500, "micro USB"),
    PiModel("4 B", 600, 3000, "USB-C"),
    PiModel("5", 800, 5000, "USB-C"),
)


@dataclass(frozen=True)
class Load:
    """What hangs on the Pi beside the board itself."""

    name: str
    ma: float
    rail: str
    why: str


def leds_ma(pins: PinMap, share: float) -> float:
    """Give what all LEDs take together with their three colours at a share of full."""
    return pins.leds.total * (3 * MA_PER_CHANNEL * share + LED_DARK_MA)


def capped_ma(pins: PinMap) -> float:
    """Give the most that the lights take as the software drives them."""
    return Dimming().cap_ma + pins.leds.total * LED_DARK_MA


def pull_ups_ma(pins: PinMap) -> float:
    """Give what flows when every button is pushed: 3.3 V over 10 kΩ each."""
    return len(pins.buttons) * 3.3 / 10


def pi_loads(pins: PinMap) -> tuple[Load, ...]:
    """Give the loads on the Pi's 3.3 V."""
    return (
        Load("display, every dot lit", 250, "3V3", "estimate for 2.42 inch; a usual picture: a third"),
        Load("clock module", 1, "3V3", "DS3231, with the light that most modules have"),
        Load("buttons, all pushed", pull_ups_ma(pins), "3V3", "10 kΩ each"),
        Load("piezo", 5, "GPIO18", "10 mA for an instant, through 330 Ω"),
    )


def drop_mv(ma: float, metres: float, wire: str) -> float:
    """Give the drop over a pair of wires."""
    return 2 * metres * OHM_PER_METRE[wire] * ma


SENSE_OHM, SENSE_PULL_DOWN_OHM = 6_800.0, 10_000.0
SENSE_TOLERANCE = 0.05
LIGHTS_FARAD, LIGHTS_FARAD_TOLERANCE = 1000e-6, 0.20
WEAKEST_V, STRONGEST_V = 4.5, 5.25
"""What may arrive at the ring: 5 V and 5 % more; or 5 % less, and what fuse and wire lose."""
INSIDE_PULL_DOWN_OHM = 18_000.0
"""The Pi's own, beside R14; 33 to 73 kΩ (Pi 4) or 50 to 65 kΩ (before), it is said: here stronger."""


def _sense_pairs() -> Iterator[tuple[float, float]]:
    for top, bottom in product((1 - SENSE_TOLERANCE, 1 + SENSE_TOLERANCE), repeat=2):
        yield SENSE_OHM * top, SENSE_PULL_DOWN_OHM * bottom


def sense_v(ring_v: float, is_pulled_down: bool) -> tuple[float, float]:
    """Give the least and the most at the pin for what is at the ring, over all tolerances."""
    found = []
    for top, bottom in _sense_pairs():
        low = bottom * INSIDE_PULL_DOWN_OHM / (bottom + INSIDE_PULL_DOWN_OHM) if is_pulled_down else bottom
        found.append(ring_v * low / (top + low))
    return min(found), max(found)


def sense_unsure_v(is_pulled_down: bool) -> tuple[float, float]:
    """Give between what at the ring the pin may read either, over all tolerances."""
    least, most = sense_v(1, is_pulled_down)
    return LOW_V / most, HIGH_V / least


def sense_into_dark_pi_ma() -> float:
    """Give the most that flows into a Pi without power, were its pin a short circuit."""
    return STRONGEST_V / (SENSE_OHM * (1 - SENSE_TOLERANCE)) * 1000


def sense_gone_s(leds_ma: float) -> float:
    """Give how long C11 holds the pin up at most once the supply is out, while the LEDs take so much."""
    held = LIGHTS_FARAD * (1 + LIGHTS_FARAD_TOLERANCE)
    slowest = 0.0
    for top, bottom in _sense_pairs():
        low_v = LOW_V * (top + bottom) / bottom
        if leds_ma:
            slowest = max(slowest, held * (STRONGEST_V - low_v) / (leds_ma / 1000))
        else:
            slowest = max(slowest, held * (top + bottom) * log(STRONGEST_V / low_v))
    return slowest
