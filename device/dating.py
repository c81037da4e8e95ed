"""What day it is: from a clock that can be trusted, else from the host's phone, else nobody knows.

A Pi without a clock of its own starts where it stopped, which looks like a date and is none. So the
system's clock counts only while the kernel says that it follows the network; a real-time clock counts by
itself; and a phone's word counts only while neither does. Nothing here sets a clock, and nothing but the
date of a record depends on it: the table's own time is device/clock.py's, which no wall clock moves.
"""

import ctypes
import datetime
import logging
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from enum import StrEnum
from pathlib import Path
from typing import Final

logger = logging.getLogger(__name__)

OLDEST_S: Final = datetime.datetime(2026, 1, 1, tzinfo=datetime.UTC).timestamp()
LATEST_S: Final = datetime.datetime(2100, 1, 1, tzinfo=datetime.UTC).timestamp()
"""Earlier or later is no date but a clock that was never set; a small Pi without one begins in 1970."""
FARTHEST_MIN: Final = 14 * 60
"""No place on earth is further from UTC."""
LOOK_US: Final = 4_000_000
"""Reading a real-time clock goes over a slow bus."""
TIMESYNC: Final = "run/systemd/timesync/synchronized"
TIME_ERROR: Final = 5
"""What adjtimex(2) answers while no clock is followed."""


class DateSource(StrEnum):
    """From where the date is known."""

    NETWORK = "network"
    RTC = "rtc"
    PHONE = "phone"
    UNKNOWN = "unknown"


def is_kernel_synchronised() -> bool:
    """Say whether the kernel's clock follows another, which chrony, ntpd and timesyncd tell it alike."""
    with suppress(OSError, AttributeError):
        timex = ctypes.create_string_buffer(512)
        return int(ctypes.CDLL(None).adjtimex(timex)) in range(TIME_ERROR)
    return False


def is_plausible(unix_s: float) -> bool:
    """Say whether that can be a date on which somebody plays."""
    return OLDEST_S <= unix_s < LATEST_S


def rtc_s(root: Path) -> int | None:
    """Give what a real-time clock says, None where there is none or it was never set."""
    for clock in sorted(root.glob("sys/class/rtc/rtc*/since_epoch")):
        with suppress(OSError, ValueError):
            unix_s = int(clock.read_text())
            if is_plausible(unix_s):
                return unix_s
    return None


def source_of(root: Path, *, is_synchronised: bool, now_s: float) -> DateSource:
    """Say which clock of a machine can be trusted for the date."""
    if is_plausible(now_s) and (is_synchronised or (root / TIMESYNC).exists()):
        return DateSource.NETWORK
    return DateSource.UNKNOWN if rtc_s(root) is None else DateSource.RTC


class Calendar:
    """Gives the day; it remembers what a phone said, as the distance from the monotonic clock."""

    def __init__(
        self,
        now_us: Callable[[], int],
        *,
        root: Path = Path("/"),
        is_synchronised: Callable[[], bool] = is_kernel_synchronised,
        unix_s: Callable[[], float] = time.time,
    ) -> None:
        self._now_us = now_us
        self._root = root
        self._is_synchronised = is_synchronised
        self._unix_s = unix_s
        self._phone: tuple[float, datetime.timezone] | None = None
        self._found = DateSource.UNKNOWN
        self._looked_us: int | None = None

    @property
    def source(self) -> DateSource:
        """From where the date is known; the machine is asked again every few seconds."""
        now_us = self._now_us()
        if self._looked_us is None or now_us - self._looked_us >= LOOK_US:
            self._found = source_of(self._root, is_synchronised=self._is_synchronised(), now_s=self._unix_s())
            self._looked_us = now_us
        is_phones = self._found is DateSource.UNKNOWN and self._phone is not None
        return DateSource.PHONE if is_phones else self._found

    def take_phone(self, unix_ms: int, offset_min: int) -> bool:
        """Take a phone's word for the time and its distance from UTC; False where it does not count.

        It counts once, while no clock of this machine can be trusted, and if it can be a date at all.
        """
        unix_s = unix_ms / 1000
        if (
            self.source is not DateSource.UNKNOWN
            or not is_plausible(unix_s)
            or abs(offset_min) > FARTHEST_MIN
        ):
            return False
        zone = datetime.timezone(datetime.timedelta(minutes=offset_min))
        self._phone = unix_s - self._now_us() / 1_000_000, zone
        return True

    def day(self, at_us: int | None = None) -> str | None:
        """Give the day (yyyy-mm-dd) of a monotonic stamp, by default today; None while nobody knows."""
        zone: datetime.timezone | None = None
        match self.source:
            case DateSource.NETWORK:
                unix_s: float | None = self._unix_s()
            case DateSource.RTC:
                unix_s = rtc_s(self._root)
            case _ if self._phone is not None:
                from_monotonic_s, zone = self._phone
                unix_s = from_monotonic_s + self._now_us() / 1_000_000
            case _:
                unix_s = None
        if unix_s is None:
            return None
        if at_us is not None:
            unix_s -= (self._now_us() - at_us) / 1_000_000
        return datetime.datetime.fromtimestamp(unix_s, tz=datetime.UTC).astimezone(zone).date().isoformat()


class Undated:
    """The games that began while nobody knew the day; they get it once somebody does.

    One that was begun in an earlier run gets the day on which this run went on with it.
    """

    def __init__(self, calendar: Calendar, now_us: Callable[[], int]) -> None:
        self._calendar = calendar
        self._now_us = now_us
        self._since_us: dict[str, int] = {}

    def note(self, id_: str) -> None:
        """Note that a game without a date is open."""
        self._since_us.setdefault(id_, self._now_us())

    async def fill(self, keep: Callable[[str, str], Awaitable[None]]) -> bool:
        """Have *keep* store the day of each, by its id; False while nobody knows the day, or none waits."""
        days = {id_: self._calendar.day(at_us) for id_, at_us in self._since_us.items()}
        known = {id_: day for id_, day in days.items() if day is not None}
        for id_, day in known.items():
            await keep(id_, day)
            # Meanwhile somebody else may have brought the day.
            if self._since_us.pop(id_, None) is not None:
                logger.info("the game %s was begun on %s", id_, day)
        return bool(known)
