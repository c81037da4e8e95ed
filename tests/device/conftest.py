"""A table whose time only the test moves, on a real SQLite file, that can be cut off and started again."""

import asyncio
import itertools
import os
import threading
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

from device import arranging
from device.clock import TableClock
from device.errors import StoreError
from device.hands import monotonic_us
from device.log_thread import LogThread
from device.presses import TimedPress, announce
from device.seating import Seating
from device.session import Session
from device.store import Store
from rules.codec import Json, encode_event
from rules.core import Sign
from rules.errors import RulesError
from rules.record import decode_entry
from rules.registry import GAMES
from rules.table import Origin

SUN, EYE, LOTUS, FEATHER, BOAT, ANKH = Sign

# Blinka decides what board this is when it is first imported, and sticks to it: a test that looks for a real
# ring would spoil every simulated one after it.
os.environ.setdefault("BLINKA_OS_AGNOSTIC", "1")


class Time:
    """Monotonic time that stands still until the test moves it.

    It starts where the machine's own stands: mock pins stamp their edges with that.
    """

    def __init__(self, us: int | None = None) -> None:
        self.us = monotonic_us() if us is None else us

    def __call__(self) -> int:
        return self.us

    def s(self) -> float:
        return self.us / 1_000_000

    def pass_ms(self, ms: float) -> None:
        self.us += round(ms * 1000)


class FailingStore(Store):
    """A store whose disk refuses while `is_failing`."""

    is_failing = False

    def _write(self, statements: list[tuple[str, tuple[Any, ...]]]) -> None:
        if self.is_failing:
            raise StoreError("the disk refused: no space left")
        super()._write(statements)


class GatedStore(FailingStore):
    """A store whose writes wait until the test lets them through."""

    def __init__(self, path: Path) -> None:
        self.gate = threading.Event()
        self.gate.set()
        super().__init__(path)

    def _write(self, statements: list[tuple[str, tuple[Any, ...]]]) -> None:
        assert self.gate.wait(10)
        super()._write(statements)


class Table:
    """Session and seating on one file; `told` notes what listeners saw: version, and number of entries."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.time = Time()
        self._ids = (f"game-{n}" for n in itertools.count(1))
        self._logs: list[LogThread] = []
        self.start_program()

    def start_program(self) -> None:
        self.log = LogThread(self.path, GatedStore)
        self._logs.append(self.log)
        self.clock = TableClock(self.time, self.log.now(self.log.store.latest_ms))
        today, new_id = (lambda: "2026-11-30"), (lambda: next(self._ids))
        self.session = Session(self.log, self.clock, new_id=new_id, today=today)
        self.seating = Seating(self.session, self.log, self.time.s)
        self.told: list[tuple[int, int]] = []
        self._changed = asyncio.Event()
        self.session.listen(self._heard)

    def _heard(self) -> None:
        self.told.append((self.session.version, self.entries))
        self._changed.set()

    @property
    def store(self) -> GatedStore:
        assert isinstance(self.log.store, GatedStore)
        return self.log.store

    @property
    def entries(self) -> int:
        return 0 if self.session.sitting is None else len(self.session.sitting.table.entries)

    def restart(self) -> None:
        """Start a second program on the file, as after a cut: the first says and stores nothing more."""
        self.start_program()

    def close(self) -> None:
        while self._logs:
            self._logs.pop().close()

    async def seat(self, *signs: Sign, options: dict[str, Json] | None = None, first_seat: int = 0) -> None:
        seats: list[Json] = [{"sign": str(sign), "name": ""} for sign in signs]
        setup = {"game": "pharaoh_code", "seats": seats, "first_seat": first_seat, "options": options or {}}
        await arranging.arrange_as(self.session, setup, self.session.setup_version)

    async def open_game(self, *signs: Sign, options: dict[str, Json] | None = None) -> None:
        await self.seat(*(signs or (SUN, EYE, LOTUS)), options=options)
        await self.session.start()

    async def host(self, type_: str, **fields: Json) -> int:
        return await self.session.play({"type": type_, **fields}, Origin.HOST, log=self.entries)

    async def claim(self, *signs_and_ms: tuple[Sign, int]) -> None:
        await announce(self.session, [TimedPress(sign, ms) for sign, ms in signs_and_ms])

    async def take_tile(self, number: int) -> None:
        """Play a round in which the first seat takes one tile and is right."""
        await self.claim((SUN, self.clock.now_ms()))
        await self.host("number_called", claim=0, number=number)
        self.time.pass_ms(31_000)
        await self.session.settle()
        await self.host("judged", claim=0, right=True)

    async def play_to_the_end(self) -> None:
        """Take the four black tiles, so that their row can't be filled."""
        for number in (49, 64, 84, 90):
            await self.take_tile(number)
        assert self.reason == "row_empty_black"

    @property
    def reason(self) -> str | None:
        """Why the open game is over, None while it is played."""
        sitting = self.session.sitting
        assert sitting is not None
        outcome = sitting.game.outcome(sitting.state)
        return None if outcome is None else outcome.reason

    @property
    def logged(self) -> list[dict[str, Json]]:
        """The events of the open game as they were logged."""
        assert self.session.sitting is not None
        return [encode_event(e.event) for e in self.session.sitting.table.entries]

    @property
    def stored(self) -> list[dict[str, Json]]:
        """The events of the open game as they lie on the disk."""
        row = self.log.now(self.log.store.game)
        assert row is not None
        game = GAMES["pharaoh_code"]
        return [encode_event(decode_entry(game, entry.entry)[2]) for entry in row.entries]

    @property
    def notice_codes(self) -> str | None:
        return None if self.session.notice is None else self.session.notice.code

    async def until(self, is_so: Callable[[], bool]) -> None:
        """Wait for what is sure to come; the limit only ends a test that has failed."""
        async with asyncio.timeout(10):
            while not is_so():
                self._changed.clear()
                await self._changed.wait()


@pytest.fixture
async def table(tmp_path: Path) -> AsyncIterator[Table]:
    made = Table(tmp_path / "table.db")
    yield made
    made.close()


def claims(logged: Sequence[dict[str, Json]]) -> list[tuple[Json, Json, Json]]:
    """Give seat, time and mark of each claim."""
    return [(e["seat"], e["pressed_ms"], e["mark"]) for e in logged if e["type"] == "claimed"]


async def code_of(doing: Awaitable[object]) -> str:
    """Give the code with which something is refused."""
    with pytest.raises(RulesError) as refused:
        await doing
    return str(refused.value.code)
