"""The main part of a picture of the display, for each kind of body that a Screen may have."""

from typing import Final

from device.display_board import draw_under
from device.display_canvas import ICON, SIGN, WIDTH, Box, Canvas, Size
from device.display_fonts import BIG_H, SMALL_H, is_small
from device.display_outlook import draw_scores, draw_sides
from device.panel.screens import (
    DICE,
    UNKNOWN,
    Body,
    Circle,
    Code,
    Digits,
    Figure,
    Gauge,
    Order,
    Outlook,
    Rows,
    Say,
    Scores,
    Squares,
    Wheel,
    Wheels,
)

ROW_H: Final = 16
LATIN_ROW_H: Final = 13
BIG_SIGN: Final = 30
GAP: Final = 2


def draw_body(canvas: Canvas, body: Body, box: Box) -> None:
    """Draw the main part of a screen into its box."""
    match body:
        case Rows():
            _rows(canvas, body, box)
        case Figure():
            figure(canvas, body, box)
        case Wheels():
            _wheels(canvas, body, box)
        case Order():
            _order(canvas, body, box)
        case Scores():
            draw_scores(canvas, body.scores, box)
        case Outlook():
            room = draw_sides(canvas, body, box)
            if body.scores:
                draw_scores(canvas, body.scores, room)
            else:
                figure(canvas, Figure(body.icon, text=body.text), room)
        case Squares():
            draw_under(canvas, body, box)
        case Circle():
            _circle(canvas, body, box)
        case Say():
            _say(canvas, body.text, body.icon, box)
        case Digits():
            _digits(canvas, body, box)
        case Code():
            _code(canvas, body, box)
        case Gauge(pct=pct):
            middle = (box.top + box.bottom) // 2
            canvas.frame(Box(8, middle - 8, WIDTH - 8, middle + 8))
            canvas.fill(Box(10, middle - 6, 10 + (WIDTH - 20) * pct // 100, middle + 6))


def _rows(canvas: Canvas, body: Rows, box: Box) -> None:
    # Latin letters leave their uppermost dots to accents of capitals: their lines may stand closer.
    pitch = LATIN_ROW_H if all(is_small(row.text + row.value) for row in body.rows) else ROW_H
    count = max(1, box.height // pitch)
    first = max(0, min(body.chosen - count // 2, len(body.rows) - count))
    has_bar = len(body.rows) > count
    right = WIDTH - (4 if has_bar else 0)
    for place, row in enumerate(body.rows[first : first + count]):
        top = box.top + place * pitch
        line = Box(3, top - 2, right - 2, top + 14) if pitch < BIG_H else Box(3, top, right - 2, top + BIG_H)
        end = line.right
        if row.value:
            end -= canvas.width(row.value, Size.SMALL)
            canvas.line_of(row.value, Box(end, line.top, line.right, line.bottom), Size.SMALL)
            end -= 4
        start = line.left
        for icon in (row.icon, row.second):
            if icon is not None:
                canvas.icon(icon, ICON, start, top + (pitch - ICON + 1) // 2)
                start += ICON + 4
        canvas.line_of(row.text, Box(start, line.top, end, line.bottom), Size.LARGE)
        if first + place == body.chosen:
            canvas.invert(Box(0, top, right, line.bottom))
    if has_bar:
        height = max(4, box.height * count // len(body.rows))
        top = box.top + (box.height - height) * first // (len(body.rows) - count)
        canvas.fill(Box(WIDTH - 2, top, WIDTH, top + height))


def figure(canvas: Canvas, body: Figure, box: Box) -> None:
    """Draw one thing to be read from afar."""
    left, right = box.left, box.right
    middle = (box.top + box.bottom) // 2
    if body.icon is not None:
        canvas.icon(body.icon, BIG_SIGN, left + 1, middle - BIG_SIGN // 2)
        left += 1 + BIG_SIGN + 5
    if body.points:
        canvas.icon("scarab", ICON, right - ICON, middle)
        width = canvas.width(body.points, Size.SMALL)
        start = right - ICON + (ICON - width) // 2
        canvas.line_of(body.points, Box(start, middle - 11, right, middle - 2), Size.SMALL)
        right -= ICON + 3
    if body.is_scrolled:
        right -= 7
        canvas.icon("up", 5, right + 1, middle - 8)
        canvas.icon("down", 5, right + 1, middle + 3)
    room = Box(left, box.top, right, box.bottom)
    if body.big:
        canvas.huge(body.big, room)
    elif body.text:
        centred(canvas, body.text, room)


def centred(canvas: Canvas, text: str, room: Box) -> None:
    """Write a few words in the middle of *room*, as large as they fit."""
    lines, size = canvas.wrapped(text, room, Size.LARGE)
    height = len(lines) * canvas.pitch(lines, size)
    top = room.top + max(0, (room.height - height) // 2)
    canvas.paragraph(lines, Box(room.left, top, room.right, room.bottom), size, is_centred=True)


def _wheels(canvas: Canvas, body: Wheels, box: Box) -> None:
    step = WIDTH // max(1, len(body.wheels))
    middle = (box.top + box.bottom) // 2
    for place, wheel in enumerate(body.wheels):
        if wheel.shape is None:
            _framed(canvas, wheel, Box(place * step + 1, box.top, (place + 1) * step - 1, box.bottom))
            continue
        x = place * step + (step - BIG_SIGN) // 2
        canvas.icon(wheel.shape, BIG_SIGN, x, middle - BIG_SIGN // 2)
        if wheel.shape in DICE:
            shown = wheel.shown or UNKNOWN
            canvas.double(shown, Box(x, middle - BIG_SIGN // 2, x + BIG_SIGN, middle + BIG_SIGN // 2))


def _framed(canvas: Canvas, wheel: Wheel, box: Box) -> None:
    """Draw a value in a frame, or in an empty socket what it will be."""
    spare = max(0, box.height - 34) // 2
    box = Box(box.left, box.top + spare, box.right, box.bottom - spare)
    room = Box(box.left + 2, box.top, box.right - 2, box.bottom)
    if not wheel.shown:
        canvas.dashed(box)
        centred(canvas, wheel.caption or UNKNOWN, room)
        return
    canvas.frame(box)
    if any(sign.isdigit() for sign in wheel.shown) and len(wheel.shown) <= 3 and is_small(wheel.shown):
        canvas.huge(wheel.shown, room)
    else:
        centred(canvas, wheel.shown, room)


def _order(canvas: Canvas, body: Order, box: Box) -> None:
    canvas.icon(body.first, BIG_SIGN, 1, box.top + 1)
    left = BIG_SIGN + 6
    text = f"{body.text} {body.margin}".strip()
    line = Box(left, box.top + 1, box.right, box.top + 1 + BIG_H)
    canvas.line_of(text, line, Size.LARGE)
    if body.name:
        canvas.line_of(body.name, Box(left, line.bottom, box.right, line.bottom + BIG_H), Size.LARGE)
    x, top = left, line.bottom + 4
    for place in body.others:
        width = ICON + GAP + canvas.width(place.margin, Size.SMALL)
        if x + width > box.right and x > left:
            break
        canvas.icon(place.icon, ICON, x, top)
        canvas.line_of(place.margin, Box(x + ICON + GAP, top - 2, x + width, top + ICON + 2), Size.SMALL)
        x += width + 6


def _circle(canvas: Canvas, body: Circle, box: Box) -> None:
    count = len(body.icons) + body.sockets
    step = SIGN + 1
    left = max(0, (WIDTH - count * step) // 2)
    top = box.top + max(0, (box.height - SIGN - 8) // 2)
    for place in range(count):
        x = left + place * step
        if place >= len(body.icons):
            canvas.dashed(Box(x + 2, top + 2, x + SIGN - 2, top + SIGN - 2))
            continue
        canvas.icon(body.icons[place], SIGN, x, top)
        number = str(place + 1)
        under = Box(
            x + (SIGN - canvas.width(number, Size.SMALL)) // 2, top + SIGN + 1, x + SIGN, top + SIGN + 9
        )
        canvas.line_of(number, under, Size.SMALL)
        if place == body.first:
            canvas.invert(Box(x, top + SIGN, x + SIGN, top + SIGN + 9))


def _say(canvas: Canvas, text: str, icon: str | None, box: Box) -> None:
    left = 0
    if icon is not None:
        canvas.icon(icon, BIG_SIGN, 1, (box.top + box.bottom) // 2 - BIG_SIGN // 2)
        left = BIG_SIGN + 6
    centred(canvas, text, Box(left, box.top, box.right, box.bottom))


def _digits(canvas: Canvas, body: Digits, box: Box) -> None:
    under = 0
    if body.text:
        under = BIG_H if not is_small(body.text) else SMALL_H
        canvas.line_of(body.text, Box(0, box.bottom - under, WIDTH, box.bottom), Size.SMALL)
    half = len(body.digits) // 2
    shown = f"{body.digits[:half]} {body.digits[half:]}" if len(body.digits) >= 6 else body.digits
    canvas.double(shown, Box(0, box.top, WIDTH, box.bottom - under))


def _code(canvas: Canvas, body: Code, box: Box) -> None:
    side = canvas.qr(body.qr, box)
    left = side + 5
    pitch = min(ROW_H, box.height // max(1, len(body.lines)))
    top = box.top + (box.height - pitch * len(body.lines)) // 2
    for place, line in enumerate(body.lines):
        y = top + place * pitch
        canvas.line_of(line, Box(left, y, WIDTH, y + pitch), Size.LARGE)
