"""A game made up for tests: one counts, on a copy whose print has everything that a profile may hold."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Annotated, Any, ClassVar, cast

from rules.codec import Bounds, Checked, Event, Json, Length, encode
from rules.core import AnySeat, Asked, Await, CopyProfile, Game, Glance, Outcome, Seat, Stage, Standing
from rules.errors import IllegalMoveError
from rules.registry import GAMES, AnyGame

ENDS_AT = 3


class Rule(StrEnum):
    """What the made-up game refuses."""

    OVER = "tablets.over"
    NAME_TWICE = "tablets.name_twice"


class Kind(StrEnum):
    """What is carved into a space."""

    PLAIN = "plain"
    WHITE = "white"


@dataclass(frozen=True)
class Space(Checked):
    """A space; `door` must be said, also where there is none."""

    name: Annotated[str, Length(1, 12)]
    door: Annotated[int, Bounds(1, 6)] | None
    kind: Kind = Kind.PLAIN
    value: Annotated[int, Bounds(-9, 9)] = 0
    next: tuple[Annotated[int, Bounds(0, 99)], ...] = ()


@dataclass(frozen=True)
class Board(Checked):
    """Spaces in their order."""

    spaces: Annotated[tuple[Space, ...], Length(1, 60)]


@dataclass(frozen=True)
class Profile(CopyProfile):
    """One of each kind of field that there may be."""

    tiles: Annotated[int, Bounds(1, 99)] | None = None
    skulls: Annotated[tuple[Annotated[int, Bounds(0, 50)], ...], Length(1, 12)] | None = None
    kinds: tuple[Kind, ...] | None = None
    edge: Kind | None = None
    is_mirrored: bool | None = None
    has_lid: bool = False
    board: Board | None = None


@dataclass(frozen=True)
class Counted(Event):
    """A seat counted one."""

    seat: AnySeat
    type: ClassVar[str] = "counted"


@dataclass(frozen=True)
class Options(Checked):
    """Nothing is settled beforehand."""


@dataclass(frozen=True)
class State:
    """How far each seat has counted."""

    seats: int
    profile: Profile
    counts: tuple[int, ...]


class Tablets(Game[Options, Profile, State, Counted]):
    """Who counts to three first wins."""

    id = "tablets"
    rules_version = 1
    seat_counts = range(2, 7)
    options = Options
    profile = Profile
    events: Mapping[str, type[Counted]] = {Counted.type: Counted}

    def start(self, seats: int, first: Seat, options: Options, profile: Profile) -> State:
        names = [space.name for space in profile.board.spaces] if profile.board else []
        for i, name in enumerate(names):
            if name in names[:i]:
                where = f"board.spaces[{i}].name"
                raise IllegalMoveError(Rule.NAME_TWICE, f"{where}: {name!r} came before", {"where": where})
        return State(seats, profile, (0,) * seats)

    def apply(self, state: State, event: Counted) -> State:
        if self.outcome(state):
            raise IllegalMoveError(Rule.OVER, "it is over")
        counts = tuple(n + (i == event.seat) for i, n in enumerate(state.counts))
        return replace(state, counts=counts)

    def legal(self, state: State) -> tuple[Counted, ...]:
        return () if self.outcome(state) else tuple(Counted(Seat(i)) for i in range(state.seats))

    def awaits(self, state: State) -> tuple[Await, ...]:
        if self.outcome(state):
            return ()
        return (Await(Counted.type, asked=(Asked("seat", tuple(range(state.seats))),)),)

    def view(self, state: State, seat: Seat | None) -> dict[str, Json]:
        return {"seats": [{"score": n} for n in state.counts], "print": encode(state.profile)}

    def glance(self, state: State) -> Glance:
        return Glance(Stage.TURN)

    def outcome(self, state: State) -> Outcome | None:
        if max(state.counts) < ENDS_AT:
            return None
        order = sorted(range(state.seats), key=lambda i: -state.counts[i])
        ranks = {i: 1 + sum(n > state.counts[i] for n in state.counts) for i in order}
        return Outcome("counted", tuple(Standing(Seat(i), ranks[i], state.counts[i]) for i in order))

    def round_number(self, state: State) -> int:
        return 1 + sum(state.counts)

    def stand_ins(self, state: State) -> tuple[str, ...]:
        return tuple(name for name in ("board", "skulls") if getattr(state.profile, name) is None)


TABLETS: AnyGame = Tablets()


def known_games() -> dict[str, Any]:
    """Give the registry itself, for a test to put the made-up game into."""
    return cast(dict[str, Any], GAMES)
