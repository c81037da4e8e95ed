import itertools
import random
from collections.abc import Sequence
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.arbiter import Arbiter, Ordered, StampedPress, Voided, fair_draw, order
from device.clock import TableClock
from rules.core import DeadHeatRule, NoProfile, Press, PressMark, Seat, Sign
from rules.pharaoh_code.game import PharaohCode
from rules.pharaoh_code.state import Options

T = 5_000_000
SUN, EYE, LOTUS, FEATHER, BOAT, ANKH = Sign
CLEAR, DEAD_HEAT, _ = PressMark
DRAW, EARLIEST, AGAIN = DeadHeatRule


def press(sign: Sign, after_us: int = 0, *, by_phone: bool = False) -> StampedPress:
    return StampedPress(sign, T + after_us, by_phone)


def backwards(presses: Sequence[StampedPress]) -> list[StampedPress]:
    """Stand in for chance: the one stamped last comes first."""
    return sorted(presses, key=lambda p: -p.stamp_us)


def no_draw(presses: Sequence[StampedPress]) -> list[StampedPress]:
    raise AssertionError(f"nothing was to be drawn, {presses} came")


def marks(placed: tuple[Ordered, ...] | Voided) -> list[tuple[Sign, PressMark]]:
    assert isinstance(placed, tuple)
    return [(o.press.sign, o.mark) for o in placed]


# ---- the window ----


def test_nothing_is_due_while_no_press_waits() -> None:
    arbiter = Arbiter()
    assert (arbiter.due_us, arbiter.close(T)) == (None, ())


def test_presses_heard_in_another_order_are_sorted_by_their_stamps() -> None:
    arbiter = Arbiter()
    arbiter.add(press(EYE, 12_000), T + 12_100)
    arbiter.add(press(SUN, 3_000), T + 12_200)
    assert arbiter.close(T + 37_200) == (press(SUN, 3_000), press(EYE, 12_000))


@pytest.mark.parametrize("after_us", [3_000, 9_000], ids=["earlier", "later"])
def test_button_and_phone_that_wait_as_one_press_keep_the_phones_last_key(after_us: int) -> None:
    arbiter, button = Arbiter(), press(SUN, 6_000)
    arbiter.add(replace(press(SUN, 20_000, by_phone=True), key="first"), T + 21_000)
    arbiter.add(button, T + 21_000)
    assert arbiter.add(replace(press(SUN, after_us, by_phone=True), key="last"), T + 22_000) is (
        after_us < 6_000
    )
    (announced,) = arbiter.close(T + 60_000)
    assert (announced.stamp_us, announced.key) == (T + min(after_us, 6_000), "last")


def test_press_is_announced_25_ms_after_it_was_heard_and_not_before() -> None:
    arbiter = Arbiter()
    arbiter.add(press(SUN), T + 400)
    assert arbiter.due_us == T + 25_400
    assert arbiter.close(T + 25_399) == ()
    assert arbiter.close(T + 25_400) == (press(SUN),)
    assert arbiter.due_us is None


def test_later_press_waits_for_its_own_time() -> None:
    arbiter = Arbiter()
    arbiter.add(press(SUN), T)
    arbiter.add(press(EYE, 20_000), T + 20_000)
    assert arbiter.close(T + 25_000) == (press(SUN),)
    assert arbiter.due_us == T + 45_000
    assert arbiter.close(T + 45_000) == (press(EYE, 20_000),)


def test_press_goes_with_a_later_one_that_is_due_before_it() -> None:
    arbiter = Arbiter()
    arbiter.add(press(EYE, 2_000), T + 2_000)
    arbiter.add(press(SUN), T + 20_000)
    assert arbiter.close(T + 27_000) == (press(SUN), press(EYE, 2_000))


def test_dead_heat_is_never_torn_apart_by_the_end_of_the_window() -> None:
    arbiter = Arbiter()
    arbiter.add(press(SUN), T)
    arbiter.add(press(EYE, 999), T + 999)
    arbiter.add(press(LOTUS, 1_000), T + 1_000)
    assert arbiter.close(T + 25_000) == (press(SUN), press(EYE, 999))


@pytest.mark.parametrize(
    ("phone_bound_ms", "window_ms"),
    [
        pytest.param(None, 25, id="no-phone"),
        pytest.param(0, 25, id="phone-at-once"),
        pytest.param(60, 85, id="phone"),
        pytest.param(225, 250, id="slow-phone"),
        pytest.param(2_000, 250, id="much-too-slow-phone"),
    ],
)
def test_window_covers_the_slowest_phone_up_to_250_ms(phone_bound_ms: int | None, window_ms: int) -> None:
    arbiter = Arbiter()
    arbiter.phone_bound_ms = phone_bound_ms
    arbiter.add(press(SUN), T)
    assert (arbiter.window_ms, arbiter.due_us) == (window_ms, T + window_ms * 1000)


def test_phone_that_pressed_before_a_button_is_first_though_heard_after_it() -> None:
    arbiter = Arbiter()
    arbiter.phone_bound_ms = 80
    arbiter.add(press(SUN, 30_000), T + 30_000)
    arbiter.add(press(EYE, by_phone=True), T + 79_000)
    assert arbiter.close(T + 135_000) == (press(EYE, by_phone=True), press(SUN, 30_000))


def test_phones_own_delay_counts_towards_its_wait() -> None:
    arbiter = Arbiter()
    arbiter.phone_bound_ms = 80
    arbiter.add(press(EYE, by_phone=True), T + 70_000)
    assert arbiter.due_us == T + 105_000


def test_seat_that_presses_twice_waits_once() -> None:
    arbiter = Arbiter()
    assert arbiter.add(press(SUN), T)
    assert not arbiter.add(press(SUN, 9_000), T + 9_000)
    assert arbiter.close(T + 25_000) == (press(SUN),)
    assert arbiter.due_us is None


def test_of_a_seats_button_and_phone_the_earlier_stamp_waits() -> None:
    arbiter = Arbiter()
    arbiter.add(press(SUN, 9_000), T + 9_000)
    assert arbiter.add(press(SUN, by_phone=True), T + 20_000)
    assert arbiter.close(T + 34_000) == (press(SUN, by_phone=True),)


# ---- the order ----


@pytest.mark.parametrize(
    ("rule", "presses", "expected"),
    [
        pytest.param(DRAW, [], [], id="none"),
        pytest.param(DRAW, [press(SUN)], [(SUN, CLEAR)], id="one"),
        pytest.param(
            DRAW,
            [press(EYE, 12_000), press(SUN)],
            [(SUN, CLEAR), (EYE, CLEAR)],
            id="out-of-order",
        ),
        pytest.param(
            DRAW,
            [press(SUN), press(EYE, 1_000)],
            [(SUN, CLEAR), (EYE, CLEAR)],
            id="one-ms-is-clear",
        ),
        pytest.param(
            DRAW,
            [press(SUN), press(EYE, 999)],
            [(EYE, CLEAR), (SUN, DEAD_HEAT)],
            id="drawn-under-one-ms",
        ),
        pytest.param(
            DRAW,
            [press(SUN), press(EYE, 400), press(LOTUS, 900)],
            [(LOTUS, CLEAR), (EYE, DEAD_HEAT), (SUN, DEAD_HEAT)],
            id="three-drawn",
        ),
        pytest.param(
            DRAW,
            [press(SUN), press(EYE, 900), press(LOTUS, 1_800)],
            [(EYE, CLEAR), (SUN, DEAD_HEAT), (LOTUS, CLEAR)],
            id="a-dead-heat-is-counted-from-its-first",
        ),
        pytest.param(
            DRAW,
            [press(SUN), press(EYE, 5_000), press(LOTUS, 5_500)],
            [(SUN, CLEAR), (LOTUS, CLEAR), (EYE, DEAD_HEAT)],
            id="drawn-for-the-second-place",
        ),
        pytest.param(
            EARLIEST,
            [press(EYE, 1), press(SUN)],
            [(SUN, CLEAR), (EYE, CLEAR)],
            id="earliest-by-a-microsecond",
        ),
        pytest.param(
            EARLIEST,
            [press(LOTUS, 500), press(SUN), press(EYE, 500)],
            [(SUN, CLEAR), (LOTUS, CLEAR), (EYE, DEAD_HEAT)],
            id="earliest-with-equal-stamps-is-drawn",
        ),
        pytest.param(
            AGAIN,
            [press(SUN), press(EYE, 5_000), press(LOTUS, 5_001)],
            [(SUN, CLEAR), (LOTUS, CLEAR), (EYE, DEAD_HEAT)],
            id="again-is-for-the-first-place-only",
        ),
    ],
)
def test_presses_of_one_announcement_are_ordered(
    rule: DeadHeatRule, presses: list[StampedPress], expected: list[tuple[Sign, PressMark]]
) -> None:
    assert marks(order(presses, rule, backwards)) == expected


def test_dead_heat_for_the_first_place_is_voided_where_it_is_thrown_again() -> None:
    presses = [press(LOTUS, 40_000), press(EYE, 700), press(SUN)]
    assert order(presses, AGAIN, no_draw) == Voided((press(SUN), press(EYE, 700)))


@pytest.mark.parametrize("rule", DeadHeatRule)
def test_nothing_is_drawn_between_presses_a_millisecond_apart(rule: DeadHeatRule) -> None:
    presses = [press(sign, i * 1_000) for i, sign in enumerate(Sign)]
    assert [sign for sign, _ in marks(order(presses, rule, no_draw))] == list(Sign)


def test_neither_stamp_nor_pin_decides_a_dead_heat_but_the_draw() -> None:
    presses = [press(SUN), press(EYE, 300), press(LOTUS, 600)]
    came = set()
    for wanted in itertools.permutations(presses):
        placed = order(presses, DRAW, lambda _, wanted=wanted: wanted)  # type: ignore[misc]
        came.add(tuple(sign for sign, _ in marks(placed)))
    assert came == set(itertools.permutations([SUN, EYE, LOTUS]))


def test_fair_draw_keeps_the_presses() -> None:
    presses = [press(sign) for sign in Sign]
    assert sorted(fair_draw(presses), key=lambda p: p.sign) == sorted(presses, key=lambda p: p.sign)


# ---- the rules take what the arbiter announces ----

GAME = PharaohCode()


@given(
    came=st.lists(
        st.tuples(st.integers(0, 60_000), st.integers(0, 400_000), st.booleans()), min_size=1, max_size=5
    ),
    close_stamps=st.booleans(),
    zero_us=st.integers(0, 999),
    rule=st.sampled_from([DRAW, EARLIEST]),
    phone_bound_ms=st.none() | st.integers(0, 300),
    chance=st.randoms(use_true_random=False),
)
def test_rules_accept_every_announced_order(
    came: list[tuple[int, int, bool]],
    close_stamps: bool,
    zero_us: int,
    rule: DeadHeatRule,
    phone_bound_ms: int | None,
    chance: random.Random,
) -> None:
    clock = TableClock(lambda: zero_us)
    state = GAME.start(5, Seat(0), Options(dead_heat=rule), NoProfile())
    arbiter = Arbiter()
    arbiter.phone_bound_ms = phone_bound_ms
    heard = sorted(
        (
            T + stamp // (40 if close_stamps else 1) + delay * by_phone,
            i,
            T + stamp // (40 if close_stamps else 1),
            by_phone,
        )
        for i, (stamp, delay, by_phone) in enumerate(came)
    )
    announced: list[Sign] = []

    def announce(now_us: int) -> None:
        nonlocal state
        batch = arbiter.close(now_us)
        placed = order(batch, GAME.dead_heat_rule(state), lambda p: chance.sample(p, len(p)))
        assert isinstance(placed, tuple)
        for o in placed:
            seat = Seat(list(Sign).index(o.press.sign))
            pressed_ms = clock.at_ms(o.press.stamp_us)
            state = GAME.apply(state, GAME.pressed(state, Press(seat, pressed_ms, o.mark, o.press.by_phone)))
            announced.append(o.press.sign)

    for now_us, i, stamp_us, by_phone in heard:
        while (due_us := arbiter.due_us) is not None and due_us <= now_us:
            announce(due_us)
        arbiter.add(StampedPress(list(Sign)[i], stamp_us, by_phone), now_us)
    while (due_us := arbiter.due_us) is not None:
        announce(due_us)
    assert sorted(announced) == sorted(list(Sign)[: len(came)])
