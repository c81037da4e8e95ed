"""What is printed on paper: the six signs in their colours, and the table's card in every language."""

import re
from functools import cache
from itertools import combinations
from pathlib import Path
from xml.etree import ElementTree

import pytest
import segno
from segno.helpers import make_wifi

from hardware.print import sheets
from hardware.print.tokens import colours
from hardware.sizes import load_sizes
from rules.core import Sign

SVG = "{http://www.w3.org/2000/svg}"
SIZES = load_sizes()
ROOT = Path(__file__).resolve().parents[2]
LANGUAGES = sorted(path.stem for path in (ROOT / "device" / "texts").glob("*.json"))


@cache
def drawn(name: str) -> ElementTree.Element:
    return ElementTree.fromstring(sheets.files()[f"print/{name}.svg"])


def words(root: ElementTree.Element) -> list[str]:
    return [text.text or "" for text in root.iter(f"{SVG}text")]


@pytest.mark.parametrize("path", sorted(sheets.files()))
def test_sheets_are_a4(path: str) -> None:
    root = ElementTree.fromstring(sheets.files()[path])
    assert (root.attrib["width"], root.attrib["height"]) == ("210mm", "297mm")
    assert root.attrib["viewBox"] == "0 0 210 297"


@pytest.mark.parametrize("sign", Sign)
def test_every_seat_has_a_card_with_its_colour_on_both_sides(sign: Sign) -> None:
    card = drawn("seats").find(f"{SVG}g[@id='{sign}']")
    assert card is not None
    discs = [c.attrib["fill"] for c in card.iter(f"{SVG}circle")]
    assert discs == [colours()[f"seat-{sign}"]] * 2
    inks = [p for p in card.iter(f"{SVG}path") if p.attrib.get("fill-rule") == "evenodd"]
    assert [p.attrib["fill"] for p in inks] == [colours()[f"seat-{sign}-ink"]] * 2


def test_seat_cards_lie_apart_within_the_sheet() -> None:
    outlines = [
        [tuple(map(float, point.split())) for point in path.attrib["d"].strip("Mz").split("L")]
        for path in drawn("seats").iter(f"{SVG}path")
        if path.attrib.get("stroke") == "#8a8a8a" and path.attrib["d"].endswith("z")
    ]
    cards = [(min(points), max(points)) for points in outlines]
    assert len(cards) == len(Sign)
    assert all(low[0] >= 5 and low[1] >= 5 and high[0] <= 205 and high[1] <= 292 for low, high in cards)
    apart = [
        high[0] < other_low[0] or other_high[0] < low[0] or high[1] < other_low[1] or other_high[1] < low[1]
        for (low, high), (other_low, other_high) in combinations(cards, 2)
    ]
    assert all(apart)


def test_seat_cards_need_no_language() -> None:
    assert words(drawn("seats")) == []


def test_discs_fit_under_the_caps_with_some_to_spare() -> None:
    circles = list(drawn("caps").iter(f"{SVG}circle"))
    assert len(circles) == len(Sign) * sheets.CAP_COPIES
    sizes = {round(2 * float(c.attrib["r"]) + float(c.attrib["stroke-width"]), 1) for c in circles}
    assert sizes == {SIZES.claim.cap}
    assert SIZES.claim.cap < SIZES.claim.button_hole


def test_there_is_a_card_in_every_language_of_the_table() -> None:
    assert sorted(sheets.WORDS) == LANGUAGES


@pytest.mark.parametrize("language", LANGUAGES)
def test_card_says_no_more_than_it_must_twice_and_in_its_language(language: str) -> None:
    root = drawn(f"card.{language}")
    face = root.find(f"{SVG}g[@id='face']")
    assert face is not None
    assert face.attrib["lang"] == language
    assert sorted(words(face)) == sorted([*sheets.WORDS[language], "1", "2", "http://"])
    assert sorted(words(root)) == sorted(2 * words(face))


@pytest.mark.parametrize("language", LANGUAGES)
def test_title_of_the_card_ends_on_it_in_any_usual_bold_font(language: str) -> None:
    """Bold Latin letters take 0.6 of their size on average, others all of it."""
    face = drawn(f"card.{language}").find(f"{SVG}g[@id='face']")
    assert face is not None
    title = next(t for t in face.iter(f"{SVG}text") if t.text == sheets.WORDS[language][0])
    ems = sum(0.6 if sign.isascii() else 1.0 for sign in title.text or "")
    right = (sheets.A4[0] + sheets.CARD[0]) / 2
    assert float(title.attrib["x"]) + ems * float(title.attrib["font-size"]) < right - 4


def test_no_two_languages_say_the_same() -> None:
    titles = [title for title, _, _ in sheets.WORDS.values()]
    assert len(set(titles)) == len(titles)


def test_card_without_an_address_has_the_places_for_two_codes() -> None:
    dashed = [p for p in drawn("card.en").iter(f"{SVG}path") if p.attrib.get("stroke-dasharray") == "2 1.6"]
    assert len(dashed) == 4


def dark_of(path: str, side: float, modules: int) -> set[tuple[int, int]]:
    """Read a drawn code back, by asking for the middle of each module whether it is inside."""
    contours = [
        [tuple(map(float, point.split())) for point in part.split("L")]
        for part in re.findall(r"M([^z]+)z", path)
    ]
    left = min(x for c in contours for x, _ in c) - 4 * side / modules
    top = min(y for c in contours for _, y in c) - 4 * side / modules
    unit = side / modules
    found = set()
    for row in range(modules):
        for column in range(modules):
            x, y = left + (column + 0.5) * unit, top + (row + 0.5) * unit
            crossed = sum(
                (ay > y) != (by > y) and x < ax + (y - ay) / (by - ay) * (bx - ax)
                for c in contours
                for (ax, ay), (bx, by) in zip(c, [*c[1:], c[0]], strict=True)
            )
            if crossed % 2:
                found.add((row, column))
    return found


def test_codes_on_the_card_are_those_of_the_network_and_the_address() -> None:
    address, wifi, password = "http://192.168.1.20:8080", 'Café "De Zon"', "geheim; woord"
    made = sheets.card(SIZES, "nl", address=address, wifi=wifi, password=password)
    face = ElementTree.fromstring(made).find(f"{SVG}g[@id='face']")
    assert face is not None
    codes = [p.attrib["d"] for p in face.iter(f"{SVG}path") if p.attrib.get("fill") == "#000"]
    expected = [make_wifi(ssid=wifi, password=password, security="WPA"), segno.make(address, micro=False)]
    for path, code in zip(codes, expected, strict=True):
        rows = list(code.matrix_iter(border=4))
        dark = {(r, c) for r, row in enumerate(rows) for c, is_dark in enumerate(row) if is_dark}
        assert dark_of(path, SIZES.sheets.qr, len(rows)) == dark


def test_what_stands_beside_the_codes_is_what_is_in_them() -> None:
    made = sheets.card(SIZES, "en", address="http://10.0.0.5:8080", wifi="Home", password="a<b")
    assert {"Home", "a<b", "10.0.0.5:8080"} <= set(words(ElementTree.fromstring(made)))


def test_open_network_has_a_code_without_a_password() -> None:
    made = sheets.card(SIZES, "en", wifi="Guests")
    face = ElementTree.fromstring(made).find(f"{SVG}g[@id='face']")
    assert face is not None
    codes = [p for p in face.iter(f"{SVG}path") if p.attrib.get("fill") == "#000"]
    assert len(codes) == 1


def test_command_writes_one_card(capfdbinary: pytest.CaptureFixture[bytes]) -> None:
    assert sheets.main(["eu", "--address", "http://10.0.0.5"]) == 0
    assert capfdbinary.readouterr().out == sheets.card(SIZES, "eu", address="http://10.0.0.5")


def test_command_refuses_a_language_that_it_does_not_have(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit):
        sheets.main(["fr"])
    assert "zh-Hant" in capsys.readouterr().err


def test_colours_are_those_of_the_phone_page_by_day() -> None:
    css = (ROOT / "web" / "static" / "tokens.css").read_text(encoding="utf-8")
    assert colours()["ground"] == "#f1e5c8"
    assert all(f"--{name}: {colour}" in css for name, colour in colours().items())
    assert {f"seat-{sign}" for sign in Sign} <= set(colours())
