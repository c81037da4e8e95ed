"""The circuit against the pin map, and the drawing against the circuit, to the last pin."""

import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from gpiozero.pins.pi import PiBoardInfo

from device.pins import BUTTON_SIGNS, RESERVED, load_pins, parse_pins
from hardware.board import placed
from hardware.board_drawing import plugs_table
from hardware.circuit import HEADER_REF, circuit, net_names
from hardware.header import HEADER, physical, power
from hardware.wiring import drawing, spans
from tests.hardware.drawing import Read, branches_without_dot, nets, read, touching

HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
PINS = load_pins()
CIRCUIT = circuit(PINS)
PLACED = placed(CIRCUIT)
REVISIONS = {"3 B": 0xA02082, "3 B+": 0xA020D3, "4 B": 0xC03111, "5": 0xC04170, "Zero 2 W": 0x902120}


@pytest.fixture(scope="module")
def drawn() -> Read:
    return read(drawing(PINS))


@pytest.mark.parametrize("model", REVISIONS)
def test_header_is_the_one_that_gpiozero_has_for_the_model(model: str) -> None:
    theirs = PiBoardInfo.from_revision(REVISIONS[model]).headers["J8"].pins
    assert {number: pin.name for number, pin in theirs.items()} == dict(HEADER)


def test_each_use_of_a_pin_is_a_net_from_its_place_on_the_header_to_a_part() -> None:
    uses = dict(PINS.uses())
    assert len(dict(net_names(PINS))) == len(list(PINS.uses())) == 17
    assert uses["ring"] == 10
    for name, gpio in net_names(PINS):
        at_header = [pin for ref, pin in CIRCUIT.nets[name].ends if ref == HEADER_REF]
        assert at_header == [str(physical(gpio))]


def test_nothing_but_the_pin_map_the_bus_and_power_is_on_the_header() -> None:
    joined = {pin for net in CIRCUIT.nets.values() for ref, pin in net.ends if ref == HEADER_REF}
    expected = {gpio for _, gpio in PINS.uses()} | {2, 3}
    assert joined == {str(physical(g)) for g in expected} | {str(p) for p in power("GND") + power("3V3")}
    assert not {gpio for gpio in RESERVED if gpio not in (2, 3, 10)} & expected


def test_no_net_has_one_end_and_no_pin_is_in_two() -> None:
    assert [net.name for net in CIRCUIT.nets.values() if len(net.ends) < 2] == []
    assert [
        end for end, n in Counter(end for net in CIRCUIT.nets.values() for end in net.ends).items() if n > 1
    ] == []


def test_each_pin_of_each_part_is_in_a_net_or_left_open_on_purpose() -> None:
    for part in CIRCUIT.parts.values():
        unjoined = tuple(pin for pin in part.pins if CIRCUIT.net_of(part.ref, pin) is None)
        assert unjoined == part.open_pins


def test_five_volts_never_reach_the_header() -> None:
    at_five = {
        end for name in ("5v_in", "5v_lights", "5v_sense", "data_5v") for end in CIRCUIT.nets[name].ends
    }
    assert not {end for end in at_five if end[0] == HEADER_REF}
    assert {pin for ref, pin in CIRCUIT.nets["ring"].ends if ref == "U1"} == {"2"}
    assert {ref for ref, _ in CIRCUIT.nets["lights_power"].ends} == {HEADER_REF, "R13", "R14"}


def test_ring_s_own_five_volts_come_back_to_the_pin_through_a_divider_to_ground() -> None:
    assert set(CIRCUIT.nets["5v_sense"].ends) == {("RING1", "SENSE"), ("R13", "1")}
    assert set(CIRCUIT.nets["lights_power"].ends) == {(HEADER_REF, "16"), ("R13", "2"), ("R14", "1")}
    assert ("R14", "2") in CIRCUIT.nets["gnd"].ends


def test_map_without_a_wire_from_the_ring_gives_a_table_without_one() -> None:
    without = replace(PINS, lights_power=None)
    plan, shown = circuit(without), read(drawing(without))
    assert set(CIRCUIT.parts) - set(plan.parts) == {"R13", "R14"}
    assert plan.parts["RING1"].open_pins == ("SENSE",)
    assert {frozenset(ends) for ends in nets(shown).values() if len(ends) > 1} == {
        frozenset(net.ends) for net in plan.nets.values()
    }
    assert set(shown.pins) == {(part.ref, pin) for part in plan.parts.values() for pin in part.pins}
    assert set(PLACED) - set(placed(plan)) == {"R13", "R14"}
    assert "5: RING1.SENSE (none)" in plugs_table(plan)


def test_chain_runs_through_the_ring_the_seats_ok_and_back() -> None:
    order, net = [], "data_1"
    while net:
        ref = next(ref for ref, pin in CIRCUIT.nets[net].ends if pin == "DIN")
        order.append(ref)
        out = CIRCUIT.net_of(ref, "DOUT")
        net = out.name if out else ""
    assert order == ["RING1", "L1", "L2", "L3", "L4", "L5", "L6", "L7", "L8"]
    assert len(order) - 1 + PINS.leds.ring == PINS.leds.total


def test_drawing_joins_what_the_circuit_joins_and_nothing_else(drawn: Read) -> None:
    shown = {frozenset(ends) for ends in nets(drawn).values() if len(ends) > 1}
    meant = {frozenset(net.ends) for net in CIRCUIT.nets.values()}
    assert shown == meant


def test_drawing_has_each_pin_of_each_part(drawn: Read) -> None:
    assert set(drawn.pins) == {(part.ref, pin) for part in CIRCUIT.parts.values() for pin in part.pins}


def test_tags_of_the_drawing_carry_the_name_of_their_net(drawn: Read) -> None:
    for name, ends in nets(drawn).items():
        if name in {tag for tag, _ in drawn.tags}:
            assert ends == set(CIRCUIT.nets[name].ends)


def test_no_wire_touches_another_without_a_dot(drawn: Read) -> None:
    assert touching(drawn) == []
    assert branches_without_dot(drawn) == []


def test_drawing_names_each_part_and_each_place_on_the_header(drawn: Read) -> None:
    words = " ".join(drawn.words).split()
    assert [ref for ref in CIRCUIT.parts if ref != HEADER_REF and ref not in words] == []
    for name, gpio in net_names(PINS):
        assert f"GPIO{gpio} · {name}" in drawn.words


def test_another_pin_map_gives_another_drawing() -> None:
    moved = "[buttons]\nbutton_1 = 24\nok = 13\n[leds]\nring = 12\n"
    words = read(drawing(parse_pins(moved))).words
    assert "GPIO24 · button_1" in words
    assert "RING1" not in words


def test_checks_read_the_pins_of_the_pin_map() -> None:
    page = (HARDWARE / "README.md").read_text(encoding="utf-8")
    read = {tuple(map(int, said.split(","))) for said in re.findall(r"pinctrl get ([\d,]+)", page)}
    claims = [PINS.buttons[name] for name in BUTTON_SIGNS]
    buttons = tuple(PINS.buttons.values())
    assert read == {
        (4,),
        tuple(claims),
        buttons,
        buttons[-2:],
        PINS.encoders["encoder_1"],
        (PINS.lights_power,),
    }
    spans = re.findall(r"(\d+)(?:-(\d+))?[, ]", re.findall(r"pinctrl set ([\d,-]+ )", page)[0])
    pulled = [gpio for low, high in spans for gpio in range(int(low), int(high or low) + 1)]
    inputs = [*buttons, *(gpio for pair in PINS.encoders.values() for gpio in pair)]
    assert pulled == sorted(inputs)


def test_references_are_written_shortly() -> None:
    assert spans(["S1", "S2", "S3", "RN1", "S7"]) == "S1–S3, S7, RN1"
