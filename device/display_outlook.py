"""How the table stands, on the display: scores, a shape of squares, and tracks of steps."""

from collections.abc import Sequence
from typing import Final

from device.display_canvas import ICON, SIGN, Box, Canvas, Size
from device.panel.screens import Outlook, Score, Track

ROW_H: Final = 16
TRACK_W: Final = 5
GAP: Final = 2
GAIN_GAP: Final = 5
MOST_CELL: Final = 12


def draw_scores(canvas: Canvas, scores: Sequence[Score], box: Box) -> None:
    """Draw all scores, in as few columns as the height of their signs allows."""
    fitting = (n for n in (2, 3) if box.height // -(-len(scores) // n) >= ICON)
    columns = 1 if len(scores) == 1 else next(fitting, 3)
    per_column = -(-len(scores) // columns)
    wide, tall = box.width // columns, box.height // max(1, per_column)
    is_roomy = tall >= SIGN and all(_double(canvas, s) <= wide - SIGN - GAP for s in scores)
    tall = min(tall, SIGN + 4 if is_roomy else ROW_H)
    top = box.top + (box.height - tall * per_column) // 2
    for place, score in enumerate(scores):
        left, y = box.left + place // per_column * wide, top + place % per_column * tall
        cell = Box(left, y, left + wide, y + tall)
        size = SIGN if is_roomy else ICON
        if score.rank:
            canvas.line_of(score.rank, Box(left, y, left + 8, y + tall), Size.SMALL)
            left += 8
        canvas.icon(score.icon, size, left, y + (tall - size) // 2)
        _score(canvas, score, Box(left + size + GAP, cell.top, cell.right, cell.bottom), is_roomy=is_roomy)


def _double(canvas: Canvas, score: Score) -> int:
    gain = canvas.width(score.gain, Size.SMALL) + GAIN_GAP if score.gain else 0
    return 2 * canvas.width(score.score, Size.SMALL) + gain + (8 if score.rank else 0)


def _score(canvas: Canvas, score: Score, room: Box, *, is_roomy: bool) -> None:
    """Write a score as large as it fits; what the last round brought goes first where it is narrow."""
    small, large = canvas.width(score.score, Size.SMALL), canvas.width(score.score, Size.LARGE)
    gain = canvas.width(score.gain, Size.SMALL) + GAIN_GAP if score.gain else 0
    if is_roomy:
        width = 2 * small
        canvas.double(score.score, Box(room.left, room.top, room.left + width, room.bottom))
    else:
        ways = ((large, gain), (small, gain), (large, 0))
        width, gain = next(((w, g) for w, g in ways if w + g <= room.width), (small, 0))
        size = Size.LARGE if width == large else Size.SMALL
        canvas.line_of(score.score, Box(room.left, room.top, room.left + width, room.bottom), size)
    if gain:
        start = room.left + width + GAIN_GAP
        canvas.line_of(score.gain, Box(start, room.top, start + gain, room.bottom), Size.SMALL)


def draw_sides(canvas: Canvas, body: Outlook, box: Box) -> Box:
    """Draw the shape at the left and the tracks at the right; give the room between them."""
    left, right = box.left, box.right
    for track in reversed(body.tracks):
        right -= TRACK_W + 1
        _track(canvas, track, Box(right, box.top + 1, right + TRACK_W, box.bottom - 1))
        right -= GAP
    if body.cells:
        is_alone = not (body.scores or body.icon or body.text)
        left += (
            _cells(canvas, body.cells, Box(left, box.top, right, box.bottom), is_centred=is_alone) + 2 * GAP
        )
    return Box(left, box.top, right, box.bottom)


def _cells(canvas: Canvas, cells: Sequence[tuple[int, int]], box: Box, *, is_centred: bool) -> int:
    """Draw squares that touch, each with its own edge; give how wide that is."""
    top, first = min(row for row, _ in cells), min(column for _, column in cells)
    rows, columns = max(row for row, _ in cells) - top + 1, max(column for _, column in cells) - first + 1
    side = max(3, min(MOST_CELL, (box.height - 2) // rows, (box.width - 2) // columns))
    x = box.left + ((box.width - side * columns) // 2 if is_centred else 1)
    y = box.top + (box.height - side * rows) // 2
    for row, column in cells:
        at = x + (column - first) * side, y + (row - top) * side
        canvas.fill(Box(at[0], at[1], at[0] + side - 1, at[1] + side - 1))
    return side * columns + 1


def _track(canvas: Canvas, track: Track, box: Box) -> None:
    """Draw steps from the bottom up: those reached full where they are light, else framed; the rest dots."""
    steps = max(1, min(track.of, box.height // 3))
    reached = -(-track.at * steps // max(1, track.of))
    pitch = box.height // steps
    for step in range(steps):
        bottom = box.bottom - step * pitch
        place = Box(box.left, bottom - pitch + 1, box.right, bottom)
        if step >= reached:
            middle = (place.top + place.bottom) // 2
            canvas.fill(Box(place.left + 2, middle, place.left + 3, middle + 1))
        elif track.is_light:
            canvas.fill(place)
        else:
            canvas.frame(place)
