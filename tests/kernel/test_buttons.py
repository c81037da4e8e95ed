"""Buttons on a real kernel: what the mock can't show, and what it must not be trusted with."""

import threading
from importlib import import_module
from statistics import median
from typing import Any

import pytest

from device.arbiter import StampedPress, order
from device.buttons import Buttons, open_factory
from device.debounce import Debouncer
from device.pins import BUTTON_SIGNS
from rules.core import DeadHeatRule, PressMark
from tests.kernel.edges import PINS, Edges
from tests.kernel.lines import Finger, Move, give_back, push

ONE, TWO, THREE, FOUR = (PINS[f"button_{i}"] for i in range(1, 5))
SOON_US, LATEST_US = 3_000, 50_000
"""How soon after a push its stamp is expected: mostly, and at the latest. The guest is software."""
HEATS, MOST_TRIES = 5, 60
"""A busy host holds the guest up between two writes, often for longer than a dead heat: then again."""


def presses_of(edges: list[tuple[str, int, bool]]) -> list[tuple[str, int]]:
    """Debounce all contacts, each by itself; presses by their stamps."""
    contacts = {name: Debouncer() for name in PINS}
    found = [(name, contacts[name].edge(stamp_us, closed)) for name, stamp_us, closed in edges]
    return sorted(((name, p.stamp_us) for name, p in found if p is not None), key=lambda p: p[1])


def test_board_is_taken_for_a_pi_with_the_pins_of_the_map(factory: Any) -> None:
    assert factory.board_info.model == "Zero2W"


@pytest.mark.usefixtures("buttons")
def test_press_bears_the_moment_at_which_the_contact_closed(finger: Finger, edges: Edges) -> None:
    written = finger.make([move for i in range(20) for move in push(ONE, 0.02 * i, hold_s=0.01)])
    seen = edges.wait_for(40)
    assert [(name, closed) for name, _, closed in seen] == [("button_1", i % 2 == 0) for i in range(40)]
    late_us = [stamp_us - w.before_us for (_, stamp_us, _), w in zip(seen, written, strict=True)]
    assert min(late_us) >= 0
    assert median(late_us) < SOON_US
    assert max(late_us) < LATEST_US


@pytest.mark.usefixtures("buttons")
def test_bouncing_contact_is_one_press_with_the_stamp_of_its_first_edge(finger: Finger, edges: Edges) -> None:
    bounce_s = (0.006, 0.005, 0.008, 0.005, 0.006, 0.007)
    written = finger.make(push(ONE, bounces_s=bounce_s, hold_s=0.2))
    seen = edges.wait_for(8)
    ((name, stamp_us),) = presses_of(seen)
    assert name == "button_1"
    assert written[0].before_us <= stamp_us < written[1].before_us


@pytest.mark.usefixtures("buttons")
def test_stamps_give_the_order_of_presses_that_is_not_the_order_of_the_lines(
    finger: Finger, edges: Edges
) -> None:
    finger.make([*push(THREE, 0.0), *push(ONE, 0.005), *push(TWO, 0.010)])
    assert [name for name, _ in presses_of(edges.wait_for(6))] == ["button_3", "button_1", "button_2"]


@pytest.mark.usefixtures("buttons")
def test_presses_during_a_slow_callback_keep_their_stamps(finger: Finger, edges: Edges) -> None:
    edges.delay_s = 0.3
    written = finger.make([*push(FOUR, 0.0), *push(TWO, 0.05), *push(ONE, 0.07)])
    found = presses_of(edges.wait_for(6))
    assert [name for name, _ in found] == ["button_4", "button_2", "button_1"]
    for (_, stamp_us), made in zip(found, written[::2], strict=True):
        assert 0 <= stamp_us - made.before_us < LATEST_US


@pytest.mark.usefixtures("buttons")
def test_presses_at_one_moment_end_in_the_draw(finger: Finger, edges: Edges) -> None:
    drawn: list[int] = []

    def last_first(presses: Any) -> Any:
        drawn.append(len(presses))
        return list(presses)[::-1]

    heats = 0
    for i in range(MOST_TRIES):
        edges.seen.clear()
        closing = [Move(0.0, gpio, True) for gpio in (TWO, ONE)]
        finger.make([*closing, *(Move(0.03, gpio, False) for gpio in (TWO, ONE))])
        found = [StampedPress(BUTTON_SIGNS[n], us) for n, us in presses_of(edges.wait_for(4))]
        assert len(found) == 2, f"at try {i}"
        if found[1].stamp_us - found[0].stamp_us >= 1_000:
            continue  # the guest was held up between the two writes
        heats += 1
        placed = order(found, DeadHeatRule.DRAW, last_first)
        assert isinstance(placed, tuple)
        assert [(o.press, o.mark) for o in placed] == [
            (found[1], PressMark.CLEAR),
            (found[0], PressMark.DEAD_HEAT),
        ]
        if heats == HEATS:
            break
    assert drawn == [2] * HEATS


def test_busy_pin_is_named_with_its_reason_and_the_others_work(
    factory: Any, finger: Finger, edges: Edges
) -> None:
    gpiod = import_module("gpiod")
    other = gpiod.request_lines("/dev/gpiochip0", consumer="other", config={FOUR: gpiod.LineSettings()})
    with other, Buttons(PINS, factory, edges) as buttons:
        assert {name: str(fault) for name, fault in buttons.faults.items()} == {
            "button_4": "button_4 stays off: GPIO22 can't be had (error: 'GPIO busy')"
        }
        finger.make(push(ONE))
        assert [(name, closed) for name, _, closed in edges.wait_for(2)] == [
            ("button_1", True),
            ("button_1", False),
        ]


def test_buttons_are_heard_that_are_opened_again_after_closing(finger: Finger) -> None:
    # gpiozero's lgpio pin keeps its callback when it is closed; the mock's does not.
    for _ in range(2):
        heard, factory = Edges(), open_factory(simulate=False)
        with Buttons(PINS, factory, heard) as buttons:
            finger.make(push(ONE))
            heard.wait_for(2)
            assert buttons.is_alive
        give_back(factory)


def test_sink_that_raises_loses_its_edge_and_no_other(factory: Any, finger: Finger) -> None:
    heard = Edges()

    def sink(name: str, stamp_us: int, is_pressed: bool) -> None:
        heard(name, stamp_us, is_pressed)
        if name == "button_1":
            raise RuntimeError("Event loop is closed")

    with Buttons(PINS, factory, sink) as buttons:
        finger.make([*push(ONE, 0.0), *push(TWO, 0.01)])
        seen = heard.wait_for(4)
        assert {name for name, _, _ in seen} == {"button_1", "button_2"}
        assert (buttons.lost, buttons.is_alive) == (2, True)


def test_watchdog_looks_at_the_thread_on_which_edges_arrive(factory: Any, finger: Finger) -> None:
    threads: set[threading.Thread] = set()
    heard = Edges()

    def sink(name: str, stamp_us: int, is_pressed: bool) -> None:
        threads.add(threading.current_thread())
        heard(name, stamp_us, is_pressed)

    with Buttons(PINS, factory, sink):
        finger.make(push(ONE))
        heard.wait_for(2)
    # Buttons.is_alive asks this one, whose name is lgpio's own affair.
    assert threads == {import_module("lgpio")._notify_thread}
