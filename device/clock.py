"""The table clock: whole milliseconds that pass only while the program runs and is not paused."""

from collections.abc import Callable


class TableClock:
    """Maps stamps of the system's monotonic clock, in microseconds, onto table time.

    After a restart it goes on from where it was persisted, so events never carry a wall-clock time.
    """

    def __init__(self, monotonic_us: Callable[[], int], start_ms: int = 0) -> None:
        self._monotonic_us = monotonic_us
        self._start_ms = start_ms
        self._zero_us = monotonic_us() - start_ms * 1000
        self._paused_ms: int | None = None
        self._resumed_us: int | None = None
        self._resumed_ms = start_ms
        self._zero_before_us = self._zero_us

    @property
    def is_paused(self) -> bool:
        return self._paused_ms is not None

    def now_ms(self) -> int:
        """Give the present table time."""
        return self.at_ms(self._monotonic_us())

    def at_ms(self, stamp_us: int) -> int:
        """Give the table time of a monotonic stamp, which may be handled later: across the latest pause too.

        Stamps from during a pause are at the time of the pause.
        """
        if self._resumed_us is not None and stamp_us < self._resumed_us:
            return self._since_start(stamp_us, self._zero_before_us, self._resumed_ms)
        return self._since_start(stamp_us, self._zero_us, self._paused_ms)

    def _since_start(self, stamp_us: int, zero_us: int, latest_ms: int | None) -> int:
        ms = max(self._start_ms, (stamp_us - zero_us) // 1000)
        return ms if latest_ms is None else min(ms, latest_ms)

    def stamp_us(self, table_ms: float) -> int:
        """Give the monotonic stamp of a table time."""
        return self._zero_us + round(table_ms * 1000)

    def pause(self) -> None:
        """Stop where it stands."""
        self._paused_ms = self.now_ms()

    def resume(self) -> None:
        """Let a paused clock go on from where it stands."""
        if self._paused_ms is not None:
            now_us = self._monotonic_us()
            self._resumed_us, self._resumed_ms, self._zero_before_us = now_us, self._paused_ms, self._zero_us
            self._zero_us = now_us - self._paused_ms * 1000
            self._paused_ms = None
