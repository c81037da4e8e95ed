from device.clock import TableClock
from tests.device.conftest import Time


def test_new_clock_stands_at_zero() -> None:
    assert TableClock(Time()).now_ms() == 0


def test_clock_goes_on_from_where_it_was_persisted() -> None:
    time = Time()
    clock = TableClock(time, 90_000)
    time.pass_ms(1_500)
    assert clock.now_ms() == 91_500


def test_time_passes_in_whole_milliseconds() -> None:
    time = Time()
    clock = TableClock(time)
    time.us += 1_999
    assert clock.now_ms() == 1


def test_no_time_passes_while_paused() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    time.pass_ms(500)
    clock.pause()
    time.pass_ms(60_000)
    assert (clock.is_paused, clock.now_ms()) == (True, 1_500)


def test_resumed_clock_goes_on_from_where_it_stood() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    clock.pause()
    time.pass_ms(60_000)
    clock.resume()
    time.pass_ms(20)
    assert (clock.is_paused, clock.now_ms()) == (False, 1_020)


def test_pausing_twice_changes_nothing() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    clock.pause()
    time.pass_ms(10)
    clock.pause()
    assert clock.now_ms() == 1_000


def test_resuming_a_running_clock_changes_nothing() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    time.pass_ms(10)
    clock.resume()
    assert clock.now_ms() == 1_010


def test_stamp_is_mapped_onto_table_time_also_when_handled_later() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    stamp_us = time.us + 7_000
    time.pass_ms(500)
    assert clock.at_ms(stamp_us) == 1_007


def test_stamp_of_a_table_time_maps_back_to_it() -> None:
    clock = TableClock(Time(), 1_000)
    assert clock.at_ms(clock.stamp_us(4_321)) == 4_321


def test_stamp_from_before_the_pause_keeps_its_time() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    stamp_us = time.us + 7_000
    time.pass_ms(50)
    clock.pause()
    assert clock.at_ms(stamp_us) == 1_007


def test_stamp_from_during_the_pause_is_at_the_pause_also_when_handled_after_it() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    clock.pause()
    time.pass_ms(5_000)
    stamp_us = time.us
    time.pass_ms(40)
    clock.resume()
    assert clock.at_ms(stamp_us) == 1_000


def test_stamp_from_before_the_start_is_at_the_start() -> None:
    time = Time()
    clock = TableClock(time, 1_000)
    assert clock.at_ms(time.us - 3_000) == 1_000
