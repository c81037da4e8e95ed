"""The one place with order: check, write, swap, tell.

Whatever reaches the table (a button, a phone, the clock) is checked against the rules, written to the
disk, and only then becomes the state that others see. A failed check or write changes nothing.
"""

import logging
from collections.abc import Callable, Sequence
from dataclasses import replace

from device.arranging import Arranging
from device.chance import DRAW, lot, with_chance
from device.clock import TableClock
from device.setup import header_of
from device.sitting import Keys, Notice, SessionRule, Sitting, StaleLogError, TimedPress
from device.store import EntryRow, LogThread, Salvaged, StoreError, to_its_end
from rules.codec import Event, Json
from rules.core import Await, By, DeadHeatRule, Draw, Press, Seat, Sign
from rules.errors import IllegalMoveError, RulesError
from rules.record import Record, encode_entry, encode_header
from rules.table import Corrected, Correction, Entry, Origin, Redone, Retracted, Table, decode_entry_event

logger = logging.getLogger(__name__)

__all__ = ["Notice", "Session", "SessionRule", "Sitting", "StaleLogError", "StoreError", "TimedPress"]


class Session(Arranging):
    """Setup and open game of this table."""

    def __init__(
        self,
        log: LogThread,
        clock: TableClock,
        *,
        new_id: Callable[[], str],
        today: Callable[[], str | None],
        draw: Draw = DRAW,
    ) -> None:
        super().__init__(log)
        self.clock = clock
        self._new_id = new_id
        self._today = today
        self._draw = draw
        self.notice: Notice | None = None
        self._notices = 0
        self._hints: tuple[object, Json] = (None, None)
        self.sitting = self._load()
        if self.salvaged is not None:
            params: dict[str, str | int] = {"folder": self.salvaged.folder.name, "games": self.salvaged.games}
            said = f"the table's file was damaged and is kept in {self.salvaged.folder}"
            self.answer(None, IllegalMoveError(SessionRule.SALVAGED, said, params))

    def _load(self) -> Sitting | None:
        """Fold the game that was open; one that can't go on here is left where it is, and said."""
        row = self._log.now(self._log.store.game)
        if row is None:
            return None
        try:
            record = row.record()
            if row.header["rules_version"] != record.header.game.rules_version:
                raise IllegalMoveError(SessionRule.OLD_RULES, "the open game was begun under older rules")
        except RulesError as error:
            logger.error("the game %s can't go on: %s", row.id, error.message)
            self.answer(None, IllegalMoveError(SessionRule.LEFT_ASIDE, error.message))
            return None
        self._keys = Keys({entry.key: entry.number for entry in row.entries if entry.key is not None})
        # A crash may have come between a new game's header and what chance deals to begin with.
        try:
            table = with_chance(record.table, self.clock.now_ms(), self._draw)
            rows = _rows(table.entries[len(record.table.entries) :], None)
            if rows:
                self._log.now(self._log.store.append, row.id, rows)
        except (RulesError, StoreError) as error:
            logger.error("what chance deals could not be added to the game %s: %s", row.id, error)
            table = record.table
        return Sitting(record.header, table)

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

    @property
    def salvaged(self) -> Salvaged | None:
        """What was read of a damaged file, where the table's file was one as this program began."""
        return self._log.store.salvaged

    @property
    def awaits(self) -> tuple[Await, ...]:
        """What the open game waits for."""
        return () if self.sitting is None else self.sitting.game.awaits(self.sitting.state)

    @property
    def clock_due_ms(self) -> int | None:
        """When, by the table clock, the clock itself has something to say; None while no sand runs."""
        return min((a.at_ms for a in self.awaits if a.by is By.CLOCK and a.at_ms is not None), default=None)

    # ---- a game's entries ----

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
        async with self._lock:
            if key in self._keys:
                return self._keys[key]
            self._check_running()
            await self._settle()
            sitting = self._sitting()
            event = decode_entry_event(sitting.game, came)
            # Whose turn it was is over for what came too late: it must hear that, not that it may never.
            self._check_meant(sitting, round_number, log)
            self._check_may(sitting, event, seat)
            if origin is Origin.HOST and log is None and not sitting.is_open_to_anyone(event):
                raise StaleLogError(SessionRule.STALE, f"{event.type} came without the log it was made on")
            return await self._append(sitting, [(origin, event)], key)

    async def retract(
        self,
        *,
        entry: int | None = None,
        origin: Origin = Origin.HOST,
        key: str | None = None,
        log: int | None = None,
    ) -> int:
        """Take back the last entry, *entry* where one is named; reaches across the end of a game."""
        return await self._entered(lambda table: Retracted(entry or table.retractable or 1), origin, key, log)

    async def redo(
        self,
        *,
        entry: int | None = None,
        origin: Origin = Origin.HOST,
        key: str | None = None,
        log: int | None = None,
    ) -> int:
        """Bring back what was taken back last, which must be *entry* where one is named."""
        return await self._entered(lambda table: Redone(entry or table.redoable or 1), origin, key, log)

    async def correct(
        self,
        entry: int,
        replacement: object,
        set_aside: Sequence[int],
        *,
        origin: Origin = Origin.HOST,
        key: str | None = None,
        log: int | None = None,
    ) -> int:
        """Replace (None: remove) an earlier entry; *set_aside* must name the entries that no longer fit."""
        event = {
            "type": Corrected.type,
            "entry": entry,
            "replacement": replacement,
            "set_aside": list(set_aside),
        }
        return await self._entered(lambda table: decode_entry_event(table.game, event), origin, key, log)

    def try_correction(self, entry: int, replacement: object) -> Correction:
        """Give what such a correction would do; nothing changes.

        Raises:
            RulesError: when the replacement can't be read or isn't legal in its place.
        """
        table = self._sitting().table
        event = decode_entry_event(
            table.game, {"type": Corrected.type, "entry": entry, "replacement": replacement}
        )
        assert isinstance(event, Corrected)
        return table.correction(event.entry, event.replacement)

    @to_its_end
    async def _entered(
        self, make: Callable[[Table], Event], origin: Origin, key: str | None, log: int | None
    ) -> int:
        async with self._lock:
            if key in self._keys:
                return self._keys[key]
            await self._settle()
            sitting = self._sitting()
            self._check_meant(sitting, None, log)
            return await self._append(sitting, [(origin, make(sitting.table))], key)

    # ---- presses and the clock ----

    def dead_heat_rule(self) -> DeadHeatRule:
        """Say what decides between presses less than a millisecond apart, at this table now."""
        return (
            DeadHeatRule.DRAW
            if self.sitting is None
            else self.sitting.game.dead_heat_rule(self.sitting.state)
        )

    def meaning_of(self, press: TimedPress) -> Event:
        """Give what a press would mean now, by itself.

        Raises:
            RulesError: when it would not count, with the reason for the presser.
        """
        self._check_running()
        sitting = self._sitting()
        event = sitting.game.pressed(sitting.state, self._press(sitting, press))
        sitting.game.apply(sitting.state, event)
        return event  # type: ignore[no-any-return]

    def is_new_press(self, key: str, round_number: int) -> bool:
        """Check that a phone's press is meant for now, and say whether its key is new.

        Raises:
            IllegalMoveError: when no game is open, or the press was meant for another round.
        """
        if key in self._keys:
            return False
        self._check_meant(self._sitting(), round_number, None)
        self._keys.note(key, 0)
        return True

    @to_its_end
    async def announce(self, presses: Sequence[TimedPress]) -> None:
        """Log presses in the announced order; one that does not count is answered, the others stand."""
        async with self._lock:
            sitting = self._sitting()
            table, refused = sitting.table, list[tuple[Sign, RulesError]]()
            events: list[tuple[Origin, Event]] = []
            for press in presses:
                try:
                    event = sitting.game.pressed(table.state, self._press(sitting, press))
                    table = table.append(press.pressed_ms, press.origin, event)
                    events.append((press.origin, event))
                except RulesError as error:
                    refused.append((press.sign, error))
            if events:
                await self._append(sitting, events, None)
            for sign, refusal in refused:
                self.answer(sign, refusal)

    @to_its_end
    async def void(self, presses: Sequence[TimedPress]) -> None:
        """Log that a dead heat is thrown again."""
        async with self._lock:
            sitting = self._sitting()
            event = sitting.game.dead_heat_voided(
                sitting.state, tuple(self._press(sitting, p) for p in presses)
            )
            await self._append(sitting, [(presses[0].origin, event)], None)

    @to_its_end
    async def settle(self, grace_ms: int = 0) -> None:
        """Log what the clock has brought, once it is *grace_ms* past: stamps of before may still come in."""
        async with self._lock:
            await self._settle(grace_ms)

    async def _settle(self, grace_ms: int = 0) -> None:
        if self.sitting is not None and lot(self.sitting.game, self.sitting.state) is not None:
            await self._append(self.sitting, [], None)
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
            await self._append(self.sitting, [(Origin.CLOCK, event)], None)

    async def keep_clock(self) -> None:
        """Persist the table clock."""
        await self._log.run(self._log.store.keep_settings, {"table_ms": self.clock.now_ms()})

    async def resume(self) -> None:
        """Go on after a restart in mid-sand."""
        async with self._lock:
            if self.clock.is_paused:
                self.clock.resume()
                self.tell()

    # ---- start and end ----

    @to_its_end
    async def start(self, *, version: int | None = None, key: str | None = None) -> None:
        """Open a game with the present setup; an open one is refused."""
        async with self._lock:
            if key in self._keys:
                return
            self._check_setup(version)
            if self.sitting is not None:
                raise IllegalMoveError(SessionRule.GAME_OPEN, "a game is open already")
            game, setup = self.setup.game, self.setup
            if len(setup.seats) < game.seat_counts[0]:
                low = game.seat_counts[0]
                raise IllegalMoveError(
                    SessionRule.TOO_FEW_SEATS, f"{len(setup.seats)} seats, at least {low} play", {"low": low}
                )
            header = header_of(setup, self._new_id(), self._today())
            table = header.opened()
            await self._log.run(self._log.store.open_game, header.id, encode_header(header))
            self.sitting, self.notice = Sitting(header, table), None
            self._keys.note(key, 0)
            self.tell()
            await self._settle()

    @to_its_end
    async def close(self, *, key: str | None = None) -> None:
        """Leave the open game, finished or not, and go back to the setup; its record is kept."""
        async with self._lock:
            if key in self._keys:
                return
            sitting = self._sitting()
            await self._log.run(self._log.store.close_game, sitting.header.id)
            self.sitting, self.notice = None, None
            self.clock.resume()
            self._keys.note(key, 0)
            self.tell()

    def record(self) -> Record:
        """Give the open game as a record.

        Raises:
            IllegalMoveError: when there is none, or while it would show what is hidden.
        """
        sitting = self._sitting()
        if sitting.table.holds_secrets:
            raise IllegalMoveError(SessionRule.SECRET_RECORD, "the record holds what is hidden until the end")
        return Record(sitting.header, sitting.table)

    # ---- inside ----

    def _sitting(self) -> Sitting:
        if self.sitting is None:
            raise IllegalMoveError(SessionRule.NO_GAME, "no game is open: start one first")
        return self.sitting

    def _check_running(self) -> None:
        if self.clock.is_paused:
            raise IllegalMoveError(SessionRule.PAUSED, "the table was cut off and is paused: OK goes on")

    def _check_may(self, sitting: Sitting, event: Event, seat: Seat | None) -> None:
        """Raise unless *seat* (None: host or table) may bring the event; clock and chance bring their own."""
        is_the_clocks = any(a.by in (By.CLOCK, By.CHANCE) and a.event == event.type for a in self.awaits)
        is_the_games = type(event) in sitting.game.events.values()
        if (
            is_the_clocks
            or not is_the_games
            or (seat is not None and not sitting.game.is_open_to(sitting.state, seat, event))
        ):
            raise IllegalMoveError(
                SessionRule.NOT_FOR_SEATS, f"{event.type} is for the host, for another seat, or for the clock"
            )

    def _check_meant(self, sitting: Sitting, round_number: int | None, log: int | None) -> None:
        now = sitting.game.round_number(sitting.state)
        if round_number is not None and not sitting.game.is_meant_for(sitting.state, round_number):
            raise IllegalMoveError(
                SessionRule.OTHER_ROUND,
                f"it was meant for round {round_number}, this is round {now}",
                {"round": now},
            )
        # What the clock brought since changes nothing that a host saw when judging.
        since = sitting.table.entries[log:] if log is not None and log >= 0 else ()
        is_stale = log is not None and not 0 <= log <= len(sitting.table.entries)
        if is_stale or any(entry.origin is not Origin.CLOCK for entry in since):
            raise StaleLogError(
                SessionRule.STALE, f"it was made on entry {log}, the log is at {len(sitting.table.entries)}"
            )

    def _press(self, sitting: Sitting, press: TimedPress) -> Press:
        seat = sitting.seat_of(press.sign)
        if seat is None:
            raise IllegalMoveError(SessionRule.NOT_SEATED, f"{press.sign} has no seat in this game")
        self._check_meant(sitting, press.round_number, None)
        return Press(seat, press.pressed_ms, press.mark, press.by_phone)

    async def _append(self, sitting: Sitting, events: Sequence[tuple[Origin, Event]], key: str | None) -> int:
        """Log *events* and, in the same write, what chance brings upon them."""
        now_ms = self.clock.now_ms()
        table = sitting.table
        for origin, event in events:
            table = table.append(now_ms, origin, event)
        table = with_chance(table, now_ms, self._draw)
        new = table.entries[len(sitting.table.entries) :]
        await self._log.run(self._log.store.append, sitting.header.id, _rows(new, key))
        self.sitting = replace(sitting, table=table)
        self._keys.note(key, new[0].number)
        self.tell()
        return new[0].number


def _rows(new: Sequence[Entry], key: str | None) -> list[EntryRow]:
    return [EntryRow(e.number, e.at_ms, encode_entry(e), key if e is new[0] else None) for e in new]
