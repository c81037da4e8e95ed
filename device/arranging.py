"""The table between games: who sits where, what is played, and what was read off people's copies."""

import asyncio
import logging
from collections.abc import Callable, Mapping
from dataclasses import replace

from device.profiles import Profiles, changes, read_profiles
from device.setup import Setup, decode_setup, encode_setup, renamed
from device.sitting import Keys, SessionRule, Sitting, StaleLogError
from device.store import LogThread, to_its_end
from rules.core import Sign
from rules.errors import IllegalMoveError, RulesError
from rules.record import encode_header
from rules.registry import GAMES

logger = logging.getLogger(__name__)


class Arranging:
    """The half of a session that stands between games; it writes, swaps and tells like the other.

    Listeners are told after each change, on the event loop; they read what they need from here.
    """

    sitting: Sitting | None = None

    def __init__(self, log: LogThread) -> None:
        self._log = log
        self._lock = asyncio.Lock()
        self._keys = Keys()
        self._listeners: list[Callable[[], None]] = []
        self.version = 0
        self.setup_version = 1
        kept = log.now(log.store.settings)
        self.profiles = log.now(read_profiles, log.store)
        self.setup = self.profiles.filled(_kept_setup(kept.get("setup")))

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

    async def arrange_as(self, came: Mapping[str, object], version: int, *, key: str | None = None) -> None:
        """Store and show the setup that came as JSON.

        Raises:
            RulesError: when it can't be read, or was made on another version; nothing has changed.
        """
        await self.arrange(decode_setup(came, self.profiles.named), version, key=key)

    @to_its_end
    async def arrange(self, setup: Setup, version: int | None = None, *, key: str | None = None) -> None:
        """Store and show another setup; a *version* that is not the present one is refused."""
        async with self._lock:
            if key in self._keys:
                return
            self._check_setup(version)
            await self._arrange(setup)
            self._keys.note(key, 0)

    @to_its_end
    async def add_seat(self, sign: Sign) -> None:
        """Add a seat at the end of the order; nothing changes where that sign sits already."""
        async with self._lock:
            setup = self.setup.with_seat(sign)
            if setup is not self.setup or self.sitting is not None:
                await self._arrange(setup)

    def _check_setup(self, version: int | None) -> None:
        if version is not None and version != self.setup_version:
            raise StaleLogError(
                SessionRule.STALE, f"setup {version} came, the table is at {self.setup_version}"
            )

    async def _arrange(self, setup: Setup) -> None:
        if self.sitting is not None:
            raise IllegalMoveError(
                SessionRule.GAME_OPEN, "a game is open: close it before changing the setup"
            )
        setup = self.profiles.filled(setup)
        profiles = self.profiles.following(setup)
        settings = {"setup": encode_setup(setup), **profiles.settings()}
        await self._log.run(self._log.store.keep_settings, settings)
        self.profiles = profiles
        self._arranged(setup)

    def _arranged(self, setup: Setup) -> None:
        self.setup = setup
        self.setup_version += 1
        self.tell()

    @to_its_end
    async def change_profiles(
        self, change: Callable[[Profiles], Profiles] = lambda found: found, *, key: str | None = None
    ) -> None:
        """Store a change of the copies' profiles, made on what lies on the disk; the setup follows it.

        Raises:
            RulesError: when it can't be made; nothing has changed.
        """
        async with self._lock:
            if key in self._keys:
                return
            found = await self._log.run(read_profiles, self._log.store)
            wanted = change(found)
            if wanted != found:
                rows = changes(found.rows(), wanted.rows())
                await self._log.run(self._log.store.keep_profiles, rows, wanted.settings())
            self._keys.note(key, 0)
            if wanted != self.profiles:
                self.profiles = wanted
                self._arranged(wanted.filled(replace(self.setup, profile=None)))

    @to_its_end
    async def rename(self, sign: Sign, name: str) -> None:
        """Give a seat another name, in the setup and in the open game's header."""
        async with self._lock:
            setup = self.setup.with_name(sign, name)
            if self.sitting is None:
                await self._arrange(setup)
                return
            header = self.sitting.header
            header = replace(header, seats=renamed(header.seats, sign, name))
            settings = {"setup": encode_setup(setup)}
            await self._log.run(self._log.store.keep_header, header.id, encode_header(header), settings)
            self.sitting = replace(self.sitting, header=header)
            self._arranged(setup)

    @to_its_end
    async def keep_date(self, id_: str, day: str) -> None:
        """Give a game the date that nobody knew when it began; one that has a date keeps it."""
        async with self._lock:
            row = await self._log.run(self._log.store.game, id_)
            if row is None or row.header.get("date") is not None:
                return
            await self._log.run(self._log.store.keep_header, id_, {**row.header, "date": day}, {})
            if self.sitting is not None and self.sitting.header.id == id_:
                self.sitting = replace(self.sitting, header=replace(self.sitting.header, date=day))
                self.tell()


def _kept_setup(kept: Mapping[str, object] | None) -> Setup:
    """Give the setup that was stored; one that can't be read any more yields to a new one."""
    first_game = next(iter(GAMES.values()))
    if kept is not None:
        try:
            return decode_setup({**kept, "profile": None})
        except RulesError as error:
            logger.warning("the kept setup can't be used: %s", error.message)
    return Setup(first_game, first_game.options())
