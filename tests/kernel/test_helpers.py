"""What the kernel tests judge with: a judge that never says no would be worth nothing."""

from dataclasses import replace

import pytest

from tests.kernel.lines import Move, push, turn
from tests.kernel.measuring import Figures, Heard, Pair, figures_of
from tests.kernel.wire import as_leds_read

RUNS_ANYWHERE = True
ONE_BY_TWO = Pair(("button_1", "button_2"), (1_000_000.0, 1_005_000.0))
THIRD = 1250 / 3
"""Nanoseconds a level lasts at 2.4 MHz, three levels a bit."""


def test_bouncing_push_ends_closed_and_then_opens() -> None:
    assert push(4, 1.0, bounces_s=(0.5, 0.25), hold_s=2.0) == [
        Move(1.0, 4, True),
        Move(1.5, 4, False),
        Move(1.75, 4, True),
        Move(3.0, 4, False),
    ]


def test_encoder_is_turned_back_by_the_other_line_first() -> None:
    assert [move.gpio for move in turn((16, 20), 1)] == [16, 20, 16, 20]
    assert [move.gpio for move in turn((16, 20), -2)] == [20, 16, 20, 16] * 2


@pytest.mark.parametrize(
    ("heard", "by_stamp", "expected"),
    [
        pytest.param(
            [Heard("button_1", 1_000_100), Heard("button_2", 1_005_200)],
            True,
            Figures(1, in_order=1, drawn=0, heard_once=2, errors_ms=(0.1, 0.2)),
            id="right",
        ),
        pytest.param(
            [Heard("button_2", 1_005_000), Heard("button_1", 1_000_000)],
            True,
            Figures(1, in_order=1, drawn=0, heard_once=2, errors_ms=(0.0, 0.0)),
            id="stamps-decide-where-they-do",
        ),
        pytest.param(
            [Heard("button_2", 1_005_000), Heard("button_1", 1_000_000)],
            False,
            Figures(1, in_order=0, drawn=0, heard_once=2, errors_ms=(0.0, 0.0)),
            id="told-in-the-wrong-order",
        ),
        pytest.param(
            [Heard("button_1", 1_020_000), Heard("button_2", 1_005_000)],
            True,
            Figures(1, in_order=0, drawn=0, heard_once=2, errors_ms=(20.0, 0.0)),
            id="late-stamp",
        ),
        pytest.param(
            [Heard("button_1", 1_005_500), Heard("button_2", 1_005_000)],
            True,
            Figures(1, in_order=0, drawn=1, heard_once=2, errors_ms=(5.5, 0.0)),
            id="drawn",
        ),
        pytest.param(
            [Heard("button_1", 1_000_000), Heard("button_1", 1_010_000), Heard("button_2", 1_006_000)],
            False,
            Figures(1, in_order=1, drawn=0, heard_once=1, errors_ms=(0.0, 1.0)),
            id="a-push-heard-twice",
        ),
        pytest.param(
            [Heard("button_2", 1_005_000)],
            True,
            Figures(1, in_order=0, drawn=0, heard_once=1, errors_ms=(0.0,)),
            id="a-push-not-heard",
        ),
    ],
)
def test_pair_is_judged(heard: list[Heard], by_stamp: bool, expected: Figures) -> None:
    assert figures_of([ONE_BY_TWO], heard, by_stamp=by_stamp) == expected


def test_pair_that_was_held_up_is_not_judged() -> None:
    held_up = replace(ONE_BY_TWO, is_judged=False)
    assert figures_of([held_up], [], by_stamp=True).pairs == 0


def test_levels_are_read_as_leds_read_them() -> None:
    one, zero = "110", "100"
    green, red, blue = zero * 7 + one, one * 8, zero * 8
    frame, rest_ns = as_leds_read(green + red + blue + "0" * 300, THIRD)
    assert frame == ((255, 1, 0),)
    assert rest_ns == pytest.approx(302 * THIRD)


@pytest.mark.parametrize(
    "levels",
    [
        pytest.param("111" + "100" * 23, id="high-too-long"),
        pytest.param("10000" + "100" * 23, id="low-too-long"),
    ],
)
def test_levels_that_leds_would_misread_are_refused(levels: str) -> None:
    with pytest.raises(AssertionError):
        as_leds_read(levels, THIRD)
