"""Hints of the open game, worked out on another thread, so that nobody waits for them."""

import asyncio

from device.session import Session


class Hinting:
    """Works out hints about each state that the table comes to; about one that is past, no longer."""

    def __init__(self, session: Session) -> None:
        self._session = session
        self._about: object = None
        self._wake = asyncio.Event()
        session.listen(self._changed)
        self._changed()

    def _changed(self) -> None:
        sitting = self._session.sitting
        about = None if sitting is None else sitting.state
        if about is not self._about:
            self._about = about
            self._wake.set()

    async def run(self) -> None:
        """Work until cancelled."""
        try:
            while True:
                await self._wake.wait()
                self._wake.clear()
                await self._look()
        finally:
            self._about = None

    async def _look(self) -> None:
        sitting, about = self._session.sitting, self._about
        work = None if sitting is None else sitting.game.hints(sitting.state)
        if work is not None:
            hints = await asyncio.to_thread(work, lambda: self._about is about)
            self._session.hint(about, hints)
