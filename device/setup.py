"""Before a game: which game, who sits where, and what the table settled."""

import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any

from rules.codec import Json, decode, encode
from rules.core import Seat, Sign
from rules.errors import IllegalMoveError, Malformed, MalformedEventError
from rules.record import SeatInfo
from rules.registry import AnyGame, game_named

LONGEST_NAME = 24
FIRST = Seat(0)


class SetupRule(StrEnum):
    """Why a setup is refused; each has a text `refusal.<value>` in every catalogue."""

    FULL = "setup.full"
    SAME_SIGN = "setup.same_sign"
    NO_SUCH_FIRST = "setup.no_such_first"


@dataclass(frozen=True)
class Setup:
    """The table between games; `seats` are in clockwise order, `options` are those of `game`."""

    game: AnyGame
    options: Any
    seats: tuple[SeatInfo, ...] = ()
    first_seat: Seat = FIRST

    def seat_of(self, sign: Sign) -> Seat | None:
        """Give the seat with that sign, None where nobody took it."""
        return next((Seat(i) for i, s in enumerate(self.seats) if s.sign is sign), None)

    def with_seat(self, sign: Sign) -> "Setup":
        """Give the setup with one more seat at the end of the order; a sign that sits stays where it is.

        Raises:
            IllegalMoveError: when the game has no place left.
        """
        if self.seat_of(sign) is not None:
            return self
        most = self.game.seat_counts[-1]
        if len(self.seats) >= most:
            raise IllegalMoveError(SetupRule.FULL, f"all {most} seats of this game are taken", {"high": most})
        return replace(self, seats=(*self.seats, SeatInfo(sign)))

    def with_name(self, sign: Sign, name: str) -> "Setup":
        """Give the setup with a seat's name changed."""
        return replace(self, seats=renamed(self.seats, sign, name))


def renamed(seats: tuple[SeatInfo, ...], sign: Sign, name: str) -> tuple[SeatInfo, ...]:
    """Give the seats with the name of one of them changed."""
    return tuple(replace(s, name=clean_name(name)) if s.sign is sign else s for s in seats)


_UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories of control and format signs, halves of a sign (no file holds them), and line ends."""


def clean_name(name: str) -> str:
    """Give a name as it may be shown: composed, on one line, without direction or control marks.

    Raises:
        MalformedEventError: when more than 24 signs are left.
    """
    composed = unicodedata.normalize("NFC", name[:1000])
    shown = " ".join(
        "".join(" " if unicodedata.category(sign) in _UNPRINTABLE else sign for sign in composed).split()
    )
    if len(shown) > LONGEST_NAME:
        raise MalformedEventError(
            Malformed.WRONG_LENGTH,
            f"name: {len(shown)} signs came, at most {LONGEST_NAME} fit",
            {"where": "name", "came": shown[:LONGEST_NAME], "low": 0, "high": LONGEST_NAME},
        )
    return shown


def encode_setup(setup: Setup) -> dict[str, Json]:
    """Give a setup as a JSON object."""
    return {
        "game": setup.game.id,
        "options": encode(setup.options),
        "seats": [encode(s) for s in setup.seats],
        "first_seat": setup.first_seat,
    }


def decode_setup(came: Mapping[str, object]) -> Setup:
    """Build a setup from a JSON object.

    Raises:
        MalformedEventError: when it can't be read.
        IllegalMoveError: when two seats have one sign, there are too many, or the first seat is none of them.
        RulesError: when the game is unknown.
    """
    known = ("game", "options", "seats", "first_seat")
    for name in came:
        if name not in known:
            raise MalformedEventError(
                Malformed.UNKNOWN_FIELD,
                f"setup: {name!r} came, expected only {', '.join(known)}",
                {"field": str(name)},
            )
    game_id, seats_came, first = came.get("game"), came.get("seats"), came.get("first_seat", 0)
    if not isinstance(game_id, str):
        raise _wrong("game", game_id, "a game's id")
    if not isinstance(seats_came, list):
        raise _wrong("seats", seats_came, "a list")
    if type(first) is not int:
        raise _wrong("first_seat", first, "a whole number")
    game = game_named(game_id)
    options = decode(game.options, came.get("options", {}), "options")
    seats = tuple(_seat(i, seat) for i, seat in enumerate(seats_came))
    most = game.seat_counts[-1]
    if len(seats) > most:
        raise IllegalMoveError(
            SetupRule.FULL, f"{len(seats)} seats came, this game has {most}", {"high": most}
        )
    if len({s.sign for s in seats}) < len(seats):
        raise IllegalMoveError(SetupRule.SAME_SIGN, "two seats have the same sign")
    if seats and not 0 <= first < len(seats):
        raise IllegalMoveError(
            SetupRule.NO_SUCH_FIRST, f"seat {first} is to start, there are {len(seats)}", {"seat": first}
        )
    return Setup(game, options, seats, Seat(first if seats else 0))


def _seat(index: int, came: object) -> SeatInfo:
    if isinstance(came, dict) and isinstance(came.get("name"), str):
        came = {**came, "name": clean_name(came["name"])}
    return decode(SeatInfo, came, f"seats[{index}]")


def _wrong(where: str, came: object, expected: str) -> MalformedEventError:
    return MalformedEventError(
        Malformed.WRONG_TYPE,
        f"{where}: {came!r:.60} came, expected {expected}",
        {"where": where, "expected": expected},
    )
