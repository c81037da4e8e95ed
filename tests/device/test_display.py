import logging
import subprocess
import sys
import threading
from dataclasses import dataclass, field

import pytest
from PIL import Image

from device.display import (
    BEAT_S,
    MOVE_S,
    REST_PCT,
    REST_S,
    RETRY_S,
    DisplayThread,
    LumaOled,
    Oled,
    open_oled,
)
from device.display_draw import picture
from device.errors import DisplayError
from device.panel.screens import Figure, Sand, Say, Screen, Toast
from device.pins import DisplayChip, DisplayKind

HELLO = Screen(Say("hello"))
SAND = Screen(Figure("eye", big="33"), sand=Sand(0, 30_000))


@dataclass
class Glass:
    """A display that remembers, and that can fail."""

    pictures: list[bytes] = field(default_factory=list)
    dimmed: list[int] = field(default_factory=list)
    fault: str | None = None
    threads: set[int] = field(default_factory=set)
    shown: threading.Event = field(default_factory=threading.Event)
    is_open: bool = False

    def open(self) -> Oled:
        if self.fault is not None:
            raise DisplayError(self.fault)
        self.is_open = True
        return self

    def write(self, image: Image.Image) -> None:
        if self.fault is not None:
            raise DisplayError(self.fault)
        self.threads.add(threading.get_ident())
        self.pictures.append(image.tobytes())
        self.shown.set()

    def dim(self, pct: int) -> None:
        self.dimmed.append(pct)

    def close(self) -> None:
        self.is_open = False


class Table:
    """A display thread, not started, with clocks that a test moves."""

    def __init__(self) -> None:
        self.glass = Glass()
        self.now_ms = 0
        self.now_s = 100.0
        self.parts: list[tuple[bool, str]] = []
        self.display = DisplayThread(
            self.glass.open,
            lambda: self.now_ms,
            on_part=lambda is_there, why: self.parts.append((is_there, why)),
            monotonic_s=lambda: self.now_s,
        )
        self.display.show(HELLO)


@pytest.fixture
def table() -> Table:
    return Table()


def dots(screen: Screen, now_ms: int = 0) -> bytes:
    return picture(screen, now_ms).image.tobytes()


# ---- one beat ----


def test_picture_is_sent_once_while_it_does_not_change(table: Table) -> None:
    assert [table.display.beat(), table.display.beat()] == [BEAT_S, BEAT_S]
    assert table.glass.pictures == [dots(HELLO)]
    assert table.glass.dimmed == [60]


def test_thread_sleeps_until_the_picture_changes(table: Table) -> None:
    table.display.show(SAND)
    table.now_ms = 900
    assert table.display.beat() == pytest.approx(0.1)
    table.now_ms = 1_000
    assert table.display.beat() == pytest.approx(0.25)
    assert table.glass.pictures == [dots(SAND, 900), dots(SAND, 1_000)]


def test_word_over_the_picture_goes_when_it_is_over(table: Table) -> None:
    screen = Screen(Say("hello"), toast=Toast("heard", 500))
    table.display.show(screen)
    assert table.display.beat() == pytest.approx(0.5)
    table.now_ms = 500
    table.display.beat()
    assert table.glass.pictures == [dots(screen, 0), dots(HELLO)]


def test_at_rest_it_is_dimmed_and_moves_and_any_change_ends_that(table: Table) -> None:
    table.display.beat()
    table.now_s += REST_S
    table.display.beat()
    assert table.glass.dimmed == [60, REST_PCT]
    table.now_s += MOVE_S
    table.display.beat()
    assert len({*table.glass.pictures}) >= 2
    table.display.show(SAND)
    table.display.beat()
    assert (table.glass.dimmed[-1], table.glass.pictures[-1]) == (60, dots(SAND))


def test_same_screen_again_does_not_end_a_rest_but_a_hand_at_the_panel_does(table: Table) -> None:
    table.display.beat()
    table.now_s += REST_S
    table.display.show(HELLO)
    table.display.beat()
    assert table.glass.dimmed[-1] == REST_PCT
    table.display.touch()
    table.display.beat()
    assert table.glass.dimmed[-1] == 60


def test_hand_at_the_panel_draws_nothing_anew_unless_the_display_rests(table: Table) -> None:
    before = table.display._changes
    table.now_s += REST_S - 1
    for _ in range(100):
        table.display.touch()
    assert table.display._changes == before
    table.now_s += REST_S - 1
    table.display.beat()
    assert table.glass.dimmed == [60]
    table.now_s += 1
    table.display.touch()
    assert table.display._changes == before + 1


def test_brightness_is_set_at_once(table: Table) -> None:
    table.display.beat()
    table.display.dim(30)
    table.display.beat()
    assert table.glass.dimmed == [60, 30]


def test_absent_display_is_said_once_and_tried_again_after_a_while(table: Table) -> None:
    table.glass.fault = "no display on I²C 1 at 0x3c"
    for _ in range(3):
        table.display.beat()
        table.now_s += RETRY_S
    table.glass.fault = None
    table.display.beat()
    assert table.parts == [(False, "no display on I²C 1 at 0x3c"), (True, "the display is there")]
    assert table.glass.pictures == [dots(HELLO)]


def test_display_that_fails_is_let_go_and_shown_everything_again(table: Table) -> None:
    table.display.beat()
    table.glass.fault = "the wire is off"
    table.display.show(SAND)
    table.display.beat()
    assert (table.display.is_there, table.glass.is_open) == (False, False)
    table.glass.fault = None
    table.now_s += RETRY_S - 0.1
    table.display.beat()
    assert not table.display.is_there
    table.now_s += 0.1
    table.display.beat()
    assert table.glass.pictures[-1] == dots(SAND)
    assert table.glass.dimmed == [60, 60]


def test_fault_in_a_picture_does_not_end_the_thread(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.display.show(Screen(None))  # type: ignore[arg-type]
    with caplog.at_level(logging.ERROR):
        table.display.beat()
    table.display.show(Screen(Figure(big="1"), corner=None))  # type: ignore[arg-type]
    table.display.beat()
    table.display.show(HELLO)
    table.display.beat()
    assert table.glass.pictures[-1] == dots(HELLO)


# ---- the thread ----


def test_pictures_are_sent_on_the_displays_own_thread(table: Table) -> None:
    table.display.start()
    assert table.glass.shown.wait(10)
    table.display.stop()
    table.display.stop()
    assert threading.get_ident() not in table.glass.threads
    assert (table.display.is_alive, table.glass.is_open) == (False, False)


def test_latest_screen_is_shown(table: Table) -> None:
    table.display.start()
    for n in range(50):
        table.display.show(Screen(Figure(big=str(n))))
    last = dots(Screen(Figure(big="49")))
    for _ in range(200):
        table.glass.shown.wait(0.05)
        table.glass.shown.clear()
        if table.glass.pictures and table.glass.pictures[-1] == last:
            break
    table.display.stop()
    assert table.glass.pictures[-1] == last


# ---- through luma ----


def test_simulated_display_hands_on_its_dots() -> None:
    told: list[bytes] = []
    oled = open_oled(DisplayKind(), simulate=True, tell=told.append)
    oled.write(picture(HELLO, 0).image)
    oled.dim(40)
    oled.close()
    oled.close()
    assert told == [dots(HELLO)]
    assert len(told[0]) == 128 * 64 // 8


@pytest.mark.parametrize("chip", DisplayChip)
def test_machine_without_the_bus_is_said_with_the_reason(chip: DisplayChip) -> None:
    with pytest.raises(DisplayError, match="no display on I²C 1 at 0x3d"):
        open_oled(DisplayKind(chip, 0x3D), simulate=False)


def test_closed_display_says_so() -> None:
    oled = LumaOled(DisplayKind(), simulate=True)
    with pytest.raises(DisplayError, match="the display is closed"):
        oled.write(picture(HELLO, 0).image)
    with pytest.raises(DisplayError, match="the display is closed"):
        oled.dim(10)


def test_picture_of_another_size_is_an_error_of_the_display() -> None:
    oled = open_oled(DisplayKind(), simulate=True)
    with pytest.raises(DisplayError, match="takes no pictures"):
        oled.write(Image.new("1", (10, 10)))


class Bus:
    """Stands for the I²C bus below luma: what is sent is kept."""

    def __init__(self) -> None:
        self.sent = 0

    def command(self, *_: int) -> None:
        self.sent += 1

    def data(self, data: list[int]) -> None:
        self.sent += len(data)

    def cleanup(self) -> None:
        pass


# luma.oled 3.16 still asks Pillow for what goes in Pillow 14; pyproject.toml keeps Pillow below that.
@pytest.mark.filterwarnings("ignore:Image.Image.getdata:DeprecationWarning")
@pytest.mark.parametrize("chip", DisplayChip)
def test_lumas_own_driver_takes_our_pictures(chip: DisplayChip) -> None:
    from luma.oled import device

    bus = Bus()
    driver = getattr(device, chip)(bus)
    before = bus.sent
    driver.display(picture(HELLO, 0).image)
    assert bus.sent - before >= 128 * 64 // 8
    driver.contrast(100)
    driver.cleanup()


def test_luma_is_not_imported_before_a_display_is_opened() -> None:
    code = "import sys, device.display; print([m for m in sys.modules if m.split('.')[0] == 'luma'])"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert ran.stdout.strip() == "[]"
