"""The tables of README.md, pins.md and power.md, computed from the pin map and the software's own limits.

The pages are written by hand; what stands between `<!-- table: name -->` and `<!-- end -->` is put there.
"""

import csv
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from device.arbiter import DEAD_HEAT_US
from device.pins import RESERVED, PinMap, load_pins
from device.ring import Dimming
from hardware.circuit import GND, HEADER_REF, V33, Circuit, Net, Version, circuit
from hardware.header import HEADER, POWER
from hardware.power import (
    OHM_PER_METRE,
    PIS,
    STRONGEST_V,
    WEAKEST_V,
    capped_ma,
    drop_mv,
    leds_ma,
    pi_loads,
    sense_gone_s,
    sense_into_dark_pi_ma,
    sense_unsure_v,
    sense_v,
)
from hardware.timing import HIGH_V, LOW_V, press_delay, pressed_v, release_us, time_constant_us

FOLDER = Path(__file__).resolve().parent
LIGHTS_METRES = 0.4
PAGES = ("README.md", "pins.md", "power.md")

GIVES = {
    Version.BUTTONS: "six claim buttons: who was first; all else on a phone",
    Version.PANEL: "and OK, BACK, three wheels, display, piezo: an evening without a phone",
    Version.FULL: "and the ring, the lights of the buttons, a clock",
}

_PLACE = re.compile(r"(<!-- table: (\w+) -->\n).*?(<!-- end -->)", re.DOTALL)


def files() -> Mapping[str, bytes]:
    """Give the pages with their tables anew."""
    tables = all_tables(load_pins())
    return {name: page(name, tables) for name in PAGES}


def page(name: str, tables: Mapping[str, str]) -> bytes:
    """Give a page of hardware/ with the tables in their places."""
    text = (FOLDER / name).read_text(encoding="utf-8")
    return _PLACE.sub(lambda place: f"{place[1]}\n{tables[place[2]]}\n{place[3]}", text).encode()


def all_tables(pins: PinMap) -> Mapping[str, str]:
    """Give each table by its name."""
    return {
        "versions": _versions(),
        "timing": _timing(),
        "header": _header(circuit(pins)),
        "nets": _nets(circuit(pins)),
        "lights": _lights(pins),
        "wires": _wires(pins),
        "pis": _pis(pins),
        "loads": _loads(pins),
        "shared": _shared(pins),
        "sense": _sense(pins),
    }


def table(heads: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """Write a table in Markdown."""
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(map(str, line))} |\n" for line in lines)


def _versions() -> str:
    with (FOLDER / "parts.csv").open(encoding="utf-8", newline="") as file:
        listed = list(csv.DictReader(file))
    rows = []
    for version, says in GIVES.items():
        euro = sum(int(row[version]) * float(row["EUR each, rough"]) for row in listed)
        rows.append((version, says, f"{round(euro, -1):.0f} € or so"))
    return table(("version", "what it gives", "parts, rough prices of 2026"), rows)


def _timing() -> str:
    delay = press_delay()
    rows = [
        ("time constant of a press", f"{time_constant_us():.0f} µs"),
        ("the pin changes after the contact by", f"{delay.earliest_us:.0f} to {delay.latest_us:.0f} µs"),
        ("two buttons differ by it at most by", f"{delay.latest_us - delay.earliest_us:.0f} µs"),
        ("a dead heat is anything closer than", f"{DEAD_HEAT_US} µs"),
        ("at the pin while the button is held", f"{pressed_v():.2f} V (low is less than {LOW_V} V)"),
        ("after it is let go, high again in about", f"{release_us():.0f} µs (nothing is decided by it)"),
    ]
    return table(("what", "computed, all tolerances at their worst"), rows)


def _header(plan: Circuit) -> str:
    return table(("pin", "what", "net", "wire", "goes to"), (_pin(plan, pin) for pin in HEADER))


def _pin(plan: Circuit, pin: int) -> tuple[object, ...]:
    name, net = HEADER[pin], plan.net_of(HEADER_REF, str(pin))
    if net is not None:
        return pin, name, net.name, net.colour, _where(net)
    return pin, name, "", "", _left_open(name)


def _left_open(name: str) -> str:
    if name in POWER:
        return "left open: the lights have a supply of their own"
    gpio = int(name.removeprefix("GPIO"))
    if gpio in RESERVED:
        return f"left open: kept for {RESERVED[gpio]}"
    return "left open: for add-on boards" if gpio < 2 else "free"


def _where(net: Net) -> str:
    if net.name in (GND, V33):
        return "all of this name are joined on the board"
    return ", ".join(f"{ref} pin {pin}" for ref, pin in net.ends if ref != HEADER_REF)


def _nets(plan: Circuit) -> str:
    rows = (
        (net.name, net.colour, net.says, ", ".join(f"{ref}.{pin}" for ref, pin in net.ends))
        for net in plan.nets.values()
    )
    return table(("net", "wire", "what", "part and pin"), rows)


def _lights(pins: PinMap) -> str:
    cap = Dimming().cap_ma
    how = {
        f"{pins.leds.total} LEDs, dark": leds_ma(pins, 0),
        f"**the most, as the software drives them** (cap {cap} mA)": capped_ma(pins),
        "full white, if the software failed": leds_ma(pins, 1),
    }
    rows = ((says, f"{ma / 1000:.2f} A", f"{ma * 5 / 1000:.1f} W") for says, ma in how.items())
    return table(("how", "current", "power at 5 V"), rows)


def _wires(pins: PinMap) -> str:
    currents = (capped_ma(pins), leds_ma(pins, 1))
    rows = (
        (wire, *(f"{drop_mv(ma, LIGHTS_METRES, wire):.0f} mV" for ma in currents)) for wire in OHM_PER_METRE
    )
    return table(("wire", "as the software drives them", "full white"), rows)


def _hung_on_ma(pins: PinMap) -> float:
    return sum(load.ma for load in pi_loads(pins))


def _pis(pins: PinMap) -> str:
    hung = _hung_on_ma(pins)
    rows = (
        (
            pi.name,
            f"{pi.typical_ma / 1000:.2f} A",
            f"{(pi.typical_ma + hung) / 1000:.2f} A",
            f"5.1 V, {pi.supply_ma / 1000} A",
            pi.plug,
        )
        for pi in PIS
    )
    return table(("model", "bare board, typical", "with the table", "supply", "plug"), rows)


def _loads(pins: PinMap) -> str:
    rows = [(load.name, f"{load.ma:.0f} mA", load.rail, load.why) for load in pi_loads(pins)]
    rows.append(("together", f"{_hung_on_ma(pins):.0f} mA", "", ""))
    return table(("on the Pi", "at most", "from", "why"), rows)


def _shared(pins: PinMap) -> str:
    def said(ma: float, supply_ma: int) -> str:
        return f"{ma / 1000:.2f} A{' **too much**' if ma > supply_ma else ''}"

    rows = []
    for pi in PIS:
        here = pi.typical_ma + _hung_on_ma(pins)
        both = [said(here + lights, pi.supply_ma) for lights in (capped_ma(pins), leds_ma(pins, 1))]
        rows.append((pi.name, *both, f"{pi.supply_ma / 1000} A"))
    return table(("model", "with the cap", "with full white", "supply"), rows)


def _sense(pins: PinMap) -> str:
    free, pulled = (f"pull-down {'on' if on else 'off'}" for on in (False, True))
    rows = [
        (
            f"{ring_v:g} V",
            *(f"{low:.2f} to {high:.2f} V" for low, high in (sense_v(ring_v, on) for on in (False, True))),
            says,
        )
        for ring_v, says in (
            (STRONGEST_V, "the most a supply may give; the pin bears 3.3 V"),
            (5.0, "as it should be"),
            (WEAKEST_V, f"behind fuse and wire, at the least; high from {HIGH_V} V on"),
        )
    ]
    rows.append(("0 V", "0 V", "0 V", f"plug, lead, fuse or supply out; low below {LOW_V} V"))
    dark_s, alone_s = sense_gone_s(leds_ma(pins, 0)), sense_gone_s(0)
    low_v, high_v = sense_unsure_v(False)
    _, pulled_v = sense_unsure_v(True)
    return (
        table(("at the ring", f"at the pin, {free}", f"at the pin, {pulled}", ""), rows)
        + "\n"
        + table(
            ("what", "at most"),
            [
                (
                    "into a Pi that is off, while the lights' supply is in",
                    f"{sense_into_dark_pi_ma():.1f} mA",
                ),
                ("low after PS2 was pulled, with dark LEDs", f"{dark_s:.2f} s (C11 is emptied by them)"),
                ("the same, if the LEDs took nothing", f"{alone_s:.0f} s (R13 and R14 alone)"),
            ],
        )
        + f"\nBetween {low_v:.1f} and {high_v:.1f} V at the ring, or {pulled_v:.1f} V with the pull-down on"
        " (Khepri switches it off), the pin may read either: a supply that is going, or a fuse that is"
        " tripping.\n"
    )
