"""SVG in millimetres: drawings that print and cut at 100 %."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from xml.sax.saxutils import escape, quoteattr

from manifold3d import CrossSection

from hardware.panel.shapes import Circle, Contour, Shape, contours


def number(value: float) -> str:
    """Give a coordinate with at most three places."""
    return f"{round(value, 3) + 0.0:.3f}".rstrip("0").rstrip(".")


@dataclass
class Sheet:
    """A sheet of paper or wood. Its content has y upwards from *origin*, measured from the top left."""

    width: float
    height: float
    title: str
    origin: tuple[float, float] = (0.0, 0.0)
    parts: list[str] = field(default_factory=list)

    def at(self, x: float, y: float) -> tuple[float, float]:
        return self.origin[0] + x, self.origin[1] - y

    def add(self, text: str) -> None:
        self.parts.append(text)

    def begin(self, name: str, **style: str) -> None:
        """Begin a group, which cutting programs show as a layer."""
        self.add(f"<g id={quoteattr(name)}{_attributes(style)}>")

    def end(self) -> None:
        self.add("</g>")

    def shape(self, shape: Shape, **style: str) -> None:
        match shape:
            case Circle(x, y, diameter):
                cx, cy = self.at(x, y)
                place = f'cx="{number(cx)}" cy="{number(cy)}" r="{number(diameter / 2)}"'
                self.add(f"<circle {place}{_attributes(style)}/>")
            case _:
                self.path([shape.contour()], **style)

    def area(self, area: CrossSection, **style: str) -> None:
        self.path(contours(area), **style)

    def path(self, closed: Sequence[Contour], **style: str) -> None:
        """Draw closed contours as one path."""
        d = "".join(f"M{'L'.join(self._point(x, y) for x, y in contour)}z" for contour in closed)
        self.add(f'<path d="{d}"{_attributes(style)}/>')

    def line(self, *points: tuple[float, float], **style: str) -> None:
        self.add(f'<path d="M{"L".join(self._point(x, y) for x, y in points)}"{_attributes(style)}/>')

    def text(self, x: float, y: float, text: str, **style: str) -> None:
        ax, ay = self.at(x, y)
        self.add(f'<text x="{number(ax)}" y="{number(ay)}"{_attributes(style)}>{escape(text)}</text>')

    def _point(self, x: float, y: float) -> str:
        ax, ay = self.at(x, y)
        return f"{number(ax)} {number(ay)}"

    def content(self) -> bytes:
        size = f'width="{number(self.width)}mm" height="{number(self.height)}mm"'
        box = f'viewBox="0 0 {number(self.width)} {number(self.height)}"'
        head = f'<svg xmlns="http://www.w3.org/2000/svg" {size} {box}>'
        return "\n".join([head, f"<title>{escape(self.title)}</title>", *self.parts, "</svg>", ""]).encode()


def _attributes(style: dict[str, str]) -> str:
    return "".join(f" {name.replace('_', '-')}={quoteattr(value)}" for name, value in style.items())


def crop_marks(sheet: Sheet, left: float, near: float, right: float, far: float) -> None:
    """Mark where a rectangle's edges are cut, outside of it."""
    gap, length = 2.0, 6.0
    sheet.begin("crop", fill="none", stroke="#000", stroke_width="0.2")
    for x, sx in ((left, -1), (right, 1)):
        for y, sy in ((near, -1), (far, 1)):
            sheet.line((x + sx * gap, y), (x + sx * (gap + length), y))
            sheet.line((x, y + sy * gap), (x, y + sy * (gap + length)))
    sheet.end()


def control_line(sheet: Sheet, x: float, y: float) -> None:
    """Draw a line of 100 mm, to measure whether the paper came out at 100 %."""
    sheet.begin("control", fill="none", stroke="#000", stroke_width="0.3")
    sheet.line((x, y), (x + 100, y))
    for k in range(11):
        sheet.line((x + 10 * k, y - (2.5 if k % 5 == 0 else 1.5)), (x + 10 * k, y))
    sheet.end()
    sheet.text(x + 102, y - 1.2, "100 mm", font_family="sans-serif", font_size="3.4")
