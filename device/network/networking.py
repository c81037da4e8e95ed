"""Keeps watch over the network, opens and closes the own Wi-Fi, and brings the former one back."""

import asyncio
import logging
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field, replace
from enum import StrEnum
from ipaddress import IPv4Interface
from typing import Annotated, Any, assert_never

from device.errors import StoreError
from device.log_thread import LogThread
from device.network.answers import Run
from device.network.hotspot import SIMULATED_NAME, Hotspot, new_password, own_name
from device.network.manager import Links, Manager, NetworkManager
from device.network.nmcli import Nmcli
from device.network.simulated import Simulated
from device.network.state import (
    OWN_ADDRESS,
    Doing,
    Failed,
    Link,
    NetworkError,
    NetworkState,
    Obstacle,
)
from rules.codec import Checked, Length, decode, encode
from rules.errors import RulesError

logger = logging.getLogger(__name__)

LOOK_S = 15.0
"""How often the network is looked at: nmcli costs a small Pi a tenth of a second."""
ALONE_S = 40.0
"""How long a table waits for the network that it knows before it offers its own."""
UNREACHED_S = 180.0
"""How long it waits for a first phone before it says what may keep phones away."""
SETTING = "hotspot"


class Wish(StrEnum):
    """What people ask for."""

    OPEN = "open"
    CLOSE = "close"
    KEEP = "keep"
    LET_GO = "let_go"


@dataclass(frozen=True)
class Kept(Checked):
    """What outlives a restart: the password, the Wi-Fi to come back to, whether the own one opens again."""

    password: Annotated[str, Length(8, 63)] = field(repr=False)
    former: Annotated[str, Length(0, 64)] = ""
    keeps: bool = True


class Networking:
    """One table's network; made and used on the event loop, where `run` does what people wish in order.

    *address* gives the page's address, empty while there is none; *is_for_all* says that the page listens to
    every network.
    """

    def __init__(
        self,
        manager: Manager,
        log: LogThread,
        *,
        name: str,
        address: Callable[[], str],
        is_for_all: bool,
        monotonic_s: Callable[[], float],
    ) -> None:
        self._manager = manager
        self._log = log
        self._name = name
        self._address = address
        self._is_for_all = is_for_all
        self._monotonic_s = monotonic_s
        self._wishes: asyncio.Queue[Wish] = asyncio.Queue()
        self._listeners: list[Callable[[], None]] = []
        self._kept = _read(log.now(log.store.settings).get(SETTING))
        self._since_s = monotonic_s()
        self._known = ""
        self._is_reached = False
        obstacle = None if is_for_all else Obstacle.BOUND
        link = Link.JOINED if address() else Link.NONE
        self.now = NetworkState(link, keeps=self._kept.keeps, obstacle=obstacle)

    @property
    def own_net(self) -> IPv4Interface | None:
        """The table's address in its own Wi-Fi, while that is open."""
        return None if self.now.own is None else OWN_ADDRESS

    def listen(self, listener: Callable[[], None]) -> None:
        """Have *listener* called after each change."""
        self._listeners.append(listener)

    def reached(self) -> None:
        """Take in that a phone has found the table."""
        if not self._is_reached:
            self._is_reached = True
            self._set(replace(self.now, is_unreached=False))

    def wish(self, wish: Wish) -> None:
        """Ask for something; while something is being done, opening and closing are not asked for again."""
        if wish in (Wish.OPEN, Wish.CLOSE):
            if self.now.doing is not None or self.now.obstacle is not None:
                return
            doing = Doing.OPENING if wish is Wish.OPEN else Doing.CLOSING
            self._set(replace(self.now, doing=doing, failed=None))
        self._wishes.put_nowait(wish)

    async def run(self) -> None:
        """Look and do what is wished for until cancelled."""
        while True:
            wish = None
            if self._is_for_all:
                await self.look()
            with suppress(TimeoutError):
                async with asyncio.timeout(LOOK_S if self._is_for_all else None):
                    wish = await self._wishes.get()
            try:
                await self._do(wish)
            except Exception:
                # Else nothing could be wished for any more.
                self._set(replace(self.now, doing=None))
                raise

    async def _do(self, wish: Wish | None) -> None:
        match wish:
            case None:
                pass
            case Wish.OPEN:
                await self._open()
            case Wish.CLOSE:
                await self._close()
            case Wish.KEEP | Wish.LET_GO:
                await self._keep_open(wish is Wish.KEEP)
            case _:
                assert_never(wish)

    # ---- switching ----

    async def _open(self) -> None:
        """Open the own Wi-Fi; if that fails, see to it that the former one is there as before."""
        former = ""
        try:
            links = await self._manager.look()
            radio = links.radio
            if radio is None or links.obstacle is not None or links.is_own:
                self._set(replace(self.now, doing=None))
                return
            former = radio.uuid
            await self._keep(replace(self._kept, former=former))
            await self._manager.make(self._hotspot, radio.name, keeps=self._kept.keeps)
            await self._manager.up(radio.name)
        except NetworkError as error:
            logger.warning("the own Wi-Fi did not open: %s", error)
            is_back = await self._bring_back(former)
            self._set(replace(self.now, doing=None, failed=Failed(error.fault, is_back)))
        else:
            await self.look(is_done=True)

    async def _bring_back(self, former: str) -> bool | None:
        """Take back what opening has done; say whether the former Wi-Fi is there, None if there was none."""
        with suppress(NetworkError):
            await self._manager.forget()
        if not former:
            return None
        try:
            links = await self._manager.look()
            if not any(d.uuid == former and d.is_connected for d in links.devices):
                await self._manager.join(former)
        except NetworkError as error:
            logger.warning("the former Wi-Fi did not come back: %s", error)
            return False
        return True

    async def _close(self) -> None:
        try:
            # First, so that a restart in between does not open it again.
            await self._manager.keep(keeps=False)
            await self._manager.down()
        except NetworkError as error:
            logger.warning("the own Wi-Fi did not close: %s", error)
            with suppress(NetworkError):
                await self._manager.keep(keeps=self._kept.keeps)
            self._set(replace(self.now, doing=None, failed=Failed(error.fault)))
            return
        failed = None
        if self._kept.former:
            try:
                await self._manager.join(self._kept.former)
            except NetworkError as error:
                logger.warning("the former Wi-Fi did not come back: %s", error)
                failed = Failed(error.fault, is_back=False)
        self._set(replace(self.now, failed=failed))
        await self.look(is_done=True)

    async def _keep_open(self, keeps: bool) -> None:
        await self._keep(replace(self._kept, keeps=keeps))
        try:
            await self._manager.keep(keeps=keeps)
        except NetworkError as error:
            logger.warning("the own Wi-Fi's restart could not be set: %s", error)
            self._set(replace(self.now, failed=Failed(error.fault)))
        else:
            self._set(replace(self.now, keeps=keeps))

    @property
    def _hotspot(self) -> Hotspot:
        return Hotspot(self._name, self._kept.password)

    async def _keep(self, kept: Kept) -> None:
        self._kept = kept
        try:
            await self._log.run(self._log.store.keep_settings, {SETTING: encode(kept)})
        except StoreError as error:
            # Worth no game: NetworkManager remembers the most of it.
            logger.error("the own Wi-Fi is not remembered: %s", error)

    # ---- looking ----

    async def look(self, *, is_done: bool = False) -> None:
        """See how the network stands; what can't be asked stays as it was."""
        try:
            links = await self._manager.look()
        except NetworkError as error:
            logger.warning("the network could not be asked: %s", error)
            links = Links(obstacle=self.now.obstacle)
        doing = None if is_done else self.now.doing
        link = self._link(links)
        if link.value + links.wifi != self._known:
            self._known, self._since_s, self._is_reached = link.value + links.wifi, self._monotonic_s(), False
        waited_s = self._monotonic_s() - self._since_s
        self._set(
            replace(
                self.now,
                link=link,
                wifi=links.wifi,
                own=await self._own() if link is Link.OWN else None,
                obstacle=links.obstacle,
                doing=doing,
                is_unreached=link is Link.JOINED and not self._is_reached and waited_s >= UNREACHED_S,
                is_alone=link is Link.NONE and waited_s >= ALONE_S,
            )
        )

    async def _own(self) -> Hotspot:
        if self.now.own is None:
            with suppress(NetworkError):
                return await self._manager.described()
        return self.now.own or self._hotspot

    def _link(self, links: Links) -> Link:
        if links.is_own:
            return Link.OWN
        if self._address() or any(d.is_connected for d in links.devices):
            return Link.JOINED
        return Link.JOINING if any(d.is_connecting for d in links.devices) else Link.NONE

    def _set(self, now: NetworkState) -> None:
        if now != self.now:
            self.now = now
            for tell in self._listeners:
                tell()


def networking(
    log: LogThread,
    *,
    simulate: bool,
    address: Callable[[], str],
    is_for_all: bool,
    monotonic_s: Callable[[], float],
) -> Networking:
    """Make a table's network: this machine's, or for the bench one that no machine has."""
    run: Run = Simulated.at_home("Wi-Fi", is_joined=bool(address())) if simulate else Nmcli()
    return Networking(
        NetworkManager(run),
        log,
        name=SIMULATED_NAME if simulate else own_name(),
        address=address,
        is_for_all=is_for_all,
        monotonic_s=monotonic_s,
    )


def _read(came: Any) -> Kept:
    """Give what was kept, anew with a new password where that can't be read."""
    if isinstance(came, dict):
        with suppress(RulesError):
            return decode(Kept, came, SETTING)
    return Kept(new_password())
