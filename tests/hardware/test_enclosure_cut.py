"""The box that is cut: its parts, put together, are a box without gaps, and its lines can be cut."""

import io
from dataclasses import replace
from functools import cache
from itertools import combinations
from xml.etree import ElementTree

import pytest
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from manifold3d import CrossSection, Manifold

from hardware.enclosure import cut
from hardware.enclosure.cut import CutBox, cut_box, fingers
from hardware.enclosure.solids import box, extruded, joined
from hardware.sizes import load_sizes

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_sizes()
TINY_MM3, TINY_MM2 = 0.01, 0.01
T = SIZES.cut.sheet


@cache
def ours() -> CutBox:
    return cut_box(SIZES)


@cache
def areas() -> dict[str, CrossSection]:
    return {plate.name: plate.area for plate in ours().plates()}


@cache
def put_together() -> dict[str, Manifold]:
    """Floor and walls where they stand when the box is glued."""
    width, depth = SIZES.panel.width, SIZES.panel.depth

    def upright(name: str) -> Manifold:
        return extruded(areas()[name], 0, T)

    long_wall = ((1, 0, 0, 0), (0, 0, 1, 0), (0, 1, 0, 0))
    short_wall = ((0, 0, 1, 0), (1, 0, 0, 0), (0, 1, 0, 0))
    return {
        "floor": extruded(areas()["floor"], 0, T),
        "near": upright("near").transform(long_wall),
        "far": upright("far").transform(long_wall).translate((0, depth - T, 0)),
        "left": upright("left").transform(short_wall),
        "right": upright("right").transform(short_wall).translate((width - T, 0, 0)),
    }


def shell() -> Manifold:
    width, depth, height = SIZES.panel.width, SIZES.panel.depth, ours().height
    return box(0, 0, 0, width, depth, height) - box(T, T, T, width - T, depth - T, height + 1)


def test_fingers_are_equal_odd_in_number_and_fill_the_edge() -> None:
    for length in (40.0, 146.0, 196.0):
        found = fingers(length, 12)
        assert len(found) % 2 == 1
        assert found[0][0] == 0
        assert found[-1][1] == length
        assert [a for a, _ in found[1:]] == [b for _, b in found[:-1]]
        assert {round(b - a, 6) for a, b in found} == {round(length / len(found), 6)}
        assert 8 < found[0][1] < 20


def test_no_part_cuts_into_another() -> None:
    pairs = combinations(put_together().items(), 2)
    assert [(a, b) for (a, one), (b, other) in pairs if (one ^ other).volume() > TINY_MM3] == []


def test_every_slot_is_filled_by_a_finger() -> None:
    whole = joined(put_together().values())
    inside = box(T, T, -1, SIZES.panel.width - T, SIZES.panel.depth - T, T)  # the floor's own holes
    gaps = shell() - whole - joined(ours().ours.wall_cuts()) - inside
    assert gaps.volume() < TINY_MM3
    assert (whole - shell()).volume() < TINY_MM3


def test_parts_meet_along_edges_of_the_same_length() -> None:
    panel, bounds = SIZES.panel, {name: area.bounds() for name, area in areas().items()}
    lengths = {name: (b[2] - b[0], b[3] - b[1]) for name, b in bounds.items()}
    height = ours().height
    assert lengths["floor"] == lengths["panel"] == pytest.approx((panel.width, panel.depth))
    assert lengths["near"] == lengths["far"] == pytest.approx((panel.width, height))
    assert lengths["left"] == lengths["right"] == pytest.approx((panel.depth, height))


def test_walls_have_the_openings_of_the_printed_box() -> None:
    openings = {name: areas()[name].num_contour() - 1 for name in ("near", "far", "left", "right")}
    assert openings == {"near": 6, "far": 3 + 1 + 8, "left": 3, "right": 12}


def test_sockets_are_below_their_signs() -> None:
    holes = [c for c in areas()["near"].to_polygons() if len(c) < 60 and max(c[:, 0]) - min(c[:, 0]) < 10]
    found = sorted(round(float(min(c[:, 0]) + max(c[:, 0])) / 2, 2) for c in holes)
    assert found == pytest.approx([x for _, (x, _) in ours().ours.panel.seats], abs=0.02)


def test_ports_of_the_pi_are_open_where_the_pi_stands() -> None:
    x, y = ours().ours.on_pi(11.2, 0)
    plug = box(x - 4.2, y, ours().ours.board_top, x + 4.2, 200, ours().ours.board_top + 3)
    assert (plug ^ put_together()["far"]).volume() < TINY_MM3
    _, y = ours().ours.on_pi(0, 29.0)
    assert (box(-5, y - 6, 14, 5, y + 6, 24) ^ put_together()["left"]).volume() < TINY_MM3


def test_parts_inside_have_their_room_in_this_box_too() -> None:
    rooms = ours().ours.keepouts()
    clash = [
        (room, wall)
        for room, solid in rooms.items()
        for wall, plate in put_together().items()
        if (solid ^ plate).volume() > TINY_MM3
    ]
    assert clash == []


def test_standoffs_that_carry_the_panel_miss_what_is_inside() -> None:
    top = T + SIZES.box.inner_height
    bars = joined(box(x - 3, y - 3, T, x + 3, y + 3, top) for x, y in SIZES.panel.screws)
    assert [name for name, room in ours().ours.keepouts().items() if (room ^ bars).volume() > TINY_MM3] == []


def test_beam_runs_half_its_width_outside_of_every_part() -> None:
    half = SIZES.cut.kerf / 2
    for plate in ours().plates():
        drawn, done = ours().lines(plate).bounds(), plate.area.bounds()
        assert [round(a - b, 3) for a, b in zip(drawn, done, strict=True)] == [-half, -half, half, half]


def test_holes_are_drawn_smaller_by_the_beam() -> None:
    def smallest(area: CrossSection) -> float:
        return min(float(max(c[:, 0]) - min(c[:, 0])) for c in area.to_polygons())

    plate = next(p for p in ours().plates() if p.name == "floor")
    assert smallest(plate.area) - smallest(ours().lines(plate)) == pytest.approx(SIZES.cut.kerf, abs=0.02)


def test_another_kerf_changes_the_lines_and_not_the_box() -> None:
    wider = cut_box(replace(SIZES, cut=replace(SIZES.cut, kerf=0.3)))
    for one, other in zip(ours().plates(), wider.plates(), strict=True):
        assert one.area.area() == pytest.approx(other.area.area())
        assert wider.lines(other).area() > ours().lines(one).area()


def test_parts_lie_apart_on_the_sheet() -> None:
    half = SIZES.cut.spacing / 2 - 0.01
    lying = [(plate.name, plate.area.translate(at).offset(half)) for plate, at in ours().placed()]
    assert len(lying) == len(ours().plates())
    pairs = combinations(lying, 2)
    assert [(a, b) for (a, one), (b, other) in pairs if (one ^ other).area() > TINY_MM2] == []


def test_sheet_is_one_that_lasers_take() -> None:
    root = ElementTree.fromstring(cut.svg(ours()))
    assert float(root.attrib["width"].removesuffix("mm")) <= 600
    assert float(root.attrib["height"].removesuffix("mm")) <= 300


def test_every_line_of_the_sheet_is_closed() -> None:
    root = ElementTree.fromstring(cut.svg(ours()))
    paths = [path.attrib["d"] for path in root.iter(f"{SVG}path")]
    assert len(paths) > 20
    assert all(d.count("M") == d.count("z") and d.endswith("z") for d in paths)


def test_dxf_has_the_lines_of_the_svg() -> None:
    document = read(io.StringIO(cut.dxf(ours()).decode()))
    assert document.audit().errors == []
    found = [line for line in document.modelspace() if isinstance(line, LWPolyline)]
    lines = [line for line in found if line.dxf.layer == "CUT"]
    assert all(line.closed for line in lines)
    root = ElementTree.fromstring(cut.svg(ours()))
    group = root.find(f"{SVG}g[@id='cut']")
    assert group is not None
    assert len(lines) == sum(path.attrib["d"].count("M") for path in group.iter(f"{SVG}path"))
