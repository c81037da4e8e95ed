"""The wiring on one sheet: wiring.svg, drawn from the circuit (hardware/circuit.py).

A tag with the number of a pin stands for a wire to that pin of the header, so nothing crosses.
"""

from collections.abc import Mapping, Sequence

from device.pins import BUTTON_SIGNS, RESERVED, PinMap, load_pins
from hardware.circuit import (
    GND,
    HEADER_REF,
    LIGHTS,
    NUMBERS,
    REVISION,
    SENSE,
    V33,
    Circuit,
    Version,
    circuit,
    light_names,
)
from hardware.header import HEADER, POWER
from hardware.sheet import Point, Sheet
from hardware.symbols import Pen

WIDTH, HEIGHT = 420, 297


def files() -> Mapping[str, bytes]:
    """Give wiring.svg."""
    return {"wiring.svg": drawing(load_pins())}


def drawing(pins: PinMap) -> bytes:
    """Draw the wiring of a pin map."""
    return _Drawing(pins, circuit(pins)).draw()


class _Drawing:
    def __init__(self, pins: PinMap, plan: Circuit) -> None:
        self._pins = pins
        self._plan = plan
        self._sheet = Sheet(WIDTH, HEIGHT, "Khepri: the wiring of the table")
        self._pen = Pen(plan, self._sheet)

    def draw(self) -> bytes:
        sheet = self._sheet
        sheet.text((8, 11), f"Khepri: the wiring, {REVISION}", 6, weight="bold")
        sheet.text(
            (412, 8),
            "A tag is a wire to the tags of the same name. The number is the pin of the header.",
            2.8,
            "end",
        )
        sheet.text(
            (412, 12.5),
            "Drawn from device/pins.toml. Not yet tried on a physical Pi: measure as README.md says.",
            2.8,
            "end",
        )
        self._claims()
        self._header()
        if self._pins.ring is not None:
            self._supply()
            self._shifter()
            self._chain()
        self._encoders()
        self._piezo()
        self._display()
        self._clock()
        self._legend()
        return sheet.bytes()

    def _claims(self) -> None:
        self._pen.title(
            (8, 21),
            "Buttons",
            "Left of the dashed line: on the lead. D1–D6 sit on the sockets, band at T.",
        )
        self._sheet.line((47, 28), (47, 164), look="dashed")
        last = 0.0
        rn_pins: list[tuple[int, float]] = []
        for name in self._pins.buttons:
            i = NUMBERS[name]
            if name in BUTTON_SIGNS:
                y = 36 + (i - 1) * 22.0
                self._claim(i, name, y)
            else:
                y = 36 + 6 * 22.0 + (i - 7) * 19.0
                self._panel_button(i, name, y)
            rn_pins.append((i + 1, y))
            last = max(last, y)
        x = 152.0
        self._sheet.box((x, 31), 9, last - 27)
        self._sheet.text((x + 4.5, last + 10), "RN1 8 × 10 kΩ", 2.7, "middle")
        for pin, y in rn_pins:
            self._sheet.pin("RN1", str(pin), (x, y))
            self._sheet.text((x + 1.6, y + 1), str(pin), 2.7)
        self._sheet.pin("RN1", "1", (x + 4.5, 31))
        self._sheet.text((x + 4.5, 35), "1", 2.7, "middle")
        self._pen.three_volts((x + 4.5, 31))

    def _claim(self, i: int, name: str, y: float) -> None:
        sheet, lead = self._sheet, f"lead_{i}"
        self._pen.switch(f"S{i}", y)
        sheet.text((17.5, y - 4.2), name, 2.7)
        socket = 56.0
        sheet.box((socket - 5, y - 3), 10, 14, radius=2)
        sheet.text((socket, y - 4.2), f"X{i}", 3, "middle", weight="bold")
        self._pen.wire(lead, (26, y), (socket, y), (71, y), (84, y), (90, y))
        self._pen.wire(GND, (26, y + 8), (socket, y + 8), (64, y + 8))
        self._pen.wire(GND, (socket, y + 4), (socket, y + 8))
        sheet.ground((64, y + 8))
        for pin, at in (("T", y), ("R", y + 4), ("S", y + 8)):
            sheet.pin(f"X{i}", pin, (socket, at), 1)
            sheet.text((socket + 1.4, at - 1), pin, 2.4)
        self._pen.diode(f"D{i}", (78, y))
        sheet.dot(self._pen.colour(lead), (78, y))
        right = self._pen.across(f"R{i}", (90, y), 14)
        self._pen.wire(name, right, (112, y), (134, y), (152, y))
        self._pen.capacitor(f"C{i}", (112, y), (114.6, y + 6))
        sheet.dot(self._pen.colour(name), (112, y))
        self._hang(name, (134, y))

    def _hang(self, name: str, at: Point) -> None:
        """Hang the tag to the header below a wire."""
        x, y = at
        self._pen.wire(name, at, (x, y + 5))
        self._sheet.dot(self._pen.colour(name), at)
        self._pen.tag(name, (x, y + 5), words=f"pin {self._pen.place(name)}")

    def _panel_button(self, i: int, name: str, y: float) -> None:
        self._pen.switch(f"S{i}", y)
        self._sheet.text((17.5, y - 4.2), name.upper(), 2.7)
        self._pen.wire(name, (26, y), (134, y), (152, y))
        self._hang(name, (134, y))
        self._pen.ground((26, y + 8), (34, y + 8))

    def _header(self) -> None:
        sheet = self._sheet
        self._pen.title(
            (168, 21), "Header of the Pi, from above", "Pin 1 has a square pad, at the board's corner."
        )
        top, pitch, left, right = 33.0, 6.4, 205.0, 219.0
        sheet.box((left - 5, top - 4.5), right - left + 10, 19 * pitch + 9)
        for pin, name in HEADER.items():
            is_left = pin % 2 == 1
            x, y = (left if is_left else right), top + ((pin - 1) // 2) * pitch
            sign, towards = (-1, "left") if is_left else (1, "right")
            sheet.text((x - sign * 2.0, y + 1), str(pin), 2.7, "start" if is_left else "end")
            net = self._plan.net_of(HEADER_REF, str(pin))
            if net is None:
                sheet.open_pin(HEADER_REF, str(pin), (x, y))
                sheet.text(
                    (x + sign * 5.5, y + 1), _unused(name), 2.7, "end" if is_left else "start", ink="#777"
                )
                continue
            out = (x + sign * 4.5, y)
            self._pen.wire(net.name, (x, y), out)
            sheet.pin(HEADER_REF, str(pin), (x, y), 1)
            words = name if name in ("GND", "3V3") else f"{name} · {net.name}"
            sheet.tag(net.name, out, words, net.colour, towards)

    def _supply(self) -> None:
        sheet = self._sheet
        self._pen.title(
            (270, 21), "Supply of the lights", "5 V, 3 A, of its own: joined with the Pi at ground only."
        )
        y = 38.0
        sheet.box((270, y - 4), 18, 15)
        sheet.text((272, y - 5), "J2 supply", 3, weight="bold")
        sheet.text((272, y + 1), "5 V +", 2.7)
        sheet.text((272, y + 8), "−", 2.7)
        sheet.pin("J2", "+", (288, y))
        sheet.pin("J2", "−", (288, y + 7))
        self._pen.ground((288, y + 7), (294, y + 7))
        self._pen.wire("5v_in", (288, y), (298, y))
        right = self._pen.across("F1", (298, y), 16)
        self._pen.wire(LIGHTS, right, (328, y), (350, y), (372, y))
        for ref, x, ends in (("C11", 328, ("+", "−")), ("C12", 350, ("1", "2"))):
            self._pen.capacitor(ref, (x, y), (x + 3, y + 6), ends)
            sheet.dot("red", (x, y))
        self._pen.tag(LIGHTS, (372, y), words="5 V for the lights")

    def _shifter(self) -> None:
        sheet = self._sheet
        self._pen.title((270, 59), "Level shifter", "3.3 V to 5 V; C12 close to pins 14 and 7.")
        x, y, pitch = 324.0, 71.0, 6.2
        sheet.box((x, y - 4), 22, 6 * pitch + 8)
        sheet.text((x + 11, y + 6 * pitch + 8), "U1 74AHCT125, from above", 3, "middle", weight="bold")
        for pin in range(1, 15):
            is_left = pin < 8
            at = (x if is_left else x + 22, y + (pin - 1 if is_left else 14 - pin) * pitch)
            sign, towards = (-1, "left") if is_left else (1, "right")
            sheet.text((at[0] - sign * 1.8, at[1] + 1), str(pin), 2.7, "start" if is_left else "end")
            net = self._plan.net_of("U1", str(pin))
            if net is None:
                sheet.open_pin("U1", str(pin), at)
                continue
            out = (at[0] + sign * 6, at[1])
            if net.name == GND:
                self._pen.wire(GND, at, out)
                self._pen.tag(GND, out, towards, "GND")
            elif net.name == LIGHTS:
                self._pen.wire(LIGHTS, at, out)
                self._pen.tag(LIGHTS, out, towards, "5 V for the lights")
            sheet.pin("U1", str(pin), at)
        ring, shifted = y + pitch, y + 2 * pitch
        self._pen.wire("ring", (x, ring), (294, ring), (291, ring))
        self._pen.tag("ring", (291, ring), "left")
        sheet.dot("green", (294, ring))
        self._pen.wire("ring", (294, ring), (294, ring + 2))
        bottom = self._pen.resistor_down("R11", (294, ring + 2), (275, ring + 7))
        self._pen.ground(bottom, (294, ring + 12.5))
        self._pen.wire("data_5v", (x, shifted), (x - 6, shifted))
        self._pen.tag("data_5v", (x - 6, shifted), "left", "data, 5 V")

    def _chain(self) -> None:
        sheet = self._sheet
        top = 126.0
        self._pen.title(
            (270, top),
            "The chain of lights",
            "Ring, seats 1 to 6 (each beside its socket, in the box), OK, BACK.",
        )
        cx, cy, radius = 318.0, top + 24, 13.0
        sheet.ring((cx, cy), radius, "part")
        sheet.ring((cx, cy), radius - 5, "thin")
        sheet.text((cx, cy + 0.2), "RING1", 3, "middle", weight="bold")
        sheet.text((cx, cy + 4), f"{self._pins.leds.ring} LEDs", 2.7, "middle")
        pins = {
            "DIN": (cx - radius, cy - 3),
            "5V": (cx - radius, cy + 3),
            "GND": (cx + 10, cy + 8.5),
            "DOUT": (cx + radius, cy - 3),
            "SENSE": (cx + radius, cy + 3),
        }
        for pin, at in pins.items():
            if pin != "SENSE":
                sheet.pin("RING1", pin, at)
            is_left = at[0] < cx
            beside = at[1] + (3.4 if pin in ("5V", "GND") else -1.4)
            sheet.text((at[0] + (-1.2 if is_left else 1.2), beside), pin, 2.4, "end" if is_left else "start")
        self._pen.wire("data_5v", (280, cy - 3), (284, cy - 3))
        self._pen.tag("data_5v", (280, cy - 3), "left", "data, 5 V")
        right = self._pen.across("R12", (284, cy - 3), 14)
        self._pen.wire("data_1", right, pins["DIN"])
        self._pen.wire(LIGHTS, pins["5V"], (cx - radius - 6, cy + 3))
        self._pen.tag(LIGHTS, (cx - radius - 6, cy + 3), "left", "5 V for the lights")
        self._pen.ground(pins["GND"], (cx + 20, cy + 8.5))
        self._sense(pins["SENSE"])
        lights = light_names(self._pins)
        y, pitch, first = top + 57, 18.0, 266.0
        before: Point = pins["DOUT"]
        self._pen.wire(LIGHTS, *((first + 6 + n * pitch, y - 8) for n in range(len(lights))))
        self._pen.wire(GND, *((first + 6 + n * pitch, y + 8) for n in range(len(lights))))
        for n, (ref, says) in enumerate(lights):
            x = first + n * pitch
            sheet.box((x, y - 4.5), 12, 9)
            sheet.text((x + 6, y - 0.4), ref, 3, "middle", weight="bold")
            sheet.text((x + 6, y + 2.9), says, 2.4, "middle")
            data = f"data_{n + 2}"
            if n == 0:
                turn = top + 41
                self._pen.wire(data, before, (410, before[1]), (410, turn), (263, turn), (263, y), (x, y))
            else:
                self._pen.wire(data, before, (x, y))
            before = (x + 12, y)
            self._pen.wire(LIGHTS, (x + 6, y - 8), (x + 6, y - 4.5))
            self._pen.wire(GND, (x + 6, y + 8), (x + 6, y + 4.5))
            for colour, at in (("red", (x + 6, y - 8)), ("black", (x + 6, y + 8))):
                sheet.dot(colour, at)
            sheet.pin(ref, "DIN", (x, y))
            sheet.pin(ref, "5V", (x + 6, y - 4.5))
            sheet.pin(ref, "GND", (x + 6, y + 4.5))
            if n + 1 < len(lights):
                sheet.pin(ref, "DOUT", before)
            else:
                sheet.open_pin(ref, "DOUT", before)
        last = first + 6 + (len(lights) - 1) * pitch
        self._pen.wire(LIGHTS, (last, y - 8), (last, y - 11.5))
        self._pen.tag(LIGHTS, (last, y - 11.5), "left", "5 V for the lights")
        sheet.ground((last, y + 8))
        sheet.text((266, y + 14), "In each light: DIN left, DOUT right. Follow the arrows on the board.", 2.7)
        if self._pins.lights_power is not None:
            sheet.text((266, y + 18), "SENSE is no pad of its own: a second wire at the ring's 5 V.", 2.7)

    def _sense(self, at: Point) -> None:
        """Draw how the Pi sees that 5 V arrives at the ring."""
        if self._pins.lights_power is None:
            self._sheet.open_pin("RING1", "SENSE", at)
            return
        x, y = at
        self._pen.wire(SENSE, at, (x + 12, y))
        node = self._pen.across("R13", (x + 12, y), 14)
        self._sheet.pin("RING1", "SENSE", at)
        self._pen.wire("lights_power", node, (x + 30, y), (x + 34, y))
        self._pen.tag("lights_power", (x + 34, y))
        self._sheet.dot(self._pen.colour("lights_power"), (x + 30, y))
        self._pen.wire("lights_power", (x + 30, y), (x + 30, y + 1.5))
        bottom = self._pen.resistor_down("R14", (x + 30, y + 1.5), (x + 33, y + 6.5))
        self._pen.ground(bottom, (x + 30, y + 10))

    def _encoders(self) -> None:
        self._pen.title((8, 214), "Wheels", "Turned clockwise, A closes first.")
        for n, name in enumerate(self._pins.encoders):
            y = 230 + n * 22.5
            ref = f"E{n + 1}"
            self._sheet.box((12, y - 5), 18, 16)
            self._sheet.text((12, y - 6.2), f"{ref} {name}", 2.8, weight="bold")
            for pin, net, dy in (("A", f"{name}_a", 0), ("B", f"{name}_b", 5), ("C", GND, 9.5)):
                at = (30.0, y - 2 + dy)
                self._sheet.text((27.5, at[1] + 1), pin, 2.7, "end")
                if net == GND:
                    self._pen.ground(at, (38, at[1]))
                else:
                    self._pen.wire(net, at, (38, at[1]))
                    self._pen.tag(net, (38, at[1]))
                self._sheet.pin(ref, pin, at)

    def _piezo(self) -> None:
        if self._pins.piezo is None:
            return
        sheet, y = self._sheet, 230.0
        self._pen.title((92, 214), "Piezo", "Passive, no magnetic buzzer.")
        self._pen.wire("piezo", (122, y), (126, y))
        self._pen.tag("piezo", (122, y), "left")
        right = self._pen.across("R9", (126, y), 14)
        self._pen.wire("piezo_out", right, (144, y), (144, y + 4))
        sheet.box((139, y + 4), 10, 8, radius=4)
        sheet.text((138, y + 9), "BZ1", 3, "end", weight="bold")
        sheet.pin("BZ1", "1", (144, y + 4))
        sheet.pin("BZ1", "2", (144, y + 12))
        self._pen.ground((144, y + 12), (144, y + 15))

    def _display(self) -> None:
        sheet = self._sheet
        self._pen.title(
            (164, 214), "Display", "A module with four pins has no RES, DC, CS: leave R10, C10 away."
        )
        x, y, pitch = 236.0, 226.0, 7.0
        sheet.box((x, y - 4), 30, 6 * pitch + 8)
        sheet.text((x + 19, y + 3 * pitch - 1), "DS1", 3, "middle", weight="bold")
        sheet.text((x + 19, y + 3 * pitch + 3), "128 × 64", 2.7, "middle")
        for n, pin in enumerate(self._plan.parts["DS1"].pins):
            self._module_pin("DS1", pin, (x, y + n * pitch))
        reset = y + 4 * pitch
        right = self._pen.across("R10", (174, reset), 14)
        self._pen.wire(V33, (174, reset), (170, reset))
        self._pen.tag(V33, (170, reset), "left", "3V3 · pin 1 or 17")
        self._pen.wire("display_reset", right, (196, reset), (x, reset))
        sheet.dot("violet", (196, reset))
        self._pen.capacitor("C10", (196, reset), (177, reset + 7))
        for n, pin in enumerate(self._plan.parts["DS1"].pins):
            sheet.pin("DS1", pin, (x, y + n * pitch))

    def _clock(self) -> None:
        sheet = self._sheet
        self._pen.title((292, 214), "Clock, if wanted", "Not for a Pi 5, which has one.")
        x, y = 326.0, 228.0
        sheet.box((x, y - 5), 24, 32)
        sheet.text((x + 16, y + 10), "RTC1", 3, "middle", weight="bold")
        sheet.text((x + 16, y + 14), "DS3231", 2.7, "middle")
        for n, pin in enumerate(self._plan.parts["RTC1"].pins):
            self._module_pin("RTC1", pin, (x, y + n * 7))
            sheet.pin("RTC1", pin, (x, y + n * 7))

    def _module_pin(self, ref: str, pin: str, at: Point) -> None:
        """Name a pin at the left edge of a module, and tag its net where that leads to the header."""
        x, y = at
        self._sheet.text((x + 2, y + 1), pin, 2.7)
        net = self._plan.net_of(ref, pin)
        if net is None or net.name == "display_reset":
            return
        self._pen.wire(net.name, at, (x - 6, y))
        words = {GND: "GND", V33: "3V3 · pin 1 or 17"}.get(net.name, "")
        self._pen.tag(net.name, (x - 6, y), "left", words)

    def _legend(self) -> None:
        sheet = self._sheet
        self._pen.title((292, 262), "Wires and versions")
        seen = {
            "black": "ground",
            "red": "5 V, lights",
            "orange": "3.3 V",
            "yellow": "buttons",
            "green": "data",
        }
        seen |= {
            "blue": "wheels, A",
            "violet": "wheels, B; reset",
            "brown": "piezo; 5 V seen",
            "white": "SDA",
            "grey": "SCL",
        }
        for n, (colour, says) in enumerate(seen.items()):
            x, y = 292 + n // 5 * 42.0, 267.5 + n % 5 * 4.2
            sheet.line_of(colour, (x, y), (x + 8, y))
            sheet.text((x + 10, y + 1), f"{colour}: {says}", 2.7)
        for n, version in enumerate(Version):
            refs = [part.ref for part in self._plan.parts.values() if part.version is version]
            sheet.text((8 + n * 95, 294), f"{version}{'' if n == 0 else ' adds'}: {spans(refs)}", 2.7)


def _unused(name: str) -> str:
    """Say of a place on the header without a wire whether it may have one."""
    is_kept = name in POWER or int(name.removeprefix("GPIO")) in {0, 1, *RESERVED}
    return f"{name}: {'leave open' if is_kept else 'free'}"


def spans(refs: Sequence[str]) -> str:
    """Write references shortly: S1–S6, RN1."""
    found: dict[str, list[int]] = {}
    for ref in refs:
        letters = ref.rstrip("0123456789")
        found.setdefault(letters, []).append(int(ref[len(letters) :]))
    said = []
    for letters, numbers in found.items():
        for start in (n for n in numbers if n - 1 not in numbers):
            end = next(n for n in range(start, start + 99) if n + 1 not in numbers)
            said.append(f"{letters}{start}" + (f"–{letters}{end}" if end > start else ""))
    return ", ".join(said)
