"""What a push on the table does: from an edge on a pin to the session.

Edges come from the pin factory's thread. On the event loop each is debounced at once, and a press that was
heard is shown, even while the disk is slow; one task then does what presses mean, in the order they came,
and has the arbiter sort those that claim.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Protocol

from device.arbiter import Arbiter, Draw, StampedPress, Voided, fair_draw, order
from device.debounce import Debouncer
from device.errors import StoreError
from device.panel import Button
from device.pins import BACK, BUTTON_SIGNS, OK
from device.presses import TimedPress, announce, dead_heat_rule, meaning_of, void
from device.refusals import SessionRule
from device.seating import Seating
from device.session import Session
from rules.core import By, PressMark, Sign
from rules.errors import IllegalMoveError, RulesError

logger = logging.getLogger(__name__)

HOLD_US = 2_000_000
"""How long a button is held to seat a phone: no play press lasts so long."""

LOOK_S = 0.05
"""How often a held button is looked at."""


def monotonic_us() -> int:
    """Give the clock that the kernel stamps edges with, in microseconds."""
    return time.monotonic_ns() // 1000


@dataclass(frozen=True)
class _Push:
    """A press as it was heard.

    `asked` is the phone that waited for the button then, or until just before, by the hash of its token:
    in a game such a press begins a hold and plays nothing, and only a hold that began so seats that phone.
    """

    sign: Sign
    stamp_us: int
    asked: str | None


class PanelHands(Protocol):
    """What the panel hears of the buttons, on the event loop."""

    def edge(self, button: Button, stamp_us: int, is_pressed: bool) -> None:
        """Take in an edge of OK or BACK."""

    def takes_seat(self, sign: Sign) -> bool:
        """Say whether a push of a seat's button is the panel's now, and not the game's."""

    def seat_pushed(self, sign: Sign) -> None:
        """Take in that a seat's button was pushed."""


class Hands:
    """The seats' buttons of one table; phones that claim come in here too. OK and BACK go on to the panel."""

    def __init__(
        self,
        session: Session,
        seating: Seating,
        *,
        panel: PanelHands,
        heard: Callable[[Sign], None],
        held: Callable[[Sign | None, int], None],
        phone_bound_ms: Callable[[], int | None],
        draw: Draw = fair_draw,
        now_us: Callable[[], int] = monotonic_us,
    ) -> None:
        self._session = session
        self._seating = seating
        self._panel = panel
        self._heard = heard
        self._held = held
        self._phone_bound_ms = phone_bound_ms
        self._draw = draw
        self._now_us = now_us
        self._pushes: asyncio.Queue[_Push | None] = asyncio.Queue()
        self._loop = asyncio.get_running_loop()
        self._contacts = {sign: Debouncer() for sign in BUTTON_SIGNS.values()}
        self._down: dict[Sign, _Push] = {}
        self._arbiter = Arbiter()
        self._rounds: dict[Sign, int] = {}

    def edge(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        """Take in an edge; called on the pin factory's thread, so it only hands it over."""
        self._loop.call_soon_threadsafe(self._hear, name, stamp_us, is_pressed)

    def _hear(self, name: str, stamp_us: int, is_pressed: bool) -> None:
        if name in (OK, BACK):
            self._panel.edge(Button(name), stamp_us, is_pressed)
            return
        sign = BUTTON_SIGNS[name]
        press = self._contacts[sign].edge(stamp_us, is_pressed)
        if press is None:
            return
        self._pushes.put_nowait(_Push(sign, press.stamp_us, self._asked(sign)))
        self._held(sign, self._session.clock.at_ms(press.stamp_us))
        self._heard(sign)

    def _asked(self, sign: Sign) -> str | None:
        """Give the phone for which this push begins a hold.

        In a race and on the sand it is always play, and while claims that may open one are being sorted.
        """
        is_race = any(a.by is By.PRESS and not a.can_wait for a in self._session.awaits)
        if is_race or self._session.clock_due_ms is not None or self._arbiter.due_us is not None:
            return None
        wish = self._seating.held_for(sign)
        return None if wish is None else wish.token_hash

    def press_by_phone(self, sign: Sign, pressed_ms: int, bound_ms: int, key: str) -> None:
        """Take in a phone's claim, stamped at most its measured round trip before it arrived."""
        now_us = self._now_us()
        said_us = self._session.clock.stamp_us(pressed_ms)
        stamp_us = min(max(said_us, now_us - bound_ms * 1000), now_us)
        if self._contacts[sign].is_chatter:
            self._arbiter.forget_button(sign)
        self._claim(StampedPress(sign, stamp_us, by_phone=True, bound_ms=bound_ms, key=key))
        self._pushes.put_nowait(None)
        self._heard(sign)

    @property
    def grace_ms(self) -> int:
        """How long after the deadline a stamp of before it may still come in."""
        self._arbiter.phone_bound_ms = self._phone_bound_ms()
        return self._arbiter.window_ms

    async def run(self) -> None:
        """Do what presses mean until cancelled; what goes wrong with one is logged, and the next is heard."""
        while True:
            try:
                await self._next()
            except Exception:
                logger.exception("a press came to nothing")
                await asyncio.sleep(LOOK_S)

    async def _next(self) -> None:
        push = None
        try:
            async with asyncio.timeout(self._wait_s()):
                push = await self._pushes.get()
        except TimeoutError:
            pass
        if push is not None:
            self._down[push.sign] = push
            await self._answered(push.sign, self._pushed(push))
        await self._look()

    def _wait_s(self) -> float | None:
        due_us = self._arbiter.due_us
        waits = [] if due_us is None else [max(0.0, (due_us - self._now_us()) / 1_000_000)]
        if self._down:
            waits.append(LOOK_S)
        return min(waits, default=None)

    async def _pushed(self, push: _Push) -> None:
        if self._session.sitting is not None and push.asked is not None:
            return  # the beginning of a hold, or answered when it turns out to be short
        if self._panel.takes_seat(push.sign):
            self._panel.seat_pushed(push.sign)
        else:
            self._claim(StampedPress(push.sign, push.stamp_us))

    def _claim(self, press: StampedPress) -> None:
        self._arbiter.phone_bound_ms = self._phone_bound_ms()
        sitting = self._session.sitting
        if self._arbiter.add(press, self._now_us()) and sitting is not None:
            self._rounds[press.sign] = sitting.game.round_number(sitting.state)

    async def _look(self) -> None:
        """Close the arbiter's window when it is due, and seat a phone where a button has been held."""
        now_us = self._now_us()
        if self._arbiter.due_us is not None and now_us >= self._arbiter.due_us:
            await self._answered(None, self._announce(self._arbiter.close(now_us)))
        for push in tuple(self._down.values()):
            contact = self._contacts[push.sign]
            if contact.held_us(now_us) >= HOLD_US:
                self._let_go(push)
                await self._answered(push.sign, self._held_long(push))
            elif contact.held_since(now_us) is None:
                self._let_go(push)
                await self._answered(push.sign, self._held_short(push))

    def _let_go(self, push: _Push) -> None:
        del self._down[push.sign]
        if not self._down:
            self._held(None, 0)

    async def _held_long(self, push: _Push) -> None:
        """Seat the phone that waited as the hold began, and no other."""
        if self._is_for_who_waits(push):
            await self._seating.pair(push.sign)

    async def _held_short(self, push: _Push) -> None:
        if self._session.sitting is None or not self._is_for_who_waits(push):
            return
        raise IllegalMoveError(
            SessionRule.SEATING_OPEN, "a phone is being seated: hold the button for it, then play"
        )

    def _is_for_who_waits(self, push: _Push) -> bool:
        if push.asked is None:
            return False
        self._seating.check_in_time(push.asked)
        pending = self._seating.pending
        return pending is not None and pending.token_hash == push.asked

    async def _announce(self, presses: tuple[StampedPress, ...]) -> None:
        rounds = {press.sign: self._rounds.pop(press.sign, None) for press in presses}

        def timed(press: StampedPress, mark: PressMark = PressMark.CLEAR) -> TimedPress:
            at_ms = self._session.clock.at_ms(press.stamp_us)
            return TimedPress(press.sign, at_ms, mark, press.by_phone, rounds[press.sign], press.key)

        counting: list[StampedPress] = []
        for press in presses:
            try:
                self._check_contact(press)
                meaning_of(self._session, timed(press))
                counting.append(press)
            except RulesError as error:
                self._session.answer(press.sign, error)
        if not counting:
            return
        placed = order(counting, dead_heat_rule(self._session), self._draw)
        if isinstance(placed, Voided):
            await void(self._session, [timed(press) for press in placed.presses])
            for press in counting:
                if press not in placed.presses:
                    self._session.answer(
                        press.sign,
                        IllegalMoveError(SessionRule.THROWN_AGAIN, "a dead heat was first: throw again"),
                    )
        else:
            await announce(self._session, [timed(p.press, p.mark) for p in placed])

    def _check_contact(self, press: StampedPress) -> None:
        if not press.by_phone and self._contacts[press.sign].is_chatter:
            raise IllegalMoveError(
                SessionRule.CHATTERS, f"the button of {press.sign} chatters: nobody pushed it"
            )

    async def _answered(self, sign: Sign | None, doing: Awaitable[object]) -> None:
        """Do something; a refusal is told to who pressed, never raised: the next press must be seen."""
        try:
            await doing
        except RulesError as error:
            self._session.answer(sign, error)
        except StoreError as error:
            self._session.answer(sign, IllegalMoveError(SessionRule.DISK, str(error)))
