"""The sums of power.md and README.md: they follow the software's own limits."""

from pathlib import Path

import pytest

from device.arbiter import DEAD_HEAT_US
from device.pins import load_pins
from device.ring import LEDS, Dimming, current_ma
from hardware.circuit import (
    CLAIM_CAPACITOR,
    CLAIM_RESISTOR,
    LIGHTS_CAPACITOR,
    SENSE_PULL_DOWN,
    SENSE_RESISTOR,
    circuit,
)
from hardware.power import (
    LIGHTS_FARAD,
    PIS,
    SENSE_OHM,
    SENSE_PULL_DOWN_OHM,
    STRONGEST_V,
    WEAKEST_V,
    capped_ma,
    drop_mv,
    leds_ma,
    pi_loads,
    sense_gone_s,
    sense_into_dark_pi_ma,
    sense_unsure_v,
    sense_v,
)
from hardware.timing import HIGH_V, LOW_V, SUPPLY_V, press_delay, pressed_v, time_constant_us

PINS = load_pins()
HARDWARE = Path(__file__).resolve().parents[2] / "hardware"
POWER = (HARDWARE / "power.md").read_text(encoding="utf-8")
README = (HARDWARE / "README.md").read_text(encoding="utf-8")


def test_full_white_is_what_the_software_counts_and_the_dark_current() -> None:
    white = ((255, 255, 255),) * LEDS
    assert leds_ma(PINS, 1) == pytest.approx(current_ma(white) + LEDS) == 1952
    assert leds_ma(PINS, 0) == 32


def test_most_of_the_lights_is_the_cap_and_the_dark_current() -> None:
    assert capped_ma(PINS) == Dimming().cap_ma + 32 == 612


def test_page_says_these_figures() -> None:
    assert f"(cap {Dimming().cap_ma} mA) | {capped_ma(PINS) / 1000:.2f} A" in POWER
    assert f"full white, if the software failed | {leds_ma(PINS, 1) / 1000:.2f} A" in POWER


def test_fuse_holds_what_the_software_asks_for_and_trips_below_the_supply() -> None:
    assert "holds 1.1 A and trips at 2.2 A" in POWER
    assert "Supply, 5 V and 3 A" in POWER
    assert capped_ma(PINS) < 1100 < leds_ma(PINS, 1) < 2200 < 3000


def test_each_model_can_bear_what_hangs_on_it() -> None:
    for pi in PIS:
        assert pi.typical_ma + sum(load.ma for load in pi_loads(PINS)) < pi.supply_ma / 2


def test_thick_wire_loses_less_than_a_tenth_of_a_volt_also_at_full_white() -> None:
    assert drop_mv(leds_ma(PINS, 1), 0.4, "0.34 mm² (AWG 22)") < 100


@pytest.mark.parametrize("ref", ["R9", *(f"R{i}" for i in range(1, 7)), "R10", "R11"])
def test_resistor_at_a_pin_lets_less_through_than_a_pin_may_give(ref: str) -> None:
    number, unit = circuit().parts[ref].value.split()
    ohm = float(number) * {"Ω": 1, "kΩ": 1000}[unit]
    assert 3.3 / ohm * 1000 < 16


def test_filter_is_made_of_the_parts_in_the_circuit() -> None:
    assert (CLAIM_RESISTOR, CLAIM_CAPACITOR) == ("1 kΩ", "10 nF")
    assert time_constant_us() == pytest.approx(8.93, abs=0.01)


def test_filter_decides_nothing_between_two_buttons() -> None:
    delay = press_delay()
    assert 0 < delay.earliest_us < delay.latest_us < 20
    assert delay.latest_us - delay.earliest_us < DEAD_HEAT_US / 50


def test_a_held_button_is_surely_low() -> None:
    assert pressed_v() < LOW_V / 2


def test_divider_is_made_of_the_parts_in_the_circuit() -> None:
    parts = circuit().parts
    assert (parts["R13"].value, parts["R14"].value, parts["C11"].value) == (
        SENSE_RESISTOR,
        SENSE_PULL_DOWN,
        LIGHTS_CAPACITOR,
    )
    assert (
        f"{SENSE_OHM / 1000:g} kΩ",
        f"{SENSE_PULL_DOWN_OHM / 1000:g} kΩ",
        f"{LIGHTS_FARAD * 1e6:g} µF",
    ) == (
        SENSE_RESISTOR,
        SENSE_PULL_DOWN,
        LIGHTS_CAPACITOR,
    )


@pytest.mark.parametrize("is_pulled_down", [False, True])
def test_five_volts_at_the_ring_are_surely_high_and_never_too_much_for_the_pin(is_pulled_down: bool) -> None:
    assert sense_v(WEAKEST_V, is_pulled_down)[0] > HIGH_V
    assert sense_v(STRONGEST_V, is_pulled_down)[1] < SUPPLY_V
    assert sense_v(0, is_pulled_down) == (0, 0)


def test_page_says_where_the_pin_may_read_either() -> None:
    assert sense_unsure_v(False) == pytest.approx((1.29, 3.50), abs=0.005)
    assert sense_unsure_v(True) == pytest.approx((1.58, 4.30), abs=0.005)
    assert "Between 1.3 and 3.5 V at the ring, or 4.3 V with the pull-down on" in POWER
    for is_pulled_down in (False, True):
        low_v, high_v = sense_unsure_v(is_pulled_down)
        assert sense_v(low_v, is_pulled_down)[1] == pytest.approx(LOW_V)
        assert sense_v(high_v, is_pulled_down)[0] == pytest.approx(HIGH_V)
        assert high_v < WEAKEST_V


def test_resistors_that_were_swapped_do_the_pin_no_harm_and_are_measured_as_the_page_says() -> None:
    as_drawn = 5 * SENSE_PULL_DOWN_OHM / (SENSE_OHM + SENSE_PULL_DOWN_OHM)
    swapped = 5 * SENSE_OHM / (SENSE_OHM + SENSE_PULL_DOWN_OHM)
    assert as_drawn == pytest.approx(2.98, abs=0.01)
    assert swapped == pytest.approx(2.02, abs=0.01)
    assert sense_v(4.8, False)[0] > 2.7
    assert sense_v(STRONGEST_V, False)[1] < 3.3
    assert "**2.7 to 3.3 V** between pin 16" in README
    assert "2 V: R13 and R14 are swapped" in README


def test_pi_that_is_off_takes_less_from_the_divider_than_a_pin_may_give() -> None:
    assert sense_into_dark_pi_ma() < 1
    assert f"| {sense_into_dark_pi_ma():.1f} mA |" in POWER


def test_supply_that_is_out_is_seen_at_once_with_dark_lights_and_in_half_a_minute_with_none() -> None:
    assert sense_gone_s(leds_ma(PINS, 0)) == pytest.approx(0.148, abs=0.001)
    assert sense_gone_s(0) == pytest.approx(28.8, abs=0.1)
