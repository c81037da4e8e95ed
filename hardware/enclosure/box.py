"""The printed box and its panel, as they stand on the table: z = 0 is the table.

The holes, engravings and parts of the panel come from hardware/panel/layout.py.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cached_property

from manifold3d import CrossSection, Manifold

from hardware.board import COLUMNS, PITCH_MM, ROWS, placed
from hardware.circuit import HEADER_REF, circuit
from hardware.enclosure.solids import (
    OVERLAP_MM,
    Part,
    bore_y,
    box,
    column,
    extruded,
    joined,
    on_the_bed,
    stl,
)
from hardware.panel.layout import Panel, panel
from hardware.panel.shapes import Circle, Point, Shape, between, section
from hardware.sizes import Sizes, load_sizes

HOLE_FROM_EDGE = 3.5
"""The Pi's own: the middle of its holes from both edges of the board."""
PILOT_DEPTH = 14.0
PEG_DEPTH = 1.2
"""Of the slots that stop the encoders from turning."""
PORT_BELOW = 0.8
"""How far the USB and Ethernet openings reach below the board's upper side."""
PLUG_BELOW = 2.6
"""How far a plug's handle reaches below the board's upper side."""
FOOT_DEPTH = 0.6
RIM = 1.6
"""Thickness of the lip and of what holds a part in its place behind the panel."""
RING_HOLD = 2.0
RIBBON_THICKNESS = 2.0
"""Of the ribbon where it lies over the perfboard, slack within."""


@dataclass(frozen=True)
class Window:
    """An opening in a wall in front of a port, as what is taken away."""

    name: str
    solid: Manifold


@dataclass(frozen=True)
class Enclosure:
    sizes: Sizes
    panel: Panel

    @property
    def rim(self) -> float:
        """The height of the walls, on which the panel lies."""
        return self.sizes.box.floor + self.sizes.box.inner_height

    @property
    def sd_end(self) -> float:
        """The x of the Pi's edge with the card; its ports look to the left, its power to the back."""
        s = self.sizes
        return s.box.wall + s.pi.usb_gap + s.pi.board[0]

    @property
    def power_edge(self) -> float:
        return self.sizes.panel.depth - self.sizes.box.wall - self.sizes.pi.power_gap

    @property
    def board_top(self) -> float:
        return self.sizes.box.floor + self.sizes.pi.standoff + self.sizes.pi.board_thickness

    def on_pi(self, along: float, across: float) -> Point:
        """Give the place of a point of the Pi's board, from its card end and its power edge."""
        return self.sd_end - along, self.power_edge - across

    @cached_property
    def pi_holes(self) -> tuple[Point, ...]:
        """Those of the big boards and of a Zero; they share two."""
        a, (long, wide), (_, zero) = HOLE_FROM_EDGE, self.sizes.pi.holes, self.sizes.pi.zero_holes
        return tuple(self.on_pi(u, v) for v in (a, a + zero, a + wide) for u in (a, a + long))

    @cached_property
    def board_holes(self) -> tuple[Point, ...]:
        board = self.sizes.board
        (x, y), (w, h) = board.corner, board.size
        dx, dy = (w - board.holes[0]) / 2, (h - board.holes[1]) / 2
        return tuple((x + a, y + b) for a in (dx, w - dx) for b in (dy, h - dy))

    def on_board(self, column: float, row: float) -> Point:
        """Give the place of a hole of the perfboard: its row A is the near one, so columns run leftwards."""
        (x, y), (w, h) = self.sizes.board.corner, self.sizes.board.size
        left, near = (w - (COLUMNS - 1) * PITCH_MM) / 2, (h - (ROWS - 1) * PITCH_MM) / 2
        return x + w - left - (column - 1) * PITCH_MM, y + near + (row - 1) * PITCH_MM

    @cached_property
    def inner(self) -> Shape:
        size, b = self.sizes.panel, self.sizes.box
        return between(b.wall, b.wall, size.width - b.wall, size.depth - b.wall, b.corner - b.wall)

    @cached_property
    def windows(self) -> tuple[Window, ...]:
        """The openings in front of the Pi's ports."""
        s, depth = self.sizes, self.sizes.panel.depth
        found = []
        low = self.board_top - PLUG_BELOW
        for k, (a, b) in enumerate(s.pi.back_windows, 1):
            (left, _), (right, _) = self.on_pi(b, 0), self.on_pi(a, 0)
            solid = box(left, depth - s.box.wall - 1, low, right, depth + 1, low + s.pi.back_window_height)
            found.append(Window(f"back.{k}", solid))
        low = self.board_top - PORT_BELOW
        for k, (a, b) in enumerate(s.pi.side_windows, 1):
            (_, far), (_, near) = self.on_pi(0, a), self.on_pi(0, b)
            found.append(
                Window(f"side.{k}", box(-1, near, low, s.box.wall + 1, far, low + s.pi.side_window_height))
            )
        return tuple(found)

    def jack_place(self, k: int) -> tuple[float, float]:
        """Give x and z of the socket under the k-th sign."""
        return self.panel.seats[k][1][0], self.sizes.box.floor + self.sizes.jacks.z

    def body(self) -> Manifold:
        """Give the box without its panel."""
        s = self.sizes
        solid = extruded(self.panel.outline, 0, self.rim) - extruded(self.inner, s.box.floor, self.rim + 1)
        bosses = [column(x, y, s.box.boss, 0, self.rim) for x, y in s.panel.screws]
        pi_top, board_top = s.box.floor + s.pi.standoff, s.box.floor + s.board.standoff
        standoffs = [column(x, y, s.pi.standoff_outer, 1, pi_top) for x, y in self.pi_holes]
        standoffs += [column(x, y, s.pi.standoff_outer, 1, board_top) for x, y in self.board_holes]
        whole = joined([solid, *bosses, *standoffs]) ^ extruded(self.panel.outline, 0, self.rim)
        return whole - joined(self._cuts())

    def _cuts(self) -> Iterator[Manifold]:
        s = self.sizes
        for x, y in s.panel.screws:
            yield column(x, y, s.box.pilot, self.rim - PILOT_DEPTH, self.rim + OVERLAP_MM)
        for x, y in self.pi_holes:
            yield column(x, y, s.pi.standoff_pilot, s.box.thinnest, s.box.floor + s.pi.standoff + OVERLAP_MM)
        for x, y in self.board_holes:
            yield column(
                x, y, s.pi.standoff_pilot, s.box.thinnest, s.box.floor + s.board.standoff + OVERLAP_MM
            )
        yield from self.wall_cuts()
        inset = s.box.foot / 2 + 6
        for x in (inset, s.panel.width - inset):
            for y in (inset, s.panel.depth - inset):
                yield column(x, y, s.box.foot, -OVERLAP_MM, FOOT_DEPTH)
        yield from (extruded(slot, -1, s.box.floor + 1) for slot in self.floor_vents())

    def wall_cuts(self) -> Iterator[Manifold]:
        """Yield what is taken out of the walls: ports, sockets, and narrow slots, which need no support."""
        s, v = self.sizes, self.sizes.vents
        width, depth, low = s.panel.width, s.panel.depth, s.box.floor + s.vents.z
        yield from (window.solid for window in self.windows)
        for k in range(len(self.panel.seats)):
            x, z = self.jack_place(k)
            yield bore_y(x, z, s.jacks.hole, -1, s.box.wall + 1)
            if s.jacks.wall < s.box.wall:
                yield bore_y(x, z, s.jacks.body + 2, s.jacks.wall, s.box.wall + OVERLAP_MM)
        z = s.box.floor + s.power.z
        yield bore_y(s.power.centre_x, z, s.power.hole, depth - s.box.wall - 1, depth + 1)
        for k in range(12):
            y = 46 + k * v.pitch
            yield box(width - s.box.wall - 1, y, low, width + 1, y + v.width, low + v.height)
        for k in range(8):
            x = 142 + k * v.pitch
            yield box(x, depth - s.box.wall - 1, low, x + v.width, depth + 1, low + v.height)

    def floor_vents(self) -> Iterator[Shape]:
        """Yield the slots below the Pi."""
        for k in range(8):
            x, y = self.on_pi(12 + k * self.sizes.vents.pitch, 46)
            yield between(x - self.sizes.vents.width, y, x, y + 16)

    def lid(self) -> Manifold:
        """Give the panel, its face up."""
        s, low = self.sizes, self.rim
        top = low + s.panel.thickness
        plate = extruded(self.panel.area(), low, top)
        engraved = joined(
            extruded(one.area, top - s.panel.engraving, top + OVERLAP_MM) for one in self.panel.engravings
        )
        whole = joined([plate, *self._holders()]) - engraved
        pegs = [extruded(peg, low - OVERLAP_MM, low + PEG_DEPTH) for peg in self.panel.encoder_pins]
        pilots = [
            column(x, y, s.display.hole, low - 10, top - s.panel.engraving - s.box.thinnest)
            for x, y in self.panel.display_bosses
        ]
        return whole - joined([*pegs, *pilots])

    def _holders(self) -> Iterator[Manifold]:
        """What hangs behind the panel: lip, cells of the ring, and frames that hold parts in their places."""
        s, low = self.sizes, self.rim
        into = low + OVERLAP_MM
        yield extruded(self._lip(), low - s.box.lip, into)
        (x, y), ring = s.ring.centre, s.ring
        hold = ring.outer + 2 * s.box.gap
        yield extruded(self.collar(), low - ring.collar, into)
        yield extruded(_ring(x, y, hold, hold + 2 * RIM), low - ring.collar - RING_HOLD, into)
        for px, py in self.panel.display_bosses:
            yield column(px, py, s.display.hole + 2.8, low - s.display.glass, into)
        for _, (lx, ly) in self.panel.lights:
            cup = s.lights.board + 2 * s.box.gap
            yield extruded(_ring(lx, ly, cup, cup + 2 * s.box.thinnest), low - 2.4, into)
        cup = s.piezo.body + 2 * s.box.gap
        yield extruded(_ring(*s.piezo.centre, cup, cup + 2 * s.box.thinnest), low - 4, into)

    def collar(self) -> CrossSection:
        """Give the plane of what keeps the LEDs of the ring apart."""
        (x, y), ring = self.sizes.ring.centre, self.sizes.ring
        cells = section(*(cell.shape for cell in self.panel.cells))
        outer = ring.outer + 2 * self.sizes.box.gap + 2 * RIM
        return _ring(x, y, ring.light_inner - 2 * RIM, outer) - cells

    def _lip(self) -> CrossSection:
        s = self.sizes
        inner = section(self.inner).offset(-s.box.gap)
        bosses = section(*(Circle(x, y, s.box.boss + 2 * s.box.gap) for x, y in s.panel.screws))
        lip = inner - inner.offset(-RIM) - bosses
        return lip.offset(-s.box.thinnest / 2).offset(s.box.thinnest / 2)

    def keepouts(self) -> Mapping[str, Manifold]:
        """Give the room of each part inside, by its name."""
        s, floor = self.sizes, self.sizes.box.floor
        found = {
            f"panel.{p.name}": extruded(p.outline, self.rim - p.depth, self.rim) for p in self.panel.behind
        }
        found["pi"] = self.pi_room(floor + s.pi.standoff, floor + s.pi.height)
        (x, y), (w, h) = s.board.corner, s.board.size
        low = floor + s.board.standoff
        found["board"] = box(x, y, low, x + w, y + h, low + s.board.thickness + s.board.tallest)
        found["ribbon"] = self.ribbon()
        for k in range(len(self.panel.seats)):
            jx, jz = self.jack_place(k)
            found[f"jack.{k + 1}"] = bore_y(jx, jz, s.jacks.body, s.box.wall, s.box.wall + s.jacks.depth)
        inside = s.panel.depth - s.box.wall
        z = floor + s.power.z
        found["power"] = bore_y(s.power.centre_x, z, s.power.nut, inside - s.power.depth, inside)
        return found

    def ribbon(self) -> Manifold:
        """Give the room of the ribbon: its plug on the perfboard, and the cable from there to a big Pi."""
        s = self.sizes
        low = s.box.floor + s.board.standoff + s.board.thickness
        over, top = low + s.board.tallest, low + s.board.ribbon
        left, top_row, right, bottom_row = placed(circuit())[HEADER_REF].body
        (x1, near), (x0, far) = self.on_board(left, top_row), self.on_board(right, bottom_row)
        plug = box(x0, near, over, x1, far, top)
        cable = box(x0, near, top - RIBBON_THICKNESS, x1, self.on_pi(0, s.pi.board[1])[1], top)
        return joined([plug, cable])

    def pi_room(self, low: float, high: float) -> Manifold:
        """Give the room of a big Pi between two heights: the board, and the shells that stand out of it."""
        (long, wide), pi = self.sizes.pi.board, self.sizes.pi
        outlines = (
            (0.0, long, 0.0, wide),
            (long, long + pi.overhang_usb, pi.side_windows[0][0], pi.side_windows[-1][1]),
            (pi.back_windows[0][0], pi.back_windows[-1][1], -pi.overhang_power, 0.0),
        )
        corners = ((self.on_pi(b, d), self.on_pi(a, c)) for a, b, c, d in outlines)
        return joined(box(left, near, low, right, far, high) for (left, near), (right, far) in corners)

    def parts(self) -> tuple[Part, ...]:
        """Give what is printed: the box on its floor, the panel on its face."""
        return on_the_bed("box", self.body()), on_the_bed("panel", self.lid(), is_face_down=True)


def _ring(x: float, y: float, inner: float, outer: float) -> CrossSection:
    return section(Circle(x, y, outer)) - section(Circle(x, y, inner))


def enclosure(sizes: Sizes) -> Enclosure:
    """Give the enclosure for these sizes."""
    return Enclosure(sizes, panel(sizes))


def files() -> Mapping[str, bytes]:
    """Give the parts as STL by their path in hardware/."""
    return {f"enclosure/{part.name}.stl": stl(part) for part in enclosure(load_sizes()).parts()}
