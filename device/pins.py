"""The pin map: which part is on which pin, by BCM number, and of which kind where kinds differ.

pins.toml beside this module is the only place that says so; wiring, drawings and tests follow it.
"""

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from importlib.resources import files
from types import MappingProxyType

from device.errors import PinMapError
from rules.core import Sign

RING_ON_SPI = 10
RESERVED = {
    2: "I²C",
    3: "I²C",
    7: "SPI",
    8: "SPI",
    9: "SPI",
    10: "SPI, whose data line only the ring may use",
    11: "SPI",
    14: "the serial console",
    15: "the serial console",
}

BUTTON_SIGNS: Mapping[str, Sign] = MappingProxyType({f"button_{i}": sign for i, sign in enumerate(Sign, 1)})
"""Whose button each is, by its name in the pin map."""

OK, BACK = "ok", "back"

CLICKS_A_PULSE = (1, 2)
"""How many detents an encoder may have for one whole cycle of its contacts."""


class DisplayChip(StrEnum):
    """Controllers that luma knows; 2.42 inch displays have the first, small ones the others."""

    SSD1309 = "ssd1309"
    SSD1306 = "ssd1306"
    SH1106 = "sh1106"


@dataclass(frozen=True)
class DisplayKind:
    """Which display hangs on I²C, and where."""

    chip: DisplayChip = DisplayChip.SSD1309
    address: int = 0x3C


@dataclass(frozen=True)
class LedCounts:
    """How many LEDs of the chain each part has, in the order of the chain."""

    ring: int = 24
    buttons: int = 6
    ok: int = 1
    back: int = 1

    @property
    def total(self) -> int:
        return self.ring + self.buttons + self.ok + self.back


@dataclass(frozen=True)
class PinMap:
    """BCM numbers of all parts; a part that is not there has none.

    `buttons` is by name (button_1 to button_6, ok, back), `encoders` gives the two pins of each, and
    `lights_power` is high while 5 V arrives at the ring (None: no wire brings that back).
    """

    ring: int | None
    buttons: Mapping[str, int]
    encoders: Mapping[str, tuple[int, int]]
    piezo: int | None
    leds: LedCounts
    display: DisplayKind = DisplayKind()
    clicks_a_pulse: int = 1
    lights_power: int | None = None

    def uses(self) -> Iterator[tuple[str, int]]:
        """Yield each use of a pin as the place in the map and the BCM number."""
        if self.ring is not None:
            yield "ring", self.ring
        for name, pin in self.buttons.items():
            yield f"buttons.{name}", pin
        for name, pair in self.encoders.items():
            yield from ((f"encoders.{name}", pin) for pin in pair)
        if self.piezo is not None:
            yield "outputs.piezo", self.piezo
        if self.lights_power is not None:
            yield "inputs.lights_power", self.lights_power


def load_pins() -> PinMap:
    """Give the pin map that is packaged with the device.

    Raises:
        PinMapError: when it can't be used.
    """
    return parse_pins(files("device").joinpath("pins.toml").read_text(encoding="utf-8"))


def parse_pins(text: str) -> PinMap:
    """Read a pin map.

    Raises:
        PinMapError: when it is not readable, names a part that does not exist, or has a conflict.
    """
    try:
        came = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise PinMapError(f"the pin map is not readable TOML: {error}") from error
    _only(came, "the pin map", ("ring", "buttons", "encoders", "outputs", "inputs", "display", "leds"))
    buttons = _table(came, "buttons", (*BUTTON_SIGNS, OK, BACK))
    encoders = dict(_table(came, "encoders"))
    clicks = encoders.pop("clicks_a_pulse", 1)
    if type(clicks) is not int or clicks not in CLICKS_A_PULSE:
        raise PinMapError(f"encoders.clicks_a_pulse: {clicks!r} came, expected 1 or 2")
    outputs = _table(came, "outputs", ("piezo",))
    inputs = _table(came, "inputs", ("lights_power",))
    pins = PinMap(
        ring=_pin(came["ring"], "ring") if "ring" in came else None,
        buttons=MappingProxyType({n: _pin(pin, f"buttons.{n}") for n, pin in buttons.items()}),
        encoders=MappingProxyType({n: _pair(pair, f"encoders.{n}") for n, pair in encoders.items()}),
        piezo=_pin(outputs["piezo"], "outputs.piezo") if "piezo" in outputs else None,
        leds=_leds(came),
        display=_display(came),
        clicks_a_pulse=clicks,
        lights_power=_pin(inputs["lights_power"], "inputs.lights_power")
        if "lights_power" in inputs
        else None,
    )
    _check_conflicts(pins)
    return pins


def _check_conflicts(pins: PinMap) -> None:
    taken: dict[int, str] = {}
    for where, pin in pins.uses():
        if pin in RESERVED and not (where == "ring" and pin == RING_ON_SPI):
            raise PinMapError(f"{where} is on GPIO{pin}, which belongs to {RESERVED[pin]}")
        if pin in taken:
            raise PinMapError(f"{where} is on GPIO{pin}, where {taken[pin]} is already")
        taken[pin] = where


def _leds(came: Mapping[str, object]) -> LedCounts:
    counts = _table(came, "leds", ("ring", "buttons", "ok", "back"))
    for name, count in counts.items():
        if type(count) is not int or not 0 <= count <= 60:
            raise PinMapError(f"leds.{name}: {count!r} came, expected a number of LEDs from 0 to 60")
    return LedCounts(**counts)  # type: ignore[arg-type]


def _display(came: Mapping[str, object]) -> DisplayKind:
    display = _table(came, "display", ("chip", "address"))
    chip = display.get("chip", DisplayKind.chip)
    if chip not in list(DisplayChip):
        raise PinMapError(f"display.chip: {chip!r} came, expected one of {', '.join(DisplayChip)}")
    address = display.get("address", DisplayKind.address)
    if type(address) is not int or not 0x08 <= address <= 0x77:
        raise PinMapError(f"display.address: {address!r} came, expected an address on I²C, 0x08 to 0x77")
    return DisplayKind(DisplayChip(str(chip)), address)


def _table(
    came: Mapping[str, object], name: str, known: tuple[str, ...] | None = None
) -> Mapping[str, object]:
    table = came.get(name, {})
    if not isinstance(table, dict):
        raise PinMapError(f"{name}: {table!r} came, expected a table")
    if known is not None:
        _only(table, name, known)
    return table


def _only(came: Mapping[str, object], where: str, known: tuple[str, ...]) -> None:
    for name in came:
        if name not in known:
            raise PinMapError(f"{where}: {name} came, expected only {', '.join(known)}")


def _pair(came: object, where: str) -> tuple[int, int]:
    if not isinstance(came, list) or len(came) != 2:
        raise PinMapError(f"{where}: {came!r} came, expected two pins")
    return _pin(came[0], where), _pin(came[1], where)


def _pin(came: object, where: str) -> int:
    if type(came) is not int or not 0 <= came <= 27:
        raise PinMapError(f"{where}: {came!r} came, expected a BCM number from 0 to 27")
    return came
