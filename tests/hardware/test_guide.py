"""What the guide tells a builder to leave out, move or look for, against circuit and software."""

import re
from pathlib import Path

import pytest

from device.console import where_lines
from device.ring_pictures import OFF, ring_picture
from device.ring_scenes import Paint, Scene
from hardware.board import PLUGS, Wire, hole_name, net_at, placed, wires
from hardware.circuit import GND, V33, Circuit, Version, circuit

ROOT = Path(__file__).resolve().parents[2]
README = (ROOT / "hardware" / "README.md").read_text(encoding="utf-8")
FAULTS = (ROOT / "hardware" / "faults.md").read_text(encoding="utf-8")
INSTALLING = (ROOT / "docs" / "installing.md").read_text(encoding="utf-8")
CIRCUIT = circuit()
PLACED = placed(CIRCUIT)
ROWS = dict(enumerate(wires(CIRCUIT), 1))
"""The wires by the numbers that board.md gives them."""
ENDS_AT = {hole_name(hole): f"{p.ref}.{pin}" for p in PLACED.values() for pin, hole in p.holes.items()}


def touching(*refs: str) -> list[int]:
    """Give the rows of wires that end at a part, or at one pin of it."""
    return [
        n
        for n, wire in ROWS.items()
        if any(pin in refs or pin.partition(".")[0] in refs for pin, _ in (wire.start, wire.end))
    ]


def reached(start: str, without: set[int], until: Version) -> set[str]:
    """Give the pins that the wires of a version join with one, with some rows left out."""
    order = list(Version)
    left: list[Wire] = [
        wire
        for n, wire in ROWS.items()
        if n not in without and order.index(wire.version) <= order.index(until)
    ]
    found = {start}
    while more := {e[0] for w in left if {w.start[0], w.end[0]} & found for e in (w.start, w.end)} - found:
        found |= more
    return found


def pins_of(net: str, until: Version) -> set[str]:
    order = list(Version)
    return {
        f"{part.ref}.{pin}"
        for part in PLACED.values()
        if order.index(part.version) <= order.index(until)
        for pin in part.holes
        if net_at(CIRCUIT, part, pin) == net
    }


@pytest.mark.parametrize("version", Version)
def test_no_wire_of_a_version_ends_at_a_part_that_comes_later(version: Version) -> None:
    order = list(Version)
    late = [
        (n, pin)
        for n, wire in ROWS.items()
        if wire.version is version
        for pin, _ in (wire.start, wire.end)
        if order.index(PLACED[pin.partition(".")[0]].version) > order.index(version)
    ]
    assert late == []


def test_rows_that_are_left_out_without_a_reset_pin_are_those_of_its_two_parts() -> None:
    said = re.search(r"else leave out rows ([\d, ]+) and (\d+) too", README)
    assert said is not None
    assert [int(n) for n in (*said[1].split(", "), said[2])] == touching("R10", "C10")


@pytest.mark.parametrize("version", [Version.PANEL, Version.FULL])
@pytest.mark.parametrize(("net", "start"), [(GND, "J1.6"), (V33, "J1.1")])
def test_what_is_left_when_they_are_left_out_is_whole(net: str, start: str, version: Version) -> None:
    absent = {"R10.1", "C10.2"}
    left = reached(start, set(touching("R10", "C10")), version)
    assert left == pins_of(net, version) - absent


def test_display_that_is_fed_from_five_volts_hangs_on_the_pi_s_3v3_by_the_wire_that_is_taken_out() -> None:
    said = re.search(r"wire (\d+) of \[board\.md\]\(board\.md#panel\) \((\w+) to (\w+)\)", FAULTS)
    assert said is not None
    row, here, vcc = int(said[1]), said[2], said[3]
    assert PLUGS["J14"][int(ENDS_AT[vcc].partition(".")[2]) - 1] == ("DS1", "VCC")
    assert touching(ENDS_AT[vcc]) == [row]
    assert {hole_name(hole) for _, hole in (ROWS[row].start, ROWS[row].end)} == {here, vcc}
    assert ENDS_AT[here] == "J1.1"
    assert f"A red wire from 3B (pin 2) to {vcc}" in FAULTS
    assert ENDS_AT["3B"] == "J1.2"
    assert reached("J1.1", {row}, Version.FULL) == pins_of(V33, Version.FULL) - {ENDS_AT[vcc]}


def test_small_boards_of_the_wheels_are_fed_where_there_are_3v3() -> None:
    said = re.search(r"to the joint (\w+) of the board \(3\.3 V; never 5 V\)", README)
    assert said is not None
    assert ENDS_AT[said[1]] in pins_of(V33, Version.PANEL)


def spoils(plan: Circuit, ref: str) -> bool:
    """Say whether a plug turned round puts 5 V where none may be, or joins 3.3 V and ground in a part."""
    nets = [net.name if (net := plan.net_of(*end)) else "" for end in PLUGS[ref]]
    meets = set(zip(nets, reversed(nets), strict=True))
    has_five = any(here.startswith("5v") and not there.startswith("5v") for here, there in meets)
    return has_five or (V33, GND) in meets


def test_plugs_that_spoil_parts_when_turned_round_are_named() -> None:
    assert "J16, J17, and J14 with seven wires, then spoil parts; the others only don't work" in README
    assert {ref for ref in PLUGS if spoils(CIRCUIT, ref)} == {"J14", "J16", "J17"}


def test_command_for_the_host_code_finds_it_in_what_the_table_prints() -> None:
    printed = where_lines(
        host_code="012345",
        bench_urls=(),
        data=Path("/var/lib/khepri"),
        parts={"ring": "simulated"},
        is_paused=False,
        salvaged=None,
        language="en",  # the service's LANG is C.UTF-8
    ).splitlines()
    service = ROOT / "systemd" / "files" / "etc" / "systemd" / "system" / "khepri.service"
    assert "LANG=C.UTF-8" in service.read_text(encoding="utf-8")
    for page in (README, INSTALLING):
        said = re.search(r"`journalctl -u khepri -b \| grep -A1 '([^']+)'`", page)
        assert said is not None
        found = [n for n, line in enumerate(printed) if said[1] in line]
        assert [printed[n + 1].strip() for n in found] == ["012345"]


def test_ring_shows_its_first_light_only_while_there_is_no_game() -> None:
    assert "Khepri running without a game:* one LED shines gold" in README
    lights = ring_picture(Scene(), 0, Paint(1.0)).lights
    assert [n for n, light in enumerate(lights) if light != OFF] == [0]
