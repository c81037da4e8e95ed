"""The printed parts: sound solids that fit the bed, one another and what they hold."""

import io
import math
from dataclasses import dataclass
from functools import cache
from itertools import combinations

import numpy as np
import pytest
import trimesh
from manifold3d import CrossSection, Manifold

from hardware.board import COLUMNS, ROWS, placed
from hardware.circuit import HEADER_REF, circuit
from hardware.enclosure.box import HOLE_FROM_EDGE, Enclosure, enclosure
from hardware.enclosure.claim import Claim, claim
from hardware.enclosure.solids import Part, box, column, extruded, joined, on_the_bed, stl
from hardware.panel.shapes import Circle, from_least, section
from hardware.sizes import load_sizes

SIZES = load_sizes()
TINY_MM3 = 0.01
TINY_MM2 = 0.05
LAYER_MM = 0.5
BRIDGE_MM = 14.0
LARGEST_FILES = 1_500_000


@cache
def ours() -> Enclosure:
    return enclosure(SIZES)


@cache
def puck() -> Claim:
    return claim(SIZES)


@cache
def body() -> Manifold:
    return ours().body()


@cache
def lid() -> Manifold:
    return ours().lid()


@cache
def parts() -> dict[str, Part]:
    found = (*ours().parts(), *puck().parts())
    return {part.name: part for part in found}


@cache
def printed(name: str) -> trimesh.Trimesh:
    mesh = trimesh.load_mesh(io.BytesIO(stl(parts()[name])), file_type="stl")
    assert isinstance(mesh, trimesh.Trimesh)
    return mesh


NAMES = ("box", "panel", "claim", "claim-base")


@pytest.mark.parametrize("name", NAMES)
def test_part_is_one_sound_solid(name: str) -> None:
    mesh = printed(name)
    assert mesh.is_watertight
    assert mesh.is_winding_consistent
    assert mesh.is_volume
    assert len(parts()[name].solid.decompose()) == 1
    assert mesh.volume == pytest.approx(parts()[name].solid.volume(), rel=1e-4)


@pytest.mark.parametrize("name", NAMES)
def test_part_fits_the_bed_and_lies_on_it(name: str) -> None:
    low, high = printed(name).bounds
    assert low == pytest.approx([0, 0, 0], abs=1e-3)
    assert all(high <= np.array(SIZES.box.bed) - [2, 2, 0])


def test_files_together_are_small() -> None:
    assert sum(len(stl(part)) for part in parts().values()) < LARGEST_FILES


def test_box_and_panel_are_as_large_as_the_sizes_say() -> None:
    panel, b = SIZES.panel, SIZES.box
    assert printed("box").extents == pytest.approx([panel.width, panel.depth, b.floor + b.inner_height])
    below = SIZES.ring.collar + 2
    assert printed("panel").extents == pytest.approx([panel.width, panel.depth, panel.thickness + below])


def test_claim_case_is_as_large_as_the_sizes_say() -> None:
    s = SIZES.claim
    assert printed("claim").extents == pytest.approx([s.bottom, s.bottom, s.height], abs=0.05)


def test_panel_is_printed_on_its_face() -> None:
    solid = parts()["panel"].solid
    assert solid.slice(0.01).area() > 4 * solid.slice(SIZES.panel.thickness + 1).area()


def test_printed_panel_has_the_holes_of_the_template_and_no_other() -> None:
    cut = lid().slice(ours().rim + 2)
    drawn = ours().panel.area()
    assert (cut - drawn).area() + (drawn - cut).area() < TINY_MM2


def test_panel_lies_on_the_box_without_cutting_into_it() -> None:
    assert (body() ^ lid()).volume() < TINY_MM3


def test_screws_go_through_the_panel_into_the_box() -> None:
    s = SIZES
    for x, y in s.panel.screws:
        assert (column(x, y, s.panel.screw_hole - 0.2, ours().rim, 80) ^ lid()).volume() < TINY_MM3
        assert (column(x, y, s.box.pilot - 0.2, ours().rim - 10, ours().rim) ^ body()).volume() < TINY_MM3
        bite = column(x, y, s.panel.screw_hole + 0.6, ours().rim - 10, ours().rim) ^ body()
        assert bite.volume() > 20


def without_engravings(name: str) -> Manifold:
    """Signs have finer lines than walls; they are in the panel's first layers."""
    low = SIZES.panel.engraving if name == "panel" else 0.0
    return parts()[name].solid.trim_by_plane((0, 0, 1), low)


@pytest.mark.parametrize("name", NAMES)
def test_no_wall_is_thinner_than_the_sizes_allow(name: str) -> None:
    """Sliced and opened by that width, nothing but the points of corners may go."""
    solid, half = without_engravings(name), SIZES.box.thinnest / 2 - 0.05
    _, _, low, _, _, top = solid.bounding_box()
    for k in range(24):
        z = low + (top - low) * (k + 0.5) / 24
        cut = solid.slice(z)
        thin = cut - cut.offset(-half).offset(half)
        assert thin.offset(-0.2).area() < TINY_MM2, f"at {z:.1f}"


@pytest.mark.parametrize("name", NAMES)
def test_no_floor_or_roof_is_thinner_than_the_sizes_allow(name: str) -> None:
    """What is lower than that is looked for; only the slivers of slopes may be."""
    solid, height = without_engravings(name), SIZES.box.thinnest - 0.3
    both = solid ^ solid.translate((0, 0, -height))
    thick = joined(both.translate((0, 0, height * k / 4)) for k in range(5))
    thin = solid - thick
    _, _, low, _, _, top = solid.bounding_box()
    for k in range(math.ceil((top - low) / 0.3)):
        z = low + 0.15 + 0.3 * k
        assert thin.slice(z).offset(-0.3).area() < TINY_MM2, f"at {z:.1f}"


@pytest.mark.parametrize("name", NAMES)
def test_nothing_hangs_in_the_air_further_than_a_printer_bridges(name: str) -> None:
    solid = parts()[name].solid
    *_, top = solid.bounding_box()
    below: CrossSection | None = None
    for k in range(math.floor(top / LAYER_MM)):
        layer = solid.slice((k + 0.5) * LAYER_MM)
        if below is not None:
            hanging = layer - below.offset(LAYER_MM + 0.05)
            assert hanging.offset(-BRIDGE_MM / 2).area() == 0, f"at {k * LAYER_MM:.1f}"
        below = layer


@dataclass(frozen=True)
class Port:
    """A plug's metal: its middle along the board's edge, its width and height, its middle above the board."""

    board: str
    name: str
    along: float
    width: float
    height: float
    above: float


POWER_PORTS = (
    Port("3 B, 3 B+", "micro USB", 10.6, 7.0, 2.2, 1.4),
    Port("3 B, 3 B+", "HDMI", 32.0, 14.2, 4.6, 3.2),
    Port("4 B", "USB-C", 11.2, 8.4, 2.5, 1.6),
    Port("4 B", "HDMI 0", 26.0, 6.2, 2.4, 1.6),
    Port("4 B", "HDMI 1", 39.5, 6.2, 2.4, 1.6),
    Port("5", "USB-C", 11.2, 8.4, 2.5, 1.6),
    Port("5", "HDMI 0", 25.8, 6.2, 2.4, 1.6),
    Port("5", "HDMI 1", 39.2, 6.2, 2.4, 1.6),
    Port("Zero 2 W", "mini HDMI", 12.4, 10.6, 2.6, 1.6),
    Port("Zero 2 W", "micro USB", 41.4, 7.0, 2.2, 1.4),
    Port("Zero 2 W", "power", 54.0, 7.0, 2.2, 1.4),
)
USB_PORTS = (
    Port("3 B, 3 B+, 5", "Ethernet", 10.25, 11.8, 10.0, 7.0),
    Port("3 B, 3 B+, 5", "USB", 29.0, 13.0, 13.0, 8.5),
    Port("3 B, 3 B+, 5", "USB", 47.0, 13.0, 13.0, 8.5),
    Port("4 B", "USB", 9.0, 13.0, 13.0, 8.5),
    Port("4 B", "USB", 27.0, 13.0, 13.0, 8.5),
    Port("4 B", "Ethernet", 45.75, 11.8, 10.0, 7.0),
)


@pytest.mark.parametrize("port", POWER_PORTS, ids=lambda port: f"{port.board} {port.name}")
def test_ports_of_the_power_edge_are_reached_from_behind(port: Port) -> None:
    x, y = ours().on_pi(port.along, 0)
    z = ours().board_top + port.above
    half, tall = port.width / 2, port.height / 2
    plug = box(x - half, y, z - tall, x + half, SIZES.panel.depth + 5, z + tall)
    assert (plug ^ body()).volume() < TINY_MM3


@pytest.mark.parametrize("port", USB_PORTS, ids=lambda port: f"{port.board} {port.name} {port.along}")
def test_ports_of_the_short_edge_are_reached_from_the_left(port: Port) -> None:
    x, y = ours().on_pi(SIZES.pi.board[0], port.along)
    z = ours().board_top + port.above
    half, tall = port.width / 2, port.height / 2
    assert (box(-5, y - half, z - tall, x, y + half, z + tall) ^ body()).volume() < TINY_MM3


def test_standoffs_have_the_pi_s_hole_pattern_and_the_zero_s() -> None:
    places = [(ours().sd_end - x, ours().power_edge - y) for x, y in ours().pi_holes]
    a = HOLE_FROM_EDGE
    expected = [(a, a), (a + 58, a), (a, a + 23), (a + 58, a + 23), (a, a + 49), (a + 58, a + 49)]
    assert np.allclose(places, expected)


@pytest.mark.parametrize("k", range(6))
def test_a_standoff_carries_the_board_around_its_hole(k: int) -> None:
    (x, y), top = ours().pi_holes[k], ours().board_top - SIZES.pi.board_thickness
    seat = section(Circle(x, y, SIZES.pi.standoff_outer)) - section(Circle(x, y, SIZES.pi.standoff_pilot))
    assert (body().slice(top - 0.1) ^ seat).area() == pytest.approx(seat.area(), rel=0.01)
    pilot = column(x, y, SIZES.pi.standoff_pilot - 0.2, 2, top)
    assert (pilot ^ body()).volume() < TINY_MM3


def test_pi_goes_in_from_above_past_walls_and_bosses() -> None:
    way = ours().pi_room(ours().board_top - SIZES.pi.board_thickness, 80)
    assert (way ^ body()).volume() < TINY_MM3


@pytest.mark.parametrize("k", range(6))
def test_every_sign_has_its_socket_below_it_in_the_near_wall(k: int) -> None:
    x, _ = ours().panel.seats[k][1]
    z = SIZES.box.floor + SIZES.jacks.z
    neck = box(x - 2, -1, z - 2, x + 2, SIZES.box.wall + 1, z + 2)
    assert (neck ^ body()).volume() < TINY_MM3
    ring = (Circle(x, z, SIZES.jacks.body), Circle(x, z, SIZES.jacks.hole))
    turned = body().transform(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0)))
    left_of_wall = turned.slice(-SIZES.jacks.wall / 2) ^ (section(ring[0]) - section(ring[1]))
    assert left_of_wall.area() == pytest.approx((section(ring[0]) - section(ring[1])).area(), rel=0.01)


def test_sockets_leave_room_for_each_other_s_nuts() -> None:
    assert SIZES.seats.step > SIZES.jacks.nut + 8


def test_no_two_parts_inside_want_the_same_room() -> None:
    found = ours().keepouts().items()
    clash = [(a, b) for (a, one), (b, other) in combinations(found, 2) if (one ^ other).volume() > TINY_MM3]
    assert clash == []


def test_parts_inside_do_not_touch_the_box() -> None:
    assert [n for n, room in ours().keepouts().items() if (room ^ body()).volume() > TINY_MM3] == []


def test_what_stands_on_the_floor_does_not_touch_the_panel() -> None:
    standing = {n: room for n, room in ours().keepouts().items() if not n.startswith("panel.")}
    assert {"pi", "board", "ribbon", "power", "jack.1", "jack.6"} <= set(standing)
    assert [n for n, room in standing.items() if (room ^ lid()).volume() > TINY_MM3] == []


def test_ribbon_runs_straight_from_the_pi_to_the_board() -> None:
    """Pin 1 is on the Pi's card end, odd pins in its inner row: seen from above, J1 lies the same way."""
    at = {pin: ours().on_board(*hole) for pin, hole in placed(circuit())[HEADER_REF].holes.items()}
    assert at["1"][0] > at["39"][0]
    assert at["1"][1] > at["2"][1]
    header, _ = ours().on_pi(HOLE_FROM_EDGE + SIZES.pi.holes[0] / 2, 0)
    assert (at["1"][0] + at["39"][0]) / 2 == pytest.approx(header, abs=1)
    assert max(y for _, y in at.values()) < ours().on_pi(0, SIZES.pi.board[1])[1]


def test_board_s_holes_are_on_the_board() -> None:
    (x, y), (w, h) = SIZES.board.corner, SIZES.board.size
    assert ours().on_board((COLUMNS + 1) / 2, (ROWS + 1) / 2) == pytest.approx((x + w / 2, y + h / 2))
    for corner in ((1, 1), (COLUMNS, ROWS)):
        at_x, at_y = ours().on_board(*corner)
        assert x + 3 < at_x < x + w - 3
        assert y + 3 < at_y < y + h - 3


def test_ring_lies_in_its_holder_with_play_and_its_leds_see_through_the_cells() -> None:
    (x, y), ring, low = SIZES.ring.centre, SIZES.ring, ours().rim
    board = section(Circle(x, y, ring.outer)) - section(Circle(x, y, ring.inner))
    lying = extruded(board, low - ring.collar - ring.thickness, low - ring.collar)
    assert (lying ^ lid()).volume() < TINY_MM3
    middle = (ring.outer + ring.inner) / 4
    for k in range(24):
        angle = math.radians(90 - 15 * k)
        led = column(x + middle * math.cos(angle), y + middle * math.sin(angle), 5.0, low - ring.collar, 80)
        assert (led ^ lid()).volume() < TINY_MM3, k


def test_display_s_glass_lies_against_the_panel_and_its_screws_do_not_come_through() -> None:
    s, low = SIZES.display, ours().rim
    (x, y), (w, h) = s.centre, s.window
    glass = box(x - w / 2 - 1.5, y - h / 2 - 3, low - s.glass, x + w / 2 + 1.5, y + h / 2 + 3, low)
    assert (glass ^ lid()).volume() < TINY_MM3
    top = low + SIZES.panel.thickness
    for px, py in ours().panel.display_bosses:
        assert (
            column(px, py, 1, top - SIZES.panel.engraving - 1.1, top - SIZES.panel.engraving) ^ lid()
        ).volume() > 0.7


def test_feet_and_vents_do_not_weaken_what_holds() -> None:
    feet = body().slice(0.1)
    for x, y in (*ours().pi_holes, *ours().board_holes):
        under = section(Circle(x, y, SIZES.pi.standoff_outer))
        assert (feet ^ under).area() > 0.6 * under.area()


def test_button_has_its_room_in_the_case() -> None:
    assert (puck().button() ^ puck().body()).volume() < TINY_MM3
    assert (puck().button() ^ puck().base()).volume() < TINY_MM3


def test_base_goes_into_the_case_and_its_screws_meet_the_columns() -> None:
    assert (puck().base() ^ puck().body()).volume() < TINY_MM3
    for x, y in puck().screws():
        assert (column(x, y, 2.6, -1, 12) ^ puck().base()).volume() < TINY_MM3
        assert (column(x, y, 2.6, 3, 12) ^ puck().body()).volume() < TINY_MM3
        assert (column(x, y, 4, 3, 12) ^ puck().body()).volume() > 30


def test_lead_comes_out_of_the_case_and_past_the_button() -> None:
    s = SIZES.claim
    lead = box(-1, s.bezel / 2 + 1, s.cable_z - 1, 1, s.bottom, s.cable_z + 1)
    assert (lead ^ puck().body()).volume() < TINY_MM3


def test_what_is_written_begins_each_triangle_with_its_least_corner() -> None:
    a, b, c = (0.0, 1.0), (2.0, 0.0), (-1.0, 3.0)
    assert from_least((a, b, c)) == from_least((b, c, a)) == (c, a, b)


def test_same_part_is_written_the_same_wherever_it_stood() -> None:
    cube = box(0, 0, 0, 3, 4, 5)
    assert stl(on_the_bed("cube", cube)) == stl(on_the_bed("cube", cube.translate((7, -2, 9))))
