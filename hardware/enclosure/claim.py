"""The case of one claim button: a puck with a base, for whatever is pressed in a hurry.

The lead is fixed in it and has its plug at the other end: it goes into the socket under its sign.
"""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from manifold3d import Manifold

from hardware.enclosure.solids import OVERLAP_MM, Part, bore_y, box, column, cone, joined, on_the_bed, stl
from hardware.panel.shapes import Point
from hardware.sizes import ClaimSizes, Sizes, load_sizes

PILOT = 2.8
SCREW_HOLE, SCREW_HEAD, SINK = 3.4, 6.6, 1.7
TIE_APART = 7.0


@dataclass(frozen=True)
class Claim:
    """Stands on z = 0, its middle at 0, 0; the lead leaves to the back."""

    sizes: ClaimSizes

    def screws(self) -> Iterator[Point]:
        s = self.sizes
        for k in range(s.screws):
            angle = math.radians(270 + 360 * k / s.screws)
            radius = s.screw_circle / 2
            yield round(radius * math.cos(angle), 4), round(radius * math.sin(angle), 4)

    def inner(self, z: float) -> float:
        """Give the diameter inside at a height."""
        s = self.sizes
        return s.bottom + (s.top - s.bottom) * z / s.height - 2 * s.wall

    def body(self) -> Manifold:
        s = self.sizes
        outer = cone(0, 0, 0, s.height, s.bottom, s.top)
        hollow = cone(0, 0, 0, s.height - s.roof, self.inner(0), self.inner(s.height - s.roof))
        columns = joined(column(x, y, s.column, s.base + s.gap, s.height - 1) for x, y in self.screws())
        whole = joined([outer - hollow, columns ^ outer])
        below = [column(0, 0, self.inner(0), -OVERLAP_MM, OVERLAP_MM)]
        pilots = [column(x, y, PILOT, 0, s.base + 14) for x, y in self.screws()]
        hole = column(0, 0, s.button_hole, s.height - s.roof - 1, s.height + 1)
        return whole - joined([*below, *pilots, hole, bore_y(0, s.cable_z, s.cable, 10, s.bottom)])

    def base(self) -> Manifold:
        s = self.sizes
        plate = column(0, 0, self.inner(s.base) - 2 * s.gap, 0, s.base)
        holes = [column(x, y, SCREW_HOLE, -1, s.base + 1) for x, y in self.screws()]
        sinks = [cone(x, y, -OVERLAP_MM, SINK, SCREW_HEAD, SCREW_HOLE) for x, y in self.screws()]
        wide, thick = s.tie
        y = s.bottom / 2 - s.wall - 8
        slots = [
            box(
                side * TIE_APART / 2 - thick / 2,
                y - wide / 2,
                -1,
                side * TIE_APART / 2 + thick / 2,
                y + wide / 2,
                9,
            )
            for side in (-1, 1)
        ]
        return plate - joined([*holes, *sinks, *slots])

    def button(self) -> Manifold:
        """Give the room of the button below the roof."""
        s = self.sizes
        return column(0, 0, s.bezel, s.height - s.roof - s.button_depth, s.height - s.roof)

    def parts(self) -> tuple[Part, ...]:
        return (
            on_the_bed("claim", self.body(), is_face_down=True),
            on_the_bed("claim-base", self.base(), is_face_down=True),
        )


def claim(sizes: Sizes) -> Claim:
    """Give the case for these sizes."""
    return Claim(sizes.claim)


def files() -> Mapping[str, bytes]:
    """Give the parts as STL by their path in hardware/."""
    return {f"enclosure/{part.name}.stl": stl(part) for part in claim(load_sizes()).parts()}
