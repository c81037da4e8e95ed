"""Solids in millimetres, and STL: binary, sorted, the same bytes every time."""

import struct
from collections.abc import Iterable
from dataclasses import dataclass

import numpy as np
from manifold3d import CrossSection, Manifold, OpType

from hardware.panel.shapes import Circle, Shape, from_least, section, segments

OVERLAP_MM = 0.01
"""By how much a cut goes beyond a face, so that no skin is left."""
STL_DIGITS = 3


@dataclass(frozen=True)
class Part:
    """What is printed in one piece, as it lies on the bed: on z = 0, its near left corner at 0, 0."""

    name: str
    solid: Manifold


def extruded(area: CrossSection | Shape, low: float, high: float) -> Manifold:
    """Give what stands on an area between two heights."""
    if not isinstance(area, CrossSection):
        area = section(area)
    return area.extrude(high - low).translate((0, 0, low))


def box(left: float, near: float, low: float, right: float, far: float, high: float) -> Manifold:
    return Manifold.cube((right - left, far - near, high - low)).translate((left, near, low))


def column(x: float, y: float, diameter: float, low: float, high: float) -> Manifold:
    return extruded(Circle(x, y, diameter), low, high)


def cone(x: float, y: float, low: float, high: float, diameter_low: float, diameter_high: float) -> Manifold:
    count = segments(max(diameter_low, diameter_high) / 2)
    solid = Manifold.cylinder(high - low, diameter_low / 2, diameter_high / 2, count)
    return solid.translate((x, y, low))


def bore_y(x: float, z: float, diameter: float, near: float, far: float) -> Manifold:
    """Give a round bar that runs away from you, to cut a hole into a near or far wall."""
    solid = Manifold.cylinder(far - near, diameter / 2, diameter / 2, segments(diameter / 2))
    return solid.rotate((-90, 0, 0)).translate((x, near, z))


def joined(solids: Iterable[Manifold]) -> Manifold:
    found = list(solids)
    return Manifold.batch_boolean(found, OpType.Add) if found else Manifold()


def on_the_bed(name: str, solid: Manifold, *, is_face_down: bool = False) -> Part:
    """Give a part as it is printed."""
    lying = solid.rotate((180, 0, 0)) if is_face_down else solid
    x, y, z, *_ = lying.bounding_box()
    return Part(name, lying.translate((-x, -y, -z)))


def stl(part: Part) -> bytes:
    """Give a part as binary STL; the triangles are sorted, each begins with its least corner."""
    mesh = part.solid.to_mesh()
    corners = np.round(np.asarray(mesh.vert_properties)[:, :3].astype(np.float64), STL_DIGITS) + 0.0
    triangles = sorted(
        from_least(corner)
        for corner in (tuple(tuple(map(float, corners[k])) for k in tri) for tri in mesh.tri_verts)
        if len(set(corner)) == 3
    )
    head = f"Khepri {part.name}, millimetres".encode().ljust(80)
    body = b"".join(struct.pack("<12fH", 0, 0, 0, *np.ravel(triangle), 0) for triangle in triangles)
    return head + struct.pack("<I", len(triangles)) + body
