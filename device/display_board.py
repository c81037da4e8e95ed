"""A board of squares on the display: a wide one under its title, a square one beside its words."""

from collections.abc import Sequence
from typing import Final

from device.display_canvas import HEIGHT, ICON, WIDTH, Box, Canvas, Size
from device.display_fonts import BIG_H, SMALL_H, is_small
from device.panel.screens import Hints, Screen, Squares
from rules.core import Board

SYMBOL: Final = 9
LEAST_PITCH: Final = SYMBOL + 1
GAP: Final = 3
HINT: Final = 11


def is_beside(body: Squares) -> bool:
    """Say whether the board takes the whole height, and words stand beside it."""
    return 2 * body.board.rows > body.board.columns


def draw_under(canvas: Canvas, body: Squares, box: Box) -> None:
    """Draw a wide board in the middle of its box."""
    board = body.board
    pitch = max(LEAST_PITCH, min(box.width // board.columns, (box.height - 1) // board.rows))
    wide, tall = pitch * board.columns + 1, pitch * board.rows + 1
    _board(canvas, board, box.left + (box.width - wide) // 2, box.top + (box.height - tall) // 2, pitch)


def draw_beside(canvas: Canvas, screen: Screen, body: Squares) -> Box:
    """Draw a board as high as the display, and beside it whose it is, what it brings, and what hands do.

    Give where a word may lie over it without hiding the board and what the buttons do.
    """
    board = body.board
    pitch = (HEIGHT - 1) // board.rows
    tall = pitch * board.rows + 1
    _board(canvas, board, 0, (HEIGHT - tall) // 2, pitch)
    room = Box(pitch * board.columns + 1 + GAP, 0, WIDTH, HEIGHT)
    left = room.left
    for icon in screen.icons:
        canvas.icon(icon, ICON, left, (BIG_H - ICON) // 2)
        left += ICON + GAP
    canvas.line_of(board.label, Box(left, 0, WIDTH, BIG_H), Size.SMALL)
    # What the wheels do is said first; that BACK goes back only where there is room for it.
    hints_top = HEIGHT - _height(screen.hints)
    words_end = _words(canvas, body.words, Box(room.left, BIG_H, WIDTH, HEIGHT))
    if words_end <= hints_top:
        _hints(canvas, screen.hints, room)
    _brought(canvas, board.brings, Box(room.left, words_end, WIDTH, hints_top))
    return Box(room.left, BIG_H, WIDTH, hints_top if words_end <= hints_top else HEIGHT)


def _board(canvas: Canvas, board: Board, left: int, top: int, pitch: int) -> None:
    right, bottom = left + pitch * board.columns, top + pitch * board.rows
    canvas.frame(Box(left, top, right + 1, bottom + 1))
    for square, sign in enumerate(board.signs):
        row, column = divmod(square, board.columns)
        x, y = left + pitch * column, top + pitch * row
        inside = Box(x + 1, y + 1, x + pitch, y + pitch)
        canvas.dot(x, y)
        if sign is not None:
            inset = (pitch - SYMBOL) // 2
            canvas.icon(sign, SYMBOL, x + max(1, inset), y + max(1, inset))
        if square in board.full:
            canvas.invert(inside)
        if square in board.aimed:
            canvas.frame(inside)
    for low, high in board.walls:
        row, column = divmod(high, board.columns)
        x, y = left + pitch * column, top + pitch * row
        is_upright = high - low == 1
        end = (x + 2, y + pitch + 1) if is_upright else (x + pitch + 1, y + 2)
        canvas.fill(Box(x - is_upright, y - (not is_upright), *end))


def _shown(hints: Hints) -> list[tuple[str, str, int]]:
    shown = [(icon, text) for icon, text in (("ok", hints.ok or hints.other), ("back", hints.back)) if text]
    return [(icon, text, HINT if is_small(text) else BIG_H) for icon, text in shown]


def _height(hints: Hints) -> int:
    return sum(height for _, _, height in _shown(hints))


def _hints(canvas: Canvas, hints: Hints, room: Box) -> None:
    """Draw what the buttons do, one under the other."""
    top = HEIGHT - _height(hints)
    for icon, text, height in _shown(hints):
        canvas.icon(icon, HINT, room.left, top + (height - HINT) // 2)
        canvas.line_of(text, Box(room.left + HINT + GAP, top, room.right, top + height), Size.SMALL)
        top += height


def _brought(canvas: Canvas, brings: Sequence[tuple[str, int]], room: Box) -> None:
    """Draw each thing that is brought as often as it comes, as many as find room."""
    x, y = room.left, room.top + 2
    for icon in (icon for icon, count in brings for _ in range(count)):
        if x + SYMBOL > room.right:
            x, y = room.left, y + SYMBOL + 2
        canvas.icon(icon, SYMBOL, x, y)
        x += SYMBOL + 2


def _words(canvas: Canvas, words: Sequence[str], room: Box) -> int:
    """Write what each wheel does, one under the other; give where that ends."""
    y = room.top
    for word in words:
        height = SMALL_H if is_small(word) else BIG_H
        canvas.line_of(word, Box(room.left, y, room.right, min(room.bottom, y + height)), Size.SMALL)
        y += height
    return y
