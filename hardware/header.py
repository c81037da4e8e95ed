"""The 40-pin header, the same on every Raspberry Pi since the B+ (2014): what each pin is."""

from collections.abc import Mapping
from types import MappingProxyType

_PINS = """
1 3V3   2 5V
3 2     4 5V
5 3     6 GND
7 4     8 14
9 GND  10 15
11 17  12 18
13 27  14 GND
15 22  16 23
17 3V3 18 24
19 10  20 GND
21 9   22 25
23 11  24 8
25 GND 26 7
27 0   28 1
29 5   30 GND
31 6   32 12
33 13  34 GND
35 19  36 16
37 26  38 20
39 GND 40 21
"""

POWER = ("3V3", "5V", "GND")

_WORDS = _PINS.split()
HEADER: Mapping[int, str] = MappingProxyType(
    {
        int(pin): name if name in POWER else f"GPIO{name}"
        for pin, name in zip(_WORDS[::2], _WORDS[1::2], strict=True)
    }
)
"""By the number that is counted along the header: 3V3, 5V, GND, or the GPIO by its BCM number."""


def physical(gpio: int) -> int:
    """Give the place on the header of a GPIO by its BCM number."""
    return next(pin for pin, name in HEADER.items() if name == f"GPIO{gpio}")


def power(name: str) -> tuple[int, ...]:
    """Give the places of 3V3, 5V or GND."""
    return tuple(pin for pin, found in HEADER.items() if found == name)
