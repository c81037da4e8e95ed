import gc
import logging
import threading
from collections.abc import Iterator

import pytest
from gpiozero import LED
from gpiozero.pins.mock import MockFactory
from hypothesis import given
from hypothesis import strategies as st

from device.buttons import open_factory
from device.encoders import EDGES_A_PULSE, Decoder, Encoders, SimulatedEncoders

PINS = {"encoder_1": (16, 20), "encoder_2": (21, 26)}
CLOCKWISE = ((1, 1), (0, 1), (0, 0), (1, 0))
Edge = tuple[int, int]


def edges_of(detents: int) -> list[Edge]:
    """Give the edges (line, level) of a clean turn, clockwise positive."""
    found: list[Edge] = []
    place, direction = 0, 1 if detents > 0 else -1
    for _ in range(abs(detents) * EDGES_A_PULSE):
        after = (place + direction) % EDGES_A_PULSE
        line = 0 if CLOCKWISE[place][0] != CLOCKWISE[after][0] else 1
        found.append((line, CLOCKWISE[after][line]))
        place = after
    return found


def steps_of(edges: list[Edge]) -> list[int]:
    decoder = Decoder()
    return [steps for line, level in edges if (steps := decoder.edge(line, level))]


# ---- the decoder ----


@pytest.mark.parametrize(("detents", "steps"), [(1, [1]), (-1, [-1]), (3, [1, 1, 1]), (-2, [-1, -1])])
def test_each_detent_is_a_step_at_its_end(detents: int, steps: list[int]) -> None:
    assert steps_of(edges_of(detents)) == steps


def test_a_step_is_told_with_the_edge_that_completes_it() -> None:
    decoder = Decoder()
    assert [decoder.edge(line, level) for line, level in edges_of(1)] == [0, 0, 0, 1]


@pytest.mark.parametrize("quarters", [1, 2, 3])
@pytest.mark.parametrize("detents", [1, -1])
def test_turn_that_goes_back_before_the_detent_is_none(detents: int, quarters: int) -> None:
    there = edges_of(detents)[:quarters]
    back = edges_of(-detents)[EDGES_A_PULSE - quarters :]
    assert steps_of([*there, *back]) == []


@given(st.lists(st.integers(-5, 5), max_size=20))
def test_turns_and_reversals_add_up(turns: list[int]) -> None:
    assert sum(steps_of([edge for turn in turns for edge in edges_of(turn)])) == sum(turns)


@given(st.integers(-4, 4), st.lists(st.integers(0, 6), min_size=16, max_size=16))
def test_bounce_on_the_line_that_changes_is_ignored(detents: int, bounces: list[int]) -> None:
    edges: list[Edge] = []
    for place, (line, level) in enumerate(edges_of(detents)):
        edges.append((line, level))
        for _ in range(bounces[place % len(bounces)]):
            edges += [(line, 1 - level), (line, level)]
    assert sum(steps_of(edges)) == detents


@given(st.integers(0, 3), st.integers(0, 1), st.lists(st.sampled_from([0, 1]), max_size=40))
def test_any_bounce_on_one_line_while_the_other_stands_still_is_no_turn(
    quarters: int, line: int, levels: list[int]
) -> None:
    decoder = Decoder()
    for first_line, level in edges_of(1)[:quarters]:
        decoder.edge(first_line, level)
    rest = CLOCKWISE[quarters][line]
    told = [decoder.edge(line, level) for level in [*levels, rest]]
    assert all(steps in (0, 1) for steps in told)
    assert sum(told) + sum(decoder.edge(a, level) for a, level in edges_of(1)[quarters:]) == 1


@given(st.integers(2, 6), st.sampled_from([1, -1]), st.data())
def test_lost_edges_cost_their_own_detent_at_most(detents: int, direction: int, data: st.DataObject) -> None:
    edges = edges_of(detents * direction)
    first = data.draw(st.integers(0, EDGES_A_PULSE - 1))
    lost = data.draw(st.integers(0, EDGES_A_PULSE - first))
    found = steps_of([*edges[:first], *edges[first + lost :]])
    assert sum(found) in (detents * direction, (detents - 1) * direction)


@given(st.lists(st.tuples(st.integers(0, 1), st.integers(0, 1)), max_size=60), st.integers(-3, 3))
def test_no_fault_outlives_its_detent(garbage: list[Edge], detents: int) -> None:
    decoder = Decoder()
    for line, level in garbage:
        decoder.edge(line, level)
    decoder.edge(0, 1)
    decoder.edge(1, 1)
    assert sum(decoder.edge(line, level) for line, level in edges_of(detents)) == detents


@pytest.mark.parametrize("quarters", [1, 2])
def test_program_may_start_between_two_detents(quarters: int) -> None:
    decoder = Decoder(*CLOCKWISE[quarters])
    told = [decoder.edge(line, level) for line, level in [*edges_of(1)[quarters:], *edges_of(1)]]
    assert sum(told) == 2


def test_program_may_start_just_before_a_detent() -> None:
    assert Decoder(1, 0).edge(1, 1) == 0


# ---- two clicks a pulse ----


@pytest.mark.parametrize(("clicks", "steps"), [(1, [1]), (3, [1, 1, 1]), (-2, [-1, -1]), (-5, [-1] * 5)])
def test_where_a_pulse_has_two_clicks_each_is_a_step(clicks: int, steps: list[int]) -> None:
    decoder = Decoder(clicks_a_pulse=2)
    edges = edges_of(3 if clicks > 0 else -3)[: abs(clicks) * 2]
    assert [told for line, level in edges if (told := decoder.edge(line, level))] == steps


def test_bounce_at_either_of_two_clicks_is_no_step() -> None:
    decoder = Decoder(clicks_a_pulse=2)
    (first, closed), (second, also) = edges_of(1)[:2]
    told = [decoder.edge(first, level) for level in (closed, 1, closed, 1, closed)]
    told += [decoder.edge(second, level) for level in (also, 1, also, 1, also)]
    assert [steps for steps in told if steps] == [1]


def test_program_may_start_at_the_click_where_both_contacts_are_closed() -> None:
    decoder = Decoder(0, 0, clicks_a_pulse=2)
    assert [decoder.edge(line, level) for line, level in edges_of(1)[2:]] == [0, 1]


# ---- on pins ----


class Turns:
    def __init__(self) -> None:
        self.seen: list[tuple[str, int]] = []
        self.stamps: list[int] = []

    def __call__(self, name: str, steps: int, stamp_us: int) -> None:
        self.seen.append((name, steps))
        self.stamps.append(stamp_us)


@pytest.fixture
def factory() -> Iterator[MockFactory]:
    factory = open_factory(simulate=True)
    yield factory
    factory.close()


@pytest.fixture
def turns() -> Turns:
    return Turns()


@pytest.fixture
def encoders(factory: MockFactory, turns: Turns) -> Iterator[Encoders]:
    with Encoders(PINS, factory, turns) as encoders:
        yield encoders


@pytest.fixture
def hand(factory: MockFactory, encoders: Encoders) -> SimulatedEncoders:
    return SimulatedEncoders(PINS, factory)


def test_opening_makes_no_turn(encoders: Encoders, turns: Turns) -> None:
    assert turns.seen == []
    assert encoders.names == tuple(PINS)
    assert encoders.faults == {}


@pytest.mark.parametrize("is_bouncing", [False, True])
def test_turns_are_told_with_the_encoders_name(
    turns: Turns, hand: SimulatedEncoders, is_bouncing: bool
) -> None:
    hand.is_bouncing = is_bouncing
    hand.turn("encoder_2", 2)
    hand.turn("encoder_1", -1)
    assert turns.seen == [("encoder_2", 1), ("encoder_2", 1), ("encoder_1", -1)]


def test_stamp_is_in_microseconds_of_the_edge_that_completes(
    factory: MockFactory, encoders: Encoders, turns: Turns
) -> None:
    # What lgpio's pin hands on: the kernel's nanoseconds / 1e9, and 0 or 1 for the level.
    a, b = factory.pin(16).when_changed, factory.pin(20).when_changed
    a(12.0, 0), b(12.1, 0), a(12.2, 1), b(12.300001, 1)
    assert (turns.seen, turns.stamps) == ([("encoder_1", 1)], [12_300_001])


def test_watchdog_tick_of_lgpio_is_no_edge(factory: MockFactory, encoders: Encoders, turns: Turns) -> None:
    factory.pin(16).when_changed(12.0, 2)
    assert turns.seen == []


def test_turning_faster_than_any_hand_loses_nothing(turns: Turns, hand: SimulatedEncoders) -> None:
    thread = threading.Thread(target=hand.turn, args=("encoder_1", 500))
    thread.start()
    hand.turn("encoder_2", -500)
    thread.join()
    assert sum(steps for name, steps in turns.seen if name == "encoder_1") == 500
    assert sum(steps for name, steps in turns.seen if name == "encoder_2") == -500


def test_callbacks_outlive_a_garbage_collection(turns: Turns, hand: SimulatedEncoders) -> None:
    gc.collect()
    hand.turn("encoder_1", 1)
    assert turns.seen == [("encoder_1", 1)]


def test_sink_that_fails_does_not_stop_the_next_turn(
    factory: MockFactory, caplog: pytest.LogCaptureFixture
) -> None:
    seen: list[int] = []

    def sink(_name: str, steps: int, _stamp_us: int) -> None:
        seen.append(steps)
        raise RuntimeError("Event loop is closed")

    with Encoders(PINS, factory, sink) as encoders, caplog.at_level(logging.ERROR):
        SimulatedEncoders(PINS, factory).turn("encoder_1", 2)
        assert (seen, encoders.lost) == ([1, 1], 2)
    assert "an edge of encoder_1 was lost" in caplog.text


def test_encoder_whose_pin_is_busy_stays_off_and_the_others_work(
    factory: MockFactory, turns: Turns, caplog: pytest.LogCaptureFixture
) -> None:
    with LED(26, pin_factory=factory), Encoders(PINS, factory, turns) as encoders:
        assert encoders.names == ("encoder_1",)
        assert str(encoders.faults["encoder_2"]).startswith(
            "encoder_2 stays off: GPIO21 and GPIO26 can't be had (GPIOPinInUse: pin GPIO26 is already in use"
        )
        LED(21, pin_factory=factory).close()
    assert "encoder_2 stays off" in caplog.text


def test_encoder_that_was_busy_can_be_opened_later(factory: MockFactory, turns: Turns) -> None:
    led = LED(26, pin_factory=factory)
    with Encoders(PINS, factory, turns) as encoders:
        led.close()
        encoders.open()
        assert (set(encoders.names), encoders.faults) == (set(PINS), {})


def test_closing_gives_the_pins_back_and_twice_is_fine(
    factory: MockFactory, encoders: Encoders, turns: Turns
) -> None:
    encoders.close()
    encoders.close()
    LED(16, pin_factory=factory).close()
    LED(20, pin_factory=factory).close()
    assert turns.seen == []


def test_unknown_encoder_is_no_encoder(hand: SimulatedEncoders) -> None:
    with pytest.raises(KeyError):
        hand.turn("encoder_9", 1)


def test_wheel_of_two_clicks_a_pulse_is_heard_on_its_pins(factory: MockFactory) -> None:
    turns = Turns()
    with Encoders(PINS, factory, turns, clicks_a_pulse=2):
        SimulatedEncoders(PINS, factory, clicks_a_pulse=2).turn("encoder_1", 3)
    assert turns.seen == [("encoder_1", 1)] * 3
