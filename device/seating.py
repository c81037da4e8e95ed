"""Who may act: seating mode, pairing by a held button, and the host's code."""

import asyncio
import secrets
from collections.abc import Callable
from dataclasses import replace
from enum import StrEnum

from device import arranging
from device.log_thread import LogThread, to_its_end
from device.phones import SYMBOLS, Pending, Phone, Phones, hash_of, new_token
from device.session import Session
from rules.core import Sign
from rules.errors import IllegalMoveError

CODE_DIGITS = 6
WRONG_CODES_ALLOWED = 5
LOCKED_S = 60.0
PENDING_S = 60.0
"""How long a phone waits for its button before others may ask."""


class SeatingRule(StrEnum):
    """Why a phone gets no seat; each has a text `refusal.<value>` in every catalogue."""

    CLOSED = "seating.closed"
    OTHER_PENDING = "seating.other_pending"
    NO_SUCH_SEAT = "seating.no_such_seat"
    IN_PLAY = "seating.in_play"
    WRONG_CODE = "seating.wrong_code"
    TOO_MANY_CODES = "seating.too_many_codes"
    NOT_HOST = "seating.not_host"
    NOT_SEATED = "seating.not_seated"


class Seating:
    """The phones that were at the table, and the one that waits to be.

    Nothing here takes a name: a seat is had by holding its button, the host's part by the code that
    the table's console shows.
    """

    def __init__(self, session: Session, log: LogThread, monotonic_s: Callable[[], float]) -> None:
        self._session = session
        self._log = log
        self._monotonic_s = monotonic_s
        self._lock = asyncio.Lock()
        known = log.now(log.store.phones)
        self.phones = Phones((h, Phone(Sign(sign) if sign else None, is_host)) for h, sign, is_host in known)
        self.is_open = session.sitting is None
        if session.sitting is None:
            # Between games a restart is another evening: who was here then is not here now.
            self.phones = Phones()
        self._pending: tuple[Pending, float] | None = None
        self.host_code = "".join(secrets.choice("0123456789") for _ in range(CODE_DIGITS))
        self._wrong_codes: list[float] = []
        self._is_between = session.sitting is None
        session.listen(self._follow)

    def _follow(self) -> None:
        """Open with the setup and close with the start of a game, whoever started it."""
        is_between = self._session.sitting is None
        if is_between is not self._is_between:
            self._is_between = self.is_open = is_between
            self._pending = self._pending if is_between else None

    def phone(self, token: str | None) -> Phone:
        """Give what a token allows: nothing for one that is unknown, empty or absent.

        A seat that is not at the table any more speaks for nobody.
        """
        phone = self.phones.of(token)
        seats = (
            self._session.setup.seats if self._session.sitting is None else self._session.sitting.header.seats
        )
        if phone.sign is None or any(seat.sign is phone.sign for seat in seats):
            return phone
        return replace(phone, sign=None)

    def new_token(self) -> str:
        """Make a token for a phone that has none."""
        return new_token()

    @property
    def pending(self) -> Pending | None:
        """The phone that waits to be seated; after a minute it waits no longer, and others may ask."""
        if self._pending is None or self._monotonic_s() - self._pending[1] >= PENDING_S:
            return None
        return self._pending[0]

    def is_wished(self, sign: Sign) -> bool:
        """Say whether the phone that waits may have this seat: in a game only the one it named.

        Else the wish of a stranger would take the press of every button.
        """
        wished = None if self.pending is None else self.pending.sign
        return wished is sign or (wished is None and self._session.sitting is None)

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
        self._pending = self._pending if is_open else None
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
        token_hash = hash_of(token)
        if not self.is_open:
            raise IllegalMoveError(SeatingRule.CLOSED, "no seats are given now: the host opens seating")
        self._check_no_sand()
        if self.pending is not None and not self.is_pending(token):
            raise IllegalMoveError(SeatingRule.OTHER_PENDING, "another phone is being seated: wait a moment")
        sitting = self._session.sitting
        if sitting is not None and sign is not None and sitting.seat_of(sign) is None:
            raise IllegalMoveError(
                SeatingRule.NO_SUCH_SEAT, f"{sign} has no seat in this game", {"sign": sign}
            )
        before, since_s = self.pending, self._monotonic_s()
        if before is not None and self._pending is not None:
            # Asking again and again must not keep others away.
            since_s = self._pending[1]
            if before.sign is sign:
                return
        symbol = self._other_symbol() if before is None else before.symbol
        self._pending = Pending(token_hash, sign, symbol), since_s
        self._session.tell()

    def _other_symbol(self) -> str:
        """Draw a symbol that the last waiting phone did not have: nobody takes one for the other."""
        last = "" if self._pending is None else self._pending[0].symbol
        return secrets.choice([symbol for symbol in SYMBOLS if symbol != last])

    @to_its_end
    async def pair(self, sign: Sign) -> bool:
        """Seat the phone that waits where a button was held; say whether that happened."""
        async with self._lock:
            pending = self.pending
            if pending is None or not self.is_open or not self.is_wished(sign):
                return False
            self._check_no_sand()
            if self._session.sitting is None:
                await arranging.add_seat(self._session, sign)
            elif self._session.sitting.seat_of(sign) is None:
                raise IllegalMoveError(
                    SeatingRule.NO_SUCH_SEAT, f"{sign} has no seat in this game", {"sign": sign}
                )
            await self._keep(self.phones.seated(pending.token_hash, sign))
            self._pending = None
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
            await self._keep(self.phones.hosting(pending.token_hash))
            self._pending = None
            self._session.tell()
            return True

    @to_its_end
    async def stand(self, token: str) -> None:
        """Give a phone's seat back, or take back its wish for one."""
        async with self._lock:
            is_pending = self.is_pending(token)
            if is_pending:
                self._pending = None
            if self.phones.of(token).sign is not None:
                await self._keep(self.phones.stood_up(hash_of(token)))
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
            raise IllegalMoveError(SeatingRule.WRONG_CODE, "that is not the code on the table's console")
        async with self._lock:
            await self._keep(self.phones.hosting(hash_of(token)))
            self._session.tell()

    @to_its_end
    async def forget(self, token: str | None = None) -> None:
        """Take seats and the host's part from every phone but the one with that token."""
        async with self._lock:
            kept = self.phones.of(token)
            await self._keep(Phones([(hash_of(token), kept)] if token and kept != Phone() else ()))
            self._pending = None
            self._session.tell()

    async def _keep(self, phones: Phones) -> None:
        rows = [(h, None if p.sign is None else str(p.sign), p.is_host) for h, p in phones]
        await self._log.run(self._log.store.keep_phones, rows)
        self.phones = phones
