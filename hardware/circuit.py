"""The circuit as data: parts, their pins, and the nets that join them, laid out from the pin map.

Drawing, pin table and tests all come from here. A part's number is its seat's: button S1 with socket X1,
its resistor R1, capacitor C1, diode D1 and light L1; 7 is OK and 8 is BACK.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import StrEnum
from types import MappingProxyType

from device.pins import BACK, BUTTON_SIGNS, OK, PinMap, load_pins
from hardware.header import HEADER, physical, power


class Version(StrEnum):
    """How much of the table is built; each holds what the one before it has."""

    BUTTONS = "buttons"
    PANEL = "panel"
    FULL = "full"


@dataclass(frozen=True)
class Part:
    """What is soldered in; `open_pins` are left away on purpose."""

    ref: str
    value: str
    version: Version
    pins: tuple[str, ...]
    open_pins: tuple[str, ...] = ()


@dataclass(frozen=True)
class Net:
    """What is joined: pins as part and pin, such as ("R1", "2")."""

    name: str
    says: str
    colour: str
    ends: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Circuit:
    """All parts by their reference, all nets by their name, and which net each joined pin is in."""

    parts: Mapping[str, Part]
    nets: Mapping[str, Net]
    joined: Mapping[tuple[str, str], Net]

    def net_of(self, ref: str, pin: str) -> Net | None:
        """Give what a pin is joined to, None where it is left open."""
        return self.joined.get((ref, pin))


REVISION = "r2"
"""Goes up with whatever is joined otherwise; the drawing bears it, and the issue form asks for it."""
HEADER_REF = "J1"
GND, V33, LIGHTS = "gnd", "3v3", "5v_lights"
SENSE = "5v_sense"
"""What the ring's own 5 V comes back by: joined with those of the lights at the ring, and nowhere else."""

CLAIM_RESISTOR = "1 kΩ"
CLAIM_CAPACITOR = "10 nF"
SENSE_RESISTOR, SENSE_PULL_DOWN = "6.8 kΩ", "10 kΩ"
LIGHTS_CAPACITOR = "1000 µF"
NUMBERS = MappingProxyType({name: i for i, name in enumerate((*BUTTON_SIGNS, OK, BACK), 1)})
"""What the references of a button and its parts end with."""


def net_names(pins: PinMap) -> Iterator[tuple[str, int]]:
    """Yield the net of each use of a pin, which is named like the place in the map, and the BCM number."""
    seen: dict[str, int] = {}
    for place, gpio in pins.uses():
        name = place.rpartition(".")[2]
        if place.startswith("encoders."):
            seen[name] = seen.get(name, 0) + 1
            name = f"{name}_{'ab'[seen[name] - 1]}"
        yield name, gpio


class _Bench:
    """Collects parts and joins pins by the name of their net."""

    def __init__(self) -> None:
        self.parts: dict[str, Part] = {}
        self.ends: dict[str, list[tuple[str, str]]] = {}
        self.looks: dict[str, tuple[str, str]] = {}

    def net(self, name: str, says: str, colour: str) -> None:
        self.looks[name] = says, colour
        self.ends[name] = []

    def put(self, ref: str, value: str, version: Version, **joined: str | None) -> None:
        """Put in a part with its pins; a pin is written `_1` or `A`, and None leaves it open."""
        at = {
            pin.removeprefix("_").replace("plus", "+").replace("minus", "−"): net
            for pin, net in joined.items()
        }
        self.parts[ref] = Part(
            ref, value, version, tuple(at), tuple(p for p, net in at.items() if net is None)
        )
        for pin, net in at.items():
            if net is not None:
                self.ends[net].append((ref, pin))

    def done(self) -> Circuit:
        nets = {
            name: Net(name, says, colour, tuple(self.ends[name]))
            for name, (says, colour) in self.looks.items()
        }
        joined = {end: net for net in nets.values() for end in net.ends}
        return Circuit(MappingProxyType(self.parts), MappingProxyType(nets), MappingProxyType(joined))


def circuit(pins: PinMap | None = None) -> Circuit:
    """Lay out the circuit for a pin map, that of the software unless another is given."""
    pins = pins or load_pins()
    bench = _Bench()
    bench.net(GND, "ground", "black")
    bench.net(V33, "3.3 V from the Pi", "orange")
    for name, gpio in net_names(pins):
        bench.net(name, f"GPIO{gpio}", _colour(name))
    _put_header(bench, pins)
    _put_buttons(bench, pins)
    _put_encoders(bench, pins)
    _put_piezo(bench, pins)
    _put_bus(bench)
    _put_lights(bench, pins)
    return bench.done()


def _colour(net: str) -> str:
    if net.startswith("encoder"):
        return "blue" if net.endswith("_a") else "violet"
    return {"ring": "green", "piezo": "brown", "lights_power": "brown"}.get(net, "yellow")


def _put_header(bench: _Bench, pins: PinMap) -> None:
    bench.net("sda", "I²C data, GPIO2", "white")
    bench.net("scl", "I²C clock, GPIO3", "grey")
    at: dict[int, str] = {physical(gpio): name for name, gpio in net_names(pins)}
    at |= {physical(2): "sda", physical(3): "scl"}
    at |= dict.fromkeys(power("GND"), GND) | dict.fromkeys(power("3V3"), V33)
    joined = {f"_{pin}": at.get(pin) for pin in HEADER}
    bench.put(HEADER_REF, "40-pin header of the Pi", Version.BUTTONS, **joined)


def _put_buttons(bench: _Bench, pins: PinMap) -> None:
    pulled: dict[str, str | None] = {"_1": V33}
    for name in pins.buttons:
        i = NUMBERS[name]
        if name in BUTTON_SIGNS:
            lead = f"lead_{i}"
            bench.net(lead, f"the lead of {name}", "yellow")
            bench.put(f"S{i}", "push button, normally open", Version.BUTTONS, NO=lead, C=GND)
            bench.put(f"X{i}", "3.5 mm socket", Version.BUTTONS, T=lead, R=GND, S=GND)
            bench.put(f"D{i}", "P6KE6.8A", Version.BUTTONS, K=lead, A=GND)
            bench.put(f"R{i}", CLAIM_RESISTOR, Version.BUTTONS, _1=lead, _2=name)
            bench.put(f"C{i}", CLAIM_CAPACITOR, Version.BUTTONS, _1=name, _2=GND)
        else:
            bench.put(f"S{i}", "push button, normally open", Version.PANEL, NO=name, C=GND)
        pulled[f"_{i + 1}"] = name
    bench.put("RN1", "8 × 10 kΩ, bussed", Version.BUTTONS, **pulled)


def _put_encoders(bench: _Bench, pins: PinMap) -> None:
    for i, name in enumerate(pins.encoders, 1):
        bench.put(f"E{i}", "rotary encoder", Version.PANEL, A=f"{name}_a", B=f"{name}_b", C=GND)


def _put_piezo(bench: _Bench, pins: PinMap) -> None:
    if pins.piezo is not None:
        bench.net("piezo_out", "the piezo behind R9", "brown")
        bench.put("R9", "330 Ω", Version.PANEL, _1="piezo", _2="piezo_out")
        bench.put("BZ1", "passive piezo", Version.PANEL, _1="piezo_out", _2=GND)


def _put_bus(bench: _Bench) -> None:
    bench.net("display_reset", "the display's reset", "violet")
    bench.put("R10", "10 kΩ", Version.PANEL, _1=V33, _2="display_reset")
    bench.put("C10", "1 µF", Version.PANEL, _1="display_reset", _2=GND)
    bench.put(
        "DS1",
        "128 × 64 OLED, I²C",
        Version.PANEL,
        GND=GND,
        VCC=V33,
        SCL="scl",
        SDA="sda",
        RES="display_reset",
        DC=GND,
        CS=GND,
    )
    bench.put("RTC1", "clock with DS3231", Version.FULL, VCC=V33, GND=GND, SDA="sda", SCL="scl")


def light_names(pins: PinMap) -> list[tuple[str, str]]:
    """Give the single lights in the order of the chain: reference and what it lights."""
    claims = [(f"L{i}", f"seat {i}") for i in range(1, pins.leds.buttons + 1)]
    panel = [("L7", "OK")] * pins.leds.ok + [("L8", "BACK")] * pins.leds.back
    return claims + panel


def _put_lights(bench: _Bench, pins: PinMap) -> None:
    if pins.ring is None:
        return
    full = Version.FULL
    bench.net("5v_in", "5 V from the lights' supply", "red")
    bench.net(LIGHTS, "5 V for the lights, behind F1", "red")
    bench.net("data_5v", "the chain's data at 5 V", "green")
    bench.net("data_1", "the chain's data, into the ring", "green")
    bench.put("J2", "socket of the lights' supply", full, plus="5v_in", minus=GND)
    bench.put("F1", "polyfuse 1.1 A", full, _1="5v_in", _2=LIGHTS)
    bench.put("C11", LIGHTS_CAPACITOR, full, plus=LIGHTS, minus=GND)
    bench.put("C12", "100 nF", full, _1=LIGHTS, _2=GND)
    at: dict[str, str | None] = {f"_{pin}": GND for pin in range(1, 15)}
    at |= {"_2": "ring", "_3": "data_5v", "_6": None, "_8": None, "_11": None, "_14": LIGHTS}
    bench.put("U1", "74AHCT125", full, **at)
    bench.put("R11", "10 kΩ", full, _1="ring", _2=GND)
    bench.put("R12", "470 Ω", full, _1="data_5v", _2="data_1")
    sense = _put_sense(bench, pins)
    chain = [("RING1", f"ring of {pins.leds.ring} LEDs"), *light_names(pins)]
    for i, (ref, value) in enumerate(chain, 1):
        out = f"data_{i + 1}" if i < len(chain) else None
        if out is not None:
            bench.net(out, f"the chain's data behind {ref}", "green")
        joined = {"_5V": LIGHTS, "GND": GND, "DIN": f"data_{i}", "DOUT": out}
        bench.put(ref, value, full, **joined, **({"SENSE": sense} if ref == "RING1" else {}))


def _put_sense(bench: _Bench, pins: PinMap) -> str | None:
    """Put in what tells the Pi that 5 V arrives at the ring; give the net of the wire that comes back."""
    if pins.lights_power is None:
        return None
    bench.net(SENSE, "the ring's 5 V, back to R13", "red")
    bench.put("R13", SENSE_RESISTOR, Version.FULL, _1=SENSE, _2="lights_power")
    bench.put("R14", SENSE_PULL_DOWN, Version.BUTTONS, _1="lights_power", _2=GND)
    return SENSE
