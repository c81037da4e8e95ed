"""The box cut out of a sheet, with finger joints: for plywood or acrylic instead of a printer.

The panel is screwed onto stand-offs that go from the floor to it; floor and walls are glued.
"""

from collections.abc import Mapping
from dataclasses import dataclass, replace

from manifold3d import CrossSection, JoinType

from hardware.enclosure.box import Enclosure
from hardware.enclosure.solids import joined
from hardware.panel.draw import CUT, ENGRAVE
from hardware.panel.dxf import drawing
from hardware.panel.layout import panel
from hardware.panel.shapes import Circle, Polygon, between, contours, section
from hardware.panel.svg import Sheet
from hardware.sizes import Sizes, load_sizes

STANDOFF_HOLE = 2.7
"""For the M2.5 stand-offs of the Pi and the perfboard."""
COLLARS = 2
"""How many cell rings lie on one another between panel and LEDs."""


@dataclass(frozen=True)
class Plate:
    """One part, as it is when done: the beam's width is not in it yet."""

    name: str
    area: CrossSection


def fingers(length: float, about: float) -> list[tuple[float, float]]:
    """Divide an edge into an odd number of equal pieces; those at even places belong to one of two parts."""
    count = max(3, 2 * round((length / about - 1) / 2) + 1)
    return [(length * k / count, length * (k + 1) / count) for k in range(count)]


@dataclass(frozen=True)
class CutBox:
    sizes: Sizes
    ours: Enclosure

    @property
    def height(self) -> float:
        """Of the walls, the floor's thickness within."""
        return self.ours.rim

    def plates(self) -> tuple[Plate, ...]:
        p = self.sizes.panel
        return (
            Plate("panel", self.ours.panel.area()),
            Plate("floor", self.floor()),
            Plate("near", self._wall(p.width, True) - self._openings("near")),
            Plate("far", self._wall(p.width, True) - self._openings("far")),
            Plate("left", self._wall(p.depth, False) - self._openings("left")),
            Plate("right", self._wall(p.depth, False) - self._openings("right")),
            *(Plate(f"collar.{k}", self._collar()) for k in range(1, COLLARS + 1)),
        )

    def floor(self) -> CrossSection:
        """Give the floor: it owns the even fingers of its four edges, so also the corners."""
        p, t, about = self.sizes.panel, self.sizes.cut.sheet, self.sizes.cut.finger
        notches = []
        for a, b in fingers(p.width, about)[1::2]:
            notches += [between(a, 0, b, t), between(a, p.depth - t, b, p.depth)]
        for a, b in fingers(p.depth, about)[1::2]:
            notches += [between(0, a, t, b), between(p.width - t, a, p.width, b)]
        holes = [Circle(x, y, STANDOFF_HOLE) for x, y in (*self.ours.pi_holes, *self.ours.board_holes)]
        holes += [Circle(x, y, self.sizes.panel.screw_hole) for x, y in self.sizes.panel.screws]
        whole = section(between(0, 0, p.width, p.depth)) - section(*notches)
        return whole - section(*holes) - section(*self.ours.floor_vents())

    def _wall(self, length: float, is_long: bool) -> CrossSection:
        """Give a wall with its fingers; the near and far ones own the even fingers of the upright edges."""
        t, about, height = self.sizes.cut.sheet, self.sizes.cut.finger, self.height
        notches = [between(a, 0, b, t) for a, b in fingers(length, about)[::2]]
        for a, b in fingers(height - t, about)[1 if is_long else 0 :: 2]:
            notches += [between(0, t + a, t, t + b), between(length - t, t + a, length, t + b)]
        return section(between(0, 0, length, height)) - section(*notches)

    def _openings(self, wall: str) -> CrossSection:
        """Give what the printed box has in that wall, along the wall and upwards."""
        p, middle = self.sizes.panel, self.sizes.cut.sheet / 2
        cuts = joined(self.ours.wall_cuts())
        if wall in ("near", "far"):
            across = middle if wall == "near" else p.depth - middle
            return cuts.transform(((1, 0, 0, 0), (0, 0, 1, 0), (0, -1, 0, 0))).slice(-across)
        across = middle if wall == "left" else p.width - middle
        return cuts.transform(((0, 1, 0, 0), (0, 0, 1, 0), (1, 0, 0, 0))).slice(across)

    def _collar(self) -> CrossSection:
        x, y = self.sizes.ring.centre
        return self.ours.collar().translate((-x, -y))

    def lines(self, plate: Plate) -> CrossSection:
        """Give where the middle of the beam runs: outside of the part by half its width."""
        cut = self.sizes.cut
        return plate.area.offset((cut.kerf - cut.play) / 2, JoinType.Miter)

    def placed(self) -> list[tuple[Plate, tuple[float, float]]]:
        """Give each part with where its middle of coordinates lies on the sheet."""
        s, gap = self.sizes, self.sizes.cut.spacing
        found, by_name = [], {plate.name: plate for plate in self.plates()}
        second, third = 2 * gap + s.panel.depth, 3 * gap + s.panel.depth + self.height
        beside = 3 * gap + 2 * s.panel.depth
        collar = self._collar().bounds()
        places = (
            ("floor", gap, gap),
            ("panel", 2 * gap + s.panel.width, gap),
            ("near", gap, second),
            ("far", 2 * gap + s.panel.width, second),
            ("left", gap, third),
            ("right", 2 * gap + s.panel.depth, third),
            ("collar.1", beside, third),
            ("collar.2", beside + gap + collar[2] - collar[0], third),
        )
        for name, x, y in places:
            left, near, _, _ = by_name[name].area.bounds()
            found.append((by_name[name], (x - left, y - near)))
        return found


def cut_box(sizes: Sizes) -> CutBox:
    """Give the cut box: the printed one's places, with the sheet for its walls."""
    t = sizes.cut.sheet
    own = replace(sizes, box=replace(sizes.box, wall=t, floor=t), jacks=replace(sizes.jacks, wall=t))
    return CutBox(own, Enclosure(own, panel(own)))


def svg(ours: CutBox) -> bytes:
    """Give the sheet for a laser: red lines are cut, black areas engraved."""
    width, height = _sheet_size(ours)
    sheet = Sheet(width, height, f"Khepri: box of {ours.sizes.cut.sheet:g} mm", origin=(0, height))
    at = _panel_at(ours)
    sheet.begin("engrave", **ENGRAVE)
    for one in ours.ours.panel.engravings:
        sheet.area(one.area.translate(at))
    sheet.end()
    sheet.begin("cut", **CUT)
    for plate, place in ours.placed():
        sheet.begin(f"cut-{plate.name}")
        sheet.area(ours.lines(plate).translate(place))
        sheet.end()
    sheet.end()
    return sheet.content()


def dxf(ours: CutBox) -> bytes:
    """Give the same as DXF, on the layers CUT and ENGRAVE."""
    cut = [
        ("CUT", Polygon(contour))
        for plate, place in ours.placed()
        for contour in contours(ours.lines(plate).translate(place))
    ]
    at = _panel_at(ours)
    engraved = [
        ("ENGRAVE", contour)
        for one in ours.ours.panel.engravings
        for contour in contours(one.area.translate(at))
    ]
    return drawing(cut, engraved)


def _panel_at(ours: CutBox) -> tuple[float, float]:
    return next(place for plate, place in ours.placed() if plate.name == "panel")


def _sheet_size(ours: CutBox) -> tuple[float, float]:
    gap = ours.sizes.cut.spacing
    bounds = [plate.area.translate(place).bounds() for plate, place in ours.placed()]
    return max(b[2] for b in bounds) + gap, max(b[3] for b in bounds) + gap


def files() -> Mapping[str, bytes]:
    """Give the cutting files by their path in hardware/."""
    ours = cut_box(load_sizes())
    return {"enclosure/cut.svg": svg(ours), "enclosure/cut.dxf": dxf(ours)}
