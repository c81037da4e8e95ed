"""The parts list against the circuit: what is drawn can be bought, and what is bought is drawn or named."""

import csv
import re
from collections import defaultdict
from collections.abc import Iterator
from math import dist
from pathlib import Path

import pytest

from device.pins import BUTTON_SIGNS
from hardware.board import PITCH_MM, PLUGS, net_at, placed, wires
from hardware.circuit import Version, circuit
from hardware.enclosure.box import PILOT_DEPTH, enclosure
from hardware.panel.layout import panel
from hardware.power import PIS
from hardware.sizes import load_sizes
from tests.hardware.drawing import headings, links

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
NOT_DRAWN = {"A", "PS", "PCB", "P", "K", "LP", "W", "H", "BOX", "U1 socket"}
"""What has no place in the circuit: boards, supplies, leads, knobs, wire and screws, by its letters."""
COUNTED = {f"H{n}" for n in range(2, 9)}
"""Screws, feet and ties: one reference for all of a kind."""

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
        if row["ref"] in COUNTED:
            continue
        count = len(list(refs(row)))
        assert {int(row[version]) for version in Version} <= {0, count}, row["ref"]


def test_screws_and_feet_are_as_many_as_the_sizes_have_places_for() -> None:
    sizes = load_sizes()
    claims = len(BUTTON_SIGNS)
    assert {row["ref"]: int(row["full"]) for row in ROWS if row["ref"] in COUNTED} == {
        "H2": len(sizes.panel.screws),
        "H3": 4 + len(enclosure(sizes).board_holes),
        "H4": len(panel(sizes).display_bosses),
        "H5": claims * sizes.claim.screws,
        "H6": 4,
        "H7": claims * 4,
        "H8": claims,
    }


def test_screws_bite_and_do_not_come_through() -> None:
    s = load_sizes()
    length = {
        row["ref"]: float(found[1])
        for row in ROWS
        if (found := re.search(r"screw M[\d.]+ × (\d+)", row["what"])) is not None
    }
    bites = {
        "H2": (length["H2"] - s.panel.thickness, PILOT_DEPTH),
        "H3": (length["H3"] - s.board.thickness, s.pi.standoff),
        "H4": (
            length["H4"] - s.board.thickness,
            s.display.glass + s.panel.thickness - s.panel.engraving - s.box.thinnest,
        ),
        "H5": (length["H5"] - s.claim.base, 14.0),
    }
    assert set(bites) == set(length)
    assert all(2 <= bite < deep for bite, deep in bites.values()), bites


def test_round_capacitor_is_as_wide_and_tall_as_its_place() -> None:
    left, _, right, _ = placed(circuit())["C11"].body
    said = next(row["look for"] for row in ROWS if row["ref"] == "C11")
    assert f"{(right - left) * PITCH_MM:.0f} mm wide" in said
    assert f"{load_sizes().board.tallest:.0f} mm tall at most" in said


def test_there_is_wire_for_the_board_and_its_plugs() -> None:
    """15 mm for the two ends of a wire on the board, 250 for one at a plug, a fifth for what is cut off."""
    plan = circuit()
    thin: dict[str, float] = defaultdict(float)
    thick: dict[str, float] = defaultdict(float)
    here = placed(plan)
    for wire in wires(plan):
        (thick if wire.is_thick else thin)[wire.colour] += dist(wire.start[1], wire.end[1]) * PITCH_MM + 15
    at_thick = {end[0] for wire in wires(plan) if wire.is_thick for end in (wire.start, wire.end)}
    for ref, ends in PLUGS.items():
        for pin in range(1, len(ends) + 1):
            net = net_at(plan, here[ref], str(pin))
            colour = plan.nets[net].colour if net else "green"
            (thick if f"{ref}.{pin}" in at_thick else thin)[colour] += 250
    thin["orange"] += 250 * sum(ref.startswith("E") for ref in plan.parts)  # small boards with a + pin
    by_ref = {row["ref"]: row["look for"] for row in ROWS}
    assert by_ref["W1"] == (
        "stranded; 8 m black; 4 m yellow; "
        "2 m each of orange; green; blue; violet; brown; white; grey; 1 m red"
    )
    two = dict.fromkeys(("orange", "green", "blue", "violet", "brown", "white", "grey"), 2)
    metres = {"black": 8, "yellow": 4, "red": 1} | two
    assert {c: mm for c, mm in thin.items() if mm * 1.2 > 1000 * metres.get(c, 0)} == {}
    assert by_ref["W2"].startswith("red and black; 2 m each")
    assert {c: mm for c, mm in thick.items() if mm * 1.2 > 1000 * {"red": 2, "black": 2}.get(c, 0)} == {}


def test_supply_of_each_model_is_the_one_that_power_md_says() -> None:
    said = next(row["look for"] for row in ROWS if row["ref"] == "PS1")
    amperes = {model: amp for amp, model in re.findall(r"([\d.]+) A \(([^)]+)\)", said)}
    assert {pi.name: pi.supply_ma / 1000 for pi in PIS} == {
        pi.name: float(amperes[pi.name.partition(" B")[0]]) for pi in PIS
    }


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


def mentioned(text: str) -> set[str]:
    """Give the references that a text names, "R1 to R6" being six."""
    found = set(re.findall(r"\b[A-Z]+\d+\b", text))
    for kind, first, last in re.findall(r"\b([A-Z]+)(\d+) to \1(\d+)\b", text):
        found |= {f"{kind}{n}" for n in range(int(first), int(last) + 1)}
    return found


def test_each_part_is_used_in_the_step_that_the_list_names() -> None:
    readme = (HARDWARE / "README.md").read_text(encoding="utf-8")
    steps = re.split(r"^\*\*(\d+)\. ", readme, flags=re.MULTILINE)
    said = dict(zip(steps[1::2], map(mentioned, steps[2::2]), strict=True))
    enclosing = mentioned((HARDWARE / "enclosure" / "README.md").read_text(encoding="utf-8"))
    where = said | {"box": enclosing | {"BOX1"}, "claim": enclosing, "first": {"A1", "A2", "PS1"}}
    assert list(said) == [str(n) for n in range(1, len(said) + 1)]
    for row in ROWS:
        assert {ref.removesuffix(" socket") for ref in refs(row)} <= where[row["step"]], row["ref"]


def test_parts_of_a_version_are_used_in_its_own_steps() -> None:
    last = {Version.BUTTONS: 6, Version.PANEL: 11}
    for row in ROWS:
        for version, step in last.items():
            if int(row[version]) and row["step"].isdigit():
                assert int(row["step"]) <= step, row["ref"]


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
