"""DXF in millimetres, the same bytes every time."""

import io
from collections.abc import Iterable

from ezdxf._options import options
from ezdxf.filemanagement import new
from ezdxf.units import MM

from hardware.panel.shapes import Circle, Contour, Shape

LAYERS = {"CUT": 1, "ENGRAVE": 5, "MARK": 3}
"""The layers and their colours: red is cut, blue is engraved; green is to look at only."""


def drawing(shapes: Iterable[tuple[str, Shape]], lines: Iterable[tuple[str, Contour]]) -> bytes:
    """Give a DXF (R2000) of shapes and of closed lines, each with the layer that it is on."""
    before = options.write_fixed_meta_data_for_testing
    options.write_fixed_meta_data_for_testing = True
    try:
        document = new("R2000", units=MM)
        for name, colour in LAYERS.items():
            document.layers.add(name, color=colour)
        space = document.modelspace()
        for layer, shape in shapes:
            match shape:
                case Circle(x, y, diameter):
                    space.add_circle((x, y), diameter / 2, dxfattribs={"layer": layer})
                case _:
                    space.add_lwpolyline(_rounded(shape.contour()), close=True, dxfattribs={"layer": layer})
        for layer, contour in lines:
            space.add_lwpolyline(_rounded(contour), close=True, dxfattribs={"layer": layer})
        text = io.StringIO()
        document.write(text)
        return text.getvalue().encode()
    finally:
        options.write_fixed_meta_data_for_testing = before


def _rounded(contour: Contour) -> list[tuple[float, float]]:
    return [(round(x, 3), round(y, 3)) for x, y in contour]
