"""How the table stands: between games, or with one that is open, and what may be brought to that now."""

from dataclasses import dataclass, replace
from typing import Any

from device.profiles import Profiles
from device.refusals import SessionRule, StaleLogError
from device.setup import Setup
from rules.codec import Event
from rules.core import Await, By, Seat, Sign
from rules.errors import IllegalMoveError
from rules.record import Header
from rules.registry import AnyGame
from rules.table import Origin, Table


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

    @property
    def awaits(self) -> tuple[Await, ...]:
        return self.game.awaits(self.state)

    def sign_of(self, seat: Seat) -> Sign:
        return self.header.seats[seat].sign

    def seat_of(self, sign: Sign) -> Seat | None:
        return next((Seat(i) for i, s in enumerate(self.header.seats) if s.sign is sign), None)

    def check_meant(self, round_number: int | None, log: int | None) -> None:
        """Raise unless a command is meant for now: for this round, and for the log as it is.

        What the clock brought since changes nothing that a host saw when judging.

        Raises:
            IllegalMoveError: when it was meant for another round.
            StaleLogError: when it was made on another log.
        """
        now = self.game.round_number(self.state)
        if round_number is not None and not self.game.is_meant_for(self.state, round_number):
            raise IllegalMoveError(
                SessionRule.OTHER_ROUND,
                f"it was meant for round {round_number}, this is round {now}",
                {"round": now},
            )
        if log is None:
            return
        length = len(self.table.entries)
        is_known = 0 <= log <= length
        if not is_known or any(entry.origin is not Origin.CLOCK for entry in self.table.entries[log:]):
            raise StaleLogError(SessionRule.STALE, f"it was made on entry {log}, the log is at {length}")

    def check_may(self, event: Event, seat: Seat | None) -> None:
        """Raise unless *seat* (None: host or table) may bring the event; clock and chance bring their own.

        Raises:
            IllegalMoveError: when it is somebody else's.
        """
        is_the_clocks = any(a.by in (By.CLOCK, By.CHANCE) and a.event == event.type for a in self.awaits)
        is_the_games = type(event) in self.game.events.values()
        if (
            is_the_clocks
            or not is_the_games
            or (seat is not None and not self.game.is_open_to(self.state, seat, event))
        ):
            raise IllegalMoveError(
                SessionRule.NOT_FOR_SEATS, f"{event.type} is for the host, for another seat, or for the clock"
            )

    def check_needs_no_log(self, event: Event) -> None:
        """Raise unless some seat's own phone may bring *event*: what only a host may judges what is logged.

        Raises:
            StaleLogError: when it must say on which log it was made.
        """
        seats = range(len(self.header.seats))
        if not any(self.game.is_open_to(self.state, Seat(seat), event) for seat in seats):
            raise StaleLogError(SessionRule.STALE, f"{event.type} came without the log it was made on")


@dataclass(frozen=True)
class TableNow:
    """All of the table that a command changes; `sitting` is the game that is open."""

    setup: Setup
    profiles: Profiles
    setup_version: int = 1
    sitting: Sitting | None = None

    def arranged(self, setup: Setup, profiles: Profiles | None = None) -> "TableNow":
        """Give the table with another setup, and other profiles where they changed with it."""
        profiles = self.profiles if profiles is None else profiles
        return replace(self, setup=setup, profiles=profiles, setup_version=self.setup_version + 1)
