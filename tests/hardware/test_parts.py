"""The parts list against the circuit: what is drawn can be bought, and what is bought is drawn or named."""

import csv
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from hardware.board import PLUGS
from hardware.circuit import Version, circuit
from hardware.sizes import load_sizes
from tests.hardware.drawing import headings, links

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
NOT_DRAWN = {"A", "PS", "PCB", "P", "K", "LP", "W", "H", "M", "U1 socket"}
"""What has no place in the circuit: boards, supplies, leads, knobs, wire and screws, by its letters."""

with (HARDWARE / "parts.csv").open(encoding="utf-8", newline="") as file:
    ROWS = list(csv.DictReader(file))


def refs(row: dict[str, str]) -> Iterator[str]:
    """Yield the references that a row stands for: S1–S6 are six."""
    span = re.fullmatch(r"([A-Z]+)(\d+)–\1(\d+)", row["ref"])
    if span is None:
        yield row["ref"]
        return
    for n in range(int(span[2]), int(span[3]) + 1):
        yield f"{span[1]}{n}"


def letters(ref: str) -> str:
    return ref if " " in ref else ref.rstrip("0123456789")


def listed(version: Version) -> set[str]:
    return {
        ref for row in ROWS if int(row[version]) for ref in refs(row) if letters(ref) not in NOT_DRAWN
    }.difference(PLUGS)


@pytest.mark.parametrize("version", Version)
def test_parts_list_has_the_parts_of_the_circuit_for_each_version(version: Version) -> None:
    order = list(Version)
    drawn = {p.ref for p in circuit().parts.values() if order.index(p.version) <= order.index(version)}
    assert listed(version) == drawn


def test_quantity_is_the_number_of_references() -> None:
    for row in ROWS:
        count = len(list(refs(row)))
        assert {int(row[version]) for version in Version} <= {0, count}, row["ref"]


def test_each_version_holds_what_the_one_before_it_has() -> None:
    for row in ROWS:
        assert int(row["buttons"]) <= int(row["panel"]) <= int(row["full"]), row["ref"]


def test_no_reference_is_listed_twice() -> None:
    every = [ref for row in ROWS for ref in refs(row)]
    assert sorted(set(every)) == sorted(every)


def test_values_of_the_list_are_those_of_the_drawing() -> None:
    by_ref = {ref: row for row in ROWS for ref in refs(row)}
    for part in circuit().parts.values():
        value = re.search(r"[\d×. ]+ ?[kµn]?[ΩF]\b|P6KE6\.8A|74AHCT125|DS3231", part.value)
        if value is not None:
            said = by_ref[part.ref]
            assert value[0].strip() in f"{said['what']} {said['look for']}", part.ref


def test_each_row_says_what_to_look_for_and_a_rough_price() -> None:
    for row in ROWS:
        assert row["what"]
        assert row["look for"] or row["ref"] == "U1 socket"
        assert 0 < float(row["EUR each, rough"]) < 100


def test_no_row_names_a_shop() -> None:
    text = (HARDWARE / "parts.csv").read_text(encoding="utf-8").lower()
    assert not re.search(r"http|www|\.com|amazon|aliexpress|adafruit|pimoroni|mouser|digikey|farnell", text)


@pytest.mark.parametrize("page", sorted(HARDWARE.glob("*.md")), ids=lambda path: path.name)
def test_links_of_a_page_lead_to_files_that_exist(page: Path) -> None:
    text = page.read_text(encoding="utf-8")
    for path, heading in links(text):
        target = page.parent / path if path else page
        assert target.exists(), path
        assert not heading or heading in headings(target.read_text(encoding="utf-8")), f"{path}#{heading}"


def test_parts_fit_what_panel_and_box_are_cut_for() -> None:
    sizes = load_sizes()
    said = {ref: f"{row['what']}; {row['look for']}" for row in ROWS for ref in refs(row)}
    width, depth = sizes.board.size
    assert f"{depth:.0f} × {width:.0f} mm" in said["PCB1"]
    assert f"outside {sizes.ring.outer:.0f} mm" in said["RING1"]
    assert f"a {int(sizes.pushes.hole)} mm hole" in said["S7"]
    assert f"{int(sizes.claim.button_hole)} mm arcade button" in said["S1"]
    assert f"a panel hole of {int(sizes.power.hole)} mm" in said["J2"]
    assert f"thread M{int(sizes.jacks.hole)}" in said["X1"]
    assert f"{sizes.encoders.knob:.0f} mm" in said["K1"]
    assert f"light pipe {sizes.lights.hole:.0f} mm" in said["LP1"]
