"""Why the session refuses, and how people are told of it."""

from dataclasses import dataclass
from enum import StrEnum

from rules.core import Sign
from rules.errors import IllegalMoveError, Param


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
    CHATTERS = "session.chatters"


class StaleLogError(IllegalMoveError):
    """The command was made on a state that is no longer the present one."""


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
