"""What pictures of the display are made of: dots, boxes, icons and lines of text."""

import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from typing import Final

from PIL import Image, ImageChops

from device.display_fonts import BIG_H, SMALL_H, Rows, glyphs, is_small, letters, signs

WIDTH: Final = 128
HEIGHT: Final = 64
ICON: Final = 12
"""The size of a picture beside a line of text."""
SIGN: Final = 20
"""The size of a seat's sign among others."""
SMALL_PITCH: Final = 10


class Size(StrEnum):
    """How tall a text is to be; what has no small letter is large in any case."""

    SMALL = "small"
    LARGE = "large"
    """Sixteen dots where that fits, else small."""


@dataclass(frozen=True)
class Box:
    """A part of the display; right and bottom are outside."""

    left: int
    top: int
    right: int
    bottom: int

    @property
    def width(self) -> int:
        return self.right - self.left

    @property
    def height(self) -> int:
        return self.bottom - self.top


class Canvas:
    """A dark display to draw on; `faults` says what found no room or no letter."""

    def __init__(self) -> None:
        self.image = Image.new("1", (WIDTH, HEIGHT))
        self._dots = self.image.load()
        self.faults: list[str] = []

    # ---- dots ----

    def dot(self, x: int, y: int, *, is_lit: bool = True) -> None:
        if 0 <= x < WIDTH and 0 <= y < HEIGHT:
            self._dots[x, y] = int(is_lit)  # type: ignore[index]

    def fill(self, box: Box, *, is_lit: bool = True) -> None:
        self.image.paste(int(is_lit), (box.left, box.top, max(box.left, box.right), max(box.top, box.bottom)))

    def frame(self, box: Box) -> None:
        self.fill(Box(box.left + 1, box.top, box.right - 1, box.top + 1))
        self.fill(Box(box.left + 1, box.bottom - 1, box.right - 1, box.bottom))
        self.fill(Box(box.left, box.top + 1, box.left + 1, box.bottom - 1))
        self.fill(Box(box.right - 1, box.top + 1, box.right, box.bottom - 1))

    def dashed(self, box: Box) -> None:
        """Draw an empty socket."""
        for x in range(box.left, box.right):
            for y in range(box.top, box.bottom):
                is_edge = x in (box.left, box.right - 1) or y in (box.top, box.bottom - 1)
                if is_edge and (x + y) % 4 < 2:
                    self.dot(x, y)

    def invert(self, box: Box) -> None:
        left, top = max(0, box.left), max(0, box.top)
        part = self.image.crop((left, top, min(WIDTH, box.right), min(HEIGHT, box.bottom)))
        self.image.paste(ImageChops.logical_xor(part, Image.new("1", part.size, 1)), (left, top))

    def rows(self, rows: Rows, x: int, y: int) -> None:
        self.image.paste(1, (x, y), _stencil(rows))

    def icon(self, name: str, size: int, x: int, y: int) -> None:
        """Draw one of our pictures; one that there is not is a square."""
        rows = glyphs().get((name, size))
        if rows is None:
            self.frame(Box(x, y, x + size, y + size))
        else:
            self.rows(rows, x, y)

    # ---- text ----

    def width(self, text: str, size: Size) -> int:
        """Give how wide a line is."""
        return _width(text, is_big=_is_big(text, size))

    def line_of(self, text: str, box: Box, size: Size) -> None:
        """Write one line at the left of *box*, in the middle of its height."""
        is_big = _is_big(text, size)
        if is_big and is_small(text) and (_width(text, is_big=True) > box.width or box.height < BIG_H):
            is_big = False
        shown = self._cut(text, box.width, is_big=is_big)
        height = BIG_H if is_big else 7
        if height > box.height:
            self.faults.append(f"{text!r} is {height} dots high, there are {box.height}")
        self._write(shown, box.left, box.top + (box.height - height) // 2, is_big=is_big)

    def wrapped(self, text: str, box: Box, size: Size) -> tuple[tuple[str, ...], Size]:
        """Break a text into lines that fit *box*, large if they do, and say which size that is."""
        fitting = self._fitting(text, box, size)
        if fitting is not None:
            return fitting
        smallest = Size.SMALL if is_small(text) else size
        lines = _broken(text, box.width, is_big=_is_big(text, smallest))
        room = max(1, (box.height + 1) // self.pitch(lines, smallest))
        if len(lines) > room:
            self.faults.append(f"{text!r} takes {len(lines)} lines, there is room for {room}")
            lines = (*lines[: room - 1], f"{lines[room - 1]}…")
        return lines, smallest

    def fits(self, text: str, box: Box) -> bool:
        """Say whether a text can be broken into lines that fit *box*."""
        return self._fitting(text, box, Size.LARGE) is not None

    def _fitting(self, text: str, box: Box, size: Size) -> tuple[tuple[str, ...], Size] | None:
        sizes = (Size.LARGE, Size.SMALL) if size is Size.LARGE and is_small(text) else (size,)
        for tried in sizes:
            if tried is Size.LARGE and len(sizes) > 1 and self._has_long_word(text, box.width):
                continue
            lines = _broken(text, box.width, is_big=_is_big(text, tried))
            if len(lines) * self.pitch(lines, tried) <= box.height + 1 and all(
                _width(line, is_big=_is_big(text, tried)) <= box.width for line in lines
            ):
                return lines, tried
        return None

    def _has_long_word(self, text: str, room: int) -> bool:
        return any(self.width(word, Size.LARGE) > room for word in text.split())

    def pitch(self, lines: Sequence[str], size: Size) -> int:
        """Give the height of a line of a paragraph."""
        return BIG_H if any(_is_big(line, size) for line in lines) else SMALL_PITCH

    def paragraph(self, lines: Sequence[str], box: Box, size: Size, *, is_centred: bool = False) -> None:
        """Write lines below each other."""
        pitch = self.pitch(lines, size)
        for place, line in enumerate(lines):
            spare = max(0, box.width - self.width(line, size)) // 2 if is_centred else 0
            top = box.top + place * pitch
            self.line_of(line, Box(box.left + spare, top, box.right, top + pitch), size)

    def huge(self, text: str, box: Box) -> None:
        """Write digits to be read from afar, as large as *box* has room for."""
        for scale in (4, 3, 2):
            if _small_width(text) * scale <= box.width and 7 * scale <= box.height + 1:
                self._scaled(text, scale, box)
                return
        self.line_of(text, box, Size.LARGE)

    def double(self, text: str, box: Box) -> None:
        """Write digits at twice their size."""
        self._scaled(text, 2, box)

    def _scaled(self, text: str, scale: int, box: Box) -> None:
        width = _small_width(text) * scale
        if width > box.width:
            self.faults.append(f"{text!r} is {width} dots wide at {scale}, there are {box.width}")
        x = box.left + (box.width - width) // 2
        y = box.top + (box.height - 7 * scale) // 2
        for rows, is_right in signs(text, is_big=False):
            if not is_right:
                self.faults.append(f"no letter for a sign of {text!r}")
            drawn = smoothed(rows[:7]) if scale in (2, 4) else repeated(rows[:7], scale)
            if scale == 4:
                drawn = smoothed(drawn)
            self.rows(drawn, x, y)
            x += (len(rows[0]) + 1) * scale

    def _cut(self, text: str, room: int, *, is_big: bool) -> str:
        if _width(text, is_big=is_big) <= room:
            return text
        self.faults.append(f"{text!r} is {_width(text, is_big=is_big)} dots wide, there are {room}")
        while text and _width(f"{text}…", is_big=is_big) > room:
            text = text[:-1]
        return f"{text}…"

    def _write(self, text: str, x: int, y: int, *, is_big: bool) -> None:
        for rows, is_right in signs(text, is_big=is_big):
            if not is_right:
                self.faults.append(f"no letter for a sign of {text!r}")
            # A small letter among large ones stands on their line.
            self.rows(rows, x, y + (BIG_H - 2 - SMALL_H + 2 - 1 if is_big and len(rows) == SMALL_H else 0))
            x += len(rows[0]) + (0 if is_big and len(rows) == BIG_H else 1)

    # ---- QR ----

    def qr(self, text: str, box: Box) -> int:
        """Draw a QR code on lit ground at the left of *box*, two dots a module; give its width."""
        import segno

        modules = segno.make(text, error="l", micro=False, boost_error=False).matrix
        quiet = 3
        scale = max(1, (box.height - 2 * quiet) // len(modules))
        side = min(box.height, (len(modules) + 2 * 4) * scale)
        if scale < 2:
            self.faults.append(f"the code of {text!r} is too small to be read")
        self.fill(Box(box.left, box.top, box.left + side, box.top + side))
        start = (side - len(modules) * scale) // 2
        for down, row in enumerate(modules):
            for along, is_dark in enumerate(row):
                if is_dark:
                    x, y = box.left + start + along * scale, box.top + start + down * scale
                    self.fill(Box(x, y, x + scale, y + scale), is_lit=False)
        return side


@lru_cache(maxsize=1024)
def _stencil(rows: Rows) -> Image.Image:
    """Give a picture as what another is painted through."""
    dots = bytes(255 * (sign == "#") for row in rows for sign in row)
    return Image.frombytes("L", (len(rows[0]), len(rows)), dots).convert("1")


def smoothed(rows: Rows) -> Rows:
    """Give a picture at twice its size with its stairs rounded off (the Scale2x rule)."""
    height, width = len(rows), len(rows[0])

    def at(x: int, y: int) -> str:
        return rows[y][x] if 0 <= x < width and 0 <= y < height else "."

    made: list[str] = []
    for y in range(height):
        above, below = "", ""
        for x in range(width):
            here, up, down, left, right = at(x, y), at(x, y - 1), at(x, y + 1), at(x - 1, y), at(x + 1, y)
            corners = [here] * 4
            if up != down and left != right:
                corners = [
                    left if left == up else here,
                    right if right == up else here,
                    left if left == down else here,
                    right if right == down else here,
                ]
            above += corners[0] + corners[1]
            below += corners[2] + corners[3]
        made += (above, below)
    return tuple(made)


def repeated(rows: Rows, scale: int) -> Rows:
    """Give a picture at *scale* times its size."""
    return tuple("".join(sign * scale for sign in row) for row in rows for _ in range(scale))


def _is_big(text: str, size: Size) -> bool:
    return size is Size.LARGE or not is_small(text)


def _width(text: str, *, is_big: bool) -> int:
    if not is_big:
        return _small_width(text)
    return sum(len(rows[0]) + (0 if len(rows) == BIG_H else 1) for rows, _ in signs(text, is_big=True))


def _small_width(text: str) -> int:
    return max(0, sum(len(letters().get(sign, letters()["0"])[0]) + 1 for sign in text) - 1)


def _broken(text: str, room: int, *, is_big: bool) -> tuple[str, ...]:
    """Break a text at its blanks, and between any two Chinese signs; a word that is too long is cut."""
    lines: list[str] = []
    line = ""
    for part in _parts(text):
        if line and _width((line + part).rstrip(), is_big=is_big) > room:
            lines.append(line.strip())
            line = ""
        while _width(part.rstrip(), is_big=is_big) > room and len(part) > 1:
            end = next(
                n for n in range(len(part) - 1, 0, -1) if n == 1 or _width(part[:n], is_big=is_big) <= room
            )
            lines.append(part[:end])
            part = part[end:]
        line += part
    return tuple(lines) + ((line.strip(),) if line.strip() else ())


CLOSING: Final = "，。！？、：；）」』…,.!?:;)"
"""Never the first sign of a line."""


def _parts(text: str) -> list[str]:
    parts: list[str] = []
    for sign in text:
        is_ideograph = unicodedata.east_asian_width(sign) in "WF" and "HANGUL" not in unicodedata.name(
            sign, ""
        )
        follows_word = parts and not parts[-1].endswith(" ")
        before_is_ideograph = (
            follows_word
            and unicodedata.east_asian_width(parts[-1][-1]) in "WF"
            and ("HANGUL" not in unicodedata.name(parts[-1][-1], ""))
        )
        if follows_word and (sign in CLOSING or sign == " " or not (is_ideograph or before_is_ideograph)):
            parts[-1] += sign
        else:
            parts.append(sign)
    return parts
