from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from device.debounce import CALM_US, MOST_BOUNCES, REFRACTORY_US, Debouncer, Press

Edges = list[tuple[int, bool]]
T = 1_000_000


def presses(edges: Iterable[tuple[int, bool]], debouncer: Debouncer | None = None) -> list[int]:
    """Give the stamps of the presses; an edge is a stamp and whether the contact closed."""
    debouncer = debouncer or Debouncer()
    came = (debouncer.edge(stamp_us, is_pressed) for stamp_us, is_pressed in edges)
    return [press.stamp_us for press in came if press is not None]


def edges_at(*stamps_us: int, starts_closed: bool = True) -> Edges:
    return [(stamp, (i % 2 == 0) is starts_closed) for i, stamp in enumerate(stamps_us)]


@pytest.mark.parametrize(
    "stamps_us",
    [
        pytest.param([T, T + 400_000], id="clean"),
        pytest.param([T, T + 12_000], id="tap-of-12-ms"),
        pytest.param([T, T + 150, T + 400, T + 1_100, T + 1_300, T + 400_000], id="microswitch"),
        pytest.param(
            [T, T + 900, T + 5_200, T + 8_000, T + 9_100, T + 30_000, T + 31_500, T + 350_000],
            id="arcade-button",
        ),
        pytest.param(
            [T, T + 2_000, T + 81_000, T + 83_000, T + 84_000, T + 500_000], id="bounce-after-81-ms"
        ),
        pytest.param(
            [T, T + 400_000, T + 405_000, T + 409_000, T + 481_000, T + 481_500],
            id="bounce-after-the-release",
        ),
        pytest.param([T, T + 12_000, T + 14_000, T + 20_000, T + 93_000, T + 93_200], id="tap-and-bounces"),
        pytest.param(
            [T, T + 700_000, T + 703_000, T + 1_400_000, T + 1_404_000, T + 2_000_000],
            id="chatter-while-held",
        ),
        pytest.param([T, T + 149_999, T + 149_999 + 149_999], id="never-quiet"),
    ],
)
def test_one_push_is_one_press_with_the_stamp_of_its_first_edge(stamps_us: list[int]) -> None:
    assert presses(edges_at(*stamps_us)) == [T]


def test_second_push_counts_after_a_quiet_time() -> None:
    assert presses(edges_at(T, T + 50_000, T + 200_000, T + 260_000)) == [T, T + 200_000]


def test_second_push_right_after_the_first_does_not_count() -> None:
    assert presses(edges_at(T, T + 50_000, T + 199_999)) == [T]


def test_push_counts_when_the_edge_of_the_release_before_was_lost() -> None:
    assert presses([(T, True), (T + 900_000, True)]) == [T, T + 900_000]


def test_push_whose_first_edge_was_read_too_late_keeps_that_edges_stamp() -> None:
    assert presses([(T, False), (T + 3_000, True), (T + 4_000, False), (T + 5_000, True)]) == [T]


def test_spike_on_the_wire_is_no_press_and_hides_none() -> None:
    assert presses([(T, False), (T + 100_000, True)]) == [T + 100_000]


def test_spike_long_before_a_push_does_not_stamp_it() -> None:
    assert presses([(T, False), (T + 150_000, True)]) == [T + 150_000]


def test_edges_out_of_order_never_make_a_second_press() -> None:
    assert presses([(T, True), (T - 400_000, True), (T + 1_000, False)]) == [T]


@given(
    start_us=st.integers(0, 10**12),
    gaps_us=st.lists(st.integers(0, REFRACTORY_US - 1), max_size=40),
)
def test_any_bounce_within_the_refractory_time_is_one_press(start_us: int, gaps_us: list[int]) -> None:
    stamps = [start_us]
    for gap in gaps_us:
        stamps.append(stamps[-1] + gap)
    assert presses(edges_at(*stamps)) == [start_us]


@given(
    pushes=st.lists(
        st.tuples(
            st.integers(REFRACTORY_US, 5_000_000),
            st.lists(st.integers(0, REFRACTORY_US - 1), min_size=1, max_size=15).filter(
                lambda g: len(g) % 2 == 1
            ),
        ),
        min_size=1,
        max_size=6,
    )
)
def test_each_push_after_a_quiet_time_is_one_press(pushes: list[tuple[int, list[int]]]) -> None:
    stamps, first_edges, now_us = list[int](), list[int](), 0
    for quiet_us, gaps_us in pushes:
        now_us += quiet_us
        first_edges.append(now_us)
        stamps.append(now_us)
        for gap in gaps_us:
            now_us += gap
            stamps.append(now_us)
    assert presses(edges_at(*stamps)) == first_edges


@pytest.mark.parametrize(
    ("stamps_us", "now_us", "since_us", "held_us"),
    [
        pytest.param([], T, None, 0, id="never-pushed"),
        pytest.param([T], T, T, 0, id="just-pushed"),
        pytest.param([T], T + 2_000_000, T, 2_000_000, id="two-seconds"),
        pytest.param([T, T + 300, T + 900], T + 2_000_000, T, 2_000_000, id="bounced-at-first"),
        pytest.param([T, T + 1_000_000, T + 1_004_000], T + 2_000_000, T, 2_000_000, id="chattered"),
        pytest.param([T, T + 1_999_000], T + 2_000_000, T, 1_999_000, id="maybe-let-go-just-before"),
        pytest.param([T, T + 1_999_000, T + 2_001_000], T + 2_050_000, T, 2_050_000, id="it-was-chatter"),
        pytest.param([T, T + 1_999_000], T + 2_148_999, T, 1_999_000, id="release-not-yet-sure"),
        pytest.param([T, T + 1_999_000], T + 2_149_000, None, 0, id="released"),
        pytest.param(
            [T, T + 50_000, T + 55_000, T + 60_000], T + 210_000, None, 0, id="released-with-a-bounce"
        ),
    ],
)
def test_hold_is_known_as_far_as_it_is_sure(
    stamps_us: list[int], now_us: int, since_us: int | None, held_us: int
) -> None:
    debouncer = Debouncer()
    presses(edges_at(*stamps_us), debouncer)
    assert (debouncer.held_since(now_us), debouncer.held_us(now_us)) == (since_us, held_us)


def test_spike_is_no_hold() -> None:
    debouncer = Debouncer()
    debouncer.edge(T, False)
    assert (debouncer.held_since(T + 1), debouncer.held_us(T + 1)) == (None, 0)


def test_press_is_given_as_it_comes() -> None:
    assert Debouncer().edge(T, True) == Press(T)


# ---- chatter ----


def test_contact_that_bounces_badly_is_no_chatter_until_it_does_more_than_any_push() -> None:
    debouncer = Debouncer()
    presses(edges_at(*(T + 200 * i for i in range(MOST_BOUNCES))), debouncer)
    assert not debouncer.is_chatter
    debouncer.edge(T + 200 * MOST_BOUNCES, True)
    assert debouncer.is_chatter


def test_push_soon_after_chatter_is_not_believed_and_after_a_rest_it_is() -> None:
    debouncer = Debouncer()
    presses(edges_at(*(T + 250 * i for i in range(4_000))), debouncer)
    end_us = T + 1_000_000
    assert debouncer.edge(end_us + 500_000, True) is not None
    assert debouncer.is_chatter
    debouncer.edge(end_us + 600_000, False)
    assert debouncer.edge(end_us + CALM_US, True) is not None
    assert not debouncer.is_chatter


def test_spikes_of_a_whole_evening_are_no_chatter() -> None:
    debouncer = Debouncer()
    for i in range(1_000):
        debouncer.edge(T + i * 1_000_000, False)
    debouncer.edge(T + 1_000_000_000, True)
    assert not debouncer.is_chatter


def hammered(pushes: int, edges_a_change: int) -> Edges:
    """Give a button that a child pushes eight times a second, each opening and closing with its bounce."""
    edges: Edges = []
    for push in range(pushes):
        for at_us, is_closed in ((0, True), (60_000, False)):
            for edge in range(edges_a_change):
                at = T + push * 125_000 + at_us + edge * 500
                edges.append((at, (edge % 2 == 0) is is_closed))
    return edges


@pytest.mark.parametrize("edges_a_change", [1, 7, 41], ids=["clean", "usual", "worn-20-ms"])
def test_child_that_hammers_a_button_is_believed_at_its_next_push(edges_a_change: int) -> None:
    debouncer = Debouncer()
    edges = hammered(40, edges_a_change)
    presses(edges, debouncer)
    assert not debouncer.is_chatter
    assert debouncer.edge(edges[-1][0] + 300_000, True) is not None
    assert not debouncer.is_chatter
