"""What the session speaks of: the open game, a press, an answer, and why something is refused."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from rules.codec import Event
from rules.core import PressMark, Seat, Sign
from rules.errors import IllegalMoveError, Param
from rules.record import Header
from rules.registry import AnyGame
from rules.table import Origin, Table

KEYS_KEPT = 10_000


class SessionRule(StrEnum):
    """Why the session refuses; each has a text `refusal.<value>` in every catalogue."""

    NO_GAME = "session.no_game"
    GAME_OPEN = "session.game_open"
    OTHER_ROUND = "session.other_round"
    STALE = "session.stale"
    PAUSED = "session.paused"
    NOT_SEATED = "session.not_seated"
    NOT_FOR_SEATS = "session.not_for_seats"
    SEATING_OPEN = "session.seating_open"
    TOO_FEW_SEATS = "session.too_few_seats"
    DISK = "session.disk"
    OLD_RULES = "session.old_rules"
    LEFT_ASIDE = "session.left_aside"
    SALVAGED = "session.salvaged"
    SECRET_RECORD = "session.secret_record"
    THROWN_AGAIN = "session.thrown_again"


class StaleLogError(IllegalMoveError):
    """The command was made on a state that is no longer the present one."""


@dataclass(frozen=True)
class Sitting:
    """The open game: its header and its table."""

    header: Header
    table: Table

    @property
    def game(self) -> AnyGame:
        return self.header.game

    @property
    def state(self) -> Any:
        return self.table.state

    def sign_of(self, seat: Seat) -> Sign:
        return self.header.seats[seat].sign

    def seat_of(self, sign: Sign) -> Seat | None:
        return next((Seat(i) for i, s in enumerate(self.header.seats) if s.sign is sign), None)

    def is_open_to_anyone(self, event: Event) -> bool:
        """Say whether some seat's own phone may bring *event*."""
        seats = range(len(self.header.seats))
        return any(self.game.is_open_to(self.state, Seat(seat), event) for seat in seats)


class Keys:
    """What commands carried so that they count once, each with the entry it made; the newest are kept."""

    def __init__(self, entries: Mapping[str, int] | None = None) -> None:
        self._entries = dict(entries or {})

    def __contains__(self, key: str | None) -> bool:
        return key is not None and key in self._entries

    def __getitem__(self, key: str | None) -> int:
        return self._entries[key or ""]

    def note(self, key: str | None, entry: int) -> None:
        """Note which entry a command made, 0 for none; one without a key is not noted."""
        if key is not None:
            self._entries[key] = entry
            while len(self._entries) > KEYS_KEPT:
                del self._entries[next(iter(self._entries))]


@dataclass(frozen=True)
class Notice:
    """The answer to a press that did not count; `number` tells a new one from one that was seen.

    `at_ms` is when it was said, by the table clock.
    """

    number: int
    sign: Sign | None
    code: str
    message: str
    params: dict[str, Param]
    at_ms: int = 0


@dataclass(frozen=True)
class TimedPress:
    """A push as it was heard: who, when by the table clock, and in which round where that matters."""

    sign: Sign
    pressed_ms: int
    mark: PressMark = PressMark.CLEAR
    by_phone: bool = False
    round_number: int | None = None

    @property
    def origin(self) -> Origin:
        return Origin.PHONE if self.by_phone else Origin.BUTTON
