"""What hands did to buttons and wheels, as the doctor and the panel see it."""

import pytest

from device.probe import Contact, Move, Probe, Turned, timeline

START_US = 5_000_000


def probed(*edges: tuple[float, bool]) -> Probe:
    """Give a probe that saw edges of one button, in milliseconds from its first."""
    probe = Probe()
    for ms, is_closed in edges:
        probe.edge("ok", START_US + round(ms * 1000), is_closed)
    return probe


CLEAN = ((0, True), (80, False))
BOUNCING = ((0, True), (1, False), (2.5, True), (80, False), (81, True), (83, False))


@pytest.mark.parametrize(
    ("edges", "pushes", "bounce_us", "count"),
    [
        pytest.param(CLEAN, 1, 0, 1, id="a-clean-push"),
        pytest.param(BOUNCING, 1, 2_500, 3, id="bounce-of-the-release-is-not-counted"),
        pytest.param((*CLEAN, *((at + 500, c) for at, c in CLEAN)), 2, 0, 1, id="two-pushes"),
        pytest.param(((0, True), (12, False)), 1, 0, 2, id="a-quick-tap-does-not-bounce"),
        pytest.param(((0, True), (20, False), (40, True)), 1, 40_000, 3, id="a-worn-contact-in-slow-steps"),
    ],
)
def test_push_has_the_bounce_of_its_closing(
    edges: tuple[tuple[float, bool], ...], pushes: int, bounce_us: int, count: int
) -> None:
    contact = probed(*edges).contacts["ok"]
    assert contact.push is not None
    assert (contact.pushes, contact.push.bounce_us, len(contact.push.edges)) == (pushes, bounce_us, count)


def test_worst_bounce_stays_when_a_better_push_follows() -> None:
    contact = probed(*BOUNCING, (900, True), (980, False)).contacts["ok"]
    assert contact.push is not None
    assert (contact.worst_us, contact.push.bounce_us) == (2_500, 0)


def test_release_alone_is_no_push() -> None:
    contact = probed((0, False)).contacts["ok"]
    assert contact == Contact(last_us=START_US)


def test_chattering_contact_does_not_fill_the_memory() -> None:
    contact = probed(*((i, i % 2 == 0) for i in range(1_000))).contacts["ok"]
    assert contact.push is not None
    assert (contact.pushes, len(contact.push.edges)) == (1, 200)


def test_wheel_counts_to_either_side_and_where_it_stands() -> None:
    probe = Probe()
    for steps in (3, -1, -4):
        probe.turned("encoder_1", steps)
    assert (probe.wheels, probe.last) == ({"encoder_1": Turned(-2, 3, 5)}, "encoder_1")


@pytest.mark.parametrize(
    ("edges", "drawn"),
    [
        pytest.param(((0, True),), "███████████", id="clean"),
        pytest.param(((0, True), (3_050, False)), "█████▒▁▁▁▁▁", id="tap"),
        pytest.param(((0, True), (600, False), (650, True)), "█▒█████████", id="a-spike-shows"),
        pytest.param(((0, True), (11_000, False), (22_000, True)), "████▒▁▁▁▁▒█", id="longer-than-the-line"),
    ],
)
def test_timeline_draws_open_closed_and_what_changed(edges: tuple[tuple[int, bool], ...], drawn: str) -> None:
    move = Move(tuple((START_US + at, is_closed) for at, is_closed in edges))
    assert timeline(move, 11) == drawn


def test_timeline_can_be_drawn_with_plain_signs() -> None:
    move = Move(((0, True), (3_050, False)))
    assert timeline(move, 11, marks="_#%") == "#####%_____"
