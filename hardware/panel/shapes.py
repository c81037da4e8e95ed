"""Plane shapes in millimetres, y upwards: what holes and engravings are made of."""

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias, TypeVar

import numpy as np
from manifold3d import CrossSection, FillRule, OpType

Point: TypeAlias = tuple[float, float]
Contour: TypeAlias = tuple[Point, ...]
Corner = TypeVar("Corner", bound=tuple[float, ...])

DIGITS = 4
"""Places after the point that a computed coordinate keeps, so that each platform's sine gives the same."""
SAGITTA_MM = 0.05
"""How far a chord may lie from its arc."""


def segments(radius: float) -> int:
    """Give the number of chords for a circle, a multiple of four."""
    if radius <= SAGITTA_MM:
        return 8
    return max(12, 4 * math.ceil(math.pi / math.acos(1 - SAGITTA_MM / radius) / 4))


def arc(x: float, y: float, radius: float, start: float, end: float) -> list[Point]:
    """Give points on an arc, its ends among them; angles in degrees, anticlockwise from east."""
    count = max(1, math.ceil(segments(radius) * abs(end - start) / 360))
    angles = (math.radians(start + (end - start) * k / count) for k in range(count + 1))
    return [
        (round(x + radius * math.cos(a), DIGITS), round(y + radius * math.sin(a), DIGITS)) for a in angles
    ]


@dataclass(frozen=True)
class Circle:
    x: float
    y: float
    diameter: float

    def contour(self) -> Contour:
        return tuple(arc(self.x, self.y, self.diameter / 2, 0, 360)[:-1])


@dataclass(frozen=True)
class Rect:
    """By its middle; the corners may be round."""

    x: float
    y: float
    width: float
    height: float
    radius: float = 0.0

    def contour(self) -> Contour:
        x, y, r = self.width / 2, self.height / 2, self.radius
        corners = ((1, 1, 0), (-1, 1, 90), (-1, -1, 180), (1, -1, 270))
        if not r:
            return tuple(
                (round(self.x + sx * x, DIGITS), round(self.y + sy * y, DIGITS)) for sx, sy, _ in corners
            )
        return tuple(
            point
            for sx, sy, start in corners
            for point in arc(self.x + sx * (x - r), self.y + sy * (y - r), r, start, start + 90)
        )


@dataclass(frozen=True)
class Polygon:
    points: Contour

    def contour(self) -> Contour:
        return self.points


Shape: TypeAlias = Circle | Rect | Polygon


def between(left: float, near: float, right: float, far: float, radius: float = 0.0) -> Rect:
    """Give a rectangle by its edges."""
    return Rect((left + right) / 2, (near + far) / 2, right - left, far - near, radius)


def section(*shapes: Shape) -> CrossSection:
    """Give the area that the shapes cover together."""
    return from_contours([shape.contour() for shape in shapes], FillRule.NonZero)


def from_contours(contours: Iterable[Sequence[Point]], rule: FillRule = FillRule.EvenOdd) -> CrossSection:
    """Give the area within contours."""
    polygons = [np.array(anticlockwise(c) if rule == FillRule.NonZero else c) for c in contours]
    return CrossSection(polygons, rule)


def anticlockwise(contour: Sequence[Point]) -> Sequence[Point]:
    return contour if area(contour) >= 0 else contour[::-1]


def area(contour: Sequence[Point]) -> float:
    """Give the area within a contour, negative when it runs clockwise."""
    following = [*contour[1:], contour[0]]
    return sum(ax * by - bx * ay for (ax, ay), (bx, by) in zip(contour, following, strict=True)) / 2


def contours(area: CrossSection) -> list[Contour]:
    """Give the contours of an area, holes clockwise, in an order that is always the same."""
    found = [tuple((round(float(x), 3), round(float(y), 3)) for x, y in c) for c in area.to_polygons()]
    return sorted(from_least(contour) for contour in found if len(contour) > 2)


def from_least(points: tuple[Corner, ...]) -> tuple[Corner, ...]:
    """Give the points of a closed line in the same order, the least first."""
    k = points.index(min(points))
    return points[k:] + points[:k]


def stroke(points: Sequence[Point], width: float, *, is_closed: bool = False) -> CrossSection:
    """Give the area of a line of that width through the points, with round ends and joins."""
    path = [*points, points[0]] if is_closed else list(points)
    r = width / 2
    dots = [CrossSection([np.array(Circle(x, y, width).contour())]) for x, y in path]
    bars = []
    for (ax, ay), (bx, by) in pairwise(path):
        length = math.hypot(bx - ax, by - ay)
        if length < 1e-6:
            continue
        nx, ny = -(by - ay) / length * r, (bx - ax) / length * r
        bar = [(ax + nx, ay + ny), (ax - nx, ay - ny), (bx - nx, by - ny), (bx + nx, by + ny)]
        bars.append(
            CrossSection([np.array(anticlockwise([(round(x, DIGITS), round(y, DIGITS)) for x, y in bar]))])
        )
    return union([*dots, *bars])


def union(areas: Sequence[CrossSection]) -> CrossSection:
    return CrossSection.batch_boolean(list(areas), OpType.Add) if areas else CrossSection()
