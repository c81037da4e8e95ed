"""Sheets to print on A4 at 100 % and cut out: seat cards, discs for the buttons' caps, the table's card.

    python -m hardware.print.sheets LANGUAGE [--address URL] [--wifi NAME [--password PASSWORD]]

writes that table's card with its picture codes to standard output.
"""

import argparse
import sys
from collections.abc import Mapping, Sequence
from unicodedata import east_asian_width

import segno
from manifold3d import CrossSection
from segno.helpers import make_wifi

from device.pins import BUTTON_SIGNS
from hardware.panel.glyphs import glyph
from hardware.panel.layout import FRIEZE, FRIEZE_HEIGHT, FRIEZE_LENGTH
from hardware.panel.shapes import Circle, Polygon, Rect, arc, between, section
from hardware.panel.svg import Sheet, control_line, crop_marks
from hardware.print.tokens import colours
from hardware.sizes import Sizes, load_sizes

A4 = (210.0, 297.0)
INK, OUTLINE_MM = "#1e150b", 0.6
FRIEZE_COLOURS = ("#ecb63a", "#2b62c6", "#ecb63a", "#a12d18", "#ecb63a", "#1f8a7d")
CARD = (148.0, 105.0)
BAND = 24.0
BEADS = 24
SANS = (
    "system-ui, 'Noto Sans', 'Noto Sans CJK KR', 'Noto Sans CJK TC', "
    "'Malgun Gothic', 'Microsoft JhengHei', sans-serif"
)
SERIF = (
    "'Iowan Old Style', Palatino, 'Book Antiqua', 'Noto Serif', 'Noto Sans CJK KR', 'Noto Sans CJK TC', serif"
)
CAP_COPIES = 4

WORDS: Mapping[str, tuple[str, str, str]] = {
    "en": ("Follow the game on your phone", "Wi-Fi", "Password"),
    "ko": ("휴대폰으로 게임을 함께 보세요", "와이파이", "비밀번호"),
    "zh-Hant": ("用手機一起看", "Wi-Fi", "密碼"),
    "nl": ("Volg het spel op je telefoon", "Wifi", "Wachtwoord"),
    "eu": ("Jarraitu partida mugikorrean", "Wifia", "Pasahitza"),
}
"""By language: what the card is for, the network, its password."""


def files() -> Mapping[str, bytes]:
    """Give the sheets by their path in hardware/."""
    sizes = load_sizes()
    return {
        "print/seats.svg": seats(sizes),
        "print/caps.svg": caps(sizes),
        **{f"print/card.{language}.svg": card(sizes, language) for language in WORDS},
    }


def seats(sizes: Sizes) -> bytes:
    """Give six tent cards: sign and colour, and a cartouche for the name."""
    width, height = sizes.sheets.seat_card
    left, below = (A4[0] - 2 * width - 6) / 2, (A4[1] - 3 * height - 8) / 2
    sheet = Sheet(*A4, "Khepri: seat cards", origin=(0, A4[1]))
    for k, sign in enumerate(BUTTON_SIGNS.values()):
        x, y = left + (k % 2) * (width + 6), below + (2 - k // 2) * (height + 4)
        sheet.begin(sign.value)
        sheet.shape(between(x, y, x + width, y + height), fill="#fff", stroke="#8a8a8a", stroke_width="0.15")
        _seat_face(sheet, sign.value, x, y, width, height / 2)
        sheet.begin(f"{sign.value}-behind", transform=_half_turn(sheet, x + width / 2, y + height / 2))
        _seat_face(sheet, sign.value, x, y, width, height / 2)
        sheet.end()
        _fold(sheet, x, x + width, y + height / 2)
        sheet.end()
    return sheet.content()


def _seat_face(sheet: Sheet, sign: str, x: float, y: float, width: float, height: float) -> None:
    c = colours()
    middle = y + height / 2 + 1.5
    _frieze(sheet, x + 2, y + 2, width - 4, 2.6)
    badge(sheet, sign, x + 22, middle, 32)
    cartouche = between(x + 43, middle - 9, x + width - 6, middle + 9, 9)
    sheet.shape(cartouche, fill=c["raised"], stroke=c["gold"], stroke_width="1.2")
    sheet.line(
        (x + width - 3.6, middle - 8), (x + width - 3.6, middle + 8), stroke=c["gold"], stroke_width="1.2"
    )


def badge(sheet: Sheet, sign: str, x: float, y: float, diameter: float) -> None:
    """Draw a seat's sign on its colour, outlined."""
    c = colours()
    width = max(OUTLINE_MM, diameter / 36)
    disc = Circle(x, y, diameter - width)
    sheet.shape(disc, fill=c[f"seat-{sign}"], stroke=INK, stroke_width=f"{width:.2f}")
    _ink(sheet, glyph(sign).scale((diameter * 0.68,) * 2).translate((x, y)), c[f"seat-{sign}-ink"])


def caps(sizes: Sizes) -> bytes:
    """Give discs that lie under the clear caps of the claim buttons, some to spare."""
    diameter = sizes.claim.cap
    sheet = Sheet(*A4, "Khepri: signs for the caps", origin=(0, A4[1]))
    step = diameter + 10
    left, top = (A4[0] - 5 * step) / 2, A4[1] - 30
    for k, sign in enumerate(BUTTON_SIGNS.values()):
        for row in range(CAP_COPIES):
            badge(sheet, sign.value, left + k * step, top - row * step, diameter)
    control_line(sheet, left, top - CAP_COPIES * step)
    return sheet.content()


def card(sizes: Sizes, language: str, *, address: str = "", wifi: str = "", password: str = "") -> bytes:
    """Give the table's card, a tent: places for the picture codes of the network and of the table.

    With *address* or *wifi* the codes are in them; else they are glued on, or written by hand.
    """
    width, height = CARD
    left, below = (A4[0] - width) / 2, (A4[1] - 2 * height) / 2
    sheet = Sheet(*A4, "Khepri", origin=(0, A4[1]))
    lines = [(wifi, password), (address, "")]
    codes = [
        make_wifi(ssid=wifi, password=password or None, security="WPA" if password else None)
        if wifi
        else None
    ]
    codes.append(segno.make(address, micro=False) if address else None)
    sheet.begin("face", lang=language)
    _card_face(sheet, sizes, language, (left, below), codes, lines)
    sheet.end()
    turn = _half_turn(sheet, left + width / 2, below + height)
    sheet.begin("behind", lang=language, transform=turn)
    _card_face(sheet, sizes, language, (left, below), codes, lines)
    sheet.end()
    _fold(sheet, left, left + width, below + height)
    crop_marks(sheet, left, below, left + width, below + 2 * height)
    return sheet.content()


def _card_face(
    sheet: Sheet,
    sizes: Sizes,
    language: str,
    corner: tuple[float, float],
    codes: Sequence[segno.QRCode | None],
    lines: Sequence[tuple[str, str]],
) -> None:
    c, (x, y), (width, height) = colours(), corner, CARD
    title, network, secret = WORDS[language]
    sheet.shape(between(x, y, x + width, y + height), fill=c["raised"])
    sheet.shape(between(x, y + height - BAND, x + width, y + height), fill=c["sky"])
    _sun(sheet, x + 15, y + height - BAND / 2, BAND - 5)
    sheet.text(
        x + 30, y + height - BAND / 2 - 2.7, title,
        font_family=SERIF, font_weight="700", font_size=_fitting(title, 7.6, width - 36), fill=c["on-sky"],
    )  # fmt: skip
    sheet.line((x, y + height - BAND), (x + width, y + height - BAND), stroke=c["gold"], stroke_width="1")
    _frieze(sheet, x, y, width, 4)
    side = sizes.sheets.qr
    labels = ((f"{network}", secret, "1"), ("http://", "", "2"))
    for k, ((label, second, step), code, (first, hidden)) in enumerate(
        zip(labels, codes, lines, strict=True)
    ):
        middle = x + width * (1 + 2 * k) / 4
        top = y + height - BAND - 5
        _code(sheet, middle, top - side / 2, side, code, "phone" if k else None)
        at = middle - width / 4 + 7
        _numeral(sheet, at + 1, top - 3.5, step)
        _field(sheet, at, y + 19.5, width / 2 - 14, label, first.removeprefix("http://") if k else first)
        if second:
            _field(sheet, at, y + 8.6, width / 2 - 14, second, hidden)


def _numeral(sheet: Sheet, x: float, y: float, numeral: str) -> None:
    c = colours()
    sheet.shape(Circle(x, y, 7), fill=c["action"])
    sheet.text(
        x, y - 1.7, numeral,
        font_family=SERIF, font_weight="700", font_size="4.8", text_anchor="middle", fill=c["on-action"],
    )  # fmt: skip


def _code(sheet: Sheet, x: float, y: float, side: float, code: segno.QRCode | None, sign: str | None) -> None:
    """Draw a picture code, or the dashed place for it."""
    c = colours()
    if code is None:
        place = Rect(x, y, side, side, 1)
        sheet.shape(place, fill="#fff", stroke=c["edge"], stroke_width="0.5", stroke_dasharray="2 1.6")
        if sign:
            _ink(sheet, glyph(sign).scale((15, 15)).translate((x, y)), c["sunk"])
        else:
            _waves(sheet, x, y - 6, c["sunk"])
        return
    rows = list(code.matrix_iter(border=4))
    unit = side / len(rows)
    left, top = x - side / 2, y + side / 2
    modules = [
        between(left + a * unit, top - (b + 1) * unit, left + (a + 1) * unit, top - b * unit)
        for b, row in enumerate(rows)
        for a, is_dark in enumerate(row)
        if is_dark
    ]
    sheet.shape(Rect(x, y, side, side), fill="#fff")
    _ink(sheet, section(*modules), "#000")


def _waves(sheet: Sheet, x: float, y: float, colour: str) -> None:
    for radius in (5, 10, 15):
        sheet.line(
            *arc(x, y, radius, 45, 135),
            fill="none",
            stroke=colour,
            stroke_width="2.4",
            stroke_linecap="round",
        )
    sheet.shape(Circle(x, y, 3), fill=colour)


def _field(sheet: Sheet, x: float, y: float, width: float, label: str, text: str) -> None:
    """Draw a label and its line, written on or to write on."""
    c = colours()
    sheet.text(x, y + 4.6, label, font_family=SANS, font_size="3.2", fill=c["ink-2"])
    sheet.line((x, y - 1.6), (x + width, y - 1.6), stroke=c["edge"], stroke_width="0.35")
    if text:
        size = _fitting(text, 4.4, width)
        sheet.text(x, y, text, font_family=SANS, font_weight="700", font_size=size, fill=c["ink"])


def _fitting(text: str, most: float, width: float) -> str:
    """Give the size at which bold letters of any usual font stay within a width, at most *most*."""
    ems = sum(1.0 if east_asian_width(sign) in "WF" else 0.62 for sign in text)
    return f"{min(most, width / ems):.2f}".rstrip("0").rstrip(".")


def _sun(sheet: Sheet, x: float, y: float, diameter: float) -> None:
    """Draw the ring of beads with the scarab in it: two thirds of the sand are left."""
    c, outer, inner = colours(), diameter / 2, diameter / 2 * 0.76
    for k in range(BEADS):
        start = 90 - 360 * (k + 1) / BEADS
        bead = (*arc(x, y, outer, start + 1.3, start + 13.7), *arc(x, y, inner, start + 13.1, start + 1.9))
        sheet.shape(Polygon(bead), fill=c["sun"] if k >= BEADS // 3 else c["sun-out"])
    _ink(sheet, glyph("scarab").scale((diameter * 0.5,) * 2).translate((x, y)), c["sun"])


def _frieze(sheet: Sheet, x: float, y: float, width: float, height: float) -> None:
    times = max(1, round(width / (FRIEZE_LENGTH * height / FRIEZE_HEIGHT)))
    unit = width / times / FRIEZE_LENGTH
    sheet.shape(between(x, y, x + width, y + height), fill=INK)
    for k in range(times):
        for (a, b), colour in zip(FRIEZE, FRIEZE_COLOURS, strict=True):
            start = x + (k * FRIEZE_LENGTH) * unit
            sheet.shape(between(start + a * unit, y, start + b * unit, y + height), fill=colour)


def _ink(sheet: Sheet, area: CrossSection, colour: str) -> None:
    sheet.area(area, fill=colour, fill_rule="evenodd")


def _half_turn(sheet: Sheet, x: float, y: float) -> str:
    ax, ay = sheet.at(x, y)
    return f"rotate(180 {ax:g} {ay:g})"


def _fold(sheet: Sheet, left: float, right: float, y: float) -> None:
    for a, b in ((left - 3, left + 3), (right - 3, right + 3)):
        sheet.line((a, y), (b, y), stroke="#8a8a8a", stroke_width="0.25", stroke_dasharray="1 0.8")


def main(argv: Sequence[str]) -> int:
    """Write one table's card."""
    parser = argparse.ArgumentParser(prog="python -m hardware.print.sheets")
    parser.add_argument("language", choices=sorted(WORDS))
    parser.add_argument("--address", default="", help="the address that the table prints when it starts")
    parser.add_argument("--wifi", default="", help="the network's name")
    parser.add_argument("--password", default="", help="its password; none for an open network")
    asked = parser.parse_args(argv)
    made = card(load_sizes(), asked.language, address=asked.address, wifi=asked.wifi, password=asked.password)
    sys.stdout.buffer.write(made)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
