"""From where the day is known, and that nothing but the day depends on it."""

import asyncio
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import pytest

from device import arranging
from device.clock import TableClock
from device.dating import Calendar, DateSource, Undated, is_kernel_synchronised
from tests.device.conftest import SUN, Table, Time

NOW_S = 1_796_000_000
"""2026-11-30, 01:33 UTC."""
DAY_S = 24 * 3600
NOON_MS = (NOW_S + 10 * 3600) * 1000


@dataclass
class Clocks:
    """A machine's clocks, all of which a test can move."""

    root: Path
    time: Time = field(default_factory=Time)
    wall_s: float = NOW_S
    is_synchronised: bool = False

    def __post_init__(self) -> None:
        self.calendar = Calendar(
            self.time,
            root=self.root,
            is_synchronised=lambda: self.is_synchronised,
            unix_s=lambda: self.wall_s,
        )

    def put_rtc(self, unix_s: int, name: str = "rtc0") -> None:
        file = self.root / "sys/class/rtc" / name / "since_epoch"
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f"{unix_s}\n")

    def synchronise(self) -> None:
        file = self.root / "run/systemd/timesync/synchronized"
        file.parent.mkdir(parents=True)
        file.touch()


@pytest.fixture
def clocks(tmp_path: Path) -> Clocks:
    return Clocks(tmp_path)


# ---- where it comes from ----


def test_clock_that_nobody_set_is_no_date_however_it_looks(clocks: Clocks) -> None:
    assert (clocks.calendar.source, clocks.calendar.day()) == (DateSource.UNKNOWN, None)


def test_network_time_is_believed_when_the_kernel_or_timesyncd_says_so(
    clocks: Clocks, tmp_path: Path
) -> None:
    clocks.is_synchronised = True
    assert (clocks.calendar.source, clocks.calendar.day()) == (DateSource.NETWORK, "2026-11-30")
    other = Clocks(tmp_path / "other")
    other.synchronise()
    assert other.calendar.source is DateSource.NETWORK


@pytest.mark.parametrize("wall_s", [0, 1_700_000_000, 4_200_000_000])
def test_synchronised_clock_that_says_no_possible_day_is_not_believed(clocks: Clocks, wall_s: float) -> None:
    clocks.is_synchronised, clocks.wall_s = True, wall_s
    assert clocks.calendar.source is DateSource.UNKNOWN


def test_real_time_clock_is_believed_before_the_systems_own(clocks: Clocks) -> None:
    clocks.put_rtc(NOW_S + 3 * DAY_S)
    assert (clocks.calendar.source, clocks.calendar.day()) == (DateSource.RTC, "2026-12-03")


def test_real_time_clock_without_a_battery_is_passed_over_for_one_that_has(clocks: Clocks) -> None:
    clocks.put_rtc(17)
    assert clocks.calendar.day() is None
    clocks.put_rtc(NOW_S, "rtc1")
    clocks.time.pass_ms(10_000)
    assert clocks.calendar.source is DateSource.RTC


def test_real_time_clock_that_goes_away_leaves_no_day(clocks: Clocks) -> None:
    clocks.put_rtc(NOW_S)
    assert clocks.calendar.source is DateSource.RTC
    (clocks.root / "sys/class/rtc/rtc0/since_epoch").write_text("broken")
    assert clocks.calendar.day() is None


def test_phone_is_believed_where_nothing_better_is_there_and_in_its_own_zone(clocks: Clocks) -> None:
    late_ms = (NOW_S + 14 * 3600 + 1800) * 1000
    assert clocks.calendar.take_phone(late_ms, 9 * 60)
    assert (clocks.calendar.source, clocks.calendar.day()) == (DateSource.PHONE, "2026-12-01")


def test_phones_day_goes_on_with_the_monotonic_clock(clocks: Clocks) -> None:
    clocks.calendar.take_phone(NOON_MS, 0)
    clocks.wall_s = 0
    clocks.time.pass_ms(DAY_S * 1000)
    assert clocks.calendar.day() == "2026-12-01"


def test_phone_never_overrides_a_clock_that_is_trusted(clocks: Clocks) -> None:
    clocks.is_synchronised = True
    assert not clocks.calendar.take_phone(NOON_MS + 40 * DAY_S * 1000, 0)
    assert clocks.calendar.day() == "2026-11-30"


def test_clock_that_becomes_trusted_overrides_the_phone(clocks: Clocks) -> None:
    clocks.calendar.take_phone(NOON_MS + 40 * DAY_S * 1000, 0)
    clocks.is_synchronised = True
    clocks.time.pass_ms(10_000)
    assert (clocks.calendar.source, clocks.calendar.day()) == (DateSource.NETWORK, "2026-11-30")


def test_first_phone_counts_and_a_second_does_not(clocks: Clocks) -> None:
    assert clocks.calendar.take_phone(NOON_MS, 0)
    assert not clocks.calendar.take_phone(NOON_MS + DAY_S * 1000, 0)
    assert clocks.calendar.day() == "2026-11-30"


@pytest.mark.parametrize(
    ("unix_ms", "offset_min"),
    [(0, 0), (1_700_000_000_000, 0), (10**13, 0), (NOON_MS, 15 * 60), (NOON_MS, -15 * 60)],
)
def test_phone_that_says_no_possible_day_is_not_believed(
    clocks: Clocks, unix_ms: int, offset_min: int
) -> None:
    assert not clocks.calendar.take_phone(unix_ms, offset_min)
    assert clocks.calendar.day() is None


def test_day_of_a_moment_before_midnight_is_the_day_before(clocks: Clocks) -> None:
    began_us = clocks.time()
    clocks.time.pass_ms(26 * 3600 * 1000)
    clocks.calendar.take_phone(NOON_MS, 0)
    assert clocks.calendar.day(began_us) == "2026-11-29"


def test_kernel_answers_whether_it_follows_a_clock() -> None:
    assert is_kernel_synchronised() in (True, False)


# ---- the games ----


async def began_undated(table: Table, clocks: Clocks) -> Undated:
    table.session._today = clocks.calendar.day
    await table.open_game()
    undated = Undated(clocks.calendar, clocks.time)
    assert table.session.sitting is not None
    undated.note(table.session.sitting.header.id)
    return undated


def date_of(table: Table, id_: str) -> object:
    row = table.log.now(table.log.store.game, id_)
    assert row is not None
    return row.header["date"]


async def test_game_gets_the_day_on_which_it_began_once_that_is_known(table: Table, clocks: Clocks) -> None:
    undated = await began_undated(table, clocks)
    assert not await undated.fill(partial(arranging.keep_date, table.session))
    clocks.time.pass_ms(26 * 3600 * 1000)
    clocks.calendar.take_phone(NOON_MS, 0)
    assert await undated.fill(partial(arranging.keep_date, table.session))
    assert table.session.sitting is not None
    assert table.session.sitting.header.date == date_of(table, "game-1") == "2026-11-29"
    assert not await undated.fill(partial(arranging.keep_date, table.session))


async def test_game_that_was_closed_meanwhile_gets_its_day_too(table: Table, clocks: Clocks) -> None:
    undated = await began_undated(table, clocks)
    await table.session.close()
    clocks.calendar.take_phone(NOON_MS, 0)
    await undated.fill(partial(arranging.keep_date, table.session))
    assert (table.session.sitting, date_of(table, "game-1")) == (None, "2026-11-30")


async def test_two_who_bring_the_day_at_once_are_no_fault(table: Table, clocks: Clocks) -> None:
    undated = await began_undated(table, clocks)
    clocks.calendar.take_phone(NOON_MS, 0)
    keep = partial(arranging.keep_date, table.session)
    assert await asyncio.gather(*(undated.fill(keep) for _ in range(2))) == [True, True]
    assert date_of(table, "game-1") == "2026-11-30"


async def test_game_that_has_its_day_keeps_it(table: Table) -> None:
    await table.open_game()
    told = len(table.told)
    await arranging.keep_date(table.session, "game-1", "2027-01-01")
    await arranging.keep_date(table.session, "no-such-game", "2027-01-01")
    assert (date_of(table, "game-1"), len(table.told)) == ("2026-11-30", told)


async def test_day_is_no_entry_of_the_game_and_a_name_given_before_stays(
    table: Table, clocks: Clocks
) -> None:
    undated = await began_undated(table, clocks)
    await arranging.rename(table.session, SUN, "Nefertari")
    clocks.calendar.take_phone(NOON_MS, 0)
    await undated.fill(partial(arranging.keep_date, table.session))
    table.restart()
    assert table.session.sitting is not None
    header = table.session.sitting.header
    assert (table.entries, header.date, header.seats[0].name) == (0, "2026-11-30", "Nefertari")


# ---- jumps ----


def test_wall_clock_that_jumps_moves_neither_the_table_clock_nor_a_phones_day(clocks: Clocks) -> None:
    table_clock = TableClock(clocks.time)
    clocks.calendar.take_phone(NOON_MS, 0)
    clocks.time.pass_ms(5_000)
    for wall_s in (0, NOW_S - 40 * DAY_S, NOW_S + 40 * DAY_S):
        clocks.wall_s = wall_s
        clocks.time.pass_ms(10_000)
        assert clocks.calendar.day() == "2026-11-30"
    assert table_clock.now_ms() == 35_000


async def test_clock_that_is_set_right_in_mid_game_leaves_its_day_and_its_time(
    table: Table, clocks: Clocks
) -> None:
    clocks.is_synchronised = True
    table.session._today = clocks.calendar.day
    await table.open_game()
    before_ms = table.clock.now_ms()
    clocks.wall_s += 400 * DAY_S
    assert table.session.sitting is not None
    assert (table.session.sitting.header.date, table.clock.now_ms()) == ("2026-11-30", before_ms)
