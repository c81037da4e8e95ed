"""The picture of a Screen: 128 by 64 dots, lit or dark, at a moment of the table clock.

A line whose signs are all among our small letters is written in them; any other is sixteen dots high, so
each part of a screen has room for both.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from PIL import Image

from device.display_board import draw_beside, is_beside
from device.display_bodies import draw_body
from device.display_canvas import HEIGHT, ICON, WIDTH, Box, Canvas, Size
from device.display_fonts import BIG_H, SMALL_H, is_small
from device.panel.screens import (
    Hints,
    Rows,
    Sand,
    Screen,
    Squares,
    Toast,
)

__all__ = ["HEIGHT", "WIDTH", "Picture", "next_change_ms", "picture"]

BEADS: Final = 24
GAP: Final = 2
SHORTEST_RULE: Final = 8


@dataclass(frozen=True)
class Picture:
    """A drawn screen; `faults` names what found no room or no letter, which our own texts never do."""

    image: Image.Image
    faults: tuple[str, ...]


def picture(screen: Screen, now_ms: int) -> Picture:
    """Draw *screen* as it is at *now_ms*."""
    canvas = Canvas()
    if isinstance(screen.body, Squares) and is_beside(screen.body):
        room = draw_beside(canvas, screen, screen.body)
        is_narrow = screen.toast is not None and screen.toast.icon is None
        beside = (room, Box(room.left, 0, WIDTH, HEIGHT)) if is_narrow else ()
        _say_over(canvas, screen, now_ms, (*beside, Box(0, 0, WIDTH, HEIGHT)))
        return Picture(canvas.image, tuple(canvas.faults))
    top = _title(canvas, screen, now_ms)
    bottom = HEIGHT
    if screen.sand is not None:
        bottom = HEIGHT - 9
        _beads(canvas, screen.sand, now_ms)
    elif screen.hints != Hints():
        bottom = _hints(canvas, screen.hints)
    draw_body(canvas, screen.body, Box(0, top, WIDTH, bottom))
    _say_over(canvas, screen, now_ms, (Box(0, top, WIDTH, bottom), Box(0, 0, WIDTH, bottom)))
    return Picture(canvas.image, tuple(canvas.faults))


def _say_over(canvas: Canvas, screen: Screen, now_ms: int, rooms: Sequence[Box]) -> None:
    if screen.toast is not None and screen.toast.is_said(now_ms):
        _toast(canvas, screen.toast, rooms)


def next_change_ms(screen: Screen, now_ms: int) -> int | None:
    """Give the first time after *now_ms* at which the picture may be another one, None when it is at rest."""
    changes: list[int] = []
    if screen.toast is not None and screen.toast.until_ms is not None and now_ms < screen.toast.until_ms:
        changes.append(screen.toast.until_ms)
    sand = screen.sand
    if sand is not None and now_ms < sand.until_ms:
        if now_ms < sand.from_ms:
            changes.append(sand.from_ms)
        else:
            left, whole = sand.until_ms - now_ms, sand.until_ms - sand.from_ms
            beads = _lit(sand, now_ms)
            changes.append(sand.until_ms - (beads - 1) * whole // BEADS)
            changes.append(sand.until_ms - (-(-left // 1000) - 1) * 1000)
    return min((max(ms, now_ms + 1) for ms in changes), default=None)


# ---- the frame: title, time, hints ----


def _title(canvas: Canvas, screen: Screen, now_ms: int) -> int:
    corner = screen.corner
    if screen.sand is not None:
        corner = f"{_seconds_left(screen.sand, now_ms)}"
    if not (screen.title or screen.icons or corner):
        return 0
    has_icons = bool(screen.icons)
    height = SMALL_H if is_small(screen.title) and is_small(corner) and not has_icons else BIG_H
    right = WIDTH
    if corner:
        right -= 1 + canvas.width(corner, Size.SMALL)
        canvas.line_of(corner, Box(right, 0, WIDTH, height), Size.SMALL)
        right -= 4
    left = 0
    for icon in screen.icons:
        canvas.icon(icon, ICON, left, (height - ICON) // 2)
        left += ICON + GAP
    left += GAP if has_icons else 0
    size = Size.LARGE if has_icons else Size.SMALL
    canvas.line_of(screen.title, Box(left, 0, right, height), size)
    if height == SMALL_H:
        canvas.fill(Box(0, height, WIDTH, height + 1))
        return height + 2
    end = left + canvas.width(screen.title, size) + 4
    if isinstance(screen.body, Rows) and right - end >= SHORTEST_RULE:
        # A list begins at once: nothing but this tells its title from its first line.
        canvas.fill(Box(end, height // 2, right, height // 2 + 1))
    return height


def _seconds_left(sand: Sand, now_ms: int) -> int:
    return max(0, -(-(sand.until_ms - max(now_ms, sand.from_ms)) // 1000))


def _lit(sand: Sand, now_ms: int) -> int:
    left = sand.until_ms - max(now_ms, sand.from_ms)
    return max(0, min(BEADS, -(-left * BEADS // max(1, sand.until_ms - sand.from_ms))))


def _beads(canvas: Canvas, sand: Sand, now_ms: int) -> None:
    """Draw the sand as a row of beads that sinks to a ground line."""
    lit = _lit(sand, now_ms)
    for bead in range(BEADS):
        x = 4 + bead * 5
        canvas.fill(Box(x, HEIGHT - 8 if bead < lit else HEIGHT - 2, x + 4, HEIGHT))


def _hints(canvas: Canvas, hints: Hints) -> int:
    """Draw what the buttons do; give where that begins."""
    parts = [("ok", hints.ok or hints.other), ("back", hints.back), ("turn", hints.turn)]
    if hints.both:
        parts = [("ok", ""), ("back", hints.both)]
    shown = [(icon, text) for icon, text in parts if text or hints.both]
    height = 11 if all(is_small(text) for _, text in shown) else BIG_H
    top = HEIGHT - height
    widths = [_hint_width(canvas, text) for _, text in shown]
    left = 0
    for i, ((icon, text), width) in enumerate(zip(shown, widths, strict=True)):
        is_at_end = icon == "back" if not hints.turn else i == len(shown) - 1 > 0
        x = WIDTH - 1 - width if is_at_end and not hints.both else left
        x = max(x, left) if icon == "turn" else x
        canvas.icon(icon, 11, x, top + (height - 11) // 2)
        if text:
            canvas.line_of(text, Box(x + 14, top, min(WIDTH, x + width), HEIGHT), Size.SMALL)
            if x < left - GAP:
                canvas.faults.append(f"{text!r} runs into the hint before it")
        left = x + (width + 6 if text else 13)
    return top - 1


def _hint_width(canvas: Canvas, text: str) -> int:
    return 11 + 3 + canvas.width(text, Size.SMALL) if text else 12


def _toast(canvas: Canvas, toast: Toast, rooms: Sequence[Box]) -> None:
    """Write over the first room that is large enough, and what lies under it is gone; else over all."""
    indent = 4 + (ICON + 4 if toast.icon else 0)
    whole = Box(0, 0, WIDTH, HEIGHT)

    def inside(room: Box, edge: int) -> Box:
        return Box(room.left + indent, room.top + edge, WIDTH - 4, room.bottom - edge)

    # What OK and BACK do stays to be read as long as the word finds room above it, though without a frame.
    ways = (*((room, 2) for room in rooms), (rooms[-1], 0))
    room, edge = next((way for way in ways if canvas.fits(toast.text, inside(*way))), (whole, 0))
    lines, size = canvas.wrapped(toast.text, inside(room, edge), Size.LARGE)
    needed = max(ICON, len(lines) * canvas.pitch(lines, size))
    height = min(room.height, needed + 8)
    top = room.top + (room.height - height) // 2
    canvas.fill(room, is_lit=False)
    if height > needed + 2:
        canvas.frame(Box(room.left, top, WIDTH, top + height))
    if toast.icon is not None:
        canvas.icon(toast.icon, ICON, room.left + 4, top + (height - ICON) // 2)
    start = top + (height - needed) // 2
    canvas.paragraph(lines, Box(room.left + indent, start, WIDTH - 4, start + needed), size)
