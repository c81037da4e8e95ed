"""What the phone page needs of the table, handed to it by who serves."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from device.dating import DateSource
from device.network.networking import Networking
from device.part_states import Parts
from device.seating import Seating
from device.session import Session
from rules.codec import Json
from rules.core import Sign


@dataclass(frozen=True)
class Machine:
    """The machine that the table runs on: where phones find it, how its parts are, day and language."""

    url: Callable[[], str | None]
    names: tuple[str, ...]
    parts: Callable[[], Parts]
    health: Callable[[], dict[str, Json]]
    date: Callable[[], DateSource]
    take_date: Callable[[int, int], Awaitable[bool]]
    language: Callable[[], str | None]


@dataclass(frozen=True)
class Desk:
    """A table as the page meets it; `bench` is there while parts are simulated."""

    session: Session
    seating: Seating
    press_by_phone: Callable[[Sign, int, int, str], None]
    machine: Machine
    network: Networking
    bench: Any
    bench_key: str
