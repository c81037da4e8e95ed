"""Take the pictures of the parts for README.md: `python -m hardware.enclosure.pictures`.

Seen from far away (no perspective), lit from the upper left, with outlines where two faces meet.
"""

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TypeAlias

import numpy as np
from manifold3d import Manifold
from numpy.typing import NDArray
from PIL import Image

from hardware.enclosure.box import Enclosure, enclosure
from hardware.enclosure.claim import Claim, claim
from hardware.enclosure.solids import box, column, extruded, joined
from hardware.panel.glyphs import glyph
from hardware.sizes import load_sizes

Array: TypeAlias = NDArray[np.float64]
Coloured: TypeAlias = tuple[Manifold, str]

FOLDER = Path(__file__).resolve().parent
OVERSAMPLED = 2
LIGHT = (-0.30, 0.52, 0.80)
GROUND, OUTLINE = "#fbf4e2", "#1e150b"
WOOD, LAPIS, GOLD, IVORY, GREEN = "#a06a3a", "#223a8c", "#e9bd55", "#f3e8cb", "#3f8f63"
GREY, SOOT, LIT = "#b9b4a8", "#2c2622", "#ffe08a"
NEAR_MM = 0.6


def picture(solids: Sequence[Coloured], width: int, *, turned: float, tilted: float) -> Image.Image:
    """Give a picture of solids, so many pixels wide; degrees: round the z axis, then towards the viewer."""
    view = _rotation(turned, tilted)
    meshes = [(_triangles(solid), colour) for solid, colour in solids]
    seen = [(triangles @ view.T, colour) for triangles, colour in meshes]
    low = np.min([t.reshape(-1, 3).min(axis=0) for t, _ in seen], axis=0)
    high = np.max([t.reshape(-1, 3).max(axis=0) for t, _ in seen], axis=0)
    margin = 0.03 * (high[0] - low[0])
    scale = width * OVERSAMPLED / (high[0] - low[0] + 2 * margin)
    columns = width * OVERSAMPLED
    rows = OVERSAMPLED * math.ceil((high[1] - low[1] + 2 * margin) * scale / OVERSAMPLED)
    depth = np.full((rows, columns), -np.inf)
    image = np.empty((rows, columns, 3))
    image[:] = _rgb(GROUND)
    facing = np.zeros((rows, columns, 3))
    light = np.array(LIGHT)
    for triangles, colour in seen:
        at = triangles.copy()
        at[:, :, 0] = (triangles[:, :, 0] - low[0] + margin) * scale
        at[:, :, 1] = (high[1] + margin - triangles[:, :, 1]) * scale
        normals = np.cross(triangles[:, 1] - triangles[:, 0], triangles[:, 2] - triangles[:, 0])
        lengths = np.linalg.norm(normals, axis=1)
        for corners, normal, length in zip(at, normals, lengths, strict=True):
            if length > 0 and normal[2] > 0:
                _fill(corners, normal / length, _rgb(colour), light, depth, image, facing)
    _draw_edges(depth, facing, image)
    shrunk = Image.fromarray(np.clip(image, 0, 255).astype(np.uint8))
    return shrunk.resize((columns // OVERSAMPLED, rows // OVERSAMPLED), Image.Resampling.BOX)


def _fill(
    corners: Array, normal: Array, colour: Array, light: Array, depth: Array, image: Array, facing: Array
) -> None:
    (ax, ay, az), (bx, by, bz), (cx, cy, cz) = corners
    left, right = max(0, math.floor(min(ax, bx, cx))), min(depth.shape[1] - 1, math.ceil(max(ax, bx, cx)))
    top, bottom = max(0, math.floor(min(ay, by, cy))), min(depth.shape[0] - 1, math.ceil(max(ay, by, cy)))
    whole = (bx - ax) * (cy - ay) - (by - ay) * (cx - ax)
    if not whole:
        return
    y, x = np.mgrid[top : bottom + 1, left : right + 1] + 0.5
    v = ((x - ax) * (cy - ay) - (y - ay) * (cx - ax)) / whole
    w = ((bx - ax) * (y - ay) - (by - ay) * (x - ax)) / whole
    z = az + v * (bz - az) + w * (cz - az)
    part = (slice(top, bottom + 1), slice(left, right + 1))
    inside = (v >= -1e-6) & (w >= -1e-6) & (v + w <= 1 + 1e-6) & (z > depth[part])
    depth[part][inside] = z[inside]
    image[part][inside] = colour * (0.62 + 0.38 * max(0.0, float(normal @ light)))
    facing[part][inside] = normal


def _draw_edges(depth: Array, facing: Array, image: Array) -> None:
    """Darken where the face or the distance changes."""
    edge = np.zeros(depth.shape)
    for axis in (0, 1):
        here, there = np.roll(depth, 1, axis), depth
        empty = np.isinf(here) & np.isinf(there)
        with np.errstate(invalid="ignore"):
            step = ~empty & (np.abs(here - there) > NEAR_MM * 2)
        bend = np.sum(np.roll(facing, 1, axis) * facing, axis=2) < 0.8
        edge = np.maximum(edge, np.where(step, 1.0, np.where(bend & ~empty, 0.55, 0.0)))
    image += (_rgb(OUTLINE) - image) * (edge * 0.8)[:, :, None]


def _triangles(solid: Manifold) -> Array:
    mesh = solid.to_mesh()
    found: Array = np.asarray(mesh.vert_properties)[:, :3].astype(np.float64)[mesh.tri_verts]
    return found


def _rotation(turned: float, tilted: float) -> Array:
    a, b = math.radians(turned), math.radians(tilted)
    about_z = np.array([[math.cos(a), -math.sin(a), 0], [math.sin(a), math.cos(a), 0], [0, 0, 1]])
    about_x = np.array([[1, 0, 0], [0, math.cos(b), -math.sin(b)], [0, math.sin(b), math.cos(b)]])
    found: Array = about_x @ about_z
    return found


def _rgb(colour: str) -> Array:
    return np.array([int(colour[k : k + 2], 16) for k in (1, 3, 5)], dtype=np.float64)


def pictures() -> dict[str, Image.Image]:
    """Give the pictures by the names of their files."""
    sizes = load_sizes()
    ours, puck = enclosure(sizes), claim(sizes)
    body, lid = ours.body(), ours.lid()
    top = ours.rim + sizes.panel.thickness - sizes.panel.engraving
    inlay = joined(one.area.extrude(0.65).translate((0, 0, top)) for one in ours.panel.engravings)
    inside = ours.keepouts()
    colours = {"pi": GREEN, "board": GREEN, "ribbon": GREY, "power": OUTLINE}
    parts = [(inside[name], colour) for name, colour in colours.items()]
    jacks = [(inside[f"jack.{k}"], OUTLINE) for k in range(1, 7)]
    raised = lid.translate((0, 0, 70))
    return {
        "front": picture(
            [(body, WOOD), (lid, LAPIS), (inlay, GOLD), *_fittings(ours)], 900, turned=-24, tilted=-46
        ),
        "open": picture(
            [(body, WOOD), (raised, LAPIS), (inlay.translate((0, 0, 70)), GOLD), *parts, *jacks],
            900,
            turned=-24,
            tilted=-58,
        ),
        "back": picture([(body, WOOD), (lid, LAPIS), (inlay, GOLD)], 900, turned=148, tilted=-62),
        "panel-behind": picture([(lid.rotate((180, 0, 0)), LAPIS)], 900, turned=-12, tilted=-38),
        "claim": picture(
            [
                (puck.body(), WOOD),
                (puck.base().translate((0, 0, -22)), IVORY),
                *_button(puck, 18),
            ],
            420,
            turned=20,
            tilted=-66,
        ),
    }


def _fittings(ours: Enclosure) -> list[Coloured]:
    """Give what stands out of the panel, roughly."""
    s, top = ours.sizes, ours.rim + ours.sizes.panel.thickness
    (x, y), (width, height) = s.display.centre, s.display.window
    found = [
        (box(x - width / 2, y - height / 2, ours.rim - 2, x + width / 2, y + height / 2, ours.rim), SOOT)
    ]
    for x, y in s.encoders.centres:
        found.append((column(x, y, s.encoders.knob, top + 1, top + 15), SOOT))
        found.append((box(x - 0.8, y + 2, top + 15, x + 0.8, y + s.encoders.knob / 2, top + 15.2), GOLD))
    for (x, y), colour in ((s.pushes.back, IVORY), (s.pushes.ok, GOLD)):
        found.append((column(x, y, s.pushes.bezel, top, top + 2), SOOT))
        found.append((column(x, y, s.pushes.bezel - 6, top + 2, top + 5), colour))
    for hole in ours.panel.cells:
        found.append((extruded(hole.shape, ours.rim, top - 0.4), LIT))
    for _, (x, y) in ours.panel.lights:
        found.append((column(x, y, s.lights.hole, ours.rim, top - 0.4), IVORY))
    return found


def _button(puck: Claim, raised: float) -> list[Coloured]:
    s, top = puck.sizes, puck.sizes.height + raised
    return [
        (column(0, 0, s.button_hole - 1, top - 16, top), SOOT),
        (column(0, 0, s.bezel, top, top + 3), SOOT),
        (column(0, 0, s.cap + 1, top + 3, top + 7), GOLD),
        (extruded(glyph("sun").scale((s.cap * 0.8,) * 2), top + 7, top + 7.1), SOOT),
    ]


def main() -> None:
    for name, image in pictures().items():
        image.quantize(64).save(FOLDER / f"{name}.png", optimize=True)
        print(f"khepri: hardware/enclosure/{name}.png taken")


if __name__ == "__main__":
    main()
