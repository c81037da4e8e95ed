"""The perfboard as board.svg (where the parts sit) and as tables of board.md (which holes a wire joins)."""

from collections.abc import Mapping, Sequence

from device.pins import load_pins
from hardware.board import COLUMNS, PLUGS, ROWS, Hole, Placed, Wire, hole_name, net_at, placed, wires
from hardware.circuit import HEADER_REF, REVISION, Circuit, Version, circuit
from hardware.sheet import INK, Point, Sheet
from hardware.tables import page, table

PITCH = 10.0
LEFT, TOP = 28.0, 34.0
FILL = {Version.BUTTONS: "#ffffff", Version.PANEL: "#fbf1cf", Version.FULL: "#dceaf7"}


def files() -> Mapping[str, bytes]:
    """Give board.svg and board.md."""
    plan = circuit(load_pins())
    joins = wires(plan)
    tables = {"plugs": plugs_table(plan)} | {
        f"wires_{version}": _wires(joins, version) for version in Version
    }
    return {"board.svg": drawing(plan), "board.md": page("board.md", tables)}


def _at(hole: tuple[float, float]) -> Point:
    return LEFT + (hole[0] - 1) * PITCH, TOP + (hole[1] - 1) * PITCH


def drawing(plan: Circuit) -> bytes:
    """Draw the board from the side of the parts."""
    sheet = Sheet(297, 225, "Khepri: the board, from the side of the parts")
    sheet.text((12, 11), f"Khepri: the board, {REVISION}", 6, weight="bold")
    sheet.text((285, 8), "Seen from the side of the parts; 50 × 70 mm, holes 2.54 mm apart.", 2.8, "end")
    sheet.text((285, 12.5), "The wires are on the other side: board.md. Not yet built by us.", 2.8, "end")
    sheet.box((LEFT - 9, TOP - 11), (COLUMNS - 1) * PITCH + 18, (ROWS - 1) * PITCH + 20, radius=2)
    for column in range(1, COLUMNS + 1):
        sheet.text((_at((column, 1))[0], TOP - 12.5), str(column), 2.8, "middle")
    for row in range(1, ROWS + 1):
        x, y = _at((1, row))
        sheet.text((x - 11, y + 1), hole_name((1, row))[1:], 2.8, "end")
        for column in range(1, COLUMNS + 1):
            sheet.ring(_at((column, row)), 0.6, "hole")
    for part in placed(plan).values():
        _part(sheet, plan, part)
    for n, version in enumerate(Version):
        x = 28 + n * 62.0
        sheet.patch((x, 216), 6, 4, FILL[version])
        sheet.text((x + 8, 219.2), f"from version {version} on", 2.8)
    return sheet.bytes()


def _part(sheet: Sheet, plan: Circuit, part: Placed) -> None:
    left, top, right, bottom = part.body
    (x0, y0), (x1, y1) = _at((left, top)), _at((right, bottom))
    sheet.patch(
        (x0, y0), x1 - x0, y1 - y0, FILL[part.version], radius=(x1 - x0) / 2 if part.ref == "C11" else 1.5
    )
    for pin, hole in part.holes.items():
        net = net_at(plan, part, pin)
        at = _at(hole)
        sheet.pad(part.ref, pin, at, INK[plan.nets[net].colour] if net else "#ffffff")
        if part.ref in (HEADER_REF, "U1", "RN1"):
            sheet.text((at[0], at[1] + (4.3 if hole[1] in (3, 10) else -2.6)), pin, 2.4, "middle")
        elif pin == "+":
            sheet.text((at[0] + 3.4, at[1] + 1), "+", 4, "middle")
        elif part.is_plug:
            _plug_pin(sheet, part, pin, hole)
    _name(sheet, plan, part, ((x0 + x1) / 2, (y0 + y1) / 2))


def _plug_pin(sheet: Sheet, part: Placed, pin: str, hole: Hole) -> None:
    x, y = _at(hole)
    says = PLUGS[part.ref][int(pin) - 1][1]
    if part.ref == "J12":
        says = f"{'OK' if pin == '1' else 'BACK' if pin == '3' else 'C'}"
    sheet.text((x, y + 4), says, 2.3, "middle")


def _name(sheet: Sheet, plan: Circuit, part: Placed, middle: Point) -> None:
    x, y = middle
    value = plan.parts[part.ref].value if part.ref in plan.parts else ""
    is_tall = part.body[3] - part.body[1] > part.body[2] - part.body[0]
    match part.ref:
        case "J1":
            sheet.text((x, y + 1), "J1, the notch at row D; pin 1 at 3C", 3, "middle", weight="bold")
        case "U1":
            sheet.text((x, y + 1), "U1 74AHCT125", 3.2, "middle", weight="bold")
            sheet.ring((x - 34.2, y), 2)
        case "RN1":
            sheet.text((x, y - 5.3), "RN1 8 × 10 kΩ", 2.8, "middle", weight="bold")
        case ref if part.is_plug:
            target = PLUGS[ref][0][0]
            says = {"S7": "OK, BACK", "L1": "lights", "J2": "5 V in"}.get(target, target)
            if not is_tall:
                sheet.text(
                    (x, y + (7.9 if ref == "J15" else -5.4)), f"{ref} {says}", 2.4, "middle", weight="bold"
                )
                return
            beside, anchor = (x - 14, "end") if x < 100 else (x + 11, "start")
            sheet.text((beside, y - 0.5), ref, 2.8, anchor, weight="bold")
            sheet.text((beside, y + 3), says, 2.8, anchor)
        case ref if is_tall:
            sheet.text((x, y), ref, 2.8, "middle", weight="bold")
            sheet.text((x, y + 3.4), value, 2.1, "middle")
        case ref:
            sheet.text((x, y - 1.6), ref, 2.8, "middle", weight="bold")
            sheet.text((x, y + 3.4), value, 2.3, "middle")


def _wires(joins: Sequence[Wire], version: Version) -> str:
    rows = []
    for n, wire in enumerate(joins, 1):
        if wire.version is version:
            (start, a), (end, b) = wire.start, wire.end
            rows.append((n, wire.net, _how(wire), f"{hole_name(a)} ({start})", f"{hole_name(b)} ({end})"))
    return table(("", "net", "wire", "from", "to"), rows)


def _how(wire: Wire) -> str:
    (_, a), (_, b) = wire.start, wire.end
    if abs(a[0] - b[0]) + abs(a[1] - b[1]) == 1:
        return "bridge of solder"
    return f"{wire.colour}, **0.34 mm²**" if wire.is_thick else wire.colour


def plugs_table(plan: Circuit) -> str:
    """Write which wires each plug takes, and their colours."""
    here = placed(plan)
    rows = []
    for ref, ends in PLUGS.items():
        pins = (
            f"{n}: {part}.{pin} ({plan.nets[net].colour if net else 'none'})"
            for n, (part, pin) in enumerate(ends, 1)
            for net in (net_at(plan, here[ref], str(n)),)
        )
        rows.append((ref, hole_name(here[ref].holes["1"]), ", ".join(pins)))
    return table(("plug", "pin 1 at", "its wires"), rows)
