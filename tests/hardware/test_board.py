"""The perfboard: no hole twice, no part in another's place, and its tables join what the circuit joins."""

import re
from collections import Counter
from itertools import combinations
from math import dist
from pathlib import Path

import pytest

from hardware.board import COLUMNS, PITCH_MM, PLUGS, ROWS, hole_name, net_at, placed, wires
from hardware.circuit import GND, Version, circuit
from tests.hardware.drawing import read_pads

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
CIRCUIT = circuit()
PLACED = placed(CIRCUIT)
ROW = re.compile(r"^\| \d+ \| (\w+) \| (.+?) \| (\w+) \((\S+)\) \| (\w+) \((\S+)\) \|$", re.MULTILINE)


def groups(joined: list[tuple[str, str]]) -> set[frozenset[str]]:
    """Give the pins that pairs of them join, directly or through others."""
    found: list[set[str]] = []
    for pair in joined:
        touched = [group for group in found if group & set(pair)]
        found = [group for group in found if group not in touched] + [set(pair).union(*touched)]
    return {frozenset(group) for group in found}


def meant(version: Version) -> set[frozenset[str]]:
    """Give the pins on the board that belong together, up to a version."""
    order = list(Version)
    nets: dict[str, set[str]] = {}
    for part in PLACED.values():
        if order.index(part.version) <= order.index(version):
            for pin in part.holes:
                net = net_at(CIRCUIT, part, pin)
                if net is not None:
                    nets.setdefault(net, set()).add(f"{part.ref}.{pin}")
    return {frozenset(ends) for ends in nets.values() if len(ends) > 1}


def test_each_hole_is_on_the_board_and_has_one_pin() -> None:
    holes = [hole for part in PLACED.values() for hole in part.holes.values()]
    assert [hole for hole, n in Counter(holes).items() if n > 1] == []
    assert all(1 <= x <= COLUMNS and 1 <= y <= ROWS for x, y in holes)


def test_no_part_stands_where_another_is() -> None:
    for one, other in combinations(PLACED.values(), 2):
        left, top, right, bottom = one.body
        other_left, other_top, other_right, other_bottom = other.body
        apart = right <= other_left or other_right <= left or bottom <= other_top or other_bottom <= top
        assert apart or {one.ref, other.ref} == {"C11", "RN1"}, (one.ref, other.ref)


def test_round_capacitor_clears_the_corner_of_the_network() -> None:
    left, top, right, bottom = PLACED["C11"].body
    x, y = (left + right) / 2, (top + bottom) / 2
    _, network_top, network_right, _ = PLACED["RN1"].body
    assert ((x - network_right) ** 2 + (y - network_top) ** 2) ** 0.5 > (right - left) / 2


def test_each_pin_of_a_part_on_the_board_has_a_hole() -> None:
    for part in PLACED.values():
        pins = (
            CIRCUIT.parts[part.ref].pins
            if not part.is_plug
            else tuple(str(n + 1) for n in range(len(PLUGS[part.ref])))
        )
        assert set(part.holes) == set(pins)


def test_what_is_off_the_board_comes_by_plugs_or_from_its_neighbour() -> None:
    by_plug = {end for ends in PLUGS.values() for end in ends}
    off_board = [part for part in CIRCUIT.parts.values() if part.ref not in PLACED or part.ref == "J2"]
    # Joined where they are: D and S on the socket, BACK's ground at OK's, each light at the one before it.
    neighbours = {"D", "S", "L", "X"}
    for part in off_board:
        for pin in part.pins:
            if part.ref.rstrip("0123456789") not in neighbours and pin not in part.open_pins:
                assert (part.ref, pin) in by_plug


@pytest.mark.parametrize("version", Version)
def test_tables_of_the_page_join_what_the_circuit_joins_in_each_version(version: Version) -> None:
    page = (HARDWARE / "board.md").read_text(encoding="utf-8")
    until = page.split(f"<!-- table: wires_{version} -->")
    joined = [(row[3], row[5]) for row in ROW.findall(until[0] + until[1].partition("<!-- end -->")[0])]
    assert groups(joined) == meant(version)


def test_tables_of_the_page_name_the_holes_of_the_drawing() -> None:
    rows = ROW.findall((HARDWARE / "board.md").read_text(encoding="utf-8"))
    named = {(row[3], row[2]) for row in rows} | {(row[5], row[4]) for row in rows}
    drawn = {
        (f"{part.ref}.{pin}", hole_name(hole)) for part in PLACED.values() for pin, hole in part.holes.items()
    }
    assert named <= drawn
    assert read_pads((HARDWARE / "board.svg").read_bytes()) == {end for end, _ in drawn}


def test_current_of_the_lights_flows_through_thick_wire_only() -> None:
    strong = groups([(w.start[0], w.end[0]) for w in wires(CIRCUIT) if w.is_thick])
    plugs = {"J17.1", "J15.1", "J16.1"}
    assert {frozenset({"J17.1", "F1.1"}), frozenset({"J17.2", "C11.−", "J15.3", "J16.2"})} <= strong
    assert any(plugs - {"J17.1"} | {"F1.2", "C11.+"} == group for group in strong)


def test_no_thin_wire_hangs_on_the_lights_own_plugs() -> None:
    """Their current has moved ground and 5 V there: too much for the level shifter."""
    shared = {"J15.1", "J15.3", "J16.1", "J16.2"}
    thin = [w for w in wires(CIRCUIT) if not w.is_thick and {w.start[0], w.end[0]} & shared]
    assert thin == []


def test_plug_of_the_ring_turned_round_joins_like_with_like() -> None:
    """5 V meets 5 V, ground meets ground, and data meet data, which come through R12."""
    says = [pin for _, pin in PLUGS["J15"]]
    meets = {frozenset(pair) for pair in zip(says, reversed(says), strict=True)}
    assert meets == {frozenset({"5V", "SENSE"}), frozenset({"DIN", "DOUT"}), frozenset({"GND"})}


def test_no_other_plug_is_as_wide_as_the_ring_s() -> None:
    assert [ref for ref, ends in PLUGS.items() if len(ends) == len(PLUGS["J15"])] == ["J15"]


def test_what_comes_back_from_the_ring_meets_five_volts_nowhere_on_the_board() -> None:
    """Else it would say that 5 V arrives while the plug is out."""
    on_board = {frozenset(group) for group in meant(Version.FULL)}
    assert frozenset({"J15.5", "R13.1"}) in on_board
    assert frozenset({"J1.16", "R13.2", "R14.1"}) in on_board


def test_ground_of_the_lights_meets_the_pi_s_in_one_place() -> None:
    ground = [w for w in wires(CIRCUIT) if w.net == GND]
    of_pi = {end[0] for w in ground if w.version is not Version.FULL for end in (w.start, w.end)}
    meeting = [w for w in ground if w.version is Version.FULL and {w.start[0], w.end[0]} & of_pi]
    assert [w.end[0] for w in meeting] == ["C11.−"]


def test_level_shifter_s_way_to_its_capacitor_is_short() -> None:
    """From each of the two supply pins to C12, along the wires, in millimetres."""
    for net, pin, end in ((GND, "U1.7", "C12.2"), ("5v_lights", "U1.14", "C12.1")):
        way = {pin: 0.0}
        for _ in PLACED:
            for wire in (w for w in wires(CIRCUIT) if w.net == net):
                length = dist(wire.start[1], wire.end[1]) * PITCH_MM
                for (a, _), (b, _) in ((wire.start, wire.end), (wire.end, wire.start)):
                    if a in way and way[a] + length < way.get(b, 1e9):
                        way[b] = way[a] + length
        assert way[end] < 40, net
