"""The signs of the phone page as areas, so that what is cut or printed has the same shapes.

Reads the part of SVG that web/static/glyphs.svg uses. Ink is what is filled or stroked in currentColor,
--fill or --outline; what is stroked in --mark is cut out of it; other colours are left away.
"""

import math
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from xml.etree import ElementTree

from manifold3d import CrossSection, FillRule

from hardware.panel.shapes import Circle, Point, from_contours, stroke, union

SPRITE = Path(__file__).resolve().parents[2] / "web" / "static" / "glyphs.svg"
SVG = "{http://www.w3.org/2000/svg}"
INK = ("currentColor", "var(--fill", "var(--outline")
MARK = "var(--mark"
CURVE_STEPS = 8
ARC_STEP_DEG = 15.0
TOKEN = re.compile(r"[A-Za-z]|-?(?:\d+\.\d*|\.\d+|\d+)")
COUNTS = {"m": 2, "l": 2, "h": 1, "v": 1, "c": 6, "s": 4, "a": 7, "z": 0}


@dataclass(frozen=True)
class Line:
    points: tuple[Point, ...]
    is_closed: bool


@cache
def glyph(name: str) -> CrossSection:
    """Give a sign, 1 wide, its middle at 0, 0, y upwards."""
    symbol = _symbols()[name]
    side = float(symbol.attrib["viewBox"].split()[2])
    ink: list[CrossSection] = []
    marks: list[CrossSection] = []
    for element, style in _drawn(symbol, {}):
        lines = _lines(element)
        fill, line = style.get("fill", "black"), style.get("stroke", "none")
        if fill.startswith(INK):
            rule = FillRule.EvenOdd if style.get("fill-rule") == "evenodd" else FillRule.NonZero
            ink.append(from_contours([one.points for one in lines if len(one.points) > 2], rule))
        if line.startswith((*INK, MARK)):
            width = float(style.get("stroke-width", 1))
            areas = [stroke(one.points, width, is_closed=one.is_closed) for one in lines]
            (marks if line.startswith(MARK) else ink).extend(areas)
    whole = union(ink) - union(marks) if marks else union(ink)
    return whole.translate((-side / 2, -side / 2)).scale((1 / side, -1 / side))


@cache
def _symbols() -> Mapping[str, ElementTree.Element]:
    return {symbol.attrib["id"]: symbol for symbol in ElementTree.parse(SPRITE).iter(f"{SVG}symbol")}


def _drawn(
    element: ElementTree.Element, inherited: Mapping[str, str]
) -> Iterator[tuple[ElementTree.Element, Mapping[str, str]]]:
    style = {**inherited, **element.attrib}
    if element.tag in (f"{SVG}path", f"{SVG}circle"):
        yield element, style
    for child in element:
        yield from _drawn(child, style)


def _lines(element: ElementTree.Element) -> list[Line]:
    if element.tag == f"{SVG}circle":
        x, y, r = (float(element.attrib[name]) for name in ("cx", "cy", "r"))
        return [Line(Circle(x, y, 2 * r).contour(), True)]
    return list(parse_path(element.attrib["d"]))


def parse_path(d: str) -> Iterator[Line]:
    """Yield the lines of a path's d, curves as chords.

    Raises:
        ValueError: when it has a command that the sprite does not use.
    """
    points: list[Point] = []
    x = y = 0.0
    control: Point | None = None
    for command, numbers in _commands(d):
        kind, is_relative = command.lower(), command.islower()
        ox, oy = (x, y) if is_relative else (0.0, 0.0)
        match kind:
            case "m":
                if points:
                    yield Line(tuple(points), False)
                x, y = ox + numbers[0], oy + numbers[1]
                points = [(x, y)]
            case "z":
                yield Line(tuple(points), True)
                x, y = points[0]
                points = []
            case "h" | "v" | "l":
                points = points or [(x, y)]
                x, y = {
                    "h": (ox + numbers[0], y),
                    "v": (x, oy + numbers[-1]),
                    "l": (ox + numbers[0], oy + numbers[-1]),
                }[kind]
                points.append((x, y))
            case "c" | "s":
                points = points or [(x, y)]
                at = [(ox + numbers[k], oy + numbers[k + 1]) for k in range(0, len(numbers), 2)]
                if kind == "s":
                    at.insert(0, (2 * x - control[0], 2 * y - control[1]) if control else (x, y))
                points.extend(_curve((x, y), *at))
                control, (x, y) = at[1], at[2]
            case "a":
                points = points or [(x, y)]
                end = (ox + numbers[5], oy + numbers[6])
                points.extend(_arc((x, y), end, numbers[0], bool(numbers[3]), bool(numbers[4])))
                x, y = end
        if kind not in "cs":
            control = None
    if points:
        yield Line(tuple(points), False)


def _commands(d: str) -> Iterator[tuple[str, list[float]]]:
    # the flags of an arc may stand without a space: the sprite never writes them so
    tokens = TOKEN.findall(d)
    command, k = "", 0
    while k < len(tokens):
        if tokens[k].isalpha():
            command, k = tokens[k], k + 1
        elif command in "Mm":
            command = {"M": "L", "m": "l"}[command]
        if command.lower() not in COUNTS:
            raise ValueError(f"{d}: {command} came, expected one of {', '.join(COUNTS)}")
        count = COUNTS[command.lower()]
        yield command, [float(number) for number in tokens[k : k + count]]
        k += count


def _curve(a: Point, b: Point, c: Point, d: Point) -> Iterator[Point]:
    for step in range(1, CURVE_STEPS + 1):
        t = step / CURVE_STEPS
        weights = ((1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3)
        at = tuple(zip(weights, (a, b, c, d), strict=True))
        yield sum(w * p[0] for w, p in at), sum(w * p[1] for w, p in at)


def _arc(a: Point, b: Point, radius: float, is_large: bool, is_sweep: bool) -> Iterator[Point]:
    half = math.dist(a, b) / 2
    radius = max(radius, half)
    off = math.sqrt(radius * radius - half * half) * (1 if is_large == is_sweep else -1)
    ux, uy = (b[0] - a[0]) / (2 * half), (b[1] - a[1]) / (2 * half)
    cx, cy = (a[0] + b[0]) / 2 + off * uy, (a[1] + b[1]) / 2 - off * ux
    start, end = (math.degrees(math.atan2(p[1] - cy, p[0] - cx)) for p in (a, b))
    turn = (end - start) % 360 if is_sweep else -((start - end) % 360)
    count = max(1, math.ceil(abs(turn) / ARC_STEP_DEG))
    for step in range(1, count + 1):
        angle = math.radians(start + turn * step / count)
        yield round(cx + radius * math.cos(angle), 4), round(cy + radius * math.sin(angle), 4)
