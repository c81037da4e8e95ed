"""Between the panel, which is a pure function, and the table: hands in, commands and pictures out."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from typing import assert_never

from device import amending, arranging
from device.doctor.findings import Finding
from device.errors import StoreError
from device.network.networking import Networking, Wish
from device.panel import (
    Arrange,
    Button,
    Close,
    Command,
    Correct,
    Examine,
    Hold,
    Input,
    KeepWifi,
    OpenSeating,
    OpenWifi,
    Panel,
    PhoneWaiting,
    Play,
    PlayEvent,
    Push,
    Redo,
    Refusal,
    Rename,
    Resume,
    Retract,
    Screen,
    SeatPush,
    SetBrightness,
    SetColourOrder,
    SetLanguage,
    SetNight,
    SetSound,
    Start,
    Stop,
    Turn,
    World,
    chosen_seat,
    screen,
    shows_colours,
    step,
    takes_seat,
    tries_hands,
)
from device.panel.pushes import Pushes, Shown
from device.preferences import Preferences, Preferring
from device.probe import Probe
from device.refusals import SessionRule
from device.seating import Seating
from device.session import Session
from rules.core import Sign
from rules.errors import IllegalMoveError, RulesError
from rules.registry import GAMES
from rules.table import Origin

logger = logging.getLogger(__name__)

FAULT_S = 0.05
FOLLOW_S = 0.2


class Keeper:
    """Keeps one panel: takes what hands do to it in order, carries out what it asks, shows its screen.

    *languages* are those that the display can write; *address* gives the page's address now.
    """

    def __init__(
        self,
        session: Session,
        seating: Seating,
        preferring: Preferring,
        *,
        network: Networking,
        languages: tuple[str, ...],
        address: Callable[[], str],
        show: Callable[[Screen], None],
        stop: Callable[[], None],
        now_us: Callable[[], int],
        probe: Probe | None = None,
        examine: Callable[[], Awaitable[tuple[Finding, ...]]] | None = None,
    ) -> None:
        self._session = session
        self._seating = seating
        self._preferring = preferring
        self._network = network
        self._languages = languages
        self._address = address
        self._show = show
        self._stop = stop
        self._now_us = now_us
        self._loop = asyncio.get_running_loop()
        self._inputs: asyncio.Queue[Input | None] = asyncio.Queue()
        self._pushes = Pushes()
        self._shown = Shown()
        self._picture: tuple[Screen | None, int] = None, 0
        self._panel = Panel()
        self._probe = probe or Probe()
        self._examine = examine
        self._findings: tuple[Finding, ...] | None = None
        self._has_look_failed = False
        self._looking: asyncio.Task[None] | None = None
        session.listen(self.refresh)
        preferring.listen(lambda _: self.refresh())
        network.listen(self.refresh)

    # ---- hands; from the event loop ----

    def edge(self, button: Button, stamp_us: int, is_pressed: bool) -> None:
        """Take in an edge of OK or BACK."""
        for came in self._pushes.edge(button, stamp_us, is_pressed):
            self._inputs.put_nowait(came)
        # Whether it is a push or a hold is only known later: the task must look at the time anew.
        self._inputs.put_nowait(None)

    def turned(self, name: str, steps: int, _stamp_us: int) -> None:
        """Take in a turn of an encoder; called on the pin factory's thread, so it only hands it over."""
        number = int(name.rpartition("_")[2])
        self._loop.call_soon_threadsafe(self._went_on, Turn(number, steps))

    def takes_seat(self, sign: Sign) -> bool:
        """Say whether a push of a seat's button is the panel's now, and not the game's."""
        return takes_seat(self._panel, sign, self._world())

    def seat_pushed(self, sign: Sign) -> None:
        """Take in that a seat's button was pushed."""
        self._went_on(SeatPush(sign))

    def _went_on(self, came: Input) -> None:
        """Take in something after the pushes that came before it."""
        for push in self._pushes.settled():
            self._inputs.put_nowait(push)
        self._inputs.put_nowait(came)

    async def run(self) -> None:
        """Take inputs until cancelled; what goes wrong with one is logged, and the next is taken."""
        self.refresh()
        while True:
            try:
                await self._next()
            except Exception:
                logger.exception("the panel could not do something")
                await asyncio.sleep(FAULT_S)

    async def _next(self) -> None:
        came: Input | None = None
        follows = self._follows()
        with suppress(TimeoutError):
            async with asyncio.timeout(self._wait_s(follows=follows)):
                came = await self._inputs.get()
        for due in self._pushes.due(self._now_us()):
            self._inputs.put_nowait(due)
        if came is not None:
            await self._take(came)
        elif follows:
            self.refresh()

    def _follows(self) -> bool:
        """Say whether the screen changes by itself: a contact comes to rest, a word and its hints go."""
        note = self._panel.note
        until_ms = None if note is None else note.until_ms
        is_said = until_ms is not None and self._session.clock.now_ms() < until_ms
        return is_said or tries_hands(self._panel)

    def _wait_s(self, *, follows: bool) -> float | None:
        next_us = self._pushes.next_us()
        wait_s = None if next_us is None else max(0.0, (next_us - self._now_us()) / 1_000_000)
        if not follows:
            return wait_s
        return FOLLOW_S if wait_s is None else min(wait_s, FOLLOW_S)

    async def _take(self, came: Input) -> None:
        if isinstance(came, Push) and not self._shown.can_answer(came):
            return
        before = self._picture
        version, world = self._session.setup_version, self._world()
        now = None if world.play is None else world.play.round
        panel = self._panel
        self._panel, commands = step(panel, came, world)
        for command in commands:
            if not await self._answered(self._do(command, version, now)):
                # Nothing was done: what was dialled stands there still, and the same push tries it again.
                self._panel = panel
        if came == Hold(Button.OK) and self._seating.pending is not None:
            await self._answered(self._seating.pair_host())
        self.refresh()
        if isinstance(came, Push) and (commands or self._picture != before):
            self._shown.changed(came, self._picture[1])

    # ---- the table ----

    @property
    def shows_colours(self) -> bool:
        """Whether the ring is to show red, green and blue."""
        return shows_colours(self._panel)

    @property
    def chosen_seat(self) -> Sign | None:
        """The seat that what is being entered is about."""
        return chosen_seat(self._panel, self._world())

    def refresh(self) -> None:
        """Show what the panel shows of the table as it is now."""
        shown = screen(self._panel, self._world())
        if shown != self._picture[0]:
            self._picture = shown, self._now_us()
        self._show(shown)

    def _world(self) -> World:
        session, seating, prefers = self._session, self._seating, self._preferring.now
        sitting, pending, notice = session.sitting, seating.pending, session.notice
        return World(
            session.clock.now_ms(),
            session.setup,
            tuple(GAMES.values()),
            prefers.language,
            self._languages,
            None if sitting is None else Play(sitting.header.seats, sitting.table),
            session.clock.is_paused,
            seating.is_open,
            None if pending is None or not seating.is_open else PhoneWaiting(pending.sign, pending.symbol),
            None
            if notice is None
            else Refusal(notice.number, notice.sign, notice.code, notice.at_ms, notice.params),
            self._address(),
            seating.host_code,
            prefers.brightness_pct,
            prefers.is_night,
            prefers.colour_order,
            frozenset(prefers.sounds),
            session.profiles.of(session.setup.game),
            self._network.now,
            self._findings,
            self._has_look_failed,
            self._probe,
        )

    async def _answered(self, doing: Awaitable[object]) -> bool:
        """Do something, or tell why not; say whether the disk could take it."""
        try:
            await doing
        except RulesError as error:
            self._session.answer(None, error)
        except StoreError as error:
            self._session.answer(None, IllegalMoveError(SessionRule.DISK, str(error)))
            return False
        return True

    async def _do(self, command: Command, setup_version: int, round_number: int | None) -> None:
        session, prefers = self._session, self._preferring.now
        match command:
            case PlayEvent(event=event):
                await session.play(dict(event), Origin.PANEL, round_number=round_number)
            case Retract(entry=entry):
                await amending.retract(session, entry=entry, origin=Origin.PANEL)
            case Redo(entry=entry):
                await amending.redo(session, entry=entry, origin=Origin.PANEL)
            case Correct(entry=entry, replacement=replacement, set_aside=set_aside):
                new = None if replacement is None else dict(replacement)
                await amending.correct(session, entry, new, set_aside, origin=Origin.PANEL)
            case Arrange(setup=setup):
                await arranging.arrange(session, setup, setup_version)
            case Rename(sign=sign, name=name):
                await arranging.rename(session, sign, name)
            case Start():
                await session.start()
            case Close():
                await session.close()
            case Resume():
                await session.resume()
            case OpenSeating(is_open=is_open):
                self._seating.open(is_open)
            case SetLanguage(language=language):
                await self._keep(replace(prefers, language=language))
            case SetBrightness(pct=pct):
                await self._keep(replace(prefers, brightness_pct=pct))
            case SetNight(is_on=is_on):
                await self._keep(replace(prefers, is_night=is_on))
            case SetColourOrder(order=order):
                await self._keep(replace(prefers, colour_order=order))
            case SetSound(sound=sound, is_on=is_on):
                others = set(prefers.sounds) - {sound}
                await self._keep(
                    replace(prefers, sounds=tuple(sorted(others | {sound} if is_on else others)))
                )
            case OpenWifi(is_open=is_open):
                self._network.wish(Wish.OPEN if is_open else Wish.CLOSE)
            case KeepWifi(keeps=keeps):
                self._network.wish(Wish.KEEP if keeps else Wish.LET_GO)
            case Examine():
                self._look()
            case Stop():
                self._stop()
            case _:
                assert_never(command)

    def _look(self) -> None:
        """Have the doctor look, which takes a while; one who still looks is not waited for any more."""
        if self._looking is not None:
            self._looking.cancel()
        self._findings, self._has_look_failed = None, False
        if self._examine is not None:
            self._looking = asyncio.create_task(self._take_findings(self._examine()))

    async def _take_findings(self, looking: Awaitable[tuple[Finding, ...]]) -> None:
        try:
            self._findings = await looking
        except Exception:
            logger.exception("the doctor could not look")
            self._has_look_failed = True
        self.refresh()

    async def _keep(self, wished: Preferences) -> None:
        await self._preferring.keep(wished)
