"""What the table draws, for power.md: the lights by the software's own figures, the rest by data sheets."""

from dataclasses import dataclass

from device.pins import PinMap
from device.ring import MA_PER_CHANNEL, Dimming

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
