"""A made-up game for the panel's tests: all that a game may ask, and no rules worth playing for.

Its turns ask for a tool, a place that depends on it and whose ground is dug; or a tool is thrown away.
Nobody presses. Two scarabs walk, and a shape of squares lies on the table.
"""

from collections.abc import Collection, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Any, ClassVar

from rules.codec import Checked, Event, Json
from rules.core import (
    AnySeat,
    Arc,
    Asked,
    Await,
    Game,
    Glance,
    Group,
    NoProfile,
    Outcome,
    Press,
    Scalar,
    Seat,
    Stage,
    Standing,
    Tone,
)
from rules.errors import IllegalMoveError

PLACES = {"spade": ("1-1", "1-2", "1-3"), "brush": ("1-3",), "pick": ("2-1", "1-1")}
WAYS = ("2-3>1-4", "2-3>2-4", "2-6>3-6")


class DiggingRule(StrEnum):
    """Why a move was refused."""

    NOT_THERE = "digging.not_there"
    NO_PRESSES = "digging.no_presses"


@dataclass(frozen=True)
class Options(Checked):
    """How it is played."""

    together: bool = False
    ends: bool = False


@dataclass(frozen=True)
class Dug(Event):
    """Somebody dug on somebody's site."""

    type: ClassVar[str] = "dug"
    tool: str
    place: str
    site: AnySeat


@dataclass(frozen=True)
class Dropped(Event):
    """A tool was thrown away."""

    type: ClassVar[str] = "dropped"
    tool: str


@dataclass(frozen=True)
class Walked(Event):
    """A piece walked."""

    type: ClassVar[str] = "walked"
    way: str


@dataclass(frozen=True)
class Found(Event):
    """Somebody found something."""

    type: ClassVar[str] = "found"
    seat: AnySeat


@dataclass(frozen=True)
class Slept(Event):
    """Somebody would rather sleep."""

    type: ClassVar[str] = "slept"
    sure: bool


DiggingEvent = Dug | Dropped | Walked | Found | Slept


@dataclass(frozen=True)
class State:
    """The table."""

    seats: int
    options: Options
    events: tuple[DiggingEvent, ...] = ()


class Digging(Game[Options, NoProfile, State, DiggingEvent]):
    """Dig, walk, find, sleep, and begin again: each turn awaits one kind, the first two may be put off."""

    id = "digging"
    rules_version = 1
    seat_counts = range(2, 7)
    options = Options
    profile = NoProfile
    events: Mapping[str, type[Any]] = {e.type: e for e in (Dug, Dropped, Walked, Found, Slept)}

    def start(self, seats: int, first: Seat, options: Options, profile: NoProfile) -> State:
        return State(seats, options)

    def apply(self, state: State, event: DiggingEvent) -> State:
        if isinstance(event, Dug) and (
            event.place not in PLACES[event.tool] or event.site not in self._sites(state, event.tool)
        ):
            raise IllegalMoveError(DiggingRule.NOT_THERE, "that place is not for this tool")
        return replace(state, events=(*state.events, event))

    def legal(self, state: State) -> Collection[DiggingEvent]:
        return ()

    def _sites(self, state: State, tool: Scalar | None) -> tuple[Scalar, ...]:
        return (0,) if tool == "brush" else tuple(range(state.seats))

    def awaits(self, state: State) -> tuple[Await, ...]:
        if self.outcome(state) is not None:
            return ()
        whose = () if state.options.together else (Seat(len(state.events) % state.seats),)
        can_wait = state.options.together
        match len(state.events) % 4:
            case 0:
                places = tuple(dict.fromkeys(p for found in PLACES.values() for p in found))
                asked = (
                    Asked("tool", tuple(PLACES)),
                    Asked("place", places),
                    Asked("site", self._sites(state, None)),
                )
                return (
                    Await("dug", whose, asked=asked, can_wait=can_wait),
                    Await("dropped", whose, asked=(Asked("tool", tuple(PLACES)),), can_wait=can_wait),
                )
            case 1:
                groups = (Group("2-3", WAYS[:2], 1), Group("2-6", WAYS[2:], 1))
                return (Await("walked", whose, asked=(Asked("way", WAYS, groups),), can_wait=can_wait),)
            case 2:
                return (Await("found", whose, asked=(Asked("seat", self._sites(state, None)),)),)
            case _:
                return (Await("slept", whose, asked=(Asked("sure", (True, False)),)),)

    def narrowed(self, state: State, awaited: Await, chosen: Mapping[str, Scalar]) -> tuple[Asked, ...]:
        if awaited.event != "dug" or "tool" not in chosen:
            return awaited.asked
        tool, place, _ = awaited.asked
        return (
            tool,
            replace(place, choices=PLACES[str(chosen["tool"])]),
            Asked("site", self._sites(state, chosen["tool"])),
        )

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        scores = [self._score(state, seat) for seat in range(state.seats)]
        return {"seats": [{"seat": i, "score": score, "lines": []} for i, score in enumerate(scores)]}

    def _score(self, state: State, seat: int) -> int:
        found = sum(isinstance(e, Found) and e.seat == seat for e in state.events)
        return 12 * found - sum(isinstance(e, Dug) and e.site == seat for e in state.events)

    def glance(self, state: State) -> Glance:
        if self.outcome(state) is not None:
            return Glance(Stage.OVER)
        turn = None if state.options.together else Seat(len(state.events) % state.seats)
        if state.options.together:
            return Glance(Stage.TURN, cells=((0, 0), (0, 1), (0, 2), (1, 1)))
        at = len(state.events)
        return Glance(
            Stage.TURN, turn, arcs=(Arc(Tone.LIGHT, min(1 + at, 7), 7), Arc(Tone.DARK, min(2 + at, 7), 7))
        )

    def outcome(self, state: State) -> Outcome | None:
        if not state.options.ends or len(state.events) < 8:
            return None
        return Outcome("dug_out", tuple(Standing(Seat(i), 1, 0) for i in range(state.seats)))

    def round_number(self, state: State) -> int:
        return len(state.events) // 4 + 1

    def pressed(self, state: State, press: Press) -> DiggingEvent:
        raise IllegalMoveError(DiggingRule.NO_PRESSES, "nobody presses here")


DIGGING = Digging()
