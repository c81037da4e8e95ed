"""When the piezo sounds: from one look at the table to the next."""

from device.session import Session
from device.sound import Sound, next_tick_ms, sounds_of
from rules.core import Glance

TICK_LATE_MS = 300
"""A tick that comes later than this is left out: it would tell a wrong second."""


class SoundMaker:
    """Says what is to be heard, from one look at the table to the next."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._glance = self._look()
        self._answered = 0 if session.notice is None else session.notice.number
        self._ticked_ms = -1

    def _look(self) -> Glance | None:
        sitting = self._session.sitting
        return None if sitting is None else sitting.game.glance(sitting.state)

    def changed(self) -> tuple[Sound, ...]:
        """Give the sounds of what changed since the last time."""
        before, self._glance = self._glance, self._look()
        notice = self._session.notice
        is_new = notice is not None and notice.number > self._answered
        self._answered = self._answered if notice is None else notice.number
        return (*sounds_of(before, self._glance), *((Sound.REFUSED,) if is_new else ()))

    def next_tick_ms(self, now_ms: int) -> int | None:
        """Give when the next of the last five seconds begins."""
        return next_tick_ms(self._glance, now_ms)

    def ticks(self, now_ms: int) -> tuple[Sound, ...]:
        """Give the tick of a second that has begun and was not heard yet."""
        due_ms = next_tick_ms(self._glance, now_ms - TICK_LATE_MS)
        if due_ms is None or due_ms > now_ms or due_ms <= self._ticked_ms:
            return ()
        self._ticked_ms = due_ms
        return (Sound.LAST_SECONDS,)
