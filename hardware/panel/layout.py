"""The panel: every hole, engraving and part behind it, from the sizes and the pin map.

Template, cutting file, printed panel and the box's keep-outs are all made of this one list.
"""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property

from manifold3d import CrossSection

from device.pins import BUTTON_SIGNS, LedCounts, load_pins
from hardware.panel.glyphs import glyph
from hardware.panel.shapes import (
    Circle,
    Point,
    Polygon,
    Rect,
    Shape,
    arc,
    between,
    section,
    stroke,
    union,
)
from hardware.sizes import Sizes

LINE_MM = 0.8
"""An engraved line: two lines of a 0.4 mm nozzle."""
SMALLEST_MM = 0.03
"""What of an engraving is too small to be seen or cut."""
DICE = (8, 10, 12)
# Strokes on a grid 4 wide and 6 high.
LETTERS: dict[str, tuple[tuple[Point, ...], ...]] = {
    "K": (((0, 0), (0, 6)), ((3.6, 6), (0, 2.6)), ((1.2, 3.7), (3.8, 0))),
    "H": (((0, 0), (0, 6)), ((3.8, 0), (3.8, 6)), ((0, 3.1), (3.8, 3.1))),
    "E": (((3.2, 0), (0, 0), (0, 6), (3.2, 6)), ((0, 3.1), (2.6, 3.1))),
    "P": (((0, 0), (0, 6), (2, 6), (3.2, 5.5), (3.6, 4.5), (3.2, 3.4), (2, 2.9), (0, 2.9)),),
    "R": (
        ((0, 0), (0, 6), (2, 6), (3.2, 5.5), (3.6, 4.5), (3.2, 3.4), (2, 2.9), (0, 2.9)),
        ((1.8, 2.9), (3.8, 0)),
    ),
    "I": (((0, 0), (0, 6)),),
}
LETTER_WIDTH = {"I": 0.0}
FRIEZE = ((0, 6), (8, 22), (24, 30), (32, 46), (48, 54), (56, 70))
FRIEZE_LENGTH, FRIEZE_HEIGHT = 72, 8


@dataclass(frozen=True)
class Hole:
    """What goes through the panel. *around* is the widest of what sits in it, as seen from above."""

    name: str
    shape: Shape
    around: Shape


@dataclass(frozen=True)
class Engraving:
    name: str
    area: CrossSection


@dataclass(frozen=True)
class Behind:
    """The room that a part needs behind the panel."""

    name: str
    outline: Shape
    depth: float


@dataclass(frozen=True)
class Panel:
    sizes: Sizes
    leds: LedCounts

    @property
    def outline(self) -> Rect:
        size = self.sizes.panel
        return between(0, 0, size.width, size.depth, self.sizes.box.corner)

    @property
    def plate(self) -> Rect:
        return between(*self.sizes.panel.plate, radius=3.0)

    @cached_property
    def seats(self) -> tuple[tuple[str, Point], ...]:
        """Each button's sign and the middle of its picture, from the left."""
        (x, y), step = self.sizes.seats.first, self.sizes.seats.step
        return tuple((sign.value, (x + k * step, y)) for k, sign in enumerate(BUTTON_SIGNS.values()))

    @cached_property
    def holes(self) -> tuple[Hole, ...]:
        return tuple(self._holes())

    @cached_property
    def cells(self) -> tuple[Hole, ...]:
        """The windows of the ring's LEDs, the first at twelve, clockwise."""
        ring = self.sizes.ring
        shapes = [self._cell(k, ring.light_inner / 2, ring.light_outer / 2) for k in range(self.leds.ring)]
        return tuple(Hole(f"ring.{k}", shape, shape) for k, shape in enumerate(shapes, 1))

    def area(self) -> CrossSection:
        """Give the panel's plane with all its holes."""
        return section(self.outline) - section(*(hole.shape for hole in self.holes))

    def _cell(self, k: int, inner: float, outer: float) -> Polygon:
        (x, y), ring = self.sizes.ring.centre, self.sizes.ring
        middle = 90 - ring.first_led - 360 * k / self.leds.ring
        half = 180 / self.leds.ring

        def edge(radius: float) -> float:
            return half - math.degrees(math.asin(ring.cell_bar / 2 / radius))

        far = arc(x, y, outer, middle - edge(outer), middle + edge(outer))
        near = arc(x, y, inner, middle + edge(inner), middle - edge(inner))
        return Polygon((*far, *near))

    def _holes(self) -> Iterator[Hole]:
        s = self.sizes
        yield from self.cells
        (dx, dy), (ox, oy) = s.display.centre, s.display.window_offset
        yield Hole(
            "display",
            Rect(dx + ox, dy + oy, *s.display.window, radius=1.0),
            Rect(dx, dy, s.display.module[0], s.display.module[1]),
        )
        for k, (x, y) in enumerate(s.encoders.centres, 1):
            yield Hole(f"encoder_{k}", Circle(x, y, s.encoders.hole), Circle(x, y, s.encoders.knob))
        for name, (x, y) in (("back", s.pushes.back), ("ok", s.pushes.ok)):
            yield Hole(name, Circle(x, y, s.pushes.hole), Circle(x, y, s.pushes.bezel))
        for name, (x, y) in self.lights:
            light = Circle(x, y, s.lights.hole)
            yield Hole(f"light.{name}", light, light)
        for k, (x, y) in enumerate(self._piezo(), 1):
            yield Hole(f"piezo.{k}", Circle(x, y, s.piezo.hole), Circle(x, y, s.piezo.hole))
        for k, (x, y) in enumerate(s.panel.screws, 1):
            yield Hole(f"screw.{k}", Circle(x, y, s.panel.screw_hole), Circle(x, y, s.panel.screw_head))

    @property
    def lights(self) -> tuple[tuple[str, Point], ...]:
        """The single lights in the order of the chain, which starts with the ring."""
        s = self.sizes
        buttons = ((sign, (x, s.seats.light_y)) for sign, (x, _) in self.seats)
        return (*buttons, ("ok", s.lights.ok), ("back", s.lights.back))

    def _piezo(self) -> Iterator[Point]:
        (x, y), pitch = self.sizes.piezo.centre, self.sizes.piezo.pitch
        yield x, y
        yield from _hexagon(x, y, pitch)

    @cached_property
    def behind(self) -> tuple[Behind, ...]:
        """What needs room behind the panel, holes apart."""
        s = self.sizes
        (rx, ry), (dx, dy) = s.ring.centre, s.display.centre
        found = [
            Behind("ring", Circle(rx, ry, s.ring.outer + 4), s.ring.collar + s.ring.thickness + 3),
            Behind("display", Rect(dx, dy, *s.display.module), s.display.depth),
            Behind("piezo", Circle(*s.piezo.centre, s.piezo.body), s.piezo.depth),
        ]
        for k, (x, y) in enumerate(s.encoders.centres, 1):
            found.append(Behind(f"encoder_{k}", Rect(x, y, *s.encoders.body), s.encoders.depth))
        for name, (x, y) in (("back", s.pushes.back), ("ok", s.pushes.ok)):
            found.append(Behind(name, Circle(x, y, s.pushes.nut), s.pushes.depth))
        for name, (x, y) in self.lights:
            found.append(Behind(f"light.{name}", Circle(x, y, s.lights.board), s.lights.depth))
        return tuple(found)

    @cached_property
    def display_bosses(self) -> tuple[Point, ...]:
        (x, y), (w, h) = self.sizes.display.centre, self.sizes.display.holes
        return tuple((x + sx * w / 2, y + sy * h / 2) for sx in (-1, 1) for sy in (-1, 1))

    @cached_property
    def encoder_pins(self) -> tuple[Rect, ...]:
        """The slots behind the panel that stop the encoders from turning; they don't go through."""
        ox, oy, width, height = self.sizes.encoders.pin
        return tuple(Rect(x + ox, y + oy, height, width) for x, y in self.sizes.encoders.centres if width)

    @cached_property
    def engravings(self) -> tuple[Engraving, ...]:
        return tuple(Engraving(name, area.simplify(SMALLEST_MM)) for name, area in self._engravings())

    def _engravings(self) -> Iterator[tuple[str, CrossSection]]:
        s = self.sizes
        yield "plate", stroke(self.plate.contour(), LINE_MM, is_closed=True)
        yield "frieze", self._frieze()
        (x, y), ring = s.ring.centre, s.ring
        yield "well", _circle(x, y, ring.well)
        yield "middle", _circle(x, y, ring.light_inner - 7)
        yield "scarab", glyph("scarab").scale((22, 22)).translate((x, y + 4))
        yield "name", _word("KHEPRI", x, y - 14.5, 4.2)
        display = s.display
        (dx, dy), (w, h) = display.centre, display.window
        ox, oy = display.window_offset
        frame = Rect(dx + ox, dy + oy, w + 6, h + 6, 2.0)
        yield "display", stroke(frame.contour(), LINE_MM, is_closed=True)
        for sides, (ex, ey) in zip(DICE, s.encoders.centres, strict=True):
            yield f"d{sides}", _die(sides).translate((ex, ey + s.encoders.knob / 2 + 7.4))
        for name, sign, (lx, ly) in (("back", "undo", s.lights.back), ("ok", "check", s.lights.ok)):
            yield name, glyph(sign).scale((7, 7)).translate((lx, ly - 7.6))
        for sign, (sx, sy) in self.seats:
            yield f"{sign}.disc", _circle(sx, sy, s.seats.disc)
            yield sign, glyph(sign).scale((s.seats.sign,) * 2).translate((sx, sy))
            top, edge = sy - s.seats.disc / 2, 2.0
            yield f"{sign}.lead", stroke([(sx, edge), (sx, top - 1.2)], LINE_MM)

    def _frieze(self) -> CrossSection:
        left, near, right, _ = self.sizes.panel.plate
        gap = 1.6
        left, right, near = left + gap, right - gap, near + gap
        times = round((right - left) / 28)
        unit = (right - left) / times / FRIEZE_LENGTH
        height = 2.6
        return section(
            *(
                between(
                    left + (k * FRIEZE_LENGTH + a) * unit,
                    near,
                    left + (k * FRIEZE_LENGTH + b) * unit,
                    near + height,
                )
                for k in range(times)
                for a, b in FRIEZE
            )
        )


def _hexagon(x: float, y: float, radius: float) -> Iterator[Point]:
    for k in range(6):
        yield (
            round(x + radius * math.cos(math.radians(60 * k)), 3),
            round(y + radius * math.sin(math.radians(60 * k)), 3),
        )


def _circle(x: float, y: float, diameter: float) -> CrossSection:
    return section(Circle(x, y, diameter + LINE_MM)) - section(Circle(x, y, diameter - LINE_MM))


def _die(sides: int) -> CrossSection:
    return glyph(f"d{sides}").scale((12.5, 12.5))


def _word(word: str, x: float, y: float, height: float) -> CrossSection:
    """Give a word of LETTERS, its middle at x, its foot at y."""
    unit, gap = height / 6, 2.6
    width = sum(LETTER_WIDTH.get(letter, 3.8) + gap for letter in word) - gap
    at, lines = -width / 2, []
    for letter in word:
        for points in LETTERS[letter]:
            lines.append(stroke([(x + (at + px) * unit, y + py * unit) for px, py in points], 0.75))
        at += LETTER_WIDTH.get(letter, 3.8) + gap
    return union(lines)


def panel(sizes: Sizes) -> Panel:
    """Give the panel for these sizes and the pin map's lights."""
    return Panel(sizes, load_pins().leds)
