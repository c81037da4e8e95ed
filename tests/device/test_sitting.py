import pytest

from device.refusals import SessionRule, StaleLogError
from device.sitting import Sitting
from rules.codec import Event
from rules.core import Seat
from rules.errors import IllegalMoveError
from rules.pharaoh_code.events import Claimed, NobodyFound, NumberCalled, SandRanOut, Thrown
from rules.record import Header, SeatInfo
from rules.registry import GAMES
from rules.table import Origin, Retracted
from tests.device.conftest import BOAT, EYE, SUN

GAME = GAMES["pharaoh_code"]


def sitting(*events: tuple[Origin, Event]) -> Sitting:
    header = Header("a", GAME, (SeatInfo(SUN), SeatInfo(EYE)), Seat(0), GAME.options(), GAME.profile(), None)
    table = header.opened()
    for origin, event in events:
        table = table.append(40_000, origin, event)
    return Sitting(header, table)


CLAIMED = (Origin.BUTTON, Claimed(Seat(0), 0))
SAND_OUT = (Origin.CLOCK, SandRanOut(at_ms=40_000))


def test_seats_are_known_by_their_signs() -> None:
    table = sitting()
    assert [table.seat_of(sign) for sign in (SUN, EYE, BOAT)] == [0, 1, None]
    assert [table.sign_of(Seat(0)), table.sign_of(Seat(1))] == [SUN, EYE]


@pytest.mark.parametrize("log", [None, 1, 2])
def test_what_the_clock_brought_since_makes_nothing_stale(log: int | None) -> None:
    sitting(CLAIMED, SAND_OUT).check_meant(1, log)


@pytest.mark.parametrize("log", [-1, 0, 3])
def test_what_was_made_on_another_log_is_stale(log: int) -> None:
    with pytest.raises(StaleLogError, match=f"on entry {log}, the log is at 2"):
        sitting(CLAIMED, SAND_OUT).check_meant(None, log)


def test_what_was_meant_for_another_round_is_refused_with_the_present_one() -> None:
    with pytest.raises(IllegalMoveError) as refused:
        sitting((Origin.PANEL, NobodyFound())).check_meant(1, None)
    assert (refused.value.code, dict(refused.value.params)) == (SessionRule.OTHER_ROUND, {"round": 2})


@pytest.mark.parametrize(
    ("event", "seat"),
    [(NumberCalled(claim=0, number=33), Seat(0)), (NumberCalled(claim=0, number=33), None), (Thrown(), None)],
)
def test_seat_may_bring_its_own_and_the_host_what_any_may(event: Event, seat: Seat | None) -> None:
    sitting(CLAIMED).check_may(event, seat)


@pytest.mark.parametrize(
    ("event", "seat"),
    [
        (NumberCalled(claim=0, number=33), Seat(1)),
        (SandRanOut(at_ms=40_000), None),
        (Retracted(1), None),
    ],
    ids=["another-seat", "the-clock", "about-an-entry"],
)
def test_what_is_somebody_elses_is_refused(event: Event, seat: Seat | None) -> None:
    with pytest.raises(IllegalMoveError) as refused:
        sitting(CLAIMED).check_may(event, seat)
    assert refused.value.code is SessionRule.NOT_FOR_SEATS


def test_only_what_a_seat_may_bring_needs_no_log() -> None:
    table = sitting(CLAIMED)
    table.check_needs_no_log(NumberCalled(claim=0, number=33))
    with pytest.raises(StaleLogError, match="without the log"):
        table.check_needs_no_log(NobodyFound())
