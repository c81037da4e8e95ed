"""The panel's drawing: what fits beside what, and that paper, DXF and list say the same."""

import io
import math
from itertools import combinations
from xml.etree import ElementTree

import pytest
from ezdxf.document import Drawing
from ezdxf.entities.lwpolyline import LWPolyline
from ezdxf.filemanagement import read
from ezdxf.units import MM

from device.pins import load_pins
from hardware.panel import draw
from hardware.panel.glyphs import glyph, parse_path
from hardware.panel.layout import Panel, panel
from hardware.panel.shapes import Circle, Rect, area, contours, from_contours, section
from hardware.sizes import PLACE, SizesError, load_sizes, parse_sizes
from rules.core import Sign

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_sizes()
TINY_MM2 = 1e-3
LEAST_EDGE_MM = 2.5


@pytest.fixture(scope="module")
def ours() -> Panel:
    return panel(SIZES)


@pytest.fixture(scope="module")
def drawing() -> Drawing:
    return read(io.StringIO(draw.dxf(panel(SIZES)).decode()))


def test_every_led_of_the_pin_map_has_its_opening(ours: Panel) -> None:
    leds = load_pins().leds
    assert len(ours.cells) == leds.ring
    assert len(ours.lights) == leds.buttons + leds.ok + leds.back


def test_every_seat_has_its_sign_in_the_order_of_the_buttons(ours: Panel) -> None:
    assert [sign for sign, _ in ours.seats] == list(Sign)


def test_single_lights_are_in_the_order_of_the_chain(ours: Panel) -> None:
    assert [name for name, _ in ours.lights] == [*Sign, "ok", "back"]


def test_every_encoder_and_push_button_of_the_pin_map_has_a_hole(ours: Panel) -> None:
    names = {hole.name for hole in ours.holes}
    assert set(load_pins().encoders) | {"ok", "back", "display"} <= names


def test_first_cell_is_at_twelve_and_they_run_clockwise(ours: Panel) -> None:
    x, y = SIZES.ring.centre
    middles = []
    for cell in ours.cells:
        points = cell.shape.contour()
        middles.append((sum(p[0] for p in points) / len(points), sum(p[1] for p in points) / len(points)))
    assert middles[0][0] == pytest.approx(x, abs=0.01)
    assert middles[0][1] > y
    assert middles[6][0] > x
    assert middles[6][1] == pytest.approx(y, abs=0.01)


def test_nothing_that_sits_in_a_hole_covers_another(ours: Panel) -> None:
    around = [(hole.name, section(hole.around)) for hole in ours.holes]
    clash = [(a, b) for (a, one), (b, other) in combinations(around, 2) if (one ^ other).area() > TINY_MM2]
    assert clash == []


def test_parts_behind_the_panel_leave_each_other_room(ours: Panel) -> None:
    behind = [(part.name, section(part.outline)) for part in ours.behind]
    clash = [(a, b) for (a, one), (b, other) in combinations(behind, 2) if (one ^ other).area() > TINY_MM2]
    assert clash == []


def test_holes_keep_away_from_the_edge(ours: Panel) -> None:
    inside = section(ours.outline).offset(-LEAST_EDGE_MM)
    assert [hole.name for hole in ours.holes if (section(hole.shape) - inside).area() > TINY_MM2] == []


def test_between_two_holes_there_is_always_something_left(ours: Panel) -> None:
    grown = [(hole.name, section(hole.shape).offset(SIZES.box.thinnest / 2 - 0.01)) for hole in ours.holes]
    clash = [(a, b) for (a, one), (b, other) in combinations(grown, 2) if (one ^ other).area() > TINY_MM2]
    assert clash == []


def test_engravings_lie_on_the_panel_and_not_in_its_holes(ours: Panel) -> None:
    solid = ours.area()
    assert [one.name for one in ours.engravings if (one.area - solid).area() > 0.05] == []


def test_engravings_do_not_cross_each_other(ours: Panel) -> None:
    pairs = combinations(ours.engravings, 2)
    assert [(a.name, b.name) for a, b in pairs if (a.area ^ b.area).area() > TINY_MM2] == []


def test_knobs_do_not_hide_their_dice(ours: Panel) -> None:
    knobs = section(*(Circle(x, y, SIZES.encoders.knob) for x, y in SIZES.encoders.centres))
    dice = [one for one in ours.engravings if one.name in ("d8", "d10", "d12")]
    assert [(one.name, (one.area ^ knobs).area()) for one in dice] == [("d8", 0), ("d10", 0), ("d12", 0)]


def test_template_is_an_a4_sheet_in_millimetres_with_a_line_of_100() -> None:
    root = ElementTree.fromstring(draw.template(panel(SIZES)))
    assert (root.attrib["width"], root.attrib["height"]) == ("297mm", "210mm")
    assert root.attrib["viewBox"] == "0 0 297 210"
    line = root.find(f"{SVG}g[@id='control']/{SVG}path")
    assert line is not None
    (ax, ay), (bx, by) = (
        tuple(map(float, point.split())) for point in line.attrib["d"].removeprefix("M").split("L")
    )
    assert (bx - ax, by - ay) == (100, 0)


def test_nothing_of_the_template_lies_where_printers_do_not_print() -> None:
    root = ElementTree.fromstring(draw.template(panel(SIZES)))
    numbers = [
        tuple(map(float, point.split()))
        for path in root.iter(f"{SVG}path")
        for point in path.attrib["d"].replace("M", "L").replace("z", "").split("L")
        if point
    ]
    assert min(x for x, _ in numbers) >= 6
    assert max(x for x, _ in numbers) <= 291
    assert min(y for _, y in numbers) >= 6
    assert max(y for _, y in numbers) <= 204


def test_template_and_cutting_file_have_every_round_hole(ours: Panel) -> None:
    radii = sorted(hole.shape.diameter / 2 for hole in ours.holes if isinstance(hole.shape, Circle))
    for made in (draw.template(ours), draw.cutting(ours)):
        group = ElementTree.fromstring(made).find(f"{SVG}g[@id='cut']")
        assert group is not None
        assert sorted(float(c.attrib["r"]) for c in group.iter(f"{SVG}circle")) == pytest.approx(radii)


def test_drawings_carry_no_words_but_the_name_and_sizes() -> None:
    for made in (draw.template(panel(SIZES)), draw.cutting(panel(SIZES))):
        texts = [text.text or "" for text in ElementTree.fromstring(made).iter(f"{SVG}text")]
        assert [text for text in texts if text.strip("⌀ 0123456789.") not in ("", "mm")] == []


def test_dxf_is_sound_and_in_millimetres(drawing: Drawing) -> None:
    assert drawing.audit().errors == []
    assert drawing.units == MM


def test_dxf_has_the_panel_s_holes_on_its_cut_layer(drawing: Drawing, ours: Panel) -> None:
    found = sorted(
        (round(c.dxf.center.x, 3), round(c.dxf.center.y, 3), round(2 * c.dxf.radius, 3))
        for c in drawing.modelspace().query('CIRCLE[layer=="CUT"]')
    )
    circles = [hole.shape for hole in ours.holes if isinstance(hole.shape, Circle)]
    assert found == sorted((round(c.x, 3), round(c.y, 3), c.diameter) for c in circles)


def test_every_line_of_the_dxf_is_closed_and_on_a_layer_of_its_own_meaning(drawing: Drawing) -> None:
    lines = [line for line in drawing.modelspace() if isinstance(line, LWPolyline)]
    assert len(lines) > 60
    assert {line.dxf.layer for line in lines} == {"CUT", "ENGRAVE", "MARK"}
    assert all(line.closed for line in lines)


def test_dxf_is_as_large_as_the_panel(drawing: Drawing) -> None:
    lines = [line for line in drawing.modelspace() if isinstance(line, LWPolyline)]
    points = [point for line in lines if line.dxf.layer == "CUT" for point in line.get_points("xy")]
    assert (min(x for x, _ in points), min(y for _, y in points)) == (0, 0)
    assert max(x for x, _ in points) == SIZES.panel.width
    assert max(y for _, y in points) == SIZES.panel.depth


def test_a_circle_of_two_arcs_has_its_area() -> None:
    (line,) = parse_path("M2 0a2 2 0 0 1-4 0 2 2 0 0 1 4 0z")
    assert abs(area(line.points)) == pytest.approx(math.pi * 4, rel=0.02)


def test_a_smooth_curve_goes_on_from_the_one_before() -> None:
    (line,) = parse_path("M0 0C0 1 1 1 1 0S2-1 2 0")
    xs = [round(x, 6) for x, _ in line.points]
    assert xs == sorted(xs)
    assert min(y for _, y in line.points) == pytest.approx(-0.75)


def test_relative_and_absolute_commands_mean_the_same() -> None:
    assert list(parse_path("M1 1h2v2H1z")) == list(parse_path("m1 1 2 0 0 2-2 0z"))


def test_a_command_that_the_sprite_does_not_use_is_refused() -> None:
    with pytest.raises(ValueError, match="Q came, expected one of"):
        list(parse_path("M0 0Q1 1 2 2"))


def test_feather_has_its_quill_cut_out() -> None:
    assert glyph("feather").num_contour() == 2


@pytest.mark.parametrize("sign", Sign)
def test_signs_are_one_wide_and_in_the_middle(sign: Sign) -> None:
    left, near, right, far = glyph(sign).bounds()
    assert -0.5 <= left < right <= 0.5
    assert -0.5 <= near < far <= 0.5


def test_contours_are_the_same_wherever_a_polygon_begins() -> None:
    square = ((0.0, 0.0), (2.0, 0.0), (2.0, 2.0), (0.0, 2.0))
    assert contours(from_contours([square])) == contours(from_contours([square[2:] + square[:2]]))


def test_a_rounded_rectangle_keeps_its_size() -> None:
    assert section(Rect(5, 5, 10, 8, 2)).bounds() == pytest.approx((0, 1, 10, 9))


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("width = 196.0", "", "panel.width is missing"),
        ("width = 196.0", "width = 196.0\nheight = 3", "panel.height is unknown"),
        ("width = 196.0", "width = 'wide'", "panel.width: 'wide' came, expected millimetres"),
        ("width = 196.0", "width = -1", "panel.width: -1 came, expected nothing below zero"),
        ("centre = [54.0, 88.5]", "centre = [54.0]", r"ring.centre: \[54.0\] came, expected 2 numbers"),
        ("screws = [[6.5, 6.5]", "screws = [6.5", r"panel.screws: 6.5 came, expected 2 numbers"),
        ("screws = [[", "screws = 3 # [[", "panel.screws: 3 came, expected a list of pairs"),
        ("[panel]", "[panel", "not readable TOML"),
        ("[ring]", "[rings]", "ring is missing"),
    ],
)
def test_sizes_that_can_t_be_used_are_refused(old: str, new: str, said: str) -> None:
    text = PLACE.read_text(encoding="utf-8")
    assert old in text
    with pytest.raises(SizesError, match=said):
        parse_sizes(text.replace(old, new, 1))


def test_a_group_that_is_no_table_is_refused() -> None:
    text = "sheets = 1\n" + PLACE.read_text(encoding="utf-8").partition("[sheets]")[0]
    with pytest.raises(SizesError, match=r"sheets\.: 1 came, expected a table"):
        parse_sizes(text)
