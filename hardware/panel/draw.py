"""Draw the panel 1:1: template.svg to print on A4 and drill by, panel.dxf and panel.svg to cut."""

from collections.abc import Mapping

from hardware.panel.dxf import drawing
from hardware.panel.layout import Panel, panel
from hardware.panel.shapes import Circle, contours
from hardware.panel.svg import Sheet, control_line, crop_marks
from hardware.sizes import load_sizes

A4 = (297.0, 210.0)
CUT = {"fill": "none", "stroke": "#ff0000", "stroke_width": "0.1"}
ENGRAVE = {"fill": "#000", "fill_rule": "evenodd", "stroke": "none"}


def files() -> Mapping[str, bytes]:
    """Give the drawings by their path in hardware/."""
    ours = panel(load_sizes())
    return {
        "panel/template.svg": template(ours),
        "panel/panel.svg": cutting(ours),
        "panel/panel.dxf": dxf(ours),
    }


def template(ours: Panel) -> bytes:
    """Give the sheet that is printed on A4, landscape: glued on, it shows where to drill and saw."""
    width, depth = ours.sizes.panel.width, ours.sizes.panel.depth
    left, below = (A4[0] - width) / 2, (A4[1] - depth) / 2 - 4
    sheet = Sheet(*A4, "Khepri: panel, 1:1", origin=(left, A4[1] - below - 8))
    sheet.begin("engrave", **{**ENGRAVE, "fill": "#8a8a8a"})
    for engraving in ours.engravings:
        sheet.area(engraving.area)
    sheet.end()
    sheet.begin("cut", fill="#fff", stroke="#000", stroke_width="0.25")
    sheet.shape(ours.outline, fill="none")
    for hole in ours.holes:
        sheet.shape(hole.shape)
    sheet.end()
    sheet.begin("behind", fill="none", stroke="#000", stroke_width="0.15", stroke_dasharray="1.2 1.2")
    for part in ours.behind:
        sheet.shape(part.outline)
    for x, y in ours.display_bosses:
        sheet.shape(Circle(x, y, ours.sizes.display.hole))
    sheet.end()
    sheet.begin("centres", fill="none", stroke="#000", stroke_width="0.15")
    for hole in ours.holes:
        if isinstance(hole.shape, Circle):
            x, y, arm = hole.shape.x, hole.shape.y, max(2.0, hole.shape.diameter / 2 + 1)
            sheet.line((x - arm, y), (x + arm, y))
            sheet.line((x, y - arm), (x, y + arm))
    sheet.end()
    crop_marks(sheet, 0, 0, width, depth)
    control_line(sheet, 0, -14)
    for k, diameter in enumerate(_drills(ours)):
        x = 128 + 15 * k
        sheet.shape(Circle(x, -14, diameter), fill="none", stroke="#000", stroke_width="0.2")
        sheet.text(
            x, -14 - 12, f"⌀ {diameter:g}", font_family="sans-serif", font_size="3.4", text_anchor="middle"
        )
    return sheet.content()


def _drills(ours: Panel) -> list[float]:
    return sorted({hole.shape.diameter for hole in ours.holes if isinstance(hole.shape, Circle)})


def cutting(ours: Panel) -> bytes:
    """Give the panel for a laser: red lines are cut, black areas engraved."""
    margin = 2.0
    width, depth = ours.sizes.panel.width, ours.sizes.panel.depth
    sheet = Sheet(
        width + 2 * margin, depth + 2 * margin, "Khepri: panel to cut", origin=(margin, depth + margin)
    )
    sheet.begin("engrave", **ENGRAVE)
    for engraving in ours.engravings:
        sheet.area(engraving.area)
    sheet.end()
    sheet.begin("cut", **CUT)
    for hole in ours.holes:
        sheet.shape(hole.shape)
    sheet.shape(ours.outline)
    sheet.end()
    return sheet.content()


def dxf(ours: Panel) -> bytes:
    """Give the panel as DXF: layers CUT, ENGRAVE, and MARK with what lies behind."""
    shapes = [("CUT", hole.shape) for hole in ours.holes]
    shapes += [("CUT", ours.outline)]
    shapes += [("MARK", part.outline) for part in ours.behind]
    shapes += [("MARK", Circle(x, y, ours.sizes.display.hole)) for x, y in ours.display_bosses]
    lines = [("ENGRAVE", contour) for one in ours.engravings for contour in contours(one.area)]
    return drawing(shapes, lines)
