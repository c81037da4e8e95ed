import gc
import logging
import random
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from typing import Any

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory, MockPWMPin

from device.buttons import BOUNCE_GAP_US, BOUNCE_US, Buttons, SimulatedButtons, bounce_gaps_us, open_factory
from device.debounce import Debouncer
from device.errors import ButtonsError

PINS = {"button_1": 4, "button_2": 17, "ok": 13}


class Edges:
    """A sink that remembers, and that a test can wait for."""

    def __init__(self) -> None:
        self._more = threading.Condition()
        self.seen: list[tuple[str, int, bool]] = []
        self.threads: set[int] = set()

    def __call__(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        with self._more:
            self.seen.append((name, stamp_us, is_pressed))
            self.threads.add(threading.get_ident())
            self._more.notify_all()

    def wait_for(self, count: int) -> None:
        with self._more:
            assert self._more.wait_for(lambda: len(self.seen) >= count, timeout=10), self.seen

    @property
    def moves(self) -> list[tuple[str, bool]]:
        return [(name, is_pressed) for name, _, is_pressed in self.seen]


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = open_factory(simulate=True)
    yield factory
    factory.close()


@pytest.fixture
def edges() -> Edges:
    return Edges()


@pytest.fixture
def buttons(factory: MockFactory, edges: Edges) -> Iterator[Buttons]:
    with Buttons(PINS, factory, edges) as buttons:
        yield buttons


@pytest.fixture
def hand(factory: MockFactory, buttons: Buttons) -> Iterator[SimulatedButtons]:
    hand = SimulatedButtons(PINS, factory, random.Random(1))
    yield hand
    hand.close()


def now_us() -> int:
    return time.monotonic_ns() // 1000


def test_opening_makes_no_edge(buttons: Buttons, edges: Edges) -> None:
    assert edges.seen == []
    assert buttons.names == tuple(PINS)
    assert buttons.faults == {}


def test_push_and_release_are_edges_with_the_buttons_name(edges: Edges, hand: SimulatedButtons) -> None:
    hand.down("button_2")
    hand.down("ok")
    hand.up("button_2")
    assert edges.moves == [("button_2", True), ("ok", True), ("button_2", False)]


def test_stamp_is_the_moment_of_the_edge_in_microseconds_of_the_monotonic_clock(
    edges: Edges, hand: SimulatedButtons
) -> None:
    before_us = now_us()
    hand.down("button_1")
    after_us = now_us()
    _, stamp_us, _ = edges.seen[0]
    assert before_us <= stamp_us <= after_us + 1


def test_ticks_of_the_pin_are_taken_as_seconds(factory: MockFactory, buttons: Buttons, edges: Edges) -> None:
    # What lgpio's pin hands on: the kernel's nanoseconds / 1e9, and 0 or 1 for the level.
    changed = factory.pin(4).when_changed
    changed(86_400 * 365 * 10 + 0.123457, 0)
    changed(12.000001, 1)
    assert edges.seen == [("button_1", 315_360_000_123_457, True), ("button_1", 12_000_001, False)]


def test_watchdog_tick_of_lgpio_is_no_edge(factory: MockFactory, buttons: Buttons, edges: Edges) -> None:
    factory.pin(4).when_changed(12.0, 2)
    assert edges.seen == []


def test_press_from_another_thread_reaches_the_sink_on_that_thread(
    edges: Edges, hand: SimulatedButtons
) -> None:
    thread = threading.Thread(target=hand.down, args=("button_1",))
    thread.start()
    thread.join()
    assert edges.moves == [("button_1", True)]
    assert threading.get_ident() not in edges.threads


def test_callbacks_outlive_a_garbage_collection(edges: Edges, hand: SimulatedButtons) -> None:
    gc.collect()
    hand.down("button_1")
    assert edges.moves == [("button_1", True)]


def test_sink_that_fails_neither_stops_the_thread_nor_the_next_press(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[str] = []

    def sink(name: str, _stamp_us: int, _is_pressed: bool) -> None:
        seen.append(name)
        raise RuntimeError("Event loop is closed")

    with Buttons(PINS, factory, sink) as buttons, caplog.at_level(logging.ERROR):
        factory.pin(4).drive_low()
        factory.pin(17).drive_low()
        assert seen == ["button_1", "button_2"]
        assert buttons.lost == 2
    assert "an edge of button_1 was lost" in caplog.text


def test_button_whose_pin_is_busy_stays_off_and_the_others_work(
    factory: MockFactory, edges: Edges, caplog: pytest.LogCaptureFixture
) -> None:
    with LED(17, pin_factory=factory), Buttons(PINS, factory, edges) as buttons:
        assert buttons.names == ("button_1", "ok")
        assert str(buttons.faults["button_2"]).startswith(
            "button_2 stays off: GPIO17 can't be had (GPIOPinInUse: pin GPIO17 is already in use by"
        )
        factory.pin(4).drive_low()
    assert edges.moves == [("button_1", True)]
    assert "button_2 stays off" in caplog.text


def test_button_on_a_pin_that_does_not_exist_stays_off(factory: MockFactory, edges: Edges) -> None:
    with Buttons({"button_1": 77, "ok": 13}, factory, edges) as buttons:
        assert buttons.names == ("ok",)
        assert "PinInvalidPin" in str(buttons.faults["button_1"])


def test_button_that_was_busy_can_be_opened_later(factory: MockFactory, edges: Edges) -> None:
    led = LED(17, pin_factory=factory)
    with Buttons(PINS, factory, edges) as buttons:
        led.close()
        buttons.open()
        assert (set(buttons.names), buttons.faults) == (set(PINS), {})
        factory.pin(17).drive_low()
    assert edges.moves == [("button_2", True)]


def test_closing_ends_listening_gives_the_pins_back_and_twice_is_fine(
    factory: MockFactory, buttons: Buttons, edges: Edges
) -> None:
    buttons.close()
    buttons.close()
    factory.pin(4).drive_low()
    assert edges.seen == []
    LED(4, pin_factory=factory).close()


def test_edge_that_comes_as_its_pin_is_let_go_of_does_no_harm(
    factory: MockFactory, buttons: Buttons, edges: Edges
) -> None:
    # lgpio's thread had taken it up before: gpiozero would raise there, and end it
    called = factory.pin(4)._call_when_changed
    buttons.close()
    called()
    assert edges.seen == []


def test_button_that_was_closed_at_first_counts_only_after_it_was_open_for_a_second(
    factory: MockFactory, edges: Edges
) -> None:
    pin = factory.pin(4)
    pin._set_pull = lambda value: pin.drive_low()
    with Buttons({"button_1": 4}, factory, edges) as buttons:
        assert buttons.closed == ("button_1",)
        changed = pin.when_changed
        for at_s, level in ((90.0, 1), (90.002, 0), (90.004, 1)):
            changed(at_s + time.monotonic(), level)
        assert edges.seen == []
        changed(95.0 + time.monotonic(), 0)
    assert edges.moves == [("button_1", True)]


def test_no_button_keeps_a_thread_that_polls(factory: MockFactory, edges: Edges) -> None:
    before = threading.active_count()
    with Buttons(PINS, factory, edges) as buttons:
        assert threading.active_count() == before
        assert buttons.is_alive


# ---- the hand of the bench ----


@pytest.mark.parametrize("seed", range(20))
def test_bounce_is_as_real_contacts_do(seed: int) -> None:
    gaps = bounce_gaps_us(random.Random(seed))
    assert len(gaps) % 2 == 0
    assert len(gaps) >= 2
    assert sum(gaps) <= BOUNCE_US
    assert all(BOUNCE_GAP_US[0] <= gap <= BOUNCE_GAP_US[1] for gap in gaps)


def test_bouncing_push_is_a_burst_of_edges_on_the_pin_and_one_press(
    edges: Edges, hand: SimulatedButtons
) -> None:
    expected = 1 + len(bounce_gaps_us(random.Random(1)))
    hand.is_bouncing = True
    hand.down("button_1")
    edges.wait_for(expected)
    assert edges.moves == [("button_1", i % 2 == 0) for i in range(expected)]
    stamps = [stamp for _, stamp, _ in edges.seen]
    assert stamps == sorted(stamps)
    debouncer = Debouncer()
    presses = [press for _, stamp, down in edges.seen if (press := debouncer.edge(stamp, down)) is not None]
    assert [press.stamp_us for press in presses] == stamps[:1]


def test_bounce_comes_on_a_thread_that_is_not_the_hands_own(edges: Edges, hand: SimulatedButtons) -> None:
    hand.is_bouncing = True
    hand.down("button_1")
    edges.wait_for(2)
    assert len(edges.threads) == 2


def test_release_ends_the_bounce_of_the_push(edges: Edges, hand: SimulatedButtons, buttons: Buttons) -> None:
    hand.is_bouncing = True
    hand.down("button_1")
    hand.is_bouncing = False
    hand.up("button_1")
    hand.is_bouncing = True
    hand.down("ok")
    chance = random.Random(1)
    _, of_ok = bounce_gaps_us(chance), bounce_gaps_us(chance)
    edges.wait_for(2 + 1 + len(of_ok))
    assert edges.moves[:2] == [("button_1", True), ("button_1", False)]
    assert [name for name, _ in edges.moves].count("button_1") == 2


def test_hand_lets_go_when_it_is_closed(edges: Edges, hand: SimulatedButtons) -> None:
    hand.down("ok")
    hand.close()
    hand.close()
    assert edges.moves == [("ok", True), ("ok", False)]


def test_unknown_button_is_no_button(hand: SimulatedButtons) -> None:
    with pytest.raises(KeyError):
        hand.down("button_9")


# ---- the pin factory ----


def test_simulated_factory_is_the_mock_with_pins_that_can_sing() -> None:
    factory = open_factory(simulate=True, environ={"GPIOZERO_PIN_FACTORY": "lgpio"})
    assert isinstance(factory.pin(18), MockPWMPin)


def test_mock_can_be_asked_for_by_gpiozeros_own_variable() -> None:
    assert isinstance(open_factory(simulate=False, environ={"GPIOZERO_PIN_FACTORY": "Mock"}), MockFactory)


def test_factory_without_kernel_stamps_is_refused() -> None:
    with pytest.raises(ButtonsError, match="GPIOZERO_PIN_FACTORY=rpigpio came, expected lgpio or mock"):
        open_factory(simulate=False, environ={"GPIOZERO_PIN_FACTORY": "rpigpio"})


def test_missing_lgpio_is_said_with_what_helps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "lgpio", None)
    monkeypatch.delitem(sys.modules, "gpiozero.pins.lgpio", raising=False)
    with pytest.raises(
        ButtonsError, match=r"lgpio is missing .*: install python3-lgpio, or start with --simulate"
    ):
        open_factory(simulate=False, environ={})


class NoChip:
    """Stands for an lgpio that finds no chip."""

    def LGPIOFactory(self) -> Any:  # noqa: N802 - gpiozero's name
        raise OSError("can not open gpiochip")


def test_machine_without_pins_is_said_with_the_reason(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "gpiozero.pins.lgpio", NoChip())
    with pytest.raises(
        ButtonsError, match=r"the pins can't be had \(OSError: can not open gpiochip\): is this a Rasp"
    ):
        open_factory(simulate=False, environ={})


def test_lgpio_is_imported_only_where_it_is_used() -> None:
    code = "import device.buttons as b, sys; b.open_factory(simulate=True); print('lgpio' in sys.modules)"
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True, timeout=60
    )
    assert done.stdout == "False\n"
