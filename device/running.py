"""One running table: the parts put together, and the tasks that keep them going."""

import asyncio
import logging
import secrets
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import Protocol

from device import arranging
from device.bench import DeviceBench
from device.beside import beside
from device.clock import TableClock
from device.dating import Calendar, Undated
from device.display_fonts import written_languages
from device.doctor.examine import examine
from device.doctor.findings import Finding
from device.doctor.here import here
from device.errors import StoreError
from device.hands import Hands, monotonic_us
from device.health import health
from device.hinting import Hinting
from device.keeper import Keeper
from device.log_thread import LogThread
from device.network.networking import networking
from device.panel import Screen
from device.panel.reading import read_aloud
from device.panel.words import Words
from device.part_states import Parts
from device.parts import TableParts
from device.pins import load_pins
from device.preferences import Preferences, Preferring
from device.probe import Probe
from device.record_files import RecordFiles
from device.ring import Dimming
from device.scenes import SceneMaker
from device.seating import Seating
from device.session import Session
from device.sound import Sound
from device.sounding import SoundMaker
from device.timekeeping import Timekeeping
from rules.codec import Json
from rules.core import Sign

logger = logging.getLogger(__name__)

NIGHT_PCT = 8
"""How bright all that shines is at most by night."""
LOOK_S = 1.0
"""How often the parts are looked at."""
DATE_S = 5.0
"""How often a game without a date looks for one."""
PARTS_S = 5.0
"""How long starting waits for ring and display: importing their libraries takes a Pi a while."""


class LivePages(Protocol):
    """What the device needs of the open pages."""

    def heard(self, sign: str) -> None:
        """Tell every page that a press was heard."""

    def worst_bound_ms(self) -> int | None:
        """Give the worst round trip of the phones that play, None while none does."""

    def guests(self) -> int:
        """Count the open pages of other machines."""


class Running:
    """One running table; made and used on the event loop. `stop` is what the panel's *stop* calls."""

    def __init__(
        self,
        log: LogThread,
        *,
        simulate: bool,
        address: Callable[[], str] = str,
        is_for_all: bool = False,
        now_us: Callable[[], int] = monotonic_us,
        calendar: Calendar | None = None,
    ) -> None:
        self.clock = TableClock(now_us, log.now(log.store.latest_ms))
        self.calendar = calendar or Calendar(now_us)
        self._undated = Undated(self.calendar, now_us)
        self._probe = Probe()
        self.session = Session(log, self.clock, new_id=lambda: secrets.token_hex(16), today=self.calendar.day)
        self.seating = Seating(self.session, log, lambda: now_us() / 1_000_000)
        self.preferring = Preferring(log)
        if self.session.clock_due_ms is not None:
            self.clock.pause()
        self._scenes = SceneMaker(self.session, self.seating)
        self._sounds = SoundMaker(self.session)
        self._hinting = Hinting(self.session)
        self.network = networking(
            log,
            simulate=simulate,
            address=address,
            is_for_all=is_for_all,
            monotonic_s=lambda: now_us() / 1_000_000,
        )
        self.network.listen(self.session.tell)
        self._records = RecordFiles(self.session, log.store.path)
        self._pages: LivePages | None = None
        self.stop: Callable[[], None] = lambda: None
        self._loop = asyncio.get_running_loop()
        self._tried = asyncio.Event()
        self.keeper = Keeper(
            self.session,
            self.seating,
            self.preferring,
            network=self.network,
            languages=written_languages(),
            address=address,
            show=self._show,
            stop=lambda: self.stop(),
            now_us=now_us,
            probe=self._probe,
            examine=lambda: self._examined(log.store.path.parent),
        )
        self.hands = Hands(
            self.session,
            self.seating,
            panel=self.keeper,
            heard=self._heard,
            held=self._held,
            phone_bound_ms=self._phone_bound_ms,
            now_us=now_us,
        )
        self._timekeeping = Timekeeping(
            self.session, self._sounds, play=self._play, grace_ms=lambda: self.hands.grace_ms
        )
        self._parts = TableParts(
            load_pins(),
            self.clock.now_ms,
            self,
            simulate=simulate,
            monotonic_s=lambda: now_us() / 1_000_000,
        )
        self._told = self.parts()
        self._prefer(self.preferring.now)
        self.preferring.listen(self._prefer)
        self.session.listen(self._changed)

    @property
    def bench(self) -> DeviceBench | None:
        """The bench, where parts are simulated."""
        return self._parts.bench

    def parts(self) -> Parts:
        """Say how each part is."""
        return self._parts.now

    def stuck(self) -> str | None:
        """Say what is stuck that no game can do without, None while all goes on."""
        return self._parts.stuck()

    def meet(self, pages: LivePages) -> None:
        """Get to know the open pages."""
        self._pages = pages

    async def light_up(self) -> None:
        """Start the parts and wait until it is known which are there."""
        self._parts.start()
        self._changed()
        self.keeper.refresh()
        with suppress(TimeoutError):
            async with asyncio.timeout(PARTS_S):
                await self._tried.wait()

    async def run(self) -> None:
        """Take presses and keep time until cancelled."""
        try:
            async with asyncio.TaskGroup() as tasks:
                tasks.create_task(self.hands.run())
                tasks.create_task(self.keeper.run())
                tasks.create_task(self._timekeeping.run())
                tasks.create_task(beside("the parts", self._watch))
                tasks.create_task(beside("the date", self._find_date))
                tasks.create_task(beside("the hints", self._hinting.run))
                tasks.create_task(beside("the network", self.network.run))
        finally:
            self._parts.close()
            with suppress(StoreError):
                await self.session.keep_clock()
            self.close()

    def close(self) -> None:
        """Go dark and end the threads; twice is fine."""
        self._parts.close()
        self._records.close()

    async def _watch(self) -> None:
        """Look at the parts every second."""
        while True:
            await asyncio.sleep(LOOK_S)
            self.look()

    def look(self) -> None:
        """Look at the parts, and tell of those that came, went or fell silent."""
        if self._parts.look():
            self._prefer(self.preferring.now)
        now = self.parts()
        if now != self._told:
            self._told = now
            if self._parts.is_tried:
                self._tried.set()
            self.session.tell()

    async def _find_date(self) -> None:
        """Look for a date now and then."""
        while True:
            await asyncio.sleep(DATE_S)
            await self._date()

    async def take_phones_date(self, unix_ms: int, offset_min: int) -> bool:
        """Take the date from a phone that leads, where this machine knows none; say whether it counted."""
        is_taken = self.calendar.take_phone(unix_ms, offset_min)
        if is_taken:
            await self._date()
            self.session.tell()
        return is_taken

    async def _date(self) -> None:
        """Give the games their date that began without one."""
        sitting = self.session.sitting
        if sitting is not None and sitting.header.date is None:
            self._undated.note(sitting.header.id)
        try:
            await self._undated.fill(partial(arranging.keep_date, self.session))
        except StoreError as error:
            logger.warning("the date could not be kept: %s", error)

    def health(self) -> dict[str, Json]:
        """Say how the table itself is, for `khepri doctor`; nothing of it is secret."""
        return health(
            self._parts,
            self._probe,
            frames=self._parts.lights.frame_times,
            date=self.calendar.source,
            data=self.session.log.store.path.parent,
            is_playing=self.session.sitting is not None,
            phones=0 if self._pages is None else self._pages.guests(),
        )

    async def _examined(self, data: Path) -> tuple[Finding, ...]:
        """Have the doctor look on another thread: programs answer him. How the table is, is said here."""
        table = self.health()
        return await asyncio.to_thread(lambda: examine(here(data, table=table)))

    def _changed(self) -> None:
        self._parts.lights.show(self._scenes.scene())
        self._play(*self._sounds.changed())

    def _show(self, screen: Screen) -> None:
        self._parts.display.show(screen)
        if self.bench is not None:
            language = self.preferring.now.language or "en"
            self.bench.show_words(read_aloud(screen, Words(language)), language)
        told = self.keeper.shows_colours, self.keeper.chosen_seat
        if told != (self._scenes.is_test, self._scenes.chosen):
            self._scenes.is_test, self._scenes.chosen = told
            self._parts.lights.show(self._scenes.scene())

    def _play(self, *sounds: Sound) -> None:
        if self._parts.player is not None:
            self._parts.player.play(*sounds)

    def _prefer(self, wished: Preferences) -> None:
        night_pct = NIGHT_PCT if wished.is_night else None
        self._parts.lights.dim(Dimming(max(1, wished.brightness_pct // 2), night_pct))
        self._parts.display.dim(wished.brightness_pct if night_pct is None else night_pct)
        self._parts.take_colours(wished.colour_order)
        if self._parts.player is not None:
            self._parts.player.on = frozenset(wished.sounds)

    # ---- what the parts say; on their threads ----

    def edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        """Take in an edge of a button."""
        self._parts.display.touch()
        self._probe.edge(name, stamp_us, is_pressed)
        self.hands.edge(name, stamp_us, is_pressed)

    def turned(self, name: str, steps: int, stamp_us: int) -> None:
        """Take in a turn of an encoder."""
        self._parts.display.touch()
        self._probe.turned(name, steps)
        self.keeper.turned(name, steps, stamp_us)

    def part_changed(self) -> None:
        """Take in that a part came or went."""
        with suppress(RuntimeError):
            self._loop.call_soon_threadsafe(self.look)

    # ---- what hands say; on the event loop ----

    def _heard(self, sign: Sign) -> None:
        self._scenes.heard(sign)
        self._parts.lights.show(self._scenes.scene())
        self._play(Sound.HEARD)
        if self._pages is not None:
            self._pages.heard(sign)

    def _held(self, sign: Sign | None, since_ms: int) -> None:
        self._scenes.held(sign, since_ms)
        self._parts.lights.show(self._scenes.scene())

    def _phone_bound_ms(self) -> int | None:
        return None if self._pages is None else self._pages.worst_bound_ms()
