"""What hands did to buttons and wheels, edge by edge: how long a contact bounces, how far a wheel was turned.

It decides nothing: claims are device/debounce.py's. Edges come on the pin factory's thread, and anybody may
look, so what is seen is replaced whole.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Final

APART_US: Final = 25_000
"""Edges of one button that are further apart belong to two moves: contacts bounce for some milliseconds."""
MOST_EDGES: Final = 200
LEAST_US: Final = 6_000


@dataclass(frozen=True)
class Move:
    """The edges of one move of a contact: when, in microseconds, and whether it closed."""

    edges: tuple[tuple[int, bool], ...]

    @property
    def since_us(self) -> int:
        return self.edges[0][0]

    @property
    def bounce_us(self) -> int:
        """How long after its first edge the contact closed for the last time; a release is none."""
        return max((at for at, is_closed in self.edges if is_closed), default=self.since_us) - self.since_us


@dataclass(frozen=True)
class Contact:
    """What one button did: its pushes and the last of them, its worst bounce, and its last edge."""

    pushes: int = 0
    push: Move | None = None
    worst_us: int = 0
    last_us: int = 0

    def edge(self, at_us: int, is_closed: bool) -> "Contact":
        """Take in an edge."""
        is_new = self.last_us == 0 or at_us - self.last_us > APART_US
        if not is_new and self.push is not None and self.last_us == self.push.edges[-1][0]:
            edges = (*self.push.edges, (at_us, is_closed))[:MOST_EDGES]
            push = Move(edges)
            return Contact(self.pushes, push, max(self.worst_us, push.bounce_us), at_us)
        if is_new and is_closed:
            return Contact(self.pushes + 1, Move(((at_us, True),)), self.worst_us, at_us)
        return Contact(self.pushes, self.push, self.worst_us, at_us)


UNTOUCHED: Final = Contact()


@dataclass(frozen=True)
class Turned:
    """What one wheel did: where it stands from the start, clockwise positive, and how far to either side."""

    at: int = 0
    clockwise: int = 0
    back: int = 0

    def turn(self, steps: int) -> "Turned":
        """Take in a turn by so many detents."""
        return Turned(self.at + steps, self.clockwise + max(0, steps), self.back + max(0, -steps))


@dataclass
class Probe:
    """All buttons and wheels by name; `last` is what was touched last."""

    contacts: Mapping[str, Contact] = field(default_factory=dict)
    wheels: Mapping[str, Turned] = field(default_factory=dict)
    last: str | None = None

    def edge(self, name: str, at_us: int, is_closed: bool) -> None:
        """Take in an edge of a button."""
        self.contacts = {**self.contacts, name: self.contacts.get(name, UNTOUCHED).edge(at_us, is_closed)}
        self.last = name

    def turned(self, name: str, steps: int) -> None:
        """Take in a turn of a wheel."""
        self.wheels = {**self.wheels, name: self.wheels.get(name, Turned()).turn(steps)}
        self.last = name


def timeline(move: Move, columns: int = 24, *, marks: str = "▁█▒") -> str:
    """Draw the edges of a move as a line of text; *marks* are open, closed, and both in one slice of time.

    It begins with the first edge, is at least LEAST_US long, and goes a little beyond the last edge.
    """
    span_us = max(LEAST_US, (move.edges[-1][0] - move.since_us) * 9 // 8)
    opened, closed, both = (*marks,)
    drawn, at, is_closed = "", 0, move.edges[0][1]
    for column in range(1, columns + 1):
        seen = {is_closed}
        while at < len(move.edges) and (move.edges[at][0] - move.since_us) * columns < span_us * column:
            is_closed = move.edges[at][1]
            seen.add(is_closed)
            at += 1
        drawn += both if len(seen) > 1 else closed if is_closed else opened
    return drawn
