"""How long a claim button's filter holds an edge back, and how far two buttons may differ by it."""

from dataclasses import dataclass
from itertools import product
from math import log

SUPPLY_V = 3.3
SERIES_OHM, PULL_UP_OHM, FARAD = 1_000.0, 10_000.0, 10e-9
INSIDE_PULL_UP_OHM = 50_000.0
"""The Pi's own, which the software switches on; it lies beside RN1."""
LOW_V, HIGH_V = 0.8, 2.0
"""Below the one a pin surely reads low, above the other surely high; it changes somewhere between."""
SERIES_TOLERANCE, PULL_UP_TOLERANCE, FARAD_TOLERANCE = 0.01, 0.05, 0.10
TVS_FARAD = 10e-9
"""What a P6KE6.8A may have at no voltage; it is on the lead's side of the resistor."""


@dataclass(frozen=True)
class Delay:
    """From the contact to the pin, in microseconds: at the earliest and at the latest."""

    earliest_us: float
    latest_us: float


def _beside(one: float, other: float) -> float:
    return one * other / (one + other)


def _press(series: float, pull_up: float, farad: float) -> tuple[float, float]:
    pulled = _beside(pull_up, INSIDE_PULL_UP_OHM)
    rest_v = SUPPLY_V * series / (series + pulled)
    tau = _beside(series, pulled) * farad
    first, last = (tau * log((SUPPLY_V - rest_v) / (v - rest_v)) for v in (HIGH_V, LOW_V))
    return first * 1e6, last * 1e6


def time_constant_us() -> float:
    """Give the time constant of a press, with parts as they are marked."""
    return _beside(SERIES_OHM, _beside(PULL_UP_OHM, INSIDE_PULL_UP_OHM)) * FARAD * 1e6


def press_delay() -> Delay:
    """Give how late a press may be seen, over all tolerances and thresholds."""
    found = [
        _press(
            SERIES_OHM * (1 + a * SERIES_TOLERANCE),
            PULL_UP_OHM * (1 + b * PULL_UP_TOLERANCE),
            FARAD * (1 + c * FARAD_TOLERANCE),
        )
        for a, b, c in product((-1, 1), repeat=3)
    ]
    return Delay(min(first for first, _ in found), max(last for _, last in found))


def pressed_v() -> float:
    """Give what is left at the pin while the button is held."""
    pulled = _beside(PULL_UP_OHM, INSIDE_PULL_UP_OHM)
    return SUPPLY_V * SERIES_OHM / (SERIES_OHM + pulled)


def release_us() -> float:
    """Give roughly how long the pin takes to be high again; nothing is decided by it."""
    return PULL_UP_OHM * (FARAD + TVS_FARAD) * log(SUPPLY_V / (SUPPLY_V - HIGH_V)) * 1e6
