"""Before a game: which game, who sits where, and what the table settled."""

import re
import unicodedata
from collections.abc import Callable, Mapping
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from typing import Any

from rules.codec import Json, decode, encode
from rules.core import Seat, Sign
from rules.errors import IllegalMoveError, Malformed, MalformedEventError
from rules.record import Header, SeatInfo
from rules.registry import AnyGame, game_named

LONGEST_NAME = 24
FIRST = Seat(0)


class SetupRule(StrEnum):
    """Why a setup is refused; each has a text `refusal.<value>` in every catalogue."""

    FULL = "setup.full"
    SAME_SIGN = "setup.same_sign"
    NO_SUCH_FIRST = "setup.no_such_first"
    NO_SUCH_PROFILE = "setup.no_such_profile"


@dataclass(frozen=True)
class Setup:
    """The table between games; `seats` are in clockwise order, `options` and `profile` are those of `game`.

    A `profile` of None is the one that was last used for this game; the session puts it in.
    """

    game: AnyGame
    options: Any
    seats: tuple[SeatInfo, ...] = ()
    first_seat: Seat = FIRST
    profile: Any = None

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


def header_of(setup: Setup, id_: str, date: str | None) -> Header:
    """Give the header of a game that begins with a setup."""
    profile = setup.game.profile() if setup.profile is None else setup.profile
    return Header(id_, setup.game, setup.seats, setup.first_seat, setup.options, profile, date)


def renamed(seats: tuple[SeatInfo, ...], sign: Sign, name: str) -> tuple[SeatInfo, ...]:
    """Give the seats with the name of one of them changed."""
    return tuple(replace(s, name=clean_name(name)) if s.sign is sign else s for s in seats)


_JOINERS = "\u200c\u200d"
"""Between two signs they make one of both: a family in one picture, a Persian word's proper form."""
_UNPRINTABLE = ("Cc", "Cf", "Cs", "Zl", "Zp")
"""Unicode's categories of control and format signs, halves of a sign (no file holds them), and line ends."""


def clean_name(name: str, longest: int = LONGEST_NAME) -> str:
    """Give a name as it may be shown: composed, on one line, without direction or control marks.

    Raises:
        MalformedEventError: when more than *longest* signs are left.
    """
    composed = unicodedata.normalize("NFC", name[:1000])
    plain = "".join(
        " " if unicodedata.category(sign) in _UNPRINTABLE and sign not in _JOINERS else sign
        for sign in composed
    )
    shown = " ".join(filter(None, (_joined(word) for word in plain.split())))
    if len(shown) > longest:
        raise MalformedEventError(
            Malformed.WRONG_LENGTH,
            f"name: {len(shown)} signs came, at most {longest} fit",
            {"where": "name", "came": shown[:longest], "low": 0, "high": longest},
        )
    return shown


def _joined(word: str) -> str:
    """Give a word whose joiners stand one by one between two signs."""
    kept = word.strip(_JOINERS)
    return re.sub(f"([{_JOINERS}])[{_JOINERS}]+", r"\1", kept)


def offered_options(setup: Setup) -> tuple[str, ...]:
    """List the options that mean something beside the others, as they are chosen now."""
    return tuple(f.name for f in fields(setup.options) if setup.game.has_option(setup.options, f.name))


def encode_setup(setup: Setup) -> dict[str, Json]:
    """Give a setup as a JSON object; of the profile only its name, "" where nothing was entered."""
    return {
        "game": setup.game.id,
        "options": encode(setup.options),
        "seats": [encode(s) for s in setup.seats],
        "first_seat": setup.first_seat,
        "profile": None if setup.profile is None else getattr(setup.profile, "name", ""),
    }


def _none_is_kept(game: AnyGame, name: str) -> Any:
    if name:
        raise IllegalMoveError(SetupRule.NO_SUCH_PROFILE, f"{game.id}: no copy is called {name!r:.60}")
    return game.profile()


def decode_setup(came: Mapping[str, object], named: Callable[[AnyGame, str], Any] = _none_is_kept) -> Setup:
    """Build a setup from a JSON object; *named* gives a copy's profile by its name.

    Raises:
        MalformedEventError: when it can't be read.
        IllegalMoveError: when two seats have one sign, there are too many, the first seat is none of them, or
            there is no such copy.
        RulesError: when the game is unknown.
    """
    known = ("game", "options", "seats", "first_seat", "profile")
    for name in came:
        if name not in known:
            raise MalformedEventError(
                Malformed.UNKNOWN_FIELD,
                f"setup: {name!r} came, expected only {', '.join(known)}",
                {"field": str(name)},
            )
    game_id, seats_came, first = came.get("game"), came.get("seats"), came.get("first_seat", 0)
    copy = came.get("profile")
    if not isinstance(game_id, str):
        raise _wrong("game", game_id, "a game's id")
    if not isinstance(seats_came, list):
        raise _wrong("seats", seats_came, "a list")
    if type(first) is not int:
        raise _wrong("first_seat", first, "a whole number")
    if not isinstance(copy, str | None):
        raise _wrong("profile", copy, "a copy's name")
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
    profile = None if copy is None else named(game, copy)
    return Setup(game, options, seats, Seat(first if seats else 0), profile)


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
