"""The letters of the display: our own small ones for Latin, and Unifont for everything else.

Unifont comes from a package (Debian: fonts-unifont). Without it Latin is still written, and
`can_write` says what is not.
"""

import logging
import os
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Final

from PIL import Image, ImageDraw, ImageFont

from device.data import read
from device.texts import LANGUAGES

log = logging.getLogger(__name__)

Rows = tuple[str, ...]
"""A one-bit picture: rows of equal length, # lit and . dark."""

UNIFONT_ENV: Final = "KHEPRI_UNIFONT"
UNIFONT_PATHS: Final = (
    "/usr/share/fonts/opentype/unifont/unifont.otf",  # Debian, Raspberry Pi OS
    "/usr/share/fonts/truetype/unifont/unifont.ttf",  # older Debian
    "/usr/share/fonts/unifont/unifont.otf",  # Fedora, Alpine
    "/usr/share/fonts/gnu-unifont/unifont.otf",
    "/usr/share/fonts/Unifont/Unifont.otf",  # Arch
    "/usr/share/fonts/misc/unifont.otf",
)
HINT: Final = (
    "no Unifont here: the display writes neither Korean nor Chinese (hint: apt install fonts-unifont, "
    f"or name its file in {UNIFONT_ENV})"
)

SMALL_H: Final = 9
BIG_H: Final = 16
BLANK_W: Final = 3
BIG_BLANK_W: Final = 6
UNKNOWN: Final = "□"


@cache
def letters() -> Mapping[str, Rows]:
    """Give our small letters: nine rows each, the last two below the line."""
    found: dict[str, Rows] = {" ": ("." * BLANK_W,) * SMALL_H}
    for block in read("device.panel", "letters.txt").decode().split("\n\n")[1:]:
        head, *rows = block.strip("\n").split("\n")
        at = 0
        for first, *others in zip(*(row.split() for row in rows), strict=True):
            sign = head[at]
            found[sign] = (first, *others)
            at += len(first) + 2
    return found


@cache
def glyphs() -> Mapping[tuple[str, int], Rows]:
    """Give our pictures by name and size."""
    found: dict[tuple[str, int], Rows] = {}
    for block in read("device.panel", "glyphs.txt").decode().split("\n\n")[1:]:
        head, *rows = block.strip("\n").split("\n")
        name, size = head.split()
        found[name, int(size)] = tuple(rows)
    return found


def find_unifont(environ: Mapping[str, str] = os.environ) -> Path | None:
    """Give where Unifont lies on this machine."""
    named = environ.get(UNIFONT_ENV)
    paths = (named,) if named else UNIFONT_PATHS
    return next((Path(path) for path in paths if Path(path).is_file()), None)


@cache
def unifont() -> ImageFont.FreeTypeFont | None:
    """Load Unifont; where there is none say so once."""
    path = find_unifont()
    if path is None:
        log.warning("%s", HINT)
        return None
    try:
        return ImageFont.truetype(str(path), BIG_H, layout_engine=ImageFont.Layout.BASIC)
    except OSError as error:
        log.warning("%s can't be read (%s): %s", path, error, HINT)
        return None


def is_small(text: str) -> bool:
    """Say whether our small letters have every sign of *text*."""
    return all(sign in letters() for sign in text)


@cache
def big_letter(sign: str) -> Rows | None:
    """Give a sign in Unifont, sixteen rows; None where it has none."""
    font = unifont()
    if font is None:
        return None
    if sign == " ":
        return ("." * BIG_BLANK_W,) * BIG_H
    rows = _drawn(font, sign)
    return None if rows == _drawn(font, "\U000e0fff") else rows


def _drawn(font: ImageFont.FreeTypeFont, sign: str) -> Rows:
    width = max(1, round(font.getlength(sign)))
    image = Image.new("1", (width, BIG_H))
    ImageDraw.Draw(image).text((0, 0), sign, fill=1, font=font)
    return tuple("".join("#" if image.getpixel((x, y)) else "." for x in range(width)) for y in range(BIG_H))


def can_write(text: str) -> bool:
    """Say whether the display has every sign of *text*."""
    return all(sign in letters() or big_letter(sign) is not None for sign in text)


def signs(text: str, *, is_big: bool) -> Iterator[tuple[Rows, bool]]:
    """Yield the picture of each sign, and whether it is the right one: else it is an empty box."""
    for sign in text:
        small = letters().get(sign)
        rows = None if not is_big and small is not None else big_letter(sign)
        if rows is None:
            rows = small
        yield (letters()["0"], False) if rows is None else (rows, True)


def written_languages() -> tuple[str, ...]:
    """List the languages that the display can write: without Unifont those in Latin letters."""
    return tuple(name for name, own_name in LANGUAGES.items() if can_write(own_name))
