"""The page's own files: what they weigh, which texts they ask for, and what they repeat from the rules."""

import gzip
import json
import re
from pathlib import Path

import pytest

from device.texts import LANGUAGES
from rules.pharaoh_code.tiles import TILES
from web.files import page_parts, page_texts

STATIC = Path(__file__).resolve().parents[2] / "web" / "static"
SCRIPTS = sorted(STATIC.rglob("*.js"))
LARGEST_FIRST_VIEW = 58_000


def weight(path: Path) -> int:
    return len(gzip.compress(path.read_bytes(), 9))


def test_the_first_view_is_light() -> None:
    """What a phone loads before the first game is open: all that the page names, and a catalogue."""
    named = re.findall(r'"/static/([^"]+)"', (STATIC / "index.html").read_text(encoding="utf-8"))
    styles = [(STATIC / name).read_text(encoding="utf-8") for name in named if name.endswith(".css")]
    pictures = [name for style in styles for name in re.findall(r"url\(([^)]+)\)", style)]
    page = {"index.html", "glyphs.svg", *named, *pictures}
    texts = max(len(gzip.compress(page_texts(f"{lang}.json"), 9)) for lang in LANGUAGES)
    assert sum(weight(STATIC / name) for name in page) + texts < LARGEST_FIRST_VIEW


def test_what_the_first_view_needs_is_asked_for_at_once() -> None:
    """A module that is found only in another one costs a poor Wi-Fi one more way there and back."""
    named = set(re.findall(r'"/static/([^"]+\.js)"', (STATIC / "index.html").read_text(encoding="utf-8")))
    scripts = [(STATIC / name).read_text(encoding="utf-8") for name in named]
    assert {name for script in scripts for name in re.findall(r' from "\./([^"]+)"', script)} <= named


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda p: str(p.relative_to(STATIC)))
def test_every_text_that_a_script_writes_out_exists(script: Path) -> None:
    asked = re.findall(r'\bt\("([a-z_]+(?:\.[a-z_]+)+)"', script.read_text(encoding="utf-8"))
    known = {key for part in page_parts("en") for key in json.loads(page_texts(part))}
    assert [key for key in asked if key not in known and f"{key}.other" not in known] == []


def test_the_pages_tiles_are_those_of_the_rules() -> None:
    source = (STATIC / "games" / "pharaoh_code" / "tiles.js").read_text(encoding="utf-8")
    found = {
        int(number): (colour, int(points))
        for colour, of_colour in re.findall(r'colour: "(\w+)", points: \{(.*)\}', source)
        for points, numbers in re.findall(r"(\d): \[([\d, ]+)\]", of_colour)
        for number in numbers.split(", ")
    }
    assert found == {n: (str(tile.colour), tile.points) for n, tile in TILES.items()}


@pytest.mark.parametrize("path", sorted(p for p in STATIC.rglob("*.*") if p.is_file()), ids=lambda p: p.name)
def test_nothing_comes_from_outside(path: Path) -> None:
    addresses = re.findall(r"https?://[^\s\"'`)]+", path.read_text(encoding="utf-8"))
    assert [a for a in addresses if not a.startswith("http://www.w3.org/")] == []
