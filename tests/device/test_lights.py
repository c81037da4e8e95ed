import logging
import threading
from collections.abc import Callable
from dataclasses import dataclass, field, replace

import pytest

from device.errors import RingError
from device.lights import BEAT_S, RETRY_S, SHORTEST_S, FrameTimes, LightsThread
from device.pixels import Pixels
from device.ring import BLANK, Dimming, Frame, Scene, Stage, frame
from rules.core import Sign

RACE = Scene(Stage.RACE, tuple(Sign), may_press=tuple(Sign))
SAND = Scene(Stage.SAND, sand_from_ms=0, sand_until_ms=30_000)


@dataclass
class Leds:
    """LEDs that remember, and that can fail."""

    frames: list[Frame] = field(default_factory=list)
    fault: str | None = None
    threads: set[int] = field(default_factory=set)
    is_open: bool = False
    shown: threading.Event = field(default_factory=threading.Event)
    on_write: Callable[[], object] = lambda: None

    def open(self) -> Pixels:
        if self.fault is not None:
            raise RingError(self.fault)
        self.is_open = True
        return self

    def write(self, frame: Frame) -> None:
        if self.fault is not None:
            raise RingError(self.fault)
        self.threads.add(threading.get_ident())
        self.on_write()
        self.frames.append(frame)
        self.shown.set()

    def close(self) -> None:
        self.is_open = False
        if self.fault is not None:
            raise RingError(self.fault)
        self.frames.append(BLANK)


class Table:
    """A lights thread, not started, with clocks that a test moves."""

    def __init__(self) -> None:
        self.leds = Leds()
        self.now_ms = 0
        self.now_s = 100.0
        self.parts: list[tuple[bool, str]] = []
        self.shown = self.leds.shown
        self.lights = LightsThread(
            self.leds.open,
            lambda: self.now_ms,
            on_part=lambda is_there, why: self.parts.append((is_there, why)),
            monotonic_s=lambda: self.now_s,
        )

    def beat(self, scene: Scene) -> float:
        self.lights.show(scene)
        return self.lights.beat()

    def beat_at(self, *times_ms: int) -> FrameTimes:
        for self.now_ms in times_ms:
            self.lights.beat()
        return self.lights.frame_times


@pytest.fixture
def table() -> Table:
    return Table()


# ---- one beat ----


def test_frame_is_written_once_while_it_does_not_change(table: Table) -> None:
    waits = [table.beat(RACE), table.beat(RACE)]
    assert table.leds.frames == [frame(RACE, 0)]
    assert waits == [BEAT_S, BEAT_S]


def test_thread_sleeps_until_the_picture_changes(table: Table) -> None:
    table.now_ms = 20
    assert table.beat(SAND) == 0.03
    table.now_ms = 50
    assert table.beat(SAND) == 0.05
    assert table.leds.frames == [frame(SAND, 20), frame(SAND, 50)]


def test_thread_beats_for_the_watchdog_also_at_rest(table: Table) -> None:
    table.now_s = 107.0
    assert table.beat(RACE) <= BEAT_S
    assert table.lights.last_beat_s == 107.0


def test_absent_ring_is_said_once_and_tried_again_after_a_while(table: Table) -> None:
    table.leds.fault = "no ring on GPIO10"
    for _ in range(3):
        table.beat(RACE)
        table.now_s += RETRY_S
    table.leds.fault = None
    table.beat(RACE)
    assert table.parts == [(False, "no ring on GPIO10"), (True, "the ring is there")]
    assert table.leds.frames == [frame(RACE, 0)]


def test_absent_ring_is_left_alone_between_tries(table: Table) -> None:
    table.leds.fault = "no ring on GPIO10"
    table.beat(RACE)
    table.leds.fault = None
    table.now_s += RETRY_S - 0.1
    table.beat(RACE)
    assert not table.lights.is_there
    table.now_s += 0.1
    table.beat(RACE)
    assert table.lights.is_there


def test_ring_that_fails_while_it_is_used_is_closed_and_comes_back_with_the_present_frame(
    table: Table,
) -> None:
    table.beat(RACE)
    table.leds.fault = "takes no frames"
    table.beat(SAND)
    assert (table.lights.is_there, table.leds.is_open) == (False, False)
    table.leds.fault = None
    table.now_s += RETRY_S
    table.beat(SAND)
    assert table.leds.frames == [frame(RACE, 0), frame(SAND, 0)]
    assert [is_there for is_there, _ in table.parts] == [True, False, True]


def test_fault_of_ours_is_logged_and_the_lights_go_on(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    with caplog.at_level(logging.ERROR):
        table.beat(replace(RACE, stage=None))  # type: ignore[arg-type]
    table.beat(SAND)
    assert table.leds.frames == [frame(SAND, 0)]
    assert table.lights.faults == 1
    assert "the ring could not be drawn" in caplog.text


def test_ring_is_opened_anew_on_the_next_beat(table: Table) -> None:
    table.beat(RACE)
    table.lights.open_anew()
    table.beat(RACE)
    assert table.leds.frames == [frame(RACE, 0), BLANK, frame(RACE, 0)]
    assert [is_there for is_there, _ in table.parts] == [True]


# ---- how punctual frames are ----


def test_frames_that_are_written_within_a_frame_of_their_time_are_not_late(table: Table) -> None:
    table.beat(SAND)
    assert table.beat_at(50, 101, 200) == FrameTimes(shown=3, late=0, worst_late_ms=50)


def test_frame_that_is_written_when_the_next_one_is_due_is_late(table: Table) -> None:
    table.beat(SAND)
    assert table.beat_at(50, 151, 200, 330) == FrameTimes(shown=4, late=2, worst_late_ms=80)


def test_time_that_the_leds_take_counts_and_the_next_frame_does_not_wait_for_it(table: Table) -> None:
    def write_slowly() -> None:
        table.now_ms += 60

    table.beat(SAND)
    table.leds.on_write = write_slowly
    table.now_ms = 50
    assert table.lights.beat() == SHORTEST_S
    assert table.lights.frame_times == FrameTimes(shown=1, late=1, worst_late_ms=60)


def test_beats_between_two_changes_are_no_frames(table: Table) -> None:
    table.beat(SAND)
    assert table.beat_at(10, 20, 49) == FrameTimes()


def test_new_scene_is_due_when_it_comes_and_the_change_that_it_replaces_no_longer_is(table: Table) -> None:
    table.beat(SAND)
    table.now_ms = 40
    table.lights.show(RACE)
    table.lights.show(replace(RACE, is_ok_lit=True))
    assert table.beat_at(45, 400) == FrameTimes(shown=1, worst_late_ms=5)
    table.lights.show(SAND)
    assert table.beat_at(460) == FrameTimes(shown=2, late=1, worst_late_ms=60)


def test_same_scene_again_is_not_due(table: Table) -> None:
    table.beat(RACE)
    table.lights.show(RACE)
    assert table.beat_at(500) == FrameTimes()


def test_while_the_clock_stands_still_no_frame_becomes_late(table: Table) -> None:
    table.beat(SAND)
    table.now_ms = 30
    table.beat(replace(SAND, is_paused=True))
    table.lights.beat()
    table.beat(SAND)
    assert table.lights.frame_times == FrameTimes(shown=2)


def test_what_waits_for_a_ring_to_be_opened_is_not_late(table: Table) -> None:
    table.leds.fault = "no ring on GPIO10"
    table.beat(SAND)
    table.leds.fault = None
    table.now_s += RETRY_S
    table.lights.show(RACE)
    assert table.beat_at(5_000) == FrameTimes()


def test_frames_are_counted_anew_and_said_when_the_ring_is_let_go_of(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.beat(SAND)
    table.beat_at(50, 151)
    with caplog.at_level(logging.INFO):
        table.lights.open_anew()
        table.lights.beat()
    assert table.lights.frame_times == FrameTimes()
    said = (
        "device.lights",
        logging.INFO,
        "the ring showed 2 frames, 1 more than 50 ms late, the worst by 51 ms",
    )
    assert said in caplog.record_tuples


def test_many_late_frames_are_a_warning(table: Table, caplog: pytest.LogCaptureFixture) -> None:
    table.beat(SAND)
    table.beat_at(*range(101, 20 * 110, 110))
    table.lights.open_anew()
    table.lights.beat()
    assert "the ring showed 20 frames, 20 more than 50 ms late" in caplog.text


def test_ring_whose_power_comes_and_goes_counts_on_and_says_nothing(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.beat(SAND)
    with caplog.at_level(logging.INFO):
        for second in range(1, 5):
            table.beat_at(second * 1_000 - 950)
            table.lights.show_anew()
            table.beat_at(second * 1_000)
    assert [r for r in caplog.records if r.name == "device.lights"] == []
    assert table.leds.frames[-2:] == [frame(SAND, 3_050), frame(SAND, 4_000)]


# ---- the thread ----


def wait_for(shown: threading.Event) -> None:
    assert shown.wait(timeout=10)
    shown.clear()


def test_scene_from_another_thread_is_shown_on_the_lights_own(table: Table) -> None:
    table.lights.start()
    wait_for(table.shown)
    table.lights.show(RACE)
    wait_for(table.shown)
    table.lights.stop()
    assert table.leds.frames == [frame(Scene(), 0), frame(RACE, 0), BLANK]
    assert threading.get_ident() not in table.leds.threads


def test_night_dims_what_is_shown(table: Table) -> None:
    night = Dimming(night_pct=5)
    table.lights.show(RACE)
    table.lights.start()
    wait_for(table.shown)
    table.lights.dim(night)
    wait_for(table.shown)
    table.lights.stop()
    assert table.leds.frames == [frame(RACE, 0), frame(RACE, 0, night), BLANK]


def test_latest_scene_wins(table: Table) -> None:
    for scene in (RACE, SAND, Scene()):
        table.lights.show(scene)
    table.lights.start()
    wait_for(table.shown)
    table.lights.stop()
    assert table.leds.frames == [frame(Scene(), 0), BLANK]


def test_stopping_blanks_the_lights_ends_the_thread_and_twice_is_fine(table: Table) -> None:
    table.lights.start()
    wait_for(table.shown)
    assert table.lights.is_alive
    table.lights.stop()
    table.lights.stop()
    assert not table.lights.is_alive
    assert table.leds.frames[-1] == BLANK


def test_thread_that_never_started_can_be_stopped(table: Table) -> None:
    table.lights.stop()
    assert not table.lights.is_alive


def test_lights_that_can_not_be_blanked_are_said_and_the_thread_ends(
    table: Table, caplog: pytest.LogCaptureFixture
) -> None:
    table.lights.start()
    wait_for(table.shown)
    table.leds.fault = "could not be blanked"
    table.lights.stop()
    assert not table.lights.is_alive
    assert "could not be blanked" in caplog.text
