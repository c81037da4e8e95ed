import pytest

from device.errors import PinMapError
from device.pins import BUTTON_SIGNS, DisplayChip, DisplayKind, LedCounts, load_pins, parse_pins
from rules.core import Sign


def test_packaged_map_has_no_conflict_and_uses_sixteen_pins_beside_the_ring() -> None:
    pins = load_pins()
    assert pins.ring == 10
    assert list(pins.buttons) == [*BUTTON_SIGNS, "ok", "back"]
    assert len({pin for _, pin in pins.uses()} - {pins.ring}) == 16
    assert pins.lights_power == 23
    assert pins.leds.total == 32


def test_buttons_are_numbered_in_the_order_of_the_signs() -> None:
    assert list(BUTTON_SIGNS.items())[:2] == [("button_1", Sign.SUN), ("button_2", Sign.EYE)]


def test_map_can_name_only_the_parts_that_are_there() -> None:
    pins = parse_pins("[buttons]\nbutton_1 = 4\n")
    assert (pins.ring, pins.piezo, pins.lights_power, dict(pins.encoders), dict(pins.buttons)) == (
        None,
        None,
        None,
        {},
        {"button_1": 4},
    )
    assert pins.leds == LedCounts(24, 6, 1, 1)
    assert pins.display == load_pins().display == DisplayKind(DisplayChip.SSD1309, 0x3C)
    assert pins.clicks_a_pulse == load_pins().clicks_a_pulse == 1


def test_map_names_another_kind_of_display_and_of_encoder() -> None:
    pins = parse_pins(
        """
        [encoders]
        encoder_1 = [16, 20]
        clicks_a_pulse = 2
        [display]
        chip = "sh1106"
        address = 0x3D
        """
    )
    assert pins.display == DisplayKind(DisplayChip.SH1106, 0x3D)
    assert (dict(pins.encoders), pins.clicks_a_pulse) == ({"encoder_1": (16, 20)}, 2)


def test_map_can_not_be_changed_once_read() -> None:
    with pytest.raises(TypeError):
        load_pins().buttons["button_1"] = 5  # type: ignore[index]


@pytest.mark.parametrize(
    ("text", "says"),
    [
        pytest.param("ring = ", "the pin map is not readable TOML", id="not-toml"),
        pytest.param(
            "[lamps]\na = 1", "the pin map: lamps came, expected only ring, buttons", id="unknown-part"
        ),
        pytest.param(
            "[buttons]\nbutton_7 = 4", "buttons: button_7 came, expected only button_1", id="button-7"
        ),
        pytest.param("buttons = 4", "buttons: 4 came, expected a table", id="no-table"),
        pytest.param("ring = 28", "ring: 28 came, expected a BCM number from 0 to 27", id="too-high"),
        pytest.param("ring = -1", "ring: -1 came, expected a BCM number from 0 to 27", id="negative"),
        pytest.param("ring = true", "ring: True came, expected a BCM number from 0 to 27", id="truth"),
        pytest.param("ring = '10'", "ring: '10' came, expected a BCM number from 0 to 27", id="text"),
        pytest.param("ring = 11", "ring is on GPIO11, which belongs to SPI", id="ring-on-the-spi-clock"),
        pytest.param(
            "[buttons]\nok = 10", "buttons.ok is on GPIO10, which belongs to SPI", id="button-on-spi"
        ),
        pytest.param("[buttons]\nok = 3", "buttons.ok is on GPIO3, which belongs to I²C", id="button-on-i2c"),
        pytest.param(
            "[outputs]\npiezo = 14", "outputs.piezo is on GPIO14, which belongs to the serial", id="serial"
        ),
        pytest.param(
            "[buttons]\nok = 13\nback = 13",
            "buttons.back is on GPIO13, where buttons.ok is already",
            id="twice",
        ),
        pytest.param(
            "[buttons]\nok = 16\n[encoders]\ne = [16, 20]",
            "encoders.e is on GPIO16, where buttons.ok is already",
            id="button-and-encoder",
        ),
        pytest.param(
            "[encoders]\ne = [16, 16]",
            "encoders.e is on GPIO16, where encoders.e is already",
            id="encoder-on-one-pin",
        ),
        pytest.param(
            "[encoders]\ne = [16]", "encoders.e: [16] came, expected two pins", id="encoder-of-one-pin"
        ),
        pytest.param(
            "[encoders]\nclicks_a_pulse = 4",
            "encoders.clicks_a_pulse: 4 came, expected 1 or 2",
            id="encoder-of-four-clicks",
        ),
        pytest.param(
            "[encoders]\nclicks_a_pulse = true",
            "encoders.clicks_a_pulse: True came, expected 1 or 2",
            id="encoder-of-truth",
        ),
        pytest.param(
            "[inputs]\nlights_power = 13\n[buttons]\nok = 13",
            "inputs.lights_power is on GPIO13, where buttons.ok is already",
            id="lights-power-and-button",
        ),
        pytest.param(
            "[inputs]\nlights_power = 9",
            "inputs.lights_power is on GPIO9, which belongs to SPI",
            id="sense-on-spi",
        ),
        pytest.param(
            "[inputs]\nlights_power = '5 V'",
            "inputs.lights_power: '5 V' came, expected a BCM number from 0 to 27",
            id="lights-power-no-pin",
        ),
        pytest.param(
            "[inputs]\nring_power = 23",
            "inputs: ring_power came, expected only lights_power",
            id="another-input",
        ),
        pytest.param(
            "[display]\nchip = 'ili9341'",
            "display.chip: 'ili9341' came, expected one of ssd1309, ssd1306, sh1106",
            id="another-chip",
        ),
        pytest.param("[display]\nchip = [1]", "display.chip: [1] came, expected one of", id="list-of-chips"),
        pytest.param(
            "[display]\naddress = 0x78",
            "display.address: 120 came, expected an address on I²C, 0x08 to 0x77",
            id="address-with-its-write-bit",
        ),
        pytest.param("[display]\nport = 1", "display: port came, expected only chip, address", id="port"),
        pytest.param(
            "[leds]\nring = 99", "leds.ring: 99 came, expected a number of LEDs from 0 to 60", id="leds"
        ),
    ],
)
def test_faulty_map_is_refused_with_what_came_and_where(text: str, says: str) -> None:
    with pytest.raises(PinMapError) as refused:
        parse_pins(text)
    assert str(refused.value).startswith(says)


@pytest.mark.parametrize("pin", [10, 12, 18, 21])
def test_ring_may_be_on_any_pin_that_can_feed_leds(pin: int) -> None:
    assert parse_pins(f"ring = {pin}").ring == pin
