"""Where the parts sit on the perfboard of 50 × 70 mm, and which holes a wire joins on its solder side.

A hole is a column from 1 and a row from A, seen from the side of the parts. What is off the board comes by a
plug: `PLUGS` says which part a plug leads to, and which of its pins.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from math import dist
from types import MappingProxyType

from hardware.circuit import GND, HEADER_REF, LIGHTS, Circuit, Net, Version
from hardware.header import HEADER

COLUMNS, ROWS = 24, 18
PITCH_MM = 2.54

Hole = tuple[int, int]
"""Column and row, both from 1."""
End = tuple[str, Hole]
"""A pin, such as R1.2, and its hole."""
STRONG_NETS = ("5v_in", LIGHTS, GND)
STRONG_PARTS = ("J17", "F1", "C11", "J15", "J16")
"""Where the current of the lights flows."""
FAR_PLUGS = ("J15", "J16")
"""No thin wire starts at these: there the current of the lights has already moved ground and 5 V a little."""
STAR_PART = "C11"
"""Where the Pi's ground meets that of the lights."""


@dataclass(frozen=True)
class Placed:
    """A part on the board: the hole of each pin, and what its body covers (left, top, right, bottom)."""

    ref: str
    version: Version
    holes: Mapping[str, Hole]
    body: tuple[float, float, float, float]
    is_plug: bool = False


@dataclass(frozen=True)
class Wire:
    """One piece of wire on the solder side, or a bridge where the holes are neighbours."""

    net: str
    colour: str
    version: Version
    start: End
    end: End
    is_thick: bool


def hole_name(hole: Hole) -> str:
    """Name a hole: 12H."""
    return f"{hole[0]}{'ABCDEFGHIJKLMNOPQR'[hole[1] - 1]}"


def _line(pins: str, column: int, row: int, across: int = 1, down: int = 0) -> dict[str, Hole]:
    return {pin: (column + i * across, row + i * down) for i, pin in enumerate(pins.split())}


PLUGS: Mapping[str, tuple[tuple[str, str], ...]] = MappingProxyType(
    {
        **{f"J{i + 2}": ((f"X{i}", "T"), (f"X{i}", "S")) for i in range(1, 7)},
        **{f"J{i + 8}": ((f"E{i}", "A"), (f"E{i}", "C"), (f"E{i}", "B")) for i in range(1, 4)},
        "J12": (("S7", "NO"), ("S7", "C"), ("S8", "NO")),
        "J13": (("BZ1", "1"), ("BZ1", "2")),
        "J14": tuple(("DS1", pin) for pin in ("GND", "VCC", "SCL", "SDA", "RES", "DC", "CS")),
        "J15": tuple(("RING1", pin) for pin in ("5V", "DIN", "GND", "DOUT", "SENSE")),
        "J16": tuple(("L1", pin) for pin in ("5V", "GND", "DIN")),
        "J17": (("J2", "+"), ("J2", "−")),
        "J18": tuple(("RTC1", pin) for pin in ("VCC", "GND", "SDA", "SCL")),
    }
)
_PLUG_PLACES: Mapping[str, tuple[int, int, int, int]] = MappingProxyType(
    {
        **{f"J{i + 3}": (1 + 3 * i, 18, 1, 0) for i in range(6)},
        "J9": (24, 5, 0, 1),
        "J10": (24, 8, 0, 1),
        "J11": (24, 11, 0, 1),
        "J12": (19, 18, 1, 0),
        "J13": (23, 18, 1, 0),
        "J14": (3, 5, 1, 0),
        "J15": (18, 16, 1, 0),
        "J16": (1, 9, 0, 1),
        "J17": (17, 5, 1, 0),
        "J18": (11, 5, 1, 0),
    }
)
"""Column and row of pin 1, and the direction of the others.

J15 alone has five pins: no other housing fits it. Turned round, 5 V meets 5 V and ground meets ground.
"""


def placed(plan: Circuit) -> Mapping[str, Placed]:
    """Place all that belongs on the board, by reference."""
    holes: dict[str, dict[str, Hole]] = {
        HEADER_REF: {str(pin): (3 + (pin - 1) // 2, 3 if pin % 2 else 2) for pin in HEADER},
        "RN1": _line("1 2 3 4 5 6 7 8 9", 2, 10),
        "R9": _line("1 2", 23, 12, 0, 4),
        "R10": _line("1 2", 3, 8, 4),
        "C10": _line("1 2", 3, 7, 2),
        "R11": _line("1 2", 18, 12, 4),
        "R12": _line("1 2", 18, 13, 4),
        "R13": _line("2 1", 18, 15, 4),
        "R14": _line("1 2", 18, 14, 4),
        "C11": _line("+ −", 12, 7, 0, 2),
        "C12": _line("1 2", 15, 7, 0, 2),
        "F1": _line("1 2", 20, 5, 2),
        "U1": _line("1 2 3 4 5 6 7", 16, 10) | _line("14 13 12 11 10 9 8", 16, 7),
    }
    for i in range(1, 7):
        holes[f"R{i}"] = _line("2 1", 3 * i - 2, 12, 0, 4)
        holes[f"C{i}"] = _line("1 2", 3 * i - 1, 12, 0, 2)
    here = {
        ref: Placed(ref, plan.parts[ref].version, at, _body(ref, at))
        for ref, at in holes.items()
        if ref in plan.parts
    }
    for ref, ends in PLUGS.items():
        column, row, across, down = _PLUG_PLACES[ref]
        at = _line(" ".join(str(n + 1) for n in range(len(ends))), column, row, across, down)
        here[ref] = Placed(ref, plan.parts[ends[0][0]].version, at, _body(ref, at), is_plug=True)
    return here


def _body(ref: str, at: Mapping[str, Hole]) -> tuple[float, float, float, float]:
    left, right = min(x for x, _ in at.values()), max(x for x, _ in at.values())
    top, bottom = min(y for _, y in at.values()), max(y for _, y in at.values())
    if ref == HEADER_REF:
        return left - 2, top - 1.25, right + 2, bottom + 1.25
    if ref == "C11":
        return left - 1.97, top - 0.97, right + 1.97, bottom + 0.97
    return left - 0.48, top - 0.48, right + 0.48, bottom + 0.48


def net_at(plan: Circuit, part: Placed, pin: str) -> str | None:
    """Give the net of a pin on the board; a plug's pin is that of the part it leads to."""
    end = PLUGS[part.ref][int(pin) - 1] if part.is_plug else (part.ref, pin)
    net = plan.net_of(*end)
    return net.name if net else None


def wires(plan: Circuit) -> list[Wire]:
    """Join the holes of each net, each to the nearest that is joined already, version by version.

    So a table that stops at a version is whole. What carries the lights' current is joined first among
    itself: it must not run through thin wire. What belongs to the lights has its ground from there, and meets
    the Pi's by one wire: so the level shifter's way to its capacitor is short.
    """
    here = placed(plan)
    return [
        wire
        for version in Version
        for net in plan.nets.values()
        for wire in _added(net, version, *_ends(plan, here, net, version))
    ]


def _added(net: Net, version: Version, older: list[End], new: list[End]) -> list[Wire]:
    strong = [end for end in new if net.name in STRONG_NETS and end[0].partition(".")[0] in STRONG_PARTS]
    found: list[Wire] = []

    def join(joined: list[End], waiting: list[End], is_thick: bool) -> None:
        joined, waiting = joined or waiting[:1], waiting if joined else waiting[1:]
        while waiting:
            pairs = ((a, b) for a in joined for b in waiting)
            start, end = min(pairs, key=lambda pair: dist(pair[0][1], pair[1][1]))
            found.append(Wire(net.name, net.colour, version, start, end, is_thick))
            joined = [*joined, end]
            waiting = [one for one in waiting if one != end]

    if strong:
        join([], strong, is_thick=True)
        near = [end for end in strong if end[0].partition(".")[0] not in FAR_PLUGS]
        join(near, [end for end in new if end not in strong], is_thick=False)
        if older:
            star = next(end for end in strong if end[0].startswith(STAR_PART))
            start = min(older, key=lambda end: dist(end[1], star[1]))
            found.append(Wire(net.name, net.colour, version, start, star, is_thick=False))
    else:
        join(older, new, is_thick=False)
    return found


def _ends(
    plan: Circuit, here: Mapping[str, Placed], net: Net, version: Version
) -> tuple[list[End], list[End]]:
    """Give the holes of a net that older versions have, and those that come with this one."""
    order = list(Version)
    older: list[End] = []
    new: list[End] = []
    for part in here.values():
        for pin, hole in part.holes.items():
            if net_at(plan, part, pin) == net.name and order.index(part.version) <= order.index(version):
                (new if part.version is version else older).append((f"{part.ref}.{pin}", hole))
    return older, new
