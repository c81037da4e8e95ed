"""A sheet of paper for drawings: wires, pins, tags and text as SVG, in millimetres.

What is drawn can be read back: a wire joins what lies on its corners and ends, a dot joins the wires that
meet or cross in it, and tags of one name are one net. tests/hardware does so and compares with the circuit.
"""

from html import escape

Point = tuple[float, float]

INK = {
    "black": "#1a1a1a",
    "red": "#c4161c",
    "orange": "#d96a00",
    "yellow": "#a98600",
    "green": "#1d7a33",
    "blue": "#1f57b8",
    "violet": "#7a3aa8",
    "brown": "#7b4a21",
    "white": "#8a8a8a",
    "grey": "#5c6670",
}
"""How the colours of the wires are drawn; yellow and white darker than the wire, to be seen on paper."""

_STYLE = """
text{font-family:"DejaVu Sans","Noto Sans",Arial,sans-serif;fill:#1a1a1a}
.wire{fill:none;stroke-width:.5;stroke-linejoin:round;stroke-linecap:round}
.part{fill:#fff;stroke:#1a1a1a;stroke-width:.4}
.thin{fill:none;stroke:#1a1a1a;stroke-width:.3}
.dashed{fill:none;stroke:#777;stroke-width:.3;stroke-dasharray:1.5 1}
.hole{fill:#eee;stroke:#bbb;stroke-width:.2}
.pad{stroke:#1a1a1a;stroke-width:.3}
.pin{fill:#fff;stroke:#1a1a1a;stroke-width:.3}
""".replace("\n", "")


def _n(value: float) -> str:
    return f"{value:.2f}".rstrip("0").rstrip(".")


class Sheet:
    """Collects what is drawn; the bytes are the same every time."""

    def __init__(self, width: int, height: int, title: str) -> None:
        self._out = [
            f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}mm" height="{height}mm"'
            f' viewBox="0 0 {width} {height}" role="img">',
            f"<title>{escape(title)}</title>",
            f"<style>{_STYLE}</style>",
            f'<rect width="{width}" height="{height}" fill="#fff"/>',
        ]

    def bytes(self) -> bytes:
        """Give the drawing."""
        return ("\n".join([*self._out, "</svg>"]) + "\n").encode()

    def text(
        self,
        at: Point,
        words: str,
        size: float = 3,
        anchor: str = "start",
        weight: str = "normal",
        ink: str = "",
    ) -> None:
        """Write a line; its baseline starts, is centred or ends at *at*."""
        bold = "" if weight == "normal" else f' font-weight="{weight}"'
        fill = f' style="fill:{ink}"' if ink else ""
        place = f'x="{_n(at[0])}" y="{_n(at[1])}" font-size="{_n(size)}" text-anchor="{anchor}"'
        self._out.append(f"<text {place}{bold}{fill}>{escape(words)}</text>")

    def box(self, at: Point, width: float, height: float, look: str = "part", radius: float = 0.8) -> None:
        """Draw a rectangle from its upper left corner."""
        self._out.append(
            f'<rect class="{look}" x="{_n(at[0])}" y="{_n(at[1])}" width="{_n(width)}" height="{_n(height)}"'
            f' rx="{_n(radius)}"/>'
        )

    def patch(self, at: Point, width: float, height: float, fill: str, radius: float = 0.8) -> None:
        """Draw a filled rectangle from its upper left corner."""
        self._out.append(
            f'<rect x="{_n(at[0])}" y="{_n(at[1])}" width="{_n(width)}" height="{_n(height)}"'
            f' rx="{_n(radius)}" fill="{fill}" stroke="#1a1a1a" stroke-width=".4"/>'
        )

    def pad(self, ref: str, pin: str, at: Point, ink: str) -> None:
        """Mark the hole of a pin in the colour of its net."""
        self._out.append(
            f'<circle class="pad" data-pin="{escape(ref)}.{escape(pin)}" cx="{_n(at[0])}" cy="{_n(at[1])}"'
            f' r="1.3" fill="{ink}"/>'
        )

    def line(self, *points: Point, look: str = "thin") -> None:
        """Draw a line that is no wire."""
        self._out.append(f'<polyline class="{look}" points="{_points(points)}"/>')

    def ring(self, at: Point, radius: float, look: str = "thin") -> None:
        """Draw a circle."""
        self._out.append(f'<circle class="{look}" cx="{_n(at[0])}" cy="{_n(at[1])}" r="{_n(radius)}"/>')

    def wire(self, colour: str, *points: Point) -> None:
        """Draw a wire from corner to corner."""
        self._out.append(f'<polyline class="wire" stroke="{INK[colour]}" points="{_points(points)}"/>')

    def line_of(self, colour: str, *points: Point) -> None:
        """Draw a line in the colour of a wire, for a legend."""
        self._out.append(
            f'<polyline fill="none" stroke="{INK[colour]}" stroke-width=".9" points="{_points(points)}"/>'
        )

    def dot(self, colour: str, at: Point) -> None:
        """Join the wires that meet in a point."""
        self._out.append(
            f'<circle class="dot" fill="{INK[colour]}" cx="{_n(at[0])}" cy="{_n(at[1])}" r=".9"/>'
        )

    def pin(self, ref: str, pin: str, at: Point, radius: float = 0.7) -> None:
        """Mark where a pin of a part is."""
        self._out.append(
            f'<circle class="pin" data-pin="{escape(ref)}.{escape(pin)}" cx="{_n(at[0])}" cy="{_n(at[1])}"'
            f' r="{_n(radius)}"/>'
        )

    def open_pin(self, ref: str, pin: str, at: Point) -> None:
        """Mark a pin that is left open."""
        self.pin(ref, pin, at)
        x, y = at
        self.line((x - 1, y - 1), (x + 1, y + 1))
        self.line((x - 1, y + 1), (x + 1, y - 1))

    def tag(
        self, net: str, at: Point, words: str, colour: str, towards: str = "right", width: float = 0
    ) -> None:
        """Hang a tag of a net on a point; *towards* is the side on which its words are."""
        x, y = at
        width = width or 1.62 * len(words) + 3.8
        sign = 1 if towards == "right" else -1
        end, near = x + sign * width, x + sign * 1.8
        outline = ((x, y), (near, y - 2.1), (end, y - 2.1), (end, y + 2.1), (near, y + 2.1), (x, y))
        self._out.append(
            f'<g class="tag" data-net="{escape(net)}" data-x="{_n(x)}" data-y="{_n(y)}">'
            f'<polygon points="{_points(outline)}" fill="#fff" stroke="{INK[colour]}" stroke-width=".45"/>'
            "</g>"
        )
        middle = x + sign * (1.8 + width) / 2
        self.text((middle, y + 0.95), words, 2.7, "middle", ink=INK[colour])

    def ground(self, at: Point) -> None:
        """Hang the sign of ground below a point."""
        x, y = at
        bars = "".join(f"M{_n(x - w)} {_n(y + d)}h{_n(2 * w)}" for w, d in ((2, 0), (1.25, 0.8), (0.5, 1.6)))
        self._out.append(
            f'<g class="tag" data-net="gnd" data-x="{_n(x)}" data-y="{_n(y)}">'
            f'<path d="{bars}" stroke="#1a1a1a" stroke-width=".5"/></g>'
        )


def _points(points: tuple[Point, ...]) -> str:
    return " ".join(f"{_n(x)},{_n(y)}" for x, y in points)
