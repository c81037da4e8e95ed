"""What tells a contact that chatters without end from a hand, in figures."""

import random
from collections.abc import Iterable, Iterator

import pytest

from device.chatter import AT_LEAST, BEHIND_US, MANY, MOST, QUIET_US, WINDOW_US, Chatter

START_US = 5_000_000


def told(edges: Iterable[tuple[float, int]]) -> tuple[bool, float]:
    """Say whether edges (when, in seconds, and what each came to) are noise, and after how many seconds."""
    chatter, at_s = Chatter(START_US, lambda: 0), 0.0
    for at_s, deed in edges:
        if deed:
            chatter.did(deed)
        chatter.edge(START_US + round(at_s * 1_000_000))
        if chatter.is_noise:
            break
    return chatter.is_noise, at_s


def every(gap_s: float, seconds: float) -> Iterator[tuple[float, int]]:
    """Give edges that come to nothing."""
    return ((i * gap_s, 0) for i in range(round(seconds / gap_s)))


def spin(detents_a_second: int, edges_a_change: int, seconds: float) -> Iterator[tuple[float, int]]:
    """Give a wheel that is spun one way, each of the four changes of a detent bouncing."""
    edges = 4 * edges_a_change
    for detent in range(round(detents_a_second * seconds)):
        for edge in range(edges):
            yield (detent + edge / edges) / detents_a_second, int(edge == edges - 1)


def hammering(pushes_a_second: int, edges_a_push: int, seconds: float) -> Iterator[tuple[float, int]]:
    """Give a button that is pushed again and again, its edges within 10 ms of closing."""
    for push in range(round(pushes_a_second * seconds)):
        for edge in range(edges_a_push):
            yield push / pushes_a_second + edge * 0.01 / edges_a_push, int(edge == edges_a_push - 1)


def to_and_fro(edges_a_second: int, seconds: float) -> Iterator[tuple[float, int]]:
    """Give both lines of a wheel in noise: a detent now and then, to either side."""
    chance = random.Random(1)
    for i in range(round(edges_a_second * seconds)):
        yield i / edges_a_second, chance.choice((0, 0, 0, 0, 0, 0, 1, -1))


@pytest.mark.parametrize(
    "edges",
    [
        pytest.param(spin(100, 5, 5), id="fastest-spin-with-bounce"),
        pytest.param(spin(300, 3, 2), id="faster-than-any-hand"),
        pytest.param(hammering(10, 50, 20), id="child-on-a-worn-button"),
        pytest.param(every(0.002, 2.5), id="worn-contact-held-half-way-for-a-moment"),
        pytest.param(every(0.01, 60), id="mains-hum"),
        pytest.param(
            (edge for k in range(20) for edge in ((at + k * 4, d) for at, d in every(0.001, 1.0))),
            id="bursts-with-rests",
        ),
    ],
)
def test_what_hands_and_bounce_make_is_no_noise(edges: Iterable[tuple[float, int]]) -> None:
    assert told(edges)[0] is False


@pytest.mark.parametrize(
    ("edges", "latest_s"),
    [
        pytest.param(every(0.000_25, 10), 0.6, id="4-kHz"),
        pytest.param(every(0.000_05, 10), 0.2, id="20-kHz"),
        pytest.param(every(0.000_9, 10), 4.1, id="1-kHz"),
        pytest.param(every(0.003, 10), 4.1, id="300-Hz"),
        pytest.param(to_and_fro(3_000, 10), 1.0, id="both-lines-of-a-wheel"),
    ],
)
def test_storm_is_noise_soon(edges: Iterable[tuple[float, int]], latest_s: float) -> None:
    is_noise, at_s = told(edges)
    assert is_noise
    assert at_s < latest_s


def test_of_a_storm_no_more_edges_count_than_a_window_holds() -> None:
    chatter = Chatter(START_US, lambda: 0)
    assert sum(chatter.edge(START_US + i * 100) for i in range(10 * MOST)) == MOST


@pytest.mark.parametrize(
    ("behind_us", "a_detent", "is_noise"),
    [
        pytest.param(BEHIND_US + 1, 0, True, id="the-thread-falls-behind"),
        pytest.param(BEHIND_US, 0, False, id="the-thread-keeps-up"),
        pytest.param(BEHIND_US + 1, 20, False, id="a-spun-wheel-that-is-handled-late"),
    ],
)
def test_idle_edges_that_are_handled_late_are_noise_at_once(
    behind_us: int, a_detent: int, is_noise: bool
) -> None:
    at_us = START_US
    chatter = Chatter(START_US, lambda: at_us + behind_us)
    for i in range(AT_LEAST):
        at_us += 1_000
        if a_detent and i % a_detent == 0:
            chatter.did()
        chatter.edge(at_us)
    assert chatter.is_noise is is_noise


def test_windows_of_many_edges_that_are_not_in_a_row_are_no_noise() -> None:
    chatter = Chatter(START_US, lambda: 0)
    for second in range(0, 60, 3):
        for i in range(MANY + 10):
            chatter.edge(START_US + second * WINDOW_US + i * 1_000)
    assert not chatter.is_noise


def test_what_was_closed_at_first_counts_once_it_was_open_and_quiet() -> None:
    chatter = Chatter(START_US, lambda: 0, is_trusted=False)
    release_us = START_US + 60_000_000
    assert not chatter.edge(release_us, is_at_rest=False)
    assert not chatter.edge(release_us + 2_000)
    assert not chatter.edge(release_us + 4_000, is_at_rest=False)
    assert chatter.edge(release_us + 4_000 + QUIET_US)


def test_what_moves_on_trial_counts_only_after_a_rest() -> None:
    chatter = Chatter(START_US, lambda: 0, on_trial=True)
    assert not chatter.edge(START_US + 3 * QUIET_US)
    chatter.on_trial = False
    assert not chatter.edge(START_US + 3 * QUIET_US + 5_000)
    assert chatter.edge(START_US + 5 * QUIET_US)
