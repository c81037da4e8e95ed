"""Who may act: seating mode, pairing by a held button, and the host's code."""

import asyncio
import logging
import secrets
from collections.abc import Callable, Iterable
from enum import StrEnum

from device import arranging
from device.errors import StoreError
from device.log_thread import LogThread, to_its_end
from device.phones import Pending, Phone, Phones, hash_of, new_token
from device.session import Session
from device.waiting import Waiting
from rules.core import Sign
from rules.errors import IllegalMoveError

logger = logging.getLogger(__name__)

CODE_DIGITS = 6
WRONG_CODES_ALLOWED = 5
LOCKED_S = 60.0


class SeatingRule(StrEnum):
    """Why a phone gets no seat; each has a text `refusal.<value>` in every catalogue."""

    CLOSED = "seating.closed"
    OTHER_PENDING = "seating.other_pending"
    TIME_UP = "seating.time_up"
    NO_SUCH_SEAT = "seating.no_such_seat"
    IN_PLAY = "seating.in_play"
    WRONG_CODE = "seating.wrong_code"
    TOO_MANY_CODES = "seating.too_many_codes"
    NOT_HOST = "seating.not_host"
    NOT_SEATED = "seating.not_seated"


class Seating:
    """The phones that were at the table, and the one that waits to be.

    Nothing here takes a name: a seat is had by holding its button, the host's part by the host code
    that the table shows.
    """

    def __init__(self, session: Session, log: LogThread, monotonic_s: Callable[[], float]) -> None:
        self._session = session
        self._log = log
        self._monotonic_s = monotonic_s
        self._lock = asyncio.Lock()
        known = log.now(log.store.phones)
        self.phones = _known(known).staying(self._signs())
        self.is_open = session.sitting is None
        if session.sitting is None:
            # Between games a restart is another evening: who was here then is not here now.
            self.phones = Phones()
            if known:
                self._forget_on_disk()
        self._waiting = Waiting(monotonic_s, self._timed_out)
        self.host_code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        self._wrong_codes: list[float] = []
        self._is_between = session.sitting is None
        session.listen(self._follow)

    def _forget_on_disk(self) -> None:
        """Forget every phone there too: else a cut in the next game would bring them back."""
        try:
            self._log.now(self._log.store.keep_phones, ())
        except StoreError as error:
            logger.error("the phones of another evening are not forgotten on the disk: %s", error)

    def _follow(self) -> None:
        """Open with the setup and close with the start of a game, whoever started it.

        A seat that leaves the table leaves its phone: put back, it may be somebody else's.
        """
        self.phones = self.phones.staying(self._signs())
        is_between = self._session.sitting is None
        if is_between is not self._is_between:
            self._is_between = self.is_open = is_between
            if not is_between:
                self._waiting.run_out()

    def _signs(self) -> frozenset[Sign]:
        """Give the signs of the seats at the table."""
        sitting = self._session.sitting
        seats = self._session.setup.seats if sitting is None else sitting.header.seats
        return frozenset(seat.sign for seat in seats)

    def phone(self, token: str | None) -> Phone:
        """Give what a token allows: nothing for one that is unknown, empty or absent."""
        return self.phones.of(token)

    def new_token(self) -> str:
        """Make a token for a phone that has none."""
        return new_token()

    @property
    def pending(self) -> Pending | None:
        """The phone that waits to be seated; after a minute it waits no longer, and others may ask."""
        return self._waiting.now

    def held_for(self, sign: Sign) -> Pending | None:
        """Give the wish for which a push of that seat's button begins a hold.

        That may be one that ended a few seconds ago: who comes late is told so, and does not play.
        """
        return next((wish for wish in self._waiting.wishes() if self._may_have(wish, sign)), None)

    def _may_have(self, wish: Pending, sign: Sign) -> bool:
        """Say whether a wish may be fulfilled by this seat: in a game only by the one it named.

        Else the wish of a stranger would take the press of every button.
        """
        return wish.sign is sign or (wish.sign is None and self._session.sitting is None)

    def check_in_time(self, token_hash: str) -> None:
        """Refuse, once, who held or pushed a button for a phone that waits no longer.

        Raises:
            IllegalMoveError: when its minute was over, or seating was closed meanwhile.
        """
        if self._waiting.take_late(token_hash):
            raise _time_up() if self.is_open else _closed()

    def _timed_out(self, wish: Pending) -> None:
        self._session.answer(wish.sign, _time_up())

    def is_pending(self, token: str | None) -> bool:
        """Say whether this is the phone that waits to be seated."""
        return bool(token) and self.pending is not None and self.pending.token_hash == hash_of(token or "")

    def knows(self, token: str) -> bool:
        """Say whether a phone with that token was at the table, or waits to be.

        Else it may be one that somebody else chose.
        """
        return self.phones.of(token) != Phone() or self.is_pending(token)

    def open(self, is_open: bool) -> None:
        """Open or close seating mode; while sand runs it stays closed, since a hold begins with a press.

        Raises:
            IllegalMoveError: when sand is running.
        """
        if is_open:
            self._check_no_sand()
        self.is_open = is_open
        if not is_open:
            self._waiting.run_out()
        self._session.tell()

    def _check_no_sand(self) -> None:
        if self._session.clock_due_ms is not None:
            raise IllegalMoveError(SeatingRule.IN_PLAY, "the sand is running: seats are given between rounds")

    def ask(self, token: str, sign: Sign | None) -> None:
        """Note that a phone wants to sit; one at a time.

        Raises:
            IllegalMoveError: when seating is closed, sand is running, another phone waits, or the seat is not
                in the game.
        """
        if not self.is_open:
            raise _closed()
        self._check_no_sand()
        if self.pending is not None and not self.is_pending(token):
            raise IllegalMoveError(SeatingRule.OTHER_PENDING, "another phone is being seated: wait a moment")
        sitting = self._session.sitting
        if sitting is not None and sign is not None and sitting.seat_of(sign) is None:
            raise IllegalMoveError(
                SeatingRule.NO_SUCH_SEAT, f"{sign} has no seat in this game", {"sign": sign}
            )
        if self._waiting.begin(hash_of(token), sign):
            self._session.tell()

    @to_its_end
    async def pair(self, sign: Sign) -> bool:
        """Seat the phone that waits where a button was held; say whether that happened."""
        async with self._lock:
            pending = self.pending
            if pending is None or not self.is_open or not self._may_have(pending, sign):
                return False
            self._check_no_sand()
            if self._session.sitting is None:
                await arranging.add_seat(self._session, sign)
            elif self._session.sitting.seat_of(sign) is None:
                raise IllegalMoveError(
                    SeatingRule.NO_SUCH_SEAT, f"{sign} has no seat in this game", {"sign": sign}
                )
            await self._keep(lambda phones: phones.seated(pending.token_hash, sign))
            self._waiting.end(pending.token_hash)
            self.is_open = self._session.sitting is None
            self._session.tell()
            return True

    @to_its_end
    async def pair_host(self) -> bool:
        """Make the phone that waits the host, since OK was held; say whether that happened."""
        async with self._lock:
            pending = self.pending
            if pending is None or not self.is_open:
                return False
            self._check_no_sand()
            await self._keep(lambda phones: phones.hosting(pending.token_hash))
            self._waiting.end(pending.token_hash)
            self._session.tell()
            return True

    @to_its_end
    async def stand(self, token: str) -> None:
        """Give a phone's seat back, or take back its wish for one."""
        async with self._lock:
            is_pending = self.is_pending(token)
            if is_pending:
                self._waiting.end(hash_of(token))
            if self.phones.of(token).sign is not None:
                await self._keep(lambda phones: phones.stood_up(hash_of(token)))
            elif not is_pending:
                return
            self._session.tell()

    @to_its_end
    async def become_host(self, token: str, code: str) -> None:
        """Make a phone the host for the code.

        Raises:
            IllegalMoveError: when the code is wrong, or too many wrong ones came in the last minute.
        """
        now_s = self._monotonic_s()
        self._wrong_codes = [at for at in self._wrong_codes if now_s - at < LOCKED_S]
        if len(self._wrong_codes) >= WRONG_CODES_ALLOWED:
            raise IllegalMoveError(SeatingRule.TOO_MANY_CODES, "too many wrong codes: wait a minute")
        if not secrets.compare_digest(code.encode(), self.host_code.encode()):
            self._wrong_codes.append(now_s)
            raise IllegalMoveError(SeatingRule.WRONG_CODE, "that is not the host code that the table shows")
        async with self._lock:
            await self._keep(lambda phones: phones.hosting(hash_of(token)))
            self._session.tell()

    @to_its_end
    async def forget(self, token: str | None = None) -> None:
        """Take seats and the host's part from every phone but the one with that token."""
        async with self._lock:
            await self._keep(lambda phones: phones.only(token))
            self._waiting.run_out()
            self._session.tell()

    async def _keep(self, change: Callable[[Phones], Phones]) -> None:
        """Store a change of the phones; no seat leaves the table while that is written."""
        async with self._session.order:
            phones = change(self.phones).staying(self._signs())
            rows = [(h, None if p.sign is None else str(p.sign), p.is_host) for h, p in phones]
            await self._log.run(self._log.store.keep_phones, rows)
            self.phones = phones


def _time_up() -> IllegalMoveError:
    return IllegalMoveError(
        SeatingRule.TIME_UP, "the minute to hold the button is over: ask for the seat again"
    )


def _closed() -> IllegalMoveError:
    return IllegalMoveError(SeatingRule.CLOSED, "no seats are given now: the host opens seating")


def _known(rows: Iterable[tuple[str, str | None, bool]]) -> Phones:
    """Give the phones that were stored; one whose seat can't be read sits down anew."""
    known = []
    for token_hash, sign, is_host in rows:
        try:
            known.append((token_hash, Phone(None if sign is None else Sign(sign), is_host)))
        except ValueError:
            logger.warning("a phone is left out: no seat is called %.60r", sign)
    return Phones(known)
