"""The task that logs what the clock brings, and persists the clock while sand runs."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from typing import NoReturn

from device.errors import StoreError
from device.refusals import SessionRule
from device.session import Session
from device.sounding import SoundMaker
from rules.errors import IllegalMoveError

logger = logging.getLogger(__name__)

KEEP_CLOCK_MS = 1000
RETRY_S = 1.0
"""How long a disk that refused is left alone."""


class Timekeeping:
    """Sleeps while no sand runs. *grace_ms* gives how long after its deadline a claim may still come in."""

    def __init__(
        self,
        session: Session,
        sounds: SoundMaker,
        *,
        play: Callable[..., None],
        grace_ms: Callable[[], int],
    ) -> None:
        self._session = session
        self._sounds = sounds
        self._play = play
        self._grace_ms = grace_ms
        self._wake = asyncio.Event()
        session.listen(self._wake.set)

    async def run(self) -> NoReturn:
        """Keep time until cancelled."""
        kept_ms, is_disk_fine = -KEEP_CLOCK_MS, True
        clock = self._session.clock
        while True:
            self._wake.clear()
            due_ms = None if clock.is_paused else self._session.clock_due_ms
            if due_ms is None:
                await self._wake.wait()
                continue
            now_ms = clock.now_ms()
            self._play(*self._sounds.ticks(now_ms))
            ends = (kept_ms + KEEP_CLOCK_MS, due_ms + self._grace_ms(), self._sounds.next_tick_ms(now_ms))
            wait_ms = min(ms for ms in ends if ms is not None) - now_ms
            if wait_ms > 0:
                with suppress(TimeoutError):
                    async with asyncio.timeout(wait_ms / 1000):
                        await self._wake.wait()
                continue
            try:
                if now_ms >= kept_ms + KEEP_CLOCK_MS:
                    await self._session.keep_clock()
                    kept_ms = now_ms
                await self._session.settle(self._grace_ms())
                is_disk_fine = True
            except StoreError as error:
                if is_disk_fine:
                    logger.error("%s", error)
                    self._session.answer(None, IllegalMoveError(SessionRule.DISK, str(error)))
                is_disk_fine = False
                await asyncio.sleep(RETRY_S)
