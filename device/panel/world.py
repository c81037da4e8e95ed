"""What the panel knows of the table: plain values, filled from session and seating."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from device.doctor.findings import Finding
from device.network.state import NetworkState
from device.pixels import ORDERS
from device.probe import Probe
from device.setup import Setup
from device.sound import DEFAULT_SOUNDS, Sound
from rules.codec import Json
from rules.core import Await, Glance, Outcome, Seat, Sign
from rules.errors import Param
from rules.record import SeatInfo
from rules.registry import AnyGame
from rules.table import Table

NO_NETWORK = NetworkState()
NO_PARAMS: Mapping[str, Param] = {}


@dataclass(frozen=True)
class Play:
    """The open game: who sits where, and its table. What the game says of it is worked out once."""

    seats: tuple[SeatInfo, ...]
    table: Table

    @property
    def game(self) -> AnyGame:
        return self.table.game

    @cached_property
    def state(self) -> Any:
        return self.table.state

    @cached_property
    def awaits(self) -> tuple[Await, ...]:
        return self.game.awaits(self.state)

    @cached_property
    def glance(self) -> Glance:
        return self.game.glance(self.state)

    @cached_property
    def outcome(self) -> Outcome | None:
        return self.game.outcome(self.state)

    @cached_property
    def view(self) -> dict[str, Json]:
        """What a spectator may see: the display lies open."""
        return self.game.view(self.state, None)

    @cached_property
    def round(self) -> int:
        return self.game.round_number(self.state)

    def sign_of(self, seat: Seat) -> Sign:
        return self.seats[seat].sign


@dataclass(frozen=True)
class PhoneWaiting:
    """A phone that wants to sit; `sign` is the seat it asks for, None where any will do.

    `symbol` is what the phone itself shows.
    """

    sign: Sign | None = None
    symbol: str = ""


@dataclass(frozen=True)
class Refusal:
    """Why something did not count, for who pressed (None: whoever was at the panel).

    `number` tells a new one from one that was seen; `at_ms` is when it was said, by the table clock.
    """

    number: int
    sign: Sign | None
    code: str
    at_ms: int
    params: Mapping[str, Param] = field(default_factory=lambda: NO_PARAMS)


@dataclass(frozen=True)
class World:
    """All that the panel may look at.

    `languages` are those the display can write; `language` is None until somebody chose. `address` is
    the page's, as the QR code carries it. `sounds` are the kinds that are switched on. `profiles` are
    the copies of the setup's game that the table knows. `findings` are the doctor's, None until then, or
    for good where `has_look_failed`.
    """

    now_ms: int
    setup: Setup
    games: tuple[AnyGame, ...]
    language: str | None
    languages: tuple[str, ...]
    play: Play | None = None
    is_paused: bool = False
    is_seating_open: bool = False
    waiting: PhoneWaiting | None = None
    refusal: Refusal | None = None
    address: str = ""
    host_code: str = ""
    brightness_pct: int = 60
    is_night: bool = False
    colour_order: str = ORDERS[0]
    sounds: frozenset[Sound] = DEFAULT_SOUNDS
    profiles: tuple[Any, ...] = ()
    network: NetworkState = NO_NETWORK
    findings: tuple[Finding, ...] | None = None
    has_look_failed: bool = False
    probe: Probe = field(default_factory=Probe)
