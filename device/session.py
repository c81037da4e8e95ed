"""The one place with order: check, write, swap, tell.

Whatever reaches the table (a button, a phone, the clock) is checked against the rules, written to the
disk, and only then becomes the state that others see. A failed check or write changes nothing.

Here are the order itself, and a game's beginning, moves and end. What else changes the table stands in
`device.arranging` (setup, copies, names), `device.presses`, and `device.amending` (taking back, correcting):
each command takes `order`, checks, and changes the table by `commit` or `enter`.
"""

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from device.chance import DRAW, lot, with_chance
from device.clock import TableClock
from device.log_thread import LogThread, to_its_end
from device.profiles import Profiles
from device.refusals import Notice, SessionRule, StaleLogError
from device.reopening import reopened
from device.setup import Setup, header_of
from device.sitting import Sitting, TableNow
from device.store import Salvaged, rows_of
from rules.codec import Event, Json
from rules.core import Await, By, Draw, Seat, Sign
from rules.errors import IllegalMoveError, RulesError
from rules.record import Record, encode_header
from rules.table import Origin, decode_entry_event

logger = logging.getLogger(__name__)


class Session:
    """How this table stands; who listens is told after each change, on the event loop, and reads from here.

    `order` is held by one command at a time, `keys` are those of the commands that were done.
    """

    def __init__(
        self,
        log: LogThread,
        clock: TableClock,
        *,
        new_id: Callable[[], str],
        today: Callable[[], str | None],
        draw: Draw = DRAW,
    ) -> None:
        self.log = log
        self.clock = clock
        self._new_id = new_id
        self._today = today
        self._draw = draw
        self.order = asyncio.Lock()
        self._listeners: list[Callable[[], None]] = []
        self.version = 0
        self.notice: Notice | None = None
        self._notices = 0
        self._hints: tuple[object, Json] = (None, None)
        begun = log.now(reopened, log.store, clock.now_ms(), draw)
        self.now, self.keys = begun.now, begun.keys
        for said in begun.told:
            self.answer(None, said)

    # ---- how the table stands ----

    @property
    def sitting(self) -> Sitting | None:
        """The open game."""
        return self.now.sitting

    @property
    def setup(self) -> Setup:
        """What the next game begins with."""
        return self.now.setup

    @property
    def setup_version(self) -> int:
        """How often that was changed."""
        return self.now.setup_version

    @property
    def profiles(self) -> Profiles:
        """What is known of people's copies."""
        return self.now.profiles

    @property
    def salvaged(self) -> Salvaged | None:
        """What was read of a damaged file, where the table's file was one as this program began."""
        return self.log.store.salvaged

    @property
    def awaits(self) -> tuple[Await, ...]:
        """What the open game waits for."""
        return () if self.sitting is None else self.sitting.awaits

    @property
    def clock_due_ms(self) -> int | None:
        """When, by the table clock, the clock itself has something to say; None while no sand runs."""
        return min((a.at_ms for a in self.awaits if a.by is By.CLOCK and a.at_ms is not None), default=None)

    def record(self) -> Record:
        """Give the open game as a record.

        Raises:
            IllegalMoveError: when there is none, or while it would show what is hidden.
        """
        sitting = self.require_sitting()
        if sitting.table.holds_secrets:
            raise IllegalMoveError(SessionRule.SECRET_RECORD, "the record holds what is hidden until the end")
        return Record(sitting.header, sitting.table)

    # ---- telling ----

    def listen(self, listener: Callable[[], None]) -> None:
        """Have *listener* called after each change."""
        self._listeners.append(listener)

    def tell(self) -> None:
        """Say that something which people see has changed.

        What a listener gets wrong is logged: the change itself is on the disk, and others must hear of it.
        """
        self.version += 1
        for listener in self._listeners:
            try:
                listener()
            except Exception:
                logger.exception("a listener failed")

    def answer(self, sign: Sign | None, error: RulesError) -> None:
        """Tell who pressed, politely, why it did not count."""
        self._notices += 1
        self.notice = Notice(
            self._notices, sign, str(error.code), error.message, dict(error.params), self.clock.now_ms()
        )
        self.tell()

    @property
    def hints(self) -> Json:
        """What was worked out about the present state, None while nothing is."""
        about, hints = self._hints
        return hints if self.sitting is not None and about is self.sitting.state else None

    def hint(self, about: object, hints: Json) -> None:
        """Keep and tell what was worked out about a state; what is about another one is dropped."""
        self._hints = (about, hints)
        if self.hints is not None:
            self.tell()

    # ---- a game ----

    @to_its_end
    async def start(self, *, version: int | None = None, key: str | None = None) -> None:
        """Open a game with the present setup; an open one is refused."""
        async with self.order:
            if key in self.keys:
                return
            self.check_setup(version)
            if self.sitting is not None:
                raise IllegalMoveError(SessionRule.GAME_OPEN, "a game is open already")
            low = self.setup.game.seat_counts[0]
            if len(self.setup.seats) < low:
                raise IllegalMoveError(
                    SessionRule.TOO_FEW_SEATS,
                    f"{len(self.setup.seats)} seats, at least {low} play",
                    {"low": low},
                )
            header = header_of(self.setup, self._new_id(), self._today())
            table = header.opened()
            await self.log.run(self.log.store.open_game, header.id, encode_header(header))
            self.keys.note(key)
            self.notice = None
            self.swap(replace(self.now, sitting=Sitting(header, table)))
            await self.catch_up()

    @to_its_end
    async def play(
        self,
        came: object,
        origin: Origin,
        *,
        key: str | None = None,
        round_number: int | None = None,
        log: int | None = None,
        seat: Seat | None = None,
    ) -> int:
        """Log one event that came as JSON and give its entry number.

        *seat* is who brings it, None for the table or the host; *round_number* and *log* are what it
        was meant for. A key that was seen before gives the entry it made then.

        Raises:
            RulesError: when it can't be read or isn't legal now; only what the clock had brought is logged.
            StoreError: when the disk refuses; nothing has changed.
        """
        async with self.order:
            if key in self.keys:
                return self.keys[key]
            self.check_running()
            await self.catch_up()
            sitting = self.require_sitting()
            event = decode_entry_event(sitting.game, came)
            # Whose turn it was is over for what came too late: it must hear that, not that it may never.
            sitting.check_meant(round_number, log)
            sitting.check_may(event, seat)
            if origin is Origin.HOST and log is None:
                sitting.check_needs_no_log(event)
            return await self.enter([(origin, event)], key)

    @to_its_end
    async def settle(self, grace_ms: int = 0) -> None:
        """Log what the clock has brought, once it is *grace_ms* past: stamps of before may still come in."""
        async with self.order:
            await self.catch_up(grace_ms)

    @to_its_end
    async def close(self, *, key: str | None = None) -> None:
        """Leave the open game, finished or not, and go back to the setup; its record is kept."""
        async with self.order:
            if key in self.keys:
                return
            await self.log.run(self.log.store.close_game, self.require_sitting().header.id)
            self.keys.note(key)
            self.notice = None
            self.clock.resume()
            self.swap(replace(self.now, sitting=None))

    async def keep_clock(self) -> None:
        """Persist the table clock."""
        await self.log.run(self.log.store.keep_settings, {"table_ms": self.clock.now_ms()})

    async def resume(self) -> None:
        """Go on after a restart in mid-sand."""
        async with self.order:
            if self.clock.is_paused:
                self.clock.resume()
                self.tell()

    # ---- for commands, while they hold `order` ----

    def require_sitting(self) -> Sitting:
        """Give the open game, or refuse."""
        if self.sitting is None:
            raise IllegalMoveError(SessionRule.NO_GAME, "no game is open: start one first")
        return self.sitting

    def check_running(self) -> None:
        """Refuse while the table is paused."""
        if self.clock.is_paused:
            raise IllegalMoveError(SessionRule.PAUSED, "the table was cut off and is paused: OK goes on")

    def check_setup(self, version: int | None) -> None:
        """Refuse what was made on another version of the setup."""
        if version is not None and version != self.setup_version:
            raise StaleLogError(
                SessionRule.STALE, f"setup {version} came, the table is at {self.setup_version}"
            )

    async def catch_up(self, grace_ms: int = 0) -> None:
        """Log what chance and the clock have brought, the clock's once it is *grace_ms* past."""
        if self.sitting is not None and lot(self.sitting.game, self.sitting.state) is not None:
            await self.enter([])
        while self.sitting is not None and not self.clock.is_paused:
            now_ms = self.clock.now_ms()
            due = [
                a
                for a in self.awaits
                if a.by is By.CLOCK and a.at_ms is not None and now_ms >= a.at_ms + grace_ms
            ]
            if not due:
                return
            event = decode_entry_event(self.sitting.game, {"type": due[0].event, "at_ms": now_ms})
            await self.enter([(Origin.CLOCK, event)])

    async def enter(self, events: Sequence[tuple[Origin, Event]], *keys: str | None) -> int:
        """Log *events* with their commands' *keys*, and what chance adds; give the first one's number."""
        sitting, now_ms = self.require_sitting(), self.clock.now_ms()
        table = sitting.table
        for origin, event in events:
            table = table.append(now_ms, origin, event)
        table = with_chance(table, now_ms, self._draw)
        new = table.entries[len(sitting.table.entries) :]
        after = replace(self.now, sitting=replace(sitting, table=table))
        await self.commit(after, self.log.store.append, sitting.header.id, rows_of(new, keys))
        for entry, key in zip(new, keys, strict=False):
            self.keys.note(key, entry.number)
        return new[0].number

    async def commit(self, after: TableNow, write: Callable[..., None], *args: object) -> None:
        """Write, swap, tell; where the write fails nothing has changed, and nobody hears of it."""
        await self.log.run(write, *args)
        self.swap(after)

    def swap(self, after: TableNow) -> None:
        """Have the table stand as was written, and tell."""
        assert self.order.locked(), "only a command that holds the order changes the table"
        self.now = after
        self.tell()
