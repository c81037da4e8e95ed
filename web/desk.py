"""What the page needs of the table; the device has it (device/desk.py), and who serves hands it over."""

from collections.abc import Awaitable, Callable
from ipaddress import IPv4Interface
from typing import Any, Protocol

from device.part_states import Parts
from device.seating import Seating
from device.session import Session
from device.views import OnNetwork
from rules.core import Sign
from web.bench import Bench


class Machine(Protocol):
    """The machine that the table runs on."""

    @property
    def url(self) -> Callable[[], str | None]:
        """Gives the address for phones as it is now, None while they can't reach the table."""

    @property
    def names(self) -> tuple[str, ...]:
        """Its own names."""

    @property
    def parts(self) -> Callable[[], Parts]:
        """Gives how each part is."""

    @property
    def health(self) -> Callable[[], dict[str, Any]]:
        """Gives how the table itself is, for the doctor."""

    @property
    def date(self) -> Callable[[], str]:
        """Gives from where the date is known."""

    @property
    def take_date(self) -> Callable[[int, int], Awaitable[bool]]:
        """Takes a phone's time and its distance from UTC; says whether it counted."""

    @property
    def language(self) -> Callable[[], str | None]:
        """Gives the language that was chosen at the table, None until then."""


class Network(OnNetwork, Protocol):
    """The network that the table is on."""

    @property
    def own_net(self) -> IPv4Interface | None:
        """The table's address in its own Wi-Fi, while that is open."""

    def reached(self) -> None:
        """Take in that a phone has found the table."""


class Desk(Protocol):
    """A table."""

    @property
    def session(self) -> Session:
        """Setup and open game."""

    @property
    def seating(self) -> Seating:
        """Who may act."""

    @property
    def press_by_phone(self) -> Callable[[Sign, int, int, str], None]:
        """Takes a phone's claim: whose, its table time, how far back that may lie in ms, and its key."""

    @property
    def machine(self) -> Machine:
        """The machine that it runs on."""

    @property
    def network(self) -> Network:
        """How it is on the network."""

    @property
    def bench(self) -> Bench | None:
        """The bench, where parts are simulated."""

    @property
    def bench_key(self) -> str:
        """What the one-time link to the bench carries."""
