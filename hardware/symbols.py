"""The symbols of the wiring: each draws a part of the circuit on a sheet, its pins and its name."""

from hardware.circuit import GND, HEADER_REF, V33, Circuit
from hardware.sheet import Point, Sheet


class Pen:
    """Draws parts and wires of a circuit on a sheet."""

    def __init__(self, plan: Circuit, sheet: Sheet) -> None:
        self.plan = plan
        self.sheet = sheet

    def title(self, at: Point, words: str, says: str = "") -> None:
        """Write what a block is, and below it what is to be known."""
        self.sheet.text(at, words, 4, weight="bold")
        if says:
            self.sheet.text((at[0], at[1] + 4.2), says, 2.7)

    def colour(self, net: str) -> str:
        """Give the colour of a net's wires."""
        return self.plan.nets[net].colour

    def wire(self, net: str, *points: Point) -> None:
        """Draw a wire of a net."""
        self.sheet.wire(self.colour(net), *points)

    def tag(self, net: str, at: Point, towards: str = "right", words: str = "") -> None:
        """Hang a net's tag on a point; unless *words* are given, with its place on the header."""
        places = [pin for ref, pin in self.plan.nets[net].ends if ref == HEADER_REF]
        said = words or (f"pin {places[0]} · {net}" if places else net)
        self.sheet.tag(net, at, said, self.colour(net), towards)

    def ground(self, start: Point, at: Point) -> None:
        """Draw a wire to ground."""
        self.wire(GND, start, at)
        self.sheet.ground(at)

    def three_volts(self, at: Point) -> None:
        """Go up from a point to 3.3 V."""
        x, y = at
        self.wire(V33, at, (x, y - 4))
        self.tag(V33, (x, y - 4), "left", "3V3 · pin 1 or 17")

    def across(self, ref: str, left: Point, width: float = 12, pins: tuple[str, str] = ("1", "2")) -> Point:
        """Draw a resistor or fuse that lies; give its right end."""
        x, y = left
        self.sheet.box((x + 1.5, y - 1.7), width - 3, 3.4)
        right = (x + width, y)
        self.sheet.line(left, (x + 1.5, y))
        self.sheet.line((x + width - 1.5, y), right)
        self.sheet.text((x + width / 2, y - 2.6), f"{ref} {self.plan.parts[ref].value}", 2.7, "middle")
        self.sheet.pin(ref, pins[0], left)
        self.sheet.pin(ref, pins[1], right)
        return right

    def capacitor(self, ref: str, top: Point, label: Point, pins: tuple[str, str] = ("1", "2")) -> None:
        """Draw a capacitor that stands, with ground below it."""
        x, y = top
        bottom = (x, y + 5)
        self.sheet.line(top, (x, y + 2))
        self.sheet.line((x - 2, y + 2), (x + 2, y + 2))
        self.sheet.line((x - 2, y + 3), (x + 2, y + 3))
        self.sheet.line((x, y + 3), bottom)
        if pins[0] == "+":
            self.sheet.text((x - 2.8, y + 2), "+", 3, "middle")
        self.sheet.pin(ref, pins[0], top)
        self.sheet.pin(ref, pins[1], bottom)
        self.sheet.text(label, f"{ref} {self.plan.parts[ref].value}", 2.7)
        self.ground(bottom, (x, y + 7))

    def resistor_down(self, ref: str, top: Point, label: Point) -> Point:
        """Draw a resistor that stands; give its lower end."""
        x, y = top
        self.sheet.box((x - 1.5, y + 1), 3, 6)
        bottom = (x, y + 8)
        self.sheet.line(top, (x, y + 1))
        self.sheet.line((x, y + 7), bottom)
        self.sheet.pin(ref, "1", top)
        self.sheet.pin(ref, "2", bottom)
        self.sheet.text(label, f"{ref} {self.plan.parts[ref].value}", 2.7)
        return bottom

    def place(self, net: str) -> str:
        """Give where on the header a net is."""
        return next(pin for ref, pin in self.plan.nets[net].ends if ref == HEADER_REF)

    def switch(self, ref: str, y: float) -> None:
        """Draw a push button whose contacts are at x = 26, at *y* and 8 below."""
        sheet = self.sheet
        sheet.box((12, y - 3), 14, 14)
        sheet.line((26, y), (21, y), (21, y + 2))
        sheet.line((26, y + 8), (21, y + 8), (21, y + 6))
        sheet.line((19.5, y + 1.6), (19.5, y + 6.4))
        sheet.line((19.5, y + 4), (16, y + 4))
        sheet.text((12, y - 4.2), ref, 3, weight="bold")
        sheet.pin(ref, "NO", (26, y))
        sheet.pin(ref, "C", (26, y + 8))

    def diode(self, ref: str, top: Point) -> None:
        """Draw a diode that holds a line down to ground."""
        x, y = top
        sheet = self.sheet
        sheet.line(top, (x, y + 2.5))
        sheet.line((x - 2.6, y + 3.3), (x - 2, y + 2.5), (x + 2, y + 2.5), (x + 2.6, y + 1.7))
        sheet.line((x, y + 2.5), (x - 1.8, y + 5.5), (x + 1.8, y + 5.5), (x, y + 2.5))
        sheet.line((x, y + 5.5), (x, y + 7))
        sheet.pin(ref, "K", top)
        sheet.pin(ref, "A", (x, y + 7))
        sheet.text((x + 3.2, y + 6), f"{ref} {self.plan.parts[ref].value}", 2.7)
        self.ground((x, y + 7), (x, y + 9))
